#include "paddock/stage/flight.h"

#include <algorithm>
#include <cmath>

#include "paddock/stage/parameters.h"
#include "paddock/stage/session.h"

namespace paddock {
namespace {

constexpr double kStays = 1;  // s near the end, then it has settled

Nanos time_of(const Session& session) { return session.world().clock.nanos(session.state.tick); }

double in_seconds(Nanos time) { return static_cast<double>(time) * 1e-9; }

Flight* under_way(FlightLog& log, std::uint32_t number) {
  for (Flight& flight : log.flights)
    if (flight.number == number && !flight.done) return &flight;
  return nullptr;
}

void end_flight(FlightLog& log, std::uint32_t number) {
  if (Flight* flight = under_way(log, number)) flight->done = true, ++log.news;
}

/// What is not as it comes of this vehicle and its driver.
std::vector<std::pair<std::string, double>> changed_parameters(const Session& session,
                                                               std::size_t slot) {
  std::vector<std::pair<std::string, double>> changed;
  for (const Parameter& p : parameters_of(session))
    if (p.group != ParameterGroup::Race && p.vehicle == slot && p.value != p.standard)
      changed.emplace_back(p.name, p.value);
  return changed;
}

std::string controller_name(const PathDriver& driver) {
  return std::string(kPathControllers[static_cast<std::size_t>(driver.params.law())]);
}

void begin(Session& session, std::size_t slot, const PathDriver& driver) {
  FlightLog& log = session.flights;
  FlightLog::Watch& watch = log.watches[slot];
  end_flight(log, watch.number);
  watch = {};
  watch.begun = driver.memory.flight, watch.number = ++log.counted;
  if (log.flights.size() >= FlightLog::kMost) log.flights.erase(log.flights.begin());
  log.flights.push_back({.number = watch.number,
                         .vehicle = id_of(session.state, slot),
                         .controller = controller_name(driver),
                         .began = time_of(session),
                         .score = {},
                         .changed = changed_parameters(session, slot)});
  ++log.news;
}

/// m beyond the end of an open path, along its last stretch; negative before it.
double beyond_end(const PathLine& line, Vec2 at) {
  const std::size_t n = line.points.size();
  const Vec2 last = n < 2 ? Vec2{} : normalized(line.points[n - 1] - line.points[n - 2]);
  return dot(at - line.points[n - 1], last);
}

/// The squared acceleration that the tick asked for.
double effort_of(const Session& session, std::size_t slot, FlightLog::Watch& watch, double dt) {
  const auto* input = std::get_if<Quad2dInput<double>>(&session.inputs[slot]);
  if (input == nullptr) return 0;
  const Vec2 asked{input->x, input->y};
  if (!flies_by_velocity(session.model.vehicles[slot].params)) return dot(asked, asked);
  const Vec2 change = (asked - watch.velocity) / dt;
  watch.velocity = asked;
  return dot(change, change);
}

void watch_end(Session& session, const PathDriver& driver, FlightLog::Watch& watch, Vec2 at,
               Flight& flight) {
  const PathLine& line = driver.line;
  if (line.closed) {
    flight.arrived = driver.output.along >= 0.999 * line.length() && flight.lasted > 0;
    if (flight.arrived) end_flight(session.flights, flight.number);
    return;
  }
  const double away = distance(at, line.points.back());
  const bool last = driver.memory.segment + 1 >= line.segments();
  const bool near = last && away <= driver.params.goal_epsilon;
  if (near) flight.arrived = true;
  if (flight.arrived)
    flight.score.overshoot =
        std::max({flight.score.overshoot.value_or(0), 0.0, beyond_end(line, at)});
  if (!near) watch.near.reset();
  if (near && !watch.near) watch.near = flight.lasted;
  if (!near || in_seconds(flight.lasted - *watch.near) < kStays) return;
  flight.score.settling = in_seconds(*watch.near);
  end_flight(session.flights, flight.number);
}

void observe(Session& session, std::size_t slot, const PathDriver& driver) {
  FlightLog& log = session.flights;
  FlightLog::Watch& watch = log.watches[slot];
  Flight* flight = under_way(log, watch.number);
  if (flight == nullptr || driver.line.points.empty()) return;
  const double dt = session.world().clock.tick_seconds();
  const Vec2 at = position(pose_of(session.state.physics.vehicles[slot]));
  flight->lasted = time_of(session) - flight->began;
  FlightScore& score = flight->score;
  score.length = driver.line.length();
  score.effort += dt * effort_of(session, slot, watch, dt);

  // the error is that of the way, not of holding at its end
  if (!flight->arrived) {
    const double error = std::fabs(driver.output.cross_track);
    const double gone = dt * std::fabs(speed_of(session.state.physics.vehicles[slot]));
    watch.way += gone, watch.errors += gone * error;
    if (watch.way > 0) score.mean_error = watch.errors / watch.way;
    score.largest_error = std::max(score.largest_error, error);
  }
  const double share = score.length > 0 ? driver.output.along / score.length : 1;
  if (share >= 0.1 && !watch.tenth) watch.tenth = flight->lasted;
  if (share >= 0.9 && !score.rise && watch.tenth)
    score.rise = in_seconds(flight->lasted - *watch.tenth);
  watch_end(session, driver, watch, at, *flight);
}

}  // namespace

void watch_flights(Session& session) {
  FlightLog& log = session.flights;
  log.watches.resize(session.seats.size());
  for (std::size_t v = 0; v < session.seats.size(); ++v) {
    const auto* driver = std::get_if<PathDriver>(&session.seats[v].driver);
    if (driver == nullptr || session.state.physics.present[v] == 0) {
      end_flight(log, log.watches[v].number);
      log.watches[v] = {};
      continue;
    }
    if (driver->memory.flight != log.watches[v].begun) begin(session, v, *driver);
    observe(session, v, *driver);
  }
}

const Flight* flight_of(const Session& session, std::size_t slot) {
  const FlightLog& log = session.flights;
  if (slot >= log.watches.size() || log.watches[slot].number == 0) return nullptr;
  for (auto flight = log.flights.rbegin(); flight != log.flights.rend(); ++flight)
    if (flight->number == log.watches[slot].number) return &*flight;
  return nullptr;
}

}  // namespace paddock
