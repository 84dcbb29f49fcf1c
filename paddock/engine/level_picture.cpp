#include "paddock/engine/level_picture.h"

#include <algorithm>

#include "paddock/engine/camera_rig.h"
#include "paddock/vehicles/vehicle_look.h"
#include "paddock/world/world_look.h"

namespace paddock {
namespace {

constexpr double kNearby = 10;  // m around the start, of things worth a look

/// Where the first task is done, or the first key point lies.
std::optional<Vec2> first_goal(const World& world) {
  for (const WorldTask& task : world.tasks) {
    if (task.piece)
      return xy(world.pieces[static_cast<std::size_t>(*task.piece)].world_from_piece.at);
    if (!task.volumes.empty()) return position(task.volumes.front().pose);
  }
  for (const WorldZone& zone : world.zones)
    if (zone.rule == TriggerRule::Checkpoint || zone.rule == TriggerRule::Finish)
      return position(zone.volume.pose);
  return std::nullopt;
}

/// The middle of what stands before the start; straight ahead where nothing does.
Vec2 things_ahead(const World& world, Vec2 from, Vec2 heading) {
  Vec2 sum{};
  int count = 0;
  for (const WorldPiece& piece : world.pieces) {
    const Vec2 way = xy(piece.world_from_piece.at) - from;
    if (is_wide_ground(piece) || dot(way, heading) < 0.5 || length(way) > kNearby) continue;
    sum = sum + way, ++count;
  }
  return count > 0 ? from + sum / count : from + 4.0 * heading;
}

}  // namespace

Pose3 looking_at(Vec3 eye, Vec3 target) {
  const Vec3 ahead = normalized(target - eye);
  const double yaw = det::atan2(ahead.y, ahead.x);
  const double pitch = det::atan2(-ahead.z, length(xy(ahead)));
  return {eye, Quat::from_yaw_pitch_roll(yaw, pitch, 0)};
}

Viewpoint start_view(const World& world) {
  const WorldStart& start = world.starts[0];
  const Vec3 body = pose_on_ground(world, start.pose, start.z).at;
  const Vec2 heading = Rot2::of(start.pose.yaw) * Vec2{1, 0};
  const Vec2 goal = first_goal(world).value_or(things_ahead(world, xy(body), heading));
  const Vec2 way = goal - xy(body);
  const double far = std::clamp(length(way), 2.0, 8.0);
  // a goal that lies behind is not looked at: the vehicle does not begin that way
  const bool ahead = length(way) > 0.1 && dot(way, heading) > 0;
  const Vec2 along = ahead ? normalized(heading + way / length(way)) : heading;
  const Vec2 eye = xy(body) - (0.7 + 0.17 * far) * along, target = xy(body) + 0.3 * far * along;
  const double up = 0.45 + 0.18 * far;
  const double ground = std::max(body.z, ground_height(world, eye) + 0.4 - up);
  return {looking_at({eye.x, eye.y, ground + up}, {target.x, target.y, body.z}), 0.8, 0.02};
}

bool is_known_by_its_start(const World& world) {
  return !world.starts.empty() && (!world.tasks.empty() || world.vehicle == "robotcar");
}

std::vector<LookPart> vehicles_at_starts(const World& world) {
  std::vector<LookPart> parts;
  for (std::size_t i = 0; i < world.starts.size(); ++i) {
    const WorldStart& start = world.starts[i];
    const VehicleType* type = find_vehicle_type(start.vehicle);
    if (type == nullptr) continue;
    const VehicleId id{static_cast<std::uint32_t>(i)};
    const Pose3 scene_from_body = pose_on_ground(world, start.pose, start.z);
    const VehicleState state = state_at(type->kind, start.pose);
    for (VehiclePart& part : vehicle_look(type->kind, id)) {
      part.part.scene_from_part =
          pose_of_part(part, default_params(type->kind), state, scene_from_body);
      parts.push_back(std::move(part.part));
    }
  }
  return parts;
}

Result<CameraReading> photograph(const World& world, const Viewpoint& view, CameraSpec spec,
                                 Workers& workers) {
  return photograph(world, world.scene.weather, view, spec, workers);
}

Result<CameraReading> photograph(const World& world, const std::optional<WeatherSpec>& weather,
                                 const Viewpoint& view, CameraSpec spec, Workers& workers) {
  spec.vertical_fov = view.vertical_fov;
  spec.near = view.near, spec.far = 5000;
  const auto params = check_camera(spec);
  if (!params) return fail(params.error().code, params.error().message);
  const auto device = open_ray_device();
  if (!device) return fail(device.error().code, device.error().message);
  std::vector<LookPart> parts = looks_of(world);
  for (LookPart& part : vehicles_at_starts(world)) parts.push_back(std::move(part));
  RayScene scene(*device, parts);
  scene.commit();
  CameraReading reading;
  take_picture(Camera(*params), scene, scene_light(world, weather), view.world_from_camera, {},
               workers, reading);
  return reading;
}

}  // namespace paddock
