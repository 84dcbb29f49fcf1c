#include "bench/look_scenes.h"

#include <cmath>

#include "apps/paddock/level_files.h"
#include "paddock/core/random.h"
#include "paddock/geom/look_build.h"
#include "paddock/vehicles/vehicle_look.h"
#include "paddock/world/world_look.h"

namespace paddock {
namespace {

constexpr std::size_t kEyes = 32;
constexpr double kEyeHeight = 0.2;  // m

Pose3 pose_on(const Route& route, double along, double height) {
  const RoutePlace place = place_at(route, along);
  return {{place.point.x, place.point.y, height},
          Quat::from_yaw_pitch_roll(det::atan2(place.direction.y, place.direction.x), 0, 0)};
}

/// A level and cars on its first route; from each eye they stand where `along` says, in metres from
/// the eye.
template <class Along>
Result<LookScene> scene_on_route(const char* level, double eye_height, VehicleKind kind,
                                 const VehicleParams& params, std::uint32_t cars, Along&& along) {
  const auto path = find_level(level);
  if (!path) return tl::unexpected(path.error());
  const auto world = load_world(*path, 1);
  if (!world) return tl::unexpected(world.error());
  auto device = open_ray_device();
  if (!device) return tl::unexpected(device.error());
  LookScene made{.name = level,
                 .scene = RayScene(*device, looks_of(*world)),
                 .light = light_of(world->scene.sun),
                 .eyes = {},
                 .cars = {}};
  made.scene.light_from(made.light.to_sun, made.light.sun_radius);
  const Route& route = world->routes.front();
  made.car_poses.resize(kEyes);
  for (std::size_t eye = 0; eye < kEyes; ++eye)
    made.eyes.push_back(
        pose_on(route, route.length * static_cast<double>(eye) / kEyes, eye_height));
  const VehicleState state = state_at(kind, {});
  for (std::uint32_t car = 0; car < cars; ++car) {
    const VehicleId id{car};
    for (const VehiclePart& part : vehicle_look(kind, id)) {
      made.cars.push_back(made.scene.add_placed(
          made.scene.add_shape(part.part.look),
          {.instance = part.part.instance, .tag = part.part.tag, .seen_by = part.part.seen_by}));
      for (std::size_t eye = 0; eye < kEyes; ++eye) {
        const double at = route.length * static_cast<double>(eye) / kEyes + along(car);
        made.car_poses[eye].push_back(
            pose_of_part(part, params, state, pose_on(route, std::fmod(at, route.length), 0)));
      }
    }
  }
  return made;
}

}  // namespace

void LookScene::place_cars(std::size_t index) {
  for (std::size_t part = 0; part < cars.size(); ++part)
    scene.place(cars[part], car_poses[index][part]);
  scene.commit();
}

Result<LookScene> race_track_scene() {
  return scene_on_route("grand_prix", kEyeHeight, kind_of<Racecar>(), RacecarParams<double>{}, 3,
                        [](std::uint32_t car) { return 1.5 + 1.2 * car; });
}

Result<LookScene> town_scene() {
  constexpr double kDriver = 1.4;  // m, eyes of who drives
  return scene_on_route("old_town", kDriver, kind_of<Sedan>(), SedanParams<double>{}, 40,
                        [](std::uint32_t car) { return 8.0 + 6.0 * car; });
}

Result<LookScene> many_triangles_scene() {
  constexpr int kBoxes = 25000;
  constexpr double kHalf = 20;  // m, of the floor's side
  auto device = open_ray_device();
  if (!device) return tl::unexpected(device.error());
  LookPart floor, boxes;
  floor.instance = 1, floor.tag = SemanticTag::Road;
  dress(floor.look, make_mat({2 * kHalf, 2 * kHalf}), {}, {});
  boxes.instance = 2, boxes.tag = SemanticTag::Building;
  DrawSequence draws({.seed = 1, .stream = Stream::Spawn});
  Look box;
  dress(box, make_box({0.2, 0.2, 0.2}), {}, {});
  for (int k = 0; k < kBoxes; ++k) {
    const double x = draws.between(-kHalf, kHalf), y = draws.between(-kHalf, kHalf);
    append(boxes.look, box, {{x, y, 0}, Quat::from_yaw_pitch_roll(draws.between(-kPi, kPi), 0, 0)});
  }
  const std::vector<LookPart> parts{std::move(floor), std::move(boxes)};
  LookScene made{
      .name = "boxes", .scene = RayScene(*device, parts), .light = {}, .eyes = {}, .cars = {}};
  made.scene.light_from(made.light.to_sun, made.light.sun_radius);
  made.scene.commit();
  made.car_poses.resize(kEyes);
  for (std::size_t eye = 0; eye < kEyes; ++eye) {
    const double angle = 2 * kPi * static_cast<double>(eye) / kEyes;
    const Rot2 turn = Rot2::of(angle);
    made.eyes.push_back(
        {{8 * turn.c, 8 * turn.s, 0.3}, Quat::from_yaw_pitch_roll(angle + kPi / 2, 0, 0)});
  }
  return made;
}

}  // namespace paddock
