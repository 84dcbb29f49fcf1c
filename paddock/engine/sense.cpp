#include "paddock/engine/sense.h"

#include "paddock/core/check.h"
#include "paddock/core/float_state.h"
#include "paddock/engine/sensing.h"

namespace paddock {
namespace {

LidarInUse& find_lidar(const Model& model, const LidarRequest& request, Scratch& scratch) {
  for (LidarInUse& lidar : scratch.lidars)
    if (lidar.vehicle == request.vehicle && lidar.scanner.params() == request.lidar) return lidar;
  const Lidar2dScanner scanner(request.lidar);
  const Lidar2dMap& map = lidar_map(model, index_of(request.vehicle));
  scratch.lidars.push_back(
      {request.vehicle, scanner,
       Lidar2dScratch(scanner, map, model.vehicles.size() + model.physics.parts.size())});
  return scratch.lidars.back();
}

void sense_tilted(const Model& model, const State& state, const LidarRequest& request,
                  Scratch& scratch, LidarReading& reading) {
  if (CameraRig* rig = rig_of(model, scratch); rig != nullptr)
    rig->scan(model, state, {request.vehicle, request.lidar, request.noise}, reading.ranges);
  else
    reading.ranges.assign(static_cast<std::size_t>(request.lidar.beams),
                          static_cast<float>(request.lidar.far_value));
}

}  // namespace

CameraRig* rig_of(const Model& model, Scratch& scratch) {
  if (!scratch.rig)
    if (auto rig = CameraRig::make(model, [&](const Material& material, Color own) {
          return scratch.textures.draw(material, own);
        }))
      scratch.rig = std::make_unique<CameraRig>(std::move(*rig));
  return scratch.rig.get();
}

void place_others(const Model& model, const State& state, std::size_t self, const Circle2& reach,
                  std::vector<PosedOutline>& outlines) {
  constexpr double kRounding = 0.01;  // m; with a radius more, for sides that are seen edge on
  outlines.clear();
  for (std::size_t v = 0; v < model.vehicles.size(); ++v) {
    if (v == self || state.physics.present[v] == 0) continue;
    const Pose2 pose = pose_of(state.physics.vehicles[v]);
    const Outline2& outline = model.physics.vehicles[v].outline;
    const Vec2 away = position(pose) - reach.center;
    const double far = reach.radius + 2 * outline.radius + kRounding;
    if (dot(away, away) <= far * far) outlines.push_back(place(outline, pose));
  }
}

void sense(const Model& model, const State& state, std::span<const LidarRequest> requests,
           Scratch& scratch, std::span<LidarReading> readings) {
  PADDOCK_ASSERT(requests.size() == readings.size(), "requests ", requests.size());
  const DefaultFloatState exact;
  for (std::size_t r = 0; model.rigid && r < requests.size(); ++r)
    sense_tilted(model, state, requests[r], scratch, readings[r]);
  if (model.rigid) return;
  for (std::size_t r = 0; r < requests.size(); ++r) {
    const std::size_t self = index_of(requests[r].vehicle);
    const VehicleType& type = type_of(kind_of(model.vehicles[self].params));
    const Pose2 world_from_lidar =
        pose_of(state.physics.vehicles[self]) * Pose2{type.sensors.lidar_forward, 0, 0};
    readings[r].ranges.resize(static_cast<std::size_t>(requests[r].lidar.beams));
    LidarInUse& lidar = find_lidar(model, requests[r], scratch);
    place_others(model, state, self, {position(world_from_lidar), lidar.scanner.cast_range()},
                 scratch.outlines);
    add_outlines(*model.world, model.physics.parts, state.physics.pieces,
                 model.world->clock.seconds(state.tick), type.sensors.lidar_height, LiveFor::Lidar,
                 scratch.physics.cuts, scratch.outlines);
    const Lidar2dMap& map = lidar_map(model, self);
    const BeamWindow all = all_beams(requests[r].lidar);
    if (requests[r].noise == RangeNoise{})
      scan(lidar.scanner, map, scratch.outlines, world_from_lidar, all, lidar.scratch,
           readings[r].ranges);
    else
      scan_with_noise(lidar.scanner, map, scratch.outlines, world_from_lidar, all,
                      requests[r].noise, noise_address(model, self, state.tick), lidar.scratch,
                      readings[r].ranges);
  }
}

}  // namespace paddock
