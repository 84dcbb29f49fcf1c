// What eyes see is what physics knows: every piece is there, at its place, under its name.
#include "paddock/world/world_look.h"

#include <gtest/gtest.h>

#include <set>

#include "paddock/core/angle.h"
#include "paddock/core/text.h"
#include "paddock/world/mover.h"
#include "tests/support/look_checks.h"

namespace paddock {
namespace {

PieceSpec piece(PieceShape shape, Vec3 at = {}, std::string material = "") {
  PieceSpec spec;
  spec.shape = std::move(shape);
  spec.at = at;
  spec.material = std::move(material);
  return spec;
}

/// One of each kind.
LevelSpec zoo() {
  LevelSpec level;
  level.ground.size = {60, 40};
  level.physics = PhysicsKind::Rigid;
  const std::vector<Vec2> bend{{0, 0}, {2, 0}, {3, 1}};
  const std::vector<PieceShape> shapes{BoxSpec{{1, 0.5, 0.4}},
                                       WallSpec{bend},
                                       RampSpec{},
                                       CylinderSpec{},
                                       ConeSpec{},
                                       TapeSpec{bend},
                                       MatSpec{},
                                       MarkerSpec{.id = 5},
                                       TerrainSpec{{4, 4}, 3, 3, {0, 0, 0, 0, 1, 0, 0, 0, 0}},
                                       BlockSpec{},
                                       BallSpec{},
                                       TyresSpec{},
                                       ElevatorSpec{},
                                       TrainSpec{{{0, 0}, {4, 0}, {4, 4}}},
                                       PrismSpec{{{{0, 0}, {1, 0}, {0, 1}}}},
                                       SignSpec{"7"},
                                       DoorSpec{},
                                       CapsuleSpec{},
                                       AreaSpec{{{{0, 0}, {1, 0}, {0, 1}}}}};
  EXPECT_EQ(shapes.size(), std::variant_size_v<PieceShape>);
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    level.pieces.push_back(
        piece(shapes[i], {-25 + 6.0 * static_cast<double>(i % 9), i < 9 ? -8.0 : 8.0, 0}));
  }
  return level;
}

struct Box3 {
  Vec3 low{1e9, 1e9, 1e9}, high{-1e9, -1e9, -1e9};
  void add(Vec3 p) {
    low = {std::fmin(low.x, p.x), std::fmin(low.y, p.y), std::fmin(low.z, p.z)};
    high = {std::fmax(high.x, p.x), std::fmax(high.y, p.y), std::fmax(high.z, p.z)};
  }
};

const LookPart* find(const std::vector<LookPart>& parts, std::string_view name) {
  for (const LookPart& part : parts) {
    if (part.name == name) return &part;
  }
  return nullptr;
}

/// Height of a part's surface seen from above at a place, or -1e9.
double height_at(const std::vector<LookPart>& parts, std::string_view prefix, Vec2 at) {
  double highest = -1e9;
  for (const LookPart& part : parts) {
    if (part.name.substr(0, prefix.size()) != prefix) continue;
    for (const auto& t : part.look.triangles) {
      const Vec3 a = part.scene_from_part * part.look.points[t[0]],
                 b = part.scene_from_part * part.look.points[t[1]],
                 c = part.scene_from_part * part.look.points[t[2]];
      const double area = cross(xy(b) - xy(a), xy(c) - xy(a));
      if (std::fabs(area) < 1e-12) continue;
      const double u = cross(at - xy(a), xy(c) - xy(a)) / area,
                   v = cross(xy(b) - xy(a), at - xy(a)) / area;
      if (u < 0 || v < 0 || u + v > 1) continue;
      highest = std::fmax(highest, a.z + u * (b.z - a.z) + v * (c.z - a.z));
    }
  }
  return highest;
}

TEST(WorldLook, EveryKindIsSoundNamedAndNumbered) {
  const World world = build_world(zoo());
  const std::vector<LookPart> parts = looks_of(world);

  std::set<std::string> names;
  std::set<std::uint32_t> instances;
  for (const LookPart& part : parts) {
    expect_sound(part.look, part.name);
    EXPECT_FALSE(part.look.triangles.empty()) << part.name;
    EXPECT_TRUE(names.insert(part.name).second) << part.name;
    instances.insert(part.instance);
  }
  for (std::size_t i = 0; i < world.pieces.size(); ++i)
    EXPECT_TRUE(instances.count(static_cast<std::uint32_t>(i + 1)));
  EXPECT_TRUE(instances.count(kGroundInstance));
  EXPECT_TRUE(find(parts, "cone-4"));
}

TEST(WorldLook, LooksFillTheSameSpaceAsTheirMeshes) {
  const World world = build_world(zoo());
  Finishes finishes;
  for (const WorldPiece& p : world.pieces) {
    if (p.kind == "train") continue;  // its look is one car
    Box3 look, mesh;
    for (const Vec3 at : look_of(p, finishes).points) look.add(at);
    for (const Vec3 at : p.mesh.points) mesh.add(at);
    const double slack = 0.012;  // the plate under a cone, paint before a board
    EXPECT_NEAR(look.low.x, mesh.low.x, slack) << p.kind;
    EXPECT_NEAR(look.low.y, mesh.low.y, slack) << p.kind;
    EXPECT_NEAR(look.low.z, mesh.low.z, slack) << p.kind;
    EXPECT_NEAR(look.high.x, mesh.high.x, slack) << p.kind;
    EXPECT_NEAR(look.high.y, mesh.high.y, slack) << p.kind;
    EXPECT_NEAR(look.high.z, mesh.high.z, slack) << p.kind;
  }
}

TEST(WorldLook, GroundHasAHoleUnderATerrainAndNowhereElse) {
  LevelSpec level;
  level.pieces = {piece(TerrainSpec{{4, 4}, 3, 3, {0, 0, 0, 0, -1, 0, 0, 0, 0}}, {2, 1, 0})};
  level.pieces[0].yaw = 0.4;

  const std::vector<LookPart> parts = looks_of(build_world(level));

  EXPECT_EQ(height_at(parts, "ground", {2, 1}), -1e9);
  EXPECT_NEAR(height_at(parts, "terrain", {2, 1}), -1, 1e-9);
  for (const Vec2 at : {Vec2{-4, -4}, {2, 4.5}, {6, 1}, {-2, 1}, {9.9, 9.9}}) {
    EXPECT_EQ(height_at(parts, "ground", at), 0) << at.x << ' ' << at.y;
  }
  EXPECT_EQ(height_at(parts, "land", {50, -80}), 0);
}

TEST(WorldLook, WhatLiesOnTopIsHigherByMoreThanRounding) {
  LevelSpec level;
  level.pieces = {piece(TapeSpec{{{-1, 0}, {1, 0}}, false, 0.2}), piece(MatSpec{{2, 2}}),
                  piece(MatSpec{{1, 1}}), piece(TapeSpec{{{0, -1}, {0, 1}}, false, 0.1})};

  const std::vector<LookPart> parts = looks_of(build_world(level));

  const Vec2 at{0.013, 0.017};
  const double first_tape = height_at(parts, "tape-0", at),
               second_tape = height_at(parts, "tape-3", at);
  const double lower = height_at(parts, "mat-1", at), upper = height_at(parts, "mat-2", at);
  const double step = 0.0005;
  EXPECT_GT(lower, height_at(parts, "ground", at) + step);
  EXPECT_GT(upper, lower + step);
  EXPECT_GT(first_tape, upper + step);
  EXPECT_GT(second_tape, first_tape + step);
  EXPECT_LT(second_tape, 0.01);
}

TEST(WorldLook, UnlitPiecesAreUnlitAllOver) {
  LevelSpec level;
  level.pieces = {piece(ConeSpec{}, {1, 0, 0}), piece(ConeSpec{}, {2, 0, 0})};
  level.pieces[0].lit = false;

  const std::vector<LookPart> parts = looks_of(build_world(level));

  for (const Finish& f : find(parts, "cone-0")->look.finishes) EXPECT_FALSE(f.lit);
  for (const Finish& f : find(parts, "cone-1")->look.finishes) EXPECT_TRUE(f.lit);
}

TEST(WorldLook, OwnNamesStayAndNeverClashWithMadeOnes) {
  LevelSpec level;
  level.pieces = {piece(BoxSpec{}), piece(BoxSpec{}, {3, 0, 0})};
  level.pieces[1].name = "box-0";

  const std::vector<LookPart> parts = looks_of(build_world(level));

  std::set<std::string> names;
  for (const LookPart& part : parts) EXPECT_TRUE(names.insert(part.name).second) << part.name;
  EXPECT_EQ(find(parts, "box-0")->instance, 2u);
}

TEST(WorldLook, PartsAreCalledWithoutBeingDressed) {
  LevelSpec level = zoo();
  level.pieces[9].name = "heavy block";
  const World world = build_world(level);
  const PartNames names(world);

  std::set<std::string> dressed;
  for (const LookPart& part : looks_of(world)) dressed.insert(part.name);

  EXPECT_EQ(names.of(PieceId{0}), "box-0");
  EXPECT_EQ(names.of(PieceId{9}), "heavy block");
  EXPECT_EQ(names.of(PieceId{13}, 1), "train-13-car-2");
  for (std::uint32_t i = 0; i < world.pieces.size(); ++i)
    EXPECT_EQ(dressed.count(names.of(PieceId{i})), 1u) << names.of(PieceId{i});
}

TEST(WorldLook, WhatMovesSaysSo) {
  const std::vector<LookPart> parts = looks_of(build_world(zoo()));

  EXPECT_TRUE(find(parts, "elevator-12")->moves);
  EXPECT_TRUE(find(parts, "train-13-car-2")->moves);
  EXPECT_TRUE(find(parts, "door-16")->moves);
  EXPECT_FALSE(find(parts, "box-0")->moves);
}

TEST(WorldLook, CarsOffTheirLineAtTheStartAreOutOfSight) {
  LevelSpec level;
  level.physics = PhysicsKind::Rigid;
  TrainSpec train{.points = {{0, 0}, {3, 0}}, .closed = false, .cars = 2};
  train.gap = 2, train.phase = 4.5;
  level.pieces.push_back(piece(train));
  const auto places = car_places_of(train);

  const std::vector<LookPart> parts = looks_of(build_world(level));

  for (std::size_t i = 0; i < places.size(); ++i) {
    const LookPart* car = find(parts, concat("train-0-car-", i + 1));
    ASSERT_NE(car, nullptr);
    EXPECT_EQ(car->scene_from_part, places[i].value_or(kOutOfSight));
  }
  EXPECT_FALSE(places.front().has_value());
  EXPECT_TRUE(places.back().has_value());
}

TEST(WorldLook, StartLineIsPaintedUnlessTheLevelSaysNo) {
  LevelSpec level;
  level.gates.push_back({{}, "start", {0, 1}, {0, -1}});
  const auto painted = [&](bool markings) {
    level.ground.markings = markings;
    return find(looks_of(build_world(level)), "start-line") != nullptr;
  };

  EXPECT_TRUE(painted(true));
  EXPECT_FALSE(painted(false));
}

}  // namespace
}  // namespace paddock
