#include "paddock/protocols/web/rights.h"

#include <algorithm>

namespace paddock::web {
namespace {

/// What a request takes.
enum class Right {
  Watch,    // any access
  Act,      // full access
  Take,     // of a vehicle that nobody drives; of another, to run the room
  Vehicle,  // to drive the vehicle, or to run the room
  Drive,    // to drive any vehicle, or to run the room
  Run,      // to run the room
};

struct Rule {
  Right right{};
  std::string_view act{};  // "Only who opened the room can …"
};

template <class T>
constexpr Rule kRule = T::no_rule_for_this_request;

template <>
constexpr Rule kRule<Hello>{Right::Watch};
template <>
constexpr Rule kRule<Ping>{Right::Watch};
template <>
constexpr Rule kRule<ListRooms>{Right::Watch};
template <>
constexpr Rule kRule<ListRecordings>{Right::Watch};
template <>
constexpr Rule kRule<JoinRoom>{Right::Watch};
template <>
constexpr Rule kRule<LeaveRoom>{Right::Watch};
template <>
constexpr Rule kRule<SubscribeSensor>{Right::Watch};
template <>
constexpr Rule kRule<Unsubscribe>{Right::Watch};
template <>
constexpr Rule kRule<OpenRoom>{Right::Act};
template <>
constexpr Rule kRule<DriveVehicle>{Right::Act};  // the stage knows who drives
template <>
constexpr Rule kRule<TakeVehicle>{Right::Take};
template <>
constexpr Rule kRule<HandOver>{Right::Vehicle, "hand it over"};
template <>
constexpr Rule kRule<PutVehicle>{Right::Vehicle, "put it back"};
template <>
constexpr Rule kRule<ActThroughDoor>{Right::Vehicle, "put it at a checkpoint or skip the trial"};
template <>
constexpr Rule kRule<EditRoomPath>{Right::Drive, "change its path"};
template <>
constexpr Rule kRule<ClickWorld>{Right::Drive, "click on the world"};
template <>
constexpr Rule kRule<PressPad>{Right::Drive, "use the pad"};
template <>
constexpr Rule kRule<CloseRoom>{Right::Run, "close it"};
template <>
constexpr Rule kRule<RestartRoom>{Right::Run, "restart it"};
template <>
constexpr Rule kRule<ReadyRoom>{Right::Run, "let its time begin"};
template <>
constexpr Rule kRule<PauseRoom>{Right::Run, "pause it"};
template <>
constexpr Rule kRule<SpawnVehicle>{Right::Run, "let others come"};
template <>
constexpr Rule kRule<DespawnVehicle>{Right::Run, "send vehicles away"};
template <>
constexpr Rule kRule<StepRoom>{Right::Run, "step it"};
template <>
constexpr Rule kRule<SetFactor>{Right::Run, "change its speed"};
template <>
constexpr Rule kRule<SeekRoom>{Right::Run, "seek in it"};
template <>
constexpr Rule kRule<SetValue>{Right::Run, "set its parameters"};
template <>
constexpr Rule kRule<EditPiece>{Right::Run, "edit it"};
template <>
constexpr Rule kRule<ChangeNamedPiece>{Right::Run, "change its pieces"};
template <>
constexpr Rule kRule<SetDoor>{Right::Run, "change what its programs see"};
template <>
constexpr Rule kRule<SetColors>{Right::Run, "change its colours"};
template <>
constexpr Rule kRule<RecordRoom>{Right::Run, "record it"};

Rule rule_of(const Request& request) {
  return std::visit([]<class T>(const T&) { return kRule<T>; }, request);
}

/// The vehicle that a request is about.
std::uint32_t vehicle_of(const Request& request) {
  return std::visit(
      []<class T>(const T& r) -> std::uint32_t {
        if constexpr (requires { r.vehicle; })
          return static_cast<std::uint32_t>(r.vehicle);
        else
          return 0;
      },
      request);
}

bool drives(const Standing& standing, const Stage& stage, std::uint32_t vehicle) {
  const ClientId holder = stage.holder(VehicleId{vehicle});
  return std::find(standing.own.begin(), standing.own.end(), holder) != standing.own.end();
}

template <class... Parts>
Refusal not_allowed(const Parts&... parts) {
  return {RefusalCode::NotAllowed, concat(parts...)};
}

std::optional<Refusal> check_take(const TakeVehicle& take, const Stage& stage) {
  const Session& session = stage.session();
  const VehicleId vehicle{take.vehicle};
  if (take.force) return not_allowed("Only who opened the room can take a vehicle from its driver");
  if (is_present(session.state, vehicle) && session.seats[index_of(vehicle)].name == kProgramDriver)
    return not_allowed("Only who opened the room can take a vehicle that a program drives");
  return std::nullopt;
}

}  // namespace

std::optional<Refusal> check_request(const Request& request, const Standing& standing) {
  const Rule rule = rule_of(request);
  if (rule.right == Right::Watch) return std::nullopt;
  if (standing.access == Access::View) return not_allowed("This address is for watching only");
  if (rule.right != Right::Run || standing.runs) return std::nullopt;
  return not_allowed("Only who opened the room can ", rule.act);
}

std::optional<Refusal> check_vehicle(const Request& request, const Standing& standing,
                                     const Stage& stage) {
  if (standing.runs) return std::nullopt;
  const Rule rule = rule_of(request);
  const std::uint32_t vehicle = vehicle_of(request);
  const State& state = stage.session().state;
  switch (rule.right) {
    case Right::Take:
      if (drives(standing, stage, vehicle)) return std::nullopt;
      return check_take(std::get<TakeVehicle>(request), stage);
    case Right::Vehicle:
      if (!is_present(state, VehicleId{vehicle}) || drives(standing, stage, vehicle))
        return std::nullopt;
      return not_allowed("Only who drives vehicle ", index_of(VehicleId{vehicle}) + 1,
                         " and who opened the room can ", rule.act);
    case Right::Drive:
      for (std::size_t v = 0; v < state.physics.present.size(); ++v)
        if (drives(standing, stage, static_cast<std::uint32_t>(id_of(state, v))))
          return std::nullopt;
      return not_allowed("Only who drives and who opened the room can ", rule.act);
    case Right::Watch:
    case Right::Act:
    case Right::Run:
      break;
  }
  return std::nullopt;
}

std::string_view role_of(ClientId client, bool runs, const StageStatus& status) {
  if (runs) return "opener";
  for (const SeatStatus& seat : status.seats)
    if (seat.client == client) return "driver";
  return "viewer";
}

}  // namespace paddock::web
