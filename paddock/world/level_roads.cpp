// Reads and writes roads: [[road]] and [[junction]] say each of them, [[streets]] makes many.
#include "paddock/world/level_roads.h"

#include <cmath>
#include <type_traits>

#include "paddock/world/level_parts.h"
#include "paddock/world/roads/road_words.h"
#include "paddock/world/roads/streets.h"

namespace paddock {
namespace {

using road_words::fields;
using road_words::LineWords;

constexpr std::size_t kMaxRoads = 10'000;
constexpr std::size_t kMaxNodes = 1'000;
constexpr std::size_t kMostArms = 12;  // of a junction

// --- reading -------------------------------------------------------------------------------------

class WordReader {
 public:
  explicit WordReader(TableReader& table) : table_(table) {}

  void operator()(std::string_view key, double& into, double) { table_.number(key, into); }
  void operator()(std::string_view key, int& into, int) { table_.whole(key, into); }
  void operator()(std::string_view key, bool& into, bool) { table_.truth(key, into); }
  void operator()(std::string_view key, std::string& into, const std::string&) {
    table_.text(key, into);
  }
  void operator()(std::string_view key, std::optional<double>& into) { table_.number(key, into); }
  void operator()(std::string_view key, std::vector<std::string>& into) { table_.texts(key, into); }
  void operator()(std::string_view key, std::vector<double>& into) { numbers(key, into); }
  void operator()(std::string_view key, std::vector<int>& into) {
    std::vector<double> read;
    numbers(key, read);
    for (const double n : read) {
      if (n != std::floor(n) || std::fabs(n) > 1e6)
        return table_.refuse(key, concat("must be whole numbers, got ", figure(n)));
      into.push_back(static_cast<int>(n));
    }
  }
  template <class Thing>
  void operator()(std::string_view key, std::vector<Thing>& into) {
    table_.tables(key, [&](TableReader& t) {
      Thing thing;
      if constexpr (requires { thing.where; }) thing.where = t.where();
      WordReader reader(t);
      fields(reader, thing);
      into.push_back(std::move(thing));
    });
  }
  template <class Thing>
  void operator()(std::string_view key, std::optional<Thing>& into) {
    auto table = table_.table(key);
    if (!table) return;
    Thing thing;
    WordReader reader(*table);
    fields(reader, thing);
    table->finish();
    into = std::move(thing);
  }
  template <class Word>
  void word(std::string_view key, Word& into, std::span<const std::string_view> words, Word) {
    auto index = static_cast<std::size_t>(into);
    table_.choice(key, words, index);
    into = static_cast<Word>(index);
  }

 private:
  void numbers(std::string_view key, std::vector<double>& into) {
    const TomlValue* value = table_.take(key);
    if (value == nullptr) return;
    const std::string path = concat(table_.label(), '.', key);
    if (value->kind != TomlKind::Array)
      return table_.refuse(*value, key, path, "be an array of numbers");
    for (const TomlValue& item : value->items)
      if (const auto number = table_.number_of(item, key, path)) into.push_back(*number);
  }

  TableReader& table_;
};

std::optional<LineShape> shape_of(const LineWords& w) {
  if (w.straight) return StraightPiece{};
  if (w.arc) return ArcPiece{w.curvature};
  if (w.spiral) return SpiralPiece{w.from, w.to};
  if (w.u.size() != 4 || w.v.size() != 4) return std::nullopt;
  CubicPiece cubic{.u = {}, .v = {}, .reach = w.reach};
  std::copy(w.u.begin(), w.u.end(), cubic.u.begin());
  std::copy(w.v.begin(), w.v.end(), cubic.v.begin());
  return cubic;
}

RoadLine read_line(TableReader& t) {
  constexpr std::string_view kMust =
      "must be pieces { straight = m }, { arc = m, curvature = }, { spiral = m, from =, to = } or "
      "{ cubic = m, u = [4], v = [4] }";
  std::vector<LineWords> words;
  WordReader reader(t);
  reader("line", words);
  RoadLine line;
  for (const LineWords& w : words) {
    const auto length = w.straight ? w.straight : w.arc ? w.arc : w.spiral ? w.spiral : w.cubic;
    const int ways = (w.straight.has_value()) + (w.arc.has_value()) + (w.spiral.has_value()) +
                     (w.cubic.has_value());
    const auto shape = ways == 1 ? shape_of(w) : std::nullopt;
    const bool placed =
        (w.at.size() == 2 && w.yaw) || (w.at.empty() && !w.yaw && !line.pieces.empty());
    if (!shape || !(*length > 0 && *length <= 1e5)) {
      t.refuse("line", kMust);
      return line;
    }
    if (!placed) {
      t.refuse("line",
               "must have at = [x, y] and yaw in its first piece, and both or none in others");
      return line;
    }
    if (w.yaw)
      line.pieces.push_back({length_of(line), {w.at[0], w.at[1], *w.yaw}, *length, *shape});
    else
      append(line, *length, *shape);
  }
  return line;
}

bool may_add(Reading& reading, const SourceLine& where) {
  if (reading.spec.roads.roads.size() <= kMaxRoads) return true;
  reading.complain(where, concat("a level must have at most ", kMaxRoads, " roads, got more"));
  reading.full = true;
  return false;
}

void within(TableReader& t, std::string_view key, double value, double low, double high) {
  if (!(value >= low && value <= high))
    t.refuse(key, concat("must be between ", figure(low), " and ", figure(high), ", got ",
                         figure(value)));
}

void read_side(TableReader& t, StreetSide& side) {
  t.number("lane_width", side.lane_width), within(t, "lane_width", side.lane_width, 1, 20);
  t.number("kerb", side.kerb), within(t, "kerb", side.kerb, 0, 2);
  t.number("kerb_height", side.kerb_height), within(t, "kerb_height", side.kerb_height, 0, 1);
  t.number("pavement", side.pavement), within(t, "pavement", side.pavement, 0, 20);
}

/// Lanes in short: so many each way, with kerbs and pavements, and a broken line in the middle.
void read_plain_lanes(TableReader& t, RoadSpec& road) {
  StreetSide side;
  LaneCounts lanes{1, 1};
  t.whole("left", lanes.left), within(t, "left", lanes.left, 0, 8);
  t.whole("right", lanes.right), within(t, "right", lanes.right, 0, 8);
  read_side(t, side);
  LaneSection section =
      lanes_beside({std::clamp(lanes.left, 0, 8), std::clamp(lanes.right, 0, 8)}, side);
  for (LaneSpec& lane : section.lanes) {
    const int count = lane.id > 0 ? lanes.left : lanes.right;
    const bool middle = lane.id == 0 && lanes.left > 0 && lanes.right > 0;
    if (middle || (lane.id != 0 && std::abs(lane.id) < count))
      lane.markings = {
          {0, MarkingKind::Broken, middle ? MarkingColor::Yellow : MarkingColor::White}};
  }
  road.sections = {std::move(section)};
}

}  // namespace

void read_road(TableReader& t) {
  RoadSpec road;
  road.where = t.where();
  Reading& reading = t.reading();
  const std::size_t before = reading.problems.size();
  if (t.require("line")) road.line = read_line(t);
  WordReader reader(t);
  fields(reader, road);
  if (road.sections.empty()) read_plain_lanes(t, road);
  t.finish();
  if (reading.problems.size() != before) return;  // what is wrong with the rest would be guesses
  if (road.id.empty()) road.id = std::to_string(reading.spec.roads.roads.size() + 1);
  reading.spec.roads.roads.push_back(std::move(road));
  may_add(reading, t.where());
}

namespace {

void read_style(TableReader& t, JunctionStyle& style) {
  static constexpr std::array<std::string_view, 4> kControls{"lights", "stop", "yield", "none"};
  t.truth("crossings", style.crossings);
  auto control = static_cast<std::size_t>(style.control);
  t.choice("control", kControls, control);
  style.control = static_cast<JunctionControl>(control);
  for (const auto& [key, seconds] : {std::pair<std::string_view, double*>{"green", &style.green},
                                     {"yellow", &style.yellow},
                                     {"red", &style.red}}) {
    t.number(key, *seconds);
    if (!(*seconds >= 0.1 && *seconds <= 1000))
      t.refuse(key, concat("must be between 0.1 and 1000, got ", figure(*seconds)));
  }
}

/// A junction by its arms alone.
void read_arms(TableReader& t) {
  ArmsSpec spec{.where = t.where()};
  const std::size_t before = t.reading().problems.size();
  t.text("id", spec.id), t.text("name", spec.name);
  WordReader reader(t);
  reader("arms", spec.arms);
  read_style(t, spec.style);
  t.finish();
  if (t.reading().problems.size() != before) return;
  RoadsSpec& roads = t.reading().spec.roads;
  if (spec.id.empty()) spec.id = std::to_string(roads.junctions.size() + 1);
  if (spec.arms.size() > kMostArms)
    return t.refuse("arms", concat("must be at most ", kMostArms, ", got ", spec.arms.size()));
  RoadsSpec grown = roads;
  const Result<void> made = add_junction(spec, grown);
  if (!made) return t.reading().complain(t.where(), concat("junction: ", made.error().message));
  roads = std::move(grown);
  may_add(t.reading(), t.where());
}

}  // namespace

void read_junction(TableReader& t) {
  if (t.take("arms") != nullptr) return read_arms(t);
  JunctionSpec junction;
  junction.where = t.where();
  WordReader reader(t);
  fields(reader, junction);
  t.finish();
  t.reading().spec.roads.junctions.push_back(std::move(junction));
}

void read_streets(TableReader& t) {
  StreetsSpec streets;
  streets.where = t.where();
  const std::size_t before = t.reading().problems.size();
  double unit = 1;
  Vec2 at;
  std::vector<std::array<double, 4>> edges;
  if (t.require("nodes")) t.points("nodes", streets.nodes);
  if (t.require("edges")) t.rows("edges", "be pairs of nodes [[0, 1], ...]", edges);
  t.number("unit", unit), t.vec2("at", at);
  t.whole("lanes", streets.lanes), t.number("corner", streets.corner);
  read_side(t, streets);
  t.number("reach", streets.reach), t.number("speed", streets.speed);
  read_style(t, streets.junctions);
  t.finish();
  within(t, "lanes", streets.lanes, 1, 2), within(t, "corner", streets.corner, 1, 1000);
  within(t, "reach", streets.reach, 1, 1000), within(t, "speed", streets.speed, 0.1, 100);
  within(t, "unit", unit, 1e-3, 1e4);
  within(t, "nodes", static_cast<double>(streets.nodes.size()), 0, static_cast<double>(kMaxNodes));
  if (t.reading().problems.size() != before) return;
  for (Vec2& node : streets.nodes) node = unit * node + at;
  for (const auto& row : edges) {
    if (row[0] != std::floor(row[0]) || row[1] != std::floor(row[1]) || std::fabs(row[0]) > 1e6 ||
        std::fabs(row[1]) > 1e6)
      return t.refuse("edges", "must be pairs of nodes by their numbers from 0");
    streets.edges.push_back({static_cast<int>(row[0]), static_cast<int>(row[1])});
  }
  if (streets.edges.size() > 4 * kMaxNodes)
    return t.refuse("edges", concat("must be at most ", 4 * kMaxNodes));
  const Result<void> made = add_streets(streets, t.reading().spec.roads);
  if (!made) t.reading().complain(t.where(), concat("streets: ", made.error().message));
  may_add(t.reading(), t.where());
}

// --- writing -------------------------------------------------------------------------------------

namespace {

/// Gathers "key = value" of one thing.
class WordWriter {
 public:
  std::vector<std::pair<std::string, std::string>> words;

  void operator()(std::string_view key, double value, double fallback) {
    if (value != fallback) add(key, concat(value));
  }
  void operator()(std::string_view key, int value, int fallback) {
    if (value != fallback) add(key, concat(value));
  }
  void operator()(std::string_view key, bool value, bool fallback) {
    if (value != fallback) add(key, value ? "true" : "false");
  }
  void operator()(std::string_view key, const std::string& value, const std::string& fallback) {
    if (value != fallback) add(key, toml_text(value));
  }
  void operator()(std::string_view key, const std::optional<double>& value) {
    if (value) add(key, concat(*value));
  }
  template <class Thing>
  void operator()(std::string_view key, std::vector<Thing>& list) {
    if (list.empty()) return;
    std::string out;
    for (Thing& thing : list) out += concat(out.empty() ? "[" : ", ", text_of(thing));
    add(key, out + ']');
  }
  template <class Thing>
  void operator()(std::string_view key, std::optional<Thing>& thing) {
    if (thing) add(key, text_of(*thing));
  }
  template <class Word>
  void word(std::string_view key, Word value, std::span<const std::string_view> list,
            Word fallback) {
    if (value != fallback) add(key, toml_text(list[static_cast<std::size_t>(value)]));
  }

 private:
  void add(std::string_view key, std::string value) {
    words.emplace_back(std::string(key), std::move(value));
  }
  template <class Thing>
  static std::string text_of(Thing& thing) {
    if constexpr (std::is_arithmetic_v<Thing>) {
      return concat(thing);
    } else if constexpr (std::is_same_v<Thing, std::string>) {
      return toml_text(thing);
    } else {
      WordWriter inner;
      fields(inner, thing);
      std::string out;
      for (const auto& [key, value] : inner.words)
        out += concat(out.empty() ? "{ " : ", ", key, " = ", value);
      return out.empty() ? "{}" : out + " }";
    }
  }
};

LineWords words_of(const RoadLine& line, std::size_t i) {
  const LinePiece& piece = line.pieces[i];
  LineWords w;
  if (std::holds_alternative<StraightPiece>(piece.shape)) w.straight = piece.length;
  if (const auto* arc = std::get_if<ArcPiece>(&piece.shape))
    w.arc = piece.length, w.curvature = arc->curvature;
  if (const auto* spiral = std::get_if<SpiralPiece>(&piece.shape))
    w.spiral = piece.length, w.from = spiral->curvature_at_start, w.to = spiral->curvature_at_end;
  if (const auto* cubic = std::get_if<CubicPiece>(&piece.shape)) {
    w.cubic = piece.length, w.reach = cubic->reach;
    w.u.assign(cubic->u.begin(), cubic->u.end()), w.v.assign(cubic->v.begin(), cubic->v.end());
  }
  RoadLine chained;  // says where it would begin by itself
  if (i > 0) {
    chained.pieces.push_back(line.pieces[i - 1]);
    append(chained, piece.length, piece.shape);
  }
  if (i > 0 && chained.pieces.back().start == piece.start) return w;
  w.at = {piece.start.x, piece.start.y}, w.yaw = piece.start.yaw;
  return w;
}

template <class Thing>
void write_thing(TomlWriter& w, Thing thing) {
  WordWriter words;
  fields(words, thing);
  for (const auto& [key, value] : words.words) w.line(key, value);
}

}  // namespace

void write_roads(TomlWriter& w, const RoadsSpec& roads) {
  for (const RoadSpec& road : roads.roads) {
    w.header("road");
    std::vector<LineWords> line;
    for (std::size_t i = 0; i < road.line.pieces.size(); ++i)
      line.push_back(words_of(road.line, i));
    WordWriter words;
    words("line", line);
    for (const auto& [key, value] : words.words) w.line(key, value);
    write_thing(w, road);
  }
  for (const JunctionSpec& junction : roads.junctions) {
    w.header("junction");
    write_thing(w, junction);
  }
}

}  // namespace paddock
