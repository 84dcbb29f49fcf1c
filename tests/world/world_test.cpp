// Compiling levels: pieces stand on the ground, slices are exact, the ground answers everywhere.
#include "paddock/world/world.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "paddock/core/random.h"
#include "tests/support/mesh_checks.h"
#include "tests/support/worlds.h"

namespace paddock {
namespace {

World world_of(std::vector<PieceSpec> pieces) {
  LevelSpec spec;
  spec.pieces = std::move(pieces);
  return build_world(spec);
}

FlatSlice cut(const PieceSpec& spec, double height, SliceFor purpose = SliceFor::Contact) {
  return slice_world(world_of({spec}), height, purpose);
}

double area_of(const FlatSlice& flat) {
  double twice = 0;
  for (const Loop2& loop : flat.loops) {
    for (std::size_t i = 0; i < loop.points.size(); ++i) {
      twice += cross(loop.points[i], loop.points[(i + 1) % loop.points.size()]);
    }
  }
  return twice / 2;
}

TEST(World, EveryKindHasAMeshAMaterialAndATag) {
  const std::vector<Vec2> line{{0, 0}, {1, 0}, {1, 1}};
  const World world =
      world_of({piece_of(BoxSpec{}),
                piece_of(WallSpec{.points = line}),
                piece_of(RampSpec{}),
                piece_of(CylinderSpec{}),
                piece_of(ConeSpec{}),
                piece_of(TapeSpec{.points = line}),
                piece_of(MatSpec{}),
                piece_of(MarkerSpec{}),
                piece_of(TerrainSpec{.columns = 2, .rows = 2, .heights = {0, 0, 0, 0}}),
                piece_of(BlockSpec{}),
                piece_of(BallSpec{}),
                piece_of(TyresSpec{}),
                piece_of(ElevatorSpec{}),
                piece_of(TrainSpec{.points = line}),
                piece_of(PrismSpec{.loops = {line}}),
                piece_of(DoorSpec{}),
                piece_of(CapsuleSpec{}),
                piece_of(CapsuleSpec{0.2, 0.4}),
                piece_of(ConeSpec{0.05, 0.155, 0.01, 0.07, 0.005}),
                piece_of(ConeSpec{0.05, 0.155, 0, 0.05, 0.005})});

  for (const WorldPiece& p : world.pieces) {
    EXPECT_FALSE(p.mesh.triangles.empty()) << p.kind;
    EXPECT_NE(p.material, nullptr) << p.kind;
    EXPECT_NE(p.tag, SemanticTag::None) << p.kind;
    EXPECT_EQ(p.color, p.material->color) << p.kind;
    if (!p.solid) continue;
    EXPECT_EQ(open_edges(p.mesh), 0u) << p.kind;
  }
}

TEST(World, TriggersStandOnTheGroundOrGoOnForEver) {
  LevelSpec level;
  level.physics = PhysicsKind::Rigid;
  level.pieces.push_back(piece_of(TerrainSpec{{8, 8}, 2, 2, {1, 1, 1, 1}}));
  level.triggers.push_back({{}, "flat", {1, 2}, 0.5, {2, 3}});
  level.triggers.push_back({{}, "solid", {1, 2}, 0.5, {2, 3}, 0.5, 2, TriggerDetects::Both, true});

  const World world = build_world(level);

  const WorldTrigger &flat = world.triggers[0], &solid = world.triggers[1];
  EXPECT_EQ(flat.pose, solid.pose);
  EXPECT_EQ(flat.half_size, (Vec2{1, 1.5}));
  EXPECT_EQ(flat.bottom, -std::numeric_limits<double>::infinity());
  EXPECT_EQ(flat.top, std::numeric_limits<double>::infinity());
  EXPECT_EQ(flat.detects, TriggerDetects::Vehicles);
  EXPECT_FALSE(flat.seen_by_rays);
  EXPECT_EQ(solid.bottom, 1.5);
  EXPECT_EQ(solid.top, 3.5);
  EXPECT_EQ(solid.detects, TriggerDetects::Both);
  EXPECT_TRUE(solid.seen_by_rays);
}

TEST(World, AuthorsWordsWinOverTheKindsOwn) {
  PieceSpec spec = piece_of(BoxSpec{});
  spec.material = "brick";
  spec.color = Color{1, 2, 3};
  spec.tag = SemanticTag::Building;

  const World world = world_of({spec});

  EXPECT_EQ(world.pieces[0].material, find_material("brick"));
  EXPECT_EQ(world.pieces[0].color, (Color{1, 2, 3}));
  EXPECT_EQ(world.pieces[0].tag, SemanticTag::Building);
}

TEST(World, BoundsHoldGroundAndPieces) {
  const World world = world_of({piece_of(BoxSpec{{2, 2, 2}}, {30, 0, 0})});

  EXPECT_EQ(world.bounds.low, (Vec2{-10, -10}));
  EXPECT_EQ(world.bounds.high, (Vec2{31, 10}));
}

TEST(World, RoundPiecesSliceToExactCircles) {
  const FlatSlice cylinder = cut(piece_of(CylinderSpec{0.2, 1}, {1, 2, 0}), 0.5);
  const FlatSlice cone = cut(piece_of(ConeSpec{0.2, 0.4}, {1, 2, 0}), 0.1);
  const ConeSpec on_disc{0.05, 0.155, 0.01, 0.07, 0.005};
  const FlatSlice ball = cut(piece_of(BallSpec{0.5}, {1, 2, 0}), 0.2);
  const FlatSlice tyres = cut(piece_of(TyresSpec{0.3, 0.1, 3}, {1, 2, 0}), 0.15);

  const auto expect_circle = [](const FlatSlice& flat, double radius) {
    EXPECT_TRUE(flat.loops.empty());
    ASSERT_EQ(flat.circles.size(), 1u);
    EXPECT_EQ(flat.circles[0].circle.center, (Vec2{1, 2}));
    EXPECT_NEAR(flat.circles[0].circle.radius, radius, 1e-15);
  };
  expect_circle(cylinder, 0.2);
  expect_circle(cone, 0.15);
  expect_circle(ball, 0.4);
  expect_circle(tyres, 0.3);
  expect_circle(cut(piece_of(on_disc, {1, 2, 0}), 0.003), 0.07);
  expect_circle(cut(piece_of(on_disc, {1, 2, 0}), 0.005 + 0.155 / 2), 0.03);
  expect_circle(cut(piece_of(CapsuleSpec{0.5, 2}, {1, 2, 0}), 1.2), 0.5);
  expect_circle(cut(piece_of(CapsuleSpec{0.5, 2}, {1, 2, 0}), 0.2), 0.4);
  expect_circle(cut(piece_of(CapsuleSpec{0.5, 2}, {1, 2, 0}), 1.8), 0.4);
}

TEST(World, PlaneAboveAPieceMissesIt) {
  for (const PieceSpec& spec :
       {piece_of(CylinderSpec{0.2, 1}), piece_of(ConeSpec{0.2, 1}), piece_of(BallSpec{0.5}),
        piece_of(TyresSpec{0.3, 0.25, 4}), piece_of(BoxSpec{})}) {
    const FlatSlice flat = cut(spec, 1.001);
    EXPECT_TRUE(flat.circles.empty() && flat.loops.empty());
  }
}

TEST(World, TiltedCylinderSlicesItsMesh) {
  PieceSpec spec = piece_of(CylinderSpec{0.2, 1}, {0, 0, 0.5});
  spec.pitch = kPi / 4;

  const FlatSlice flat = cut(spec, 0.8);

  ASSERT_EQ(flat.loops.size(), 1u);
  EXPECT_TRUE(flat.circles.empty());
  EXPECT_NEAR(area_of(flat), kPi * 0.04 * std::sqrt(2), 0.002);  // an ellipse, as 32 sides see it
}

TEST(World, EachOutlineNamesThePieceItBelongsTo) {
  const World world =
      world_of({piece_of(MatSpec{}), piece_of(BoxSpec{}), piece_of(CylinderSpec{}, {5, 0, 0}),
                piece_of(BoxSpec{}, {3, 0, 0})});

  const FlatSlice flat = slice_world(world, 0.1, SliceFor::Contact);

  ASSERT_EQ(flat.loops.size(), 2u);
  EXPECT_EQ(flat.loops[0].piece, PieceId{1});
  EXPECT_EQ(flat.loops[1].piece, PieceId{3});
  EXPECT_EQ(flat.circles.at(0).piece, PieceId{2});
}

TEST(World, MovingAPieceMovesItsSlice) {
  const std::vector<Vec2> line{{0, 0}, {2, 0}, {2, 1}};
  PieceSpec spec = piece_of(WallSpec{.points = line});
  const FlatSlice here = cut(spec, 0.1);
  const Pose2 pose{3, -4, 1.1};
  spec.at = {pose.x, pose.y, 0};
  spec.yaw = pose.yaw;

  const FlatSlice there = cut(spec, 0.1);

  ASSERT_EQ(there.loops.size(), here.loops.size());
  for (std::size_t i = 0; i < here.loops[0].points.size(); ++i) {
    EXPECT_NEAR(distance(pose * here.loops[0].points[i], there.loops[0].points[i]), 0, 1e-12);
  }
}

TEST(World, SliceHeightIsMeasuredFromTheGroundAPieceStandsOn) {
  const World world = world_of(
      {piece_of(TerrainSpec{.size = {10, 10}, .columns = 2, .rows = 2, .heights = {2, 2, 2, 2}}),
       piece_of(BoxSpec{{1, 1, 0.5}}, {1, 1, 0}), piece_of(CylinderSpec{0.1, 0.5}, {-1, 0, 0})});

  EXPECT_EQ(world.pieces[1].world_from_piece.at.z, 2);
  const FlatSlice flat = slice_world(world, 0.3, SliceFor::Contact);
  EXPECT_EQ(flat.loops.size(), 1u);
  EXPECT_EQ(flat.circles.size(), 1u);
}

TEST(World, ContactMeetsSolidsAndLidarWhatItSees) {
  PieceSpec ghost = piece_of(BoxSpec{});
  ghost.solid = false;
  PieceSpec glass = piece_of(CylinderSpec{0.2, 1});
  glass.seen_by.lidar = false;
  const World world =
      world_of({ghost, glass, piece_of(MatSpec{}), piece_of(TapeSpec{.points = {{0, 0}, {1, 0}}})});

  const FlatSlice contact = slice_world(world, 0.1, SliceFor::Contact);
  const FlatSlice lidar = slice_world(world, 0.1, SliceFor::Lidar);

  EXPECT_TRUE(contact.loops.empty());
  EXPECT_EQ(contact.circles.size(), 1u);
  EXPECT_EQ(lidar.loops.size(), 1u);
  EXPECT_TRUE(lidar.circles.empty());
}

TEST(World, RampIsGroundForVehiclesAndASolidForLidar) {
  PieceSpec ramp = piece_of(RampSpec{{2, 1, 0.5}}, {1, 0, 0});
  ramp.yaw = kPi / 2;  // rises to the north
  const World world = world_of({ramp});

  EXPECT_TRUE(slice_world(world, 0.1, SliceFor::Contact).loops.empty());
  EXPECT_NEAR(area_of(slice_world(world, 0.25, SliceFor::Lidar)), 1, 1e-12);
  EXPECT_NEAR(ground_height(world, {1, 0}), 0.25, 1e-12);
  EXPECT_NEAR(ground_height(world, {1.2, 0.9}), 0.475, 1e-12);
  EXPECT_NEAR(ground_slope(world, {1, 0}).y, 0.25, 1e-12);
  EXPECT_NEAR(ground_slope(world, {1, 0}).x, 0, 1e-12);
  EXPECT_EQ(ground_height(world, {1, 1.1}), 0);
  EXPECT_EQ(ground_slope(world, {1, 1.1}), Vec2{});
}

TEST(World, PitchedRampIsAnObstacle) {
  PieceSpec ramp = piece_of(RampSpec{{2, 1, 0.5}});
  ramp.pitch = 0.2;
  const World world = world_of({ramp});

  EXPECT_EQ(ground_height(world, {}), 0);
  EXPECT_EQ(slice_world(world, 0.1, SliceFor::Contact).loops.size(), 1u);
}

TEST(World, RampStandsOnTheTerrainAndTheGroundIsTheHighestOfThem) {
  const World world = world_of(
      {piece_of(RampSpec{{2, 2, 1}}),
       piece_of(TerrainSpec{.size = {10, 10}, .columns = 2, .rows = 2, .heights = {1, 1, 1, 1}})});

  EXPECT_NEAR(ground_height(world, {0.5, 0}), 1.75, 1e-12);
  EXPECT_NEAR(ground_height(world, {2, 0}), 1, 1e-12);
  EXPECT_EQ(ground_height(world, {9, 0}), 0);
}

TEST(World, TerrainMayLieBelowTheFloor) {
  const World world = world_of({piece_of(
      TerrainSpec{.size = {4, 4}, .columns = 2, .rows = 2, .heights = {-1, -1, -1, -1}})});

  EXPECT_EQ(ground_height(world, {1, 1}), -1);
}

TEST(World, GroundHeightMeetsTheMeshOfTheRampAtItsCorners) {
  PieceSpec ramp = piece_of(RampSpec{{2, 1, 0.5}}, {3, 1, 0});
  ramp.yaw = 0.3;
  const World world = world_of({ramp});

  const WorldPiece& p = world.pieces[0];
  for (const Vec3 corner : {Vec3{0.999, 0.499, 0.49975}, Vec3{-0.999, -0.499, 0.00025}}) {
    const Vec3 in_world = p.world_from_piece * corner;
    EXPECT_NEAR(ground_height(world, xy(in_world)), in_world.z, 1e-9);
  }
}

TEST(World, LaterMatsLieOnTopAndEachHasItsFriction) {
  PieceSpec below = piece_of(MatSpec{{4, 4}}), above = piece_of(MatSpec{{2, 1}});
  below.material = "wet", above.material = "ice";
  above.yaw = kPi / 2;
  const World world = world_of({below, above});

  EXPECT_EQ(ground_friction(world, {0.4, 0.9}), find_material("ice")->friction);
  EXPECT_EQ(ground_friction(world, {0.9, 0.4}), find_material("wet")->friction);
  EXPECT_EQ(ground_friction(world, {5, 0}), find_material("concrete")->friction);
  EXPECT_LT(world.pieces[0].world_from_piece.at.z, world.pieces[1].world_from_piece.at.z);
}

TEST(World, TapeFollowsTheGroundItLiesOn) {
  PieceSpec ramp = piece_of(RampSpec{{4, 2, 1}});
  const World world = world_of({ramp, piece_of(TapeSpec{.points = {{-4, 0}, {4, 0}}})});

  const WorldPiece& tape = world.pieces[1];
  double steepest = 0;
  for (const Vec3 p : tape.mesh.points) {
    const Vec3 in_world = tape.world_from_piece * p;
    const double above = in_world.z - ground_height(world, xy(in_world));
    EXPECT_GT(above, 0);
    EXPECT_LT(above, 0.01);
    steepest = std::fmax(steepest, in_world.z);
  }
  EXPECT_GT(steepest, 0.9);  // it climbed the ramp
}

TEST(World, StartsAndGatesAndRoutesAreKeptInOrder) {
  LevelSpec spec;
  spec.gates = {{{}, "start", {0, 1}, {0, -1}}, {{}, "half", {5, 1}, {5, -1}}};
  spec.starts = {{{}, {1, 2, 3}, ""}, {{}, {4, 5, 6}, "rover"}};
  spec.routes = {{{}, "line", {{0, 0}, {1, 0}, {1, 1}}, true, 2}};
  spec.triggers = {{{}, "pit", {1, 1}, 0.5, {2, 4}}};

  const World world = build_world(spec);

  EXPECT_EQ(world.gates[1].name, "half");
  EXPECT_EQ(world.starts[0].vehicle, "racecar");
  EXPECT_EQ(world.starts[1].vehicle, "rover");
  EXPECT_EQ(world.routes[0].width, 2);
  EXPECT_EQ(world.triggers[0].half_size, (Vec2{1, 2}));
}

TEST(World, MissingLevelIsAnErrorNotACrash) {
  const auto world = load_world("no/such/level.toml", 1);

  ASSERT_FALSE(world);
  EXPECT_NE(world.error().message.find("level.toml"), std::string::npos);
}

TEST(World, BodyOnASlopeTiltsWithItAndKeepsItsHeading) {
  LevelSpec level;
  PieceSpec ramp;
  ramp.shape = RampSpec{{2, 2, 0.5}};
  level.pieces.push_back(ramp);
  const World world = build_world(level);

  const Pose3 up = pose_on_ground(world, {0, 0, 0}), flat = pose_on_ground(world, {5, 1, 1.2});

  const Vec3 ahead = up.turn * Vec3{1, 0, 0}, left = up.turn * Vec3{0, 1, 0};
  EXPECT_NEAR(up.at.z, 0.25, 1e-12);
  EXPECT_NEAR(ahead.z / ahead.x, 0.25, 1e-12);
  EXPECT_NEAR(left.z, 0, 1e-12);
  EXPECT_EQ(flat.at, (Vec3{5, 1, 0}));
  EXPECT_NEAR(det::atan2((flat.turn * Vec3{1, 0, 0}).y, (flat.turn * Vec3{1, 0, 0}).x), 1.2, 1e-12);
}

TEST(World, WindsAddUpAndEndAtTheirRadius) {
  LevelSpec spec;
  spec.winds = {{{}, {0, 0}, 2, {3, 0}}, {{}, {1, 0}, 2, {0, 4}}};
  const World world = build_world(spec);

  EXPECT_EQ(wind_at(world, {-1.5, 0}), (Vec2{3 * 0.4375 * 0.4375, 0}));  // 1 - 1.5^2 / 2^2
  EXPECT_EQ(wind_at(world, {0, 0}), (Vec2{3, 4 * 0.75 * 0.75}));
  EXPECT_EQ(wind_at(world, {3, 0}), Vec2{});
}

}  // namespace
}  // namespace paddock
