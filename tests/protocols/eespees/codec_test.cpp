// EES-PEES packets against the vectors of tests/conformance/eespees, which Python reads too.
#include "paddock/protocols/eespees/codec.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "paddock/io/file.h"
#include "paddock/io/json.h"
#include "tests/support/hex.h"

namespace paddock::eespees {
namespace {

Json vectors() {
  return *parse_json(
      *read_file(PADDOCK_SOURCE_DIR "/tests/conformance/eespees/packets.json", 1u << 20));
}

double number(const Json& vector, std::string_view key) { return vector.find(key)->number(); }
std::int32_t whole(const Json& vector, std::string_view key) {
  return static_cast<std::int32_t>(vector.find(key)->integer());
}

TEST(EesPeesCodec, InitMatchesItsVector) {
  const Json all = vectors();
  for (const Json& v : all.find("init")->items()) {
    const std::string bytes = bytes_of(v.find("hex")->text());
    const RobotInit expected{whole(v, "step_ms"), number(v, "max_speed"), number(v, "lidar_min"),
                             number(v, "lidar_max")};

    EXPECT_EQ(*decode_init(bytes), expected);
    EXPECT_EQ(encode(expected), bytes);
    EXPECT_EQ(encode(RobotInit{}), bytes);
  }
}

TEST(EesPeesCodec, CommandsMatchTheirVectors) {
  const Json all = vectors();
  for (const Json& v : all.find("drive")->items()) {
    const std::string bytes = bytes_of(v.find("hex")->text());
    const auto command = decode_drive(bytes, Wire::Actual);

    EXPECT_EQ(command->heading, number(v, "heading"));
    EXPECT_EQ(std::signbit(command->speed), std::signbit(number(v, "speed")));
    EXPECT_EQ(encode(*command, Wire::Actual), bytes);
  }
}

TEST(EesPeesCodec, BackendPacketsMatchTheirVectors) {
  const Json all = vectors();
  for (const Json& v : all.find("world_command")->items()) {
    const std::string bytes = bytes_of(v.find("hex")->text());
    const WorldCommand expected{static_cast<Function>(whole(v, "function")),
                                whole(v, "seed"),
                                static_cast<Mode>(whole(v, "mode")),
                                whole(v, "obstacles"),
                                whole(v, "cells"),
                                static_cast<float>(number(v, "scale"))};
    EXPECT_EQ(*decode_world_command(bytes), expected);
    EXPECT_EQ(encode(expected), bytes);
  }
  for (const Json& v : all.find("world_reply")->items()) {
    const std::string bytes = bytes_of(v.find("hex")->text());
    const auto target = v.find("target")->items();
    const WorldReply expected{
        static_cast<ReturnCode>(whole(v, "code")),
        whole(v, "step_ms"),
        {static_cast<float>(target[0].number()), static_cast<float>(target[1].number())}};
    EXPECT_EQ(*decode_reply(bytes), expected);
    EXPECT_EQ(encode(expected), bytes);
  }
}

SensorPacket some_packet() {
  SensorPacket packet{.sim_time = 1.28,
                      .speed = 0.25,
                      .steer = -0.5,
                      .gps = {1, 0.02625, 3},
                      .compass = {0.6, 0, 0.8},
                      .distance = {}};
  for (std::size_t i = 0; i < packet.distance.size(); ++i)
    packet.distance[i] = 0.01f * static_cast<float>(i);
  return packet;
}

TEST(EesPeesCodec, SensorPacketHasTheSteeringAngleThird) {
  const SensorPacket packet = some_packet();

  const std::string bytes = encode(packet, Wire::Actual);

  ASSERT_EQ(bytes.size(), kSensorSize);
  const auto f64_at = [&](std::size_t at) {
    double value = 0;
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return value;
  };
  EXPECT_EQ(f64_at(0), 1.28);
  EXPECT_EQ(f64_at(8), 0.25);
  EXPECT_EQ(f64_at(16), -0.5);
  EXPECT_EQ(f64_at(24), 1);
  EXPECT_EQ(f64_at(64), 0.8);
  float last = 0;
  std::memcpy(&last, bytes.data() + 1508, sizeof last);
  EXPECT_EQ(last, packet.distance[359]);
  EXPECT_EQ(*decode_sensors(bytes, Wire::Actual), packet);
}

TEST(EesPeesCodec, ReadmeWireHasMillisecondsAndTheSteeringAngleLast) {
  const SensorPacket packet = some_packet();

  const std::string bytes = encode(packet, Wire::Readme);

  ASSERT_EQ(bytes.size(), kSensorSize);
  double first = 0, third = 0, last = 0;
  std::memcpy(&first, bytes.data(), 8);
  std::memcpy(&third, bytes.data() + 16, 8);
  std::memcpy(&last, bytes.data() + 1504, 8);
  EXPECT_EQ(first, 1280);
  EXPECT_EQ(third, 1);  // gps x
  EXPECT_EQ(last, -0.5);
  EXPECT_EQ(decode_sensors(bytes, Wire::Readme)->steer, -0.5);
  // a command's speed is a part of the greatest
  const DriveCommand half{.heading = 0.25, .speed = -11};
  EXPECT_EQ(decode_drive(encode(half, Wire::Readme), Wire::Actual)->speed, -0.5);
  EXPECT_EQ(*decode_drive(encode(half, Wire::Readme), Wire::Readme), half);
}

TEST(EesPeesCodec, TheConversationInTheDocumentIsTheVectors) {
  const std::string document =
      *read_file(PADDOCK_SOURCE_DIR "/docs/protocols/ees-pees.md", 1u << 20);
  const Json all = vectors();
  for (const char* kind : {"init", "world_command", "world_reply"})
    for (const Json& v : all.find(kind)->items())
      EXPECT_NE(document.find(v.find("hex")->text()), std::string::npos) << v.find("hex")->text();
}

TEST(EesPeesCodec, WrongSizesAreErrors) {
  for (const std::size_t size : {0u, 1u, 15u, 17u, 23u, 25u, 27u, 29u, 1511u, 1513u}) {
    const std::string bytes(size, '\x7f');
    EXPECT_FALSE(decode_init(bytes)) << size;
    EXPECT_FALSE(decode_sensors(bytes, Wire::Actual)) << size;
    EXPECT_FALSE(decode_drive(bytes, Wire::Actual)) << size;
    EXPECT_FALSE(decode_world_command(bytes)) << size;
    EXPECT_FALSE(decode_reply(bytes)) << size;
  }
}

}  // namespace
}  // namespace paddock::eespees
