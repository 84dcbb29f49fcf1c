// Conversations with scripts and notebooks: who gets which car, rounds, pictures in parts, and what
// becomes of those who stall, vanish or talk nonsense.
#include "paddock/protocols/racecar/peer.h"

#include <gtest/gtest.h>

#include <sstream>

#include "paddock/core/random.h"
#include "paddock/io/file.h"

namespace paddock::racecar {
namespace {

constexpr Nanos kSecond = 1'000'000'000;
constexpr UdpPeer kFirst{kLoopback, 40001}, kSecondPeer{kLoopback, 40002}, kThird{kLoopback, 40003};

/// Cars that remember what was asked of them.
struct StandIn : Cars {
  std::vector<SetSpeedAngle> commands = std::vector<SetSpeedAngle>(4);
  std::vector<float> limits = std::vector<float>(4, 0.25f);
  int pictures{};
  std::size_t rows_asked{};  // of a picture, the last time

  float delta_time() override { return 1.0f / 60; }
  ColorPicture color_image(std::size_t car) override {
    ++pictures;
    std::string rgba(kColorBytes, '\0');
    for (std::size_t i = 0; i < kFragments; ++i)
      rgba[i * kFragmentBytes] = static_cast<char>(10 * car + i);
    return [this, rgba = std::move(rgba)](std::size_t rows) {
      rows_asked = rows;
      return std::string_view(rgba);
    };
  }
  std::vector<float> depth_image(std::size_t) override { return std::vector<float>(4800, 50); }
  std::vector<float> lidar_samples(std::size_t) override {
    return std::vector<float>(kLidarSamples, 100);
  }
  Triple linear_acceleration(std::size_t) override { return {0, -9.81f, 0}; }
  Triple angular_velocity(std::size_t) override { return {0, 0.5f, 0}; }
  Triple position(std::size_t) override { return {1, 2, 3}; }
  bool button(std::size_t, ButtonQuestion question, Button button) override {
    return question == ButtonQuestion::IsDown && button == Button::B;
  }
  float trigger(std::size_t, Side side) override { return side == Side::Right ? 1 : 0; }
  StickReading joystick(std::size_t, Side) override { return {0.5f, -0.5f}; }
  void drive(std::size_t car, const SetSpeedAngle& command) override { commands[car] = command; }
  void set_max_speed(std::size_t car, float limit) override { limits[car] = limit; }
};

struct Table {
  StandIn cars;
  Programs programs;
  Nanos now{kSecond};
  explicit Table(std::size_t count, std::shared_ptr<const Admission> admission = nullptr,
                 bool watched_over = false)
      : programs(count, cars, std::move(admission), watched_over) {}

  /// What this datagram brings out.
  std::vector<Datagram> receive(Channel channel, const UdpPeer& from,
                                const ScriptMessage& message) {
    programs.receive(channel, from, encode(message), now);
    return programs.take_datagrams();
  }
  std::vector<Datagram> begin(bool start) {
    programs.begin(start, now);
    return programs.take_datagrams();
  }
  std::string notes() {
    std::string all;
    for (const Note& note : programs.take_notes()) all += note.text + "\n";
    return all;
  }
};

SimulatorMessage said(const std::vector<Datagram>& out) {
  EXPECT_EQ(out.size(), 1u);
  return out.empty() ? SimulatorMessage{} : *decode_simulator(out[0].bytes);
}

TEST(RacecarPrograms, KnocksOfOneScriptAreOneAndEachGetsACarOfItsOwn) {
  Table table(2);
  EXPECT_EQ(said(table.receive(Channel::Async, kFirst, Connect{1})), SimulatorMessage(Welcome{0}));
  EXPECT_TRUE(table.receive(Channel::Async, kFirst, Connect{1}).empty());
  EXPECT_EQ(said(table.receive(Channel::Async, kSecondPeer, Connect{2})),
            SimulatorMessage(Welcome{1}));
  EXPECT_EQ(said(table.receive(Channel::Async, kThird, Connect{1})),
            SimulatorMessage(Fault{FaultCode::NoFreeCar}));
  EXPECT_EQ(said(table.receive(Channel::Async, kThird, Connect{0})),
            SimulatorMessage(Fault{FaultCode::PythonOutdated}));
  EXPECT_EQ(said(table.receive(Channel::Async, kThird, Connect{9})),
            SimulatorMessage(Fault{FaultCode::SimulatorOutdated}));
  // one that lost its answer is answered again, with the same car
  table.now += 2 * kSecond;
  EXPECT_EQ(said(table.receive(Channel::Async, kFirst, Connect{1})), SimulatorMessage(Welcome{0}));
  EXPECT_EQ(table.programs.connected(), 2u);
  // a freed car is the next one's
  table.receive(Channel::Async, kFirst, Quit{});
  EXPECT_EQ(said(table.receive(Channel::Async, kThird, Connect{1})), SimulatorMessage(Welcome{0}));
}

TEST(RacecarPrograms, AKnockHeardLateDoesNotStartAProgramTwice) {
  Table table(1);
  table.receive(Channel::Async, kFirst, Connect{1});
  table.begin(true);
  table.receive(Channel::Sync, kFirst, Finished{});
  table.now += 2 * kSecond;  // it knocked before the answer came, and nobody looked until now

  EXPECT_TRUE(table.receive(Channel::Async, kFirst, Connect{1}).empty());
  EXPECT_EQ(said(table.begin(false)), SimulatorMessage(RunUpdate{}));
}

TEST(RacecarPrograms, AreServedOneAfterAnotherAndOnlyThenDrive) {
  Table table(2);
  table.receive(Channel::Async, kFirst, Connect{1});
  table.receive(Channel::Async, kSecondPeer, Connect{1});
  auto out = table.begin(true);
  EXPECT_EQ(said(out), SimulatorMessage(RunStart{}));
  EXPECT_EQ(out[0].to, kFirst);
  EXPECT_EQ(out[0].channel, Channel::Sync);
  table.receive(Channel::Sync, kSecondPeer, SetSpeedAngle{1, 1});  // not its turn
  EXPECT_EQ(table.cars.commands[1], SetSpeedAngle{});
  table.receive(Channel::Sync, kFirst, SetSpeedAngle{0.5f, -1});
  table.receive(Channel::Sync, kFirst, SetMaxSpeed{1});
  EXPECT_EQ(table.cars.commands[0], (SetSpeedAngle{0.5f, -1}));
  EXPECT_EQ(table.cars.limits[0], 1.0f);
  out = table.receive(Channel::Sync, kFirst, Finished{});
  EXPECT_EQ(out[0].to, kSecondPeer);
  EXPECT_TRUE(table.programs.busy());
  EXPECT_TRUE(table.receive(Channel::Sync, kSecondPeer, Finished{}).empty());
  EXPECT_FALSE(table.programs.busy());
  EXPECT_EQ(said(table.begin(false)), SimulatorMessage(RunUpdate{}));
}

TEST(RacecarPrograms, OneThatComesLaterIsStartedFirst) {
  Table table(2);
  table.receive(Channel::Async, kFirst, Connect{1});
  table.begin(true);
  table.receive(Channel::Sync, kFirst, Finished{});
  table.receive(Channel::Async, kSecondPeer, Connect{1});
  table.begin(false);
  EXPECT_EQ(said(table.receive(Channel::Sync, kFirst, Finished{})), SimulatorMessage(RunStart{}));
}

TEST(RacecarPrograms, EveryQuestionHasTheAnswerOfItsSize) {
  Table table(1);
  table.receive(Channel::Async, kFirst, Connect{1});
  table.begin(true);
  const auto size = [&](const ScriptMessage& message) {
    const auto out = table.receive(Channel::Sync, kFirst, message);
    return out.size() == 1 ? out[0].bytes.size() : 0;
  };
  EXPECT_EQ(size(Get{Quantity::DeltaTime}), 4u);
  EXPECT_EQ(size(Get{Quantity::DepthImage}), 19'200u);
  EXPECT_EQ(size(Get{Quantity::CameraWidth}), 4u);
  EXPECT_EQ(size(Get{Quantity::CameraHeight}), 4u);
  EXPECT_EQ(size(Get{Quantity::LidarLength}), 4u);
  EXPECT_EQ(size(Get{Quantity::LidarSamples}), 2'880u);
  EXPECT_EQ(size(Get{Quantity::LinearAcceleration}), 12u);
  EXPECT_EQ(size(Get{Quantity::AngularVelocity}), 12u);
  EXPECT_EQ(size(Get{Quantity::Position}), 12u);
  EXPECT_EQ(size(Get{Quantity::DroneHeight}), 4u);
  EXPECT_EQ(size(GetTrigger{Side::Right}), 4u);
  EXPECT_EQ(size(GetJoystick{Side::Left}), 8u);
  EXPECT_EQ(size(GetButton{ButtonQuestion::IsDown, Button::B}), 1u);
  EXPECT_EQ(
      table.receive(Channel::Sync, kFirst, GetButton{ButtonQuestion::IsDown, Button::B})[0].bytes,
      std::string(1, '\1'));
}

TEST(RacecarPrograms, APictureGoesOutPartByPartAsItIsAcknowledged) {
  for (const Channel channel : {Channel::Sync, Channel::Async}) {
    Table table(1);
    table.receive(Channel::Async, kFirst, Connect{1});
    table.begin(true);
    const UdpPeer peer = channel == Channel::Sync ? kFirst : kSecondPeer;
    auto out = table.receive(channel, peer, Get{Quantity::ColorImage});
    for (std::size_t i = 0; i < kFragments; ++i) {
      ASSERT_EQ(out.size(), 1u);
      EXPECT_EQ(out[0].bytes.size(), kFragmentBytes);
      EXPECT_EQ(out[0].bytes[0], static_cast<char>(i));
      EXPECT_EQ(out[0].channel, channel);
      EXPECT_EQ(table.cars.rows_asked, 15 * (i + 1)) << "the rest may still be painted";
      out = table.receive(channel, peer, SendNext{});
    }
    EXPECT_TRUE(out.empty());
    EXPECT_TRUE(table.receive(channel, peer, SendNext{}).empty());
    // one that asks for something else in the middle is answered that
    table.receive(channel, peer, Get{Quantity::ColorImage});
    EXPECT_EQ(table.receive(channel, peer, Get{Quantity::LidarSamples})[0].bytes.size(), 2'880u);
  }
}

TEST(RacecarPrograms, WhoStallsIsLetGoToldLaterAndTheOthersGoOn) {
  Table table(2);
  table.receive(Channel::Async, kFirst, Connect{1});
  table.receive(Channel::Async, kSecondPeer, Connect{1});
  table.begin(true);
  table.receive(Channel::Sync, kFirst, SetSpeedAngle{1, 0});
  table.now += Programs::kPatience / 2;
  table.programs.look(table.now);
  EXPECT_EQ(table.programs.served(), 0u);
  table.now += Programs::kPatience;
  table.programs.look(table.now);

  EXPECT_EQ(said(table.programs.take_datagrams()), SimulatorMessage(RunStart{}));
  EXPECT_EQ(table.programs.served(), 1u);
  EXPECT_EQ(table.cars.commands[0], SetSpeedAngle{}) << "its car stands";
  EXPECT_NE(table.notes().find("car 1 said nothing for five seconds"), std::string::npos);
  EXPECT_EQ(said(table.receive(Channel::Sync, kFirst, Finished{})),
            SimulatorMessage(Fault{FaultCode::Timeout}));
}

TEST(RacecarPrograms, WhoIsWatchedOverByOthersIsNotLetGoForSilence) {
  Table table(1, nullptr, true);
  table.receive(Channel::Async, kFirst, Connect{1});
  table.begin(true);

  table.now += 10 * Programs::kLongestCall;
  table.programs.look(table.now);

  EXPECT_EQ(table.programs.served(), 0u);
  EXPECT_EQ(table.notes().find("let go"), std::string::npos);
  EXPECT_GT(table.programs.patient_until(), table.now + Programs::kLongestCall);
}

TEST(RacecarPrograms, AnExceptionOrNonsenseFreesTheCarAndIsTold) {
  for (const bool nonsense : {false, true}) {
    Table table(1);
    table.receive(Channel::Async, kFirst, Connect{1});
    table.begin(true);
    table.notes();
    if (nonsense)
      table.programs.receive(Channel::Sync, kFirst, "\xff\xff", table.now);
    else
      table.receive(Channel::Sync, kFirst, Fault{FaultCode::PythonException});
    EXPECT_FALSE(table.programs.busy());
    EXPECT_EQ(table.programs.connected(), 0u);
    EXPECT_NE(table.notes().find(nonsense ? "unreadable" : "raised an exception"),
              std::string::npos);
  }
}

TEST(RacecarPrograms, EndTellsEveryScript) {
  Table table(2);
  table.receive(Channel::Async, kFirst, Connect{1});
  table.receive(Channel::Async, kSecondPeer, Connect{1});
  table.programs.end_all();
  const auto out = table.programs.take_datagrams();
  ASSERT_EQ(out.size(), 2u);
  EXPECT_EQ(*decode_simulator(out[0].bytes), SimulatorMessage(End{}));
  // and one that was in the middle of something does not wait for ever
  EXPECT_EQ(said(table.receive(Channel::Sync, kFirst, Get{Quantity::LidarSamples})),
            SimulatorMessage(Fault{FaultCode::Generic}));
}

TEST(RacecarPrograms, RandomBytesFromAnybodyDisturbNobody) {
  Table table(2);
  table.receive(Channel::Async, kFirst, Connect{1});
  table.begin(true);
  for (std::uint32_t i = 0; i < 20'000; ++i) {
    DrawSequence draws({.seed = 7, .stream = Stream::TaskAction, .entity = 0, .tick = i});
    std::string bytes(static_cast<std::size_t>(draws.between(0, 20)), '\0');
    for (char& byte : bytes) byte = static_cast<char>(draws.between(0, 256));
    const UdpPeer stranger{kLoopback, static_cast<std::uint16_t>(50'000 + i % 1000)};
    // knocks would take the second car; that is their right
    if (!bytes.empty() && bytes[0] == 1) continue;
    table.programs.receive(i % 2 == 0 ? Channel::Sync : Channel::Async, stranger, bytes, table.now);
    table.programs.take_datagrams();
  }
  EXPECT_EQ(table.programs.served(), 0u);
  EXPECT_EQ(table.programs.connected(), 1u);
  EXPECT_TRUE(table.receive(Channel::Sync, kFirst, Finished{}).empty());
}

TEST(RacecarPrograms, ProgramsOfOtherMachinesGetACarOnceTheirMachineIsLetIn) {
  const auto admission = std::make_shared<Admission>();
  Table table(2, admission);
  const UdpPeer stranger{0x0a000007, 40001};  // 10.0.0.7
  EXPECT_EQ(said(table.receive(Channel::Async, stranger, Connect{1})),
            SimulatorMessage(Fault{FaultCode::Generic}));
  EXPECT_EQ(table.notes(),
            "A program at 10.0.0.7 was not let in: open the page with its token on that machine "
            "first\n");
  // each knock is answered, nothing else is, and people hear of it once a second
  EXPECT_EQ(table.receive(Channel::Async, stranger, Connect{1}).size(), 1u);
  EXPECT_EQ(table.notes(), "");
  EXPECT_TRUE(table.receive(Channel::Async, stranger, Get{Quantity::LidarSamples}).empty());
  EXPECT_TRUE(table.receive(Channel::Sync, stranger, Get{Quantity::LidarSamples}).empty());
  EXPECT_TRUE(table.receive(Channel::Sync, stranger, Connect{1}).empty());
  table.programs.receive(Channel::Async, stranger, "\xff\xff", table.now);
  EXPECT_TRUE(table.programs.take_datagrams().empty());
  EXPECT_EQ(table.programs.connected(), 0u);

  EXPECT_EQ(said(table.receive(Channel::Async, kFirst, Connect{1})), SimulatorMessage(Welcome{0}))
      << "this machine's own always may";
  admission->admit("10.0.0.7");
  EXPECT_EQ(said(table.receive(Channel::Async, stranger, Connect{1})),
            SimulatorMessage(Welcome{1}));
}

TEST(RacecarPrograms, SayWhenTheirPatienceEnds) {
  Table table(1);
  table.receive(Channel::Async, kFirst, Connect{1});
  table.begin(true);
  const Nanos began = table.now;
  EXPECT_EQ(table.programs.patient_until(), began + Programs::kPatience + 1);
  table.now += 28 * kSecond;  // of a call that asks on and on
  table.receive(Channel::Sync, kFirst, Get{Quantity::DeltaTime});
  EXPECT_EQ(table.programs.patient_until(), began + Programs::kLongestCall + 1);
  table.programs.look(table.programs.patient_until() - 1);
  EXPECT_TRUE(table.programs.busy());
  table.programs.look(table.programs.patient_until());
  EXPECT_FALSE(table.programs.busy());
}

std::string bytes_of(std::istringstream& words) {
  std::string bytes;
  for (std::string word; words >> word;) bytes += static_cast<char>(std::stoi(word, nullptr, 16));
  return bytes;
}

TEST(RacecarPrograms, HoldTheConversationOfTheDocument) {
  const std::string document =
      *read_file(PADDOCK_SOURCE_DIR "/docs/protocols/racecar.md", 1u << 20);
  const std::size_t begin = document.find("## A conversation in hex");
  std::istringstream lines(document.substr(begin, document.find("## Try it") - begin));
  Table table(1);
  std::vector<Datagram> out;
  int said_lines = 0;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string who, arrow;
    words >> who >> arrow;
    if (who == "program") {
      int port = 0;
      words >> port;
      const Channel channel = port == kAsyncPort ? Channel::Async : Channel::Sync;
      table.programs.receive(channel, kFirst, bytes_of(words), table.now);
      out = table.programs.take_datagrams();
    } else if (who == "Paddock") {
      const std::string bytes = bytes_of(words);
      if (bytes == "\2" || bytes == "\3") out = table.begin(bytes == "\2");
      ASSERT_EQ(out.size(), 1u) << line;
      EXPECT_EQ(out[0].bytes, bytes) << line;
      ++said_lines;
    }
  }
  EXPECT_EQ(said_lines, 4);
  EXPECT_EQ(table.programs.connected(), 0u);
}

}  // namespace
}  // namespace paddock::racecar
