// Words for messages; closeness of words is their edit distance (Levenshtein 1966).
#include "paddock/world/level_words.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "paddock/core/text.h"

namespace paddock {
namespace {

constexpr std::size_t kShown = 60;  // characters of a text that a message repeats

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({change, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

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
  if (word.size() > kShown) return {};
  // a third of the letters may differ; beyond that a guess confuses more than it helps
  const std::size_t most = word.size() < 4 ? 1 : std::max<std::size_t>(2, word.size() / 3);
  std::size_t least = most + 1;
  std::string_view best;
  for (const std::string_view candidate : known) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance < least) least = distance, best = candidate;
  }
  return best.empty() ? std::string() : concat(" (did you mean \"", best, "\"?)");
}

}  // namespace paddock
