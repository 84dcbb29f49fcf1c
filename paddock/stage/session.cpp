#include "paddock/stage/session.h"

#include <algorithm>
#include <cmath>

#include "paddock/core/check.h"
#include "paddock/core/hash.h"
#include "paddock/engine/gates.h"
#include "paddock/stage/parameters.h"
#include "paddock/stage/snapshot_fit.h"
#include "paddock/stage/tick_events.h"
#include "paddock/stage/traffic.h"
#include "paddock/vehicles/older_figures.h"

namespace paddock {
namespace {

constexpr std::size_t kMaxPending = 1024;  // events of commands while time stands still
constexpr double kMaxCoordinate = 1e6;     // m, of a click

Result<std::vector<VehicleSetup>> make_setups(const World& world, const SessionSpec& spec) {
  auto setups = setups_from_starts(world, spec.vehicles.size(), "");
  if (!setups) return setups;
  for (std::size_t v = 0; v < setups->size(); ++v) {
    VehicleSetup& setup = (*setups)[v];
    if (const std::string& kind = spec.vehicles[v].kind; !kind.empty()) {
      const VehicleType* type = find_vehicle_type(kind);
      if (type == nullptr) return fail(ErrorCode::NotFound, "there is no vehicle \"", kind, "\"");
      const auto params = params_in(world, type->kind);
      if (!params) return tl::unexpected(params.error());
      setup.params = *params;
    }
    setup.colors = spec.vehicles[v].colors;
  }
  return setups;
}

/// Plans are made for the figures that the level gives the kind, whatever somebody set since: so a
/// run and one restored from it have the same.
Result<Driver> driver_for(const Session& session, VehicleKind kind, std::size_t vehicle,
                          const std::string& name) {
  const auto params = params_in(session.world(), kind);
  if (!params) return tl::unexpected(params.error());
  for (const NamedPolicy& known : session.spec.policies)
    if (known.name == name) return make_policy_driver(known.policy, name, session.world(), *params);
  if (name.ends_with(".json")) return make_policy_driver(name, session.world(), *params);
  return make_driver(name, session.world(), *params, static_cast<std::uint32_t>(vehicle),
                     session.spec.seed);
}

VehicleKind kind_in(const Session& session, std::size_t vehicle) {
  return kind_of(session.model.vehicles[vehicle].params);
}

Nanos now(const Session& session) { return session.world().clock.nanos(session.state.tick); }

void note(Session& session, StageEvent event) {
  event.time = now(session);
  if (session.pending.size() < kMaxPending) session.pending.push_back(std::move(event));
}

void ask_drivers(Session& session) {
  const double dt = session.world().clock.tick_seconds();
  const bool among_others = look_around(session);
  for (std::size_t v = 0; v < session.seats.size(); ++v) {
    if (session.state.physics.present[v] == 0) continue;
    Driver& driver = session.seats[v].driver;
    if (const auto lidar = lidar_of(driver)) {
      const LidarRequest request{.vehicle = id_of(session.state, v), .lidar = *lidar};
      sense(session.model, session.state, {&request, 1}, session.scratch,
            {&session.readings[v], 1});
    }
    session.inputs[v] = drive(driver, {.tick = session.state.tick,
                                       .dt = dt,
                                       .params = &session.model.vehicles[v].params,
                                       .state = &session.state.physics.vehicles[v],
                                       .ranges = session.readings[v].ranges,
                                       .slot = v,
                                       .traffic = among_others ? &session.traffic : nullptr});
  }
}

// --- commands -----------------------------------------------------------------------------------

Result<void> check_place(const Pose2& p, std::string_view what) {
  for (const double number : {p.x, p.y, p.yaw})
    if (!(std::fabs(number) <= kMaxCoordinate))
      return fail(ErrorCode::Invalid, what, " must be put within ", kMaxCoordinate, " m");
  return {};
}

Result<Seat*> seat_of(Session& session, VehicleId vehicle) {
  if (!is_present(session.state, vehicle)) return tl::unexpected(no_such_vehicle(session, vehicle));
  return &session.seats[index_of(vehicle)];
}

/// A route is taken up where the vehicle is, not where it started.
void join_route(Driver& driver, Vec2 at) {
  if (auto* route = std::get_if<RouteDriver>(&driver))
    route->segment = nearest_place(*route->route, at).segment;
}

Result<void> obey(Session& session, const SetDriver& command) {
  const auto seat = seat_of(session, command.vehicle);
  if (!seat) return tl::unexpected(seat.error());
  if ((*seat)->name == command.driver) return {};
  auto driver = driver_for(session, kind_in(session, index_of(command.vehicle)),
                           index_of(command.vehicle), command.driver);
  if (!driver) return tl::unexpected(driver.error());
  join_route(*driver, position(pose_of(session.state.physics.vehicles[index_of(command.vehicle)])));
  **seat = {command.driver, std::move(*driver)};
  note(session, {.kind = EventKind::NewDriver,
                 .vehicle = static_cast<std::int32_t>(command.vehicle),
                 .text = command.driver});
  return {};
}

Result<void> obey(Session& session, const SetControls& command) {
  const auto seat = seat_of(session, command.vehicle);
  if (!seat) return tl::unexpected(seat.error());
  auto* person = std::get_if<PersonDriver>(&(*seat)->driver);
  if (person == nullptr)
    return fail(ErrorCode::Invalid, "vehicle ", index_of(command.vehicle) + 1, " is driven by ",
                (*seat)->name, "; take it first");
  person->controls = limited(command.controls);
  return {};
}

Result<void> obey(Session& session, const SetInput& command) {
  const auto seat = seat_of(session, command.vehicle);
  if (!seat) return tl::unexpected(seat.error());
  auto* program = std::get_if<ProgramDriver>(&(*seat)->driver);
  auto* path = std::get_if<PathDriver>(&(*seat)->driver);
  if (path != nullptr && path->params.law() != PathController::Own) path = nullptr;
  if (program == nullptr && path == nullptr)
    return fail(ErrorCode::Invalid, "vehicle ", index_of(command.vehicle) + 1, " is driven by ",
                (*seat)->name, ", not by a program");
  if (!usable(command.input, kind_of(session.model.vehicles[index_of(command.vehicle)].params)))
    return fail(ErrorCode::Invalid, "the input is not one of vehicle ",
                index_of(command.vehicle) + 1);
  if (path != nullptr)
    set_own(*path, command.input);
  else
    program->input = command.input;
  return {};
}

Result<void> obey(Session& session, const SetParameter& command) {
  if (auto set = set_parameter(session, command.name, command.value); !set) return set;
  note(session, {.kind = EventKind::NewValue, .value = command.value, .text = command.name});
  return {};
}

/// What follows clicks stands there, as upright as it began.
void put_followers(Session& session, Vec2 at) {
  State& state = session.state;
  if (session.model.rigid)
    for (std::size_t i = 0; i < session.model.rigid->props.size(); ++i)
      if (session.world().pieces[index_of(session.model.rigid->props[i].piece)].follows_clicks)
        place_prop(*session.model.rigid, i, at, state.rigid,
                   prop_scale(*session.model.rigid, state.physics.pieces, i));
  const auto& changing = session.model.physics.changing;
  for (std::size_t i = 0; i < changing.size(); ++i) {
    const WorldPiece& piece = session.world().pieces[index_of(changing[i])];
    if (!piece.follows_clicks || piece.moves || is_mover(piece.shape)) continue;
    state.physics.pieces[i].x = at.x - piece.world_from_piece.at.x;
    state.physics.pieces[i].y = at.y - piece.world_from_piece.at.y;
  }
}

Pose2 pose_in(const Session& session, std::size_t vehicle) {
  return pose_of(session.state.physics.vehicles[vehicle]);
}

Result<void> edit(Session& session, std::size_t vehicle, PathDriver& driver,
                  const PathEdit& edited) {
  ++session.flights.news;
  return edit_path(driver, edited, pose_in(session, vehicle));
}

/// A click, as a path driver takes it.
Result<void> add_waypoint(Session& session, std::size_t vehicle, PathDriver& driver, Vec2 point,
                          bool clear) {
  if (clear)
    if (auto cleared = edit(session, vehicle, driver, {.act = PathAct::Clear}); !cleared)
      return cleared;
  return edit(session, vehicle, driver, {.act = PathAct::Add, .points = {point}});
}

Result<void> obey(Session& session, const Click& command) {
  const Vec3 p = command.point;
  for (const double number : {p.x, p.y, p.z})
    if (!(std::fabs(number) <= kMaxCoordinate))
      return fail(ErrorCode::Invalid, "a click must lie within ", kMaxCoordinate, " m");
  if (command.vehicle)
    if (const auto seat = seat_of(session, *command.vehicle); !seat)
      return tl::unexpected(seat.error());
  for (std::size_t v = 0; v < session.seats.size(); ++v) {
    if (command.vehicle && index_of(*command.vehicle) != v) continue;
    if (auto* path = std::get_if<PathDriver>(&session.seats[v].driver))
      if (auto added = add_waypoint(session, v, *path, xy(p), command.button != 0); !added)
        return added;
    auto* waypoints = std::get_if<WaypointDriver>(&session.seats[v].driver);
    if (waypoints == nullptr || (command.vehicle && index_of(*command.vehicle) != v)) continue;
    if (command.button != 0) waypoints->points.clear();
    if (waypoints->points.size() < kMaxWaypoints) waypoints->points.push_back(xy(p));
  }
  put_followers(session, xy(p));
  note(session, {.kind = EventKind::Clicked,
                 .vehicle = command.vehicle ? static_cast<std::int32_t>(*command.vehicle) : -1,
                 .point = xy(p)});
  return {};
}

Result<void> obey(Session& session, const PlaceVehicle& command) {
  if (const auto seat = seat_of(session, command.vehicle); !seat)
    return tl::unexpected(seat.error());
  const Pose2& p = command.pose;
  if (auto fine = check_place(p, "a vehicle"); !fine) return fine;
  // back to the start means onto the deck where that is
  const VehicleSetup& setup = session.model.vehicles[index_of(command.vehicle)];
  place_vehicle(session.model, command.vehicle, p, p == setup.start ? setup.z : 0, session.state);
  if (auto* path = std::get_if<PathDriver>(&session.seats[index_of(command.vehicle)].driver))
    begin_flight(*path, p);
  note(session, {.kind = EventKind::Placed,
                 .vehicle = static_cast<std::int32_t>(command.vehicle),
                 .point = position(p)});
  return {};
}

void put_back(Session& session, VehicleId vehicle, const std::string& why) {
  const KeyPointPlace place = key_point_place(session.model, session.referee, vehicle);
  place_vehicle(session.model, vehicle, place.pose, place.above, session.state);
  session.events.push_back({.kind = EventKind::Reset,
                            .time = now(session),
                            .vehicle = static_cast<std::int32_t>(vehicle),
                            .point = position(place.pose),
                            .text = why});
}

void take_away(Session& session, PieceId piece) {
  if (!session.model.rigid) return;
  const auto& props = session.model.rigid->props;
  for (std::size_t i = 0; i < props.size(); ++i)
    if (props[i].piece == piece) remove_prop(*session.model.rigid, i, session.state.rigid);
}

EventKind event_of(RefereeCall::Kind kind) {
  switch (kind) {
    case RefereeCall::Kind::Checkpoint:
    case RefereeCall::Kind::Finish:
      return EventKind::KeyPoint;
    case RefereeCall::Kind::Failure:
      return EventKind::Failed;
    case RefereeCall::Kind::Penalty:
      return EventKind::Penalty;
    case RefereeCall::Kind::TaskDone:
      return EventKind::TaskDone;
    case RefereeCall::Kind::TrialOver:
      return EventKind::TrialOver;
    case RefereeCall::Kind::Reset:
    case RefereeCall::Kind::ConeGone:
      break;
  }
  return EventKind::Reset;
}

StageEvent event_of(const Session& session, const RefereeCall& call) {
  const bool over = call.kind == RefereeCall::Kind::TrialOver;
  return {.kind = event_of(call.kind),
          .time = now(session),
          .vehicle = static_cast<std::int32_t>(call.vehicle),
          .number = over ? static_cast<std::uint32_t>(session.referee.end) : call.number,
          .yes = call.kind == RefereeCall::Kind::Finish,
          .duration = call.duration,
          .value = call.points,
          .text = call.text};
}

/// What the referee says is done: vehicles go back, cones go away.
void obey_referee(Session& session) {
  for (const RefereeCall& call :
       judge(session.model, session.state, session.output, session.spec.mode, session.referee)) {
    if (call.kind == RefereeCall::Kind::Reset)
      put_back(session, call.vehicle, call.text);
    else if (call.kind == RefereeCall::Kind::ConeGone)
      take_away(session, *call.piece);
    else
      session.events.push_back(event_of(session, call));
  }
}

Result<void> obey(Session& session, const StartClock&) {
  if (session.spec.mode == PlayMode::Explore)
    return fail(ErrorCode::Invalid, "there is no clock while a level is explored");
  start_clock(session.world(), session.state.tick, session.referee);
  return {};
}

Result<void> obey(Session& session, const EndTrial& command) {
  const auto call = end_trial(session.world(), session.state.tick, command.how, session.referee);
  if (!call) return fail(ErrorCode::Invalid, "there is no trial to end");
  note(session, event_of(session, *call));
  return {};
}

Result<void> obey(Session& session, const ResetVehicle& command) {
  if (const auto seat = seat_of(session, command.vehicle); !seat)
    return tl::unexpected(seat.error());
  if (command.next && !advance_key_point(session.world(), command.vehicle, session.referee))
    return fail(ErrorCode::NotFound, "there is no further checkpoint");
  const KeyPointPlace place = key_point_place(session.model, session.referee, command.vehicle);
  place_vehicle(session.model, command.vehicle, place.pose, place.above, session.state);
  note(session, {.kind = EventKind::Placed,
                 .vehicle = static_cast<std::int32_t>(command.vehicle),
                 .point = position(place.pose)});
  return {};
}

Result<void> obey(Session& session, const MountSensor& command) {
  if (const auto seat = seat_of(session, command.sensor.vehicle); !seat)
    return tl::unexpected(seat.error());
  return mount_sensor(command.sensor, session.spec.ideal_sensors, session.model, session.state,
                      session.scratch);
}

Result<void> obey(Session& session, const UnmountSensor& command) {
  if (const auto seat = seat_of(session, command.vehicle); !seat)
    return tl::unexpected(seat.error());
  if (!unmount_sensor(command.vehicle, command.name, session.model, session.state, session.scratch))
    return fail(ErrorCode::NotFound, "vehicle ", index_of(command.vehicle) + 1,
                " carries no sensor \"", command.name, "\"");
  return {};
}

/// Lists of drivers and the race have an entry for every slot.
void fit_lists(Session& session) {
  const std::size_t slots = session.model.vehicles.size();
  session.seats.resize(slots, Seat{"idle", IdleDriver{}});
  session.inputs.resize(slots, idle_input({}));
  session.readings.resize(slots);
  session.race.entries.resize(slots);
  session.collisions.resize(slots);
}

Result<void> obey(Session& session, const Spawn& command) {
  const VehicleType* type = find_vehicle_type(command.kind);
  if (type == nullptr)
    return fail(ErrorCode::NotFound, "there is no vehicle \"", command.kind, "\"");
  const auto params = params_in(session.world(), type->kind);
  if (!params) return tl::unexpected(params.error());
  if (auto fine = check_place(command.pose, concat("a ", type->name)); !fine) return fine;
  if (!(std::fabs(command.z) <= kMaxCoordinate))
    return fail(ErrorCode::Invalid, "z must be within ", kMaxCoordinate, " m");
  const auto id = next_id(session.model, session.state);
  if (!id) return tl::unexpected(id.error());
  auto driver = driver_for(session, type->kind, index_of(*id), command.driver);
  if (!driver) return tl::unexpected(driver.error());
  join_route(*driver, position(command.pose));
  const VehicleSetup setup{
      .params = *params, .start = command.pose, .z = command.z, .colors = command.colors};
  if (auto come = spawn(setup, session.model, session.state, session.scratch, session.output);
      !come)
    return tl::unexpected(come.error().within(
        concat("a ", type->name, " cannot come to (", command.pose.x, ", ", command.pose.y, ")")));
  fit_lists(session);
  const std::size_t v = index_of(*id);
  session.seats[v] = {command.driver, std::move(*driver)};
  session.inputs[v] = idle_input(type->kind);
  session.readings[v] = {};
  session.race.entries[v] = {};
  note(session, {.kind = EventKind::Spawned,
                 .vehicle = static_cast<std::int32_t>(*id),
                 .point = position(command.pose),
                 .text = command.kind});
  return {};
}

Result<void> obey(Session& session, const Despawn& command) {
  if (const auto seat = seat_of(session, command.vehicle); !seat)
    return tl::unexpected(seat.error());
  const std::size_t v = index_of(command.vehicle);
  const VehicleKind kind = kind_in(session, v);
  despawn(command.vehicle, session.model, session.state, session.scratch);
  session.seats[v] = {"idle", IdleDriver{}};
  session.inputs[v] = idle_input(kind);
  session.readings[v] = {};
  session.race.entries[v] = {};
  note(session, {.kind = EventKind::Despawned,
                 .vehicle = static_cast<std::int32_t>(command.vehicle),
                 .text = std::string(type_of(kind).name)});
  return {};
}

Result<void> obey(Session& session, const ChangePiece& command) {
  return change_piece(session.model, command, session.state);
}

Result<void> obey(Session& session, const EditPath& command) {
  const auto seat = seat_of(session, command.vehicle);
  if (!seat) return tl::unexpected(seat.error());
  const std::size_t v = index_of(command.vehicle);
  auto* path = std::get_if<PathDriver>(&(*seat)->driver);
  if (path == nullptr)
    return fail(ErrorCode::Invalid, "vehicle ", v + 1, " is driven by ", (*seat)->name,
                ", which follows no path that can be edited; choose the driver path");
  if (command.edit.act != PathAct::FlyAgain) return edit(session, v, *path, command.edit);
  const Pose2 from = path->memory.has_start ? path->memory.start : session.model.vehicles[v].start;
  if (auto placed = obey(session, PlaceVehicle{command.vehicle, from}); !placed) return placed;
  return {};
}

// --- snapshots ----------------------------------------------------------------------------------

void add(Hasher& hash, const RefereeState& referee) {
  RefereeState::fields(referee, [&](const char*, const auto& number) { hash.add(number); });
  hash.add(static_cast<std::uint64_t>(referee.end));
  for (const RefereeCar& car : referee.cars) {
    RefereeCar::fields(car, [&](const char*, const auto& number) { hash.add(number); });
    for (const Nanos time : car.passed) hash.add(time);
    for (const std::uint8_t inside : car.inside) hash.add(inside != 0);
  }
  for (const std::uint8_t gone : referee.gone) hash.add(gone != 0);
}

void add(Hasher& hash, const std::optional<WeatherSpec>& weather) {
  hash.add(weather.has_value());
  if (!weather) return;
  for (const WeatherFigure& figure : weather_figures()) hash.add(*weather.*figure.figure);
  if (weather->azimuth) hash.add(*weather->azimuth);
}

// --- the beginning ------------------------------------------------------------------------------

/// The maps of kinds that traffic brings are in the model though none of them is there.
Result<void> foresee_traffic(Model& model) {
  if (!model.world->traffic || !model.world->roads) return {};
  const std::size_t slots = model.vehicles.size();
  std::vector<std::string> kinds = model.world->traffic->kinds;
  kinds.emplace_back("walker");
  for (const std::string& kind : kinds) {
    const VehicleType* type = find_vehicle_type(kind);
    if (type == nullptr) continue;
    const auto params = params_in(*model.world, type->kind);
    if (!params) return tl::unexpected(params.error());
    if (auto set = set_vehicle(model, slots, {.params = *params, .start = {}}); !set) return set;
  }
  drop_slots(model, slots);
  return {};
}

Result<Session> begin_session(SessionMould mould) {
  const SessionSpec& spec = mould.spec;
  Session session{.spec = spec,
                  .papers = std::move(mould.papers),
                  .model = std::move(mould.model),
                  .state = {},
                  .scratch = {},
                  .output = {},
                  .seats = {},
                  .race = {},
                  .referee = {},
                  .inputs = {},
                  .readings = {},
                  .events = {},
                  .pending = {}};
  session.state = initial_state(session.model);
  session.scratch = make_scratch(session.model);
  session.output = make_output(session.model);
  session.race = {.laps = spec.laps, .entries = {}};
  if (spec.mode == PlayMode::Trial && !session.world().trial)
    return fail(ErrorCode::Invalid, "the level ", session.world().name, " has no trial");
  session.referee = start_referee(session.world(), session.model.vehicles.size());
  session.traffic.guide = std::move(mould.guide);
  session.streets = session.world().traffic;
  fit_lists(session);
  for (std::size_t v = 0; v < session.model.vehicles.size(); ++v) {
    auto driver = driver_for(session, kind_in(session, v), v, spec.vehicles[v].driver);
    if (!driver) return tl::unexpected(driver.error());
    session.seats[v] = {spec.vehicles[v].driver, std::move(*driver)};
    session.inputs[v] = idle_input(kind_of(session.model.vehicles[v].params));
  }
  return session;
}

Result<SessionMould> mould_of(Level level, const SessionSpec& spec) {
  auto setups = make_setups(*level.world, spec);
  if (!setups) return tl::unexpected(setups.error());
  auto guide = level.world->roads ? make_road_guide(level.world->roads) : nullptr;
  auto model =
      make_model(std::move(level.world), std::move(*setups), spec.seed, spec.ideal_sensors);
  if (!model) return tl::unexpected(model.error());
  return SessionMould{spec, std::move(level.papers), std::move(guide), std::move(*model)};
}

}  // namespace

Result<Session> open_session(Level level, const SessionSpec& spec) {
  auto mould = mould_of(std::move(level), spec);
  if (!mould) return tl::unexpected(mould.error());
  return begin_session(std::move(*mould));
}

Result<SessionMould> make_mould(Level level, const SessionSpec& spec) {
  auto mould = mould_of(std::move(level), spec);
  if (!mould) return mould;
  if (auto foreseen = foresee_traffic(mould->model); !foreseen)
    return tl::unexpected(foreseen.error());
  return mould;
}

Result<Session> open_session(const SessionMould& mould, std::uint64_t seed) {
  SessionMould copy = mould;
  copy.spec.seed = copy.model.seed = copy.model.physics.seed = seed;
  return begin_session(std::move(copy));
}

Result<Session> open_session(const std::string& level_path, const SessionSpec& spec) {
  auto level = load_level(level_path, spec.seed, spec.settings);
  if (!level) return tl::unexpected(level.error());
  return open_session(std::move(*level), spec);
}

void paint_vehicles(Session& session, std::span<const CarColors> colors) {
  bool changed = false;
  for (std::size_t v = 0; v < std::min(colors.size(), session.spec.vehicles.size()); ++v) {
    std::optional<CarColors>& painted = session.model.vehicles[v].colors;
    changed = changed || painted != colors[v];
    session.spec.vehicles[v].colors = painted = colors[v];
  }
  if (changed) session.scratch.rig.reset();  // it is made anew for the next picture
}

namespace {

/// Vehicles stand where the run elsewhere has them; gates and triggers see them pass.
void follow_run(Session& session) {
  State& state = session.state;
  std::vector<VehicleState>& before = session.scratch.physics.before;
  before = state.physics.vehicles;
  session.output.clear();
  session.follow(state.physics.vehicles, session.inputs);
  cross_gates(session.model, before, state, session.output);
  enter_triggers(session.model, state, session.output);
  state.tick = next(state.tick);
  advance_sensors(session.model, {before, {}}, session.output, state, session.scratch);
}

}  // namespace

void advance(Session& session) {
  session.events.swap(session.pending);
  session.pending.clear();
  if (session.follow) {
    follow_run(session);
  } else {
    run_flows(session);
    run_traffic(session);
    ask_drivers(session);
    step(session.model, session.inputs, session.state, session.scratch, session.output);
    add_collisions(session.model, session.state, session.output, session.scratch.physics.before,
                   session.collisions);
  }
  session.contacts += session.output.physics.contacts.size();
  report_tick(session);
  obey_referee(session);
  watch_flights(session);
}

Error no_such_vehicle(const Session& session, VehicleId vehicle) {
  const std::size_t slot = index_of(vehicle);
  if (slot < session.seats.size() && generation_of(vehicle) <= session.state.generations[slot])
    return {ErrorCode::NotFound, concat("vehicle ", slot + 1, " is gone")};
  return {ErrorCode::NotFound, concat("there is no vehicle ", slot + 1, "; the room has ",
                                      count_present(session.state))};
}

Result<void> apply(Session& session, const Command& command) {
  return std::visit([&](const auto& c) { return obey(session, c); }, command);
}

Snapshot snapshot_of(const Session& session) {
  Snapshot snapshot{.slots = slots_of(session.model, session.state),
                    .state = session.state,
                    .sensors = session.model.sensors,
                    .seats = {},
                    .race = session.race,
                    .referee = session.referee,
                    .weather = session.model.weather};
  for (std::size_t v = 0; v < session.seats.size(); ++v)
    snapshot.seats.push_back({.driver = session.seats[v].name,
                              .memory = memory_of(session.seats[v].driver),
                              .params = figures_of(session.model.vehicles[v].params)});
  return snapshot;
}

void checkpoint(Session& session) { checkpoint(session.scratch); }

namespace {

/// The drivers of a snapshot. The model's slots are those of the snapshot already; `were` are the
/// session's own.
Result<std::vector<Seat>> seats_of(const Session& session, std::span<const ActorSlot> were,
                                   const Snapshot& snapshot) {
  std::vector<Seat> seats(snapshot.seats.size());
  for (std::size_t v = 0; v < seats.size(); ++v) {
    const SeatSnapshot& from = snapshot.seats[v];
    if (!figures_fit(session.model.vehicles[v].params, from.params.size()))
      return fail(ErrorCode::Invalid, "the snapshot has other figures for vehicle ", v + 1);
    // a plan for a route takes a while to make; the driver that has one keeps it
    const VehicleKind kind = kind_in(session, v);
    if (v < session.seats.size() && session.seats[v].name == from.driver &&
        kind_of(were[v].setup.params) == kind) {
      seats[v] = session.seats[v];
    } else {
      auto driver = driver_for(session, kind, v, from.driver);
      if (!driver) return tl::unexpected(driver.error());
      seats[v] = {from.driver, std::move(*driver)};
    }
    if (!set_memory(seats[v].driver, from.memory))
      return fail(ErrorCode::Invalid, "the snapshot has no memory of a ", from.driver,
                  " driver for vehicle ", v + 1);
  }
  return seats;
}

/// All but the slots of the model, which are those of the snapshot already.
Result<void> restore_rest(Session& session, std::span<const ActorSlot> were,
                          const Snapshot& snapshot) {
  const std::size_t slots = session.model.vehicles.size();
  if (!fits_run(session, snapshot))
    return fail(ErrorCode::Invalid, "the snapshot is not one of this run");
  auto seats = seats_of(session, were, snapshot);
  if (!seats) return tl::unexpected(seats.error());
  if (auto mounted = set_mounted(snapshot.sensors, session.model, session.scratch); !mounted)
    return mounted;
  session.state = snapshot.state;
  // recordings from before pieces changed know none
  session.state.physics.pieces.resize(session.model.physics.changing.size());
  fit_lists(session);
  checkpoint(session);
  session.race = snapshot.race;
  set_weather(session.model, snapshot.weather);
  session.referee = snapshot.referee.cars.empty()
                        ? start_referee(session.world(), session.spec.vehicles.size())
                        : snapshot.referee;
  session.seats = std::move(*seats);
  session.events.clear(), session.pending.clear();
  session.flights = {};
  session.collisions.assign(slots, {});
  for (std::size_t v = 0; v < snapshot.seats.size(); ++v)
    if (figures_of(session.model.vehicles[v].params) != snapshot.seats[v].params)
      set_params(session.model, vehicle_id(v),
                 with_figures(session.model.vehicles[v].params, snapshot.seats[v].params));
  return {};
}

}  // namespace

Result<void> restore(Session& session, const Snapshot& snapshot) {
  const std::vector<ActorSlot> were = slots_of(session.model, session.state);
  // recordings from before vehicles came and went know no slots
  const bool known = !snapshot.slots.empty() || snapshot.seats.empty();
  const std::vector<ActorSlot>& slots = known ? snapshot.slots : were;
  auto restored = set_slots(slots, session.model, session.scratch, session.output);
  if (restored) restored = restore_rest(session, were, snapshot);
  if (restored) return {};
  const auto back = set_slots(were, session.model, session.scratch, session.output);
  PADDOCK_ASSERT(back.has_value());
  return restored;
}

namespace {

/// What commands changed stays changed where the level has the same piece in the same place.
std::vector<PieceState> carried_pieces(const Session& from, const Session& to) {
  std::vector<PieceState> pieces = to.state.physics.pieces;
  const auto &olds = from.model.physics.changing, &news = to.model.physics.changing;
  for (std::size_t i = 0; i < std::min(olds.size(), news.size()); ++i) {
    const WorldPiece& was = from.world().pieces[index_of(olds[i])];
    const WorldPiece& is = to.world().pieces[index_of(news[i])];
    if (was.name == is.name && was.kind == is.kind && was.variants.size() == is.variants.size() &&
        was.moves == is.moves)
      pieces[i] = from.state.physics.pieces[i];
  }
  return pieces;
}

}  // namespace

Result<void> carry_over(const Session& from, Session& to) {
  if (from.spec.vehicles.size() != to.spec.vehicles.size())
    return fail(ErrorCode::Invalid, "the level has ", to.spec.vehicles.size(),
                " vehicles with these settings, the room ", from.spec.vehicles.size());
  Snapshot snapshot = snapshot_of(from);
  snapshot.state.rigid.props = to.state.rigid.props;
  snapshot.state.props_inside = to.state.props_inside;
  snapshot.state.physics.pieces = carried_pieces(from, to);
  if (!same_shape(from.referee, to.referee)) snapshot.referee = to.referee;
  if (!weather_fits(to, snapshot.weather)) snapshot.weather = to.model.weather;
  if (auto carried = restore(to, snapshot); !carried) return carried;
  if (!from.model.rigid || !to.model.rigid) return {};

  // a prop that is as it was stays where it is; one that changed stands there as it now is
  const auto& old_props = from.model.rigid->props;
  const auto& new_props = to.model.rigid->props;
  for (std::size_t i = 0; i < new_props.size() && i < old_props.size(); ++i) {
    const WorldPiece& was = from.world().pieces[index_of(old_props[i].piece)];
    const WorldPiece& is = to.world().pieces[index_of(new_props[i].piece)];
    if (was.name != is.name || was.kind != is.kind) continue;
    if (was.shape == is.shape)
      to.state.rigid.props[i] = from.state.rigid.props[i];
    else
      place_prop(*to.model.rigid, i, xy(from.state.rigid.props[i].pose.at), to.state.rigid,
                 prop_scale(*to.model.rigid, to.state.physics.pieces, i));
  }
  checkpoint(to);
  return {};
}

std::uint64_t hash_of(const Session& session) {
  Hasher hash;
  hash.add(hash_of(session.state));
  hash.add(session.race.laps);
  for (const RaceEntry& entry : session.race.entries) {
    hash.add(entry.last_lap), hash.add(entry.finished);
    hash.add(entry.place), hash.add(count(entry.touched));
  }
  if (session.model.weather != session.world().scene.weather) add(hash, session.model.weather);
  if (!(session.referee == start_referee(session.world(), session.spec.vehicles.size())))
    add(hash, session.referee);
  for (std::size_t v = 0; v < session.seats.size(); ++v) {
    hash.add(std::string_view(session.seats[v].name));
    for (const double number : memory_of(session.seats[v].driver)) hash.add(number);
    for (const double figure : figures_of(session.model.vehicles[v].params)) hash.add(figure);
  }
  return hash.value();
}

}  // namespace paddock
