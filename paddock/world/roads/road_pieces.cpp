// All asphalt is one piece and so is all paint of one colour: pieces that lie flat are lifted over
// each other, and a town's streets would climb onto one another.
#include "paddock/world/roads/road_pieces.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "paddock/core/text.h"

namespace paddock {
namespace {

constexpr double kDash = 3, kGap = 4.5;          // m, of a broken line in a town
constexpr double kStripe = 0.5;                  // m, of a zebra crossing, and between two
constexpr double kStopLine = 0.4;                // m wide
constexpr double kTooth = 0.5, kToothGap = 0.4;  // m, of the broken line of those who give way
constexpr double kDouble = 0.12;                 // m between the middles of a double line
constexpr std::size_t kStretches = 96;  // of a lane in one raised piece: filling takes their square
constexpr Color kKerbStone{178, 180, 178}, kSlab{158, 157, 152};
// of a light: its pole, the head and the lamps in it, as those in European towns
constexpr double kPoleRadius = 0.06, kPoleHeight = 3.2, kLamp = 0.1;
constexpr Vec3 kHead{0.22, 0.34, 1.0};

using Loop = std::vector<Vec2>;

class RoadPieces {
 public:
  RoadPieces(const RoadsSpec& roads, const RoadNetwork& network, PhysicsKind physics)
      : roads_(roads), network_(network), solid_(physics == PhysicsKind::Rigid) {}

  std::vector<PieceSpec> run() {
    lay_asphalt();
    for (const RoadSpec& road : roads_.roads) paint_road(road);
    for (const RoadLane& lane : network_.lanes) paint_stops(lane);
    for (const RoadCrossing& crossing : network_.crossings) paint_crossing(crossing);
    for (auto& [color, loops] : paint_) {
      PieceSpec piece = flat(std::move(loops));
      piece.material = color == MarkingColor::Yellow ? "yellow" : "white";
      piece.color = color_of(color);
      piece.tag = SemanticTag::RoadLine;
      pieces_.push_back(std::move(piece));
    }
    for (const RoadLane& lane : network_.lanes) raise(lane);
    for (const RoadSignal& signal : network_.signals) put_up(signal);
    return std::move(pieces_);
  }

 private:
  // --- what lies flat ---

  static PieceSpec flat(std::vector<Loop> loops) {
    PieceSpec piece;
    piece.ground_at = Vec2{};  // as high as it says: pavements carry none of it
    piece.solid = false;
    piece.shape = AreaSpec{std::move(loops)};
    return piece;
  }

  void lay_asphalt() {
    std::vector<Loop> loops;
    for (const RoadLane& lane : network_.lanes) {
      if (!is_road(lane.kind)) continue;
      for (std::size_t i = 0; i + 1 < lane.middle.size(); ++i)
        loops.push_back({lane.right[i], lane.right[i + 1], lane.left[i + 1], lane.left[i]});
    }
    if (loops.empty()) return;
    PieceSpec piece = flat(std::move(loops));
    piece.material = "asphalt", piece.tag = SemanticTag::Road;
    pieces_.push_back(std::move(piece));
  }

  static Color color_of(MarkingColor color) {
    switch (color) {
      case MarkingColor::Yellow:
        return {224, 178, 52};
      case MarkingColor::Blue:
        return {58, 110, 190};
      case MarkingColor::Green:
        return {70, 140, 80};
      case MarkingColor::Red:
        return {178, 52, 48};
      case MarkingColor::Orange:
        return {222, 122, 44};
      default:
        return {226, 226, 220};
    }
  }

  /// A band of paint between two lines of equally many points.
  void paint_band(MarkingColor color, const Loop& left, const Loop& right) {
    for (std::size_t i = 0; i + 1 < left.size(); ++i)
      paint_[color].push_back({right[i], right[i + 1], left[i + 1], left[i]});
  }

  // --- lines along the road ---

  /// m to the left of the road's line of the outer border of a lane.
  static double border_of(const RoadSpec& road, const LaneSection& section, int id, double s) {
    double left = value_at(road.lane_offset, s);
    for (const LaneSpec& lane : section.lanes) {
      if (lane.id == 0 || (lane.id > 0) != (id > 0) || std::abs(lane.id) > std::abs(id)) continue;
      const double width = std::max(0.0, value_at(lane.width, s - section.from));
      left += lane.id > 0 ? width : -width;
    }
    return left;
  }

  struct Line {
    const RoadSpec& road;
    const LaneSection& section;
    int id{};
    double from{}, to{};
    double aside{};  // m to the left of the border
    double width{};
    MarkingColor color{};
  };

  void paint_stretch(const Line& line, double from, double to) {
    Loop left, right;
    for (const double s : cut_line(line.road.line, from, to, 10, 0.01)) {
      const double at = border_of(line.road, line.section, line.id, s) + line.aside;
      left.push_back(point_beside(line.road.line, s, at + line.width / 2));
      right.push_back(point_beside(line.road.line, s, at - line.width / 2));
    }
    paint_band(line.color, left, right);
  }

  void paint_line(const Line& line, bool broken) {
    if (!broken) return paint_stretch(line, line.from, line.to);
    // as many dashes as fit, evenly, with half a gap at either end
    const double room = line.to - line.from;
    const int count = static_cast<int>(room / (kDash + kGap));
    for (int i = 0; i < count; ++i) {
      const double middle = line.from + room * (i + 0.5) / count;
      paint_stretch(line, middle - kDash / 2, middle + kDash / 2);
    }
  }

  void paint_marking(const Line& line, MarkingKind kind) {
    const double out = line.id < 0 ? -1 : 1;
    Line inner = line, outer = line;
    inner.aside = -out * kDouble, outer.aside = out * kDouble;
    switch (kind) {
      case MarkingKind::None:
        return;
      case MarkingKind::Solid:
      case MarkingKind::Broken:
        return paint_line(line, kind == MarkingKind::Broken);
      case MarkingKind::SolidSolid:
        return paint_line(inner, false), paint_line(outer, false);
      case MarkingKind::SolidBroken:
        return paint_line(inner, false), paint_line(outer, true);
      case MarkingKind::BrokenSolid:
        return paint_line(inner, true), paint_line(outer, false);
      case MarkingKind::BrokenBroken:
        return paint_line(inner, true), paint_line(outer, true);
    }
  }

  void paint_road(const RoadSpec& road) {
    for (std::size_t i = 0; i < road.sections.size(); ++i) {
      const LaneSection& section = road.sections[i];
      const double end =
          i + 1 < road.sections.size() ? road.sections[i + 1].from : length_of(road.line);
      for (const LaneSpec& lane : section.lanes) {
        for (std::size_t k = 0; k < lane.markings.size(); ++k) {
          const MarkingSpec& m = lane.markings[k];
          const double from = section.from + m.from;
          const double to = k + 1 < lane.markings.size()
                                ? std::min(end, section.from + lane.markings[k + 1].from)
                                : end;
          if (to - from > 0.01)
            paint_marking({road, section, lane.id, from, to, 0, m.width, m.color}, m.kind);
        }
      }
    }
  }

  // --- lines across ---

  /// A bar across a lane, `length` along it, from one share of its width to another.
  void paint_bar(const RoadLane& lane, double along, double length, double from, double to) {
    const auto corner = [&](double at, double share) {
      const auto after = std::upper_bound(lane.along.begin() + 1, lane.along.end() - 1, at);
      const auto i = static_cast<std::size_t>(after - lane.along.begin()) - 1;
      const double step = lane.along[i + 1] - lane.along[i];
      const double part = step > 0 ? std::clamp((at - lane.along[i]) / step, 0.0, 1.0) : 0;
      return lerp(lerp(lane.right[i], lane.right[i + 1], part),
                  lerp(lane.left[i], lane.left[i + 1], part), share);
    };
    paint_[MarkingColor::White].push_back({corner(along - length, from), corner(along, from),
                                           corner(along, to), corner(along - length, to)});
  }

  void paint_stops(const RoadLane& lane) {
    for (const LaneStop& stop : lane.stops) {
      const SignalKind kind = network_.signal(stop.signal).kind;
      if (kind == SignalKind::Light || kind == SignalKind::Stop) {
        paint_bar(lane, stop.along, kStopLine, 0.04, 0.96);
      } else if (kind == SignalKind::Yield) {
        const double width = distance(lane.left.back(), lane.right.back());
        const int teeth = std::max(1, static_cast<int>(width / (kTooth + kToothGap)));
        for (int i = 0; i < teeth; ++i) {
          const double middle = (i + 0.5) / teeth, half = kTooth / 2 / std::max(width, kTooth);
          paint_bar(lane, stop.along, kStopLine, middle - half, middle + half);
        }
      }
    }
  }

  void paint_crossing(const RoadCrossing& crossing) {
    const Vec2 along = crossing.to - crossing.from;
    const double wide = length(along);
    const Vec2 step = normalized(along), up = 0.5 * crossing.width * perpendicular(step);
    const int stripes = static_cast<int>((wide + kStripe) / (2 * kStripe));
    const double margin = (wide - (2 * stripes - 1) * kStripe) / 2;
    for (int i = 0; i < stripes; ++i) {
      const Vec2 a = crossing.from + (margin + 2 * i * kStripe) * step, b = a + kStripe * step;
      paint_[MarkingColor::White].push_back({a - up, b - up, b + up, a + up});
    }
  }

  // --- what is raised ---

  void raise(const RoadLane& lane) {
    if (is_road(lane.kind) || lane.height <= 0) return;
    for (std::size_t from = 0; from + 1 < lane.middle.size(); from += kStretches)
      raise(lane, from, std::min(from + kStretches, lane.middle.size() - 1));
  }

  void raise(const RoadLane& lane, std::size_t from, std::size_t to) {
    Loop loop(lane.right.begin() + static_cast<std::ptrdiff_t>(from),
              lane.right.begin() + static_cast<std::ptrdiff_t>(to) + 1);
    for (std::size_t i = to + 1; i-- > from;) loop.push_back(lane.left[i]);
    PieceSpec piece = flat({});
    piece.shape = PrismSpec{{std::move(loop)}, lane.height};
    piece.solid = solid_;
    piece.tag = SemanticTag::Sidewalk;
    piece.material = lane.kind == LaneKind::Median ? "grass" : "concrete";
    if (lane.kind == LaneKind::Kerb) piece.color = kKerbStone;
    if (lane.kind == LaneKind::Pavement) piece.color = kSlab;
    pieces_.push_back(std::move(piece));
  }

  // --- lights and signs ---

  PieceSpec standing(const RoadSignal& signal, Vec3 in_signal, PieceShape shape) const {
    PieceSpec piece = flat({});
    const Pose3 pose = signal.pose;
    piece.at = pose * in_signal;
    piece.yaw = 2 * det::atan2(pose.turn.z, pose.turn.w);
    piece.shape = std::move(shape);
    return piece;
  }

  void put_up_pole(const RoadSignal& signal, double height) {
    PieceSpec pole = standing(signal, {}, CylinderSpec{kPoleRadius, height, {}});
    pole.material = "grey", pole.tag = SemanticTag::Pole, pole.solid = true;
    pieces_.push_back(std::move(pole));
  }

  void put_up(const RoadSignal& signal) {
    switch (signal.kind) {
      case SignalKind::Light:
        return put_up_light(signal);
      case SignalKind::Stop:
        return put_up_sign(signal, "STOP", Color{190, 30, 40});
      case SignalKind::Yield:
        return put_up_sign(signal, "YIELD", Color{230, 200, 60});
      case SignalKind::SpeedLimit:
        return put_up_sign(signal, concat(std::lround(signal.value * 3.6)), Color{240, 240, 236});
      case SignalKind::Other:
        return;
    }
  }

  void put_up_sign(const RoadSignal& signal, std::string text, Color color) {
    put_up_pole(signal, 2.6);
    PieceSpec sign =
        standing(signal, {kPoleRadius + 0.02, 0, 2}, SignSpec{std::move(text), {0.7, 0.6}});
    sign.color = color, sign.tag = SemanticTag::TrafficSign;
    pieces_.push_back(std::move(sign));
  }

  void put_up_light(const RoadSignal& signal) {
    put_up_pole(signal, kPoleHeight);
    PieceSpec head = standing(signal, {0, 0, kPoleHeight - 0.1}, BoxSpec{kHead, {}});
    head.color = Color{24, 27, 29}, head.tag = SemanticTag::TrafficSign;
    pieces_.push_back(std::move(head));
    put_up_lamp(signal, 2, LightState::Red, {58, 13, 16}, {255, 42, 42});
    put_up_lamp(signal, 1, LightState::Yellow, {58, 48, 9}, {255, 196, 0});
    put_up_lamp(signal, 0, LightState::Green, {10, 42, 20}, {34, 224, 106});
  }

  void put_up_lamp(const RoadSignal& signal, int row, LightState state, Color off, Color on) {
    const double z = kPoleHeight - 0.1 + 0.1 + 0.3 * row;
    PieceSpec lamp = standing(signal, {kHead.x / 2, 0, z}, BallSpec{kLamp});
    lamp.tag = SemanticTag::TrafficSign;
    lamp.variants = {{.color = off}, {.color = on, .glows = true}};
    // the first is what it begins as
    const int lit = light_at(signal, 0) == state ? 0 : 1;
    if (lit == 0) std::swap(lamp.variants[0], lamp.variants[1]);
    for (const LightStep& step : signal.cycle)
      lamp.cycle.push_back({step.state == state ? lit : 1 - lit, step.seconds});
    lamp.cycle_phase = signal.cycle_phase;
    pieces_.push_back(std::move(lamp));
  }

  const RoadsSpec& roads_;
  const RoadNetwork& network_;
  bool solid_;
  std::map<MarkingColor, std::vector<Loop>> paint_;
  std::vector<PieceSpec> pieces_;
};

}  // namespace

std::vector<PieceSpec> pieces_of_roads(const RoadsSpec& roads, const RoadNetwork& network,
                                       PhysicsKind physics) {
  return RoadPieces(roads, network, physics).run();
}

}  // namespace paddock
