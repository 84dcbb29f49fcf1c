#include "paddock/engine/sensor_memory.h"

#include <algorithm>

namespace paddock {
namespace {

BodyMotion motion_on_ground(const Model& model, std::size_t index, const VehicleState& vehicle) {
  const PlanarBody body = body_of(model.vehicles[index].params, vehicle);
  const bool flies = kind_of(vehicle) == VehicleKind::Quad2d;
  return {.pose = pose_of(vehicle),
          .velocity_in_world = body.velocity,
          .yaw_rate = body.yaw_rate,
          .acceleration_in_body = {},
          .yaw_accel = 0,
          .slope_in_world = flies ? Vec2{} : ground_slope(*model.world, body.position),
          .gravity = model.rigid ? model.world->rigid.gravity : kGravity};
}

/// With the mean acceleration of the tick, in the axes of the body half-way through it: a circle at
/// constant speed then has no part along the heading.
BodyMotion motion_over_tick(const Model& model, const State& state, std::size_t index,
                            const Before& before) {
  const double dt = model.world->clock.tick_seconds();
  BodyMotion motion = motion_of(model, state, index);
  if (motion.free) {
    const RigidBodyState &then = before.bodies[index], &now = state.rigid.cars[index].body;
    motion.free->acceleration = (now.velocity - then.velocity) / dt;
    motion.free->spin_accel = (now.spin - then.spin) / dt;
    return motion;
  }
  const BodyMotion last = motion_on_ground(model, index, before.vehicles[index]);
  const double turn = wrap_angle(motion.pose.yaw - last.pose.yaw);
  const Rot2 body_from_world = inverse(Rot2::of(last.pose.yaw + turn / 2));
  motion.acceleration_in_body =
      body_from_world * ((motion.velocity_in_world - last.velocity_in_world) / dt);
  motion.yaw_accel = (motion.yaw_rate - last.yaw_rate) / dt;
  return motion;
}

}  // namespace

BodyMotion motion_of(const Model& model, const State& state, std::size_t index) {
  BodyMotion motion = motion_on_ground(model, index, state.physics.vehicles[index]);
  if (!model.rigid) return motion;
  const RigidBodyState& body = state.rigid.cars[index].body;
  motion.free = {.world_from_body = body.pose.turn, .acceleration = {}, .spin = body.spin};
  return motion;
}

DrawAddress noise_address(const Model& model, std::size_t index, Tick tick) {
  return {.seed = model.seed,
          .stream = {},
          .entity = static_cast<std::uint32_t>(index),
          .tick = static_cast<std::uint64_t>(count(tick)),
          .index = 0};
}

std::vector<SensorState> start_sensors(const Model& model, const State& state) {
  const auto& setups = model.vehicles;
  if (std::none_of(setups.begin(), setups.end(),
                   [](const VehicleSetup& setup) { return setup.sensors.any(); }))
    return {};
  std::vector<SensorState> sensors(setups.size());
  for (std::size_t v = 0; v < setups.size(); ++v)
    if (setups[v].sensors.imu)
      sensors[v].imu = start_imu(*setups[v].sensors.imu, motion_of(model, state, v));
  return sensors;
}

void advance_sensors(const Model& model, const Before& before, State& state) {
  for (std::size_t v = 0; v < state.sensors.size(); ++v) {
    const SensorSetup& setup = model.vehicles[v].sensors;
    const DrawAddress at = noise_address(model, v, state.tick);
    if (setup.imu)
      advance_imu(*setup.imu, motion_over_tick(model, state, v, before),
                  model.world->clock.tick_seconds(), at, state.sensors[v].imu);
    if (setup.odometry)
      advance_odometry(*setup.odometry, pose_of(before.vehicles[v]),
                       pose_of(state.physics.vehicles[v]), at, state.sensors[v].odometry);
  }
}

}  // namespace paddock
