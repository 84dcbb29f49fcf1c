// A run in which vehicles come and go at random: a walled room of either physics, and the commands
// of each tick, drawn by address, so that every run of one seed meets the same.
#pragma once

#include <functional>
#include <iterator>
#include <set>

#include "paddock/core/random.h"
#include "tests/support/stages.h"

namespace paddock {

inline LevelSpec busy_level(PhysicsKind physics) {
  LevelSpec level = room_level(24);
  level.papers.title = "Busy room";
  level.physics = physics;
  level.ground.size = {30, 30};
  level.pieces.push_back(piece_of(BoxSpec{{2, 2, 1}}, {3, 2, 0}));
  level.starts.push_back({.where = {}, .pose = {-8, -8, 0}, .vehicle = "racecar"});
  if (physics == PhysicsKind::Planar) return level;
  PieceSpec block = piece_of(BlockSpec{{0.3, 0.3, 0.3}, 0.5}, {-3, 0, 0});
  block.moves = true;
  level.pieces.push_back(block);
  return level;
}

inline SessionSpec busy_spec() {
  SessionSpec spec;
  spec.vehicles = {{.kind = "racecar", .driver = "random"}};
  return spec;
}

/// Counts what was obeyed and refused.
struct Changes {
  int spawned{}, despawned{}, refused{};
  std::set<std::uint32_t> ids;  // of all that came
  std::vector<VehicleId> gone;
};

/// One change between two ticks: the more there are, the likelier one goes.
inline void change_once(Session& session, std::uint32_t number, Changes& changes,
                        const std::function<void(const Command&)>& obeyed = {}) {
  DrawAddress at{.seed = 7,
                 .stream = Stream::Sensor,
                 .entity = number,
                 .tick = static_cast<std::uint64_t>(count(session.state.tick)),
                 .index = 0};
  const auto draw = [&](double low, double high) {
    ++at.index;
    return draw_between(at, low, high);
  };
  std::vector<VehicleId> there;
  for (std::size_t v = 0; v < session.seats.size(); ++v)
    if (session.state.physics.present[v] != 0) there.push_back(id_of(session.state, v));

  if (draw(0, 24) < static_cast<double>(there.size())) {
    const auto which = static_cast<std::size_t>(draw(0, static_cast<double>(there.size())));
    const Despawn gone{there[which]};
    if (apply(session, gone)) ++changes.despawned;
    changes.gone.push_back(gone.vehicle);
    if (obeyed) obeyed(gone);
    return;
  }
  // the first five in both physics
  static constexpr const char* kKinds[] = {"racecar", "robotcar", "sedan",  "truck",  "walker",
                                           "rover",   "neato",    "quad2d", "bicycle"};
  const double kinds = session.model.rigid ? 5.0 : static_cast<double>(std::size(kKinds));
  Spawn come{.kind = kKinds[static_cast<std::size_t>(draw(0, kinds))],
             .pose = {draw(-12, 12), draw(-12, 12), draw(-3, 3)},
             .driver = "random"};
  const auto id = next_id(session.model, session.state);
  if (apply(session, come)) {
    ++changes.spawned;
    changes.ids.insert(static_cast<std::uint32_t>(*id));
    if (obeyed) obeyed(come);
  } else {
    ++changes.refused;
  }
}

}  // namespace paddock
