#include "capi/source/message_port.h"

#include <utility>

namespace paddock::capi {
namespace {

std::string host_of(const TcpLink& link) {
  const std::string peer = link.peer();
  return peer.substr(0, peer.rfind(':'));
}

}  // namespace

Result<MessagePort> MessagePort::open(EventLoop& loop, const std::string& host, std::uint16_t port,
                                      std::size_t limit) {
  auto acceptor = TcpAcceptor::open(loop, host, port);
  if (!acceptor) return tl::unexpected(acceptor.error());
  return MessagePort(std::move(*acceptor), limit);
}

void MessagePort::admit(std::string_view host) {
  while (auto comer = acceptor_.accept()) {
    if (client_ || (!host.empty() && host_of(*comer) != host)) continue;
    client_ = std::move(*comer);
    reader_ = carla::MessageReader(limit_);
  }
}

void MessagePort::turn_away() {
  while (acceptor_.accept()) {
  }
}

std::string MessagePort::client_host() const { return client_ ? host_of(*client_) : std::string(); }

void MessagePort::hang_up() { client_.reset(); }

bool MessagePort::hear() {
  if (!client_) return false;
  heard_.clear();
  const bool there = client_->read(heard_);
  reader_.receive(heard_);
  return there;
}

}  // namespace paddock::capi
