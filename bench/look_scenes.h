// Scenes that cameras and 3D lidars are measured in, and places to look from.
#pragma once

#include <string>
#include <vector>

#include "paddock/core/error.h"
#include "paddock/raycast/ray_scene.h"
#include "paddock/sensors/camera.h"

namespace paddock {

/// Ready to be looked at: what stands still, cars that move, and eyes along the way.
struct LookScene {
  std::string name;
  RayScene scene;
  SceneLight light;
  std::vector<Pose3> eyes;                      // world_from_camera
  std::vector<PlacedId> cars;                   // their parts
  std::vector<std::vector<Pose3>> car_poses{};  // for each eye, where those parts are

  /// Puts the cars where they are seen from eye `index`.
  void place_cars(std::size_t index);
};

/// The race track with three race cars ahead of the eye.
Result<LookScene> race_track_scene();
/// Forty sedans on the streets of old_town, seen from the driver's place of one more.
Result<LookScene> town_scene();
/// 300,000 triangles: boxes thrown about on a floor.
Result<LookScene> many_triangles_scene();

}  // namespace paddock
