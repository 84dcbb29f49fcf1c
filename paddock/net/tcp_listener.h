// The other end of a TcpLink, blocking with time limits: what stand-in peers of tests and
// benchmarks are made of. IPv4 loopback only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace paddock {

/// An accepted connection. All calls give up after the limit in milliseconds.
class TcpPeer {
 public:
  explicit TcpPeer(int socket) : socket_(socket) {}
  /// Comes to a port of this machine; nothing when nobody listens there.
  static std::optional<TcpPeer> dial(std::uint16_t port);
  ~TcpPeer() { close(); }
  TcpPeer(TcpPeer&& other) noexcept : socket_(std::exchange(other.socket_, -1)) {}
  TcpPeer& operator=(TcpPeer&& other) noexcept {
    std::swap(socket_, other.socket_);
    return *this;
  }

  /// Exactly `size` bytes; nothing when the other side is gone or silent.
  std::optional<std::string> read(std::size_t size, int limit_ms = 5000);
  /// The same, as many as `into` holds; false when they do not come.
  bool read_into(std::span<char> into, int limit_ms = 5000);
  bool write(std::string_view bytes);
  /// True when the other side hangs up in time; what it still says is thrown away.
  bool ends(int limit_ms = 5000);
  void close();

 private:
  int socket_{-1};
};

class TcpListener {
 public:
  /// Port 0: the system chooses.
  explicit TcpListener(std::uint16_t port = 0);
  ~TcpListener() { close(); }
  TcpListener(const TcpListener&) = delete;
  TcpListener& operator=(const TcpListener&) = delete;

  std::uint16_t port() const { return port_; }
  std::optional<TcpPeer> accept(int limit_ms = 5000);
  void close();

 private:
  int socket_{-1};
  std::uint16_t port_{};
};

}  // namespace paddock
