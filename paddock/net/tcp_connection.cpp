#include "paddock/net/tcp_connection.h"

#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace paddock {
namespace {

constexpr std::size_t kReadAtOnce = 65'536;
constexpr std::size_t kReadMost = 1u << 20;  // bytes in one go: a flood is taken in turns

}  // namespace

// --- from dialling to its end -------------------------------------------------------------------

void TcpConnection::dial(const Endpoint& to) {
  watch();
  ErrorNumber is_name;
  const auto address =
      asio::ip::make_address(to.host == "localhost" ? "127.0.0.1" : to.host, is_name);
  if (!is_name) {
    untried_.emplace_back(address, to.port);
    return try_next();
  }
  resolver_.async_resolve(
      to.host, concat(to.port), tcp::resolver::numeric_service,
      [this, self = shared_from_this()](const ErrorNumber&, tcp::resolver::results_type found) {
        if (state_ != State::Connecting) return;
        untried_.assign(found.begin(), found.end());
        std::reverse(untried_.begin(), untried_.end());
        try_next();
        if (state_ != State::Connecting) end_wait();
      });
}

void TcpConnection::accepted(const tcp& protocol, int system_socket) {
  watch();
  if (take(protocol, system_socket))
    state_ = State::Open;
  else
    close();
}

void TcpConnection::close() {
  unwatch();
  state_ = State::Closed;
  resolver_.cancel();
  untried_.clear();
  std::string().swap(unsent_), sent_ = 0;
  ErrorNumber ignored;
  socket_.close(ignored);
}

/// Begins with the next address that does not refuse at once; closes when there is none.
void TcpConnection::try_next() {
  while (!untried_.empty()) {
    const tcp::endpoint at = untried_.back();
    untried_.pop_back();
    if (begin(at)) return look();
  }
  close();
}

bool TcpConnection::begin(const tcp::endpoint& at) {
  ErrorNumber ignored;
  socket_.close(ignored);
  const int made = socket(at.protocol().family(), SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (made < 0) return false;
  // not Asio's connect, which either waits for the answer or leaves it to the loop
  const bool begun = connect(made, at.data(), static_cast<socklen_t>(at.size())) == 0;
  if (begun || errno == EINPROGRESS) return take(at.protocol(), made);
  close_system_socket(made);
  return false;
}

bool TcpConnection::take(const tcp& protocol, int system_socket) {
  ErrorNumber ignored;
  if (!adopt(socket_, protocol, system_socket)) return false;
  socket_.set_option(tcp::no_delay(true), ignored);
  return true;
}

void TcpConnection::look() {
  if (state_ != State::Connecting || !socket_.is_open()) return;
  pollfd decided{.fd = socket_.native_handle(), .events = POLLOUT, .revents = 0};
  if (poll(&decided, 1, 0) <= 0) return;
  int error = 0;
  socklen_t size = sizeof error;
  getsockopt(decided.fd, SOL_SOCKET, SO_ERROR, &error, &size);
  if (error != 0 || met_itself()) return try_next();
  state_ = State::Open;
  flush();
}

/// A client whose port the system chose may meet itself where nobody listens.
bool TcpConnection::met_itself() const {
  ErrorNumber gone;
  const auto own = socket_.local_endpoint(gone), other = socket_.remote_endpoint(gone);
  return gone || own == other;
}

std::string TcpConnection::peer() const {
  ErrorNumber gone;
  if (state_ != State::Open) return {};
  const tcp::endpoint other = socket_.remote_endpoint(gone);
  return gone ? std::string() : concat(other.address().to_string(), ":", other.port());
}

// --- waiting ------------------------------------------------------------------------------------

void TcpConnection::arm() {
  if (!socket_.is_open()) return;  // a name is being looked up
  const bool connecting = state_ == State::Connecting, sending = waiting() > 0;
  if (write_known_ && !connecting && !sending && !read_armed_ && !write_armed_) forget_writing();
  if (!connecting) await(socket_, tcp::socket::wait_read, read_armed_);
  if (connecting || sending) {
    write_known_ = true;
    await(socket_, tcp::socket::wait_write, write_armed_);
  }
}

/// Asio goes on hearing of room for writing once it was asked for: one vain turn in each wait.
void TcpConnection::forget_writing() {
  ErrorNumber wrong;
  const tcp protocol = socket_.local_endpoint(wrong).protocol();
  write_known_ = false;
  adopt(socket_, protocol, socket_.release(wrong));  // if that fails the next read() closes
}

void TcpConnection::ready(What what) {
  if (what == tcp::socket::wait_read) return end_wait();
  const bool connecting = state_ == State::Connecting;
  if (connecting)
    look();
  else
    flush();
  if (connecting || state_ == State::Closed || waiting() == 0) end_wait();
}

// --- bytes --------------------------------------------------------------------------------------

bool TcpConnection::read(std::string& into) {
  look();
  flush();
  std::array<char, kReadAtOnce> buffer;
  for (std::size_t total = 0; state_ == State::Open && total < kReadMost;) {
    ErrorNumber wrong;
    const std::size_t got = socket_.read_some(asio::buffer(buffer), wrong);
    if (wrong == asio::error::would_block) break;
    if (wrong) close();
    into.append(buffer.data(), got);
    total += got;
    if (got < buffer.size()) break;
  }
  return state_ != State::Closed;
}

bool TcpConnection::write(std::string_view bytes) {
  flush();
  if (state_ == State::Open && waiting() == 0) bytes.remove_prefix(send(bytes));
  if (state_ == State::Closed) return false;
  if (bytes.empty()) return true;
  if (sent_ > unsent_.size() / 2) unsent_.erase(0, std::exchange(sent_, 0));
  unsent_ += bytes;
  if (waiting() > TcpLink::kMostWaiting) close();
  return state_ != State::Closed;
}

/// As many bytes as the system takes; closes when the peer is gone.
std::size_t TcpConnection::send(std::string_view bytes) {
  ErrorNumber wrong;
  const std::size_t taken = socket_.write_some(asio::buffer(bytes), wrong);
  if (wrong && wrong != asio::error::would_block) close();
  return taken;
}

void TcpConnection::flush() {
  if (state_ != State::Open || waiting() == 0) return;
  sent_ += send(std::string_view(unsent_).substr(sent_));
  if (waiting() == 0) std::string().swap(unsent_), sent_ = 0;
}

}  // namespace paddock
