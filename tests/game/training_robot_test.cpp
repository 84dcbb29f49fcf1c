// What the EES-PEES robot feels at the start of known worlds, and how it is driven.
#include "paddock/game/training_robot.h"

#include <gtest/gtest.h>

#include <cmath>

namespace paddock {
namespace {

struct Robot {
  Model model;
  State state;
  Scratch scratch;
  Output output;
  RobotSensors sensors;

  Robot(std::uint64_t seed, double blocks)
      : model(model_of(seed, blocks)),
        state(initial_state(model)),
        scratch(make_scratch(model)),
        output(make_output(model)),
        sensors(model, VehicleId{0}, {}) {}

  static Model model_of(std::uint64_t seed, double blocks) {
    const auto world = std::make_shared<const World>(*load_world(
        PADDOCK_SOURCE_DIR "/levels/eespees/training_env.toml", seed, {{"blocks", blocks}}));
    return *make_model(world, *setups_from_starts(*world, 1, ""), 1);
  }

  RobotReading read_sensors(const RobotReading* before = nullptr) {
    return sensors.read(model, state, scratch, before);
  }
  void drive(const RobotCommand& command) {
    const VehicleInput input = input_of(command);
    step(model, {&input, 1}, state, scratch, output);
  }
};

struct Rest {
  std::uint64_t seed{};
  double blocks{};
  double x{}, z{}, compass_x{}, compass_z{};
  std::array<double, 8> lidar{};  // at 0, 45, ... 315
};

TEST(TrainingRobot, FeelsTheSpecifiedValuesAtRest) {
  const Rest rests[] = {{42,
                         0,
                         0.75278,
                         0.73019,
                         -0.990268,
                         0.139173,
                         {3.2842, 0.8986, 0.7346, 0.8986, 0.7346, 1.2294, 3.2842, 3.5}},
                        {42,
                         10,
                         0.75278,
                         0.73019,
                         -0.990268,
                         0.139173,
                         {3.2842, 0.2713, 0.2247, 0.3815, 0.7346, 1.2294, 2.7743, 1.2294}},
                        {1,
                         10,
                         0.76841,
                         1.74219,
                         -0.390731,
                         0.920505,
                         {0.2427, 0.2305, 1.8803, 1.8681, 0.7886, 0.6165, 0.6287, 1.8681}}};

  for (const Rest& rest : rests) {
    Robot robot(rest.seed, rest.blocks);
    const RobotReading reading = robot.read_sensors();

    EXPECT_NEAR(reading.gps[0], rest.x, 5e-6);  // figures of five digits
    EXPECT_NEAR(reading.gps[1], 0.02625, 1e-12);
    EXPECT_NEAR(reading.gps[2], rest.z, 5e-6);
    EXPECT_NEAR(reading.compass[0], rest.compass_x, 5e-7);
    EXPECT_NEAR(reading.compass[2], rest.compass_z, 5e-7);
    for (std::size_t i = 0; i < 8; ++i)
      EXPECT_NEAR(reading.distance[45 * i], rest.lidar[i], 6e-5) << rest.seed << " ray " << 45 * i;
  }
}

TEST(TrainingRobot, NegativeMotorSpeedDrivesForwardAtTheOriginalsSpeed) {
  Robot robot(0, 0);
  const RobotReading before = robot.read_sensors();
  RobotReading at = before, last = before;
  for (int tick = 0; tick < 40; ++tick) {
    robot.drive({.heading = 0, .speed = -11});
    last = at, at = robot.read_sensors(&last);
  }

  EXPECT_NEAR(at.speed, 0.28875, 1e-9);  // a straight line
  EXPECT_DOUBLE_EQ(at.sim_time, 1.28);
  // it moved the way the compass says it looks: (sin yaw, cos yaw)
  const double along =
      (at.gps[0] - before.gps[0]) * at.compass[2] + (at.gps[2] - before.gps[2]) * at.compass[0];
  EXPECT_GT(along, 0.2);
}

TEST(TrainingRobot, MeasurementsOfOtherSensorsAreNoReading) {
  Robot robot(42, 0);
  const VehicleId vehicle{0};
  const SensorReading lidar = RangesReading{std::vector<float>(kRobotRays, 1.0f)},
                      wide = RangesReading{std::vector<float>(720, 1.0f)},
                      gps = VectorReading{{1, 2}}, compass = VectorReading{{0}};
  const auto reading = [&](const RobotMeasurements& measured) {
    return robot_reading(robot.model, robot.state, vehicle, measured, nullptr);
  };

  ASSERT_TRUE(reading({&lidar, &gps, &compass}));
  EXPECT_EQ(reading({&lidar, &gps, &compass})->gps[0], 2);  // its x is our y
  EXPECT_FALSE(reading({&wide, &gps, &compass}));
  EXPECT_FALSE(reading({&gps, &gps, &compass}));
  EXPECT_FALSE(reading({&lidar, nullptr, &compass}));
}

TEST(TrainingRobot, CommandsThatAreNoNumbersStandStill) {
  const auto input = std::get<RoverInput<double>>(input_of({.heading = NAN, .speed = INFINITY}));

  EXPECT_EQ(input, RoverInput<double>{});
}

TEST(TrainingRobot, NoiseIsSeededAndOffUnlessAsked) {
  Robot robot(42, 10);
  const auto with = [&](RobotSenses senses) {
    return RobotSensors(robot.model, VehicleId{0}, senses)
        .read(robot.model, robot.state, robot.scratch, nullptr);
  };

  EXPECT_EQ(with({}), robot.read_sensors());
  EXPECT_EQ(with({.noise = true}), with({.noise = true}));
  EXPECT_NE(with({.noise = true}), robot.read_sensors());
  EXPECT_NEAR(with({.noise = true}).gps[0], robot.read_sensors().gps[0], 0.05);
  // true ranges are longer by three centimetres near by
  EXPECT_NEAR(with({.true_ranges = true}).distance[90] - robot.read_sensors().distance[90], 0.028,
              0.003);
}

}  // namespace
}  // namespace paddock
