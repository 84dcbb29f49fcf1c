#include "paddock/control/walk_network.h"

#include <algorithm>
#include <cmath>

namespace paddock {
namespace {

constexpr double kStep = 4;      // m between two places of a pavement
constexpr double kJoined = 0.6;  // m, ends so near are one
constexpr double kGap = 8;       // m from an end to a pavement that goes on
constexpr double kBeside = 0.5;  // m beyond the end of a crossing, where people wait
constexpr double kAcrossLeast = 5, kAcrossMost = 16;  // m over a road

class WalkMaker {
 public:
  explicit WalkMaker(const RoadNetwork& roads) : roads_(roads) {}

  WalkNetwork make() {
    for (std::size_t l = 0; l < roads_.lanes.size(); ++l)
      if (roads_.lanes[l].kind == LaneKind::Pavement) lay(roads_.lanes[l]);
    sort_by_x(pavement_count());
    join_ends();
    for (std::size_t c = 0; c < roads_.crossings.size(); ++c) add_crossing(c);
    find_across();
    return std::move(walks_);
  }

 private:
  std::size_t pavement_count() const { return walks_.places.size(); }
  Vec2 at(std::size_t i) const { return walks_.places[i].at; }

  std::uint32_t add(Vec2 place, std::uint32_t chain) {
    walks_.places.push_back({.at = place, .links = {}, .across = {}});
    chain_.push_back(chain);
    return static_cast<std::uint32_t>(walks_.places.size() - 1);
  }
  void link(std::uint32_t a, std::uint32_t b, std::uint32_t crossing = WalkLink::kPavement) {
    walks_.places[a].links.push_back({b, crossing});
    walks_.places[b].links.push_back({a, crossing});
  }

  void lay(const RoadLane& lane) {
    const auto chain = static_cast<std::uint32_t>(ends_.size());
    const int steps = std::max(1, static_cast<int>(std::ceil(lane.length / kStep)));
    const auto first = static_cast<std::uint32_t>(walks_.places.size());
    std::size_t point = 0;
    for (int k = 0; k <= steps; ++k) {
      const double along = lane.length * k / steps;
      while (point + 2 < lane.along.size() && lane.along[point + 1] < along) ++point;
      const double step = lane.along[point + 1] - lane.along[point];
      const double share = step > 0 ? std::clamp((along - lane.along[point]) / step, 0.0, 1.0) : 0;
      const std::uint32_t place =
          add(lerp(lane.middle[point], lane.middle[point + 1], share), chain);
      if (k > 0) link(place - 1, place);
    }
    ends_.push_back({first, static_cast<std::uint32_t>(walks_.places.size() - 1)});
  }

  void sort_by_x(std::size_t count) {
    by_x_.resize(count);
    for (std::size_t i = 0; i < count; ++i) by_x_[i] = static_cast<std::uint32_t>(i);
    std::sort(by_x_.begin(), by_x_.end(), [&](std::uint32_t a, std::uint32_t b) {
      return at(a).x != at(b).x ? at(a).x < at(b).x : a < b;
    });
  }

  /// The nearest place of a pavement within `reach` that `fits`, the first of equal ones.
  template <class Fits>
  std::optional<std::uint32_t> nearest(Vec2 from, double reach, const Fits& fits) const {
    const auto begin = std::lower_bound(by_x_.begin(), by_x_.end(), from.x - reach,
                                        [&](std::uint32_t i, double x) { return at(i).x < x; });
    std::optional<std::uint32_t> best;
    double best_away = reach;
    for (auto i = begin; i != by_x_.end() && at(*i).x <= from.x + reach; ++i) {
      const double away = distance(from, at(*i));
      const bool nearer = away < best_away || (away == best_away && best && *i < *best);
      if (nearer && fits(*i)) best = *i, best_away = away;
    }
    return best;
  }

  bool road_at(Vec2 place) const {
    lanes_at(roads_, place, found_);
    return std::any_of(found_.begin(), found_.end(),
                       [&](const LanePlace& p) { return is_road(roads_.lane(p.lane).kind); });
  }
  bool road_between(Vec2 a, Vec2 b) const {
    const int steps = std::max(2, static_cast<int>(std::ceil(distance(a, b) / 0.5)));
    for (int k = 1; k < steps; ++k)
      if (road_at(lerp(a, b, static_cast<double>(k) / steps))) return true;
    return false;
  }

  void join_ends() {
    for (std::uint32_t chain = 0; chain < ends_.size(); ++chain)
      for (const std::uint32_t end : {ends_[chain].first, ends_[chain].last}) {
        const auto other = [&](std::uint32_t i) { return chain_[i] != chain; };
        auto to = nearest(at(end), kJoined, other);
        if (!to)
          to = nearest(at(end), kGap,
                       [&](std::uint32_t i) { return other(i) && !road_between(at(end), at(i)); });
        if (to && !linked(end, *to)) link(end, *to);
      }
  }
  bool linked(std::uint32_t a, std::uint32_t b) const {
    const auto& links = walks_.places[a].links;
    return std::any_of(links.begin(), links.end(),
                       [&](const WalkLink& link) { return link.to == b; });
  }

  void add_crossing(std::size_t c) {
    const RoadCrossing& crossing = roads_.crossings[c];
    const Vec2 axis = normalized(crossing.to - crossing.from);
    const auto chain = static_cast<std::uint32_t>(ends_.size() + c);
    std::array<std::uint32_t, 2> ends{add(crossing.from - kBeside * axis, chain),
                                      add(crossing.to + kBeside * axis, chain)};
    for (const std::uint32_t end : ends)
      if (const auto to = nearest(at(end), kGap, [](std::uint32_t) { return true; }))
        link(end, *to);
    link(ends[0], ends[1], static_cast<std::uint32_t>(c));
  }

  void find_across() {
    for (const std::uint32_t i : by_x_)
      walks_.places[i].across = nearest(at(i), kAcrossMost, [&](std::uint32_t j) {
        return chain_[j] != chain_[i] && distance(at(i), at(j)) >= kAcrossLeast &&
               road_at((at(i) + at(j)) / 2);
      });
  }

  struct Ends {
    std::uint32_t first{}, last{};
  };
  const RoadNetwork& roads_;
  WalkNetwork walks_;
  std::vector<std::uint32_t> chain_;  // of each place: which pavement
  std::vector<Ends> ends_;            // of each pavement
  std::vector<std::uint32_t> by_x_;   // places of pavements
  mutable std::vector<LanePlace> found_;
};

}  // namespace

WalkNetwork make_walk_network(const RoadNetwork& roads) { return WalkMaker(roads).make(); }

}  // namespace paddock
