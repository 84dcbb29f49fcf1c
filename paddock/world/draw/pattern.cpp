// Procedural materials. Noise is a function of its grid cell alone, so pictures never shimmer and
// do not depend on how they were cut out.
#include "paddock/world/draw/pattern.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace paddock::draw {
namespace {

/// A number in [-1, 1] for a grid cell.
double cell_noise(std::int64_t x, std::int64_t y, std::uint64_t salt) {
  std::uint64_t h = static_cast<std::uint64_t>(x) * 0x9e3779b97f4a7c15u ^
                    static_cast<std::uint64_t>(y) * 0xc2b2ae3d27d4eb4fu ^
                    salt * 0x165667b19e3779f9u;
  h = (h ^ h >> 29) * 0xbf58476d1ce4e5b9u;
  h = (h ^ h >> 32) * 0x94d049bb133111ebu;
  return static_cast<double>(h >> 40) * 0x1p-23 - 1;
}

std::int64_t cell_of(double x) { return static_cast<std::int64_t>(std::floor(x)); }

/// Smooth noise in [-1, 1] with cells of one unit.
double smooth_noise(Vec2 p, std::uint64_t salt) {
  const std::int64_t x = cell_of(p.x), y = cell_of(p.y);
  double u = p.x - static_cast<double>(x), v = p.y - static_cast<double>(y);
  u *= u * (3 - 2 * u), v *= v * (3 - 2 * v);
  const double low = cell_noise(x, y, salt) * (1 - u) + cell_noise(x + 1, y, salt) * u;
  const double high = cell_noise(x, y + 1, salt) * (1 - u) + cell_noise(x + 1, y + 1, salt) * u;
  return low * (1 - v) + high * v;
}

/// How much of a detail of `size` metres is left in pixels of `pixel` metres: all of it from three
/// pixels up, nothing below one.
double visible(double size, double pixel) { return std::clamp((size / pixel - 1) / 2, 0.0, 1.0); }

double speckle(Vec2 p, double pixel) {
  return 1 + 0.10 * visible(0.02, pixel) * cell_noise(cell_of(p.x / 0.02), cell_of(p.y / 0.02), 1) +
         0.05 * visible(0.12, pixel) * smooth_noise(p / 0.12, 2) +
         0.05 * visible(0.6, pixel) * smooth_noise(p / 0.6, 3) + 0.05 * smooth_noise(p / 3.5, 4);
}

double grass(Vec2 p, double pixel) {
  // a mower's lanes, tufts, and patches that grow better
  const double lane = cell_of(p.y / 1.2) % 2 == 0 ? 0.045 : -0.045;
  return 1 + lane * visible(1.2, 4 * pixel) +
         0.16 * visible(0.025, pixel) * cell_noise(cell_of(p.x / 0.02), cell_of(p.y / 0.035), 5) +
         0.10 * visible(0.15, pixel) * smooth_noise(p / 0.15, 6) +
         0.08 * visible(0.9, pixel) * smooth_noise(p / 0.9, 7) + 0.07 * smooth_noise(p / 5, 8);
}

double planks(Vec2 p, double pixel) {
  const double width = 0.12, span = 1.4, seam = 0.004;
  const std::int64_t row = cell_of(p.y / width);
  const double x = p.x / span + 0.37 * static_cast<double>(row);
  const std::int64_t board = cell_of(x);
  const double across = (p.y / width - static_cast<double>(row)) * width;
  const double along = (x - static_cast<double>(board)) * span;
  const double edge = std::min({across, width - across, along, span - along});
  const double seen = visible(width, pixel);
  const double grain =
      smooth_noise({p.x / 0.25, p.y / 0.008 + 17.0 * static_cast<double>(board)}, 9);
  return 1 + 0.12 * seen * cell_noise(row, board, 10) + 0.05 * visible(0.016, pixel) * grain -
         (edge < seam ? 0.45 * seen : 0);
}

double tread(Vec2 p, double pixel) {
  const double bar = p.x / 0.03 + p.y / 0.06;
  const double groove = bar - std::floor(bar) < 0.3 ? -0.25 : 0.05;
  return 1 + visible(0.03, pixel) * groove;
}

Tone bricks(Tone brick, Vec2 p, double pixel) {
  const double length = 0.24, height = 0.08, joint = 0.008;
  const std::int64_t row = cell_of(p.y / height);
  const double x = p.x / length + (row % 2 == 0 ? 0 : 0.5);
  const std::int64_t column = cell_of(x);
  const double across = (p.y / height - static_cast<double>(row)) * height;
  const double along = (x - static_cast<double>(column)) * length;
  const double seen = visible(height, pixel);
  const bool in_joint = across < joint || along < joint;
  const auto tint = static_cast<float>(1 + 0.22 * seen * cell_noise(row, column, 11));
  if (!in_joint) return tint * brick;
  const auto mix = static_cast<float>(seen);
  return (1 - mix) * brick + mix * tone_of({196, 188, 176});
}

/// Kerbs and warning boards: the material's colour and its partner in turn.
Tone stripes(const Surface& surface, Tone own, Vec2 p, double pixel) {
  const bool kerb = surface.material->name == "kerb";
  const double pitch = kerb ? 0.5 : 0.3;
  double along = p.x + (kerb ? 0 : p.y);
  if (surface.line) {
    const RoutePlace place = nearest_place(*surface.line, p);
    along = place.along + (kerb ? 0 : place.offset);
  }
  const Tone other = tone_of(kerb ? Color{242, 240, 234} : Color{28, 31, 34});
  const double phase = along / pitch - std::floor(along / pitch);
  const double seen = visible(pitch, 2 * pixel);
  const auto mix = static_cast<float>(0.5 + (phase < 0.5 ? -0.5 : 0.5) * seen);
  return (1 - mix) * own + mix * other;
}

}  // namespace

Tone tone_of(Color color) {
  const auto square = [](std::uint8_t v) {
    return static_cast<float>(v) * static_cast<float>(v) / 65025.0f;
  };
  return {square(color.r), square(color.g), square(color.b)};
}

Color color_of(Tone tone) {
  const auto root = [](float v) {
    return static_cast<std::uint8_t>(std::sqrt(std::clamp(v, 0.0f, 1.0f)) * 255.0f + 0.5f);
  };
  return {root(tone.r), root(tone.g), root(tone.b)};
}

Tone pattern_at(const Surface& surface, Vec2 world, double pixel) {
  const Tone own = tone_of(surface.color);
  const Pose2& pose = surface.world_from_pattern;
  Vec2 p = world - position(pose);
  if (pose.yaw != 0) p = inverse(Rot2::of(pose.yaw)) * p;
  double value = 1;
  switch (surface.material->pattern) {
    case Pattern::Plain:
      value = 1 + 0.02 * smooth_noise(p / 0.4, 12);
      break;
    case Pattern::Speckle:
      value = speckle(p, pixel);
      break;
    case Pattern::Grass:
      value = grass(p, pixel);
      break;
    case Pattern::Planks:
      value = planks(p, pixel);
      break;
    case Pattern::Tread:
      value = tread(p, pixel);
      break;
    case Pattern::Checker: {
      const bool odd = (cell_of(p.x / 0.4) + cell_of(p.y / 0.4)) % 2 != 0;
      value = 1 + (odd ? -0.09 : 0.05) * visible(0.4, 2 * pixel);
      break;
    }
    case Pattern::Bricks:
      return bricks(own, p, pixel);
    case Pattern::Stripes:
      return stripes(surface, own, p, pixel);
  }
  return static_cast<float>(value) * own;
}

}  // namespace paddock::draw
