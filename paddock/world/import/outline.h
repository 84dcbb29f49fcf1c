// The border of a set of pixels as few, clean, closed lines. Pixel (x, y) covers the unit square
// from (x, y); y upwards; lengths in pixels.
#pragma once

#include <cstdint>
#include <vector>

#include "paddock/core/vec.h"

namespace paddock {

struct PixelSet {
  int width{}, height{};
  std::vector<std::uint8_t> taken;  // row by row from the lowest y; not 0: in the set

  bool holds(int x, int y) const {
    if (x < 0 || y < 0 || x >= width || y >= height) return false;
    return taken[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                 static_cast<std::size_t>(x)] != 0;
  }
};

/// One part of the set whose pixels share edges or corners: its outline, then its holes.
using PixelPart = std::vector<std::vector<Vec2>>;

/// Outlines of all parts, the set on their left, from the lowest and leftmost part on. Straight
/// borders and their corners are exact; stairs become slanted lines at most 0.7 + 0.36 pixels off.
/// Every pixel of the set has its middle inside, every other pixel outside, and no two lines cross
/// or touch.
std::vector<PixelPart> outline_parts(const PixelSet& set);

}  // namespace paddock
