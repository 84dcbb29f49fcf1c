// Runs of rigid physics alone, for tests.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "paddock/core/hash.h"
#include "paddock/physics/rigid.h"
#include "tests/support/worlds.h"

namespace paddock {

inline LevelSpec rigid_level() {
  LevelSpec level = open_level();
  level.physics = PhysicsKind::Rigid;
  level.ground.size = {100, 100};
  return level;
}

inline PieceSpec moving(PieceShape shape, Vec3 at = {}, double yaw = 0) {
  PieceSpec piece = piece_of(std::move(shape), at, yaw);
  piece.moves = true;
  return piece;
}

/// Model, state and buffers of one run.
struct RigidRun {
  RigidModel model;
  PlanarState flat;
  RigidState state;
  RigidScratch scratch;
  RigidEvents events;
  Tick tick{};

  explicit RigidRun(const LevelSpec& level, std::vector<RigidSetup> vehicles = {})
      : model(make_rigid_model(build_shared(level), vehicles).value()),
        state(start_rigid(model, flat)),
        scratch(make_rigid_scratch(model)) {}

  void step(std::span<const VehicleInput> inputs) {
    events.clear();
    step_rigid(model, inputs, tick, flat, state, scratch, events);
    tick = next(tick);
  }
  void step(const VehicleInput& input) { step(std::span(&input, 1)); }
  void step() { step(std::span<const VehicleInput>{}); }
  const RigidBodyState& body(std::size_t i = 0) const { return state.cars[i].body; }
  Pose2 pose(std::size_t i = 0) const { return pose_of(flat.vehicles[i]); }
  double seconds() const { return model.world->clock.seconds(tick); }
  std::uint64_t hash() const {
    Hasher hash;
    RigidState::fields(state, [&](const char*, const auto& number) { hash.add(number); });
    for (const VehicleState& vehicle : flat.vehicles)
      visit_fields(vehicle, [&](const char*, double number) { hash.add(number); });
    return hash.value();
  }
};

inline RigidSetup racecar_at(const Pose2& pose) {
  return {default_params(kind_of<Racecar>()), pose};
}
inline RigidSetup sedan_at(const Pose2& pose) { return {default_params(kind_of<Sedan>()), pose}; }
inline VehicleInput drive_racecar(double steer, double accel) {
  return RacecarInput<double>{.steer = steer, .accel = accel};
}
inline VehicleInput hold_sedan() {
  SedanInput<double> input;
  input.brake = 1;
  return input;
}
inline Vec3 up_of(const RigidBodyState& body) { return body.pose.turn * Vec3{0, 0, 1}; }

}  // namespace paddock
