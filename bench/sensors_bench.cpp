// A whole stage as fast as it goes, with a car on its route. Simulated time; two threads for a
// picture, and the shared pool's for packing it.
#include "bench/sensors_bench.h"

#include <deque>
#include <memory>

#include "apps/paddock/level_files.h"
#include "paddock/core/hash.h"
#include "paddock/core/wall_clock.h"
#include "paddock/stage/stage.h"

namespace paddock {
namespace {

constexpr int kRepetitions = 3;
constexpr int kPictureThreads = 2;
constexpr std::size_t kPacking = 8;  // pictures that a subscriber lets wait

struct SensorCase {
  const char* name;
  const char* level;
  std::int64_t grid_per_tick;  // 0: as the level has it
  const char* sensor;
  PictureFormat format;
  int subscribers;
  double seconds;  // simulated, in one repetition
};

constexpr SensorCase kCases[]{
    {"odometry-1kHz", "oval", 1, "odometry rate=1000", PictureFormat::Raw, 1, 60},
    {"lidar-40Hz-x3", "grand_prix", 0, "lidar beams=1080 rate=40", PictureFormat::Raw, 3, 60},
    {"jpeg-640x480-30Hz", "grand_prix", 0, "camera width=640 height=480 rate=30",
     PictureFormat::Jpeg, 1, 4}};

/// Counts what it gets, and waits for what is still being packed.
class Reader final : public Subscriber {
 public:
  explicit Reader(bool hashes) : hashes_(hashes) {}
  void take(std::shared_ptr<const Frame>) override {}
  void take_readings(std::span<const Delivery> readings) override {
    for (const Delivery& reading : readings) {
      ++readings_, left_out_ += reading.left_out;
      if (hashes_) hash_.add(hash_of(reading.measurement->reading));
      if (reading.packed) packing_.push_back(reading.packed);
      if (packing_.size() > kPacking) wait_for_first();
    }
  }
  void ended(std::string_view) override {}
  void wait_for_all() {
    while (!packing_.empty()) wait_for_first();
  }

  std::uint64_t hash() const { return hash_.value(); }
  std::int64_t readings() const { return readings_; }
  std::uint64_t left_out() const { return left_out_; }
  double bytes() const { return bytes_; }

 private:
  void wait_for_first() {
    bytes_ += static_cast<double>(packing_.front()->bytes().size());
    packing_.pop_front();
  }
  bool hashes_;
  Hasher hash_;
  std::int64_t readings_{};
  std::uint64_t left_out_{};
  std::deque<std::shared_ptr<PackedPicture>> packing_;
  double bytes_{};
};

Result<Level> level_of(const SensorCase& c) {
  const auto path = find_level(c.level);
  if (!path) return tl::unexpected(path.error());
  LevelReading level = read_level(*path, 1);
  if (!level.problems.empty()) return fail(ErrorCode::Invalid, level.problems.front().text());
  if (c.grid_per_tick > 0) level.spec.clock = {.grid_hz = 1000, .grid_per_tick = c.grid_per_tick};
  return build_level(std::move(level.spec));
}

/// One run of a case from its beginning.
struct SensorRun {
  std::unique_ptr<Stage> stage;
  std::vector<std::shared_ptr<Reader>> readers;

  /// Without the sensor where `sensing` is false.
  static Result<SensorRun> begin(const SensorCase& c, const Level& level, bool sensing,
                                 bool hashes = false) {
    StageOptions options;
    options.pace = {.factor = 0};
    options.open = [level](std::uint64_t seed, const LevelSettings&) {
      return open_session(level, SessionSpec{.seed = seed});
    };
    SensorRun run{.stage = std::make_unique<Stage>(std::move(options)), .readers = {}};
    if (auto started = run.stage->start(steady_now()); !started)
      return tl::unexpected(started.error());
    const auto spec = parse_sensor(c.sensor);
    if (!spec) return tl::unexpected(spec.error());
    if (c.format != PictureFormat::Raw) run.stage->prepare_pictures(kPictureThreads);
    for (int i = 0; i < c.subscribers; ++i) {
      run.readers.push_back(std::make_shared<Reader>(hashes));
      run.stage->subscribe(run.readers.back());
      const SensorWant want{.sensor = {VehicleId{}, *spec}, .every = true, .format = c.format};
      if (!sensing) continue;
      auto asked = run.stage->subscribe_sensor(run.readers.back().get(), 1, want);
      if (!asked) return tl::unexpected(asked.error());
    }
    return run;
  }

  void run_to(double seconds) {
    const Clock& clock = stage->session().world().clock;
    stage->stop_when(
        [&](const Session& session) { return clock.seconds(session.state.tick) >= seconds; });
    while (!stage->pace().paused) stage->work(steady_now());
    for (const auto& reader : readers) reader->wait_for_all();
  }
};

double rate_of(const SensorCase& c, const Level& level, bool sensing) {
  SensorRun run;
  return measure_rate(
      c.seconds, kRepetitions,
      [&] { run = std::move(SensorRun::begin(c, level, sensing).value()); },
      [&] { run.run_to(c.seconds); });
}

Result<BenchResult> bench_case(const SensorCase& c) {
  const auto level = level_of(c);
  if (!level) return tl::unexpected(level.error());
  auto hashed = SensorRun::begin(c, *level, true, true);
  if (!hashed) return tl::unexpected(hashed.error());
  hashed->run_to(c.seconds);
  const Reader& reader = *hashed->readers.front();
  if (reader.left_out() > 0 || reader.readings() == 0)
    return fail(ErrorCode::Invalid, c.name, ": every reading must come, got ", reader.readings(),
                " and ", reader.left_out(), " left out");

  BenchResult result;
  result.name = c.name, result.unit = "simulated s/s", result.hash = reader.hash();
  result.rate = rate_of(c, *level, true);
  const double without = rate_of(c, *level, false);
  result.reference = {{"without the sensor", without}};
  result.labels = {{"level", c.level}, {"sensor", c.sensor}};
  result.facts = {{"ratio", result.rate / without},
                  {"subscribers", static_cast<double>(c.subscribers)},
                  {"readings", static_cast<double>(reader.readings())}};
  if (c.format != PictureFormat::Raw)
    result.facts.push_back(
        {"bytes_a_picture", reader.bytes() / static_cast<double>(reader.readings())});
  return result;
}

}  // namespace

Result<std::vector<BenchResult>> bench_sensors() {
  std::vector<BenchResult> results;
  for (const SensorCase& c : kCases) {
    auto result = bench_case(c);
    if (!result) return tl::unexpected(result.error());
    results.push_back(std::move(*result));
  }
  return results;
}

}  // namespace paddock
