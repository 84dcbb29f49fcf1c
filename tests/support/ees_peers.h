// Stand-ins for the EES-PEES backend and external controller: they listen, as the originals do, and
// can be as rude as a test wants.
#pragma once

#include <optional>
#include <string>

#include "paddock/net/tcp_listener.h"
#include "paddock/protocols/eespees/codec.h"

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
  bool accept(int limit_ms = 5000) {
    peer = listener.accept(limit_ms);
    if (!peer) return false;
    const auto init = peer->read(kInitSize);
    return init && *init == encode(RobotInit{});
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

}  // namespace paddock::eespees
