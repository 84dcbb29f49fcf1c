// Flat lidar: the range to the nearest surface along each beam of a horizontal fan. Metres,
// radians; ranges are float. Set up once: the map from a slice of the world, the scanner from its
// parameters. How it works and how exact it is: docs/physics/lidar2d.md.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "paddock/core/pose.h"
#include "paddock/core/random.h"
#include "paddock/geom/contact.h"
#include "paddock/geom/shape.h"
#include "paddock/sensors/lidar2d_layout.h"

namespace paddock {

struct Lidar2dParams {
  int beams{1080};
  double start{-2.356194490192345};  // rad, of the first beam from straight ahead
  double span{
      4.71238898038469};       // rad, first beam to last; negative: clockwise; at most a full turn
  double min_range{0};         // m
  double max_range{30};        // m
  double near_value{0};        // reported for anything nearer than min_range
  double far_value{30};        // reported where nothing is met within max_range
  double turns_per_second{0};  // of a spinning head; 0: all beams at one instant
  double near_plane{0};  // m; > 0: short ranges as Webots R2020a renders them (lidar2d.md); flat
                         // lidar only

  double angle(int beam) const { return beams > 1 ? start + span * beam / (beams - 1) : start; }
  bool operator==(const Lidar2dParams&) const = default;
};

/// The LDS-01 on the EES-PEES robot as Webots R2020a renders it: a beam each degree at half
/// degrees, counter-clockwise from straight back (the original counts the other way); what is
/// nearer than 4 cm reads as nothing.
inline constexpr Lidar2dParams kRenderedLds01{.beams = 360,
                                              .start = -6.28318 * 359 / 720,
                                              .span = 6.28318 * 359 / 360,
                                              .min_range = 0.04,
                                              .max_range = 3.5,
                                              .near_value = 3.5,
                                              .far_value = 3.5,
                                              .near_plane = 0.03};

/// Most beams of one scanner: their directions are still told apart in float.
inline constexpr int kMaxBeams = 32768;

/// Gaussian error that grows with range, then quantisation; some beams are lost.
struct RangeNoise {
  float sigma{};     // m
  float relative{};  // of the range
  float quantum{};   // m, 0: none
  float dropout{};   // probability that a beam reports far_value
  bool operator==(const RangeNoise&) const = default;
};

/// What stands still at the beam's height, ready to be scanned. Immutable once made.
class Lidar2dMap {
 public:
  Lidar2dMap() = default;
  explicit Lidar2dMap(const FlatSlice& slice);

  LidarMapView view() const;
  /// How many faces a scan can emit at most.
  std::size_t face_limit() const { return 16 * chunks_.size() + 32 * boxes_.size(); }
  /// Faces of segments and boxes together.
  std::size_t segment_count() const { return segments_; }
  std::size_t bound_count() const { return bound_x_.size(); }

 private:
  std::vector<LidarChunk> chunks_;
  std::vector<float> bound_x_, bound_y_, bound_radius_;
  std::vector<LidarBoxes> boxes_;
  std::vector<LidarCircle> circles_;
  std::size_t segments_{};
};

/// The beams of one scanner, prepared. Immutable once made.
class Lidar2dScanner {
 public:
  Lidar2dScanner() = default;
  explicit Lidar2dScanner(const Lidar2dParams& params);

  const Lidar2dParams& params() const { return params_; }
  LidarFan fan() const;
  /// How far a surface may be and still be reported as nearer than max_range.
  double cast_range() const;
  /// What a rendered range falls short of the scaled true one, a fan's beam each; null: true
  /// ranges.
  const float* shortfall() const { return shortfall_.empty() ? nullptr : shortfall_[0].at; }
  /// The fan's beam, counted counter-clockwise, that is reported as `beam`.
  int fan_beam(int beam) const {
    const int place = (params_.span < 0 ? params_.beams - 1 - beam : beam) * refinement_;
    return closed_ && place == fan_beams_ ? 0 : place;
  }
  /// A whole turn whose last beam repeats its first.
  bool closed() const { return closed_; }
  /// True when the fan's beams are reported as they are.
  bool plain() const { return params_.span >= 0 && refinement_ == 1 && !closed_; }

 private:
  void prepare_shortfall();

  Lidar2dParams params_;
  std::vector<LidarBlock> dx_, dy_, shortfall_;
  int refinement_{1};
  bool closed_{};
  int fan_beams_{};
  double fan_start_{}, fan_step_{};
};

/// Buffers of one thread, for any scanner and map up to the sizes they were made for.
class Lidar2dScratch {
 public:
  Lidar2dScratch() = default;
  Lidar2dScratch(const Lidar2dScanner& scanner, const Lidar2dMap& map, std::size_t most_others);

  LidarBuffers buffers();
  std::vector<LidarChunk> others;  // of the scan under way
  std::vector<LidarCircle> other_circles;

 private:
  std::vector<LidarBlock> inverse_;
  std::vector<float> nx_, ny_, block_least_, chunk_near_;
  std::vector<std::int32_t> first_, last_, chunk_first_, chunk_last_, chunk_far_;
};

/// Beams `first` to `last`, both included; empty when last < first.
struct BeamWindow {
  int first{}, last{-1};
  bool operator==(const BeamWindow&) const = default;
};

inline BeamWindow all_beams(const Lidar2dParams& params) { return {0, params.beams - 1}; }

/// The beams a spinning head sweeps from `tick` to the next: one window, and a second one when it
/// passes its first beam on the way. All beams at once for a scanner that does not spin.
std::array<BeamWindow, 2> swept_windows(const Lidar2dParams& params, std::int64_t tick,
                                        double tick_seconds);

/// Writes the true range of each beam in `window` to its place in `ranges`, as far and near values
/// demand. `others` are outlines that stand in the way. Allocates nothing.
void scan(const Lidar2dScanner& scanner, const Lidar2dMap& map,
          std::span<const PosedOutline> others, const Pose2& world_from_lidar, BeamWindow window,
          Lidar2dScratch& scratch, std::span<float> ranges);

/// The same with noise drawn at `address`; its stream and index are set here.
void scan_with_noise(const Lidar2dScanner& scanner, const Lidar2dMap& map,
                     std::span<const PosedOutline> others, const Pose2& world_from_lidar,
                     BeamWindow window, const RangeNoise& noise, const DrawAddress& address,
                     Lidar2dScratch& scratch, std::span<float> ranges);

}  // namespace paddock
