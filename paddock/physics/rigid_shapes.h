// Solids as rigid physics knows them, and how a piece of the world is cut into such. Metres.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "paddock/core/pose.h"
#include "paddock/core/vec.h"
#include "paddock/geom/mesh.h"
#include "paddock/world/world.h"

namespace paddock {

enum class RigidShapeKind : std::uint8_t { Box, Hull, Triangles, Ball, Cylinder };

/// A half-space: inside where dot(normal, p) <= offset.
struct Plane3 {
  Vec3 normal;
  double offset{};
};

/// About its frame's origin, upright.
struct RigidShape {
  RigidShapeKind kind{};
  Vec3 half;                   // how far it reaches along each axis
  double radius{};             // of a ball or cylinder
  Mesh mesh;                   // of a hull or triangles
  std::vector<Plane3> planes;  // around a box or a hull, for rays without rounding to float
};

struct PlacedShape {
  RigidShape shape;
  Pose3 piece_from_shape;
};

RigidShape box_shape(Vec3 size);
/// The convex solid that `mesh`, moved by -`middle`, encloses.
RigidShape hull_shape(Mesh mesh, Vec3 middle = {});
RigidShape triangle_shape(Mesh mesh);
RigidShape ball_shape(double radius);
RigidShape cylinder_shape(double radius, double height);

/// The same shape `scale` times as large, about its frame's origin.
RigidShape scaled(RigidShape shape, double scale);

/// The parts of a solid piece as shapes.
std::vector<PlacedShape> shapes_of(const WorldPiece& piece);

/// The level floor as shapes whose tops are at 0, with room for terrains that reach below it.
std::vector<PlacedShape> floor_shapes(const World& world);

struct RayHit {
  double along{};  // m
  Vec3 normal;
};

/// Where a ray from `from` along the unit vector `way` enters the solid between `planes`, no
/// further than `reach`; a start inside counts as 0.
std::optional<RayHit> cast_ray(std::span<const Plane3> planes, Vec3 from, Vec3 way, double reach);

}  // namespace paddock
