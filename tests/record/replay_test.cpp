// Played again: the same bits, from any point, and a word when they are not.
#include "paddock/record/replay.h"

#include <gtest/gtest.h>

#include "paddock/io/file.h"
#include "tests/support/recordings.h"

namespace paddock {
namespace {

struct RecordedRing {
  std::uint64_t hash{};
  std::shared_ptr<const Recording> recording;

  explicit RecordedRing(int ticks) {
    const ScratchFile file("replay_test.paddock");
    hash = record_ring(file.path, ticks);
    recording = std::make_shared<const Recording>(*read_recording(file.path));
  }
};

std::string play_to_end(Replay& replay, Session& session) {
  std::string differs;
  while (session.state.tick < replay.end()) {
    replay.feed(session);
    advance(session);
    if (std::string now = replay.check(session); differs.empty()) differs = std::move(now);
  }
  return differs;
}

TEST(Replay, HasTheBitsOfTheRun) {
  const RecordedRing ring(2500);
  Session session = *open_recorded(*ring.recording);
  Replay replay(ring.recording);

  EXPECT_EQ(play_to_end(replay, session), "");

  EXPECT_EQ(hash_of(session), ring.hash);
  EXPECT_EQ(replay.hashes_compared(), 25u);
}

TEST(Replay, SeeksToAnyTickAndGoesOnWithTheSameBits) {
  const RecordedRing ring(2500);
  Session straight = *open_recorded(*ring.recording);
  Replay along(ring.recording);
  Session session = *open_recorded(*ring.recording);
  Replay replay(ring.recording);

  for (const std::int64_t target : {1, 999, 1000, 1001, 1250, 1251, 1876, 2499}) {
    while (count(straight.state.tick) < target) {
      along.feed(straight);
      advance(straight);
      along.check(straight);
    }
    ASSERT_TRUE(replay.seek(session, Tick{2000}));  // from somewhere else
    ASSERT_TRUE(replay.seek(session, Tick{target}));
    EXPECT_EQ(session.state, straight.state) << target;
  }
  ASSERT_TRUE(replay.seek(session, Tick{1700}));
  EXPECT_EQ(play_to_end(replay, session), "");
  EXPECT_EQ(hash_of(session), ring.hash);
}

TEST(Replay, OfARigidRunHasItsBitsFromAnyCheckpoint) {
  const ScratchFile file("tumble.paddock");
  const LevelSpec level = tumble_level();
  const SessionSpec spec = ring_spec(1);
  Session session = *open_session(build_level(level), spec);
  for (int tick = 0; tick < 123; ++tick) advance(session);  // it begins in the middle of a tumble
  {
    auto recorder =
        *Recorder::begin(file.path, {"tests/tumble", write_level(level), spec}, session);
    for (int tick = 0; tick < 2400; ++tick) {
      if (tick == 700) {
        const PlaceVehicle back{VehicleId{0}, session.model.vehicles[0].start};
        recorder->command(session, back);
        ASSERT_TRUE(apply(session, back));
      }
      advance(session);
      recorder->tick(session);
    }
  }
  const auto recording = std::make_shared<const Recording>(*read_recording(file.path));
  auto opened = open_recorded(*recording);
  ASSERT_TRUE(opened) << opened.error().message;
  Session& again = *opened;
  Replay replay(recording);

  EXPECT_EQ(recording->checkpoints.size(), 3u);  // at 1.23, 10 and 20 s
  EXPECT_EQ(play_to_end(replay, again), "");
  EXPECT_EQ(hash_of(again), hash_of(session));
  ASSERT_TRUE(replay.seek(again, Tick{1500}));
  EXPECT_EQ(play_to_end(replay, again), "");
  EXPECT_EQ(hash_of(again), hash_of(session));
}

/// Two beams in, two actions out: steers to where there is more room.
constexpr std::string_view kPolicy = R"({"paddock_policy":1,"task":"race","vehicle":"racecar",
  "step_seconds":0.02,"lidar":{"beams":2,"start":-0.5,"span":1.0,"range":10.0},
  "extras":["speed m/s"],"clip":5.0,"mean":[1,1,2],"scale":[0.2,0.2,0.5],
  "actions":[{"input":"steer","scale":0.4},{"input":"accel","scale":3.0}],
  "layers":[{"weights":[[-1.5,1.5,0],[0.1,0.1,-0.6]],"biases":[0,0.3]}]})";

TEST(Replay, OfAPolicyNeedsItsFileNoMore) {
  const ScratchFile file("policy.paddock"), first("first.json"), second("second.json");
  ASSERT_TRUE(write_file(first.path, kPolicy));
  ASSERT_TRUE(write_file(second.path, kPolicy));
  const SessionSpec spec = ring_spec(2, first.path);
  const RecordingHead head = ring_head(spec);
  const LevelReading reading = read_level_text(head.text, "no_folder/tracks/ring.toml", 1);
  Session session = *open_session(build_level(reading.spec), spec);
  {
    auto recorder = *Recorder::begin(file.path, head, session);
    for (int tick = 0; tick < 1500; ++tick) {
      const SetDriver other{VehicleId{1}, second.path};
      if (tick == 700) {
        ASSERT_TRUE(apply(session, other));
        recorder->command(session, other);
      }
      advance(session);
      recorder->tick(session);
    }
  }
  std::filesystem::remove(first.path);
  std::filesystem::remove(second.path);

  const auto recording = std::make_shared<const Recording>(*read_recording(file.path));
  auto again = open_recorded(*recording);
  ASSERT_TRUE(again) << again.error().message;
  Replay replay(recording);

  EXPECT_EQ(play_to_end(replay, *again), "");
  EXPECT_EQ(hash_of(*again), hash_of(session));
  EXPECT_EQ(replay.hashes_compared(), 15u);
  EXPECT_EQ(recording->head.spec.policies.size(), 2u);
  ASSERT_TRUE(replay.seek(*again, Tick{1200}));
  EXPECT_EQ(play_to_end(replay, *again), "");
}

TEST(Replay, SaysWhenTheRunIsNotTheOneRecorded) {
  const RecordedRing ring(500);
  Recording changed = *ring.recording;
  for (RecordingEntry& entry : changed.entries)
    if (auto* mark = std::get_if<HashMark>(&entry.what); mark && count(entry.tick) == 300)
      mark->hash ^= 1;
  const auto shared = std::make_shared<const Recording>(changed);
  Session session = *open_recorded(changed);
  Replay replay(shared);

  EXPECT_NE(play_to_end(replay, session).find("tick 300"), std::string::npos);
}

TEST(Replay, ACheckpointThatWasTamperedWithIsRefused) {
  const RecordedRing ring(1500);
  Recording changed = *ring.recording;
  changed.checkpoints[1].snapshot.race.entries[0].place = 7;
  Session session = *open_recorded(changed);
  Replay replay(std::make_shared<const Recording>(changed));

  EXPECT_TRUE(replay.seek(session, Tick{500}));
  EXPECT_FALSE(replay.seek(session, Tick{1200}));
}

TEST(Replay, OnAStagePlaysPausesAtItsEndAndSeeks) {
  const RecordedRing ring(600);
  StageOptions options;
  options.open = [&](std::uint64_t, const LevelSettings&) {
    return open_recorded(*ring.recording);
  };
  options.playback = [&](const Session&) -> Result<Playback> {
    return playback_of(ring.recording);
  };
  Stage stage(std::move(options));
  ASSERT_TRUE(stage.start(0));
  const auto watching = std::make_shared<Watching>();
  stage.subscribe(watching);

  Nanos now = run_stage(stage, 0, 8'000'000'000);

  EXPECT_EQ(count(stage.session().state.tick), 600);
  EXPECT_TRUE(watching->frames.back()->paused);
  EXPECT_EQ(hash_of(stage.session()), ring.hash);
  int ends = 0, diverged = 0;
  for (const auto& frame : watching->frames)
    for (const StageEvent& event : frame->events) {
      ends += event.kind == EventKind::End ? 1 : 0;
      diverged += event.kind == EventKind::Diverged ? 1 : 0;
    }
  EXPECT_EQ(ends, 1);
  EXPECT_EQ(diverged, 0);
  EXPECT_EQ(watching->frames.back()->status->duration, 6'000'000'000);

  ASSERT_TRUE(stage.seek(2'500'000'000));
  EXPECT_EQ(count(stage.session().state.tick), 250);
  stage.set_pace({.paused = false, .factor = 4});
  run_stage(stage, now, now + 2'000'000'000);
  EXPECT_EQ(hash_of(stage.session()), ring.hash);
  EXPECT_FALSE(stage.command(SetDriver{VehicleId{0}, "idle"}));  // it goes as it went
}

TEST(Replay, OfAStageThatWasRecordedFromTheMiddleHasItsBits) {
  const ScratchFile file("middle.paddock");
  const SessionSpec spec = ring_spec(2, "route");
  const RecordingHead head = ring_head(spec);
  StageOptions options;
  options.open = [&](std::uint64_t, const LevelSettings&) {
    const LevelReading reading = read_level_text(head.text, "no_folder/tracks/ring.toml", 1);
    return open_session(build_level(reading.spec), spec);
  };
  Stage stage(std::move(options));
  ASSERT_TRUE(stage.start(0));
  Nanos now = run_stage(stage, 0, 2'000'000'000);
  ASSERT_TRUE(stage.command(SetParameter{"vehicle.0.max_speed", 4}));
  ASSERT_TRUE(stage.record(
      [&](Session& session, const std::string&) -> Result<RunLog> {
        auto recorder = Recorder::begin(file.path, head, session);
        if (!recorder) return tl::unexpected(recorder.error());
        return log_to(std::move(*recorder), "middle");
      },
      ""));

  ASSERT_TRUE(stage.take(VehicleId{1}, 5, false));
  for (int i = 0; i < 40; ++i) {
    ASSERT_TRUE(stage.set_controls(VehicleId{1}, 5, {.steer = 0.02 * i - 0.4, .drive = 0.4}, now));
    now = run_stage(stage, now, now + 100 * kMillisecond);
  }
  const std::uint64_t hash = hash_of(stage.session());
  stage.stop_recording();

  const auto recording = std::make_shared<const Recording>(*read_recording(file.path));
  EXPECT_TRUE(recording->complete);
  Session session = *open_recorded(*recording);
  Replay replay(recording);
  EXPECT_EQ(play_to_end(replay, session), "");
  EXPECT_EQ(hash_of(session), hash);
}

}  // namespace
}  // namespace paddock
