// One TCP connection that never blocks, dialled or accepted. Knows no simulation.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "paddock/core/error.h"
#include "paddock/net/event_loop.h"

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
  /// Bytes that may wait for a slow reader; more close the link.
  static constexpr std::size_t kMostWaiting = std::size_t{64} << 20;

  explicit TcpLink(EventLoop& loop);
  ~TcpLink();
  TcpLink(TcpLink&& other) noexcept;
  TcpLink& operator=(TcpLink&& other) noexcept;

  /// Begins to connect; what was open is closed first. With an address on loopback it is decided at
  /// once; a name is looked up aside.
  void dial(const Endpoint& to);
  /// How it stands now: looks whether a connection that was begun is there or was refused.
  State state();
  bool connected() const;
  /// Appends what has arrived. False when the peer is gone; the link is then closed.
  bool read(std::string& into);
  /// Sends `bytes`; what the system does not take at once waits and goes out while the loop waits.
  /// False when the link is closed, or closes because too much waits.
  bool write(std::string_view bytes);
  /// Bytes that were written and have not gone out.
  std::size_t waiting() const;
  void close();
  /// "127.0.0.1:40000" of who is connected; empty when nobody is.
  std::string peer() const;

 private:
  friend class TcpAcceptor;
  struct Inside;
  explicit TcpLink(std::unique_ptr<Inside> inside);
  std::unique_ptr<Inside> inside_;
};

/// Ports on which processes of this name listen, of this user and the ports that the system gives
/// to those who ask for none.
std::vector<std::uint16_t> stray_listeners(std::string_view process_name);

}  // namespace paddock
