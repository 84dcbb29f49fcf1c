#include "paddock/protocols/web/mailbox.h"

#include <algorithm>
#include <utility>

namespace paddock::web {
namespace {

constexpr std::size_t kMaxEvents = 4096;                     // waiting in a mailbox
constexpr std::size_t kMaxReadings = std::size_t{32} << 20;  // bytes, likewise

bool ready(const Delivery& reading) { return !reading.packed || reading.packed->ready(); }

/// Bytes of memory, about.
std::size_t size_of(const Delivery& reading) {
  const SensorReading& measured = reading.measurement->reading;
  std::size_t size = sizeof(Measurement) + sizeof(Delivery);
  if (const auto* ranges = std::get_if<RangesReading>(&measured))
    size += ranges->ranges.size() * sizeof(float);
  else if (const auto* points = std::get_if<Lidar3dReading>(&measured))
    size += points->points.size() * sizeof(Lidar3dPoint);
  else if (const auto* picture = std::get_if<CameraReading>(&measured))
    size +=
        picture->color.pixels.size() + picture->depth.size() * sizeof(float) + picture->tags.size();
  else
    size += std::get<VectorReading>(measured).values.size() * sizeof(double);
  return size;
}

}  // namespace

// --- FrameCache ---------------------------------------------------------------------------------

FrameCache::Bytes FrameCache::find(const std::shared_ptr<const void>& source, std::uint64_t index,
                                   const std::function<std::string()>& make) {
  for (const Entry& entry : entries_)
    if (entry.index == index && entry.source.lock() == source) return entry.bytes;
  Entry made{source, index, std::make_shared<const std::string>(make())};
  Bytes bytes = made.bytes;
  if (entries_.size() < kSize) {
    entries_.push_back(std::move(made));
  } else {
    entries_[oldest_] = std::move(made);
    oldest_ = (oldest_ + 1) % kSize;
  }
  return bytes;
}

// --- Mailbox ------------------------------------------------------------------------------------

void Mailbox::wake(std::unique_lock<std::mutex>& lock) {
  if (awake_ || !wake_) return;
  awake_ = true;
  const std::function<void()> call = wake_;
  lock.unlock();
  call();
}

void Mailbox::put(Letter letter) {
  std::unique_lock lock(mutex_);
  post_.letters.push_back(std::move(letter));
  wake(lock);
}

void Mailbox::put(std::uint64_t watch, std::shared_ptr<const Frame> frame) {
  std::unique_lock lock(mutex_);
  if (watch != watch_) return;
  for (const StageEvent& event : frame->events)
    if (post_.events.size() < kMaxEvents) post_.events.push_back(event);
  post_.frame = std::move(frame);
  wake(lock);
}

void Mailbox::put(std::uint64_t watch, std::span<const Delivery> readings) {
  std::unique_lock lock(mutex_);
  if (watch != watch_) return;
  for (const Delivery& reading : readings)
    if (const auto line = lines_.find(reading.subscription); line != lines_.end())
      keep(line->second, reading);
  wake(lock);
}

void Mailbox::drop(Line& line, std::deque<Delivery>::iterator reading) {
  bytes_ -= size_of(*reading);
  const std::uint64_t left_out = reading->left_out + 1;
  const auto next = line.waiting.erase(reading);
  (next == line.waiting.end() ? line.left_out : next->left_out) += left_out;
}

/// Of those that can go out only the newest is left.
void Mailbox::drop_old(Line& line) {
  const auto newest = std::find_if(line.waiting.rbegin(), line.waiting.rend(), ready);
  for (auto older = line.waiting.rend() - newest; older > 1; --older)
    drop(line, line.waiting.begin());
}

void Mailbox::keep(Line& line, const Delivery& reading) {
  if (!line.every) {
    drop_old(line);
    // of those being packed the first stays, so that one is ready some time on a slow machine too
    const bool front_ready = !line.waiting.empty() && ready(line.waiting.front());
    const std::size_t most = ready(reading) ? 0 : front_ready ? 2 : 1;
    while (line.waiting.size() > most) drop(line, line.waiting.end() - 1);
  }
  const std::size_t size = size_of(reading);
  if (bytes_ > 0 && bytes_ + size > kMaxReadings) {
    line.left_out += reading.left_out + 1;
    return;
  }
  bytes_ += size;
  line.waiting.push_back(reading);
  line.waiting.back().left_out += std::exchange(line.left_out, 0);
}

void Mailbox::subscribe(SubscriptionId subscription, bool every) {
  const std::lock_guard lock(mutex_);
  lines_[subscription].every = every;
}

void Mailbox::unsubscribe(SubscriptionId subscription) {
  const std::lock_guard lock(mutex_);
  const auto line = lines_.find(subscription);
  if (line == lines_.end()) return;
  for (const Delivery& reading : line->second.waiting) bytes_ -= size_of(reading);
  lines_.erase(line);
}

std::optional<Delivery> Mailbox::take_reading(SubscriptionId subscription) {
  const std::lock_guard lock(mutex_);
  const auto line = lines_.find(subscription);
  if (line == lines_.end()) return std::nullopt;
  if (!line->second.every) drop_old(line->second);
  std::deque<Delivery>& waiting = line->second.waiting;
  if (waiting.empty() || !ready(waiting.front())) return std::nullopt;
  Delivery reading = std::move(waiting.front());
  waiting.pop_front();
  bytes_ -= size_of(reading);
  return reading;
}

void Mailbox::wake() {
  std::unique_lock lock(mutex_);
  wake(lock);
}

void Mailbox::put_end(std::uint64_t watch, std::string_view reason) {
  std::unique_lock lock(mutex_);
  if (watch != watch_) return;
  post_.ended = reason;
  wake(lock);
}

void Mailbox::watch(std::uint64_t number) {
  const std::lock_guard lock(mutex_);
  watch_ = number;
  post_.frame.reset(), post_.events.clear(), post_.ended.reset();
  lines_.clear(), bytes_ = 0;
}

Mailbox::Post Mailbox::collect() {
  const std::lock_guard lock(mutex_);
  awake_ = false;
  return std::exchange(post_, {});
}

void Mailbox::shut() {
  const std::lock_guard lock(mutex_);
  wake_ = nullptr;
  watch_ = 0;
}

}  // namespace paddock::web
