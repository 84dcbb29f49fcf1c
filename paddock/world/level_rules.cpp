// Reads what a referee and people at the page need: triggers with their rules, tasks and trials,
// fixed cameras, and what a click changes.
#include <algorithm>
#include <array>
#include <cmath>

#include "paddock/core/angle.h"
#include "paddock/world/level_parts.h"

namespace paddock {
namespace {

// --- volumes ------------------------------------------------------------------------------------

/// How large a volume is: a box of `size`, or a cylinder of `radius` and `height`.
void read_extent(TableReader& t, TriggerSpec& volume) {
  const TomlValue* size = t.take("size");
  volume.round = t.take("radius") != nullptr;
  if (volume.round) {
    double radius = volume.size.x / 2;
    t.number("radius", radius);
    volume.size = {2 * radius, 2 * radius};
    t.number("height", volume.height);
    t.leave_out("size", "beside radius");
    return;
  }
  t.leave_out("height", "without radius: size = [x, y, z] has it");
  if (size != nullptr && size->items.size() == 3) {
    Vec3 solid{1, 1, 1};
    t.vec3("size", solid);
    volume.size = xy(solid), volume.height = solid.z;
  } else {
    t.vec2("size", volume.size);
  }
}

void put(TriggerSpec& volume, Vec3 at) { volume.at = xy(at), volume.z = at.z; }

/// The volumes of a task: one `at` a place, or several at `points_at`.
std::vector<TriggerSpec> read_volumes(TableReader& t) {
  TriggerSpec volume{.where = t.where(), .name = {}, .at = {}};
  read_extent(t, volume);
  t.angle("yaw", volume.yaw);
  if (t.take("points_at") == nullptr) {
    Vec3 at;
    if (t.require("at")) t.place("at", at);
    put(volume, at);
    return {volume};
  }
  t.leave_out("at", "beside points_at");
  std::vector<std::array<double, 4>> rows;
  t.rows("points_at", "be places [x, y], [x, y, z] or [x, y, z, yaw_deg]", rows);
  std::vector<TriggerSpec> volumes(rows.size(), volume);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    put(volumes[i], {rows[i][0], rows[i][1], rows[i][2]});
    if (rows[i][3] != 0) volumes[i].yaw = radians(degrees(volume.yaw) + rows[i][3]);
  }
  return volumes;
}

// --- triggers -----------------------------------------------------------------------------------

void read_rule(TableReader& t, TriggerSpec& trigger) {
  if (t.take("rule") != nullptr) {
    std::size_t rule = 0;
    t.choice("rule", trigger_rules(), rule);
    trigger.rule = static_cast<TriggerRule>(rule + 1);
  }
  if (trigger.rule == TriggerRule::SpeedLimit) {
    if (t.require("speed")) t.number("speed", trigger.speed);
  } else {
    t.leave_out("speed", "unless rule = \"speed_limit\"");
  }
  if (trigger.rule == TriggerRule::Slalom) {
    std::optional<Penalty> penalty;
    if (t.reading().part) penalty = t.reading().part->penalty;
    read_penalty(t, penalty);
    trigger.penalty = penalty.value_or(trigger.penalty);
    t.text("piece", trigger.piece);
  } else {
    for (const std::string_view key : {"penalty", "piece"})
      t.leave_out(key, "unless rule = \"slalom\"");
  }
}

// --- trials -------------------------------------------------------------------------------------

std::optional<TrialBonus> read_bracket(TableReader& t, const TomlValue& row,
                                       const std::string& path) {
  if (row.kind != TomlKind::Array || row.items.size() != 2) {
    t.refuse(row, "bonus", path, "be [seconds, points]");
    return std::nullopt;
  }
  // the last bracket may be open: no other number of a level is infinite
  const TomlValue& seconds = row.items[0];
  const bool open = seconds.kind == TomlKind::Float && std::isinf(seconds.number);
  const auto time = open ? seconds.number : t.number_of(seconds, "bonus", path + "[0]");
  const auto points = t.number_of(row.items[1], "bonus", path + "[1]");
  if (!time || !points) return std::nullopt;
  return TrialBonus{*time, *points};
}

void read_bonus(TableReader& t, std::vector<TrialBonus>& into) {
  const TomlValue* list = t.take("bonus");
  if (list == nullptr) return;
  if (list->kind != TomlKind::Array || list->items.empty())
    return t.refuse(*list, "bonus", "trial.bonus", "be brackets [[seconds, points], ...]");
  for (std::size_t i = 0; i < list->items.size(); ++i) {
    const auto bracket = read_bracket(t, list->items[i], concat("trial.bonus[", i, ']'));
    if (!bracket) return;
    into.push_back(*bracket);
  }
}

void read_press(TableReader& pad, std::vector<std::string>& into) {
  const TomlValue* list = pad.take("press");
  if (list == nullptr) return;
  if (list->kind != TomlKind::Array)
    return pad.refuse(*list, "press", "trial.pad.press", "be an array of buttons");
  for (const TomlValue& button : list->items) {
    if (button.kind != TomlKind::String)
      return pad.refuse(button, "press", "trial.pad.press", "hold buttons in quotes");
    into.push_back(button.text);
  }
}

void read_pad(TableReader& t, TrialPad& pad) {
  auto table = t.table("pad");
  if (!table) return;
  table->number("left_trigger", pad.left_trigger);
  table->number("right_trigger", pad.right_trigger);
  table->vec2("left_stick", pad.left_stick);
  table->vec2("right_stick", pad.right_stick);
  read_press(*table, pad.press);
  table->finish();
}

}  // namespace

std::span<const std::string_view> trigger_targets() {
  static constexpr std::array<std::string_view, 3> kTargets{"vehicles", "props", "both"};
  return kTargets;
}

std::span<const std::string_view> trigger_rules() {
  static constexpr std::array<std::string_view, 6> kRules{"checkpoint", "finish",      "fail",
                                                          "reset",      "speed_limit", "slalom"};
  return kRules;
}

std::span<const std::string_view> penalties() {
  static constexpr std::array<std::string_view, 3> kPenalties{"fail", "reset", "time"};
  return kPenalties;
}

std::span<const std::string_view> task_kinds() {
  static constexpr std::array<std::string_view, 5> kKinds{"reach", "stop", "speed", "park_at_cone",
                                                          "park_at_wall"};
  return kKinds;
}

std::span<const std::string_view> trial_views() {
  static constexpr std::array<std::string_view, 2> kViews{"overhead", "front"};
  return kViews;
}

std::span<const std::string_view> pad_buttons() {
  static constexpr std::array<std::string_view, 8> kButtons{"A",  "B",  "X",    "Y",
                                                            "LB", "RB", "LJOY", "RJOY"};
  return kButtons;
}

void read_penalty(TableReader& t, std::optional<Penalty>& into) {
  if (t.take("penalty") == nullptr) return;
  std::size_t penalty = 0;
  t.choice("penalty", penalties(), penalty);
  into = static_cast<Penalty>(penalty);
}

void read_trigger(TableReader& t) {
  TriggerSpec trigger{.where = t.where(), .name = {}, .at = {}};
  t.text("name", trigger.name);
  Vec3 at;
  if (t.require("at")) t.place("at", at);
  put(trigger, at);
  read_extent(t, trigger);
  t.angle("yaw", trigger.yaw);
  auto detects = static_cast<std::size_t>(trigger.detects);
  t.choice("detects", trigger_targets(), detects);
  trigger.detects = static_cast<TriggerDetects>(detects);
  t.truth("lidar", trigger.lidar);
  read_rule(t, trigger);
  read_ground_at(t, trigger.ground_at);
  const bool present = t.present();
  t.finish();
  if (present) t.reading().spec.triggers.push_back(std::move(trigger));
}

void read_task(TableReader& t) {
  TaskSpec task{.where = t.where()};
  std::size_t kind = 0;
  if (t.require("kind")) t.choice("kind", task_kinds(), kind);
  task.kind = static_cast<TaskKind>(kind);
  const bool in_volume = task.kind == TaskKind::Reach || task.kind == TaskKind::Stop;
  const bool moving = task.kind == TaskKind::Stop || task.kind == TaskKind::Speed;
  const bool parking = task.kind == TaskKind::ParkAtCone || task.kind == TaskKind::ParkAtWall;
  // of a kind that could not be read nobody knows which keys it has
  const bool known = !t.reading().lines.spoiled(t.where(), "kind");
  const auto only = [&](bool has, std::initializer_list<std::string_view> keys) {
    for (const std::string_view key : keys)
      if (has || !known)
        t.take(key);
      else
        t.leave_out(key, concat("when kind = ", quote(task_kinds()[kind])));
  };
  only(in_volume, {"at", "points_at", "size", "radius", "height", "yaw", "yaw_deg"});
  only(moving, {"speed"});
  only(parking, {"piece"});
  if (in_volume && known) task.volumes = read_volumes(t);
  if (task.kind == TaskKind::Speed) t.require("speed");
  if (moving) t.number("speed", task.speed);
  if (parking && t.require("piece")) t.text("piece", task.piece);
  t.number("points", task.points);
  const bool present = t.present();
  t.finish();
  if (present) t.reading().spec.tasks.push_back(std::move(task));
}

TrialSpec read_trial(TableReader& t) {
  TrialSpec trial{.where = t.where()};
  if (t.require("title")) t.text("title", trial.title);
  t.number("limit", trial.limit);
  t.truth("required", trial.required);
  t.truth("until_stopped", trial.until_stopped);
  t.truth("extra", trial.extra);
  t.text("view", trial.view);
  read_bonus(t, trial.bonus);
  read_pad(t, trial.pad);
  return trial;
}

void read_view(TableReader& t) {
  ViewSpec view{.where = t.where()};
  t.text("name", view.name);
  if (t.require("at")) t.vec3("at", view.at);
  t.angle("yaw", view.yaw);
  t.angle("pitch", view.pitch);
  t.finish();
  t.reading().spec.papers.views.push_back(std::move(view));
}

std::span<const std::string_view> edit_words() {
  static constexpr std::array<std::string_view, 5> kWords{"", "variant", "presence", "turn",
                                                          "scale"};
  return kWords;
}

namespace {

EditOf read_edit_of(TableReader& t, std::string_view key, std::span<const EditOf> of) {
  std::array<std::string_view, 2> words{};
  for (std::size_t i = 0; i < of.size(); ++i)
    words[i] = edit_words()[static_cast<std::size_t>(of[i])];
  if (t.take(key) == nullptr) return EditOf::Nothing;
  std::size_t chosen = 0;
  t.choice(key, std::span(words).first(of.size()), chosen);
  return of[chosen];
}

}  // namespace

void read_edit(TableReader& t) {
  EditSpec edit{.where = t.where()};
  if (t.require("piece")) t.text("piece", edit.piece);
  constexpr std::array kByClick{EditOf::Variant, EditOf::Presence};
  constexpr std::array kByWheel{EditOf::Turn, EditOf::Scale};
  edit.click_changes = read_edit_of(t, "click_changes", kByClick);
  edit.right_click_changes = read_edit_of(t, "right_click_changes", kByClick);
  edit.wheel_changes = read_edit_of(t, "wheel_changes", kByWheel);
  t.text("click", edit.click);
  t.text("right_click", edit.right_click);
  t.text("wheel", edit.wheel);
  t.whole("clicks", edit.clicks);
  t.whole("right_clicks", edit.right_clicks);
  t.number("wheel_low", edit.wheel_low);
  t.number("wheel_high", edit.wheel_high);
  t.number("wheel_step", edit.wheel_step);
  t.truth("wheel_multiplies", edit.wheel_multiplies);
  if (edit.click.empty()) t.leave_out("clicks", "without click");
  if (edit.right_click.empty()) t.leave_out("right_clicks", "without right_click");
  for (const std::string_view key : {"wheel_low", "wheel_high", "wheel_step", "wheel_multiplies"})
    if (edit.wheel.empty() && edit.wheel_changes == EditOf::Nothing)
      t.leave_out(key, "without wheel");
  if (edit.click_changes != EditOf::Nothing) t.leave_out("click", "beside click_changes");
  if (edit.right_click_changes != EditOf::Nothing)
    t.leave_out("right_click", "beside right_click_changes");
  if (edit.wheel_changes != EditOf::Nothing) t.leave_out("wheel", "beside wheel_changes");
  t.finish();
  t.reading().spec.papers.edits.push_back(std::move(edit));
}

}  // namespace paddock
