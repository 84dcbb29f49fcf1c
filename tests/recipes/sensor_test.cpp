// The sensor of docs/adding_a_sensor.md, read by everybody who reads sensors.
#include <gtest/gtest.h>

#include "paddock/protocols/web/codec.h"
#include "paddock/protocols/web/wire_units.h"
#include "paddock/record/recorder.h"
#include "paddock/record/replay.h"
#include "tests/support/recordings.h"
#include "tests/support/run_sensors.h"
#include "tests/support/stages.h"

namespace paddock {
namespace {

Session driven(const std::string& words, int ticks) {
  Session session = ring_session(1);
  EXPECT_TRUE(apply(session, MountSensor{want_of(words).sensor}));
  for (int tick = 0; tick < ticks; ++tick) advance(session);
  return session;
}

TEST(AddingASensor, CountsWithoutNoiseAndMissesSomeWithIt) {
  const Session exact = driven("pulses", 500), worn = driven("pulses unit=worn", 500);
  const double pulses = exact.state.sensors.at(0).numbers.at(0);

  EXPECT_GT(pulses, 500);
  EXPECT_NEAR(worn.state.sensors.at(0).numbers.at(0), 0.75 * pulses / 5, 0.1 * pulses / 5);
}

TEST(AddingASensor, WhatItRemembersIsPartOfSnapshotsAndHashes) {
  Session session = driven("pulses unit=worn", 300), other = ring_session(1);
  const std::uint64_t before = hash_of(session);
  ASSERT_TRUE(restore(other, snapshot_of(session)));
  for (int tick = 0; tick < 300; ++tick) advance(session), advance(other);

  EXPECT_EQ(hash_of(session), hash_of(other));
  EXPECT_NE(hash_of(session), before);
  EXPECT_EQ(session.state.sensors, other.state.sensors);
}

TEST(AddingASensor, IsReadThroughThePagesWire) {
  Stage stage(ring_stage(1));
  ASSERT_TRUE(stage.start(0));
  const auto watching = std::make_shared<Watching>();
  stage.subscribe(watching);
  ASSERT_TRUE(stage.subscribe_sensor(watching.get(), 7, want_of("pulses", true)));
  run_stage(stage, 0, 3'000'000'000);

  ASSERT_FALSE(watching->readings.empty());
  const Delivery& last = watching->readings.back();
  const auto frame = web::decode_frame(web::series_bytes({&last, 1}));
  ASSERT_TRUE(frame) << frame.error().message;
  const auto& series = std::get<web::SeriesMessage>(*frame);
  EXPECT_EQ(series.head.subscription, 7);
  EXPECT_EQ(series.samples.at(0).values, std::get<VectorReading>(last.measurement->reading).values);
  EXPECT_GT(series.samples.at(0).values.at(0), 100);
}

TEST(AddingASensor, IsRecordedAndReplayed) {
  const ScratchFile file("pulses.paddock");
  const SessionSpec spec = ring_spec(1);
  Session session = ring_session(1);
  const MountSensor mount{want_of("pulses unit=worn").sensor};
  {
    auto recorder = *Recorder::begin(file.path, ring_head(spec), session);
    ASSERT_TRUE(apply(session, mount));
    recorder->command(session, mount);
    for (int tick = 0; tick < 2000; ++tick) advance(session), recorder->tick(session);
  }

  const auto recording = std::make_shared<const Recording>(read_recording(file.path).value());
  Session again = *open_recorded(*recording);
  Replay replay(recording);
  ASSERT_TRUE(replay.seek(again, Tick{1500}));  // over a checkpoint
  std::string differs;
  while (again.state.tick < replay.end()) {
    replay.feed(again), advance(again);
    differs += replay.check(again);
  }

  EXPECT_EQ(differs, "");
  EXPECT_GT(replay.hashes_compared(), 3u);
  EXPECT_EQ(again.state.sensors, session.state.sensors);
}

}  // namespace
}  // namespace paddock
