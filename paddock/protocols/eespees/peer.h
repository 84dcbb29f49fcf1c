// The two conversations of the simulator's side: with the external controller of a robot and with
// the backend. Bytes in, bytes out; no sockets, no clock.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "paddock/protocols/eespees/codec.h"
#include "paddock/world/level.h"

namespace paddock::eespees {

struct PacketCount {
  std::uint64_t in{}, out{};
};

/// Lock-step with one external controller, on one connection: each sensor packet is answered by one
/// command. Bytes it sends unasked, or beyond its answer, are dropped and counted.
class ControllerPeer {
 public:
  explicit ControllerPeer(Wire wire) : wire_(wire) {}

  std::string greet(const RobotInit& init) { return encode(init); }
  std::string tell(const SensorPacket& packet);
  void receive(std::string_view bytes);
  /// The answer to what was told last; once.
  std::optional<DriveCommand> take_answer();

  /// It was told something and has not answered yet.
  bool asked() const { return asked_; }
  /// It has answered, and nobody took the answer.
  bool answered() const { return answer_.has_value(); }
  const PacketCount& packets() const { return packets_; }  // in: answers
  std::uint64_t surplus() const { return surplus_; }       // bytes dropped
  std::uint64_t nonsense() const { return nonsense_; }     // commands that are no numbers

 private:
  Wire wire_;
  std::string pending_;
  bool asked_{};
  std::optional<DriveCommand> answer_;
  std::uint64_t surplus_{}, nonsense_{};
  PacketCount packets_;
};

/// The supervisor's side of one connection with a backend.
class BackendPeer {
 public:
  void receive(std::string_view bytes) { pending_ += bytes; }
  /// The next command that asks for something: before the first START nothing else does, and
  /// unknown functions never do.
  std::optional<WorldCommand> take_command();
  std::string reply(const WorldReply& reply);

  const PacketCount& packets() const { return packets_; }
  std::uint64_t ignored() const { return ignored_; }

 private:
  std::string pending_;
  bool started_{};
  std::uint64_t ignored_{};
  PacketCount packets_;
};

/// What the training level is set to by a START; says what the original would hang or crash on.
Result<LevelSettings> settings_of(const WorldCommand& start);

}  // namespace paddock::eespees
