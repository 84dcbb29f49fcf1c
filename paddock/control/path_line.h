// The line that a driver follows: the path's waypoints, before them the place where the flight
// began, with lengths along it and the speeds its corners allow. SI, world frame.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "paddock/control/pure_pursuit.h"
#include "paddock/core/vec.h"

namespace paddock {

struct PathLine {
  std::vector<Vec2> points;
  bool closed{};
  bool led_in{};              // its first point is where the flight began, not a waypoint
  std::vector<double> along;  // m from the first point to each, and with a closed one round to it

  PursuitPath path() const { return {points, closed}; }
  std::size_t segments() const { return path().segment_count(); }
  double length() const { return along.empty() ? 0 : along.back(); }
  /// The waypoint at which a segment of the line ends.
  std::size_t waypoint_after(std::size_t segment) const;
};

PathLine make_line(std::vector<Vec2> points, bool closed, bool led_in);

/// A place on the line.
struct LinePlace {
  std::size_t segment{};
  double along{};  // m from the beginning
  Vec2 point;
  Vec2 ahead;            // unit vector along it; {} where it has no length
  double cross_track{};  // m of `from` beside it, positive to the left
};

/// The place nearest to `from`, on segments `first` to `last` of it.
LinePlace nearest_on(const PathLine& line, std::size_t first, std::size_t last, Vec2 from);

/// The place so many metres along it, at its end beyond that; a closed one goes round.
LinePlace place_on(const PathLine& line, double along);

/// What the corners and the end of a line let a vehicle do.
struct CornerLimits {
  double top{};     // m/s
  double accel{};   // m/s^2, to the side and along
  double margin{};  // m that a corner may be cut by
};
/// The speed with which each point may be passed, so that corners are rounded within the margin,
/// the end is met at rest, and no stretch brakes harder than the limit.
std::vector<double> corner_speeds(const PathLine& line, const CornerLimits& limits);
/// The speed that they allow at a place, braking in time for what comes.
double speed_at(const PathLine& line, const std::vector<double>& speeds, const LinePlace& place,
                const CornerLimits& limits);

}  // namespace paddock
