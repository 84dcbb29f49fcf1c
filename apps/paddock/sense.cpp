// paddock sense: what sensors read while a level runs under built-in drivers, as a file.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <thread>

#include "apps/paddock/interrupt.h"
#include "apps/paddock/level_files.h"
#include "apps/paddock/print.h"
#include "apps/paddock/readings_file.h"
#include "apps/paddock/verbs.h"
#include "paddock/core/wall_clock.h"
#include "paddock/stage/stage.h"

namespace paddock {
namespace {

/// What is asked for on the command line, one a sensor.
Result<std::vector<SensorWant>> wants_of(const SenseOptions& options, PictureFormat format) {
  const auto vehicle = VehicleId{static_cast<std::uint32_t>(options.vehicle - 1)};
  std::vector<SensorWant> wants;
  for (const std::string& text : options.sensors) {
    auto spec = parse_sensor(text);
    if (!spec) return tl::unexpected(spec.error());
    if (spec->rate == 0) spec->rate = options.rate;
    wants.push_back({.sensor = {vehicle, std::move(*spec)}, .every = true, .format = format});
  }
  return wants;
}

/// Hands every reading to the file, and counts.
class Readings final : public Subscriber {
 public:
  struct Count {
    std::int64_t readings{};
    std::uint64_t left_out{};
  };

  /// Asks the stage for each of them. Says what is wrong.
  Result<void> ask(Stage& stage, std::span<const SensorWant> wants) {
    for (const SensorWant& want : wants) {
      auto info = stage.subscribe_sensor(this, static_cast<SubscriptionId>(infos_.size()), want);
      if (!info) return tl::unexpected(info.error());
      for (const auto& other : infos_)
        if (other->mount.spec.name == (*info)->mount.spec.name)
          return fail(ErrorCode::Invalid, "two sensors are called \"", other->mount.spec.name,
                      "\"; give one another name, as \"", want.sensor.spec.kind, " name=second\"");
      infos_.push_back(std::move(*info));
    }
    counts_.resize(infos_.size());
    clock_ = stage.session().world().clock;
    return {};
  }
  Result<void> begin(const std::string& path, ReadingsFormat format) {
    auto file = begin_readings(path, format, infos_);
    if (!file) return tl::unexpected(file.error());
    file_ = std::move(*file);
    return {};
  }
  /// The files that were written.
  Result<std::vector<std::string>> finish() {
    if (wrong_) return tl::unexpected(*wrong_);
    return file_->finish();
  }

  void take(std::shared_ptr<const Frame>) override {}
  void take_readings(std::span<const Delivery> readings) override {
    for (const Delivery& reading : readings) {
      Count& count = counts_[reading.subscription];
      ++count.readings, count.left_out += reading.left_out;
      const double time = clock_.seconds(reading.measurement->tick);
      if (wrong_) continue;
      if (auto added = file_->add(reading.subscription, reading, time); !added)
        wrong_ = added.error();
    }
  }
  void ended(std::string_view) override {}

  bool failed() const { return wrong_.has_value(); }
  std::span<const std::shared_ptr<const SensorInfo>> sensors() const { return infos_; }
  const Count& count_of(std::size_t sensor) const { return counts_[sensor]; }

 private:
  std::vector<std::shared_ptr<const SensorInfo>> infos_;
  std::vector<Count> counts_;
  Clock clock_;
  std::unique_ptr<ReadingsFile> file_;
  std::optional<Error> wrong_;
};

StageOptions stage_of(const SenseOptions& options, const std::string& level,
                      const LevelSettings& settings) {
  StageOptions stage;
  stage.seed = options.seed;
  stage.settings = settings;
  stage.pace = {.factor = options.speed};
  const int vehicles = std::max(options.vehicles, options.vehicle);
  stage.open = [=, driver = options.driver, ideal = options.ideal](std::uint64_t seed,
                                                                   const LevelSettings& variables) {
    SessionSpec spec{.vehicles = {}, .seed = seed, .settings = variables};
    spec.vehicles.assign(static_cast<std::size_t>(vehicles), {.driver = driver});
    spec.ideal_sensors = ideal;
    return open_session(level, spec);
  };
  return stage;
}

/// A level has only so many ticks in a second.
void say_true_rates(const Readings& readings, std::span<const SensorWant> wants) {
  for (std::size_t i = 0; i < wants.size(); ++i) {
    const SensorInfo& sensor = *readings.sensors()[i];
    const double asked = wants[i].sensor.spec.rate;
    if (asked > sensor.rate * (1 + 1e-9))
      complain(concat(sensor.mount.spec.name, ": the level has ", sensor.rate,
                      " ticks a second, so there are as many readings in place of ", asked));
  }
}

bool looks_through_rays(const Readings& readings) {
  return std::any_of(readings.sensors().begin(), readings.sensors().end(), [](const auto& sensor) {
    const ReadingShape shape = shape_of(sensor->form);
    return shape == ReadingShape::Picture || shape == ReadingShape::Points;
  });
}

void run_stage(Stage& stage, const Readings& readings, const SenseOptions& options) {
  const double tick_seconds = stage.session().world().clock.tick_seconds();
  const auto most = static_cast<std::int64_t>(std::ceil(options.seconds / tick_seconds - 1e-9));
  ProgressBar bar(options.level, "ticks", most);
  stage.stop_when([&](const Session& session) {
    return count(session.state.tick) >= most || readings.failed() || interrupted();
  });
  while (!stage.pace().paused) {
    const Nanos next = stage.work(steady_now());
    bar.show(count(stage.session().state.tick));
    if (options.speed > 0)
      std::this_thread::sleep_for(std::chrono::nanoseconds(next - steady_now()));
  }
}

// --- what it says -------------------------------------------------------------------------------

Json json_of(const Stage& stage, const Readings& readings, const SenseOptions& options,
             const std::vector<std::string>& files) {
  Json sensors = Json::array();
  for (std::size_t i = 0; i < readings.sensors().size(); ++i) {
    const SensorInfo& sensor = *readings.sensors()[i];
    sensors.add(Json::object()
                    .set("name", sensor.mount.spec.name)
                    .set("kind", sensor.mount.spec.kind)
                    .set("unit", sensor.mount.spec.unit)
                    .set("shape", name_of(shape_of(sensor.form)))
                    .set("rate_hz", sensor.rate)
                    .set("readings", readings.count_of(i).readings)
                    .set("left_out", readings.count_of(i).left_out));
  }
  const Session& session = stage.session();
  return Json::object()
      .set("level", session.world().name)
      .set("seed", options.seed)
      .set("driver", options.driver)
      .set("vehicle", options.vehicle)
      .set("ticks", count(session.state.tick))
      .set("simulated_s", session.world().clock.seconds(session.state.tick))
      .set("sensors", std::move(sensors))
      .set("output", options.output)
      .set("files", files.size())
      .set("hash", hash_text(hash_of(session.state)));
}

void print_readings(const Stage& stage, const Readings& readings, double wall,
                    const std::vector<std::string>& files) {
  std::vector<std::vector<std::string>> rows{
      {"SENSOR", "KIND", "UNIT", "RATE", "READINGS", "LEFT OUT"}};
  for (std::size_t i = 0; i < readings.sensors().size(); ++i) {
    const SensorInfo& sensor = *readings.sensors()[i];
    rows.push_back({sensor.mount.spec.name, sensor.mount.spec.kind, sensor.mount.spec.unit,
                    concat(sensor.rate, " Hz"), fmt::format("{}", readings.count_of(i).readings),
                    fmt::format("{}", readings.count_of(i).left_out)});
  }
  print_table(rows);
  const Session& session = stage.session();
  const double simulated = session.world().clock.seconds(session.state.tick);
  fmt::print("\n{:.2f} s simulated in {:.2f} s ({:.0f} times real time)\nhash {}\n", simulated,
             wall, wall > 0 ? simulated / wall : 0, hash_text(hash_of(session.state)));
  if (files.empty())
    fmt::print("Nothing written: there was no reading\n");
  else if (files.size() == 1)
    fmt::print("Written: {}\n", files.front());
  else
    fmt::print("Written: {} to {}, {} files\n", files.front(), files.back(), files.size());
}

}  // namespace

int sense_level(const SenseOptions& options) {
  if (options.sensors.empty() || options.output.empty()) {
    complain("name a --sensor and a file with -o, or look what there is with --list");
    return kUsage;
  }
  const auto format = readings_format(options.output);
  if (!format) return complain(format.error().message);
  const auto wants =
      wants_of(options, *format == ReadingsFormat::Png ? PictureFormat::Png : PictureFormat::Raw);
  if (!wants) return complain(wants.error().message);
  const auto path = find_level(options.level);
  if (!path) return complain(path.error().message);
  const auto settings = read_settings(options.set);
  if (!settings) return kUsage;

  Stage stage(stage_of(options, *path, *settings));
  if (auto started = stage.start(steady_now()); !started) return complain(started.error().message);
  const auto readings = std::make_shared<Readings>();  // shared: a stage holds its watchers weakly
  stage.subscribe(readings);
  if (auto asked = readings->ask(stage, *wants); !asked) return complain(asked.error().message);
  say_true_rates(*readings, *wants);
  catch_interrupts();
  if (auto begun = readings->begin(options.output, *format); !begun)
    return complain(begun.error().message);
  if (looks_through_rays(*readings))
    stage.prepare_pictures(
        static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1u, 16u)));

  const double began = now_seconds();
  run_stage(stage, *readings, options);
  const auto files = readings->finish();
  if (!files) return complain(files.error().message);
  if (options.json)
    print_json(json_of(stage, *readings, options, *files));
  else
    print_readings(stage, *readings, now_seconds() - began, *files);
  return interrupted() ? interrupted_status() : kOk;
}

}  // namespace paddock
