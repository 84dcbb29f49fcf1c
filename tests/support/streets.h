// A small town for tests of traffic: two blocks, two junctions of three arms, four corners.
#pragma once

#include "paddock/world/roads/streets.h"
#include "tests/support/worlds.h"

namespace paddock {

struct TownWish {
  int vehicles{}, walkers{};
  JunctionControl control{};
  TrafficMode mode{};
};

/// Their streets, the first corner at `at`.
inline void add_two_blocks(LevelSpec& level, Vec2 at, JunctionControl control = {}) {
  StreetsSpec streets;
  for (const Vec2 node : {Vec2{0, 0}, {100, 0}, {200, 0}, {200, 100}, {100, 100}, {0, 100}})
    streets.nodes.push_back(at + node);
  streets.edges = {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 0}, {1, 4}};
  streets.lane_width = 4;
  streets.junctions.control = control;
  if (!add_streets(streets, level.roads)) std::abort();
}

inline LevelSpec two_blocks(const TownWish& wish = {}) {
  LevelSpec level = open_level();
  level.vehicle = "sedan";
  level.ground.center = {100, 50};
  level.ground.size = {300, 200};
  add_two_blocks(level, {}, wish.control);
  level.traffic = TrafficSpec{.where = {}, .vehicles = wish.vehicles, .walkers = wish.walkers};
  level.traffic->mode = wish.mode;
  return level;
}

}  // namespace paddock
