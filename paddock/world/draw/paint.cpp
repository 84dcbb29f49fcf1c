// Everything painted is made of convex polygons in world metres.
#include "paddock/world/draw/paint.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "paddock/core/angle.h"
#include "paddock/geom/contact.h"
#include "paddock/geom/palette.h"
#include "paddock/vehicles/vehicle.h"

namespace paddock::draw {
namespace {

constexpr Color kYellow{245, 183, 0}, kBlue{61, 139, 253};
constexpr std::size_t kFloors = ~std::size_t{};  // as `only`: whatever markings can lie on

struct Paint {
  Color color;
  double cover{1};
};

Color mixed(Color under, Color over, double cover) {
  const auto mix = [cover](std::uint8_t a, std::uint8_t b) {
    return static_cast<std::uint8_t>(a + (b - a) * cover + 0.5);
  };
  return {mix(under.r, over.r), mix(under.g, over.g), mix(under.b, over.b)};
}

/// Fills a convex polygon where the samples show surface `only`, or any floor.
void fill(Canvas& canvas, std::span<const Vec2> polygon, Paint paint, std::size_t only = kFloors) {
  std::vector<Vec2> at;
  for (const Vec2 p : polygon) at.push_back(canvas.view.sample_from_world(p));
  scan_convex(at, canvas.view, [&](int row, int first, int past) {
    for (int column = first; column < past; ++column) {
      const std::size_t i = canvas.view.index(column, row);
      if (canvas.depth.facet[i] == kNoFacet) continue;
      const std::uint32_t surface = canvas.scene.facets[canvas.depth.facet[i]].surface;
      const bool wanted = only == kFloors ? canvas.scene.surfaces[surface].floor : surface == only;
      if (wanted) canvas.samples[i] = mixed(canvas.samples[i], paint.color, paint.cover);
    }
  });
}

void fill_line(Canvas& canvas, Vec2 from, Vec2 to, double width, Paint paint) {
  const Vec2 across = width / 2 * perpendicular(normalized(to - from));
  const std::array<Vec2, 4> quad{from - across, to - across, to + across, from + across};
  fill(canvas, quad, paint);
}

void fill_disc(Canvas& canvas, Vec2 center, double radius, Paint paint) {
  std::array<Vec2, 20> ring;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    ring[i] = center + Rot2::of(2 * kPi * static_cast<double>(i) / ring.size()) * Vec2{radius, 0};
  }
  fill(canvas, ring, paint);
}

/// Lines that lie thinner than this many pixels are hard to see.
double at_least(const Canvas& canvas, double metres, double pixels) {
  return std::max(metres, pixels * canvas.pixel);
}

void paint_chequers(Canvas& canvas, const WorldGate& gate) {
  const Vec2 across = gate.right - gate.left;
  const Vec2 forward = normalized(perpendicular(across));
  const double wide = length(across);
  const int columns = std::clamp(static_cast<int>(wide / at_least(canvas, wide / 16, 3.5)), 2, 64);
  const double edge = wide / columns;
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < columns; ++column) {
      const Vec2 at =
          lerp(gate.left, gate.right, (column + 0.5) / columns) + (row - 1) * edge * forward;
      const Vec2 half = edge / 2 * normalized(across);
      fill_line(canvas, at - half, at + half, edge,
                {(row + column) % 2 == 0 ? kChalk : kAsphalt, 0.94});
    }
  }
}

/// The size of a box on the starting grid, by the kind that starts there.
Vec2 start_box(const Canvas& canvas, const WorldStart& start) {
  const VehicleType* type = find_vehicle_type(start.vehicle);
  Vec2 real{0.62, 0.42};
  if (type != nullptr) {
    const Bounds2 body = place(type->outline, {}).bounds;
    real = {1.1 * (body.high.x - body.low.x), 1.3 * (body.high.y - body.low.y)};
  }
  const double scale = std::max(1.0, 15 * canvas.pixel / real.x);
  return scale * real;
}

std::vector<Vec2> outline_of(const WorldTrigger& trigger) {
  constexpr int kSides = 24;
  const Vec2 h = trigger.half_size;
  std::vector<Vec2> corners;
  if (trigger.round) {
    for (int i = 0; i < kSides; ++i)
      corners.push_back(trigger.pose * (Rot2::of(2 * kPi * i / kSides) * Vec2{h.x, 0}));
    return corners;
  }
  for (const Vec2 corner : {Vec2{-h.x, -h.y}, Vec2{h.x, -h.y}, h, Vec2{-h.x, h.y}})
    corners.push_back(trigger.pose * corner);
  return corners;
}

}  // namespace

void paint_triggers(Canvas& canvas, const World& world) {
  const double width = at_least(canvas, 0.01, 1.4);
  const auto paint = [&](const WorldTrigger& trigger) {
    const std::vector<Vec2> corners = outline_of(trigger);
    fill(canvas, corners, {kBlue, 0.12});
    for (std::size_t i = 0; i < corners.size(); ++i)
      fill_line(canvas, corners[i], corners[(i + 1) % corners.size()], width, {kBlue, 0.7});
  };
  for (const WorldTrigger& trigger : world.triggers) paint(trigger);
  for (const WorldZone& zone : world.zones)
    if (zone.rule == TriggerRule::Checkpoint || zone.rule == TriggerRule::Finish)
      paint(zone.volume);
}

void paint_routes(Canvas& canvas, const World& world) {
  const double width = at_least(canvas, 0.008, 1.4), dash = at_least(canvas, 0.12, 9);
  for (std::size_t r = 0; r < world.routes.size(); ++r) {
    const Route& route = world.routes[r];
    const Paint paint{kChalk, r == 0 ? 0.42 : 0.25};
    const int dashes = std::min(static_cast<int>(route.length / (2 * dash)), 20000);
    for (int i = 0; i < dashes; ++i) {
      // each dash bends with the line: four short steps
      const double start = route.length * i / dashes;
      for (int k = 0; k < 4; ++k) {
        fill_line(canvas, place_at(route, start + dash * k / 4).point,
                  place_at(route, start + dash * (k + 1) / 4).point, width, paint);
      }
    }
  }
}

void paint_gates(Canvas& canvas, const World& world) {
  for (std::size_t i = 1; i < world.gates.size(); ++i) {
    const WorldGate& gate = world.gates[i];
    fill_line(canvas, gate.left, gate.right, at_least(canvas, 0.01, 1.4), {kYellow, 0.55});
    for (const Vec2 post : {gate.left, gate.right}) {
      fill_disc(canvas, post, at_least(canvas, 0.03, 3), {kYellow, 0.9});
    }
  }
  if (!world.gates.empty()) paint_chequers(canvas, world.gates[0]);
}

void paint_starts(Canvas& canvas, const World& world) {
  const double width = at_least(canvas, 0.025, 1.6);
  for (const WorldStart& start : world.starts) {
    const Vec2 half = start_box(canvas, start) / 2;
    const auto line = [&](Vec2 from, Vec2 to) {
      fill_line(canvas, start.pose * from, start.pose * to, width, {kChalk, 0.9});
    };
    // a grid box: closed in front, open behind
    line({half.x, -half.y - width / 2}, {half.x, half.y + width / 2});
    line({half.x, half.y}, {-half.x * 0.2, half.y});
    line({half.x, -half.y}, {-half.x * 0.2, -half.y});
    const std::array<Vec2, 3> arrow{start.pose * Vec2{half.x * 0.72, 0},
                                    start.pose * Vec2{half.x * 0.1, half.y * 0.52},
                                    start.pose * Vec2{half.x * 0.1, -half.y * 0.52}};
    fill(canvas, arrow, {kChalk, 0.9});
    line({half.x * 0.12, 0}, {-half.x * 0.7, 0});
  }
}

void paint_vehicles(Canvas& canvas, std::span<const TopViewVehicle> vehicles) {
  for (std::size_t i = 0; i < vehicles.size(); ++i) {
    const TopViewVehicle& vehicle = vehicles[i];
    Bounds2 body;
    for (const Vec2 p : vehicle.outline.polygon()) body.add(p);
    if (vehicle.outline.is_circle()) body = Bounds2{{}, {}}.grown(vehicle.outline.radius);
    const Vec2 size = body.high - body.low;
    const auto at = [&](double x, double y) {
      return vehicle.pose * Vec2{body.low.x + x * size.x, body.low.y + y * size.y};
    };
    const std::array<Vec2, 4> screen{at(0.56, 0.18), at(0.70, 0.26), at(0.70, 0.74),
                                     at(0.56, 0.82)};
    const std::array<Vec2, 3> nose{at(0.96, 0.5), at(0.80, 0.66), at(0.80, 0.34)};
    fill(canvas, screen, {kAsphalt, 0.8}, canvas.scene.first_vehicle + i);
    fill(canvas, nose, {kChalk, 0.95}, canvas.scene.first_vehicle + i);
  }
}

}  // namespace paddock::draw
