// Clients of CARLA in rooms: what they see of the town and how they move in it.
#include "paddock/protocols/carla/door.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>

#include "paddock/io/json.h"
#include "tests/protocols/carla/house.h"

namespace paddock::carla {
namespace {

TEST(CarlaDoor, TheTownHasItsSpotsAndTheCarStandsAtTheChosenOne) {
  House house;
  StandInClient client(house.door->port());
  client.ask(kEmptyTown);
  const auto scene = client.scene();
  ASSERT_TRUE(scene.has_value());
  EXPECT_EQ(scene->map_name, "Town02");
  ASSERT_EQ(scene->player_start_spots.size(), 83U);
  client.start(3);
  ASSERT_TRUE(client.ready());
  client.come_to_stream(), client.come_to_control();
  const auto frame = client.frame();

  ASSERT_TRUE(frame.has_value());
  EXPECT_EQ(frame->game_timestamp, 100U);
  const Transform &spot = scene->player_start_spots[3], &here = frame->player.transform;
  EXPECT_NEAR(spot.location.x, 135.88, 1e-3);
  EXPECT_NEAR(spot.location.y, 226.05, 1e-3);
  EXPECT_NEAR(spot.rotation.yaw, -90, 1e-3);
  EXPECT_NEAR(spot.orientation.y, -1, 1e-3);
  EXPECT_NEAR(here.location.x, spot.location.x, 0.05);
  EXPECT_NEAR(here.location.y, spot.location.y, 0.05);
  EXPECT_NEAR(here.rotation.yaw, -90, 0.1);
  EXPECT_NEAR(frame->player.bounding_box.extent.x, 2.36, 1e-3);
  EXPECT_EQ(frame->player.intersection_offroad, 0);
  EXPECT_EQ(frame->player.intersection_otherlane, 0);
}

TEST(CarlaDoor, ControlsDriveTheCarAndItsMeasurementsFollow) {
  House house;
  StandInClient client(house.door->port());
  ASSERT_TRUE(client.begin(kEmptyTown, 3));
  Measurements first, last;
  for (int i = 0; i < 30; ++i) {
    const auto frame = client.frame();
    ASSERT_TRUE(frame.has_value());
    if (i == 0) first = *frame;
    if (i > 0) {
      EXPECT_EQ(frame->frame_number, last.frame_number + 1);
    }
    last = *frame;
    client.drive({.throttle = 0.5F});
  }

  EXPECT_EQ(last.game_timestamp, 3000U);
  EXPECT_GT(last.player.forward_speed, 3);
  // it drives towards smaller y, as it looks
  EXPECT_NEAR(last.player.transform.location.x, first.player.transform.location.x, 0.1);
  EXPECT_LT(last.player.transform.location.y, first.player.transform.location.y - 4);
  EXPECT_LT(last.player.acceleration.y, 0);
  EXPECT_GT(last.player.autopilot_control.throttle, 0);
}

TEST(CarlaDoor, SteeringRightTurnsRight) {
  House house;
  StandInClient client(house.door->port());
  ASSERT_TRUE(client.begin(kEmptyTown, 3));
  std::optional<Measurements> frame;
  for (int i = 0; i < 30; ++i) {
    frame = client.frame();
    ASSERT_TRUE(frame.has_value());
    client.drive({.steer = 0.3F, .throttle = 0.5F});
  }

  EXPECT_GT(frame->player.transform.rotation.yaw, -85);
  EXPECT_GT(frame->player.intersection_offroad, 0);
}

TEST(CarlaDoor, WhatTheCarRunsIntoIsSummedUpUntilTheNextEpisode) {
  House house;
  StandInClient client(house.door->port());
  ASSERT_TRUE(client.begin(kEmptyTown, 3));
  PlayerMeasurements last;
  for (int i = 0; i < 100; ++i) {
    const auto frame = client.frame();
    ASSERT_TRUE(frame.has_value());
    EXPECT_GE(frame->player.collision_other, last.collision_other);
    last = frame->player;
    client.drive({.steer = i < 15 ? 0.0F : 0.2F, .throttle = 1});
  }
  EXPECT_GT(last.collision_other, 1000);  // kg m/s: into the houses
  EXPECT_EQ(last.collision_vehicles, 0);
  EXPECT_EQ(last.collision_pedestrians, 0);

  client.leave_episode();
  ASSERT_TRUE(client.begin(kEmptyTown, 3));
  const auto frame = client.frame();
  ASSERT_TRUE(frame.has_value());
  EXPECT_EQ(frame->player.collision_other, 0);
}

TEST(CarlaDoor, ASecondEpisodeBeginsAnewInTheSameRoom) {
  House house;
  StandInClient client(house.door->port());
  ASSERT_TRUE(client.begin(kEmptyTown, 3));
  for (int i = 0; i < 5; ++i) {
    ASSERT_TRUE(client.frame());
    client.drive({.throttle = 1});
  }
  client.leave_episode();
  const auto rooms = house.rooms.list();
  ASSERT_EQ(rooms.size(), 1U);
  ASSERT_TRUE(client.begin(kEmptyTown, 7));
  const auto frame = client.frame();

  ASSERT_TRUE(frame.has_value());
  EXPECT_EQ(frame->game_timestamp, 100U);
  EXPECT_NEAR(frame->player.transform.location.x, -7.53, 0.05);
  EXPECT_EQ(frame->player.forward_speed, 0);
  ASSERT_EQ(house.rooms.list().size(), 1U);
  EXPECT_EQ(house.rooms.list().front()->name(), rooms.front()->name());
}

TEST(CarlaDoor, PicturesAndScansComeWithEveryFrameOfTheSameMoment) {
  House house;
  StandInClient client(house.door->port());
  ASSERT_TRUE(client.begin(
      concat(kEmptyTown,
             "[CARLA/Sensor]\nSensors=rgb,depth,tags,lidar\nSensorType=CAMERA\nImageSizeX=64\n"
             "ImageSizeY=48\n[CARLA/Sensor/depth]\nPostProcessing=Depth\n[CARLA/Sensor/tags]\n"
             "PostProcessing=SemanticSegmentation\n[CARLA/Sensor/lidar]\n"
             "SensorType=LIDAR_RAY_CAST\nChannels=4\nPointsPerSecond=4000\nPositionZ=2.5\n"),
      3));
  for (int i = 0; i < 3; ++i) {
    const auto measured = next_message(*client.stream);
    ASSERT_TRUE(measured && !measured->empty());
    const std::uint64_t number = decode_measurements(*measured)->frame_number;
    const auto sensors = sensors_of(client);
    ASSERT_EQ(sensors.size(), 4U);
    for (std::uint32_t id = 1; id <= 3; ++id) {
      const auto image = decode_image(sensors.at(id));
      ASSERT_TRUE(image.has_value());
      EXPECT_EQ(image->header, (ImageHeader{.sensor = id,
                                            .frame = number,
                                            .width = 64,
                                            .height = 48,
                                            .type = static_cast<ImageType>(id),
                                            .fov = 90}));
    }
    // straight down in front of it there is road, 1.5 m below
    const std::string_view depth = decode_image(sensors.at(2))->pixels;
    const std::string_view tags = decode_image(sensors.at(3))->pixels;
    const std::size_t low = (47 * 64 + 32) * 4;
    EXPECT_NEAR(depth_of(depth.substr(low, 4)), 1.5 / (23.5 / 32), 0.05);
    EXPECT_TRUE(tags[low + 2] == 7 || tags[low + 2] == 6);
    const auto lidar = decode_lidar(sensors.at(4));
    ASSERT_TRUE(lidar.has_value());
    EXPECT_EQ(lidar->header.frame, number);
    EXPECT_EQ(lidar->header.angle, 0);
    ASSERT_EQ(lidar->counts.size(), 4U);
    EXPECT_GT(lidar->counts[3], 90U);  // the lowest looks at the ground all around
    for (const Vector3& p : lidar->points) EXPECT_LT(p.z, 2.6F);
    EXPECT_NEAR(lidar->points.back().z, 2.5, 0.2);
    client.drive();
  }
}

TEST(CarlaDoor, AgentsAreThoseWhoWereAskedFor) {
  House house;
  StandInClient client(house.door->port());
  ASSERT_TRUE(
      client.begin("[CARLA/Server]\nSendNonPlayerAgentsInfo=True\n[CARLA/LevelSettings]\n"
                   "NumberOfVehicles=6\nNumberOfPedestrians=4\n"));
  const auto frame = client.frame();
  ASSERT_TRUE(frame.has_value());
  std::size_t vehicles = 0, people = 0;
  for (const Agent& agent : frame->non_player_agents) {
    vehicles += std::holds_alternative<VehicleAgent>(agent.what) ? 1 : 0;
    people += std::holds_alternative<PedestrianAgent>(agent.what) ? 1 : 0;
  }

  EXPECT_EQ(vehicles, 6U);
  EXPECT_EQ(people, 4U);
}

TEST(CarlaDoor, WithTheSameSeedsTwoServersTellTheSame) {
  const std::string ini =
      "[CARLA/Server]\nSendNonPlayerAgentsInfo=True\n[CARLA/LevelSettings]\nNumberOfVehicles=5\n"
      "NumberOfPedestrians=5\nSeedVehicles=7\nSeedPedestrians=8\n";
  House one, other;
  StandInClient here(one.door->port()), there(other.door->port());
  ASSERT_TRUE(here.begin(ini, 5));
  ASSERT_TRUE(there.begin(ini, 5));
  for (int i = 0; i < 30; ++i) {
    const auto a = here.frame(), b = there.frame();
    ASSERT_TRUE(a && b);
    ASSERT_EQ(a->player, b->player) << i;
    ASSERT_EQ(a->non_player_agents, b->non_player_agents) << i;
    here.drive(a->player.autopilot_control), there.drive(b->player.autopilot_control);
  }
}

TEST(CarlaDoor, TheCarStartsWhereTheClientSays) {
  House house;
  StandInClient client(house.door->port());
  ASSERT_TRUE(
      client.begin(concat(kEmptyTown, "[Paddock]\nStartX=60\nStartY=306.42\nStartYaw=10\n"), 3));
  const auto frame = client.frame();

  ASSERT_TRUE(frame.has_value());
  EXPECT_NEAR(frame->player.transform.location.x, 60, 0.05);
  EXPECT_NEAR(frame->player.transform.location.y, 306.42, 0.05);
  EXPECT_NEAR(frame->player.transform.rotation.yaw, 10, 0.1);
}

double metres_between(const Vector3& a, const Vector3& b) {
  return std::hypot(a.x - b.x, a.y - b.y);
}

TEST(CarlaDoor, TheAutopilotDrivesToItsGoalAndStands) {
  House house;
  StandInClient client(house.door->port());
  // left at the junction, then the next spot: 60 m
  client.ask(concat(kEmptyTown, "[Paddock]\nGoalSpot=39\n"));
  const auto scene = client.scene();
  ASSERT_TRUE(scene.has_value());
  client.start(4);
  ASSERT_TRUE(client.ready());
  client.come_to_stream(), client.come_to_control();
  std::optional<Measurements> frame;
  for (int i = 0; i < 900; ++i) {
    frame = client.frame();
    ASSERT_TRUE(frame.has_value());
    EXPECT_EQ(frame->player.collision_other, 0);
    client.drive(frame->player.autopilot_control);
  }

  EXPECT_LT(
      metres_between(frame->player.transform.location, scene->player_start_spots[39].location), 2);
  EXPECT_NEAR(frame->player.forward_speed, 0, 0.1);
}

TEST(CarlaDoor, TheWeatherChangesWithinAnEpisode) {
  House house;
  const auto picture_at_the_end = [&](std::string_view extras) {
    StandInClient client(house.door->port());
    EXPECT_TRUE(client.begin(
        concat(kEmptyTown, "WeatherId=1\n", extras,
               "[CARLA/Sensor]\nSensors=A\n[CARLA/Sensor/A]\nSensorType=CAMERA\nImageSizeX=16\n"
               "ImageSizeY=16\n")));
    std::string picture;
    for (int i = 0; i < 6; ++i) {
      EXPECT_TRUE(next_message(*client.stream));
      picture = sensors_of(client)[1].substr(28);  // past the frame's number
      client.drive();
    }
    return picture;
  };
  const std::string noon = picture_at_the_end("");

  EXPECT_EQ(picture_at_the_end("[Paddock]\nWeathers=60:8\n"), noon);
  EXPECT_NE(picture_at_the_end("[Paddock]\nWeathers=0.3:8\n"), noon);
}

constexpr std::string_view kOwnPace = "[CARLA/Server]\nSynchronousMode=False\n";

/// So many frames without lock-step; the last of them, and wall and simulated ms since the first.
struct Watched {
  Measurements last;
  std::uint32_t wall{}, simulated{};
};
Watched watch(StandInClient& client, int frames) {
  Watched watched;
  std::optional<Measurements> first;
  for (int i = 0; i < frames; ++i) {
    const auto frame = client.frame();
    EXPECT_TRUE(frame.has_value());
    if (!frame) break;
    if (first) {
      EXPECT_GT(frame->game_timestamp, watched.last.game_timestamp);
    }
    if (!first) first = frame;
    watched.last = *frame;
    watched.wall = frame->platform_timestamp - first->platform_timestamp;
    watched.simulated = frame->game_timestamp - first->game_timestamp;
  }
  return watched;
}

TEST(CarlaDoor, WithoutLockStepFramesComeByThemselvesAndNeverAheadOfTheClock) {
  House house;
  StandInClient client(house.door->port());
  ASSERT_TRUE(client.begin(concat(kOwnPace, kEmptyTown)));
  const Watched watched = watch(client, 6);

  EXPECT_GE(watched.simulated, 500U);
  EXPECT_GE(watched.wall + 250, watched.simulated);  // it may catch up so much, in ms
}

TEST(CarlaDoor, AsABenchmarkFramesWithoutLockStepComeAsFastAsCanBe) {
  House house({.port = 0, .map = "Town02", .fps = 10, .benchmark = true});
  StandInClient client(house.door->port());
  ASSERT_TRUE(client.begin(concat(kOwnPace, kEmptyTown)));
  const Watched watched = watch(client, 300);

  EXPECT_GE(watched.simulated, 29'900U);
  EXPECT_LT(watched.wall, watched.simulated);
}

TEST(CarlaDoor, WithoutLockStepTheLastControlHolds) {
  House house({.port = 0, .map = "Town02", .fps = 10, .benchmark = true});
  StandInClient client(house.door->port());
  ASSERT_TRUE(client.begin(concat(kOwnPace, kEmptyTown), 3));
  const auto first = client.frame();
  ASSERT_TRUE(first.has_value());
  client.drive({.throttle = 0.5F});
  float way = 0;
  for (int i = 0; i < 100'000 && way < 20; ++i) {
    const auto frame = client.frame();
    ASSERT_TRUE(frame.has_value());
    way = first->player.transform.location.y - frame->player.transform.location.y;
  }

  EXPECT_GE(way, 20);  // m: one frame of throttle takes it a hundredth of that
}

TEST(CarlaDoor, AnEpisodeIsWhatItsSettingsSayWhateverWasBefore) {
  const auto ini = [](int vehicles, int seed) {
    return concat("[CARLA/Server]\nSendNonPlayerAgentsInfo=True\n[CARLA/LevelSettings]\n",
                  "NumberOfVehicles=", vehicles, "\nNumberOfPedestrians=4\nSeedVehicles=", seed,
                  "\nSeedPedestrians=8\n");
  };
  House house;
  StandInClient fresh(house.door->port()), used(house.door->port());
  ASSERT_TRUE(used.begin(ini(9, 1), 5));
  ASSERT_TRUE(used.frame());
  used.leave_episode();
  ASSERT_TRUE(fresh.begin(ini(6, 2), 3));
  ASSERT_TRUE(used.begin(ini(6, 2), 3));
  for (int i = 0; i < 5; ++i) {
    const auto a = fresh.frame(), b = used.frame();
    ASSERT_TRUE(a && b);
    ASSERT_EQ(a->player, b->player) << i;
    ASSERT_EQ(a->non_player_agents, b->non_player_agents) << i;
    fresh.drive({.throttle = 0.5F}), used.drive({.throttle = 0.5F});
  }
}

TEST(CarlaDoor, RoomsGoWithTheirClients) {
  House house;
  {
    StandInClient client(house.door->port());
    ASSERT_TRUE(client.begin(kEmptyTown));
    ASSERT_TRUE(client.frame());
    EXPECT_EQ(house.rooms.list().size(), 1U);
  }
  for (int i = 0; i < 10'000 && !house.rooms.list().empty(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));

  EXPECT_TRUE(house.rooms.list().empty());
}

/// What its one room tells of the client, once it is so.
std::optional<Json> told_of(const House& house, const std::function<bool(const Json&)>& is_so) {
  for (int i = 0; i < 60'000; ++i) {
    const auto rooms = house.rooms.list();
    const auto frame = rooms.empty() ? nullptr : rooms.front()->latest();
    if (frame && !frame->status->peers.empty())
      if (auto own = parse_json(frame->status->peers.front().own); own && is_so(*own)) return *own;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return std::nullopt;
}

TEST(CarlaDoor, ThePageIsToldWhatTheClientAskedForAndHowItGoes) {
  House house;
  StandInClient client(house.door->port());
  ASSERT_TRUE(
      client.begin(concat(kEmptyTown,
                          "WeatherId=6\n[CARLA/Sensor]\nSensors=eye,lidar\n[CARLA/Sensor/eye]\n"
                          "SensorType=CAMERA\nPostProcessing=Depth\nImageSizeX=64\nImageSizeY=48\n"
                          "[CARLA/Sensor/lidar]\nSensorType=LIDAR_RAY_CAST\nChannels=4\n"),
                   3));
  const auto frame = client.frame();
  ASSERT_TRUE(frame.has_value());
  client.drive({.steer = 0.5F});
  ASSERT_TRUE(client.frame().has_value());
  const auto told = told_of(
      house, [](const Json& own) { return own.find("asked")->find("steer")->number() == 0.5; });

  ASSERT_TRUE(told.has_value());
  EXPECT_EQ(told->find("episode")->number(), 1);
  EXPECT_EQ(told->find("spot")->number(), 3);
  EXPECT_EQ(told->find("frame")->number(), static_cast<double>(frame->frame_number + 1));
  EXPECT_EQ(told->find("weather")->text(), "HardRainNoon");
  EXPECT_EQ(told->find("vehicles")->number(), 0);
  EXPECT_TRUE(told->find("driving")->truth());
  EXPECT_GT(told->find("autopilot")->find("throttle")->number(), 0);
  const auto sensors = told->find("sensors")->items();
  ASSERT_EQ(sensors.size(), 2U);
  EXPECT_EQ(sensors[0].find("name")->text(), "eye");
  EXPECT_EQ(sensors[0].find("shows")->text(), "depth");
  EXPECT_EQ(sensors[0].find("width")->number(), 64);
  EXPECT_EQ(sensors[1].find("channels")->number(), 4);
  client.leave_episode();
  ASSERT_TRUE(client.begin(kEmptyTown));
  EXPECT_TRUE(told_of(house, [](const Json& own) { return own.find("episode")->number() == 2; }));
}

TEST(CarlaDoor, APersonWhoTakesTheWheelDrivesInRealTimeAndTheClientAgainAfterwards) {
  House house;
  StandInClient client(house.door->port());
  ASSERT_TRUE(client.begin(kEmptyTown, 3));
  const auto room = house.rooms.list().front();
  const auto go_on = [&](int frames) {
    Measurements last;
    for (int i = 0; i < frames; ++i) {
      const auto frame = client.frame();
      if (!frame) return last;
      last = *frame;
      client.drive({.throttle = 1});
    }
    return last;
  };
  // done between two frames
  const auto have_done = [&](const std::function<void(Stage&)>& task) {
    const auto done = std::make_shared<std::atomic<bool>>();
    room->post([task, done](Stage& stage, Nanos) { task(stage), *done = true; });
    while (!*done && go_on(1).frame_number > 0) {
    }
  };
  const auto factor = [&] {
    const auto now = std::make_shared<std::atomic<double>>(-1);
    have_done([now](Stage& stage) { *now = stage.pace().factor; });
    return now->load();
  };
  EXPECT_EQ(factor(), 0);
  have_done([](Stage& stage) { EXPECT_TRUE(stage.take(VehicleId{}, 9, false)); });
  const float taken = go_on(2).player.forward_speed;
  const float rolling = go_on(5).player.forward_speed;
  EXPECT_EQ(factor(), 1);
  EXPECT_LE(rolling, taken + 0.01F);  // full throttle of the client is passed over
  have_done([](Stage& stage) { EXPECT_TRUE(stage.hand_over(VehicleId{}, "")); });

  EXPECT_GT(go_on(20).player.forward_speed, rolling + 1);
  EXPECT_EQ(factor(), 0);
}

/// What the row makes of options, each with its values.
Result<DoorPlan> plan(std::vector<std::pair<std::string, std::vector<std::string>>> given) {
  static Rooms rooms;
  const DoorContext context{.rooms = rooms, .admission = nullptr};
  OptionValues values;
  for (auto& [name, list] : given) values.set(name, std::move(list));
  return kDoor.plan(values, context, true);
}

TEST(CarlaDoorPlan, TakesOptionsAndTheOriginalsArguments) {
  EXPECT_EQ(plan({})->said, "CARLA: port 2000, and the next two\n");
  EXPECT_EQ(plan({{"CARLA", {"/Game/Maps/Town02", "-carla-world-port=3000", "-benchmark"}}})->said,
            "CARLA: port 3000, and the next two\n");
  EXPECT_TRUE(
      plan({{"town", {"Town02"}}, {"fps", {"30"}}, {"wire", {"0.8.0"}}, {"benchmark", {}}})->open);
}

TEST(CarlaDoorPlan, SaysWhatItCannotTake) {
  EXPECT_FALSE(plan({{"town", {"Town07"}}}));
  EXPECT_FALSE(plan({{"fps", {"0"}}}));
  EXPECT_FALSE(plan({{"wire", {"0.7"}}}));
  EXPECT_FALSE(plan({{"CARLA", {"-carla-settings=/there/is/none"}}}));
}

}  // namespace
}  // namespace paddock::carla
