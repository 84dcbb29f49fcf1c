// Planar physics: nothing passes through, nothing sticks, nothing gains energy.
#include "paddock/physics/planar.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "paddock/core/random.h"
#include "paddock/physics/impulse.h"
#include "tests/support/worlds.h"

namespace paddock {
namespace {

/// The fastest each kind gets by itself, m/s.
double top_speed(VehicleKind kind) {
  switch (kind) {
    case kind_of<Racecar>():
      return 20;
    case kind_of<Rover>():
      return 0.58;
    case kind_of<Neato>():
      return 0.3;
    case kind_of<Quad2d>():
      return 10;  // where 5 m/s^2 of thrust meets its drag
    case kind_of<Sedan>():
      return 70;
    case kind_of<Robotcar>():
      return 4.2;
  }
  return 0;
}

PosedOutline outline_of(const TestRun& run, std::size_t i = 0) {
  return place(run.model.physics.vehicles[i].outline, run.pose(i));
}

double energy_of(const TestRun& run) {
  double sum = 0;
  for (std::size_t i = 0; i < run.model.vehicles.size(); ++i) sum += kinetic_energy(run.body(i));
  return sum;
}

double overlap_depth(const TestRun& run, std::size_t i, std::size_t k) {
  ContactList list;
  collect_pair(outline_of(run, i), outline_of(run, k), list);
  return list.count > 0 ? list.items[0].depth : 0;
}

VehicleInput drive_racecar(double steer, double accel) {
  return RacecarInput<double>{.steer = steer, .accel = accel};
}

// --- walls --------------------------------------------------------------------------------------

TEST(Planar, NoVehicleTunnelsThroughATwoCentimetreWallAtTopSpeed) {
  LevelSpec level = open_level();
  level.pieces.push_back(piece_of(BoxSpec{{0.02, 200, 1}}, {0.01, 0, 0}));
  const auto world = build_shared(level);
  for (const VehicleKind kind : kAllKinds) {
    const double reach = outline_of(kind).radius;
    TestRun run(world, {vehicle_at(kind, {})});
    for (int angle = -80; angle <= 80; angle += 5) {
      const double yaw = radians(angle), speed = top_speed(kind);
      run.state = initial_state(run.model);
      run.vehicle() = state_at(kind, {-reach - 0.01 - 0.001 * (angle % 7), 0, yaw});
      run.set_motion(0, speed * (Rot2::of(yaw) * Vec2{1, 0}), angle % 3);
      const std::string what = std::string(type_of(kind).name) + " at " + std::to_string(angle);
      for (int tick = 0; tick < 80; ++tick) {
        run.step(full_ahead(kind));

        ASSERT_EQ(run.state.physics.frozen[0], 0) << what;
        ASSERT_LT(outline_of(run).bounds.high.x, 1e-6) << what << " tick " << tick;
      }
    }
  }
}

TEST(Planar, HeadOnHitReboundsAtTheBumpersRestitution) {
  LevelSpec level = open_level();
  level.pieces.push_back(piece_of(BoxSpec{{1, 8, 1}}, {0.5, 0, 0}));
  const auto world = build_shared(level);
  for (const VehicleKind kind : kAllKinds) {
    TestRun run(world, {vehicle_at(kind, {-outline_of(kind).radius - 1, 0, 0})});
    double speed = 0;
    for (int tick = 0; tick < 500 && run.out.physics.contacts.empty(); ++tick) {
      run.move(full_ahead(kind));
      speed = run.body().velocity.x;
      run.resolve();
    }

    ASSERT_FALSE(run.out.physics.contacts.empty()) << type_of(kind).name;
    ASSERT_GT(speed, 0.25);
    // two corners share the blow in sweeps that end at 1e-10 m/s
    EXPECT_NEAR(run.body().velocity.x, -type_of(kind).bumper.restitution * speed, 1e-8)
        << type_of(kind).name;
    EXPECT_NEAR(run.body().velocity.y, 0, 1e-8);
    EXPECT_NEAR(run.body().yaw_rate, 0, 1e-7);
    EXPECT_EQ(run.out.physics.contacts[0].piece, PieceId{0});
    EXPECT_NEAR(run.out.physics.contacts[0].normal.x, -1, 1e-12);
  }
}

/// Distance in 3 s along a wall pressed against at `yaw`, over that of the same car without a wall.
double scraped_part(LevelSpec level, double yaw, double steer) {
  const auto drive = [&](const LevelSpec& in) {
    TestRun run(build_shared(in), {vehicle_at(kind_of<Racecar>(), {0, -0.2, yaw})});
    double slowest = 1e9;
    for (int tick = 0; tick < 300; ++tick) {
      run.step(drive_racecar(steer, 2));
      if (tick > 50) slowest = std::min(slowest, run.body().velocity.x);
    }
    EXPECT_GT(slowest, 0.3) << "stopped on the way";
    return run.pose().x;
  };
  LevelSpec bare = level;
  bare.pieces.clear();
  const double free = drive(bare);
  return drive(level) / free;
}

LevelSpec many_boxes() {
  LevelSpec level = open_level();
  for (int i = 0; i < 120; ++i)
    level.pieces.push_back(piece_of(BoxSpec{{0.25, 0.1, 1}}, {-1 + 0.25 * i, 0.05, 0}));
  return level;
}

TEST(Planar, CarScrapingAlongManySegmentsKeepsMoving) {
  LevelSpec bent = open_level();
  std::vector<Vec2> points;
  for (int i = 0; i < 150; ++i) points.push_back({-1 + 0.2 * i, 0.05 + 0.01 * (i % 2)});
  bent.pieces.push_back(
      piece_of(WallSpec{.points = points, .closed = false, .height = 1, .thickness = 0.1}));

  LevelSpec smooth = open_level();
  smooth.pieces.push_back(piece_of(BoxSpec{{60, 0.1, 1}}, {0, 0.05, 0}));

  // a tenth: the bent wall stands in the way by a centimetre
  for (const double yaw : {0.0, 0.05, 0.1}) {
    const double part = scraped_part(smooth, yaw, 0);
    EXPECT_GT(scraped_part(many_boxes(), yaw, 0), 0.9 * part) << yaw;
    EXPECT_GT(scraped_part(bent, yaw, 0), 0.9 * part) << yaw;
  }
}

TEST(Planar, CarPressedAgainstTheWallBySteeringKeepsMoving) {
  EXPECT_GT(scraped_part(many_boxes(), 0, 0.02), 0.7);
}

/// Speed along a wall after meeting it at `angle` with 10 m/s, over what it was along it before.
double kept_along_wall(double angle) {
  LevelSpec level = open_level();
  level.pieces.push_back(piece_of(BoxSpec{{100, 0.1, 1}}, {0, 0.05, 0}));
  TestRun run(build_shared(level), {vehicle_at(kind_of<Racecar>(), {0, -0.4, angle})});
  run.set_motion(0, 10 * (Rot2::of(angle) * Vec2{1, 0}), 0);
  while (run.out.physics.contacts.empty()) run.step(drive_racecar(0, 0));
  return run.body().velocity.x / (10 * std::cos(angle));
}

TEST(Planar, GrazingAWallCostsMoreTheSteeperItIs) {
  double last = 1;
  for (const double angle : {0.05, 0.1, 0.2, 0.35, 0.5, 0.8}) {
    const double kept = kept_along_wall(angle);
    EXPECT_LT(kept, last) << angle;
    EXPECT_GE(kept, 0) << angle;
    last = kept;
  }
  EXPECT_GT(kept_along_wall(0.05), 0.9);  // a light touch forgives
  EXPECT_LT(kept_along_wall(0.5), 0.8);   // half a radian does not
}

TEST(Planar, RoundWallCarriesACarNoFasterThanItsTyresWould) {
  const double radius = 8, width = 3, outside = radius + width / 2;
  const double half = 0.155 + 0.03;  // of the car, and of the wall with what it bulges
  TestRun run(build_shared(ring_level(radius, width)),
              {vehicle_at(kind_of<Racecar>(), {outside - half, 0, kPi / 2})});
  double fastest = 0;
  for (int tick = 0; tick < 1500; ++tick) {
    run.step(full_ahead(kind_of<Racecar>()));
    if (tick > 500) fastest = std::max(fastest, length(run.body().velocity));
  }

  const RacecarParams<double> car;
  const double grip = 0.95 * car.chassis.rear_tire.grip * kGravity;  // on concrete
  EXPECT_LT(fastest, std::sqrt(grip * outside));
}

TEST(Planar, CarNosedIntoAWallSteersAway) {
  LevelSpec level = open_level();
  level.pieces.push_back(piece_of(BoxSpec{{100, 0.1, 1}}, {0, 0.05, 0}));
  for (const double angle : {0.1, 0.3, 0.5}) {
    TestRun run(build_shared(level), {vehicle_at(kind_of<Racecar>(), {0, -0.35, angle})});
    for (int tick = 0; tick < 100; ++tick) run.step(drive_racecar(0, 4));
    for (int tick = 0; tick < 300; ++tick) run.step(drive_racecar(-0.3, 4));

    EXPECT_LT(run.pose().y, -1) << angle;
  }
}

TEST(Planar, CarInACornerComesToRestInsideTheRoom) {
  TestRun run(build_shared(room_level(4)), {vehicle_at(kind_of<Racecar>(), {0, 0, kPi / 4})});
  for (int tick = 0; tick < 400; ++tick) run.step(drive_racecar(0, 5));

  const PosedOutline car = outline_of(run);
  EXPECT_LT(car.bounds.high.x, 2 + 1e-6);
  EXPECT_LT(car.bounds.high.y, 2 + 1e-6);
  EXPECT_LT(length(run.body().velocity), 0.3);  // it leans on the walls, it does not rattle
}

TEST(Planar, VehiclesMeetOnlyWhatReachesTheirBumper) {
  LevelSpec level = open_level();
  level.pieces.push_back(piece_of(BoxSpec{{0.1, 4, 0.02}}, {1, 0, 0}));   // lower than any bumper
  level.pieces.push_back(piece_of(BoxSpec{{0.1, 4, 0.5}}, {2, 0, 1.5}));  // higher than a sedan's
  TestRun run(build_shared(level), {vehicle_at(kind_of<Racecar>(), {0, 0, 0})});

  for (int tick = 0; tick < 200; ++tick) {
    run.step(drive_racecar(0, 4));
    ASSERT_TRUE(run.out.physics.contacts.empty());
  }

  EXPECT_GT(run.pose().x, 3);
}

// --- crowds -------------------------------------------------------------------------------------

struct Crowd {
  TestRun run;
  std::vector<VehicleInput> inputs;
};

Crowd random_crowd(std::uint64_t seed, int vehicles, double room) {
  DrawSequence draws({.seed = seed, .stream = Stream::Generate});
  const VehicleKind kinds[] = {kind_of<Racecar>(), kind_of<Rover>(), kind_of<Neato>(),
                               kind_of<Quad2d>()};
  std::vector<VehicleSetup> setups;
  std::vector<PosedOutline> placed;
  while (static_cast<int>(setups.size()) < vehicles) {
    const VehicleKind kind = kinds[draws.integer(0, 3)];
    const double far = room / 2 - 0.35;
    const Pose2 pose{draws.between(-far, far), draws.between(-far, far),
                     kind == kind_of<Quad2d>() ? 0 : draws.between(-3, 3)};
    const PosedOutline here = place(outline_of(kind), pose);
    if (std::any_of(placed.begin(), placed.end(),
                    [&](const PosedOutline& other) { return overlap(here, other); }))
      continue;
    placed.push_back(here);
    setups.push_back(vehicle_at(kind, pose));
  }
  Crowd crowd{TestRun(build_shared(room_level(room)), setups), {}};
  for (std::size_t i = 0; i < setups.size(); ++i) {
    const VehicleKind kind = kind_of(setups[i].params);
    crowd.inputs.push_back(full_ahead(kind));
    const double spin = kind == kind_of<Quad2d>() ? 0 : draws.between(-20, 20);
    crowd.run.set_motion(i, {draws.between(-6, 6), draws.between(-6, 6)}, spin);
  }
  return crowd;
}

TEST(Planar, ContactsOfACrowdNeverAddEnergy) {
  int bumps = 0;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    Crowd crowd = random_crowd(seed, 16, 3);
    TestRun& run = crowd.run;
    for (int tick = 0; tick < 100; ++tick) {
      run.move(crowd.inputs);
      const double before = energy_of(run);

      run.resolve();

      ASSERT_LE(energy_of(run), before * (1 + 1e-12))
          << "seed " << seed << " tick " << tick;  // rounding
      bumps += static_cast<int>(run.out.physics.contacts.size());
    }
  }
  EXPECT_GT(bumps, 2000);
}

TEST(Planar, VehiclesInACrowdEndUpApartAndInsideTheRoom) {
  for (std::uint64_t seed = 100; seed < 110; ++seed) {
    Crowd crowd = random_crowd(seed, 12, 4);
    for (int tick = 0; tick < 100; ++tick) {
      crowd.run.step(crowd.inputs);
      for (std::size_t i = 0; i < 12; ++i) {
        const Bounds2 b = outline_of(crowd.run, i).bounds;
        // walls have the last word: only rounding is left
        ASSERT_LT(std::max({b.high.x, b.high.y, -b.low.x, -b.low.y}), 2 + 1e-8) << "seed " << seed;
        // pairs squeezed between walls and each other: the rounds end within millimetres
        for (std::size_t k = i + 1; k < 12; ++k)
          ASSERT_LT(overlap_depth(crowd.run, i, k), 0.005) << "seed " << seed << " tick " << tick;
      }
    }
  }
}

TEST(Planar, TwoCarsHeadOnDoNotPassThroughEachOther) {
  const std::vector<VehicleInput> inputs{drive_racecar(0, 9), drive_racecar(0, 9)};
  for (const double offset : {0.0, 0.1, 0.25}) {
    TestRun run(build_shared(open_level()), {vehicle_at(kind_of<Racecar>(), {-1, 0, 0}),
                                             vehicle_at(kind_of<Racecar>(), {1, offset, kPi})});
    run.set_motion(0, {20, 0}, 0);
    run.set_motion(1, {-20, 0}, 0);
    while (run.out.physics.contacts.empty()) run.step(inputs);

    EXPECT_LT(run.pose(0).x, run.pose(1).x) << offset;
    for (int tick = 0; tick < 50; ++tick) {
      ASSERT_LT(overlap_depth(run, 0, 1), 1e-6);  // two bodies, no walls: one push frees them
      run.step(inputs);
    }
  }
}

TEST(Planar, EqualCarsHeadOnReboundAlike) {
  TestRun run(build_shared(open_level()), {vehicle_at(kind_of<Racecar>(), {-0.5, 0, 0}),
                                           vehicle_at(kind_of<Racecar>(), {0.5, 0, kPi})});
  run.set_motion(0, {2, 0}, 0);
  run.set_motion(1, {-2, 0}, 0);
  while (run.out.physics.contacts.empty())
    run.step(std::vector{drive_racecar(0, 0), drive_racecar(0, 0)});

  EXPECT_NEAR(run.body(0).velocity.x, -0.25 * 2, 0.02);  // rolling resistance up to the hit
  EXPECT_NEAR(run.body(0).velocity.x + run.body(1).velocity.x, 0, 1e-9);
  EXPECT_EQ(run.out.physics.contacts[0].other, VehicleId{1});
}

// --- ground -------------------------------------------------------------------------------------

/// The most a race car at 6 m/s turns its velocity, m/s^2, on ground of one material.
double cornering(const std::string& material) {
  LevelSpec level = open_level();
  PieceSpec mat = piece_of(MatSpec{{300, 300}});
  mat.material = material;
  level.pieces.push_back(mat);
  double best = 0;
  for (const double steer : {0.05, 0.1, 0.15, 0.2, 0.3}) {
    TestRun run(build_shared(level), {vehicle_at(kind_of<Racecar>(), {})});
    run.set_motion(0, {6, 0}, 0);
    for (int tick = 0; tick < 60; ++tick) {
      const Vec2 before = run.body().velocity;
      run.step(drive_racecar(steer, 0.2));
      best = std::max(best, cross(before, run.body().velocity) / length(before) / 0.01);
    }
  }
  return best;
}

TEST(Planar, HalfTheFrictionHalvesCornering) {
  const double full = cornering("asphalt"), half = cornering("glass");  // 1.0 and 0.5

  EXPECT_LT(full, 1.0489 * 9.81);         // all the grip there is
  EXPECT_GT(full, 0.85 * 1.0489 * 9.81);  // both axles never peak at quite the same moment
  EXPECT_NEAR(half / full, 0.5, 0.03);
}

TEST(Planar, FrictionOfAPatchActsOnlyOnIt) {
  LevelSpec level = open_level();
  PieceSpec ice = piece_of(MatSpec{{2, 20}}, {5, 0, 0});
  ice.material = "ice";
  level.pieces.push_back(ice);
  TestRun run(build_shared(level), {vehicle_at(kind_of<Racecar>(), {})});
  run.set_motion(0, {5, 0}, 0);
  double on = 0, off = 0;  // deceleration while braking
  while (run.pose().x < 7 && run.body().velocity.x > 0.5) {
    const double before = run.body().velocity.x;
    const double x = run.pose().x;
    run.step(drive_racecar(0, x > 3.5 ? -9 : 0));
    const double slowed = (before - run.body().velocity.x) / 0.01;
    if (x > 4 && x < 6) on = std::max(on, slowed);
    if (x > 3.5 && x < 4) off = std::max(off, slowed);
  }

  EXPECT_GT(off, 8);
  EXPECT_LT(on, 1.3);  // a tenth of 1.05 g, plus rolling and air
}

TEST(Planar, SlopePullsByGravityTimesSineTimesCosine) {
  for (const double grade : {0.05, 0.2, -0.1}) {
    LevelSpec level = open_level();
    const double rise = 100 * grade;
    level.pieces.push_back(piece_of(
        TerrainSpec{.size = {100, 100}, .columns = 2, .rows = 2, .heights = {0, rise, 0, rise}}));
    VehicleSetup car = vehicle_at(kind_of<Racecar>(), {});
    auto& params = std::get<RacecarParams<double>>(car.params.figures);
    params.rolling = params.drag = 0;
    TestRun run(build_shared(level), {car});
    const double angle = std::atan(grade), pull = -9.81 * std::sin(angle) * std::cos(angle);

    for (int tick = 0; tick < 100; ++tick) run.step(drive_racecar(0, 0));

    EXPECT_NEAR(run.body().velocity.x, pull, 1e-12) << grade;              // 100 sums of rounding
    EXPECT_NEAR(run.pose().x, pull * 0.01 * 0.01 * 5050, 1e-12) << grade;  // semi-implicit Euler
  }
}

// --- what is wrong ------------------------------------------------------------------------------

TEST(Planar, UnusableInputsCountAsIdle) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<VehicleInput> bad = {RacecarInput<double>{.steer = nan, .accel = 3},
                                         RacecarInput<double>{.steer = 0.1, .accel = -1 / 0.0},
                                         NeatoInput<double>{.speed = 0.2, .turn = 0}};
  for (const VehicleInput& input : bad) {
    TestRun asked(build_shared(room_level(10)), {vehicle_at(kind_of<Racecar>(), {})});
    TestRun idle = asked;
    for (int tick = 0; tick < 100; ++tick) {
      asked.set_motion(0, {1, 0.1}, 0);
      idle.set_motion(0, {1, 0.1}, 0);
      asked.step(input);
      idle.step(idle_input(kind_of<Racecar>()));
    }
    EXPECT_EQ(asked.state, idle.state);
  }
}

TEST(Planar, StateOutOfRangeFreezesThatVehicleAlone) {
  const auto world = build_shared(room_level(6));
  const std::vector<VehicleInput> inputs{drive_racecar(0.1, 2), drive_racecar(0.1, 2)};
  for (const double broken : {1e300, 1e30, 1e4, std::numeric_limits<double>::quiet_NaN(),
                              std::numeric_limits<double>::infinity()}) {
    TestRun run(world, {vehicle_at(kind_of<Racecar>(), {-2, 0, 0}),
                        vehicle_at(kind_of<Racecar>(), {2, 0, 1})});
    TestRun alone(world, {vehicle_at(kind_of<Racecar>(), {2, 0, 1})});
    for (int tick = 0; tick < 20; ++tick) run.step(inputs), alone.step(inputs[1]);
    const Pose2 place = run.pose();
    std::get<RacecarState<double>>(run.vehicle()).body.vx = broken;

    run.step(inputs), alone.step(inputs[1]);

    EXPECT_EQ(run.out.physics.froze, (std::vector{VehicleId{0}})) << broken;
    EXPECT_EQ(run.state.physics.frozen, (std::vector<std::uint8_t>{1, 0}));
    for (int tick = 0; tick < 50; ++tick) {
      run.step(inputs), alone.step(inputs[1]);
      EXPECT_TRUE(run.out.physics.froze.empty());
    }
    EXPECT_EQ(run.pose(), place) << broken;
    EXPECT_EQ(length(run.body().velocity), 0);
    EXPECT_EQ(run.vehicle(1), alone.vehicle()) << broken;
  }
}

TEST(Planar, NothingMovesAFrozenVehicle) {
  TestRun run(build_shared(open_level()),
              {vehicle_at(kind_of<Racecar>(), {}), vehicle_at(kind_of<Sedan>(), {-8, 0, 0}),
               vehicle_at(kind_of<Racecar>(), {0.1, 0, 0})});
  run.state.physics.frozen = {1, 0, 1};  // the third overlaps it
  run.set_motion(1, {20, 0}, 0);
  std::vector<VehicleInput> inputs{drive_racecar(0, 9), full_ahead(kind_of<Sedan>()),
                                   drive_racecar(0, 9)};

  for (int tick = 0; tick < 100; ++tick) run.step(inputs);

  EXPECT_EQ(run.pose(0), (Pose2{0, 0, 0}));
  EXPECT_EQ(run.pose(2), (Pose2{0.1, 0, 0}));
  EXPECT_LT(outline_of(run, 1).bounds.high.x, outline_of(run, 0).bounds.low.x + 1e-6);
}

// --- mirror -------------------------------------------------------------------------------------

LevelSpec mirror_level(double side) {
  LevelSpec level = open_level();
  level.pieces.push_back(piece_of(BoxSpec{{30, 0.1, 1}}, {10, side * 3, 0}, side * 0.02));
  PieceSpec ice = piece_of(MatSpec{{3, 3}}, {4, side * -1.5, 0}, side * 0.3);
  ice.material = "snow";
  level.pieces.push_back(ice);
  level.pieces.push_back(piece_of(CylinderSpec{.radius = 0.3, .height = 1}, {9, side * 2, 0}));
  return level;
}

VehicleInput mirrored_input(double side, int tick) {
  const double steer = 0.25 * std::sin(0.02 * tick) + 0.1;
  return drive_racecar(side * steer, 2);
}

TEST(Planar, MirroredRunIsExactWhereNothingIsTouched) {
  // det:: functions are odd or even to the bit, and so is every kernel
  TestRun left(build_shared(mirror_level(1)), {vehicle_at(kind_of<Racecar>(), {0, -20, 0.3})});
  TestRun right(build_shared(mirror_level(-1)), {vehicle_at(kind_of<Racecar>(), {0, 20, -0.3})});
  for (int tick = 0; tick < 500; ++tick) {
    left.step(mirrored_input(1, tick));
    right.step(mirrored_input(-1, tick));
    ASSERT_TRUE(left.out.physics.contacts.empty());

    ASSERT_EQ(left.pose().x, right.pose().x) << tick;
    ASSERT_EQ(left.pose().y, -right.pose().y) << tick;
    ASSERT_EQ(left.pose().yaw, -right.pose().yaw) << tick;
  }
}

TEST(Planar, MirroredRunWithContactsDiffersByRoundingOnly) {
  // contacts come in another order, so sums round differently; a second of scraping keeps that
  // small
  TestRun left(build_shared(mirror_level(1)), {vehicle_at(kind_of<Racecar>(), {0, 2, 0.3})});
  TestRun right(build_shared(mirror_level(-1)), {vehicle_at(kind_of<Racecar>(), {0, -2, -0.3})});
  int bumps = 0;
  for (int tick = 0; tick < 300; ++tick) {
    left.step(drive_racecar(0.1, 2));
    right.step(drive_racecar(-0.1, 2));
    bumps += static_cast<int>(left.out.physics.contacts.size());

    ASSERT_NEAR(left.pose().x, right.pose().x, 1e-6) << tick;
    ASSERT_NEAR(left.pose().y, -right.pose().y, 1e-6) << tick;
    ASSERT_NEAR(wrap_angle(left.pose().yaw + right.pose().yaw), 0, 1e-6) << tick;
  }
  EXPECT_GT(bumps, 10);
}

}  // namespace
}  // namespace paddock
