#include "paddock/world/pieces/marker.h"

#include "paddock/world/level_complaints.h"
#include "paddock/world/marker.h"
#include "paddock/world/pieces/dress.h"
#include "paddock/world/pieces/solid_part.h"

namespace paddock {
namespace {

void check_marker(const MarkerSpec& marker, Examined& piece) {
  const int last = last_marker(marker.family);
  piece.must(marker.id >= 0 && marker.id <= last, "id", "be between 0 and ", last,
             " in its family, got ", marker.id);
}

Mesh marker_mesh(const MarkerSpec& marker) {
  const double edge = marker_board_size(marker);
  return make_box({kMarkerThickness, edge, edge});
}

Look look_of_marker(const MarkerSpec& marker, const WorldPiece& piece, const Finish& finish) {
  const double edge = marker_board_size(marker);
  return board_look(
      piece, finish,
      {.size = {edge, edge}, .name = marker_name(marker), .picture = draw_marker(marker)});
}

}  // namespace

int last_marker(MarkerFamily family) {
  // AprilTag 36h11 has 587 codes; the ArUco families are OpenCV's of 250
  return family == MarkerFamily::AprilTag36h11 ? 586 : 249;
}

constinit const PieceKind<MarkerSpec> MarkerSpec::kind{
    .name = "marker",
    .material = "white",
    .tag = SemanticTag::TrafficSign,
    .solid = false,
    .placed_by_points = false,
    .role = StandingPiece{},
    .section = MeshSection{},
    .pushed = std::nullopt,
    .mesh = marker_mesh,
    .solid_parts = surface_solid,
    .look = look_of_marker,
    .own = {.check = check_marker},
};

}  // namespace paddock
