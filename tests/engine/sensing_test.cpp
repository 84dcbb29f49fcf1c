// Sensors of the catalogue on vehicles: what follows from the vehicle, rates in simulated time,
// memory that is part of the run.
#include "paddock/engine/sensing.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/allocations.h"
#include "tests/support/run_sensors.h"

namespace paddock {
namespace {

constexpr char kDrifting[] =
    "odometry distance_scale=0.02 turn_scale=-0.01 slip_per_metre=0.05 yaw_per_metre=0.02 "
    "yaw_per_radian=0.05";

/// Weaving ahead, so that there are turns both ways.
VehicleInput weave(int tick) {
  return RacecarInput<double>{.steer = 0.25 * std::sin(0.05 * tick), .accel = 1.0};
}

TestRun three_cars(std::uint64_t seed = 1) {
  return TestRun(
      build_shared(room_level(14)),
      {vehicle_at(kind_of<Racecar>(), {-3, 0, 0.3}), vehicle_at(kind_of<Racecar>(), {3, 0, 2}),
       vehicle_at(kind_of<Racecar>(), {0, 3, 1})},
      seed);
}

TestRun noisy_run(std::uint64_t seed = 1) {
  TestRun run = three_cars(seed);
  mount_on(run, "imu unit=racecarsim");
  mount_on(run, kDrifting);
  mount_on(run, "imu unit=d435i", 1);
  mount_on(run, "lidar unit=ydlidar-x4 sweep=1", 1);
  return run;
}

void step_weaving(TestRun& run, int tick) {
  const std::vector<VehicleInput> inputs(run.model.vehicles.size(), weave(tick));
  run.step(inputs);
}

// --- what follows from the vehicle ----------------------------------------------------------

TEST(Sensing, WhatIsLeftOutFollowsFromTheVehicle) {
  TestRun run(build_shared(room_level(14)),
              {vehicle_at(kind_of<Racecar>(), {}), vehicle_at(kind_of<Robotcar>(), {3, 3, 0})});

  const SensorSpec hokuyo = resolve_sensor(run.model, mount_of("lidar", 0), false)->spec;
  const SensorSpec x4 = resolve_sensor(run.model, mount_of("lidar beams=90", 1), true)->spec;

  EXPECT_EQ(hokuyo.name, "lidar");
  EXPECT_EQ(hokuyo.unit, "ust-10lx");
  EXPECT_EQ(hokuyo.body_from_sensor->at.x, type_of(kind_of<Racecar>()).sensors.lidar_forward);
  EXPECT_EQ(x4.unit, "ydlidar-x4");
  EXPECT_EQ(x4.figures[0], (SensorFigure{"beams", 90}));
  EXPECT_TRUE(*x4.ideal);
}

TEST(Sensing, ResolvedTwiceASensorStaysAsItIs) {
  TestRun run(build_shared(room_level(14)), {vehicle_at(kind_of<Racecar>(), {})});
  for (const SensorKind* kind : sensor_kinds())
    for (const char* more : {"", "@rear", " rate=7", " ideal=1"}) {
      const auto once = resolve_sensor(run.model, mount_of(concat(kind->name, more)), false);
      ASSERT_TRUE(once) << kind->name << more << ": " << once.error().message;
      EXPECT_EQ(*resolve_sensor(run.model, *once, true), *once) << kind->name << more;
    }
}

TEST(Sensing, PlacesLookOutwards) {
  TestRun run(build_shared(room_level(20)), {vehicle_at(kind_of<Sedan>(), {0, 0, 0})});
  const auto ahead = [&](const std::string& place) {
    const auto reading = read_now(run, concat("lidar@", place, " beams=1 start=0 span=0 ideal=1"));
    return static_cast<double>(std::get<RangesReading>(reading).ranges.at(0));
  };
  const Bounds2 outline = place(outline_of(kind_of<Sedan>()), {}).bounds;

  EXPECT_NEAR(ahead("front"), 10 - outline.high.x, 1e-3);
  EXPECT_NEAR(ahead("rear"), 10 + outline.low.x, 1e-3);
  EXPECT_NEAR(ahead("left"), 10 - outline.high.y, 1e-3);
  EXPECT_NEAR(ahead("right"), 10 + outline.low.y, 1e-3);
}

TEST(Sensing, MistakesAreNamed) {
  TestRun run(build_shared(room_level(14)), {vehicle_at(kind_of<Racecar>(), {})});
  const auto message = [&](const SensorMount& mount) {
    const auto resolved = resolve_sensor(run.model, mount, false);
    return resolved ? std::string() : resolved.error().message;
  };

  EXPECT_NE(message(mount_of("lidr")).find("did you mean lidar"), std::string::npos);
  EXPECT_NE(message(mount_of("lidar@frnt")).find("did you mean front"), std::string::npos);
  EXPECT_NE(message(mount_of("lidar unit=ust")).find("ust-10lx"), std::string::npos);
  EXPECT_EQ(message(mount_of("lidar", 1)), "there is no vehicle 2; there are 1");
  EXPECT_EQ(message(mount_of("gps rate=-1")), "rate must be 0 to 1000 Hz, got -1");
  EXPECT_NE(message(mount_of("gps sigma=-1")).find("gps sigma must be"), std::string::npos);
}

// --- rates ----------------------------------------------------------------------------------

TEST(SensingRates, CountReadingsInSimulatedTime) {
  const Clock hundred{}, fifty{.grid_hz = 300, .grid_per_tick = 6, .grid_per_frame = 5};
  EXPECT_EQ(readings_until(hundred, 20, Tick{6000}), 1200);
  EXPECT_EQ(readings_until(hundred, 100, Tick{6000}), 6000);
  EXPECT_EQ(readings_until(hundred, 0, Tick{77}), 77);
  EXPECT_EQ(readings_until(fifty, 60, Tick{50}), 50) << "at most one a tick";
  EXPECT_EQ(readings_until(fifty, 40, Tick{50}), 40);
  EXPECT_EQ(true_rate(fifty, 60), 50);
  std::int64_t seen = 0;
  for (std::int64_t tick = 1; tick <= 1000; ++tick) seen += reads_at(hundred, 30, Tick{tick});
  EXPECT_EQ(seen, 300);
}

// --- what sensors read ----------------------------------------------------------------------

TEST(Sensing, InstantSensorsReadTheStateOfTheirOwnVehicle) {
  TestRun run(build_shared(open_level()), {vehicle_at(kind_of<Racecar>(), {1, 2, 0.5}),
                                           vehicle_at(kind_of<Sedan>(), {9, 8, kPi / 2})});
  run.set_motion(1, {0, 4}, 0.25);

  const auto gps = values_of(read_now(run, "gps", 1, true));

  EXPECT_EQ(gps[0], 9);
  EXPECT_EQ(gps[1], 8);
  EXPECT_NEAR(gps[3], 4, 1e-14);
  EXPECT_EQ(values_of(read_now(run, "compass", 1, true)), std::vector<double>{kPi / 2});
  EXPECT_NEAR(values_of(read_now(run, "speed", 1, true))[0], 4, 1e-14);
}

TEST(Sensing, NoiseDependsOnSeedVehicleNameAndTickAlone) {
  const std::vector<VehicleSetup> setups(2, vehicle_at(kind_of<Quad2d>(), {}));
  TestRun run(build_shared(open_level()), setups), other(build_shared(open_level()), setups, 2);
  const auto gps = [](TestRun& in, std::uint32_t vehicle, const char* name = "gps") {
    return values_of(read_now(in, concat("gps sigma=1 name=", name), vehicle));
  };
  const auto first = gps(run, 0);

  EXPECT_EQ(gps(run, 0), first);
  EXPECT_NE(gps(run, 1), first);
  EXPECT_NE(gps(other, 0), first);
  EXPECT_NE(gps(run, 0, "second"), first);
  run.state.tick = next(run.state.tick);
  EXPECT_NE(gps(run, 0), first);
}

TEST(Sensing, CarAtRestOnFlatGroundReadsGravityAlone) {
  for (const VehicleKind kind : kAllKinds) {
    TestRun run(build_shared(open_level()), {vehicle_at(kind, {1, 2, 0.7})});
    mount_on(run, "imu unit=ideal");
    for (int tick = 0; tick < 3; ++tick) {
      EXPECT_EQ(values_of(read_mounted(run, "imu")), (std::vector<double>{0, 0, 9.81, 0, 0, 0}))
          << type_of(kind).name;
      run.step(idle_input(kind));
    }
  }
}

TEST(Sensing, CircleAtConstantSpeedReadsSpeedTimesTurnToTheCentre) {
  TestRun run(build_shared(open_level()), {vehicle_at(kind_of<Neato>(), {})});
  mount_on(run, "imu unit=ideal");
  const NeatoInput<double> input{.speed = 0.2, .turn = 0.5};
  for (int tick = 0; tick < 200; ++tick) run.step(input);

  const auto reading = values_of(read_mounted(run, "imu"));

  const PlanarBody body = run.body();
  const double speed = length(body.velocity), radius = speed / body.yaw_rate;
  EXPECT_NEAR(reading[0], 0, 1e-12);  // rounding of velocities over one tick
  // a chord is shorter than its arc by (turn in a tick)^2 / 24 = 1e-6 of it
  EXPECT_NEAR(reading[1], speed * speed / radius, 2e-6 * speed * speed / radius);
  EXPECT_EQ(reading[5], body.yaw_rate);
}

TEST(Sensing, IntegratedForceIsTheVelocityAlsoThroughAWall) {
  TestRun run(build_shared(room_level(6)), {vehicle_at(kind_of<Racecar>(), {0, 0, 0})});
  mount_on(run, "imu unit=ideal");
  double speed = 0;
  bool hit = false;
  for (int tick = 0; tick < 300; ++tick) {
    run.step(full_ahead(kind_of<Racecar>()));
    speed += values_of(read_mounted(run, "imu"))[0] * 0.01;
    hit |= !run.out.physics.contacts.empty();

    ASSERT_NEAR(speed, speed_of(run.vehicle()), 1e-9) << tick;  // rounding of 300 sums
  }
  EXPECT_TRUE(hit);
}

TEST(Sensing, OdometryWithoutNoiseIsTheTruth) {
  TestRun run = three_cars();
  mount_on(run, "odometry unit=ideal");
  const Pose2 start = run.pose();
  for (int tick = 0; tick < 500; ++tick) step_weaving(run, tick);

  const auto odometry = values_of(read_mounted(run, "odometry"));
  const Pose2 found = start * Pose2{odometry[0], odometry[1], odometry[2]};

  EXPECT_GT(odometry[3], 5);
  EXPECT_NEAR(found.x, run.pose().x, 1e-11);  // 500 roundings at 10 m
  EXPECT_NEAR(found.y, run.pose().y, 1e-11);
  EXPECT_NEAR(wrap_angle(found.yaw - run.pose().yaw), 0, 1e-12);
}

TEST(Sensing, BumperFeelsWallsAndBothSidesOfAMeeting) {
  TestRun wall(build_shared(room_level(4)), {vehicle_at(kind_of<Racecar>(), {1.6, 0, 0})});
  TestRun pair(build_shared(open_level()), {vehicle_at(kind_of<Racecar>(), {0, 0, 0}),
                                            vehicle_at(kind_of<Racecar>(), {0.8, 0, kPi / 2})});
  wall.set_motion(0, {3, 0}, 0);
  pair.set_motion(0, {3, 0}, 0);
  mount_on(wall, "bumper sectors=8 rate=0.1"), mount_on(pair, "bumper sectors=8 rate=0.1");
  mount_on(pair, "bumper sectors=8 rate=0.1", 1);
  const std::vector<VehicleInput> idle(2, idle_input(kind_of<Racecar>()));
  for (int tick = 0; tick < 50; ++tick) wall.step(idle[0]), pair.step(idle);

  const auto pressed = [](const SensorReading& reading, std::size_t middle) {
    const auto felt = values_of(reading);
    return felt[(middle + 7) % 8] > 0 || felt[middle] > 0 || felt[(middle + 1) % 8] > 0;
  };
  EXPECT_TRUE(pressed(read_mounted(wall, "bumper"), 0));
  EXPECT_FALSE(pressed(read_mounted(wall, "bumper"), 4));
  EXPECT_TRUE(pressed(read_mounted(pair, "bumper"), 0));
  EXPECT_FALSE(pressed(read_mounted(pair, "bumper"), 4));
  EXPECT_TRUE(pressed(read_mounted(pair, "bumper", 1), 2));  // on its left
  EXPECT_FALSE(pressed(read_mounted(pair, "bumper", 1), 6));
}

TEST(Sensing, EveryKindReadsInItsShapeAndTwiceTheSame) {
  TestRun run = three_cars();
  for (const SensorKind* kind : sensor_kinds()) mount_on(run, std::string(kind->name));
  for (int tick = 0; tick < 20; ++tick) step_weaving(run, tick);
  for (const SensorKind* kind : sensor_kinds()) {
    const SensorReading reading = read_mounted(run, kind->name);

    EXPECT_EQ(reading.index(), static_cast<std::size_t>(kind->shape)) << kind->name;
    EXPECT_EQ(reading, read_mounted(run, kind->name)) << kind->name;
  }
}

// --- the run --------------------------------------------------------------------------------

TEST(RunSensors, RestoredRunGoesOnAsIfItHadNeverStopped) {
  TestRun run = noisy_run();
  for (int tick = 0; tick < 150; ++tick) step_weaving(run, tick);
  TestRun restored = noisy_run();
  restored.state = run.state;

  for (int tick = 150; tick < 300; ++tick) {
    step_weaving(run, tick);
    step_weaving(restored, tick);

    ASSERT_EQ(run.state, restored.state) << tick;
    ASSERT_EQ(hash_of(run.state), hash_of(restored.state));
  }
}

TEST(RunSensors, MeasuringMovesNothing) {
  TestRun noisy = noisy_run(), plain = three_cars();
  for (int tick = 0; tick < 200; ++tick) {
    step_weaving(noisy, tick);
    step_weaving(plain, tick);

    ASSERT_EQ(noisy.state.physics, plain.state.physics) << tick;
  }
  EXPECT_TRUE(plain.state.sensors.empty());
}

TEST(RunSensors, SeedAndVehicleChangeTheNoiseOnly) {
  TestRun a = noisy_run(1), b = noisy_run(2);
  step_weaving(a, 0), step_weaving(b, 0);

  EXPECT_EQ(a.state.physics, b.state.physics);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NE(a.state.sensors[i], b.state.sensors[i]) << i;
}

TEST(RunSensors, AdvancingAllocatesNothing) {
  TestRun run = three_cars();
  mount_on(run, "imu"), mount_on(run, kDrifting), mount_on(run, "bumper", 1);
  step_weaving(run, 0);
  for (int tick = 1; tick < 100; ++tick) {
    const std::vector<VehicleInput> inputs(run.model.vehicles.size(), weave(tick));
    const long before = allocation_count();

    run.step(inputs);

    ASSERT_EQ(allocation_count(), before) << tick;
  }
}

TEST(RunSensors, EveryNumberIsPartOfTheHash) {
  TestRun run = noisy_run();
  step_weaving(run, 0);
  const std::uint64_t hash = hash_of(run.state);
  for (SensorMemory& memory : run.state.sensors)
    for (double& number : memory.numbers) {
      const double kept = number;
      number = std::nextafter(number, 1e9);
      EXPECT_NE(hash_of(run.state), hash);
      number = kept;
    }
  EXPECT_EQ(run.state.sensors[0].numbers.size(), 12u);  // two biases, force, rate
  EXPECT_EQ(run.state.sensors[3].numbers.size(), 721u);
}

TEST(RunSensors, OneOfTheSameNameTakesThePlaceOfTheOther) {
  TestRun run = three_cars();
  mount_on(run, "imu unit=ideal"), mount_on(run, "odometry");
  step_weaving(run, 0);

  mount_on(run, "imu unit=d435i");

  ASSERT_EQ(run.model.sensors.size(), 2u);
  EXPECT_EQ(run.model.sensors[0].spec.unit, "d435i");
  EXPECT_TRUE(unmount_sensor(VehicleId{0}, "imu", run.model, run.state, run.scratch));
  EXPECT_FALSE(unmount_sensor(VehicleId{0}, "imu", run.model, run.state, run.scratch));
  step_weaving(run, 1);
  EXPECT_GT(values_of(read_mounted(run, "odometry"))[3], 0);
}

TEST(RunSensors, ALevelMountsItsOwn) {
  LevelSpec level = room_level(14);
  level.sensors.push_back({.vehicle = 0, .sensor = {.kind = "imu"}});
  level.sensors.push_back({.vehicle = 2, .sensor = {.kind = "lidar", .name = "nose"}});
  const std::vector<VehicleSetup> two(2, vehicle_at(kind_of<Racecar>(), {}));

  const auto model = make_model(build_shared(level), two, 1);

  ASSERT_TRUE(model) << model.error().message;
  EXPECT_EQ(model->sensors.size(), 3u);
  EXPECT_TRUE(find_mounted(*model, VehicleId{1}, "nose"));
  EXPECT_TRUE(check_level_sensors(*model->world).empty());
}

TEST(RunSensors, ALevelsMistakesAreNamedWithTheirLine) {
  LevelSpec level = room_level(14);
  level.sensors.push_back({.where = {"a.toml", 7}, .sensor = {.kind = "imu", .unit = "d435"}});
  const auto world = build_shared(level);

  const auto model = make_model(world, {vehicle_at(kind_of<Racecar>(), {})}, 1);

  ASSERT_FALSE(model);
  EXPECT_NE(model.error().message.find("a.toml:7: sensor imu: there is no imu \"d435\""),
            std::string::npos)
      << model.error().message;
  EXPECT_EQ(check_level_sensors(*world).size(), 1u);
}

}  // namespace
}  // namespace paddock
