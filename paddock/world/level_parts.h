// The parts of the level reader, one for each kind of table.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "paddock/world/level_table.h"

namespace paddock {

/// Words of the file, in the order of their enums.
std::span<const std::string_view> trigger_targets();
std::span<const std::string_view> upset_treatments();
std::span<const std::string_view> traffic_modes();
std::span<const std::string_view> gauges();
std::span<const std::string_view> edit_words();
std::span<const std::string_view> trigger_rules();  // from the one after None
std::span<const std::string_view> penalties();
std::span<const std::string_view> task_kinds();
std::span<const std::string_view> trial_views();
std::span<const std::string_view> pad_buttons();

/// Whether vehicles push a piece about unless its table says otherwise.
bool moves_by_default(const PieceShape& shape, PhysicsKind physics);

/// [x, y] under `ground_at`, which parts have no use for.
void read_ground_at(TableReader& table, std::optional<Vec2>& into);

/// Reads one piece with its copies into the spec. `kind` counts in piece_kinds().
void read_piece(TableReader& table, std::size_t kind);
/// True when so many copies more of a piece are within the limits; the first complaint is the last.
bool fits(Reading& reading, const PieceSpec& piece, std::size_t copies);

struct Repeat {
  int count{1};
  Vec3 step;
};
/// The copies in a row that a piece or place asks for.
Repeat read_repeat(TableReader& table);

/// Reads one place: the pieces and triggers of its part, moved, into the spec.
void read_place(TableReader& table);

/// One trigger, task, camera or edit into the spec: level_rules.cpp.
void read_trigger(TableReader& table);
void read_task(TableReader& table);
void read_view(TableReader& table);
void read_edit(TableReader& table);
/// What a trial says of itself; what stands in it is read by others.
TrialSpec read_trial(TableReader& table);
/// The penalty under `penalty`, if there is one.
void read_penalty(TableReader& table, std::optional<Penalty>& into);

/// What may stand in a part besides pieces.
bool belongs_in_part(std::string_view thing);

/// A sensor that the level mounts: level_sensors.cpp.
void read_level_sensor(TableReader& table);

using ReadThing = void (*)(TableReader& table);

struct ThingKind {
  std::string_view name;
  ReadThing read{};
};

/// gate, trigger, route, start, light, sensor, what makes pieces (track, generate, place), and what
/// trials and people have: task, view, edit.
std::span<const ThingKind> thing_kinds();

void read_variables(TableReader& table, const TomlValue& variables);
/// A variable of the level, as somebody sets it from outside or else as it was drawn.
void keep_variable(Reading& reading, const SourceLine& where, const std::string& name,
                   double drawn);
/// Complains about each setting that names no variable of the level.
void refuse_unknown_settings(Reading& reading, const std::string& file);

/// `name` beside `file`, or one folder up where it is only there; nothing when it is absolute,
/// empty, or leads out of that folder.
std::optional<std::string> path_beside(const std::string& file, const std::string& name);

}  // namespace paddock
