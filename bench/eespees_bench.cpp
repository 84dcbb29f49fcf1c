#include "bench/eespees_bench.h"

#include <algorithm>
#include <thread>

#include "apps/paddock/level_files.h"
#include "paddock/core/hash.h"
#include "paddock/core/wall_clock.h"
#include "paddock/net/tcp_listener.h"
#include "paddock/protocols/eespees/door.h"

namespace paddock {
namespace {

using namespace eespees;

constexpr int kSteps = 20'000, kResets = 300, kRepetitions = 5;

const WorldCommand kStart{.function = Function::Start,
                          .seed = 42,
                          .mode = Mode::LockStep,
                          .obstacles = 10,
                          .cells = 8,
                          .scale = 0.5f};

/// A door and both of its peers, played by whoever holds this.
struct Scene {
  TcpListener backend, controller;
  Rooms rooms;
  std::optional<Door> door;
  std::optional<TcpPeer> supervisor, robot;

  /// Up to the first sensor packet, which is left unanswered.
  Result<void> begin(const WorldCommand& start) {
    const auto level = find_level("training_env");
    if (!level) return tl::unexpected(level.error());
    DoorOptions options;
    options.backend.port = backend.port();
    options.controllers = {{"127.0.0.1", controller.port()}};
    options.level = *level;
    door.emplace(rooms, options, nullptr);
    supervisor = backend.accept();
    if (!supervisor || !supervisor->write(encode(start)) || !supervisor->read(kWorldReplySize))
      return fail(ErrorCode::Io, "the door did not answer START");
    robot = controller.accept();
    if (!robot || !robot->read(kInitSize) || !robot->read(kSensorSize))
      return fail(ErrorCode::Io, "the door did not come to the controller");
    return {};
  }
};

/// Answers so many packets; the last one.
std::string answer(TcpPeer& peer, const DriveCommand& command, int steps) {
  const std::string bytes = encode(command, Wire::Actual);
  std::string last;
  for (int i = 0; i < steps; ++i) {
    if (!peer.write(bytes)) break;
    last = peer.read(kSensorSize).value_or("");
  }
  return last;
}

/// The same exchange with nothing behind it: what wire and peer alone can do.
double ceiling() {
  TcpListener listener;
  std::thread sender([port = listener.port()] {
    EventLoop loop;
    TcpLink link(loop);
    link.dial({"127.0.0.1", port});
    while (link.state() == TcpLink::State::Connecting) loop.wait(1'000'000'000);
    const std::string packet(kSensorSize, '\0');
    std::string received;
    while (link.read(received)) {
      if (received.size() < kDriveSize) {
        loop.wait(1'000'000'000);
        continue;
      }
      received.clear();
      if (!link.write(packet)) break;
    }
  });
  double rate = 0;
  {
    auto peer = listener.accept();
    if (peer)
      rate = measure_rate(
          kSteps, kRepetitions, [] {}, [&] { answer(*peer, {}, kSteps); });
  }
  sender.join();
  return rate;
}

Result<BenchResult> wire_case() {
  Scene scene;
  if (auto begun = scene.begin(kStart); !begun) return tl::unexpected(begun.error());
  BenchResult result;
  result.name = "wire", result.unit = "steps/s";
  std::string last;
  result.rate = measure_rate(
      kSteps, kRepetitions,
      [&] {
        scene.supervisor->write(
            encode(WorldCommand{.function = Function::Reset, .seed = 42, .cells = 0}));
        scene.supervisor->read(kWorldReplySize);
        scene.robot->read(kSensorSize);
      },
      [&] { last = answer(*scene.robot, {.heading = 0.5, .speed = -5}, kSteps); });
  if (last.size() != kSensorSize) return fail(ErrorCode::Io, "the door fell silent");
  result.reference = {{"without simulation", ceiling()}};
  Hasher hash;
  hash.add(std::string_view(last));
  result.hash = hash.value();
  return result;
}

Result<BenchResult> reset_case() {
  Scene scene;
  WorldCommand large = kStart;
  large.cells = 20, large.obstacles = 100;
  if (auto begun = scene.begin(large); !begun) return tl::unexpected(begun.error());
  std::vector<double> milliseconds;
  Hasher hash;
  for (int i = 0; i < kResets; ++i) {
    const Nanos began = steady_now();
    scene.supervisor->write(encode(WorldCommand{.function = Function::Reset, .seed = i}));
    const auto reply = scene.supervisor->read(kWorldReplySize);
    milliseconds.push_back(static_cast<double>(steady_now() - began) * 1e-6);
    if (!reply || !scene.robot->read(kSensorSize))
      return fail(ErrorCode::Io, "the door fell silent");
    for (const float v : decode_reply(*reply)->target) hash.add(v);
  }
  std::sort(milliseconds.begin(), milliseconds.end());
  BenchResult result;
  result.name = "reset-20x20", result.unit = "resets/s";
  result.rate = 1000 / milliseconds[milliseconds.size() / 2];
  result.hash = hash.value();
  result.facts = {{"obstacles", 100},
                  {"median_ms", milliseconds[milliseconds.size() / 2]},
                  {"slowest_ms", milliseconds.back()}};
  return result;
}

}  // namespace

Result<std::vector<BenchResult>> bench_eespees() {
  auto wire = wire_case();
  if (!wire) return tl::unexpected(wire.error());
  auto reset = reset_case();
  if (!reset) return tl::unexpected(reset.error());
  return std::vector<BenchResult>{*wire, *reset};
}

}  // namespace paddock
