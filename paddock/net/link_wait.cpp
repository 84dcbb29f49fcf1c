#include "paddock/net/link_wait.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cstdint>
#include <vector>

namespace paddock {

LinkWait::LinkWait() : signal_(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {}
LinkWait::~LinkWait() { ::close(signal_); }

void LinkWait::wait(std::span<const Awaited> sockets, Nanos pause) {
  std::vector<pollfd> watched{{.fd = signal_, .events = POLLIN, .revents = 0}};
  for (const Awaited& one : sockets)
    if (one.socket >= 0)
      watched.push_back({.fd = one.socket,
                         .events = static_cast<short>(one.connecting ? POLLOUT : POLLIN),
                         .revents = 0});
  const timespec limit{.tv_sec = static_cast<time_t>(pause / 1'000'000'000),
                       .tv_nsec = static_cast<long>(pause % 1'000'000'000)};
  if (ppoll(watched.data(), watched.size(), &limit, nullptr) > 0 && watched[0].revents != 0) {
    std::uint64_t count = 0;
    [[maybe_unused]] const ssize_t drained = ::read(signal_, &count, sizeof count);
  }
}

void LinkWait::wake() {
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = ::write(signal_, &one, sizeof one);
}

}  // namespace paddock
