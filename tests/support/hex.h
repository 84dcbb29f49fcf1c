// Bytes as the vectors of tests/conformance write them, hashes as golden tests do.
#pragma once

#include <cinttypes>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace paddock {

/// Two digits a byte; blanks do not count.
inline std::string bytes_of(std::string_view hex) {
  std::string bytes, digits;
  for (const char c : hex)
    if (c != ' ') digits += c;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
    bytes += static_cast<char>(std::stoi(digits.substr(i, 2), nullptr, 16));
  return bytes;
}

inline std::string hash_in_hex(std::uint64_t hash) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%016" PRIx64, hash);
  return text;
}

}  // namespace paddock
