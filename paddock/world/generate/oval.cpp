// Oval: two straights joined by two half circles, driven counter-clockwise, start line in the
// middle of the southern straight. Needs no draws.
#include <array>
#include <cmath>

#include "paddock/core/angle.h"
#include "paddock/core/pose.h"
#include "paddock/world/generate/kinds.h"
#include "paddock/world/track.h"

namespace paddock {
namespace {

constexpr std::array kParams{
    GeneratorParam{"straight", 20, 0, 1000, false, "length of each straight, m"},
    GeneratorParam{"radius", 6, 0.5, 500, false, "of the turns, along the centre line, m"},
    GeneratorParam{"width", 2.4, 0.4, 40, false, "free between the walls, m"},
    GeneratorParam{"wall_height", 0.3, 0.05, 5, false, "m"},
    GeneratorParam{"gates", 8, 1, 100, true, "gates a lap"},
    GeneratorParam{"starts", 4, 1, 20, true, "places on the grid"},
};

// the place `s` metres from the start line
Vec2 oval_place(double straight, double radius, double s) {
  const double turn = kPi * radius, half = straight + turn;
  // the second half lap is the first one turned by half a circle about the origin
  const double side = s + straight / 2 < half ? 1 : -1;
  const double t = side > 0 ? s + straight / 2 : s + straight / 2 - half;
  if (t <= straight) return side * Vec2{t - straight / 2, -radius};
  if (t >= half) return -side * Vec2{t - half - straight / 2, -radius};
  const Vec2 arm = Rot2::of((t - straight) / radius - kPi / 2) * Vec2{radius, 0};
  return side * (Vec2{straight / 2, 0} + arm);
}

std::vector<Vec2> oval_line(double straight, double radius, double spacing) {
  const double length = 2 * straight + 2 * kPi * radius;
  const int steps = 4 * static_cast<int>(std::ceil(length / (4 * spacing)));
  std::vector<Vec2> line;
  for (int i = 0; i < steps; ++i) line.push_back(oval_place(straight, radius, length * i / steps));
  return line;
}

Result<void> make_oval(std::span<const double> values, std::uint64_t, LevelSpec& into) {
  TrackSpec track;
  track.width = values[2];
  track.wall_height = values[3];
  track.gates = static_cast<int>(values[4]);
  track.starts = static_cast<int>(values[5]);
  const double least = smallest_radius(track);
  if (values[1] < least)
    return fail(ErrorCode::Invalid, "radius must be at least ", least, " for a width of ",
                track.width, ", got ", values[1]);
  return add_track_along(track, oval_line(values[0], values[1], line_spacing(track)), into);
}

}  // namespace

constinit const Generator kOval{"oval", "two straights and two half circles", kParams, make_oval};

}  // namespace paddock
