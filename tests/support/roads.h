// What holds of every network of roads.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "paddock/core/angle.h"
#include "paddock/world/roads/road_network.h"

namespace paddock {

/// Lanes go on where the one before them ended, as it headed, and driving lanes never end.
inline void expect_sound_links(const RoadNetwork& network) {
  for (const RoadLane& lane : network.lanes) {
    for (const LaneId id : lane.successors) {
      const RoadLane& next = network.lane(id);
      EXPECT_LT(distance(lane.middle.back(), next.middle.front()), 2e-3);
      EXPECT_LT(std::fabs(wrap_angle(lane.heading.back() - next.heading.front())), 1e-6);
      EXPECT_EQ(lane.kind, next.kind);
      EXPECT_EQ(std::count(next.predecessors.begin(), next.predecessors.end(),
                           LaneId{static_cast<std::uint32_t>(&lane - network.lanes.data())}),
                1);
    }
    if (lane.kind != LaneKind::Driving) continue;
    EXPECT_FALSE(lane.successors.empty());
    EXPECT_FALSE(lane.predecessors.empty());
    EXPECT_EQ(lane.middle.size(), lane.along.size());
    EXPECT_TRUE(std::is_sorted(lane.along.begin(), lane.along.end()));
  }
}

/// Lanes that cross each other are not both told to go, but for those that face each other.
inline void expect_lights_that_keep_apart(const RoadNetwork& network) {
  const auto signal_of = [&](LaneId id) -> const RoadSignal* {
    for (const LaneId before : network.lane(id).predecessors)
      for (const LaneStop& stop : network.lane(before).stops)
        if (network.signal(stop.signal).kind == SignalKind::Light)
          return &network.signal(stop.signal);
    return nullptr;
  };
  for (const RoadJunction& junction : network.junctions) {
    std::size_t greens = 0;
    for (double t = 0; t < 120; t += 0.25) {
      for (const LaneConflict& c : junction.conflicts) {
        if (c.kind == ConflictKind::Diverge) continue;
        const RoadSignal *a = signal_of(c.own), *b = signal_of(c.other);
        ASSERT_TRUE(a != nullptr && b != nullptr);
        const double apart = std::fabs(wrap_angle(network.lane(c.own).heading.front() -
                                                  network.lane(c.other).heading.front()));
        const bool both = light_at(*a, t) != LightState::Red && light_at(*b, t) != LightState::Red;
        greens += light_at(*a, t) == LightState::Green;
        EXPECT_FALSE(both && apart < radians(150)) << junction.id << " at " << t;
      }
    }
    EXPECT_GT(greens, 0u);
  }
}

}  // namespace paddock
