#include "paddock/world/toml_writer.h"

#include <cmath>

#include "paddock/core/angle.h"

namespace paddock {

std::string toml_text(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      out += {'\\', c};
    else if (c == '\n')
      out += "\\n";
    else if (byte < 0x20 || byte == 0x7f)
      out += concat("\\u00", digits[byte >> 4u], digits[byte & 15u]);
    else
      out += c;
  }
  return out + '"';
}

std::string toml_color(Color color) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out = "\"#";
  for (const unsigned c : {unsigned{color.r}, unsigned{color.g}, unsigned{color.b}}) {
    out += {digits[c >> 4u], digits[c & 15u]};
  }
  return out + '"';
}

std::string toml_points(std::span<const Vec2> points) {
  std::string out = "[";
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (i > 0) out += i % 6 == 0 ? ",\n  " : ", ";
    out += describe(points[i]);
  }
  return out + ']';
}

std::string toml_loops(std::span<const std::vector<Vec2>> loops) {
  std::string out = "[";
  for (std::size_t i = 0; i < loops.size(); ++i) {
    out += concat(i > 0 ? ",\n  " : "", toml_points(loops[i]));
  }
  return out + ']';
}

std::optional<double> exact_degrees(double angle) {
  const double near = degrees(angle);
  const double round = std::nearbyint(near * 1e6) / 1e6;
  for (const double candidate :
       {round, near, std::nextafter(near, 1e9), std::nextafter(near, -1e9)}) {
    if (radians(candidate) == angle) return candidate;
  }
  return std::nullopt;
}

}  // namespace paddock
