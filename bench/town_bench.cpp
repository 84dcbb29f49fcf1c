#include "bench/town_bench.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "apps/paddock/level_files.h"
#include "paddock/core/hash.h"
#include "paddock/core/text.h"
#include "paddock/engine/camera_rig.h"
#include "paddock/sensors/lidar3d.h"
#include "paddock/stage/session.h"
#include "paddock/stage/traffic_tally.h"

namespace paddock {
namespace {

constexpr int kVehicles = 80, kWalkers = 80;
constexpr double kSeconds = 30;  // simulated, in one repetition
constexpr double kWarmUp = 20;   // s, until traffic has spread
constexpr int kRepetitions = 3;
constexpr double kHour = 3600;  // s

constexpr std::array<std::string_view, 2> kTowns{"town01", "town02"};

// pictures: of the driver's view of one car after the other, 25 in a simulated second
constexpr double kFrame = 0.04;  // s
constexpr int kFrames = 50;      // in one repetition
constexpr std::array<std::string_view, 2> kWeathers{"ClearNoon", "HardRainNoon"};
constexpr Pose3 kEye{{0.3, 0, 1.3}, {}};   // of CARLA's own examples, in the car
constexpr Pose3 kRoof{{0.2, 0, 2.2}, {}};  // of a lidar, m
constexpr double kLidarSeconds = 2;        // in one repetition

struct Town {
  std::string_view level;
  std::uint64_t seed{1};
  std::string_view weather{};  // a preset; empty: as the level says
};

/// The level as its file says it, but for who is in its streets.
Result<Session> open_town(const Town& town) {
  const auto path = find_level(std::string(town.level));
  if (!path) return tl::unexpected(path.error());
  LevelReading reading = read_level(*path, town.seed);
  if (!reading.ok()) return fail(ErrorCode::Invalid, reading.problems.front().text());
  TrafficSpec traffic = reading.spec.traffic.value_or(TrafficSpec{});
  traffic.vehicles = kVehicles, traffic.walkers = kWalkers;
  traffic.mode = TrafficMode::Calm;
  reading.spec.traffic = traffic;
  if (!town.weather.empty()) reading.spec.scene.weather = find_weather(town.weather)->weather;
  return open_session(build_level(std::move(reading.spec)), {.vehicles = {}, .seed = town.seed});
}

void run(Session& session, double seconds, TrafficTally* tally = nullptr) {
  const auto ticks = std::llround(seconds / session.world().clock.tick_seconds());
  for (long long tick = 0; tick < ticks; ++tick) {
    advance(session);
    if (tally != nullptr) tally_traffic(session, *tally);
  }
}

Result<BenchResult> bench_traffic(std::string_view level) {
  auto session = open_town({level});
  if (!session) return tl::unexpected(session.error());
  run(*session, kWarmUp);
  checkpoint(*session);
  const Snapshot begin = snapshot_of(*session);
  Result<void> restored;
  BenchResult result;
  result.name = kTowns[0] == level ? "traffic" : concat("traffic-", level);
  result.unit = "simulated s/s";
  result.rate = measure_rate(
      kSeconds, kRepetitions, [&] { restored = restore(*session, begin); },
      [&] { run(*session, kSeconds); });
  if (!restored) return tl::unexpected(restored.error());
  result.hash = hash_of(*session);
  result.labels = {{"level", std::string(level)}};
  result.facts = {{"at least", 10},
                  {"vehicles", kVehicles},
                  {"walkers", kWalkers},
                  {"simulated seconds", kSeconds}};
  return result;
}

// --- pictures and scans --------------------------------------------------------------------------

/// What a run of traffic leaves for those who look: a state a frame, the same for all.
std::vector<State> film(Session& session, int frames, double frame) {
  std::vector<State> states;
  for (int i = 0; i < frames; ++i) {
    run(session, frame);
    states.push_back(session.state);
  }
  return states;
}

/// Cars that are there in every state, in the order of their slots.
std::vector<VehicleId> watched(const Session& session, const std::vector<State>& states) {
  std::vector<VehicleId> cars;
  for (std::size_t v = 0; v < session.model.vehicles.size(); ++v) {
    const bool there = std::all_of(states.begin(), states.end(), [&](const State& state) {
      return v < state.physics.present.size() && state.physics.present[v] != 0;
    });
    if (there && type_of(kind_of(session.model.vehicles[v].params)).name != "walker")
      cars.push_back(vehicle_id(v));
  }
  return cars;
}

struct Pictures {
  double one_core{}, two_cores{}, with_traffic{};
  double triangles{};
  std::uint64_t hash{};
};

Result<Pictures> take_pictures(std::string_view weather) {
  auto session = open_town({kTowns[0], 1, weather});
  if (!session) return tl::unexpected(session.error());
  run(*session, kWarmUp);
  checkpoint(*session);
  const Snapshot begin = snapshot_of(*session);
  const std::vector<State> states = film(*session, kFrames, kFrame);
  const std::vector<VehicleId> cars = watched(*session, states);
  auto rig = CameraRig::make(session->model);
  if (!rig) return tl::unexpected(rig.error());
  CameraSpec spec;
  spec.width = 800, spec.height = 600, spec.horizontal_fov = kPi / 2;
  spec.body_from_camera = kEye, spec.outputs = {.color = true};
  const auto camera = check_camera(spec);
  if (!camera || cars.empty()) return fail(ErrorCode::Invalid, "no car to look from");
  CameraReading picture;
  const auto take = [&](const State& state, std::size_t i) {
    rig->take(session->model, state, {cars[i % cars.size()], *camera}, picture);
  };
  const auto rate = [&](int threads) {
    rig->use_threads(threads);
    return measure_rate(
        kFrames, kRepetitions, [] {},
        [&] {
          for (std::size_t i = 0; i < states.size(); ++i) take(states[i], i);
        });
  };
  Pictures pictures;
  pictures.two_cores = rate(2), pictures.one_core = rate(1);
  Result<void> restored;
  pictures.with_traffic = measure_rate(
      kFrames, kRepetitions, [&] { restored = restore(*session, begin); },
      [&] {
        for (std::size_t i = 0; i < states.size(); ++i) {
          run(*session, kFrame);
          take(session->state, i);
        }
      });
  if (!restored) return tl::unexpected(restored.error());
  Hasher hash;
  for (std::size_t i = 0; i < states.size(); i += 10) {
    take(states[i], i);
    for (const std::uint8_t byte : picture.color.pixels) hash.add(std::uint32_t{byte});
  }
  pictures.hash = hash.value();
  const RayScene& scene = rig->scene(session->model, states[0], cars[0], false, true);
  pictures.triangles = static_cast<double>(scene.triangle_count());
  return pictures;
}

Result<BenchResult> bench_pictures() {
  BenchResult result;
  result.name = "camera-800x600", result.unit = "pictures/s";
  double two_cores = 0;
  for (const std::string_view weather : kWeathers) {
    const auto pictures = take_pictures(weather);
    if (!pictures) return tl::unexpected(pictures.error());
    const bool first = weather == kWeathers[0];
    result.rate = first ? pictures->one_core : std::min(result.rate, pictures->one_core);
    two_cores = first ? pictures->two_cores : std::min(two_cores, pictures->two_cores);
    result.reference.push_back({concat(weather, ", one core"), pictures->one_core});
    result.reference.push_back({concat(weather, ", two cores"), pictures->two_cores});
    result.reference.push_back(
        {concat(weather, ", one core, traffic included"), pictures->with_traffic});
    result.facts.push_back({concat("triangles, ", weather), pictures->triangles});
    result.hash ^= pictures->hash;
  }
  result.reference.push_back({"two cores", two_cores});
  result.labels = {{"level", std::string(kTowns[0])}};
  for (const auto& [name, value] :
       {std::pair{"at least on one core", 25.0}, {"at least on two", 45.0}})
    result.facts.push_back({name, value});
  return result;
}

/// All that the lidar of one car sweeps, tick by tick.
Result<BenchResult> bench_lidar() {
  auto session = open_town({kTowns[0]});
  if (!session) return tl::unexpected(session.error());
  run(*session, kWarmUp);
  const double tick = session->world().clock.tick_seconds();
  const auto ticks = static_cast<int>(std::lround(kLidarSeconds / tick));
  const std::vector<State> states = film(*session, ticks, tick);
  const std::vector<VehicleId> cars = watched(*session, states);
  auto rig = CameraRig::make(session->model);
  if (!rig) return tl::unexpected(rig.error());
  Lidar3dSpec spec;
  spec.channels = 32, spec.points_per_second = 100'000, spec.turns_per_second = 10;
  const auto params = check_lidar3d(spec);
  if (!params || cars.empty()) return fail(ErrorCode::Invalid, "no car to measure from");
  Lidar3d lidar(*params);
  Workers one(1);
  Lidar3dReading reading;
  std::uint64_t points = 0;
  Hasher hash;
  const auto sweep = [&] {
    points = 0;
    for (const State& state : states) {
      const VehicleId car = cars[0];

      const Pose3 at = vehicle_pose(session->model, state, index_of(car)) * kRoof;
      const RayScene& scene = rig->scene(session->model, state, car, false, true);
      lidar.measure(scene, {at, at}, swept_columns(*params, count(state.tick), tick), {}, one,
                    reading);
      points += reading.points.size();
    }
  };
  BenchResult result;
  result.name = "lidar-32", result.unit = "simulated s/s";
  result.rate = measure_rate(
      kLidarSeconds, kRepetitions, [] {}, sweep);
  for (const Lidar3dPoint& p : reading.points) hash.add(p.x), hash.add(p.y), hash.add(p.z);
  hash.add(points);
  result.hash = hash.value();
  result.labels = {{"level", std::string(kTowns[0])}};
  result.facts = {{"at least", 10},
                  {"channels", 32},
                  {"points a second, asked for", 100'000},
                  {"points a second, met", static_cast<double>(points) / kLidarSeconds}};
  return result;
}

Result<BenchResult> count_hour(const Town& town) {
  auto session = open_town(town);
  if (!session) return tl::unexpected(session.error());
  TrafficTally tally;
  const auto began = std::chrono::steady_clock::now();
  run(*session, kHour, &tally);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  const auto number = [](std::uint64_t count) { return static_cast<double>(count); };
  BenchResult result;
  result.name = concat(town.level, " seed ", town.seed);
  result.unit = "simulated s/s";
  result.rate = kHour / took.count();
  result.hash = hash_of(*session);
  result.reference = {{"share of the time above 2 m/s, in percent", 100 * tally.share_moving()}};
  result.facts = {{"bumps of cars", number(tally.bumps)},
                  {"walkers hit", number(tally.walker_hits)},
                  {"looks at a car off the road", number(tally.off_road)},
                  {"red lights passed", number(tally.red_lights)},
                  {"longest stand in s", tally.longest_stand},
                  {"junction arms unused", number(tally.arms_unused())},
                  {"car hours", tally.car_seconds / kHour}};
  return result;
}

template <class Towns, class One>
Result<std::vector<BenchResult>> each(const Towns& towns, const One& one) {
  std::vector<BenchResult> results;
  for (const auto& town : towns) {
    auto result = one(town);
    if (!result) return tl::unexpected(result.error());
    results.push_back(std::move(*result));
  }
  return results;
}

}  // namespace

Result<std::vector<BenchResult>> bench_town() {
  auto results = each(kTowns, bench_traffic);
  if (!results) return results;
  for (const auto& one : {bench_pictures, bench_lidar}) {
    auto result = one();
    if (!result) return tl::unexpected(result.error());
    results->push_back(std::move(*result));
  }
  return results;
}

Result<std::vector<BenchResult>> bench_town_hour() {
  constexpr std::array<Town, 5> kHours{{{"town01"},
                                        {"town02"},
                                        {"town_generated", 1},
                                        {"town_generated", 2},
                                        {"town_generated", 3}}};
  return each(kHours, count_hour);
}

}  // namespace paddock
