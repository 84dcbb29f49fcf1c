#include "paddock/net/tcp_acceptor.h"

#include <sys/socket.h>

#include <cerrno>
#include <utility>

#include "paddock/net/tcp_connection.h"

namespace paddock {
namespace {

using asio::ip::tcp;

}  // namespace

struct TcpAcceptor::Inside : ReadableOwner<tcp::acceptor> {
  using ReadableOwner::ReadableOwner;
};

TcpAcceptor::TcpAcceptor(std::unique_ptr<Inside> inside) : inside_(std::move(inside)) {}
TcpAcceptor::~TcpAcceptor() = default;
TcpAcceptor::TcpAcceptor(TcpAcceptor&& other) noexcept = default;
TcpAcceptor& TcpAcceptor::operator=(TcpAcceptor&& other) noexcept = default;

Result<TcpAcceptor> TcpAcceptor::open(EventLoop& loop, const std::string& host,
                                      std::uint16_t port) {
  const Result<int> bound = bound_socket(SOCK_STREAM, host, port);
  if (!bound) return tl::unexpected(bound.error());
  auto inside = std::make_unique<Inside>(loop);
  tcp::acceptor& acceptor = inside->watched->socket;
  ErrorNumber wrong;
  if (inside->watched->open(tcp::v4(), *bound))
    acceptor.listen(tcp::acceptor::max_listen_connections, wrong);
  if (!acceptor.is_open() || wrong)
    return fail(ErrorCode::Io, "TCP port ", port, " of ", host, " cannot be listened on");
  inside->port = acceptor.local_endpoint(wrong).port();
  return TcpAcceptor(std::move(inside));
}

std::uint16_t TcpAcceptor::port() const { return inside_->port; }

std::optional<TcpLink> TcpAcceptor::accept() {
  const int listening = inside_->watched->socket.native_handle();
  int made = -1;
  // not Asio's accept, which lets child processes inherit the connection
  do made = accept4(listening, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
  while (made < 0 && (errno == EINTR || errno == ECONNABORTED));
  if (made < 0) return std::nullopt;
  auto link = std::make_unique<TcpLink::Inside>(inside_->loop);
  link->begin().accepted(tcp::v4(), made);
  return TcpLink(std::move(link));
}

}  // namespace paddock
