// Where the sun surely reaches. Seen along the light, the world is a grid; each cell has a plane
// that nothing in it rises above. A place above that plane has nothing between it and the sun, and
// no shadow ray need be traced from there: most of a level's open ground, and most slopes.
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
  /// Of the triangles in `groups` that stand still and that cameras see; nothing is known while the
  /// sun is too low. `sun_radius` in rad.
  SunCover(const SurfaceView& view, std::span<const SurfaceGroup> groups, Vec3 to_sun,
           double sun_radius);
  /// What is placed now, in place of what was.
  void place(std::span<const CoverBall> balls);
  CoverView view() const;

 private:
  using Corners = Vec3[3];
  /// A part of the grid seen along the light, m.
  struct Area {
    double low[2]{1e30, 1e30}, high[2]{-1e30, -1e30};
  };
  struct Cells {
    int left, right, low, high;  // columns and rows, none when right < left or high < low
  };
  Vec3 along_light(Vec3 p) const;
  Cells cells_of(const Area& area, double wide) const;
  void lay_out(const Area& area);
  void add(const Corners& corners, bool beside);
  bool leaves(const Area& area, double wide) const;

  CoverView grid_;                // without its cells
  double shift_[2]{};             // m to the side for each metre up
  double spread_{};               // and so much more for rays to the rim of the sun
  std::vector<CoverCell> still_;  // row by row
  std::vector<CoverCell> all_;    // with what is placed
  float beside_{};                // the same beside the grid
  std::vector<int> placed_;       // the cells that differ
};

}  // namespace paddock
