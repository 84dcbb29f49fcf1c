// The rules of pieces: those all share, then those of the fields of their kind.
#include <set>
#include <type_traits>

#include "paddock/geom/shape.h"
#include "paddock/world/level_complaints.h"
#include "paddock/world/mover.h"
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

constexpr std::size_t kMaxVariants = 16, kMaxSteps = 64;
constexpr double kLongestPhase = 1e6;  // s

/// Ground and paint carry what is on them.
bool may_change(const PieceShape& shape) {
  const PieceTraits traits = traits_of(shape);
  return !traits.ground && !traits.flat;
}

/// Planar physics poses outlines: convex, of at most eight corners, or round.
bool has_outline(const PieceSpec& p) {
  if (std::holds_alternative<WallSpec>(p.shape)) return false;
  const bool upright = p.pitch == 0 && p.roll == 0;
  if (is_mover(p.shape)) return upright;
  if (section_of(p.shape) != SectionForm::Mesh) return upright;
  const auto* prism = std::get_if<PrismSpec>(&p.shape);
  if (prism == nullptr) return true;
  if (!upright || prism->loops.size() != 1 || prism->loops[0].size() > Outline2::kMaxCorners)
    return false;
  const std::vector<Vec2>& loop = prism->loops[0];
  for (std::size_t i = 0; i < loop.size(); ++i) {
    const Vec2 a = loop[i], b = loop[(i + 1) % loop.size()], c = loop[(i + 2) % loop.size()];
    if (cross(b - a, c - b) < 0) return false;
  }
  return true;
}

void check_variants(const PieceSpec& p, Examined& piece) {
  const auto* marker = std::get_if<MarkerSpec>(&p.shape);
  piece.must(p.variants.size() <= kMaxVariants, "variants", "be at most ", kMaxVariants, ", got ",
             p.variants.size());
  piece.must(p.variants.empty() || p.changes || !p.cycle.empty(), "variants",
             "come with a cycle or changes = true, got neither");
  for (const VariantSpec& variant : p.variants) {
    piece.must(!variant.id || marker != nullptr, "variants", "have an id on markers only, got ",
               variant.id.value_or(0));
    if (marker != nullptr && variant.id)
      piece.must(*variant.id >= 0 && *variant.id <= last_marker(marker->family), "variants",
                 "have an id between 0 and ", last_marker(marker->family), ", got ", *variant.id);
    piece.must(!variant.text || std::holds_alternative<SignSpec>(p.shape), "variants",
               "have a text on signs only, got ", quote(variant.text.value_or("")));
    if (variant.text)
      piece.must(!variant.text->empty() && variant.text->size() <= 100, "variants",
                 "have texts of 1 to 100 letters, got ", quote(*variant.text));
  }
}

void check_life(const PieceSpec& p, PhysicsKind physics, Examined& piece) {
  check_variants(p, piece);
  piece.must(p.cycle.size() <= kMaxSteps, "cycle", "have at most ", kMaxSteps, " steps, got ",
             p.cycle.size());
  for (const CycleStep& step : p.cycle) {
    piece.must(step.variant >= 0 && static_cast<std::size_t>(step.variant) < p.variants.size(),
               "cycle", "name one of its ", p.variants.size(), " variants, from 0 on, got ",
               step.variant);
    piece.must(step.seconds > 0 && step.seconds <= 3600, "cycle",
               "have steps of more than 0 and at most 3600 s, got ", figure(step.seconds));
  }
  piece.between("cycle_phase", p.cycle_phase, 0, kLongestPhase);
  piece.must(!p.changes || may_change(p.shape), "changes", "be false for this kind, got true");
  if (physics == PhysicsKind::Rigid) return;
  if (is_mover(p.shape))
    piece.must(has_outline(p), "pitch", "be 0, and roll, for what moves in a planar level");
  else
    piece.must(!p.changes || has_outline(p), "changes",
               "be false in planar levels for what is not convex, or round and upright, got true");
}

void check_piece(const PieceSpec& p, PhysicsKind physics, Examined& piece) {
  piece.near("at", p.at);
  if (p.ground_at) piece.near("ground_at", *p.ground_at);
  piece.angle("yaw", p.yaw);
  piece.angle("pitch", p.pitch);
  piece.angle("roll", p.roll);
  piece.name("name", p.name, 100);
  piece.material("material", p.material);
  piece.must(p.moves || p.changes || !p.follows_clicks, "follows_clicks",
             "be false for what neither moves nor changes, got true");
  check_life(p, physics, piece);
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
  }
}

}  // namespace paddock
