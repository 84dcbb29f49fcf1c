#include "paddock/engine/sensor_sight.h"

#include <algorithm>

#include "paddock/core/hash.h"
#include "paddock/engine/places.h"
#include "paddock/engine/sense.h"
#include "paddock/engine/sensing.h"

namespace paddock {
namespace {

constexpr std::uint32_t kVehicleBits = 12;
constexpr std::uint32_t kSaltMask = (1u << 12) - 1;  // entities have 24 bits

BodyMotion motion_on_ground(const Model& model, std::size_t index, const VehicleState& vehicle) {
  const PlanarBody body = body_of(model.vehicles[index].params, vehicle);
  return {.pose = pose_of(vehicle),
          .velocity_in_world = body.velocity,
          .yaw_rate = body.yaw_rate,
          .acceleration_in_body = {},
          .yaw_accel = 0,
          .slope_in_world = flies(vehicle) ? Vec2{} : ground_slope(*model.world, body.position),
          .gravity = model.rigid ? model.world->rigid.gravity : kGravity};
}

/// At this instant; accelerations are left 0.
BodyMotion motion_of(const Model& model, const State& state, std::size_t index) {
  BodyMotion motion = motion_on_ground(model, index, state.physics.vehicles[index]);
  if (!model.rigid) return motion;
  const RigidBodyState& body = state.rigid.cars[index].body;
  motion.free = {.world_from_body = body.pose.turn, .acceleration = {}, .spin = body.spin};
  return motion;
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

/// Two sensors of one kind on one vehicle draw different noise: all but the one that is named as
/// its kind have a salt of their name.
std::uint32_t noise_entity(const SensorMount& mount) {
  const auto vehicle = static_cast<std::uint32_t>(index_of(mount.vehicle));
  if (mount.spec.name == mount.spec.kind) return vehicle;
  Hasher hash;
  hash.add(std::string_view(mount.spec.name));
  const auto salt = static_cast<std::uint32_t>(hash.value()) & kSaltMask;
  return vehicle | std::max(salt, 1u) << kVehicleBits;
}

/// Where the draws of a kind without a stream of its own begin: 4096 for each kind.
std::uint32_t kind_index(std::string_view kind) {
  Hasher hash;
  hash.add(kind);
  return static_cast<std::uint32_t>(hash.value()) << 12;
}

/// Of the vehicle's own frame, as vehicle_pose() has it now.
Pose3 pose_before(const Model& model, const State& state, const Before& before, std::size_t v) {
  if (!model.rigid) return pose_on_ground(*model.world, pose_of(before.vehicles[v]));
  const Pose3 body_from_frame =
      inverse(state.rigid.cars[v].body.pose) * vehicle_pose(model, state, v);
  return before.bodies[v].pose * body_from_frame;
}

void collect_hits(VehicleId vehicle, const Output& out, std::vector<ContactHit>& hits) {
  hits.clear();
  for (const ContactEvent& event : out.physics.contacts)
    if (event.vehicle == vehicle || event.other == vehicle)
      hits.push_back({event.point, event.impulse});
}

}  // namespace

// --- what there is to look at -------------------------------------------------------------------

CameraRig* RunEyes::rig() { return scratch_ == nullptr ? nullptr : rig_of(model_, *scratch_); }

const FlatSight* RunEyes::flat(double height, double reach) {
  const std::size_t self = index_of(self_);
  if (scratch_ == nullptr || model_.rigid ||
      height != type_of(kind_of(model_.vehicles[self].params)).sensors.lidar_height)
    return nullptr;
  const Pose2 world_from_body = pose_of(state_.physics.vehicles[self]);
  place_others(model_, state_, self, {position(world_from_body), reach}, scratch_->outlines);
  add_outlines(*model_.world, model_.physics.parts, state_.physics.pieces,
               model_.world->clock.seconds(state_.tick), height, LiveFor::Lidar,
               scratch_->physics.cuts, scratch_->outlines);
  flat_.emplace(FlatSight{.map = lidar_map(model_, self),
                          .others = scratch_->outlines,
                          .world_from_body = world_from_body,
                          .most_others = model_.vehicles.size() + model_.physics.parts.size()});
  return &*flat_;
}

const RayScene* RunEyes::scene(bool own_body, bool vehicles) {
  CameraRig* seen = rig();
  return seen == nullptr ? nullptr : &seen->scene(model_, state_, self_, own_body, vehicles);
}

Workers& RunEyes::workers() { return rig()->workers(); }

void RunEyes::take(const CameraParams& camera, const DrawAddress& noise, CameraReading& picture) {
  CameraRig* seen = rig();
  if (seen == nullptr) {
    picture = {};
  } else if (camera.spec.outputs.color) {
    picture = seen->see(model_, state_, {self_, camera});
  } else {  // quick: a picture that is being painted goes on beside it
    seen->take(model_, state_, {self_, camera}, noise, picture);
  }
}

// --- all of it ----------------------------------------------------------------------------------

SensorSight sight_now(const Model& model, const State& state, const SensorMount& mount,
                      SensorEyes& eyes) {
  const std::size_t v = index_of(mount.vehicle);
  const Clock& clock = model.world->clock;
  const Pose3 pose = vehicle_pose(model, state, v);
  const BodyMotion motion = motion_of(model, state, v);
  const bool rigid = model.rigid.has_value();
  DrawAddress noise = noise_address(model, v, state.tick);
  noise.entity = noise_entity(mount);
  noise.stream = Stream::Sensor;
  noise.index = kind_index(mount.spec.kind);
  return {.tick = state.tick,
          .dt = clock.tick_seconds(),
          .world_from_body = pose,
          .body_before = pose,
          .velocity = rigid ? state.rigid.cars[v].body.velocity
                            : Vec3{motion.velocity_in_world.x, motion.velocity_in_world.y, 0},
          .spin = rigid ? state.rigid.cars[v].body.spin : Vec3{0, 0, motion.yaw_rate},
          .motion = motion,
          .noise = noise,
          .eyes = eyes};
}

SensorSight sight_over_tick(const Model& model, const Before& before, const State& state,
                            const Output& out, const SensorMount& mount, Scratch& scratch,
                            SensorEyes& eyes) {
  const std::size_t v = index_of(mount.vehicle);
  collect_hits(mount.vehicle, out, scratch.hits);
  SensorSight sight = sight_now(model, state, mount, eyes);
  sight.motion = motion_over_tick(model, state, v, before);
  sight.body_before = pose_before(model, state, before, v);
  sight.hits = scratch.hits;
  sight.after_reading = reads_at(model.world->clock, mount.spec.rate, Tick{count(state.tick) - 1});
  return sight;
}

DrawAddress noise_address(const Model& model, std::size_t index, Tick tick) {
  return {.seed = model.seed,
          .stream = {},
          .entity = static_cast<std::uint32_t>(index),
          .tick = static_cast<std::uint64_t>(count(tick)),
          .index = 0};
}

}  // namespace paddock
