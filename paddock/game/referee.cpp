#include "paddock/game/referee.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "paddock/core/angle.h"
#include "paddock/core/text.h"
#include "paddock/engine/places.h"

namespace paddock {
namespace {

constexpr Nanos kSecond = 1'000'000'000;
constexpr Nanos kTimePenalty = 5 * kSecond;
constexpr Nanos kStopFor = kSecond;       // in a volume to stop in
constexpr Nanos kNewTouch = kSecond / 2;  // without contact, then the next one is news
constexpr double kStopped = 0.02;         // m/s
constexpr double kBodyTop = 0.11;         // m above the vehicle's origin
constexpr double kHousing = 0.112;        // m above it: only the lidar's is so high
constexpr double kConeDistance = 0.30, kConeTolerance = 0.01;
constexpr double kWallDistance = 0.20, kWallTolerance = 0.02;
constexpr double kWallAngle = 5 * kPi / 180;

constexpr Vec3 kCarMiddle{0, 0, 0.08};  // where gauges aim at

/// The course's car: its two boxes, which zones see and gauges measure from, and its lidar's
/// housing.
std::span<const BodyBox> car_boxes() { return type_of(kind_of<Robotcar>()).rigid->boxes; }

/// A vehicle as zones see it: rectangles, each from a height to another.
struct Body2 {
  struct Part {
    Vec2 half;
    double bottom{}, top{};
  };
  Pose2 pose;
  std::array<Part, 2> parts;
};

Body2 body_of(const Model& model, const State& state, std::size_t vehicle) {
  const double ground = vehicle_pose(model, state, vehicle).at.z;
  Body2 body{pose_of(state.physics.vehicles[vehicle]), {}};
  if (kind_of(model.physics.vehicles[vehicle].params) == kind_of<Robotcar>()) {
    for (std::size_t i = 0; i < body.parts.size(); ++i) {
      const auto& [half, middle] = car_boxes()[i];
      body.parts[i] = {xy(half), ground + middle.z - half.z, ground + middle.z + half.z};
    }
    return body;
  }
  Body2::Part whole{.half = {}, .bottom = ground, .top = ground + kBodyTop};
  const Outline2& outline = model.physics.vehicles[vehicle].outline;
  if (outline.is_circle()) whole.half = {outline.radius, outline.radius};
  for (const Vec2 p : outline.polygon())
    whole.half = {std::fmax(whole.half.x, std::fabs(p.x)), std::fmax(whole.half.y, std::fabs(p.y))};
  body.parts = {whole, whole};
  return body;
}

double speed_of(const Model& model, const State& state, std::size_t vehicle) {
  if (model.rigid) return length(state.rigid.cars[vehicle].body.velocity);
  return std::fabs(paddock::speed_of(state.physics.vehicles[vehicle]));
}

Vec2 direction(double yaw) { return Rot2::of(yaw) * Vec2{1, 0}; }

/// Do two turned rectangles share a point? None of their four axes parts them.
bool rectangles_meet(const Pose2& a, Vec2 half_a, const Pose2& b, Vec2 half_b) {
  const Vec2 between = position(b) - position(a);
  const std::array<Vec2, 4> axes{direction(a.yaw), perpendicular(direction(a.yaw)),
                                 direction(b.yaw), perpendicular(direction(b.yaw))};
  for (const Vec2 axis : axes) {
    const auto reach = [&](const Pose2& pose, Vec2 half) {
      const Vec2 x = direction(pose.yaw);
      return half.x * std::fabs(dot(x, axis)) + half.y * std::fabs(dot(perpendicular(x), axis));
    };
    if (std::fabs(dot(between, axis)) > reach(a, half_a) + reach(b, half_b)) return false;
  }
  return true;
}

bool touches(const WorldTrigger& volume, const Pose2& pose, const Body2::Part& part) {
  if (part.top < volume.bottom || part.bottom > volume.top) return false;
  // a rough look first: most zones are far away
  const double reach = length(volume.half_size) + length(part.half);
  const Vec2 between = position(volume.pose) - position(pose);
  if (dot(between, between) > reach * reach) return false;
  if (!volume.round) return rectangles_meet(pose, part.half, volume.pose, volume.half_size);
  const Vec2 p = inverse(pose) * position(volume.pose);
  const Vec2 off{std::fmax(std::fabs(p.x) - part.half.x, 0.0),
                 std::fmax(std::fabs(p.y) - part.half.y, 0.0)};
  return dot(off, off) <= volume.half_size.x * volume.half_size.x;
}

bool touches(const WorldTrigger& volume, const Body2& body) {
  return touches(volume, body.pose, body.parts[0]) || touches(volume, body.pose, body.parts[1]);
}

std::size_t key_points(const World& world) {
  return static_cast<std::size_t>(
      std::count_if(world.zones.begin(), world.zones.end(), [](const WorldZone& zone) {
        return zone.rule == TriggerRule::Checkpoint || zone.rule == TriggerRule::Finish;
      }));
}

/// The zone of checkpoint `number`, the finish after the last; nothing before the first.
const WorldZone* zone_of(const World& world, std::int64_t number) {
  std::int64_t n = 0;
  const WorldZone* finish = nullptr;
  for (const WorldZone& zone : world.zones) {
    if (zone.rule == TriggerRule::Finish) finish = &zone;
    if (zone.rule == TriggerRule::Checkpoint && n++ == number) return &zone;
  }
  return number == n ? finish : nullptr;
}

/// What one look at a tick shares.
struct Glance {
  const Model& model;
  const State& state;
  const Output& output;
  PlayMode mode;
  RefereeState& referee;
  std::vector<RefereeCall>& calls;
  Nanos clock{};

  const World& world() const { return *model.world; }
  bool alone() const { return referee.cars.size() == 1; }
  /// Whoever stands in a slot of those that the run began with, and is one of them.
  bool judges(VehicleId vehicle) const {
    return index_of(vehicle) < referee.cars.size() && generation_of(vehicle) == 0;
  }
  bool judges(std::size_t v) const {
    return state.physics.present[v] != 0 && judges(id_of(state, v));
  }
};

void end_trial_with(Glance& look, TrialEnd how, std::string why) {
  RefereeState& referee = look.referee;
  referee.end = how;
  referee.ended = look.clock;
  look.calls.push_back({.kind = RefereeCall::Kind::TrialOver,
                        .duration = look.clock,
                        .points = score_of(look.world(), referee),
                        .piece = {},
                        .text = std::move(why)});
}

void reset(Glance& look, std::size_t v, std::string why) {
  look.calls.push_back({.kind = RefereeCall::Kind::Reset,
                        .vehicle = vehicle_id(v),
                        .piece = {},
                        .text = std::move(why)});
}

void fail_car(Glance& look, std::size_t v, const std::string& why) {
  RefereeCar& car = look.referee.cars[v];
  if (car.finished || (car.failed && look.mode == PlayMode::Race)) return;
  look.calls.push_back(
      {.kind = RefereeCall::Kind::Failure, .vehicle = vehicle_id(v), .piece = {}, .text = why});
  if (look.mode == PlayMode::Trial) return end_trial_with(look, TrialEnd::Failed, why);
  if (look.mode != PlayMode::Race) return;
  if (look.alone())
    car.failed = true;
  else
    reset(look, v, why);
}

void pass_key_point(Glance& look, std::size_t v, std::int64_t number, bool finish) {
  RefereeCar& car = look.referee.cars[v];
  if (number <= car.key_point || car.failed || car.finished) return;
  car.key_point = number;
  car.passed[static_cast<std::size_t>(number)] = look.clock;
  car.finished = finish && look.mode == PlayMode::Race;
  look.calls.push_back({.kind = finish ? RefereeCall::Kind::Finish : RefereeCall::Kind::Checkpoint,
                        .vehicle = vehicle_id(v),
                        .number = static_cast<std::uint32_t>(number),
                        .duration = look.clock + (finish ? car.penalty : 0),
                        .piece = {},
                        .text = {}});
}

void penalise(Glance& look, std::size_t v, std::size_t z) {
  const WorldZone& zone = look.world().zones[z];
  const std::string why = "a slalom cone was touched or passed on the wrong side";
  if (zone.penalty == Penalty::Fail) return fail_car(look, v, why);
  if (zone.penalty == Penalty::Reset) return reset(look, v, why);
  RefereeCar& car = look.referee.cars[v];
  if (!car.finished) car.penalty += kTimePenalty;
  look.calls.push_back({.kind = RefereeCall::Kind::Penalty,
                        .vehicle = vehicle_id(v),
                        .duration = kTimePenalty,
                        .piece = {},
                        .text = why});
  // the cone goes, and with it all that belongs to it
  for (std::size_t i = 0; i < look.world().zones.size(); ++i)
    if (i == z || (zone.piece && look.world().zones[i].piece == zone.piece))
      look.referee.gone[i] = 1;
  if (zone.piece)
    look.calls.push_back({.kind = RefereeCall::Kind::ConeGone, .piece = zone.piece, .text = {}});
}

void look_at_zones(Glance& look, std::size_t v, const Body2& body) {
  const World& world = look.world();
  RefereeCar& car = look.referee.cars[v];
  std::int64_t checkpoints = 0;
  for (std::size_t z = 0; z < world.zones.size(); ++z) {
    const WorldZone& zone = world.zones[z];
    const std::int64_t number = checkpoints;
    if (zone.rule == TriggerRule::Checkpoint) ++checkpoints;
    if (look.referee.gone[z] != 0) continue;
    const bool was = car.inside[z] != 0, is = touches(zone.volume, body);
    car.inside[z] = is ? 1 : 0;
    if (!is) continue;
    switch (zone.rule) {
      case TriggerRule::Checkpoint:
        pass_key_point(look, v, number, false);
        break;
      case TriggerRule::Finish:
        pass_key_point(look, v, static_cast<std::int64_t>(key_points(world)) - 1, true);
        break;
      case TriggerRule::Fail:
        if (!was) fail_car(look, v, "it got where it must not go");
        break;
      case TriggerRule::Reset:
        if (!was) reset(look, v, "it left the course");
        break;
      case TriggerRule::SpeedLimit:
        if (speed_of(look.model, look.state, v) > zone.speed) {
          const Nanos now = world.clock.nanos(look.state.tick);
          if (now - car.touched >= kNewTouch)
            fail_car(look, v, concat("it was faster than ", zone.speed, " m/s"));
          car.touched = now;
        }
        break;
      case TriggerRule::Slalom:
        if (!was) penalise(look, v, z);
        break;
      case TriggerRule::None:
        break;
    }
    if (look.referee.end != TrialEnd::Running) return;
  }
}

/// The course's car must not touch anything with the housing of its lidar, when it is alone.
void look_at_lidars(Glance& look) {
  if (!look.alone()) return;
  for (const RigidContact& contact : look.output.rigid.contacts) {
    if (!look.judges(contact.vehicle)) continue;
    const std::size_t v = index_of(contact.vehicle);
    if (kind_of(look.model.physics.vehicles[v].params) != kind_of<Robotcar>()) continue;
    const Vec3 point = inverse(vehicle_pose(look.model, look.state, v)) * contact.point;
    RefereeCar& car = look.referee.cars[v];
    if (point.z < kHousing || look.referee.end != TrialEnd::Running) continue;
    const Nanos now = look.world().clock.nanos(look.state.tick);
    if (now - car.touched >= kNewTouch) fail_car(look, v, "its lidar touched something");
    car.touched = now;
  }
}

/// A touch is news once; leaning on a wall is not.
void look_at_contacts(Glance& look) {
  const Nanos now = look.world().clock.nanos(look.state.tick);
  for (const ContactEvent& contact : look.output.physics.contacts) {
    if (contact.other || !look.judges(contact.vehicle)) continue;
    if (look.referee.end != TrialEnd::Running) continue;
    const WorldPiece& piece = look.world().pieces[index_of(contact.piece)];
    if (piece.resets) reset(look, index_of(contact.vehicle), concat("it touched a ", piece.kind));
    if (!piece.fails) continue;
    RefereeCar& car = look.referee.cars[index_of(contact.vehicle)];
    if (now - car.touched >= kNewTouch)
      fail_car(look, index_of(contact.vehicle), concat("it touched a ", piece.kind));
    car.touched = now;
  }
}

// --- tasks --------------------------------------------------------------------------------------

bool holds(Glance& look, const WorldTask& task, const Body2& body) {
  const VehicleId first{0};
  const double speed = speed_of(look.model, look.state, 0);
  switch (task.kind) {
    case TaskKind::Speed:
      return speed > task.speed;
    case TaskKind::Reach:
      return std::any_of(task.volumes.begin(), task.volumes.end(),
                         [&](const WorldTrigger& volume) { return touches(volume, body); });
    case TaskKind::Stop:
      return speed < task.speed &&
             std::any_of(task.volumes.begin(), task.volumes.end(),
                         [&](const WorldTrigger& volume) { return touches(volume, body); });
    case TaskKind::ParkAtCone: {
      const GaugeReading gauge = read_gauge(look.model, look.state, first, *task.piece);
      return speed < kStopped && std::fabs(gauge.distance - kConeDistance) < kConeTolerance;
    }
    case TaskKind::ParkAtWall: {
      const GaugeReading gauge = read_gauge(look.model, look.state, first, *task.piece);
      return speed < kStopped && std::fabs(gauge.distance - kWallDistance) < kWallTolerance &&
             std::fabs(gauge.angle) < kWallAngle;
    }
  }
  return false;
}

void look_at_tasks(Glance& look, const Body2& body) {
  RefereeState& referee = look.referee;
  const World& world = look.world();
  while (referee.task < world.tasks.size()) {
    const WorldTask& task = world.tasks[referee.task];
    if (!holds(look, task, body)) {
      referee.still_since = -1;
      return;
    }
    if (task.kind == TaskKind::Stop) {
      if (referee.still_since < 0) referee.still_since = look.clock;
      if (look.clock - referee.still_since < kStopFor) return;
    }
    referee.still_since = -1;
    referee.points += task.points;
    look.calls.push_back({.kind = RefereeCall::Kind::TaskDone,
                          .number = referee.task,
                          .points = task.points,
                          .piece = {},
                          .text = {}});
    ++referee.task;
  }
  if (!world.trial->until_stopped || speed_of(look.model, look.state, 0) < kStopped)
    end_trial_with(look, TrialEnd::Done, "all tasks are done");
}

void look_at_trial(Glance& look) {
  const World& world = look.world();
  if (!world.trial || !look.referee.running || look.referee.end != TrialEnd::Running) return;
  if (look.judges(std::size_t{0})) look_at_tasks(look, body_of(look.model, look.state, 0));
  const double seconds = static_cast<double>(look.clock) * 1e-9;
  if (look.referee.end == TrialEnd::Running && seconds > world.trial->limit)
    end_trial_with(look, TrialEnd::TimeUp, concat("the time of ", world.trial->limit, " s is up"));
}

// --- gauges -------------------------------------------------------------------------------------

/// How far it is from `from` to the car's surface on the way to its middle, in the car's frame.
double way_to_car(Vec3 from) {
  const Vec3 way = kCarMiddle - from;
  double nearest = 1;  // of the way: the middle is inside
  for (const auto& [half, middle] : car_boxes().first(2)) {
    double in = 0, out = 1;
    const auto cut = [&](double at, double step, double low, double high) {
      if (step == 0 && (at < low || at > high)) out = -1;
      if (step == 0) return;
      const double a = (low - at) / step, b = (high - at) / step;
      in = std::fmax(in, std::fmin(a, b)), out = std::fmin(out, std::fmax(a, b));
    };
    cut(from.x, way.x, middle.x - half.x, middle.x + half.x);
    cut(from.y, way.y, middle.y - half.y, middle.y + half.y);
    cut(from.z, way.z, middle.z - half.z, middle.z + half.z);
    if (in <= out) nearest = std::fmin(nearest, in);
  }
  return nearest * length(way);
}

/// As the original measures a cone: from where it is 7 cm wide, towards the car's middle.
double way_to_cone(double radius, const Pose3& car_from_cone) {
  return way_to_car(car_from_cone * Vec3{0, 0, 1.2 * radius}) - 0.7 * radius;
}

/// As the original measures a wall: from its middle to the car, straight back to the wall, and from
/// there twice more; so in the end from the car's surface before its middle, square to the wall.
double way_to_wall(Vec3 half, bool along_x, const Pose3& wall_from_car) {
  const Pose3 car_from_wall = inverse(wall_from_car);
  Vec3 from{0, 0, half.z};
  double distance = 1e9;
  for (int i = 0; i < 3; ++i) {
    const Vec3 eye = car_from_wall * from, way = kCarMiddle - eye;
    const Vec3 met = wall_from_car * (eye + way_to_car(eye) / length(way) * way);
    distance = std::fmax(0.0, std::fabs(along_x ? met.x : met.y) - (along_x ? half.x : half.y));
    from = met;
    (along_x ? from.x : from.y) = std::copysign(along_x ? half.x : half.y, along_x ? met.x : met.y);
  }
  return distance;
}

}  // namespace

RefereeState start_referee(const World& world, std::size_t vehicles) {
  RefereeState state;
  state.cars.resize(vehicles);
  for (RefereeCar& car : state.cars) {
    car.passed.assign(key_points(world), -1);
    car.inside.assign(world.zones.size(), 0);
  }
  state.gone.assign(world.zones.size(), 0);
  return state;
}

void start_clock(const World& world, Tick now, RefereeState& state) {
  if (state.running) return;
  state.running = true;
  state.began = world.clock.nanos(now);
}

std::optional<RefereeCall> end_trial(const World& world, Tick now, TrialEnd how,
                                     RefereeState& state) {
  if (!world.trial || state.end != TrialEnd::Running) return std::nullopt;
  state.end = how;
  state.ended = clock_of(world, state, now);
  return RefereeCall{.kind = RefereeCall::Kind::TrialOver,
                     .duration = state.ended,
                     .points = score_of(world, state),
                     .piece = {},
                     .text = how == TrialEnd::Skipped ? "it was skipped" : "the program failed"};
}

std::vector<RefereeCall> judge(const Model& model, const State& state, const Output& output,
                               PlayMode mode, RefereeState& referee) {
  std::vector<RefereeCall> calls;
  const World& world = *model.world;
  if (mode == PlayMode::Trial && referee.end != TrialEnd::Running) return calls;
  Glance look{model, state, output, mode, referee, calls, clock_of(world, referee, state.tick)};
  if (mode == PlayMode::Trial) look_at_trial(look);
  for (std::size_t v = 0; v < referee.cars.size() && referee.end == TrialEnd::Running; ++v)
    if (!world.zones.empty() && look.judges(v)) look_at_zones(look, v, body_of(model, state, v));
  look_at_lidars(look);
  look_at_contacts(look);
  return calls;
}

Nanos clock_of(const World& world, const RefereeState& state, Tick now) {
  return state.running ? world.clock.nanos(now) - state.began : 0;
}

KeyPointPlace key_point_place(const Model& model, const RefereeState& state, VehicleId vehicle) {
  const std::size_t v = index_of(vehicle);
  const VehicleSetup& setup = model.vehicles[v];
  const bool judged = v < state.cars.size() && generation_of(vehicle) == 0;
  const WorldZone* zone = judged ? zone_of(*model.world, state.cars[v].key_point) : nullptr;
  if (zone == nullptr) return {setup.start, setup.z};
  const Pose2& pose = zone->volume.pose;
  const double above = zone->volume.bottom - ground_height(*model.world, position(pose));
  return {pose, std::isfinite(above) ? std::fmax(above, 0.0) : 0.0};
}

bool advance_key_point(const World& world, VehicleId vehicle, RefereeState& state) {
  if (index_of(vehicle) >= state.cars.size() || generation_of(vehicle) != 0) return false;
  RefereeCar& car = state.cars[index_of(vehicle)];
  if (zone_of(world, car.key_point + 1) == nullptr) return false;
  ++car.key_point;
  return true;
}

double full_points(const World& world) {
  double points = 0;
  for (const WorldTask& task : world.tasks) points += task.points;
  return points;
}

double bonus_of(const WorldTrial& trial, Nanos time) {
  const double seconds = static_cast<double>(time) * 1e-9;
  for (const TrialBonus& bonus : trial.bonus)
    if (seconds <= bonus.seconds) return bonus.points;
  return 0;
}

double score_of(const World& world, const RefereeState& state) {
  if (state.end != TrialEnd::Done || !world.trial) return state.points;
  return state.points + bonus_of(*world.trial, state.ended + state.cars.front().penalty);
}

GaugeReading read_gauge(const Model& model, const State& state, VehicleId vehicle, PieceId piece) {
  const Pose3 world_from_car = vehicle_pose(model, state, index_of(vehicle));
  const BodyPlace place = piece_place(model, state, piece);
  const PieceShape& shape = model.world->pieces[index_of(piece)].shape;
  GaugeReading gauge;
  const Pose3 piece_from_car = inverse(place.pose) * world_from_car;
  if (const auto* cone = std::get_if<ConeSpec>(&shape)) {
    gauge.distance = way_to_cone(place.scale * cone->radius, inverse(piece_from_car));
    return gauge;
  }
  // of a wall also the car's heading against the face it looks at
  const auto* box = std::get_if<BoxSpec>(&shape);
  const Vec3 half = box != nullptr ? place.scale * box->size / 2 : Vec3{};
  const Vec3 ahead = piece_from_car.turn * Vec3{1, 0, 0};
  const bool along_x = half.x <= half.y;  // the thin way is the one through the wall
  gauge.distance = way_to_wall(half, along_x, piece_from_car);
  const double square = det::atan2(along_x ? ahead.y : ahead.x, along_x ? ahead.x : ahead.y);
  gauge.angle = std::fabs(square) > kPi / 2 ? square - std::copysign(kPi, square) : square;
  return gauge;
}

}  // namespace paddock
