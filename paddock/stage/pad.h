// A game pad, or the keys that stand for one, for programs that ask for it.
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

/// What somebody who reads a pad has seen of it.
struct PadReader {
  std::array<std::uint32_t, kPadButtons> pressed{}, released{};
};

/// A pad that any number of readers look at, each in its own time.
class PadState {
 public:
  void set(const Pad& pad) {
    for (std::size_t i = 0; i < kPadButtons; ++i) {
      const bool before = (pad_.down >> i & 1) != 0, now = (pad.down >> i & 1) != 0;
      counts_.pressed[i] += !before && now ? 1 : 0;
      counts_.released[i] += before && !now ? 1 : 0;
    }
    pad_ = pad;
  }
  PadNews read(PadReader& reader) const {
    PadNews news{.pad = pad_};
    for (std::size_t i = 0; i < kPadButtons; ++i) {
      const auto bit = static_cast<std::uint16_t>(1u << i);
      if (counts_.pressed[i] != reader.pressed[i]) news.pressed |= bit;
      if (counts_.released[i] != reader.released[i]) news.released |= bit;
    }
    reader = counts_;
    return news;
  }

 private:
  Pad pad_;
  PadReader counts_;  // of presses and releases so far
};

}  // namespace paddock
