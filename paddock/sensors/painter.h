// A picture painted beside other work: threads of its own take band after band, from the top, and
// whoever needs a part of it paints along until that part is there.
#pragma once

#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include "paddock/sensors/camera.h"

namespace paddock {

class Painter {
 public:
  /// So many threads besides the owner's.
  explicit Painter(int helpers);
  ~Painter();
  Painter(const Painter&) = delete;
  Painter& operator=(const Painter&) = delete;

  // All that follows is for the owner's thread.

  /// The one before must be finished or stopped. See Exposure::begin().
  void begin(const Camera& camera, const RayScene& scene, const SceneLight& light,
             const Pose3& world_from_camera, CameraReading& picture);
  /// Paints one band, unless all have been begun.
  bool paint_one();
  bool all_begun();
  /// Returns when the first `rows` rows of pixels are painted.
  void wait_for(int rows);
  /// Returns when all of it is painted.
  void finish();
  /// Leaves what has not been begun.
  void stop();

 private:
  void serve(BandCanvas& canvas);
  void paint(std::unique_lock<std::mutex>& lock, BandCanvas& canvas);
  bool done(int bands) const;

  Exposure exposure_;
  BandCanvas own_;
  std::vector<BandCanvas> canvases_;
  std::vector<std::thread> threads_;

  std::mutex mutex_;  // guards what follows; the exposure changes only while nobody works on it
  std::condition_variable more_, less_;
  int bands_{}, next_{};  // of the picture; the first that was not begun
  int working_{};
  std::vector<char> painted_;  // one a band
  bool over_{};
};

}  // namespace paddock
