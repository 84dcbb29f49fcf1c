// Same bytes for the same picture: on any number of threads, with every SIMD target, and with
// Embree held to narrower instructions, but for pixels on a knife's edge, which are counted.
#include "paddock/sensors/camera.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>

#include "paddock/core/hash.h"
#include "paddock/core/random.h"
#include "paddock/core/simd_target.h"
#include "paddock/sensors/camera_kernels.h"
#include "paddock/sensors/ray_fan_table.h"
#include "tests/support/scenes.h"

namespace paddock {
namespace {

/// A floor, boxes, balls and a textured board, some of it placed.
struct Busy {
  RayScene scene;
  Camera camera;
};

Busy busy_scene(RayIsa isa) {
  Finish floor = paint_of({180, 180, 170});
  floor.texture = checker_texture(8, 16);
  std::vector<LookPart> parts{
      part_of("floor", look_of(make_mat({60, 60}), floor), {}, 1, SemanticTag::Road)};
  DrawSequence draws({.seed = 5, .stream = Stream::Spawn});
  for (std::uint32_t k = 0; k < 300; ++k) {
    const double x = draws.between(0.8, 25), y = draws.between(-10, 10);
    Finish finish = paint_of({static_cast<std::uint8_t>(draws.integer(0, 255)), 120, 90});
    finish.gloss = k % 3 == 0 ? 0.6 : 0;
    if (k % 4 == 0) finish.texture = checker_texture(4, 8);
    const Pose3 pose{{x, y, 0}, Quat::from_yaw_pitch_roll(draws.between(-3, 3), 0, 0)};
    parts.push_back(part_of(
        "thing",
        k % 2 == 0 ? look_of(make_box({0.3, 0.2, 0.4}), finish) : ball_look(0.2, 24, finish), pose,
        k + 2, SemanticTag::Building));
  }
  CameraSpec spec;
  spec.width = 322, spec.height = 241, spec.vertical_fov = 0.9;
  spec.outputs = {true, true, true, true, true};
  spec.depth.noise = 0.001;
  spec.body_from_camera.at = {0, 0, 0.5};
  Busy busy{RayScene(*open_ray_device(isa), parts), Camera(*check_camera(spec))};
  const ShapeId ball = busy.scene.add_shape(ball_look(0.3, 32, paint_of({20, 60, 220})));
  for (int k = 0; k < 5; ++k)
    busy.scene.place(busy.scene.add_placed(ball, {.instance = 900, .tag = SemanticTag::Vehicle}),
                     {{2.0 + k, 1.0 - 0.5 * k, 0.02 * k}, Quat::from_yaw_pitch_roll(k, 0.2, 0.1)});
  busy.scene.commit();
  return busy;
}

CameraReading picture_of(const Busy& busy, int threads) {
  Workers workers(threads);
  CameraReading picture;
  SceneLight light;
  light.fog = 0.01;
  take_picture(busy.camera, busy.scene, light, {{0, 0, 0.5}, {}}, {.seed = 3, .tick = 8}, workers,
               picture);
  return picture;
}

void expect_same(const CameraReading& a, const CameraReading& b) {
  EXPECT_EQ(a.color.pixels, b.color.pixels);
  EXPECT_EQ(a.depth, b.depth);
  EXPECT_EQ(a.tags, b.tags);
  EXPECT_EQ(a.instances, b.instances);
  EXPECT_EQ(a.normals, b.normals);
}

TEST(CameraParity, AnyNumberOfThreadsTakesTheSamePicture) {
  const Busy busy = busy_scene(RayIsa::Widest);
  const CameraReading one = picture_of(busy, 1);

  expect_same(one, picture_of(busy, 2));
  expect_same(one, picture_of(busy, 8));
}

TEST(CameraParity, EmbreeHeldToAvx2FlipsAtMostAFewPixelsOnAKnifesEdge) {
  const CameraReading wide = picture_of(busy_scene(RayIsa::Widest), 2);
  const CameraReading narrow = picture_of(busy_scene(RayIsa::Avx2), 2);

  std::size_t flipped = 0, changed = 0;
  for (std::size_t i = 0; i < wide.depth.size(); ++i) {
    const bool same_thing = wide.instances[i] == narrow.instances[i];
    flipped += same_thing ? 0 : 1;
    // same thing, another of its triangles, or a shadow's edge: still a flip
    const bool same = same_thing && wide.depth[i] == narrow.depth[i] &&
                      std::memcmp(&wide.color.pixels[3 * i], &narrow.color.pixels[3 * i], 3) == 0;
    changed += same ? 0 : 1;
  }
  RecordProperty("flipped", static_cast<int>(flipped));
  RecordProperty("changed", static_cast<int>(changed));
  std::printf("of %zu pixels %zu show another thing, %zu differ at all\n", wide.depth.size(),
              flipped, changed);
  EXPECT_LE(flipped, 4u);
  EXPECT_LE(changed, 40u) << "of 77,602: shadow rays have their edges, too";
}

/// One tile through every stage of the kernels of one target, as bytes.
std::vector<float> stages_of(SimdTarget target, const Busy& busy, int tile_index) {
  const CameraKernels& kernels = camera_kernels(target);
  std::vector<std::uint8_t> color(16 * 3);
  std::vector<float> depth(16), normals(48);
  std::vector<std::uint8_t> tags(16);
  CameraShot shot;
  const auto turn = matrix_of(camera_from_optical());
  std::copy(turn.begin(), turn.end(), shot.turn);
  shot.at[2] = 0.5, shot.near = 0.05f, shot.far = 500, shot.pixel = 0.004f;
  shot.linear = 1, shot.shadows = 1, shot.fog = 0.01f, shot.depth_max = 1e9f;
  shot.to_sun[0] = 0.4f, shot.to_sun[1] = 0.5f, shot.to_sun[2] = 0.768f;
  for (int lane = 0; lane < 16; ++lane)
    for (int k = 0; k < 3; ++k) shot.sun_way[0][k][lane] = shot.to_sun[k];
  for (int k = 0; k < 3; ++k) {
    shot.sky_light[k] = 0.5f, shot.sun_light[k] = 0.7f;
    shot.zenith[k] = 0.3f, shot.horizon[k] = 0.7f;
  }
  shot.surfaces = busy.scene.surfaces();
  shot.encoding = busy.camera.encoding();
  shot.width = shot.height = 4;
  shot.color = color.data(), shot.depth = depth.data(), shot.tags = tags.data();
  shot.normals = normals.data();
  CameraTile tile{};
  const int row = tile_index / busy.camera.tile_columns();
  const int column = tile_index % busy.camera.tile_columns();
  const float *xs = busy.camera.tile_x(row, column), *ys = busy.camera.tile_y(row, column);
  kernels.aim(shot, xs, ys, 0, 0, tile);
  busy.scene.intersect(RayKind::Camera, tile.rays, tile.hits);
  kernels.land(shot, tile);
  kernels.aim_at_sun(shot, 0, tile);
  if (tile.shadow_rays.wanted != 0)
    tile.shaded = busy.scene.occluded(RayKind::Camera, tile.shadow_rays);
  kernels.paint(shot, 1, tile);
  kernels.write_color(shot, 0, 0, tile);
  kernels.write_geometry(shot, 0, 0, tile);
  std::vector<float> bytes(depth);
  bytes.insert(bytes.end(), normals.begin(), normals.end());
  bytes.insert(bytes.end(), tile.red, tile.red + 16);
  bytes.insert(bytes.end(), color.begin(), color.end());
  bytes.insert(bytes.end(), tags.begin(), tags.end());

  // with a fourth byte and stored colours, and the sky behind it all
  shot.linear = 0, shot.channels = 4;
  color.resize(16 * 4), shot.color = color.data();
  kernels.write_color(shot, 0, 0, tile);
  bytes.insert(bytes.end(), color.begin(), color.end());
  kernels.paint_sky(shot, xs, ys, 0, 0, 0.5f, tile);
  bytes.insert(bytes.end(), tile.blue, tile.blue + 16);
  return bytes;
}

TEST(CameraParity, EverySimdTargetPaintsTheSamePixels) {
  const Busy busy = busy_scene(RayIsa::Widest);
  const int tiles = busy.camera.tile_columns() * busy.camera.tile_rows();
  for (int tile = 0; tile < tiles; tile += 3) {
    const std::vector<float> scalar = stages_of(SimdTarget::Scalar, busy, tile);
    for (const SimdTarget target : kSimdTargets) {
      if (!supported(target)) continue;
      const std::vector<float> other = stages_of(target, busy, tile);
      ASSERT_EQ(std::memcmp(scalar.data(), other.data(), scalar.size() * sizeof(float)), 0)
          << name_of(target) << ", tile " << tile;
    }
  }
}

/// One tile in weather through every stage of the kernels of one target.
std::vector<float> weather_of(SimdTarget target, const Busy& busy, int tile_index) {
  const CameraKernels& kernels = camera_kernels(target);
  std::vector<std::uint8_t> color(16 * 3);
  CameraShot shot;
  const auto turn = matrix_of(camera_from_optical());
  std::copy(turn.begin(), turn.end(), shot.turn);
  shot.at[2] = 0.5, shot.near = 0.05f, shot.far = 500, shot.pixel = 0.004f;
  shot.linear = 1, shot.fog = 0.02f, shot.color = color.data(), shot.width = shot.height = 4;
  shot.to_sun[0] = 0.9f, shot.to_sun[1] = 0.1f, shot.to_sun[2] = 0.42f;
  shot.surfaces = busy.scene.surfaces();
  CameraWeather& weather = shot.weather;
  weather.on = 1, weather.clouds = 0.5f, weather.drift[0] = 0.3f, weather.falling = 12345;
  weather.rain = 0.7f, weather.wetness = 0.8f, weather.dusk = 0.6f;
  for (int k = 0; k < 3; ++k) {
    shot.sky_light[k] = 0.5f, shot.sun_light[k] = 0.7f;
    shot.zenith[k] = 0.3f, shot.horizon[k] = 0.7f;
    weather.glow[k] = 0.4f, weather.cloud[k] = 0.9f, weather.cloud_below[k] = 0.5f;
    weather.window[k] = 0.6f;
  }
  CameraTile tile{};
  CameraMirror mirror{};
  const int row = tile_index / busy.camera.tile_columns();
  const int column = tile_index % busy.camera.tile_columns();
  const float *xs = busy.camera.tile_x(row, column), *ys = busy.camera.tile_y(row, column);
  tile.rays.wanted = 0xffffu;
  kernels.aim(shot, xs, ys, 0, 0, tile);
  busy.scene.intersect(RayKind::Camera, tile.rays, tile.hits);
  kernels.land(shot, tile);
  kernels.aim_at_sun(shot, 0, tile);
  kernels.aim_at_mirror(shot, tile, mirror);
  if (mirror.seen.rays.wanted != 0) {
    busy.scene.intersect(RayKind::Camera, mirror.seen.rays, mirror.seen.hits);
    kernels.land_mirror(shot, mirror);
  }
  kernels.paint_in_weather(shot, xs, ys, 0.5f, mirror, tile);
  std::vector<float> numbers(mirror.share, mirror.share + 16);
  numbers.insert(numbers.end(), tile.red, tile.red + 16);
  numbers.insert(numbers.end(), tile.green, tile.green + 16);
  kernels.paint_sky_in_weather(shot, xs, ys, 0.001f, -0.001f, 0.5f, tile);
  numbers.insert(numbers.end(), tile.blue, tile.blue + 16);
  return numbers;
}

TEST(CameraParity, EverySimdTargetPaintsTheSameWeather) {
  const Busy busy = busy_scene(RayIsa::Widest);
  const int tiles = busy.camera.tile_columns() * busy.camera.tile_rows();
  float mirrored = 0;
  for (int tile = 0; tile < tiles; tile += 3) {
    const std::vector<float> scalar = weather_of(SimdTarget::Scalar, busy, tile);
    mirrored += scalar[5];
    for (const SimdTarget target : kSimdTargets) {
      if (!supported(target)) continue;
      const std::vector<float> other = weather_of(target, busy, tile);
      ASSERT_EQ(std::memcmp(scalar.data(), other.data(), scalar.size() * sizeof(float)), 0)
          << name_of(target) << ", tile " << tile;
    }
  }
  EXPECT_GT(mirrored, 10);
}

TEST(CameraParity, EverySimdTargetMeasuresTheSameEchoes) {
  const Busy busy = busy_scene(RayIsa::Widest);
  std::array<std::array<double, 16>, 9> numbers{};
  for (std::size_t lane = 0; lane < 16; ++lane) {
    const Rot2 bearing = Rot2::of(0.02 * static_cast<double>(lane) - 0.2);
    numbers[0][lane] = bearing.c, numbers[1][lane] = bearing.s, numbers[5][lane] = 1;
    numbers[8][lane] = 0.3 + 0.001 * static_cast<double>(lane);
  }
  FanBeams beams;
  for (std::size_t k = 0; k < 3; ++k) {
    beams.level[k] = numbers[k].data(), beams.up[k] = numbers[3 + k].data();
    beams.from[k] = numbers[6 + k].data();
  }
  const FanShot shot{.surfaces = busy.scene.surfaces(), .max_range = 50, .attenuation = 0.01f};
  std::array<float, 16> first{};
  for (const SimdTarget target : kSimdTargets) {
    if (!supported(target)) continue;
    FanPacket packet{};
    std::array<float, 16> range{}, intensity{};
    std::array<std::uint32_t, 16> tag{}, instance{};
    fan_kernels(target).aim(beams, 0, 0.995, -0.0998, 50, packet);
    busy.scene.intersect(RayKind::Lidar, packet.rays, packet.hits);
    fan_kernels(target).land(shot, packet, 0,
                             {range.data(), intensity.data(), tag.data(), instance.data()});
    for (std::size_t lane = 0; lane < 16; ++lane) range[lane] += 1000 * intensity[lane];
    if (target == SimdTarget::Scalar) first = range;
    EXPECT_EQ(std::memcmp(first.data(), range.data(), sizeof range), 0) << name_of(target);
  }
}

}  // namespace
}  // namespace paddock
