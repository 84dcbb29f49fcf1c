// Streets between nodes: two or three lines of data make roads, corners and junctions with all
// their turning lanes, signals and crossings. The same roads a file could say one by one.
#pragma once

#include <array>
#include <vector>

#include "paddock/core/error.h"
#include "paddock/world/roads/road_spec.h"

namespace paddock {

/// What decides who goes first where three or more streets meet.
enum class JunctionControl : std::uint8_t { Lights, Stop, Yield, None };

struct StreetsSpec {
  SourceLine where;
  std::vector<Vec2> nodes;
  std::vector<std::array<int, 2>> edges;  // pairs of nodes, the first is 0
  int lanes{1};                           // each way, 1 or 2
  double lane_width{3.5};
  double kerb{0.15}, kerb_height{0.12};  // 0: none
  double pavement{3};                    // 0: none
  double corner{10};                     // radius of the middle line where two streets meet
  double reach{10};                      // m from its node to which a junction takes an arm
  double speed{30 / 3.6};                // m/s
  bool crossings{true};                  // for people, on the arms of junctions
  JunctionControl control{};
  double green{10}, yellow{3}, red{2};  // s; the last between one green and the next
  bool operator==(const StreetsSpec&) const = default;
};

/// Adds them; ids go on from the roads and junctions that are there. Fails where streets are too
/// short for their corners and junctions.
Result<void> add_streets(const StreetsSpec& streets, RoadsSpec& into);

}  // namespace paddock
