#include "paddock/stage/frame.h"

#include <algorithm>

namespace paddock {
namespace {

/// Heading and lean of a body on the ground: pitch is positive nose down, roll right side down.
void lean(const Quat& turn, VehicleFrame& frame) {
  const Vec3 ahead = turn * Vec3{1, 0, 0}, left = turn * Vec3{0, 1, 0}, up = turn * Vec3{0, 0, 1};
  frame.pose.yaw = det::atan2(ahead.y, ahead.x);
  frame.pitch = det::atan2(-ahead.z, length(xy(ahead)));
  frame.roll = det::atan2(left.z, up.z);
}

/// What the air does to a quadrotor, for arrows.
void show_air(const Session& session, std::size_t vehicle, PursuerFrame& frame) {
  const auto* state = std::get_if<Quad2dState<double>>(&session.state.physics.vehicles[vehicle]);
  if (state == nullptr) return;
  const auto& params =
      std::get<Quad2dParams<double>>(session.model.vehicles[vehicle].params.figures);
  const Surroundings<double> around =
      surroundings_of(session.model.physics, session.model.seed, vehicle, session.state.tick,
                      session.state.physics.vehicles[vehicle]);
  frame.wind = {state->wind_x, state->wind_y};
  frame.air = {around.air_x, around.air_y};
  drag_of(params, state->vx - around.air_x, state->vy - around.air_y, frame.drag.x, frame.drag.y);
}

PursuerFrame pursuer_of(const Session& session, std::size_t vehicle, const PathDriver& driver) {
  const PathParams& p = driver.params;
  PursuerFrame frame;
  frame.pursuit = driver.output;
  frame.controller = static_cast<std::uint8_t>(p.law());
  frame.by_velocity = flies_by_velocity(session.model.vehicles[vehicle].params);
  frame.compatible = p.compatible != 0;
  frame.by_pursuit = p.use_pure_pursuit != 0;
  frame.adaptive = p.use_adaptive_lookahead != 0;
  frame.points = driver.memory.edited.points.size();
  frame.velocity =
      body_of(session.model.vehicles[vehicle].params, session.state.physics.vehicles[vehicle])
          .velocity;
  frame.gains = {p.kp_position, p.kd_position, p.kp_velocity, p.kd_velocity};
  if (const Flight* flight = flight_of(session, vehicle)) frame.flight = *flight;
  show_air(session, vehicle, frame);
  return frame;
}

}  // namespace

std::vector<PathStatus> paths_of(const Session& session) {
  std::vector<PathStatus> paths;
  for (std::size_t v = 0; v < session.seats.size(); ++v) {
    const auto* driver = std::get_if<PathDriver>(&session.seats[v].driver);
    if (driver == nullptr || session.state.physics.present[v] == 0) continue;
    const EditedPath& edited = driver->memory.edited;
    paths.push_back({.vehicle = id_of(session.state, v),
                     .points = edited.points,
                     .closed = edited.closed,
                     .undo = edited.before.size()});
  }
  return paths;
}

VehicleFrame frame_of(const Session& session, std::size_t vehicle) {
  const VehicleParams& params = session.model.vehicles[vehicle].params;
  const VehicleState& state = session.state.physics.vehicles[vehicle];
  const LapState& lap = session.state.laps[vehicle];
  VehicleFrame frame;
  frame.present = session.state.physics.present[vehicle] != 0;
  if (!frame.present) return frame;
  const PlanarBody body = body_of(params, state);
  const Pose3 placed = vehicle_pose(session.model, session.state, vehicle);
  frame.pose = {placed.at.x, placed.at.y, 0};
  frame.z = placed.at.z;
  lean(placed.turn, frame);
  frame.speed = speed_of(state);
  frame.yaw_rate = body.yaw_rate;
  frame.steer = steering_of(params, state);
  frame.asked = controls_from(params, state, session.inputs[vehicle]);
  frame.laps = lap.laps;
  frame.next_gate = lap.next_gate;
  frame.lap_time =
      lap.running ? session.world().clock.nanos(session.state.tick) - lap.lap_began : 0;
  frame.place = session.race.entries[vehicle].place;
  frame.frozen = session.state.physics.frozen[vehicle] != 0;
  if (const auto* path = std::get_if<PathDriver>(&session.seats[vehicle].driver))
    frame.pursuer = pursuer_of(session, vehicle, *path);
  return frame;
}

std::size_t count_present(const StageStatus& status) {
  return static_cast<std::size_t>(std::count_if(status.seats.begin(), status.seats.end(),
                                                [](const SeatStatus& s) { return s.present; }));
}

bool same_actors(const StageStatus& a, const StageStatus& b) {
  return std::equal(a.seats.begin(), a.seats.end(), b.seats.begin(), b.seats.end(),
                    [](const SeatStatus& s, const SeatStatus& t) {
                      return s.id == t.id && s.present == t.present;
                    });
}

std::optional<GameStatus> game_of(const Session& session) {
  const World& world = session.world();
  if (world.zones.empty() && world.tasks.empty() && !world.trial) return std::nullopt;
  const RefereeState& referee = session.referee;
  GameStatus game;
  game.mode = session.spec.mode;
  game.running = referee.running, game.began = referee.began;
  game.cars = referee.cars;
  game.task = referee.task;
  game.points = score_of(world, referee);
  game.end = referee.end, game.ended = referee.ended;
  return game;
}

}  // namespace paddock
