#include "paddock/world/pieces/door.h"

#include <cmath>

#include "paddock/world/level_complaints.h"
#include "paddock/world/level_table.h"
#include "paddock/world/pieces/dress.h"
#include "paddock/world/pieces/solid_part.h"

namespace paddock {
namespace {

void read_door(TableReader& t, DoorSpec& s) {
  const bool swings = s.opens == DoorOpens::Swing;
  const std::string_view opens = kDoorWays[static_cast<std::size_t>(s.opens)];
  for (const std::string_view key : {"travel", "angle_deg", "angle"})
    if (swings == (key == "travel")) t.leave_out(key, concat("when opens = ", quote(opens)));
}

void check_door(const DoorSpec& s, Examined& piece) {
  piece.must(std::fabs(s.angle) <= kPi, "angle", "be at most half a turn, got ", s.angle, " rad");
  check_jitter(s.jitter, s.wait_time, piece);
}

}  // namespace

constinit const PieceKind<DoorSpec> DoorSpec::kind{
    .name = "door",
    .material = "steel",
    .tag = SemanticTag::Other,
    .solid = true,
    .placed_by_points = false,
    .role = MoverPiece<DoorSpec>{[](const DoorSpec&) { return 0.0; }},
    .section = MeshSection{},
    .pushed = std::nullopt,
    .mesh = [](const DoorSpec& s) { return make_box(s.size); },
    .solid_parts = surface_solid,
    .look = box_shaped_look,
    .own = {.read = read_door, .check = check_door},
};

}  // namespace paddock
