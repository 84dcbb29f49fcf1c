// A game pad, or the keys that stand for one: what programs of a course may ask for.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "paddock/core/vec.h"

namespace paddock {

enum class PadButton : std::uint8_t { A, B, X, Y, LB, RB, LJoy, RJoy, Start, Back };
inline constexpr int kPadButtons = 10;
inline constexpr std::array<std::string_view, kPadButtons> kPadButtonNames{
    "A", "B", "X", "Y", "LB", "RB", "LJOY", "RJOY", "START", "BACK"};

constexpr std::uint16_t bit_of(PadButton button) {
  return static_cast<std::uint16_t>(1u << static_cast<unsigned>(button));
}

struct Pad {
  std::uint16_t down{};              // one bit a button
  std::array<double, 2> triggers{};  // left, right; 0 to 1
  std::array<Vec2, 2> sticks{};      // left, right; -1 to 1, right and up positive
  bool operator==(const Pad&) const = default;
};

/// What a pad did since it was last looked at; a short press is never lost.
struct PadNews {
  Pad pad;
  std::uint16_t pressed{}, released{};
};

}  // namespace paddock
