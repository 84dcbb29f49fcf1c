#include "paddock/world/pieces/elevator.h"

#include "paddock/world/level_complaints.h"
#include "paddock/world/level_table.h"
#include "paddock/world/pieces/dress.h"
#include "paddock/world/pieces/solid_part.h"

namespace paddock {
namespace {

void read_elevator(TableReader& t, ElevatorSpec& s) {
  if (s.speed && t.take("travel_time") != nullptr)
    t.refuse("speed", "must be left out beside travel_time, got both");
}

void check_elevator(const ElevatorSpec& s, Examined& piece) {
  piece.must(s.high > s.low, "high", "be above low, got ", figure(s.high), " with low ",
             figure(s.low));
  check_jitter(s.jitter, s.wait_time, piece);
}

}  // namespace

constinit const PieceKind<ElevatorSpec> ElevatorSpec::kind{
    .name = "elevator",
    .material = "steel",
    .tag = SemanticTag::Other,
    .solid = true,
    .placed_by_points = false,
    .role = MoverPiece<ElevatorSpec>{[](const ElevatorSpec& s) { return s.low; }},
    .section = MeshSection{},
    .pushed = std::nullopt,
    .mesh = [](const ElevatorSpec& s) { return make_box(s.size); },
    .solid_parts = box_solid,
    .look = plain_look,
    .own = {.read = read_elevator, .check = check_elevator},
};

}  // namespace paddock
