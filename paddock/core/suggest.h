// Which known name somebody meant who typed another.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace paddock {

/// How many letters must be put in, left out, changed, or swapped with their neighbour to make `b`
/// of `a`.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The names nearest to `word`, nearest first, at most `most` of them. At most a third of its
/// letters differ: beyond that a guess confuses more than it helps. Capitals, blanks and hyphens do
/// not count.
std::vector<std::string_view> nearest_names(std::string_view word,
                                            std::span<const std::string_view> known,
                                            std::size_t most = 3);

/// "; did you mean a, b or c?"; empty when nothing is near.
std::string did_you_mean_names(std::string_view word, std::span<const std::string_view> known);

}  // namespace paddock
