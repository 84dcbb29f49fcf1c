// A TCP port on which one client at a time is spoken with in messages of CARLA's framing. Belongs
// to an event loop and its thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "paddock/net/tcp_acceptor.h"
#include "paddock/protocols/carla/wire/framing.h"

namespace paddock::capi {

class MessagePort {
 public:
  /// Messages longer than `limit` are not believed.
  static Result<MessagePort> open(EventLoop& loop, const std::string& host, std::uint16_t port,
                                  std::size_t limit);

  std::uint16_t port() const { return acceptor_.port(); }

  /// Lets the first in who comes, from `host` if one is named; others are hung up on.
  void admit(std::string_view host = {});
  /// Hangs up on all who wait to be let in.
  void turn_away();
  bool occupied() const { return client_.has_value(); }
  /// "127.0.0.1" of who is in.
  std::string client_host() const;
  void hang_up();

  /// Reads what has arrived. False when no more will: the client hung up.
  bool hear();
  /// The next whole message of what has arrived.
  std::optional<std::string> next() { return reader_.next(); }
  /// More is under way than can be meant: a length beyond the limit, or what nobody asked for.
  bool overrun() const {
    return reader_.too_long() || reader_.unread() > 2 * (kLengthSize + limit_);
  }
  /// A message is on its way and not whole.
  bool amid_message() const { return reader_.unread() > 0; }
  /// False when the client is gone.
  bool write(std::string_view bytes) { return client_ && client_->write(bytes); }
  /// Bytes written that the system has not taken.
  std::size_t waiting() const { return client_ ? client_->waiting() : 0; }

 private:
  static constexpr std::size_t kLengthSize = 4;

  MessagePort(TcpAcceptor acceptor, std::size_t limit)
      : acceptor_(std::move(acceptor)), limit_(limit), reader_(limit) {}

  TcpAcceptor acceptor_;
  std::size_t limit_;
  std::optional<TcpLink> client_;
  carla::MessageReader reader_;
  std::string heard_;
};

}  // namespace paddock::capi
