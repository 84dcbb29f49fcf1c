// A UDP socket on IPv4 that never blocks. Knows no simulation.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "paddock/core/error.h"
#include "paddock/net/event_loop.h"

namespace paddock {

/// Who sent a datagram: an IPv4 address and a port, in the machine's byte order.
struct UdpPeer {
  std::uint32_t host{};
  std::uint16_t port{};
  std::string text() const;  // "127.0.0.1:40000"
  auto operator<=>(const UdpPeer&) const = default;
};

inline constexpr std::uint32_t kLoopback = 0x7f000001;

/// "127.0.0.1" of an address in the machine's byte order.
std::string address_text(std::uint32_t host);

class UdpSocket {
 public:
  /// Bound to this address; port 0: one that is free. Says which port is taken, if it is.
  static Result<UdpSocket> open(EventLoop& loop, const std::string& host, std::uint16_t port);
  ~UdpSocket();
  UdpSocket(UdpSocket&& other) noexcept;
  UdpSocket& operator=(UdpSocket&& other) noexcept;

  std::uint16_t port() const;
  /// The next datagram that has come, in `bytes`; nothing when there is none. One that is longer
  /// than `limit` is cut there.
  std::optional<UdpPeer> receive(std::string& bytes, std::size_t limit = 2048);
  /// False when the system does not take it: its buffer is full or the datagram too long.
  bool send(const UdpPeer& to, std::string_view bytes);

 private:
  struct Inside;
  explicit UdpSocket(std::unique_ptr<Inside> inside);
  std::unique_ptr<Inside> inside_;
};

}  // namespace paddock
