#include "bench/laps_bench.h"

#include <algorithm>

#include "apps/paddock/level_files.h"
#include "paddock/stage/session.h"

namespace paddock {
namespace {

constexpr const char* kTracks[]{"oval",         "grand_prix",  "hairpins", "hill_circuit",
                                "random_track", "office_loop", "old_town"};
constexpr std::uint32_t kLaps = 10;
constexpr double kSeconds = 600;  // then a car counts as stuck

struct Driven {
  double best{};  // s, of a lap after the first; 0: there was none
  std::uint32_t laps{};
  std::uint64_t contacts{}, hash{};
};

/// What somebody asks for who wants to go ahead and nothing else.
VehicleInput full_throttle(const VehicleParams& params) {
  constexpr double kMore = 1000;  // than any vehicle has, of speed and push
  return input_for(params, state_at(kind_of(params), {}), {.speed = kMore, .push = kMore});
}

Result<Driven> drive_laps(const std::string& level, const std::string& driver) {
  const auto path = find_level(level);
  if (!path) return tl::unexpected(path.error());
  SessionSpec spec;
  spec.vehicles = {VehicleRequest{.driver = driver}};
  spec.laps = kLaps;
  auto session = open_session(*path, spec);
  if (!session) return tl::unexpected(session.error());
  if (driver == "program") {
    const VehicleInput ahead = full_throttle(session->model.vehicles[0].params);
    if (auto done = apply(*session, SetInput{VehicleId{0}, ahead}); !done)
      return tl::unexpected(done.error());
  }

  const RaceEntry& race = session->race.entries[0];
  const double dt = session->world().clock.tick_seconds();
  Driven driven;
  for (double time = 0; time < kSeconds && race.finished == 0; time += dt) {
    advance(*session);
    const std::uint32_t laps = session->state.laps[0].laps;
    const double lap = 1e-9 * static_cast<double>(race.last_lap);
    if (laps > driven.laps && laps > 1)
      driven.best = driven.best > 0 ? std::min(driven.best, lap) : lap;
    driven.laps = laps;
  }
  driven.contacts = session->contacts, driven.hash = hash_of(*session);
  return driven;
}

}  // namespace

Result<std::vector<BenchResult>> bench_laps() {
  std::vector<BenchResult> results;
  for (const char* track : kTracks) {
    const auto driver = drive_laps(track, "route");
    if (!driver) return tl::unexpected(driver.error());
    const auto throttle = drive_laps(track, "program");
    if (!throttle) return tl::unexpected(throttle.error());
    BenchResult result;
    result.name = track, result.rate = driver->best, result.unit = "s a lap";
    if (throttle->best > 0) result.reference.push_back({"full throttle", throttle->best});
    result.facts = {{"contacts", static_cast<double>(driver->contacts)},
                    {"full_throttle_laps", static_cast<double>(throttle->laps)}};
    result.hash = driver->hash;
    results.push_back(std::move(result));
  }
  return results;
}

}  // namespace paddock
