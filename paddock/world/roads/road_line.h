// The line a road is measured along: pieces whose place, heading and curvature are known at every
// metre of it, as OpenDRIVE has them. Same bits everywhere. Metres, radians, world frame; curvature
// is positive to the left, offsets too.
#pragma once

#include <array>
#include <variant>
#include <vector>

#include "paddock/core/pose.h"
#include "paddock/core/vec.h"

namespace paddock {

struct StraightPiece {
  bool operator==(const StraightPiece&) const = default;
};
struct ArcPiece {
  double curvature{};  // 1/m
  bool operator==(const ArcPiece&) const = default;
};
/// A clothoid: its curvature changes evenly from one end to the other.
struct SpiralPiece {
  double curvature_at_start{}, curvature_at_end{};
  bool operator==(const SpiralPiece&) const = default;
};
/// u(p) ahead and v(p) to the left of its start, for p from 0 to `reach`: coefficients of 1, p, p^2
/// and p^3. It is walked by its arc length: a whole `length` of its piece is a whole `reach`.
/// OpenDRIVE's poly3 has u(p) = p.
struct CubicPiece {
  std::array<double, 4> u{0, 1, 0, 0}, v{};
  double reach{1};
  bool operator==(const CubicPiece&) const = default;
};
using LineShape = std::variant<StraightPiece, ArcPiece, SpiralPiece, CubicPiece>;

struct LinePiece {
  double from{};  // m along the road where it begins
  Pose2 start;    // in the world; yaw is the heading there
  double length{};
  LineShape shape;
  bool operator==(const LinePiece&) const = default;
};

/// In the order of s; each begins where the one before it ended, or says where it does.
struct RoadLine {
  std::vector<LinePiece> pieces;
  bool operator==(const RoadLine&) const = default;
};

struct RoadPoint {
  Vec2 point;
  double heading{};    // not wrapped within a piece
  double curvature{};  // 1/m
};

/// 0 without pieces.
double length_of(const RoadLine& line);

/// The place `s` metres from the start, held at both ends. Spirals are exact to 1e-9 m, cubics to
/// 1e-6 m.
RoadPoint place_on(const RoadLine& line, double s);
RoadPoint place_on(const LinePiece& piece, double ahead);

/// `left` metres beside the place at `s`; `left` negative: to the right.
Vec2 point_beside(const RoadLine& line, double s, double left);

/// Adds a piece that goes on from the end of the last, or from `start` if it is the first.
void append(RoadLine& line, double length, const LineShape& shape, const Pose2& start = {});

/// Arc length of a cubic from p = 0 to its reach.
double arc_length(const CubicPiece& cubic);

/// Where to cut [from, to] so that the chords of a line `left` beside it stay within `tolerance`
/// metres of it for every `left` up to `most_left` in size: ascending, ends included, borders of
/// pieces among them.
std::vector<double> cut_line(const RoadLine& line, double from, double to, double most_left,
                             double tolerance);

}  // namespace paddock
