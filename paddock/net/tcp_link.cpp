#include "paddock/net/tcp_link.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <utility>

namespace paddock {
namespace {

constexpr std::size_t kReadAtOnce = 65'536;
constexpr std::size_t kReadMost = 1u << 20;  // bytes in one go: a flood is taken in turns

struct Addresses {
  addrinfo* first{};
  ~Addresses() {
    if (first != nullptr) freeaddrinfo(first);
  }
};

/// Inodes of sockets that listen on a port the system chose, with the port.
std::vector<std::pair<std::uint64_t, std::uint16_t>> listening_sockets() {
  unsigned low = 32768, high = 60999;
  std::ifstream("/proc/sys/net/ipv4/ip_local_port_range") >> low >> high;
  std::vector<std::pair<std::uint64_t, std::uint16_t>> found;
  std::ifstream table("/proc/net/tcp");
  std::string line;
  std::getline(table, line);
  while (std::getline(table, line)) {
    // sl local_address rem_address st tx:rx tr:when retrnsmt uid timeout inode
    std::istringstream words(line);
    std::array<std::string, 10> word;
    for (std::string& w : word) words >> w;
    const std::size_t colon = word[1].find(':');
    if (word[3] != "0A" || colon == std::string::npos) continue;
    unsigned port = 0;
    std::uint64_t inode = 0;
    std::from_chars(word[1].data() + colon + 1, word[1].data() + word[1].size(), port, 16);
    std::from_chars(word[9].data(), word[9].data() + word[9].size(), inode);
    if (port >= low && port <= high) found.emplace_back(inode, static_cast<std::uint16_t>(port));
  }
  return found;
}

/// Inodes of the sockets that processes of this name hold.
std::set<std::uint64_t> sockets_of(std::string_view process_name) {
  namespace fs = std::filesystem;
  std::set<std::uint64_t> inodes;
  std::error_code ignored;
  for (const auto& process : fs::directory_iterator("/proc", ignored)) {
    std::string name;
    std::getline(std::ifstream(process.path() / "comm"), name);
    if (name != process_name) continue;
    fs::directory_iterator files(process.path() / "fd", ignored), end;
    for (; !ignored && files != end; files.increment(ignored)) {
      const std::string target = fs::read_symlink(files->path(), ignored).string();
      std::uint64_t inode = 0;
      if (target.starts_with("socket:["))
        std::from_chars(target.data() + 8, target.data() + target.size(), inode);
      if (inode != 0) inodes.insert(inode);
    }
  }
  return inodes;
}

}  // namespace

Result<Endpoint> parse_endpoint(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  Endpoint endpoint;
  const std::string_view number = colon == std::string_view::npos ? text : text.substr(colon + 1);
  if (colon != std::string_view::npos) endpoint.host = text.substr(0, colon);
  const auto [end, wrong] =
      std::from_chars(number.data(), number.data() + number.size(), endpoint.port);
  if (wrong != std::errc{} || end != number.data() + number.size() || endpoint.port == 0 ||
      endpoint.host.empty())
    return fail(ErrorCode::Invalid,
                "an address must be host:port or a port from 1 to 65535, got \"", text, "\"");
  return endpoint;
}

// --- TcpLink ------------------------------------------------------------------------------------

TcpLink::TcpLink(TcpLink&& other) noexcept
    : socket_(std::exchange(other.socket_, -1)), open_(std::exchange(other.open_, false)) {}

TcpLink& TcpLink::operator=(TcpLink&& other) noexcept {
  std::swap(socket_, other.socket_), std::swap(open_, other.open_);
  return *this;
}

void TcpLink::close() {
  if (socket_ >= 0) ::close(socket_);
  socket_ = -1, open_ = false;
}

void TcpLink::dial(const Endpoint& to) {
  close();
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_NUMERICSERV;
  Addresses found;
  if (getaddrinfo(to.host.c_str(), concat(to.port).c_str(), &hints, &found.first) != 0) return;
  const addrinfo& at = *found.first;
  socket_ = socket(at.ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (socket_ < 0) return;
  const int on = 1;
  setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  if (connect(socket_, at.ai_addr, at.ai_addrlen) == 0)
    open_ = true;
  else if (errno != EINPROGRESS)
    close();
}

TcpLink::State TcpLink::state() {
  if (socket_ < 0) return State::Closed;
  if (open_) return State::Open;
  pollfd look{.fd = socket_, .events = POLLOUT, .revents = 0};
  if (poll(&look, 1, 0) <= 0) return State::Connecting;
  int error = 0;
  socklen_t size = sizeof error;
  getsockopt(socket_, SOL_SOCKET, SO_ERROR, &error, &size);
  // a client whose port the system chose may meet itself where nobody listens
  sockaddr_storage own{}, peer{};
  socklen_t own_size = sizeof own, peer_size = sizeof peer;
  const bool met = error == 0 &&
                   getsockname(socket_, reinterpret_cast<sockaddr*>(&own), &own_size) == 0 &&
                   getpeername(socket_, reinterpret_cast<sockaddr*>(&peer), &peer_size) == 0;
  const auto bytes = [](const sockaddr_storage& a, socklen_t n) {
    return std::string_view(reinterpret_cast<const char*>(&a), n);
  };
  if (!met || bytes(own, own_size) == bytes(peer, peer_size)) {
    close();
    return State::Closed;
  }
  open_ = true;
  return State::Open;
}

bool TcpLink::read(std::string& into) {
  if (socket_ < 0) return false;
  std::array<char, kReadAtOnce> buffer;
  for (std::size_t total = 0; total < kReadMost;) {
    const ssize_t got = recv(socket_, buffer.data(), buffer.size(), 0);
    if (got > 0) {
      into.append(buffer.data(), static_cast<std::size_t>(got));
      total += static_cast<std::size_t>(got);
      if (static_cast<std::size_t>(got) < buffer.size()) return true;
      continue;
    }
    if (got < 0 && errno == EINTR) continue;
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return true;
    close();
    return false;
  }
  return true;
}

bool TcpLink::write(std::string_view packet) {
  if (socket_ < 0) return false;
  ssize_t sent = -1;
  do sent = send(socket_, packet.data(), packet.size(), MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  if (sent == static_cast<ssize_t>(packet.size())) return true;
  close();
  return false;
}

std::vector<std::uint16_t> stray_listeners(std::string_view process_name) {
  const std::set<std::uint64_t> owned = sockets_of(process_name);
  std::vector<std::uint16_t> ports;
  for (const auto& [inode, port] : listening_sockets())
    if (owned.contains(inode)) ports.push_back(port);
  return ports;
}

}  // namespace paddock
