#include "bench/town_bench.h"

#include <array>
#include <chrono>
#include <string>
#include <utility>

#include "apps/paddock/level_files.h"
#include "paddock/core/text.h"
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

struct Town {
  std::string_view level;
  std::uint64_t seed{1};
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

Result<std::vector<BenchResult>> bench_town() { return each(kTowns, bench_traffic); }

Result<std::vector<BenchResult>> bench_town_hour() {
  constexpr std::array<Town, 5> kHours{{{"town01"},
                                        {"town02"},
                                        {"town_generated", 1},
                                        {"town_generated", 2},
                                        {"town_generated", 3}}};
  return each(kHours, count_hour);
}

}  // namespace paddock
