// Boards to read: markers for detectors (AprilTag 36h11, OpenCV's ArUco dictionaries of 250) and
// signs with letters for people.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "paddock/core/image.h"
#include "paddock/world/level.h"

namespace paddock {

inline constexpr double kMarkerThickness = 0.005;  // metres, of the board

/// Cells of data along an edge; a black cell and then a white one surround them.
int marker_cells(MarkerFamily family);

/// The cells of each marker, row by row from the upper left one, most significant bit first; a set
/// bit is white. The index is the marker's id.
std::span<const std::uint64_t> marker_codes(MarkerFamily family);

/// Edge of the whole board: the black square and one white cell around it.
double marker_board_size(const MarkerSpec& marker);

/// "apriltag36h11-7"
std::string marker_name(const MarkerSpec& marker);

/// The whole board, 32 pixels a cell, black and white.
Image draw_marker(const MarkerSpec& marker);

/// A whole sign: letters in black or white, whichever stands out from `board`.
Image draw_sign(const SignSpec& sign, Color board);

}  // namespace paddock
