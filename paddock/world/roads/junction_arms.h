// A junction from its arms: a connecting road for every way through it, turning lanes, stop lines,
// signals and crossings.
#pragma once

#include <string>
#include <vector>

#include "paddock/core/error.h"
#include "paddock/world/roads/road_spec.h"

namespace paddock {

inline constexpr double kInnerRadius = 0.5;  // m, of the sharpest edge of a pavement

/// What decides who goes first.
enum class JunctionControl : std::uint8_t { Lights, Stop, Yield, None };
struct JunctionStyle {
  JunctionControl control{};
  double green{10}, yellow{3}, red{2};  // s; the last between one green and the next
  bool crossings{true};                 // for people, on every arm
  bool operator==(const JunctionStyle&) const = default;
};

/// m back from the junction where those who wait stop.
double stop_back(const JunctionStyle& style);

struct JunctionArm {
  std::string road{};
  RoadEnd end{RoadEnd::End};  // of the road, that lies at the junction
  bool operator==(const JunctionArm&) const = default;
};
struct ArmsSpec {
  SourceLine where;
  std::string id{}, name{};
  std::vector<JunctionArm> arms{};
  JunctionStyle style{};
  bool operator==(const ArmsSpec&) const = default;
};

/// Adds the junction and its connecting roads, and to the arms its signals and crossings. Fails
/// where two arms cannot be joined.
Result<void> add_junction(const ArmsSpec& spec, RoadsSpec& into);

}  // namespace paddock
