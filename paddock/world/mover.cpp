// Closed forms of schedules and ways; nothing here remembers anything.
#include "paddock/world/mover.h"

#include <algorithm>
#include <cmath>

#include "paddock/core/det_math.h"
#include "paddock/core/random.h"

namespace paddock {
namespace {

// --- schedules ----------------------------------------------------------------------------------

constexpr double kMostLegs = 1e15;  // whole numbers of a double, however short a leg is

/// Waits, goes there, waits, goes back, for ever.
struct Schedule {
  double travel{}, wait{};  // s
  double phase{}, jitter{};
};

/// How far the last leg, there or back, has come.
struct Leg {
  bool back{};
  double since{};  // s since the departure, from 0 to the whole travel time
};

/// s that the departure of a leg is late. What was before the start was on time.
double delay_of(const Schedule& schedule, MoverSeed seed, double leg) {
  if (leg < 0 || schedule.jitter <= 0) return 0;
  return draw_between({.seed = seed.level,
                       .stream = Stream::MoverDelay,
                       .entity = static_cast<std::uint32_t>(seed.piece),
                       .tick = static_cast<std::uint64_t>(leg)},
                      0, schedule.jitter);
}

/// Legs begin at fixed times with a wait, so that delays never add up: who leaves late arrives
/// late, in the wait of the next leg, and waits the less for it.
Leg leg_at(const Schedule& schedule, MoverSeed seed, double seconds) {
  const double each = schedule.wait + schedule.travel;
  const double time = seconds + schedule.phase;
  const double leg = std::clamp(std::floor(time / each), -kMostLegs, kMostLegs);
  const double within = time - leg * each;
  const bool back = std::fmod(leg, 2) != 0;
  const double late = delay_of(schedule, seed, leg - 1);
  const bool under_way = within < late;
  const double since = under_way ? schedule.travel + within - late
                                 : within - schedule.wait - delay_of(schedule, seed, leg);
  return {back != under_way, std::clamp(since, 0.0, schedule.travel)};
}

// --- ways ---------------------------------------------------------------------------------------

/// From 0 to 1 in unit time with the least jerk: riders feel no jump in force.
double ease(double t) { return t * t * t * (10 + t * (-15 + 6 * t)); }

double eased(const Schedule& schedule, const Leg& leg) {
  const double way = ease(leg.since / schedule.travel);
  return leg.back ? 1 - way : way;
}

constexpr double kRamp = 1;  // m/s^2 from standstill

/// At distance d from the nearer end the speed is v min(1, 1/4 + 3 d/h); below the speed where a
/// steady ramp from standstill meets that law, it is the ramp's.
struct SpeedLaw {
  double height{}, speed{};            // h, v
  double ramp{};                       // m/s^2
  double ramp_time{}, ramp_way{};      // until the law is met
  double ease_time{}, quarter_time{};  // from there to h/4; from the start to h/4

  SpeedLaw(double h, double v) : height(h), speed(v) {
    ramp = std::max(kRamp, 3 * v * v / h);  // the law's own acceleration is at most 3 v^2/h
    const double ratio = 3 * v * v / (2 * ramp * h);
    const double met = v / (2 * (1 + std::sqrt(1 - ratio)));  // v/4 where the ramp is short
    ramp_time = met / ramp;
    ramp_way = met * met / (2 * ramp);
    ease_time = h / (3 * v) * det::log(h / 3 / (h / 12 + ramp_way));
    quarter_time = ramp_time + ease_time;
  }

  double travel_time() const { return 2 * quarter_time + height / (2 * speed); }

  /// m from the start, for the first half of the way.
  double early_way(double t) const {
    if (t < ramp_time) return ramp / 2 * t * t;
    if (t > quarter_time) return height / 4 + speed * (t - quarter_time);
    const double shift = height / 12;
    return (shift + ramp_way) * det::exp(3 * speed / height * (t - ramp_time)) - shift;
  }
  double way(double t) const {
    const double left = travel_time() - t;
    return t < left ? early_way(t) : height - early_way(left);
  }
};

}  // namespace

double travel_time_of(const ElevatorSpec& elevator) {
  if (!elevator.speed) return elevator.travel_time;
  return SpeedLaw(elevator.high - elevator.low, *elevator.speed).travel_time();
}

double elevator_height(const ElevatorSpec& elevator, MoverSeed seed, double seconds) {
  const double rise = elevator.high - elevator.low;
  const Schedule schedule{.travel = travel_time_of(elevator),
                          .wait = elevator.wait_time,
                          .phase = elevator.phase,
                          .jitter = elevator.jitter};
  const Leg leg = leg_at(schedule, seed, seconds);
  if (!elevator.speed) return rise * eased(schedule, leg);
  const double way = SpeedLaw(rise, *elevator.speed).way(leg.since);
  return leg.back ? rise - way : way;
}

Pose3 door_place(const DoorSpec& door, MoverSeed seed, double seconds) {
  const Schedule schedule{.travel = door.travel_time,
                          .wait = door.wait_time,
                          .phase = door.phase,
                          .jitter = door.jitter};
  const double open = eased(schedule, leg_at(schedule, seed, seconds));
  if (door.opens == DoorOpens::Slide) return {{0, open * door.travel.value_or(door.size.y), 0}, {}};
  if (door.opens == DoorOpens::Lift) return {{0, 0, open * door.travel.value_or(door.size.z)}, {}};
  const Vec3 hinge{0, door.size.y / 2, 0};
  const Quat turn = Quat::from_yaw_pitch_roll(open * door.angle, 0, 0);
  return {hinge - turn * hinge, turn};
}

TrainLine make_train_line(const TrainSpec& train) {
  TrainLine line;
  line.route = make_route("", train.points, train.closed, 0);
  line.spacing = train.spacing.value_or(1.1 * train.car_size.x);
  line.train = line.cycle = line.route.length;
  double trains = 1;
  if (train.gap) {  // as many as fill the line, and one that is not on it
    line.train = (train.cars - 1) * line.spacing + train.car_size.x + *train.gap;
    trains = std::floor(line.route.length / line.train) + 1;
    line.cycle = trains * line.train;
  }
  // no more than a level may have is ever counted in full
  line.cars = static_cast<std::size_t>(std::min(trains * train.cars, 1e9));
  return line;
}

std::optional<Pose3> car_place(const TrainSpec& train, const TrainLine& line, std::size_t car,
                               double seconds) {
  const auto cars = static_cast<std::size_t>(train.cars);
  const auto ahead = static_cast<double>(cars - 1 - car % cars) + 0.5;
  double along = ahead * line.spacing + static_cast<double>(car / cars) * line.train +
                 train.speed * (seconds + train.phase);
  along -= line.cycle * std::floor(along / line.cycle);
  if (train.gap && along > line.route.length) return std::nullopt;
  // both ends of a car follow the line
  const double reach = 0.35 * train.car_size.x;
  const RoutePlace middle = place_at(line.route, along);
  const Vec2 chord =
      place_at(line.route, along + reach).point - place_at(line.route, along - reach).point;
  const Vec2 way = length(chord) > 1e-9 ? chord : middle.direction;
  return Pose3{{middle.point.x, middle.point.y, 0},
               Quat::from_yaw_pitch_roll(det::atan2(way.y, way.x), 0, 0)};
}

std::vector<std::optional<Pose3>> car_places_of(const TrainSpec& train) {
  const TrainLine line = make_train_line(train);
  std::vector<std::optional<Pose3>> places;
  for (std::size_t car = 0; car < line.cars; ++car)
    places.push_back(car_place(train, line, car, 0));
  return places;
}

}  // namespace paddock
