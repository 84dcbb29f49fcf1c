// TOML text as a tree of ours, each value with its place in the text. Order is that of the text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "paddock/core/error.h"

namespace paddock {

enum class TomlKind { Table, Array, String, Integer, Float, Boolean, Date };

struct TomlValue {
  TomlKind kind{TomlKind::Table};
  int line{}, column{};          // from 1; of the key when the value stands in a table
  std::string key;               // its name in the table, empty in an array
  std::string text;              // of a String; a Date has none, nothing of ours takes one
  std::int64_t integer{};        // of an Integer
  double number{};               // of a Float, NaN and infinities included, or of an Integer
  bool truth{};                  // of a Boolean
  std::vector<TomlValue> items;  // of an Array or a Table

  /// The value `name` of a table, or nothing.
  const TomlValue* find(std::string_view name) const;
};

struct TomlError {
  int line{}, column{};
  std::string message;  // what must hold and what was found
};

inline constexpr std::size_t kTomlLimit = 1u << 20;

/// The table a whole text stands for. Any bytes are safe: text that is too long, nested too deep,
/// not UTF-8 or not TOML is an error with its place.
tl::expected<TomlValue, TomlError> parse_toml(std::string_view text,
                                              std::size_t limit = kTomlLimit);

}  // namespace paddock
