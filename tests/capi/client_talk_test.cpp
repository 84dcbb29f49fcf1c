// Whole sessions over sockets: the original's test of its API, and what its callers do.
#include <gtest/gtest.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <thread>

#include "capi/source/layouts.h"
#include "tests/capi/client.h"

namespace paddock::capi {
namespace {

TEST(CarlaServer, AServerCanBeMadeAndFreedByBothNames) {
  void* const one = carla_make_server();
  void* const other = carla_make_server();

  EXPECT_NE(one, nullptr);
  EXPECT_NE(other, nullptr);
  carla_free_server(one);
  carla_server_free(other);
}

TEST(CarlaServer, CodesAreTheSystems) {
  EXPECT_EQ(CARLA_SERVER_SUCCESS, 0);
  EXPECT_EQ(CARLA_SERVER_TRY_AGAIN, EAGAIN);
  EXPECT_EQ(CARLA_SERVER_TIMED_OUT, ETIMEDOUT);
  EXPECT_EQ(CARLA_SERVER_OPERATION_ABORTED, ECANCELED);
}

/// 24 bytes, as an image of 300 x 200 says.
struct ImageHead {
  std::uint64_t frame;
  std::uint32_t width{300}, height{200}, type{1};
  float fov{90};
};

/// As the original's test drives its server: game and render threads, and one that polls.
void simulate_episodes(const Library& library, int episodes) {
  const std::vector<std::uint32_t> sensors{11, 12, 13, 14, 15};
  for (int episode = 0; episode < episodes; ++episode) {
    ASSERT_EQ(write_scene(library, sensors), 0);
    ASSERT_EQ(read_start(library), 0);
    ASSERT_EQ(write_ready(library), 0);
    std::atomic<bool> done{false};
    std::thread game([&] {
      std::vector<carla_agent> agents(30);
      for (std::uint32_t i = 0; i < agents.size(); ++i)
        agents[i] = {i, CARLA_SERVER_AGENT_VEHICLE, {}, {{}, {100, 100, 100}}, 50};
      carla_measurements measurements{};
      measurements.non_player_agents = agents.data();
      measurements.number_of_non_player_agents = 30;
      for (; !done; ++measurements.frame_number) {
        if (carla_write_measurements(library.get(), measurements) != 0) break;
        carla_control control{};
        const std::int32_t code = read_control(library, control, 1000);
        if (code != 0 && code != CARLA_SERVER_TRY_AGAIN) break;
      }
    });
    std::thread render([&] {
      const std::string pixels(60'000, 'p');
      for (std::uint64_t i = 0; !done; ++i)
        for (const std::uint32_t id : sensors) {
          const ImageHead head{.frame = i};
          carla_write_sensor_data(library.get(), {id, &head, sizeof head, pixels.data(), 60'000});
          std::this_thread::sleep_for(std::chrono::microseconds(150));
        }
    });
    std::int32_t code = 0;
    while ((code = read_request(library, nullptr, 0)) == CARLA_SERVER_TRY_AGAIN)
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    EXPECT_EQ(code, 0);
    done = true;
    game.join();
    render.join();
  }
}

TEST(CarlaServer, ServesEpisodeAfterEpisodeFromThreeThreads) {
  constexpr int kEpisodes = 5, kFrames = 20;
  Library library;
  const std::uint16_t port = library.port();
  std::thread client([port] {
    Client c(port);
    for (int episode = 0; episode < kEpisodes; ++episode) {
      ASSERT_TRUE(c.begin());
      for (int i = 0; i < kFrames; ++i) {
        const auto frame = c.frame();
        ASSERT_TRUE(frame);
        EXPECT_EQ(frame->measurements.non_player_agents.size(), 30U);
        for (const std::string& sensor : frame->sensors) EXPECT_EQ(sensor.size(), 4U + 24 + 60'000);
        ASSERT_TRUE(c.drive({.steer = 0.5F}));
      }
      c.leave_episode();
    }
    c.ask();
    EXPECT_TRUE(c.scene());
  });
  ASSERT_EQ(read_request(library), 0);
  simulate_episodes(library, kEpisodes);
  EXPECT_EQ(write_scene(library, {}), 0);
  client.join();
}

TEST(CarlaServer, EachSideHearsWhatTheOtherSaid) {
  Library library;
  Client client(library.port());
  client.ask("[CARLA/Server]\nSynchronousMode=True\n");
  std::string ini;
  ASSERT_EQ(read_request(library, &ini), 0);
  EXPECT_EQ(ini, "[CARLA/Server]\nSynchronousMode=True\n");

  const carla_transform spots[2]{{{1, 2, 3}, {0, 1, 0}, {4, 90, 5}}, {}};
  const carla_sensor_definition sensors[3]{{7, CARLA_SERVER_CAMERA, "front/RGB"},
                                           {8, CARLA_SERVER_LIDAR_RAY_CAST, "top"},
                                           {9, CARLA_SERVER_SENSOR_UNKNOWN, "?"}};
  ASSERT_EQ(carla_write_scene_description(library.get(), {"Town02", spots, 2, sensors, 3}, kMinute),
            0);
  const auto scene = client.scene();
  ASSERT_TRUE(scene);
  EXPECT_EQ(*scene, (carla::SceneDescription{"Town02",
                                             {{{1, 2, 3}, {0, 1, 0}, {4, 90, 5}}, {}},
                                             {{7, carla::SensorType::Camera, "front/RGB"},
                                              {8, carla::SensorType::LidarRayCast, "top"},
                                              {9, carla::SensorType::Unknown, "?"}}}));

  client.start(105);
  std::uint32_t spot = 0;
  ASSERT_EQ(read_start(library, &spot), 0);
  EXPECT_EQ(spot, 105U);
  ASSERT_EQ(write_ready(library), 0);
  ASSERT_TRUE(client.ready());
  client.come();

  const carla_transform place{{1, 2, 3}, {1, 0, 0}, {}};
  const carla_agent agents[4]{{1, CARLA_SERVER_AGENT_PEDESTRIAN, place, {{}, {0.5F, 0.25F, 1}}, 2},
                              {2, CARLA_SERVER_AGENT_SPEEDLIMITSIGN, place, {}, 8.25F},
                              {3, CARLA_SERVER_AGENT_TRAFFICLIGHT_RED, place, {}, 0},
                              {4, CARLA_SERVER_AGENT_VEHICLE, place, {{}, {2, 1, 1}}, -3}};
  carla_measurements measurements{};
  measurements.frame_number = 300;
  measurements.platform_timestamp = 5, measurements.game_timestamp = 33;
  measurements.player_measurements.collision_other = 13'000;
  measurements.player_measurements.autopilot_control = {-0.5F, 1, 0, true, true};
  measurements.non_player_agents = agents, measurements.number_of_non_player_agents = 4;
  ASSERT_EQ(carla_write_measurements(library.get(), measurements), 0);
  const auto frame = client.frame();
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame->measurements.frame_number, 300U);
  EXPECT_EQ(frame->measurements.platform_timestamp, 5U);
  EXPECT_EQ(frame->measurements.game_timestamp, 33U);
  EXPECT_EQ(frame->measurements.player.collision_other, 13'000);
  EXPECT_EQ(frame->measurements.player.autopilot_control,
            (carla::Control{-0.5F, 1, 0, true, true}));
  const carla::Transform there{{1, 2, 3}, {1, 0, 0}, {}};
  EXPECT_EQ(
      frame->measurements.non_player_agents,
      (std::vector<carla::Agent>{{1, carla::PedestrianAgent{there, {{}, {0.5F, 0.25F, 1}}, 2}},
                                 {2, carla::SpeedLimitAgent{there, 8.25F}},
                                 {3, carla::TrafficLightAgent{there, carla::LightState::Red}},
                                 {4, carla::VehicleAgent{there, {{}, {2, 1, 1}}, -3}}}));

  client.drive({.steer = -0.25F, .throttle = 0.75F, .brake = 0, .hand_brake = true});
  carla_control control{};
  ASSERT_EQ(read_control(library, control), 0);
  EXPECT_EQ(control.steer, -0.25F);
  EXPECT_EQ(control.throttle, 0.75F);
  EXPECT_TRUE(control.hand_brake && !control.reverse);
}

// Callers leave what they do not know as it was; the original's own test does.
TEST(CarlaServer, MeasurementsOfMemoryThatWasNeverSetAreStillAMessage) {
  Library library;
  std::thread begins([&] { EXPECT_EQ(serve_episode(library), 0); });
  Client client(library.port());
  ASSERT_TRUE(client.begin());
  begins.join();
  carla_measurements measurements{};
  std::memset(&measurements.player_measurements, 0xab, sizeof measurements.player_measurements);

  ASSERT_EQ(carla_write_measurements(library.get(), measurements), 0);

  const auto body = message_from(client.stream);
  ASSERT_TRUE(body);
  const auto decoded = carla::decode_measurements(*body);
  ASSERT_TRUE(decoded) << decoded.error().message;
  EXPECT_TRUE(decoded->player.autopilot_control.hand_brake);
}

// The original's frames get stuck where the simulator is quicker than the network:
// docs/carla_library.md.
TEST(CarlaServer, InLockStepNoFrameIsEverStuck) {
  constexpr std::uint32_t kFrames = 1000;
  Library library;
  const std::uint16_t port = library.port();
  std::thread client([port] {
    Client c(port);
    ASSERT_TRUE(c.begin());
    for (std::uint32_t i = 1; i <= kFrames; ++i) {
      const auto frame = c.frame();
      ASSERT_TRUE(frame);
      ASSERT_EQ(frame->measurements.frame_number, i);
      ASSERT_EQ(frame->sensors.size(), 1U);
      ASSERT_TRUE(c.drive({.steer = static_cast<float>(i)}));
    }
    message_from(c.world);  // until the server hangs up
  });
  ASSERT_EQ(serve_episode(library, {7}), 0);
  for (std::uint32_t i = 1; i <= kFrames; ++i) {
    ASSERT_EQ(carla_write_sensor_data(library.get(), {7, "head", 4, "data", 4}), 0);
    ASSERT_EQ(show(library, i), 0);
    carla_control control{};
    ASSERT_EQ(read_control(library, control), 0);
    ASSERT_EQ(control.steer, static_cast<float>(i));
  }
  carla_disconnect_server(library.get());
  client.join();
}

TEST(CarlaServer, AControlIsReadOnceAndTheNewestWins) {
  Library library;
  std::thread begins([&] { EXPECT_EQ(serve_episode(library), 0); });
  Client client(library.port());
  ASSERT_TRUE(client.begin());
  begins.join();
  for (int i = 1; i <= 9; ++i) client.drive({.steer = static_cast<float>(i)});
  carla_control control{};
  while (control.steer < 9) ASSERT_EQ(read_control(library, control), 0);

  EXPECT_EQ(read_control(library, control, 0), CARLA_SERVER_TRY_AGAIN);
  EXPECT_EQ(read_control(library, control, 20), CARLA_SERVER_TRY_AGAIN);
}

TEST(CarlaServer, AnEpisodeThatIsNotReadyIsSaidSoAndTheNextCanBeAskedFor) {
  Library library;
  Client client(library.port());
  client.ask(), client.start();
  ASSERT_EQ(read_request(library), 0);
  ASSERT_EQ(write_scene(library, {}), 0);
  ASSERT_EQ(read_start(library), 0);

  ASSERT_EQ(write_ready(library, false), 0);

  EXPECT_TRUE(client.scene());
  EXPECT_EQ(message_from(client.world), "");
  EXPECT_EQ(show(library, 1), CARLA_SERVER_OPERATION_ABORTED);
  client.ask();
  EXPECT_EQ(read_request(library), 0);
}

TEST(CarlaServer, AClientThatReadsNothingOfAnEpisodeGetsTheNext) {
  Library library;
  Client client(library.port());
  for (int episode = 0; episode < 3; ++episode) {
    client.ask(), client.start();
    ASSERT_EQ(serve_episode(library, {7}), 0);
    ASSERT_TRUE(client.scene() && client.ready());
    client.come();
    const std::string picture(1'000'000, 'x');
    for (std::uint32_t i = 1; i <= 30; ++i) {
      ASSERT_EQ(carla_write_sensor_data(library.get(), {7, "", 0, picture.data(), 1'000'000}), 0);
      ASSERT_EQ(show(library, i), 0);
    }
    client.leave_episode();
  }
}

}  // namespace
}  // namespace paddock::capi
