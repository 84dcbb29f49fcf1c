#include "bench/camera_bench.h"

#include <memory>
#include <span>
#include <thread>

#include "bench/look_scenes.h"
#include "paddock/core/hash.h"
#include "paddock/sensors/camera.h"

namespace paddock {
namespace {

constexpr int kRepetitions = 5;
constexpr double kFov = 0.9;  // rad, vertical

struct Case {
  const char* name;
  int width, height;
  int rounds;  // over all eyes, in one repetition
  LensDistortion lens{};
};

// a cheap webcam, with OpenCV's five numbers
constexpr LensDistortion kLens{.k1 = -0.28, .k2 = 0.09, .p1 = 0.0006, .p2 = -0.0004, .k3 = -0.01};

constexpr Case kTrackCases[]{{"64x64", 64, 64, 4},
                             {"160x120", 160, 120, 2},
                             {"640x480", 640, 480, 1},
                             {"1024x768-lens", 1024, 768, 1, kLens}};
constexpr Case kHeavyCase{"640x480-300k", 640, 480, 1};
constexpr Case kTownCase{"800x600-town", 800, 600, 1};

CameraParams params_of(const Case& c, const CameraOutputs& outputs) {
  CameraSpec spec;
  spec.width = c.width, spec.height = c.height, spec.vertical_fov = kFov;
  spec.outputs = outputs, spec.lens = c.lens;
  return *check_camera(spec);
}

/// One picture from every eye, each with its cars placed anew, so many times over.
void take_rounds(int rounds, LookScene& look, const Camera& camera, Workers& workers,
                 CameraReading& picture) {
  for (int round = 0; round < rounds; ++round)
    for (std::size_t eye = 0; eye < look.eyes.size(); ++eye) {
      look.place_cars(eye);
      take_picture(camera, look.scene, look.light, look.eyes[eye], {}, workers, picture);
    }
}

/// Pictures a second.
double picture_rate(const Case& c, LookScene& look, const Camera& camera, Workers& workers,
                    CameraReading& picture) {
  return measure_rate(
      static_cast<double>(look.eyes.size()) * c.rounds, kRepetitions, [] {},
      [&] { take_rounds(c.rounds, look, camera, workers, picture); });
}

/// Two rooms, each with a scene and a thread of its own: small pictures are not worth splitting.
double two_rooms_rate(const Case& c, LookScene& look, LookScene& other, const Camera& camera) {
  Workers here(1), there(1);
  CameraReading seen_here, seen_there;
  const int rounds = 4 * c.rounds;  // long against the start of a thread
  return measure_rate(
      2.0 * static_cast<double>(look.eyes.size()) * rounds, kRepetitions, [] {},
      [&] {
        std::thread second([&] { take_rounds(rounds, other, camera, there, seen_there); });
        take_rounds(rounds, look, camera, here, seen_here);
        second.join();
      });
}

std::uint64_t hash_pictures(LookScene& look, const Camera& camera, Workers& workers,
                            CameraReading& picture) {
  Hasher hash;
  for (std::size_t eye = 0; eye < look.eyes.size(); ++eye) {
    look.place_cars(eye);
    take_picture(camera, look.scene, look.light, look.eyes[eye], {}, workers, picture);
    for (const std::uint8_t byte : picture.color.pixels) hash.add(std::uint32_t{byte});
    for (const float depth : picture.depth) hash.add(depth);
    for (const std::uint8_t tag : picture.tags) hash.add(std::uint32_t{tag});
  }
  return hash.value();
}

/// Embree alone: the same rays, made beforehand, and nothing done with what they meet.
double plain_rate(const Case& c, LookScene& look, const Camera& camera) {
  const CameraParams& params = camera.params();
  std::vector<std::vector<RayPacket>> rays(look.eyes.size());
  for (std::size_t eye = 0; eye < look.eyes.size(); ++eye) {
    const Quat turn = look.eyes[eye].turn * camera_from_optical();
    const Vec3 at = look.eyes[eye].at;
    for (int tile = 0; tile < camera.tile_columns() * camera.tile_rows(); ++tile) {
      RayPacket packet;
      for (int lane = 0; lane < 16; ++lane) {
        const int row = tile / camera.tile_columns(), column = tile % camera.tile_columns();
        const Vec3 way = turn * Vec3{static_cast<double>(camera.tile_x(row, column)[lane]),
                                     static_cast<double>(camera.tile_y(row, column)[lane]), 1};
        packet.ox[lane] = static_cast<float>(at.x), packet.oy[lane] = static_cast<float>(at.y);
        packet.oz[lane] = static_cast<float>(at.z);
        packet.dx[lane] = static_cast<float>(way.x), packet.dy[lane] = static_cast<float>(way.y);
        packet.dz[lane] = static_cast<float>(way.z);
        packet.near[lane] = static_cast<float>(params.spec.near);
        packet.far[lane] = static_cast<float>(params.spec.far);
      }
      rays[eye].push_back(packet);
    }
  }
  std::int64_t met = 0;
  const double rate = measure_rate(
      static_cast<double>(look.eyes.size()) * c.rounds, kRepetitions, [] {},
      [&] {
        for (int round = 0; round < c.rounds; ++round)
          for (std::size_t eye = 0; eye < look.eyes.size(); ++eye) {
            look.place_cars(eye);
            for (const RayPacket& packet : rays[eye]) {
              RayHits hits;
              look.scene.intersect(RayKind::Camera, packet, hits);
              met += hits.triangle[0];
            }
          }
      });
  return met != 0 ? rate : 0;  // the sum keeps the work from being left out
}

Result<BenchResult> bench_case(const Case& c, LookScene& look, LookScene& other) {
  const Camera camera(params_of(c, {.color = true, .depth = true, .tags = true}));
  const Camera depth_only(params_of(c, {.color = false, .depth = true}));
  Workers one(1), two(2);
  CameraReading picture, depth;
  BenchResult result;
  result.name = c.name, result.unit = "pictures/s";
  result.rate = picture_rate(c, look, camera, one, picture);
  const double on_two = picture_rate(c, look, camera, two, picture);
  const double two_rooms = two_rooms_rate(c, look, other, camera);
  result.reference = {{"two threads", on_two},
                      {"two rooms", two_rooms},
                      {"depth only", picture_rate(c, look, depth_only, one, depth)},
                      {"Embree alone", plain_rate(c, look, camera)}};
  result.hash = hash_pictures(look, camera, one, picture);
  if (hash_pictures(look, camera, two, picture) != result.hash)
    return fail(ErrorCode::Invalid, c.name, ": two threads took other pictures than one");
  result.labels = {{"level", look.name}};
  result.facts = {{"triangles", static_cast<double>(look.scene.triangle_count())},
                  {"two_threads_times", on_two / result.rate},
                  {"two_rooms_times", two_rooms / result.rate},
                  {"width", static_cast<double>(c.width)},
                  {"height", static_cast<double>(c.height)}};
  return result;
}

}  // namespace

Result<std::vector<BenchResult>> bench_camera() {
  std::vector<BenchResult> results;
  const auto bench_scene = [&](Result<LookScene> (*made)(),
                               std::span<const Case> cases) -> Result<void> {
    auto look = made(), other = made();
    if (!look) return tl::unexpected(look.error());
    if (!other) return tl::unexpected(other.error());
    for (const Case& c : cases) {
      auto result = bench_case(c, *look, *other);
      if (!result) return tl::unexpected(result.error());
      results.push_back(std::move(*result));
    }
    return {};
  };
  for (const auto& done : {bench_scene(race_track_scene, kTrackCases),
                           bench_scene(many_triangles_scene, {&kHeavyCase, 1}),
                           bench_scene(town_scene, {&kTownCase, 1})})
    if (!done) return tl::unexpected(done.error());
  return results;
}

}  // namespace paddock
