// What drawing a picture's triangles shares with its kernels. Equations by number:
// docs/physics/camera.md.
#pragma once

#include <cstdint>

#include "paddock/raycast/surface.h"

namespace paddock {

/// Steps across the rays of a lens, from the first to the last.
inline constexpr int kLensSteps = 1024;

/// The rays of a picture at z = 1, tile by tile. Arrays of tiles have sixteen places more than
/// there are columns.
struct DrawView {
  const float* xs{};
  const float* ys{};                             // sixteen a tile
  std::int32_t x_rows{}, y_rows{}, y_columns{};  // tiles from one to the next
  // least and most of each tile; without a lens they are the same in all rows, or all columns
  const float *tile_left{}, *tile_right{}, *tile_top{}, *tile_bottom{};
  std::int32_t columns{}, rows{};
  float left{}, right{}, top{}, bottom{};  // of all tiles
  float near{}, far{};
  float widest{};            // 1 and the farthest of them from the middle
  std::int32_t band_rows{};  // of tiles

  // from a place at z = 1 to pixels; through a lens: for each of kLensSteps the tiles it may be in
  std::int32_t width{}, height{};
  float fx{}, fy{}, cx{}, cy{};
  float spare{};  // px beside the middle of a pixel that its rays may pass, with room for rounding
  std::int32_t lens{};
  float per_x{}, per_y{};  // steps
  const std::int32_t *first_column{}, *last_column{}, *first_row{}, *last_row{};
};

/// Triangles of one frame and where it stands.
struct DrawGroup {
  float turn[9]{};  // optical_from_group, row by row
  float at[3]{};
  double exact_turn[9]{}, exact_at[3]{};
  float room{}, share{};  // m, and of a place's distance: for rounding in float
  float scale{1};         // m for each of its own
  std::int32_t frame{};
};

/// Triangles in a row that may be seen, and the tiles they may be seen in.
struct DrawCluster {
  float nearness{};  // 1 / depth, at most
  float room{};      // m, for rounding in float
  std::int32_t group{};
  std::int32_t first{}, count{};  // triangles
  std::int16_t left{}, right{}, top{}, bottom{};
};

/// A band of a picture while its triangles are drawn: sixteen numbers a tile, row by row.
struct DrawTarget {
  float* nearest{};          // 1 / depth
  std::int32_t* hit{};       // which of the triangles below; -1: none
  float* least{};            // of each tile: the least of `nearest`
  std::int32_t* triangle{};  // that were drawn
  std::int32_t* frame{};
  std::int32_t first_row{}, last_row{};  // of tiles
  std::int32_t stride{};                 // of `least`
  float off_x{}, off_y{};                // of the rays from those of the view
};

}  // namespace paddock
