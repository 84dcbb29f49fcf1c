// The optimal string alignment distance: Levenshtein's with swaps of neighbours, no letter edited
// twice.
#include "paddock/core/suggest.h"

#include <algorithm>
#include <utility>

#include "paddock/core/text.h"

namespace paddock {
namespace {

constexpr std::size_t kLongest = 60;  // of a word worth a guess: the distance costs its square

std::string plain(std::string_view word) {
  std::string out(word);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    if (c == '-' || c == ' ') c = '_';
  }
  return out;
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  // distances of the first letters of a to all beginnings of b: two rows back, one back, now
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({change, last[j] + 1, row[j - 1] + 1});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, last), std::swap(last, row);
  }
  return last[b.size()];
}

std::vector<std::string_view> nearest_names(std::string_view word,
                                            std::span<const std::string_view> known,
                                            std::size_t most) {
  if (word.size() > kLongest) return {};
  const std::string typed = plain(word);
  const std::size_t reach = word.size() < 4 ? 1 : std::max<std::size_t>(2, word.size() / 3);
  std::vector<std::pair<std::size_t, std::string_view>> near;
  for (const std::string_view name : known)
    if (const std::size_t distance = edit_distance(typed, plain(name)); distance <= reach)
      near.emplace_back(distance, name);
  std::stable_sort(near.begin(), near.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string_view> names;
  for (const auto& [distance, name] : near)
    if (names.size() < most && std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(name);
  return names;
}

std::string did_you_mean_names(std::string_view word, std::span<const std::string_view> known) {
  const std::vector<std::string_view> names = nearest_names(word, known);
  if (names.empty()) return {};
  std::string out = concat("; did you mean ", names[0]);
  for (std::size_t i = 1; i < names.size(); ++i)
    out += concat(i + 1 < names.size() ? ", " : " or ", names[i]);
  return out + "?";
}

}  // namespace paddock
