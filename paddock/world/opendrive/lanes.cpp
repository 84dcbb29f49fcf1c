// Lane sections: kinds, widths and borders, markings, speeds, links. OpenDRIVE 1.6, chapter 9.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "paddock/world/opendrive/parts.h"

namespace paddock {
namespace {

constexpr double kLongest = 1e6;  // m along a road
constexpr double kBoldWidth = 0.3, kStandardWidth = 0.15;

template <class Value>
struct Word {
  std::string_view word;
  Value value{};
  bool exact{true};  // false: the file's word says more than our value
};
template <class Value, std::size_t n>
const Word<Value>* find_word(const std::array<Word<Value>, n>& words, std::string_view word) {
  const auto found = std::find_if(words.begin(), words.end(),
                                  [&](const Word<Value>& each) { return each.word == word; });
  return found != words.end() ? &*found : nullptr;
}

constexpr auto kLaneTypes = std::to_array<Word<LaneKind>>({
    {"none", LaneKind::None},
    {"driving", LaneKind::Driving},
    {"parking", LaneKind::Parking},
    {"shoulder", LaneKind::Shoulder},
    {"biking", LaneKind::Biking},
    {"restricted", LaneKind::Restricted},
    {"median", LaneKind::Median},
    {"curb", LaneKind::Kerb},
    {"sidewalk", LaneKind::Pavement},
    {"walking", LaneKind::Pavement},
    {"stop", LaneKind::Shoulder, false},
    {"border", LaneKind::Shoulder, false},
    {"entry", LaneKind::Driving, false},
    {"exit", LaneKind::Driving, false},
    {"onRamp", LaneKind::Driving, false},
    {"offRamp", LaneKind::Driving, false},
    {"connectingRamp", LaneKind::Driving, false},
    {"slipLane", LaneKind::Driving, false},
    {"mwyEntry", LaneKind::Driving, false},
    {"mwyExit", LaneKind::Driving, false},
    {"bus", LaneKind::Driving, false},
    {"taxi", LaneKind::Driving, false},
    {"HOV", LaneKind::Driving, false},
    {"shared", LaneKind::Driving, false},
    {"bidirectional", LaneKind::Driving, false},
    {"roadWorks", LaneKind::Restricted, false},
    {"special1", LaneKind::Restricted, false},
    {"special2", LaneKind::Restricted, false},
    {"special3", LaneKind::Restricted, false},
    {"tram", LaneKind::Restricted, false},
    {"rail", LaneKind::Restricted, false},
});
constexpr auto kMarkTypes = std::to_array<Word<MarkingKind>>({
    {"none", MarkingKind::None},
    {"solid", MarkingKind::Solid},
    {"broken", MarkingKind::Broken},
    {"solid solid", MarkingKind::SolidSolid},
    {"solid broken", MarkingKind::SolidBroken},
    {"broken solid", MarkingKind::BrokenSolid},
    {"broken broken", MarkingKind::BrokenBroken},
    {"botts dots", MarkingKind::Broken, false},
    {"grass", MarkingKind::None, false},
    {"curb", MarkingKind::None, false},
    {"edge", MarkingKind::None, false},
    {"custom", MarkingKind::None, false},
});
constexpr auto kMarkColors = std::to_array<Word<MarkingColor>>({
    {"standard", MarkingColor::White},
    {"white", MarkingColor::White},
    {"yellow", MarkingColor::Yellow},
    {"blue", MarkingColor::Blue},
    {"green", MarkingColor::Green},
    {"red", MarkingColor::Red},
    {"orange", MarkingColor::Orange},
    {"violet", MarkingColor::White, false},
    {"black", MarkingColor::White, false},
});

/// Our value for the file's word; says where it is less than the file means.
template <class Value, std::size_t n>
Value read_word(OpenDriveReader& r, const XmlElement& element, std::string_view attribute,
                const std::array<Word<Value>, n>& words, std::string_view otherwise,
                std::string_view taken) {
  const std::string text = r.text_or(element, attribute, otherwise);
  const Word<Value>* word = find_word(words, text);
  if (word == nullptr || !word->exact)
    r.leave_out(element,
                concat('<', element.name, "> ", attribute, ' ', quote(text), ", taken as ", taken));
  return word != nullptr ? word->value : Value{};
}

// --- widths -------------------------------------------------------------------------------------

/// The same cubic, in the metres from `from` on.
CubicSpan begun_at(const CubicSpan& span, double from) {
  const double t = from - span.from;
  return {from, span.a + t * (span.b + t * (span.c + t * span.d)),
          span.b + t * (2 * span.c + t * 3 * span.d), span.c + 3 * t * span.d, span.d};
}

const CubicSpan& span_at(const std::vector<CubicSpan>& spans, double s) {
  const auto after = std::upper_bound(spans.begin(), spans.end(), s,
                                      [](double at, const CubicSpan& c) { return at < c.from; });
  return after == spans.begin() ? spans.front() : *std::prev(after);
}

/// sign * (outer - inner), cut wherever one of them changes its cubic.
std::vector<CubicSpan> width_between(const std::vector<CubicSpan>& inner,
                                     const std::vector<CubicSpan>& outer, double sign) {
  std::vector<double> cuts;
  for (const CubicSpan& each : inner) cuts.push_back(each.from);
  for (const CubicSpan& each : outer) cuts.push_back(each.from);
  std::sort(cuts.begin(), cuts.end());
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  std::vector<CubicSpan> widths;
  for (const double from : cuts) {
    CubicSpan width = begun_at(span_at(outer, from), from);
    if (!inner.empty()) {
      const CubicSpan less = begun_at(span_at(inner, from), from);
      width.a -= less.a, width.b -= less.b, width.c -= less.c, width.d -= less.d;
    }
    width.a *= sign, width.b *= sign, width.c *= sign, width.d *= sign;
    widths.push_back(width);
  }
  return widths;
}

/// A lane as read, with its outer border where the file gives that in place of its width.
struct SideLane {
  LaneSpec lane;
  std::vector<CubicSpan> border;
};

/// Widths from borders, from the inside out. Lanes with widths in between are counted with.
void settle_borders(std::vector<SideLane>& lanes, double sign) {
  if (std::all_of(lanes.begin(), lanes.end(), [](const SideLane& l) { return l.border.empty(); }))
    return;
  std::vector<CubicSpan> inner;
  for (SideLane& each : lanes) {
    if (each.lane.width.empty() && !each.border.empty()) {
      each.lane.width = width_between(inner, each.border, sign);
      inner = std::move(each.border);
    } else if (!each.lane.width.empty()) {
      // inner + sign * width, as the difference to what is negative
      std::vector<CubicSpan> less = inner;
      for (CubicSpan& c : less) c.a *= -sign, c.b *= -sign, c.c *= -sign, c.d *= -sign;
      inner = width_between(less, each.lane.width, 1);
      for (CubicSpan& c : inner) c.a *= sign, c.b *= sign, c.c *= sign, c.d *= sign;
    }
  }
}

// --- a lane -------------------------------------------------------------------------------------

bool changes_as_painted(const MarkingSpec& mark, const std::string& change) {
  if (change.empty()) return true;
  switch (mark.kind) {
    case MarkingKind::Solid:
    case MarkingKind::SolidSolid:
      return change == "none";
    case MarkingKind::None:
    case MarkingKind::Broken:
    case MarkingKind::BrokenBroken:
      return change == "both";
    case MarkingKind::SolidBroken:
    case MarkingKind::BrokenSolid:
      return change == "increase" || change == "decrease";
  }
  return false;
}

void read_mark(OpenDriveReader& r, const XmlElement& mark, LaneSpec& lane) {
  r.unread(mark, {"sOffset", "type", "weight", "color", "width", "laneChange", "material"});
  const bool bold = r.text_or(mark, "weight") == "bold";
  MarkingSpec spec{
      .from = r.number_or(mark, "sOffset", 0, 0, kLongest),
      .kind = read_word(r, mark, "type", kMarkTypes, "none", "none or broken"),
      .color = read_word(r, mark, "color", kMarkColors, "standard", "white"),
      .width = r.number_or(mark, "width", bold ? kBoldWidth : kStandardWidth, 0, 10),
  };
  if (spec.width == 0) spec.width = kStandardWidth;
  if (!changes_as_painted(spec, r.text_or(mark, "laneChange")))
    r.leave_out(mark, "<roadMark> laneChange other than its line allows");
  if (!add_span(lane.markings, spec))
    r.complain(mark, "must not begin before the one above it, got sOffset ", spec.from);
}

void read_lane_speed(OpenDriveReader& r, const XmlElement& speed, LaneSpec& lane) {
  r.unread(speed, {"sOffset", "max", "unit"});
  const auto most = r.speed(speed, "max");
  if (!most || *most <= 0) return r.leave_out(speed, "<speed> without a limit");
  if (!add_span(lane.speed, {r.number_or(speed, "sOffset", 0, 0, kLongest), *most}))
    r.complain(speed, "must not begin before the one above it");
}

void read_height(OpenDriveReader& r, const XmlElement& height, bool first, LaneSpec& lane) {
  r.unread(height, {"sOffset", "inner", "outer"});
  const double inner = r.number(height, "inner", -100, 100);
  const double outer = r.number(height, "outer", -100, 100);
  if (first) lane.height = outer;
  if (!first || inner != outer) r.leave_out(height, "<height> of a lane that is not level");
}

void read_lane_link(OpenDriveReader& r, const XmlElement& link, LaneSpec& lane) {
  r.unread(link, {}, {"predecessor", "successor"});
  for (const XmlElement& child : link.children) {
    if (child.name != "predecessor" && child.name != "successor") continue;
    r.unread(child, {"id"});
    (child.name == "predecessor" ? lane.predecessor : lane.successor)
        .push_back(r.whole(child, "id"));
  }
}

SideLane read_lane(OpenDriveReader& r, const XmlElement& element) {
  r.unread(element, {"id", "type", "level"},
           {"link", "width", "border", "roadMark", "speed", "height"});
  SideLane side;
  LaneSpec& lane = side.lane;
  lane.id = r.whole(element, "id");
  if (lane.id == 0) {
    lane.kind = LaneKind::None;
  } else {
    const std::string type = r.text_or(element, "type", "none");
    const Word<LaneKind>* word = find_word(kLaneTypes, type);
    lane.kind = word != nullptr ? word->value : LaneKind::None;
    if (word == nullptr || !word->exact)
      r.leave_out(element, concat("<lane> type ", quote(type), ", taken as ",
                                  lane.kind == LaneKind::Driving      ? "driving"
                                  : lane.kind == LaneKind::Restricted ? "restricted"
                                  : lane.kind == LaneKind::Shoulder   ? "shoulder"
                                                                      : "none"));
  }
  bool first_height = true;
  for (const XmlElement& child : element.children) {
    if (child.name == "roadMark") read_mark(r, child, lane);
    if (child.name == "speed") read_lane_speed(r, child, lane);
    if (child.name == "link") read_lane_link(r, child, lane);
    if (child.name == "height") read_height(r, child, std::exchange(first_height, false), lane);
  }
  if (lane.id == 0) return side;
  lane.width = read_cubics(r, element, "width", "sOffset");
  side.border = read_cubics(r, element, "border", "sOffset");
  return side;
}

// --- sections -----------------------------------------------------------------------------------

/// A section as the file has it: those of single sides leave the other one as it was.
struct FileSection {
  LaneSection section;
  bool has_left{true}, has_right{true};
};

void read_side(OpenDriveReader& r, const XmlElement& side, int sign, LaneSection& section) {
  r.unread(side, {}, {"lane"});
  std::vector<SideLane> lanes;
  for (const XmlElement& child : side.children) {
    if (child.name != "lane") continue;
    lanes.push_back(read_lane(r, child));
    const int id = lanes.back().lane.id;
    if ((id > 0) - (id < 0) != sign)
      r.complain(child, "id in <", side.name, "> must be ",
                 sign > 0   ? "positive"
                 : sign < 0 ? "negative"
                            : "0",
                 ", got ", id);
  }
  std::stable_sort(lanes.begin(), lanes.end(), [](const SideLane& a, const SideLane& b) {
    return std::abs(a.lane.id) < std::abs(b.lane.id);
  });
  for (std::size_t i = 1; i < lanes.size(); ++i) {
    if (lanes[i].lane.id == lanes[i - 1].lane.id)
      r.complain(side, "must have a lane once, got ", lanes[i].lane.id, " again");
  }
  if (sign != 0) settle_borders(lanes, sign);
  for (SideLane& each : lanes) {
    if (sign == 0 || !each.lane.width.empty()) continue;
    r.leave_out(side, "<lane> without <width>, taken as 0 m wide");
    each.lane.width = {CubicSpan{}};
  }
  for (SideLane& each : lanes) section.lanes.push_back(std::move(each.lane));
}

FileSection read_section(OpenDriveReader& r, const XmlElement& element) {
  r.unread(element, {"s", "singleSide"}, {"left", "center", "right"});
  FileSection file;
  LaneSection& section = file.section;
  section.from = r.number(element, "s", 0, kLongest);
  bool left = false, right = false;
  for (const XmlElement& child : element.children) {
    if (child.name == "left") left = true, read_side(r, child, 1, section);
    if (child.name == "center") read_side(r, child, 0, section);
    if (child.name == "right") right = true, read_side(r, child, -1, section);
  }
  if (std::none_of(section.lanes.begin(), section.lanes.end(),
                   [](const LaneSpec& lane) { return lane.id == 0; }))
    section.lanes.push_back({.id = 0, .kind = LaneKind::None});
  std::stable_sort(section.lanes.begin(), section.lanes.end(),
                   [](const LaneSpec& a, const LaneSpec& b) { return a.id > b.id; });
  if (r.text_or(element, "singleSide") == "true") file.has_left = left, file.has_right = right;
  return file;
}

template <class Span>
void begin_later(std::vector<Span>& spans, double by) {
  const auto after = std::upper_bound(spans.begin(), spans.end(), by,
                                      [](double at, const Span& each) { return at < each.from; });
  if (after != spans.begin()) spans.erase(spans.begin(), std::prev(after));
  for (Span& each : spans) {
    if constexpr (std::is_same_v<Span, CubicSpan>) {
      if (each.from < by) each = begun_at(each, by);
    }
    each.from = std::fmax(0, each.from - by);
  }
}

std::size_t things_in(const LaneSection& section) {
  std::size_t things = 0;
  for (const LaneSpec& lane : section.lanes)
    things += 1 + lane.width.size() + lane.markings.size() + lane.speed.size();
  return things;
}

/// What of `before` on one side goes on in the section after it, `by` metres later.
void carry_on(LaneSection& before, LaneSection& after, int sign, double by) {
  std::vector<LaneSpec> carried;
  for (LaneSpec& lane : before.lanes) {
    if (lane.id * sign <= 0) continue;
    LaneSpec next = lane;
    if (by > 0) {
      begin_later(next.width, by);
      begin_later(next.markings, by);
      begin_later(next.speed, by);
      lane.successor = next.predecessor = {lane.id};
    }
    carried.push_back(std::move(next));
  }
  after.lanes.insert(sign > 0 ? after.lanes.begin() : after.lanes.end(), carried.begin(),
                     carried.end());
}

}  // namespace

std::vector<CubicSpan> read_cubics(OpenDriveReader& reader, const XmlElement& parent,
                                   std::string_view name, std::string_view from) {
  std::vector<CubicSpan> cubics;
  for (const XmlElement& child : parent.children) {
    if (child.name != name) continue;
    reader.unread(child, {from, "a", "b", "c", "d"});
    const CubicSpan cubic{reader.number(child, from, 0, kLongest), reader.number(child, "a"),
                          reader.number(child, "b"), reader.number(child, "c"),
                          reader.number(child, "d")};
    if (!add_span(cubics, cubic))
      reader.complain(child, "must not begin before the one above it, at ", cubics.back().from,
                      ", got ", cubic.from);
  }
  return cubics;
}

void read_lanes(OpenDriveReader& reader, const XmlElement& lanes, RoadSpec& road) {
  reader.unread(lanes, {}, {"laneOffset", "laneSection"});
  road.lane_offset = read_cubics(reader, lanes, "laneOffset", "s");
  for (const XmlElement& child : lanes.children) {
    if (child.name != "laneSection") continue;
    FileSection next = read_section(reader, child);
    if (!road.sections.empty()) {
      LaneSection& last = road.sections.back();
      const double by = next.section.from - last.from;
      if (by < 0) {
        reader.complain(child, "must not begin before the one above it, at s ", last.from, ", got ",
                        next.section.from);
        continue;
      }
      if (!(next.has_left && next.has_right) &&
          !reader.may_copy(reader.where(child), things_in(last)))
        return;
      if (!next.has_left) carry_on(last, next.section, 1, by);
      if (!next.has_right) carry_on(last, next.section, -1, by);
      // sections of two sides that begin at the same place are one
      if (by == 0 && !(next.has_left && next.has_right)) road.sections.pop_back();
    }
    road.sections.push_back(std::move(next.section));
  }
  if (road.sections.empty()) reader.complain(lanes, "must have a laneSection, got none");
}

}  // namespace paddock
