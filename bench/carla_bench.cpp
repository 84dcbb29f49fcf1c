// A client that answers at once with what CARLA's autopilot would do, over loopback, against the
// door in the same process. What came over the wire is hashed, but for numbers of frames and the
// time of day.
#include "bench/carla_bench.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <thread>
#include <utility>

#include "apps/paddock/level_files.h"
#include "paddock/core/hash.h"
#include "paddock/core/wall_clock.h"
#include "paddock/net/tcp_listener.h"
#include "paddock/protocols/carla/door.h"
#include "paddock/protocols/carla/wire/codec.h"
#include "paddock/protocols/carla/wire/framing.h"
#include "paddock/stage/stage.h"

namespace paddock {
namespace {

using namespace carla;

constexpr int kRepetitions = 5;
constexpr int kEpisodes = 100;     // in one repetition
constexpr int kPatience = 60'000;  // ms
constexpr std::uint32_t kSpot = 26;
constexpr int kPictureThreads = 2;  // as the door has them

struct FrameCase {
  const char* name;
  const char* camera;  // keys of its one camera; empty: there is none
  int vehicles, walkers, weather;
  int frames;  // in one repetition
  double least, aim;
};

constexpr const char* kCamera =
    "ImageSizeX=800\nImageSizeY=600\nFOV=90\nPositionX=0.3\n"
    "PositionY=0\nPositionZ=1.3\n";
// of the suites of the driving benchmark, which crop the picture themselves
constexpr const char* kBenchmarkCamera =
    "ImageSizeX=800\nImageSizeY=600\nFOV=100\nPositionX=2\nPositionY=0\nPositionZ=1.4\n"
    "RotationPitch=-15\n";
constexpr int kClearNoon = 1, kHardRainNoon = 6;

constexpr FrameCase kFrameCases[]{
    {"sync-800x600", kCamera, 0, 0, kClearNoon, 100, 40, 80},
    {"sync-benchmark", kBenchmarkCamera, 20, 50, kHardRainNoon, 100, 25, 50},
    {"none", "", 0, 0, kClearNoon, 3000, 1000, 4000},
    {"none-traffic", "", 20, 30, kClearNoon, 1000, 200, 500}};

std::string ini_of(const FrameCase& c) {
  return concat("[CARLA/Server]\nSynchronousMode=True\nSendNonPlayerAgentsInfo=True\n",
                "[CARLA/LevelSettings]\nNumberOfVehicles=", c.vehicles,
                "\nNumberOfPedestrians=", c.walkers, "\nWeatherId=", c.weather,
                "\nSeedVehicles=1\nSeedPedestrians=2\n",
                *c.camera != '\0' ? concat("[CARLA/Sensor]\nSensors=rgb\n[CARLA/Sensor/rgb]\n",
                                           "SensorType=CAMERA\n", c.camera)
                                  : std::string());
}

class StandInDriver {
 public:
  static Result<StandInDriver> connect(std::uint16_t port) {
    auto world = TcpPeer::dial(port);
    if (!world) return fail(ErrorCode::Io, "the door does not answer");
    return StandInDriver(port, std::move(*world));
  }

  /// A new episode up to its first frame, which is left unanswered.
  bool begin(const std::string& ini, std::uint32_t spot) {
    stream_.reset(), control_.reset();
    hash_ = {};
    if (!say(world_, encode(RequestNewEpisode{ini})) || !hear(world_) ||
        !say(world_, encode(EpisodeStart{spot})) || !hear(world_))
      return false;
    stream_ = TcpPeer::dial(static_cast<std::uint16_t>(port_ + 1));
    control_ = TcpPeer::dial(static_cast<std::uint16_t>(port_ + 2));
    return stream_ && control_ && read_frame();
  }
  /// Answers so many frames.
  bool drive(int frames) {
    bool fine = true;
    for (int i = 0; i < frames && fine; ++i)
      fine = say(*control_, encode(measured_.player.autopilot_control)) && read_frame();
    return fine;
  }

  std::size_t frame_bytes() const { return frame_bytes_; }
  /// Measurements of all frames of the episode, and the sensors of its last one.
  std::uint64_t hash() const {
    Hasher hash = hash_;
    if (!sensor_.empty()) hash.add(std::string_view(sensor_).substr(kNumbered));
    return hash.value();
  }

 private:
  static constexpr std::size_t kNumbered = 12;  // bytes with the sensor and the frame's number

  StandInDriver(std::uint16_t port, TcpPeer world) : port_(port), world_(std::move(world)) {}

  static bool say(TcpPeer& to, const std::string& body) { return to.write(framed(body)); }
  bool hear(TcpPeer& from) {
    char length[4];
    if (!from.read_into(length, kPatience)) return false;
    std::size_t size = 0;
    for (std::size_t i = 4; i-- > 0;) size = size << 8 | static_cast<unsigned char>(length[i]);
    body_.resize(size);
    frame_bytes_ += 4 + size;
    return from.read_into(body_, kPatience);
  }
  bool read_frame() {
    frame_bytes_ = 0;
    if (!hear(*stream_)) return false;
    auto measured = decode_measurements(body_);
    if (!measured) return false;
    measured_ = std::move(*measured);
    while (hear(*stream_)) {
      if (body_.empty()) {
        measured_.frame_number = 0, measured_.platform_timestamp = 0;
        hash_.add(std::string_view(encode(measured_)));
        return true;
      }
      sensor_.swap(body_);
    }
    return false;
  }

  std::uint16_t port_;
  TcpPeer world_;
  std::optional<TcpPeer> stream_{}, control_{};
  std::string body_, sensor_;
  std::size_t frame_bytes_{};
  Measurements measured_;
  Hasher hash_;
};

/// The door as `paddock serve carla` opens it.
struct House {
  Rooms rooms;
  DoorContext context{.rooms = rooms, .admission = nullptr, .find_level = find_level};
  std::unique_ptr<Door> door;

  static Result<std::unique_ptr<House>> open() {
    auto house = std::make_unique<House>();
    auto door = Door::open(house->context, {.port = 0, .map = "Town01", .fps = 10});
    if (!door) return tl::unexpected(door.error());
    house->door = std::move(*door);
    return house;
  }
};

/// The same dialogue with frames of as many bytes and nothing behind them.
class EmptyTown {
 public:
  explicit EmptyTown(std::size_t sensor_bytes)
      : sensor_bytes_(sensor_bytes), server_(*ClientServer::open(loop_, {.world_port = 0})) {
    thread_ = std::thread([this] { serve(); });
  }
  ~EmptyTown() {
    over_ = true;
    loop_.wake();
    thread_.join();
  }
  EmptyTown(const EmptyTown&) = delete;
  EmptyTown& operator=(const EmptyTown&) = delete;
  std::uint16_t port() const { return server_.world_port(); }

 private:
  void serve() {
    while (!over_) {
      const Nanos now = steady_now();
      for (const ClientEvent& event : server_.poll(now)) {
        if (std::holds_alternative<EpisodeAsked>(event.what))
          server_.describe(event.session,
                           {.map_name = "Town01", .player_start_spots = {}, .sensors = {}});
        if (std::holds_alternative<StartChosen>(event.what)) server_.ready(event.session);
        if (std::holds_alternative<DriveBegun>(event.what)) show(driving_ = event.session);
        if (std::holds_alternative<ClientGone>(event.what)) driving_.reset();
      }
      if (driving_ && server_.take_control(*driving_)) show(driving_);
      const auto again = server_.again();
      loop_.wait(again ? std::max<Nanos>(0, *again - now) : 1'000'000'000);
    }
  }
  void show(std::optional<SessionId> session) {
    Measurements measurements;
    measurements.frame_number = 1;
    std::string frame = framed(encode(measurements));
    if (sensor_bytes_ > 0) append_message(frame, std::string(sensor_bytes_, '\0'));
    append_end_of_frame(frame);
    server_.show(*session, frame);
  }

  const std::size_t sensor_bytes_;
  EventLoop loop_;
  ClientServer server_;
  std::optional<SessionId> driving_;  // of the thread
  std::atomic<bool> over_{};
  std::thread thread_;
};

/// Frames a second of a driver who has begun, in as many episodes as there are repetitions.
Result<double> rate_of(StandInDriver& driver, const FrameCase& c, std::uint64_t* hash) {
  bool fine = true, same = true;
  std::optional<std::uint64_t> first;
  const double rate = measure_rate(
      c.frames, kRepetitions, [&] { fine = fine && driver.begin(ini_of(c), kSpot); },
      [&] {
        fine = fine && driver.drive(c.frames);
        if (hash == nullptr) return;
        same = same && driver.hash() == first.value_or(driver.hash());
        first = driver.hash();
      });
  if (!fine) return fail(ErrorCode::Io, c.name, ": the door fell silent");
  if (!same) return fail(ErrorCode::Invalid, c.name, ": an episode begun again went otherwise");
  if (hash != nullptr) *hash = *first;
  return rate;
}

/// The same run on this thread, with its pictures and without a client.
Result<double> rate_alone(const FrameCase& c) {
  const auto level = find_level("town01");
  if (!level) return tl::unexpected(level.error());
  Episode episode{
      .level = *level, .settings = read_settings(ini_of(c), {}).settings, .spot = kSpot};
  StageOptions options;
  options.pace = {.factor = 0};
  Towns towns;
  options.open = [&](std::uint64_t, const LevelSettings&) { return towns.open(episode); };
  Stage stage(std::move(options));
  if (const auto started = stage.start(0); !started) return tl::unexpected(started.error());
  Nanos now = 0;
  Result<void> fine;
  const auto obey = [&](const Command& command) {
    if (auto done = stage.command(command); !done) fine = std::move(done);
  };
  const double rate = measure_rate(
      c.frames, kRepetitions,
      [&] {
        if (auto begun = stage.restart(1, {}); !begun) fine = std::move(begun);
        obey(PlaceVehicle{VehicleId{}, stage.session().world().starts[kSpot].pose});
        obey(SetDriver{VehicleId{}, "autopilot"});
        obey(SetParameter{"weather", static_cast<double>(c.weather + 1)});
        for (const SensorSettings& sensor : episode.settings.sensors)
          obey(MountSensor{mount_of(sensor, 0, VehicleId{})});
        if (!episode.settings.sensors.empty()) stage.prepare_pictures(kPictureThreads);
      },
      [&] {
        for (int i = 0; i < c.frames; ++i) {
          stage.work(++now);
          if (!episode.settings.sensors.empty()) stage.read_sensor(VehicleId{}, "carla_1");
        }
      });
  if (!fine) return tl::unexpected(fine.error());
  return rate;
}

double milliseconds_since(Nanos began) { return static_cast<double>(steady_now() - began) * 1e-6; }

/// With the wait of the first client of a server for its first frame, and of the second.
Result<BenchResult> frame_case(const FrameCase& c) {
  auto house = House::open();
  if (!house) return tl::unexpected(house.error());
  BenchResult result;
  result.name = c.name, result.unit = "frames/s";
  result.labels = {{"map", "Town01"}};
  result.facts = {{"at least", c.least}, {"aim", c.aim}};
  std::size_t bytes = 0;
  for (const char* which : {"first client's wait in ms", "second client's wait in ms"}) {
    const Nanos began = steady_now();
    auto driver = StandInDriver::connect((*house)->door->port());
    if (!driver || !driver->begin(ini_of(c), kSpot))
      return fail(ErrorCode::Io, c.name, ": the door did not begin");
    result.facts.push_back({which, milliseconds_since(began)});
    bytes = driver->frame_bytes();
    if (result.facts.size() < 4) continue;
    const auto rate = rate_of(*driver, c, &result.hash);
    if (!rate) return tl::unexpected(rate.error());
    result.rate = *rate;
  }
  result.facts.push_back({"bytes of a frame", static_cast<double>(bytes)});
  EmptyTown empty(bytes);
  auto driver = StandInDriver::connect(empty.port());
  if (!driver) return tl::unexpected(driver.error());
  const auto rate = rate_of(*driver, c, nullptr);
  if (!rate) return tl::unexpected(rate.error());
  const auto alone = rate_alone(c);
  if (!alone) return tl::unexpected(alone.error());
  result.reference = {{"without simulation", *rate}, {"without a client", *alone}};
  return result;
}

/// New episodes with the traffic that a client of CARLA's asks for if nobody says otherwise.
Result<BenchResult> episode_case() {
  const FrameCase c{"episode", "", 20, 30, kClearNoon, kEpisodes, 50, 200};
  auto house = House::open();
  if (!house) return tl::unexpected(house.error());
  auto driver = StandInDriver::connect((*house)->door->port());
  if (!driver) return tl::unexpected(driver.error());
  const std::string ini = ini_of(c);
  bool fine = true;
  Hasher hash;
  const auto rate_to = [&](StandInDriver& of) {
    return measure_rate(
        kEpisodes, kRepetitions, [&] { hash = {}; },
        [&] {
          for (std::uint32_t i = 0; i < kEpisodes; ++i) {
            fine = fine && of.begin(ini, i);
            hash.add(of.hash());
          }
        });
  };
  BenchResult result;
  result.name = c.name, result.unit = "episodes/s";
  result.rate = rate_to(*driver);
  result.hash = hash.value();
  result.labels = {{"map", "Town01"}};
  result.facts = {{"at least", c.least}, {"aim", c.aim}, {"vehicles", 20}, {"walkers", 30}};
  EmptyTown empty(0);
  auto other = StandInDriver::connect(empty.port());
  if (!other) return tl::unexpected(other.error());
  result.reference = {{"without simulation", rate_to(*other)}};
  if (!fine) return fail(ErrorCode::Io, "episode: the door fell silent");
  return result;
}

}  // namespace

Result<std::vector<BenchResult>> bench_carla() {
  std::vector<BenchResult> results;
  for (const FrameCase& c : kFrameCases) {
    auto result = frame_case(c);
    if (!result) return tl::unexpected(result.error());
    results.push_back(std::move(*result));
  }
  auto episodes = episode_case();
  if (!episodes) return tl::unexpected(episodes.error());
  results.push_back(std::move(*episodes));
  return results;
}

}  // namespace paddock
