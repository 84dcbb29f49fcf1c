#include "paddock/record/recording.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "paddock/io/bytes.h"
#include "paddock/io/file.h"

namespace paddock {
namespace {

enum class ChunkKind : std::uint8_t { Head = 1, Checkpoint = 2, Entries = 3, End = 4, Policy = 5 };
enum class EntryKind : std::uint8_t {
  SetDriver = 1,
  SetControls = 2,
  SetInput = 3,
  SetParameter = 4,
  Click = 5,
  Event = 6,
  Hash = 7,
  PlaceVehicle = 8,
  StartClock = 9,
  EndTrial = 10,
  ResetVehicle = 11,
};

constexpr std::size_t kMaxChunk = std::size_t{16} << 20;
constexpr std::size_t kMaxText = std::size_t{4} << 20;  // of a level
constexpr std::size_t kMaxName = 256;
constexpr std::size_t kMaxDriver = 4096;  // a driver's name may be the path of a policy
constexpr std::size_t kMaxPolicies = 256;
constexpr std::size_t kMaxProps = 20000;   // as many as a level has pieces
constexpr std::size_t kMaxZones = 1000;    // as many as a level has triggers
constexpr std::size_t kMaxNumbers = 2048;  // of one memory or set of figures
constexpr std::int64_t kMaxTick = std::int64_t{1} << 53;

std::string chunk(ChunkKind kind, std::string_view content) {
  ByteWriter writer;
  writer.u8(static_cast<std::uint8_t>(kind));
  writer.u32(static_cast<std::uint32_t>(content.size()));
  writer.bytes(content);
  writer.u32(crc32_of(writer.view()));
  return writer.take();
}

// --- parts --------------------------------------------------------------------------------------

// one pair for each type a fields() list may hold
void put(ByteWriter& w, double number) { w.f64(number); }
void put(ByteWriter& w, bool truth) { w.u8(truth ? 1 : 0); }
void put(ByteWriter& w, std::uint32_t number) { w.varint(number); }
void put(ByteWriter& w, std::uint64_t number) { w.u64(number); }
void put(ByteWriter& w, std::int64_t number) { w.i64(number); }
void put(ByteWriter& w, Tick tick) { w.i64(count(tick)); }
void get(ByteReader& r, double& number) { number = r.f64(); }
void get(ByteReader& r, bool& truth) {
  const std::uint8_t byte = r.u8();
  if (byte > 1) r.refuse();
  truth = byte == 1;
}
void get(ByteReader& r, std::uint32_t& number) {
  const std::uint64_t wide = r.varint();
  if (wide > 0xffffffffu) r.refuse();
  number = static_cast<std::uint32_t>(wide);
}
void get(ByteReader& r, std::uint64_t& number) { number = r.u64(); }
void get(ByteReader& r, std::int64_t& number) { number = r.i64(); }
void get(ByteReader& r, Tick& tick) { tick = Tick{r.i64()}; }

void put_numbers(ByteWriter& w, const std::vector<double>& numbers) {
  w.varint(numbers.size());
  for (const double number : numbers) w.f64(number);
}
std::vector<double> get_numbers(ByteReader& r) {
  std::vector<double> numbers(static_cast<std::size_t>(r.count(kMaxNumbers, 8)));
  for (double& number : numbers) number = r.f64();
  return numbers;
}

std::int64_t get_tick(ByteReader& r, std::int64_t base) {
  const std::uint64_t more = r.varint();
  if (more > static_cast<std::uint64_t>(kMaxTick - base)) {
    r.refuse();
    return base;
  }
  return base + static_cast<std::int64_t>(more);
}

void put_vehicle(ByteWriter& w, VehicleId vehicle) { w.varint(index_of(vehicle)); }
VehicleId get_vehicle(ByteReader& r) {
  const std::uint64_t index = r.varint();
  if (index >= kMaxVehicles) r.refuse();
  return VehicleId{static_cast<std::uint32_t>(index)};
}

template <class Variant>
Variant made_of_kind(ByteReader& r) {
  const std::uint8_t kind = r.u8();
  if (kind >= std::variant_size_v<VehicleState>) {
    r.refuse();
    return {};
  }
  if constexpr (std::is_same_v<Variant, VehicleState>)
    return state_at(static_cast<VehicleKind>(kind), {});
  else
    return idle_input(static_cast<VehicleKind>(kind));
}

// --- head ---------------------------------------------------------------------------------------

constexpr int kColored = 16;  // flag: each vehicle's colours follow

void put_colors(ByteWriter& w, const std::optional<CarColors>& colors) {
  w.u8(colors ? 1 : 0);
  if (!colors) return;
  for (const Color& color : {colors->front, colors->back})
    w.u8(color.r), w.u8(color.g), w.u8(color.b);
}

std::optional<CarColors> get_colors(ByteReader& r) {
  if (r.u8() == 0) return std::nullopt;
  CarColors colors;
  for (Color* color : {&colors.front, &colors.back})
    color->r = r.u8(), color->g = r.u8(), color->b = r.u8();
  return colors;
}

std::string encode_head(const RecordingHead& head) {
  ByteWriter w;
  w.text(head.level), w.text(head.text);
  w.u64(head.spec.seed);
  w.varint(head.spec.laps);
  const auto& vehicles = head.spec.vehicles;
  const bool colored = std::any_of(vehicles.begin(), vehicles.end(),
                                   [](const VehicleRequest& v) { return v.colors.has_value(); });
  w.u8(static_cast<std::uint8_t>((head.spec.imu ? 1 : 0) | (head.spec.ideal_sensors ? 2 : 0) |
                                 static_cast<int>(head.spec.mode) << 2 | (colored ? kColored : 0)));
  w.varint(vehicles.size());
  for (const VehicleRequest& vehicle : vehicles) {
    w.text(vehicle.kind), w.text(vehicle.driver);
    if (colored) put_colors(w, vehicle.colors);
  }
  return w.take();
}

RecordingHead decode_head(ByteReader& r) {
  RecordingHead head;
  head.level = r.text(kMaxName);
  head.text = r.text(kMaxText);
  head.spec.seed = r.u64();
  get(r, head.spec.laps);
  const std::uint8_t flags = r.u8();
  head.spec.imu = (flags & 1) != 0, head.spec.ideal_sensors = (flags & 2) != 0;
  const int mode = flags >> 2 & 3;
  if (flags >= 2 * kColored || mode > static_cast<int>(PlayMode::Trial)) r.refuse();
  head.spec.mode = static_cast<PlayMode>(mode);
  head.spec.vehicles.assign(static_cast<std::size_t>(r.count(kMaxVehicles, 2)), {});
  for (VehicleRequest& vehicle : head.spec.vehicles) {
    vehicle.kind = r.text(kMaxName), vehicle.driver = r.text(kMaxDriver);
    if ((flags & kColored) != 0) vehicle.colors = get_colors(r);
  }
  return head;
}

// --- checkpoints --------------------------------------------------------------------------------

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
  w.varint(state.sensors.size());
  for (const SensorState& sensors : state.sensors) SensorState::fields(sensors, write);
}

State get_state(ByteReader& r) {
  const auto read = [&](const char*, auto& number) { get(r, number); };
  State state;
  get(r, state.tick);
  if (count(state.tick) < 0 || count(state.tick) > kMaxTick) r.refuse();
  const auto vehicles = static_cast<std::size_t>(r.count(kMaxVehicles, 16));
  for (std::size_t v = 0; v < vehicles; ++v) {
    VehicleState vehicle = made_of_kind<VehicleState>(r);
    std::visit([&](auto& s) { s.fields(s, read); }, vehicle);
    state.physics.vehicles.push_back(vehicle);
    bool frozen = false;
    get(r, frozen);
    state.physics.frozen.push_back(frozen ? 1 : 0);
    LapState::fields(state.laps.emplace_back(), read);
  }
  state.sensors.resize(static_cast<std::size_t>(r.count(kMaxVehicles, 16)));
  for (SensorState& sensors : state.sensors) SensorState::fields(sensors, read);
  return state;
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

RecordingCheckpoint decode_checkpoint(ByteReader& r) {
  RecordingCheckpoint checkpoint;
  checkpoint.hash = r.u64();
  Snapshot& snapshot = checkpoint.snapshot;
  snapshot.state = get_state(r);
  snapshot.seats.resize(static_cast<std::size_t>(r.count(kMaxVehicles, 3)));
  for (SeatSnapshot& seat : snapshot.seats) {
    seat.driver = r.text(kMaxDriver);
    seat.memory = get_numbers(r);
    seat.params = get_numbers(r);
  }
  get(r, snapshot.race.laps);
  snapshot.race.entries.resize(static_cast<std::size_t>(r.count(kMaxVehicles, 16)));
  for (RaceEntry& entry : snapshot.race.entries)
    RaceEntry::fields(entry, [&](const char*, auto& number) { get(r, number); });
  if (r.left() > 0) get_rigid(r, snapshot.state);
  if (r.left() > 0) get_referee(r, snapshot.referee);
  return checkpoint;
}

// --- entries ------------------------------------------------------------------------------------

void put_controls(ByteWriter& w, const Controls& controls) {
  // hands send floats; what does not fit one takes eight bytes
  bool fits = true;
  Controls::fields(controls, [&](const char*, double number) {
    fits &= static_cast<double>(static_cast<float>(number)) == number;
  });
  w.u8(fits ? 4 : 8);
  Controls::fields(controls, [&](const char*, double number) {
    if (fits)
      w.f32(static_cast<float>(number));
    else
      w.f64(number);
  });
}

Controls get_controls(ByteReader& r) {
  const std::uint8_t size = r.u8();
  if (size != 4 && size != 8) r.refuse();
  Controls controls;
  Controls::fields(controls, [&](const char*, double& number) {
    number = size == 4 ? static_cast<double>(r.f32()) : r.f64();
  });
  return controls;
}

void put_command(ByteWriter& w, const Command& command) {
  const auto kind = [&](EntryKind k) { w.u8(static_cast<std::uint8_t>(k)); };
  if (const auto* driver = std::get_if<SetDriver>(&command)) {
    kind(EntryKind::SetDriver), put_vehicle(w, driver->vehicle), w.text(driver->driver);
  } else if (const auto* controls = std::get_if<SetControls>(&command)) {
    kind(EntryKind::SetControls), put_vehicle(w, controls->vehicle);
    put_controls(w, controls->controls);
  } else if (const auto* input = std::get_if<SetInput>(&command)) {
    kind(EntryKind::SetInput), put_vehicle(w, input->vehicle);
    w.u8(static_cast<std::uint8_t>(input->input.index()));
    std::visit([&](const auto& u) { u.fields(u, [&](const char*, double n) { w.f64(n); }); },
               input->input);
  } else if (const auto* parameter = std::get_if<SetParameter>(&command)) {
    kind(EntryKind::SetParameter), w.text(parameter->name), w.f64(parameter->value);
  } else if (const auto* place = std::get_if<PlaceVehicle>(&command)) {
    kind(EntryKind::PlaceVehicle), put_vehicle(w, place->vehicle);
    w.f64(place->pose.x), w.f64(place->pose.y), w.f64(place->pose.yaw);
  } else if (std::holds_alternative<StartClock>(command)) {
    kind(EntryKind::StartClock);
  } else if (const auto* end = std::get_if<EndTrial>(&command)) {
    kind(EntryKind::EndTrial), w.u8(static_cast<std::uint8_t>(end->how));
  } else if (const auto* reset = std::get_if<ResetVehicle>(&command)) {
    kind(EntryKind::ResetVehicle), put_vehicle(w, reset->vehicle), put(w, reset->next);
  } else {
    const Click& click = std::get<Click>(command);
    kind(EntryKind::Click);
    w.f64(click.point.x), w.f64(click.point.y), w.f64(click.point.z);
    w.varint(click.button);
    w.varint(click.vehicle ? index_of(*click.vehicle) + 1 : 0);
  }
}

void put_event(ByteWriter& w, const StageEvent& event) {
  w.u8(static_cast<std::uint8_t>(EntryKind::Event));
  w.u8(static_cast<std::uint8_t>(event.kind));
  w.i64(event.time);
  w.varint(static_cast<std::uint64_t>(event.vehicle + 1));
  w.varint(static_cast<std::uint64_t>(event.other + 1));
  w.varint(event.number);
  w.u8(event.yes ? 1 : 0);
  w.i64(event.duration);
  w.f64(event.point.x), w.f64(event.point.y), w.f64(event.value);
  w.text(event.text);
}

std::int32_t get_index(ByteReader& r) {
  const std::uint64_t index = r.varint();
  if (index > kMaxVehicles) r.refuse();
  return static_cast<std::int32_t>(r.ok() ? index : 0) - 1;
}

StageEvent get_event(ByteReader& r) {
  StageEvent event;
  const std::uint8_t kind = r.u8();
  if (kind > static_cast<std::uint8_t>(EventKind::TrialOver)) r.refuse();
  event.kind = static_cast<EventKind>(kind);
  event.time = r.i64();
  event.vehicle = get_index(r), event.other = get_index(r);
  get(r, event.number), get(r, event.yes);
  event.duration = r.i64();
  event.point.x = r.f64(), event.point.y = r.f64(), event.value = r.f64();
  event.text = r.text(kMaxName);
  return event;
}

Click get_click(ByteReader& r) {
  Click click;
  click.point.x = r.f64(), click.point.y = r.f64(), click.point.z = r.f64();
  get(r, click.button);
  const std::int32_t vehicle = get_index(r);
  if (vehicle >= 0) click.vehicle = VehicleId{static_cast<std::uint32_t>(vehicle)};
  return click;
}

std::variant<Command, StageEvent, HashMark> get_entry(ByteReader& r) {
  switch (static_cast<EntryKind>(r.u8())) {
    case EntryKind::SetDriver: {
      const VehicleId vehicle = get_vehicle(r);
      return Command{SetDriver{vehicle, std::string(r.text(kMaxDriver))}};
    }
    case EntryKind::SetControls: {
      const VehicleId vehicle = get_vehicle(r);
      return Command{SetControls{vehicle, get_controls(r)}};
    }
    case EntryKind::SetInput: {
      SetInput set{get_vehicle(r), made_of_kind<VehicleInput>(r)};
      std::visit([&](auto& u) { u.fields(u, [&](const char*, double& n) { n = r.f64(); }); },
                 set.input);
      return Command{set};
    }
    case EntryKind::SetParameter: {
      std::string name(r.text(kMaxName));
      return Command{SetParameter{std::move(name), r.f64()}};
    }
    case EntryKind::Click:
      return Command{get_click(r)};
    case EntryKind::PlaceVehicle: {
      PlaceVehicle place{get_vehicle(r), {}};
      place.pose.x = r.f64(), place.pose.y = r.f64(), place.pose.yaw = r.f64();
      return Command{place};
    }
    case EntryKind::StartClock:
      return Command{StartClock{}};
    case EntryKind::EndTrial: {
      const std::uint8_t how = r.u8();
      if (how > static_cast<std::uint8_t>(TrialEnd::ProgramFailed)) r.refuse();
      return Command{EndTrial{static_cast<TrialEnd>(how)}};
    }
    case EntryKind::ResetVehicle: {
      ResetVehicle reset{get_vehicle(r), false};
      get(r, reset.next);
      return Command{reset};
    }
    case EntryKind::Event:
      return get_event(r);
    case EntryKind::Hash:
      return HashMark{r.u64()};
  }
  r.refuse();
  return HashMark{};
}

void decode_entries(ByteReader& r, Recording& recording) {
  std::int64_t tick = get_tick(r, 0);
  const std::int64_t begin = tick;
  const std::int64_t end = get_tick(r, begin);
  std::vector<RecordingEntry> entries(static_cast<std::size_t>(r.count(kMaxChunk, 2)));
  for (RecordingEntry& entry : entries) {
    tick = get_tick(r, tick);
    entry = {Tick{tick}, get_entry(r)};
    if (!r.ok()) return;
  }
  if (tick > end || begin < count(recording.end)) r.refuse();
  if (!r.done()) return;
  recording.end = Tick{end};
  recording.entries.insert(recording.entries.end(), std::make_move_iterator(entries.begin()),
                           std::make_move_iterator(entries.end()));
}

bool decode_policy(ByteReader& r, std::vector<NamedPolicy>& policies) {
  std::string name(r.text(kMaxDriver));
  const std::string_view text = r.text(kMaxChunk);
  if (!r.done() || policies.size() >= kMaxPolicies || !name.ends_with(".json")) return false;
  auto policy = read_policy(text, name);
  if (!policy) return false;
  policies.push_back({std::move(name), std::make_shared<const PolicyParams>(std::move(*policy))});
  return true;
}

/// Reads one chunk into `recording`; false when it cannot be meant.
bool take_chunk(ChunkKind kind, std::string_view content, Recording& recording, bool& headed) {
  ByteReader r(content);
  switch (kind) {
    case ChunkKind::Head:
      if (headed) return false;
      recording.head = decode_head(r);
      headed = true;
      return r.done();
    case ChunkKind::Checkpoint: {
      RecordingCheckpoint checkpoint = decode_checkpoint(r);
      const Tick tick = checkpoint.snapshot.state.tick;
      if (!headed || !r.done() || tick < recording.end) return false;
      if (!recording.checkpoints.empty() && tick != recording.end) return false;
      checkpoint.next_entry = recording.entries.size();
      recording.end = tick;
      recording.checkpoints.push_back(std::move(checkpoint));
      return true;
    }
    case ChunkKind::Entries:
      if (recording.checkpoints.empty()) return false;
      decode_entries(r, recording);
      return r.done();
    case ChunkKind::Policy:
      return headed && decode_policy(r, recording.head.spec.policies);
    case ChunkKind::End:
      recording.complete = get_tick(r, 0) == count(recording.end) && r.done();
      return recording.complete;
  }
  return false;
}

Result<void> check_start(ByteReader& file) {
  if (file.bytes(kRecordingMagic.size()) != kRecordingMagic)
    return fail(ErrorCode::Invalid, "this is no Paddock recording");
  if (const std::uint32_t version = file.u32(); version < 1 || version > kRecordingVersion)
    return fail(ErrorCode::Invalid, "the recording has version ", version,
                "; this Paddock reads 1 to ", kRecordingVersion);
  return {};
}

constexpr std::size_t kStart = kRecordingMagic.size() + 4;
constexpr std::size_t kChunkHead = 5, kChunkTail = 4;

/// Up to `size` bytes from `at` on; fewer where the file ends.
std::string bytes_at(std::ifstream& file, std::uint64_t at, std::size_t size) {
  std::string bytes(size, '\0');
  file.clear();
  file.seekg(static_cast<std::streamoff>(at));
  file.read(bytes.data(), static_cast<std::streamsize>(size));
  bytes.resize(static_cast<std::size_t>(std::max<std::streamsize>(0, file.gcount())));
  return bytes;
}

/// The tick in the end chunk that `tail` ends with, if it does.
std::optional<Tick> end_in(std::string_view tail) {
  for (std::size_t size = 1; size <= 10 && tail.size() >= kChunkHead + size + kChunkTail; ++size) {
    const std::string_view last = tail.substr(tail.size() - (kChunkHead + size + kChunkTail));
    ByteReader r(last);
    if (r.u8() != static_cast<std::uint8_t>(ChunkKind::End) || r.u32() != size) continue;
    const std::int64_t tick = get_tick(r, 0);
    const bool fits = r.ok() && r.left() == kChunkTail;
    if (fits && r.u32() == crc32_of(last.substr(0, kChunkHead + size))) return Tick{tick};
  }
  return std::nullopt;
}

/// Head, first tick and end of a file that was ended; nothing when it was not.
std::optional<RecordingOutline> outline_of(std::ifstream& file, std::uint64_t size) {
  RecordingOutline outline;
  const auto end = end_in(bytes_at(file, size - std::min<std::uint64_t>(size, 32), 32));
  const std::string start = bytes_at(file, 0, kStart);
  ByteReader first(start);
  if (!end || !check_start(first)) return std::nullopt;
  outline.end = *end, outline.complete = true;
  bool headed = false;
  for (std::uint64_t at = kStart; at < size;) {
    const std::string begun = bytes_at(file, at, kChunkHead + 16);
    ByteReader r(begun);
    const auto kind = static_cast<ChunkKind>(r.u8());
    const std::uint32_t length = r.u32();
    if (length > kMaxChunk) return std::nullopt;
    if (kind == ChunkKind::Head && !headed) {
      const std::string whole = bytes_at(file, at, kChunkHead + length + kChunkTail);
      if (whole.size() != kChunkHead + length + kChunkTail) return std::nullopt;
      ByteReader content(std::string_view(whole).substr(kChunkHead, length));
      outline.head = decode_head(content);
      headed = content.done();
    } else if (kind == ChunkKind::Checkpoint) {
      r.u64();  // its hash
      outline.begin = Tick{r.i64()};
      return headed && r.ok() ? std::optional(outline) : std::nullopt;
    } else if (kind != ChunkKind::Policy) {
      return std::nullopt;
    }
    at += kChunkHead + length + kChunkTail;
  }
  return std::nullopt;
}

}  // namespace

std::string encode_start(const RecordingHead& head) {
  ByteWriter w;
  w.bytes(kRecordingMagic);
  w.u32(kRecordingVersion);
  w.bytes(chunk(ChunkKind::Head, encode_head(head)));
  return w.take();
}

std::string encode_policy(std::string_view name, const PolicyParams& policy) {
  ByteWriter w;
  w.text(name), w.text(policy_text(policy));
  return chunk(ChunkKind::Policy, w.view());
}

std::string encode_entries(const std::vector<RecordingEntry>& entries, Tick begin, Tick end) {
  ByteWriter w;
  w.varint(static_cast<std::uint64_t>(count(begin)));
  w.varint(static_cast<std::uint64_t>(count(end) - count(begin)));
  w.varint(entries.size());
  std::int64_t tick = count(begin);
  for (const RecordingEntry& entry : entries) {
    w.varint(static_cast<std::uint64_t>(count(entry.tick) - tick));
    tick = count(entry.tick);
    if (const auto* command = std::get_if<Command>(&entry.what)) {
      put_command(w, *command);
    } else if (const auto* event = std::get_if<StageEvent>(&entry.what)) {
      put_event(w, *event);
    } else {
      w.u8(static_cast<std::uint8_t>(EntryKind::Hash));
      w.u64(std::get<HashMark>(entry.what).hash);
    }
  }
  return chunk(ChunkKind::Entries, w.view());
}

std::string encode_checkpoint(const Snapshot& snapshot, std::uint64_t hash) {
  ByteWriter w;
  w.u64(hash);
  put_state(w, snapshot.state);
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
  return chunk(ChunkKind::Checkpoint, w.view());
}

std::string encode_end(Tick end) {
  ByteWriter w;
  w.varint(static_cast<std::uint64_t>(count(end)));
  return chunk(ChunkKind::End, w.view());
}

Result<Recording> decode_recording(std::string_view bytes) {
  ByteReader file(bytes);
  if (auto known = check_start(file); !known) return tl::unexpected(known.error());
  Recording recording;
  bool headed = false;
  while (file.left() > 0 && !recording.complete) {
    const std::string_view rest = bytes.substr(bytes.size() - file.left());
    const auto kind = static_cast<ChunkKind>(file.u8());
    const std::uint32_t size = file.u32();
    if (size > kMaxChunk) break;
    const std::string_view content = file.bytes(size);
    const std::uint32_t crc = file.u32();
    if (!file.ok() || crc != crc32_of(rest.substr(0, 5 + content.size()))) break;
    if (!take_chunk(kind, content, recording, headed)) break;
  }
  if (recording.checkpoints.empty())
    return fail(ErrorCode::Invalid, "the recording is cut short before its first checkpoint");
  return recording;
}

Result<Recording> read_recording(const std::string& path) {
  const auto bytes = read_file(path, kRecordingLimit);
  if (!bytes) return tl::unexpected(bytes.error());
  auto recording = decode_recording(*bytes);
  if (!recording) return tl::unexpected(recording.error().within(path));
  return recording;
}

Result<RecordingOutline> read_outline(const std::string& path) {
  std::error_code wrong;
  const std::uint64_t size = std::filesystem::file_size(path, wrong);
  std::ifstream file(path, std::ios::binary);
  if (!wrong && file)
    if (auto outline = outline_of(file, size)) return std::move(*outline);
  auto recording = read_recording(path);
  if (!recording) return tl::unexpected(recording.error());
  return RecordingOutline{.head = std::move(recording->head),
                          .begin = recording->checkpoints.front().snapshot.state.tick,
                          .end = recording->end,
                          .complete = recording->complete};
}

}  // namespace paddock
