// Readings for those who want them: each at its rate in simulated time, or the newest; made once.
#include "paddock/stage/subscriptions.h"

#include <gtest/gtest.h>

#include "tests/support/stages.h"

namespace paddock {
namespace {

constexpr Nanos kWallSecond = 1'000'000'000;

struct RingRoom {
  explicit RingRoom(double factor = 1, const std::string& driver = "route")
      : stage(options(driver)) {
    EXPECT_TRUE(stage.start(0));
    stage.set_pace({.paused = false, .factor = factor});
    stage.subscribe(watching);
  }
  static StageOptions options(const std::string& driver) { return ring_stage(2, driver); }
  std::shared_ptr<const SensorInfo> want(const std::string& words, bool every = false,
                                         SubscriptionId id = 1) {
    auto info = stage.subscribe_sensor(watching.get(), id, want_of(words, every));
    EXPECT_TRUE(info) << info.error().message;
    return info.value_or(nullptr);
  }
  /// Until so much simulated time has passed.
  void run(double seconds) {
    while (stage.session().world().clock.seconds(stage.session().state.tick) < seconds)
      now = std::max(stage.work(now), now + kMillisecond / 10);
  }
  Stage stage;
  std::shared_ptr<Watching> watching = std::make_shared<Watching>();
  Nanos now{};
};

std::vector<std::uint64_t> hashes(const std::vector<Delivery>& readings, SubscriptionId id) {
  std::vector<std::uint64_t> all;
  for (const Delivery& reading : readings)
    if (reading.subscription == id) all.push_back(hash_of(reading.measurement->reading));
  return all;
}

TEST(Subscriptions, EveryReadingComesWhateverThePace) {
  RingRoom fast(10), slow(1);
  for (RingRoom* room : {&fast, &slow}) {
    room->want("odometry rate=100", true, 1);
    room->want("lidar rate=20", true, 2);
    room->run(60);
  }

  EXPECT_EQ(hashes(fast.watching->readings, 1).size(), 6000u);
  EXPECT_EQ(hashes(fast.watching->readings, 2).size(), 1200u);
  EXPECT_EQ(hashes(fast.watching->readings, 1), hashes(slow.watching->readings, 1));
  EXPECT_EQ(hashes(fast.watching->readings, 2), hashes(slow.watching->readings, 2));
  for (const Delivery& reading : fast.watching->readings) ASSERT_EQ(reading.left_out, 0u);
}

TEST(Subscriptions, PeopleGetTheNewestAndHearWhatWasLeftOut) {
  RingRoom room(10);
  room.want("speed rate=100");
  room.run(10);

  const auto& readings = room.watching->readings;
  std::uint64_t told = 0;
  for (const Delivery& reading : readings) told += 1 + reading.left_out;
  EXPECT_NEAR(static_cast<double>(readings.size()), 61, 5) << "a second of real time";
  EXPECT_NEAR(static_cast<double>(told), 1000, 20);
}

TEST(Subscriptions, RatesAreOfSimulatedTime) {
  RingRoom room(0.5);
  room.want("imu rate=5");
  room.run(10);

  EXPECT_NEAR(static_cast<double>(room.watching->readings.size()), 50, 2);
}

TEST(Subscriptions, EqualWishesAreMeasuredOnce) {
  RingRoom room;
  const auto second = std::make_shared<Watching>();
  room.stage.subscribe(second);
  const auto mine = room.want("lidar", true);
  const auto theirs = room.stage.subscribe_sensor(second.get(), 9, want_of("lidar", true));
  ASSERT_TRUE(theirs);
  room.run(1);

  EXPECT_EQ(mine, *theirs);
  ASSERT_EQ(room.watching->readings.size(), second->readings.size());
  for (std::size_t i = 0; i < second->readings.size(); ++i)
    EXPECT_EQ(room.watching->readings[i].measurement, second->readings[i].measurement);
}

TEST(Subscriptions, PicturesArePackedOnceForEachFormat) {
  RingRoom room;
  const auto second = std::make_shared<Watching>();
  room.stage.subscribe(second);
  SensorWant jpeg = want_of("camera width=64 height=48", true);
  jpeg.format = PictureFormat::Jpeg;
  SensorWant png = jpeg;
  png.format = PictureFormat::Png;
  ASSERT_TRUE(room.stage.subscribe_sensor(room.watching.get(), 1, jpeg));
  ASSERT_TRUE(room.stage.subscribe_sensor(room.watching.get(), 2, png));
  ASSERT_TRUE(room.stage.subscribe_sensor(second.get(), 1, jpeg));
  room.run(0.2);

  ASSERT_GE(room.watching->readings.size(), 4u);
  const Delivery &a = room.watching->readings[0], &b = room.watching->readings[1];
  EXPECT_EQ(a.packed, second->readings[0].packed);
  EXPECT_NE(a.packed, b.packed);
  EXPECT_TRUE(a.packed->bytes().starts_with("\xff\xd8"));
  EXPECT_TRUE(b.packed->bytes().starts_with("\x89PNG"));
}

TEST(Subscriptions, PicturesThatNobodyWantsAreNotMade) {
  RingRoom room;
  room.run(1);
  EXPECT_EQ(room.stage.session().scratch.rig, nullptr) << "who watches a room needs no eyes in it";

  room.want("camera width=64 height=48");
  room.run(2);
  const auto taken = room.stage.session().scratch.rig->taken();
  EXPECT_GT(taken, 0u);
  room.stage.unsubscribe_sensor(room.watching.get(), 1);
  room.run(3);
  EXPECT_EQ(room.stage.session().scratch.rig->taken(), taken);
}

TEST(Subscriptions, WatchingNeverChangesARun) {
  RingRoom watched, alone;
  watched.want("imu", true, 1), watched.want("odometry", true, 2), watched.want("bumper", true, 3);
  watched.run(5), alone.run(5);

  EXPECT_EQ(hash_of(watched.stage.session()), hash_of(alone.stage.session()));
}

TEST(Subscriptions, ANameMeansTheRunsOwnSensorWhereItHasOne) {
  RingRoom room;
  EXPECT_FALSE(room.want("lidar")->mounted);
  ASSERT_TRUE(room.stage.command(MountSensor{want_of("lidar beams=7 unit=ideal").sensor}));
  room.run(1);

  const auto& last = room.watching->readings.back().measurement;
  EXPECT_TRUE(last->sensor->mounted);
  EXPECT_EQ(std::get<RangesReading>(last->reading).ranges.size(), 7u);
  EXPECT_FALSE(room.want("lidar beams=9")->mounted) << "figures of one's own";
  const auto read = room.stage.read_sensor(VehicleId{0}, "lidar");
  ASSERT_TRUE(read);
  EXPECT_EQ(std::get<RangesReading>(read->reading).ranges.size(), 7u);
  EXPECT_EQ(room.stage.read_sensor(VehicleId{0}, "lidar"), read) << "made once a tick";
  EXPECT_FALSE(room.stage.read_sensor(VehicleId{1}, "lidar"));
}

TEST(Subscriptions, GoOnInANewRun) {
  RingRoom room;
  room.want("odometry rate=50", true);
  room.run(2);
  ASSERT_TRUE(room.stage.restart(3, {}));
  room.watching->readings.clear();
  room.run(1);

  ASSERT_EQ(room.watching->readings.size(), 50u);
  EXPECT_EQ(room.watching->readings[0].measurement->run, 2u);
  EXPECT_LT(std::get<VectorReading>(room.watching->readings[0].measurement->reading).values[3],
            0.1);
}

TEST(Subscriptions, WhatIsMovedByHandIsSeenWhileTimeStands) {
  RingRoom room(1, "idle");
  room.stage.set_pace({.paused = true});
  room.want("gps unit=ideal");
  run_stage(room.stage, 0, kWallSecond);
  ASSERT_EQ(room.watching->readings.size(), 1u) << "the first comes at once";

  ASSERT_TRUE(room.stage.place(VehicleId{0}, Pose2{1, 2, 0}));
  run_stage(room.stage, kWallSecond, 2 * kWallSecond);

  ASSERT_EQ(room.watching->readings.size(), 2u);
  const auto& values =
      std::get<VectorReading>(room.watching->readings[1].measurement->reading).values;
  EXPECT_EQ(values[0], 1);
  EXPECT_EQ(values[1], 2);
}

TEST(Subscriptions, WishesThatCannotBeAreRefused) {
  RingRoom room;
  const auto refused = [&](const SensorWant& want) {
    return !room.stage.subscribe_sensor(room.watching.get(), 1, want);
  };
  EXPECT_TRUE(refused(want_of("imu", false, 3)));
  EXPECT_TRUE(refused(want_of("crystal")));
  EXPECT_TRUE(refused(want_of("lidar beams=0")));
  SensorWant depth = want_of("depth");
  depth.format = PictureFormat::Jpeg;
  EXPECT_TRUE(refused(depth));
  room.run(1);
  EXPECT_TRUE(room.watching->readings.empty());
}

TEST(Subscriptions, EndWhenTheyAreGivenUp) {
  RingRoom room;
  room.want("speed", true, 1), room.want("gps", true, 2);
  room.run(1);
  room.stage.unsubscribe_sensor(room.watching.get(), 1);
  room.watching->readings.clear();
  room.run(2);

  EXPECT_TRUE(hashes(room.watching->readings, 1).empty());
  EXPECT_EQ(hashes(room.watching->readings, 2).size(), 10u);
}

}  // namespace
}  // namespace paddock
