#include "paddock/world/marker.h"

#include <algorithm>
#include <cstddef>

#include "paddock/core/check.h"
#include "paddock/core/text.h"
#include "paddock/geom/lettering.h"

namespace paddock {
namespace {

// sharp at arm's length even when a camera blends neighbouring pixels
constexpr int kCellPx = 32;

/// Whether a cell of the board is white: rim, black square, then the data.
bool is_white(std::uint64_t code, int cells, int column, int row) {
  const int last = cells + 3;
  if (column == 0 || row == 0 || column == last || row == last) return true;
  if (column == 1 || row == 1 || column == last - 1 || row == last - 1) return false;
  const int bit = cells * cells - 1 - ((row - 2) * cells + column - 2);
  return (code >> static_cast<unsigned>(bit) & 1u) != 0;
}

}  // namespace

int marker_cells(MarkerFamily family) { return family == MarkerFamily::Aruco5x5 ? 5 : 6; }

double marker_board_size(const MarkerSpec& marker) {
  const int cells = marker_cells(marker.family);
  return marker.size * (cells + 4) / (cells + 2);
}

std::string marker_name(const MarkerSpec& marker) {
  return concat(kMarkerFamilies[static_cast<std::size_t>(marker.family)], '-', marker.id);
}

Image draw_marker(const MarkerSpec& marker) {
  const auto codes = marker_codes(marker.family);
  const auto id = static_cast<std::size_t>(marker.id);
  PADDOCK_ASSERT(id < codes.size(), "marker id ", id, " of ", codes.size());
  const int cells = marker_cells(marker.family), edge = (cells + 4) * kCellPx;
  Image image = Image::blank(edge, edge);
  for (int y = 0; y < edge; ++y) {
    for (int x = 0; x < edge; ++x) {
      const bool white = is_white(codes[id], cells, x / kCellPx, y / kCellPx);
      for (int c = 0; c < 3; ++c) image.at(x, y)[c] = white ? 255 : 0;
    }
  }
  return image;
}

Image draw_sign(const SignSpec& sign, Color board) {
  constexpr int kHighPx = 128;
  const double wide = std::clamp(kHighPx * sign.size.x / sign.size.y, 16.0, 1024.0);
  Image image = Image::blank(static_cast<int>(wide), kHighPx);
  for (std::size_t i = 0; i < image.pixels.size(); i += 3) {
    image.pixels[i] = board.r, image.pixels[i + 1] = board.g, image.pixels[i + 2] = board.b;
  }
  const int value = 2 * board.r + 5 * board.g + board.b;
  const Color ink = value > 8 * 140 ? Color{20, 23, 26} : Color{242, 240, 234};
  // as high as the board allows, narrower when the text is long
  const double full = 0.62 * kHighPx, run = text_width(sign.text, full);
  const double capital = run > 0.86 * wide ? full * 0.86 * wide / run : full;
  const Vec2 baseline{(wide - text_width(sign.text, capital)) / 2, (kHighPx + capital) / 2};
  draw_text(image, baseline, capital, sign.text, ink);
  return image;
}

}  // namespace paddock
