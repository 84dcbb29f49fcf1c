// A TCP port on which others connect, which never blocks. Knows no simulation.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "paddock/core/error.h"
#include "paddock/net/tcp_link.h"

namespace paddock {

class TcpAcceptor {
 public:
  /// Listens on this address; port 0: one that is free. Says which port is taken, if it is.
  static Result<TcpAcceptor> open(EventLoop& loop, const std::string& host, std::uint16_t port);
  ~TcpAcceptor();
  TcpAcceptor(TcpAcceptor&& other) noexcept;
  TcpAcceptor& operator=(TcpAcceptor&& other) noexcept;

  std::uint16_t port() const;
  /// The next who has connected; nothing when nobody has.
  std::optional<TcpLink> accept();

 private:
  struct Inside;
  explicit TcpAcceptor(std::unique_ptr<Inside> inside);
  std::unique_ptr<Inside> inside_;
};

}  // namespace paddock
