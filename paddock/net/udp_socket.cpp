#include "paddock/net/udp_socket.h"

#include <sys/socket.h>

#include <utility>

#include "paddock/net/asio_loop.h"

namespace paddock {
namespace {

using asio::ip::udp;

constexpr int kBuffer = 4 << 20;  // bytes, so that a picture's fragments never wait for room

}  // namespace

std::string address_text(std::uint32_t host) {
  return concat(host >> 24, ".", host >> 16 & 255, ".", host >> 8 & 255, ".", host & 255);
}

std::string UdpPeer::text() const { return concat(address_text(host), ":", port); }

struct UdpSocket::Inside : ReadableOwner<udp::socket> {
  using ReadableOwner::ReadableOwner;
};

UdpSocket::UdpSocket(std::unique_ptr<Inside> inside) : inside_(std::move(inside)) {}
UdpSocket::~UdpSocket() = default;
UdpSocket::UdpSocket(UdpSocket&& other) noexcept = default;
UdpSocket& UdpSocket::operator=(UdpSocket&& other) noexcept = default;

Result<UdpSocket> UdpSocket::open(EventLoop& loop, const std::string& host, std::uint16_t port) {
  const Result<int> bound = bound_socket(SOCK_DGRAM, host, port);
  if (!bound) return tl::unexpected(bound.error());
  auto inside = std::make_unique<Inside>(loop);
  udp::socket& socket = inside->watched->socket;
  if (!inside->watched->open(udp::v4(), *bound))
    return fail(ErrorCode::Io, "UDP port ", port, " of ", host, " cannot be watched");
  ErrorNumber ignored;
  socket.set_option(udp::socket::send_buffer_size(kBuffer), ignored);
  socket.set_option(udp::socket::receive_buffer_size(kBuffer), ignored);
  inside->port = socket.local_endpoint(ignored).port();
  return UdpSocket(std::move(inside));
}

std::uint16_t UdpSocket::port() const { return inside_->port; }

std::optional<UdpPeer> UdpSocket::receive(std::string& bytes, std::size_t limit) {
  bytes.resize(limit);
  for (;;) {
    udp::endpoint from;
    ErrorNumber wrong;
    const std::size_t got =
        inside_->watched->socket.receive_from(asio::buffer(bytes), from, 0, wrong);
    // a peer that is gone answers by ICMP: that is no reason to stop listening to others
    if (wrong == asio::error::connection_refused) continue;
    if (wrong) return std::nullopt;
    bytes.resize(got);
    return UdpPeer{from.address().to_v4().to_uint(), from.port()};
  }
}

bool UdpSocket::send(const UdpPeer& to, std::string_view bytes) {
  const udp::endpoint at(asio::ip::address_v4(to.host), to.port);
  ErrorNumber wrong;
  do inside_->watched->socket.send_to(asio::buffer(bytes), at, 0, wrong);
  while (wrong == asio::error::connection_refused);
  return !wrong;
}

}  // namespace paddock
