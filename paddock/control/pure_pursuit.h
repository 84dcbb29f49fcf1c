// Pure pursuit: chase a carrot that runs along a path one lookahead ahead. One piece of code for
// the quadrotor, which flies at the carrot, and for whatever steers, which drives the circle
// through it. SI, world frame. Derivation and limits: docs/physics/pure_pursuit.md.
#pragma once

#include <cstddef>
#include <span>

#include "paddock/control/pursuit_output.h"
#include "paddock/core/pose.h"
#include "paddock/core/vec.h"
#include "paddock/vehicles/driving.h"

namespace paddock {

/// A path as waypoints; a closed one goes on from the last to the first.
struct PursuitPath {
  std::span<const Vec2> points;
  bool closed{};

  std::size_t segment_count() const {
    return points.size() < 2 ? 0 : points.size() - (closed ? 0 : 1);
  }
  Vec2 from(std::size_t segment) const { return points[segment % points.size()]; }
  Vec2 to(std::size_t segment) const { return points[(segment + 1) % points.size()]; }
};

struct Carrot {
  Vec2 point;
  std::size_t segment{};  // it lies on
  CarrotWhy why{};
};

/// Circle against segment: the larger parameter in [0, 1] at which they meet, or a negative number.
double last_meeting(Vec2 from, Vec2 to, Vec2 center, double radius);

/// The carrot for a vehicle at `position` that is on `segment` of the path: the last point the
/// lookahead circle reaches without leaving the path, the segment's nearest point when it reaches
/// none. `path` has at least one point and `lookahead` is positive. Of the meetings that it looked
/// at, `hits` gets the first few.
Carrot find_carrot(const PursuitPath& path, std::size_t segment, Vec2 position, double lookahead,
                   CircleHits* hits = nullptr);

/// Parameter of the point of a segment nearest to `p`, in [0, 1]; 0 on a segment without length.
double projection(Vec2 from, Vec2 to, Vec2 p);

/// The segment to pursue next: on from `segment` while its end is passed or within `epsilon`. It
/// never goes back, so a later stretch that passes close by cannot catch the vehicle.
std::size_t advance_segment(const PursuitPath& path, std::size_t segment, Vec2 position,
                            double epsilon);

/// clamp(least + gain * |speed|, least, most).
double lookahead_at(const LookaheadParams& params, double speed);

/// Curvature of the circle through the vehicle, tangent to its heading, that meets `target`: 2 y
/// over the squared distance in the vehicle's frame, positive to the left; 0 at the vehicle itself.
double pursuit_curvature(const Pose2& world_from_vehicle, Vec2 target);

}  // namespace paddock
