// Spline track: a smooth closed track that never meets itself. A random patch of grid cells without
// holes is grown; its border is a closed line that cannot cross itself; a cubic B-spline rounds it.
// The strip test of track_line.h then proves radius and distance, and a patch that fails is
// redrawn.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "paddock/core/random.h"
#include "paddock/world/generate/kinds.h"
#include "paddock/world/track.h"
#include "paddock/world/track_line.h"

namespace paddock {
namespace {

enum Param { kLength, kWidth, kMinRadius, kTwist, kWallHeight, kGates, kStarts };

constexpr std::array kParams{
    GeneratorParam{"length", 120, 5, 1000, false, "of the centre line, m"},
    GeneratorParam{"width", 2.4, 1.3, 20, false, "free between the walls, m"},
    GeneratorParam{"min_radius", 2, 0.3, 100, false,
                   "of the tightest corner, along the centre line, m"},
    GeneratorParam{"twist", 0.8, 0, 1, false, "0 almost round, 1 as winding as min_radius allows"},
    GeneratorParam{"wall_height", 0.3, 0.05, 5, false, "m"},
    GeneratorParam{"gates", 8, 1, 100, true, "gates a lap"},
    GeneratorParam{"starts", 4, 1, 20, true, "places on the grid"},
};

constexpr int kAttempts = 80;

// --- a patch of cells without holes -------------------------------------------------------------

using Cell = std::pair<int, int>;
using Patch = std::map<Cell, bool>;  // ordered: the same walk over it everywhere

constexpr std::array<Cell, 8> kAround{
    {{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}};

bool holds(const Patch& patch, Cell cell) { return patch.count(cell) > 0; }

// adding `cell` makes no hole and no two cells that meet in a corner only: walking round it, taken
// and free neighbours change places exactly twice, and one that shares an edge is taken
bool may_add(const Patch& patch, Cell cell) {
  int changes = 0, edges = 0;
  for (std::size_t i = 0; i < 8; ++i) {
    const Cell here{cell.first + kAround[i].first, cell.second + kAround[i].second};
    const Cell ahead{cell.first + kAround[(i + 1) % 8].first,
                     cell.second + kAround[(i + 1) % 8].second};
    changes += holds(patch, here) != holds(patch, ahead) ? 1 : 0;
    edges += i % 2 == 0 && holds(patch, here) ? 1 : 0;
  }
  return changes == 2 && edges > 0;
}

int taken_sides(const Patch& patch, Cell cell) {
  int count = 0;
  for (std::size_t i = 0; i < 8; i += 2)
    count += holds(patch, {cell.first + kAround[i].first, cell.second + kAround[i].second}) ? 1 : 0;
  return count;
}

Patch grow_patch(int border, DrawSequence& draw) {
  Patch patch{{{0, 0}, true}};
  for (int sides = 4; sides < border;) {
    // cells that lengthen the border; those beside one cell only, so that arms grow
    std::vector<Cell> able;
    for (const auto& [cell, taken] : patch)
      for (std::size_t i = 0; i < 8; i += 2) {
        const Cell next{cell.first + kAround[i].first, cell.second + kAround[i].second};
        if (!holds(patch, next) && taken_sides(patch, next) == 1 && may_add(patch, next))
          able.push_back(next);
      }
    if (able.empty()) break;
    patch[able[static_cast<std::size_t>(
        draw.integer(0, static_cast<std::int64_t>(able.size()) - 1))]] = true;
    sides += 2;
  }
  return patch;
}

// counter-clockwise round the patch, one point for each unit of border
std::vector<Vec2> border_of(const Patch& patch) {
  // from the lowest, leftmost cell's lower left corner eastwards, always keeping the patch on the
  // left
  Cell start = patch.begin()->first;
  for (const auto& [cell, taken] : patch)
    if (std::pair(cell.second, cell.first) < std::pair(start.second, start.first)) start = cell;
  std::vector<Vec2> line;
  Cell at = start, step{1, 0};
  do {
    line.push_back({static_cast<double>(at.first), static_cast<double>(at.second)});
    at = {at.first + step.first, at.second + step.second};
    // the four cells round the corner `at`, seen along `step`: ahead left and ahead right
    const auto cell_at = [&](int forward, int left) -> Cell {
      const int x = forward * step.first - left * step.second,
                y = forward * step.second + left * step.first;
      return {at.first + (x - 1) / 2, at.second + (y - 1) / 2};
    };
    if (holds(patch, cell_at(1, -1)))
      step = {step.second, -step.first};
    else if (!holds(patch, cell_at(1, 1)))
      step = {-step.second, step.first};
  } while (at != start);
  return line;
}

// --- from its border to a centre line -----------------------------------------------------------

std::vector<Vec2> b_spline(const std::vector<Vec2>& corners) {
  constexpr int kSteps = 24;
  std::vector<Vec2> line;
  const std::size_t n = corners.size();
  for (std::size_t i = 0; i < n; ++i) {
    const Vec2 a = corners[i], b = corners[(i + 1) % n], c = corners[(i + 2) % n],
               d = corners[(i + 3) % n];
    for (int k = 0; k < kSteps; ++k) {
      const double t = static_cast<double>(k) / kSteps, s = 1 - t;
      line.push_back((s * s * s * a + (3 * t * t * t - 6 * t * t + 4) * b +
                      (3 * s * s * s - 6 * s * s + 4) * c + t * t * t * d) /
                     6);
    }
  }
  return line;
}

void scale_to_length(std::vector<Vec2>& line, double length) {
  const double factor = length / line_length(line, true);
  Bounds2 bounds;
  for (const Vec2 p : line) bounds.add(p);
  const Vec2 center = (bounds.low + bounds.high) / 2;
  for (Vec2& p : line) p = factor * (p - center);
}

// begin where the line is straightest from one grid behind to one grid ahead
void begin_on_a_straight(std::vector<Vec2>& line, double grid) {
  const std::size_t n = line.size();
  const auto window = std::clamp<std::size_t>(
      static_cast<std::size_t>(grid / line_length(line, true) * static_cast<double>(n)), 1, n / 4);
  std::size_t best = 0;
  double least = 1e300;
  for (std::size_t i = 0; i < n; ++i) {
    double sum = 0;
    for (std::size_t k = 0; k <= 2 * window; ++k)
      sum += std::fabs(curvature_at(line, true, (i + n + k - window) % n));
    if (sum < least) least = sum, best = i;
  }
  std::rotate(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(best), line.end());
}

Result<void> make_spline_track(std::span<const double> values, std::uint64_t seed,
                               LevelSpec& into) {
  TrackSpec track;
  track.width = values[kWidth];
  track.wall_height = values[kWallHeight];
  track.gates = static_cast<int>(values[kGates]);
  track.starts = static_cast<int>(values[kStarts]);
  const double length = values[kLength],
               radius = std::max(values[kMinRadius], smallest_radius(track));
  if (length < 2.2 * kPi * radius)
    return fail(ErrorCode::Invalid, "length must be at least ", for_message(2.2 * kPi * radius),
                " for corners of radius ", for_message(radius), ", got ", length);

  // a unit of border becomes about 0.85 units of line, and its sharpest turns 0.4 units of radius
  const double most = length / (0.85 * 2.5 * radius);
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    DrawSequence draw(
        {.seed = seed, .stream = Stream::Generate, .tick = static_cast<std::uint64_t>(attempt)});
    // each attempt asks for a little less, down to the plain round that always fits
    const double share = values[kTwist] * (1 - static_cast<double>(attempt) / (kAttempts - 1));
    const int border = 4 + 2 * static_cast<int>(std::floor(std::max(0.0, most - 4) * share / 2));
    std::vector<Vec2> corners = border_of(grow_patch(border, draw));
    const double wander = attempt + 1 < kAttempts ? 0.22 * (1 - share / 2) : 0;
    for (Vec2& p : corners) {
      const double dx = draw.between(-wander, wander), dy = draw.between(-wander, wander);
      p += Vec2{dx, dy};
    }
    if (draw.integer(0, 1) == 1) std::reverse(corners.begin(), corners.end());
    std::vector<Vec2> line = b_spline(corners);
    scale_to_length(line, length);
    line = space_evenly(line, true, line_spacing(track));
    if (!check_strip(line, true, radius)) continue;
    begin_on_a_straight(line, track.width * (0.6 + 0.4 * track.starts));
    return add_track_along(track, line, into);
  }
  return fail(ErrorCode::Invalid, "length must leave room for corners of radius ",
              for_message(radius), ": no track of ", length,
              " m was found; raise length or lower min_radius");
}

}  // namespace

constinit const Generator kSplineTrack{
    "spline_track", "a smooth closed track that never meets itself", kParams, make_spline_track};

}  // namespace paddock
