#include "paddock/protocols/eespees/door.h"

#include <algorithm>
#include <array>
#include <chrono>

#include "paddock/core/log.h"
#include "paddock/core/version.h"
#include "paddock/core/wall_clock.h"
#include "paddock/protocols/eespees/webots_launcher.h"
#include "paddock/vehicles/vehicle.h"
#include "paddock/world/level.h"

namespace paddock::eespees {
namespace {

constexpr std::chrono::milliseconds kRoomLook{20};
constexpr std::string_view kTrainingLevel = "training_env";
constexpr const char* kLoopbackHost = "127.0.0.1";
constexpr std::uint16_t kFirstPort = 10200, kPortStep = 2;  // the port between is the backend's
constexpr Nanos kPatience = 5'000'000'000;                  // of rooms that others drive in too
constexpr double kMostProcess = 1 << 30;
constexpr std::array<std::string_view, 2> kWires{"actual", "readme"};
constexpr std::array<std::string_view, 4> kStartVariables{"cells", "scale", "blocks", "robots"};

// --- options ------------------------------------------------------------------------------------

constexpr std::array kOptions{
    DoorOption{.name = "backend",
               .value = "HOST:PORT",
               .about = "Where the backend listens (127.0.0.1:10201 when missing)"},
    DoorOption{.name = "controller",
               .value = "HOST:PORT",
               .about = "Where an external controller listens (127.0.0.1:10200 when missing); one "
                        "a robot",
               .count = 0},
    DoorOption{.name = "level",
               .value = "LEVEL",
               .about = "training_env, or another; one without that one's variables is driven "
                        "without a backend"},
    DoorOption{.name = "pace",
               .value = "FACTOR",
               .about = "Of RUN and FAST, times real time (40 when missing); 0: as fast as answers "
                        "come"},
    DoorOption{.name = "wire",
               .value = "FORM",
               .about = "actual, as the programs do it, or readme, as their description prints it"},
    DoorOption{.name = "solvable", .value = "", .about = "Only worlds whose target can be reached"},
    DoorOption{.name = "true-ranges",
               .value = "",
               .about = "Lidar distances as they are, not as rendered"},
    DoorOption{.name = "noise", .value = "", .about = "Seeded noise on lidar, GPS and compass"},
    DoorOption{.name = "webots",
               .value = "PID",
               .about = "Process id of the webots launcher, which writes this"},
    DoorOption{.name = "WEBOTS",
               .value = "ARGUMENT",
               .about = "What the webots launcher was called with",
               .count = 0},
    DoorOption{.name = "launcher",
               .value = "FOLDER",
               .about = "Write a webots launcher into this folder and end"}};

constexpr std::array kServerOptions{
    DoorOption{.name = "ees-pees-controllers",
               .value = "HOST:PORT",
               .about = "Where external controllers of rovers listen in rooms of others "
                        "(127.0.0.1:10200, :10202, … when missing); one a rover",
               .count = 0}};

Result<std::vector<Endpoint>> endpoints_of(const std::vector<std::string>& texts) {
  std::vector<Endpoint> endpoints;
  for (const std::string& text : texts) {
    auto endpoint = parse_endpoint(text);
    if (!endpoint) return tl::unexpected(endpoint.error());
    endpoints.push_back(std::move(*endpoint));
  }
  return endpoints;
}

/// A backend makes the worlds of a level that has all variables that START sets.
Result<bool> is_supervised(const std::string& level) {
  const LevelReading reading = read_level(level, 1);
  if (!reading.ok()) return fail(ErrorCode::Invalid, reading.problems.front().text());
  const LevelSettings& has = reading.spec.papers.variables;
  return std::all_of(kStartVariables.begin(), kStartVariables.end(), [&](std::string_view name) {
    return std::any_of(has.begin(), has.end(), [&](const auto& each) { return each.name == name; });
  });
}

Result<DoorOptions> door_options_of(const OptionValues& values, const std::string& level_name,
                                    const DoorContext& context) {
  DoorOptions door;
  auto level = context.find_level(level_name);
  if (!level) return tl::unexpected(level.error());
  door.level = std::move(*level);
  const auto supervised = is_supervised(door.level);
  if (!supervised) return tl::unexpected(supervised.error());
  door.supervised = *supervised;
  if (values.has("backend")) {
    auto backend = parse_endpoint(values.text("backend", ""));
    if (!backend) return tl::unexpected(backend.error());
    door.backend = std::move(*backend);
  }
  if (values.has("controller")) {
    auto controllers = endpoints_of(values.list("controller"));
    if (!controllers) return tl::unexpected(controllers.error());
    door.controllers = std::move(*controllers);
  }
  const auto pace = values.number("pace", door.pace, 0, 10'000);
  if (!pace) return tl::unexpected(pace.error());
  door.pace = *pace;
  const auto wire = values.one_of("wire", kWires.front(), kWires);
  if (!wire) return tl::unexpected(wire.error());
  door.wire = *wire == "readme" ? Wire::Readme : Wire::Actual;
  door.solvable = values.has("solvable");
  door.senses = {.true_ranges = values.has("true-ranges"), .noise = values.has("noise")};
  return door;
}

// --- plans --------------------------------------------------------------------------------------

Result<std::unique_ptr<OpenDoor>> open_door(const DoorOptions& options, const DoorContext& context,
                                            std::function<void()> closed) {
  return std::make_unique<Door>(context.rooms, options, std::move(closed));
}

/// Waits for a backend beside the page.
Result<DoorPlan> plan_beside(const OptionValues& values, const DoorContext& context) {
  auto options = door_options_of(values, std::string(kTrainingLevel), context);
  if (!options) return tl::unexpected(options.error());
  options->on_start = true;
  return DoorPlan{.open = [options = std::move(*options)](const DoorContext& with) {
    return open_door(options, with, nullptr);
  }};
}

Result<DoorPlan> plan_launcher(const std::string& folder) {
  const auto path = write_webots_launcher(folder);
  if (!path) return tl::unexpected(path.error());
  return DoorPlan{.said = concat("Written: ", *path,
                                 "\nPut its folder first on PATH, and the backend starts "
                                 "Paddock.\n")};
}

std::string addresses_said(const DoorOptions& options) {
  std::string said;
  if (options.supervised) said = concat("Backend: ", options.backend.text(), "\n");
  for (const Endpoint& controller : options.controllers)
    said += concat("Controller: ", controller.text(), "\n");
  return said;
}

/// In Webots' place; CLOSE ends the server.
Result<DoorPlan> plan_alone(const OptionValues& values, const DoorContext& context) {
  const auto call = parse_webots_call(values.list("WEBOTS"));
  if (!call) return tl::unexpected(call.error());
  if (call->version)
    return DoorPlan{.said = concat("Webots version: R2020a (paddock ", kVersion, ")\n")};
  const auto launcher = values.number("webots", 0, 1, kMostProcess);
  if (!launcher) return tl::unexpected(launcher.error());
  const bool launched = *launcher > 0;
  if (launched && !follow_webots_launcher(static_cast<int>(*launcher))) return DoorPlan{};
  const std::string level = launched ? call->level : values.text("level", kTrainingLevel);
  auto options = door_options_of(values, level, context);
  if (!options) return tl::unexpected(options.error());
  options->as_webots = launched;
  options->begin = {.paused = call->mode == WebotsCall::Mode::Paused,
                    .factor = call->mode == WebotsCall::Mode::Fast ? options->pace : 1};
  DoorPlan plan{.said = addresses_said(*options)};
  plan.open = [options = std::move(*options)](const DoorContext& with) {
    return open_door(options, with, with.stop);
  };
  return plan;
}

Result<DoorPlan> plan_door(const OptionValues& values, const DoorContext& context, bool alone) {
  if (!alone) return plan_beside(values, context);
  if (values.has("WEBOTS") && !values.has("webots"))
    return fail(ErrorCode::Invalid, "what webots was called with needs --webots");
  if (values.has("launcher")) return plan_launcher(values.text("launcher", ""));
  return plan_alone(values, context);
}

// --- rooms of others ----------------------------------------------------------------------------

/// Rovers that wait for programs.
std::vector<VehicleId> rovers_of(const Session& session) {
  std::vector<VehicleId> rovers;
  for (std::size_t v = 0; v < session.seats.size(); ++v)
    if (is_present(session.state, id_of(session.state, v)) &&
        kind_of(session.model.vehicles[v].params) == kind_of<Rover>() &&
        session.seats[v].name == kProgramDriver)
      rovers.push_back(id_of(session.state, v));
  return rovers;
}

std::shared_ptr<LockStepPeer> join_room(const DoorContext& context, const JoinRequest&,
                                        const Session& session, EventLoop& loop) {
  DoorOptions options;
  options.supervised = false;
  options.patience = kPatience;
  options.vehicles = rovers_of(session);
  if (options.vehicles.empty()) return nullptr;
  auto given = endpoints_of(context.options.list(kServerOptions.front().name));
  if (!given) {
    log(LogLevel::Error, concat("ees-pees: ", given.error().message));
    return nullptr;
  }
  options.controllers = std::move(*given);
  const std::size_t rovers = options.vehicles.size();
  for (std::size_t i = options.controllers.size(); i < rovers; ++i)
    options.controllers.push_back(
        {kLoopbackHost, static_cast<std::uint16_t>(kFirstPort + kPortStep * i)});
  options.controllers.resize(rovers);
  return std::make_shared<LockStepServer>(loop, options);
}

}  // namespace

constinit const DoorKind kDoor{
    .name = kDoorName,
    .about = "In Webots' place for the EES-PEES backend and controller; ends with CLOSE",
    .server_options = kServerOptions,
    .options = kOptions,
    .doctor = "looks for a backend on 127.0.0.1:10201, a controller on :10200",
    .join = join_room,
    .plan = plan_door};

// --- Door ---------------------------------------------------------------------------------------

Door::Door(Rooms& rooms, DoorOptions options, std::function<void()> closed)
    : rooms_(rooms), options_(std::move(options)), closed_(std::move(closed)) {
  thread_ = std::thread([this] { serve(); });
}

void Door::stop() {
  if (options_.as_webots) drop_webots_name();
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    if (loop_) loop_->wake();
  }
  stopped_.notify_all();
  if (thread_.joinable()) thread_.join();
}

bool Door::stopping() {
  const std::lock_guard lock(mutex_);
  return stopping_;
}

void Door::serve() {
  while (const Loop loop = begin()) {
    const auto server = std::make_shared<LockStepServer>(*loop, options_);
    const bool started = !options_.on_start || wait_for_start(*loop, *server);
    const bool ended = started && hold_room(loop, server);
    server->hang_up();  // it lives on while a page still holds the room
    if (ended && closed_) closed_();
    if (!options_.on_start) return;
  }
}

/// A loop for the next room; none once the door is stopped.
Door::Loop Door::begin() {
  auto loop = std::make_shared<EventLoop>();
  const std::lock_guard lock(mutex_);
  loop_ = stopping_ ? nullptr : std::move(loop);
  return loop_;
}

/// False when the door was stopped before a backend said START.
bool Door::wait_for_start(EventLoop& loop, LockStepServer& server) {
  while (!stopping()) {
    if (server.backend_started(steady_now())) return true;
    loop.wait(std::max<Nanos>(0, server.next_try() - steady_now()));
  }
  return false;
}

/// Opens the room, which goes on with the loop, and stays until it is over; true when the
/// conversation ended it.
bool Door::hold_room(const Loop& loop, const std::shared_ptr<LockStepServer>& server) {
  StageOptions stage;
  stage.peers = {server};
  if (options_.supervised)
    stage.settings = {{"blocks", 0}, {"robots", static_cast<double>(options_.controllers.size())}};
  else
    stage.pace = options_.begin;
  stage.open = [options = options_](std::uint64_t seed, const LevelSettings& settings) {
    SessionSpec spec{.vehicles = {}, .seed = seed, .settings = settings};
    spec.vehicles.assign(options.controllers.size(),
                         {.kind = "rover", .driver = std::string(kProgramDriver)});
    return open_session(options.level, spec);
  };
  const auto opened =
      rooms_.open({.name = "",
                   .level = std::string(kDoorName),
                   .keep = true,
                   .stage = std::move(stage),
                   .loop = loop},
                  [](const Result<void>& result) {
                    if (!result) log(LogLevel::Error, concat("ees-pees: ", result.error().message));
                  });
  if (!opened) {
    log(LogLevel::Error, concat("ees-pees: ", opened.error().message));
    return false;
  }
  const std::string name = (*opened)->name();
  for (std::unique_lock lock(mutex_); !stopping_ && !server->over() && rooms_.find(name);)
    stopped_.wait_for(lock, kRoomLook);
  const char* why = server->over() ? "the backend ended it" : "the server stops";
  rooms_.close(name, why);
  (*opened)->stop(why);  // its thread has let go of the connections when this returns
  return server->over();
}

}  // namespace paddock::eespees
