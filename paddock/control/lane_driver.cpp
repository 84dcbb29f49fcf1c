#include "paddock/control/lane_driver.h"

#include <algorithm>
#include <cmath>

#include "paddock/control/pure_pursuit.h"
#include "paddock/control/right_of_way.h"

namespace paddock {
namespace {

constexpr LookaheadParams kLookahead{.least = 3, .most = 7, .gain = 0.35};
constexpr double kAtLine = 0.6;    // m before a line, where the front comes to rest
constexpr double kAtPeople = 1.5;  // m before people
constexpr double kSeen = 18;       // m and what braking takes: how far ahead it looks
constexpr double kStands = 0.3;    // m/s
constexpr double kSure = 3;        // m/s^2: inside a junction it stays able to stop so
constexpr double kWaitsFor = 0.3;  // s that it stays clear of whose turn came before
constexpr double kFast = 2, kFastTop = 8, kSlow = 1.2, kSlowTop = 4;  // as turns are given
constexpr double kOverBand = 0.5;  // m past the beginning of a crossing: it clears it

/// What one driver sees along its plan, as the least acceleration that all of it allows.
class Lookout {
 public:
  Lookout(const FollowParams& p, const TrafficScene& scene, std::uint32_t index)
      : p_(p),
        scene_(scene),
        index_(index),
        user_(scene.users[index]),
        memory_(*user_.lanes),
        speed_(std::max(0.0, user_.speed)),
        front_(memory_.along + user_.nose),
        horizon_(kSeen + speed_ * speed_ / (2 * p.brake) + speed_ * p.headway) {}

  double accel() {
    double base = 0;
    for (std::size_t k = 0; k < memory_.count && base - front_ < horizon_; ++k) {
      const RoadLane& lane = scene_.roads().lane(memory_.lanes[k]);
      heed_speed(k, base);
      heed_users(k, base);
      heed_lights(lane, base);
      base += lane.length;
      if (k + 1 == memory_.count) stop_at(base, kAtLine);  // nothing is known beyond
    }
    heed_junction();
    heed_turns();
    return std::clamp(accel_, -p_.hardest, p_.accel);
  }

 private:
  LaneId lane_id(std::size_t k) const { return memory_.lanes[k]; }
  void least(double accel) { accel_ = std::min(accel_, accel); }

  /// `place` metres from the start of its first lane.
  void stop_at(double place, double margin) {
    least(follow_accel({p_.accel, p_.brake, p_.headway, 0.3, p_.hardest}, speed_, wanted_,
                       place - margin - front_, 0));
  }

  void heed_speed(std::size_t k, double base) {
    const RoadGuide& guide = *scene_.guide;
    if (k == 0) {
      wanted_ = allowed_speed(guide, lane_id(0), memory_.along);
    } else {
      // slower further on: v^2 falls evenly until there
      const double there = allowed_speed(guide, lane_id(k), 0);
      const double away = std::max(0.0, base - memory_.along);
      wanted_ = std::min(wanted_, std::sqrt(there * there + 2 * kEaseAccel * away));
    }
    least(free_accel(p_, speed_, wanted_));
  }

  void heed_users(std::size_t k, double base) {
    for (const LaneEntry& entry : in_lane(scene_, lane_id(k)))
      if (entry.user != index_) heed(entry, base);
    if (!scene_.roads().lane(lane_id(k)).junction) return;
    // ways that begin where this one does: who is not yet clear of it
    for (const LaneConflict& c : scene_.guide->lanes[index_of(lane_id(k))].conflicts)
      if (c.kind == ConflictKind::Diverge && base + c.own_to > front_ - user_.nose - user_.tail)
        for (const LaneEntry& entry : in_lane(scene_, c.other))
          if (entry.user != index_ && entry.what == InLane::Vehicle && entry.from < c.other_to)
            heed(entry, base);
  }

  void heed(const LaneEntry& entry, double base) {
    const double from = base + entry.from, to = base + entry.to;
    if (entry.what == InLane::Band) {
      if (front_ < from + kOverBand) stop_at(from, kAtLine);
    } else if (entry.what == InLane::Walker) {
      if (to > front_) stop_at(from, kAtPeople);
    } else if ((from + to) / 2 > front_ - (user_.nose + user_.tail) / 2) {
      least(follow_accel(p_, speed_, wanted_, from - front_, entry.speed));
    }
  }

  void heed_lights(const RoadLane& lane, double base) {
    for (const LaneStop& stop : lane.stops) {
      const RoadSignal& signal = scene_.roads().signal(stop.signal);
      const double away = base + stop.along - front_;
      if (signal.kind != SignalKind::Light || away < 0 || away > horizon_) continue;
      if (stops_at(light_at(signal, scene_.seconds), away, speed_))
        stop_at(base + stop.along, kAtLine);
    }
  }

  /// Without a turn it waits at the line.
  void heed_junction() {
    const auto ahead = junction_ahead(scene_, user_);
    if (!ahead || ahead->to_line > horizon_) return;
    if (memory_.turn > 0 && memory_.way == ahead->way) return;
    if (ahead->to_line > -2) stop_at(front_ + ahead->to_line, kAtLine);
  }

  /// Inside it waits for those whose turn came before, where their ways meet.
  void heed_turns() {
    if (memory_.turn == 0) return;
    if (memory_.waits_inside()) {
      const double place = waiting_place(*scene_.guide, memory_.way);
      stop_at(front_ + place - (on_way(memory_) + user_.nose), kAtLine);
      return;
    }
    for (const LaneConflict& c : scene_.guide->lanes[index_of(memory_.way)].conflicts) {
      if (c.kind == ConflictKind::Diverge) continue;
      const double way = on_way(memory_);
      if (way - user_.tail > c.own_to) continue;
      for (const std::uint32_t index : scene_.passing) {
        const RoadUser& other = scene_.users[index];
        if (other.lanes->way != c.other || other.lanes->turn > memory_.turn || index == index_)
          continue;
        if (other.lanes->turn == memory_.turn) continue;
        wait_for(other, c, way);
      }
    }
  }

  void wait_for(const RoadUser& other, const LaneConflict& c, double way) {
    const double rear = on_way(*other.lanes) - other.tail;
    if (rear > c.other_to) return;
    const double away = c.own_from - (way + user_.nose);
    if (c.kind == ConflictKind::Merge && rear > c.other_from) {
      // it drives on ahead of this one, as far from where both end
      const double to_end = scene_.roads().lane(c.other).length - rear;
      const double mine = scene_.roads().lane(memory_.way).length - way - user_.nose;
      if (mine > to_end) {
        least(follow_accel(p_, speed_, wanted_, mine - to_end, std::max(0.0, other.speed)));
        return;
      }
    }
    const double gone = time_over(c.other_to - rear, std::max(0.0, other.speed), kSlow, kSlowTop);
    const bool late = time_over(away, speed_, kFast, kFastTop) > gone + kWaitsFor;
    const bool sure = away > speed_ * speed_ / (2 * kSure) + 2;
    if (!late || !sure) stop_at(front_ + away, kAtLine);
  }

  const FollowParams& p_;
  const TrafficScene& scene_;
  std::uint32_t index_;
  const RoadUser& user_;
  const LaneMemory& memory_;
  double speed_, front_, horizon_;
  double wanted_{};
  double accel_{1e9};
};

/// The speed to ask for so that pedals give about this acceleration: half a second of it, and less
/// for brakes, which bite harder than engines push.
double speed_for(double speed, double accel) {
  constexpr double kPush = 0.5, kBite = 0.28, kHold = -0.5;
  if (speed < 0.2 && accel <= 0.05) return kHold;
  return accel > 0 ? speed + kPush * accel : std::max(kHold, speed + kBite * accel);
}

}  // namespace

double free_accel(const FollowParams& p, double speed, double wanted) {
  if (speed > wanted) return std::max(-p.brake, 1.5 * (wanted - speed));
  const double share = speed / std::max(wanted, 0.1);
  return p.accel * (1 - share * share * share * share);
}

double follow_accel(const FollowParams& p, double speed, double wanted, double gap, double ahead) {
  const double closing = speed * (speed - ahead) / (2 * std::sqrt(p.accel * p.brake));
  const double needed = p.standstill + std::max(0.0, speed * p.headway + closing);
  if (gap <= 0.01) return -p.hardest;
  const double ratio = needed / gap;
  return std::max(-p.hardest,
                  std::min(free_accel(p, speed, wanted), p.accel) - p.accel * ratio * ratio);
}

Vec2 point_ahead(const TrafficScene& scene, const LaneMemory& memory, double ahead) {
  double along = memory.along + ahead;
  std::size_t k = 0;
  for (; k + 1 < memory.count; ++k) {
    const double length = scene.roads().lane(memory.lanes[k]).length;
    if (along <= length) break;
    along -= length;
  }
  const RoadLane& lane = scene.roads().lane(memory.lanes[k]);
  if (along >= 0 && along <= lane.length) return point_on(lane, along);
  // past an end straight on
  const double end = along < 0 ? 0 : lane.length;
  const Rot2 turn = Rot2::of(along < 0 ? lane.heading.front() : lane.heading.back());
  return point_on(lane, end) + (along - end) * Vec2{turn.c, turn.s};
}

VehicleInput drive_lanes(LaneDriver& driver, const TrafficScene& scene, std::size_t slot,
                         const VehicleParams& params, const VehicleState& state) {
  const std::uint32_t index = scene.of_slot[slot];
  if (index == kNobody || !scene.users[index].lanes || scene.users[index].lanes->count == 0)
    return input_for(params, state, {.curvature = 0, .speed = 0});
  const RoadUser& user = scene.users[index];
  driver.memory = *user.lanes;
  driver.memory.stood = std::fabs(user.speed) < kStands ? driver.memory.stood + scene.dt : 0;

  const double accel = Lookout(driver.follow, scene, index).accel();
  const Pose2 axle = pursuing_point(params, state);
  const double back = distance(position(user.pose), position(axle));
  const double reach = lookahead_at(kLookahead, user.speed);
  const Vec2 carrot = point_ahead(scene, driver.memory, reach - back);
  return input_for(params, state,
                   {.curvature = pursuit_curvature(axle, carrot),
                    .speed = speed_for(user.speed, accel),
                    .push = 8});
}

}  // namespace paddock
