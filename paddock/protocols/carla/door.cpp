#include "paddock/protocols/carla/door.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "paddock/core/log.h"
#include "paddock/core/wall_clock.h"
#include "paddock/io/file.h"
#include "paddock/protocols/carla/frame.h"
#include "paddock/protocols/carla/launcher.h"
#include "paddock/world/level.h"

namespace paddock::carla {
namespace {

constexpr Nanos kLongestWait = 1'000'000'000;
constexpr std::string_view kName = "carla", kPortOption = "carla-port";
constexpr double kMostPort = 65533;  // the next two are stream and control
constexpr std::array<std::string_view, 2> kMaps{"Town01", "Town02"};
constexpr std::array<std::string_view, 2> kWires{"0.8.2", "0.8.0"};

constexpr std::array kServerOptions{
    DoorOption{.name = kPortOption,
               .value = "PORT",
               .about = "TCP port of CARLA's clients, and the next two (2000 when missing)"}};
constexpr std::array kOptions{
    DoorOption{
        .name = "town", .value = "TOWN", .about = "Town01 or Town02, where a client names none"},
    DoorOption{
        .name = "fps", .value = "N", .about = "Frames in a simulated second (10 when missing)"},
    DoorOption{.name = "benchmark",
               .value = "",
               .about = "Clients that do not wait get frames as fast as can be, not in real time"},
    DoorOption{.name = "wire",
               .value = "VERSION",
               .about = "Of the clients: 0.8.2, as up to 0.8.4, or 0.8.0, as 0.8.1"},
    DoorOption{.name = "CARLA",
               .value = "ARGUMENT",
               .about = "What CarlaUE4.sh was called with; options say otherwise",
               .count = 0},
    DoorOption{.name = "launcher",
               .value = "FOLDER",
               .about = "Write a CarlaUE4.sh into this folder and end"}};

/// What the file of -carla-settings says of the server, and what clients begin with.
Result<void> take_settings(const std::string& file, DoorOptions& options) {
  const auto text = read_file(file, kMostWorldBytes);
  if (!text) return tl::unexpected(text.error());
  const SettingsReading reading = read_settings(*text, {}, SettingsFrom::Server);
  for (const std::string& said : reading.notes) log(LogLevel::Info, concat(file, ": ", said));
  options.settings = reading.settings;
  if (reading.world_port) options.port = *reading.world_port;
  return {};
}

/// In the original's order: the file, then the command line.
Result<void> take_call(const std::vector<std::string>& arguments, DoorOptions& options) {
  const auto call = parse_carla_call(arguments);
  if (!call) return tl::unexpected(call.error());
  if (!call->settings.empty())
    if (auto taken = take_settings(call->settings, options); !taken) return taken;
  if (!call->map.empty()) options.map = call->map;
  if (call->port) options.port = *call->port;
  if (call->fps) options.fps = *call->fps;
  options.benchmark = call->benchmark;
  for (const std::string& argument : call->passed_over)
    log(LogLevel::Info, concat("carla: ", argument, " has no effect"));
  return {};
}

Result<DoorOptions> options_of(const OptionValues& values, const OptionValues& server) {
  DoorOptions options;
  if (auto taken = take_call(values.list("CARLA"), options); !taken)
    return tl::unexpected(taken.error());
  const auto port = server.number(kPortOption, options.port, 0, kMostPort);
  if (!port) return tl::unexpected(port.error());
  const auto map = values.one_of("town", options.map, kMaps);
  if (!map) return tl::unexpected(map.error());
  const auto fps = values.number("fps", options.fps, 1, 200);
  if (!fps) return tl::unexpected(fps.error());
  const auto wire = values.one_of("wire", kWires.front(), kWires);
  if (!wire) return tl::unexpected(wire.error());
  options.benchmark = options.benchmark || values.has("benchmark");
  options.wire = *wire == kWires.back() ? Wire::Unnumbered : Wire::Current;
  options.port = static_cast<std::uint16_t>(*port);
  options.map = *map, options.fps = static_cast<int>(*fps);
  return options;
}

Result<DoorPlan> plan_launcher(const std::string& folder) {
  const auto path = write_carla_launcher(folder);
  if (!path) return tl::unexpected(path.error());
  return DoorPlan{.said = concat("Written: ", *path, "\n")};
}

/// A door that could not open beside others.
class Closed final : public OpenDoor {
 public:
  void stop() override {}
};

Result<DoorPlan> plan_door(const OptionValues& values, const DoorContext& context, bool alone) {
  if (values.has("launcher")) return plan_launcher(values.text("launcher", ""));
  const auto options = options_of(values, context.options);
  if (!options) return tl::unexpected(options.error());
  DoorPlan plan;
  if (alone) plan.said = concat("CARLA: port ", options->port, ", and the next two\n");
  plan.open = [options = *options,
               alone](const DoorContext& with) -> Result<std::unique_ptr<OpenDoor>> {
    auto door = Door::open(with, options);
    if (door) return std::unique_ptr<OpenDoor>(std::move(*door));
    if (alone) return tl::unexpected(door.error());
    log(LogLevel::Warning, concat("carla: ", door.error().message));
    return std::unique_ptr<OpenDoor>(std::make_unique<Closed>());
  };
  return plan;
}

/// What was read and changes nothing here.
std::vector<std::string> without_effect(const Settings& settings) {
  std::vector<std::string> notes;
  if (settings.quality == Quality::Low)
    notes.emplace_back("QualityLevel Low has no effect: there is one quality");
  if (!settings.player_vehicle.empty())
    notes.emplace_back("PlayerVehicle has no effect: the car is a sedan");
  if (std::max(settings.vehicles, settings.pedestrians) > kMostUsers)
    notes.push_back(concat("there are at most ", kMostUsers, " vehicles, and as many people"));
  return notes;
}

/// "127.0.0.1" in the machine's byte order; 0 for what is none.
std::uint32_t address_of(std::string_view text) {
  std::uint32_t address = 0;
  for (int i = 0; i < 4; ++i) {
    std::uint8_t part = 0;
    const auto [end, wrong] = std::from_chars(text.data(), text.data() + text.size(), part);
    if (wrong != std::errc{}) return 0;
    address = address << 8 | part;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (i < 3 && !text.starts_with('.')) return 0;
    if (i < 3) text.remove_prefix(1);
  }
  return text.empty() ? address : 0;
}

std::string name_of(SessionId session) {
  return concat("client ", static_cast<std::uint32_t>(session));
}

void note(SessionId session, std::string_view text) {
  log(LogLevel::Info, concat("carla: ", name_of(session), ": ", text));
}

}  // namespace

constinit const DoorKind kDoor{.name = kName,
                               .about = "Clients of CARLA 0.8: a town for each, with its sedan",
                               .server_options = kServerOptions,
                               .options = kOptions,
                               .doctor = "waits for clients on TCP 127.0.0.1:2000, 2001 and 2002",
                               .plan = plan_door};

Result<std::unique_ptr<Door>> Door::open(const DoorContext& context, const DoorOptions& options) {
  auto loop = std::make_shared<EventLoop>();
  ServerOptions ports{
      .host = context.host, .world_port = options.port, .settings = options.settings};
  ports.admits = [admission = context.admission](std::string_view address) {
    return !admission || admission->allows(address_of(address));
  };
  auto server = ClientServer::open(*loop, ports);
  if (!server) return tl::unexpected(server.error());
  return std::unique_ptr<Door>(new Door(context, options, std::move(loop), std::move(*server)));
}

Door::Door(const DoorContext& context, const DoorOptions& options, std::shared_ptr<EventLoop> loop,
           ClientServer server)
    : context_(context), options_(options), loop_(std::move(loop)), server_(std::move(server)) {
  thread_ = std::thread([this] { serve(); });
}

void Door::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  loop_->wake();
  if (thread_.joinable()) thread_.join();
}

bool Door::stopping() {
  const std::lock_guard lock(mutex_);
  return stopping_;
}

void Door::serve() {
  while (!stopping()) {
    const Nanos now = steady_now();
    for (const ClientEvent& event : server_.poll(now))
      std::visit([&](const auto& what) { answer(event.session, what); }, event.what);
    for (auto& [session, guest] : guests_) exchange(session, guest);
    const auto again = server_.again();
    loop_->wait(again ? std::max<Nanos>(0, *again - now) : kLongestWait);
  }
  for (const auto& [session, guest] : guests_)
    if (!guest.room.empty()) context_.rooms.close(guest.room, "the server stops");
}

// --- what clients want --------------------------------------------------------------------------

void Door::answer(SessionId session, const EpisodeAsked& asked) {
  Guest& guest = guests_[session];
  if (guest.exchange) guest.exchange->stop_driving();
  guest.settings = asked.reading.settings;
  std::vector<std::string> notes = asked.reading.notes;
  fit_sensors(guest.settings.sensors, notes);
  for (const std::string& text : notes) note(session, text);
  for (const std::string& text : without_effect(guest.settings)) note(session, text);
  const auto scene = scene_of(guest);
  if (!scene) return server_.end(session, scene.error().message);
  server_.describe(session, *scene);
}

Result<SceneDescription> Door::scene_of(Guest& guest) {
  guest.map = guest.settings.map.empty() ? options_.map : guest.settings.map;
  auto level = context_.find_level(level_of(guest.map));
  if (!level) return tl::unexpected(level.error());
  guest.level = std::move(*level);
  auto spots = spots_.find(guest.level);
  if (spots == spots_.end()) {
    const LevelReading reading = read_level(guest.level, 1);
    if (!reading.ok()) return fail(ErrorCode::Invalid, reading.problems.front().text());
    spots = spots_.emplace(guest.level, start_spots(reading.spec)).first;
  }
  SceneDescription scene{.map_name = guest.map, .player_start_spots = spots->second, .sensors = {}};
  for (std::size_t i = 0; i < guest.settings.sensors.size(); ++i)
    scene.sensors.push_back(
        {sensor_id(i), guest.settings.sensors[i].type, guest.settings.sensors[i].name});
  return scene;
}

void Door::answer(SessionId session, const StartChosen& start) {
  Guest& guest = guests_[session];
  std::uint32_t spot = start.spot;
  if (spot >= spots_[guest.level].size()) {
    note(session, concat("there is no start spot ", spot, "; it starts at the first"));
    spot = 0;
  }
  if (!guest.exchange)
    guest.exchange =
        std::make_shared<Exchange>([loop = loop_] { loop->wake(); }, server_.address_of(session));
  guest.exchange->ask({.level = guest.level,
                       .settings = guest.settings,
                       .spot = spot,
                       .fps = options_.fps,
                       .wire = options_.wire,
                       .benchmark = options_.benchmark});
  guest.called = false;
  if (guest.room.empty()) {
    if (const auto opened = open_room(guest); !opened) server_.end(session, opened.error().message);
    return;
  }
  const auto room = context_.rooms.find(guest.room);
  const auto begin_anew = [exchange = guest.exchange, seed = seed_of(guest.settings)](Stage& stage,
                                                                                      Nanos) {
    if (const auto begun = stage.restart(seed, {}); !begun) exchange->fail(begun.error().message);
  };
  if (!room || !room->post(begin_anew)) server_.end(session, "its room was closed");
}

Result<void> Door::open_room(Guest& guest) {
  guest.loop = std::make_shared<EventLoop>();
  StageOptions stage;
  stage.seed = seed_of(guest.settings);
  stage.peers = {std::make_shared<PlayerPeer>(guest.exchange, numbers_, towns_)};
  stage.open = [exchange = guest.exchange, towns = towns_](std::uint64_t, const LevelSettings&) {
    return towns->open(exchange->wanted());
  };
  const auto opened = context_.rooms.open({.name = "",
                                           .level = std::string(kName),
                                           .keep = true,
                                           .stage = std::move(stage),
                                           .loop = guest.loop},
                                          [exchange = guest.exchange](const Result<void>& result) {
                                            if (!result) exchange->fail(result.error().message);
                                          });
  if (!opened) return tl::unexpected(opened.error());
  guest.room = (*opened)->name();
  return {};
}

void Door::answer(SessionId session, const DriveBegun&) {
  Guest& guest = guests_[session];
  guest.exchange->begin_driving();
  guest.loop->wake();
}

void Door::answer(SessionId session, const ClientGone& gone) {
  note(session, concat("gone: ", gone.why));
  const auto guest = guests_.find(session);
  if (guest == guests_.end()) return;
  if (!guest->second.room.empty()) context_.rooms.close(guest->second.room, "its client left");
  guests_.erase(guest);
}

/// What its room has for the client, and the client for its room.
void Door::exchange(SessionId session, Guest& guest) {
  if (!guest.exchange) return;
  if (const std::string trouble = guest.exchange->trouble(); !trouble.empty())
    return server_.end(session, trouble);
  if (!context_.rooms.find(guest.room)) return server_.end(session, "its room was closed");
  if (!guest.called && guest.exchange->stands()) {
    guest.called = true;
    server_.ready(session);
  }
  if (const auto frame = guest.exchange->take_frame()) {
    if (options_.benchmark) guest.loop->wake();
    server_.show(session, *frame);
  }
  if (const auto control = server_.take_control(session)) {
    guest.exchange->leave(*control);
    guest.loop->wake();
  }
}

}  // namespace paddock::carla
