// Pictures that are drawn against pictures that are traced, on every level from twenty places, with
// and without a lens. Where they differ, two triangles meet, or two surfaces lie in one place.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <vector>

#include "apps/paddock/level_files.h"
#include "paddock/core/random.h"
#include "paddock/sensors/camera.h"
#include "paddock/world/world.h"
#include "paddock/world/world_look.h"

namespace paddock {
namespace {

constexpr int kPlaces = 20;
constexpr double kOnePlane = 1e-3;  // m: far above what rounding does to a distance

CameraParams params_of(int place) {
  CameraSpec spec;
  spec.width = 160, spec.height = 120, spec.vertical_fov = 1.1;
  spec.outputs = {.color = false, .depth = true, .tags = true, .instances = true, .normals = true};
  if (place % 4 == 3) spec.lens = {-0.28, 0.09, 0.0006, -0.0004, -0.01};
  return *check_camera(spec);
}

CameraReading picture_of(const RayScene& scene, const CameraParams& params, const Pose3& pose,
                         FirstHits first_hits) {
  Workers one(1);
  CameraReading picture;
  take_picture(Camera(params, first_hits), scene, {}, pose, {}, one, picture);
  return picture;
}

/// Where a pixel's surface stands along its normal, m, both in the camera's frame.
double offset_of(const CameraParams& params, const CameraReading& picture, std::size_t pixel) {
  const int x = static_cast<int>(pixel) % picture.width,
            y = static_cast<int>(pixel) / picture.width;
  const Vec3 seen = camera_from_optical() * unproject(params, {1.0 * x, 1.0 * y});
  const float* normal = &picture.normals[3 * pixel];
  return picture.depth[pixel] * dot(seen, {normal[0], normal[1], normal[2]});
}

/// Whether all pixels round this one, and it, lie on one plane. Board on board of one thing has
/// faces alike at two distances.
bool amid_one_plane(const CameraParams& params, const CameraReading& picture, std::size_t pixel) {
  const int at_x = static_cast<int>(pixel) % picture.width,
            at_y = static_cast<int>(pixel) / picture.width;
  for (int y = std::max(0, at_y - 1); y <= std::min(picture.height - 1, at_y + 1); ++y)
    for (int x = std::max(0, at_x - 1); x <= std::min(picture.width - 1, at_x + 1); ++x) {
      const auto other = static_cast<std::size_t>(y * picture.width + x);
      if (picture.instances[other] != picture.instances[pixel]) return false;
      for (std::size_t k = 0; k < 3; ++k)
        if (picture.normals[3 * other + k] != picture.normals[3 * pixel + k]) return false;
      if (std::abs(offset_of(params, picture, other) - offset_of(params, picture, pixel)) >
          kOnePlane)
        return false;
    }
  return true;
}

struct Differences {
  int pixels{}, unexplained{};
  int twice{};  // two surfaces in one place: either may be seen
};

Differences differences_of(const CameraParams& params, const CameraReading& drawn,
                           const CameraReading& traced) {
  Differences d;
  for (std::size_t i = 0; i < drawn.depth.size(); ++i) {
    if (drawn.depth[i] == traced.depth[i]) {
      d.twice += drawn.instances[i] == traced.instances[i] ? 0 : 1;
      continue;
    }
    ++d.pixels;
    if (amid_one_plane(params, traced, i) && amid_one_plane(params, drawn, i)) ++d.unexplained;
  }
  return d;
}

TEST(CameraOnLevels, DrawnPicturesOfEveryLevelAreTracedOnesButForEdges) {
  auto device = open_ray_device();
  ASSERT_TRUE(device);
  int all = 0, twice = 0;
  for (const LevelFile& level : find_levels()) {
    const auto world = load_world(level.path, 1);
    ASSERT_TRUE(world) << level.name;
    RayScene scene(*device, looks_of(*world));
    DrawSequence draws({.seed = 7, .stream = Stream::Spawn});
    Differences sum;
    for (int place = 0; place < kPlaces; ++place) {
      const Bounds2& b = world->bounds;
      const Vec3 at{draws.between(b.low.x, b.high.x), draws.between(b.low.y, b.high.y),
                    draws.between(0.15, 2.5)};
      const double yaw = draws.between(-kPi, kPi);
      const Pose3 pose{at, Quat::from_yaw_pitch_roll(yaw, draws.between(-0.2, 0.4), 0)};
      const CameraParams params = params_of(place);
      const Differences d =
          differences_of(params, picture_of(scene, params, pose, FirstHits::Fastest),
                         picture_of(scene, params, pose, FirstHits::Traced));
      sum.pixels += d.pixels, sum.unexplained += d.unexplained, twice += d.twice;
    }
    EXPECT_LT(sum.pixels, kPlaces * 160 * 120 / 1000) << level.name;
    EXPECT_EQ(sum.unexplained, 0) << level.name;
    all += sum.pixels;
  }
  std::printf("%d pixels differ, %d show the other of two surfaces in one place\n", all, twice);
}

}  // namespace
}  // namespace paddock
