#include "tests/support/raw_client.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace paddock {

RawClient::RawClient(std::uint16_t port, int receive_buffer) {
  socket_ = ::socket(AF_INET, SOCK_STREAM, 0);
  if (receive_buffer > 0)
    setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
  const int yes = 1;
  setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  open_ = ::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
}

RawClient::~RawClient() { ::close(socket_); }

void RawClient::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const auto sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) {
      open_ = false;
      return;
    }
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
}

bool RawClient::receive(int wait_ms) {
  pollfd poll_for{socket_, POLLIN, 0};
  if (::poll(&poll_for, 1, wait_ms) <= 0) return true;
  char chunk[65536];
  const auto got = ::recv(socket_, chunk, sizeof chunk, 0);
  if (got <= 0) {
    open_ = false;
    return false;
  }
  in_.append(chunk, static_cast<std::size_t>(got));
  return true;
}

}  // namespace paddock
