// PNG files as pixel buffers and back. Any bytes are safe to read.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "paddock/core/error.h"
#include "paddock/core/image.h"

namespace paddock {

inline constexpr int kPngPixelLimit = 64 << 20;

/// Writes an image of 1, 3 or 4 channels.
Result<void> write_png(const std::string& path, const Image& image);
enum class PngPacking { Small, Fast };
/// The same, into memory.
Result<std::string> write_png_bytes(const Image& image, PngPacking packing = PngPacking::Small);
/// Grey numbers of 16 bits as they are, in rows of `width` from the top.
Result<std::string> write_png16_bytes(std::span<const std::uint16_t> grey, int width,
                                      PngPacking packing = PngPacking::Small);

/// Reads any kind of PNG as 1 (grey), 3 (colour) or 4 (with transparency) channels of 8 bits.
/// Broken, cut short, or more than kPngPixelLimit pixels is an Error.
Result<Image> read_png(const std::string& path);
Result<Image> read_png_bytes(std::string_view bytes);

}  // namespace paddock
