// Writes a spec as a level file: what a kind has by default is left out, order is kept.
#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "paddock/core/angle.h"
#include "paddock/world/level.h"
#include "paddock/world/level_parts.h"
#include "paddock/world/level_roads.h"
#include "paddock/world/pieces/kinds.h"
#include "paddock/world/toml_writer.h"

namespace paddock {
namespace {

// --- pieces -------------------------------------------------------------------------------------

/// A field as text, and whether it is what its kind has by default.
template <class Spec>
struct FieldWriter {
  TomlWriter& w;
  const Spec& spec;
  const Spec standard{};

  void operator()(auto Spec::*member, const PieceField& f, bool Spec::* = nullptr) const {
    const auto& value = spec.*member;
    if (f.required || f.always_written || value != standard.*member) w.field(f, value);
  }
};

void write_shape(TomlWriter& w, const PieceShape& shape) {
  std::visit(
      [&]<class Spec>(const Spec& spec) {
        Spec::fields(FieldWriter<Spec>{w, spec});
        if (Spec::kind.own.write != nullptr) Spec::kind.own.write(spec, w);
      },
      shape);
}

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

void write_life(TomlWriter& w, const PieceSpec& piece) {
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

void write_piece(TomlWriter& w, const PieceSpec& piece, PhysicsKind physics) {
  w.header(kind_of(piece.shape));
  w.text("name", piece.name);
  w.place("at", piece.at);
  w.angle("yaw", piece.yaw);
  w.angle("pitch", piece.pitch);
  w.angle("roll", piece.roll);
  write_shape(w, piece.shape);
  w.text("material", piece.material);
  if (piece.color) w.line("color", toml_color(*piece.color));
  if (piece.tag != SemanticTag::None) w.text("tag", name_of(piece.tag));
  w.truth("solid", piece.solid, traits_of(piece.shape).solid);
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
void write_extent(TomlWriter& w, const TriggerSpec& volume) {
  const Vec2 size = volume.size;
  if (volume.round) {
    w.line("radius", concat(size.x / 2));
    w.optional("height", volume.height);
  } else {
    w.line("size", volume.height ? describe(Vec3{size.x, size.y, *volume.height}) : describe(size));
  }
  w.angle("yaw", volume.yaw);
}

void write_rule(TomlWriter& w, const TriggerSpec& trigger) {
  if (trigger.rule == TriggerRule::None) return;
  w.text("rule", trigger_rules()[static_cast<std::size_t>(trigger.rule) - 1]);
  if (trigger.rule == TriggerRule::SpeedLimit) w.line("speed", concat(trigger.speed));
  if (trigger.rule != TriggerRule::Slalom) return;
  w.text("penalty", penalties()[static_cast<std::size_t>(trigger.penalty)], penalties()[0]);
  w.text("piece", trigger.piece);
}

void write_things(TomlWriter& w, const LevelSpec& spec) {
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
  for (const FlowSpec& flow : spec.flows) {
    w.header("flow");
    w.text("route", flow.route);
    w.texts("vehicles", flow.vehicles);
    w.number("every", flow.every, FlowSpec{}.every);
    w.number("phase", flow.phase, 0);
    w.number("most", flow.most, FlowSpec{}.most);
  }
  for (const StartSpec& start : spec.starts) {
    w.header("start");
    w.place("at", {start.pose.x, start.pose.y, start.z});
    w.angle("yaw", start.pose.yaw);
    w.text("vehicle", start.vehicle);
  }
  for (const WindSpec& wind : spec.winds) {
    w.header("wind");
    w.line("at", describe(wind.at));
    w.number("radius", wind.radius, WindSpec{}.radius);
    w.line("velocity", describe(wind.velocity));
  }
  for (const LightSpec& light : spec.scene.lights) {
    w.header("light");
    w.line("at", describe(light.at));
    w.line("color", toml_color(light.color));
    w.number("power", light.power, LightSpec{}.power);
    w.truth("at_dusk", light.at_dusk, false);
  }
}

// --- sensors ------------------------------------------------------------------------------------

/// In degrees where those read back as exactly this turn, else as the quaternion itself.
void write_turn(TomlWriter& w, const Quat& q) {
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

void write_sensors(TomlWriter& w, std::span<const LevelSensor> sensors) {
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

void write_volumes(TomlWriter& w, std::span<const TriggerSpec> volumes) {
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

void write_task(TomlWriter& w, const TaskSpec& task) {
  w.header("task");
  w.text("kind", task_kinds()[static_cast<std::size_t>(task.kind)]);
  if (!task.volumes.empty()) write_volumes(w, task.volumes);
  if (task.kind == TaskKind::Stop) w.number("speed", task.speed, TaskSpec{.where = {}}.speed);
  if (task.kind == TaskKind::Speed) w.line("speed", concat(task.speed));
  w.text("piece", task.piece);
  w.number("points", task.points, 0);
}

void write_trial(TomlWriter& w, const TrialSpec& trial) {
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

void write_views_and_edits(TomlWriter& w, const LevelSpec& spec) {
  for (const ViewSpec& view : spec.papers.views) {
    w.header("view");
    w.text("name", view.name);
    w.line("at", describe(view.at));
    w.angle("yaw", view.yaw);
    w.angle("pitch", view.pitch);
  }
  for (const EditSpec& edit : spec.papers.edits) {
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

/// All figures: what is left out would be as some preset has it.
void write_weather(TomlWriter& w, const std::optional<WeatherSpec>& weather) {
  w.section("weather");
  if (!weather) return;
  for (const WeatherFigure& figure : weather_figures())
    w.line(figure.key(), concat(*weather.*figure.figure));
  w.optional("azimuth", weather->azimuth);
}

void write_head(TomlWriter& w, const LevelSpec& spec) {
  const LevelSpec plain;
  w.line("format", "1");
  w.line("title", toml_text(spec.papers.title));
  w.text("description", spec.papers.description);
  w.text("help", spec.papers.help);
  w.text("code", spec.papers.code);
  w.number("cars", spec.cars, plain.cars);
  w.number("capacity", spec.capacity, plain.capacity);
  if (spec.physics == PhysicsKind::Rigid) w.text("physics", "rigid");
  w.text("vehicle", spec.vehicle, plain.vehicle);
  w.texts("doors", spec.papers.doors);
  w.figures("vehicle_figures", spec.vehicle_figures);
  if (spec.clock != plain.clock) {
    w.section("clock");
    w.line("grid_hz", concat(spec.clock.grid_hz));
    w.line("tick", concat(spec.clock.grid_per_tick));
    w.line("frame", concat(spec.clock.grid_per_frame));
  }
  if (!spec.papers.variables.empty()) {
    w.section("variables");
    for (const LevelVariable& variable : spec.papers.variables)
      w.line(variable.name, concat(variable.value));
  }
  if (spec.ground != plain.ground) {
    w.section("ground");
    w.vec("center", spec.ground.center, plain.ground.center);
    w.vec("size", spec.ground.size, plain.ground.size);
    w.text("material", spec.ground.material, plain.ground.material);
    w.truth("markings", spec.ground.markings, plain.ground.markings);
  }
  if (spec.scene.sun != plain.scene.sun) {
    w.section("sun");
    w.angle("azimuth", spec.scene.sun.azimuth, plain.scene.sun.azimuth);
    w.angle("elevation", spec.scene.sun.elevation, plain.scene.sun.elevation);
    w.number("ambient", spec.scene.sun.ambient, plain.scene.sun.ambient);
    w.color("color", spec.scene.sun.color, plain.scene.sun.color);
    w.number("intensity", spec.scene.sun.intensity, plain.scene.sun.intensity);
  }
  if (spec.scene.sky != plain.scene.sky) {
    w.section("sky");
    w.color("zenith", spec.scene.sky.zenith, plain.scene.sky.zenith);
    w.color("horizon", spec.scene.sky.horizon, plain.scene.sky.horizon);
    w.number("fog", spec.scene.sky.fog, plain.scene.sky.fog);
  }
  if (spec.scene.picture != plain.scene.picture) {
    w.section("picture");
    w.truth("gamma_space", spec.scene.picture.gamma_space, plain.scene.picture.gamma_space);
  }
  if (spec.scene.has_weather) write_weather(w, spec.scene.weather);
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
  if (spec.traffic) {
    const TrafficSpec usual;
    w.section("traffic");
    w.number("vehicles", spec.traffic->vehicles, usual.vehicles);
    w.number("walkers", spec.traffic->walkers, usual.walkers);
    w.number("parked", spec.traffic->parked, usual.parked);
    if (spec.traffic->kinds != usual.kinds) w.texts("kinds", spec.traffic->kinds);
    w.text("mode", traffic_modes()[static_cast<std::size_t>(spec.traffic->mode)], "calm");
    w.number("seed", spec.traffic->seed, usual.seed);
  }
}

}  // namespace

std::string write_level(const LevelSpec& spec) {
  TomlWriter writer;
  write_head(writer, spec);
  for (const PieceSpec& piece : spec.pieces) write_piece(writer, piece, spec.physics);
  write_roads(writer, spec.roads);
  write_things(writer, spec);
  write_sensors(writer, spec.sensors);
  write_views_and_edits(writer, spec);
  if (spec.papers.trial) write_trial(writer, *spec.papers.trial);
  for (const TaskSpec& task : spec.tasks) write_task(writer, task);
  return std::move(writer.out);
}

}  // namespace paddock
