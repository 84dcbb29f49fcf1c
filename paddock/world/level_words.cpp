#include "paddock/world/level_words.h"

#include <cmath>
#include <cstdint>
#include <vector>

#include "paddock/core/suggest.h"
#include "paddock/core/text.h"

namespace paddock {
namespace {

constexpr std::size_t kShown = 60;  // characters of a text that a message repeats

}  // namespace

std::string quote(std::string_view text) {
  std::string shown(text.substr(0, kShown));
  if (text.size() > kShown) {
    // do not cut inside a UTF-8 character
    while (!shown.empty() && (static_cast<unsigned char>(shown.back()) & 0x80u) != 0) {
      shown.pop_back();
    }
    shown += "...";
  }
  for (char& c : shown) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  }
  return concat('"', shown, '"');
}

std::string describe(const TomlValue& value) {
  switch (value.kind) {
    case TomlKind::Table:
      return "a table";
    case TomlKind::Array:
      return concat("an array of ", value.items.size());
    case TomlKind::String:
      return quote(value.text);
    case TomlKind::Integer:
      return concat(value.integer);
    case TomlKind::Float:
      return figure(value.number);
    case TomlKind::Boolean:
      return value.truth ? "true" : "false";
    case TomlKind::Date:
      return "a date";
  }
  return "";
}

std::string figure(double number) {
  const bool whole = std::fabs(number) < 1e15 && number == std::floor(number);
  return whole ? concat(static_cast<std::int64_t>(number)) : concat(number);
}

std::string describe(Vec2 v) { return concat('[', figure(v.x), ", ", figure(v.y), ']'); }
std::string describe(Vec3 v) {
  return concat('[', figure(v.x), ", ", figure(v.y), ", ", figure(v.z), ']');
}

std::string did_you_mean(std::string_view word, std::span<const std::string_view> known) {
  const std::vector<std::string_view> near = nearest_names(word, known, 1);
  return near.empty() ? std::string() : concat(" (did you mean \"", near[0], "\"?)");
}

}  // namespace paddock
