// YAML text as a tree of ours: scalars stay strings, each value knows its line. For files that
// other tools write (ROS maps), so only what those need: one document, no aliases.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "paddock/core/error.h"

namespace paddock {

enum class YamlKind { Scalar, List, Map };

struct YamlValue {
  YamlKind kind{YamlKind::Scalar};
  int line{};                    // from 1
  std::string key;               // its name in a map, empty in a list
  std::string text;              // of a Scalar; empty for null
  std::vector<YamlValue> items;  // of a List or a Map, in the order of the text

  /// The value `name` of a map, or nothing.
  const YamlValue* find(std::string_view name) const;
};

inline constexpr std::size_t kYamlLimit = 1u << 20;
inline constexpr std::size_t kYamlDepth = 64;

/// The first document of `text`. Any bytes are safe: text that is too long, nested too deep,
/// repeats a key, uses aliases or is not YAML is an Error that names the line.
Result<YamlValue> parse_yaml(std::string_view text);

}  // namespace paddock
