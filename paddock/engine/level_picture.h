// A level before anything moves, as an eye sees it: with its vehicles at the starts. Pictures for
// menus, documents and `paddock shot`.
#pragma once

#include <vector>

#include "paddock/core/error.h"
#include "paddock/core/workers.h"
#include "paddock/geom/look.h"
#include "paddock/sensors/camera.h"
#include "paddock/world/world.h"

namespace paddock {

struct Viewpoint {
  Pose3 world_from_camera;
  double vertical_fov{0.8};
  double near{0.02};
};

/// At `eye`, looking at `target`, upright.
Pose3 looking_at(Vec3 eye, Vec3 target);

/// From behind the first start and above it, towards what a vehicle has to do first: its task, the
/// first checkpoint, or what stands before it.
Viewpoint start_view(const World& world);

/// Whether the way from the start tells more of a level than a map of it does: where there are
/// tasks, or the rules of the robot-car course.
bool is_known_by_its_start(const World& world);

/// The vehicles that wait at the starts.
std::vector<LookPart> vehicles_at_starts(const World& world);

/// What an eye sees, in the level's own weather. Size, outputs and samples are those of `spec`.
Result<CameraReading> photograph(const World& world, const Viewpoint& view, CameraSpec spec,
                                 Workers& workers);
/// The same in any weather, or in none.
Result<CameraReading> photograph(const World& world, const std::optional<WeatherSpec>& weather,
                                 const Viewpoint& view, CameraSpec spec, Workers& workers);

}  // namespace paddock
