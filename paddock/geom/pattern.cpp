// Procedural materials. Noise is a function of its grid cell alone, so pictures never shimmer and
// do not depend on how they were cut out; a repeating pattern counts its cells around.
#include "paddock/geom/pattern.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "paddock/geom/palette.h"

namespace paddock {
namespace {

constexpr Color kSoot{28, 31, 34}, kMortar{196, 188, 176};

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
std::int64_t around(std::int64_t cell, std::int64_t count) {
  if (count == 0 || (cell >= 0 && cell < count)) return cell;
  return ((cell % count) + count) % count;
}

/// A place on a surface and how its cells are counted.
struct Spot {
  Vec2 at;         // metres
  double pixel{};  // metres
  Vec2 repeat;     // metres, zero: never

  /// Cells of `size` metres until the pattern repeats.
  std::int64_t columns(double size) const { return cell_of(repeat.x / size + 0.5); }
  std::int64_t rows(double size) const { return cell_of(repeat.y / size + 0.5); }

  /// One number for each cell.
  double grain(Vec2 cell, std::uint64_t salt) const {
    return cell_noise(around(cell_of(at.x / cell.x), columns(cell.x)),
                      around(cell_of(at.y / cell.y), rows(cell.y)), salt);
  }
  /// Numbers at the corners of cells, smooth between them.
  double cloud(Vec2 cell, std::uint64_t salt) const {
    const std::int64_t nx = columns(cell.x), ny = rows(cell.y);
    const std::int64_t x = cell_of(at.x / cell.x), y = cell_of(at.y / cell.y);
    double u = at.x / cell.x - static_cast<double>(x), v = at.y / cell.y - static_cast<double>(y);
    u *= u * (3 - 2 * u), v *= v * (3 - 2 * v);
    const auto corner = [&](std::int64_t i, std::int64_t k) {
      return cell_noise(around(x + i, nx), around(y + k, ny), salt);
    };
    const double low = corner(0, 0) * (1 - u) + corner(1, 0) * u;
    const double high = corner(0, 1) * (1 - u) + corner(1, 1) * u;
    return low * (1 - v) + high * v;
  }
  double cloud(double cell, std::uint64_t salt) const { return cloud(Vec2{cell, cell}, salt); }

  /// How much of a detail of `size` metres is left: all of it from three pixels up, nothing below
  /// one.
  double seen(double size) const { return std::clamp((size / pixel - 1) / 2, 0.0, 1.0); }
};

/// Stones packed like cells: how far `spot` lies from the rim of its stone, 0 to about 1, and the
/// stone's own number.
struct Stone {
  double inside{}, tint{};
};

Stone stone_at(const Spot& spot, double size, std::uint64_t salt) {
  const std::int64_t nx = spot.columns(size), ny = spot.rows(size);
  const std::int64_t x = cell_of(spot.at.x / size), y = cell_of(spot.at.y / size);
  const Vec2 p = spot.at / size;
  double nearest = 1e9, second = 1e9, tint = 0;
  for (std::int64_t i = x - 1; i <= x + 1; ++i) {
    for (std::int64_t k = y - 1; k <= y + 1; ++k) {
      const std::int64_t cx = around(i, nx), cy = around(k, ny);
      const Vec2 middle{static_cast<double>(i) + 0.5 + 0.4 * cell_noise(cx, cy, salt),
                        static_cast<double>(k) + 0.5 + 0.4 * cell_noise(cx, cy, salt + 1)};
      const double away = distance(p, middle);
      if (away < nearest) {
        second = nearest, nearest = away;
        tint = cell_noise(cx, cy, salt + 2);
      } else {
        second = std::min(second, away);
      }
    }
  }
  return {second - nearest, tint};
}

// --- one function a pattern: a factor on the surface's own light --------------------------------

// What repeats must not catch the eye: from half a metre up, differences are kept small.

double asphalt(const Spot& s) {
  // stones in binder, some of them pale; patches where the road was worn or mended
  const double far = 1 + 0.05 * s.seen(0.12) * s.cloud(0.12, 3) +
                     0.03 * s.seen(0.3) * s.cloud(0.3, 4) + 0.02 * s.cloud(0.6, 5);
  const double seen = s.seen(0.012);
  if (seen == 0) return far;
  const Stone stone = stone_at(s, 0.012, 1);
  const double pale = stone.tint > 0.5 ? 0.75 * (stone.tint - 0.5) : 0.14 * (stone.tint - 0.5);
  const double rim = std::min(stone.inside * 3, 1.0);  // binder between the stones
  return far * (1 + seen * (rim * (pale + 0.10) - 0.12));
}

double concrete(const Spot& s) {
  return 1 + 0.05 * s.seen(0.01) * s.grain({0.005, 0.005}, 6) +
         0.05 * s.seen(0.03) * s.cloud(0.03, 7) + 0.04 * s.seen(0.12) * s.cloud(0.12, 8) +
         0.04 * s.seen(0.3) * s.cloud(0.3, 9) + 0.02 * s.cloud(0.6, 10);
}

double carpet(const Spot& s) {
  // loops in rows
  return 1 + 0.16 * s.seen(0.01) * s.grain({0.005, 0.01}, 11) +
         0.06 * s.seen(0.02) * s.cloud(0.02, 12) + 0.05 * s.seen(0.3) * s.cloud(0.3, 13);
}

double earth(const Spot& s) {
  const double stones = s.grain({0.02, 0.02}, 14);
  return 1 + s.seen(0.02) * (stones > 0.9 ? 0.3 : 0.08 * stones) +
         0.12 * s.seen(0.08) * s.cloud(0.08, 15) + 0.08 * s.seen(0.4) * s.cloud(0.4, 16) +
         0.03 * s.cloud(0.6, 17);
}

double gravel(const Spot& s) {
  const double far = 1 + 0.06 * s.seen(0.3) * s.cloud(0.3, 18) + 0.02 * s.cloud(0.6, 19);
  const double seen = s.seen(0.015);
  if (seen == 0) return far;
  // large and small stones, each with its shade
  const Stone large = stone_at(s, 0.025, 20), small = stone_at(s, 0.0125, 60);
  const Stone& stone = large.tint > 0.1 && large.inside > 0.12 ? large : small;
  const double shade = std::min(stone.inside * 2.5, 1.0);
  return far * (1 + seen * (0.26 * stone.tint + 0.22 * (shade - 0.72)));
}

double sand(const Spot& s) {
  // ripples of the wind, drawn out along y and bent a little
  const double bend = s.cloud(0.3, 23);
  const Spot bent{{s.at.x + 0.03 * bend, s.at.y}, s.pixel, s.repeat};
  return 1 + 0.05 * s.seen(0.01) * s.grain({0.01, 0.01}, 24) +
         0.07 * s.seen(0.08) * bent.cloud(Vec2{0.06, 0.3}, 25) +
         0.05 * s.seen(0.3) * s.cloud(0.3, 26) + 0.03 * s.cloud(0.6, 27);
}

/// Blades lean both ways: two lattices of thin cells, one drawn out along each axis.
double blades(const Spot& s) {
  return std::max(s.grain({0.01, 0.04}, 28), 0.9 * s.grain({0.04, 0.01}, 29)) - 0.3;
}

Tone grass(const Tone own, const Spot& s) {
  const double value = 1 + 0.32 * s.seen(0.016) * blades(s) +
                       0.12 * s.seen(0.15) * s.cloud(0.15, 30) +
                       0.05 * s.seen(0.3) * s.cloud(0.3, 31) + 0.03 * s.cloud(1.2, 32);
  // dry tufts are yellower
  const double dry = std::clamp(0.15 * s.cloud(0.6, 33) + 0.35 * s.cloud(0.08, 34), -0.3, 0.4);
  const auto v = static_cast<float>(value), d = static_cast<float>(dry);
  return {v * own.r * (1 + 0.45f * d), v * own.g * (1 + 0.1f * d), v * own.b};
}

double leaves(const Spot& s) {
  const double far = 1 + 0.16 * s.seen(0.3) * s.cloud(0.3, 35) + 0.06 * s.cloud(0.6, 36);
  const double seen = s.seen(0.04);
  if (seen == 0) return far;
  const Stone leaf = stone_at(s, 0.04, 37);
  return far * (1 + seen * (0.35 * leaf.tint + 0.9 * (std::min(leaf.inside * 1.6, 1.0) - 0.6)));
}

double planks(const Spot& s) {
  const double width = 0.12, span = 1.4, seam = 0.004;
  const std::int64_t row = around(cell_of(s.at.y / width), s.rows(width));
  const double x = s.at.x / span + 0.35 * static_cast<double>(row);
  const std::int64_t board = around(cell_of(x), s.columns(span));
  const double across = s.at.y - width * std::floor(s.at.y / width);
  const double along = (x - std::floor(x)) * span;
  const double edge = std::min({across, width - across, along, span - along});
  const double seen = s.seen(width);
  // grain runs along a board and differs from board to board
  const double grain = s.cloud(Vec2{0.35, 0.008}, 40 + static_cast<std::uint64_t>(board & 1));
  const double bands = s.cloud(Vec2{0.7, 0.03}, 42 + static_cast<std::uint64_t>(board & 1));
  return 1 + 0.12 * seen * cell_noise(row, board, 44) + 0.07 * s.seen(0.016) * grain +
         0.06 * s.seen(0.06) * bands - (edge < seam ? 0.45 * seen : 0);
}

double corrugated(const Spot& s) {
  // flutes under the paper, and its fibres
  const double flute = s.at.x / 0.01 - std::floor(s.at.x / 0.01);
  return 1 + s.seen(0.01) * (flute < 0.5 ? 0.02 : -0.02) +
         0.04 * s.seen(0.01) * s.cloud(Vec2{0.04, 0.005}, 46) +
         0.04 * s.seen(0.2) * s.cloud(0.2, 47);
}

double tread(const Spot& s) {
  const double bar = s.at.x / 0.03 + s.at.y / 0.06;
  const double groove = bar - std::floor(bar) < 0.3 ? -0.4 : 0.12;
  return 1 + s.seen(0.03) * groove;
}

double plaster(const Spot& s) {
  // strokes of the trowel
  return 1 + 0.035 * s.seen(0.02) * s.cloud(Vec2{0.04, 0.015}, 52) +
         0.02 * s.seen(0.1) * s.cloud(0.15, 53);
}

double tiles(const Spot& s) {
  const double edge = 0.4, joint = 0.005;
  const std::int64_t x = cell_of(s.at.x / edge), y = cell_of(s.at.y / edge);
  const double across = s.at.x - edge * static_cast<double>(x),
               along = s.at.y - edge * static_cast<double>(y);
  const bool odd = (x + y) % 2 != 0;
  const bool in_joint = std::min({across, edge - across, along, edge - along}) < joint / 2;
  return 1 + (odd ? -0.12 : 0.05) * s.seen(0.2) + 0.03 * s.seen(0.1) * s.cloud(0.1, 48) -
         (in_joint ? 0.25 * s.seen(0.02) : 0);
}

Tone bricks(Tone brick, const Spot& s) {
  const double length = 0.24, height = 0.08, joint = 0.01;
  const std::int64_t row = cell_of(s.at.y / height);
  const double x = s.at.x / length + (row % 2 == 0 ? 0 : 0.5);
  const double across = s.at.y - height * static_cast<double>(row);
  const double along = (x - std::floor(x)) * length;
  const double seen = s.seen(height);
  const double tint =
      cell_noise(around(row, s.rows(height)), around(cell_of(x), s.columns(length)), 49);
  const double grain =
      0.10 * s.seen(0.01) * s.grain({0.01, 0.01}, 50) + 0.08 * s.seen(0.04) * s.cloud(0.04, 51);
  if (across >= joint && along >= joint)
    return static_cast<float>(1 + 0.22 * seen * tint + grain) * brick;
  const auto mix = static_cast<float>(seen);
  return (1 - mix) * brick + (mix * static_cast<float>(1 + grain)) * tone_of(kMortar);
}

bool is_kerb(const Material& material) { return material.name == "kerb"; }

double stripe_pitch(const Material& material) { return is_kerb(material) ? 0.5 : 0.3; }

/// Kerbs and warning boards: the material's colour and its partner in turn.
Tone stripes(const Material& material, Tone own, const Spot& s) {
  const bool kerb = is_kerb(material);
  const double pitch = stripe_pitch(material);
  const double along = (s.at.x + (kerb ? 0 : s.at.y)) / pitch;
  const Tone other = tone_of(kerb ? kChalk : kSoot);
  const double phase = along - std::floor(along);
  const double seen = s.seen(pitch / 2);
  const auto mix = static_cast<float>(0.5 + (phase < 0.5 ? -0.5 : 0.5) * seen);
  return (1 - mix) * own + mix * other;
}

double factor_at(Pattern pattern, const Spot& spot) {
  switch (pattern) {
    case Pattern::Asphalt:
      return asphalt(spot);
    case Pattern::Concrete:
      return concrete(spot);
    case Pattern::Carpet:
      return carpet(spot);
    case Pattern::Earth:
      return earth(spot);
    case Pattern::Gravel:
      return gravel(spot);
    case Pattern::Sand:
      return sand(spot);
    case Pattern::Checker:
      return tiles(spot);
    case Pattern::Leaves:
      return leaves(spot);
    case Pattern::Planks:
      return planks(spot);
    case Pattern::Board:
      return corrugated(spot);
    case Pattern::Tread:
      return tread(spot);
    case Pattern::Plaster:
      return plaster(spot);
    case Pattern::Plain:
    case Pattern::Bricks:
    case Pattern::Stripes:
    case Pattern::Grass:
      break;
  }
  return 1;
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

// Each size is a whole number of every cell its pattern uses.
Vec2 pattern_size(const Material& material) {
  switch (material.pattern) {
    case Pattern::Plain:
      return {};
    case Pattern::Bricks:
      return {1.92, 1.92};
    case Pattern::Planks:
      return {2.8, 2.4};
    case Pattern::Checker:
      return {0.8, 0.8};
    case Pattern::Asphalt:
    case Pattern::Concrete:
    case Pattern::Gravel:
    case Pattern::Carpet:
    case Pattern::Leaves:
    case Pattern::Plaster:
      return {1.2, 1.2};

    case Pattern::Board:
      return {0.4, 0.4};
    case Pattern::Tread:
      return {0.06, 0.06};
    case Pattern::Stripes:
      return {stripe_pitch(material), stripe_pitch(material)};
    case Pattern::Earth:
    case Pattern::Sand:
    case Pattern::Grass:
      break;
  }
  return {2.4, 2.4};
}

Tone pattern_at(const Material& material, Color own, const PatternPlace& place) {
  const Spot spot{place.at, place.pixel, place.repeats ? pattern_size(material) : Vec2{}};
  const Tone tone = tone_of(own);
  if (material.pattern == Pattern::Bricks) return bricks(tone, spot);
  if (material.pattern == Pattern::Stripes) return stripes(material, tone, spot);
  if (material.pattern == Pattern::Grass) return grass(tone, spot);
  return static_cast<float>(factor_at(material.pattern, spot)) * tone;
}

}  // namespace paddock
