// A room that shows an environment: its vehicles, at the room's pace, and nobody else at the wheel.
#include "paddock/watch/environment_view.h"

#include <gtest/gtest.h>

#include <array>

#include "paddock/rooms/rooms.h"

namespace paddock {
namespace {

constexpr Nanos kMillisecond = 1'000'000;

/// A world of the race task and a room that shows it, which turns as the test says.
struct Shown {
  explicit Shown(TaskOptions options = {.variants = 2, .beams = 8}) {
    batch = std::move(
        *Batch::open({.task = "race", .worlds = 1, .threads = 1, .options = std::move(options)}));
    row.resize(static_cast<std::size_t>(batch->shape().observation_size));
    view = std::make_shared<EnvironmentView>(batch->view(0), batch->shape(), "your program");
    room = std::make_unique<Room>(
        RoomRequest{.name = "race-1", .level = "race", .stage = EnvironmentView::stage_of(view)});
    EXPECT_TRUE(room->open(now));
    turn_for(100);
  }
  void step(float steer, float accel) {
    actions = {steer, accel};
    batch->step(actions, row, reward, terminated, truncated);
  }
  void turn_for(int milliseconds) {
    for (int i = 0; i < milliseconds; i += 5) room->turn(now += 5 * kMillisecond);
  }
  Pose2 shown_pose() const { return room->latest()->vehicles[0].pose; }
  Pose2 pose() const { return pose_of(batch->view(0).vehicles[0]); }
  std::int64_t tick() const { return count(room->latest()->tick); }

  std::unique_ptr<Batch> batch;
  std::vector<float> row;
  std::array<float, 2> actions{};
  std::array<float, 1> reward{};
  std::array<std::uint8_t, 1> terminated{}, truncated{};
  std::shared_ptr<EnvironmentView> view;
  std::unique_ptr<Room> room;
  Nanos now{};
};

TEST(EnvironmentView, ShowsTheVeryVehiclesStepByStep) {
  Shown shown;
  EXPECT_EQ(shown.shown_pose(), shown.pose());

  for (int i = 1; i <= 50; ++i) {
    shown.step(0.2f, 1);
    ASSERT_TRUE(shown.view->step(shown.batch->view(0), shown.actions, 0));
    shown.turn_for(100);
    EXPECT_EQ(shown.shown_pose(), shown.pose()) << i;
    EXPECT_GT(shown.room->latest()->vehicles[0].asked.drive, 0.5) << i;
  }

  const double step_ticks =
      shown.batch->shape().step_seconds / shown.room->latest()->status->world->clock.tick_seconds();
  EXPECT_GE(shown.tick(), static_cast<std::int64_t>(50 * step_ticks));
}

TEST(EnvironmentView, TimeStandsUntilTheProgramStepsAndThenSaysForWhomItWaited) {
  Shown shown;
  shown.turn_for(2000);

  EXPECT_EQ(shown.tick(), 0);
  EXPECT_TRUE(shown.room->latest()->waiting);
  EXPECT_TRUE(shown.room->latest()->status->follows);
  EXPECT_EQ(shown.room->latest()->status->waiting, std::vector<std::string>{"your program"});
}

TEST(EnvironmentView, AProgramIsHeldWhileTheRoomIsPaused) {
  Shown shown;
  shown.room->post([](Stage& stage, Nanos) { stage.set_pace({.paused = true, .factor = 1}); });
  shown.turn_for(100);
  shown.step(0, 1);
  EXPECT_TRUE(shown.view->step(shown.batch->view(0), shown.actions, 0));
  shown.turn_for(1000);
  EXPECT_FALSE(
      shown.view->step(shown.batch->view(0), shown.actions, 0));  // the one before is not shown yet

  shown.room->post([](Stage& stage, Nanos) { stage.set_pace({.paused = false, .factor = 1}); });
  shown.turn_for(100);
  EXPECT_TRUE(shown.view->step(shown.batch->view(0), shown.actions, 0));
}

TEST(EnvironmentView, AnEpisodeInAnotherLevelShowsThatLevel) {
  Shown shown;
  std::uint64_t seed = 1;
  while (shown.batch->view(0).arena->model.world == shown.room->latest()->status->world)
    shown.batch->reset(++seed, shown.row);
  const std::uint32_t run = shown.room->latest()->run;

  ASSERT_TRUE(shown.view->begin(shown.batch->view(0), 0));
  shown.turn_for(100);

  EXPECT_EQ(shown.room->latest()->status->world, shown.batch->view(0).arena->model.world);
  EXPECT_EQ(shown.room->latest()->run, run + 1);
  EXPECT_EQ(shown.shown_pose(), shown.pose());
}

TEST(EnvironmentView, NobodyDrivesRecordsOrRestartsFromTheRoom) {
  Shown shown;
  std::string take, record;
  shown.room->post([&](Stage& stage, Nanos) {
    if (const auto taken = stage.take(VehicleId{0}, 7, true); !taken) take = taken.error().message;
    const auto open = [](Session&, const std::string&) { return Result<RunLog>(RunLog{}); };
    if (const auto begun = stage.record(open, ""); !begun) record = begun.error().message;
  });
  shown.turn_for(10);

  EXPECT_NE(take.find("shows a run elsewhere"), std::string::npos) << take;
  EXPECT_EQ(record, take);
  EXPECT_FALSE(shown.view->may_change_world());
}

}  // namespace
}  // namespace paddock
