// CARLA's messages against the vectors of tests/conformance/carla.
#include "paddock/protocols/carla/wire/codec.h"

#include <gtest/gtest.h>

#include <limits>

#include "paddock/protocols/carla/wire/framing.h"
#include "tests/protocols/carla/vectors.h"

namespace paddock::carla {
namespace {

/// A scene with everything a client looks at.
SceneDescription town() {
  SceneDescription scene{.map_name = "Town01", .player_start_spots = {}, .sensors = {}};
  for (float i = 0; i < 3; ++i)
    scene.player_start_spots.push_back({{i, 2 * i, 0.4F}, {0, 1, 0}, {0, 90, 0}});
  scene.sensors = {{1, SensorType::Camera, "front/left"}, {2, SensorType::LidarRayCast, "top"}};
  return scene;
}

Measurements busy() {
  const Transform here{{1, 2, 3}, {1, 0, 0}, {0.5F, -90, 1}};
  const BoundingBox box{{{0, 0, 0.7F}, {1, 0, 0}, {}}, {2.4F, 0.9F, 0.7F}};
  return {.frame_number = 1ULL << 40,
          .platform_timestamp = 4'000'000'000,
          .game_timestamp = 100,
          .player = {.transform = here,
                     .bounding_box = box,
                     .acceleration = {1, -1, 0},
                     .forward_speed = -3,
                     .collision_vehicles = 6268,
                     .collision_pedestrians = 1,
                     .collision_other = 2,
                     .intersection_otherlane = 0.25F,
                     .intersection_offroad = 1,
                     .autopilot_control = {.steer = 0.1F, .throttle = 0.5F}},
          .non_player_agents = {{1, VehicleAgent{here, box, 5}},
                                {2, PedestrianAgent{here, box, 1.5F}},
                                {3, TrafficLightAgent{here, LightState::Yellow}},
                                {4, SpeedLimitAgent{here, 8.3333F}}}};
}

TEST(CarlaCodec, SmallMessagesMatchTheirVectorsBothWays) {
  const Json all = vectors();
  for (const Json& v : all.find("request")->items()) {
    const RequestNewEpisode expected{std::string(v.find("ini_file")->text())};
    EXPECT_EQ(*decode_request(body_of(v)), expected);
    EXPECT_EQ(framed(encode(expected)), hex_of(v));
  }
  for (const Json& v : all.find("episode_start")->items()) {
    const EpisodeStart expected{whole(v, "player_start_spot_index")};
    EXPECT_EQ(*decode_start(body_of(v)), expected);
    EXPECT_EQ(framed(encode(expected)), hex_of(v));
  }
  for (const Json& v : all.find("episode_ready")->items()) {
    const EpisodeReady expected{v.find("ready")->truth()};
    EXPECT_EQ(*decode_ready(body_of(v)), expected);
    EXPECT_EQ(framed(encode(expected)), hex_of(v));
  }
  for (const Json& v : all.find("control")->items()) {
    const Control expected{.steer = number(v, "steer"),
                           .throttle = number(v, "throttle"),
                           .brake = number(v, "brake"),
                           .hand_brake = v.find("hand_brake")->truth(),
                           .reverse = v.find("reverse")->truth()};
    EXPECT_EQ(*decode_control(body_of(v)), expected);
    EXPECT_EQ(framed(encode(expected)), hex_of(v));
  }
}

TEST(CarlaCodec, SceneDescriptionsAreReadAsTheOriginalWritesThem) {
  const Json all = vectors();
  for (const Json& v : all.find("scene_description")->items()) {
    const Json &spot = *v.find("spot"), &sensor = *v.find("sensor");
    SceneDescription expected{.map_name = std::string(v.find("map_name")->text()),
                              .player_start_spots = {},
                              .sensors = {}};
    expected.player_start_spots.push_back(
        {{number(spot, "x"), 0, 0}, {}, {0, number(spot, "yaw"), 0}});
    expected.sensors.push_back({whole(sensor, "id"), static_cast<SensorType>(whole(sensor, "type")),
                                std::string(sensor.find("name")->text())});

    EXPECT_EQ(*decode_scene(body_of(v)), expected);
  }
}

TEST(CarlaCodec, MeasurementsAreReadAsTheOriginalWritesThem) {
  const Json all = vectors();
  for (const Json& v : all.find("measurements")->items()) {
    const Json& light = *v.find("light");
    Measurements expected{.frame_number = whole(v, "frame_number"),
                          .platform_timestamp = whole(v, "platform_timestamp"),
                          .game_timestamp = whole(v, "game_timestamp"),
                          .player = {},
                          .non_player_agents = {}};
    expected.player.forward_speed = number(v, "forward_speed");
    TrafficLightAgent lamp{.transform = {},
                           .state = static_cast<LightState>(whole(light, "state"))};
    lamp.transform.location.x = number(light, "x");
    expected.non_player_agents.push_back({whole(light, "id"), lamp});

    EXPECT_EQ(*decode_measurements(body_of(v)), expected);
  }
}

TEST(CarlaCodec, WhatIsWrittenIsReadAsTheSame) {
  EXPECT_EQ(*decode_scene(encode(town())), town());
  EXPECT_EQ(*decode_scene(encode(SceneDescription{})), SceneDescription{});
  EXPECT_EQ(*decode_measurements(encode(busy())), busy());
  EXPECT_EQ(*decode_measurements(encode(Measurements{})), Measurements{});
}

TEST(CarlaCodec, ClientsOfEvery08FindTheirBoxes) {
  // PlayerMeasurements.box_extent, field 11, and Vehicle.box_extent, field 2, with x = 2.4
  const std::string extent = "\x0f\x0d\x9a\x99\x19\x40";
  const std::string bytes = encode(busy());

  EXPECT_NE(bytes.find('\x5a' + extent), std::string::npos);
  EXPECT_NE(bytes.find('\x12' + extent), std::string::npos);
}

TEST(CarlaCodec, CutMessagesAreMessagesOrErrorsNeverCrashes) {
  const std::string whole_message = encode(busy());
  for (std::size_t size = 0; size < whole_message.size(); ++size) {
    const auto cut = decode_measurements(std::string_view(whole_message).substr(0, size));
    if (!cut) {
      EXPECT_NE(cut.error().message.find("no Measurements"), std::string::npos);
    }
  }
}

TEST(CarlaCodec, GarbageIsAnErrorThatSaysWhatItShouldHaveBeen) {
  const auto request = decode_request("\xff\xff\xff\xff\xff\xff");

  ASSERT_FALSE(request.has_value());
  EXPECT_EQ(request.error().message, "6 bytes are no RequestNewEpisode");
  EXPECT_FALSE(decode_control("\x0d\x01").has_value());  // half a float
}

TEST(CarlaCodec, FieldsOfLaterVersionsArePassedOver) {
  const auto control = decode_control("\x0d" + std::string("\0\0\0\xbf", 4) + "\xa0\x06\x01");

  ASSERT_TRUE(control.has_value());
  EXPECT_EQ(control->steer, -0.5F);
}

TEST(CarlaCodec, ControlsAreBroughtIntoTheirRange) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float endless = std::numeric_limits<float>::infinity();

  EXPECT_EQ(within_limits({.steer = -3, .throttle = 2, .brake = -1}),
            (Control{.steer = -1, .throttle = 1, .brake = 0}));
  EXPECT_EQ(within_limits({.steer = nan, .throttle = endless, .brake = nan, .reverse = true}),
            (Control{.steer = 0, .throttle = 1, .brake = 0, .reverse = true}));
}

}  // namespace
}  // namespace paddock::carla
