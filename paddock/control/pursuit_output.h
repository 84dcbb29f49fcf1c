// What a driver that follows a path derived in its last tick, for people to see: where it looks,
// why, and which errors it acts on. SI, world frame; docs/physics/pure_pursuit.md.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "paddock/core/vec.h"

namespace paddock {

/// How the point that is pursued was found.
enum class CarrotWhy : std::uint8_t {
  None,        // there is no path
  Projection,  // the circle meets nothing: the nearest point of the segment
  Circle,      // where the lookahead circle leaves the path
  End,         // a waypoint inside the circle: a corner, or the path's last
  Waypoint,    // without pure pursuit: the next waypoint itself
};

/// Where the lookahead circle meets the path, the first few.
struct CircleHits {
  static constexpr std::size_t kMost = 4;
  std::array<Vec2, kMost> points{};
  std::size_t count{};
  bool operator==(const CircleHits&) const = default;
};

struct PursuitOutput {
  CarrotWhy why{};
  bool arrived{};         // it holds at the end of the path
  std::size_t index{};    // of the waypoint that comes next
  std::size_t segment{};  // the carrot lies on: the waypoint at which it ends
  double lookahead{};     // m
  Vec2 carrot;            // the point that is pursued
  Vec2 closest;           // of the path, to the vehicle
  CircleHits hits;
  double cross_track{};  // m, from the path, positive to its left
  double along{};        // m of the path done
  double speed{};        // m/s, that the controller plans for; 0: it plans none

  Vec2 position_error, position_error_rate;  // of the outer loop
  Vec2 velocity_error, velocity_error_rate;  // of the inner loop
  Vec2 velocity_command, accel_command;      // m/s, m/s^2
  bool operator==(const PursuitOutput&) const = default;
};

}  // namespace paddock
