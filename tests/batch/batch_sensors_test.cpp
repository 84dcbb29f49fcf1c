// Sensors by name in the worlds of a batch: equal to the engine's, with a memory for each episode.
#include "paddock/batch/batch_sensors.h"

#include <gtest/gtest.h>

#include <cmath>

namespace paddock {
namespace {

/// A batch with the buffers its caller owns, driven ahead in a curve.
struct SensorPlay {
  std::unique_ptr<Batch> batch;
  std::vector<float> actions, observations, rewards;
  std::vector<std::uint8_t> terminated, truncated;

  explicit SensorPlay(const BatchSpec& spec) : batch(std::move(Batch::open(spec).value())) {
    const TaskShape& shape = batch->shape();
    const auto worlds = static_cast<std::size_t>(spec.worlds);
    const auto agents = worlds * static_cast<std::size_t>(shape.agents);
    for (std::size_t i = 0; i < agents; ++i) actions.insert(actions.end(), {0.2f, 0.3f});
    observations.resize(agents * static_cast<std::size_t>(shape.observation_size));
    rewards.resize(agents);
    terminated.resize(worlds), truncated.resize(worlds);
  }
  void step(int count = 1) {
    for (int i = 0; i < count; ++i)
      batch->step(actions, observations, rewards, terminated, truncated);
  }
  SensorReading read(std::string_view sensor, int world = 0, int agent = 0) {
    const auto now = batch->read_sensor(world, agent, sensor);
    EXPECT_TRUE(now) << now.error().message;
    return now ? *now->reading : SensorReading{};
  }
  std::vector<double> vector(std::string_view sensor, int world = 0, int agent = 0) {
    return std::get<VectorReading>(read(sensor, world, agent)).values;
  }
};

BatchSpec quiet(std::string_view task, int worlds = 1) {
  BatchSpec spec;
  spec.task = task, spec.worlds = worlds, spec.threads = 1;
  spec.options.variants = 2;
  spec.options.noise = false;
  return spec;
}

/// What the engine's own sensor tells in such a world.
SensorReading engine_reading(const WorldView& view, std::string_view sensor) {
  Model model = view.arena->model;
  model.seed = view.seed;
  State state = initial_state(model);
  state.physics.vehicles = view.vehicles;
  state.tick = Tick{view.step};
  Scratch scratch = make_scratch(model);
  const auto mount = resolve_sensor(model, {VehicleId{0}, parse_sensor(sensor).value()}, true);
  MountedSensor made = std::move(make_sensor(model, mount.value()).value());
  const std::vector<double> memory = start_sensor(model, state, made);
  SensorReading reading;
  read_sensor(model, state, scratch, made, memory, reading);
  return reading;
}

TEST(BatchSensors, TheLidarThatTheTaskShowsCanBeReadByName) {
  for (const bool noise : {false, true}) {
    BatchSpec spec = quiet("blocks", 2);
    spec.options.noise = noise;
    SensorPlay play(spec);
    play.step(5);

    for (int world = 0; world < 2; ++world) {
      const auto ranges = std::get<RangesReading>(play.read("lidar unit=webots-lds-01", world));
      const auto size = static_cast<std::size_t>(play.batch->shape().observation_size);
      const auto row = std::span(play.observations).subspan(static_cast<std::size_t>(world) * size);
      ASSERT_EQ(ranges.ranges.size(), static_cast<std::size_t>(play.batch->shape().beams));
      EXPECT_TRUE(std::equal(ranges.ranges.begin(), ranges.ranges.end(), row.begin()))
          << "world " << world << " noise " << noise;
    }
  }
}

TEST(BatchSensors, EveryKindTellsWhatTheEnginesOwnDoes) {
  SensorPlay play(quiet("blocks"));
  const auto names = play.batch->sensor_names(0, 0);

  EXPECT_EQ(names.size(), sensor_kinds().size());
  for (const std::string& name : names) {
    const auto info = play.batch->sensor_info(0, 0, name);
    ASSERT_TRUE(info) << info.error().message;
    EXPECT_EQ(shape_of(info->form), find_sensor_kind(info->mount.spec.kind).value()->shape) << name;
    EXPECT_TRUE(play.read(name) == engine_reading(play.batch->view(0), name)) << name;
  }
}

TEST(BatchSensors, EachVehicleHasItsOwn) {
  SensorPlay play(quiet("duel", 2));
  play.step(3);

  for (int world = 0; world < 2; ++world)
    for (int agent = 0; agent < 2; ++agent) {
      const auto gps = play.vector("gps", world, agent);
      const Pose2 pose = pose_of(play.batch->view(world).vehicles[static_cast<std::size_t>(agent)]);
      EXPECT_EQ(gps[0], pose.x);
      EXPECT_EQ(gps[1], pose.y);
    }
}

TEST(BatchSensors, OdometryAddsUpToTheWayDriven) {
  SensorPlay play(quiet("race"));
  const Pose2 start = pose_of(play.batch->view(0).vehicles[0]);
  EXPECT_EQ(play.vector("odometry"), std::vector<double>(4));
  double driven = 0;
  Vec2 last = position(start);
  for (int step = 0; step < 50; ++step) {
    play.step();
    const Vec2 now = position(pose_of(play.batch->view(0).vehicles[0]));
    driven += length(now - last), last = now;
  }

  ASSERT_EQ(play.batch->view(0).step, 50);
  const auto odometry = play.vector("odometry");
  const Pose2 moved = inverse(start) * pose_of(play.batch->view(0).vehicles[0]);
  EXPECT_GT(driven, 0.5);
  EXPECT_NEAR(odometry[3], driven, 1e-9);  // fifty additions
  EXPECT_NEAR(odometry[0], moved.x, 1e-9);
  EXPECT_NEAR(odometry[1], moved.y, 1e-9);
  EXPECT_NEAR(odometry[2], moved.yaw, 1e-9);
}

TEST(BatchSensors, WhatIsRememberedBeginsAnewWithAnEpisode) {
  BatchSpec spec = quiet("blocks", 2);
  spec.options.max_steps = 20;
  SensorPlay play(spec);
  for (int world = 0; world < 2; ++world) play.vector("odometry", world);
  play.step(19);
  EXPECT_GT(play.vector("odometry", 0)[3], 0);

  play.step();  // the last of the episode
  EXPECT_EQ(play.vector("odometry", 0), std::vector<double>(4));

  play.step(5);
  play.batch->reset_some(std::vector<std::uint8_t>{0, 1}, play.observations);
  EXPECT_GT(play.vector("odometry", 0)[3], 0);
  EXPECT_EQ(play.vector("odometry", 1), std::vector<double>(4));

  play.step(2);
  play.batch->reset(7, play.observations);
  EXPECT_EQ(play.vector("odometry", 0), std::vector<double>(4));
}

TEST(BatchSensors, ASnapshotCarriesWhatSensorsRemember) {
  BatchSpec spec = quiet("race", 3);
  spec.options.noise = true;
  SensorPlay play(spec);
  play.vector("odometry", 1), play.vector("imu", 2);
  play.step(10);
  const BatchSnapshot snapshot = play.batch->snapshot();
  play.step(10);

  spec.seed = 9;
  SensorPlay again(spec);
  again.vector("odometry", 0);  // one that the snapshot does not know
  again.step(4);
  ASSERT_TRUE(again.batch->restore(snapshot));
  EXPECT_EQ(again.vector("odometry", 0), std::vector<double>(4));
  again.step(10);

  EXPECT_EQ(again.vector("odometry", 1), play.vector("odometry", 1));
  EXPECT_EQ(again.vector("imu", 2), play.vector("imu", 2));
}

TEST(BatchSensors, ASnapshotWithSensorsThatCannotBeIsRefusedAndNothingChanges) {
  SensorPlay play(quiet("race", 2));
  play.vector("odometry");
  play.step(3);
  const BatchSnapshot before = play.batch->snapshot();
  ASSERT_EQ(before.sensors.size(), 1u);
  play.step(3);
  const BatchSnapshot now = play.batch->snapshot();

  const auto refused = [&](auto&& spoil) {
    BatchSnapshot spoiled = before;
    spoil(spoiled.sensors[0]);
    const auto restored = play.batch->restore(spoiled);
    return !restored && play.batch->snapshot() == now;
  };
  EXPECT_TRUE(refused([](WorldSensor& s) { s.world = 2; }));
  EXPECT_TRUE(refused([](WorldSensor& s) { s.agent = -1; }));
  EXPECT_TRUE(refused([](WorldSensor& s) { s.sensor = "odometer"; }));
  EXPECT_TRUE(refused([](WorldSensor& s) { s.memory.pop_back(); }));
  EXPECT_TRUE(refused([](WorldSensor& s) { s.memory[0] = NAN; }));
}

TEST(BatchSensors, ABumperFeelsAWall) {
  SensorPlay play(quiet("blocks"));
  std::fill(play.actions.begin(), play.actions.end(), 0.0f);
  play.actions[1] = 1;
  EXPECT_EQ(play.vector("bumper"), std::vector<double>(8));
  double hardest = 0;
  for (int step = 0; step < 1000 && hardest == 0; ++step) {
    play.step();
    for (const double impulse : play.vector("bumper")) hardest = std::max(hardest, impulse);
  }

  EXPECT_GT(hardest, 0);
}

TEST(BatchSensors, WhoeverReadsSensorsChangesNothing) {
  SensorPlay quiet_one(quiet("blocks", 4)), read(quiet("blocks", 4));
  for (int step = 0; step < 50; ++step) {
    quiet_one.step(), read.step();
    for (const char* sensor : {"lidar", "imu", "odometry"}) read.read(sensor, step % 4);
  }

  EXPECT_EQ(read.observations, quiet_one.observations);
  EXPECT_EQ(read.batch->snapshot().numbers, quiet_one.batch->snapshot().numbers);
  EXPECT_EQ(read.batch->snapshot().words, quiet_one.batch->snapshot().words);
}

TEST(BatchSensors, WordsThatNameNoSensorGetAGuess) {
  SensorPlay play(quiet("race"));

  const auto unknown = play.batch->read_sensor(0, 0, "lidr");
  ASSERT_FALSE(unknown);
  EXPECT_NE(unknown.error().message.find("lidar"), std::string::npos) << unknown.error().message;
  EXPECT_FALSE(play.batch->sensor_info(0, 0, "lidar@hood"));
  EXPECT_FALSE(play.batch->sensor_info(0, 0, "lidar beems=720"));
  EXPECT_FALSE(play.batch->sensor_info(0, 0, ""));
  EXPECT_TRUE(play.batch->snapshot().sensors.empty());
}

}  // namespace
}  // namespace paddock
