// Where the sun surely reaches. Seen along the light, the world is a grid; each cell knows how high
// anything in it stands. A place above that has nothing between it and the sun, and no shadow ray
// need be traced from there: most of a level's open ground.
#pragma once

#include <span>
#include <vector>

#include "paddock/core/vec.h"
#include "paddock/raycast/surface.h"

namespace paddock {

/// A ball around something that is placed.
struct CoverBall {
  Vec3 center;
  double radius{};
};

class SunCover {
 public:
  /// Of the triangles in `groups` that stand still and that cameras see; nothing is covered while
  /// the sun is too low. `sun_radius` in rad.
  SunCover(const SurfaceView& view, std::span<const SurfaceGroup> groups, Vec3 to_sun,
           double sun_radius);
  /// What is placed now, in place of what was.
  void place(std::span<const CoverBall> balls);
  CoverView view() const;

 private:
  struct Cells {
    int left, right, low, high;  // columns and rows, none when right < left or high < low
  };
  Cells cells_of(double u_low, double u_high, double v_low, double v_high) const;
  void add(const Vec3 (&corner)[3]);

  CoverView grid_;            // without its cells
  double spread_{};           // m to the side for each metre up
  std::vector<float> still_;  // m, the highest in each cell
  std::vector<float> all_;    // with what is placed
  std::vector<int> placed_;   // the cells that differ
};

}  // namespace paddock
