// A client's JSON, field by field.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "paddock/protocols/web/codec.h"
#include "paddock/sensors/catalogue.h"

namespace paddock::web {
namespace {

constexpr std::size_t kMaxName = 128;
constexpr std::size_t kShortestKey = 16;
constexpr double kMaxWhole = 9007199254740992.0;  // 2^53, as far as JavaScript counts

struct Range {
  double low{}, high{};
};

/// Reads fields and remembers the first that is wrong.
class Fields {
 public:
  explicit Fields(const Json& json) : json_(json) {}

  double number(std::string_view name, double standard, Range range) {
    const Json* field = json_.find(name);
    if (field == nullptr) return standard;
    const bool numeric = field->is(JsonKind::Int) || field->is(JsonKind::Double);
    const double value = field->number();
    if (!numeric || !(value >= range.low && value <= range.high)) {
      complain(concat(name, " must be a number from ", range.low, " to ", range.high));
      return standard;
    }
    return value;
  }
  double needed_number(std::string_view name, Range range) {
    if (json_.find(name) == nullptr) complain(concat(name, " is missing"));
    return number(name, range.low, range);
  }
  std::int64_t whole(std::string_view name, std::int64_t standard, Range range) {
    const double value = number(name, static_cast<double>(standard), range);
    if (value != std::floor(value)) complain(concat(name, " must be a whole number"));
    return static_cast<std::int64_t>(value);
  }
  std::int64_t needed_whole(std::string_view name, Range range) {
    if (json_.find(name) == nullptr) complain(concat(name, " is missing"));
    return whole(name, static_cast<std::int64_t>(range.low), range);
  }
  bool truth(std::string_view name, bool standard) {
    const Json* field = json_.find(name);
    if (field == nullptr) return standard;
    if (!field->is(JsonKind::Bool)) complain(concat(name, " must be true or false"));
    return field->truth();
  }
  bool needed_truth(std::string_view name) {
    if (json_.find(name) == nullptr) complain(concat(name, " is missing"));
    return truth(name, false);
  }
  std::string text(std::string_view name, std::string_view standard) {
    const Json* field = json_.find(name);
    if (field == nullptr) return std::string(standard);
    if (!field->is(JsonKind::String) || field->text().size() > kMaxName) {
      complain(concat(name, " must be a text of at most ", kMaxName, " bytes"));
      return std::string(standard);
    }
    return field->text();
  }
  std::string needed_text(std::string_view name) {
    if (json_.find(name) == nullptr) complain(concat(name, " is missing"));
    return text(name, "");
  }
  const Json* find(std::string_view name) const { return json_.find(name); }
  void complain(std::string message) {
    if (complaint_.empty()) complaint_ = std::move(message);
  }
  const std::string& complaint() const { return complaint_; }

 private:
  const Json& json_;
  std::string complaint_;
};

/// Drivers by name alone: a path that comes over the network opens no file.
void check_driver(const std::string& name, Fields& f) {
  for (const DriverType& type : driver_types())
    if (type.name == name) return;
  f.complain("driver must be one of those that welcome lists");
}

constexpr std::size_t kMaxSettings = 64, kMaxDoorSettings = 16;
constexpr std::size_t kMaxOpened = 64;     // vehicles that a room begins with; others come later
constexpr Range kVehicles{0, 2147483647};  // ids are told as int32

std::uint32_t vehicle_in(Fields& f) {
  return static_cast<std::uint32_t>(f.needed_whole("vehicle", kVehicles));
}

/// {"cells": 10, "blocks": 16}: numbers by name.
LevelSettings read_settings(Fields& f, std::string_view name = "settings") {
  LevelSettings settings;
  const Json* given = f.find(name);
  if (given == nullptr) return settings;
  bool numbers = given->is(JsonKind::Object) && given->items().size() <= kMaxSettings;
  for (std::size_t i = 0; numbers && i < given->items().size(); ++i) {
    const Json& value = given->items()[i];
    numbers = value.is(JsonKind::Int) || value.is(JsonKind::Double);
    settings.push_back({given->keys()[i], value.number()});
  }
  if (!numbers)
    f.complain(concat(name, " must be an object of at most ", kMaxSettings, " numbers"));
  return settings;
}

/// "#rrggbb".
std::optional<Color> color_in(const Json* field) {
  if (field == nullptr || !field->is(JsonKind::String) || field->text().size() != 7 ||
      field->text()[0] != '#')
    return std::nullopt;
  std::array<std::uint8_t, 3> parts{};
  for (std::size_t i = 0; i < 3; ++i) {
    const char* from = field->text().data() + 1 + 2 * i;
    const auto [end, wrong] = std::from_chars(from, from + 2, parts[i], 16);
    if (wrong != std::errc{} || end != from + 2) return std::nullopt;
  }
  return Color{parts[0], parts[1], parts[2]};
}

/// {"front": "#ffffff", "back": "#d7263d"}.
std::optional<CarColors> colors_in(const Json& car) {
  if (!car.is(JsonKind::Object)) return std::nullopt;
  const auto front = color_in(car.find("front")), back = color_in(car.find("back"));
  if (!front || !back) return std::nullopt;
  return CarColors{*front, *back};
}

/// A list of them.
std::vector<CarColors> read_colors(Fields& f) {
  std::vector<CarColors> colors;
  const Json* given = f.find("colors");
  if (given == nullptr) return colors;
  bool fine = given->is(JsonKind::Array) && given->items().size() <= kMaxOpened;
  for (std::size_t i = 0; fine && i < given->items().size(); ++i) {
    const auto car = colors_in(given->items()[i]);
    fine = car.has_value();
    if (fine) colors.push_back(*car);
  }
  if (!fine) f.complain("colors must be a list of front and back, each like #d7263d");
  return colors;
}

bool read_ideal(Fields& f) {
  const std::string realism = f.text("realism", "real");
  if (realism != "real" && realism != "ideal") f.complain("realism must be real or ideal");
  return realism == "ideal";
}

/// In the words of a door, which says what is wrong with them.
PeerSettings read_door_settings(const Json* given, std::string_view name, Fields& f) {
  PeerSettings settings;
  if (given == nullptr) return settings;
  bool fine = given->is(JsonKind::Object) && given->items().size() <= kMaxDoorSettings;
  for (std::size_t i = 0; fine && i < given->items().size(); ++i) {
    const Json& value = given->items()[i];
    fine = value.is(JsonKind::String) && value.text().size() <= kMaxName;
    if (fine) settings.emplace_back(given->keys()[i], value.text());
  }
  if (!fine)
    f.complain(concat(name, " must be an object of at most ", kMaxDoorSettings, " short texts"));
  return settings;
}

PlayMode read_mode(Fields& f) {
  const std::string mode = f.text("mode", "explore");
  if (mode == "race") return PlayMode::Race;
  if (mode == "grade") return PlayMode::Trial;
  if (mode != "explore") f.complain("mode must be explore, race or grade");
  return PlayMode::Explore;
}

void read_vehicles(Fields& f, SessionSpec& spec) {
  const Json* vehicles = f.find("vehicles");
  if (vehicles == nullptr) return;
  if (!vehicles->is(JsonKind::Array) || vehicles->items().empty() ||
      vehicles->items().size() > kMaxOpened)
    return f.complain(concat("vehicles must be a list of 1 to ", kMaxOpened));
  spec.vehicles.clear();
  for (const Json& item : vehicles->items()) {
    Fields vehicle(item);
    spec.vehicles.push_back(
        {.kind = vehicle.text("kind", ""), .driver = vehicle.text("driver", "route")});
    check_driver(spec.vehicles.back().driver, f);
    if (!item.is(JsonKind::Object)) f.complain("a vehicle must be an object");
    if (!vehicle.complaint().empty()) f.complain(vehicle.complaint());
  }
}

Request read_open(Fields& f) {
  OpenRoom open;
  open.level = f.text("level", "");
  open.recording = f.text("recording", "");
  if (open.level.empty() == open.recording.empty()) f.complain("open wants a level or a recording");
  open.room = f.text("room", "");
  open.spec.seed = static_cast<std::uint64_t>(f.whole("seed", 1, {0, kMaxWhole}));
  open.spec.settings = read_settings(f);
  open.spec.laps = static_cast<std::uint32_t>(f.whole("laps", 0, {0, 1000}));
  open.spec.ideal_sensors = read_ideal(f);
  open.door_settings = read_door_settings(f.find("door_settings"), "door_settings", f);
  open.spec.mode = read_mode(f);
  open.user = f.text("user", "");
  open.pace.paused = f.truth("paused", false);
  open.pace.factor = f.number("factor", 1, {0, 100});
  open.keep = f.truth("keep", false);
  open.record = f.truth("record", false);
  open.wait = f.truth("wait", false);
  read_vehicles(f, open.spec);
  const std::vector<CarColors> colors = read_colors(f);  // more than there are cars: no harm
  for (std::size_t v = 0; v < std::min(colors.size(), open.spec.vehicles.size()); ++v)
    open.spec.vehicles[v].colors = colors[v];
  return open;
}

Request read_controls(Fields& f) {
  // as floats: a recording keeps them in half the room, and nobody's hands are finer
  const auto control = [&](std::string_view name) {
    return static_cast<double>(static_cast<float>(f.number(name, 0, {-1e9, 1e9})));
  };
  DriveVehicle drive{.vehicle = vehicle_in(f), .controls = {}};
  drive.controls = limited({.steer = control("steer"),
                            .drive = control("drive"),
                            .brake = control("brake"),
                            .hand_brake = control("hand_brake")});
  return drive;
}

/// `given` as two numbers from `low` to 1, those beyond cut; false when it is something else.
bool read_pair(const Json& given, double low, double& first, double& second) {
  if (!given.is(JsonKind::Array) || given.items().size() != 2) return false;
  for (const Json& item : given.items())
    if (!item.is(JsonKind::Int) && !item.is(JsonKind::Double)) return false;
  first = std::clamp(given.items()[0].number(), low, 1.0);
  second = std::clamp(given.items()[1].number(), low, 1.0);
  return true;
}

/// What is not said is at rest.
Request read_pad(Fields& f) {
  Pad pad;
  if (const Json* buttons = f.find("buttons")) {
    bool known = buttons->is(JsonKind::Array) && buttons->items().size() <= kPadButtons;
    for (std::size_t i = 0; known && i < buttons->items().size(); ++i) {
      const Json& name = buttons->items()[i];
      const auto found = name.is(JsonKind::String) ? std::find(kPadButtonNames.begin(),
                                                               kPadButtonNames.end(), name.text())
                                                   : kPadButtonNames.end();
      known = found != kPadButtonNames.end();
      if (known) pad.down |= bit_of(static_cast<PadButton>(found - kPadButtonNames.begin()));
    }
    if (!known) f.complain("buttons must be a list of A B X Y LB RB LJOY RJOY START BACK");
  }
  if (const Json* triggers = f.find("triggers"))
    if (!read_pair(*triggers, 0, pad.triggers[0], pad.triggers[1]))
      f.complain("triggers must be two numbers, left and right");
  if (const Json* sticks = f.find("sticks")) {
    bool pairs = sticks->is(JsonKind::Array) && sticks->items().size() == 2;
    for (std::size_t i = 0; pairs && i < 2; ++i)
      pairs = read_pair(sticks->items()[i], -1, pad.sticks[i].x, pad.sticks[i].y);
    if (!pairs) f.complain("sticks must be two pairs of numbers, left and right");
  }
  return PressPad{pad};
}

/// Three finite numbers, or a complaint.
Vec3 triple_in(Fields& f, std::string_view name) {
  const Json* list = f.find(name);
  bool fine = list != nullptr && list->is(JsonKind::Array) && list->items().size() == 3;
  for (std::size_t i = 0; fine && i < 3; ++i) {
    const Json& item = list->items()[i];
    fine = (item.is(JsonKind::Int) || item.is(JsonKind::Double)) && std::isfinite(item.number());
  }
  if (!fine) {
    f.complain(concat(name, " must be three numbers"));
    return {};
  }
  return {list->items()[0].number(), list->items()[1].number(), list->items()[2].number()};
}

Request read_put(Fields& f) {
  PutVehicle put{.vehicle = vehicle_in(f), .pose = {}};
  if (f.find("pose") == nullptr) return put;
  const Vec3 pose = triple_in(f, "pose");
  put.pose = {pose.x, pose.y, wrap_angle(pose.z)};
  return put;
}

Request read_spawn(Fields& f) {
  Spawn spawn{.kind = f.needed_text("kind"), .pose = {}};
  const Vec3 pose = triple_in(f, "pose");
  spawn.pose = {pose.x, pose.y, wrap_angle(pose.z)};
  spawn.driver = f.text("driver", "idle");
  check_driver(spawn.driver, f);
  if (const Json* colors = f.find("colors")) {
    spawn.colors = colors_in(*colors);
    if (!spawn.colors) f.complain("colors must be front and back, each like #d7263d");
  }
  return SpawnVehicle{spawn};
}

/// A name of the list, by its place there.
std::size_t choice_in(Fields& f, std::string_view name, std::string_view standard,
                      std::span<const std::string_view> names) {
  const std::string given = f.text(name, standard);
  const auto found = std::find(names.begin(), names.end(), given);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  std::string list;
  for (const std::string_view known : names) list += concat(list.empty() ? "" : ", ", known);
  f.complain(concat(name, " must be one of ", list));
  return 0;
}

/// A pair of finite numbers, or a complaint.
Vec2 pair_in(Fields& f, std::string_view name, const Json& list) {
  bool fine = list.is(JsonKind::Array) && list.items().size() == 2;
  for (std::size_t i = 0; fine && i < 2; ++i) {
    const Json& item = list.items()[i];
    fine = (item.is(JsonKind::Int) || item.is(JsonKind::Double)) && std::isfinite(item.number());
  }
  if (!fine) {
    f.complain(concat(name, " must be two numbers"));
    return {};
  }
  return {list.items()[0].number(), list.items()[1].number()};
}

std::vector<Vec2> read_points(Fields& f) {
  std::vector<Vec2> points;
  if (const Json* point = f.find("point")) points.push_back(pair_in(f, "point", *point));
  const Json* list = f.find("points");
  if (list == nullptr) return points;
  if (!list->is(JsonKind::Array) || list->items().size() > kMaxPathPoints) {
    f.complain(concat("points must be a list of at most ", kMaxPathPoints, " pairs"));
    return points;
  }
  points.clear();
  for (const Json& item : list->items()) points.push_back(pair_in(f, "a point", item));
  return points;
}

/// What an act needs is looked at where it is done.
Request read_path(Fields& f) {
  EditRoomPath path{.vehicle = vehicle_in(f), .edit = {}};
  PathEdit& edit = path.edit;
  if (f.find("act") == nullptr) f.complain("act is missing");
  edit.act = static_cast<PathAct>(choice_in(f, "act", kPathActs[0], kPathActs));
  if (f.find("index") != nullptr)
    edit.index = static_cast<std::uint32_t>(
        f.whole("index", 0, {0, static_cast<double>(kMaxPathPoints) - 1}));
  edit.points = read_points(f);
  if (f.find("closed") != nullptr) edit.closed = f.truth("closed", false);
  edit.shape = static_cast<PathShape>(choice_in(f, "shape", kPathShapes[0], kPathShapes));
  edit.seed = static_cast<std::uint64_t>(f.whole("seed", 1, {0, kMaxWhole}));
  if (const Json* center = f.find("center")) edit.center = pair_in(f, "center", *center);
  edit.size = f.number("size", 0, {0, 1000});
  return path;
}

Request read_click(Fields& f) {
  ClickWorld click;
  click.point = triple_in(f, "point");
  click.button = static_cast<std::uint32_t>(f.whole("button", 0, {0, 15}));
  click.vehicle = f.whole("vehicle", -1, {-1, kVehicles.high});
  return click;
}

Request read_edit(Fields& f) {
  EditPiece edit;
  edit.piece = f.needed_text("piece");
  const std::string what = f.text("what", "click");
  if (what == "right_click")
    edit.what = EditWhat::RightClick;
  else if (what == "wheel")
    edit.what = EditWhat::Wheel;
  else if (what != "click")
    f.complain("what must be click, right_click or wheel");
  edit.notches = static_cast<int>(f.whole("notches", 1, {-100, 100}));
  return edit;
}

Request read_change(Fields& f) {
  ChangeNamedPiece named{.piece = f.needed_text("piece"), .change = {}};
  ChangePiece& change = named.change;
  if (f.find("present") != nullptr) change.present = f.truth("present", true);
  if (f.find("pose") != nullptr) {
    const Vec3 pose = triple_in(f, "pose");
    change.pose = Pose2{pose.x, pose.y, wrap_angle(pose.z)};
  }
  if (f.find("scale") != nullptr)
    change.scale = f.needed_number("scale", {kLeastScale, kMostScale});
  if (f.find("variant") != nullptr)
    change.variant = static_cast<std::int32_t>(f.whole("variant", -1, {-1, 15}));
  return named;
}

PictureFormat read_format(Fields& f) {
  const std::string format = f.text("format", "png");
  if (format == "raw") return PictureFormat::Raw;
  if (format == "jpeg") return PictureFormat::Jpeg;
  if (format != "png") f.complain("format must be raw, png or jpeg");
  return PictureFormat::Png;
}

/// Where somebody puts a sensor; without `at` at the vehicle's origin, without `turn` looking
/// ahead.
std::optional<Pose3> read_mount(Fields& f) {
  if (f.find("at") == nullptr && f.find("turn") == nullptr) return std::nullopt;
  const Vec3 at = f.find("at") != nullptr ? triple_in(f, "at") : Vec3{};
  const Vec3 turn = f.find("turn") != nullptr ? triple_in(f, "turn") : Vec3{};
  return Pose3{at, Quat::from_yaw_pitch_roll(turn.z, turn.y, turn.x)};
}

Request read_subscribe(Fields& f) {
  SensorWant want;
  const std::string sensor = f.needed_text("sensor");
  if (auto spec = parse_sensor(sensor))
    want.sensor.spec = std::move(*spec);
  else
    f.complain(spec.error().message);
  want.sensor.vehicle = VehicleId{vehicle_in(f)};
  SensorSpec& spec = want.sensor.spec;
  spec.name = f.text("name", spec.name);
  spec.rate = f.number("rate", spec.rate, {0, 1000});
  spec.unit = f.text("unit", spec.unit);
  if (f.find("ideal") != nullptr) spec.ideal = f.truth("ideal", false);
  spec.body_from_sensor = read_mount(f);
  for (const LevelVariable& figure : read_settings(f, "figures"))
    spec.figures.push_back({figure.name, figure.value});
  want.format = read_format(f);
  want.every = f.truth("every", false);
  return SubscribeSensor{std::move(want)};
}

Request read_hello(Fields& f) {
  Hello hello{.version = f.needed_whole("version", {0, 1e9}), .key = f.text("key", "")};
  // no spaces: those without a key are known by other names
  const bool plain = std::all_of(hello.key.begin(), hello.key.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  });
  if (f.find("key") != nullptr && (!plain || hello.key.size() < kShortestKey))
    f.complain(concat("key must be ", kShortestKey, " to ", kMaxName, " letters and digits"));
  return hello;
}

std::optional<Request> read_request(std::string_view type, const Json& json, Fields& f) {
  if (type == "hello") return read_hello(f);
  if (type == "rooms") return ListRooms{};
  if (type == "recordings") return ListRecordings{};
  if (type == "open") return read_open(f);
  if (type == "join") return JoinRoom{f.needed_text("room")};
  if (type == "leave") return LeaveRoom{};
  if (type == "ready") return ReadyRoom{};
  if (type == "close") return CloseRoom{f.needed_text("room")};
  if (type == "take") return TakeVehicle{vehicle_in(f), f.truth("force", false)};
  if (type == "release") {
    HandOver to{vehicle_in(f), f.text("driver", "")};
    if (!to.driver.empty()) check_driver(to.driver, f);
    return to;
  }
  if (type == "driver") {
    HandOver to{vehicle_in(f), f.needed_text("driver")};
    if (to.driver == "person") return TakeVehicle{to.vehicle, false};
    check_driver(to.driver, f);
    return to;
  }
  if (type == "controls") return read_controls(f);
  if (type == "pad") return read_pad(f);
  if (type == "place") return read_put(f);
  if (type == "spawn") return read_spawn(f);
  if (type == "despawn") return DespawnVehicle{vehicle_in(f)};
  if (type == "pause") return PauseRoom{f.needed_truth("paused")};
  if (type == "step") return StepRoom{f.whole("ticks", 1, {1, 100'000})};
  if (type == "speed") {
    const double factor = f.needed_number("factor", {0, 100});
    if (factor > 0 && factor < 0.01) f.complain("factor must be 0, or from 0.01 to 100");
    return SetFactor{factor};
  }
  if (type == "restart") {
    RestartRoom restart;
    if (f.find("seed") != nullptr)
      restart.seed = static_cast<std::uint64_t>(f.whole("seed", 1, {0, kMaxWhole}));
    restart.settings = read_settings(f);
    return restart;
  }
  if (type == "seek") return SeekRoom{f.needed_number("time", {0, 1e9})};
  if (type == "set")
    return SetValue{f.needed_text("name"), f.needed_number("value", {-1e300, 1e300})};
  if (type == "path") return read_path(f);
  if (type == "click") return read_click(f);
  if (type == "edit") return read_edit(f);
  if (type == "change") return read_change(f);
  if (type == "act")
    return ActThroughDoor{f.needed_text("door"), f.needed_text("act"),
                          static_cast<std::uint32_t>(f.whole("vehicle", 0, kVehicles))};
  if (type == "door_settings") {
    if (f.find("settings") == nullptr) f.complain("settings is missing");
    return SetDoor{f.needed_text("door"), read_door_settings(f.find("settings"), "settings", f)};
  }
  if (type == "colors") {
    if (f.find("colors") == nullptr) f.complain("colors is missing");
    return SetColors{read_colors(f)};
  }
  if (type == "subscribe") return read_subscribe(f);
  if (type == "unsubscribe")
    return Unsubscribe{static_cast<std::uint16_t>(f.needed_whole("subscription", {1, 65535}))};
  if (type == "record") return RecordRoom{f.needed_truth("on"), f.text("name", "")};
  if (type == "ping") return Ping{json};
  return std::nullopt;
}

}  // namespace

tl::expected<ClientMessage, Refusal> decode_client(std::string_view text) {
  const auto json = parse_json(text);
  if (!json) return tl::unexpected(Refusal{RefusalCode::BadMessage, "a message must be JSON"});
  if (!json->is(JsonKind::Object))
    return tl::unexpected(Refusal{RefusalCode::BadMessage, "a message must be a JSON object"});
  const Json* type = json->find("type");
  if (type == nullptr || !type->is(JsonKind::String))
    return tl::unexpected(Refusal{RefusalCode::BadMessage, "a message must have a type"});
  Fields fields(*json);
  ClientMessage message;
  if (json->find("id") != nullptr) message.id = fields.whole("id", 0, {0, kMaxWhole});
  auto request = read_request(type->text(), *json, fields);
  if (!request)
    return tl::unexpected(Refusal{
        RefusalCode::Unknown, concat("there is no message \"", type->text().substr(0, 64), "\"")});
  if (!fields.complaint().empty())
    return tl::unexpected(Refusal{
        RefusalCode::BadMessage, concat(std::string_view(type->text()), ": ", fields.complaint())});
  message.request = std::move(*request);
  return message;
}

std::optional<std::int64_t> id_of(std::string_view text) {
  const auto json = parse_json(text);
  if (!json || !json->is(JsonKind::Object)) return std::nullopt;
  const Json* id = json->find("id");
  if (id == nullptr || !id->is(JsonKind::Int)) return std::nullopt;
  return id->integer();
}

}  // namespace paddock::web
