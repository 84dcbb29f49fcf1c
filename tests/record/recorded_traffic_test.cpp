// A town with traffic, recorded and played again: nobody's orders are in the file but the guest's.
#include <gtest/gtest.h>

#include "paddock/record/replay.h"
#include "tests/support/recordings.h"
#include "tests/support/streets.h"

namespace paddock {
namespace {

TEST(RecordedTraffic, PlaysAgainToTheBit) {
  const ScratchFile file("traffic.paddock");
  const TownWish wish{.vehicles = 8, .walkers = 8, .mode = TrafficMode::Lively};
  LevelSpec level = two_blocks(wish);
  level.papers.title = "Streets";
  RecordingHead head;
  head.level = "tests/streets", head.text = write_level(level);
  head.spec.vehicles.clear(), head.spec.seed = 3;
  const LevelReading reading = read_level_text(head.text, "no_folder/tests/streets.toml", 3);
  ASSERT_TRUE(reading.problems.empty()) << reading.problems[0].text();
  Session session = *open_session(build_level(reading.spec), head.spec);
  constexpr int kTicks = 2300;  // past two checkpoints
  std::vector<std::uint64_t> hashes;
  {
    auto recorder = *Recorder::begin(file.path, head, session);
    for (int tick = 0; tick < kTicks; ++tick) {
      advance(session);
      recorder->tick(session);
      hashes.push_back(hash_of(session));
    }
  }

  expect_played_again(file.path, hashes);
}

}  // namespace
}  // namespace paddock
