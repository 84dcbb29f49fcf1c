// Rigid physics: the laws of mechanics it must keep, its agreement with planar physics, and what it
// does when numbers or cars leave their range.
#include "paddock/physics/rigid.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iostream>
#include <limits>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "paddock/core/hash.h"
#include "paddock/core/random.h"
#include "tests/physics/rigid_run.h"

namespace paddock {
namespace {

// --- against planar physics ---------------------------------------------------------------------

struct Manoeuvre {
  std::string name;
  std::function<RacecarInput<double>(double seconds, double speed)> input;
  bool whole_way{true};  // compared at every tick, not only in the end
};

TEST(Rigid, RacecarOnFlatGroundDrivesAsItsPlanarSelf) {
  const Manoeuvre manoeuvres[] = {
      {"straight",
       [](double t, double) {
         return RacecarInput<double>{0, t < 4 ? 3.0 : 0.0};
       }},
      {"slalom",
       [](double t, double v) {
         return RacecarInput<double>{0.15 * std::sin(kPi * t), v < 4 ? 3.0 : 0.0};
       }},
      // not the whole way: walking, the planar car turns without paying for it, so it is 7 % faster
      {"full lock from rest",
       [](double, double) {
         return RacecarInput<double>{0.4189, 3};
       },
       false},
      {"full lock at speed",
       [](double t, double) {
         return t < 1 ? RacecarInput<double>{0, 2.5} : RacecarInput<double>{0.4189, 1};
       }},
      {"braking",
       [](double t, double v) {
         return RacecarInput<double>{0, t < 3 ? 5.0 : v > 0.05 ? -5.0 : 0.0};
       }},
      {"braking in a bend",
       [](double t, double v) {
         return RacecarInput<double>{0.08, t < 2 ? 2.0 : v > 0.05 ? -2.0 : 0.0};
       }},
  };
  LevelSpec level = rigid_level();
  level.ground.size = {400, 400};
  LevelSpec flat_level = level;
  flat_level.physics = PhysicsKind::Planar;
  for (const Manoeuvre& manoeuvre : manoeuvres) {
    TestRun planar(build_shared(flat_level), {vehicle_at(kind_of<Racecar>(), {})});
    RigidRun rigid(level, {racecar_at({})});
    double path = 0, turned = 0, rigid_turned = 0, apart = 0, heading = 0, worst = 0;
    for (int tick = 0; tick < 1000; ++tick) {
      const Pose2 before = planar.pose(), rigid_before = rigid.pose();
      const auto input = manoeuvre.input(0.01 * tick, speed_of(planar.vehicle()));
      planar.step(VehicleInput{input});
      rigid.step(VehicleInput{input});
      path += distance(position(before), position(planar.pose()));
      turned += wrap_angle(planar.pose().yaw - before.yaw);
      rigid_turned += wrap_angle(rigid.pose().yaw - rigid_before.yaw);
      apart = distance(position(planar.pose()), position(rigid.pose()));
      heading = std::fabs(rigid_turned - turned);
      if (path > 1) worst = std::max(worst, apart / path);

      if (!manoeuvre.whole_way) continue;
      // the planar car has no springs, no left and right; the first millimetre of a run is free
      ASSERT_LT(apart, 0.02 * path + 0.001) << manoeuvre.name << " tick " << tick;
      ASSERT_LT(heading, std::max(radians(2), 0.03 * std::fabs(turned))) << manoeuvre.name;
    }

    std::cout << manoeuvre.name << ": path " << path << " m, apart " << apart
              << " m = " << 100 * apart / path << " %; turned " << degrees(turned) << " deg, apart "
              << degrees(heading) << " deg; on the way at most " << 100 * worst << " %\n";
    EXPECT_LT(apart, 0.02 * path) << manoeuvre.name;
    EXPECT_LT(heading, std::max(radians(2), 0.03 * std::fabs(turned))) << manoeuvre.name;
  }
}

// --- at rest ------------------------------------------------------------------------------------

LevelSpec slope_level(double angle) {
  LevelSpec level = rigid_level();
  level.pieces.push_back(piece_of(RampSpec{{40, 40, 40 * std::tan(angle)}}));
  level.pieces[0].material = "asphalt";
  return level;
}

TEST(Rigid, BrakedCarStaysAtRestOnTwentyDegreesForAMinute) {
  for (const double yaw : {0.0, kPi, kPi / 2, 0.7}) {
    RigidRun run(slope_level(radians(20)), {sedan_at({0, 0, yaw})});
    std::get<SedanState<double>>(run.flat.vehicles[0]).brake = 1;
    for (int tick = 0; tick < 300; ++tick) run.step(hold_sedan());  // springs settle
    const Pose3 before = run.body().pose;
    for (int tick = 0; tick < 6000; ++tick) run.step(hold_sedan());

    const double moved = length(run.body().pose.at - before.at);
    std::cout << "yaw " << yaw << ": moved " << 1e6 * moved << " um in a minute, speed "
              << length(run.body().velocity) << " m/s\n";
    EXPECT_LT(moved, 5e-4) << yaw;  // what float leaves of a position 10 m from the middle
    EXPECT_LT(length(run.body().velocity), 1e-3) << yaw;
  }
}

TEST(Rigid, CarOnLevelGroundRestsAtItsOwnHeight) {
  RigidRun run(rigid_level(), {racecar_at({3, 2, 1}), sedan_at({-10, 5, 2})});
  const std::vector<VehicleInput> idle{drive_racecar(0, 0), SedanInput<double>{}};
  for (int tick = 0; tick < 500; ++tick) run.step(idle);

  for (const std::size_t v : {std::size_t{0}, std::size_t{1}}) {
    const RigidVehicle& car = run.model.vehicles[v];
    EXPECT_NEAR(run.body(v).pose.at.z, car.height, 1e-3 * car.height);
    double weight = 0;
    for (const RigidWheelState& wheel : run.state.cars[v].wheels) weight += wheel.load;
    EXPECT_NEAR(weight, car.mass * kGravity, 1e-3 * car.mass * kGravity);
    EXPECT_NEAR(run.pose(v).x, car.start.x, 1e-4);
    EXPECT_NEAR(run.pose(v).y, car.start.y, 1e-4);
    EXPECT_TRUE(run.events.contacts.empty());
  }
}

LevelSpec pyramid_level(int rows) {
  LevelSpec level = rigid_level();
  const double edge = 0.1;
  for (int row = rows; row > 0; --row)
    for (int i = 0; i < row * row; ++i)
      level.pieces.push_back(
          moving(BlockSpec{{edge, edge, edge}, 0.1},
                 {(i % row - (row - 1) / 2.0) * edge * 1.02,
                  (i / row - (row - 1) / 2.0) * edge * 1.02, (rows - row) * edge}));
  return level;
}

TEST(Rigid, PyramidOfThirtyBlocksStandsForAMinuteAndSleeps) {
  RigidRun run(pyramid_level(4));
  ASSERT_EQ(run.state.props.size(), 30u);
  const RigidState start = run.state;
  double slept_after = 0;
  for (int tick = 0; tick < 6000; ++tick) {
    run.step();
    const bool asleep = std::all_of(run.state.props.begin(), run.state.props.end(),
                                    [](const RigidBodyState& block) { return block.asleep(); });
    if (asleep && slept_after == 0) slept_after = run.seconds();
  }

  double moved = 0;
  for (std::size_t i = 0; i < 30; ++i)
    moved = std::max(moved, length(run.state.props[i].pose.at - start.props[i].pose.at));
  std::cout << "moved " << 1e3 * moved << " mm at most, asleep after " << slept_after << " s\n";
  EXPECT_LT(moved, 2e-3);
  EXPECT_GT(slept_after, 0);
  EXPECT_LT(slept_after, 10);
  for (const RigidBodyState& block : run.state.props) EXPECT_TRUE(block.asleep());
}

// --- falling and rolling ------------------------------------------------------------------------

TEST(Rigid, FlightOffARampIsAParabola) {
  LevelSpec level = rigid_level();
  level.pieces.push_back(piece_of(RampSpec{{6, 3, 1.5}}, {10, 0, 0}));
  RigidSetup setup = racecar_at({0, 0, 0});
  std::get<RacecarParams<double>>(setup.params.figures).drag = 0;
  RigidRun run(level, {setup});
  const auto flies = [&] {
    return std::all_of(run.state.cars[0].wheels.begin(), run.state.cars[0].wheels.end(),
                       [](const RigidWheelState& wheel) { return wheel.load == 0; });
  };
  while (!(flies() && run.body().pose.at.x > 13.1) && run.seconds() < 5)
    run.step(drive_racecar(0, 4));
  const RigidBodyState off = run.body();
  const double began = run.seconds();
  double worst = 0, height = 0;
  while (flies() && run.events.contacts.empty() && run.seconds() < 5) {
    const double t = run.seconds() - began;
    const Vec3 expected = off.pose.at + t * off.velocity + Vec3{0, 0, -0.5 * kGravity * t * t};
    worst = std::max(worst, length(run.body().pose.at - expected));
    height = std::max(height, run.body().pose.at.z);
    run.step(drive_racecar(0, 0));
  }

  const double flown = run.body().pose.at.x - off.pose.at.x;
  std::cout << "flew " << flown << " m in " << run.seconds() - began << " s at "
            << length(off.velocity) << " m/s, off the parabola by " << worst
            << " m = " << 100 * worst / flown << " %\n";
  EXPECT_GT(flown, 3);
  EXPECT_LT(worst, 0.01 * flown);
}

TEST(Rigid, RoundThingsNeverGainSpeedAndComeToRest) {
  LevelSpec level = rigid_level();
  for (const double r : {0.055, 0.2}) {
    PieceSpec lying = moving(CylinderSpec{r, 0.42}, {10 * r, 0, r});
    lying.pitch = kPi / 2;
    level.pieces.push_back(lying);
  }
  level.pieces.push_back(moving(ConeSpec{0.06, 0.3}, {0, -3, 0}));
  RigidRun run(level);
  for (int tick = 0; tick < 50; ++tick) run.step();
  for (RigidBodyState& prop : run.state.props) prop.velocity = {0, 0.6, 0}, prop.activity = 1;
  for (int tick = 0; tick < 4000; ++tick) {
    run.step();
    for (const RigidBodyState& prop : run.state.props) ASSERT_LT(length(prop.velocity), 0.75);
  }
  for (const RigidBodyState& prop : run.state.props) EXPECT_TRUE(prop.asleep());
}

TEST(Rigid, BallRollsDownAtFiveSeventhsOfGSinAlpha) {
  for (const double angle : {radians(5), radians(15), radians(25)}) {
    LevelSpec level = slope_level(angle);
    const double radius = 0.1;
    level.pieces.push_back(
        moving(BallSpec{radius, 0.5}, {10, 0, radius * (1 / std::cos(angle) - 1)}));
    RigidRun run(level);
    for (int tick = 0; tick < 20; ++tick) run.step();
    const double before = length(run.state.props[0].velocity);
    for (int tick = 0; tick < 100; ++tick) run.step();

    const double measured = length(run.state.props[0].velocity) - before;
    const double theory = 5.0 / 7 * kGravity * std::sin(angle);
    std::cout << degrees(angle) << " degrees: " << measured << " m/s2, theory " << theory << '\n';
    EXPECT_NEAR(measured, theory, 0.01 * theory);
  }
}

/// Sideways acceleration of a car on ever tighter circles: the most it reached with a wheel of the
/// inner side on the ground, and whether it tipped in the end.
struct Tipping {
  double most{};
  bool tipped{};
};

Tipping drive_until_it_tips(double height) {
  RigidSetup setup = racecar_at({});
  auto& params = std::get<RacecarParams<double>>(setup.params.figures);
  params.chassis.height = height;
  RigidRun run(rigid_level(), {setup});
  Tipping result;
  double accel = 0;
  for (int tick = 0; tick < 3500 && !result.tipped; ++tick) {
    const double steer = run.seconds() < 2 ? 0 : 0.07 + 0.01 * (run.seconds() - 2);
    run.step(drive_racecar(steer, 5 * (4 - speed_of(run.flat.vehicles[0]))));
    const double now = length(xy(run.body().velocity)) * run.body().spin.z;
    accel += 0.05 * (now - accel);  // over 0.2 s, in which it grows by 0.1 m/s2
    const auto& wheels = run.state.cars[0].wheels;
    if (wheels[0].load > 0 || wheels[2].load > 0) result.most = std::max(result.most, accel);
    result.tipped = up_of(run.body()).z < 0.5;
  }
  return result;
}

TEST(Rigid, CarRollsOverAboveTheAccelerationThatTrackAndHeightPredict) {
  const double half_track = 0.1315;
  for (const double height : {0.17, 0.22}) {
    const Tipping raised = drive_until_it_tips(height);
    const double theory = kGravity * half_track / height;
    std::cout << "height " << height << ": tips at " << raised.most << " m/s2, theory " << theory
              << '\n';
    EXPECT_TRUE(raised.tipped) << height;
    EXPECT_NEAR(raised.most, theory, 0.1 * theory) << height;
  }
  const Tipping low = drive_until_it_tips(0.074);
  std::cout << "height 0.074: never tips, up to " << low.most << " m/s2\n";
  EXPECT_FALSE(low.tipped);  // grip ends before that
  EXPECT_GT(low.most, 7);
}

TEST(Rigid, BallFallsAsTheLevelsGravitySays) {
  for (const double gravity : {9.81, 0.981}) {
    LevelSpec level = rigid_level();
    level.pieces.push_back(moving(BallSpec{0.1, 0.5}, {0, 0, 3}));
    level.rigid.gravity = gravity;
    RigidRun run(level);
    const double top = run.state.props[0].pose.at.z;
    for (int tick = 0; tick < 70; ++tick) run.step();

    // steps of 5 ms fall half a step of speed too far: 0.7 %
    EXPECT_NEAR(top - run.state.props[0].pose.at.z, 0.5 * gravity * 0.49,
                0.01 * 0.5 * gravity * 0.49);
  }
}

TEST(Rigid, BallRollsIntoAHollowOfTheTerrainBelowTheFloor) {
  LevelSpec level = rigid_level();
  TerrainSpec hollow{.size = {4, 4}, .columns = 9, .rows = 9, .heights = {}};
  for (int i = 0; i < 81; ++i) {
    const double x = i % 9 / 4.0 - 1, y = i / 9 / 4.0 - 1;
    hollow.heights.push_back(std::min(0.0, x * x + y * y - 1));
  }
  level.pieces.push_back(piece_of(hollow));
  level.pieces.push_back(moving(BallSpec{0.1, 0.5}, {1, 0, 0.05}));
  RigidRun run(level);
  double lowest = 1;
  for (int tick = 0; tick < 300; ++tick) {
    run.step();
    lowest = std::min(lowest, run.state.props[0].pose.at.z);
  }

  EXPECT_LT(lowest, -0.7);
  EXPECT_GT(lowest, -1);
}

TEST(Rigid, CarDrivesOverTheSeamOfFloorAndTerrain) {
  LevelSpec level = rigid_level();
  TerrainSpec hills{.size = {8, 6}, .columns = 33, .rows = 5, .heights = {}};
  for (int i = 0; i < 33 * 5; ++i)
    hills.heights.push_back(0.1 * std::sin(2 * kPi * (i % 33) / 32.0));
  level.pieces.push_back(piece_of(hills, {5, 0, 0}));
  RigidRun run(level, {racecar_at({-1, 0, 0})});
  double low = 1, high = 0;
  for (int tick = 0; tick < 500; ++tick) {
    run.step(drive_racecar(0, 2 * (2.5 - speed_of(run.flat.vehicles[0]))));
    const double z = run.body().pose.at.z;
    low = std::min(low, z), high = std::max(high, z);
  }

  EXPECT_GT(run.pose().x, 9.5);
  EXPECT_NEAR(high, 0.174, 0.03);
  EXPECT_NEAR(low, -0.026, 0.03);
  EXPECT_NEAR(run.body().pose.at.z, 0.074, 0.005);
}

// --- contacts -----------------------------------------------------------------------------------

TEST(Rigid, NothingTunnelsThroughAOneCentimetreWallAtTopSpeed) {
  LevelSpec level = rigid_level();
  level.pieces.push_back(piece_of(BoxSpec{{0.01, 80, 3}}, {0.005, 0, 0}));
  for (const bool sedan : {false, true}) {
    const double speed = sedan ? 70 : 20, reach = sedan ? 2.7 : 0.35;
    for (int angle = -80; angle <= 80; angle += 10) {
      const double yaw = radians(angle);
      const Pose2 start{-reach - 0.01 * (angle % 7 + 7), 0, yaw};
      RigidRun run(level, {sedan ? sedan_at(start) : racecar_at(start)});
      run.state.cars[0].body.velocity = run.body().pose.turn * Vec3{speed, 0, 0};
      SedanInput<double> ahead;
      ahead.throttle = 1;
      bool hit = false;
      for (int tick = 0; tick < 60; ++tick) {
        run.step(sedan ? VehicleInput{ahead} : drive_racecar(0, 9));
        hit |= !run.events.contacts.empty();

        ASSERT_EQ(run.flat.frozen[0], 0);
        ASSERT_LT(run.body().pose.at.x, 0) << (sedan ? "sedan at " : "racecar at ") << angle;
      }
      EXPECT_TRUE(hit || std::abs(angle) >= 60) << angle;
    }
  }
}

TEST(Rigid, CarDoesNotLeaveTheHoleOfAPrism) {
  LevelSpec level = rigid_level();
  const std::vector<Vec2> outer{{-4, -4}, {4, -4}, {4, 4}, {-4, 4}};
  const std::vector<Vec2> hole{{-3, -3}, {-3, 3}, {0, 2}, {3, 3}, {3, -3}};  // clockwise
  level.pieces.push_back(piece_of(PrismSpec{{outer, hole}, 0.5}));
  for (int angle = 0; angle < 360; angle += 30) {
    RigidRun run(level, {racecar_at({0, 0, radians(angle)})});
    run.state.cars[0].body.velocity = run.body().pose.turn * Vec3{15, 0, 0};
    for (int tick = 0; tick < 150; ++tick) run.step(drive_racecar(0.1, 6));

    EXPECT_LT(std::fabs(run.pose().x), 3) << angle;
    EXPECT_LT(std::fabs(run.pose().y), 3) << angle;
    EXPECT_LT(run.body().pose.at.z, 0.3) << angle;
  }
}

TEST(Rigid, FastBallDoesNotTunnelThroughAOneCentimetreWall) {
  LevelSpec level = rigid_level();
  level.pieces.push_back(piece_of(WallSpec{
      .points = {{0.005, -5}, {0.005, 5}}, .closed = false, .height = 2, .thickness = 0.01}));
  level.pieces.push_back(moving(BallSpec{0.05, 0.2}, {-1, 0, 0.5}));
  for (const double speed : {5.0, 12.3, 20.0, 33.0}) {
    RigidRun run(level);
    run.state.props[0].velocity = {speed, 0, 0};
    for (int tick = 0; tick < 50; ++tick) {
      run.step();
      ASSERT_LT(run.state.props[0].pose.at.x, 0) << speed;
    }
  }
}

/// Distance in 3 s along a wall pressed against at `yaw`, over that of the same car without a wall.
double scraped_part(const LevelSpec& level, double yaw) {
  const auto drive = [&](const LevelSpec& in) {
    RigidRun run(in, {racecar_at({0, -0.2, yaw})});
    for (int tick = 0; tick < 300; ++tick) run.step(drive_racecar(0, 2));
    return run.pose().x;
  };
  return drive(level) / drive(rigid_level());
}

TEST(Rigid, CarScrapingAlongManyStretchesKeepsMoving) {
  LevelSpec boxes = rigid_level(), wall = rigid_level(), bent = rigid_level();
  WallSpec straight{.points = {}, .closed = false, .height = 1, .thickness = 0.1};
  WallSpec wavy = straight;
  for (int i = 0; i < 120; ++i) {
    boxes.pieces.push_back(piece_of(BoxSpec{{0.25, 0.1, 1}}, {-1 + 0.25 * i, 0.05, 0}));
    straight.points.push_back({-1 + 0.25 * i, 0.05});
    wavy.points.push_back({-1 + 0.25 * i, 0.05 + 0.01 * (i % 2)});
  }
  wall.pieces.push_back(piece_of(straight));
  bent.pieces.push_back(piece_of(wavy));

  for (const double yaw : {0.0, 0.05, 0.1}) {
    EXPECT_GT(scraped_part(boxes, yaw), 0.7) << yaw;
    EXPECT_GT(scraped_part(wall, yaw), 0.7) << yaw;
    EXPECT_GT(scraped_part(bent, yaw), 0.7) << yaw;
  }
}

TEST(Rigid, ConeThatIsHitFallsAndTheHitIsReported) {
  LevelSpec level = rigid_level();
  level.pieces.push_back(moving(ConeSpec{0.06, 0.3}, {2, 0, 0}));
  RigidRun run(level, {racecar_at({})});
  double impulse = 0;
  for (int tick = 0; tick < 300; ++tick) {
    run.step(drive_racecar(0, 2));
    for (const RigidContact& contact : run.events.contacts)
      if (contact.piece == PieceId{0}) impulse += contact.impulse;
  }

  EXPECT_LT(up_of(run.state.props[0]).z, 0.7);
  const double mass = run.model.props[0].mass;
  EXPECT_GT(impulse, 0.5 * mass * 2);  // it was sent off at about 2 m/s or more
}

// the course's cone: 60 kg on a disc of 14 cm, hardly to be tipped
TEST(Rigid, ConeOnADiscStandsOnItsRimWithTheMassItIsGiven) {
  const ConeSpec cone{0.05, 0.155, 0.01, 0.07, 0.005, 60, 0.015};
  LevelSpec level = rigid_level();
  level.pieces.push_back(moving(cone, {2, 0, 0}));
  level.pieces.push_back(piece_of(cone, {4, 0, 0}));
  RigidRun run(level);
  for (int tick = 0; tick < 200; ++tick) run.step();

  EXPECT_EQ(run.model.props[0].mass, 60);
  EXPECT_EQ(run.model.props[0].foot, 0.015);
  EXPECT_NEAR(run.model.props[0].shape.half.x, 0.05, 1e-12);  // the cone, and
  EXPECT_NEAR(run.model.props[0].disc->half.x, 0.07, 1e-12);  // what it stands on
  EXPECT_NEAR(run.model.props[0].shape.half.z, 0.145, 1e-12);
  EXPECT_GT(up_of(run.state.props[0]).z, 0.999);
  EXPECT_NEAR(run.state.props[0].pose.at.z, 0.015, 0.003);
  EXPECT_EQ(run.model.statics.size(), 3u);  // the floor, and disc and frustum of the other
}

TEST(Rigid, PlainConeKeepsItsCentreOfMassAndADiscLowersIt) {
  EXPECT_EQ(mass_height_of(ConeSpec{0.1, 0.3}), 0.3 / 4);
  EXPECT_NEAR(mass_height_of(ConeSpec{0.1, 0.3, 0.1}), 0.15, 1e-12);  // a cylinder
  const double disc = 0.07 * 0.07 * 0.005, cone = 0.05 * 0.05 * 0.155 / 3;
  EXPECT_NEAR(mass_height_of(ConeSpec{0.05, 0.155, 0, 0.07, 0.005}),
              (disc * 0.0025 + cone * (0.005 + 0.155 / 4)) / (disc + cone), 1e-12);
}

TEST(Rigid, CarStartsOnADeckAndGoesBackThere) {
  LevelSpec level = rigid_level();
  level.pieces.push_back(piece_of(BoxSpec{{4, 4, 0.5}}));
  RigidSetup setup = racecar_at({});
  setup.z = 0.5;
  RigidRun run(level, {setup});
  const double height = run.model.vehicles[0].height;
  EXPECT_NEAR(run.body().pose.at.z, 0.5 + height, 1e-12);
  for (int tick = 0; tick < 200; ++tick) run.step(drive_racecar(0, 0));
  EXPECT_NEAR(run.body().pose.at.z, 0.5 + height, 0.01);

  place_car(run.model, 0, {10, 0, 0}, run.flat, run.state);
  EXPECT_NEAR(run.body().pose.at.z, height, 1e-12);
  set_params(run.model, 0, run.model.vehicles[0].params);
  place_at_start(run.model, 0, run.flat, run.state);
  EXPECT_NEAR(run.body().pose.at.z, 0.5 + height, 1e-12);
}

TEST(Rigid, CarStopsAtACapsule) {
  LevelSpec level = rigid_level();
  level.pieces.push_back(piece_of(CapsuleSpec{0.2, 1}, {2, 0, 0}));
  RigidRun run(level, {racecar_at({})});
  for (int tick = 0; tick < 300; ++tick) run.step(drive_racecar(0, 2));

  EXPECT_LT(run.pose().x, 2);
}

TEST(Rigid, CarNeedsLongerToStopOnWetGround) {
  const auto way_to_rest = [](double wetness) {
    RigidRun run(rigid_level(), {racecar_at({-8, 0, 0})});
    run.model.wetness = wetness;
    while (run.seconds() < 1.5) run.step(drive_racecar(0, 5));
    const double from = run.pose().x;
    while (run.body().velocity.x > 0.1 && run.seconds() < 6) run.step(drive_racecar(0, -9));
    return run.pose().x - from;
  };

  const double dry = way_to_rest(0), wet = way_to_rest(1);

  EXPECT_GT(wet, 1.15 * dry);  // 1 / 0.7 where tyres give all they have
  EXPECT_LT(wet, 1.5 * dry);
}

TEST(Rigid, TwoCarsShareTheirMomentumInAHeadOnHit) {
  RigidRun run(rigid_level(), {racecar_at({-1, 0, 0}), racecar_at({1, 0, kPi})});
  run.state.cars[0].body.velocity = {3, 0, 0};
  run.state.cars[1].body.velocity = {-3, 0, 0};
  const std::vector<VehicleInput> idle{drive_racecar(0, 0), drive_racecar(0, 0)};
  double impulse = 0;
  for (int tick = 0; tick < 60; ++tick) {
    run.step(idle);
    for (const RigidContact& contact : run.events.contacts)
      if (contact.other) impulse += contact.impulse;
  }

  const double mass = run.model.vehicles[0].mass;
  EXPECT_NEAR(run.body(0).velocity.x + run.body(1).velocity.x, 0, 0.1);
  EXPECT_LT(run.body(0).velocity.x, 0.05);
  EXPECT_GT(impulse, mass * 2.9);      // stopped, less the rolling resistance on the way
  EXPECT_LT(impulse, mass * 3 * 1.5);  // and bounced a little
}

// --- determinism --------------------------------------------------------------------------------

/// A yard with ramps, cones, blocks, a ball and two cars.
LevelSpec small_yard() {
  LevelSpec level = rigid_level();
  level.pieces = pyramid_level(2).pieces;
  level.pieces.push_back(piece_of(RampSpec{{2, 1, 0.4}}, {3, 0, 0}));
  level.pieces.push_back(moving(BallSpec{0.15, 0.8}, {-2, 1, 0}));
  for (int i = 0; i < 5; ++i)
    level.pieces.push_back(moving(ConeSpec{0.07, 0.2}, {-3 + 1.2 * i, 1.5, 0}));
  level.pieces.push_back(
      piece_of(ElevatorSpec{.size = {1, 1, 0.05}, .low = 0, .high = 0.5}, {5, 3, 0}));
  const double h = 6;
  level.pieces.push_back(piece_of(WallSpec{.points = {{-h, -h}, {h, -h}, {h, h}, {-h, h}},
                                           .closed = true,
                                           .height = 1,
                                           .thickness = 0.1}));
  return level;
}

std::vector<VehicleInput> wild_inputs(int tick) {
  std::vector<VehicleInput> inputs;
  for (std::uint32_t v = 0; v < 2; ++v) {
    const double t = 0.01 * tick;
    inputs.push_back(drive_racecar(0.4 * std::sin(0.9 * t + v), 3 * std::sin(0.37 * t + 2 * v)));
  }
  return inputs;
}

std::vector<RigidSetup> two_cars() { return {racecar_at({-4, -2, 0}), racecar_at({-4, 2, -0.4})}; }

TEST(Rigid, SameRunGivesTheSameHashOverTenThousandTicks) {
  std::vector<std::uint64_t> hashes;
  for (int repeat = 0; repeat < 2; ++repeat) {
    RigidRun run(small_yard(), two_cars());
    Hasher all;
    for (int tick = 0; tick < 10000; ++tick) {
      run.step(wild_inputs(tick));
      if (tick % 100 == 0) all.add(run.hash());
    }
    all.add(run.hash());
    hashes.push_back(all.value());
  }

  std::cout << "hash " << std::hex << hashes[0] << std::dec << '\n';
  EXPECT_EQ(hashes[0], hashes[1]);
}

TEST(Rigid, RunRestoredFromACheckpointGoesOnWithTheSameBits) {
  RigidRun run(small_yard(), two_cars());
  for (int tick = 0; tick < 700; ++tick) run.step(wild_inputs(tick));
  forget(run.scratch);
  const RigidState state = run.state;
  const PlanarState flat = run.flat;
  const Tick at = run.tick;

  RigidRun restored(small_yard(), two_cars());
  for (int tick = 0; tick < 50; ++tick) restored.step(wild_inputs(3 * tick));  // was elsewhere
  restored.state = state, restored.flat = flat, restored.tick = at;
  for (int tick = 700; tick < 1700; ++tick) {
    run.step(wild_inputs(tick));
    restored.step(wild_inputs(tick));
    ASSERT_TRUE(run.state == restored.state) << tick;
    ASSERT_TRUE(run.flat == restored.flat) << tick;
  }
}

// --- what goes wrong ----------------------------------------------------------------------------

TEST(Rigid, BodyWithANanIsFrozenAndReportedAndTheRestGoesOn) {
  LevelSpec level = rigid_level();
  level.pieces.push_back(moving(BlockSpec{{0.1, 0.1, 0.1}, 0.1}, {3, 3, 0}));
  RigidRun run(level, {racecar_at({0, 2, 0}), racecar_at({0, 0, 0})});
  const std::vector<VehicleInput> inputs{drive_racecar(0, 2), drive_racecar(0, 2)};
  for (int tick = 0; tick < 50; ++tick) run.step(inputs);
  run.state.cars[0].body.velocity.x = std::numeric_limits<double>::quiet_NaN();
  run.state.props[0].pose.at.z = std::numeric_limits<double>::infinity();
  run.step(inputs);

  EXPECT_EQ(run.events.froze, std::vector<VehicleId>{VehicleId{0}});
  EXPECT_EQ(run.events.lost, std::vector<PieceId>{PieceId{0}});
  EXPECT_EQ(run.flat.frozen[0], 1);
  const double before = run.pose(1).x;
  for (int tick = 0; tick < 100; ++tick) run.step(inputs);
  EXPECT_GT(run.pose(1).x, before + 1);
  EXPECT_TRUE(run.events.froze.empty());
}

TEST(Rigid, UnusableInputsCountAsIdle) {
  RigidRun run(rigid_level(), {racecar_at({})});
  for (int tick = 0; tick < 100; ++tick)
    run.step(drive_racecar(std::numeric_limits<double>::quiet_NaN(), 1e300 * 1e300));

  EXPECT_NEAR(run.pose().x, 0, 1e-4);
  EXPECT_EQ(run.flat.frozen[0], 0);
}

TEST(Rigid, FlippedCarIsReportedOnceAndTreatedAsTheLevelSays) {
  for (const AfterUpset treatment : {AfterUpset::Report, AfterUpset::Freeze, AfterUpset::Reset}) {
    LevelSpec level = rigid_level();
    level.rigid.after_flip = treatment;
    RigidRun run(level, {racecar_at({1, 2, 0.5})});
    run.state.cars[0].body.pose.turn =
        run.body().pose.turn * Quat::from_yaw_pitch_roll(0, 0, radians(170));
    run.state.cars[0].body.pose.at.z = 0.15;
    std::size_t reports = 0;
    for (int tick = 0; tick < 500; ++tick) {
      run.step(drive_racecar(0, 0));
      reports += run.events.flipped.size();
    }

    EXPECT_EQ(reports, 1u);
    EXPECT_EQ(run.flat.frozen[0], treatment == AfterUpset::Freeze ? 1 : 0);
    EXPECT_EQ(up_of(run.body()).z > 0.9, treatment == AfterUpset::Reset);
  }
}

TEST(Rigid, CarThatFallsOffTheWorldIsReportedAndSetBack) {
  LevelSpec level = rigid_level();
  level.ground.size = {6, 6};
  RigidRun run(level, {racecar_at({})});
  std::size_t reports = 0;
  for (int tick = 0; tick < 600 && reports == 0; ++tick) {
    run.step(drive_racecar(0, 3));
    reports += run.events.fell.size();
  }

  EXPECT_EQ(reports, 1u);
  EXPECT_NEAR(run.pose().x, 0, 1e-6);
  EXPECT_NEAR(run.body().pose.at.z, run.model.vehicles[0].height, 1e-6);
  for (int tick = 0; tick < 50; ++tick) run.step(drive_racecar(0, 0));
  EXPECT_NEAR(run.pose().x, 0, 1e-3);
}

TEST(Rigid, LevelSaysHowDeepAFallIsAndWhatFollows) {
  LevelSpec level = rigid_level();
  level.ground.size = {6, 6};
  level.rigid.fall_depth = 0.5;
  level.rigid.after_fall = AfterUpset::Freeze;
  RigidRun run(level, {racecar_at({})});
  std::size_t reports = 0;
  for (int tick = 0; tick < 600; ++tick) {
    run.step(drive_racecar(0, 3));
    reports += run.events.fell.size();
  }

  EXPECT_EQ(run.model.lowest, -0.5);
  EXPECT_EQ(reports, 1u);
  EXPECT_EQ(run.flat.frozen[0], 1);
  EXPECT_NEAR(run.body().pose.at.z, -0.5, 0.1);
}

TEST(Rigid, RoadCarsDriveTheSameAtEveryScale) {
  std::vector<Pose2> ends;
  for (const double scale : {1.0, 2.0, 16.0}) {
    LevelSpec level = rigid_level();
    level.rigid.scale = scale;
    RigidRun run(level, {sedan_at({-30, 0, 0})});
    SedanInput<double> input;
    input.throttle = 0.4, input.steer = 0.05;
    for (int tick = 0; tick < 400; ++tick) run.step(input);
    ends.push_back(run.pose());
    std::cout << "scale " << scale << ": " << ends.back().x << ", " << ends.back().y << " m\n";
  }

  for (const Pose2& end : ends) {  // what float leaves of positions, over 4 s
    EXPECT_LT(distance(position(end), position(ends[2])), 0.01);
  }
  EXPECT_GT(ends[0].x, -25);
}

TEST(Rigid, EveryTouchOfManyCarsIsListed) {
  // thirty-six cars, each held by two boxes
  LevelSpec level = rigid_level();
  std::vector<RigidSetup> cars;
  for (int i = 0; i < 36; ++i) {
    const double y = 1.5 * i - 26;
    for (const double side : {-0.1, 0.1})
      level.pieces.push_back(piece_of(BoxSpec{{0.1, 0.1, 0.3}}, {0.6, y + side, 0}));
    cars.push_back(racecar_at({0, y, 0}));
  }
  RigidRun run(level, cars);
  const std::vector<VehicleInput> inputs(cars.size(), drive_racecar(0, 4));
  std::set<std::pair<VehicleId, PieceId>> most;  // of all ticks
  for (int tick = 0; tick < 150; ++tick) {
    run.step(inputs);
    std::set<std::pair<VehicleId, PieceId>> touches;
    for (const RigidContact& contact : run.events.contacts)
      if (contact.piece) touches.insert({contact.vehicle, *contact.piece});
    if (touches.size() > most.size()) most = touches;
  }

  EXPECT_EQ(most.size(), 2 * cars.size());
}

TEST(Rigid, OtherParametersActFromTheNextTick) {
  RigidRun run(rigid_level(), {racecar_at({})});
  for (int tick = 0; tick < 100; ++tick) run.step(drive_racecar(0, 2));
  auto params = std::get<RacecarParams<double>>(run.model.vehicles[0].params.figures);
  params.max_accel = 0;
  set_params(run.model, 0, params);
  const double before = run.body().velocity.x;
  for (int tick = 0; tick < 100; ++tick) run.step(drive_racecar(0, 2));

  EXPECT_LT(run.body().velocity.x, before);
}

TEST(Rigid, VehiclesThatAreNoCarsAreRefused) {
  const std::vector<RigidSetup> rover{{default_params(kind_of<Rover>()), {}}};
  const auto model = make_rigid_model(build_shared(rigid_level()), rover);

  ASSERT_FALSE(model);
  EXPECT_NE(model.error().message.find("rover"), std::string::npos);
}

}  // namespace
}  // namespace paddock
