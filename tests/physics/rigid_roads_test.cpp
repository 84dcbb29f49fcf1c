// Kerbs: bodies climb them, and planar cars are lifted over them without a blow.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "paddock/world/roads/streets.h"
#include "tests/physics/rigid_run.h"

namespace paddock {
namespace {

/// A road along x, 3.5 m to either side, with a kerb of 12 cm and three metres of pavement.
LevelSpec kerbed_level(PhysicsKind physics) {
  LevelSpec level = rigid_level();
  level.physics = physics;
  RoadSpec road;
  road.id = "1";
  append(road.line, 90, StraightPiece{}, {-45, 0, 0});
  road.sections = {lanes_beside({1, 1}, {})};
  level.roads.roads.push_back(std::move(road));
  return level;
}

TEST(RigidRoads, SedanClimbsAKerb) {
  RigidRun run(kerbed_level(PhysicsKind::Rigid), {sedan_at({-20, -1.5, radians(-25)})});
  for (int i = 0; i < 50; ++i) run.step(hold_sedan());
  const double resting = run.body().pose.at.z;
  SedanInput<double> go;
  go.throttle = 0.5;
  double fastest = 0;
  while (run.pose().y > -5.2 && run.seconds() < 12) {
    run.step(VehicleInput(go));
    fastest = std::max(fastest, length(run.body().velocity));
  }
  EXPECT_LT(run.pose().y, -5.2);
  EXPECT_GT(length(run.body().velocity), 0.7 * fastest);
  double highest = -1;
  while (run.pose().y > -5.9 && run.seconds() < 14) {
    run.step(VehicleInput(go));
    highest = std::max(highest, run.body().pose.at.z);
  }
  EXPECT_NEAR(highest - resting, 0.12, 0.08);
  EXPECT_GT(up_of(run.body()).z, 0.98);
}

TEST(RigidRoads, PlanarGroundIsAsHighAsTheKerbAndLevel) {
  const auto world = build_shared(kerbed_level(PhysicsKind::Planar));
  EXPECT_EQ(ground_height(*world, {0, -3.4}), 0);
  EXPECT_NEAR(ground_height(*world, {0, -3.6}), 0.12, 1e-12);
  EXPECT_EQ(ground_slope(*world, {0, -3.6}), Vec2{});
  EXPECT_TRUE(slice_world(*world, 0.05, SliceFor::Contact).loops.empty());
}

}  // namespace
}  // namespace paddock
