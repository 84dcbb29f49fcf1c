// What a kind of piece says of itself, beside its struct and the list of its fields. What must be
// said has no default: a kind that leaves it out does not compile. docs/adding_a_piece.md is a
// whole kind.
#pragma once

#include <concepts>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "paddock/core/vec.h"
#include "paddock/geom/material.h"
#include "paddock/world/pieces/piece_field.h"

namespace paddock {

class Examined;
class TableReader;
class TomlWriter;
struct Finish;
struct HeightField;
struct Look;
struct Mesh;
struct SolidPart;
struct WorldPiece;

/// What must be said: it has no value of its own.
template <class T>
struct Stated {
  // NOLINTBEGIN(google-explicit-constructor): tables say `.solid = true`
  constexpr Stated(T stated) : value(std::move(stated)) {}
  template <std::convertible_to<T> From>
  constexpr Stated(From&& from) : value(std::forward<From>(from)) {}
  // NOLINTEND(google-explicit-constructor)
  T value;
};

// --- what it is to those who drive ---------------------------------------------------------------

/// It stands there.
struct StandingPiece {};

/// What lies on the ground is drawn over it, layer by layer.
enum class FlatLayer : std::uint8_t { Mats, Paint };

/// It lies on the ground, follows its relief and is never solid.
template <class Spec>
struct FlatPiece {
  Stated<FlatLayer> layer;
  Stated<Mesh (*)(const Spec&)> fine_mesh;  // with corners enough to follow a relief
  Stated<Vec2 (*)(const Spec&)> patch;  // the ground that has its friction; nullptr: paint has none
};

/// Vehicles drive over it: terrains at all times, ramps while they are solid and upright.
enum class GroundForm : std::uint8_t { Terrain, Ramp };
template <class Spec>
struct GroundPiece {
  Stated<GroundForm> form;
  Stated<HeightField (*)(const Spec&)> field;  // about its own origin
};

/// It goes its own way: mover.h knows where it is.
template <class Spec>
struct MoverPiece {
  Stated<double (*)(const Spec&)> lift;  // m above where it is put that its way begins
};

template <class Spec>
using PieceRole = std::variant<StandingPiece, FlatPiece<Spec>, GroundPiece<Spec>, MoverPiece<Spec>>;

// --- what a level plane cuts from it -------------------------------------------------------------

/// Whatever the mesh gives.
struct MeshSection {};
/// While it stands upright a circle about its axis; 0 where the plane misses it.
template <class Spec>
struct RoundSection {
  Stated<double (*)(const Spec&, double z)> radius_at;
};
/// A ball that rests on its origin, however it is turned.
template <class Spec>
struct BallSection {
  Stated<double (*)(const Spec&)> radius;
};
template <class Spec>
using PieceSection = std::variant<MeshSection, RoundSection<Spec>, BallSection<Spec>>;

// --- how vehicles push it about ------------------------------------------------------------------

template <class Spec>
struct PushedPiece {
  Stated<bool> by_default;  // in rigid levels
  Stated<double (*)(const Spec&)> mass;
  std::optional<double> friction{};  // in place of its material's
  std::optional<double> bounce{};    // in place of its material's
};

// --- what its fields do not say ------------------------------------------------------------------

/// Keys, rules and a way to scale of its own; most kinds have none.
template <class Spec>
struct OwnWays {
  void (*read)(TableReader&, Spec&){};        // after its fields
  void (*write)(const Spec&, TomlWriter&){};  // after its fields
  void (*check)(const Spec&, Examined&){};    // after its fields
  bool (*scale)(Vec3, Spec&){};               // before its fields; false: it cannot be scaled so
};

template <class Spec>
struct PieceKind {
  Stated<std::string_view> name;      // as files spell it: [[box]]
  Stated<std::string_view> material;  // these two unless the level says otherwise
  Stated<SemanticTag> tag;
  Stated<bool> solid;             // unless the level says otherwise
  Stated<bool> placed_by_points;  // `at` may be left out
  Stated<PieceRole<Spec>> role;
  Stated<PieceSection<Spec>> section;
  Stated<std::optional<PushedPiece<Spec>>> pushed;  // nothing: it stays where it is
  Stated<Mesh (*)(const Spec&)> mesh;
  Stated<std::vector<SolidPart> (*)(const Spec&, const Mesh&)> solid_parts;
  Stated<Look (*)(const Spec&, const WorldPiece&, const Finish&)> look;
  OwnWays<Spec> own{};
};

}  // namespace paddock
