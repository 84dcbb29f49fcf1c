// Straights and arcs by formula, spirals and the length of cubics by Gauss-Legendre quadrature:
// eight points a stretch, stretches short enough that what is left out is below the rounding of a
// road's coordinates.
#include "paddock/world/roads/road_line.h"

#include <algorithm>
#include <cmath>

#include "paddock/core/det_math.h"

namespace paddock {
namespace {

constexpr double kStretchTurn = 0.5;  // radians a spiral turns in one stretch of quadrature
constexpr int kCubicStretches = 8;    // of a whole cubic
constexpr double kLongestCut = 10;    // m, so that queries look at few places

struct GaussPoint {
  double at, weight;  // on [-1, 1]
};
constexpr std::array<GaussPoint, 4> kGauss{{{0.1834346424956498, 0.3626837833783620},
                                            {0.5255324099163290, 0.3137066458778873},
                                            {0.7966664774136267, 0.2223810344533745},
                                            {0.9602898564975363, 0.1012285362903763}}};

/// The integral of `f` from `from` to `to`.
template <class Value, class F>
Value integral(double from, double to, const F& f) {
  const double half = (to - from) / 2, middle = (to + from) / 2;
  Value sum{};
  for (const GaussPoint g : kGauss)
    sum = sum + g.weight * (f(middle - half * g.at) + f(middle + half * g.at));
  return half * sum;
}

Vec2 unit(double heading) {
  const Rot2 r = Rot2::of(heading);
  return {r.c, r.s};
}

// --- pieces about their own start, heading along x -----------------------------------------------

RoadPoint ahead_on(const StraightPiece&, double s, double) { return {{s, 0}, 0, 0}; }

RoadPoint ahead_on(const ArcPiece& arc, double s, double) {
  const double half = arc.curvature * s / 2;  // half of the turn; the chord lies along it
  const double chord =
      std::fabs(half) < 1e-4 ? s * (1 - half * half / 6) : s * det::sin(half) / half;
  return {chord * unit(half), 2 * half, arc.curvature};
}

RoadPoint ahead_on(const SpiralPiece& spiral, double s, double length) {
  const double k = spiral.curvature_at_start;
  const double rise = length > 0 ? (spiral.curvature_at_end - k) / length : 0;
  const auto heading = [&](double at) { return at * (k + rise * at / 2); };
  const double most = std::max(std::fabs(k), std::fabs(k + rise * s));
  const int stretches = 1 + static_cast<int>(std::min(1e4, most * s / kStretchTurn));
  Vec2 at;
  for (int i = 0; i < stretches; ++i) {
    const double from = s * i / stretches, to = s * (i + 1) / stretches;
    at += integral<Vec2>(from, to, [&](double x) { return unit(heading(x)); });
  }
  return {at, heading(s), k + rise * s};
}

double value(const std::array<double, 4>& c, double p) {
  return c[0] + p * (c[1] + p * (c[2] + p * c[3]));
}
double slope(const std::array<double, 4>& c, double p) {
  return c[1] + p * (2 * c[2] + 3 * p * c[3]);
}
double bend(const std::array<double, 4>& c, double p) { return 2 * c[2] + 6 * p * c[3]; }

double speed(const CubicPiece& cubic, double p) {
  return length(Vec2{slope(cubic.u, p), slope(cubic.v, p)});
}

/// Arc length from one parameter to another, negative backwards.
double arc_length_between(const CubicPiece& cubic, double from, double to) {
  const double share = std::fabs(to - from) / cubic.reach;
  const int stretches =
      std::clamp(static_cast<int>(std::ceil(kCubicStretches * share)), 1, kCubicStretches);
  double sum = 0;
  for (int i = 0; i < stretches; ++i)
    sum += integral<double>(from + (to - from) * i / stretches,
                            from + (to - from) * (i + 1) / stretches,
                            [&](double x) { return speed(cubic, x); });
  return sum;
}

/// Where on a cubic `share` of its length has passed: Newton's method, held inside.
double parameter_at(const CubicPiece& cubic, double share) {
  const double wanted = share * arc_length(cubic);
  double p = share * cubic.reach;
  double off = arc_length_between(cubic, 0, p) - wanted;
  for (int i = 0; i < 12 && std::fabs(off) > 1e-10; ++i) {
    const double fast = speed(cubic, p);
    if (fast <= 1e-12) break;
    const double next = std::clamp(p - off / fast, 0.0, cubic.reach);
    off += arc_length_between(cubic, p, next);
    p = next;
  }
  return p;
}

RoadPoint ahead_on(const CubicPiece& cubic, double s, double length) {
  const double p = length > 0 ? parameter_at(cubic, std::clamp(s / length, 0.0, 1.0)) : 0;
  const double du = slope(cubic.u, p), dv = slope(cubic.v, p);
  const double n = du * du + dv * dv;
  const double turn = du * bend(cubic.v, p) - dv * bend(cubic.u, p);
  return {{value(cubic.u, p), value(cubic.v, p)},
          det::atan2(dv, du),
          n > 0 ? turn / (n * std::sqrt(n)) : 0};
}

const LinePiece& piece_at(const RoadLine& line, double s) {
  const auto after = std::upper_bound(line.pieces.begin() + 1, line.pieces.end(), s,
                                      [](double at, const LinePiece& p) { return at < p.from; });
  return *(after - 1);
}

/// The sharpest bend of a piece between two places of it.
double most_curvature(const LinePiece& piece, double from, double to) {
  constexpr int kLooks = 16;
  double most = 0;
  for (int i = 0; i <= kLooks; ++i)
    most = std::max(most, std::fabs(place_on(piece, from + (to - from) * i / kLooks).curvature));
  return most;
}

/// How long a chord may be, `left` beside a bend.
double longest_chord(double curvature, double most_left, double tolerance) {
  const double square = curvature * (1 + curvature * most_left);
  return square > 0 ? std::sqrt(8 * tolerance / square) : kLongestCut;
}

}  // namespace

double arc_length(const CubicPiece& cubic) { return arc_length_between(cubic, 0, cubic.reach); }

double length_of(const RoadLine& line) {
  return line.pieces.empty() ? 0 : line.pieces.back().from + line.pieces.back().length;
}

RoadPoint place_on(const LinePiece& piece, double ahead) {
  const double s = std::clamp(ahead, 0.0, piece.length);
  RoadPoint place =
      std::visit([&](const auto& shape) { return ahead_on(shape, s, piece.length); }, piece.shape);
  place.point = position(piece.start) + Rot2::of(piece.start.yaw) * place.point;
  place.heading += piece.start.yaw;
  return place;
}

RoadPoint place_on(const RoadLine& line, double s) {
  if (line.pieces.empty()) return {};
  const LinePiece& piece = piece_at(line, s);
  return place_on(piece, s - piece.from);
}

Vec2 point_beside(const RoadLine& line, double s, double left) {
  const RoadPoint place = place_on(line, s);
  return place.point + left * perpendicular(unit(place.heading));
}

void append(RoadLine& line, double length, const LineShape& shape, const Pose2& start) {
  LinePiece piece{.from = length_of(line), .start = start, .length = length, .shape = shape};
  if (!line.pieces.empty()) {
    const LinePiece& last = line.pieces.back();
    const RoadPoint end = place_on(last, last.length);
    piece.start = {end.point.x, end.point.y, wrap_angle(end.heading)};
  }
  line.pieces.push_back(piece);
}

std::vector<double> cut_line(const RoadLine& line, double from, double to, double most_left,
                             double tolerance) {
  std::vector<double> cuts{from};
  for (const LinePiece& piece : line.pieces) {
    const double begin = std::max(from, piece.from);
    const double end = std::min(to, piece.from + piece.length);
    if (end - begin <= 1e-9) continue;
    const double bend = most_curvature(piece, begin - piece.from, end - piece.from);
    const double chord = std::min(kLongestCut, longest_chord(bend, most_left, tolerance));
    const int steps = static_cast<int>(std::min(1e5, std::ceil((end - begin) / chord)));
    for (int i = 1; i <= steps; ++i) cuts.push_back(begin + (end - begin) * i / steps);
  }
  if (cuts.size() == 1 || cuts.back() < to - 1e-9) cuts.push_back(to);
  cuts.back() = to;
  return cuts;
}

}  // namespace paddock
