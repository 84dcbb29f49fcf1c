#include "bench/lidar3d_bench.h"

#include "bench/look_scenes.h"
#include "paddock/core/hash.h"
#include "paddock/sensors/lidar3d.h"

namespace paddock {
namespace {

constexpr int kRepetitions = 7;

double turn_rate(LookScene& look, Lidar3d& lidar, Workers& workers, Lidar3dReading& reading) {
  const ColumnWindow turn = whole_turn(lidar.params());
  const double rays = static_cast<double>(turn.count) * lidar.params().spec.channels;
  return measure_rate(
      rays * static_cast<double>(look.eyes.size()), kRepetitions, [] {},
      [&] {
        for (std::size_t eye = 0; eye < look.eyes.size(); ++eye) {
          look.place_cars(eye);
          lidar.measure(look.scene, {look.eyes[eye], look.eyes[eye]}, turn, {}, workers, reading);
        }
      });
}

}  // namespace

Result<std::vector<BenchResult>> bench_lidar3d() {
  auto look = race_track_scene();
  if (!look) return tl::unexpected(look.error());
  for (Pose3& eye : look->eyes) eye.at.z += 0.2;
  Lidar3dSpec spec;
  spec.channels = 16, spec.upper = radians(15), spec.lower = radians(-15);
  spec.turns_per_second = 10, spec.points_per_second = 16 * 1800 * 10, spec.max_range = 100;
  const auto params = check_lidar3d(spec);
  if (!params) return tl::unexpected(params.error());
  Lidar3d lidar(*params);
  Workers one(1), two(2);
  Lidar3dReading reading;

  BenchResult result;
  result.name = "16x1800", result.unit = "rays/s";
  result.rate = turn_rate(*look, lidar, one, reading);
  const double on_two = turn_rate(*look, lidar, two, reading);
  result.reference = {{"two threads", on_two}};
  Hasher hash;
  double points = 0;
  for (std::size_t eye = 0; eye < look->eyes.size(); ++eye) {
    look->place_cars(eye);
    lidar.measure(look->scene, {look->eyes[eye], look->eyes[eye]}, whole_turn(*params), {}, one,
                  reading);
    points += static_cast<double>(reading.points.size());
    for (const Lidar3dPoint& p : reading.points) {
      hash.add(p.x), hash.add(p.y), hash.add(p.z), hash.add(p.intensity);
      hash.add(p.tag), hash.add(p.instance);
    }
  }
  result.hash = hash.value();
  result.labels = {{"level", look->name}};
  result.facts = {{"triangles", static_cast<double>(look->scene.triangle_count())},
                  {"points_a_turn", points / static_cast<double>(look->eyes.size())},
                  {"two_threads_times", on_two / result.rate},
                  {"channels", static_cast<double>(spec.channels)},
                  {"columns", static_cast<double>(params->columns)}};
  return std::vector<BenchResult>{result};
}

}  // namespace paddock
