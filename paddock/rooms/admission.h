// Which machines' programs may come in through doors whose protocol knows no token.
#pragma once

#include <cstdint>
#include <mutex>
#include <set>
#include <string_view>

namespace paddock {

/// Programs of this machine always may; those of another once somebody there has shown the page's
/// token. All of it from any thread.
class Admission {
 public:
  /// IPv4, in the machine's byte order.
  bool allows(std::uint32_t address) const;
  /// Somebody at this address, "192.168.1.20", has shown the token. What is no IPv4 address is
  /// left out.
  void admit(std::string_view address);

 private:
  mutable std::mutex mutex_;  // guards the set
  std::set<std::uint32_t> admitted_;
};

}  // namespace paddock
