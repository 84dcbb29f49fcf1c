#include "paddock/physics/rigid_shapes.h"

#include <algorithm>
#include <cmath>

#include "paddock/core/det_math.h"

namespace paddock {
namespace {

constexpr int kRoundSides = 12;        // of a cone
constexpr double kFloorThickness = 1;  // m
constexpr double kSkin = 0.01;         // m, of a side of a prism
constexpr double kStraight = 0.9999;   // cosine of a bend too slight for a post

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

bool is_convex(std::span<const Vec2> loop) {
  const std::size_t n = loop.size();
  for (std::size_t i = 0; i < n; ++i) {
    const Vec2 a = loop[i], b = loop[(i + 1) % n], c = loop[(i + 2) % n];
    if (cross(b - a, c - b) < -1e-12) return false;
  }
  return n >= 3;
}

/// A box for each stretch and a post in each bend: flush with each other, so that a car scrapes
/// along without a catch. Mitred hulls, as they are drawn, stopped it at every joint.
std::vector<PlacedShape> wall_shapes(const WallSpec& wall) {
  std::vector<PlacedShape> shapes;
  const auto& p = wall.points;
  const std::size_t n = p.size();
  const double up = wall.height / 2;
  for (std::size_t i = 0; i < (wall.closed ? n : n - 1); ++i) {
    const Vec2 along = p[(i + 1) % n] - p[i], middle = lerp(p[i], p[(i + 1) % n], 0.5);
    const Quat turn = Quat::from_yaw_pitch_roll(det::atan2(along.y, along.x), 0, 0);
    shapes.push_back({box_shape({length(along), wall.thickness, wall.height}),
                      {{middle.x, middle.y, up}, turn}});
    if (i == 0 && !wall.closed) continue;
    const Vec2 before = p[i] - p[(i + n - 1) % n];
    if (dot(normalized(before), normalized(along)) > kStraight) continue;
    shapes.push_back({cylinder_shape(wall.thickness / 2, wall.height), {{p[i].x, p[i].y, up}, {}}});
  }
  return shapes;
}

/// Lid and bottom as triangles, each side as a thin box just inside it: flush, as those of a wall.
std::vector<PlacedShape> prism_shapes(const PrismSpec& prism, const Mesh& mesh) {
  Mesh lids{.points = mesh.points, .triangles = {}};
  for (const auto& t : mesh.triangles)
    if (mesh.points[t[0]].z == mesh.points[t[1]].z && mesh.points[t[0]].z == mesh.points[t[2]].z)
      lids.triangles.push_back(t);
  std::vector<PlacedShape> shapes{{triangle_shape(std::move(lids)), {}}};
  for (const std::vector<Vec2>& loop : prism.loops) {
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const Vec2 a = loop[i], along = loop[(i + 1) % loop.size()] - a;
      const Vec2 middle = a + 0.5 * along + (kSkin / 2) * perpendicular(normalized(along));
      const Quat turn = Quat::from_yaw_pitch_roll(det::atan2(along.y, along.x), 0, 0);
      shapes.push_back({box_shape({length(along), kSkin, prism.height}),
                        {{middle.x, middle.y, prism.height / 2}, turn}});
    }
  }
  return shapes;
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
  const WorldPiece& piece;

  static std::vector<PlacedShape> one(RigidShape shape, double up) {
    return {{std::move(shape), {{0, 0, up}, {}}}};
  }
  static std::vector<PlacedShape> box(Vec3 size) { return one(box_shape(size), size.z / 2); }

  std::vector<PlacedShape> operator()(const BoxSpec& s) const { return box(s.size); }
  std::vector<PlacedShape> operator()(const BlockSpec& s) const { return box(s.size); }
  std::vector<PlacedShape> operator()(const ElevatorSpec& s) const { return box(s.size); }
  std::vector<PlacedShape> operator()(const WallSpec& s) const { return wall_shapes(s); }
  std::vector<PlacedShape> operator()(const RampSpec&) const {
    return one(hull_shape(piece.mesh), 0);
  }
  std::vector<PlacedShape> operator()(const CylinderSpec& s) const {
    return one(cylinder_shape(s.radius, s.height), s.height / 2);
  }
  std::vector<PlacedShape> operator()(const TyresSpec& s) const {
    const double height = s.count * s.tyre_height;
    return one(cylinder_shape(s.radius, height), height / 2);
  }
  std::vector<PlacedShape> operator()(const ConeSpec& s) const {
    const double middle = mass_height_of(s), foot = s.base_thickness;
    Mesh cone = make_frustum(s.core * s.radius, s.core * s.top_radius, s.height, kRoundSides);
    std::vector<PlacedShape> shapes =
        one(hull_shape(std::move(cone), {0, 0, middle - foot}), middle);
    if (foot > 0)
      shapes.push_back({hull_shape(make_frustum(s.base_radius, s.base_radius, foot, kRoundSides),
                                   {0, 0, middle}),
                        {{0, 0, middle}, {}}});
    return shapes;
  }
  std::vector<PlacedShape> operator()(const CapsuleSpec& s) const {
    const double straight = s.height - 2 * s.radius;
    std::vector<PlacedShape> shapes = one(ball_shape(s.radius), s.radius);
    if (straight <= 0) return shapes;
    shapes.push_back({ball_shape(s.radius), {{0, 0, s.height - s.radius}, {}}});
    shapes.push_back({cylinder_shape(s.radius, straight), {{0, 0, s.height / 2}, {}}});
    return shapes;
  }
  std::vector<PlacedShape> operator()(const BallSpec& s) const {
    return one(ball_shape(s.radius), s.radius);
  }
  std::vector<PlacedShape> operator()(const PrismSpec& s) const {
    if (s.loops.size() == 1 && is_convex(s.loops[0])) return one(hull_shape(piece.mesh), 0);
    return prism_shapes(s, piece.mesh);
  }
  std::vector<PlacedShape> operator()(const TrainSpec&) const { return {}; }  // all of it moves
  std::vector<PlacedShape> operator()(const auto&) const {
    return one(triangle_shape(piece.mesh), 0);
  }
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

double mass_height_of(const ConeSpec& s) {
  if (s.mass_height) return *s.mass_height;
  // frustum and disc, each with its volume over pi
  const double q = s.top_radius / s.radius, sum = 1 + q + q * q;
  const double own = s.height / 4 * ((1 + 2 * q + 3 * q * q) / sum);
  if (s.base_thickness == 0) return own;
  const double cone = s.radius * s.radius * s.height / 3 * sum;
  const double disc = s.base_radius * s.base_radius * s.base_thickness;
  return (cone * (s.base_thickness + own) + disc * s.base_thickness / 2) / (cone + disc);
}

std::vector<PlacedShape> shapes_of(const WorldPiece& piece) {
  return std::visit(ShapeMaker{piece}, piece.shape);
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
