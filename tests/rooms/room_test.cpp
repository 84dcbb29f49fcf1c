// Rooms with threads of their own: opened, listed, joined, closed, and deaf to each other's
// troubles.
#include "paddock/rooms/rooms.h"

#include <gtest/gtest.h>

#include <future>

#include "tests/support/stages.h"

namespace paddock {
namespace {

/// Counts frames from another thread.
struct Counting : Subscriber {
  std::mutex mutex;
  std::condition_variable more;
  int frames{};
  std::string reason;
  void take(std::shared_ptr<const Frame>) override {
    const std::lock_guard lock(mutex);
    ++frames;
    more.notify_all();
  }
  void ended(std::string_view why) override {
    const std::lock_guard lock(mutex);
    reason = why;
    more.notify_all();
  }
  bool wait_for_frames(int count) {
    std::unique_lock lock(mutex);
    return more.wait_for(lock, std::chrono::seconds(20), [&] { return frames >= count; });
  }
  std::string wait_for_end() {
    std::unique_lock lock(mutex);
    more.wait_for(lock, std::chrono::seconds(20), [&] { return !reason.empty(); });
    return reason;
  }
};

Result<std::shared_ptr<Room>> open_ring(Rooms& rooms, const std::string& name = "") {
  std::promise<Result<void>> opened;
  auto room = rooms.open({.name = name, .level = "ring", .keep = false, .stage = ring_stage(2)},
                         [&](Result<void> result) { opened.set_value(std::move(result)); });
  if (!room) return room;
  const Result<void> result = opened.get_future().get();
  if (!result) return tl::unexpected(result.error());
  return room;
}

TEST(Rooms, AreOpenedListedFoundAndClosed) {
  Rooms rooms;
  const auto one = open_ring(rooms), two = open_ring(rooms), named = open_ring(rooms, "final");
  ASSERT_TRUE(one && two && named);

  EXPECT_EQ((*one)->name(), "ring-1");
  EXPECT_EQ((*two)->name(), "ring-2");
  EXPECT_EQ(rooms.list().size(), 3u);
  EXPECT_EQ(rooms.find("final"), *named);
  EXPECT_FALSE(open_ring(rooms, "final"));
  EXPECT_FALSE(open_ring(rooms, "../etc"));

  EXPECT_TRUE(rooms.close("ring-1", "closed by request"));
  EXPECT_FALSE(rooms.close("ring-1", "again"));
  EXPECT_EQ(rooms.list().size(), 2u);
  EXPECT_FALSE((*one)->post([](Stage&, Nanos) {}));
}

TEST(Rooms, RunByThemselvesAndTellTheirSubscribersWhenTheyClose) {
  Rooms rooms;
  const auto room = open_ring(rooms);
  ASSERT_TRUE(room);
  const auto counting = std::make_shared<Counting>();
  ASSERT_TRUE((*room)->post([counting](Stage& stage, Nanos) { stage.subscribe(counting); }));

  EXPECT_TRUE(counting->wait_for_frames(10));
  EXPECT_NE((*room)->latest(), nullptr);
  rooms.close((*room)->name(), "closed by request");

  EXPECT_EQ(counting->wait_for_end(), "closed by request");
}

/// Opens its level when it is told to.
struct Slow {
  std::promise<void> begun, go_on;
  StageOptions stage() {
    StageOptions options = ring_stage(1);
    options.open = [this, open = options.open](std::uint64_t seed, const LevelSettings& settings) {
      begun.set_value();
      go_on.get_future().wait();
      return open(seed, settings);
    };
    return options;
  }
};

TEST(Rooms, ClosingOneThatStillOpensItsLevelWaitsForNothing) {
  Slow slow;
  Rooms rooms;
  ASSERT_TRUE(rooms.open({.name = "big", .level = "x", .keep = false, .stage = slow.stage()},
                         [](const Result<void>&) {}));
  slow.begun.get_future().wait();

  EXPECT_TRUE(rooms.close("big", "closed by request"));

  EXPECT_EQ(rooms.find("big"), nullptr);
  EXPECT_TRUE(open_ring(rooms, "big"));  // the name is free at once
  EXPECT_FALSE(rooms.wait_for_closed(0));
  slow.go_on.set_value();
  EXPECT_TRUE(rooms.wait_for_closed(20'000'000'000));
  EXPECT_NE(rooms.find("big"), nullptr);
}

TEST(Rooms, WhoLetsGoOfOneLastWaitsForNothing) {
  Slow slow;
  Rooms rooms;
  auto room = rooms.open({.name = "", .level = "x", .keep = false, .stage = slow.stage()},
                         [](const Result<void>&) {});
  ASSERT_TRUE(room);
  slow.begun.get_future().wait();
  rooms.close((*room)->name(), "closed by request");

  room->reset();

  EXPECT_FALSE(rooms.wait_for_closed(0));
  slow.go_on.set_value();
  EXPECT_TRUE(rooms.wait_for_closed(20'000'000'000));
}

TEST(Rooms, ThoseThatAreClosingCountAsRooms) {
  std::vector<std::unique_ptr<Slow>> slow;
  Rooms rooms;
  for (std::size_t i = 0; i < Rooms::kMaxRooms; ++i) {
    slow.push_back(std::make_unique<Slow>());
    auto room = rooms.open({.name = "", .level = "x", .keep = false, .stage = slow[i]->stage()},
                           [](const Result<void>&) {});
    ASSERT_TRUE(room);
    rooms.close((*room)->name(), "closed by request");
  }

  EXPECT_FALSE(open_ring(rooms));

  for (const auto& one : slow) one->go_on.set_value();
  EXPECT_TRUE(rooms.wait_for_closed(20'000'000'000));
  EXPECT_TRUE(open_ring(rooms));
}

TEST(Rooms, ALevelThatCannotBeOpenedLeavesNothingBehind) {
  Rooms rooms;
  std::promise<Result<void>> opened;
  StageOptions broken;
  broken.open = [](std::uint64_t, const LevelSettings&) -> Result<Session> {
    return fail(ErrorCode::Invalid, "no such level");
  };
  const auto room = rooms.open({.name = "", .level = "x", .keep = true, .stage = broken},
                               [&](Result<void> r) { opened.set_value(std::move(r)); });
  ASSERT_TRUE(room);
  EXPECT_FALSE(opened.get_future().get());

  EXPECT_TRUE(rooms.list().empty());
}

TEST(Rooms, CloseWhenNobodyHasBeenInThemForAWhile) {
  std::atomic<Nanos> now{0};
  Rooms rooms([&] { return now.load(); });
  ASSERT_TRUE(open_ring(rooms));
  rooms.tidy();
  EXPECT_EQ(rooms.list().size(), 1u);

  now = Rooms::kEmptyFor + 1'000'000'000;
  rooms.tidy();

  EXPECT_TRUE(rooms.list().empty());
}

TEST(Rooms, ManyAtOnceDoNotTouchEachOther) {
  Rooms rooms;
  std::vector<std::shared_ptr<Room>> open;
  std::vector<std::shared_ptr<Counting>> watching;
  for (int i = 0; i < 6; ++i) {
    auto room = open_ring(rooms);
    ASSERT_TRUE(room);
    open.push_back(*room);
    watching.push_back(std::make_shared<Counting>());
    (*room)->post([counting = watching.back()](Stage& stage, Nanos) { stage.subscribe(counting); });
  }

  // one is hammered, another restarted over and over, a third loses its subscriber
  for (int i = 0; i < 200; ++i) open[0]->post([](Stage& stage, Nanos) { stage.step(10); });
  for (int i = 0; i < 40; ++i)  // each finds a racing line
    open[1]->post([](Stage& stage, Nanos) { EXPECT_TRUE(stage.restart(3, {})); });
  watching[2].reset();
  rooms.close(open[3]->name(), "closed by request");

  for (const int i : {0, 1, 4, 5})
    EXPECT_TRUE(watching[static_cast<std::size_t>(i)]->wait_for_frames(20)) << i;
}

TEST(Rooms, AFullInboxRefusesAndAnEmptiedOneTakesAgain) {
  Room room({.name = "quiet", .level = "ring", .keep = true, .stage = ring_stage(1)});
  ASSERT_TRUE(room.open(0));
  int done = 0, taken = 0;
  while (room.post([&](Stage&, Nanos) { ++done; }) && taken < 100'000) ++taken;
  EXPECT_LT(taken, 100'000);

  room.turn(1);

  EXPECT_EQ(done, taken);
  EXPECT_TRUE(room.post([](Stage&, Nanos) {}));
}

}  // namespace
}  // namespace paddock
