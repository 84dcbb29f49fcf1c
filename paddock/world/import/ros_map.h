// Maps of ROS map_server and Nav2: a YAML file and a picture (PGM or PNG) become a level with
// walls.
#pragma once

#include <string>

#include "paddock/world/level.h"

namespace paddock {

/// Height of the walls a map becomes: it says nothing about it. Metres.
inline constexpr double kMapWallHeight = 0.5;

/// A level with one prism for each connected set of occupied cells, ground under the whole map, and
/// a start in the free cell farthest from everything that is not free, facing the longest free way.
/// The fields are those of map_server: image, resolution, origin, negate, occupied_thresh,
/// free_thresh and mode (trinary, scale or raw). Unknown cells are neither walls nor free. All
/// mistakes are reported at once; never throws, whatever the bytes.
LevelReading import_ros_map(const std::string& yaml_path);

}  // namespace paddock
