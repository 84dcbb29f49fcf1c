#include "paddock/physics/rigid_shapes.h"

#include <algorithm>
#include <cmath>

#include "paddock/world/pieces/kinds.h"

namespace paddock {
namespace {

constexpr double kFloorThickness = 1;  // m

std::vector<Plane3> planes_around(const Mesh& mesh) {
  std::vector<Plane3> planes;
  for (const auto& triangle : mesh.triangles) {
    const Vec3 a = mesh.points[triangle[0]], b = mesh.points[triangle[1]],
               c = mesh.points[triangle[2]];
    const Vec3 normal = normalized(cross(b - a, c - a));
    if (normal == Vec3{}) continue;
    const Plane3 plane{normal, dot(normal, a)};
    const bool known = std::any_of(planes.begin(), planes.end(), [&](const Plane3& p) {
      return dot(p.normal, plane.normal) > 1 - 1e-12 && std::fabs(p.offset - plane.offset) < 1e-9;
    });
    if (!known) planes.push_back(plane);
  }
  return planes;
}

/// An upright prism over a convex outline, counter-clockwise.
RigidShape prism_shape(const std::vector<Vec2>& outline, double low, double high) {
  Mesh mesh = make_prism(std::vector<std::vector<Vec2>>{outline}, high - low);
  return hull_shape(std::move(mesh), {0, 0, -low});
}

double area_of(std::span<const Vec2> loop) {
  double twice = 0;
  for (std::size_t i = 0; i < loop.size(); ++i)
    twice += cross(loop[i], loop[(i + 1) % loop.size()]);
  return twice / 2;
}

/// Cuts `polygon` along the line where dot(normal, p) = offset into what lies below and above it.
struct CutPolygon {
  std::vector<Vec2> below, above;
};
CutPolygon cut(const std::vector<Vec2>& polygon, Vec2 normal, double offset) {
  CutPolygon parts;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec2 a = polygon[i], b = polygon[(i + 1) % polygon.size()];
    const double da = dot(normal, a) - offset, db = dot(normal, b) - offset;
    if (da <= 0) parts.below.push_back(a);
    if (da >= 0) parts.above.push_back(a);
    if (da * db < 0) {
      const Vec2 crossing = lerp(a, b, da / (da - db));
      parts.below.push_back(crossing);
      parts.above.push_back(crossing);
    }
  }
  return parts;
}

bool worth_keeping(const std::vector<Vec2>& polygon) {
  return polygon.size() >= 3 && area_of(polygon) > 1e-9;
}

/// What is left of `polygons` outside the rectangle of `field`.
std::vector<std::vector<Vec2>> take_away(const std::vector<std::vector<Vec2>>& polygons,
                                         const HeightField& field) {
  const Rot2 turn = Rot2::of(field.world_from_field.yaw);
  const Vec2 at = position(field.world_from_field), half = field.size / 2;
  const std::array<Plane3, 4> sides{
      {{{1, 0, 0}, half.x}, {{-1, 0, 0}, half.x}, {{0, 1, 0}, half.y}, {{0, -1, 0}, half.y}}};
  std::vector<std::vector<Vec2>> left;
  for (std::vector<Vec2> inside : polygons) {
    for (const Plane3& side : sides) {
      const Vec2 normal = turn * xy(side.normal);
      CutPolygon parts = cut(inside, normal, side.offset + dot(normal, at));
      if (worth_keeping(parts.above)) left.push_back(std::move(parts.above));
      inside = std::move(parts.below);
      if (!worth_keeping(inside)) break;
    }
  }
  return left;
}

bool reaches_below_the_floor(const HeightField& field) {
  return std::any_of(field.heights.begin(), field.heights.end(),
                     [&](double height) { return field.base + height < 0; });
}

struct ShapeMaker {
  RigidShape operator()(BoxPart& p) const { return box_shape(p.size); }
  RigidShape operator()(CylinderPart& p) const { return cylinder_shape(p.radius, p.height); }
  RigidShape operator()(BallPart& p) const { return ball_shape(p.radius); }
  RigidShape operator()(HullPart& p) const { return hull_shape(std::move(p.mesh), p.middle); }
  RigidShape operator()(SurfaceSolid& p) const { return triangle_shape(std::move(p.mesh)); }
};

}  // namespace

RigidShape box_shape(Vec3 size) {
  const Vec3 half = 0.5 * size;
  RigidShape shape{
      .kind = RigidShapeKind::Box, .half = half, .radius = 0, .mesh = {}, .planes = {}};
  shape.planes = {{{1, 0, 0}, half.x},  {{-1, 0, 0}, half.x}, {{0, 1, 0}, half.y},
                  {{0, -1, 0}, half.y}, {{0, 0, 1}, half.z},  {{0, 0, -1}, half.z}};
  return shape;
}

RigidShape hull_shape(Mesh mesh, Vec3 middle) {
  for (Vec3& point : mesh.points) point = point - middle;
  RigidShape shape{
      .kind = RigidShapeKind::Hull, .half = {}, .radius = 0, .mesh = std::move(mesh), .planes = {}};
  shape.planes = planes_around(shape.mesh);
  for (const Vec3 p : shape.mesh.points)
    shape.half = {std::max(shape.half.x, std::fabs(p.x)), std::max(shape.half.y, std::fabs(p.y)),
                  std::max(shape.half.z, std::fabs(p.z))};
  return shape;
}

RigidShape triangle_shape(Mesh mesh) {
  return {.kind = RigidShapeKind::Triangles,
          .half = {},
          .radius = 0,
          .mesh = std::move(mesh),
          .planes = {}};
}

RigidShape ball_shape(double radius) {
  return {.kind = RigidShapeKind::Ball,
          .half = {radius, radius, radius},
          .radius = radius,
          .mesh = {},
          .planes = {}};
}

RigidShape cylinder_shape(double radius, double height) {
  return {.kind = RigidShapeKind::Cylinder,
          .half = {radius, radius, height / 2},
          .radius = radius,
          .mesh = {},
          .planes = {}};
}

RigidShape scaled(RigidShape shape, double scale) {
  if (scale == 1) return shape;
  shape.half = scale * shape.half;
  shape.radius *= scale;
  for (Vec3& point : shape.mesh.points) point = scale * point;
  for (Plane3& plane : shape.planes) plane.offset *= scale;
  return shape;
}

std::vector<PlacedShape> shapes_of(const WorldPiece& piece) {
  std::vector<PlacedShape> shapes;
  for (SolidPart& part : solid_parts_of(piece.shape, piece.mesh))
    shapes.push_back({std::visit(ShapeMaker{}, part.shape), part.piece_from_part});
  return shapes;
}

std::vector<PlacedShape> floor_shapes(const World& world) {
  const Vec2 center = world.ground.center, half = world.ground.size / 2;
  std::vector<std::vector<Vec2>> polygons{{center - half,
                                           {center.x + half.x, center.y - half.y},
                                           center + half,
                                           {center.x - half.x, center.y + half.y}}};
  bool whole = true;
  for (const HeightField& field : world.terrains) {
    if (!reaches_below_the_floor(field)) continue;
    polygons = take_away(polygons, field);
    whole = false;
  }
  if (whole)
    return {{box_shape({world.ground.size.x, world.ground.size.y, kFloorThickness}),
             {{center.x, center.y, -kFloorThickness / 2}, {}}}};
  std::vector<PlacedShape> shapes;
  for (std::vector<Vec2>& polygon : polygons) {
    Vec2 middle;
    for (const Vec2 p : polygon) middle += p / static_cast<double>(polygon.size());
    for (Vec2& p : polygon) p -= middle;
    shapes.push_back({prism_shape(polygon, -kFloorThickness, 0), {{middle.x, middle.y, 0}, {}}});
  }
  return shapes;
}

std::optional<RayHit> cast_ray(std::span<const Plane3> planes, Vec3 from, Vec3 way, double reach) {
  RayHit hit;
  double leaves = reach;
  bool outside = false;
  for (const Plane3& plane : planes) {
    const double above = dot(plane.normal, from) - plane.offset;
    const double speed = dot(plane.normal, way);
    if (speed == 0) {
      if (above > 0) return {};
    } else if (speed > 0) {
      leaves = std::min(leaves, -above / speed);
    } else if (above > 0 && (!outside || -above / speed > hit.along)) {
      hit = {-above / speed, plane.normal};
      outside = true;
    }
  }
  if (hit.along > leaves || leaves < 0) return {};
  if (!outside) hit.normal = -way;
  return hit;
}

}  // namespace paddock
