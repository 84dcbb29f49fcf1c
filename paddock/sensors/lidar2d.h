// Flat lidar: the range to the nearest surface along each beam of a horizontal fan. Metres,
// radians; ranges are float. A beam that meets nothing reports the largest range.
#pragma once

#include <span>
#include <vector>

#include "paddock/core/pose.h"
#include "paddock/geom/contact.h"
#include "paddock/geom/shape.h"

namespace paddock {

struct Lidar2dParams {
  int beams{1080};
  double start{
      -2.356194490192345};        // rad, of the first beam from straight ahead, counter-clockwise
  double span{4.71238898038469};  // rad, from the first beam to the last; negative: clockwise
  double max_range{30};           // m

  double angle(int beam) const { return beams > 1 ? start + span * beam / (beams - 1) : start; }
  bool operator==(const Lidar2dParams&) const = default;
};

/// What stands still at the beam's height.
struct Lidar2dMap {
  std::vector<Segment2> segments;
  std::vector<Circle2> circles;
};

Lidar2dMap make_lidar2d_map(const FlatSlice& slice);

/// Writes one range for each beam, from the lidar's own pose; `others` are outlines that stand in
/// the way.
void scan(const Lidar2dMap& map, std::span<const PosedOutline> others,
          const Pose2& world_from_lidar, const Lidar2dParams& params, std::span<float> ranges);

}  // namespace paddock
