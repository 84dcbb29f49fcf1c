// Runs in which people edit a path and its figures, recorded and played again.
#include <gtest/gtest.h>

#include "paddock/record/replay.h"
#include "tests/support/recordings.h"

namespace paddock {
namespace {

RecordingHead floor_head() {
  LevelSpec level = open_level();
  level.papers.title = "Floor";
  level.vehicle = "quad2d";
  level.starts.push_back({.where = {}, .pose = {}, .vehicle = "quad2d"});
  SessionSpec spec;
  spec.vehicles = {{.kind = "quad2d", .driver = "path"}};
  return {.level = "tests/floor", .text = write_level(level), .spec = spec};
}

/// Every act, and changes of controller, mode and air between them.
std::vector<std::pair<int, Command>> commands() {
  const VehicleId quad = vehicle_id(0);
  const auto path = [&](PathEdit edit) { return EditPath{quad, std::move(edit)}; };
  return {{5, path({.act = PathAct::Add, .points = {{3, 0}}})},
          {30, path({.act = PathAct::Insert, .index = 0, .points = {{1, 1}}})},
          {60, SetParameter{"driver.0.controller", 5}},
          {90, path({.act = PathAct::Move, .index = 1, .points = {{3, 2}}})},
          {120, SetParameter{"vehicle.0.gust", 5}},
          {150, path({.act = PathAct::Delete, .index = 0})},
          {180, path({.act = PathAct::Undo})},
          {210, SetParameter{"vehicle.0.control_mode", 1}},
          {240, path({.act = PathAct::Shape,
                      .shape = PathShape::Random,
                      .seed = 9,
                      .center = Vec2{2, 1},
                      .size = 3})},
          {400, path({.act = PathAct::FlyAgain})},
          {430, path({.act = PathAct::Clear})},
          {440, path({.act = PathAct::Set, .points = {{1, 0}, {1, 1}, {0, 1}}, .closed = true})},
          {500, Click{.point = {0, 2, 0}}}};
}

TEST(RecordedPaths, EditsPlayAgainToTheBitFromEveryPlace) {
  const ScratchFile file("paths.paddock");
  const RecordingHead head = floor_head();
  constexpr int kTicks = 1500;
  std::uint64_t end = 0;
  {
    const LevelReading reading = read_level_text(head.text, "no_folder/tests/floor.toml", 1);
    Session session = *open_session(build_level(reading.spec), head.spec);
    auto recorder = *Recorder::begin(file.path, head, session);
    const auto all = commands();
    for (int tick = 0; tick < kTicks; ++tick) {
      for (const auto& [at, command] : all) {
        if (at != tick) continue;
        ASSERT_TRUE(apply(session, command)) << at;
        recorder->command(session, command);
      }
      advance(session);
      recorder->tick(session);
    }
    end = hash_of(session);
  }
  const auto read = read_recording(file.path);
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_TRUE(read->complete && read->comparable);
  const auto recording = std::make_shared<const Recording>(*read);
  Session session = *open_recorded(*recording);
  Replay replay(recording);
  const auto play = [&](int until) {
    while (count(session.state.tick) < until) {
      replay.feed(session);
      advance(session);
      ASSERT_EQ(replay.check(session), "");
    }
  };
  play(kTicks);
  EXPECT_EQ(hash_of(session), end);
  EXPECT_GE(replay.hashes_compared(), 10u);
  for (const int from : {1100, 470, 200}) {
    ASSERT_TRUE(replay.seek(session, Tick{from}));
    play(kTicks);
    EXPECT_EQ(hash_of(session), end) << from;
  }
}

}  // namespace
}  // namespace paddock
