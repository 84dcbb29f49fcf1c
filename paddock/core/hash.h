// A 64-bit hash of values in order, the same on every machine. Not for security.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <string_view>

namespace paddock {

class Hasher {
 public:
  void add(std::uint64_t word) {
    state_ = (state_ ^ word) * 0x9e3779b97f4a7c15u;
    state_ ^= state_ >> 32;
  }
  void add(std::signed_integral auto number) { add(static_cast<std::uint64_t>(number)); }
  void add(std::uint32_t number) { add(static_cast<std::uint64_t>(number)); }
  void add(std::same_as<bool> auto truth) { add(static_cast<std::uint64_t>(truth)); }
  /// Equal numbers hash equal: both zeros count as one.
  void add(double number) {
    const auto bits = std::bit_cast<std::uint64_t>(number);
    add(bits == kMinusZero ? std::uint64_t{0} : bits);
  }
  void add(float number) { add(static_cast<double>(number)); }
  void add(std::string_view text) {
    add(static_cast<std::uint64_t>(text.size()));
    for (const char c : text) add(static_cast<std::uint64_t>(static_cast<unsigned char>(c)));
  }
  std::uint64_t value() const { return state_; }

 private:
  static constexpr std::uint64_t kMinusZero = 0x8000000000000000u;
  std::uint64_t state_{0x243f6a8885a308d3u};  // digits of pi
};

}  // namespace paddock
