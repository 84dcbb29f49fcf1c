#include "bench/racecar_bench.h"

#include "apps/paddock/level_files.h"
#include "paddock/core/hash.h"
#include "paddock/protocols/racecar/server.h"
#include "paddock/rooms/rooms.h"

namespace paddock {
namespace {

using namespace racecar;

constexpr int kRepetitions = 5;
constexpr int kStanding = 400;  // updates until everything has come to rest
constexpr Nanos kPatience = 10'000'000'000;

struct Case {
  const char* name;
  bool color, depth;
  int updates;  // in one repetition
};

constexpr Case kCases[]{{"all sensors", true, true, 200},
                        {"without colour", false, true, 1000},
                        {"lidar and IMU", false, false, 2000}};

/// A program that answers at once: it reads its sensors, says how to drive, and has finished.
class Program {
 public:
  static Result<Program> connect(const LockStepServer& door) {
    auto loop = std::make_unique<EventLoop>();
    auto socket = UdpSocket::open(*loop, "127.0.0.1", 0);
    if (!socket) return tl::unexpected(socket.error());
    Program program(std::move(loop), std::move(*socket), door);
    program.socket_.send(program.async_, encode(Connect{kVersion1}));
    if (!program.receive(2)) return fail(ErrorCode::Io, "the door did not welcome the program");
    return program;
  }

  /// So many calls; false when the door fell silent. Reads what `c` says.
  bool update(const Case& c, int updates, const SetSpeedAngle& command) {
    for (int i = 0; i < updates; ++i)
      if (!update(c, command)) return false;
    return true;
  }
  /// Of all that was read in the last update.
  std::uint64_t hash() const { return hash_.value(); }

 private:
  Program(std::unique_ptr<EventLoop> loop, UdpSocket socket, const LockStepServer& door)
      : loop_(std::move(loop)),
        socket_(std::move(socket)),
        sync_{kLoopback, door.sync_port()},
        async_{kLoopback, door.async_port()} {}

  bool update(const Case& c, const SetSpeedAngle& command) {
    if (!receive(8)) return false;  // start or update
    hash_ = {};
    bool fine = !c.color || ask_color();
    fine = fine && (!c.depth || ask(Quantity::DepthImage, 19'200));
    fine = fine && ask(Quantity::LidarSamples, 2880) && ask(Quantity::LinearAcceleration, 12) &&
           ask(Quantity::AngularVelocity, 12);
    return fine && socket_.send(sync_, encode(command)) && socket_.send(sync_, encode(Finished{}));
  }

  bool receive(std::size_t limit) {
    const Nanos until = steady_now() + kPatience;
    while (!socket_.receive(bytes_, limit)) {
      if (steady_now() > until) return false;
      loop_->wait(kPatience);
    }
    return true;
  }
  bool ask(Quantity quantity, std::size_t size) {
    socket_.send(sync_, encode(Get{quantity}));
    if (!receive(size) || bytes_.size() != size) return false;
    hash_.add(std::string_view(bytes_));
    return true;
  }
  bool ask_color() {
    socket_.send(sync_, encode(Get{Quantity::ColorImage}));
    for (std::size_t i = 0; i < kFragments; ++i) {
      if (!receive(kFragmentBytes) || bytes_.size() != kFragmentBytes) return false;
      hash_.add(std::string_view(bytes_).substr(0, 640 * 4));  // its first row
      socket_.send(sync_, encode(SendNext{}));
    }
    return true;
  }

  std::unique_ptr<EventLoop> loop_;
  UdpSocket socket_;
  UdpPeer sync_, async_;
  std::string bytes_;
  Hasher hash_;
};

StageOptions demo_stage(const std::string& level, std::shared_ptr<LockStepServer> door) {
  StageOptions stage;
  stage.pace = {.factor = 0};
  stage.peers.push_back(std::move(door));
  stage.open = [level](std::uint64_t seed, const LevelSettings& settings) {
    SessionSpec spec{.vehicles = {}, .seed = seed, .settings = settings};
    spec.vehicles.push_back({.driver = "program"});
    return open_session(level, spec);
  };
  return stage;
}

Result<BenchResult> bench_case(const Case& c) {
  const auto level = find_level("demo");
  if (!level) return tl::unexpected(level.error());
  DoorOptions options;
  options.async_port = options.sync_port = 0;
  options.start = true;
  options.senses.realism = false;
  const auto loop = std::make_shared<EventLoop>();  // shared: the room takes it over
  auto door = LockStepServer::open(*loop, options);
  if (!door) return tl::unexpected(door.error());
  Rooms rooms;
  auto room = rooms.open({.name = "bench",
                          .level = "demo",
                          .keep = true,
                          .stage = demo_stage(*level, *door),
                          .loop = loop},
                         [](auto) {});
  if (!room) return tl::unexpected(room.error());
  auto program = Program::connect(**door);
  if (!program) return tl::unexpected(program.error());

  // a car at rest sees the same however long it took to connect
  bool fine = program->update(c, kStanding, {});
  BenchResult result;
  result.name = c.name, result.unit = "updates/s";
  result.hash = program->hash();
  result.rate = measure_rate(
      c.updates, kRepetitions, [] {},
      [&] { fine = fine && program->update(c, c.updates, {.speed = 0.5f, .angle = 1}); });
  if (!fine) return fail(ErrorCode::Io, "the door fell silent");
  rooms.close("bench", "it is over");
  const FrameTimes& times = (*door)->times();
  const auto each = [&](Nanos total) {
    return static_cast<double>(total) * 1e-6 / static_cast<double>(times.frames);
  };
  result.labels = {{"level", "demo"}};
  result.facts = {{"pictures_ms", each(times.pictures)},
                  {"wire_ms", each(times.wire)},
                  {"program_ms", each(times.scripts)}};
  return result;
}

}  // namespace

Result<std::vector<BenchResult>> bench_racecar() {
  std::vector<BenchResult> results;
  for (const Case& c : kCases) {
    auto result = bench_case(c);
    if (!result) return tl::unexpected(result.error());
    results.push_back(std::move(*result));
  }
  return results;
}

}  // namespace paddock
