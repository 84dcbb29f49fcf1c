// Runs in which vehicles come and go, recorded and played again.
#include <gtest/gtest.h>

#include "paddock/record/replay.h"
#include "tests/support/comings_and_goings.h"
#include "tests/support/recordings.h"

namespace paddock {
namespace {

class RecordedActors : public testing::TestWithParam<PhysicsKind> {};
INSTANTIATE_TEST_SUITE_P(BothPhysics, RecordedActors,
                         testing::Values(PhysicsKind::Planar, PhysicsKind::Rigid),
                         [](const auto& of) {
                           return of.param == PhysicsKind::Planar ? "planar" : "rigid";
                         });

TEST_P(RecordedActors, PlayedAgainTheyComeAndGoWithTheSameBits) {
  const ScratchFile file("busy.paddock");
  const RecordingHead head{
      .level = "tests/busy", .text = write_level(busy_level(GetParam())), .spec = busy_spec()};
  const LevelReading reading = read_level_text(head.text, "no_folder/tests/busy.toml", 1);
  ASSERT_TRUE(reading.problems.empty()) << reading.problems[0].text();
  Session session = *open_session(build_level(reading.spec), head.spec);
  constexpr int kTicks = 2300;  // past two checkpoints
  std::vector<std::uint64_t> hashes;
  {
    auto recorder = *Recorder::begin(file.path, head, session);
    Changes changes;
    for (int tick = 0; tick < kTicks; ++tick) {
      change_once(session, 0, changes,
                  [&](const Command& command) { recorder->command(session, command); });
      advance(session);
      recorder->tick(session);
      hashes.push_back(hash_of(session));
    }
    ASSERT_GT(changes.despawned, 500);
  }

  expect_played_again(file.path, hashes);
}

}  // namespace
}  // namespace paddock
