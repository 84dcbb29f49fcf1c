#include "paddock/net/udp_socket.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace paddock {
namespace {

constexpr int kBuffer = 4 << 20;  // bytes, so that a picture's fragments never wait for room

sockaddr_in address_of(const UdpPeer& peer) {
  sockaddr_in at{};
  at.sin_family = AF_INET;
  at.sin_port = htons(peer.port);
  at.sin_addr.s_addr = htonl(peer.host);
  return at;
}

}  // namespace

std::string UdpPeer::text() const {
  return concat(host >> 24, ".", host >> 16 & 255, ".", host >> 8 & 255, ".", host & 255, ":",
                port);
}

Result<UdpSocket> UdpSocket::open(const std::string& host, std::uint16_t port) {
  in_addr where{};
  if (inet_pton(AF_INET, host.c_str(), &where) != 1)
    return fail(ErrorCode::Invalid, "an address must be four numbers with dots, got \"", host,
                "\"");
  UdpSocket made(socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0), port);
  if (made.socket_ < 0) return fail(ErrorCode::Io, "no socket: ", std::strerror(errno));
  for (const int option : {SO_SNDBUF, SO_RCVBUF})
    setsockopt(made.socket_, SOL_SOCKET, option, &kBuffer, sizeof kBuffer);
  sockaddr_in at = address_of({ntohl(where.s_addr), port});
  if (bind(made.socket_, reinterpret_cast<const sockaddr*>(&at), sizeof at) != 0)
    return fail(ErrorCode::Io, "UDP port ", port, " of ", host,
                errno == EADDRINUSE ? " is taken by another program" : " cannot be had: ",
                errno == EADDRINUSE ? "" : std::strerror(errno));
  socklen_t size = sizeof at;
  if (getsockname(made.socket_, reinterpret_cast<sockaddr*>(&at), &size) == 0)
    made.port_ = ntohs(at.sin_port);
  return made;
}

UdpSocket::~UdpSocket() {
  if (socket_ >= 0) ::close(socket_);
}

UdpSocket::UdpSocket(UdpSocket&& other) noexcept
    : socket_(std::exchange(other.socket_, -1)), port_(other.port_) {}

UdpSocket& UdpSocket::operator=(UdpSocket&& other) noexcept {
  std::swap(socket_, other.socket_), std::swap(port_, other.port_);
  return *this;
}

std::optional<UdpPeer> UdpSocket::receive(std::string& bytes, std::size_t limit) {
  bytes.resize(limit);
  for (;;) {
    sockaddr_in from{};
    socklen_t size = sizeof from;
    const ssize_t got =
        recvfrom(socket_, bytes.data(), bytes.size(), 0, reinterpret_cast<sockaddr*>(&from), &size);
    // a peer that is gone answers by ICMP: that is no reason to stop listening to others
    if (got < 0 && (errno == EINTR || errno == ECONNREFUSED)) continue;
    if (got < 0) return std::nullopt;
    bytes.resize(static_cast<std::size_t>(got));
    return UdpPeer{ntohl(from.sin_addr.s_addr), ntohs(from.sin_port)};
  }
}

bool UdpSocket::send(const UdpPeer& to, std::string_view bytes) {
  const sockaddr_in at = address_of(to);
  ssize_t sent = -1;
  do
    sent = sendto(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL,
                  reinterpret_cast<const sockaddr*>(&at), sizeof at);
  while (sent < 0 && (errno == EINTR || errno == ECONNREFUSED));
  return sent == static_cast<ssize_t>(bytes.size());
}

}  // namespace paddock
