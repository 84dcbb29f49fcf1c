// Lines that tracks follow: smoothing, even spacing, offsets, and the one test that says whether a
// strip of a given half width along a line overlaps itself. Same bits everywhere: only +, -, *, /
// and sqrt.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "paddock/core/error.h"
#include "paddock/core/vec.h"

namespace paddock {

/// A dense line through `points` in order: centripetal Catmull-Rom, which makes no loops or cusps
/// between points. Needs two points (three when closed), neighbours apart.
std::vector<Vec2> smooth_line(std::span<const Vec2> points, bool closed, double spacing);

/// The same line as points of equal spacing near `spacing`, an even number of steps, the first
/// kept.
std::vector<Vec2> space_evenly(std::span<const Vec2> points, bool closed, double spacing);

/// Whole length, back to the start when closed.
double line_length(std::span<const Vec2> points, bool closed);

/// Unit direction of travel at point `i`.
Vec2 direction_at(std::span<const Vec2> points, bool closed, std::size_t i);

/// Signed curvature at point `i` from it and its neighbours, positive to the left; 0 at open ends.
double curvature_at(std::span<const Vec2> points, bool closed, std::size_t i);

/// The line moved `by` to the left.
std::vector<Vec2> offset_line(std::span<const Vec2> points, bool closed, double by);

/// Fewer points (Ramer, Douglas and Peucker): no dropped one lies further than `tolerance` away.
std::vector<Vec2> thin_line(std::span<const Vec2> points, bool closed, double tolerance);

/// Holds when the strip of `radius` to both sides of an evenly spaced line nowhere folds or
/// overlaps itself. The line then has a reach of `radius`: it turns no tighter, and stretches more
/// than half a turn apart stay two radii apart; shorter stretches cannot meet, by Schur's
/// comparison theorem.
Result<void> check_strip(std::span<const Vec2> points, bool closed, double radius);

/// "(1.25, -3)": a place in a message, to the centimetre.
std::string place_text(Vec2 at);

/// Rounded for a message, to the millimetre.
double for_message(double metres);

}  // namespace paddock
