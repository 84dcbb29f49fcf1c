// What drawing a picture's triangles shares with its kernels. Equations by number:
// docs/physics/camera.md.
#pragma once

#include <cstdint>

#include "paddock/raycast/surface.h"

namespace paddock {

/// Blocks of pixels whose triangles are looked at together: 4 by 2 tiles. A band is a row of them.
inline constexpr int kBlockTiles = 4, kBandTiles = 2;
inline constexpr int kBlockWidth = 4 * kBlockTiles, kBandHeight = 4 * kBandTiles;

/// (16) A triangle as one camera sees it: the pixel with the direction (x, y, 1) lies inside where
/// none of the three edges is below 0.
struct alignas(64) Outline {
  float edge[3][3]{};   // times x, times y, and alone
  float nearness[3]{};  // the same for 1 / depth
  std::int32_t triangle{};
  std::int32_t frame{};
  std::int16_t first_band{}, last_band{}, first_block{}, last_block{};  // that it may be seen in
};

/// The rays of a picture without a lens, at z = 1.
struct DrawView {
  float left{}, right{}, top{}, bottom{};
  float near{}, far{};
  double fx{}, fy{}, cx{}, cy{};
  std::int32_t bands{}, blocks{};  // blocks in a band
};

/// Triangles in a row and where they stand.
struct DrawGroup {
  double turn[9]{};  // optical_from_group, row by row
  double at[3]{};
  float room{}, share{};  // m, and of a place's distance: for rounding in float
  std::int32_t first{}, count{};
  std::int32_t frame{};
};

}  // namespace paddock
