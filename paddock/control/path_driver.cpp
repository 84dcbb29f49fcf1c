#include "paddock/control/path_driver.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "paddock/control/driver.h"
#include "paddock/control/path_as_coded.h"
#include "paddock/core/det_math.h"

namespace paddock {
namespace {

constexpr double kStanding = 0.05;  // m/s: slower than this a velocity has no direction

/// What a tick works with.
struct Following {
  PathDriver& driver;
  const PathParams& params;
  PathMemory& memory;
  const PathLine& line;
  PursuitOutput& out;
  PointState state;
  double dt{};
};

CornerLimits corner_limits(const PathParams& params) {
  return {.top = params.desired_linear_vel,
          .accel = 0.4 * params.max_acceleration,  // the rest is for wind and for coming back
          .margin = 0.5 * params.waypoint_epsilon};
}

// --- the line -----------------------------------------------------------------------------------

/// The line of the path as it is now.
void make_line(PathDriver& driver) {
  const PathMemory& memory = driver.memory;
  if (memory.by_route) {
    driver.line = make_line(driver.route->points, driver.route->closed, false);
    return;
  }
  const bool led_in = driver.params.start_from_vehicle != 0 && memory.has_start &&
                      !memory.edited.closed && !memory.edited.points.empty();
  std::vector<Vec2> points;
  if (led_in) points.push_back(position(memory.start));
  points.insert(points.end(), memory.edited.points.begin(), memory.edited.points.end());
  driver.line = make_line(std::move(points), memory.edited.closed, led_in);
}

/// Progress survives an edit as far as what it counts is still there.
void keep_progress(PathDriver& driver) {
  PathMemory& memory = driver.memory;
  const std::size_t segments = driver.line.segments();
  memory.segment = segments == 0 ? 0 : std::min(memory.segment, segments - 1);
  const std::size_t points = memory.edited.points.size();
  memory.next = points == 0 ? 0 : std::min(memory.next, points - 1);
  memory.reached = memory.segment;
  memory.arrived = false;
}

/// A waypoint before where it is came or went.
void shift_progress(PathMemory& memory, const PathEdit& edit, bool led_in) {
  const std::size_t before = *edit.index + (led_in ? 1 : 0);  // of the line's points
  if (edit.act == PathAct::Insert) {
    if (before <= memory.segment) ++memory.segment;
    if (*edit.index < memory.next) ++memory.next;
  } else if (edit.act == PathAct::Delete) {
    if (before <= memory.segment && memory.segment > 0) --memory.segment;
    if (*edit.index < memory.next) --memory.next;
  }
}

/// The segment it begins with: of a closed path the nearest.
std::size_t first_segment(const PathLine& line, Vec2 from) {
  if (!line.closed || line.segments() == 0) return 0;
  return nearest_on(line, 0, line.segments() - 1, from).segment;
}

// --- where to look ------------------------------------------------------------------------------

double lookahead_of(const PathParams& params, double speed) {
  if (params.use_adaptive_lookahead == 0) return params.lookahead_distance;
  return lookahead_at(
      {.least = params.min_lookahead_distance,
       .most = std::max(params.min_lookahead_distance, params.max_lookahead_distance),
       .gain = params.adaptive_lookahead_gain},
      speed);
}

double distance_to_segment(const PursuitPath& path, std::size_t segment, Vec2 from) {
  const Vec2 a = path.from(segment), b = path.to(segment);
  return distance(lerp(a, b, projection(a, b, from)), from);
}

/// Who cuts a corner may pass neither within epsilon of it nor beyond it: of the stretch that the
/// circle reaches the nearest segment is the one it is on, never one before.
void cut_corners(Following& f, std::size_t carrot_segment) {
  const PursuitPath path = f.line.path();
  const std::size_t count = path.segment_count();
  if (count == 0) return;
  const std::size_t from = f.memory.segment, reached = (carrot_segment + count - from) % count;
  double least = distance_to_segment(path, from, f.state.position);
  for (std::size_t ahead = 1; ahead <= reached; ++ahead) {
    const std::size_t next = (from + ahead) % count;
    const double away = distance_to_segment(path, next, f.state.position);
    if (away > least) continue;
    least = away, f.memory.segment = next;
  }
}

/// Where the search for the carrot begins: where it was, while that is within reach. Inside of a
/// tight coil it would else jump between turns, and nobody would get out.
std::size_t search_from(const Following& f) {
  const PursuitPath path = f.line.path();
  const std::size_t count = path.segment_count();
  if (count == 0 || f.line.closed || f.memory.reached <= f.memory.segment) return f.memory.segment;
  const double away = distance_to_segment(path, f.memory.reached, f.state.position);
  return away <= f.out.lookahead ? f.memory.reached : f.memory.segment;
}

/// The carrot, or the next waypoint; remembers how far it has come.
void look_ahead(Following& f) {
  const PursuitPath path = f.line.path();
  const Vec2 here = f.state.position;
  f.memory.segment = advance_segment(path, f.memory.segment, here, f.params.waypoint_epsilon);
  f.out.lookahead = lookahead_of(f.params, length(f.state.velocity));
  Carrot carrot;
  if (f.params.use_pure_pursuit != 0 || f.params.law() == PathController::Pursuit ||
      f.params.law() == PathController::Regulated) {
    carrot = find_carrot(path, search_from(f), here, f.out.lookahead, &f.out.hits);
    f.memory.reached = carrot.segment;
  } else {
    carrot = {f.line.segments() == 0 ? f.line.points[0] : path.to(f.memory.segment),
              f.memory.segment, CarrotWhy::Waypoint};
  }
  cut_corners(f, carrot.segment);
  f.out.carrot = carrot.point, f.out.why = carrot.why;
  f.out.segment = f.line.segments() == 0 ? 0 : f.line.waypoint_after(carrot.segment);
  f.out.index = f.line.segments() == 0 ? 0 : f.line.waypoint_after(f.memory.segment);
}

/// Where on the line it is: near the segment it is on.
LinePlace place_of(const Following& f) {
  const std::size_t first = f.memory.segment > 0 ? f.memory.segment - 1 : 0;
  return nearest_on(f.line, first, f.memory.segment + 1, f.state.position);
}

void tell_place(Following& f, const LinePlace& place) {
  f.out.closest = place.point, f.out.cross_track = place.cross_track, f.out.along = place.along;
}

/// How far it still has to go, and as the crow flies.
PursuitView view_of_rest(const Following& f, const LinePlace& place) {
  if (f.line.closed) return {.obstacle = HUGE_VAL, .left = HUGE_VAL, .to_end = HUGE_VAL};
  return {.obstacle = HUGE_VAL,
          .left = f.line.length() - place.along,
          .to_end = distance(f.state.position, f.line.points.back())};
}

/// It has arrived once it is near the end of the last segment, until the path changes.
void note_arrival(Following& f) {
  const bool last = !f.line.closed && f.memory.segment + 1 >= f.line.segments();
  if (last && distance(f.state.position, f.line.points.back()) <= f.params.goal_epsilon)
    f.memory.arrived = true;
  f.out.arrived = f.memory.arrived;
}

// --- obstacles ----------------------------------------------------------------------------------

double nearest_obstacle(std::span<const float> ranges) {
  double nearest = HUGE_VAL;
  for (const float range : ranges) nearest = std::min(nearest, static_cast<double>(range));
  return nearest;
}

/// A circle that is asked for, beginning where the lidar looks `heading` from.
struct Arc {
  double speed{}, curvature{}, heading{}, reach{};
};

/// Whether it meets what the lidar sees within the time allowed.
bool would_collide(const PathParams& params, std::span<const float> ranges, const Arc& arc) {
  constexpr double kRadius = 0.25, kStep = 0.05;  // m, of the vehicle and along the circle
  if (params.use_collision_detection == 0 || arc.speed <= 0) return false;
  const double far =
      std::min(arc.reach, arc.speed * params.max_allowed_time_to_collision_up_to_carrot);
  const Rot2 turned = Rot2::of(arc.heading);
  for (double along = kStep; along <= far; along += kStep) {
    const double turn = along * arc.curvature;
    const Vec2 on = std::fabs(turn) < 1e-6 ? Vec2{along, 0}
                                           : Vec2{det::sin(turn) / arc.curvature,
                                                  (1 - det::cos(turn)) / arc.curvature};
    const Vec2 at = turned * on;
    for (std::size_t i = 0; i < ranges.size(); ++i) {
      if (static_cast<double>(ranges[i]) >= kPathLidar.max_range) continue;
      const Vec2 seen = static_cast<double>(ranges[i]) *
                        (Rot2::of(kPathLidar.angle(static_cast<int>(i))) * Vec2{1, 0});
      if (distance(seen, at) < kRadius) return true;
    }
  }
  return false;
}

// --- a point that may move in any direction ------------------------------------------------------

/// Which way it goes: that of its velocity, or at rest that of the path.
double heading_of(const PointState& state, const LinePlace& place) {
  const Vec2 way = length(state.velocity) > kStanding ? state.velocity : place.ahead;
  return det::atan2(way.y, way.x);
}

PointCommand pursue_point(Following& f, const LinePlace& place, std::span<const float> ranges) {
  const Vec2 to_carrot = f.out.carrot - f.state.position;
  PursuitView view = view_of_rest(f, place);
  f.out.speed = f.params.desired_linear_vel;
  if (f.params.law() == PathController::Regulated) {
    const Pose2 pose{f.state.position.x, f.state.position.y, heading_of(f.state, place)};
    const Vec2 by = f.params.use_fixed_curvature_lookahead != 0
                        ? find_carrot(f.line.path(), f.memory.segment, f.state.position,
                                      f.params.curvature_lookahead_dist)
                              .point
                        : f.out.carrot;
    view.curvature = pursuit_curvature(pose, by);
    view.obstacle = nearest_obstacle(ranges);
    f.out.speed = regulated_speed(f.params, view);
    if (would_collide(f.params, ranges, {f.out.speed, view.curvature, pose.yaw, length(to_carrot)}))
      f.out.speed = 0;
  }
  // near the end it comes to rest there, not round and round it
  const double speed = std::min(f.out.speed, f.params.kp_position * length(to_carrot));
  f.out.velocity_error = speed * normalized(to_carrot) - f.state.velocity;
  return towards_velocity(f.params, f.state, speed * normalized(to_carrot));
}

/// Where the plan would have it `ahead` seconds from now; the plan is walked in short steps.
class PlanAhead {
 public:
  PlanAhead(const Following& f, const LinePlace& place)
      : line_(f.line),
        limits_(corner_limits(f.params)),
        speeds_(corner_speeds(f.line, limits_)),
        along_(place.along) {}
  PointReference now() const {
    const LinePlace place = place_on(line_, along_);
    return {place.point, speed_at(line_, speeds_, place, limits_) * place.ahead};
  }
  PointReference at(double ahead) {
    while (time_ + kStep <= ahead + 1e-9) {
      along_ += kStep * speed_at(line_, speeds_, place_on(line_, along_), limits_);
      time_ += kStep;
    }
    return now();
  }

 private:
  static constexpr double kStep = 0.01;  // s
  const PathLine& line_;
  CornerLimits limits_;
  std::vector<double> speeds_;
  double along_{}, time_{};
};

PointCommand follow_plan(Following& f, const LinePlace& place) {
  PlanAhead plan(f, place);
  const PointReference wanted = plan.now();
  f.out.speed = length(wanted.velocity);
  f.out.position_error = wanted.position - f.state.position;
  f.out.velocity_error = wanted.velocity - f.state.velocity;
  if (f.params.law() == PathController::Lqr) return lqr(f.params, f.state, wanted);
  return mpc(f.params, f.state, [&](double ahead) { return plan.at(ahead); });
}

PointCommand steer_point(Following& f, const LinePlace& place, std::span<const float> ranges) {
  const PathController law = f.params.law();
  if (law == PathController::Pursuit || law == PathController::Regulated)
    return pursue_point(f, place, ranges);
  if (law == PathController::Lqr || law == PathController::Mpc) return follow_plan(f, place);
  CascadeErrors errors;
  const PointCommand command = cascade(f.params, law == PathController::Pid, f.state, f.out.carrot,
                                       f.dt, f.memory.cascade, errors);
  f.out.position_error = errors.position, f.out.position_error_rate = errors.position_rate;
  f.out.velocity_error = errors.velocity, f.out.velocity_error_rate = errors.velocity_rate;
  return command;
}

/// simplesim, to its frames: what it asks for is what the frame before computed.
PointCommand fly_as_coded(Following& f) {
  PathMemory& memory = f.memory;
  const auto& points = memory.edited.points;
  const PointCommand asked = memory.held;
  if (points.empty()) {
    memory.cascade.ticks += 1;
    return asked;  // nothing is cleared: the last command goes on (S-5)
  }
  const bool pursuit = f.params.use_pure_pursuit != 0;
  f.out.lookahead = lookahead_of(f.params, length(f.state.velocity));
  f.out.index = f.out.segment = memory.next;
  f.out.carrot = pursuit ? carrot_as_coded({points, memory.next, f.out.lookahead, kPixelOrigin},
                                           f.state.position)
                         : points[memory.next];
  f.out.why = pursuit && memory.next + 1 < points.size() ? CarrotWhy::Circle : CarrotWhy::Waypoint;
  CascadeErrors errors;
  memory.held = cascade_as_coded(f.params, f.state, f.out.carrot, f.dt, memory.cascade, errors);
  f.out.position_error = errors.position, f.out.position_error_rate = errors.position_rate;
  f.out.velocity_error = errors.velocity, f.out.velocity_error_rate = errors.velocity_rate;
  // where it is along the line is ours to tell; the original knows no such thing
  memory.segment = memory.next == 0 || f.line.led_in ? memory.next : memory.next - 1;
  memory.segment = memory.reached =
      std::min(memory.segment, std::max<std::size_t>(1, f.line.segments()) - 1);
  tell_place(f, place_of(f));
  note_arrival(f);
  const double reached = pursuit ? f.params.lookahead_distance : f.params.waypoint_epsilon;
  if (distance(points[memory.next], f.state.position) <= reached && memory.next + 1 < points.size())
    ++memory.next;
  return asked;
}

/// Nothing to do: it comes to rest.
PointCommand hover(const PathParams& params, const PointState& state) {
  return towards_velocity(params, state, {});
}

VehicleInput input_of(const PointCommand& command, bool by_velocity) {
  const Vec2 asked = by_velocity ? command.velocity : command.accel;
  return Quad2dInput<double>{.x = asked.x, .y = asked.y};
}

/// What a controller of one's own last asked for; nothing when it has been silent too long. As
/// simplesim has it, a velocity is taken once: between messages wind and drag go on.
VehicleInput drive_by_own(PathDriver& driver, const DriverView& view) {
  PathMemory& memory = driver.memory;
  const bool fresh = std::exchange(memory.own_fresh, false);
  if (!fresh) memory.own_age += view.dt;
  const VehicleKind kind = kind_of(*view.params);
  if (!usable(memory.own, kind)) memory.own = idle_input(kind);
  if (driver.params.command_timeout > 0 && memory.own_age > driver.params.command_timeout)
    return idle_input(kind);
  const auto* quad = std::get_if<Quad2dState<double>>(view.state);
  const bool between =
      quad != nullptr && !fresh && driver.params.compatible != 0 && flies_by_velocity(*view.params);
  if (between) return Quad2dInput<double>{.x = quad->vx, .y = quad->vy};
  return memory.own;
}

VehicleInput fly(Following& f, const DriverView& view) {
  const bool by_velocity = flies_by_velocity(*view.params);
  const PathController law = f.params.law();
  if (f.params.compatible != 0 && law == PathController::Pd) {
    const PointCommand command = fly_as_coded(f);
    f.out.velocity_command = f.memory.cascade.velocity_command;
    f.out.accel_command = f.memory.held.accel;
    return input_of(command, by_velocity);
  }
  f.memory.held = {};
  if (f.line.points.empty())
    return law == PathController::Own ? drive_by_own(f.driver, view)
                                      : input_of(hover(f.params, f.state), by_velocity);
  look_ahead(f);
  const LinePlace place = place_of(f);
  tell_place(f, place);
  note_arrival(f);
  if (law == PathController::Own) return drive_by_own(f.driver, view);
  const PointCommand command = steer_point(f, place, view.ranges);
  f.out.velocity_command = command.velocity, f.out.accel_command = command.accel;
  return input_of(command, by_velocity);
}

// --- what steers --------------------------------------------------------------------------------

/// The circle to the carrot; with one behind it the tightest that the lookahead allows, slowly.
Motion circle_to(const Pose2& pose, Vec2 carrot, double reach, double speed) {
  const Vec2 seen = inverse(Rot2::of(pose.yaw)) * (carrot - position(pose));
  if (seen.x >= 0) return {.curvature = pursuit_curvature(pose, carrot), .speed = speed};
  return {.curvature = std::copysign(2 / reach, seen.y), .speed = std::min(speed, reach)};
}

VehicleInput drive(Following& f, const Pose2& pose, const DriverView& view) {
  const auto at_rest = [&] { return input_for(*view.params, *view.state, {.speed = 0}); };
  if (f.line.points.empty())
    return f.params.law() == PathController::Own ? drive_by_own(f.driver, view) : at_rest();
  look_ahead(f);
  const LinePlace place = place_of(f);
  tell_place(f, place);
  note_arrival(f);
  if (f.params.law() == PathController::Own) return drive_by_own(f.driver, view);
  if (f.memory.arrived) return at_rest();
  PursuitView rest = view_of_rest(f, place);
  f.out.speed = f.params.desired_linear_vel;
  Motion motion = circle_to(pose, f.out.carrot, f.out.lookahead, f.out.speed);
  if (f.params.law() == PathController::Regulated) {
    rest.curvature = motion.curvature;
    rest.obstacle = nearest_obstacle(view.ranges);
    if (f.params.use_fixed_curvature_lookahead != 0)
      rest.curvature =
          pursuit_curvature(pose, find_carrot(f.line.path(), f.memory.segment, position(pose),
                                              f.params.curvature_lookahead_dist)
                                      .point);
    f.out.speed = regulated_speed(f.params, rest);
    const double reach = distance(f.out.carrot, position(pose));
    if (would_collide(f.params, view.ranges, {f.out.speed, motion.curvature, 0, reach}))
      f.out.speed = 0;
  } else if (rest.left < f.out.lookahead) {
    f.out.speed = std::min(f.out.speed, std::max(0.2, rest.to_end));  // it stops at the end
  }
  motion.speed = std::min(motion.speed, f.out.speed);
  f.out.velocity_command = motion.speed * (Rot2::of(pose.yaw) * Vec2{1, 0});
  return input_for(*view.params, *view.state, motion);
}

}  // namespace

bool flies_by_velocity(const VehicleParams& params) {
  const auto* quad = std::get_if<Quad2dParams<double>>(&params.figures);
  return quad != nullptr && quad->control_mode > 0.5;
}

PathParams standard_path_params(const VehicleParams& params) {
  PathParams p;
  if (const auto* quad = std::get_if<Quad2dParams<double>>(&params.figures)) {
    if (quad->air > 0.5) p.compatible = 1, p.kd_position = -0.025, p.kd_velocity = -0.005;
    return p;
  }
  const DriverTraits& driving = type_of(kind_of(params)).driving;
  p.controller = static_cast<double>(PathController::Pursuit);
  p.use_adaptive_lookahead = 1;
  p.lookahead_distance = p.min_lookahead_distance = driving.lookahead.least;
  p.max_lookahead_distance = driving.lookahead.most;
  p.adaptive_lookahead_gain = driving.lookahead.gain;
  p.desired_linear_vel = 0.5 * driving.limits.top;
  p.waypoint_epsilon = 0.1 * driving.lookahead.least;
  p.goal_epsilon = 0.3 * driving.lookahead.least;
  p.start_from_vehicle = 0;
  return p;
}

void set_figure(PathDriver& driver, std::string_view name, double value) {
  for (const PathFigure& figure : path_figures())
    if (figure.name == name) driver.params.*figure.figure = value;
  if (name != "start_from_vehicle") return;
  make_line(driver);
  keep_progress(driver);
}

PathDriver make_path_driver(std::shared_ptr<const Route> route, const PathGround& ground,
                            const VehicleParams& params) {
  PathDriver driver{.params = standard_path_params(params),
                    .memory = {},
                    .ground = ground,
                    .route = {},
                    .line = {},
                    .output = {}};
  driver.memory.own = idle_input(kind_of(params));
  if (route && !route->points.empty()) {
    if (route->points.size() <= kMaxPathPoints) {
      driver.memory.edited.points = route->points, driver.memory.edited.closed = route->closed;
    } else {
      driver.memory.by_route = true, driver.route = std::move(route);
    }
  }
  make_line(driver);
  return driver;
}

void begin_flight(PathDriver& driver, const Pose2& vehicle) {
  PathMemory& memory = driver.memory;
  ++memory.flight;
  memory.has_start = true, memory.start = vehicle;
  memory.next = 0, memory.arrived = false;
  memory.cascade.position_sum = memory.cascade.velocity_sum = {};
  make_line(driver);
  memory.segment = memory.reached = first_segment(driver.line, position(vehicle));
}

Result<void> edit_path(PathDriver& driver, const PathEdit& edit, const Pose2& vehicle) {
  PathMemory& memory = driver.memory;
  const bool was_empty = !memory.by_route && memory.edited.points.empty();
  const bool led_in = driver.line.led_in;
  if (auto edited = edit_path(edit, driver.ground, memory.edited); !edited) return edited;
  if (edit.act != PathAct::FlyAgain) memory.by_route = false;
  const bool anew = was_empty || edit.act == PathAct::Set || edit.act == PathAct::Shape ||
                    edit.act == PathAct::FlyAgain;
  if (edit.act == PathAct::Clear) memory.has_start = false;
  if (edit.act == PathAct::Insert || edit.act == PathAct::Delete)
    shift_progress(memory, edit, led_in);
  if (anew) {
    begin_flight(driver, vehicle);
  } else {
    make_line(driver);
    keep_progress(driver);
  }
  return {};
}

void set_own(PathDriver& driver, const VehicleInput& input) {
  driver.memory.own = input;
  driver.memory.own_age = 0, driver.memory.own_fresh = true;
}

Result<void> check_controller(PathController controller, const VehicleParams& params) {
  const VehicleType& type = type_of(kind_of(params));
  const bool steers = controller == PathController::Pursuit ||
                      controller == PathController::Regulated || controller == PathController::Own;
  if (std::holds_alternative<Quad2dParams<double>>(params.figures) || steers) return {};
  return fail(ErrorCode::Invalid, "a ", type.name,
              " steers: its controller can be pursuit, regulated or own, not ",
              kPathControllers[static_cast<std::size_t>(controller)]);
}

bool looks_around(const PathDriver& driver) {
  return driver.params.law() == PathController::Regulated &&
         (driver.params.use_cost_regulated_linear_velocity_scaling != 0 ||
          driver.params.use_collision_detection != 0);
}

VehicleInput drive_path(PathDriver& driver, const DriverView& view) {
  driver.output = {};
  if (driver.memory.flight == 0 && !driver.line.points.empty())
    begin_flight(driver, pose_of(*view.state));
  Following f{.driver = driver,
              .params = driver.params,
              .memory = driver.memory,
              .line = driver.line,
              .out = driver.output,
              .state = {},
              .dt = view.dt};
  if (const auto* quad = std::get_if<Quad2dState<double>>(view.state)) {
    f.state = {{quad->x, quad->y}, {quad->vx, quad->vy}};
    return fly(f, view);
  }
  const Pose2 pose = pursuing_point(*view.params, *view.state);
  f.state = {position(pose), speed_of(*view.state) * (Rot2::of(pose.yaw) * Vec2{1, 0})};
  return drive(f, pose, view);
}

// --- memory -------------------------------------------------------------------------------------

namespace {

void visit_params(auto& params, auto&& visit) {
  for (const PathFigure& figure : path_figures()) visit(params.*figure.figure);
}

/// Every number of fixed place but the figures, the pose and the own input's.
void visit_numbers(auto& memory, auto&& visit) {
  visit(memory.start.x), visit(memory.start.y), visit(memory.start.yaw);
  CascadeMemory::fields(memory.cascade, visit);
  visit(memory.held.velocity.x), visit(memory.held.velocity.y);
  visit(memory.held.accel.x), visit(memory.held.accel.y);
  visit(memory.own_age);
}

/// Whole numbers and flags, as they are remembered.
std::vector<double> counts_of(const PathMemory& m) {
  const auto number = [](auto whole) { return static_cast<double>(whole); };
  return {number(m.reached),       number(m.by_route),
          number(m.flight),        number(m.has_start),
          number(m.segment),       number(m.next),
          number(m.arrived),       number(m.own_fresh),
          number(m.edited.closed), m.edited.moved ? number(*m.edited.moved) : -1.0};
}

void put_points(const std::vector<Vec2>& points, std::vector<double>& numbers) {
  numbers.push_back(static_cast<double>(points.size()));
  for (const Vec2 point : points) numbers.push_back(point.x), numbers.push_back(point.y);
}

/// Takes numbers one after another, and knows when there are none left or one cannot be meant.
class NumberReader {
 public:
  explicit NumberReader(std::span<const double> numbers) : numbers_(numbers) {}
  double next() {
    if (at_ < numbers_.size()) return numbers_[at_++];
    fine_ = false;
    return 0;
  }
  std::size_t whole(double most) {
    const double number = next();
    if (number >= 0 && number <= most && number == std::floor(number))
      return static_cast<std::size_t>(number);
    fine_ = false;
    return 0;
  }
  bool flag() { return whole(1) == 1; }
  void points(std::vector<Vec2>& into) {
    into.resize(whole(static_cast<double>(kMaxPathPoints)));
    for (Vec2& point : into) point.x = next(), point.y = next();
  }
  bool done() const { return fine_ && at_ == numbers_.size(); }

 private:
  std::span<const double> numbers_;
  std::size_t at_{};
  bool fine_{true};
};

}  // namespace

std::vector<double> memory_of(const PathDriver& driver) {
  std::vector<double> numbers;
  const auto put = [&](const double& number) { numbers.push_back(number); };
  visit_params(driver.params, put);
  visit_numbers(driver.memory, put);
  std::visit(
      [&](const auto& input) {
        input.fields(input, [&](const char*, const double& number) { put(number); });
      },
      driver.memory.own);
  for (const double number : counts_of(driver.memory)) put(number);
  const EditedPath& edited = driver.memory.edited;
  put_points(edited.points, numbers);
  put(static_cast<double>(edited.before.size()));
  for (const EditedPath::Version& version : edited.before) {
    put(version.closed ? 1 : 0);
    put_points(version.points, numbers);
  }
  return numbers;
}

bool set_memory(PathDriver& driver, std::span<const double> memory) {
  NumberReader r(memory);
  PathDriver next = driver;
  PathMemory& m = next.memory;
  const auto take = [&](double& number) { number = r.next(); };
  visit_params(next.params, take);
  visit_numbers(m, take);
  std::visit(
      [&](auto& input) { input.fields(input, [&](const char*, double& number) { take(number); }); },
      m.own);
  constexpr double kMany = 4294967295;
  m.reached = r.whole(kMany), m.by_route = r.flag(),
  m.flight = static_cast<std::uint32_t>(r.whole(kMany));
  m.has_start = r.flag(), m.segment = r.whole(kMany), m.next = r.whole(kMany);
  m.arrived = r.flag(), m.own_fresh = r.flag(), m.edited.closed = r.flag();
  const double moved = r.next();
  m.edited.moved.reset();
  if (moved >= 0 && moved < static_cast<double>(kMaxPathPoints))
    m.edited.moved = static_cast<std::uint32_t>(moved);
  r.points(m.edited.points);
  m.edited.before.resize(r.whole(static_cast<double>(EditedPath::kMostUndone)));
  for (EditedPath::Version& version : m.edited.before) {
    version.closed = r.flag();
    r.points(version.points);
  }
  if (!r.done() || (m.by_route && !next.route)) return false;
  for (const PathFigure& figure : path_figures()) {
    const double value = next.params.*figure.figure;
    if (!(value >= figure.low && value <= figure.high)) return false;
  }
  make_line(next);
  const std::size_t segments = next.line.segments(), points = m.edited.points.size();
  if (std::max(m.segment, m.reached) > (segments == 0 ? 0 : segments - 1) ||
      m.next > (points == 0 ? 0 : points - 1))
    return false;
  driver = std::move(next);
  return true;
}

}  // namespace paddock
