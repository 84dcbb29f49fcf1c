// The parts of the level reader, one for each kind of table.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "paddock/world/level_table.h"

namespace paddock {

/// The names of piece kinds, in the order of PieceShape.
std::span<const std::string_view> piece_kinds();
std::span<const std::string_view> marker_families();
/// Words of the file, in the order of their enums.
std::span<const std::string_view> door_ways();
std::span<const std::string_view> trigger_targets();
std::span<const std::string_view> upset_treatments();

/// What a kind is unless its table says otherwise.
bool solid_by_default(const PieceShape& shape);
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

/// What may stand in a part besides pieces.
bool belongs_in_part(std::string_view thing);

TerrainSpec read_terrain(TableReader& table);

using ReadThing = void (*)(TableReader& table);

struct ThingKind {
  std::string_view name;
  ReadThing read{};
};

/// gate, trigger, route, start, light, and what makes pieces: track, generate, place.
std::span<const ThingKind> thing_kinds();

void read_variables(TableReader& table, const TomlValue& variables);
/// Complains about each setting that names no variable of the level.
void refuse_unknown_settings(Reading& reading, const std::string& file);

/// `name` beside `file`; nothing when it is absolute, empty, or leads out of that folder.
std::optional<std::string> path_beside(const std::string& file, const std::string& name);

}  // namespace paddock
