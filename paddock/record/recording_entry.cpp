// One entry of a recording as bytes and back: a command, an event, a hash.
#include "paddock/record/recording_bytes.h"

namespace paddock {
namespace {

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
  MountSensor = 12,
  UnmountSensor = 13,
  Spawn = 14,
  Despawn = 15,
  ChangePiece = 16,
  EditPath = 17,
};

// which of its numbers a ChangePiece gives
constexpr std::uint8_t kPresent = 1, kTaken = 2, kPose = 4, kScale = 8, kVariant = 16;

// what an EditPath says
constexpr std::uint8_t kIndex = 1, kClosing = 2, kClosed = 4, kCenter = 8;

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

class CommandWriter {
 public:
  explicit CommandWriter(ByteWriter& w) : w_(w) {}

  void operator()(const SetDriver& c) const {
    begin(EntryKind::SetDriver), put_vehicle(w_, c.vehicle), w_.text(c.driver);
  }
  void operator()(const SetControls& c) const {
    begin(EntryKind::SetControls), put_vehicle(w_, c.vehicle), put_controls(w_, c.controls);
  }
  void operator()(const SetInput& c) const {
    begin(EntryKind::SetInput), put_vehicle(w_, c.vehicle);
    w_.u8(static_cast<std::uint8_t>(c.input.index()));
    const auto write = [&](const char*, double number) { w_.f64(number); };
    std::visit([&](const auto& input) { input.fields(input, write); }, c.input);
  }
  void operator()(const SetParameter& c) const {
    begin(EntryKind::SetParameter), w_.text(c.name), w_.f64(c.value);
  }
  void operator()(const Click& c) const {
    begin(EntryKind::Click);
    w_.f64(c.point.x), w_.f64(c.point.y), w_.f64(c.point.z);
    w_.varint(c.button);
    w_.varint(c.vehicle ? std::uint64_t{static_cast<std::uint32_t>(*c.vehicle)} + 1 : 0);
  }
  void operator()(const PlaceVehicle& c) const {
    begin(EntryKind::PlaceVehicle), put_vehicle(w_, c.vehicle), put_pose(w_, c.pose);
  }
  void operator()(const StartClock&) const { begin(EntryKind::StartClock); }
  void operator()(const EndTrial& c) const {
    begin(EntryKind::EndTrial), w_.u8(static_cast<std::uint8_t>(c.how));
  }
  void operator()(const ResetVehicle& c) const {
    begin(EntryKind::ResetVehicle), put_vehicle(w_, c.vehicle), put(w_, c.next);
  }
  void operator()(const MountSensor& c) const {
    begin(EntryKind::MountSensor), put_mount(w_, c.sensor);
  }
  void operator()(const UnmountSensor& c) const {
    begin(EntryKind::UnmountSensor), put_vehicle(w_, c.vehicle), w_.text(c.name);
  }
  void operator()(const Spawn& c) const {
    begin(EntryKind::Spawn), w_.text(c.kind), put_pose(w_, c.pose), w_.f64(c.z);
    w_.text(c.driver), put_colors(w_, c.colors);
  }
  void operator()(const Despawn& c) const { begin(EntryKind::Despawn), put_vehicle(w_, c.vehicle); }
  void operator()(const ChangePiece& c) const {
    begin(EntryKind::ChangePiece), w_.varint(index_of(c.piece));
    const auto given = [](bool is, std::uint8_t bit) { return is ? bit : std::uint8_t{0}; };
    w_.u8(static_cast<std::uint8_t>(
        given(c.present == true, kPresent) | given(c.present == false, kTaken) |
        given(c.pose.has_value(), kPose) | given(c.scale.has_value(), kScale) |
        given(c.variant.has_value(), kVariant)));
    if (c.pose) put_pose(w_, *c.pose);
    if (c.scale) w_.f64(*c.scale);
    if (c.variant) w_.i64(*c.variant);
  }
  void operator()(const EditPath& c) const {
    begin(EntryKind::EditPath), put_vehicle(w_, c.vehicle);
    const PathEdit& edit = c.edit;
    w_.u8(static_cast<std::uint8_t>(edit.act)), w_.u8(static_cast<std::uint8_t>(edit.shape));
    w_.u8(static_cast<std::uint8_t>((edit.index ? kIndex : 0) | (edit.closed ? kClosing : 0) |
                                    (edit.closed == true ? kClosed : 0) |
                                    (edit.center ? kCenter : 0)));
    if (edit.index) w_.varint(*edit.index);
    if (edit.center) w_.f64(edit.center->x), w_.f64(edit.center->y);
    w_.u64(edit.seed), w_.f64(edit.size);
    w_.varint(edit.points.size());
    for (const Vec2 point : edit.points) w_.f64(point.x), w_.f64(point.y);
  }

 private:
  void begin(EntryKind kind) const { w_.u8(static_cast<std::uint8_t>(kind)); }
  ByteWriter& w_;
};

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

/// An id, or -1 for none.
std::int32_t get_id(ByteReader& r) {
  const std::uint64_t id = r.varint();
  if (id > 0x7fffffffu) r.refuse();
  return static_cast<std::int32_t>(r.ok() ? id : 0) - 1;
}

StageEvent get_event(ByteReader& r) {
  StageEvent event;
  const std::uint8_t kind = r.u8();
  if (kind > static_cast<std::uint8_t>(EventKind::Despawned)) r.refuse();
  event.kind = static_cast<EventKind>(kind);
  event.time = r.i64();
  event.vehicle = get_id(r), event.other = get_id(r);
  get(r, event.number), get(r, event.yes);
  event.duration = r.i64();
  event.point.x = r.f64(), event.point.y = r.f64(), event.value = r.f64();
  event.text = r.text(kMaxRecordedName);
  return event;
}

Click get_click(ByteReader& r) {
  Click click;
  click.point.x = r.f64(), click.point.y = r.f64(), click.point.z = r.f64();
  get(r, click.button);
  const std::int32_t vehicle = get_id(r);
  if (vehicle >= 0) click.vehicle = VehicleId{static_cast<std::uint32_t>(vehicle)};
  return click;
}

SetInput get_input(ByteReader& r) {
  const VehicleId vehicle = get_vehicle(r);
  SetInput set{vehicle, input_with(get_dynamics(r))};
  const auto read = [&](const char*, double& number) { number = r.f64(); };
  std::visit([&](auto& input) { input.fields(input, read); }, set.input);
  return set;
}

EndTrial get_end(ByteReader& r) {
  const std::uint8_t how = r.u8();
  if (how > static_cast<std::uint8_t>(TrialEnd::ProgramFailed)) r.refuse();
  return {static_cast<TrialEnd>(how)};
}

PlaceVehicle get_place(ByteReader& r) {
  PlaceVehicle place{get_vehicle(r), {}};
  place.pose.x = r.f64(), place.pose.y = r.f64(), place.pose.yaw = r.f64();
  return place;
}

Spawn get_spawn(ByteReader& r) {
  Spawn spawn{std::string(r.text(kMaxRecordedName)), get_pose2(r)};
  spawn.z = r.f64();
  spawn.driver = r.text(kMaxRecordedDriver);
  spawn.colors = get_colors(r);
  return spawn;
}

ChangePiece get_change(ByteReader& r) {
  const std::uint64_t piece = r.varint();
  const std::uint8_t given = r.u8();
  if (piece > 0xffff'ffffu || given >= 2 * kVariant || (given & kPresent && given & kTaken))
    r.refuse();
  ChangePiece change{.piece = PieceId{static_cast<std::uint32_t>(r.ok() ? piece : 0)}};
  if (given & (kPresent | kTaken)) change.present = (given & kPresent) != 0;
  if (given & kPose) change.pose = get_pose2(r);
  if (given & kScale) change.scale = r.f64();
  if (!(given & kVariant)) return change;
  const std::int64_t variant = r.i64();
  if (variant < -1 || variant > 0xffff) r.refuse();
  change.variant = static_cast<std::int32_t>(r.ok() ? variant : -1);
  return change;
}

EditPath get_path(ByteReader& r) {
  EditPath path{get_vehicle(r), {}};
  PathEdit& edit = path.edit;
  const std::uint8_t act = r.u8(), shape = r.u8(), given = r.u8();
  if (act >= std::size(kPathActs) || shape >= std::size(kPathShapes) || given >= 2 * kCenter ||
      ((given & kClosed) != 0 && (given & kClosing) == 0))
    r.refuse();
  if (!r.ok()) return path;
  edit.act = static_cast<PathAct>(act), edit.shape = static_cast<PathShape>(shape);
  if ((given & kIndex) != 0) {
    const std::uint64_t index = r.varint();
    if (index >= kMaxPathPoints) r.refuse();
    edit.index = static_cast<std::uint32_t>(index);
  }
  if ((given & kClosing) != 0) edit.closed = (given & kClosed) != 0;
  if ((given & kCenter) != 0) {
    const double x = r.f64(), y = r.f64();
    edit.center = {x, y};
  }
  edit.seed = r.u64(), edit.size = r.f64();
  edit.points.resize(static_cast<std::size_t>(r.count(kMaxPathPoints, 16)));
  for (Vec2& point : edit.points) point.x = r.f64(), point.y = r.f64();
  return path;
}

SetParameter get_parameter(ByteReader& r) {
  SetParameter set{std::string(r.text(kMaxRecordedName)), 0};
  set.value = r.f64();
  return set;
}

/// Members of braces are read in their order.
Command get_command(ByteReader& r, EntryKind kind) {
  switch (kind) {
    case EntryKind::SetDriver:
      return SetDriver{get_vehicle(r), std::string(r.text(kMaxRecordedDriver))};
    case EntryKind::SetControls:
      return SetControls{get_vehicle(r), get_controls(r)};
    case EntryKind::SetInput:
      return get_input(r);
    case EntryKind::SetParameter:
      return get_parameter(r);
    case EntryKind::Click:
      return get_click(r);
    case EntryKind::PlaceVehicle:
      return get_place(r);
    case EntryKind::StartClock:
      return StartClock{};
    case EntryKind::EndTrial:
      return get_end(r);
    case EntryKind::ResetVehicle: {
      ResetVehicle reset{get_vehicle(r), false};
      get(r, reset.next);
      return reset;
    }
    case EntryKind::MountSensor:
      return MountSensor{get_mount(r)};
    case EntryKind::UnmountSensor:
      return UnmountSensor{get_vehicle(r), std::string(r.text(kMaxRecordedName))};
    case EntryKind::Spawn:
      return get_spawn(r);
    case EntryKind::Despawn:
      return Despawn{get_vehicle(r)};
    case EntryKind::ChangePiece:
      return get_change(r);
    case EntryKind::EditPath:
      return get_path(r);
    case EntryKind::Event:
    case EntryKind::Hash:
      break;
  }
  r.refuse();
  return StartClock{};
}

}  // namespace

void put_entry(ByteWriter& w, const RecordingEntry& entry) {
  if (const auto* command = std::get_if<Command>(&entry.what)) {
    std::visit(CommandWriter(w), *command);
  } else if (const auto* event = std::get_if<StageEvent>(&entry.what)) {
    put_event(w, *event);
  } else {
    w.u8(static_cast<std::uint8_t>(EntryKind::Hash));
    w.u64(std::get<HashMark>(entry.what).hash);
  }
}

void get_entry(ByteReader& r, RecordingEntry& entry) {
  const auto kind = static_cast<EntryKind>(r.u8());
  if (kind == EntryKind::Event)
    entry.what = get_event(r);
  else if (kind == EntryKind::Hash)
    entry.what = HashMark{r.u64()};
  else
    entry.what = get_command(r, kind);
}

}  // namespace paddock
