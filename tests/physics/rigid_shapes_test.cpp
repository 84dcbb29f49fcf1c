// Solids of rigid physics: they fill what is drawn, and rays meet them exactly.
#include "paddock/physics/rigid_shapes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/support/worlds.h"

namespace paddock {
namespace {

/// Of a closed mesh, by its signed tetrahedra.
double volume_of(const Mesh& mesh) {
  double six = 0;
  for (const auto& t : mesh.triangles)
    six += dot(mesh.points[t[0]], cross(mesh.points[t[1]], mesh.points[t[2]]));
  return six / 6;
}

double volume_of(const std::vector<PlacedShape>& shapes) {
  double sum = 0;
  for (const PlacedShape& placed : shapes) {
    const Vec3 half = placed.shape.half;
    sum += placed.shape.kind == RigidShapeKind::Box ? 8 * half.x * half.y * half.z
                                                    : volume_of(placed.shape.mesh);
  }
  return sum;
}

WorldPiece piece_in_world(PieceShape shape) {
  LevelSpec level = open_level();
  level.pieces.push_back(piece_of(std::move(shape)));
  return build_world(level).pieces[0];
}

TEST(RigidShapes, RayMeetsABoxWhereItsFaceIs) {
  const RigidShape box = box_shape({2, 4, 6});
  const auto hit = cast_ray(box.planes, {0.5, 1, 10}, {0, 0, -1}, 20);

  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->along, 7);
  EXPECT_EQ(hit->normal, (Vec3{0, 0, 1}));
  EXPECT_FALSE(cast_ray(box.planes, {0.5, 1, 10}, {0, 0, -1}, 6.9));  // too short
  EXPECT_FALSE(cast_ray(box.planes, {1.5, 1, 10}, {0, 0, -1}, 20));   // beside it
  EXPECT_FALSE(cast_ray(box.planes, {0.5, 1, 10}, {0, 0, 1}, 20));    // the other way
  EXPECT_EQ(cast_ray(box.planes, {0, 0, 0}, {1, 0, 0}, 20)->along, 0);
}

TEST(RigidShapes, RayMeetsARampAtTheHeightOfTheGround) {
  const WorldPiece ramp = piece_in_world(RampSpec{{4, 2, 1}});
  const auto shapes = shapes_of(ramp);
  ASSERT_EQ(shapes.size(), 1u);
  for (double x = -1.9; x < 2; x += 0.3) {
    const auto hit = cast_ray(shapes[0].shape.planes, {x, 0.3, 5}, {0, 0, -1}, 10);
    ASSERT_TRUE(hit) << x;
    EXPECT_NEAR(5 - hit->along, (x + 2) / 4, 1e-12) << x;  // rounding
  }
}

TEST(RigidShapes, WallIsSolidWhereItIsDrawn) {
  const WallSpec spec{.points = {{0, 0}, {2, 0}, {2.5, 1}, {1.5, 2}, {0, 2}},
                      .closed = true,
                      .height = 0.4,
                      .thickness = 0.1};
  const WorldPiece wall = piece_in_world(spec);
  const auto shapes = shapes_of(wall);
  EXPECT_EQ(shapes.size(), 10u);  // five stretches, five bends

  // walking around on both sides: 1 mm inside the faces is solid, 1 mm outside is free
  const Route line = make_route("", spec.points, true, 0);
  for (double along = 0.1; along < line.length; along += 0.07) {
    const RoutePlace place = place_at(line, along);
    for (const double off : {-0.051, -0.049, 0.049, 0.051}) {
      const Vec2 at = place.point + off * perpendicular(place.direction);
      const bool near_bend =
          nearest_place(line, at).segment != place.segment ||
          std::fabs(std::fabs(nearest_place(line, at).offset) - std::fabs(off)) > 1e-9;
      if (near_bend) continue;
      bool solid = false;
      for (const PlacedShape& placed : shapes) {
        const Vec3 from = inverse(placed.piece_from_shape) * Vec3{at.x, at.y, 5};
        solid |= cast_ray(placed.shape.planes, from, {0, 0, -1}, 10).has_value() &&
                 !placed.shape.planes.empty();
      }
      EXPECT_EQ(solid, std::fabs(off) < 0.05) << along << " off " << off;
    }
  }
}

TEST(RigidShapes, FloorLeavesRoomForATerrainThatReachesBelowIt) {
  LevelSpec level = open_level();
  level.ground.size = {20, 10};
  EXPECT_NEAR(volume_of(floor_shapes(build_world(level))), 200, 1e-9);  // 1 m thick

  TerrainSpec hollow{.size = {4, 3}, .columns = 3, .rows = 3, .heights = {}};
  hollow.heights = {0, 0, 0, 0, -1, 0, 0, 0, 0};
  level.pieces.push_back(piece_of(hollow, {1, 0.5, 0}, 0.3));
  const World world = build_world(level);
  const auto shapes = floor_shapes(world);

  EXPECT_NEAR(volume_of(shapes), 200 - 12, 1e-9);
  for (const PlacedShape& placed : shapes) {
    const Vec3 middle = inverse(placed.piece_from_shape) * Vec3{1, 0.5, 5};
    EXPECT_FALSE(cast_ray(placed.shape.planes, middle, {0, 0, -1}, 20));
  }
}

}  // namespace
}  // namespace paddock
