// One outgoing TCP connection that never blocks. Knows no simulation. Linux sockets stay inside
// tcp_link.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "paddock/core/error.h"
#include "paddock/net/link_wait.h"

namespace paddock {

struct Endpoint {
  std::string host{"127.0.0.1"};
  std::uint16_t port{};

  std::string text() const { return concat(host, ":", port); }
  bool operator==(const Endpoint&) const = default;
};

/// "host:port", or a port alone on loopback.
Result<Endpoint> parse_endpoint(std::string_view text);

class TcpLink {
 public:
  enum class State { Closed, Connecting, Open };

  TcpLink() = default;
  ~TcpLink() { close(); }
  TcpLink(TcpLink&& other) noexcept;
  TcpLink& operator=(TcpLink&& other) noexcept;

  /// Begins to connect; what was open is closed first. On loopback it is decided at once.
  void dial(const Endpoint& to);
  /// How it stands now: looks whether a connection that was begun is there or was refused.
  State state();
  bool connected() const { return open_; }
  /// Appends what has arrived. False when the peer is gone; the link is then closed.
  bool read(std::string& into);
  /// Sends all of `packet` in one write. False when that cannot be done; the link is then closed.
  bool write(std::string_view packet);
  void close();
  /// Readable, or connected or refused.
  Awaited awaited() const { return {socket_, !open_}; }

 private:
  int socket_{-1};
  bool open_{};
};

/// Ports on which processes of this name listen, of this user and the ports that the system gives
/// to those who ask for none.
std::vector<std::uint16_t> stray_listeners(std::string_view process_name);

}  // namespace paddock
