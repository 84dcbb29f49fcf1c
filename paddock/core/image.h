// Pixels, 8 bits a channel, rows from the top, no padding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace paddock {

struct Color {
  std::uint8_t r{}, g{}, b{};
  bool operator==(const Color&) const = default;
};

struct Image {
  int width{}, height{};
  int channels{3};  // 1 grey, 3 RGB, 4 RGBA
  std::vector<std::uint8_t> pixels;

  static Image blank(int width, int height, int channels = 3) {
    Image image{.width = width, .height = height, .channels = channels, .pixels = {}};
    image.pixels.resize(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) *
                        static_cast<std::size_t>(channels));
    return image;
  }
  std::uint8_t* at(int x, int y) {
    return pixels.data() + static_cast<std::size_t>((y * width + x) * channels);
  }
  const std::uint8_t* at(int x, int y) const {
    return pixels.data() + static_cast<std::size_t>((y * width + x) * channels);
  }
  bool operator==(const Image&) const = default;
};

}  // namespace paddock
