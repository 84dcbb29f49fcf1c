// The vectors of tests/conformance/carla: hex with the length in front, and what it means.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "paddock/io/file.h"
#include "paddock/io/json.h"
#include "tests/support/hex.h"

namespace paddock::carla {

inline Json vectors() {
  return *parse_json(
      *read_file(PADDOCK_SOURCE_DIR "/tests/conformance/carla/messages.json", 1U << 20));
}

/// The bytes of a vector, its length included.
inline std::string hex_of(const Json& vector) { return bytes_of(vector.find("hex")->text()); }
inline std::string body_of(const Json& vector) { return hex_of(vector).substr(4); }

inline float number(const Json& vector, std::string_view key) {
  return static_cast<float>(vector.find(key)->number());
}
inline std::uint32_t whole(const Json& vector, std::string_view key) {
  return static_cast<std::uint32_t>(vector.find(key)->integer());
}

}  // namespace paddock::carla
