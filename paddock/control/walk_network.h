// Where people walk: places along pavements, joined to their neighbours, over crossings, and to the
// pavement across the street. Metres, world frame.
#pragma once

#include <cstdint>
#include <vector>

#include "paddock/world/roads/road_network.h"

namespace paddock {

struct WalkLink {
  static constexpr std::uint32_t kPavement = 0xffffffff;
  std::uint32_t to{};
  std::uint32_t crossing{kPavement};  // that it leads over
};
struct WalkPlace {
  Vec2 at;
  std::vector<WalkLink> links;
  std::optional<std::uint32_t> across;  // straight over the road, where there is no crossing
};

struct WalkNetwork {
  std::vector<WalkPlace> places;
};

/// Pavements as far apart as a step or two are joined where no road lies between them.
WalkNetwork make_walk_network(const RoadNetwork& roads);

}  // namespace paddock
