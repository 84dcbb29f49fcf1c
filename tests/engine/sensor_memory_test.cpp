// Sensors with a memory: truth along a drive, drift that is part of the state, nothing for those
// who carry none.
#include "paddock/engine/sensor_memory.h"

#include <gtest/gtest.h>

#include <cmath>

#include "paddock/engine/sense.h"
#include "paddock/sensors/noise.h"
#include "tests/support/allocations.h"
#include "tests/support/worlds.h"

namespace paddock {
namespace {

const OdometryParams kDrifting{.distance_scale = 0.02,
                               .turn_scale = -0.01,
                               .slip_per_metre = 0.05,
                               .yaw_per_metre = 0.02,
                               .yaw_per_radian = 0.05};

VehicleSetup with_sensors(VehicleSetup setup, const ImuNoise& noise = {},
                          const OdometryParams& odometry = {}) {
  setup.sensors.imu = ImuParams{.body_from_imu = {}, .noise = noise};
  setup.sensors.odometry = odometry;
  return setup;
}

ImuNoise noise_named(std::string_view name) { return find_imu_unit(name)->noise; }

/// Weaving ahead, so that there are turns both ways.
VehicleInput weave(int tick) {
  return RacecarInput<double>{.steer = 0.25 * std::sin(0.05 * tick), .accel = 1.0};
}

TestRun noisy_run(std::uint64_t seed = 1) {
  return TestRun(build_shared(room_level(14)),
                 {with_sensors(vehicle_at(VehicleKind::Racecar, {-3, 0, 0.3}),
                               noise_named("racecarsim"), kDrifting),
                  with_sensors(vehicle_at(VehicleKind::Racecar, {3, 0, 2}), noise_named("d435i")),
                  vehicle_at(VehicleKind::Racecar, {0, 3, 1})},
                 seed);
}

void step_weaving(TestRun& run, int tick) {
  const std::vector<VehicleInput> inputs(run.model.vehicles.size(), weave(tick));
  run.step(inputs);
}

constexpr VehicleId kFirst{0};

TEST(SensorMemory, CarAtRestOnFlatGroundReadsGravityAlone) {
  for (const VehicleKind kind : kAllKinds) {
    TestRun run(build_shared(open_level()), {with_sensors(vehicle_at(kind, {1, 2, 0.7}))});
    for (int tick = 0; tick < 3; ++tick) {
      const auto reading = sense_imu(run.model, run.state, kFirst);

      ASSERT_TRUE(reading);
      EXPECT_EQ(*reading, (ImuReading{{0, 0, 9.81}, {}})) << type_of(kind).name;
      run.step(idle_input(kind));
    }
  }
}

TEST(SensorMemory, CircleAtConstantSpeedReadsSpeedTimesTurnToTheCentre) {
  TestRun run(build_shared(open_level()), {with_sensors(vehicle_at(VehicleKind::Neato, {}))});
  const NeatoInput<double> input{.speed = 0.2, .turn = 0.5};
  for (int tick = 0; tick < 200; ++tick) run.step(input);

  const ImuReading reading = *sense_imu(run.model, run.state, kFirst);

  const PlanarBody body = run.body();
  const double speed = length(body.velocity), radius = speed / body.yaw_rate;
  EXPECT_NEAR(reading.specific_force.x, 0, 1e-12);  // rounding of velocities over one tick
  // a chord is shorter than its arc by (turn in a tick)^2 / 24 = 1e-6 of it
  EXPECT_NEAR(reading.specific_force.y, speed * speed / radius, 2e-6 * speed * speed / radius);
  EXPECT_EQ(reading.angular_rate, (Vec3{0, 0, body.yaw_rate}));
}

TEST(SensorMemory, IntegratedForceIsTheVelocityAlsoThroughAWall) {
  TestRun run(build_shared(room_level(6)),
              {with_sensors(vehicle_at(VehicleKind::Racecar, {0, 0, 0}))});
  double speed = 0;
  bool hit = false;
  for (int tick = 0; tick < 300; ++tick) {
    run.step(full_ahead(VehicleKind::Racecar));
    speed += sense_imu(run.model, run.state, kFirst)->specific_force.x * 0.01;
    hit |= !run.out.physics.contacts.empty();

    ASSERT_NEAR(speed, speed_of(run.vehicle()), 1e-9) << tick;  // rounding of 300 sums
  }
  EXPECT_TRUE(hit);
}

TEST(SensorMemory, OdometryWithoutNoiseIsTheTruth) {
  TestRun run(build_shared(room_level(14)),
              {with_sensors(vehicle_at(VehicleKind::Racecar, {-3, 0, 0.3}))});
  const Pose2 start = run.pose();
  for (int tick = 0; tick < 500; ++tick) step_weaving(run, tick);

  const Pose2 found = start * sense_odometry(run.model, run.state, kFirst)->start_from_body;

  EXPECT_GT(sense_odometry(run.model, run.state, kFirst)->distance, 5);
  EXPECT_NEAR(found.x, run.pose().x, 1e-11);  // 500 roundings at 10 m
  EXPECT_NEAR(found.y, run.pose().y, 1e-11);
  EXPECT_NEAR(wrap_angle(found.yaw - run.pose().yaw), 0, 1e-12);
}

TEST(SensorMemory, RestoredRunGoesOnAsIfItHadNeverStopped) {
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

TEST(SensorMemory, MeasuringMovesNothing) {
  TestRun noisy = noisy_run();
  std::vector<VehicleSetup> bare = noisy.model.vehicles;
  for (VehicleSetup& setup : bare) setup.sensors = {};
  TestRun plain(noisy.model.world, bare);
  for (int tick = 0; tick < 200; ++tick) {
    step_weaving(noisy, tick);
    step_weaving(plain, tick);

    ASSERT_EQ(noisy.state.physics, plain.state.physics) << tick;
  }
  EXPECT_TRUE(plain.state.sensors.empty());
  EXPECT_FALSE(sense_imu(plain.model, plain.state, kFirst));
  EXPECT_FALSE(sense_odometry(plain.model, plain.state, kFirst));
}

TEST(SensorMemory, SeedAndVehicleChangeTheNoiseOnly) {
  TestRun a = noisy_run(1), b = noisy_run(2);
  step_weaving(a, 0), step_weaving(b, 0);

  EXPECT_EQ(a.state.physics, b.state.physics);
  EXPECT_NE(a.state.sensors[0], b.state.sensors[0]);
  EXPECT_NE(a.state.sensors[1].imu.force_bias, b.state.sensors[1].imu.force_bias);
  EXPECT_EQ(a.state.sensors[2], SensorState{});  // carries none
}

TEST(SensorMemory, AllocatesNothing) {
  TestRun run = noisy_run();
  for (int tick = 0; tick < 100; ++tick) {
    const std::vector<VehicleInput> inputs(run.model.vehicles.size(), weave(tick));
    const long before = allocation_count();

    run.step(inputs);

    ASSERT_EQ(allocation_count(), before) << tick;
  }
}

TEST(SensorMemory, EveryNumberIsPartOfTheHash) {
  TestRun run = noisy_run();
  step_weaving(run, 0);
  const std::uint64_t hash = hash_of(run.state);
  int fields = 0;
  SensorState::fields(run.state.sensors[1], [&](const char* name, double& number) {
    const double kept = number;
    number = std::nextafter(number, 1e9);
    EXPECT_NE(hash_of(run.state), hash) << name;
    number = kept;
    ++fields;
  });
  EXPECT_EQ(fields, 16);  // two biases, force, rate; pose and distance
  EXPECT_EQ(sizeof(SensorState), 16 * sizeof(double));  // so no number was left out
}

TEST(SensorMemory, ModelRefusesBrokenFigures) {
  VehicleSetup setup = with_sensors(vehicle_at(VehicleKind::Racecar, {}));
  setup.sensors.imu->noise.rate.walk = -1;
  VehicleSetup other = with_sensors(vehicle_at(VehicleKind::Racecar, {}));
  other.sensors.odometry->slip_per_metre = std::nan("");
  const auto world = build_shared(open_level());

  const auto imu = make_model(world, {vehicle_at(VehicleKind::Neato, {}), setup}, 1);
  const auto odometry = make_model(world, {other}, 1);

  ASSERT_FALSE(imu);
  EXPECT_EQ(imu.error().message, "vehicle 1: imu rate walk must be finite and at least 0, got -1");
  ASSERT_FALSE(odometry);
}

}  // namespace
}  // namespace paddock
