// A program of the robot-car course, as often as it is started: connects, looks and drives in every
// call.
#pragma once

#include <atomic>
#include <chrono>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "paddock/io/json.h"
#include "paddock/net/udp_socket.h"
#include "paddock/protocols/racecar/codec.h"
#include "tests/support/raw_client.h"

namespace paddock {

struct CourseScript {
  CourseScript(std::uint16_t async, std::uint16_t sync) : async_port(async), sync_port(sync) {}

  std::uint16_t async_port{}, sync_port{};
  std::atomic<int> welcomes{0}, updates{0};
  std::atomic<bool> over{false};
  bool pictures{true};               // it asks for
  std::chrono::milliseconds slow{};  // it thinks so long in every call
  float angle{0.1f};
  EventLoop loop{};
  UdpSocket socket = *UdpSocket::open(loop, "127.0.0.1", 0);
  std::string bytes{};

  void say(const racecar::ScriptMessage& message, bool async = false) {
    socket.send({kLoopback, async ? async_port : sync_port}, racecar::encode(message));
  }
  bool receive(Nanos pause) {
    constexpr std::size_t kLongest = 65'536;
    if (socket.receive(bytes, kLongest)) return true;
    loop.wait(pause);
    return socket.receive(bytes, kLongest).has_value();
  }
  bool ask(const racecar::ScriptMessage& message) {
    say(message);
    return receive(10'000'000'000);
  }
  void update() {
    say(racecar::SetSpeedAngle{1, angle});
    ask(racecar::Get{racecar::Quantity::LidarSamples});
    if (pictures) ask(racecar::Get{racecar::Quantity::DepthImage});
    if (++updates % 4 != 1 || !pictures) return;
    bool more = ask(racecar::Get{racecar::Quantity::ColorImage});
    for (std::size_t i = 1; more && i < racecar::kFragments; ++i) more = ask(racecar::SendNext{});
    if (more) say(racecar::SendNext{});
  }
  void run() {
    say(racecar::Connect{1}, true);
    while (!over) {
      if (!receive(50'000'000)) continue;
      const auto message = racecar::decode_simulator(bytes);
      if (!message) continue;  // the rest of an answer
      if (std::holds_alternative<racecar::Welcome>(*message)) ++welcomes;
      if (std::holds_alternative<racecar::End>(*message) ||
          std::holds_alternative<racecar::Fault>(*message)) {  // over, or too slow an update
        socket = *UdpSocket::open(loop, "127.0.0.1", 0);
        say(racecar::Connect{1}, true);
      }
      const bool called = std::holds_alternative<racecar::RunUpdate>(*message);
      if (called) update();
      if (slow.count() > 0) std::this_thread::sleep_for(slow);
      if (called || std::holds_alternative<racecar::RunStart>(*message)) say(racecar::Finished{});
    }
  }
};

/// The ports of the course's door in the room that a client has opened; none when it has none.
inline std::optional<std::pair<std::uint16_t, std::uint16_t>> course_ports(RawClient& client) {
  for (int i = 0; i < 100; ++i) {
    const auto room = client.receive("room");
    if (!room) return std::nullopt;
    for (const Json& link : room->find("links")->items()) {
      if (link.find("door")->text() != "racecar") continue;
      const auto ports = link.find("ports")->items();
      return std::pair{static_cast<std::uint16_t>(ports[0].integer()),
                       static_cast<std::uint16_t>(ports[1].integer())};
    }
  }
  return std::nullopt;
}

}  // namespace paddock
