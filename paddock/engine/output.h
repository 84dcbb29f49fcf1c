// Output: what one tick produced. It can be thrown away; room is kept from tick to tick.
#pragma once

#include <optional>
#include <vector>

#include "paddock/core/ids.h"
#include "paddock/core/tick.h"
#include "paddock/physics/planar.h"
#include "paddock/physics/rigid.h"

namespace paddock {

struct GateEvent {
  VehicleId vehicle{};
  GateId gate{};
  Nanos time{};     // between the two ticks, where the line was crossed
  bool in_order{};  // it was the gate the vehicle had to pass next
};

struct LapEvent {
  VehicleId vehicle{};
  std::uint32_t lap{};  // 1 for the first
  Nanos time{};
  Nanos duration{};
};

struct TriggerEvent {
  std::optional<VehicleId> vehicle{};  // a vehicle, else
  PieceId prop{};                      // something that is pushed about
  TriggerId trigger{};
  bool entered{};  // else left
};

struct Output {
  PlanarEvents physics;  // of either physics; touches of the floor are left out
  RigidEvents rigid;     // all that rigid physics reports
  std::vector<GateEvent> gates;
  std::vector<LapEvent> laps;
  std::vector<TriggerEvent> triggers;

  void clear() {
    physics.contacts.clear(), physics.froze.clear(), rigid.clear();
    gates.clear(), laps.clear(), triggers.clear();
  }
};

}  // namespace paddock
