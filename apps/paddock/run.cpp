// paddock run: a level under built-in drivers, as fast as possible, at a pace, or beside the page.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <thread>

#include "apps/paddock/interrupt.h"
#include "apps/paddock/level_files.h"
#include "apps/paddock/page_room.h"
#include "apps/paddock/playground.h"
#include "apps/paddock/print.h"
#include "apps/paddock/verbs.h"
#include "paddock/record/recorder.h"
#include "paddock/stage/session.h"

namespace paddock {
namespace {

constexpr std::int64_t kDefaultTicks = 10'000;
constexpr std::int64_t kMostTicks = 100'000'000;

bool finished(const Session& session, const RunOptions& options, std::int64_t most) {
  if (count(session.state.tick) >= most) return true;
  if (options.laps == 0) return false;
  return std::all_of(
      session.state.laps.begin(), session.state.laps.end(),
      [&](const LapState& lap) { return lap.laps >= static_cast<std::uint32_t>(options.laps); });
}

void run_to_end(Session& session, Recorder* recorder, const RunOptions& options,
                std::int64_t most) {
  ProgressBar bar(options.level, "ticks", most);
  const double factor = options.speed.value_or(0);
  const auto began = std::chrono::steady_clock::now();
  while (!interrupted() && !finished(session, options, most)) {
    advance(session);
    if (recorder != nullptr) recorder->tick(session);
    if (count(session.state.tick) % 256 == 0) bar.show(count(session.state.tick));
    if (!(factor > 0)) continue;
    const double seconds = session.world().clock.seconds(session.state.tick) / factor;
    std::this_thread::sleep_until(began + std::chrono::duration<double>(seconds));
  }
}

/// Nothing when no recording is asked for.
Result<std::unique_ptr<Recorder>> begin_recording(const RunOptions& options,
                                                  const std::string& level_path, Session& session) {
  if (options.record.empty()) return std::unique_ptr<Recorder>();
  auto head = recording_head(level_path, session.spec);
  if (!head) return tl::unexpected(head.error());
  return Recorder::begin(options.record, std::move(*head), session);
}

Json json_of(const Session& session, const RunOptions& options) {
  Json vehicles = Json::array();
  for (std::size_t v = 0; v < session.state.laps.size(); ++v) {
    const LapState& lap = session.state.laps[v];
    const Pose2 pose = pose_of(session.state.physics.vehicles[v]);
    vehicles.add(Json::object()
                     .set("vehicle", type_of(kind_of(session.model.vehicles[v].params)).name)
                     .set("laps", lap.laps)
                     .set("best_lap_s", static_cast<double>(lap.best_lap) * 1e-9)
                     .set("x", pose.x)
                     .set("y", pose.y)
                     .set("yaw", pose.yaw)
                     .set("frozen", session.state.physics.frozen[v] != 0));
  }
  return Json::object()
      .set("level", session.model.world->name)
      .set("seed", options.seed)
      .set("driver", options.driver)
      .set("ticks", count(session.state.tick))
      .set("simulated_s", session.model.world->clock.seconds(session.state.tick))
      .set("contacts", session.contacts)
      .set("vehicles", std::move(vehicles))
      .set("flights", flights_json(session))
      .set("hash", hash_text(hash_of(session.state)));
}

void print_result(const Session& session, double wall) {
  const double simulated = session.model.world->clock.seconds(session.state.tick);
  std::vector<std::vector<std::string>> rows{{"VEHICLE", "LAPS", "BEST LAP"}};
  for (std::size_t v = 0; v < session.state.laps.size(); ++v) {
    const LapState& lap = session.state.laps[v];
    rows.push_back({std::string(type_of(kind_of(session.model.vehicles[v].params)).name),
                    fmt::format("{}", lap.laps), lap.best_lap > 0 ? lap_time(lap.best_lap) : "-"});
  }
  print_table(rows);
  if (const auto flights = flight_rows(session); !flights.empty()) {
    fmt::print("\n");
    print_table(flights);
  }
  fmt::print("\n{:.2f} s simulated in {:.2f} s ({:.0f} times real time), {} contacts\nhash {}\n",
             simulated, wall, wall > 0 ? simulated / wall : 0, session.contacts,
             hash_text(hash_of(session.state)));
}

void say_written(const RunOptions& options) {
  if (!options.record.empty())
    fmt::print("Written: {}; play it again: paddock replay {}\n", options.record, options.record);
}

/// The folder of levels where people draw the path.
constexpr std::string_view kPlayground = "playground";

SessionSpec spec_of(const RunOptions& options, const LevelSettings& settings) {
  const std::vector<VehicleRequest> vehicles(static_cast<std::size_t>(options.vehicles),
                                             {.kind = options.vehicle, .driver = options.driver});
  return {.vehicles = vehicles, .seed = options.seed, .settings = settings};
}

/// The run as it was asked for: its parameters and its path are commands before the first tick.
Result<Session> open_run(const RunOptions& options, const std::string& level,
                         const SessionSpec& spec, const PlaygroundSettings& settings) {
  auto session = open_session(level, spec);
  if (!session) return session;
  if (auto set = set_up(*session, settings); !set) return tl::unexpected(set.error());
  if (auto set = set_path(*session, options.path); !set) return tl::unexpected(set.error());
  return session;
}

/// What was left open, by the level.
RunOptions completed(RunOptions options, const std::string& level) {
  const std::string folder = std::filesystem::path(level).parent_path().filename().string();
  if (options.driver.empty()) options.driver = folder == kPlayground ? "path" : "route";
  if (options.original) options.set.emplace_back("original=1");
  return options;
}

/// Says what the run cannot be asked for.
Result<void> check_laps(const RunOptions& options, const Session& session) {
  if (options.laps == 0 || !session.world().gates.empty()) return {};
  return fail(ErrorCode::Invalid, "level ", options.level,
              " has no gates to count laps by; use --ticks");
}

// --- beside the page ----------------------------------------------------------------------------

int run_beside_page(const RunOptions& options, const std::string& level,
                    const PlaygroundSettings& settings) {
  StageOptions stage_options;
  stage_options.seed = options.seed;
  stage_options.settings = settings.variables;
  stage_options.pace = {.paused = true, .factor = options.speed.value_or(1)};
  stage_options.open = [&](std::uint64_t seed, const LevelSettings& variables) -> Result<Session> {
    SessionSpec spec = spec_of(options, variables);
    spec.seed = seed;
    auto session = open_run(options, level, spec, settings);
    if (!session) return session;
    if (auto fine = check_laps(options, *session); !fine) return tl::unexpected(fine.error());
    return session;
  };
  auto shown = open_page_room(options, level, std::move(stage_options));
  if (!shown) return complain(shown.error().message);
  announce(*shown);

  const double began = now_seconds();
  const std::int64_t most = options.ticks > 0 ? options.ticks : kMostTicks;
  const Session* run = nullptr;  // the room's, whose thread has ended when it is looked at
  shown->room->post([&](Stage& stage, Nanos) {
    run = &stage.session();
    stage.stop_when([&](const Session& session) {
      if (!finished(session, options, most)) return false;
      shown->server->stop();
      return true;
    });
    stage.set_pace({.paused = settings.paused, .factor = stage.pace().factor});
  });
  shown->server->run();  // until the run is over, or Ctrl-C
  shown->room->stop("the run is over");
  if (run != nullptr) print_result(*run, now_seconds() - began);
  say_written(options);
  return kOk;
}

}  // namespace

int run_level(const RunOptions& asked) {
  const auto path = find_level(asked.level);
  if (!path) return complain(path.error().message);
  RunOptions options = completed(asked, *path);
  const auto settings = sort_settings(*path, options.set, options.params);
  if (!settings) return complain(settings.error().message);
  if (settings->paused && !options.watch) return complain(kPausedForEver);
  if (!options.speed) options.speed = settings->real_time_factor;
  if (options.watch) return run_beside_page(options, *path, *settings);
  auto session = open_run(options, *path, spec_of(options, settings->variables), *settings);
  if (!session) return complain(session.error().message);
  if (const auto fine = check_laps(options, *session); !fine) return complain(fine.error().message);

  const std::int64_t most = options.ticks > 0  ? options.ticks
                            : options.laps > 0 ? kMostTicks
                                               : kDefaultTicks;
  catch_interrupts();
  auto recorder = begin_recording(options, *path, *session);
  if (!recorder) return complain(recorder.error().message);
  const double began = now_seconds();
  run_to_end(*session, recorder->get(), options, most);
  const double wall = now_seconds() - began;
  recorder->reset();  // the file is complete
  if (options.json)
    print_json(json_of(*session, options));
  else
    print_result(*session, wall);
  if (!options.json) say_written(options);
  return interrupted() ? interrupted_status() : kOk;
}

}  // namespace paddock
