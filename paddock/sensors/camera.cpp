#include "paddock/sensors/camera.h"

#include <algorithm>
#include <cmath>

#include "paddock/core/check.h"
#include "paddock/core/float_state.h"
#include "paddock/sensors/camera_kernels.h"
#include "paddock/sensors/range_finish.h"

namespace paddock {
namespace {

// --- the lens -----------------------------------------------------------------------------------

/// (2) Where a lens puts the direction (x, y, 1).
Vec2 distorted(const LensDistortion& lens, Vec2 p) {
  const double r2 = dot(p, p);
  const double radial = 1 + r2 * (lens.k1 + r2 * (lens.k2 + r2 * lens.k3));
  return {p.x * radial + 2 * lens.p1 * p.x * p.y + lens.p2 * (r2 + 2 * p.x * p.x),
          p.y * radial + lens.p1 * (r2 + 2 * p.y * p.y) + 2 * lens.p2 * p.x * p.y};
}

/// The direction a lens puts at `seen`, by Newton's method to the last bits; nothing where the lens
/// folds the picture over.
std::optional<Vec2> undistorted(const LensDistortion& lens, Vec2 seen) {
  if (lens == LensDistortion{}) return seen;
  Vec2 p = seen;
  for (int round = 0; round < 50; ++round) {
    const Vec2 miss = distorted(lens, p) - seen;
    const double x = p.x, y = p.y, r2 = dot(p, p);
    const double radial = 1 + r2 * (lens.k1 + r2 * (lens.k2 + r2 * lens.k3));
    const double slope = lens.k1 + r2 * (2 * lens.k2 + r2 * 3 * lens.k3);  // d radial / d r2
    const double xx = radial + 2 * x * x * slope + 2 * lens.p1 * y + 6 * lens.p2 * x;
    const double yy = radial + 2 * y * y * slope + 6 * lens.p1 * y + 2 * lens.p2 * x;
    const double xy = 2 * x * y * slope + 2 * lens.p1 * x + 2 * lens.p2 * y;
    const double det = xx * yy - xy * xy;
    // past the fold more of the world is pressed into less of the picture
    if (!(det > 0) || !(xx > 0)) return std::nullopt;
    const Vec2 step{(yy * miss.x - xy * miss.y) / det, (xx * miss.y - xy * miss.x) / det};
    p -= step;
    if (std::fabs(step.x) + std::fabs(step.y) < 1e-14) break;
  }
  const Vec2 miss = distorted(lens, p) - seen;
  if (!(std::fabs(miss.x) + std::fabs(miss.y) < 1e-9)) return std::nullopt;
  return p;
}

/// Every part of the rim has a direction: then the inside has, too.
bool lens_is_usable(const CameraParams& params) {
  constexpr int kSteps = 64;
  const double right = params.spec.width - 0.5, bottom = params.spec.height - 0.5;
  for (int k = 0; k <= kSteps; ++k) {
    const double part = static_cast<double>(k) / kSteps;
    const double x = -0.5 + part * (right + 0.5), y = -0.5 + part * (bottom + 0.5);
    for (const Vec2 at : {Vec2{x, -0.5}, Vec2{x, bottom}, Vec2{-0.5, y}, Vec2{right, y}}) {
      const Vec2 seen{(at.x - params.cx) / params.fx, (at.y - params.cy) / params.fy};
      if (!undistorted(params.spec.lens, seen)) return false;
    }
  }
  return true;
}

// --- checking -----------------------------------------------------------------------------------

bool finite(std::initializer_list<double> numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); });
}

Result<void> check_size(const CameraSpec& spec) {
  if (spec.width < 1 || spec.height < 1 || spec.width > kMaxCameraSide ||
      spec.height > kMaxCameraSide)
    return fail(ErrorCode::Invalid, "camera width and height must be 1 to ", kMaxCameraSide,
                " pixels, got ", spec.width, " x ", spec.height);
  if (std::int64_t{spec.width} * spec.height > kMaxCameraPixels)
    return fail(ErrorCode::Limit, "a camera has at most ", kMaxCameraPixels, " pixels, got ",
                spec.width, " x ", spec.height);
  return {};
}

Result<void> check_figures_of(const CameraSpec& spec) {
  const Quat q = spec.body_from_camera.turn;
  const Vec3 at = spec.body_from_camera.at;
  if (!finite({at.x, at.y, at.z, q.w, q.x, q.y, q.z}))
    return fail(ErrorCode::Invalid, "camera pose must be finite numbers");
  const double norm = q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z;
  if (std::fabs(norm - 1) > 1e-6)
    return fail(ErrorCode::Invalid, "camera pose must have a unit quaternion, got length ",
                std::sqrt(norm));
  if (!finite({spec.near, spec.far}) || !(spec.near > 0) || !(spec.far > spec.near))
    return fail(ErrorCode::Invalid, "camera near and far must be 0 < near < far, got ", spec.near,
                " and ", spec.far);
  if (!finite({spec.rate}) || spec.rate < 0)
    return fail(ErrorCode::Invalid, "camera rate must be at least 0, got ", spec.rate);
  if (!spec.outputs.any())
    return fail(ErrorCode::Invalid, "a camera must be asked for at least one output");
  if (spec.color.samples != 1 && spec.color.samples != 4)
    return fail(ErrorCode::Invalid, "camera samples must be 1 or 4, got ", spec.color.samples);
  const DepthSpec& d = spec.depth;
  if (!finite({d.min, d.max, d.near_value, d.far_value, d.noise}) || d.min < 0 || d.max <= d.min ||
      d.noise < 0)
    return fail(ErrorCode::Invalid,
                "camera depth must have 0 <= min < max, finite values and noise of at least 0");
  const LensDistortion& l = spec.lens;
  if (!finite({l.k1, l.k2, l.p1, l.p2, l.k3}))
    return fail(ErrorCode::Invalid, "camera lens coefficients must be finite numbers");
  return {};
}

/// (1) Focal lengths and principal point, from whichever way they were given.
Result<CameraParams> with_intrinsics(const CameraSpec& spec) {
  const bool vertical = spec.vertical_fov != 0, horizontal = spec.horizontal_fov != 0;
  const bool matrix = spec.fx != 0 || spec.fy != 0 || spec.cx != 0 || spec.cy != 0;
  if (vertical + horizontal + matrix != 1)
    return fail(ErrorCode::Invalid,
                "a camera takes one of vertical_fov, horizontal_fov, or fx, fy, cx and cy; got ",
                vertical + horizontal + matrix, " of them");
  CameraParams params{.spec = spec, .fx = spec.fx, .fy = spec.fy, .cx = spec.cx, .cy = spec.cy};
  if (!matrix) {
    const double fov = vertical ? spec.vertical_fov : spec.horizontal_fov;
    constexpr double kWidest = 3.1;  // rad; at pi a picture has no end
    if (!(fov >= 1e-3 && fov <= kWidest))
      return fail(ErrorCode::Invalid, "camera field of view must be 0.001 to ", kWidest,
                  " rad, got ", fov);
    params.fx = params.fy = (vertical ? spec.height : spec.width) / (2 * det::tan(fov / 2));
    params.cx = (spec.width - 1) / 2.0, params.cy = (spec.height - 1) / 2.0;
  }
  constexpr double kMost = 1e6;
  if (!(params.fx > 1e-2 && params.fx < kMost && params.fy > 1e-2 && params.fy < kMost))
    return fail(ErrorCode::Invalid, "camera fx and fy must be 0.01 to ", kMost, " px, got ",
                params.fx, " and ", params.fy);
  if (!(std::fabs(params.cx) < kMost && std::fabs(params.cy) < kMost))
    return fail(ErrorCode::Invalid, "camera cx and cy must be within ", kMost, " px, got ",
                params.cx, " and ", params.cy);
  return params;
}

// --- colours ------------------------------------------------------------------------------------

/// (7) as the kernel has it.
double light_of_stored(LightSpace space, double c) {
  return space == LightSpace::Stored ? c : c * (c * (c * 0.305306011 + 0.682171111) + 0.012522878);
}

/// Its inverse, to the nearest of 255 steps.
std::uint8_t stored_of_light(LightSpace space, double light) {
  double low = 0, high = 1;
  for (int round = 0; round < 40; ++round) {
    const double middle = (low + high) / 2;
    (light_of_stored(space, middle) < light ? low : high) = middle;
  }
  return static_cast<std::uint8_t>(high * 255 + 0.5);
}

void write_light(LightSpace space, Color color, float (&to)[3]) {
  to[0] = static_cast<float>(light_of_stored(space, color.r / 255.0));
  to[1] = static_cast<float>(light_of_stored(space, color.g / 255.0));
  to[2] = static_cast<float>(light_of_stored(space, color.b / 255.0));
}

/// Points of the sun's disc for the pixels of a tile: four that stand together see four points.
void aim_sun(const SceneLight& light, CameraShot& shot) {
  const Vec3 sun = normalized(light.to_sun);
  const Vec3 side = normalized(cross(sun, std::fabs(sun.z) < 0.9 ? Vec3{0, 0, 1} : Vec3{1, 0, 0}));
  const Vec3 up = cross(side, sun);
  constexpr std::array kReach{0.7, 0.4, 0.9, 0.55};  // of the disc's radius, sample by sample
  for (std::size_t sample = 0; sample < 4; ++sample) {
    for (std::size_t lane = 0; lane < 16; ++lane) {
      const std::size_t corner = (lane & 1) | (lane >> 2 & 1) << 1;
      const Rot2 turn = Rot2::of(0.4 + kPi / 2 * static_cast<double>(corner) +
                                 kPi / 8 * static_cast<double>(sample));
      const double reach = light.sun_radius * kReach[sample];
      const Vec3 way = sun + reach * turn.c * side + reach * turn.s * up;
      shot.sun_way[sample][0][lane] = static_cast<float>(way.x);
      shot.sun_way[sample][1][lane] = static_cast<float>(way.y);
      shot.sun_way[sample][2][lane] = static_cast<float>(way.z);
    }
  }
  shot.to_sun[0] = static_cast<float>(sun.x), shot.to_sun[1] = static_cast<float>(sun.y);
  shot.to_sun[2] = static_cast<float>(sun.z);

  // (11) open level ground in the sun has its own colour: sky and sun add up to 1 there
  constexpr std::array kWarm{1.05, 1.0, 0.93};
  const double rise = std::max(sun.z, 0.15);
  const double level = light.ambient + (1 - light.ambient) * rise;
  for (std::size_t k = 0; k < 3; ++k) {
    const double from_sun = (1 - light.ambient) / level * kWarm[k];
    shot.sun_light[k] = static_cast<float>(from_sun * light.intensity);
    shot.sky_light[k] = static_cast<float>(1 - from_sun * rise);
  }
}

/// Dim light needs no shadow: nobody sees it.
constexpr double kLeastSun = 0.02;

void set_weather(const SceneLight& light, LightSpace space, CameraShot& shot) {
  constexpr Color kLamplight{255, 206, 134};
  const SceneWeather& from = *light.weather;
  CameraWeather& to = shot.weather;
  to.on = 1;
  for (std::size_t k = 0; k < 3; ++k) {
    shot.sun_light[k] = static_cast<float>(from.sun[k]);
    shot.sky_light[k] = static_cast<float>(from.sky[k]);
  }
  if (from.sun[1] < kLeastSun) shot.shadows = 0;
  write_light(space, from.glow, to.glow);
  write_light(space, from.cloud, to.cloud), write_light(space, from.cloud_below, to.cloud_below);
  write_light(space, kLamplight, to.window);
  to.clouds = static_cast<float>(from.clouds);
  to.drift[0] = static_cast<float>(from.drift.x), to.drift[1] = static_cast<float>(from.drift.y);
  to.rain = static_cast<float>(from.rain), to.wetness = static_cast<float>(from.wetness);
  to.dusk = static_cast<float>(from.dusk);
  to.falling = from.falling;
}

/// Those whose light ends behind the eye are left out.
void aim_lamps(const SceneLight& light, LightSpace space, const Pose3& world_from_camera,
               std::vector<CameraLamp>& lamps, CameraShot& shot) {
  lamps.clear();
  const Vec3 ahead = world_from_camera.turn * Vec3{1, 0, 0};
  for (const SceneLamp& lamp : light.lamps) {
    const Vec3 from_eye = lamp.at - world_from_camera.at;
    const double reach = reach_of(lamp);
    if (dot(from_eye, ahead) < -reach) continue;
    CameraLamp seen{.at = {static_cast<float>(from_eye.x), static_cast<float>(from_eye.y),
                           static_cast<float>(from_eye.z)},
                    .per_reach_squared = static_cast<float>(1 / (reach * reach)),
                    .light = {}};
    write_light(space, lamp.color, seen.light);
    for (float& part : seen.light) part *= static_cast<float>(lamp.power);
    lamps.push_back(seen);
  }
  shot.lamps = lamps.data(), shot.lamp_count = static_cast<std::int32_t>(lamps.size());
}

// --- a picture ----------------------------------------------------------------------------------

/// Whether what is known of shadows is known of this sun.
bool lit_by(const CoverView& cover, const SceneLight& light) {
  const Vec3 sun = normalized(light.to_sun);
  return cover.to_sun[0] == static_cast<float>(sun.x) &&
         cover.to_sun[1] == static_cast<float>(sun.y) &&
         cover.to_sun[2] == static_cast<float>(sun.z) &&
         cover.sun_radius >= static_cast<float>(light.sun_radius);
}

CameraShot set_up(const Camera& camera, const RayScene& scene, const SceneLight& light,
                  const Pose3& world_from_camera, CameraReading& picture) {
  const CameraParams& params = camera.params();
  const CameraSpec& spec = params.spec;
  CameraShot shot;
  const auto turn = matrix_of(world_from_camera.turn * camera_from_optical());
  std::copy(turn.begin(), turn.end(), shot.turn);
  shot.at[0] = world_from_camera.at.x, shot.at[1] = world_from_camera.at.y,
  shot.at[2] = world_from_camera.at.z;
  shot.near = static_cast<float>(spec.near), shot.far = static_cast<float>(spec.far);
  shot.pixel = static_cast<float>(1 / std::sqrt(params.fx * params.fy));
  shot.linear = spec.color.space == LightSpace::Light ? 1 : 0;
  shot.shadows = spec.color.shadows ? 1 : 0;
  write_light(spec.color.space, light.zenith, shot.zenith);
  write_light(spec.color.space, light.horizon, shot.horizon);
  shot.fog = static_cast<float>(light.fog);
  aim_sun(light, shot);
  if (light.weather) set_weather(light, spec.color.space, shot);
  shot.slant = spec.depth.kind == DepthKind::Slant ? 1 : 0;
  shot.raw_depth = spec.depth.noise > 0 ? 1 : 0;
  shot.depth_min = static_cast<float>(spec.depth.min);
  shot.depth_max = static_cast<float>(spec.depth.max);
  shot.near_value = static_cast<float>(spec.depth.near_value);
  shot.far_value = static_cast<float>(spec.depth.far_value);
  shot.surfaces = scene.surfaces();
  if (!lit_by(shot.surfaces.cover, light)) shot.surfaces.cover = {};
  shot.encoding = camera.encoding();
  shot.width = spec.width, shot.height = spec.height;

  const auto pixels = static_cast<std::size_t>(spec.width) * static_cast<std::size_t>(spec.height);
  const auto room = [&](auto& values, std::size_t each, bool asked) {
    values.resize(asked ? pixels * each : 0);
    return asked ? values.data() : nullptr;
  };
  picture.width = picture.color.width = spec.width;
  picture.height = picture.color.height = spec.height;
  picture.color.channels = shot.channels = spec.color.alpha ? 4 : 3;
  shot.color = room(picture.color.pixels, spec.color.alpha ? 4 : 3, spec.outputs.color);
  shot.depth = room(picture.depth, 1, spec.outputs.depth);
  shot.tags = room(picture.tags, 1, spec.outputs.tags);
  shot.instances = room(picture.instances, 1, spec.outputs.instances);
  shot.normals = room(picture.normals, 3, spec.outputs.normals);
  return shot;
}

/// Which pixels of a tile are in the picture.
std::uint32_t pixels_of(const CameraSpec& spec, int left, int top) {
  const int columns = std::min(4, spec.width - left), rows = std::min(4, spec.height - top);
  const std::uint32_t row = (1u << columns) - 1;
  return (row | row << 4 | row << 8 | row << 12) & (0xffffu >> 4 * (4 - rows));
}

void gather_light(const CameraKernels& kernels, const RayScene& scene, const CameraShot& shot,
                  int sample, float weight, CameraTile& tile) {
  kernels.aim_at_sun(shot, sample, tile);
  if (tile.shadow_rays.wanted != 0) tile.shaded = scene.occluded(RayKind::Camera, tile.shadow_rays);
  kernels.paint(shot, weight, tile);
}

/// Where the rays of a pixel go, beside its middle, px.
struct RayPlace {
  double x{}, y{};
};
constexpr RayPlace kMiddle;
/// Four places a knight's move apart: no two in one row or column.
constexpr std::array<RayPlace, 4> kFourPlaces{
    {{-0.125, -0.375}, {0.375, -0.125}, {0.125, 0.375}, {-0.375, 0.125}}};

/// Whether the ray through the middle is asked for something else than colour.
bool has_geometry(const CameraOutputs& outputs) {
  return outputs.depth || outputs.tags || outputs.instances || outputs.normals;
}

/// Whether it is enough to know which triangles rays meet.
bool labels_alone(const CameraOutputs& outputs) {
  return !outputs.color && !outputs.depth && !outputs.normals;
}

/// The rays of each pixel of a picture: the middle first where it is needed.
std::size_t layers_of(const CameraSpec& spec, std::array<RayPlace, 5>& places) {
  std::size_t count = 0;
  const bool four = spec.outputs.color && spec.color.samples == 4;
  if (!four || has_geometry(spec.outputs)) places[count++] = kMiddle;
  if (!four) return count;
  for (const RayPlace& place : kFourPlaces) places[count++] = place;
  return count;
}

std::uint32_t met_of(const CameraTile& tile) {
  std::uint32_t met = 0;
  for (std::size_t lane = 0; lane < 16; ++lane)
    met |= static_cast<std::uint32_t>(tile.hits.triangle[lane] >= 0) << lane;
  return met & tile.rays.wanted;
}

/// What finds the triangles that rays meet.
struct Eye {
  const CameraKernels& kernels;
  const Camera& camera;
  const RayScene& scene;
  const CameraShot& shot;
  const BandCanvas* drawn;  // null: rays are traced
  std::array<RayPlace, 5> places;

  /// Rays through a tile, of one layer; false where drawing knows that they meet nothing.
  bool look(std::size_t layer, int row, int column, CameraTile& tile) const {
    const auto [off_x, off_y] = offset(layer);
    if (drawn != nullptr) {
      const DrawTarget& target = drawn->layers[layer].target;
      if (!kernels.take_hits(target, (row - target.first_row) * camera.tile_columns() + column,
                             tile.hits))
        return false;
      if (labels_alone(camera.params().spec.outputs)) {
        tile.met = met_of(tile);
        return true;
      }
    }
    kernels.aim(shot, camera.tile_x(row, column), camera.tile_y(row, column), off_x, off_y, tile);
    if (drawn == nullptr) scene.intersect(camera.params().spec.rays, tile.rays, tile.hits);
    kernels.land(shot, tile);
    return true;
  }
  std::pair<float, float> offset(std::size_t layer) const {
    return {static_cast<float>(places[layer].x / camera.params().fx),
            static_cast<float>(places[layer].y / camera.params().fy)};
  }
};

/// The same in weather, with what wet ground mirrors.
void gather_weather(const Eye& eye, int row, int column, int sample, float weight,
                    CameraTile& tile) {
  const CameraKernels& kernels = eye.kernels;
  kernels.aim_at_sun(eye.shot, sample, tile);
  if (tile.shadow_rays.wanted != 0)
    tile.shaded = eye.scene.occluded(RayKind::Camera, tile.shadow_rays);
  CameraMirror mirror;
  kernels.aim_at_mirror(eye.shot, tile, mirror);
  if (mirror.seen.rays.wanted != 0) {
    eye.scene.intersect(RayKind::Camera, mirror.seen.rays, mirror.seen.hits);
    kernels.land_mirror(eye.shot, mirror);
  }
  kernels.paint_in_weather(eye.shot, eye.camera.tile_x(row, column), eye.camera.tile_y(row, column),
                           weight, mirror, tile);
}

void take_tile(const Eye& eye, int column, int row, CameraTile& tile) {
  const Camera& camera = eye.camera;
  const CameraSpec& spec = camera.params().spec;
  const int left = 4 * column, top = 4 * row;
  tile.rays.wanted = pixels_of(spec, left, top);
  std::fill_n(tile.red, 16, 0.0f), std::fill_n(tile.green, 16, 0.0f);
  std::fill_n(tile.blue, 16, 0.0f);

  const auto gather = [&](bool met, std::size_t layer, int sample, float weight) {
    const bool weather = eye.shot.weather.on != 0;
    if (met && weather) return gather_weather(eye, row, column, sample, weight, tile);
    if (met) return gather_light(eye.kernels, eye.scene, eye.shot, sample, weight, tile);
    const auto [off_x, off_y] = eye.offset(layer);
    const auto paint_sky = weather ? eye.kernels.paint_sky_in_weather : eye.kernels.paint_sky;
    paint_sky(eye.shot, camera.tile_x(row, column), camera.tile_y(row, column), off_x, off_y,
              weight, tile);
  };
  std::size_t layer = 0;
  if (has_geometry(spec.outputs) || spec.color.samples == 1) {
    const bool met = eye.look(layer, row, column, tile);
    if (!met) tile.met = 0;
    if (has_geometry(spec.outputs)) eye.kernels.write_geometry(eye.shot, left, top, tile);
    if (spec.outputs.color && spec.color.samples == 1) gather(met, layer, 0, 1);
    ++layer;
  }
  if (!spec.outputs.color) return;
  for (int sample = 0; spec.color.samples == 4 && sample < 4; ++sample, ++layer)
    gather(eye.look(layer, row, column, tile), layer, sample, 0.25f);
  eye.kernels.write_color(eye.shot, left, top, tile);
}

void add_depth_noise(const CameraKernels& kernels, const CameraShot& shot, double noise,
                     const DrawAddress& at, Workers& workers) {
  const LidarFinish address = finish_with({.sigma = static_cast<float>(noise)}, at,
                                          Stream::CameraDepth, Stream::CameraDepth);
  constexpr int kGroups = 16;  // of 64 pixels, in one piece of work
  const int groups = (shot.width * shot.height + 63) / 64;
  workers.run((groups + kGroups - 1) / kGroups, [&](int, int piece) {
    for (int g = kGroups * piece; g < std::min(groups, kGroups * (piece + 1)); ++g)
      kernels.finish_depth(shot, address, g);
  });
}

}  // namespace

Result<CameraParams> check_camera(const CameraSpec& spec) {
  if (auto fine = check_size(spec); !fine) return tl::unexpected(fine.error());
  if (auto fine = check_figures_of(spec); !fine) return tl::unexpected(fine.error());
  auto params = with_intrinsics(spec);
  if (params && !lens_is_usable(*params))
    return fail(ErrorCode::Invalid,
                "camera lens coefficients fold the picture over: some of its rim has no direction");
  return params;
}

std::array<double, 9> camera_matrix(const CameraParams& p) {
  return {p.fx, 0, p.cx, 0, p.fy, p.cy, 0, 0, 1};
}

std::optional<Vec2> project(const CameraParams& p, Vec3 point) {
  if (!(point.z > 0)) return std::nullopt;
  const Vec2 seen = distorted(p.spec.lens, {point.x / point.z, point.y / point.z});
  return Vec2{p.fx * seen.x + p.cx, p.fy * seen.y + p.cy};
}

Vec3 unproject(const CameraParams& p, Vec2 pixel) {
  const Vec2 seen{(pixel.x - p.cx) / p.fx, (pixel.y - p.cy) / p.fy};
  const Vec2 way = undistorted(p.spec.lens, seen).value_or(seen);
  return {way.x, way.y, 1};
}

Quat camera_from_optical() { return {0.5, -0.5, 0.5, -0.5}; }

SceneLight light_of(const SunSpec& sun) {
  const Rot2 azimuth = Rot2::of(sun.azimuth);
  // a sun below the horizon would light nothing
  const Rot2 elevation = Rot2::of(std::clamp(sun.elevation, 0.05, kPi / 2));
  SceneLight light;
  light.to_sun = {elevation.c * azimuth.c, elevation.c * azimuth.s, elevation.s};
  light.ambient = std::clamp(sun.ambient, 0.05, 1.0);
  light.intensity = sun.intensity;
  return light;
}

Camera::Camera(const CameraParams& params, FirstHits first_hits)
    : params_(params), first_hits_(first_hits) {
  const CameraSpec& spec = params.spec;
  const bool lens = spec.lens != LensDistortion{};
  x_rows_ = lens ? tile_columns() : 0;
  y_rows_ = lens ? tile_columns() : 1, y_columns_ = lens ? 1 : 0;
  const auto columns = static_cast<std::size_t>(tile_columns());
  const auto rows = static_cast<std::size_t>(tile_rows());
  x_.resize(lens ? rows * columns : columns), y_.resize(lens ? rows * columns : rows);
  for (int row = 0; row < 4 * tile_rows(); ++row) {
    for (int column = 0; column < 4 * tile_columns(); ++column) {
      if (!lens && row > 3 && column > 3) continue;
      // what is outside the picture repeats its last pixels
      const Vec3 way = unproject(params, {static_cast<double>(std::min(column, spec.width - 1)),
                                          static_cast<double>(std::min(row, spec.height - 1))});
      const int lane = row % 4 * 4 + column % 4;
      x_[static_cast<std::size_t>(row / 4 * x_rows_ + column / 4)].at[lane] =
          static_cast<float>(way.x);
      y_[static_cast<std::size_t>(row / 4 * y_rows_ + column / 4 * y_columns_)].at[lane] =
          static_cast<float>(way.y);
    }
  }
  for (std::size_t i = 0; i < encoding_.size(); ++i) {
    const double root = static_cast<double>(i) / 4095;
    encoding_[i] = stored_of_light(spec.color.space, root * root);
  }
  rays_ = TileRays(params_, x_.front().at, y_.front().at);
}

// --- Exposure -----------------------------------------------------------------------------------

void Exposure::begin(const Camera& camera, const RayScene& scene, const SceneLight& light,
                     const Pose3& world_from_camera, CameraReading& picture) {
  const DefaultFloatState exact;
  camera_ = &camera, scene_ = &scene;
  const CameraSpec& spec = camera.params().spec;
  shot_ = set_up(camera, scene, light, world_from_camera, picture);
  aim_lamps(light, spec.color.space, world_from_camera, lamps_, shot_);
  drawn_ = camera.first_hits() == FirstHits::Fastest && Drawing::serves(camera.params(), scene);
  shot_.drawn = drawn_ ? 1 : 0;
  if (drawn_) drawing_.begin(camera_kernels(), camera.draw_view(), scene, spec.rays, shot_);
}

int Exposure::bands() const {
  const int rows = camera_->band_rows();
  return (camera_->tile_rows() + rows - 1) / rows;
}

int Exposure::rows_until(int band) const {
  return std::min(4 * (band + 1) * camera_->band_rows(), camera_->params().spec.height);
}

void Exposure::paint(int band, BandCanvas& canvas) const {
  const DefaultFloatState exact;
  Eye eye{camera_kernels(), *camera_, *scene_, shot_, drawn_ ? &canvas : nullptr, {}};
  const std::size_t layers = layers_of(camera_->params().spec, eye.places);
  if (drawn_) {
    drawing_.make_room(layers, canvas);
    for (std::size_t layer = 0; layer < layers; ++layer) {
      const auto [off_x, off_y] = eye.offset(layer);
      drawing_.draw(eye.kernels, band, off_x, off_y, canvas.layers[layer]);
    }
  }
  CameraTile tile;
  const int first = band * camera_->band_rows();
  const int end = std::min(first + camera_->band_rows(), camera_->tile_rows());
  for (int row = first; row < end; ++row)
    for (int column = 0; column < camera_->tile_columns(); ++column)
      take_tile(eye, column, row, tile);
}

void Exposure::take(const Camera& camera, const RayScene& scene, const SceneLight& light,
                    const Pose3& world_from_camera, const DrawAddress& noise, Workers& workers,
                    CameraReading& picture) {
  begin(camera, scene, light, world_from_camera, picture);
  const CameraSpec& spec = camera.params().spec;
  canvases_.resize(std::max(canvases_.size(), static_cast<std::size_t>(workers.count())));
  if (drawn_) {
    std::array<RayPlace, 5> places;
    for (BandCanvas& canvas : canvases_) drawing_.make_room(layers_of(spec, places), canvas);
  }
  workers.run(bands(), [&](int worker, int band) {
    paint(band, canvases_[static_cast<std::size_t>(worker)]);
  });
  if (spec.outputs.depth && spec.depth.noise > 0)
    add_depth_noise(camera_kernels(), shot_, spec.depth.noise, noise, workers);
}

void take_picture(const Camera& camera, const RayScene& scene, const SceneLight& light,
                  const Pose3& world_from_camera, const DrawAddress& noise, Workers& workers,
                  CameraReading& picture) {
  Exposure exposure;
  exposure.take(camera, scene, light, world_from_camera, noise, workers, picture);
}

}  // namespace paddock
