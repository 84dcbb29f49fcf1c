// A stage with the door of the robot-car course, on a clock that the test moves, and programs that
// the test speaks for over real sockets.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "paddock/io/json.h"
#include "paddock/protocols/racecar/server.h"
#include "tests/support/worlds.h"

namespace paddock::racecar {

/// The robot car on bare ground, places for four of them.
inline LevelSpec bare_course() {
  LevelSpec level = open_level();
  level.physics = PhysicsKind::Rigid;
  level.rigid.gravity = 0.981;
  level.clock = {.grid_hz = 300, .grid_per_tick = 6, .grid_per_frame = 5};
  level.ground.size = {60, 60};
  level.vehicle = "robotcar";
  level.cars = 4;
  for (const double y : {0.0, 0.8, 1.6, 2.4})
    level.starts.push_back({.where = {}, .pose = {0, y, 0}, .vehicle = "robotcar"});
  return level;
}

/// With a red wall 1.5 m ahead of its origin and a post on its right.
inline LevelSpec walled_course() {
  LevelSpec level = bare_course();
  PieceSpec wall = piece_of(BoxSpec{{0.1, 6, 1}}, {1.55, 0, 0});
  wall.material = "white";  // paint: no grain of its own
  wall.color = Color{255, 0, 0};
  wall.lit = false;
  level.pieces.push_back(wall);
  level.pieces.push_back(piece_of(BoxSpec{{0.4, 0.2, 1}}, {0, -1.1, 0}));
  return level;
}

struct CourseSpec {
  std::function<LevelSpec(const LevelSettings&)> level = [](const LevelSettings&) {
    return walled_course();
  };
  std::size_t cars{1};
  PlayMode mode{};
  DoorOptions door{};
  std::vector<VehicleRequest> vehicles{};               // empty: a program in each of `cars`
  std::vector<std::shared_ptr<LockStepPeer>> others{};  // peers beside the door,
  bool door_first{true};                                // which joins before them, or after
};

struct Course {
  EventLoop loop;
  std::shared_ptr<LockStepServer> door;
  std::unique_ptr<Stage> stage;
  std::vector<UdpSocket> scripts;
  Nanos now{1'000'000'000};

  explicit Course(CourseSpec spec = {}) {
    spec.door.async_port = spec.door.sync_port = 0;
    spec.door.senses.realism = false;
    door = *LockStepServer::open(loop, spec.door);
    StageOptions with;
    with.peers = spec.others;
    with.peers.insert(spec.door_first ? with.peers.begin() : with.peers.end(), door);
    with.pace.factor = 0;
    with.open = [spec](std::uint64_t seed, const LevelSettings& settings) {
      SessionSpec run{.vehicles = {}, .seed = seed, .settings = settings, .mode = spec.mode};
      run.vehicles = spec.vehicles;
      if (run.vehicles.empty()) run.vehicles.assign(spec.cars, {.kind = "", .driver = "program"});
      return open_session(build_level(spec.level(settings)), run);
    };
    stage = std::make_unique<Stage>(std::move(with));
    const auto started = stage->start(now);
    EXPECT_TRUE(started) << (started ? "" : started.error().message);
    for (std::size_t i = 0; i < spec.cars; ++i) add_script();
  }

  UdpSocket new_socket() { return *UdpSocket::open(loop, "127.0.0.1", 0); }
  void add_script() { scripts.push_back(new_socket()); }

  const Session& session() const { return stage->session(); }
  const VehicleState& car(std::size_t index = 0) const {
    return session().state.physics.vehicles[index];
  }
  double speed(std::size_t index = 0) const { return speed_of(car(index)); }
  double seconds() const { return session().world().clock.seconds(session().state.tick); }
  /// What the door says of itself, by its name.
  Json own(std::string_view name) const {
    const auto all = parse_json(door->status().own);
    const Json* found = all ? all->find(name) : nullptr;
    return found != nullptr ? *found : Json();
  }
  std::string mode() const { return own("mode").text(); }
  std::string message() const { return door->status().notice.text; }

  void say(const ScriptMessage& message, bool async = false, std::size_t script = 0) {
    scripts[script].send({kLoopback, async ? door->async_port() : door->sync_port()},
                         encode(message));
  }
  /// Works until this script has got something.
  std::string receive(std::size_t script = 0) {
    std::string bytes;
    for (int i = 0; i < 200; ++i) {
      if (scripts[script].receive(bytes, 50'000)) return bytes;
      work();
    }
    return "";
  }
  SimulatorMessage received(std::size_t script = 0) {
    const auto message = decode_simulator(receive(script));
    EXPECT_TRUE(message);
    return message.value_or(SimulatorMessage{Fault{}});
  }
  /// Whether something waits to be read; it is not.
  bool nothing(std::size_t script = 0) {
    std::string bytes;
    return !scripts[script].receive(bytes, 50'000).has_value();
  }
  std::string ask(const ScriptMessage& message, bool async = false, std::size_t script = 0) {
    say(message, async, script);
    return receive(script);
  }
  float number(const ScriptMessage& message, std::size_t index = 0) {
    const std::string bytes = ask(message);
    float value = std::nanf("");
    if (bytes.size() >= 4 * index + 4) std::memcpy(&value, bytes.data() + 4 * index, 4);
    return value;
  }
  bool button(ButtonQuestion question, Button button) {
    return ask(GetButton{question, button})[0] != 0;
  }
  void work(int turns = 1, Nanos step = 1'000'000) {
    for (int i = 0; i < turns; ++i) stage->work(now += step);
  }
  void press(Button button) {
    stage->set_pad({.down = bit_of(static_cast<PadButton>(button))}, now);
    work(1, 20'000'000);
    stage->set_pad({}, now);
    work();
  }
  /// START and BACK together, by somebody whose program ends the call that is under way.
  void press_both() {
    const std::uint32_t run = stage->run();
    for (int i = 0; i < 10 && stage->run() == run; ++i) {
      stage->set_pad(
          {.down = static_cast<std::uint16_t>(bit_of(PadButton::Start) | bit_of(PadButton::Back))},
          now);
      say(Finished{});
      work(1, 20'000'000);
    }
    stage->set_pad({}, now);
    work(2, 20'000'000);
  }
  void connect(std::size_t script = 0) {
    EXPECT_EQ(decode_simulator(ask(Connect{1}, true, script)).value(),
              SimulatorMessage(Welcome{static_cast<std::uint8_t>(script)}));
  }
  /// Connected and told to start.
  void begin() {
    connect();
    press(Button::Start);
    EXPECT_EQ(received(), SimulatorMessage(RunStart{}));
  }
  /// Ends this call and waits for the next.
  void next(std::size_t script = 0) {
    say(Finished{}, false, script);
    ASSERT_EQ(received(script), SimulatorMessage(RunUpdate{}));
  }
  /// Ends calls until simulated time has come so far; false when none follows.
  bool run_until(double time) {
    while (seconds() < time) {
      say(Finished{});
      if (receive() != encode_simulator(RunUpdate{})) return false;
    }
    return true;
  }
};

}  // namespace paddock::racecar
