// What programs read is part of the run: a snapshot in the middle of a program has it.
#include <gtest/gtest.h>

#include "tests/protocols/racecar/course.h"

namespace paddock::racecar {
namespace {

/// What a program read at a tick.
struct Sample {
  Tick tick{};
  std::vector<float> lidar;  // cm
  Triple force{}, spin{};
};

/// The run from one instant on: a snapshot, and what reached it afterwards.
struct Kept {
  Snapshot snapshot;
  std::vector<std::pair<Tick, Command>> commands;
};

OpenLog keeping(Kept& kept) {
  return [&kept](Session& session, const std::string& name) -> Result<RunLog> {
    checkpoint(session);
    kept.snapshot = snapshot_of(session);
    return RunLog{.name = name,
                  .command =
                      [&kept](const Session& run, const Command& command) {
                        kept.commands.emplace_back(run.state.tick, command);
                      },
                  .tick = [](const Session&) {},
                  .flush = [] { return std::string(); }};
  };
}

Triple triple_of(const std::string& bytes) {
  Triple triple{};
  std::memcpy(triple.data(), bytes.data(), sizeof triple);
  return triple;
}

Sample sample_of(Course& course) {
  Sample sample{.tick = course.session().state.tick, .lidar = std::vector<float>(kLidarSamples)};
  const std::string lidar = course.ask(Get{Quantity::LidarSamples});
  std::memcpy(sample.lidar.data(), lidar.data(), lidar.size());
  sample.force = triple_of(course.ask(Get{Quantity::LinearAcceleration}));
  sample.spin = triple_of(course.ask(Get{Quantity::AngularVelocity}));
  return sample;
}

SensorReading reading_in(Session& run, std::string_view name) {
  const std::size_t at = find_mounted(run.model, VehicleId{0}, name).value();
  SensorReading reading;
  read_sensor(run.model, run.state, run.scratch, mounted_sensor(run.model, at, run.scratch),
              run.state.sensors[at].numbers, reading);
  return reading;
}

void go_on(const Kept& kept, Tick until, Session& run) {
  while (run.state.tick < until) {
    for (const auto& [tick, command] : kept.commands)
      if (tick == run.state.tick) {
        EXPECT_TRUE(apply(run, command));
      }
    advance(run);
  }
}

TEST(RacecarSnapshot, ARestoredRunReadsWhatTheProgramOfTheFirstReadNext) {
  Course course;
  course.begin();
  ASSERT_TRUE(course.door->set(*course.stage, {{"realism", "real"}}));
  course.say(SetSpeedAngle{1, 0.4f});
  ASSERT_TRUE(course.run_until(0.7));
  Kept kept;
  ASSERT_TRUE(course.stage->record(keeping(kept), "middle"));
  std::vector<Sample> samples;
  for (int update = 0; update < 25; ++update) {
    course.say(SetSpeedAngle{1, update % 2 == 0 ? -1.0f : 0.3f});
    course.next();
    samples.push_back(sample_of(course));
  }

  Session run =
      *open_session({course.session().model.world, course.session().papers}, course.session().spec);
  ASSERT_TRUE(restore(run, kept.snapshot));

  ASSERT_GT(samples.back().tick, next(kept.snapshot.state.tick));
  for (const Sample& sample : samples) {
    go_on(kept, sample.tick, run);
    const std::vector<float> ranges = std::get<RangesReading>(reading_in(run, kLidarName)).ranges;
    const std::vector<double> imu = std::get<VectorReading>(reading_in(run, kImuName)).values;
    ASSERT_EQ(ranges.size(), kLidarSamples);
    for (std::size_t i = 0; i < kLidarSamples; ++i)
      ASSERT_EQ(100 * ranges[i], sample.lidar[i]) << i << " at " << count(sample.tick);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      EXPECT_EQ(static_cast<float>(imu[axis]), sample.force[axis]) << count(sample.tick);
      EXPECT_EQ(static_cast<float>(imu[3 + axis]), sample.spin[axis]) << count(sample.tick);
    }
  }
}

}  // namespace
}  // namespace paddock::racecar
