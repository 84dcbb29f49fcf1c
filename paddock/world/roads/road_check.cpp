// What a network cannot be compiled from. Whoever reads roads, from a level or from another file,
// gets these complaints with the place where the road was written.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "paddock/core/text.h"
#include "paddock/world/level_limits.h"
#include "paddock/world/level_words.h"
#include "paddock/world/roads/road_network.h"

namespace paddock {
namespace {

constexpr double kMostLength = 1e5;                         // m, of a road
constexpr double kMostTurn = 200;                           // radians, of a piece of a line
constexpr double kMostPoints = 4e6;                         // of all lanes
constexpr std::size_t kMostSpans = 1000, kMostLanes = 200;  // of a lane, of a section
constexpr double kMostWidth = 100;                          // m, of a lane

class RoadChecker {
 public:
  explicit RoadChecker(const RoadsSpec& spec) : spec_(spec) {
    for (const RoadSpec& road : spec.roads) {
      if (road.id.empty()) complain(road.where, "a road must have an id");
      if (!roads_.emplace(road.id, &road).second)
        complain(road.where,
                 concat("roads must have different ids, got ", quote(road.id), " again"));
    }
    for (const JunctionSpec& junction : spec.junctions)
      if (!junctions_.insert(junction.id).second)
        complain(junction.where,
                 concat("junctions must have different ids, got ", quote(junction.id), " again"));
  }

  std::vector<Problem> run() {
    for (const RoadSpec& road : spec_.roads) {
      check_road(road);
      if (points_ <= kMostPoints) continue;
      complain(road.where, concat("roads must take at most ", kMostPoints,
                                  " points to draw, got more with road ", quote(road.id)));
      return std::move(problems_);
    }
    for (const JunctionSpec& junction : spec_.junctions) check_junction(junction);
    return std::move(problems_);
  }

 private:
  void complain(const SourceLine& where, std::string message) {
    problems_.push_back({where, std::move(message)});
  }
  template <class... Parts>
  void must(bool holds, const RoadSpec& road, const Parts&... parts) {
    if (!holds) complain(road.where, concat("road ", quote(road.id), ' ', parts...));
  }

  void check_line(const RoadSpec& road) {
    must(!road.line.pieces.empty(), road, "must have a line");
    double at = 0;
    for (const LinePiece& piece : road.line.pieces) {
      const bool sound = piece.length > 0 && piece.length <= kMostLength &&
                         std::fabs(piece.from - at) < 1e-3 &&
                         std::fabs(piece.start.x) <= kFarthest &&
                         std::fabs(piece.start.y) <= kFarthest && std::fabs(piece.start.yaw) < 1e4;
      must(sound, road, "must have pieces with a length that follow each other, got one of ",
           piece.length, " m at ", piece.from, " m");
      at = piece.from + piece.length;
      if (!sound) return;
      const std::size_t before = problems_.size();
      std::visit([&](const auto& shape) { check_shape(road, shape); }, piece.shape);
      if (problems_.size() == before) check_turn(road, piece);
    }
    must(at <= kMostLength, road, "must be at most ", kMostLength, " m long, got ", at);
  }
  void check_shape(const RoadSpec&, const StraightPiece&) {}
  void check_shape(const RoadSpec& road, const ArcPiece& arc) {
    must(std::fabs(arc.curvature) <= 10, road, "must have curvatures up to 10 a metre, got ",
         arc.curvature);
  }
  void check_shape(const RoadSpec& road, const SpiralPiece& s) {
    must(std::fabs(s.curvature_at_start) <= 10 && std::fabs(s.curvature_at_end) <= 10, road,
         "must have curvatures up to 10 a metre, got ", s.curvature_at_start, " to ",
         s.curvature_at_end);
  }
  void check_shape(const RoadSpec& road, const CubicPiece& c) {
    bool sound = c.reach > 0 && std::isfinite(c.reach);
    sound = sound && std::fabs(c.u[0]) <= kMostLength && std::fabs(c.v[0]) <= kMostLength;
    for (const double k : c.u) sound = sound && std::isfinite(k);
    for (const double k : c.v) sound = sound && std::isfinite(k);
    sound = sound && arc_length(c) > 0 && arc_length(c) <= 2 * kMostLength;
    must(sound, road, "must have cubics with a length");
  }

  void check_turn(const RoadSpec& road, const LinePiece& piece) {
    double most = 0;
    for (int i = 0; i <= 8; ++i)
      most = std::max(most, std::fabs(place_on(piece, piece.length * i / 8).curvature));
    must(most * piece.length <= kMostTurn, road, "must turn less than ", kMostTurn,
         " radians in a piece, got ", most * piece.length);
    // as cut_line() cuts it to 2 mm, 20 m beside the line
    std::size_t lanes = 1;
    for (const LaneSection& section : road.sections) lanes = std::max(lanes, section.lanes.size());
    const double cuts = piece.length * (0.1 + std::sqrt(most * (1 + 20 * most) / (8 * 0.002)));
    points_ += (2 + cuts) * static_cast<double>(lanes);
  }

  void check_spans(const RoadSpec& road, std::span<const CubicSpan> spans, std::string_view what) {
    must(spans.size() <= kMostSpans, road, "must have at most ", kMostSpans, ' ', what, ", got ",
         spans.size());
    double before = -1e300;
    for (const CubicSpan& span : spans) {
      must(span.from > before && std::isfinite(span.a) && std::isfinite(span.b) &&
               std::isfinite(span.c) && std::isfinite(span.d),
           road, "must have ", what, " that begin one after the other, got one at ", span.from);
      before = span.from;
    }
  }

  void check_section(const RoadSpec& road, std::size_t number) {
    const LaneSection& section = road.sections[number];
    const double end =
        number + 1 < road.sections.size() ? road.sections[number + 1].from : length_of(road.line);
    must(end - section.from > 1e-6, road, "must have lane sections with a length, got one from ",
         section.from, " to ", end);
    must(section.lanes.size() <= kMostLanes, road, "must have at most ", kMostLanes, " lanes, got ",
         section.lanes.size());
    int before = 1'000'000;
    for (const LaneSpec& lane : section.lanes) {
      must(lane.id < before && std::abs(lane.id) < 1000, road,
           "must list its lanes from left to right, got ", lane.id, " after ", before);
      before = lane.id;
      if (lane.id == 0) continue;
      check_spans(road, lane.width, "widths");
      must(!lane.width.empty(), road, "must give lane ", lane.id, " a width");
      for (int k = 0; k <= 8; ++k) {
        const double width = value_at(lane.width, (end - section.from) * k / 8);
        must(width >= -0.01 && width <= kMostWidth, road, "must have lanes between 0 and ",
             kMostWidth, " m wide, got ", width, " of lane ", lane.id);
      }
      must(std::fabs(lane.height) <= 10, road, "must have lanes within 10 m of its height");
      check_speeds(road, lane.speed);
    }
  }

  void check_speeds(const RoadSpec& road, std::span<const SpeedSpan> spans) {
    double before = -1e300;
    for (const SpeedSpan& span : spans) {
      must(span.from > before && span.speed > 0 && span.speed <= 200, road,
           "must have speed limits between 0 and 200 m/s, one after the other, got ", span.speed);
      before = span.from;
    }
  }

  void check_link(const RoadSpec& road, const std::optional<RoadLink>& link,
                  std::string_view which) {
    if (!link) return;
    const bool known =
        link->to_junction ? junctions_.contains(link->id) : roads_.contains(link->id);
    must(known, road, "must have a ", which, " that exists, got ",
         link->to_junction ? "junction " : "road ", quote(link->id));
  }

  void check_signal(const RoadSpec& road, const SignalSpec& signal) {
    const double length = length_of(road.line);
    const double stop = signal.stop_at.value_or(signal.s);
    must(signal.s >= -0.01 && signal.s <= length + 0.01 && stop >= -0.01 && stop <= length + 0.01,
         road, "must have its signals between 0 and ", length, " m, got ", quote(signal.id), " at ",
         signal.s);
    must(std::fabs(signal.t) <= 1000 && std::fabs(signal.z) <= 1000 &&
             std::fabs(signal.turn) <= 100 && std::isfinite(signal.value),
         road, "must have its signals near it, got ", quote(signal.id), ' ', signal.t, " m aside");
    for (const LightStep& step : signal.cycle)
      must(step.seconds > 0 && step.seconds <= 1e6, road,
           "must have light steps between 0 and 1000000 s, got ", step.seconds);
    must(signal.cycle_phase >= 0 && signal.cycle_phase <= 1e6, road,
         "must have light phases between 0 and 1000000 s, got ", signal.cycle_phase);
    if (!signal.id.empty() && !signals_.insert(signal.id).second)
      must(false, road, "must have signals of different ids, got ", quote(signal.id), " again");
  }

  void check_road(const RoadSpec& road) {
    const std::size_t before = problems_.size();
    check_line(road);
    must(!road.sections.empty(), road, "must have a lane section");
    if (!road.sections.empty())
      must(std::fabs(road.sections.front().from) < 1e-6, road,
           "must have its first lane section at 0, got ", road.sections.front().from);
    check_spans(road, road.elevation, "elevations");
    check_spans(road, road.lane_offset, "lane offsets");
    for (int k = 0; k <= 8; ++k) {
      const double s = length_of(road.line) * k / 8;
      must(std::fabs(value_at(road.lane_offset, s)) <= 1000 &&
               std::fabs(value_at(road.elevation, s)) <= kMostLength,
           road, "must have its lanes near its line, got an offset of ",
           value_at(road.lane_offset, s), " m at ", s);
    }
    check_speeds(road, road.speed);
    if (problems_.size() != before) return;
    for (std::size_t i = 0; i < road.sections.size(); ++i) check_section(road, i);
    check_link(road, road.predecessor, "predecessor");
    check_link(road, road.successor, "successor");
    must(road.junction.empty() || junctions_.contains(road.junction), road,
         "must lie in a junction that exists, got ", quote(road.junction));
    for (const SignalSpec& signal : road.signals) check_signal(road, signal);
    for (const CrossingSpec& crossing : road.crossings)
      must(crossing.s >= 0 && crossing.s <= length_of(road.line) && crossing.width > 0 &&
               crossing.width <= kMostWidth && std::fabs(crossing.from) <= kMostWidth &&
               std::fabs(crossing.to) <= kMostWidth,
           road, "must have its crossings on it, got one at ", crossing.s);
  }

  void check_junction(const JunctionSpec& junction) {
    for (const JunctionConnection& c : junction.connections)
      for (const std::string& road : {c.incoming, c.connecting})
        if (!roads_.contains(road))
          complain(junction.where, concat("junction ", quote(junction.id),
                                          " must connect roads that exist, got ", quote(road)));
  }

  const RoadsSpec& spec_;
  std::vector<Problem> problems_;
  double points_{};
  std::map<std::string, const RoadSpec*, std::less<>> roads_;
  std::set<std::string, std::less<>> junctions_, signals_;
};

}  // namespace

std::vector<Problem> check_roads(const RoadsSpec& spec) { return RoadChecker(spec).run(); }

}  // namespace paddock
