// Writes a spec as a level file: what a kind has by default is left out, order is kept.
#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "paddock/core/angle.h"
#include "paddock/world/level.h"
#include "paddock/world/level_parts.h"

namespace paddock {
namespace {

// --- values as TOML -----------------------------------------------------------------------------

std::string toml_text(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      out += {'\\', c};
    else if (c == '\n')
      out += "\\n";
    else if (byte < 0x20 || byte == 0x7f)
      out += concat("\\u00", digits[byte >> 4u], digits[byte & 15u]);
    else
      out += c;
  }
  return out + '"';
}

std::string toml_color(Color color) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out = "\"#";
  for (const unsigned c : {unsigned{color.r}, unsigned{color.g}, unsigned{color.b}}) {
    out += {digits[c >> 4u], digits[c & 15u]};
  }
  return out + '"';
}

std::string toml_points(std::span<const Vec2> points) {
  std::string out = "[";
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (i > 0) out += i % 6 == 0 ? ",\n  " : ", ";
    out += describe(points[i]);
  }
  return out + ']';
}

std::string toml_loops(std::span<const std::vector<Vec2>> loops) {
  std::string out = "[";
  for (std::size_t i = 0; i < loops.size(); ++i) {
    out += concat(i > 0 ? ",\n  " : "", toml_points(loops[i]));
  }
  return out + ']';
}

std::string toml_heights(const TerrainSpec& terrain) {
  std::string out = "[";
  for (std::size_t i = 0; i < terrain.heights.size(); ++i) {
    const bool first = i % static_cast<std::size_t>(terrain.columns) == 0;
    if (first) out += i > 0 ? "],\n  [" : "\n  [";
    out += concat(first ? "" : ", ", terrain.heights[i]);
  }
  return out + "]\n]";
}

/// Degrees that read back as exactly `angle`, when there are such: the product with pi / 180 skips
/// about one double in ten.
std::optional<double> exact_degrees(double angle) {
  const double near = degrees(angle);
  const double round = std::nearbyint(near * 1e6) / 1e6;
  for (const double candidate :
       {round, near, std::nextafter(near, 1e9), std::nextafter(near, -1e9)}) {
    if (radians(candidate) == angle) return candidate;
  }
  return std::nullopt;
}

// --- keys ---------------------------------------------------------------------------------------

class Writer {
 public:
  std::string out;

  void line(std::string_view key, std::string_view value) {
    out += concat(key, " = ", value, '\n');
  }
  void header(std::string_view kind) { out += concat("\n[[", kind, "]]\n"); }
  void section(std::string_view name) { out += concat("\n[", name, "]\n"); }

  void text(std::string_view key, std::string_view value, std::string_view fallback = "") {
    if (value != fallback) line(key, toml_text(value));
  }
  void number(std::string_view key, double value, double fallback) {
    if (value != fallback) line(key, concat(value));
  }
  void optional(std::string_view key, std::optional<double> value) {
    if (value) line(key, concat(*value));
  }
  void truth(std::string_view key, bool value, bool fallback) {
    if (value != fallback) line(key, value ? "true" : "false");
  }
  void color(std::string_view key, Color value, Color fallback) {
    if (value != fallback) line(key, toml_color(value));
  }
  template <class Vec>
  void vec(std::string_view key, Vec value, Vec fallback) {
    if (value != fallback) line(key, describe(value));
  }
  void place(std::string_view key, Vec3 value) {
    line(key, value.z == 0 ? describe(xy(value)) : describe(value));
  }
  void angle(std::string_view key, double value, double fallback = 0) {
    if (value == fallback) return;
    if (const auto exact = exact_degrees(value))
      line(concat(key, "_deg"), concat(*exact));
    else
      line(key, concat(value));
  }
  /// Of vehicles and sensors: a table of numbers by name.
  template <class Figure>
  void figures(std::string_view key, const std::vector<Figure>& list) {
    if (list.empty()) return;
    std::string table;
    for (const Figure& figure : list)
      table += concat(table.empty() ? "{ " : ", ", figure.name, " = ", figure.value);
    line(key, table + " }");
  }
};

struct ShapeWriter {
  Writer& w;

  void operator()(const BoxSpec& s) const {
    w.line("size", describe(s.size));
    w.optional("mass", s.mass);
  }
  void operator()(const WallSpec& s) const {
    w.line("points", toml_points(s.points));
    w.truth("closed", s.closed, WallSpec{}.closed);
    w.number("height", s.height, WallSpec{}.height);
    w.number("thickness", s.thickness, WallSpec{}.thickness);
  }
  void operator()(const RampSpec& s) const { w.line("size", describe(s.size)); }
  void operator()(const CylinderSpec& s) const {
    w.number("radius", s.radius, CylinderSpec{}.radius);
    w.number("height", s.height, CylinderSpec{}.height);
    w.optional("mass", s.mass);
  }
  void operator()(const ConeSpec& s) const {
    w.number("radius", s.radius, ConeSpec{}.radius);
    w.number("height", s.height, ConeSpec{}.height);
    w.number("top_radius", s.top_radius, 0);
    w.number("base_radius", s.base_radius, 0);
    w.number("base_thickness", s.base_thickness, 0);
    w.number("core", s.core, 1);
    w.optional("mass", s.mass);
    w.optional("mass_height", s.mass_height);
  }
  void operator()(const TapeSpec& s) const {
    w.line("points", toml_points(s.points));
    w.truth("closed", s.closed, TapeSpec{}.closed);
    w.number("width", s.width, TapeSpec{}.width);
  }
  void operator()(const MatSpec& s) const { w.line("size", describe(s.size)); }
  void operator()(const MarkerSpec& s) const {
    w.text("family", marker_families()[static_cast<std::size_t>(s.family)], marker_families()[0]);
    w.line("id", concat(s.id));
    w.number("size", s.size, MarkerSpec{}.size);
  }
  void operator()(const TerrainSpec& s) const {
    w.line("size", describe(s.size));
    w.line("heights", toml_heights(s));
  }
  void operator()(const BlockSpec& s) const {
    w.vec("size", s.size, BlockSpec{}.size);
    w.number("mass", s.mass, BlockSpec{}.mass);
  }
  void operator()(const BallSpec& s) const {
    w.number("radius", s.radius, BallSpec{}.radius);
    w.number("mass", s.mass, BallSpec{}.mass);
  }
  void operator()(const TyresSpec& s) const {
    w.number("radius", s.radius, TyresSpec{}.radius);
    w.number("tyre_height", s.tyre_height, TyresSpec{}.tyre_height);
    w.number("count", s.count, TyresSpec{}.count);
    w.optional("mass", s.mass);
  }
  void operator()(const ElevatorSpec& s) const {
    w.vec("size", s.size, ElevatorSpec{}.size);
    w.number("low", s.low, ElevatorSpec{}.low);
    w.number("high", s.high, ElevatorSpec{}.high);
    w.optional("speed", s.speed);
    schedule(s);
  }
  void operator()(const TrainSpec& s) const {
    w.line("points", toml_points(s.points));
    w.truth("closed", s.closed, TrainSpec{}.closed);
    w.number("speed", s.speed, TrainSpec{}.speed);
    w.number("cars", s.cars, TrainSpec{}.cars);
    w.vec("car_size", s.car_size, TrainSpec{}.car_size);
    w.optional("spacing", s.spacing);
    w.optional("gap", s.gap);
    w.number("phase", s.phase, 0);
  }
  void operator()(const PrismSpec& s) const {
    w.line("loops", toml_loops(s.loops));
    w.number("height", s.height, PrismSpec{}.height);
  }
  void operator()(const SignSpec& s) const {
    w.line("text", toml_text(s.text));
    w.vec("size", s.size, SignSpec{}.size);
  }
  void operator()(const DoorSpec& s) const {
    w.vec("size", s.size, DoorSpec{}.size);
    w.text("opens", door_ways()[static_cast<std::size_t>(s.opens)], door_ways()[0]);
    if (s.opens == DoorOpens::Swing)
      w.angle("angle", s.angle, DoorSpec{}.angle);
    else
      w.optional("travel", s.travel);
    schedule(s);
  }

  void operator()(const CapsuleSpec& s) const {
    w.number("radius", s.radius, CapsuleSpec{}.radius);
    w.number("height", s.height, CapsuleSpec{}.height);
  }

  /// What elevators and doors share.
  template <class Spec>
  void schedule(const Spec& s) const {
    w.number("travel_time", s.travel_time, Spec{}.travel_time);
    w.number("wait_time", s.wait_time, Spec{}.wait_time);
    w.number("phase", s.phase, 0);
    w.number("jitter", s.jitter, 0);
  }
};

std::string inline_table(const VariantSpec& variant) {
  std::string out;
  const auto add = [&](std::string_view key, const std::string& value) {
    out += concat(out.empty() ? " " : ", ", key, " = ", value);
  };
  if (variant.color) add("color", toml_color(*variant.color));
  if (variant.glows) add("glows", *variant.glows ? "true" : "false");
  if (variant.id) add("id", concat(*variant.id));
  if (variant.text) add("text", toml_text(*variant.text));
  return out.empty() ? "{}" : concat('{', out, " }");
}

void write_life(Writer& w, const PieceSpec& piece) {
  w.truth("changes", piece.changes, false);
  w.truth("glows", piece.glows, false);
  std::string variants, cycle;
  for (const VariantSpec& each : piece.variants)
    variants += concat(variants.empty() ? "" : ", ", inline_table(each));
  for (const CycleStep& step : piece.cycle)
    cycle += concat(cycle.empty() ? "[" : ", [", step.variant, ", ", step.seconds, ']');
  if (!variants.empty()) w.line("variants", concat('[', variants, ']'));
  if (!cycle.empty()) w.line("cycle", concat('[', cycle, ']'));
  w.number("cycle_phase", piece.cycle_phase, 0);
}

void write_piece(Writer& w, const PieceSpec& piece, PhysicsKind physics) {
  w.header(kind_of(piece.shape));
  w.text("name", piece.name);
  w.place("at", piece.at);
  w.angle("yaw", piece.yaw);
  w.angle("pitch", piece.pitch);
  w.angle("roll", piece.roll);
  std::visit(ShapeWriter{w}, piece.shape);
  w.text("material", piece.material);
  if (piece.color) w.line("color", toml_color(*piece.color));
  if (piece.tag != SemanticTag::None) w.text("tag", name_of(piece.tag));
  w.truth("solid", piece.solid, solid_by_default(piece.shape));
  w.truth("lidar", piece.seen_by.lidar, true);
  w.truth("camera", piece.seen_by.camera, true);
  w.truth("moves", piece.moves, moves_by_default(piece.shape, physics));
  w.truth("follows_clicks", piece.follows_clicks, false);
  w.truth("lit", piece.lit, true);
  write_life(w, piece);
  w.truth("fails", piece.fails, false);
  w.truth("resets", piece.resets, false);
  w.text("gauge", gauges()[static_cast<std::size_t>(piece.gauge)], gauges()[0]);
  if (piece.ground_at) w.line("ground_at", describe(*piece.ground_at));
}

/// How large a volume is and how it is turned.
void write_extent(Writer& w, const TriggerSpec& volume) {
  const Vec2 size = volume.size;
  if (volume.round) {
    w.line("radius", concat(size.x / 2));
    w.optional("height", volume.height);
  } else {
    w.line("size", volume.height ? describe(Vec3{size.x, size.y, *volume.height}) : describe(size));
  }
  w.angle("yaw", volume.yaw);
}

void write_rule(Writer& w, const TriggerSpec& trigger) {
  if (trigger.rule == TriggerRule::None) return;
  w.text("rule", trigger_rules()[static_cast<std::size_t>(trigger.rule) - 1]);
  if (trigger.rule == TriggerRule::SpeedLimit) w.line("speed", concat(trigger.speed));
  if (trigger.rule != TriggerRule::Slalom) return;
  w.text("penalty", penalties()[static_cast<std::size_t>(trigger.penalty)], penalties()[0]);
  w.text("piece", trigger.piece);
}

void write_things(Writer& w, const LevelSpec& spec) {
  for (const GateSpec& gate : spec.gates) {
    w.header("gate");
    w.text("name", gate.name);
    w.line("left", describe(gate.left));
    w.line("right", describe(gate.right));
  }
  for (const TriggerSpec& trigger : spec.triggers) {
    w.header("trigger");
    w.text("name", trigger.name);
    w.place("at", {trigger.at.x, trigger.at.y, trigger.z});
    write_extent(w, trigger);
    w.text("detects", trigger_targets()[static_cast<std::size_t>(trigger.detects)],
           trigger_targets()[0]);
    w.truth("lidar", trigger.lidar, false);
    write_rule(w, trigger);
    if (trigger.ground_at) w.line("ground_at", describe(*trigger.ground_at));
  }
  for (const RouteSpec& route : spec.routes) {
    w.header("route");
    w.text("name", route.name);
    w.line("points", toml_points(route.points));
    w.truth("closed", route.closed, false);
    w.number("width", route.width, 0);
  }
  for (const StartSpec& start : spec.starts) {
    w.header("start");
    w.place("at", {start.pose.x, start.pose.y, start.z});
    w.angle("yaw", start.pose.yaw);
    w.text("vehicle", start.vehicle);
  }
  for (const LightSpec& light : spec.lights) {
    w.header("light");
    w.line("at", describe(light.at));
    w.line("color", toml_color(light.color));
    w.number("power", light.power, LightSpec{}.power);
  }
}

// --- sensors ------------------------------------------------------------------------------------

/// In degrees where those read back as exactly this turn, else as the quaternion itself.
void write_turn(Writer& w, const Quat& q) {
  const auto round = [](double angle) { return std::nearbyint(degrees(angle) * 1e6) / 1e6; };
  const double yaw =
      round(std::atan2(2 * (q.w * q.z + q.x * q.y), 1 - 2 * (q.y * q.y + q.z * q.z)));
  const double pitch = round(std::asin(std::clamp(2 * (q.w * q.y - q.z * q.x), -1.0, 1.0)));
  const double roll =
      round(std::atan2(2 * (q.w * q.x + q.y * q.z), 1 - 2 * (q.x * q.x + q.y * q.y)));
  if (Quat::from_yaw_pitch_roll(radians(yaw), radians(pitch), radians(roll)) != q)
    return w.line("turn", concat('[', q.w, ", ", q.x, ", ", q.y, ", ", q.z, ']'));
  w.number("yaw_deg", yaw, 0);
  w.number("pitch_deg", pitch, 0);
  w.number("roll_deg", roll, 0);
}

void write_sensors(Writer& w, std::span<const LevelSensor> sensors) {
  for (const auto& [where, vehicle, sensor] : sensors) {
    w.header("sensor");
    w.line("kind", toml_text(sensor.kind));
    w.text("name", sensor.name);
    if (vehicle != 0) w.line("vehicle", concat(vehicle));
    w.text("place", sensor.place);
    if (sensor.body_from_sensor) {
      w.line("at", describe(sensor.body_from_sensor->at));
      write_turn(w, sensor.body_from_sensor->turn);
    }
    w.text("unit", sensor.unit);
    w.number("rate", sensor.rate, 0);
    if (sensor.ideal) w.line("ideal", *sensor.ideal ? "true" : "false");
    w.figures("figures", sensor.figures);
  }
}

// --- trials -------------------------------------------------------------------------------------

void write_volumes(Writer& w, std::span<const TriggerSpec> volumes) {
  TriggerSpec first = volumes[0];
  if (volumes.size() == 1) {
    w.place("at", {first.at.x, first.at.y, first.z});
  } else {
    const bool alike = std::all_of(volumes.begin(), volumes.end(),
                                   [&](const TriggerSpec& v) { return v.yaw == first.yaw; });
    std::string places;
    for (const TriggerSpec& v : volumes) {
      places += concat(places.empty() ? "[" : ", ", '[', v.at.x, ", ", v.at.y, ", ", v.z);
      if (!alike) places += concat(", ", exact_degrees(v.yaw).value_or(degrees(v.yaw)));
      places += ']';
    }
    w.line("points_at", places + ']');
    if (!alike) first.yaw = 0;
  }
  write_extent(w, first);
}

void write_task(Writer& w, const TaskSpec& task) {
  w.header("task");
  w.text("kind", task_kinds()[static_cast<std::size_t>(task.kind)]);
  if (!task.volumes.empty()) write_volumes(w, task.volumes);
  if (task.kind == TaskKind::Stop) w.number("speed", task.speed, TaskSpec{.where = {}}.speed);
  if (task.kind == TaskKind::Speed) w.line("speed", concat(task.speed));
  w.text("piece", task.piece);
  w.number("points", task.points, 0);
}

void write_trial(Writer& w, const TrialSpec& trial) {
  const TrialSpec plain{.where = {}};
  w.section("trial");
  w.line("title", toml_text(trial.title));
  w.number("limit", trial.limit, plain.limit);
  w.truth("required", trial.required, false);
  w.truth("until_stopped", trial.until_stopped, false);
  w.truth("extra", trial.extra, false);
  w.text("view", trial.view);
  if (!trial.bonus.empty()) {
    std::string brackets;
    for (const TrialBonus& b : trial.bonus)
      brackets += concat(brackets.empty() ? "[" : ", ", '[', b.seconds, ", ", b.points, ']');
    w.line("bonus", brackets + ']');
  }
  const TrialPad& pad = trial.pad;
  if (pad == plain.pad) return;
  w.section("trial.pad");
  w.number("left_trigger", pad.left_trigger, 0);
  w.number("right_trigger", pad.right_trigger, 0);
  w.vec("left_stick", pad.left_stick, Vec2{});
  w.vec("right_stick", pad.right_stick, Vec2{});
  if (pad.press.empty()) return;
  std::string buttons;
  for (const std::string& button : pad.press)
    buttons += concat(buttons.empty() ? "[" : ", ", toml_text(button));
  w.line("press", buttons + ']');
}

void write_views_and_edits(Writer& w, const LevelSpec& spec) {
  for (const ViewSpec& view : spec.views) {
    w.header("view");
    w.text("name", view.name);
    w.line("at", describe(view.at));
    w.angle("yaw", view.yaw);
    w.angle("pitch", view.pitch);
  }
  for (const EditSpec& edit : spec.edits) {
    w.header("edit");
    w.text("piece", edit.piece);
    const auto changes = [&](std::string_view key, EditOf of) {
      w.text(key, edit_words()[static_cast<std::size_t>(of)]);
    };
    changes("click_changes", edit.click_changes);
    changes("right_click_changes", edit.right_click_changes);
    changes("wheel_changes", edit.wheel_changes);
    w.text("click", edit.click);
    w.text("right_click", edit.right_click);
    w.text("wheel", edit.wheel);
    w.number("clicks", edit.clicks, 0);
    w.number("right_clicks", edit.right_clicks, 0);
    w.number("wheel_low", edit.wheel_low, EditSpec{.where = {}}.wheel_low);
    w.number("wheel_high", edit.wheel_high, EditSpec{.where = {}}.wheel_high);
    w.number("wheel_step", edit.wheel_step, 1);
    w.truth("wheel_multiplies", edit.wheel_multiplies, false);
  }
}

void write_head(Writer& w, const LevelSpec& spec) {
  const LevelSpec plain;
  w.line("format", "1");
  w.line("title", toml_text(spec.title));
  w.text("description", spec.description);
  w.text("help", spec.help);
  w.text("code", spec.code);
  w.number("cars", spec.cars, plain.cars);
  w.number("capacity", spec.capacity, plain.capacity);
  if (spec.physics == PhysicsKind::Rigid) w.text("physics", "rigid");
  w.text("vehicle", spec.vehicle, plain.vehicle);
  if (!spec.doors.empty()) {
    std::string names;
    for (const std::string& door : spec.doors)
      names += concat(names.empty() ? "[" : ", ", toml_text(door));
    w.line("doors", names + "]");
  }
  w.figures("vehicle_figures", spec.vehicle_figures);
  if (spec.clock != plain.clock) {
    w.section("clock");
    w.line("grid_hz", concat(spec.clock.grid_hz));
    w.line("tick", concat(spec.clock.grid_per_tick));
    w.line("frame", concat(spec.clock.grid_per_frame));
  }
  if (!spec.variables.empty()) {
    w.section("variables");
    for (const LevelVariable& variable : spec.variables)
      w.line(variable.name, concat(variable.value));
  }
  if (spec.ground != plain.ground) {
    w.section("ground");
    w.vec("center", spec.ground.center, plain.ground.center);
    w.vec("size", spec.ground.size, plain.ground.size);
    w.text("material", spec.ground.material, plain.ground.material);
    w.truth("markings", spec.ground.markings, plain.ground.markings);
  }
  if (spec.sun != plain.sun) {
    w.section("sun");
    w.angle("azimuth", spec.sun.azimuth, plain.sun.azimuth);
    w.angle("elevation", spec.sun.elevation, plain.sun.elevation);
    w.number("ambient", spec.sun.ambient, plain.sun.ambient);
    w.color("color", spec.sun.color, plain.sun.color);
    w.number("intensity", spec.sun.intensity, plain.sun.intensity);
  }
  if (spec.sky != plain.sky) {
    w.section("sky");
    w.color("zenith", spec.sky.zenith, plain.sky.zenith);
    w.color("horizon", spec.sky.horizon, plain.sky.horizon);
    w.number("fog", spec.sky.fog, plain.sky.fog);
  }
  if (spec.picture != plain.picture) {
    w.section("picture");
    w.truth("gamma_space", spec.picture.gamma_space, plain.picture.gamma_space);
  }
  if (spec.rigid != plain.rigid) {
    const auto treatment = [](AfterUpset t) {
      return upset_treatments()[static_cast<std::size_t>(t)];
    };
    w.section("rigid");
    w.number("gravity", spec.rigid.gravity, plain.rigid.gravity);
    w.number("scale", spec.rigid.scale, plain.rigid.scale);
    w.number("fall_depth", spec.rigid.fall_depth, plain.rigid.fall_depth);
    w.text("after_flip", treatment(spec.rigid.after_flip), treatment(plain.rigid.after_flip));
    w.text("after_fall", treatment(spec.rigid.after_fall), treatment(plain.rigid.after_fall));
  }
}

}  // namespace

std::string write_level(const LevelSpec& spec) {
  Writer writer;
  write_head(writer, spec);
  for (const PieceSpec& piece : spec.pieces) write_piece(writer, piece, spec.physics);
  write_things(writer, spec);
  write_sensors(writer, spec.sensors);
  write_views_and_edits(writer, spec);
  if (spec.trial) write_trial(writer, *spec.trial);
  for (const TaskSpec& task : spec.tasks) write_task(writer, task);
  return std::move(writer.out);
}

}  // namespace paddock
