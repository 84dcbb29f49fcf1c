// The engine: (Model, State, Input) -> (State, Output). One call is one tick.
#pragma once

#include <span>

#include "paddock/engine/camera_rig.h"
#include "paddock/engine/model.h"
#include "paddock/engine/output.h"
#include "paddock/engine/state.h"
#include "paddock/sensors/sensor.h"

namespace paddock {

/// A sensor at work on a vehicle: what it is, and its buffers.
struct MountedSensor {
  SensorMount mount;  // resolved (sensing.h)
  std::unique_ptr<Sensor> sensor;
};

/// A scanner in use, with its buffers; made when somebody first asks for it.
struct LidarInUse {
  VehicleId vehicle{};
  Lidar2dScanner scanner;
  Lidar2dScratch scratch;
};

/// Caches and buffers: can be thrown away and made again from the model.
struct Scratch {
  PlanarScratch physics;
  RigidScratch rigid;
  std::vector<RigidBodyState> bodies_before;  // of the vehicles, at the tick before
  std::vector<PosedOutline> outlines;
  std::vector<ContactHit> hits;  // on one vehicle
  std::vector<LidarInUse> lidars;
  std::vector<MountedSensor> sensors;  // of the run, in the order of Model::sensors
  std::unique_ptr<CameraRig> rig;      // made when somebody first looks through rays
  DrawnTextures textures;              // for it, and for those of later levels
};

/// The Bullet world remembers more than a state can say, so a rigid run forgets it this often: a
/// snapshot taken at such a tick goes on with the bits of the run itself.
inline constexpr double kCheckpointSeconds = 10;  // simulated

/// True at the ticks of kCheckpointSeconds.
bool is_checkpoint(const Clock& clock, Tick tick);

/// Makes this instant a checkpoint too: the run goes on as one restored from `state` here will.
void checkpoint(Scratch& scratch);

Scratch make_scratch(const Model& model);
Output make_output(const Model& model);

/// Moves the world one tick: inputs[i] drives vehicle i. Allocates nothing.
void step(const Model& model, std::span<const VehicleInput> inputs, State& state, Scratch& scratch,
          Output& out);

}  // namespace paddock
