#include "bench/bench.h"

#include <algorithm>
#include <array>
#include <chrono>

#include "bench/actors_bench.h"
#include "bench/batch_bench.h"
#include "bench/camera_bench.h"
#include "bench/carla_bench.h"
#include "bench/eespees_bench.h"
#include "bench/laps_bench.h"
#include "bench/lidar3d_bench.h"
#include "bench/lidar_bench.h"
#include "bench/racecar_bench.h"
#include "bench/rigid_bench.h"
#include "bench/sensors_bench.h"
#include "bench/state_bench.h"
#include "bench/town_bench.h"

namespace paddock {
namespace {
constexpr std::array kBenches{
    Bench{"actors",
          "simulated time of a town full of cars and walkers on one core, beside twice as many",
          bench_actors},
    Bench{"batch",
          "full steps of every task on one core: motion, contacts, lidar with noise, reward, reset",
          bench_batch},
    Bench{"camera",
          "pictures with colour, depth, tags and shadows on one core, beside Embree alone",
          bench_camera},
    Bench{"carla",
          "frames and episodes of a CARLA client over loopback in lock-step, beside an empty town",
          bench_carla},
    Bench{"laps", "lap times of the built-in driver, beside full throttle without steering",
          bench_laps},
    Bench{"lidar",
          "scans of the flat lidar on one core, beside a plain loop and a distance-field march",
          bench_lidar},
    Bench{"eespees", "steps and resets through the EES-PEES door, over loopback", bench_eespees},
    Bench{"lidar3d", "whole turns of a spinning 3D lidar on one core", bench_lidar3d},
    Bench{"racecar",
          "updates of a program of the robot-car course over loopback, with and without pictures",
          bench_racecar},
    Bench{"rigid", "steps of levels in which things fall, on one core, beside planar physics",
          bench_rigid},
    Bench{"sensors",
          "simulated time with every reading of a sensor delivered, on two cores, beside none",
          bench_sensors},
    Bench{"state",
          "vehicle kernels alone: steps of each kind on one core, beside every SIMD target",
          bench_state},
    Bench{"town", "towns with 80 cars and 80 walkers: simulated time, pictures, a lidar",
          bench_town},
    Bench{"town-hour", "an hour of each town: how much moves, which rules are broken",
          bench_town_hour},
};
}  // namespace

std::span<const Bench> benches() { return kBenches; }

const Bench* find_bench(std::string_view name) {
  const auto found = std::find_if(kBenches.begin(), kBenches.end(),
                                  [&](const Bench& b) { return b.name == name; });
  return found == kBenches.end() ? nullptr : &*found;
}

double measure_rate(double amount, int repetitions, const std::function<void()>& prepare,
                    const std::function<void()>& work) {
  std::vector<double> rates;
  for (int r = 0; r <= repetitions; ++r) {
    prepare();
    const auto began = std::chrono::steady_clock::now();
    work();
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
    if (r > 0) rates.push_back(amount / took.count());
  }
  std::nth_element(rates.begin(), rates.begin() + static_cast<std::ptrdiff_t>(rates.size() / 2),
                   rates.end());
  return rates[rates.size() / 2];
}

}  // namespace paddock
