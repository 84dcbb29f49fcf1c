#include "paddock/control/traffic_scene.h"

#include <algorithm>
#include <cmath>

#include "paddock/control/lane_goal.h"
#include "paddock/control/right_of_way.h"

namespace paddock {
namespace {

constexpr double kPlanned = 60;      // m of lanes that are chosen ahead
constexpr double kLeastFree = 0.1;   // share of a lane that counts as free, however full it is
constexpr double kGapHeld = 2;       // m that a car takes of its lane beside its length
constexpr double kLost = 6;          // m beside its lane, where it looks for another
constexpr double kCorridor = 1.25;   // m to each side of a lane's middle that vehicles need
constexpr double kStepsOut = 1;      // s ahead that people on foot are seen to go
constexpr double kBody = 0.4;        // m that a person needs to each side
constexpr double kComing = 45;       // m before a crossing where vehicles are looked at
constexpr double kBeforeBand = 0.8;  // m, where vehicles wait before a crossing

bool drives(const RoadLane& lane) { return lane.kind == LaneKind::Driving; }

/// How likely a way is chosen: by the cube of the share of the lane behind it that is free.
double appeal(const RoadNetwork& roads, std::span<const double> taken, LaneId way) {
  if (taken.empty()) return 1;
  const RoadLane& lane = roads.lane(way);
  double length = lane.length, used = taken[index_of(way)];
  if (lane.junction && !lane.successors.empty()) {
    const LaneId exit = lane.successors.front();
    length = roads.lane(exit).length, used += taken[index_of(exit)];
  }
  const double share = std::max(kLeastFree, 1 - used / length);
  return share * share * share;
}

/// One of the lanes that follow, drawn, the freer the likelier.
std::optional<LaneId> draw_next(const RoadNetwork& roads, std::span<const double> taken,
                                LaneId from, std::uint64_t seed, VehicleId id, LaneMemory& memory) {
  const std::vector<LaneId> ways = lanes_after(roads, from);
  if (ways.empty()) return std::nullopt;
  double whole = 0;
  for (const LaneId way : ways) whole += appeal(roads, taken, way);
  DrawSequence draws = draws_of(seed, id, memory.drawn);
  ++memory.drawn;
  double drawn = draws.between(0, whole);
  for (const LaneId way : ways) {
    const double share = appeal(roads, taken, way);
    if (drawn < share) return way;
    drawn -= share;
  }
  return ways.back();
}

/// `choose` says which lane follows another, if any does.
template <class Choose>
void plan_ahead(const RoadNetwork& roads, const Choose& choose, LaneMemory& memory) {
  if (memory.count == 0) return;
  double planned = -memory.along;
  for (const LaneId lane : memory.plan()) planned += roads.lane(lane).length;
  while (memory.count < LaneMemory::kMost && planned < kPlanned) {
    const auto next = choose(memory.lanes[memory.count - 1]);
    if (!next) return;
    memory.lanes[memory.count++] = *next;
    planned += roads.lane(*next).length;
  }
}

void draw_ahead(const RoadNetwork& roads, std::span<const double> taken, std::uint64_t seed,
                VehicleId id, LaneMemory& memory) {
  const auto draw = [&](LaneId from) { return draw_next(roads, taken, from, seed, id, memory); };
  plan_ahead(roads, draw, memory);
}

/// A memory from outside may name lanes that there are not.
bool fits(const RoadNetwork& roads, const LaneMemory& memory) {
  const auto known = [&](LaneId id) {
    return index_of(id) < roads.lanes.size() && drives(roads.lane(id));
  };
  const auto plan = memory.plan();
  return std::all_of(plan.begin(), plan.end(), known) && (memory.turn == 0 || known(memory.way));
}

void leave_first_lane(const RoadLane& lane, LaneMemory& memory) {
  std::copy(memory.lanes.begin() + 1, memory.lanes.end(), memory.lanes.begin());
  memory.lanes.back() = {};
  --memory.count;
  if (memory.turn > 0) memory.way_from += lane.length;
}

// --- who is in which lane -----------------------------------------------------------------------

/// Several points of one body in one lane are one stretch.
void add_entry(TrafficScene& scene, std::size_t first, const LaneEntry& entry) {
  for (std::size_t i = first; i < scene.entries.size(); ++i) {
    LaneEntry& other = scene.entries[i];
    if (other.lane != entry.lane || other.what != entry.what) continue;
    other.from = std::min(other.from, entry.from), other.to = std::max(other.to, entry.to);
    return;
  }
  scene.entries.push_back(entry);
}

void add_point(TrafficScene& scene, std::size_t first, std::uint32_t user, Vec2 at, double reach,
               double corridor, InLane what) {
  lanes_at(scene.roads(), at, scene.found);
  const Vec2 velocity = scene.users[user].velocity;
  for (const LanePlace& place : scene.found) {
    if (!drives(scene.roads().lane(place.lane)) || std::fabs(place.offset) > corridor) continue;
    const Rot2 turn = Rot2::of(place.heading);
    const double speed = std::max(0.0, dot(velocity, {turn.c, turn.s}));
    add_entry(scene, first,
              {place.lane, place.along - reach, place.along + reach, speed, user, what});
  }
}

/// Nobody knows its plans: it is wherever its body is.
void add_body(TrafficScene& scene, std::uint32_t index) {
  const RoadUser& user = scene.users[index];
  const std::size_t first = scene.entries.size();
  for (const double x : {user.nose, (user.nose - user.tail) / 2, -user.tail})
    for (const double y : {user.half_width, 0.0, -user.half_width})
      add_point(scene, first, index, user.pose * Vec2{x, y}, 0, kCorridor, InLane::Vehicle);
}

/// The lanes that it has still to cross on its crossing, on their whole bands.
void add_bands(TrafficScene& scene, std::uint32_t index, std::uint32_t number, Vec2 from, Vec2 to) {
  const RoadCrossing& crossing = scene.roads().crossings[number];
  const Vec2 axis = normalized(to - from);
  const double gone = dot(position(scene.users[index].pose) - from, axis);
  for (const RoadCrossing::Crossed& crossed : crossing.crossed) {
    const RoadLane& lane = scene.roads().lane(crossed.lane);
    const double middle = (crossed.along_from + crossed.along_to) / 2;
    const double there = dot(point_on(lane, middle) - from, axis);
    if (gone > there + half_width_at(lane, middle) + kBody) continue;
    scene.entries.push_back(
        {crossed.lane, crossed.along_from, crossed.along_to, 0, index, InLane::Band});
  }
}

/// It crosses where there is no crossing: all that lies before it.
void add_line(TrafficScene& scene, std::uint32_t index, Vec2 to) {
  const Vec2 from = position(scene.users[index].pose);
  const std::size_t first = scene.entries.size();
  const int steps = std::max(1, static_cast<int>(std::ceil(distance(from, to))));
  for (int k = 0; k <= steps; ++k)
    add_point(scene, first, index, lerp(from, to, static_cast<double>(k) / steps), kBody, 100,
              InLane::Walker);
}

void add_walker(TrafficScene& scene, std::uint32_t index) {
  const RoadUser& user = scene.users[index];
  const Vec2 at = position(user.pose);
  const std::size_t first = scene.entries.size();
  add_point(scene, first, index, at, kBody, 100, InLane::Walker);
  const WalkNetwork& walks = scene.guide->walks;
  const std::size_t places = walks.places.size();
  if (user.walk && user.walk->on_road && user.walk->from < places && user.walk->to < places) {
    const WalkPlace& from = walks.places[user.walk->from];
    const auto link = std::find_if(from.links.begin(), from.links.end(),
                                   [&](const WalkLink& l) { return l.to == user.walk->to; });
    const Vec2 to = walks.places[user.walk->to].at;
    if (link != from.links.end() && link->crossing != WalkLink::kPavement)
      add_bands(scene, index, link->crossing, from.at, to);
    else
      add_line(scene, index, to);
  } else if (!user.walk && dot(user.velocity, user.velocity) > 0.01) {
    add_point(scene, first, index, at + kStepsOut * user.velocity, kBody, 100, InLane::Walker);
  }
}

// --- who comes to which crossing ----------------------------------------------------------------

void add_comers(TrafficScene& scene, const RoadUser& user, LaneId lane, double base, double front,
                double rear) {
  for (const CrossingAhead& ahead : scene.guide->lanes[index_of(lane)].crossings)
    if (base + ahead.from - front < kComing && base + ahead.to > rear)
      scene.comers.push_back({ahead.crossing, base + ahead.from - front, user.speed});
}

void add_planned_comers(TrafficScene& scene, const RoadUser& user) {
  const LaneMemory& memory = *user.lanes;
  const double front = memory.along + user.nose, rear = memory.along - user.tail;
  double base = 0;
  for (const LaneId id : memory.plan()) {
    if (base - front > kComing) return;
    add_comers(scene, user, id, base, front, rear);
    base += scene.roads().lane(id).length;
  }
}

/// It may go on any way from its lane.
void add_possible_comers(TrafficScene& scene, const RoadUser& user, LaneId lane, double base,
                         double front, double rear, int deep) {
  add_comers(scene, user, lane, base, front, rear);
  const RoadLane& here = scene.roads().lane(lane);
  const double end = base + here.length;
  if (deep == 0 || end - front > kComing) return;
  for (const LaneId next : here.successors)
    if (drives(scene.roads().lane(next)))
      add_possible_comers(scene, user, next, end, front, rear, deep - 1);
}

bool earlier(const LaneEntry& a, const LaneEntry& b) {
  if (a.lane != b.lane) return a.lane < b.lane;
  if (a.from != b.from) return a.from < b.from;
  if (a.user != b.user) return a.user < b.user;
  return a.what < b.what;
}

bool earlier(const CrossingComer& a, const CrossingComer& b) {
  if (a.crossing != b.crossing) return a.crossing < b.crossing;
  return a.away != b.away ? a.away < b.away : a.speed < b.speed;
}

void find_entries(TrafficScene& scene) {
  for (std::uint32_t i = 0; i < scene.users.size(); ++i) {
    const RoadUser& user = scene.users[i];
    if (user.on_foot) {
      add_walker(scene, i);
    } else if (user.lanes && user.lanes->count > 0) {
      const double along = user.lanes->along;
      scene.entries.push_back({user.lanes->lanes[0], along - user.tail, along + user.nose,
                               std::max(0.0, user.speed), i, InLane::Vehicle});
      add_planned_comers(scene, user);
    } else {
      const std::size_t first = scene.entries.size();
      add_body(scene, i);
      for (std::size_t e = first; e < scene.entries.size(); ++e) {
        const LaneEntry entry = scene.entries[e];
        add_possible_comers(scene, user, entry.lane, 0, entry.to, entry.from, 3);
      }
    }
  }
  std::sort(scene.entries.begin(), scene.entries.end(),
            [](const LaneEntry& a, const LaneEntry& b) { return earlier(a, b); });
  std::sort(scene.comers.begin(), scene.comers.end(),
            [](const CrossingComer& a, const CrossingComer& b) { return earlier(a, b); });
}

/// Routes are chosen by how full the lanes ahead are.
void plan_all(TrafficScene& scene) {
  scene.taken.assign(scene.roads().lanes.size(), 0);
  for (const RoadUser& user : scene.users)
    if (user.lanes && user.lanes->count > 0)
      scene.taken[index_of(user.lanes->lanes[0])] += user.nose + user.tail + kGapHeld;
  for (RoadUser& user : scene.users)
    if (user.lanes) draw_ahead(scene.roads(), scene.taken, scene.seed, user.id, *user.lanes);
}

template <class Memory>
std::vector<double> as_numbers(const Memory& memory) {
  std::vector<double> numbers;
  Memory::fields(memory, [&](const char*, const auto& field) {
    numbers.push_back(static_cast<double>(field));
  });
  return numbers;
}

/// Whole numbers that a field of this type can hold.
template <class Field>
bool from_number(double number, Field& field) {
  if (!std::isfinite(number)) return false;
  if constexpr (!std::is_same_v<Field, double>)
    if (number < 0 || number > (std::is_same_v<Field, bool> ? 1.0 : 4294967295.0)) return false;
  field = static_cast<Field>(number);
  return true;
}

template <class Memory>
bool from_numbers(std::span<const double> numbers, Memory& memory) {
  if (numbers.size() != as_numbers(memory).size()) return false;
  Memory read;
  bool fits = true;
  std::size_t i = 0;
  Memory::fields(
      read, [&](const char*, auto& field) { fits = from_number(numbers[i++], field) && fits; });
  if (fits) memory = read;
  return fits;
}

}  // namespace

std::vector<double> numbers_of(const LaneMemory& memory) { return as_numbers(memory); }
std::vector<double> numbers_of(const WalkMemory& memory) { return as_numbers(memory); }
bool set_numbers(std::span<const double> numbers, LaneMemory& memory) {
  LaneMemory read;
  if (!from_numbers(numbers, read) || read.count > LaneMemory::kMost) return false;
  memory = read;
  return true;
}
bool set_numbers(std::span<const double> numbers, WalkMemory& memory) {
  return from_numbers(numbers, memory);
}

void begin_scene(TrafficScene& scene, std::uint64_t seed, double seconds, double dt,
                 std::size_t slots) {
  scene.seed = seed, scene.seconds = seconds, scene.dt = dt;
  scene.users.clear(), scene.entries.clear(), scene.comers.clear(), scene.passing.clear();
  scene.of_slot.assign(slots, kNobody);
}

DrawSequence draws_of(std::uint64_t seed, VehicleId id, std::uint64_t number) {
  return DrawSequence({.seed = seed,
                       .stream = Stream::Traffic,
                       .entity = static_cast<std::uint32_t>(id),
                       .tick = number});
}

void add_user(TrafficScene& scene, VehicleId id, const VehicleParams& params,
              const VehicleState& state, const LaneMemory* lanes, const WalkMemory* walk) {
  if (flies(state)) return;
  const VehicleType& type = type_of(kind_of(params));
  const PlanarBody body = body_of(params, state);
  RoadUser user{.id = id, .pose = pose_of(state), .velocity = body.velocity};
  user.speed = speed_of(state);
  user.on_foot = type.look.tag == SemanticTag::Pedestrian;
  user.nose = user.tail = user.half_width = type.outline.radius;
  if (!type.outline.is_circle()) {
    user.nose = user.tail = user.half_width = 0;
    for (const Vec2 corner : type.outline.polygon()) {
      user.nose = std::max(user.nose, corner.x), user.tail = std::max(user.tail, -corner.x);
      user.half_width = std::max(user.half_width, std::fabs(corner.y));
    }
  }
  if (lanes != nullptr) {
    user.lanes = *lanes;
    follow_plan(*scene.guide, user.pose, user.tail, *user.lanes);
  }
  if (walk != nullptr) user.walk = *walk;
  scene.of_slot[index_of(id)] = static_cast<std::uint32_t>(scene.users.size());
  scene.users.push_back(std::move(user));
}

void settle_scene(TrafficScene& scene) {
  plan_all(scene);
  find_entries(scene);
  decide_ways(scene);
}

std::span<const LaneEntry> in_lane(const TrafficScene& scene, LaneId lane) {
  const auto begin = std::lower_bound(scene.entries.begin(), scene.entries.end(), lane,
                                      [](const LaneEntry& e, LaneId id) { return e.lane < id; });
  auto end = begin;
  while (end != scene.entries.end() && end->lane == lane) ++end;
  return {begin, end};
}

void follow_plan(const RoadGuide& guide, const Pose2& pose, double tail, LaneMemory& memory) {
  const RoadNetwork& roads = *guide.roads;
  if (!fits(roads, memory)) memory = {.drawn = memory.drawn};
  if (memory.count > 0) {
    LanePlace place =
        follow_lane(roads.lane(memory.lanes[0]), memory.lanes[0], memory.along, position(pose));
    while (memory.count > 1 && place.along > roads.lane(memory.lanes[0]).length) {
      const RoadLane& left = roads.lane(memory.lanes[0]);
      leave_first_lane(left, memory);
      place = follow_lane(roads.lane(memory.lanes[0]), memory.lanes[0], place.along - left.length,
                          position(pose));
    }
    memory.along = place.along;
    // somebody put it elsewhere
    const double past = std::max(-place.along, place.along - roads.lane(place.lane).length);
    if (std::fabs(place.offset) > kLost || past > kLost) memory = {.drawn = memory.drawn};
  }
  if (memory.count == 0) {
    const auto place = nearest_lane(roads, pose);
    if (!place) return;
    memory.lanes[0] = place->lane, memory.along = place->along;
    memory.count = 1;
  }
  if (memory.turn > 0 &&
      memory.along + memory.way_from - tail > roads.lane(memory.way).length + 0.5)
    memory.turn = 0, memory.way_from = 0;
}

void keep_to_lanes(const RoadGuide& guide, const Pose2& pose, std::uint64_t seed, VehicleId id,
                   double tail, LaneMemory& memory) {
  follow_plan(guide, pose, tail, memory);
  draw_ahead(*guide.roads, {}, seed, id, memory);
}

void keep_to_goal(const RoadGuide& guide, const Pose2& pose, const LaneGoal& goal, double tail,
                  LaneMemory& memory) {
  follow_plan(guide, pose, tail, memory);
  const auto choose = [&](LaneId from) { return next_towards(goal, *guide.roads, from); };
  plan_ahead(*guide.roads, choose, memory);
}

double waiting_line(const RoadGuide& guide, LaneId entry) {
  constexpr double kMouth = 12;  // m before a junction: what lies there belongs to it
  const RoadLane& lane = guide.roads->lane(entry);
  // of a short street no more than the half: the other end is the next junction's
  const double mouth = lane.length - std::min(kMouth, lane.length / 2);
  double line = lane.length - 0.5;
  for (const LaneStop& stop : lane.stops)
    if (stop.along > mouth) line = std::min(line, stop.along);
  for (const CrossingAhead& crossing : guide.lanes[index_of(entry)].crossings)
    if (crossing.from > mouth) line = std::min(line, crossing.from - kBeforeBand);
  return std::max(line, 0.0);
}

double time_over(double away, double speed, double accel, double top) {
  if (away <= 0) return 0;
  if (speed >= top) return away / std::max(speed, 0.1);
  const double until_top = (top * top - speed * speed) / (2 * accel);
  if (away < until_top) return (std::sqrt(speed * speed + 2 * accel * away) - speed) / accel;
  return (top - speed) / accel + (away - until_top) / top;
}

}  // namespace paddock
