// The two conversations, without sockets.
#include "paddock/protocols/eespees/peer.h"

#include <gtest/gtest.h>

#include <cmath>

namespace paddock::eespees {
namespace {

std::string answer(double heading, double speed) {
  return encode(DriveCommand{heading, speed}, Wire::Actual);
}

TEST(EesPeesController, EachPacketIsAnsweredOnce) {
  ControllerPeer peer(Wire::Actual);
  EXPECT_EQ(peer.greet({}).size(), kInitSize);

  EXPECT_EQ(peer.tell({}).size(), kSensorSize);
  EXPECT_TRUE(peer.asked());
  peer.receive(answer(0.25, -5.5));

  EXPECT_FALSE(peer.asked());
  EXPECT_EQ(peer.take_answer(), (DriveCommand{0.25, -5.5}));
  EXPECT_EQ(peer.take_answer(), std::nullopt);
}

TEST(EesPeesController, AnswerCutAtAnyByteIsOneAnswer) {
  const std::string whole = answer(0.5, -11);
  for (std::size_t cut = 0; cut <= whole.size(); ++cut) {
    ControllerPeer peer(Wire::Actual);
    peer.tell({});
    peer.receive(whole.substr(0, cut));
    peer.receive(whole.substr(cut));
    EXPECT_EQ(peer.take_answer(), (DriveCommand{0.5, -11})) << cut;
    EXPECT_EQ(peer.packets().in, 1u);
  }
}

TEST(EesPeesController, WhatIsSentUnaskedOrTooMuchIsDropped) {
  ControllerPeer peer(Wire::Actual);
  peer.receive("early");
  peer.tell({});
  peer.receive(answer(0.1, 0) + answer(0.2, 0) + "rest");
  EXPECT_EQ(peer.take_answer()->heading, 0.1);
  peer.tell({});
  peer.receive(answer(0.3, 0));

  EXPECT_EQ(peer.take_answer()->heading, 0.3);
  EXPECT_EQ(peer.surplus(), 5u + 16 + 4);
}

TEST(EesPeesController, HalfAnAnswerToTheLastPacketIsNotPartOfTheNext) {
  ControllerPeer peer(Wire::Actual);
  peer.tell({});
  peer.receive(answer(0.1, 0).substr(0, 7));
  peer.tell({});  // a reset came between
  peer.receive(answer(0.2, 0));

  EXPECT_EQ(peer.take_answer()->heading, 0.2);
}

TEST(EesPeesController, CommandsThatAreNoNumbersAreCounted) {
  ControllerPeer peer(Wire::Actual);
  peer.tell({});
  peer.receive(answer(NAN, -11));

  EXPECT_EQ(peer.nonsense(), 1u);
  EXPECT_TRUE(peer.take_answer());
}

TEST(EesPeesBackend, NothingButStartCountsBeforeTheFirstStart) {
  BackendPeer peer;
  const WorldCommand start{.function = Function::Start, .seed = 7, .cells = 8, .scale = 0.5f};
  const WorldCommand reset{.function = Function::Reset, .seed = 8};
  peer.receive(encode(reset) + encode(WorldCommand{.function = Function::Close}) + encode(start) +
               encode(reset));

  EXPECT_EQ(peer.take_command(), start);
  EXPECT_EQ(peer.take_command(), reset);
  EXPECT_EQ(peer.take_command(), std::nullopt);
  EXPECT_EQ(peer.ignored(), 2u);
}

TEST(EesPeesBackend, CommandsArriveInAnyPieces) {
  const WorldCommand start{.function = Function::Start, .seed = 7, .cells = 8, .scale = 0.5f};
  BackendPeer peer;
  for (const char byte : encode(start)) {
    EXPECT_EQ(peer.take_command(), std::nullopt);
    peer.receive({&byte, 1});
  }

  EXPECT_EQ(peer.take_command(), start);
}

TEST(EesPeesBackend, UnknownFunctionsAreIgnored) {
  BackendPeer peer;
  const WorldCommand start{.function = Function::Start, .seed = 7, .cells = 8, .scale = 0.5f};
  peer.receive(encode(start) + std::string(24, '\x7f') + encode(WorldCommand{}));

  EXPECT_EQ(peer.take_command(), start);
  EXPECT_EQ(peer.take_command(), std::nullopt);
  EXPECT_EQ(peer.ignored(), 2u);
}

TEST(EesPeesSettings, SayWhatTheOriginalWouldHangOn) {
  const WorldCommand good{.function = Function::Start,
                          .seed = 1,
                          .mode = Mode::Fast,
                          .obstacles = 10,
                          .cells = 8,
                          .scale = 0.5f};
  EXPECT_EQ(*settings_of(good), (LevelSettings{{"cells", 8}, {"scale", 0.5}, {"blocks", 10}}));

  const auto refused = [&](auto change) {
    WorldCommand wrong = good;
    change(wrong);
    const auto settings = settings_of(wrong);
    return settings ? std::string("accepted") : settings.error().message;
  };
  EXPECT_EQ(refused([](auto& c) { c.cells = 0; }), "world_size must be 1 to 100 cells, got 0");
  EXPECT_EQ(refused([](auto& c) { c.cells = 1 << 30; }),
            "world_size must be 1 to 100 cells, got 1073741824");
  EXPECT_EQ(refused([](auto& c) { c.scale = 0.1f; }), "scale must be 0.25 to 20 m, got 0.1");
  EXPECT_NE(refused([](auto& c) { c.scale = NAN; }), "accepted");
  EXPECT_EQ(refused([](auto& c) { c.obstacles = -1; }),
            "num_obstacles must leave start and target free, got -1 in 64 cells");
  EXPECT_NE(refused([](auto& c) { c.obstacles = 64; }), "accepted");
  EXPECT_NE(refused([](auto& c) { c.mode = static_cast<Mode>(4); }), "accepted");
}

}  // namespace
}  // namespace paddock::eespees
