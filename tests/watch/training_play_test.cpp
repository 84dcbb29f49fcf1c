// The newest policy of a training as a room shows it.
#include "paddock/watch/training_play.h"

#include <gtest/gtest.h>

#include <condition_variable>
#include <future>
#include <limits>

#include "paddock/rooms/rooms.h"
#include "paddock/train/blocks_practice.h"

namespace paddock {
namespace {

/// Straight on at half speed.
std::shared_ptr<const PolicyParams> simple_policy() {
  PolicyParams policy = blocks_policy();
  const std::size_t inputs = policy.inputs();
  policy.layers = {{.inputs = inputs,
                    .outputs = kPolicyActions,
                    .weights = std::vector<double>(inputs * kPolicyActions),
                    .biases = {0, 0.5}}};
  return std::make_shared<const PolicyParams>(std::move(policy));
}

TrainingStatus described() {
  TrainingStatus status;
  status.task = "blocks", status.of = 1000;
  status.channels = {{"return", ""}, {"solved", "%"}};
  return status;
}

struct Training {
  std::unique_ptr<Batch> batch = std::move(*Batch::open(
      {.task = "blocks", .worlds = 1, .threads = 1, .options = blocks_options(300'000, 2)}));
  TrainingPlay play{*batch, described()};
};

/// Waits for a frame that the test wants to see.
struct Watcher : Subscriber {
  std::mutex mutex;
  std::condition_variable more;
  std::shared_ptr<const Frame> last;
  void take(std::shared_ptr<const Frame> frame) override {
    const std::lock_guard lock(mutex);
    last = std::move(frame);
    more.notify_all();
  }
  void ended(std::string_view) override {}
  bool wait_for(const std::function<bool(const Frame&)>& wanted) {
    std::unique_lock lock(mutex);
    return more.wait_for(lock, std::chrono::seconds(20), [&] { return last && wanted(*last); });
  }
};

std::shared_ptr<Room> open_room(Rooms& rooms, const TrainingPlay& play) {
  std::promise<Result<void>> opening;
  auto room = rooms.open(
      {.name = "", .level = "blocks", .keep = true, .stage = play.stage(), .loop = play.loop()},
      [&](Result<void> result) { opening.set_value(std::move(result)); });
  EXPECT_TRUE(room);
  EXPECT_TRUE(opening.get_future().get());
  return *room;
}

TEST(TrainingPlay, ThePolicyDrivesForThoseWhoWatchAndTheCurveIsTold) {
  Training training;
  Rooms rooms;
  const auto room = open_room(rooms, training.play);
  ASSERT_TRUE(training.play.set_policy(simple_policy()));
  const auto first = room->latest();
  EXPECT_TRUE(first == nullptr || count(first->tick) == 0);

  const auto watcher = std::make_shared<Watcher>();
  room->post([&](Stage& stage, Nanos) { stage.subscribe(watcher); });
  EXPECT_TRUE(watcher->wait_for(
      [](const Frame& frame) { return count(frame.tick) > 10 && frame.vehicles[0].speed > 0.05; }));

  training.play.set_progress(500, 1234);
  ASSERT_TRUE(training.play.add_point({-3.5, 12}));
  EXPECT_TRUE(watcher->wait_for([](const Frame& frame) {
    const auto& status = frame.status->peers.at(0).training;
    return status && status->steps == 500 && status->points.size() == 1 &&
           status->points[0].steps == 500 && status->points[0].values[1] == 12;
  }));
  rooms.close_all("over");
}

TEST(TrainingPlay, RefusesPoliciesOfOtherTasksAndPointsThatDoNotFit) {
  Training training;
  PolicyParams other = *simple_policy();
  other.task = "race";
  const auto refused = training.play.set_policy(std::make_shared<const PolicyParams>(other));
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("must be for blocks"), std::string::npos);
  EXPECT_FALSE(training.play.add_point({1}));
  EXPECT_FALSE(training.play.add_point({1, std::numeric_limits<double>::quiet_NaN()}));
}

TEST(TrainingPlay, ALongCurveIsThinnedOutAndKeepsItsEnds) {
  Training training;
  for (int i = 0; i < 1500; ++i) {
    training.play.set_progress(i, 1);
    ASSERT_TRUE(training.play.add_point({0, 0}));
  }
  const auto status = training.play.stage().peers.at(0)->status().training;
  EXPECT_LE(status->points.size(), 1000u);
  EXPECT_EQ(status->points.front().steps, 0);
  EXPECT_EQ(status->points.back().steps, 1499);
}

}  // namespace
}  // namespace paddock
