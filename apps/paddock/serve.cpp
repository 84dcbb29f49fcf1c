// paddock alone: the server with its page and every door; paddock serve DOOR: one door.
#include "apps/paddock/serve.h"

#include <fmt/format.h>
#include <ifaddrs.h>
#include <netinet/in.h>
#include <spawn.h>
#include <sys/wait.h>

#include <arpa/inet.h>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <random>

#include "apps/paddock/level_files.h"
#include "apps/paddock/page.h"
#include "apps/paddock/print.h"
#include "apps/paddock/verbs.h"
#include "apps/paddock/webots_launcher.h"
#include "paddock/core/log.h"
#include "paddock/protocols/eespees/server.h"
#include "paddock/protocols/racecar/server.h"
#include "paddock/record/best_times.h"

namespace paddock {
namespace {

constexpr int kPortTries = 20;
constexpr Nanos kShowFirst = 50'000'000;      // the page hears of a room in three of its frames
constexpr Nanos kPortsFree = 10'000'000'000;  // a closing room lets go of its ports within this

std::string draw_token() {
  std::random_device system;
  return fmt::format("{:08x}{:08x}{:08x}{:08x}", system(), system(), system(), system());
}

/// An address of this machine that others can reach, else the name for any.
std::string reachable_address() {
  std::string found = "0.0.0.0";
  ifaddrs* all = nullptr;
  if (getifaddrs(&all) != 0) return found;
  for (const ifaddrs* one = all; one != nullptr; one = one->ifa_next) {
    if (one->ifa_addr == nullptr || one->ifa_addr->sa_family != AF_INET) continue;
    char text[INET_ADDRSTRLEN];
    const auto* address = reinterpret_cast<const sockaddr_in*>(one->ifa_addr);
    inet_ntop(AF_INET, &address->sin_addr, text, sizeof text);
    if (!is_loopback(text)) {
      found = text;
      break;
    }
  }
  freeifaddrs(all);
  return found;
}

std::string page_address(const WebOptions& options, std::uint16_t port, const std::string& token) {
  std::string host = options.host;
  if (host == "0.0.0.0" || host == "::") host = reachable_address();
  if (host.find(':') != std::string::npos) host = "[" + host + "]";
  std::string address = fmt::format("http://{}:{}/", host, port);
  if (!token.empty()) address += "?token=" + token;
  return address;
}

void open_browser(std::string address) {
  std::string command = "xdg-open";
  char* arguments[] = {command.data(), address.data(), nullptr};
  pid_t child = 0;
  if (posix_spawnp(&child, command.c_str(), nullptr, nullptr, arguments, environ) != 0)
    complain("no browser could be opened (xdg-open is missing); open the address yourself");
}

/// Closes rooms of the course that nobody is in: they hold the ports that its programs know.
void close_empty_courses(Rooms& rooms) {
  std::vector<std::string> empty;
  for (const auto& room : rooms.list()) {
    const auto frame = room->latest();
    const bool course = frame && frame->status->door && frame->status->door->door == "racecar";
    if (course && !room->keep() && room->viewers() == 0) empty.push_back(room->name());
  }
  for (const std::string& name : empty) rooms.close(name, "another level of the course was opened");
  rooms.wait_for_closed(kPortsFree);
}

/// The door of the robot-car course for levels of its collection. Where its ports are taken, on
/// others: people drive all the same, and programs can be told.
std::shared_ptr<LockStep> open_course(const std::vector<int>& ports, const std::string& recordings,
                                      Rooms& rooms, const std::string& level,
                                      const SessionSpec& spec, const web::DoorRequest& request) {
  std::filesystem::path folder = std::filesystem::path(level).parent_path();
  if (folder.filename() == kTrialsFolder) folder = folder.parent_path();
  if (folder.filename() != "racecar") return nullptr;
  racecar::DoorOptions options;
  options.async_port = static_cast<std::uint16_t>(ports.at(0));
  options.sync_port = static_cast<std::uint16_t>(ports.at(1));
  options.senses = request.senses;
  options.show_first = kShowFirst;
  options.grade = spec.mode == PlayMode::Trial;
  if (!request.user.empty()) options.user = request.user;
  options.keep_times = keep_times_in(recordings, options.user);
  options.senses.realism = !spec.ideal_sensors;
  auto door = racecar::LockStepServer::open(options);
  if (!door) {
    close_empty_courses(rooms);
    door = racecar::LockStepServer::open(options);
  }
  if (!door) {
    options.note = concat(door.error().message, "; programs must be told the ports of this room");
    options.async_port = options.sync_port = 0;
    door = racecar::LockStepServer::open(options);
  }
  if (door) return *door;
  log(LogLevel::Warning, concat("racecar: ", door.error().message));
  return nullptr;
}

/// Times on the clock as intervals; -1 where a checkpoint was left out.
std::vector<Nanos> intervals_of(const std::vector<Nanos>& times) {
  std::vector<Nanos> intervals;
  Nanos last = 0;
  for (const Nanos time : times) {
    intervals.push_back(time < 0 ? -1 : time - last);
    if (time >= 0) last = time;
  }
  return intervals;
}

}  // namespace

std::string recordings_folder(const std::string& asked) {
  const auto from = [](const char* variable, const char* rest) -> std::string {
    const char* value = std::getenv(variable);
    return value != nullptr && *value != '\0' ? std::string(value) + rest : std::string();
  };
  for (const std::string& folder :
       {asked, from("PADDOCK_RECORDINGS", ""), from("XDG_DATA_HOME", "/paddock/recordings"),
        from("HOME", "/.local/share/paddock/recordings")})
    if (!folder.empty()) return folder;
  return "recordings";
}

std::function<bool(const std::string& level, const std::vector<Nanos>& times)> keep_times_in(
    std::string folder, std::string user) {
  // opened for each race that ends: rooms share nothing, and there is one every minute at most
  return [path = concat(folder, "/", web::kBestTimesFile), user](const std::string& level,
                                                                 const std::vector<Nanos>& times) {
    if (times.empty()) return false;
    const auto file = BestTimes::open(path);
    const auto kept = file ? (*file)->offer({level, user, times.back(), intervals_of(times)})
                           : Result<bool>(tl::unexpected(file.error()));
    if (!kept) log(LogLevel::Warning, concat("best times: ", kept.error().message));
    return kept.value_or(false);
  };
}

Result<std::unique_ptr<web::Door>> open_web(const ServeOptions& options, WebOptions& web) {
  web::DoorOptions door_options;
  web.host = options.host;
  web.port = static_cast<std::uint16_t>(options.port);
  web.port_tries = options.port == 0 ? 1 : kPortTries;
  web.token = options.token;
  web.view_token = options.view_token;
  web.stop_on_signals = options.stop_on_signals;
  if (web.token.empty() && !is_loopback(web.host)) web.token = draw_token();
  if (!web.token.empty() && web.token == web.view_token)
    return fail(ErrorCode::Invalid, "--view-token must be another than --token");
  door_options.web = web;
  door_options.levels_folder = levels_folder();
  door_options.recordings_folder = recordings_folder(options.recordings);
  door_options.recordings_quota = {options.recordings_quota.at(0), options.recordings_quota.at(1)};
  door_options.page = page_files();
  door_options.page_folder = options.page;
  door_options.open_lock_step = [ports = options.racecar_ports,
                                 recordings = door_options.recordings_folder](
                                    Rooms& rooms, const std::string& level, const SessionSpec& spec,
                                    const web::DoorRequest& request) {
    return open_course(ports, recordings, rooms, level, spec, request);
  };
  return web::Door::open(door_options);
}

void announce(const ServeOptions& options, const WebOptions& web, std::uint16_t port,
              const std::string& place) {
  if (options.port != 0 && port != options.port)
    fmt::print("Port {} is taken; this server uses {}.\n", options.port, port);
  if (!is_loopback(web.host))
    fmt::print("Anybody who has the address below can watch and drive: it holds the token.\n");
  if (page_files().empty() && options.page.empty())
    fmt::print("The page was not built into this binary; see the address below.\n");
  if (!web.view_token.empty())
    fmt::print("To watch only: {}\n", page_address(web, port, web.view_token) + place);
  const std::string address = page_address(web, port, web.token) + place;
  fmt::print("Recordings: {}\nPaddock is ready; Ctrl-C stops it. Open\n{}\n",
             recordings_folder(options.recordings), address);
  std::fflush(stdout);
  if (options.open) open_browser(address);
}

namespace {

Result<eespees::DoorOptions> door_options_of(const EesPeesOptions& options) {
  eespees::DoorOptions door;
  auto level = find_level(options.level);
  if (!level) return tl::unexpected(level.error());
  door.level = *level;
  door.supervised = std::filesystem::path(*level).stem() == "training_env";
  auto backend = parse_endpoint(options.backend);
  if (!backend) return tl::unexpected(backend.error());
  door.backend = *backend;
  door.controllers.clear();
  for (const std::string& text : options.controllers) {
    auto controller = parse_endpoint(text);
    if (!controller) return tl::unexpected(controller.error());
    door.controllers.push_back(*controller);
  }
  door.pace = options.pace;
  door.solvable = options.solvable;
  door.wire = options.wire == "readme" ? eespees::Wire::Readme : eespees::Wire::Actual;
  door.senses = {.true_ranges = options.true_ranges, .noise = options.noise};
  return door;
}

int write_launcher(const std::string& folder) {
  const auto path = write_webots_launcher(folder);
  if (!path) return complain(path.error().message);
  fmt::print("Written: {}\nPut its folder first on PATH, and the backend starts Paddock.\n", *path);
  return kOk;
}

}  // namespace

int serve(const ServeOptions& options) {
  WebOptions web;
  const auto door = open_web(options, web);
  if (!door) return complain(door.error().message);
  std::optional<eespees::Door> ees_pees;
  if (!options.only_web) {
    auto door_options = door_options_of({});
    if (door_options) {
      door_options->on_start = true;
      ees_pees.emplace((*door)->rooms(), *door_options, nullptr);
      (*door)->on_stop([&] { ees_pees->stop(); });
    } else {
      complain(fmt::format("the ees-pees door stays shut: {}", door_options.error().message));
    }
  }
  announce(options, web, (*door)->port(), "");
  (*door)->run();
  return kOk;
}

int serve_ees_pees(EesPeesOptions options) {
  if (!options.launcher.empty()) return write_launcher(options.launcher);
  const auto call = parse_webots_call(options.webots_arguments);
  if (!call) return complain(call.error().message);
  if (call->version) {
    fmt::print("Webots version: R2020a (paddock {})\n", kVersion);
    return kOk;
  }
  if (options.webots != 0) {
    options.level = call->level;
    if (!follow_webots_launcher(options.webots)) return kOk;
  }
  auto door_options = door_options_of(options);
  if (!door_options) return complain(door_options.error().message);
  door_options->begin = {.paused = call->mode == WebotsCall::Mode::Paused,
                         .factor = call->mode == WebotsCall::Mode::Fast ? options.pace : 1};
  WebOptions web;
  const auto door = open_web(options.page, web);
  if (!door) return complain(door.error().message);
  if (door_options->supervised) fmt::print("Backend: {}\n", door_options->backend.text());
  for (const Endpoint& controller : door_options->controllers)
    fmt::print("Controller: {}\n", controller.text());
  announce(options.page, web, (*door)->port(), "");
  eespees::Door ees_pees((*door)->rooms(), *door_options, [&] { (*door)->stop(); });
  (*door)->on_stop([&] {
    drop_webots_name();
    ees_pees.stop();
  });
  (*door)->run();
  return kOk;
}

}  // namespace paddock
