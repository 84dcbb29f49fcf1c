// Reads pieces: first the fields of their kind, then what all kinds share, then the copies.
#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>
#include <utility>

#include "paddock/geom/material.h"
#include "paddock/world/level_parts.h"
#include "paddock/world/pieces/kinds.h"

namespace paddock {
namespace {

// --- fields -------------------------------------------------------------------------------------

void read_field(TableReader& t, const PieceField& f, double& into) {
  if (f.in_degrees.empty())
    t.number(f.key, into);
  else
    t.angle(f.key, f.in_degrees, into);
}
void read_field(TableReader& t, const PieceField& f, std::optional<double>& into) {
  t.number(f.key, into);
}
void read_field(TableReader& t, const PieceField& f, int& into) { t.whole(f.key, into); }
void read_field(TableReader& t, const PieceField& f, bool& into) { t.truth(f.key, into); }
void read_field(TableReader& t, const PieceField& f, std::string& into) { t.text(f.key, into); }
void read_field(TableReader& t, const PieceField& f, Vec2& into) { t.vec2(f.key, into); }
void read_field(TableReader& t, const PieceField& f, Vec3& into) { t.vec3(f.key, into); }
void read_field(TableReader& t, const PieceField& f, std::vector<Vec2>& into) {
  t.points(f.key, into);
}
void read_field(TableReader& t, const PieceField& f, std::vector<std::vector<Vec2>>& into) {
  t.loops(f.key, into);
}
void read_field(TableReader&, const PieceField&, std::vector<double>&) {}  // the kind's own
template <class Word>
requires std::is_enum_v<Word>
void read_field(TableReader& t, const PieceField& f, Word& into) {
  auto index = static_cast<std::size_t>(into);
  t.choice(f.key, f.words, index);
  into = static_cast<Word>(index);
}

template <class Spec>
struct FieldReader {
  TableReader& table;
  Spec& spec;
  void operator()(auto Spec::*member, const PieceField& f, bool Spec::* = nullptr) const {
    if (!f.required || table.require(f.key)) read_field(table, f, spec.*member);
  }
};

template <class Spec>
PieceShape read_shape(TableReader& table) {
  Spec spec;
  Spec::fields(FieldReader<Spec>{table, spec});
  if (Spec::kind.own.read != nullptr) Spec::kind.own.read(table, spec);
  return spec;
}

using ReadShape = PieceShape (*)(TableReader&);

template <std::size_t... I>
constexpr std::array<ReadShape, sizeof...(I)> readers(std::index_sequence<I...>) {
  return {read_shape<std::variant_alternative_t<I, PieceShape>>...};
}
constexpr auto kReadShapes = readers(std::make_index_sequence<std::variant_size_v<PieceShape>>());

// --- what all kinds share -----------------------------------------------------------------------

void read_tag(TableReader& t, SemanticTag& into) {
  std::array<std::string_view, 13> words{};
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = name_of(static_cast<SemanticTag>(i));
  auto index = static_cast<std::size_t>(into);
  t.choice("tag", words, index);
  into = static_cast<SemanticTag>(index);
}

void read_variants(TableReader& t, std::vector<VariantSpec>& into) {
  t.tables("variants", [&](TableReader& v) {
    VariantSpec& variant = into.emplace_back();
    v.color("color", variant.color);
    if (bool glows = false; v.take("glows") != nullptr)
      v.truth("glows", glows), variant.glows = glows;
    if (int id = 0; v.take("id") != nullptr) v.whole("id", id), variant.id = id;
    if (std::string text; v.take("text") != nullptr) v.text("text", text), variant.text = text;
  });
}

void read_cycle(TableReader& t, std::vector<CycleStep>& into) {
  constexpr std::string_view kMust = "be steps [[variant, seconds], ...]";
  std::vector<std::array<double, 4>> rows;
  t.rows("cycle", kMust, rows);
  for (const auto& row : rows) {
    if (row[0] != std::floor(row[0]) || std::fabs(row[0]) > 1000)
      return t.refuse("cycle", concat("must ", kMust, " with whole variants, got ", row[0]));
    into.push_back({static_cast<int>(row[0]), row[1]});
  }
}

void read_common(TableReader& t, PieceSpec& piece) {
  t.text("name", piece.name);
  t.angle("yaw", piece.yaw);
  t.angle("pitch", piece.pitch);
  t.angle("roll", piece.roll);
  t.text("material", piece.material);
  t.color("color", piece.color);
  read_tag(t, piece.tag);
  piece.solid = traits_of(piece.shape).solid;
  t.truth("solid", piece.solid);
  t.truth("lidar", piece.seen_by.lidar);
  t.truth("camera", piece.seen_by.camera);
  piece.moves = moves_by_default(piece.shape, t.reading().spec.physics);
  t.truth("moves", piece.moves);
  t.truth("follows_clicks", piece.follows_clicks);
  t.truth("changes", piece.changes);
  t.truth("lit", piece.lit);
  t.truth("glows", piece.glows);
  read_variants(t, piece.variants);
  read_cycle(t, piece.cycle);
  t.number("cycle_phase", piece.cycle_phase);
  t.truth("fails", piece.fails);
  t.truth("resets", piece.resets);
  auto gauge = static_cast<std::size_t>(piece.gauge);
  t.choice("gauge", gauges(), gauge);
  piece.gauge = static_cast<Gauge>(gauge);
  read_ground_at(t, piece.ground_at);
}

// Where the copies of a piece stand: one place, a row of them, or a list.
std::vector<Vec3> read_places(TableReader& t, bool required) {
  std::vector<Vec3> places;
  t.places("points_at", places);
  const Repeat repeat = read_repeat(t);
  if (t.take("points_at") != nullptr) {
    for (const std::string_view other : {"at", "repeat"}) {
      if (t.take(other) != nullptr) t.refuse(other, "must be left out beside points_at, got both");
    }
    return places;
  }
  Vec3 at;
  if (required) t.require("at");
  t.place("at", at);
  const std::size_t count = std::min(static_cast<std::size_t>(repeat.count), kMaxPieces + 1);
  for (std::size_t i = 0; i < count; ++i) {
    places.push_back(at + static_cast<double>(i) * repeat.step);
  }
  return places;
}

}  // namespace

Repeat read_repeat(TableReader& t) {
  Repeat repeat;
  auto table = t.table("repeat");
  if (!table) return repeat;
  if (table->require("count")) table->whole("count", repeat.count);
  if (table->require("step")) table->place("step", repeat.step);
  if (repeat.count < 1) {
    table->refuse("count", concat("must be at least 1, got ", repeat.count));
    repeat.count = 1;
  }
  table->finish();
  return repeat;
}

bool fits(Reading& reading, const PieceSpec& piece, std::size_t copies) {
  if (reading.full) return false;
  const std::size_t pieces = reading.spec.pieces.size() + copies;
  const std::size_t points = points_in(piece.shape) * copies;
  if (pieces > kMaxPieces) {
    reading.complain(piece.where, concat("a level must have at most ", kMaxPieces,
                                         " pieces, got more with this ", kind_of(piece.shape)));
    reading.full = true;
  } else if (points > reading.points_left) {
    reading.complain(piece.where,
                     concat("a level must have at most 4000000 points, got more with this ",
                            kind_of(piece.shape)));
    reading.full = true;
  } else {
    reading.points_left -= points;
  }
  return !reading.full;
}

std::span<const std::string_view> gauges() {
  static constexpr std::array<std::string_view, 3> kGauges{"none", "distance",
                                                           "distance_and_angle"};
  return kGauges;
}

bool moves_by_default(const PieceShape& shape, PhysicsKind physics) {
  return physics == PhysicsKind::Rigid && traits_of(shape).moves;
}

void read_piece(TableReader& table, std::size_t kind) {
  PieceSpec piece;
  piece.where = table.where();
  piece.shape = kReadShapes[kind](table);
  read_common(table, piece);
  const std::vector<Vec3> places = read_places(table, !traits_of(piece.shape).placed_by_points);
  const bool present = table.present();
  table.finish();
  Reading& reading = table.reading();
  if (!present || !fits(reading, piece, places.size())) return;
  for (std::size_t i = 0; i < places.size(); ++i) {
    PieceSpec copy = piece;
    copy.at = places[i];
    if (places.size() > 1 && !piece.name.empty()) copy.name = concat(piece.name, '_', i + 1);
    reading.spec.pieces.push_back(std::move(copy));
  }
}

}  // namespace paddock
