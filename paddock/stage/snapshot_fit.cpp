#include "paddock/stage/snapshot_fit.h"

#include <algorithm>
#include <cmath>

namespace paddock {

bool same_shape(const RefereeState& a, const RefereeState& b) {
  if (a.cars.size() != b.cars.size() || a.gone.size() != b.gone.size()) return false;
  for (std::size_t v = 0; v < a.cars.size(); ++v)
    if (a.cars[v].passed.size() != b.cars[v].passed.size() ||
        a.cars[v].inside.size() != b.cars[v].inside.size())
      return false;
  return true;
}

bool weather_fits(const Session& session, const std::optional<WeatherSpec>& weather) {
  const auto within = [&](const WeatherFigure& figure) {
    const double number = *weather.*figure.figure;
    return number >= figure.low - 1e-9 && number <= figure.high + 1e-9;
  };
  return !weather || (session.world().scene.has_weather &&
                      std::all_of(weather_figures().begin(), weather_figures().end(), within) &&
                      std::fabs(weather->azimuth.value_or(0)) <= 4 * kPi + 1e-9);
}

namespace {

bool referee_fits(const Session& session, const RefereeState& referee) {
  const bool cars =
      std::all_of(referee.cars.begin(), referee.cars.end(), [](const RefereeCar& car) {
        return car.key_point >= -1 && car.key_point < static_cast<std::int64_t>(car.passed.size());
      });
  // recordings from before there was a referee know none
  return referee.cars.empty() || (cars && same_shape(session.referee, referee) &&
                                  referee.task <= session.world().tasks.size());
}

/// Each sensor of the snapshot is on a vehicle that is there, and remembers as many numbers as its
/// kind does.
bool memories_fit(const Session& session, const Snapshot& snapshot) {
  const auto& memories = snapshot.state.sensors;
  if (snapshot.sensors.size() != memories.size()) return false;
  for (std::size_t i = 0; i < memories.size(); ++i) {
    if (!is_present(snapshot.state, snapshot.sensors[i].vehicle)) return false;
    auto sensor = make_sensor(session.model, snapshot.sensors[i]);
    if (!sensor ||
        start_sensor(session.model, snapshot.state, *sensor).size() != memories[i].numbers.size())
      return false;
  }
  return true;
}

/// The state has an entry for each of the model's slots, of the kind that is there, and for each
/// thing that moves.
bool state_fits(const Session& session, const State& state) {
  const Model& model = session.model;
  const std::size_t slots = model.vehicles.size();
  const State& now = session.state;
  if (state.physics.vehicles.size() != slots || state.physics.frozen.size() != slots ||
      state.physics.present.size() != slots || state.generations.size() != slots ||
      state.laps.size() != slots || state.rigid.cars.size() != (model.rigid ? slots : 0) ||
      state.rigid.props.size() != now.rigid.props.size() ||
      !(state.physics.pieces.empty() || pieces_fit(model, state.physics.pieces)) ||
      state.props_inside.size() != now.props_inside.size())
    return false;
  for (std::size_t v = 0; v < slots; ++v)
    if (state.physics.present[v] != 0 &&
        state.physics.vehicles[v].index() !=
            state_at(kind_of(model.vehicles[v].params), {}).index())
      return false;
  return true;
}

/// Every index a snapshot brings is one of this world's.
bool indices_fit(const Session& session, const State& state) {
  const std::size_t gates = std::max<std::size_t>(1, session.world().gates.size());
  return count(state.tick) >= 0 &&
         std::all_of(state.generations.begin(), state.generations.end(),
                     [](std::uint32_t generation) { return generation < kMostGenerations; }) &&
         std::all_of(state.laps.begin(), state.laps.end(),
                     [&](const LapState& lap) { return lap.next_gate < gates; }) &&
         std::all_of(state.rigid.props.begin(), state.rigid.props.end(),
                     [](const RigidBodyState& prop) { return prop.activity_known(); });
}

}  // namespace

bool fits_run(const Session& session, const Snapshot& snapshot) {
  const std::size_t slots = session.model.vehicles.size();
  return state_fits(session, snapshot.state) && indices_fit(session, snapshot.state) &&
         snapshot.seats.size() == slots && snapshot.race.entries.size() == slots &&
         referee_fits(session, snapshot.referee) && weather_fits(session, snapshot.weather) &&
         memories_fit(session, snapshot);
}

}  // namespace paddock
