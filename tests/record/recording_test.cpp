// The file: round trip, cut at every offset, one bit wrong anywhere.
#include "paddock/record/recording.h"

#include <gtest/gtest.h>

#include "paddock/io/file.h"
#include "tests/support/recordings.h"

namespace paddock {
namespace {

std::string recorded(int ticks) {
  const ScratchFile file("recording_test.paddock");
  record_ring(file.path, ticks);
  return *read_file(file.path);
}

TEST(Recording, HoldsLevelSeedCommandsAndCheckpoints) {
  const auto recording = decode_recording(recorded(2500));

  ASSERT_TRUE(recording);
  EXPECT_TRUE(recording->complete);
  EXPECT_EQ(recording->head, ring_head(ring_spec(2, "route", 1)));
  EXPECT_EQ(recording->checkpoints.size(), 3u);  // at 0, 10 and 20 s
  EXPECT_EQ(count(recording->end), 2500);
  int commands = 0, events = 0, hashes = 0;
  for (const RecordingEntry& entry : recording->entries) {
    commands += std::holds_alternative<Command>(entry.what) ? 1 : 0;
    events += std::holds_alternative<StageEvent>(entry.what) ? 1 : 0;
    hashes += std::holds_alternative<HashMark>(entry.what) ? 1 : 0;
  }
  EXPECT_GT(commands, 150);
  EXPECT_GT(events, 4);
  EXPECT_EQ(hashes, 25);
}

TEST(Recording, KeepsTheColoursThatSomebodyChose) {
  SessionSpec spec = ring_spec(3, "idle", 1);
  spec.mode = PlayMode::Race;
  spec.vehicles[1].colors = CarColors{.front = {1, 2, 3}, .back = {250, 0, 9}};
  const RecordingHead head = ring_head(spec);
  const LevelReading reading = read_level_text(head.text, "no_folder/tracks/ring.toml", 1);
  Session session = *open_session(build_level(reading.spec), spec);
  const ScratchFile file("colors.paddock");
  static_cast<void>(*Recorder::begin(file.path, head, session));

  const auto recording = decode_recording(*read_file(file.path));

  ASSERT_TRUE(recording);
  EXPECT_EQ(recording->head, head);
}

TEST(Recording, OfARaceIsSmall) {
  const ScratchFile file("small.paddock");
  const SessionSpec spec = ring_spec(8, "route", 0);
  const RecordingHead head = ring_head(spec);
  const LevelReading reading = read_level_text(head.text, "no_folder/tracks/ring.toml", 1);
  Session session = *open_session(build_level(reading.spec), spec);
  {
    auto recorder = *Recorder::begin(file.path, head, session);
    for (int tick = 0; tick < 6000; ++tick) {  // a minute of eight cars
      advance(session);
      recorder->tick(session);
      if (tick % 100 == 0) recorder->flush();
    }
  }

  const std::size_t bytes = read_file(file.path)->size();

  std::printf("a minute of eight cars: %zu bytes, of which the level %zu\n", bytes,
              head.text.size());
  EXPECT_LT(bytes, 120'000u);
}

TEST(Recording, CutAtAnyOffsetGivesWhatIsWholeOrAnError) {
  const std::string bytes = recorded(1200);
  const auto whole = decode_recording(bytes);
  ASSERT_TRUE(whole);
  Tick reached{};

  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const auto cut = decode_recording(std::string_view(bytes).substr(0, size));
    if (!cut) continue;
    ASSERT_FALSE(cut->complete) << size;
    ASSERT_GE(cut->end, reached) << size;
    reached = cut->end;
    ASSERT_LE(cut->entries.size(), whole->entries.size());
    ASSERT_TRUE(std::equal(cut->entries.begin(), cut->entries.end(), whole->entries.begin()))
        << size;
  }
  EXPECT_EQ(reached, whole->end);
}

TEST(Recording, AWrongBitAnywhereIsNoticedAndWhatCameBeforeStays) {
  const std::string bytes = recorded(300);
  const auto whole = decode_recording(bytes);
  ASSERT_TRUE(whole);
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string wrong = bytes;
    wrong[at] = static_cast<char>(wrong[at] ^ (1 << (at % 8)));
    const auto read = decode_recording(wrong);
    if (!read) continue;
    ASSERT_FALSE(read->complete) << at;
    ASSERT_LE(read->end, whole->end);
  }
}

TEST(Recording, OfAnotherVersionSaysWhichOneItNeeds) {
  std::string bytes = recorded(10);
  bytes[8] = 9;

  const auto read = decode_recording(bytes);

  ASSERT_FALSE(read);
  EXPECT_NE(read.error().message.find("version 9"), std::string::npos);
  EXPECT_FALSE(decode_recording("not a recording at all"));
  EXPECT_FALSE(decode_recording(""));
}

TEST(Recording, EveryKindOfEntryComesBack) {
  const std::vector<RecordingEntry> entries{
      {Tick{5}, Command{SetDriver{VehicleId{1}, "gap"}}},
      {Tick{5}, Command{SetControls{VehicleId{0}, {.steer = 0.5, .drive = -1}}}},
      {Tick{6}, Command{SetControls{VehicleId{0}, {.steer = 0.1, .drive = 0.3}}}},
      {Tick{6}, Command{SetInput{VehicleId{0}, SedanInput<double>{.throttle = 0.1}}}},
      {Tick{7}, Command{SetParameter{"race.laps", 3}}},
      {Tick{7}, Command{Click{.point = {1, 2, 3}, .button = 2, .vehicle = VehicleId{1}}}},
      {Tick{7}, Command{Click{.point = {1, 2, 3}}}},
      {Tick{8}, Command{PlaceVehicle{VehicleId{1}, {1, -2, 0.5}}}},
      {Tick{9}, StageEvent{.kind = EventKind::Collision,
                           .time = 90,
                           .vehicle = 1,
                           .other = -1,
                           .point = {1, 2},
                           .value = 0.25,
                           .text = "wall"}},
      {Tick{9}, HashMark{0x123456789abcdef0}},
  };
  const Session session = ring_session(2);
  const std::string bytes = encode_start(ring_head(session.spec)) +
                            encode_checkpoint(snapshot_of(session), hash_of(session)) +
                            encode_entries(entries, Tick{0}, Tick{9}) + encode_end(Tick{9});

  const auto read = decode_recording(bytes);

  ASSERT_TRUE(read);
  EXPECT_TRUE(read->complete);
  EXPECT_EQ(read->entries, entries);
  EXPECT_EQ(read->checkpoints.front().snapshot, snapshot_of(session));
}

TEST(Recorder, NeverWritesOverAFile) {
  const ScratchFile file("twice.paddock");
  record_ring(file.path, 10);
  Session session = ring_session(2);

  EXPECT_FALSE(Recorder::begin(file.path, ring_head(session.spec), session));
  EXPECT_FALSE(Recorder::begin("/no/such/folder/x.paddock", ring_head(session.spec), session));
}

TEST(RecordingHead, OfALevelThatNeedsOtherFilesHoldsThemAll) {
  const auto head = recording_head(PADDOCK_SOURCE_DIR "/levels/tracks/oval.toml", {});

  ASSERT_TRUE(head);
  EXPECT_EQ(head->level, "tracks/oval");
  EXPECT_EQ(head->text, *read_file(PADDOCK_SOURCE_DIR "/levels/tracks/oval.toml"));
  EXPECT_FALSE(recording_head(PADDOCK_SOURCE_DIR "/levels/tracks/none.toml", {}));
}

}  // namespace
}  // namespace paddock
