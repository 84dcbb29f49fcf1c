// What a sensor on a vehicle is handed: how the vehicle moves, what touched it, where noise is
// drawn, and what there is to look at.
#pragma once

#include <optional>
#include <span>

#include "paddock/engine/step.h"

namespace paddock {

/// The vehicles at the tick before.
struct Before {
  std::span<const VehicleState> vehicles;
  std::span<const RigidBodyState> bodies;  // of rigid levels
};

/// What a vehicle can look at, at the state's tick.
class RunEyes final : public SensorEyes {
 public:
  /// Without `scratch` there is nothing to see.
  RunEyes(const Model& model, const State& state, Scratch* scratch, VehicleId self)
      : model_(model), state_(state), scratch_(scratch), self_(self) {}

  const FlatSight* flat(double height, double reach) override;
  const RayScene* scene(bool own_body, bool vehicles) override;
  Workers& workers() override;
  void take(const CameraParams& camera, const DrawAddress& noise, CameraReading& picture) override;

 private:
  CameraRig* rig();

  const Model& model_;
  const State& state_;
  Scratch* scratch_;
  VehicleId self_;
  std::optional<FlatSight> flat_;
};

/// At this instant; nothing touched it, and accelerations are left 0.
SensorSight sight_now(const Model& model, const State& state, const SensorMount& mount,
                      SensorEyes& eyes);
/// Over the tick that took the vehicles from `before` to now; hits are kept in the scratch.
SensorSight sight_over_tick(const Model& model, const Before& before, const State& state,
                            const Output& out, const SensorMount& mount, Scratch& scratch,
                            SensorEyes& eyes);

/// Where the noise of vehicle `index` is drawn at a tick; each sensor adds its own stream.
DrawAddress noise_address(const Model& model, std::size_t index, Tick tick);

}  // namespace paddock
