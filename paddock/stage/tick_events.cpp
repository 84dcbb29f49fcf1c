#include "paddock/stage/tick_events.h"

#include <algorithm>

namespace paddock {
namespace {

constexpr double kNewTouch = 0.5;  // s without contact, then the next one is news

void report_gates(Session& session) {
  for (const GateEvent& gate : session.output.gates)
    session.events.push_back({.kind = EventKind::Gate,
                              .time = gate.time,
                              .vehicle = static_cast<std::int32_t>(gate.vehicle),
                              .number = static_cast<std::uint32_t>(gate.gate),
                              .yes = gate.in_order});
}

void report_laps(Session& session) {
  for (const LapEvent& lap : session.output.laps) {
    const auto vehicle = static_cast<std::int32_t>(lap.vehicle);
    RaceEntry& entry = session.race.entries[index_of(lap.vehicle)];
    entry.last_lap = lap.duration;
    session.events.push_back({.kind = EventKind::Lap,
                              .time = lap.time,
                              .vehicle = vehicle,
                              .number = lap.lap,
                              .duration = lap.duration});
    if (session.race.laps == 0 || lap.lap < session.race.laps || entry.place != 0) continue;
    entry.finished = lap.time;
    for (const RaceEntry& other : session.race.entries)
      entry.place = std::max(entry.place, other.place);
    ++entry.place;
    session.events.push_back(
        {.kind = EventKind::Finish, .time = lap.time, .vehicle = vehicle, .number = entry.place});
  }
}

/// A touch is news once; grinding along a wall is not.
void report_touches(Session& session, Nanos time) {
  const double dt = session.world().clock.tick_seconds();
  for (const ContactEvent& contact : session.output.physics.contacts) {
    RaceEntry& entry = session.race.entries[index_of(contact.vehicle)];
    const double since = dt * static_cast<double>(count(session.state.tick) - count(entry.touched));
    entry.touched = session.state.tick;
    if (contact.other) session.race.entries[index_of(*contact.other)].touched = session.state.tick;
    if (since < kNewTouch) continue;
    session.events.push_back(
        {.kind = EventKind::Collision,
         .time = time,
         .vehicle = static_cast<std::int32_t>(contact.vehicle),
         .other = contact.other ? static_cast<std::int32_t>(*contact.other) : -1,
         .point = contact.point,
         .value = contact.impulse,
         .text = contact.other ? "" : session.world().pieces[index_of(contact.piece)].name});
  }
}

/// Within rounding: it was put there.
bool stands_at_start(const Session& session, std::size_t vehicle) {
  const VehicleSetup& setup = session.model.vehicles[vehicle];
  const Pose3 start = pose_on_ground(session.world(), setup.start, setup.z);
  return length(vehicle_pose(session.model, session.state, vehicle).at - start.at) < 1e-6;
}

void report_rest(Session& session, Nanos time) {
  for (const TriggerEvent& trigger : session.output.triggers)
    session.events.push_back(
        {.kind = EventKind::Trigger,
         .time = time,
         .vehicle = trigger.vehicle ? static_cast<std::int32_t>(*trigger.vehicle) : -1,
         .number = trigger.vehicle ? 0 : static_cast<std::uint32_t>(trigger.prop) + 1,
         .yes = trigger.entered,
         .text = session.world().triggers[index_of(trigger.trigger)].name});
  const auto tell = [&](EventKind kind, const std::vector<VehicleId>& vehicles) {
    for (const VehicleId vehicle : vehicles)
      session.events.push_back(
          {.kind = kind,
           .time = time,
           .vehicle = static_cast<std::int32_t>(vehicle),
           .yes = kind != EventKind::Froze && stands_at_start(session, index_of(vehicle))});
  };
  tell(EventKind::Froze, session.output.physics.froze);
  tell(EventKind::Flipped, session.output.rigid.flipped);
  tell(EventKind::Fell, session.output.rigid.fell);
  for (const PieceId piece : session.output.rigid.lost)
    session.events.push_back({.kind = EventKind::Lost,
                              .time = time,
                              .text = session.world().pieces[index_of(piece)].name});
}

}  // namespace

void report_tick(Session& session) {
  const Nanos time = session.world().clock.nanos(session.state.tick);
  report_gates(session);
  report_laps(session);
  report_touches(session, time);
  report_rest(session, time);
}

}  // namespace paddock
