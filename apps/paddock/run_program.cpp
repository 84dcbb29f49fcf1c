// paddock run LEVEL --program FILE.py: programs of the robot-car course drive a level, without
// hands, or beside the page.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <thread>

#include "apps/paddock/interrupt.h"
#include "apps/paddock/level_files.h"
#include "apps/paddock/page_room.h"
#include "apps/paddock/print.h"
#include "apps/paddock/programs.h"
#include "apps/paddock/senses.h"
#include "apps/paddock/serve.h"
#include "apps/paddock/verbs.h"
#include "paddock/core/wall_clock.h"
#include "paddock/protocols/racecar/server.h"
#include "paddock/record/best_times.h"

namespace paddock {
namespace {

constexpr double kDefaultSeconds = 60;  // simulated; a race takes as long as it takes
constexpr double kLongestRace = 1800;   // likewise
constexpr Nanos kConnectPatience = 20'000'000'000;
constexpr auto kLookAtPrograms = std::chrono::milliseconds(100);
constexpr auto kLookAtRoom = std::chrono::milliseconds(20);

using Programs = std::vector<std::unique_ptr<Program>>;

// --- what was asked for -------------------------------------------------------------------------

Result<racecar::DoorOptions> door_options_of(const RunOptions& options) {
  racecar::DoorOptions door;
  // nobody is there to press it in a race without a page
  door.start = options.start || (options.race && !options.watch);
  door.start_with = options.programs.size();
  for (const std::string& file : options.programs)
    door.names.push_back(std::filesystem::path(file).filename().string());
  door.senses = senses_of(options.senses);
  door.user = options.user;
  door.async_port = static_cast<std::uint16_t>(options.ports.at(0));
  door.sync_port = static_cast<std::uint16_t>(options.ports.at(1));
  door.keep_times = keep_best_times(recordings_folder(""), options.user);
  for (const std::string& text : options.press) {
    const auto press = racecar::parse_press(text);
    if (!press) return tl::unexpected(press.error());
    door.presses.push_back(*press);
  }
  return door;
}

StageOptions stage_options_of(const RunOptions& options, const std::string& level,
                              const LevelSettings& settings,
                              const std::shared_ptr<racecar::LockStepServer>& door) {
  StageOptions stage;
  stage.seed = options.seed;
  stage.settings = settings;
  stage.peers.push_back(door);
  stage.open = [options, level](std::uint64_t seed, const LevelSettings& variables) {
    SessionSpec spec{.vehicles = {}, .seed = seed, .settings = variables};
    spec.vehicles.assign(
        std::max(static_cast<std::size_t>(options.vehicles), options.programs.size()),
        {.kind = options.vehicle, .driver = "program"});
    for (std::size_t v = 0; v < spec.vehicles.size(); ++v) {
      const Color color = racecar::kCourseColors[v % racecar::kCourseColors.size()];
      spec.vehicles[v].colors = CarColors{.front = color, .back = color};
    }
    spec.mode = options.race ? PlayMode::Race : PlayMode::Explore;
    spec.ideal_sensors = options.senses.ideal;
    return open_session(level, spec);
  };
  return stage;
}

/// Until so many programs are connected, the newest of them too.
Result<void> wait_for(Program& newest, const std::string& file, std::size_t wanted,
                      const std::function<std::size_t()>& turn) {
  const Nanos began = steady_now();
  while (turn() < wanted) {
    if (!newest.running())
      return fail(ErrorCode::Invalid, file, " ended with ", newest.how_it_ended(),
                  " before it connected");
    if (steady_now() - began > kConnectPatience)
      return fail(ErrorCode::Invalid, file, " did not connect within 20 seconds");
    if (interrupted()) return fail(ErrorCode::Invalid, "interrupted");
  }
  return {};
}

/// Starts the programs, each when the one before has its car, so that the first named drives the
/// first; `turn` lets a little time pass and says how many are there. What they print goes on with
/// their names, and to `more`.
Result<Programs> start_programs(const RunOptions& options, const racecar::LockStepServer& door,
                                const std::function<std::size_t()>& turn,
                                const std::function<void(const std::string&)>& more) {
  Programs programs;
  for (const std::string& file : options.programs) {
    const std::string name =
        options.programs.size() > 1 ? std::filesystem::path(file).filename().string() + ": " : "";
    const auto on_line = [name, more, json = options.json](ProgramOutput output,
                                                           std::string_view line) {
      const std::string text = name + std::string(line);
      fmt::print(output == ProgramOutput::Err || json ? stderr : stdout, "{}\n", text);
      std::fflush(stdout);
      if (more) more(text);
    };
    auto program = Program::start({.file = file,
                                   .library = options.library,
                                   .python = options.python,
                                   .async_port = door.async_port(),
                                   .sync_port = door.sync_port()},
                                  on_line);
    if (!program) return tl::unexpected(program.error());
    programs.push_back(std::move(*program));
    if (auto there = wait_for(*programs.back(), file, programs.size(), turn); !there)
      return tl::unexpected(there.error());
  }
  return programs;
}

// --- what became of it --------------------------------------------------------------------------

std::string race_time(const RefereeCar& car) {
  if (car.finished) return lap_time(car.passed.back());
  return car.failed ? "failed" : "not finished";
}

Json json_of(const Session& session, const RunOptions& options, double wall) {
  Json cars = Json::array();
  for (std::size_t v = 0; v < session.seats.size(); ++v) {
    const Pose2 pose = pose_of(session.state.physics.vehicles[v]);
    Json car = Json::object().set("x", pose.x).set("y", pose.y).set("yaw", pose.yaw);
    car.set("speed", speed_of(session.state.physics.vehicles[v]));
    const RefereeCar& judged = session.referee.cars[v];
    Json passed = Json::array();
    for (const Nanos time : judged.passed)
      passed.add(time < 0 ? Json() : Json(static_cast<double>(time) * 1e-9));
    cars.add(car.set("failed", judged.failed)
                 .set("finished", judged.finished)
                 .set("passed_s", std::move(passed))
                 .set("penalty_s", static_cast<double>(judged.penalty) * 1e-9));
  }
  return Json::object()
      .set("level", session.world().name)
      .set("seed", options.seed)
      .set("ticks", count(session.state.tick))
      .set("simulated_s", session.world().clock.seconds(session.state.tick))
      .set("wall_s", wall)
      .set("contacts", session.contacts)
      .set("cars", std::move(cars))
      .set("hash", hash_text(hash_of(session.state)));
}

void print_result(const Session& session, const racecar::FrameTimes& times,
                  const RunOptions& options, double wall) {
  const double simulated = session.world().clock.seconds(session.state.tick);
  const double frames = std::max(1.0, static_cast<double>(times.frames));
  for (std::size_t v = 0; v < session.seats.size(); ++v) {
    const Pose2 pose = pose_of(session.state.physics.vehicles[v]);
    fmt::print("Car {}: ({:.2f}, {:.2f}) m, heading {:.0f} degrees, {:.2f} m/s{}\n", v + 1, pose.x,
               pose.y, pose.yaw * 180 / kPi, speed_of(session.state.physics.vehicles[v]),
               options.race ? ", " + race_time(session.referee.cars[v]) : "");
  }
  const auto each = [&](Nanos total) { return static_cast<double>(total) * 1e-6 / frames; };
  fmt::print(
      "\n{:.2f} s simulated in {:.2f} s, {} updates, {:.1f} a second\n"
      "each: {:.2f} ms pictures, {:.2f} ms wire, {:.2f} ms program, {:.2f} ms the rest\n"
      "{} contacts\nhash {}\n",
      simulated, wall, times.frames, frames / wall, each(times.pictures), each(times.wire),
      each(times.scripts),
      1000 * wall / frames - each(times.pictures) - each(times.wire) - each(times.scripts),
      session.contacts, hash_text(hash_of(session.state)));
  if (!options.record.empty())
    fmt::print("Written: {}; play it again: paddock replay {}\n", options.record, options.record);
}

// --- without a page -----------------------------------------------------------------------------

bool any_running(Programs& programs) {
  bool any = false;
  for (const auto& program : programs) any = program->running() || any;
  return any;
}

/// Until the time is over, the race is, or nobody drives any more.
void drive_to_end(Stage& stage, EventLoop& loop, const racecar::LockStepServer& door,
                  Programs& programs, double seconds) {
  while (!interrupted()) {
    const Nanos next = stage.work(steady_now());
    const Session& session = stage.session();
    if (session.world().clock.seconds(session.state.tick) >= seconds) break;
    if (door.mode() == racecar::Mode::Finished) break;
    if (door.connected() == 0 && !any_running(programs)) break;
    const Nanos pause = std::min<Nanos>(next - steady_now(), 10'000'000);
    if (pause > 0) loop.wait(pause);
  }
}

int run_without_page(const RunOptions& options, const std::string& level,
                     StageOptions stage_options, racecar::LockStepServer& door, EventLoop& loop) {
  stage_options.pace = {.paused = true, .factor = options.speed.value_or(0)};
  Stage stage(std::move(stage_options));
  if (auto started = stage.start(steady_now()); !started) return complain(started.error().message);
  if (!options.record.empty())
    if (auto recorded = stage.record(recording_to(options.record, level), ""); !recorded)
      return complain(recorded.error().message);
  catch_interrupts();
  stage.work(steady_now());  // what takes its time happens before anybody knocks
  const auto turn = [&] {
    stage.work(steady_now());  // simulated time stands still
    if (door.connected() < options.programs.size()) loop.wait(10'000'000);
    return door.connected();
  };
  auto programs = start_programs(options, door, turn, {});
  if (!programs) return complain(programs.error().message);

  const double tick = stage.session().world().clock.tick_seconds();
  const double seconds = options.ticks > 0 ? static_cast<double>(options.ticks) * tick
                         : options.race    ? kLongestRace
                                           : kDefaultSeconds;
  const double began = now_seconds();
  stage.set_pace({.paused = false, .factor = options.speed.value_or(0)});
  drive_to_end(stage, loop, door, *programs, seconds);
  const double wall = now_seconds() - began;
  door.end_programs();
  stage.end("the run is over");
  programs->clear();  // so that all they print comes before the result
  if (options.json)
    print_json(json_of(stage.session(), options, wall));
  else
    print_result(stage.session(), door.times(), options, wall);
  return interrupted() ? kFailed : kOk;
}

// --- beside the page ----------------------------------------------------------------------------

/// Programs that are connected, as of the newest frame.
std::size_t connected_in(const Room& room) {
  const auto frame = room.latest();
  std::size_t there = 0;
  if (frame)
    for (const PeerStatus& peer : frame->status->peers)
      for (const LinkStatus& link : peer.links) there += link.connected ? 1 : 0;
  return there;
}

/// Starts the programs and says when one ends, until `over`; then they end.
int direct(const RunOptions& options, Room& room,
           const std::shared_ptr<racecar::LockStepServer>& door, const std::atomic<bool>& over) {
  const auto turn = [&] {
    std::this_thread::sleep_for(kLookAtRoom);
    return over ? options.programs.size() : connected_in(room);
  };
  auto programs = start_programs(options, *door, turn, [&](const std::string& line) {
    room.post([door, line](Stage&, Nanos) { door->console_line(line); });
  });
  if (!programs) return complain(programs.error().message);
  std::vector<bool> reported(programs->size());
  for (; !over; std::this_thread::sleep_for(kLookAtPrograms))
    for (std::size_t i = 0; i < programs->size(); ++i) {
      if (reported[i] || (*programs)[i]->running()) continue;
      reported[i] = true;
      fmt::print("{} ended with {}\n", options.programs[i], (*programs)[i]->how_it_ended());
      std::fflush(stdout);
    }
  room.stop("Paddock stops");
  door->end_programs();
  return kOk;
}

int run_beside_page(const RunOptions& options, const std::string& level, StageOptions stage_options,
                    const std::shared_ptr<racecar::LockStepServer>& door,
                    std::shared_ptr<EventLoop> loop) {
  stage_options.pace.factor = options.speed.value_or(1);
  auto shown = open_page_room(options, level, std::move(stage_options), std::move(loop));
  if (!shown) return complain(shown.error().message);
  announce(*shown);
  std::atomic<bool> over{false};
  std::thread serving([&] {
    shown->server->run();  // until Ctrl-C
    over = true;
  });
  const int code = direct(options, *shown->room, door, over);
  if (code != kOk) shown->server->stop();
  serving.join();
  shown->server->rooms().close_all("Paddock stops");
  return code;
}

}  // namespace

int run_program(const RunOptions& options) {
  const auto level = find_level(options.level);
  if (!level) return complain(level.error().message);
  const auto settings = read_settings(options.set);
  if (!settings) return kUsage;
  const auto door_options = door_options_of(options);
  if (!door_options) return complain(door_options.error().message);
  const auto loop = std::make_shared<EventLoop>();  // shared: a room takes it over
  const auto door = racecar::LockStepServer::open(*loop, *door_options);
  if (!door) return complain(door.error().message);
  StageOptions stage = stage_options_of(options, *level, *settings, *door);
  return options.watch ? run_beside_page(options, *level, std::move(stage), *door, loop)
                       : run_without_page(options, *level, std::move(stage), **door, *loop);
}

}  // namespace paddock
