#include "paddock/net/tcp_link.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <utility>

#include "paddock/net/tcp_connection.h"

namespace paddock {
namespace {

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

TcpLink::TcpLink(EventLoop& loop) : inside_(std::make_unique<Inside>(loop.inside())) {}
TcpLink::TcpLink(std::unique_ptr<Inside> inside) : inside_(std::move(inside)) {}
TcpLink::~TcpLink() = default;
TcpLink::TcpLink(TcpLink&& other) noexcept = default;
TcpLink& TcpLink::operator=(TcpLink&& other) noexcept = default;

void TcpLink::dial(const Endpoint& to) { inside_->begin().dial(to); }

TcpLink::State TcpLink::state() {
  if (!inside_->connection) return State::Closed;
  inside_->connection->look();
  return inside_->connection->state();
}

bool TcpLink::connected() const {
  return inside_->connection && inside_->connection->state() == State::Open;
}

bool TcpLink::read(std::string& into) {
  return inside_->connection && inside_->connection->read(into);
}

bool TcpLink::write(std::string_view bytes) {
  return inside_->connection && inside_->connection->write(bytes);
}

std::size_t TcpLink::waiting() const {
  return inside_->connection ? inside_->connection->waiting() : 0;
}

void TcpLink::close() { inside_->close(); }

std::string TcpLink::peer() const {
  return inside_->connection ? inside_->connection->peer() : std::string();
}

// --- listeners of others ------------------------------------------------------------------------

std::vector<std::uint16_t> stray_listeners(std::string_view process_name) {
  const std::set<std::uint64_t> owned = sockets_of(process_name);
  std::vector<std::uint16_t> ports;
  for (const auto& [inode, port] : listening_sockets())
    if (owned.contains(inode)) ports.push_back(port);
  return ports;
}

}  // namespace paddock
