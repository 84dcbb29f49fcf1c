#include "paddock/sensors/painter.h"

#include <algorithm>

#include "paddock/core/check.h"

namespace paddock {

Painter::Painter(int helpers) : canvases_(static_cast<std::size_t>(std::max(0, helpers))) {
  for (BandCanvas& canvas : canvases_) threads_.emplace_back([this, &canvas] { serve(canvas); });
}

Painter::~Painter() {
  stop();
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  more_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void Painter::begin(const Camera& camera, const RayScene& scene, const SceneLight& light,
                    const Pose3& world_from_camera, CameraReading& picture) {
  {
    const std::lock_guard lock(mutex_);
    PADDOCK_ASSERT(next_ == bands_ && working_ == 0, "a picture is still being painted");
  }
  exposure_.begin(camera, scene, light, world_from_camera, picture);
  {
    const std::lock_guard lock(mutex_);
    bands_ = exposure_.bands(), next_ = 0;
    painted_.assign(static_cast<std::size_t>(bands_), 0);
  }
  more_.notify_all();
}

/// Takes the next band and paints it, without the lock.
void Painter::paint(std::unique_lock<std::mutex>& lock, BandCanvas& canvas) {
  const int band = next_++;
  ++working_;
  lock.unlock();
  exposure_.paint(band, canvas);
  lock.lock();
  --working_;
  painted_[static_cast<std::size_t>(band)] = 1;
}

void Painter::serve(BandCanvas& canvas) {
  std::unique_lock lock(mutex_);
  for (;;) {
    more_.wait(lock, [&] { return over_ || next_ < bands_; });
    if (over_) return;
    paint(lock, canvas);
    less_.notify_all();
  }
}

bool Painter::paint_one() {
  std::unique_lock lock(mutex_);
  if (next_ >= bands_) return false;
  paint(lock, own_);
  return true;
}

bool Painter::all_begun() {
  const std::lock_guard lock(mutex_);
  return next_ >= bands_;
}

bool Painter::done(int bands) const {
  return std::all_of(painted_.begin(), painted_.begin() + bands, [](char p) { return p != 0; });
}

void Painter::wait_for(int rows) {
  std::unique_lock lock(mutex_);
  int needed = 0;
  while (needed < bands_ && exposure_.rows_until(needed) < rows) ++needed;
  needed = std::min(needed + 1, bands_);
  while (next_ < needed) paint(lock, own_);
  less_.wait(lock, [&] { return done(needed); });
}

void Painter::finish() {
  std::unique_lock lock(mutex_);
  while (next_ < bands_) paint(lock, own_);
  less_.wait(lock, [&] { return working_ == 0; });
}

void Painter::stop() {
  std::unique_lock lock(mutex_);
  next_ = bands_;
  less_.wait(lock, [&] { return working_ == 0; });
}

}  // namespace paddock
