// What the lidar kernels read and write: plain arrays, laid out for sixteen lanes. World frame,
// metres, radians; positions are double, directions and ranges float.
#pragma once

#include <cstddef>
#include <cstdint>

namespace paddock {

/// Sixteen floats, aligned as the kernels load them.
struct alignas(64) LidarBlock {
  float at[16]{};
};

/// Sixteen vertices in world frame and the faces between neighbours.
struct alignas(64) LidarChunk {
  double x[16]{}, y[16]{};
  float ex[16]{}, ey[16]{};  // vertex i + 1 minus vertex i, in world axes
  std::uint32_t faces{};     // bit i: there is a face from vertex i to i + 1
};

/// Sixteen boxes: centres in world frame, half sides as world vectors.
struct alignas(64) LidarBoxes {
  double x[16]{}, y[16]{};
  double ux[16]{}, uy[16]{}, vx[16]{}, vy[16]{};
  std::uint32_t count{};
};

struct LidarCircle {
  double x{}, y{};
  float radius{};
};

/// The beams of a scanner. Arrays run from -1 to beams, aligned so that beam 0 starts a block
/// of 16.
struct LidarFan {
  const float* dx{};
  const float* dy{};
  int beams{};
  float start{};     // rad, of beam 0
  float inv_step{};  // beams a radian
  float period{};    // beams a full turn
  float seam{};      // beam number in the middle of the blind zone, where counting starts
};

struct LidarMapView {
  const LidarChunk* chunks{};
  std::size_t chunk_count{};
  const float* bound_x{};  // circles around the chunks, padded with far ones to a multiple of 16
  const float* bound_y{};
  const float* bound_radius{};
  const LidarBoxes* boxes{};
  std::size_t box_groups{};
  const LidarCircle* circles{};
  std::size_t circle_count{};
};

/// Buffers of one scan, sized by the caller: faces for every face the map can emit and 16 more.
struct LidarBuffers {
  float* inverse{};  // one a beam, in whole blocks of 16, 64-byte aligned
  float* nx{};
  float* ny{};
  std::int32_t* first{};
  std::int32_t* last{};
  float* block_least{};  // one for each block of 16 beams
  float* chunk_near{};   // three for each chunk bound
  std::int32_t* chunk_first{};
  std::int32_t* chunk_last{};
  std::int32_t* chunk_far{};
};

/// Where the lidar is and which beams are wanted.
struct LidarShot {
  double x{}, y{};
  float cos_yaw{1}, sin_yaw{};
  float max_range{};
  int first_beam{}, last_beam{};  // both included
};

/// How inverse ranges become what the sensor reports, in place.
struct LidarFinish {
  int first_beam{}, last_beam{};
  float background{};  // inverse range of beams that met nothing
  float min_range{};
  float near_value{}, far_value{};
  const float* shortfall{};  // a beam each, with max_range and gain: a rendered range; null: true
  float gain{1}, max_range{};
  float sigma{}, relative{}, quantum{}, dropout{};  // all 0: no noise
  std::uint32_t seed_low{}, seed_high{}, tick_low{}, tick_high{};
  std::uint32_t range_stream{}, dropout_stream{};
};

}  // namespace paddock
