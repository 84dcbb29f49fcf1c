// Streets between nodes: two or three lines of data make roads, corners and junctions with all
// their turning lanes, signals and crossings. The same roads a file could say one by one.
#pragma once

#include <array>
#include <vector>

#include "paddock/core/error.h"
#include "paddock/world/roads/junction_arms.h"
#include "paddock/world/roads/road_spec.h"

namespace paddock {

/// What lies beside the middle line of a street, on either side.
struct StreetSide {
  double lane_width{3.5};
  double kerb{0.15}, kerb_height{0.12};  // 0: none
  double pavement{3};                    // 0: none
  bool operator==(const StreetSide&) const = default;
};
struct LaneCounts {
  int left{}, right{};
};
/// Driving lanes, kerbs and pavements, without paint.
LaneSection lanes_beside(LaneCounts lanes, const StreetSide& side);

struct StreetsSpec : StreetSide {
  SourceLine where;
  std::vector<Vec2> nodes;
  std::vector<std::array<int, 2>> edges;  // pairs of nodes, the first is 0
  int lanes{1};                           // each way, 1 or 2
  double corner{10};                      // radius of the middle line where two streets meet
  double reach{10};                       // m from its node to which a junction takes an arm
  double speed{30 / 3.6};                 // m/s
  JunctionStyle junctions{};
  bool operator==(const StreetsSpec&) const = default;
};

/// Adds them; ids go on from the roads and junctions that are there. Fails where streets are too
/// short for their corners and junctions.
Result<void> add_streets(const StreetsSpec& streets, RoadsSpec& into);

}  // namespace paddock
