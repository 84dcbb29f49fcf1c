// Spinning 3D lidar: channels one above the other that turn together. Points carry intensity and
// tag; each is measured from where the lidar was when it fired. Metres, radians. Equations:
// docs/physics/lidar3d.md.
#pragma once

#include <cstdint>
#include <vector>

#include "paddock/core/error.h"
#include "paddock/core/pose.h"
#include "paddock/core/random.h"
#include "paddock/core/workers.h"
#include "paddock/raycast/ray_scene.h"
#include "paddock/sensors/lidar2d.h"
#include "paddock/sensors/ray_fan.h"

namespace paddock {

/// As somebody asks for it; the defaults are CARLA's.
struct Lidar3dSpec {
  int channels{32};
  double upper{0.17453292519943295}, lower{-0.5235987755982988};  // rad, of the outermost channels
  double points_per_second{56000};
  double turns_per_second{10};
  double min_range{0}, max_range{50};
  double attenuation{0.004};  // 1 / m: what is left of a pulse after a metre is e^-attenuation
  RangeNoise noise;
  Pose3 body_from_lidar;
  bool sees_own_body{};
  bool operator==(const Lidar3dSpec&) const = default;
};

/// A spec that was checked.
struct Lidar3dParams {
  Lidar3dSpec spec;
  int columns{};  // firings of all channels in one turn
  bool operator==(const Lidar3dParams&) const = default;
};

inline constexpr int kMaxChannels = 512;
inline constexpr int kMaxColumns = 65536;

/// Says what is wrong before anything is allocated.
Result<Lidar3dParams> check_lidar3d(const Lidar3dSpec& spec);

/// In the lidar's frame at the instant it fired: x ahead, y left, z up.
struct Lidar3dPoint {
  float x{}, y{}, z{};
  float intensity{};         // 0 to 1
  std::uint16_t channel{};   // 0 is the uppermost
  std::uint16_t column{};    // counter-clockwise from straight ahead
  std::uint32_t tag{};       // CARLA's numbers (geom/material.h)
  std::uint32_t instance{};  // 0: nothing
  bool operator==(const Lidar3dPoint&) const = default;
};

struct Lidar3dReading {
  double bearing{};                              // rad, of the head when the reading ended
  std::vector<std::uint32_t> points_of_channel;  // how many of `points` each channel gave
  std::vector<Lidar3dPoint> points;  // channel by channel; beams that met nothing left out
  bool operator==(const Lidar3dReading&) const = default;
};

/// Columns of one or more turns, from `first` on; `count` at most one turn.
struct ColumnWindow {
  int first{}, count{};
  bool operator==(const ColumnWindow&) const = default;
};

ColumnWindow whole_turn(const Lidar3dParams& params);
/// What the head sweeps from `tick` to the next.
ColumnWindow swept_columns(const Lidar3dParams& params, std::int64_t tick, double tick_seconds);

/// Where the lidar is while it sweeps: straight from one pose to the other.
struct SweptPose {
  Pose3 start, end;
};

/// A lidar ready to measure, with its buffers.
class Lidar3d {
 public:
  explicit Lidar3d(const Lidar3dParams& params);
  const Lidar3dParams& params() const { return params_; }

  /// Measures the columns of `window` in a committed scene, the first from the pose at the start,
  /// and says so in `reading`. `noise` says where noise is drawn; its streams and indices are set
  /// here. Same points for any number of workers. Allocates nothing once `reading` has grown.
  void measure(const RayScene& scene, const SweptPose& world_from_lidar, ColumnWindow window,
               const DrawAddress& noise, Workers& workers, Lidar3dReading& reading);

 private:
  Lidar3dParams params_;
  std::vector<Rot2> bearings_, rises_;
  RayFan fan_;
  int stride_{};  // of a channel's row: whole groups of 64, as noise is drawn
  std::vector<float> range_, intensity_;
  std::vector<std::uint32_t> tag_, instance_;
};

}  // namespace paddock
