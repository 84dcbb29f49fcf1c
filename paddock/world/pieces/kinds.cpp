#include "paddock/world/pieces/kinds.h"

#include <algorithm>
#include <type_traits>

#include "paddock/core/check.h"
#include "paddock/world/level.h"
#include "paddock/world/mover.h"

namespace paddock {
namespace {

template <class Spec>
PieceTraits traits_of_kind(const PieceKind<Spec>& kind) {
  PieceTraits traits{.name = kind.name.value,
                     .material = kind.material.value,
                     .tag = kind.tag.value,
                     .solid = kind.solid.value,
                     .placed_by_points = kind.placed_by_points.value};
  if (const auto* flat = std::get_if<FlatPiece<Spec>>(&kind.role.value))
    traits.flat = flat->layer.value;
  if (const auto* ground = std::get_if<GroundPiece<Spec>>(&kind.role.value))
    traits.ground = ground->form.value;
  traits.mover = std::holds_alternative<MoverPiece<Spec>>(kind.role.value);
  if (!kind.pushed.value) return traits;
  traits.may_move = true, traits.moves = kind.pushed.value->by_default.value;
  traits.friction = kind.pushed.value->friction, traits.bounce = kind.pushed.value->bounce;
  return traits;
}

/// What `ask(shape, kind)` answers for the shape's own type and kind.
template <class Ask>
auto of_kind(const PieceShape& shape, Ask&& ask) {
  return std::visit([&](const auto& spec) { return ask(spec, spec.kind); }, shape);
}

template <std::size_t... I>
std::vector<std::string_view> names_of_kinds(std::index_sequence<I...>) {
  return {std::variant_alternative_t<I, PieceShape>::kind.name.value...};
}

std::size_t count(const std::vector<double>& values) { return values.size(); }
std::size_t count(const std::vector<Vec2>& points) { return points.size(); }
std::size_t count(const std::vector<std::vector<Vec2>>& loops) {
  std::size_t sum = 1;
  for (const auto& loop : loops) sum += loop.size();
  return sum;
}
std::size_t count(const auto&) { return 0; }  // no list

template <class Spec>
struct PointCounter {
  const Spec& spec;
  std::size_t& sum;
  void operator()(auto Spec::*member, const PieceField&, bool Spec::* = nullptr) const {
    sum += count(spec.*member);
  }
};

}  // namespace

PieceTraits traits_of(const PieceShape& shape) {
  return of_kind(shape, [](const auto&, const auto& kind) { return traits_of_kind(kind); });
}

std::string_view kind_of(const PieceShape& shape) {
  return of_kind(shape, [](const auto&, const auto& kind) { return kind.name.value; });
}

bool is_mover(const PieceShape& shape) { return traits_of(shape).mover; }

const std::vector<std::string_view>& piece_kinds() {
  static const std::vector<std::string_view> kNames =
      names_of_kinds(std::make_index_sequence<std::variant_size_v<PieceShape>>());
  return kNames;
}

Mesh mesh_of(const PieceShape& shape) {
  return of_kind(shape, [](const auto& spec, const auto& kind) { return kind.mesh.value(spec); });
}

Mesh fine_mesh_of(const PieceShape& shape) {
  return of_kind(shape, []<class Spec>(const Spec& spec, const PieceKind<Spec>& kind) {
    return std::get<FlatPiece<Spec>>(kind.role.value).fine_mesh.value(spec);
  });
}

std::optional<Vec2> patch_of(const PieceShape& shape) {
  return of_kind(
      shape, []<class Spec>(const Spec& spec, const PieceKind<Spec>& kind) -> std::optional<Vec2> {
        const auto* flat = std::get_if<FlatPiece<Spec>>(&kind.role.value);
        if (flat == nullptr || flat->patch.value == nullptr) return std::nullopt;
        return flat->patch.value(spec);
      });
}

HeightField height_field_of(const PieceShape& shape) {
  return of_kind(shape, []<class Spec>(const Spec& spec, const PieceKind<Spec>& kind) {
    return std::get<GroundPiece<Spec>>(kind.role.value).field.value(spec);
  });
}

double lift_of(const PieceShape& shape) {
  return of_kind(shape, []<class Spec>(const Spec& spec, const PieceKind<Spec>& kind) {
    const auto* mover = std::get_if<MoverPiece<Spec>>(&kind.role.value);
    return mover != nullptr ? mover->lift.value(spec) : 0.0;
  });
}

double mass_of(const PieceShape& shape) {
  return of_kind(shape, [](const auto& spec, const auto& kind) {
    PADDOCK_ASSERT(kind.pushed.value, kind.name.value, " is never pushed");
    return kind.pushed.value->mass.value(spec);
  });
}

std::vector<SolidPart> solid_parts_of(const PieceShape& shape, const Mesh& mesh) {
  return of_kind(shape, [&](const auto& spec, const auto& kind) {
    return kind.solid_parts.value(spec, mesh);
  });
}

SectionForm section_of(const PieceShape& shape) {
  return of_kind(shape, []<class Spec>(const Spec&, const PieceKind<Spec>& kind) {
    static_assert(std::variant_size_v<PieceSection<Spec>> == 3);
    return static_cast<SectionForm>(kind.section.value.index());  // the same order
  });
}

double section_radius(const PieceShape& shape, double z) {
  return of_kind(shape, [&]<class Spec>(const Spec& spec, const PieceKind<Spec>& kind) {
    if (const auto* ball = std::get_if<BallSection<Spec>>(&kind.section.value))
      return ball->radius.value(spec);
    return std::get<RoundSection<Spec>>(kind.section.value).radius_at.value(spec, z);
  });
}

std::size_t points_in(const PieceShape& shape) {
  return std::visit(
      []<class Spec>(const Spec& spec) {
        std::size_t sum = 0;
        Spec::fields(PointCounter<Spec>{spec, sum});
        return std::max<std::size_t>(sum, 1);
      },
      shape);
}

}  // namespace paddock
