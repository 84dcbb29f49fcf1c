// What the world does to a vehicle in one tick. A vehicle does not know the world: the engine looks
// these up and hands them over.
#pragma once

#include "paddock/core/simd.h"

namespace paddock {

template <class Real>
struct Surroundings {
  Real friction{1.0};       // of the ground, relative to the vehicle's own tyre figure
  Real pull_x{}, pull_y{};  // m/s^2 in world axes: gravity along the slope
  Real gust_x{}, gust_y{};  // uniform in [-1, 1), fresh every tick, for wind that walks
  Real air_x{}, air_y{};    // m/s, of the air in world axes
  Real load{1.0};           // mass and inertia over the vehicle's own: motors and air move it less

  PADDOCK_KERNEL static constexpr void fields(auto& self, auto&& visit) {
    visit("friction", self.friction), visit("pull_x", self.pull_x), visit("pull_y", self.pull_y);
    visit("gust_x", self.gust_x), visit("gust_y", self.gust_y), visit("load", self.load);
    visit("air_x", self.air_x), visit("air_y", self.air_y);
  }
};

}  // namespace paddock
