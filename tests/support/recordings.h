// Short recorded runs for tests.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "paddock/record/recorder.h"
#include "paddock/record/replay.h"
#include "paddock/world/level.h"
#include "tests/support/server_process.h"
#include "tests/support/stages.h"

namespace paddock {

/// A file name of this process's own, gone at the end.
struct ScratchFile {
  std::string path;
  explicit ScratchFile(const std::string& name) : path(scratch_path(name)) {
    std::filesystem::remove(path);
  }
  ~ScratchFile() { std::filesystem::remove(path); }
};

/// The level of ring_level() as a file's text, with `starts` places.
inline RecordingHead ring_head(const SessionSpec& spec) {
  LevelSpec level = ring_level(8, 3);
  level.papers.title = "Ring";
  const auto world = ring_world(static_cast<int>(spec.vehicles.size()));
  level.starts.clear();
  for (const WorldStart& start : world->starts)
    level.starts.push_back({.where = {}, .pose = start.pose, .vehicle = start.vehicle});
  return {.level = "tracks/ring", .text = write_level(level), .spec = spec};
}

/// Two cars for `ticks`, the first handed to a person half way; written to `path`.
inline std::uint64_t record_ring(const std::string& path, int ticks) {
  const SessionSpec spec = ring_spec(2, "route", 1);
  const RecordingHead head = ring_head(spec);
  const LevelReading reading = read_level_text(head.text, "no_folder/tracks/ring.toml", spec.seed);
  Session session = *open_session(build_level(reading.spec), spec);
  auto recorder = *Recorder::begin(path, head, session);
  const auto obey = [&](const Command& command) {
    if (apply(session, command)) recorder->command(session, command);
  };
  for (int tick = 0; tick < ticks; ++tick) {
    if (tick == ticks / 2) obey(SetDriver{VehicleId{0}, "person"});
    if (tick > ticks / 2 && tick % 7 == 0)
      obey(SetControls{VehicleId{0},
                       {.steer = 0.25 * (tick % 5 - 2), .drive = 0.3 + 0.001 * (tick % 3)}});
    if (tick == ticks * 3 / 4) obey(SetParameter{"vehicle.1.front_grip", 0.8});
    if (tick % 100 == 0) recorder->flush();
    advance(session);
    recorder->tick(session);
  }
  return hash_of(session);
}

/// The file played again has these hashes, one a tick: from its beginning, and from anywhere.
inline void expect_played_again(const std::string& path, std::span<const std::uint64_t> hashes) {
  const auto recording = std::make_shared<const Recording>(*read_recording(path));
  ASSERT_TRUE(recording->complete);
  Session again = *open_recorded(*recording);
  Replay replay(recording);
  for (std::size_t tick = 0; tick < hashes.size(); ++tick) {
    replay.feed(again);
    advance(again);
    ASSERT_EQ(replay.check(again), "");
    ASSERT_EQ(hash_of(again), hashes[tick]) << tick;
  }
  for (const std::int64_t tick : {2100, 150, 1234}) {
    const auto sought = replay.seek(again, Tick{tick});
    ASSERT_TRUE(sought) << sought.error().message;
    EXPECT_EQ(hash_of(again), hashes[static_cast<std::size_t>(tick) - 1]) << tick;
  }
}

}  // namespace paddock
