// Sensors that a level mounts: what a file says of them, and the rules they keep. Which kinds,
// units, places and figures there are is known to the engine (engine/sensing.h).
#include <algorithm>
#include <array>
#include <cmath>

#include "paddock/core/angle.h"
#include "paddock/world/level_complaints.h"
#include "paddock/world/level_parts.h"

namespace paddock {
namespace {

constexpr int kLastVehicle = 64;          // of a run
constexpr double kFarthestMount = 1'000;  // m from the vehicle's origin
constexpr double kFastestRate = 1'000;    // 1/s: a tick lasts at least a millisecond
constexpr std::size_t kLongestWord = 64;
constexpr std::size_t kMaxSensorFigures = 64;

// --- reading ------------------------------------------------------------------------------------

void read_sensor_vehicle(TableReader& t, int& vehicle) {
  if (t.take("vehicle") == nullptr) return;
  t.whole("vehicle", vehicle);
  // 0 stands for every vehicle in the spec; a file leaves the key out
  if (vehicle == 0 && !t.reading().lines.spoiled(t.where(), "vehicle"))
    t.refuse("vehicle", concat("must be between 1 and ", kLastVehicle, ", got 0"));
}

constexpr std::array<std::string_view, 6> kMountAngles{"yaw_deg", "pitch_deg", "roll_deg",
                                                       "yaw",     "pitch",     "roll"};

Quat read_mount_turn(TableReader& t) {
  if (t.take("turn") != nullptr) {
    for (const std::string_view key : kMountAngles) t.leave_out(key, "beside turn");
    Quat turn;
    t.quat("turn", turn);
    return turn;
  }
  const auto angle = [&](std::string_view key) {
    double value = 0;
    t.angle(key, value);
    if (std::fabs(value) <= radians(720)) return value;
    t.refuse(key, concat("must be at most two turns, got ", value, " rad"));
    return 0.0;
  };
  const double yaw = angle("yaw"), pitch = angle("pitch"), roll = angle("roll");
  return Quat::from_yaw_pitch_roll(yaw, pitch, roll);
}

void read_mount(TableReader& t, SensorSpec& sensor) {
  t.text("place", sensor.place);
  if (t.take("at") == nullptr) {
    for (const std::string_view key : kMountAngles) t.leave_out(key, "without at");
    return t.leave_out("turn", "without at");
  }
  Pose3 pose;
  t.vec3("at", pose.at);
  pose.turn = read_mount_turn(t);
  sensor.body_from_sensor = pose;
}

void read_sensor_figures(TableReader& t, std::vector<SensorFigure>& figures) {
  auto table = t.table("figures");
  if (!table) return;
  for (const TomlValue* item : table->unknown()) {
    SensorFigure figure{item->key, 0};
    if (item->kind == TomlKind::Boolean)
      figure.value = item->truth ? 1 : 0;
    else
      table->number(item->key, figure.value);
    figures.push_back(std::move(figure));
  }
}

// --- rules --------------------------------------------------------------------------------------

void check_word(Examined& thing, std::string_view key, std::string_view word) {
  thing.must(word.size() <= kLongestWord, key, "have at most ", kLongestWord, " characters, got ",
             word.size());
  const bool plain = std::all_of(word.begin(), word.end(), [](char c) {
    const char lower = static_cast<char>(c | 0x20);
    return (lower >= 'a' && lower <= 'z') || (c >= '0' && c <= '9') ||
           std::string_view("_-@.").find(c) != std::string_view::npos;
  });
  thing.must(plain, key, "have only letters, digits, _, -, @ and ., got ", quote(word));
}

void check_mount(Examined& thing, const SensorSpec& sensor) {
  if (!sensor.body_from_sensor) return;
  thing.must(sensor.place.empty(), "place", "be left out beside at, got ", quote(sensor.place));
  const auto& [at, turn] = *sensor.body_from_sensor;
  const bool near = std::fabs(at.x) <= kFarthestMount && std::fabs(at.y) <= kFarthestMount &&
                    std::fabs(at.z) <= kFarthestMount;
  thing.must(near, "at", "lie within 1000 m of the vehicle's origin, got ", describe(at));
  const double square = turn.w * turn.w + turn.x * turn.x + turn.y * turn.y + turn.z * turn.z;
  thing.must(std::fabs(square - 1) <= 1e-9, "turn", "have length 1, got ",
             figure(std::sqrt(square)));
}

void check_figures(Examined& thing, std::span<const SensorFigure> figures) {
  thing.must(figures.size() <= kMaxSensorFigures, "figures", "have at most ", kMaxSensorFigures,
             " entries, got ", figures.size());
  for (const SensorFigure& chosen : figures)
    thing.must(is_variable_name(chosen.name) && chosen.name.size() <= kLongestWord, "figures",
               "have names of at most ", kLongestWord, " letters, digits and _, got ",
               quote(chosen.name));
}

bool share_a_vehicle(const LevelSensor& a, const LevelSensor& b) {
  return a.vehicle == 0 || b.vehicle == 0 || a.vehicle == b.vehicle;
}

}  // namespace

void read_level_sensor(TableReader& t) {
  LevelSensor mounted{.where = t.where(), .sensor = {}};
  SensorSpec& sensor = mounted.sensor;
  if (t.require("kind")) t.text("kind", sensor.kind);
  t.text("name", sensor.name);
  read_sensor_vehicle(t, mounted.vehicle);
  read_mount(t, sensor);
  t.text("unit", sensor.unit);
  t.number("rate", sensor.rate);
  if (t.take("ideal") != nullptr) t.truth("ideal", sensor.ideal.emplace());
  read_sensor_figures(t, sensor.figures);
  t.finish();
  t.reading().spec.sensors.push_back(std::move(mounted));
}

void check_sensors(const LevelSpec& spec, const KeyLines& lines, std::vector<Problem>& problems) {
  for (auto mounted = spec.sensors.begin(); mounted != spec.sensors.end(); ++mounted) {
    const SensorSpec& sensor = mounted->sensor;
    Examined thing(mounted->where, "sensor", lines, problems);
    thing.must(!sensor.kind.empty(), "kind", "not be empty, got \"\"");
    check_word(thing, "kind", sensor.kind);
    check_word(thing, "name", sensor.name);
    check_word(thing, "place", sensor.place);
    check_word(thing, "unit", sensor.unit);
    thing.must(mounted->vehicle >= 0 && mounted->vehicle <= kLastVehicle, "vehicle",
               "be between 1 and ", kLastVehicle, ", got ", mounted->vehicle);
    thing.between("rate", sensor.rate, 0, kFastestRate);
    check_mount(thing, sensor);
    check_figures(thing, sensor.figures);
    const std::string name = name_of(sensor);
    const bool again = std::any_of(spec.sensors.begin(), mounted, [&](const LevelSensor& other) {
      return share_a_vehicle(*mounted, other) && name_of(other.sensor) == name;
    });
    thing.must(!again || sensor.kind.empty(), "name", "be unique on its vehicle, got ", quote(name),
               " again");
  }
}

std::string name_of(const SensorSpec& sensor) {
  if (!sensor.name.empty()) return sensor.name;
  return sensor.place.empty() ? sensor.kind : concat(sensor.kind, '@', sensor.place);
}

}  // namespace paddock
