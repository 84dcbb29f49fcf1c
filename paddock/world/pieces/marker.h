// A board with a marker for detectors.
#pragma once

#include <array>
#include <string_view>

#include "paddock/world/pieces/piece_kind.h"

namespace paddock {

enum class MarkerFamily { AprilTag36h11, Aruco5x5, Aruco6x6 };
inline constexpr std::array<std::string_view, 3> kMarkerFamilies{"apriltag36h11", "aruco5x5",
                                                                 "aruco6x6"};

/// The ids of a family run from 0 to this.
int last_marker(MarkerFamily family);

struct MarkerSpec {  // faces its own x
  MarkerFamily family{};
  int id{};
  double size{0.2};  // edge of the black square

  static void fields(auto&& visit) {
    visit(&MarkerSpec::family, word_field("family", kMarkerFamilies));
    visit(&MarkerSpec::id, free_field("id", "", Scaling::None).given());
    visit(&MarkerSpec::size, positive_field("size", "m", Scaling::Whole, 100));
  }
  static const PieceKind<MarkerSpec> kind;
  bool operator==(const MarkerSpec&) const = default;
};

}  // namespace paddock
