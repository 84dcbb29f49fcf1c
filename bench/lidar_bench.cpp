#include "bench/lidar_bench.h"

#include <algorithm>
#include <cmath>

#include "bench/distance_field.h"
#include "paddock/core/hash.h"
#include "paddock/core/random.h"
#include "paddock/raycast/ray_scene.h"
#include "paddock/sensors/lidar2d.h"
#include "paddock/sensors/lidar_tilted.h"
#include "paddock/world/generate/generate.h"
#include "paddock/world/world.h"
#include "paddock/world/world_look.h"

namespace paddock {
namespace {

constexpr double kLidarHeight = 0.06;  // m, above every wall's foot and below the lowest top
constexpr int kPoses = 1024;
constexpr int kJudged = 32;  // poses the slow ways are measured and judged on

struct Case {
  std::string name, kind;
  std::vector<std::pair<std::string_view, double>> settings;
  Lidar2dParams lidar;
};

struct Scene {
  World world;
  FlatSlice slice;
  std::vector<Segment2> segments;
  std::vector<Pose2> poses;
};

Result<World> generate_world(const Case& c) {
  const Generator* generator = find_generator(c.kind);
  std::vector<double> values;
  for (const GeneratorParam& p : generator->params) {
    values.push_back(p.fallback);
    for (const auto& [name, value] : c.settings)
      if (name == p.name) values.back() = value;
  }
  LevelSpec spec;
  spec.papers.title = c.name;
  const auto made = generator->make(values, 3, spec);
  if (!made) return tl::unexpected(made.error());
  return build_world(spec);
}

/// Poses a vehicle could have: along the route a little to the side, or anywhere free.
std::vector<Pose2> draw_poses(const Scene& scene) {
  const ContactMap solid(scene.slice);
  DrawSequence draws({.seed = 1, .stream = Stream::Spawn});
  std::vector<Pose2> poses;
  const bool on_route = !scene.world.routes.empty() && scene.world.routes.front().closed;
  while (poses.size() < kPoses) {
    Pose2 pose{draws.between(scene.world.bounds.low.x, scene.world.bounds.high.x),
               draws.between(scene.world.bounds.low.y, scene.world.bounds.high.y),
               draws.between(-kPi, kPi)};
    if (on_route) {
      const Route& route = scene.world.routes.front();
      const RoutePlace place = place_at(route, draws.between(0, route.length));
      const Vec2 at = place.point + draws.between(-0.7, 0.7) * perpendicular(place.direction);
      pose = {at.x, at.y,
              det::atan2(place.direction.y, place.direction.x) + draws.between(-0.4, 0.4)};
    }
    ContactList touched;
    const PosedOutline body = place(Outline2::circle(0.15), pose);
    solid.collect(body, touched);
    const bool inside =
        std::any_of(scene.slice.loops.begin(), scene.slice.loops.end(), [&](const Loop2& loop) {
          double turn = 0;
          for (std::size_t i = 0; i < loop.points.size(); ++i) {
            const Vec2 a = loop.points[i] - position(pose),
                       b = loop.points[(i + 1) % loop.points.size()] - position(pose);
            turn += det::atan2(cross(a, b), dot(a, b));
          }
          return turn > kPi && loop.points.size() == 4;  // within a block
        });
    if (touched.count == 0 && !inside) poses.push_back(pose);
  }
  return poses;
}

double brute_range(const Scene& scene, Vec2 at, double bearing, double max_range) {
  const Rot2 turn = Rot2::of(bearing);
  const Vec2 way{turn.c, turn.s};
  double nearest = max_range;
  for (const Segment2& s : scene.segments) {
    const Vec2 e = s.to - s.from, q = s.from - at;
    const double across = cross(way, e);
    const double range = cross(q, e) / across, part = cross(q, way) / across;
    if (range > 0 && part >= 0 && part <= 1 && range < nearest) nearest = range;
  }
  return nearest;
}

/// The largest step outside what the plain loop says within a millionth of a radian, m.
double judge(const Scene& scene, const Lidar2dParams& p, const Pose2& pose,
             std::span<const float> ranges) {
  double worst = 0;
  for (int beam = 0; beam < p.beams; ++beam) {
    double low = 1e300, high = 0;
    for (const double off : {-1e-6, 0.0, 1e-6}) {
      const double range =
          brute_range(scene, position(pose), pose.yaw + p.angle(beam) + off, p.max_range);
      low = std::min(low, range), high = std::max(high, range);
    }
    const auto range = static_cast<double>(ranges[static_cast<std::size_t>(beam)]);
    worst = std::max({worst, low - range, range - high});
  }
  return worst;
}

double mean_in_range(const Scene& scene, double max_range) {
  double total = 0;
  for (const Pose2& pose : scene.poses)
    for (const Segment2& s : scene.segments)
      total += overlap(Circle2{position(pose), max_range}, s) ? 1 : 0;
  return total / static_cast<double>(scene.poses.size());
}

double rate_of_march(const Scene& scene, const Lidar2dParams& p) {
  const DistanceField field = make_distance_field(scene.segments, 0.05);
  float sum = 0;
  const double rate = measure_rate(
      kJudged, 3, [] {},
      [&] {
        for (int k = 0; k < kJudged; ++k) {
          const Pose2& pose = scene.poses[static_cast<std::size_t>(k)];
          for (int beam = 0; beam < p.beams; ++beam) {
            const Rot2 way = Rot2::of(pose.yaw + p.angle(beam));
            sum += march(field, position(pose), {way.c, way.s}, p.max_range);
          }
        }
      });
  return sum >= 0 ? rate : 0;  // the sum keeps the work from being left out
}

double rate_of_brute(const Scene& scene, const Lidar2dParams& p) {
  double sum = 0;
  const double rate = measure_rate(
      8, 3, [] {},
      [&] {
        for (int k = 0; k < 8; ++k) {
          const Pose2& pose = scene.poses[static_cast<std::size_t>(k)];
          for (int beam = 0; beam < p.beams; ++beam)
            sum += brute_range(scene, position(pose), pose.yaw + p.angle(beam), p.max_range);
        }
      });
  return sum >= 0 ? rate : 0;
}

/// The same beams through Embree, in packets of sixteen.
Result<double> rate_of_embree(const Scene& scene, const Lidar2dParams& p) {
  auto device = open_ray_device();
  if (!device) return tl::unexpected(device.error());
  const RayScene rays(std::move(*device), looks_of(scene.world));
  TiltedLidar lidar(p);
  std::vector<float> ranges(static_cast<std::size_t>(p.beams));
  return measure_rate(
      kJudged, 3, [] {},
      [&] {
        for (int k = 0; k < kJudged; ++k) {
          const Pose2& pose = scene.poses[static_cast<std::size_t>(k)];
          const Pose3 world_from_lidar{{pose.x, pose.y, kLidarHeight},
                                       Quat::from_yaw_pitch_roll(pose.yaw, 0, 0)};
          lidar.scan(rays, world_from_lidar, {}, {}, ranges);
        }
      });
}

Result<BenchResult> bench_case(const Case& c) {
  auto world = generate_world(c);
  if (!world) return tl::unexpected(world.error().within(c.name));
  Scene scene{.world = std::move(*world), .slice = {}, .segments = {}, .poses = {}};
  scene.slice = slice_world(scene.world, kLidarHeight, SliceFor::Lidar);
  for (const Loop2& loop : scene.slice.loops)
    for (std::size_t i = 0; i < loop.points.size(); ++i)
      scene.segments.push_back({loop.points[i], loop.points[(i + 1) % loop.points.size()]});
  scene.poses = draw_poses(scene);

  const Lidar2dScanner scanner(c.lidar);
  const Lidar2dMap map(scene.slice);
  Lidar2dScratch scratch(scanner, map, 0);
  std::vector<float> ranges(static_cast<std::size_t>(c.lidar.beams));
  BenchResult result;
  result.name = c.name, result.unit = "scans/s";
  const int rounds = c.lidar.beams < 500 ? 200 : 40;
  result.rate = measure_rate(
      static_cast<double>(kPoses) * rounds, 7, [] {},
      [&] {
        for (int r = 0; r < rounds; ++r)
          for (const Pose2& pose : scene.poses)
            scan(scanner, map, {}, pose, all_beams(c.lidar), scratch, ranges);
      });
  Hasher hash;
  double worst = 0;
  for (std::size_t k = 0; k < scene.poses.size(); ++k) {
    scan(scanner, map, {}, scene.poses[k], all_beams(c.lidar), scratch, ranges);
    for (const float range : ranges) hash.add(range);
    if (k < kJudged) worst = std::max(worst, judge(scene, c.lidar, scene.poses[k], ranges));
  }
  result.hash = hash.value();
  result.max_error = worst;
  const auto embree = rate_of_embree(scene, c.lidar);
  if (!embree) return tl::unexpected(embree.error());
  result.reference = {{"plain loop", rate_of_brute(scene, c.lidar)},
                      {"distance-field march", rate_of_march(scene, c.lidar)},
                      {"Embree", *embree}};
  result.labels = {{"level", c.kind}};
  result.facts = {{"segments", static_cast<double>(scene.segments.size())},
                  {"segments_in_range", mean_in_range(scene, c.lidar.max_range)},
                  {"beams", static_cast<double>(c.lidar.beams)},
                  {"span_deg", degrees(c.lidar.span)},
                  {"range_m", c.lidar.max_range}};
  return result;
}

}  // namespace

Result<std::vector<BenchResult>> bench_lidar() {
  const Lidar2dParams all_round{.beams = 360,
                                .start = -kPi + kPi / 360,
                                .span = 2 * kPi * 359 / 360,
                                .max_range = 3.5,
                                .far_value = 3.5};
  const Lidar2dParams ahead{.beams = 1080,
                            .start = radians(-135),
                            .span = radians(270),
                            .max_range = 30,
                            .far_value = 30};
  const std::vector<Case> cases{
      {"blocks-360", "block_grid", {}, all_round},
      {"track-1080", "spline_track", {{"length", 150.0}}, ahead},
      {"long-1080", "spline_track", {{"length", 1000.0}, {"twist", 1.0}}, ahead},
  };
  std::vector<BenchResult> results;
  for (const Case& c : cases) {
    auto result = bench_case(c);
    if (!result) return tl::unexpected(result.error());
    results.push_back(std::move(*result));
  }
  return results;
}

}  // namespace paddock
