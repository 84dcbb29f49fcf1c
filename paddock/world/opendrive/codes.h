// Words that reading and writing OpenDRIVE share.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "paddock/world/roads/road_spec.h"
#include "paddock/world/roads/road_words.h"

namespace paddock {

/// The value whose word it is, in a list of words in the order of the values.
template <class Value>
constexpr std::optional<Value> value_of(std::span<const std::string_view> words,
                                        std::string_view word) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == word) return static_cast<Value>(i);
  }
  return {};
}
template <class Value>
constexpr std::string_view word_of(std::span<const std::string_view> words, Value value) {
  return words[static_cast<std::size_t>(value)];
}

/// Type attributes of signals that drivers know: the signal catalogue of OpenDRIVE and signs of
/// Germany, then those of the USA. The first of a kind is what we write.
inline constexpr std::array<std::pair<std::string_view, SignalKind>, 16> kSignalCodes{
    {{"1000001", SignalKind::Light},
     {"206", SignalKind::Stop},
     {"205", SignalKind::Yield},
     {"274", SignalKind::SpeedLimit},
     {"-1", SignalKind::Other},
     {"1000008", SignalKind::Light},
     {"1000009", SignalKind::Light},
     {"1000010", SignalKind::Light},
     {"1000011", SignalKind::Light},
     {"1000012", SignalKind::Light},
     {"1000016", SignalKind::Light},
     {"1000017", SignalKind::Light},
     {"1000018", SignalKind::Light},
     {"R1-1", SignalKind::Stop},
     {"R1-2", SignalKind::Yield},
     {"R2-1", SignalKind::SpeedLimit}}};

constexpr SignalKind kind_of_code(std::string_view code) {
  for (const auto& [known, kind] : kSignalCodes) {
    if (known == code) return kind;
  }
  return SignalKind::Other;
}

}  // namespace paddock
