// A snapshot of a run as bytes and back.
#include "paddock/core/check.h"
#include "paddock/record/recording_bytes.h"
#include "paddock/vehicles/older_figures.h"

namespace paddock {
namespace {

constexpr std::size_t kMaxProps = 20000;    // as many as a level has pieces
constexpr std::size_t kMaxZones = 1000;     // as many as a level has triggers
constexpr std::size_t kMaxNumbers = 16384;  // of a driver's memory or a vehicle's figures
constexpr std::size_t kMaxSensorsOfRun = 4096;
constexpr std::size_t kMaxMemory = 1u << 16u;  // numbers that a sensor remembers

void put_numbers(ByteWriter& w, const std::vector<double>& numbers) {
  w.varint(numbers.size());
  for (const double number : numbers) w.f64(number);
}
std::vector<double> get_numbers(ByteReader& r, std::size_t most) {
  std::vector<double> numbers(static_cast<std::size_t>(r.count(most, 8)));
  for (double& number : numbers) number = r.f64();
  return numbers;
}

void put_state(ByteWriter& w, const State& state) {
  const auto write = [&](const char*, const auto& number) { put(w, number); };
  put(w, state.tick);
  w.varint(state.physics.vehicles.size());
  for (std::size_t v = 0; v < state.physics.vehicles.size(); ++v) {
    w.u8(static_cast<std::uint8_t>(state.physics.vehicles[v].index()));
    visit_fields(state.physics.vehicles[v], write);
    w.u8(state.physics.frozen[v]);
    LapState::fields(state.laps[v], write);
  }
}

State get_state(ByteReader& r) {
  const auto read = [&](const char*, auto& number) { get(r, number); };
  State state;
  get(r, state.tick);
  if (count(state.tick) < 0 || count(state.tick) > kMaxRecordedTick) r.refuse();
  const auto vehicles = static_cast<std::size_t>(r.count(kMaxVehicles, 16));
  for (std::size_t v = 0; v < vehicles; ++v) {
    VehicleState vehicle = state_with(get_dynamics(r));
    std::visit([&](auto& s) { s.fields(s, read); }, vehicle);
    state.physics.vehicles.push_back(vehicle);
    bool frozen = false;
    get(r, frozen);
    state.physics.frozen.push_back(frozen ? 1 : 0);
    state.physics.present.push_back(1);
    state.generations.push_back(0);
    LapState::fields(state.laps.emplace_back(), read);
  }
  return state;
}

void put_sensors(ByteWriter& w, const Snapshot& snapshot) {
  PADDOCK_ASSERT(snapshot.sensors.size() == snapshot.state.sensors.size());
  w.varint(snapshot.sensors.size());
  for (std::size_t i = 0; i < snapshot.sensors.size(); ++i) {
    put_mount(w, snapshot.sensors[i]);
    put_numbers(w, snapshot.state.sensors[i].numbers);
  }
}

void get_sensors(ByteReader& r, Snapshot& snapshot) {
  const auto sensors = static_cast<std::size_t>(r.count(kMaxSensorsOfRun, 16));
  for (std::size_t i = 0; i < sensors && r.ok(); ++i) {
    snapshot.sensors.push_back(get_mount(r));
    snapshot.state.sensors.push_back({get_numbers(r, kMaxMemory)});
  }
}

/// What IMUs of older versions remembered: no state has that any more.
void skip_old_sensors(ByteReader& r) {
  constexpr std::size_t kBytes = 16 * sizeof(double);  // bias, reading and odometry of a vehicle
  r.bytes(r.count(kMaxVehicles, kBytes) * kBytes);
}

void put_rigid(ByteWriter& w, const State& state) {
  w.varint(state.rigid.cars.size()), w.varint(state.rigid.props.size());
  RigidState::fields(state.rigid, [&](const char*, const auto& number) { put(w, number); });
  for (const std::uint64_t inside : state.props_inside) w.u64(inside);
}

void get_rigid(ByteReader& r, State& state) {
  RigidState& rigid = state.rigid;
  rigid.cars.resize(static_cast<std::size_t>(r.count(kMaxVehicles, 100)));
  rigid.props.resize(static_cast<std::size_t>(r.count(kMaxProps, 100)));
  RigidState::fields(rigid, [&](const char*, auto& number) { get(r, number); });
  state.props_inside.resize(rigid.props.size());
  for (std::uint64_t& inside : state.props_inside) inside = r.u64();
}

void put_referee(ByteWriter& w, const RefereeState& referee) {
  const auto write = [&](const char*, const auto& number) { put(w, number); };
  const auto write_flags = [&](const std::vector<std::uint8_t>& flags) {
    for (const std::uint8_t flag : flags) w.u8(flag);
  };
  RefereeState::fields(referee, write);
  w.u8(static_cast<std::uint8_t>(referee.end));
  w.varint(referee.cars.size());
  w.varint(referee.cars.empty() ? 0 : referee.cars.front().passed.size());
  w.varint(referee.gone.size());
  for (const RefereeCar& car : referee.cars) {
    RefereeCar::fields(car, write);
    for (const Nanos time : car.passed) w.i64(time);
    write_flags(car.inside);
  }
  write_flags(referee.gone);
}

void get_referee(ByteReader& r, RefereeState& referee) {
  const auto read = [&](const char*, auto& number) { get(r, number); };
  const auto read_flags = [&](std::vector<std::uint8_t>& flags) {
    for (std::uint8_t& flag : flags) {
      bool set = false;
      get(r, set);
      flag = set ? 1 : 0;
    }
  };
  RefereeState::fields(referee, read);
  const std::uint8_t end = r.u8();
  if (end > static_cast<std::uint8_t>(TrialEnd::ProgramFailed)) r.refuse();
  referee.end = static_cast<TrialEnd>(end);
  referee.cars.resize(static_cast<std::size_t>(r.count(kMaxVehicles, 26)));
  const auto key_points = static_cast<std::size_t>(r.count(kMaxZones, 0));
  referee.gone.resize(static_cast<std::size_t>(r.count(kMaxZones, 1)));
  for (RefereeCar& car : referee.cars) {
    RefereeCar::fields(car, read);
    car.passed.resize(r.ok() ? key_points : 0);
    for (Nanos& time : car.passed) time = r.i64();
    car.inside.resize(r.ok() ? referee.gone.size() : 0);
    read_flags(car.inside);
  }
  read_flags(referee.gone);
}

/// Who stands in which slot. The figures of each are those of its seat.
void put_slots(ByteWriter& w, const Snapshot& snapshot) {
  for (const ActorSlot& slot : snapshot.slots) {
    put(w, slot.generation), put(w, slot.present);
    w.text(type_of(kind_of(slot.setup.params)).name);
    put_pose(w, slot.setup.start), w.f64(slot.setup.z), put_colors(w, slot.setup.colors);
  }
}

void get_slots(ByteReader& r, Snapshot& snapshot) {
  for (std::size_t v = 0; v < snapshot.seats.size() && r.ok(); ++v) {
    ActorSlot slot;
    get(r, slot.generation), get(r, slot.present);
    const VehicleType* type = find_vehicle_type(r.text(kMaxRecordedName));
    if (type == nullptr) return r.refuse();
    slot.setup.params = default_params(type->kind);
    slot.setup.start = get_pose2(r), slot.setup.z = r.f64(), slot.setup.colors = get_colors(r);
    const auto& figures = snapshot.seats[v].params;
    if (!figures_fit(slot.setup.params, figures.size())) return r.refuse();
    slot.setup.params = with_figures(slot.setup.params, figures);
    snapshot.slots.push_back(std::move(slot));
  }
  State& state = snapshot.state;
  for (std::size_t v = 0; v < snapshot.slots.size(); ++v) {
    state.generations[v] = snapshot.slots[v].generation;
    state.physics.present[v] = snapshot.slots[v].present ? 1 : 0;
  }
}

/// Only what changed is written.
void put_pieces(ByteWriter& w, const std::vector<PieceState>& pieces) {
  w.varint(pieces.size());
  for (const PieceState& piece : pieces) {
    const bool changed = piece != PieceState{};
    put(w, changed);
    if (changed)
      PieceState::fields(piece, [&](const char*, const auto& number) { put(w, number); });
  }
}

void get_pieces(ByteReader& r, std::vector<PieceState>& pieces) {
  pieces.resize(static_cast<std::size_t>(r.count(kMaxProps, 1)));
  for (PieceState& piece : pieces) {
    bool changed = false;
    get(r, changed);
    if (changed) PieceState::fields(piece, [&](const char*, auto& number) { get(r, number); });
  }
}

void put_weather(ByteWriter& w, const std::optional<WeatherSpec>& weather) {
  constexpr std::uint8_t kThere = 1, kAzimuth = 2;
  w.u8(static_cast<std::uint8_t>((weather ? kThere : 0) |
                                 (weather && weather->azimuth ? kAzimuth : 0)));
  if (!weather) return;
  for (const WeatherFigure& figure : weather_figures()) w.f64(*weather.*figure.figure);
  if (weather->azimuth) w.f64(*weather->azimuth);
}

void get_weather(ByteReader& r, std::optional<WeatherSpec>& weather) {
  const std::uint8_t given = r.u8();
  if (given != 0 && given != 1 && given != 3) return r.refuse();
  if (given == 0) return;
  weather.emplace();
  for (const WeatherFigure& figure : weather_figures()) *weather.*figure.figure = r.f64();
  if (given == 3) weather->azimuth = r.f64();
}

}  // namespace

void put_snapshot(ByteWriter& w, const Snapshot& snapshot) {
  put_state(w, snapshot.state);
  put_sensors(w, snapshot);
  w.varint(snapshot.seats.size());
  for (const SeatSnapshot& seat : snapshot.seats) {
    w.text(seat.driver);
    put_numbers(w, seat.memory);
    put_numbers(w, seat.params);
  }
  put(w, snapshot.race.laps);
  w.varint(snapshot.race.entries.size());
  for (const RaceEntry& entry : snapshot.race.entries)
    RaceEntry::fields(entry, [&](const char*, const auto& number) { put(w, number); });
  put_rigid(w, snapshot.state);
  put_referee(w, snapshot.referee);
  put_slots(w, snapshot);
  put_pieces(w, snapshot.state.physics.pieces);
  put_weather(w, snapshot.weather);
}

Snapshot get_snapshot(ByteReader& r, std::uint32_t version) {
  Snapshot snapshot;
  snapshot.state = get_state(r);
  if (version >= kSensorsVersion)
    get_sensors(r, snapshot);
  else
    skip_old_sensors(r);
  snapshot.seats.resize(static_cast<std::size_t>(r.count(kMaxVehicles, 3)));
  for (SeatSnapshot& seat : snapshot.seats) {
    seat.driver = r.text(kMaxRecordedDriver);
    seat.memory = get_numbers(r, kMaxNumbers);
    seat.params = get_numbers(r, kMaxNumbers);
  }
  if (snapshot.seats.size() != snapshot.state.physics.vehicles.size()) r.refuse();
  get(r, snapshot.race.laps);
  snapshot.race.entries.resize(static_cast<std::size_t>(r.count(kMaxVehicles, 16)));
  for (RaceEntry& entry : snapshot.race.entries)
    RaceEntry::fields(entry, [&](const char*, auto& number) { get(r, number); });
  if (r.left() > 0) get_rigid(r, snapshot.state);
  if (r.left() > 0) get_referee(r, snapshot.referee);
  if (version >= kActorsVersion) get_slots(r, snapshot);
  if (version >= kPiecesVersion) get_pieces(r, snapshot.state.physics.pieces);
  if (version >= kWeatherVersion) get_weather(r, snapshot.weather);
  return snapshot;
}

}  // namespace paddock
