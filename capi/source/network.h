// One server's sockets, all of them one thread's: the client's three connections, from listening to
// hanging up.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "capi/source/message_port.h"
#include "capi/source/talk.h"

namespace paddock::capi {

inline constexpr std::size_t kMostWorldBytes = std::size_t{1} << 20, kMostControlBytes = 256;

class Network {
 public:
  Network(EventLoop& loop, Talk& talk) : loop_(loop), talk_(talk) {}

  /// Does what there is to do now. How long nothing has to be done though nobody speaks.
  Nanos serve(Nanos now);
  /// The session is over, for the simulator with this code.
  void end(int code);

 private:
  /// One of the two ports of an episode.
  enum class Agent : std::uint8_t { Expected, In, Over };
  struct Ports {
    MessagePort world, stream, control;
  };

  void take_orders(Nanos now);
  void open(const ConnectOrder& order);
  void change_episode(std::shared_ptr<Episode> episode, Nanos now);

  void hear_world(Nanos now);
  Turn deliver();
  int take_message(const std::string& body);
  bool owing(Turn turn);
  void hear_agents(Nanos now);
  void await(MessagePort& port, Agent& agent);
  void hear_control();
  void stream_over(int code);
  void control_over(int code);

  bool send_frames();
  void lay_out(Frame& frame);

  EventLoop& loop_;
  Talk& talk_;
  std::optional<Ports> ports_;
  Nanos limit_{};                    // of what a client owes; 0: none
  std::optional<Nanos> owed_since_;  // what it is to say next
  bool first_request_{};             // is what it owes

  std::shared_ptr<Episode> episode_;  // whose connections these are:
  Agent stream_{Agent::Over}, control_{Agent::Over};
  Nanos expected_since_{};
  std::string measurements_;              // of the frame that is under way, with its length
  std::vector<std::string_view> pieces_;  // of it, unsent, the last first
};

}  // namespace paddock::capi
