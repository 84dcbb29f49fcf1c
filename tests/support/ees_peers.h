// Stand-ins for the EES-PEES backend and external controller: they listen, as the originals do, and
// can be as rude as a test wants. And a door with such guests.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <thread>

#include "paddock/net/tcp_listener.h"
#include "paddock/protocols/eespees/door.h"

namespace paddock::eespees {

/// Plays the backend on one connection.
struct StandInBackend {
  TcpListener listener;
  std::optional<TcpPeer> peer;

  bool accept(int limit_ms = 5000) {
    peer = listener.accept(limit_ms);
    return peer.has_value();
  }
  void say(const WorldCommand& command) { peer->write(encode(command)); }
  std::optional<WorldReply> reply() {
    const auto bytes = peer->read(kWorldReplySize);
    if (!bytes) return std::nullopt;
    return *decode_reply(*bytes);
  }
  std::optional<WorldReply> ask(const WorldCommand& command) {
    say(command);
    return reply();
  }
};

/// Plays the external controller of one robot.
struct StandInController {
  TcpListener listener;
  std::optional<TcpPeer> peer;

  /// Takes the next connection and its init packet.
  bool accept(const RobotInit& expected = {}) {
    peer = listener.accept();
    if (!peer) return false;
    const auto init = peer->read(kInitSize);
    return init && *init == encode(expected);
  }
  std::optional<SensorPacket> read_sensors(int limit_ms = 5000) {
    const auto bytes = peer->read(kSensorSize, limit_ms);
    if (!bytes) return std::nullopt;
    return *decode_sensors(*bytes, Wire::Actual);
  }
  void drive(const DriveCommand& command) { peer->write(encode(command, Wire::Actual)); }
  /// Answers so many packets alike and gives the one after.
  std::optional<SensorPacket> drive(const DriveCommand& command, int ticks) {
    std::optional<SensorPacket> reading;
    for (int i = 0; i < ticks; ++i) drive(command), reading = read_sensors();
    return reading;
  }
};

inline const WorldCommand kStart{.function = Function::Start,
                                 .seed = 42,
                                 .mode = Mode::LockStep,
                                 .obstacles = 10,
                                 .cells = 8,
                                 .scale = 0.5f};
inline const DriveCommand kForward{.heading = 0, .speed = -11};

/// A door, its backend and the controllers of its robots.
struct DoorScene {
  StandInBackend backend;
  StandInController robot, second;
  Rooms rooms;
  std::atomic<bool> closed{};
  std::optional<Door> door;

  explicit DoorScene(int robots = 1, bool on_start = false) {
    DoorOptions options;
    options.backend.port = backend.listener.port();
    options.controllers = {{"127.0.0.1", robot.listener.port()}};
    if (robots == 2) options.controllers.push_back({"127.0.0.1", second.listener.port()});
    options.level = PADDOCK_SOURCE_DIR "/levels/eespees/training_env.toml";
    options.on_start = on_start;
    door.emplace(rooms, options, [this] { closed = true; });
  }

  /// START in lock-step, up to the first sensor packet.
  SensorPacket begin(const WorldCommand& start = kStart) {
    EXPECT_TRUE(backend.accept());
    const auto reply = backend.ask(start);
    EXPECT_TRUE(reply && reply->code == ReturnCode::Success);
    EXPECT_TRUE(robot.accept());
    return robot.read_sensors().value_or(SensorPacket{});
  }
  std::shared_ptr<const StageStatus> status() {
    const auto all = rooms.list();
    const auto frame = all.empty() ? nullptr : all.front()->latest();
    return frame ? frame->status : nullptr;
  }
  /// Waits until a link's note is such, at most five seconds.
  bool shows(std::size_t link, const std::function<bool(const std::string& note)>& such) {
    for (int i = 0; i < 250; ++i) {
      const auto now = status();
      if (now && now->peers[0].links.size() > link && such(now->peers[0].links[link].note))
        return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return false;
  }
  bool notes(std::size_t link, const std::string& text) {
    return shows(link, [&](const std::string& note) { return note.find(text) != note.npos; });
  }
};

}  // namespace paddock::eespees
