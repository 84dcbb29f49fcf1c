// Runs in which commands change pieces, recorded and played again.
#include <gtest/gtest.h>

#include "paddock/record/replay.h"
#include "tests/support/recordings.h"

namespace paddock {
namespace {

LevelSpec changing_level(PhysicsKind physics) {
  LevelSpec level = room_level(12);
  level.papers.title = "Changing room";
  level.physics = physics;
  level.starts.push_back({.where = {}, .pose = {-4, -4, 0.5}, .vehicle = "racecar"});
  for (const double x : {-2.0, 0.0, 2.0}) {
    PieceSpec box = piece_of(BoxSpec{{0.5, 0.5, 1}}, {x, x / 2, 0});
    box.changes = true;
    box.variants = {{.color = Color{200, 0, 0}}, {.color = Color{0, 200, 0}, .glows = true}};
    level.pieces.push_back(box);
  }
  level.pieces.push_back(piece_of(DoorSpec{.wait_time = 0.5}, {0, 3, 0}));
  return level;
}

/// Drawn by address: takes, brings, moves, scales, varies one of the three boxes.
ChangePiece change_of(int tick) {
  DrawAddress at{.seed = 3,
                 .stream = Stream::Sensor,
                 .entity = 0,
                 .tick = static_cast<std::uint64_t>(tick),
                 .index = 0};
  const auto draw = [&](double low, double high) {
    ++at.index;
    return draw_between(at, low, high);
  };
  ChangePiece change{.piece = PieceId{1 + static_cast<std::uint32_t>(draw(0, 3))}};
  if (draw(0, 1) < 0.4) change.present = draw(0, 1) < 0.6;
  if (draw(0, 1) < 0.3) change.pose = Pose2{draw(-5, 5), draw(-5, 5), draw(-3, 3)};
  if (draw(0, 1) < 0.3) change.scale = draw(0.3, 2);
  if (draw(0, 1) < 0.3) change.variant = static_cast<std::int32_t>(draw(-1, 1.99));
  return change;
}

class RecordedPieces : public testing::TestWithParam<PhysicsKind> {};
INSTANTIATE_TEST_SUITE_P(BothPhysics, RecordedPieces,
                         testing::Values(PhysicsKind::Planar, PhysicsKind::Rigid),
                         [](const auto& of) {
                           return of.param == PhysicsKind::Planar ? "planar" : "rigid";
                         });

TEST_P(RecordedPieces, PlayedAgainTheyChangeWithTheSameBits) {
  const ScratchFile file("pieces.paddock");
  SessionSpec spec;
  spec.vehicles = {{.kind = "racecar", .driver = "random"}};
  const RecordingHead head{
      .level = "tests/pieces", .text = write_level(changing_level(GetParam())), .spec = spec};
  const LevelReading reading = read_level_text(head.text, "no_folder/tests/pieces.toml", 1);
  ASSERT_TRUE(reading.problems.empty()) << reading.problems[0].text();
  Session session = *open_session(build_level(reading.spec), head.spec);
  constexpr int kTicks = 2300;  // past two checkpoints
  std::vector<std::uint64_t> hashes;
  {
    auto recorder = *Recorder::begin(file.path, head, session);
    for (int tick = 0; tick < kTicks; ++tick) {
      if (tick % 7 == 3) {
        const Command command = change_of(tick);
        ASSERT_TRUE(apply(session, command));
        recorder->command(session, command);
      }
      advance(session);
      recorder->tick(session);
      hashes.push_back(hash_of(session));
    }
    ASSERT_GT(session.contacts, 50u);
  }

  expect_played_again(file.path, hashes);
}

TEST(RecordedPiece, StatesThatNoPieceCanHaveAreRefused) {
  SessionSpec spec;
  spec.vehicles = {{.kind = "racecar", .driver = "idle"}};
  Session session = *open_session(build_level(changing_level(PhysicsKind::Planar)), spec);
  const Snapshot good = snapshot_of(session);
  const std::uint64_t before = hash_of(session);
  const auto refuses = [&](auto&& spoil) {
    Snapshot bad = good;
    spoil(bad.state.physics.pieces);
    return !restore(session, bad) && hash_of(session) == before;
  };

  EXPECT_TRUE(refuses([](auto& pieces) { pieces.pop_back(); }));
  EXPECT_TRUE(refuses([](auto& pieces) { pieces[0].scale = 0; }));
  EXPECT_TRUE(refuses([](auto& pieces) { pieces[0].variant = 2; }));
  EXPECT_TRUE(refuses([](auto& pieces) { pieces[0].x = 1e300; }));
  EXPECT_TRUE(restore(session, good));
}

TEST(RecordedWeather, ComesBackAndIsThereWhereverAReplaySeeks) {
  const ScratchFile file("weather.paddock");
  LevelSpec level = changing_level(PhysicsKind::Planar);
  level.scene.has_weather = true;
  SessionSpec spec;
  spec.vehicles = {{.kind = "racecar", .driver = "idle"}};
  const RecordingHead head{.level = "tests/weather", .text = write_level(level), .spec = spec};
  const LevelReading reading = read_level_text(head.text, "no_folder/tests/weather.toml", 1);
  Session session = *open_session(build_level(reading.spec), head.spec);
  const auto weather_at = [](int tick) { return tick / 300 % 4; };  // 0: none
  {
    auto recorder = *Recorder::begin(file.path, head, session);
    for (int tick = 0; tick < 2300; ++tick) {
      if (tick % 300 == 0) {
        const Command command = SetParameter{"weather", static_cast<double>(3 * weather_at(tick))};
        ASSERT_TRUE(apply(session, command));
        recorder->command(session, command);
      }
      advance(session);
      recorder->tick(session);
    }
  }

  const auto recording = std::make_shared<const Recording>(*read_recording(file.path));
  ASSERT_TRUE(recording->complete);
  Session again = *open_recorded(*recording);
  Replay replay(recording);
  for (const int tick : {2250, 150, 1234, 1999}) {
    ASSERT_TRUE(replay.seek(again, Tick{tick}));
    ASSERT_EQ(again.model.weather.has_value(), weather_at(tick - 1) != 0) << tick;
    if (again.model.weather) {
      const auto preset = static_cast<std::size_t>(3 * weather_at(tick - 1) - 1);
      EXPECT_EQ(again.model.weather, weather_presets()[preset].weather);
    }
  }
  Snapshot wrong = snapshot_of(again);
  wrong.weather = WeatherSpec{.rain = 7};
  EXPECT_FALSE(restore(again, wrong));
}

}  // namespace
}  // namespace paddock
