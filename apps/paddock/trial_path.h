// The way of a car through a trial, as a report draws it: where it was each tenth of a second of
// simulated time, and where it was last. World frame, SI.
#pragma once

#include <cstddef>
#include <vector>

#include "paddock/core/vec.h"
#include "paddock/io/json.h"

namespace paddock {

struct PathPlace {
  Vec2 at;
  double speed{};
  bool operator==(const PathPlace&) const = default;
};

struct TrialPath {
  double interval{0.1};           // s between two places
  std::vector<PathPlace> places;  // the first at the start of the clock
  bool loose{};                   // the last one follows its neighbour sooner than that

  /// A place at `time` on the clock, not before the one last added. A path that grows long keeps
  /// every other place, so that its size is bounded.
  void add(double time, const PathPlace& place);
  bool operator==(const TrialPath&) const = default;
};

inline constexpr std::size_t kMostPlaces = 4000;

/// Whether the car was put elsewhere between these neighbours; it did not drive so far.
bool jumps(const TrialPath& path, std::size_t from);

double driven(const TrialPath& path);     // m
double top_speed(const TrialPath& path);  // m/s

/// Millimetres and millimetres a second: three whole numbers a place.
Json json_of(const TrialPath& path);
TrialPath path_from(const Json& json);

}  // namespace paddock
