#include "paddock/protocols/racecar/door.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <tuple>

#include "paddock/core/log.h"
#include "paddock/protocols/racecar/server.h"
#include "paddock/record/best_times.h"

namespace paddock::racecar {
namespace {

constexpr std::string_view kPorts = "racecar-ports";
constexpr Nanos kShowFirst = 50'000'000;      // the page hears of a room in three of its frames
constexpr Nanos kPortsFree = 10'000'000'000;  // a closing room lets go of its ports within this

constexpr std::array kServerOptions{
    DoorOption{.name = kPorts,
               .value = "PORT",
               .about = "UDP ports for programs of the robot-car course, async and sync; 0 for any",
               .count = 2,
               .environment = "PADDOCK_RACECAR_PORTS"}};

std::shared_ptr<LockStepPeer> join(const DoorContext& context, const JoinRequest& request,
                                   const Session& session, EventLoop& loop);
Result<void> check(const OptionValues& server_options);

}  // namespace

const DoorKind kDoor{
    .name = "racecar",
    .about = "Programs of the robot-car course drive the robot cars of a room",
    .server_options = kServerOptions,
    .doctor = "rooms of the robot-car course listen on UDP 127.0.0.1:5064 and :5065",
    .join = join,
    .check = check};

namespace {

// --- ports --------------------------------------------------------------------------------------

std::optional<std::uint16_t> port_of(std::string_view text) {
  std::uint16_t port = 0;
  const auto [end, wrong] = std::from_chars(text.data(), text.data() + text.size(), port);
  if (wrong != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return port;
}

bool of_this_door(const Room& room) {
  const auto frame = room.latest();
  if (!frame) return false;
  const std::vector<PeerStatus>& peers = frame->status->peers;
  return std::any_of(peers.begin(), peers.end(),
                     [](const PeerStatus& peer) { return peer.door == kDoor.name; });
}

/// Closes rooms of this door that nobody is in: they hold the ports that programs know.
void close_empty_rooms(Rooms& rooms) {
  std::vector<std::string> empty;
  for (const auto& room : rooms.list())
    if (!room->keep() && room->viewers() == 0 && of_this_door(*room)) empty.push_back(room->name());
  for (const std::string& name : empty) rooms.close(name, "another level of the course was opened");
  rooms.wait_for_closed(kPortsFree);
}

/// Where its ports are taken, on others: people drive all the same, and programs can be told.
Result<std::shared_ptr<LockStepServer>> open_somewhere(Rooms& rooms, EventLoop& loop,
                                                       DoorOptions& options) {
  auto door = LockStepServer::open(loop, options);
  if (door) return door;
  close_empty_rooms(rooms);
  door = LockStepServer::open(loop, options);
  if (door) return door;
  options.note = concat(door.error().message, "; programs must be told the ports of this room");
  options.async_port = options.sync_port = 0;
  return LockStepServer::open(loop, options);
}

// --- a room -------------------------------------------------------------------------------------

/// Robot cars that wait for programs.
std::vector<VehicleId> cars_of(const Session& session) {
  std::vector<VehicleId> cars;
  const std::vector<VehicleRequest>& requests = session.spec.vehicles;
  for (std::size_t v = 0; v < session.model.vehicles.size() && v < requests.size(); ++v)
    if (is_present(session.state, vehicle_id(v)) &&
        kind_of(session.model.vehicles[v].params) == kind_of<Robotcar>() &&
        requests[v].driver == kProgramDriver)
      cars.push_back(vehicle_id(v));
  return cars;
}

void warn(const Error& error) { log(LogLevel::Warning, concat("racecar: ", error.message)); }

std::shared_ptr<LockStepPeer> join(const DoorContext& context, const JoinRequest& request,
                                   const Session& session, EventLoop& loop) {
  DoorOptions options;
  options.vehicles = cars_of(session);
  if (options.vehicles.empty()) return nullptr;
  options.host = context.host;
  options.admission = context.admission;
  if (const auto ports = read_ports(context.options))
    std::tie(options.async_port, options.sync_port) = *ports;
  else
    warn(ports.error());
  if (const auto senses = with_settings({}, request.settings))
    options.senses = *senses;
  else
    warn(senses.error());
  options.senses.realism = !request.spec.ideal_sensors;
  options.show_first = kShowFirst;
  options.grade = request.spec.mode == PlayMode::Trial;
  if (!request.user.empty()) options.user = request.user;
  options.keep_times = keep_best_times(context.recordings, options.user);
  auto door = open_somewhere(context.rooms, loop, options);
  if (door) return *door;
  warn(door.error());
  return nullptr;
}

Result<void> check(const OptionValues& server_options) {
  const auto ports = read_ports(server_options);
  if (!ports) return tl::unexpected(ports.error());
  return {};
}

}  // namespace

Result<std::pair<std::uint16_t, std::uint16_t>> read_ports(const OptionValues& options) {
  if (!options.has(kPorts)) return std::pair{kAsyncPort, kSyncPort};
  std::string text;  // "5064,5065", however it came
  for (const std::string& value : options.list(kPorts))
    text += concat(text.empty() ? "" : ",", value);
  const std::size_t comma = text.find(',');
  const auto async = port_of(std::string_view(text).substr(0, comma));
  const auto sync =
      comma == std::string::npos ? std::nullopt : port_of(std::string_view(text).substr(comma + 1));
  if (!async || !sync || (*async == *sync && *async != 0))
    return fail(ErrorCode::Invalid, "--", kPorts,
                " must be two different ports from 0 to 65535, as \"5064,5065\", got \"", text,
                "\"");
  return std::pair{*async, *sync};
}

}  // namespace paddock::racecar
