// paddock run LEVEL --program FILE.py: a program of the robot-car course drives a level, without a
// page and without hands.
#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <thread>

#include "apps/paddock/level_files.h"
#include "apps/paddock/print.h"
#include "apps/paddock/verbs.h"
#include "paddock/protocols/racecar/server.h"
#include "paddock/record/recorder.h"
#include "paddock/stage/room.h"

namespace paddock {
namespace {

namespace fs = std::filesystem;

constexpr double kDefaultSeconds = 60;  // simulated
constexpr Nanos kConnectPatience = 20'000'000'000;

/// A program that was started, ended with this object.
class Child {
 public:
  Child() = default;
  ~Child() {
    if (ends_within(1)) return;  // it was told
    kill(pid_, SIGINT);
    if (ends_within(2)) return;
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  Result<void> start(std::vector<std::string> words, const std::vector<std::string>& environment,
                     const std::string& folder) {
    std::vector<char*> arguments, variables;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    std::vector<std::string> all;
    for (char** one = environ; *one != nullptr; ++one) all.emplace_back(*one);
    all.insert(all.end(), environment.begin(), environment.end());
    for (std::string& one : all) variables.push_back(one.data());
    variables.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
    const int wrong = posix_spawnp(&pid_, words[0].c_str(), &actions, nullptr, arguments.data(),
                                   variables.data());
    posix_spawn_file_actions_destroy(&actions);
    if (wrong == 0) return {};
    pid_ = 0;
    return fail(ErrorCode::Io, words[0], " cannot be started: ", std::strerror(wrong));
  }

  bool running() {
    if (pid_ == 0) return false;
    if (waitpid(pid_, nullptr, WNOHANG) == pid_) pid_ = 0;
    return pid_ != 0;
  }

 private:
  bool ends_within(int seconds) {
    for (int i = 0; i < 100 * seconds && running(); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return !running();
  }
  pid_t pid_{};
};

/// Where `import racecar_core` finds a library: what was asked for, else our own.
Result<std::string> library_path(const std::string& asked) {
  if (!asked.empty()) {
    if (fs::exists(fs::path(asked) / "racecar_core.py")) return asked;
    return fail(ErrorCode::NotFound, asked, " must hold the course's racecar_core.py");
  }
  std::error_code ignored;
  const fs::path binary = fs::read_symlink("/proc/self/exe", ignored);
  // beside the sources, or where a package was installed
  for (const fs::path& folder : {fs::path(PADDOCK_SOURCE_DIR) / "python",
                                 binary.parent_path().parent_path() / "lib" / "python"})
    if (fs::exists(folder / "paddock_racecar" / "course" / "racecar_core.py"))
      return folder.string() + ":" + (folder / "paddock_racecar" / "course").string();
  return fail(ErrorCode::NotFound,
              "the library racecar_core was not found; say where it lies with --library FOLDER");
}

Result<std::unique_ptr<Child>> start_program(const RunOptions& options,
                                             const racecar::Conversation& door) {
  const auto library = library_path(options.library);
  if (!library) return tl::unexpected(library.error());
  const fs::path file = fs::absolute(options.program);
  if (!fs::exists(file))
    return fail(ErrorCode::NotFound, options.program, ": there is no such program");
  const char* before = std::getenv("PYTHONPATH");
  std::string path = *library;
  if (before != nullptr && *before != '\0') path += concat(":", before);
  auto child = std::make_unique<Child>();
  auto started =
      child->start({options.python, file.filename().string(), "-s", "-h"},
                   {concat("PYTHONPATH=", path),
                    concat("PADDOCK_RACECAR_PORTS=", door.async_port(), ",", door.sync_port()),
                    "PYTHONUNBUFFERED=1"},
                   file.parent_path().string());
  if (!started) return tl::unexpected(started.error());
  return child;
}

Result<racecar::DoorOptions> door_options_of(const RunOptions& options) {
  racecar::DoorOptions door;
  door.start = options.start;
  door.senses.realism = !options.ideal;
  door.async_port = static_cast<std::uint16_t>(options.ports.at(0));
  door.sync_port = static_cast<std::uint16_t>(options.ports.at(1));
  for (const std::string& text : options.press) {
    const auto press = racecar::parse_press(text);
    if (!press) return tl::unexpected(press.error());
    door.presses.push_back(*press);
  }
  return door;
}

void print_times(const Stage& stage, const racecar::Conversation& door, double wall) {
  const Session& session = stage.session();
  const double simulated = session.world().clock.seconds(session.state.tick);
  const racecar::FrameTimes& times = door.times();
  const double frames = std::max(1.0, static_cast<double>(times.frames));
  for (std::size_t v = 0; v < session.seats.size(); ++v) {
    const Pose2 pose = pose_of(session.state.physics.vehicles[v]);
    fmt::print("Car {}: ({:.2f}, {:.2f}) m, heading {:.0f} degrees, {:.2f} m/s\n", v + 1, pose.x,
               pose.y, pose.yaw * 180 / kPi, speed_of(session.state.physics.vehicles[v]));
  }
  const auto each = [&](Nanos total) { return static_cast<double>(total) * 1e-6 / frames; };
  fmt::print(
      "\n{:.2f} s simulated in {:.2f} s, {} updates, {:.1f} a second\n"
      "each: {:.2f} ms pictures, {:.2f} ms wire and program, {:.2f} ms the rest\n"
      "{} contacts\nhash {}\n",
      simulated, wall, times.frames, frames / wall, each(times.pictures), each(times.scripts),
      1000 * wall / frames - each(times.pictures) - each(times.scripts), session.contacts,
      hash_text(hash_of(session.state)));
}

}  // namespace

int run_program(const RunOptions& options) {
  const auto path = find_level(options.level);
  if (!path) return complain(path.error().message);
  const auto settings = read_settings(options.set);
  if (!settings) return kUsage;
  auto door_options = door_options_of(options);
  if (!door_options) return complain(door_options.error().message);
  auto door = racecar::Conversation::open(*door_options);
  if (!door) return complain(door.error().message);

  StageOptions stage_options;
  stage_options.seed = options.seed;
  stage_options.settings = *settings;
  stage_options.pace.factor = options.speed;
  stage_options.lock_step = *door;
  stage_options.open = [&](std::uint64_t seed, const LevelSettings& variables) {
    SessionSpec spec{.vehicles = {}, .seed = seed, .settings = variables};
    spec.vehicles.assign(static_cast<std::size_t>(options.vehicles),
                         {.kind = options.vehicle, .driver = "program"});
    return open_session(*path, spec);
  };
  Stage stage(std::move(stage_options));
  if (auto started = stage.start(steady_now()); !started) return complain(started.error().message);
  auto child = start_program(options, **door);
  if (!child) return complain(child.error().message);

  const double seconds = options.ticks > 0 ? static_cast<double>(options.ticks) *
                                                 stage.session().world().clock.tick_seconds()
                                           : kDefaultSeconds;
  const Nanos began = steady_now();
  Nanos connected = 0;
  while (true) {
    const Nanos now = steady_now();
    if (connected == 0 && (*door)->connected() > 0) connected = now;
    if (connected == 0) {
      // time stands still until it is there
      stage.set_pace({.paused = true, .factor = options.speed});
      if (!(*child)->running()) return complain("the program ended before it connected");
      if (now - began > kConnectPatience)
        return complain("the program did not connect within 20 seconds");
    } else if (stage.pace().paused) {
      stage.set_pace({.paused = false, .factor = options.speed});
    }
    const Nanos next = stage.work(now);
    const double time = stage.session().world().clock.seconds(stage.session().state.tick);
    if (time >= seconds) break;
    if (connected != 0 && (*door)->connected() == 0 && !(*child)->running()) break;
    const Nanos pause = std::min<Nanos>(next - steady_now(), 10'000'000);
    if (pause > 0) (*door)->wait(pause);
  }
  const double wall = static_cast<double>(steady_now() - connected) * 1e-9;
  (*door)->end_programs();
  stage.end("the run is over");
  print_times(stage, **door, wall);
  return kOk;
}

}  // namespace paddock
