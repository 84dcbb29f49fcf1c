#include "paddock/control/walk_driver.h"

#include <algorithm>
#include <cmath>

#include "paddock/core/angle.h"

namespace paddock {
namespace {

constexpr double kPaceLeast = 1.1, kPaceMost = 1.6;     // m/s
constexpr double kAsideLeast = 0.25, kAsideMost = 0.8;  // m to the right of the middle
constexpr double kArrived = 0.4;                        // m before a place
constexpr double kAim = 1.2;                            // m ahead on its line
constexpr double kPatience = 40;                        // s at a kerb
constexpr double kStuck = 2.5;                          // s without getting on
constexpr double kCrosses = 0.3;                        // of those who pass a crossing
constexpr double kStrays = 0.03;                        // of the places in lively mode
constexpr double kSpare = 1;       // s that a light must leave beyond the way over
constexpr double kTheyBrake = 2;   // m/s^2 that those who come may be asked for
constexpr double kTheyReact = 1;   // s
constexpr double kTheyKeep = 2;    // m that they stop away
constexpr double kStanding = 0.3;  // m/s
constexpr std::uint64_t kOwnFigures = std::uint64_t{1} << 40;  // draws apart from choices

class Walk {
 public:
  Walk(WalkDriver& driver, const TrafficScene& scene, const RoadUser& user)
      : memory_(driver.memory), lively_(driver.lively), scene_(scene), user_(user) {
    DrawSequence own = draws_of(scene.seed, user.id, kOwnFigures);
    pace_ = own.between(kPaceLeast, kPaceMost);
    aside_ = own.between(kAsideLeast, kAsideMost);
  }

  Motion go() {
    const std::size_t places = scene_.guide->walks.places.size();
    const bool known = memory_.placed && memory_.from < places && memory_.to < places;
    if (!known && !find_place()) return {.curvature = 0, .speed = 0};
    if (progress() >= length(leg()) - kArrived) choose_next();
    if (needs_road() && !memory_.on_road && !steps_out()) return {.curvature = 0, .speed = 0};
    return towards(aim());
  }

 private:
  const WalkPlace& place(std::uint32_t i) const { return scene_.guide->walks.places[i]; }
  Vec2 leg() const { return place(memory_.to).at - place(memory_.from).at; }
  Vec2 here() const { return position(user_.pose); }
  double progress() const { return dot(here() - place(memory_.from).at, normalized(leg())); }

  bool find_place() {
    const auto& places = scene_.guide->walks.places;
    if (places.empty()) return false;
    const auto away = [&](const WalkPlace& p) { return distance(p.at, here()); };
    const auto nearest =
        std::min_element(places.begin(), places.end(),
                         [&](const WalkPlace& a, const WalkPlace& b) { return away(a) < away(b); });
    memory_.from = memory_.to = static_cast<std::uint32_t>(nearest - places.begin());
    memory_.placed = true;
    return true;
  }

  // --- where to ---

  void choose_next() {
    DrawSequence draws = draws_of(scene_.seed, user_.id, memory_.drawn++);
    const WalkPlace& at = place(memory_.to);
    const std::uint32_t came_from = memory_.from;
    memory_.from = memory_.to;
    memory_.on_road = false, memory_.waited = 0;
    if (lively_ && at.across && draws.between(0, 1) < kStrays) {
      memory_.to = *at.across;
      return;
    }
    // past crossings most go straight on
    const bool crosses = draws.between(0, 1) < kCrosses;
    const bool at_kerb = waits_at(memory_.to);
    const auto elsewhere = [&](const WalkLink& link) {
      return link.to != came_from && (crosses || at_kerb || !waits_at(link.to));
    };
    const bool any = std::any_of(at.links.begin(), at.links.end(), elsewhere);
    const auto onward = [&](const WalkLink& link) {
      return any ? elsewhere(link) : link.to != came_from;
    };
    const auto count = std::count_if(at.links.begin(), at.links.end(), onward);
    if (count == 0) {  // a dead end, or nowhere to go
      memory_.to = at.links.empty() ? memory_.from : came_from;
      return;
    }
    auto chosen = draws.integer(0, count - 1);
    for (const WalkLink& link : at.links)
      if (onward(link) && chosen-- == 0) memory_.to = link.to;
  }

  /// A crossing begins there.
  bool waits_at(std::uint32_t i) const {
    const auto& links = place(i).links;
    return std::any_of(links.begin(), links.end(),
                       [](const WalkLink& link) { return link.crossing != WalkLink::kPavement; });
  }

  const WalkLink* link() const {
    for (const WalkLink& link : place(memory_.from).links)
      if (link.to == memory_.to) return &link;
    return nullptr;
  }
  bool needs_road() const {
    if (memory_.from == memory_.to) return false;
    const WalkLink* over = link();
    return over == nullptr || over->crossing != WalkLink::kPavement;
  }

  /// Onto the road, when it is safe; after a while somewhere else.
  bool steps_out() {
    const WalkLink* over = link();
    memory_.on_road = over != nullptr ? may_cross(over->crossing) : may_stray();
    memory_.waited = memory_.on_road ? 0 : memory_.waited + scene_.dt;
    if (memory_.waited > kPatience) turn_away();
    return memory_.on_road;
  }

  void turn_away() {
    memory_.waited = 0;
    for (const WalkLink& other : place(memory_.from).links)
      if (other.crossing == WalkLink::kPavement) {
        memory_.to = other.to;
        return;
      }
  }

  bool may_cross(std::uint32_t number) const {
    const RoadCrossing& crossing = scene_.roads().crossings[number];
    if (crossing.signal) {
      const RoadSignal& signal = scene_.roads().signal(*crossing.signal);
      const LightState light = light_at(signal, scene_.seconds);
      const double needed = length(leg()) / pace_ + kSpare;
      if (light == LightState::Green || light == LightState::Yellow) return false;
      if (light == LightState::Red && seconds_to_change(signal, scene_.seconds) < needed)
        return false;
    }
    const auto begin =
        std::lower_bound(scene_.comers.begin(), scene_.comers.end(), number,
                         [](const CrossingComer& c, std::uint32_t n) { return c.crossing < n; });
    for (auto c = begin; c != scene_.comers.end() && c->crossing == number; ++c)
      if (!can_stop(c->away, c->speed)) return false;
    return true;
  }

  static bool can_stop(double away, double speed) {
    if (away < 0.2) return false;
    if (speed < kStanding) return true;
    return away > speed * speed / (2 * kTheyBrake) + kTheyReact * speed + kTheyKeep;
  }

  /// Nobody drives towards its way who could not stop, as it thinks.
  bool may_stray() const {
    const Vec2 middle = (place(memory_.from).at + place(memory_.to).at) / 2;
    return std::none_of(scene_.users.begin(), scene_.users.end(), [&](const RoadUser& other) {
      const Vec2 to = middle - position(other.pose);
      return !other.on_foot && length(to) < 6 + 2.5 * length(other.velocity) &&
             (dot(to, other.velocity) > 0 || length(to) < 6);
    });
  }

  // --- how ---

  /// On its line, a little to the right, further on.
  Vec2 aim() const {
    const Vec2 ahead = normalized(leg());
    const double at = std::min(length(leg()), progress() + kAim);
    return place(memory_.from).at + at * ahead - aside_ * perpendicular(ahead);
  }

  Motion towards(Vec2 point) {
    const Vec2 seen = inverse(Rot2::of(user_.pose.yaw)) * (point - here());
    double turn = det::atan2(seen.y, seen.x);
    double speed = std::fabs(turn) > 1 ? 0 : pace_ * (1 - 0.6 * std::fabs(turn));
    if (length(point - here()) < 0.05) turn = speed = 0;
    for (const RoadUser& other : scene_.users)
      if (other.id != user_.id) mind(other, speed, turn);
    note_standing(speed);
    return {.curvature = 3 * turn, .speed = speed};  // here a rate, rad/s: it turns on the spot
  }

  void mind(const RoadUser& other, double& speed, double& turn) const {
    const Vec2 apart = position(other.pose) - here();
    const double near = other.on_foot ? 1.2 : 4.5;
    if (std::fabs(apart.x) > near || std::fabs(apart.y) > near) return;
    if (other.on_foot) {
      const Vec2 seen = inverse(Rot2::of(user_.pose.yaw)) * apart;
      if (seen.x < 0 || seen.x > 1.1 || std::fabs(seen.y) > 0.55) return;
      turn -= seen.y > -0.1 ? 0.4 : -0.4;  // round it, to the right unless it is there
      speed = std::min(speed, std::max(0.4, length(other.velocity)));
      return;
    }
    // not into the side of a vehicle
    const Rot2 turned = Rot2::of(user_.pose.yaw);
    const Vec2 next =
        inverse(Rot2::of(other.pose.yaw)) * (apart * -1.0 + 0.7 * Vec2{turned.c, turned.s});
    if (next.x < other.nose + 0.3 && next.x > -other.tail - 0.3 &&
        std::fabs(next.y) < other.half_width + 0.3)
      speed = 0;
  }

  void note_standing(double speed) {
    const bool stands = length(user_.velocity) < 0.15 && (speed > 0 || !memory_.on_road);
    memory_.stood = stands ? memory_.stood + scene_.dt : 0;
    if (memory_.stood < kStuck || std::fabs(speed) == 0) return;
    memory_.stood = 0;
    std::swap(memory_.from, memory_.to);
  }

  WalkMemory& memory_;
  bool lively_;
  const TrafficScene& scene_;
  const RoadUser& user_;
  double pace_{}, aside_{};
};

}  // namespace

VehicleInput walk(WalkDriver& driver, const TrafficScene& scene, std::size_t slot,
                  const VehicleParams& params, const VehicleState& state) {
  const std::uint32_t index = scene.of_slot[slot];
  if (index == kNobody) return idle_input(kind_of(params));
  if (posture_of(params, state)) {
    driver.memory.rested += scene.dt;
    driver.memory.on_road = false;
    return idle_input(kind_of(params));
  }
  const Motion motion = Walk(driver, scene, scene.users[index]).go();
  if (std::holds_alternative<WalkerState<double>>(state))
    return WalkerInput<double>{.speed = motion.speed, .turn = motion.curvature};
  const double speed = std::max(0.3, motion.speed);
  return input_for(params, state, {.curvature = motion.curvature / speed, .speed = motion.speed});
}

}  // namespace paddock
