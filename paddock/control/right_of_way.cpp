#include "paddock/control/right_of_way.h"

#include <algorithm>
#include <cmath>

namespace paddock {
namespace {

constexpr double kComfort = 3;     // m/s^2 that a yellow light is braked for
constexpr double kAsksEase = 1.5;  // m/s^2: who would brake so for its line asks for its turn
constexpr double kAsksAt = 8;      // m before that
constexpr double kFast = 2, kSlow = 1.2;      // m/s^2: at best, at worst
constexpr double kFastTop = 8, kSlowTop = 4;  // m/s through a junction
constexpr double kBetween = 0.3;              // s after another has left the place where ways meet
constexpr double kGapTaken = 1.5;             // s that one who has the right of way is left
constexpr double kStands = 0.5;               // m/s
constexpr double kPatience = 6;               // s, then nobody is let by any more
constexpr double kForWalkers = 3;  // s that it waits at its line for people behind the junction
constexpr double kTie = 1.5;       // s, then one of those who let each other by goes
constexpr double kRoom = 2;        // m between cars that stand
constexpr double kMouth = 10;      // m behind a junction: nobody waits on a crossing there
constexpr double kWaitsIn = 2;     // m inside, at least, where one waits for a gap
constexpr double kStopSign = 4;    // m before its line, where it must have come to rest

bool drives(const TrafficScene& scene, LaneId id) {
  return scene.roads().lane(id).kind == LaneKind::Driving;
}

/// Somebody who asks for a turn.
struct Asker {
  std::uint32_t user{};
  JunctionAhead at;
  bool inside{};    // past its line already, where it waits for a gap
  bool open{};      // no light and no sign holds it
  bool first{};     // nobody before it waits
  bool feasible{};  // it meets nobody and has room behind
  double arrives{};
};

class Turns {
 public:
  explicit Turns(TrafficScene& scene) : scene_(scene) {}

  void decide() {
    for (const RoadUser& user : scene_.users)
      if (user.lanes && !user.lanes->waits_inside()) last_ = std::max(last_, user.lanes->turn);
    for (std::uint32_t i = 0; i < scene_.users.size(); ++i)
      if (scene_.users[i].lanes && scene_.users[i].lanes->count > 0) look_at(i);
    std::sort(askers_.begin(), askers_.end(), [&](const Asker& a, const Asker& b) {
      const double wa = memory(a).waited, wb = memory(b).waited;
      const bool urgent_a = wa > kPatience, urgent_b = wb > kPatience;
      if (urgent_a != urgent_b) return urgent_a;
      if (urgent_a && wa != wb) return wa > wb;
      return a.arrives != b.arrives ? a.arrives < b.arrives : a.user < b.user;
    });
    for (Asker& asker : askers_) {
      asker.first = is_first(asker);
      if (asker.first && asker.open) choose_again(asker);
      asker.feasible = asker.first && is_feasible(asker);
    }
    for (const Asker& asker : askers_) settle(asker);
  }

 private:
  RoadUser& user_of(const Asker& asker) { return scene_.users[asker.user]; }
  LaneMemory& memory(const Asker& asker) { return *scene_.users[asker.user].lanes; }
  const RoadLane& lane(LaneId id) const { return scene_.roads().lane(id); }

  // --- who asks, and who has a turn already ---

  void look_at(std::uint32_t index) {
    RoadUser& user = scene_.users[index];
    LaneMemory& m = *user.lanes;
    if (m.turn == 0 && lane(m.lanes[0]).junction) {
      // it came to be inside, by whatever way
      m.way = m.lanes[0], m.way_from = 0;
      m.turn = ++last_;
    }
    if (m.turn > 0 && !gives_back(user)) {
      scene_.passing.push_back(index);
      if (m.waits_inside())
        askers_.push_back({.user = index,
                           .at = {.entry = m.way, .way = m.way, .to_line = 0, .to_way = -on_way(m)},
                           .inside = true,
                           .open = true});
      else
        m.waited = 0;
      return;
    }
    m.turn = 0;
    const auto ahead = junction_ahead(scene_, user);
    if (!ahead) return;
    const double speed = std::max(0.0, user.speed);
    if (ahead->to_line > speed * speed / (2 * kAsksEase) + kAsksAt) return;
    Asker asker{.user = index, .at = *ahead};
    asker.open = is_open(user, *ahead);
    asker.arrives = time_over(ahead->to_line, speed, kFast, kFastTop);
    askers_.push_back(asker);
  }

  /// Its light stops it and it can still stop before the line.
  bool gives_back(const RoadUser& user) {
    const auto ahead = junction_ahead(scene_, user);
    return ahead && ahead->way == user.lanes->way && ahead->to_line > 0 && !is_open(user, *ahead) &&
           stops_at(LightState::Yellow, ahead->to_line, user.speed);
  }

  bool is_open(const RoadUser& user, const JunctionAhead& ahead) const {
    const RoadLane& entry = lane(ahead.entry);
    const double start = ahead.to_way - entry.length;  // of the entry, from its origin
    for (const LaneStop& stop : entry.stops) {
      const double away = start + stop.along - user.nose;
      const RoadSignal& signal = scene_.roads().signal(stop.signal);
      if (away < -1) continue;
      if (signal.kind == SignalKind::Light) {
        const LightState light = light_at(signal, scene_.seconds);
        if (light == LightState::Red || light == LightState::Yellow) return false;
      }
      if (signal.kind == SignalKind::Stop && (user.speed > kStands || away > kStopSign))
        return false;
    }
    return true;
  }

  /// All between it and its line have their turn already.
  bool is_first(const Asker& asker) {
    const LaneMemory& m = memory(asker);
    if (asker.inside) return true;
    for (std::size_t k = 0; k < m.count; ++k) {
      for (const LaneEntry& entry : in_lane(scene_, m.lanes[k])) {
        if (entry.what != InLane::Vehicle || entry.user == asker.user) continue;
        if (k == 0 && (entry.from + entry.to) / 2 <= m.along) continue;
        const auto& other = scene_.users[entry.user].lanes;
        if (!other || other->turn == 0) return false;
      }
      if (m.lanes[k] == asker.at.entry) break;
    }
    // nor is anybody who came in from its lane and waits inside
    return std::none_of(scene_.passing.begin(), scene_.passing.end(), [&](auto i) {
      const LaneMemory& other = *scene_.users[i].lanes;
      if (!other.waits_inside()) return false;
      const auto& from = lane(other.way).predecessors;
      return std::find(from.begin(), from.end(), asker.at.entry) != from.end();
    });
  }

  // --- whether it could go ---

  double enters(const Asker& asker, double along) {
    const RoadUser& user = user_of(asker);
    return time_over(asker.at.to_way + along - user.nose, std::max(0.0, user.speed), kFast,
                     kFastTop);
  }
  double clears(const Asker& asker, double along) {
    const RoadUser& user = user_of(asker);
    return time_over(asker.at.to_way + along + user.tail, std::max(0.0, user.speed), kSlow,
                     kSlowTop);
  }

  bool is_feasible(const Asker& asker) {
    // who has waited enters all the same, and stops before whoever crosses
    const bool waits_outside = memory(asker).waited < kForWalkers;
    return meets_nobody(asker) && has_room(asker) && (!waits_outside || nobody_walks(asker));
  }

  /// As far as `until` on its way.
  bool meets_nobody(const Asker& asker, double until = 1e9) {
    for (const LaneConflict& c : scene_.guide->lanes[index_of(asker.at.way)].conflicts) {
      if (c.kind == ConflictKind::Diverge || c.own_from >= until) continue;
      for (const std::uint32_t index : scene_.passing) {
        const RoadUser& other = scene_.users[index];
        if (other.lanes->way != c.other) continue;
        const double left = c.other_to - (on_way(*other.lanes) - other.tail);
        if (left <= 0) continue;
        if (other.lanes->waits_inside()) {
          if (c.other_from < waiting_place(*scene_.guide, c.other)) return false;
          continue;
        }
        const double gone = time_over(left, std::max(0.0, other.speed), kSlow, kSlowTop);
        if (enters(asker, c.own_from) < gone + kBetween) return false;
      }
      // one who keeps no rules
      for (const LaneEntry& entry : in_lane(scene_, c.other))
        if (entry.what == InLane::Vehicle && !scene_.users[entry.user].lanes &&
            entry.from < c.other_to && entry.to > c.other_from - std::max(5.0, 2 * entry.speed))
          return false;
    }
    return true;
  }

  /// Its whole length fits behind the junction, and behind a crossing there.
  bool has_room(const Asker& asker) {
    const RoadUser& user = user_of(asker);
    const LaneMemory& m = *user.lanes;
    std::size_t k = 0;
    while (k < m.count && m.lanes[k] != asker.at.way) ++k;
    if (++k >= m.count) return true;
    const LaneId exit = m.lanes[k];
    double needed = user.nose + user.tail + kRoom;
    for (const CrossingAhead& crossing : scene_.guide->lanes[index_of(exit)].crossings)
      if (crossing.from < kMouth)
        needed = std::max(needed, crossing.to + user.nose + user.tail + 1);
    for (const std::uint32_t index : scene_.passing) {
      const RoadUser& other = scene_.users[index];
      if (other.lanes->lanes[0] == exit || !bound_for(*other.lanes, exit)) continue;
      needed += other.nose + other.tail + kRoom;
    }
    for (const LaneEntry& entry : in_lane(scene_, exit))
      if (entry.what == InLane::Vehicle && entry.user != asker.user)
        return entry.from + 1.5 * entry.speed >= needed;
    return true;
  }

  /// Where its way leads there is no room: rather one of the others that has.
  void choose_again(Asker& asker) {
    if (asker.inside || has_room(asker)) return;
    LaneMemory& m = memory(asker);
    const LaneMemory before = m;
    const LaneId wanted = asker.at.way;
    const auto plan = m.plan();
    const auto k =
        static_cast<std::size_t>(std::find(plan.begin(), plan.end(), wanted) - plan.begin());
    if (k + 1 >= LaneMemory::kMost) return;
    for (const LaneId way : lane(asker.at.entry).successors) {
      const RoadLane& other = lane(way);
      if (way == wanted || !drives(scene_, way) || other.turn == LaneTurn::Back ||
          other.successors.empty())
        continue;
      asker.at.way = m.lanes[k] = way;
      m.lanes[k + 1] = other.successors.front();
      m.count = static_cast<std::uint32_t>(k) + 2;
      if (has_room(asker)) return;
    }
    m = before, asker.at.way = wanted;
  }

  static bool bound_for(const LaneMemory& memory, LaneId exit) {
    const auto plan = memory.plan();
    const auto way = std::find(plan.begin(), plan.end(), memory.way);
    return way != plan.end() && way + 1 != plan.end() && *(way + 1) == exit;
  }

  /// Nobody is on a crossing inside, or just behind.
  bool nobody_walks(const Asker& asker) {
    const LaneMemory& m = memory(asker);
    const auto walked = [&](LaneId id, double reach) {
      for (const LaneEntry& entry : in_lane(scene_, id))
        if (entry.what != InLane::Vehicle && entry.from < reach) return true;
      return false;
    };
    if (walked(asker.at.way, 1e9)) return false;
    for (std::size_t k = 0; k + 1 < m.count; ++k)
      if (m.lanes[k] == asker.at.way) return !walked(m.lanes[k + 1], kMouth);
    return true;
  }

  /// A turn that lets those across by waits for its gap inside, before their ways.
  bool may_wait_inside(const Asker& asker) {
    const double place = waiting_place(*scene_.guide, asker.at.way);
    return has_light(asker.at.entry) && place >= kWaitsIn && place < 1e9 && has_room(asker) &&
           meets_nobody(asker, place);
  }
  bool has_light(LaneId entry) const {
    const auto& stops = lane(entry).stops;
    return std::any_of(stops.begin(), stops.end(), [&](const LaneStop& stop) {
      return scene_.roads().signal(stop.signal).kind == SignalKind::Light;
    });
  }

  // --- whether it must let others by ---

  bool lets_by(const Asker& asker) {
    const LaneMemory& m = memory(asker);
    if (m.waited > kPatience) return false;
    for (const LaneConflict& c : scene_.guide->lanes[index_of(asker.at.way)].conflicts) {
      if (c.kind == ConflictKind::Diverge) continue;
      if (c.yields)
        for (const Asker& rival : askers_)
          if (rival.at.way == c.other && goes_first(asker, rival, c)) return true;
      if (stranger_comes(asker, c)) return true;
    }
    return false;
  }

  bool goes_first(const Asker& asker, const Asker& rival, const LaneConflict& c) {
    const LaneMemory &m = memory(asker), &r = memory(rival);
    if (r.turn > 0 || !rival.open || !rival.first) return false;
    const bool stands = user_of(rival).speed < kStands;
    if (stands && !rival.feasible) return false;
    const bool after = m.waited > r.waited || (m.waited == r.waited && asker.user < rival.user);
    if (stands && m.waited > kTie && after) return false;
    return enters(rival, c.other_from) < clears(asker, c.own_to) + kGapTaken;
  }

  /// Somebody who keeps no rules comes to the junction and may go that way.
  bool stranger_comes(const Asker& asker, const LaneConflict& c) {
    for (const LaneId entry : lane(c.other).predecessors) {
      if (entry == asker.at.entry || !drives(scene_, entry)) continue;
      for (const LaneEntry& e : in_lane(scene_, entry)) {
        if (e.what != InLane::Vehicle || scene_.users[e.user].lanes || e.speed < 1) continue;
        const double away = lane(entry).length - e.to + c.other_from;
        if (time_over(away, e.speed, kFast, kFastTop) < clears(asker, c.own_to) + kGapTaken)
          return true;
      }
    }
    return false;
  }

  void settle(const Asker& asker) {
    RoadUser& user = user_of(asker);
    LaneMemory& m = *user.lanes;
    if (!asker.open || !asker.first) return;
    if (user.speed < kStands) m.waited += scene_.dt;
    const bool goes = is_feasible(asker) && !lets_by(asker);
    if (!goes && (asker.inside || !may_wait_inside(asker))) return;
    m.turn = goes ? ++last_ : LaneMemory::kAfterAll;
    if (asker.inside) return;
    m.way = asker.at.way;
    m.way_from = -(asker.at.to_way + m.along);
    scene_.passing.push_back(asker.user);
  }

  TrafficScene& scene_;
  std::vector<Asker> askers_;
  double last_{};
};

}  // namespace

void decide_ways(TrafficScene& scene) { Turns(scene).decide(); }

bool stops_at(LightState light, double away, double speed) {
  if (light == LightState::Red) return true;
  if (light != LightState::Yellow) return false;
  const double v = std::max(0.0, speed);
  return away > 0 && v * v <= 2 * kComfort * away;
}

double waiting_place(const RoadGuide& guide, LaneId way) {
  double place = 1e9;
  for (const LaneConflict& c : guide.lanes[index_of(way)].conflicts)
    if (c.kind != ConflictKind::Diverge && c.yields) place = std::min(place, c.own_from);
  return place;
}

std::optional<JunctionAhead> junction_ahead(const TrafficScene& scene, const RoadUser& user) {
  const LaneMemory& m = *user.lanes;
  const RoadNetwork& roads = scene.roads();
  double base = -m.along;
  for (std::size_t k = 0; k + 1 < m.count; ++k) {
    const RoadLane &here = roads.lane(m.lanes[k]), &next = roads.lane(m.lanes[k + 1]);
    if (next.junction && next.junction != here.junction)
      return JunctionAhead{m.lanes[k], m.lanes[k + 1],
                           base + waiting_line(*scene.guide, m.lanes[k]) - user.nose,
                           base + here.length};
    base += here.length;
  }
  return std::nullopt;
}

}  // namespace paddock
