// Runs, stages and subscribers for tests: a ring to race on, a clock that obeys.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "paddock/stage/stage.h"
#include "tests/support/worlds.h"

namespace paddock {

/// A ring with `starts` places on it, one behind the other.
inline Level ring_of(int starts) {
  LevelSpec level = ring_level(8, 3);
  for (int i = 1; i < starts; ++i) {
    const double angle = -0.05 - 0.2 * i;
    const Vec2 at = 8 * (Rot2::of(angle) * Vec2{1, 0});
    level.starts.push_back({.where = {}, .pose = {at.x, at.y, kPi / 2 + angle}, .vehicle = ""});
  }
  for (StartSpec& start : level.starts) start.vehicle = "racecar";
  return build_level(std::move(level));
}
inline std::shared_ptr<const World> ring_world(int starts) { return ring_of(starts).world; }

inline SessionSpec ring_spec(int vehicles, const std::string& driver = "route",
                             std::uint32_t laps = 0) {
  SessionSpec spec;
  spec.vehicles.assign(static_cast<std::size_t>(vehicles), {.kind = "racecar", .driver = driver});
  spec.laps = laps;
  return spec;
}

inline Session ring_session(int vehicles, const std::string& driver = "route",
                            std::uint32_t laps = 0) {
  return *open_session(ring_of(vehicles), ring_spec(vehicles, driver, laps));
}

/// A rigid ring with a stack of blocks in the way of a car that is driven by its route.
inline LevelSpec tumble_level() {
  LevelSpec level = ring_level(8, 3);
  level.papers.title = "Tumble";
  level.physics = PhysicsKind::Rigid;
  level.ground.size = {30, 30};
  level.starts[0].vehicle = "racecar";
  for (int i = 0; i < 12; ++i) {
    PieceSpec block = piece_of(BlockSpec{{0.2, 0.2, 0.2}, 0.1},
                               {7.7 + 0.21 * (i % 3), 1.0 + i / 6, 0.2 * (i / 3 % 2)});
    block.name = "block" + std::to_string(i);
    block.moves = true;
    level.pieces.push_back(block);
  }
  return level;
}
inline Session tumble_session(const std::string& driver = "route") {
  return *open_session(build_level(tumble_level()), ring_spec(1, driver));
}

inline StageOptions ring_stage(int vehicles, const std::string& driver = "route",
                               std::uint32_t laps = 0) {
  StageOptions options;
  options.open = [=](std::uint64_t seed, const LevelSettings&) {
    SessionSpec spec = ring_spec(vehicles, driver, laps);
    spec.seed = seed;
    return open_session(ring_of(vehicles), spec);
  };
  return options;
}

/// Keeps what it was shown.
struct Watching : Subscriber {
  std::vector<std::shared_ptr<const Frame>> frames;
  std::string reason;
  std::vector<Delivery> readings;
  void take(std::shared_ptr<const Frame> frame) override { frames.push_back(std::move(frame)); }
  void take_readings(std::span<const Delivery> more) override {
    readings.insert(readings.end(), more.begin(), more.end());
  }
  void ended(std::string_view why) override { reason = why; }
};

/// A peer in lock-step whose programs answer when a test says so.
struct StandInPeer : LockStepPeer {
  explicit StandInPeer(std::string name) : door(std::move(name)) {}
  std::string door;
  bool answers{true};
  int polls{}, applied{};

  PeerTurn poll(Stage&, Nanos now) override {
    ++polls;
    return {.answered = answers, .again = now + 1'000'000};
  }
  void apply(Stage&) override { ++applied; }
  PeerStatus status() const override {
    PeerStatus status{.door = door};
    if (!answers) status.waiting = {door};
    return status;
  }
};

inline constexpr Nanos kMillisecond = 1'000'000;

/// "lidar@front beams=90 rate=20" on a vehicle.
inline SensorWant want_of(const std::string& words, bool every = false, std::uint32_t vehicle = 0) {
  return {.sensor = {VehicleId{vehicle}, parse_sensor(words).value()}, .every = every};
}

/// Calls work() as the stage asks for it until wall time `until`.
inline Nanos run_stage(Stage& stage, Nanos from, Nanos until) {
  Nanos now = from;
  for (Nanos next = now; now < until; now = std::max(next, now + kMillisecond / 10))
    next = stage.work(now);
  return now;
}

}  // namespace paddock
