// Shadows by a second depth pass along the sun's rays; open sky from the horizon around each block.
#include "paddock/world/draw/light.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "paddock/core/angle.h"

namespace paddock::draw {
namespace {

constexpr int kBlock = 3;  // samples an edge; sky changes slowly
constexpr int kDirections = 12;
constexpr int kReach = 13;  // blocks; what is farther away hides no sky
// light bends a little round round things: a hard edge of day and night looks like a crease
constexpr double kWrap = 0.25;

View blocks_of(const View& view) {
  return {view.low, view.per_metre / kBlock, (view.columns + kBlock - 1) / kBlock,
          (view.rows + kBlock - 1) / kBlock};
}

/// Height at the middle of each block; what is nothing counts as the floor.
std::vector<float> block_heights(const View& view, const View& blocks, const DepthGrid& depth) {
  std::vector<float> heights(blocks.size());
  for (int row = 0; row < blocks.rows; ++row) {
    for (int column = 0; column < blocks.columns; ++column) {
      const int x = std::min(column * kBlock + kBlock / 2, view.columns - 1);
      const int y = std::min(row * kBlock + kBlock / 2, view.rows - 1);
      const float z = depth.z[view.index(x, y)];
      heights[blocks.index(column, row)] = z == kNothing ? 0 : z;
    }
  }
  return heights;
}

struct Tap {
  int dx{}, dy{};
  float weight{};  // of a metre of height: less when far away, nothing at the end of the reach
};
using Taps = std::array<std::array<Tap, kReach>, kDirections>;

Taps taps_around(const View& blocks) {
  Taps taps;
  for (int d = 0; d < kDirections; ++d) {
    const Rot2 turn = Rot2::of(2 * kPi * (d + 0.5) / kDirections);
    for (int r = 1; r <= kReach; ++r) {
      const auto dx = static_cast<int>(round_even(turn.c * r));
      const auto dy = static_cast<int>(round_even(turn.s * r));
      const double metres = std::sqrt(dx * dx + dy * dy) / blocks.per_metre;
      const double far = r / (kReach + 1.0);
      taps[static_cast<std::size_t>(d)][static_cast<std::size_t>(r - 1)] = {
          dx, dy, static_cast<float>((1 - far * far) / metres)};
    }
  }
  return taps;
}

/// The highest thing within reach of each tile of kReach blocks: most floor has nothing to look up
/// to.
std::vector<float> highest_around(const View& blocks, const View& tiles,
                                  const std::vector<float>& heights) {
  std::vector<float> own(tiles.size(), kNothing), around(tiles.size(), kNothing);
  for (int row = 0; row < blocks.rows; ++row) {
    for (int column = 0; column < blocks.columns; ++column) {
      float& tile = own[tiles.index(column / kReach, row / kReach)];
      tile = std::max(tile, heights[blocks.index(column, row)]);
    }
  }
  for (int row = 0; row < tiles.rows; ++row) {
    for (int column = 0; column < tiles.columns; ++column) {
      for (int i = 0; i < 9; ++i) {
        const int x = std::clamp(column + i % 3 - 1, 0, tiles.columns - 1);
        const int y = std::clamp(row + i / 3 - 1, 0, tiles.rows - 1);
        float& most = around[tiles.index(column, row)];
        most = std::max(most, own[tiles.index(x, y)]);
      }
    }
  }
  return around;
}

/// The share of sky over one block, by the steepest thing in each direction.
float sky_over(const View& blocks, const std::vector<float>& heights, const Taps& taps, int column,
               int row) {
  const float z = heights[blocks.index(column, row)];
  float hidden = 0;
  for (const auto& direction : taps) {
    float steepest = 0;
    for (const Tap& tap : direction) {
      const int x = std::clamp(column + tap.dx, 0, blocks.columns - 1);
      const int y = std::clamp(row + tap.dy, 0, blocks.rows - 1);
      steepest = std::max(steepest, (heights[blocks.index(x, y)] - z) * tap.weight);
    }
    hidden += steepest / std::sqrt(1 + steepest * steepest);
  }
  return 1 - hidden / kDirections;
}

std::vector<float> open_sky(const View& blocks, const std::vector<float>& heights) {
  const View tiles{blocks.low, blocks.per_metre / kReach, (blocks.columns + kReach - 1) / kReach,
                   (blocks.rows + kReach - 1) / kReach};
  const std::vector<float> highest = highest_around(blocks, tiles, heights);
  const Taps taps = taps_around(blocks);
  std::vector<float> sky(blocks.size(), 1);
  for (int row = 0; row < blocks.rows; ++row) {
    for (int column = 0; column < blocks.columns; ++column) {
      const std::size_t i = blocks.index(column, row);
      if (highest[tiles.index(column / kReach, row / kReach)] - heights[i] < 0.004f) continue;
      sky[i] = sky_over(blocks, heights, taps, column, row);
    }
  }
  return sky;
}

}  // namespace

Light::Light(const Scene& scene, const SunSpec& sun, const View& view, const DepthGrid& depth)
    : scene_(scene), view_(view), depth_(depth), ambient_(std::clamp(sun.ambient, 0.05, 1.0)) {
  // a sun on the horizon would throw shadows without end
  const Rot2 azimuth = Rot2::of(sun.azimuth);
  const Rot2 elevation = Rot2::of(std::clamp(sun.elevation, 0.2, kPi / 2));
  to_sun_ = {elevation.c * azimuth.c, elevation.c * azimuth.s, elevation.s};
  shift_ = Vec2{to_sun_.x, to_sun_.y} * (-1 / to_sun_.z);
  bias_ = static_cast<float>(0.004 + 1.5 / view.per_metre);
  from_sun_ = draw_from_sun(scene.facets, view, shift_);
  sky_view_ = blocks_of(view);
  sky_ = open_sky(sky_view_, block_heights(view, sky_view_, depth));
}

float Light::sunlight(Vec2 world, float z) const {
  // five places of the sun's disc: the edge of a shadow is a little soft
  constexpr std::array<std::array<int, 2>, 5> kTaps{{{0, 0}, {2, 1}, {-1, 2}, {-2, -1}, {1, -2}}};
  const Vec2 at = view_.sample_from_world(world + static_cast<double>(z) * shift_);
  float lit = 0;
  for (const auto& tap : kTaps) {
    const int x = static_cast<int>(std::floor(at.x)) + tap[0];
    const int y = static_cast<int>(std::floor(at.y)) + tap[1];
    const bool outside = x < 0 || y < 0 || x >= view_.columns || y >= view_.rows;
    if (outside || from_sun_[view_.index(x, y)] <= z + bias_) lit += 1.0f / kTaps.size();
  }
  return lit;
}

float Light::at(int column, int row) const {
  const std::size_t index = view_.index(column, row);
  const Facet& f = scene_.facets[depth_.facet[index]];
  const Vec3 normal = normalized(cross(f.b - f.a, f.c - f.a));
  const auto facing_of = [](double cosine) {
    return std::max((cosine + kWrap) / (1 + kWrap), 0.0);
  };
  const double facing = facing_of(dot(normal, to_sun_));
  const float sun =
      facing > 0 ? sunlight(view_.world_from_sample(column, row), depth_.z[index]) : 0;
  const float open = sky_[sky_view_.index(column / kBlock, row / kBlock)];
  const double level = ambient_ + (1 - ambient_) * facing_of(to_sun_.z);
  // sky light falls with what is hidden, and a little of the sun's light with it: bounced light
  const double light = ambient_ * open + (1 - ambient_) * facing * sun * (0.7 + 0.3 * open);
  return static_cast<float>(light / level);
}

}  // namespace paddock::draw
