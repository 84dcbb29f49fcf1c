// The rules of pieces: those all share, then those of the fields of their kind.
#include <set>
#include <type_traits>

#include "paddock/world/level_complaints.h"
#include "paddock/world/pieces/kinds.h"

namespace paddock {
namespace {

// --- fields -------------------------------------------------------------------------------------

template <class Number>
void check_numbers(Examined& piece, const PieceField& f, const Number& value) {
  if (f.bound == FieldBound::Positive) piece.positive(f.key, value, f.high);
  if constexpr (std::is_same_v<Number, double>)
    if (f.bound == FieldBound::Between) piece.between(f.key, value, f.low, f.high);
}

void check_field(Examined& piece, const PieceField& f, double value) {
  check_numbers(piece, f, value);
}
void check_field(Examined& piece, const PieceField& f, int value) {
  check_numbers(piece, f, static_cast<double>(value));
}
void check_field(Examined& piece, const PieceField& f, const std::optional<double>& value) {
  if (value) check_numbers(piece, f, *value);
}
void check_field(Examined& piece, const PieceField& f, Vec2 value) {
  check_numbers(piece, f, value);
}
void check_field(Examined& piece, const PieceField& f, Vec3 value) {
  check_numbers(piece, f, value);
}
void check_field(Examined& piece, const PieceField& f, const std::string& text) {
  piece.must(!text.empty(), f.key, "not be empty, got \"\"");
  piece.name(f.key, text, 100);
}
void check_field(Examined& piece, const PieceField& f,
                 const std::vector<std::vector<Vec2>>& loops) {
  piece.must(!loops.empty(), f.key, "have at least one loop, got none");
  std::size_t points = 0;
  for (const auto& loop : loops) {
    points += loop.size();
    if (!piece.line(f.key, loop, true, kMaxPrismPoints)) return;
  }
  piece.must(points <= kMaxPrismPoints, f.key, "have at most ", kMaxPrismPoints, " points, got ",
             points);
}
void check_field(Examined&, const PieceField&, bool) {}
void check_field(Examined&, const PieceField&, const std::vector<double>&) {}  // the kind's own
template <class Word>
requires std::is_enum_v<Word>
void check_field(Examined&, const PieceField&, Word) {}

template <class Spec>
struct FieldChecker {
  Examined& piece;
  const Spec& spec;
  void operator()(auto Spec::*member, const PieceField& f) const {
    check_field(piece, f, spec.*member);
  }
  void operator()(std::vector<Vec2> Spec::*points, const PieceField& f, bool Spec::*closed) const {
    piece.line(f.key, spec.*points, spec.*closed, kMaxPoints);
  }
};

void check_shape(const PieceShape& shape, Examined& piece) {
  std::visit(
      [&]<class Spec>(const Spec& spec) {
        Spec::fields(FieldChecker<Spec>{piece, spec});
        if (Spec::kind.own.check != nullptr) Spec::kind.own.check(spec, piece);
      },
      shape);
}

// --- what all kinds share -----------------------------------------------------------------------

void check_piece(const PieceSpec& p, PhysicsKind physics, Examined& piece) {
  piece.near("at", p.at);
  if (p.ground_at) piece.near("ground_at", *p.ground_at);
  piece.angle("yaw", p.yaw);
  piece.angle("pitch", p.pitch);
  piece.angle("roll", p.roll);
  piece.name("name", p.name, 100);
  piece.material("material", p.material);
  piece.must(p.moves || !p.follows_clicks, "follows_clicks",
             "be false for what does not move, got true");
  if (physics == PhysicsKind::Rigid) {
    piece.must(!p.moves || traits_of(p.shape).may_move, "moves",
               "be false for this kind, got true");
  } else {
    piece.must(!p.moves, "moves", "be false unless physics = \"rigid\", got true");
  }
}

}  // namespace

void check_pieces(const LevelSpec& spec, const KeyLines& lines, std::vector<Problem>& problems) {
  std::set<std::string_view> names;
  const PieceSpec* last = nullptr;
  for (const PieceSpec& p : spec.pieces) {
    const std::string_view kind = kind_of(p.shape);
    Examined piece(p.where, kind, lines, problems);
    check_piece(p, spec.physics, piece);
    // copies of one piece follow each other: their shape is judged once
    if (last == nullptr || last->shape != p.shape) check_shape(p.shape, piece);
    last = &p;
    const bool unique = p.name.empty() || names.insert(p.name).second;
    piece.must(unique, "name", "be unique among pieces, got ", quote(p.name), " again");
    if (spec.physics == PhysicsKind::Rigid) continue;
    if (!traits_of(p.shape).mover) continue;
    problems.push_back({p.where, concat(kind,
                                        " must stand in a level with physics = \"rigid\", got "
                                        "physics = \"planar\"")});
  }
}

}  // namespace paddock
