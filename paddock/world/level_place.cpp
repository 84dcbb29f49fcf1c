// Reads places: the pieces and triggers of a part file, scaled, turned and moved as one.
#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <iterator>

#include "paddock/core/angle.h"
#include "paddock/world/level_parts.h"

namespace paddock {
namespace {

constexpr double kMaxScale = 1000;

/// Where one copy of a part stands, its frame in the level or in the part around it.
struct Placement {
  Vec3 at;
  double yaw{}, pitch{}, roll{};
};

bool is_tilted(const Placement& p) { return p.pitch != 0 || p.roll != 0; }
bool is_uniform(Vec3 scale) { return scale.x == scale.y && scale.y == scale.z; }
Vec3 times(Vec3 a, Vec3 b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
Vec2 times(Vec2 a, Vec3 b) { return {a.x * b.x, a.y * b.y}; }

/// Whole quarter turns in an angle, when it is nothing else.
std::optional<int> quarter_turns(double yaw) {
  const double turns = yaw / (kPi / 2), whole = std::nearbyint(turns);
  if (std::fabs(turns - whole) > 1e-9) return std::nullopt;
  return static_cast<int>(std::fmod(whole, 4) + 4) % 4;
}

// quarter turns are exact, so that what is built along the axes stays there
Rot2 rotation(double yaw) {
  static constexpr std::array<Rot2, 4> kQuarters{{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};
  const auto quarters = quarter_turns(yaw);
  return quarters ? kQuarters[static_cast<std::size_t>(*quarters)] : Rot2::of(yaw);
}

double sum_of_angles(double a, double b) {
  const double sum = a + b;
  return std::fabs(sum) > 2 * kPi ? wrap_angle(sum) : sum;
}

// --- scaling ------------------------------------------------------------------------------------

bool fits_scaling(Scaling scaling, Vec3 s) {
  if (scaling == Scaling::Round) return s.x == s.y;
  return scaling != Scaling::Whole || is_uniform(s);
}

void scale_field(Scaling scaling, Vec3 s, double& value) {
  if (scaling == Scaling::Up) value *= s.z;
  if (scaling == Scaling::Round || scaling == Scaling::Whole) value *= s.x;
}
void scale_field(Scaling scaling, Vec3 s, std::optional<double>& value) {
  if (value) scale_field(scaling, s, *value);
}
void scale_field(Scaling, Vec3 s, Vec2& size) { size = times(size, s); }
void scale_field(Scaling, Vec3 s, Vec3& size) { size = times(size, s); }
void scale_field(Scaling scaling, Vec3 s, std::vector<Vec2>& points) {
  for (Vec2& p : points) scale_field(scaling, s, p);
}
void scale_field(Scaling scaling, Vec3 s, std::vector<std::vector<Vec2>>& loops) {
  for (auto& loop : loops) scale_field(scaling, s, loop);
}
void scale_field(Scaling, Vec3, auto&) {}  // no measure

template <class Spec>
struct FieldScaler {
  Vec3 scale;
  Spec& spec;
  bool& fits;
  void operator()(auto Spec::*member, const PieceField& f, bool Spec::* = nullptr) const {
    fits = fits && fits_scaling(f.scales, scale);
    if (f.scales != Scaling::None && f.scales != Scaling::Own)
      scale_field(f.scales, scale, spec.*member);
  }
};

/// Scales a shape along its own axes; false when the result would be no shape of its kind.
bool scale_shape(Vec3 scale, PieceShape& shape) {
  return std::visit(
      [&]<class Spec>(Spec& spec) {
        const auto own = Spec::kind.own.scale;
        bool fits = own == nullptr || own(scale, spec);
        Spec::fields(FieldScaler<Spec>{scale, spec, fits});
        return fits;
      },
      shape);
}

/// The scale along the axes of something turned by `yaw` in the part; nothing when these are not
/// the part's.
std::optional<Vec3> scale_along(Vec3 scale, double yaw) {
  if (scale.x == scale.y) return scale;
  const auto quarters = quarter_turns(yaw);
  if (!quarters) return std::nullopt;
  return *quarters % 2 == 0 ? scale : Vec3{scale.y, scale.x, scale.z};
}

bool scale_piece(Vec3 scale, PieceSpec& piece) {
  piece.at = times(piece.at, scale);
  if (is_uniform(scale)) return scale_shape(scale, piece.shape);
  const auto own = scale_along(scale, piece.yaw);
  return own && piece.pitch == 0 && piece.roll == 0 && scale_shape(*own, piece.shape);
}

bool scale_trigger(Vec3 scale, TriggerSpec& trigger) {
  trigger.at = times(trigger.at, scale);
  trigger.z *= scale.z;
  const auto own = scale_along(scale, trigger.yaw);
  if (!own || (trigger.round && own->x != own->y)) return false;
  trigger.size = times(trigger.size, *own);
  if (trigger.height) *trigger.height *= own->z;
  return true;
}

// --- moving -------------------------------------------------------------------------------------

/// Yaw, pitch and roll of a turn.
Vec3 angles_of(Quat turn) {
  const auto m = matrix_of(turn);
  const double level = std::sqrt(m[0] * m[0] + m[3] * m[3]);
  const double pitch = det::atan2(-m[6], level);
  // nose straight up or down: yaw and roll turn about the same axis
  if (level < 1e-9) return {det::atan2(-m[1], m[4]), pitch, 0};
  return {det::atan2(m[3], m[0]), pitch, det::atan2(m[7], m[8])};
}

void move_piece(const Placement& place, PieceSpec& piece) {
  if (is_tilted(place)) {
    const Quat turn = Quat::from_yaw_pitch_roll(place.yaw, place.pitch, place.roll);
    const Vec3 angles =
        angles_of(turn * Quat::from_yaw_pitch_roll(piece.yaw, piece.pitch, piece.roll));
    piece.at = place.at + turn * piece.at;
    piece.yaw = angles.x, piece.pitch = angles.y, piece.roll = angles.z;
  } else {
    const Vec2 flat = rotation(place.yaw) * xy(piece.at);
    piece.at = place.at + Vec3{flat.x, flat.y, piece.at.z};
    piece.yaw = sum_of_angles(place.yaw, piece.yaw);
  }
  piece.ground_at = xy(place.at);
}

void move_trigger(const Placement& place, TriggerSpec& trigger) {
  trigger.at = xy(place.at) + rotation(place.yaw) * trigger.at;
  trigger.yaw = sum_of_angles(place.yaw, trigger.yaw);
  if (trigger.height) trigger.z += place.at.z;
  trigger.ground_at = xy(place.at);
}

// --- reading ------------------------------------------------------------------------------------

struct Place {
  std::string part, name;
  std::optional<Color> color;
  std::optional<Penalty> penalty;
  std::vector<Placement> copies;
  Vec3 scale{1, 1, 1};
};

/// Reads where the copies stand into `place`, each turned as `turn` is.
void read_copies(TableReader& t, const Placement& turn, Place& place) {
  const Repeat repeat = read_repeat(t);
  std::vector<std::array<double, 4>> rows;
  t.rows("points_at", "be places [x, y], [x, y, z] or [x, y, z, yaw_deg]", rows);
  for (const auto& row : rows) {
    Placement copy = turn;
    copy.at = {row[0], row[1], row[2]};
    copy.yaw = sum_of_angles(turn.yaw, radians(row[3]));
    place.copies.push_back(copy);
  }
  if (t.take("points_at") != nullptr) {
    for (const std::string_view other : {"at", "repeat"})
      if (t.take(other) != nullptr) t.refuse(other, "must be left out beside points_at, got both");
    return;
  }
  Placement first = turn;
  if (t.require("at")) t.place("at", first.at);
  const std::size_t count = std::min(static_cast<std::size_t>(repeat.count), kMaxPieces + 1);
  for (std::size_t i = 0; i < count; ++i) {
    place.copies.push_back(first);
    place.copies.back().at = first.at + static_cast<double>(i) * repeat.step;
  }
}

void read_scale(TableReader& t, Vec3& scale) {
  const TomlValue* value = t.take("scale");
  if (value == nullptr) return;
  if (value->kind == TomlKind::Array) {
    t.vec3("scale", scale);
  } else {
    t.number("scale", scale.x);
    scale = {scale.x, scale.x, scale.x};
  }
  const auto sound = [](double s) { return s > 0 && s <= kMaxScale; };
  if (sound(scale.x) && sound(scale.y) && sound(scale.z)) return;
  t.refuse("scale", concat("must be positive and at most ", figure(kMaxScale), ", got ",
                           is_uniform(scale) ? figure(scale.x) : describe(scale)));
}

Place read_place_table(TableReader& t) {
  Place place;
  Placement turn;
  if (t.require("part")) t.text("part", place.part);
  t.text("name", place.name);
  t.angle("yaw", turn.yaw);
  t.angle("pitch", turn.pitch);
  t.angle("roll", turn.roll);
  read_scale(t, place.scale);
  t.color("color", place.color);
  if (t.reading().part) place.penalty = t.reading().part->penalty;
  read_penalty(t, place.penalty);
  read_copies(t, turn, place);
  for (const Placement& copy : place.copies) {
    if (std::fabs(copy.at.x) <= kFarthest && std::fabs(copy.at.y) <= kFarthest) continue;
    const std::string_view key = t.take("points_at") != nullptr ? "points_at" : "at";
    t.refuse(key, concat("must lie within 100000 m of the origin, got ", describe(copy.at)));
    break;
  }
  return place;
}

/// What a part holds, in its own frame.
struct Part {
  std::vector<PieceSpec> pieces;
  std::vector<TriggerSpec> triggers;
};

template <class Thing>
std::vector<Thing> take_from(std::vector<Thing>& things, std::size_t first) {
  const auto begin = things.begin() + static_cast<std::ptrdiff_t>(first);
  std::vector<Thing> taken(std::make_move_iterator(begin), std::make_move_iterator(things.end()));
  things.erase(begin, things.end());
  return taken;
}

Part read_part(TableReader& t, const Place& place) {
  Reading& reading = t.reading();
  const std::size_t pieces = reading.spec.pieces.size(), triggers = reading.spec.triggers.size();
  const std::size_t points = reading.points_left;
  const auto outer = reading.part;
  reading.part = PartContext{place.color, place.penalty};
  const std::string must = reading.read_part(t.where(), place.part);
  reading.part = outer;
  reading.points_left = points;
  if (!must.empty()) t.refuse("part", concat("must ", must, ", got ", quote(place.part)));
  return {take_from(reading.spec.pieces, pieces), take_from(reading.spec.triggers, triggers)};
}

std::string line_in_part(const SourceLine& where) {
  return concat('(', std::filesystem::path(where.file).filename().string(), ':', where.line, ')');
}

/// Scales all of a part; the first thing that cannot be is complained about.
bool scale_part(TableReader& t, Vec3 scale, Part& part) {
  if (scale == Vec3{1, 1, 1}) return true;
  const auto refuse = [&](std::string_view kind, const SourceLine& where) {
    t.refuse("scale", concat("must be one number for this ", kind, ' ', line_in_part(where),
                             ", got ", describe(scale)));
    return false;
  };
  for (PieceSpec& piece : part.pieces)
    if (!scale_piece(scale, piece)) return refuse(kind_of(piece.shape), piece.where);
  for (TriggerSpec& trigger : part.triggers)
    if (!scale_trigger(scale, trigger)) return refuse("trigger", trigger.where);
  return true;
}

bool part_fits(TableReader& t, const Part& part, std::size_t copies) {
  Reading& reading = t.reading();
  const auto refuse = [&](std::size_t most, std::string_view what) {
    reading.complain(t.where(), concat("a level must have at most ", most, ' ', what,
                                       ", got more with this place"));
    reading.full = true;
    return false;
  };
  if (reading.spec.pieces.size() + part.pieces.size() * copies > kMaxPieces)
    return refuse(kMaxPieces, "pieces");
  if (reading.spec.triggers.size() + part.triggers.size() * copies > kMaxThings)
    return refuse(kMaxThings, "triggers");
  for (const PieceSpec& piece : part.pieces)
    if (!fits(reading, piece, copies)) return false;
  return true;
}

void name_copy(const Place& place, std::size_t copy, std::string& name) {
  if (place.name.empty() || name.empty()) return;
  const std::string number = place.copies.size() > 1 ? concat('_', copy + 1) : std::string();
  name = concat(place.name, number, '_', name);
}

}  // namespace

void read_ground_at(TableReader& t, std::optional<Vec2>& into) {
  if (t.take("ground_at") == nullptr) return;
  Vec2 at;
  t.vec2("ground_at", at);
  into = at;
  if (t.reading().part) t.refuse("ground_at", "must be left out in a part, got one");
}

void read_place(TableReader& t) {
  Reading& reading = t.reading();
  const std::size_t problems = reading.problems.size();
  const Place place = read_place_table(t);
  const bool present = t.present();
  t.finish();
  // complaints past their limit are not kept: then there may be no copies either
  if (!present || place.copies.empty() || reading.problems.size() != problems) return;
  Part part = read_part(t, place);
  if (reading.full || !scale_part(t, place.scale, part)) return;
  const bool tilted = is_tilted(place.copies.front());
  if (tilted && !part.triggers.empty()) {
    const bool pitched = place.copies.front().pitch != 0;
    return t.refuse(pitched ? "pitch_deg" : "roll_deg",
                    concat("must be 0 for this trigger ", line_in_part(part.triggers[0].where),
                           ", got a tilt"));
  }
  if (!part_fits(t, part, place.copies.size())) return;
  for (std::size_t i = 0; i < place.copies.size(); ++i) {
    for (PieceSpec piece : part.pieces) {
      move_piece(place.copies[i], piece);
      name_copy(place, i, piece.name);
      reading.spec.pieces.push_back(std::move(piece));
    }
    for (TriggerSpec trigger : part.triggers) {
      move_trigger(place.copies[i], trigger);
      name_copy(place, i, trigger.name);
      name_copy(place, i, trigger.piece);
      reading.spec.triggers.push_back(std::move(trigger));
    }
  }
}

}  // namespace paddock
