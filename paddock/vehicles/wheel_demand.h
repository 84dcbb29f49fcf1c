// What the drive train and brakes of a four-wheeled vehicle ask of its wheels where rigid physics
// carries it. Wheels: front left, front right, rear left, rear right. SI.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace paddock {

/// N at one wheel.
struct WheelDemand {
  double drive{};
  double brake{};    // at most, against the motion
  double rolling{};  // the same, but free: takes nothing of the side grip
};
using WheelDemands = std::array<WheelDemand, 4>;

/// What a drive train may look at.
struct DriveView {
  double gravity{};
  double speed{};                 // m/s along the body, over the ground it stands on
  std::array<double, 4> loads{};  // N
  std::array<double, 4> most{};   // N of grip
  double friction{};              // of the ground, mean over the wheels that touch
};

/// Both wheels of an axle get the same, unless one cannot hold it: then the other gets the rest.
inline void drive_axle(double force, std::size_t left, const DriveView& view,
                       WheelDemands& demands) {
  const std::size_t right = left + 1;
  const double size = std::min(std::fabs(force), view.most[left] + view.most[right]);
  const double weaker = std::min(view.most[left], view.most[right]);
  const double small = std::min(size / 2, weaker), large = size - small;
  const bool left_weaker = view.most[left] <= view.most[right];
  demands[left].drive = std::copysign(left_weaker ? small : large, force);
  demands[right].drive = std::copysign(left_weaker ? large : small, force);
}

}  // namespace paddock
