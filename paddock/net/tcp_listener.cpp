#include "paddock/net/tcp_listener.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>

namespace paddock {
namespace {

constexpr int kBacklog = 5;

bool readable(int socket, int limit_ms) {
  pollfd look{.fd = socket, .events = POLLIN, .revents = 0};
  int ready = 0;
  do ready = poll(&look, 1, limit_ms);
  while (ready < 0 && errno == EINTR);
  return ready > 0;
}

sockaddr_in loopback(std::uint16_t port) {
  sockaddr_in at{};
  at.sin_family = AF_INET;
  at.sin_port = htons(port);
  at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return at;
}

void send_at_once(int socket) {
  const int on = 1;
  setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

}  // namespace

std::optional<TcpPeer> TcpPeer::dial(std::uint16_t port) {
  TcpPeer peer(socket(AF_INET, SOCK_STREAM, 0));
  sockaddr_in at = loopback(port);
  if (connect(peer.socket_, reinterpret_cast<sockaddr*>(&at), sizeof at) != 0) return std::nullopt;
  send_at_once(peer.socket_);
  return peer;
}

std::optional<std::string> TcpPeer::read(std::size_t size, int limit_ms) {
  std::string bytes(size, '\0');
  if (!read_into(bytes, limit_ms)) return std::nullopt;
  return bytes;
}

bool TcpPeer::read_into(std::span<char> into, int limit_ms) {
  while (!into.empty()) {
    // most often the bytes are there already, or come before a sleep is worth it
    ssize_t got = recv(socket_, into.data(), into.size(), MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
      if (!readable(socket_, limit_ms)) return false;
      got = recv(socket_, into.data(), into.size(), 0);
    }
    if (got <= 0) return false;
    into = into.subspan(static_cast<std::size_t>(got));
  }
  return true;
}

bool TcpPeer::write(std::string_view bytes) {
  return send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL) ==
         static_cast<ssize_t>(bytes.size());
}

bool TcpPeer::ends(int limit_ms) {
  char buffer[4096];
  while (readable(socket_, limit_ms))
    if (recv(socket_, buffer, sizeof buffer, 0) <= 0) return true;
  return false;
}

void TcpPeer::close() {
  if (socket_ >= 0) ::close(socket_);
  socket_ = -1;
}

TcpListener::TcpListener(std::uint16_t port) : socket_(socket(AF_INET, SOCK_STREAM, 0)) {
  const int on = 1;
  setsockopt(socket_, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  sockaddr_in at = loopback(port);
  socklen_t size = sizeof at;
  if (bind(socket_, reinterpret_cast<sockaddr*>(&at), size) != 0 ||
      listen(socket_, kBacklog) != 0 ||
      getsockname(socket_, reinterpret_cast<sockaddr*>(&at), &size) != 0) {
    close();
    return;
  }
  port_ = ntohs(at.sin_port);
}

std::optional<TcpPeer> TcpListener::accept(int limit_ms) {
  if (!readable(socket_, limit_ms)) return std::nullopt;
  const int accepted = ::accept(socket_, nullptr, nullptr);
  if (accepted < 0) return std::nullopt;
  send_at_once(accepted);
  return TcpPeer(accepted);
}

void TcpListener::close() {
  if (socket_ >= 0) ::close(socket_);
  socket_ = -1;
}

}  // namespace paddock
