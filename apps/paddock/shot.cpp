// paddock shot: a picture of a level: its map, or what a camera sees.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <thread>

#include "apps/paddock/level_files.h"
#include "apps/paddock/print.h"
#include "apps/paddock/verbs.h"
#include "paddock/core/check.h"
#include "paddock/core/suggest.h"
#include "paddock/engine/level_picture.h"
#include "paddock/io/png.h"
#include "paddock/sensors/camera.h"
#include "paddock/vehicles/vehicle_look.h"
#include "paddock/world/top_view.h"

namespace paddock {
namespace {

// --- the map ------------------------------------------------------------------------------------

Image draw_map(const Level& level, const ShotOptions& options) {
  const World& world = *level.world;
  TopViewSpec spec;
  spec.title = level.papers->title;
  spec.width = options.width;
  if (options.height > 0) spec.height = options.height;
  for (std::size_t i = 0; i < world.starts.size(); ++i) {
    if (const VehicleType* type = find_vehicle_type(world.starts[i].vehicle)) {
      spec.vehicles.push_back(
          {world.starts[i].pose, outline_of(type->kind), vehicle_color(vehicle_id(i))});
    }
  }
  if (options.region.size() == 4) {
    Bounds2 region;
    region.add({options.region[0], options.region[1]});
    region.add({options.region[2], options.region[3]});
    spec.region = region;
  }
  return draw_top_view(world, spec);
}

// --- where a camera stands ----------------------------------------------------------------------

/// Behind a vehicle and above it, as far as its size asks.
Viewpoint chase_view(const World& world, const WorldStart& start, VehicleKind kind) {
  const double size = outline_of(kind).radius;
  const Pose3 body = pose_on_ground(world, start.pose, start.z);
  const Vec3 target = body * Vec3{1.2 * size, 0, 0.4 * size};
  Vec3 eye = body * Vec3{-3.4 * size, 1.2 * size, 1.7 * size};
  eye.z = std::max(eye.z, ground_height(world, xy(eye)) + 0.8 * size);
  return {looking_at(eye, target), 0.75, 0.02};
}

/// From just before a driver's windscreen, or from above the lidar.
Viewpoint driver_view(const World& world, const WorldStart& start, VehicleKind kind) {
  const VehicleType& type = type_of(kind);
  const Pose3 body = pose_on_ground(world, start.pose, start.z);
  return {
      {body * type.look.driver_eye, body.turn * Quat::from_yaw_pitch_roll(0, 0.12, 0)}, 0.9, 0.02};
}

/// The camera on the vehicle: 42.5 degrees high, as a D435i's colour camera.
Viewpoint camera_view(const World& world, const WorldStart& start, VehicleKind kind) {
  const Pose3 body = pose_on_ground(world, start.pose, start.z);
  return {{body * type_of(kind).sensors.camera, body.turn}, radians(42.5), 0.02};
}

/// What stands on the ground, and how high.
struct Extent {
  Bounds2 flat;
  double high{};
};

Extent extent_of(const World& world) {
  Extent extent;
  for (const WorldPiece& piece : world.pieces) {
    if (is_wide_ground(piece)) continue;
    for (const Vec3 p : piece.mesh.points) {
      const Vec3 at = piece.world_from_piece * p;
      extent.flat.add(xy(at)), extent.high = std::max(extent.high, at.z);
    }
  }
  if (extent.flat.empty()) extent.flat = world.bounds;
  for (const WorldStart& start : world.starts) {
    const VehicleType* type = find_vehicle_type(start.vehicle);
    const double reach = type != nullptr ? outline_of(type->kind).radius : 0;
    extent.flat.add(position(start.pose) - Vec2{reach, reach});
    extent.flat.add(position(start.pose) + Vec2{reach, reach});
  }
  return extent;
}

/// All of the level, from the south-west and above it, as near as it fits.
Viewpoint whole_view(const World& world, double aspect) {
  constexpr double kFov = 0.55, kRim = 0.94;
  const Extent extent = extent_of(world);
  const Vec2 low = extent.flat.low, high = extent.flat.high, middle = (low + high) / 2;
  const Vec3 away = normalized(Vec3{-0.25, -0.85, 0.62});
  const double top = det::tan(kFov / 2), side = top * aspect;
  Viewpoint view{{}, kFov, 0.05};
  double shift = 0;
  // near things look larger: in a few rounds the middle of what is seen becomes the picture's
  for (int round = 0; round < 6; ++round) {
    const Vec3 target{middle.x, middle.y + shift, 0};
    const Pose3 at_target = looking_at(target, target - away);
    std::array<Vec3, 8> seen;  // x ahead, y left, z up from the target
    double distance = 0.1;
    for (std::size_t i = 0; i < seen.size(); ++i) {
      const Vec3 p{(i & 1) != 0 ? high.x : low.x, (i & 2) != 0 ? high.y : low.y,
                   (i & 4) != 0 ? extent.high : 0};
      seen[i] = inverse(at_target) * p;
      distance = std::max({distance, std::fabs(seen[i].y) / (kRim * side) - seen[i].x,
                           std::fabs(seen[i].z) / (kRim * top) - seen[i].x});
    }
    double lowest = top, highest = -top;
    for (const Vec3 p : seen) {
      lowest = std::min(lowest, p.z / (distance + p.x));
      highest = std::max(highest, p.z / (distance + p.x));
    }
    view.world_from_camera = {target + distance * away, at_target.turn};
    shift += (lowest + highest) / 2 * distance / away.z;
  }
  return view;
}

/// Pitch positive downward, as in level files.
Viewpoint free_view(const std::vector<double>& at) {
  return {{{at[0], at[1], at[2]}, Quat::from_yaw_pitch_roll(radians(at[3]), radians(at[4]), 0)},
          0.75,
          0.05};
}

Viewpoint viewpoint(const World& world, const ShotOptions& options, double aspect) {
  if (!options.at.empty()) return free_view(options.at);
  const WorldStart& start = world.starts[0];
  const VehicleType* type = find_vehicle_type(start.vehicle);
  PADDOCK_ASSERT(type != nullptr, start.vehicle);  // levels are checked when they are read
  const VehicleKind kind = type->kind;
  if (options.view == "start") return start_view(world);
  if (options.view == "chase") return chase_view(world, start, kind);
  if (options.view == "driver") return driver_view(world, start, kind);
  if (options.view == "camera") return camera_view(world, start, kind);
  return whole_view(world, aspect);
}

// --- numbers into pictures ----------------------------------------------------------------------

/// Near is bright; each ten times of distance takes the same step, from 10 cm to 100 m.
Image depth_picture(const CameraReading& reading) {
  Image image = Image::blank(reading.width, reading.height, 1);
  for (std::size_t i = 0; i < reading.depth.size(); ++i) {
    const double depth = reading.depth[i];
    const double share = depth > 0 ? (2 - det::log(depth) / det::log(10.0)) / 3 : 0;
    image.pixels[i] = static_cast<std::uint8_t>(255 * std::clamp(share, 0.0, 1.0) + 0.5);
  }
  return image;
}

Image tag_picture(const CameraReading& reading) {
  // none, building, fence, other, pedestrian, pole, road line, road, pavement, plants, vehicle,
  // wall, sign: the colours CARLA's users know
  constexpr std::array<Color, 13> colors{{{0, 0, 0},
                                          {70, 70, 70},
                                          {190, 153, 153},
                                          {250, 170, 160},
                                          {220, 20, 60},
                                          {153, 153, 153},
                                          {157, 234, 50},
                                          {128, 64, 128},
                                          {244, 35, 232},
                                          {107, 142, 35},
                                          {0, 0, 142},
                                          {102, 102, 156},
                                          {220, 220, 0}}};
  Image image = Image::blank(reading.width, reading.height);
  for (std::size_t i = 0; i < reading.tags.size(); ++i) {
    const Color color = colors[std::min<std::size_t>(reading.tags[i], colors.size() - 1)];
    image.pixels[3 * i] = color.r;
    image.pixels[3 * i + 1] = color.g;
    image.pixels[3 * i + 2] = color.b;
  }
  return image;
}

Result<std::optional<WeatherSpec>> weather_of(const World& world, const std::string& name) {
  if (name.empty()) return world.scene.weather;
  if (name == "none") return std::optional<WeatherSpec>{};
  if (const WeatherPreset* preset = find_weather(name)) return std::optional(preset->weather);
  std::vector<std::string_view> names{"none"};
  std::string known = "none";
  for (const WeatherPreset& preset : weather_presets())
    names.push_back(preset.name), known += concat(", ", preset.name);
  return fail(ErrorCode::NotFound, "there is no weather \"", name, "\"",
              did_you_mean_names(name, names), "; there are ", known);
}

Result<Image> photograph(const World& world, const ShotOptions& options) {
  CameraSpec spec;
  spec.width = options.width;
  spec.height = options.height > 0 ? options.height : options.width * 9 / 16;
  spec.outputs = {.color = options.sensor == "colour",
                  .depth = options.sensor == "depth",
                  .tags = options.sensor == "semantic"};
  spec.color.samples = 4;
  const double aspect = static_cast<double>(spec.width) / std::max(spec.height, 1);
  Workers workers(static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1u, 16u)));
  const auto weather = weather_of(world, options.weather);
  if (!weather) return tl::unexpected(weather.error());
  auto reading = photograph(world, *weather, viewpoint(world, options, aspect), spec, workers);
  if (!reading) return tl::unexpected(reading.error());
  if (options.sensor == "depth") return depth_picture(*reading);
  if (options.sensor == "semantic") return tag_picture(*reading);
  return std::move(reading->color);
}

}  // namespace

int take_shot(const ShotOptions& options) {
  const auto path = find_level(options.level);
  if (!path) return complain(path.error().message);
  const auto settings = read_settings(options.set);
  if (!settings) return kUsage;
  const auto level = load_level(*path, options.seed, *settings);
  if (!level) return complain(level.error().message);
  const bool map = options.view == "top" && options.at.empty() && options.weather.empty();
  if (map && options.sensor != "colour") {
    return complain("The view from above is drawn in colour only; take --view whole");
  }
  const auto image =
      map ? Result<Image>(draw_map(*level, options)) : photograph(*level->world, options);
  if (!image) return complain(image.error().message);
  const auto written = write_png(options.output, *image);
  if (!written) return complain(written.error().message);
  fmt::print("Written: {} ({} x {})\n", options.output, image->width, image->height);
  return kOk;
}

}  // namespace paddock
