// RacecarSim datagrams against the vectors of tests/conformance/racecar, which Python reads too.
#include "paddock/protocols/racecar/codec.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "paddock/io/bytes.h"
#include "paddock/io/file.h"
#include "paddock/io/json.h"
#include "tests/support/hex.h"

namespace paddock::racecar {
namespace {

Json vectors() {
  return *parse_json(
      *read_file(PADDOCK_SOURCE_DIR "/tests/conformance/racecar/datagrams.json", 1u << 20));
}

std::uint8_t whole(const Json& vector, std::string_view key) {
  return static_cast<std::uint8_t>(vector.find(key)->integer());
}

float number(const Json& vector, std::size_t i) {
  return static_cast<float>(vector.find("numbers")->items()[i].number());
}

/// The message that a vector's fields describe.
ScriptMessage script_message(const Json& v) {
  const std::string name(v.find("name")->text());
  std::uint8_t header = 0;
  while (header_name(header) != name) ++header;
  switch (static_cast<Header>(header)) {
    case Header::Error:
      return Fault{static_cast<FaultCode>(whole(v, "code"))};
    case Header::Connect:
      return Connect{whole(v, "version")};
    case Header::PythonFinished:
      return Finished{};
    case Header::PythonSendNext:
      return SendNext{};
    case Header::PythonExit:
      return Quit{};
    case Header::IsDown:
    case Header::WasPressed:
    case Header::WasReleased:
      return GetButton{static_cast<ButtonQuestion>(header), static_cast<Button>(whole(v, "which"))};
    case Header::GetTrigger:
      return GetTrigger{static_cast<Side>(whole(v, "which"))};
    case Header::GetJoystick:
      return GetJoystick{static_cast<Side>(whole(v, "which"))};
    case Header::SetSpeedAngle:
      return SetSpeedAngle{number(v, 0), number(v, 1)};
    case Header::Stop:
      return Stop{};
    case Header::SetMaxSpeed:
      return SetMaxSpeed{number(v, 0)};
    case Header::SetDroneHeight:
      return SetDroneHeight{number(v, 0)};
    case Header::ReturnDrone:
      return ReturnDrone{};
    default:
      return Get{static_cast<Quantity>(header)};
  }
}

TEST(RacecarCodec, ScriptMessagesMatchTheirVectors) {
  const Json all = vectors();
  for (const Json& v : all.find("script")->items()) {
    const std::string bytes = bytes_of(std::string(v.find("hex")->text()));
    const auto message = decode(bytes);

    ASSERT_TRUE(message) << v.find("hex")->text() << ": " << message.error().message;
    EXPECT_EQ(*message, script_message(v)) << v.find("hex")->text();
    EXPECT_EQ(encode(*message), bytes);
  }
}

TEST(RacecarCodec, MissingBytesAndPaddingAreReadLeniently) {
  const Json all = vectors();
  for (const Json& v : all.find("script_read_only")->items()) {
    const auto message = decode(bytes_of(std::string(v.find("hex")->text())));

    ASSERT_TRUE(message) << v.find("hex")->text();
    EXPECT_EQ(*message, script_message(v)) << v.find("hex")->text();
    EXPECT_EQ(*decode(encode(*message)), *message);
  }
}

TEST(RacecarCodec, WhatIsNoMessageSaysWhy) {
  const Json all = vectors();
  for (const Json& v : all.find("script_refused")->items()) {
    const auto message = decode(bytes_of(std::string(v.find("hex")->text())));

    ASSERT_FALSE(message) << v.find("hex")->text();
    EXPECT_NE(message.error().message.find(v.find("says")->text()), std::string::npos)
        << message.error().message;
  }
}

TEST(RacecarCodec, EveryHeaderHasOneSizeAndNoOther) {
  for (unsigned header = 0; header < 256; ++header) {
    int sizes = 0;
    for (std::size_t size = 1; size <= 64; ++size) {
      std::string bytes(size, '\0');
      bytes[0] = static_cast<char>(header);
      sizes += decode(bytes).has_value();
    }
    // an error may lack its code, a connect its version
    const bool script_sends = header <= 33 && !(header >= 2 && header <= 4) &&
                              !(header >= 8 && header <= 9) && header != 11 && header != 21;
    EXPECT_EQ(sizes, header <= 1 ? 2 : script_sends ? 1 : 0) << header_name(header & 0xff);
  }
}

TEST(RacecarCodec, SimulatorMessagesMatchTheirVectors) {
  const Json all = vectors();
  for (const Json& v : all.find("simulator")->items()) {
    const std::string bytes = bytes_of(std::string(v.find("hex")->text()));
    const std::string name(v.find("name")->text());
    const SimulatorMessage expected =
        name == "connect"        ? SimulatorMessage(Welcome{whole(v, "car")})
        : name == "unity_start"  ? SimulatorMessage(RunStart{})
        : name == "unity_update" ? SimulatorMessage(RunUpdate{})
        : name == "unity_exit"   ? SimulatorMessage(End{})
                               : SimulatorMessage(Fault{static_cast<FaultCode>(whole(v, "code"))});

    EXPECT_EQ(encode_simulator(expected), bytes);
    EXPECT_EQ(*decode_simulator(bytes), expected);
  }
  EXPECT_EQ(*decode_simulator(bytes_of("00")), SimulatorMessage(Fault{}));
  for (const char* hex : {"", "01", "05", "00 07", "16"})
    EXPECT_FALSE(decode_simulator(bytes_of(hex))) << hex;
}

TEST(RacecarCodec, RepliesMatchTheirVectors) {
  const Json all = vectors();
  for (const Json& v : all.find("reply")->items()) {
    const std::string kind(v.find("kind")->text());
    const std::string reply =
        kind == "answer"   ? encode_answer(number(v, 0) != 0)
        : kind == "number" ? encode_number(number(v, 0))
        : kind == "count"  ? encode_count(static_cast<std::int32_t>(number(v, 0)))
        : kind == "stick"  ? encode_stick({number(v, 0), number(v, 1)})
                           : encode_triple({number(v, 0), number(v, 1), number(v, 2)});

    EXPECT_EQ(reply, bytes_of(std::string(v.find("hex")->text()))) << v.find("hex")->text();
  }
}

TEST(RacecarCodec, DepthHasTheThreeSizesThatScriptsKnow) {
  constexpr DepthResolution kAll[]{DepthResolution::Low, DepthResolution::Moderate,
                                   DepthResolution::High};
  constexpr std::size_t kBytes[]{1200, 4800, 19200};
  for (std::size_t i = 0; i < 3; ++i) {
    std::vector<float> cm(depth_cells(kAll[i]));
    for (std::size_t c = 0; c < cm.size(); ++c) cm[c] = static_cast<float>(c);

    const std::string bytes = encode_depth(cm);

    ASSERT_EQ(bytes.size(), kBytes[i]);
    ByteReader r(bytes);
    for (const float expected : cm) ASSERT_EQ(r.f32(), expected);
  }
}

TEST(RacecarCodec, LidarHas720SamplesAndNoDataForWhatScriptsChokeOn) {
  std::array<float, kLidarSamples> cm{};
  for (std::size_t i = 0; i < cm.size(); ++i) cm[i] = 0.5f * static_cast<float>(i);
  cm[10] = std::numeric_limits<float>::quiet_NaN();
  cm[11] = std::numeric_limits<float>::infinity();
  cm[12] = -3;

  const std::string bytes = encode_lidar(cm);

  ASSERT_EQ(bytes.size(), 2880u);
  ByteReader r(bytes);
  for (std::size_t i = 0; i < cm.size(); ++i)
    EXPECT_EQ(r.f32(), i >= 10 && i <= 12 ? 0.0f : cm[i]) << i;
}

TEST(RacecarCodec, ColourImageIsThirtyTwoEqualFragments) {
  std::string rgba(kColorBytes, '\0');
  for (std::size_t i = 0; i < rgba.size(); ++i) rgba[i] = static_cast<char>(i * 31 >> 3);

  std::string joined;
  for (std::size_t i = 0; i < kFragments; ++i) {
    EXPECT_EQ(color_fragment(rgba, i).size(), 38400u);
    joined += color_fragment(rgba, i);
  }

  EXPECT_EQ(rgba.size(), 1228800u);
  EXPECT_EQ(joined, rgba);
}

}  // namespace
}  // namespace paddock::racecar
