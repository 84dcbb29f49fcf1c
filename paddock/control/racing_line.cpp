#include "paddock/control/racing_line.h"

#include <algorithm>
#include <cmath>

#include "paddock/geom/contact.h"

namespace paddock {
namespace {

constexpr double kMargin = 0.35;  // m kept free beside a racing car: it slides, and its line is cut
constexpr double kHaste =
    0.04;  // 1/m^2; 0.01 was 4 % slower on winding tracks, 0.06 slid into walls
constexpr std::size_t kCoarsest = 16;  // points of the line to one of the first, coarsest pass
constexpr double kSpacing = 0.25;      // m between points of a line
constexpr std::size_t kMostPoints = 4096;
constexpr int kSweeps = 300;    // of each pass
constexpr double kLook = 0.05;  // m between two looks to the side

/// Left of the way at each point of a closed route.
std::vector<Vec2> left_of(const Route& route) {
  const std::size_t n = route.points.size();
  std::vector<Vec2> left(n);
  for (std::size_t i = 0; i < n; ++i)
    left[i] = perpendicular(normalized(route.points[(i + 1) % n] - route.points[(i + n - 1) % n]));
  return left;
}

/// A closed line as offsets from an even route: to the left of point i by offset[i].
struct Offsets {
  const Route& route;
  const RoomBeside& room;
  std::vector<double> offset;
};

/// Signed curvature at point i of an even closed route, from neighbours `stride` points away.
double bend_through(const Route& route, std::size_t i, std::size_t stride) {
  const std::size_t n = route.points.size();
  const Vec2 in = route.points[i] - route.points[(i + n - stride) % n];
  const Vec2 out = route.points[(i + stride) % n] - route.points[i];
  return 2 * det::atan2(cross(in, out), dot(in, out)) / (length(in) + length(out));
}

/// Projected Gauss-Seidel over every `stride`-th point. A line at offset e from a route of
/// curvature k bends by r = k + k^2 e + e''; each point in turn goes where the sum of r^2, and
/// `haste` times that of the squared way, is least, as far as it has room.
void relax(Offsets& line, std::size_t stride, double haste) {
  const std::size_t n = line.route.points.size();
  std::vector<double>& e = line.offset;
  std::vector<double> bend(n);
  for (std::size_t i = 0; i < n; i += stride) bend[i] = bend_through(line.route, i, stride);
  const double apart = line.route.length / static_cast<double>(n) * static_cast<double>(stride);
  const double inv = 1 / (apart * apart);
  const auto before = [&](std::size_t i) { return (i + n - stride) % n; };
  const auto after = [&](std::size_t i) { return (i + stride) % n; };
  const auto bent = [&](std::size_t i) {
    return bend[i] + bend[i] * bend[i] * e[i] + inv * (e[before(i)] - 2 * e[i] + e[after(i)]);
  };
  for (int sweep = 0; sweep < kSweeps; ++sweep)
    for (std::size_t i = 0; i < n; i += stride) {
      const double own = bend[i] * bend[i] - 2 * inv;  // what e[i] adds to the bend at i
      const double slope =
          inv * (bent(before(i)) + bent(after(i))) + own * bent(i) +
          haste * (inv * (2 * e[i] - e[before(i)] - e[after(i)]) - bend[i] * (1 - bend[i] * e[i]));
      const double steep = 2 * inv * inv + own * own + haste * (2 * inv + bend[i] * bend[i]);
      e[i] = std::clamp(e[i] - slope / steep, -line.room.right[i], line.room.left[i]);
    }
}

/// Gives the points half way between those of `stride` the mean of their neighbours' offsets.
void refine(Offsets& line, std::size_t stride) {
  const std::size_t n = line.offset.size(), half = stride / 2;
  for (std::size_t i = half; i < n; i += stride) {
    const double mean = 0.5 * (line.offset[i - half] + line.offset[(i + half) % n]);
    line.offset[i] = std::clamp(mean, -line.room.right[i], line.room.left[i]);
  }
}

}  // namespace

Route even_route(const Route& route) {
  const auto groups = static_cast<std::size_t>(
      std::llround(route.length / (kSpacing * static_cast<double>(kCoarsest))));
  const std::size_t n = kCoarsest * std::clamp<std::size_t>(groups, 5, kMostPoints / kCoarsest);
  std::vector<Vec2> points;
  for (std::size_t i = 0; i < n; ++i)
    points.push_back(
        place_at(route, route.length * static_cast<double>(i) / static_cast<double>(n)).point);
  return make_route(route.name, std::move(points), true, route.width);
}

RoomBeside room_beside(const Route& route, const World& world, VehicleKind kind, double margin) {
  const ContactMap map(slice_world(world, type_of(kind).bumper.height, SliceFor::Contact));
  const Outline2 own = outline_of(kind);
  Bounds2 body;
  for (const Vec2 corner : own.polygon()) body.add(corner);
  const Outline2 outline = Outline2::rectangle(body.grown(margin).low, body.grown(margin).high);
  const double most = route.width / 2 - body.high.y - margin;
  const std::vector<Vec2> left = left_of(route);

  const auto room_towards = [&](std::size_t i, Vec2 side) {
    const Vec2 way = -1 * perpendicular(left[i]);
    double free = 0;
    ContactList touched;
    while (free + kLook <= most) {
      const Vec2 at = route.points[i] + (free + kLook) * side;
      touched.clear();
      map.collect(place(outline, {at.x, at.y, det::atan2(way.y, way.x)}), touched);
      if (touched.count > 0) break;
      free += kLook;
    }
    return free;
  };
  RoomBeside room;
  for (std::size_t i = 0; i < route.points.size(); ++i) {
    room.left.push_back(room_towards(i, left[i]));
    room.right.push_back(room_towards(i, -1 * left[i]));
  }
  return room;
}

Route racing_line(const Route& route, const RoomBeside& room, double haste) {
  const std::size_t n = route.points.size();
  Offsets line{route, room, std::vector<double>(n)};
  relax(line, kCoarsest, haste);
  for (std::size_t stride = kCoarsest; stride > 1; stride /= 2) {
    refine(line, stride);
    relax(line, stride / 2, haste);
  }
  const std::vector<Vec2> left = left_of(route);
  std::vector<Vec2> points;
  for (std::size_t i = 0; i < n; ++i) points.push_back(route.points[i] + line.offset[i] * left[i]);
  return make_route(route.name, std::move(points), true, route.width);
}

Route racing_line_of(const World& world, VehicleKind kind) {
  const Route even = even_route(world.routes.front());
  return racing_line(even, room_beside(even, world, kind, kMargin), kHaste);
}

}  // namespace paddock
