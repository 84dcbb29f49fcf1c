#include "paddock/rooms/admission.h"

#include <charconv>
#include <optional>
#include <string_view>

namespace paddock {
namespace {

constexpr std::uint32_t kLoopbackNet = 127;
constexpr std::size_t kMostAddresses = 4096;

/// "192.168.1.20", or as IPv6 writes it, "::ffff:192.168.1.20".
std::optional<std::uint32_t> read_address(std::string_view text) {
  if (const std::size_t colon = text.rfind(':'); colon != std::string_view::npos)
    text.remove_prefix(colon + 1);
  std::uint32_t address = 0;
  for (int i = 0; i < 4; ++i) {
    unsigned part = 256;
    const auto [end, wrong] = std::from_chars(text.data(), text.data() + text.size(), part);
    if (wrong != std::errc{} || part > 255) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    if (i < 3 && !text.starts_with('.')) return std::nullopt;
    if (i < 3) text.remove_prefix(1);
    address = address << 8 | part;
  }
  if (!text.empty()) return std::nullopt;
  return address;
}

}  // namespace

bool Admission::allows(std::uint32_t address) const {
  if (address >> 24 == kLoopbackNet) return true;
  const std::lock_guard lock(mutex_);
  return admitted_.contains(address);
}

void Admission::admit(std::string_view address) {
  const auto read = read_address(address);
  const std::lock_guard lock(mutex_);
  if (read && admitted_.size() < kMostAddresses) admitted_.insert(*read);
}

}  // namespace paddock
