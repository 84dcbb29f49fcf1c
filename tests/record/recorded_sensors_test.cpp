// Sensors of a run in recordings: as commands, in checkpoints, in replays; and files of the
// versions that had an IMU's memory in their place.
#include <gtest/gtest.h>

#include <limits>

#include "paddock/io/bytes.h"
#include "paddock/io/file.h"
#include "paddock/record/replay.h"
#include "tests/support/recordings.h"

namespace paddock {
namespace {

/// Everything that a sensor can say.
SensorMount wordy_sensor() {
  return {VehicleId{1},
          {.kind = "camera",
           .name = "eye.left-2",
           .place = "roof",
           .body_from_sensor = Pose3{{0.1, -0.2, 0.3}, {0.5, -0.5, 0.5, -0.5}},
           .unit = "plain",
           .ideal = true,
           .rate = 29.97,
           .figures = {{"width", 640}, {"height", 480}, {"fov", 1.2}}}};
}

/// A file of one checkpoint and these entries.
std::string file_with(const std::vector<RecordingEntry>& entries) {
  const Session session = ring_session(2);
  return encode_start(ring_head(session.spec)) +
         encode_checkpoint(snapshot_of(session), hash_of(session)) +
         encode_entries(entries, Tick{0}, Tick{9}) + encode_end(Tick{9});
}

std::string play_to(Replay& replay, Session& session, Tick end) {
  std::string differs;
  while (session.state.tick < end) {
    replay.feed(session);
    advance(session);
    if (std::string now = replay.check(session); differs.empty()) differs = std::move(now);
  }
  return differs;
}

TEST(RecordedSensors, MountedAndUnmountedComeBack) {
  const std::vector<RecordingEntry> entries{
      {Tick{1}, Command{MountSensor{wordy_sensor()}}},
      {Tick{1}, Command{MountSensor{{VehicleId{0}, {.kind = "imu"}}}}},
      {Tick{2}, Command{MountSensor{{VehicleId{0}, {.kind = "gps", .ideal = false}}}}},
      {Tick{3}, Command{UnmountSensor{VehicleId{1}, "eye.left-2"}}},
  };

  const auto read = decode_recording(file_with(entries));

  ASSERT_TRUE(read);
  EXPECT_TRUE(read->complete);
  EXPECT_TRUE(read->comparable);
  EXPECT_EQ(read->entries, entries);
}

TEST(RecordedSensors, ThatCannotBeMeantEndTheRecording) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  std::vector<SensorMount> wrong(5, wordy_sensor());
  wrong[0].vehicle = VehicleId{0x80000000u};
  wrong[1].spec.rate = nan;
  wrong[2].spec.body_from_sensor->turn.w = std::numeric_limits<double>::infinity();
  wrong[3].spec.figures[1].value = nan;
  wrong[4].spec.name.assign(300, 'a');

  for (const SensorMount& mount : wrong) {
    const auto read = decode_recording(file_with({{Tick{1}, Command{MountSensor{mount}}}}));

    ASSERT_TRUE(read);
    EXPECT_FALSE(read->complete);
    EXPECT_TRUE(read->entries.empty());
  }
}

TEST(RecordedSensors, StandInCheckpointsWithWhatTheyRemember) {
  const Session session = ring_session(2);
  Snapshot snapshot = snapshot_of(session);
  snapshot.sensors = {wordy_sensor(), {VehicleId{0}, {.kind = "imu", .name = "imu"}}};
  snapshot.state.sensors = {{}, {{0.25, -1, 1e-300}}};
  const std::string start = encode_start(ring_head(session.spec));
  const std::string checkpoint = encode_checkpoint(snapshot, 7);

  const auto read = decode_recording(start + checkpoint);

  ASSERT_TRUE(read);
  EXPECT_EQ(read->checkpoints.front().snapshot, snapshot);
  for (std::size_t size = 0; size < checkpoint.size(); ++size)
    EXPECT_FALSE(decode_recording(start + checkpoint.substr(0, size))) << size;
}

struct SensorRun {
  std::uint64_t hash{};
  std::shared_ptr<const Recording> recording;
};

/// 25 s of two cars on a level that mounts an IMU; an odometer comes at 3 s and goes at 17 s.
SensorRun sensor_run() {
  const ScratchFile file("sensors.paddock");
  const SessionSpec spec = ring_spec(2);
  RecordingHead head = ring_head(spec);
  head.text += "\n[[sensor]]\nkind = \"imu\"\n";
  const LevelReading reading = read_level_text(head.text, "no_folder/tracks/ring.toml", 1);
  Session session = *open_session(build_level(reading.spec), spec);
  {
    auto recorder = *Recorder::begin(file.path, head, session);
    const auto obey = [&](const Command& command) {
      EXPECT_TRUE(apply(session, command));
      recorder->command(session, command);
    };
    for (int tick = 0; tick < 2500; ++tick) {
      if (tick == 300)
        obey(MountSensor{{VehicleId{1}, {.kind = "odometry", .name = "steps", .rate = 50}}});
      if (tick == 1700) obey(UnmountSensor{VehicleId{1}, "steps"});
      advance(session);
      recorder->tick(session);
    }
  }
  return {hash_of(session), std::make_shared<const Recording>(*read_recording(file.path))};
}

TEST(RecordedSensors, OfTheLevelAreInTheFirstCheckpoint) {
  const SensorRun run = sensor_run();

  const auto& checkpoints = run.recording->checkpoints;
  ASSERT_EQ(checkpoints.size(), 3u);
  ASSERT_EQ(checkpoints[0].snapshot.sensors.size(), 2u);  // one a vehicle
  EXPECT_EQ(checkpoints[0].snapshot.sensors[0].spec.kind, "imu");
  EXPECT_EQ(checkpoints[1].snapshot.sensors.size(), 3u);
  EXPECT_EQ(checkpoints[2].snapshot.sensors, checkpoints[0].snapshot.sensors);
  EXPECT_NE(checkpoints[2].snapshot.state.sensors, checkpoints[0].snapshot.state.sensors);
}

TEST(RecordedSensors, AreMountedAgainWhereverAReplaySeeks) {
  const SensorRun run = sensor_run();
  auto session = open_recorded(*run.recording);
  ASSERT_TRUE(session) << session.error().message;
  Replay replay(run.recording);

  EXPECT_EQ(play_to(replay, *session, replay.end()), "");
  EXPECT_EQ(hash_of(*session), run.hash);
  EXPECT_EQ(replay.hashes_compared(), 25u);
  for (const std::int64_t tick : {200, 2000, 301, 1000, 1699, 1701, 299, 1500}) {
    ASSERT_TRUE(replay.seek(*session, Tick{tick}));
    EXPECT_EQ(session->model.sensors.size(), tick > 300 && tick <= 1700 ? 3u : 2u) << tick;
    EXPECT_EQ(session->state.sensors.size(), session->model.sensors.size()) << tick;
  }
  EXPECT_EQ(play_to(replay, *session, replay.end()), "");
  EXPECT_EQ(hash_of(*session), run.hash);
}

// --- older files --------------------------------------------------------------------------------

TEST(OldRecording, WithAnImuIsPlayedWithoutComparingHashes) {
  // two cars on a ring for 11 s, written by version 2 with what their IMUs remembered
  const auto read = read_recording(PADDOCK_SOURCE_DIR "/tests/record/imu_version_2.paddock");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_TRUE(read->complete);
  EXPECT_FALSE(read->comparable);
  const auto recording = std::make_shared<const Recording>(*read);
  auto session = open_recorded(*recording);
  ASSERT_TRUE(session) << session.error().message;
  Replay replay(recording);

  EXPECT_EQ(play_to(replay, *session, Tick{1000}), "");

  // nothing moved otherwise: the cars are where the checkpoint of that tick has them
  const Snapshot& there = recording->checkpoints.at(1).snapshot;
  EXPECT_EQ(there.state.tick, Tick{1000});
  EXPECT_EQ(session->state.physics.vehicles, there.state.physics.vehicles);
  EXPECT_TRUE(replay.seek(*session, Tick{500}));
  EXPECT_EQ(play_to(replay, *session, replay.end()), "");
  EXPECT_EQ(replay.hashes_compared(), 0u);
}

TEST(OldRecording, WithoutAnImuIsPlayedWithItsHashes) {
  const auto read = read_recording(PADDOCK_SOURCE_DIR "/docs/recordings/blocks_policy.paddock");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_TRUE(read->comparable);
  const auto recording = std::make_shared<const Recording>(*read);
  auto session = open_recorded(*recording);
  ASSERT_TRUE(session) << session.error().message;
  Replay replay(recording);

  EXPECT_EQ(play_to(replay, *session, replay.end()), "");

  EXPECT_EQ(replay.hashes_compared(), 28u);
}

TEST(OldRecording, VersionThatTheFileIsNotOfIsNotBelieved) {
  std::string old = *read_file(PADDOCK_SOURCE_DIR "/docs/recordings/blocks_policy.paddock");
  std::string now = file_with({});
  ASSERT_TRUE(decode_recording(old));
  ASSERT_TRUE(decode_recording(now));

  old[8] = 3, now[8] = 2;

  EXPECT_FALSE(decode_recording(old));
  EXPECT_FALSE(decode_recording(now));
}

/// A file of version 3 whose checkpoint is `snapshot`: it ends before the slots, the pieces and the
/// weather.
std::string version_3_with(const Session& session, const Snapshot& snapshot) {
  std::string start = encode_start(ring_head(session.spec));
  start[8] = 3;
  std::string checkpoint = encode_checkpoint(snapshot, 0);
  constexpr std::size_t kHead = 5, kPieces = 1, kWeather = 1, kTail = 4;
  const std::string content =
      checkpoint.substr(kHead, checkpoint.size() - kHead - kPieces - kWeather - kTail);
  ByteWriter chunk;
  chunk.u8(static_cast<std::uint8_t>(checkpoint[0]));
  chunk.u32(static_cast<std::uint32_t>(content.size()));
  chunk.bytes(content);
  chunk.u32(crc32_of(chunk.view()));
  return start + chunk.take() + encode_end(Tick{0});
}

TEST(OldRecording, HasASeatForEachVehicle) {
  const Session session = ring_session(1);
  Snapshot snapshot = snapshot_of(session);
  snapshot.slots.clear();
  EXPECT_TRUE(decode_recording(version_3_with(session, snapshot)));

  snapshot.seats.clear();

  EXPECT_FALSE(decode_recording(version_3_with(session, snapshot)));
}

}  // namespace
}  // namespace paddock
