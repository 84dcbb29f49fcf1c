// Portable grey maps, the pictures ROS maps come in: P2 (text) and P5 (binary), 8 and 16 bits.
#pragma once

#include <string>
#include <string_view>

#include "paddock/core/error.h"
#include "paddock/core/image.h"

namespace paddock {

inline constexpr int kPgmPixelLimit = 64 << 20;

/// One grey channel of 8 bits; a maximum other than 255 is scaled to it. Any bytes are safe: a file
/// that is no PGM, is cut short, holds a value above its maximum or more than kPgmPixelLimit pixels
/// is an Error.
Result<Image> read_pgm(const std::string& path);
Result<Image> read_pgm_bytes(std::string_view bytes);

}  // namespace paddock
