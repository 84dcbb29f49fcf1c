// What EventLoop and its sockets share of Boost.Asio; for the .cpp files of this folder alone.
#pragma once

// clang-format off
#include <utility>  // before Asio of Boost 1.74, which forgets it in C++20
// clang-format on
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/udp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "paddock/core/error.h"
#include "paddock/net/event_loop.h"

namespace paddock {

namespace asio = boost::asio;
using ErrorNumber = boost::system::error_code;

class Watched;

struct EventLoop::Inside {
  using Time = std::chrono::steady_clock::time_point;

  asio::io_context context{1};  // one thread waits
  asio::executor_work_guard<asio::io_context::executor_type> work{context.get_executor()};

  // the waiting thread's
  bool ended{};         // the wait under way
  bool heard{};         // a socket ended it
  bool answers_soon{};  // the last wait ended so, soon
  Time busy_until;      // others need the processor
  Time until;           // its end, if nothing happens
  asio::steady_timer timer{context};
  Time timer_at;
  bool timer_armed{};
  std::vector<Watched*> sockets;  // those that are open
  int armed{};                    // waits of theirs under way
  bool tasks_done{};              // in the wait under way

  // any thread's
  std::mutex mutex;
  std::vector<std::function<void()>> tasks;
  bool signalled{};  // the waiting thread is on its way to the tasks

  void run();
  bool look_until(Time limit);
  void arm_timer();
  void signal();
  void do_tasks();
};

/// A socket as a loop sees it, from watch() to unwatch(). Handlers under way share it, so that they
/// may come after its owner let go; they do not share the loop, which keeps them.
class Watched : public std::enable_shared_from_this<Watched> {
 public:
  explicit Watched(EventLoop::Inside& loop) : loop_(loop) {}
  virtual ~Watched() = default;
  Watched(const Watched&) = delete;
  Watched& operator=(const Watched&) = delete;

  /// Awaits what is not awaited already.
  virtual void arm() = 0;

 protected:
  using What = asio::socket_base::wait_type;
  virtual void ready(What what) = 0;

  void watch();
  void unwatch();
  void end_wait() { loop_.ended = loop_.heard = true; }

  /// Calls ready() once. Asio looks at the socket anew each time, so that what is left unread is
  /// found again.
  template <class Socket>
  void await(Socket& socket, What what, bool& armed) {
    if (armed) return;
    armed = true, ++loop_.armed;
    socket.async_wait(what, [this, what, &armed, self = shared_from_this()](const auto&) {
      armed = false, --loop_.armed;
      if (watched_) ready(what);
    });
  }

 private:
  EventLoop::Inside& loop_;
  bool watched_{};
};

void close_system_socket(int system_socket);

/// Lets Asio have a system's socket that is open; closes it when that cannot be.
template <class Socket>
bool adopt(Socket& socket, const typename Socket::protocol_type& protocol, int system_socket) {
  ErrorNumber wrong;
  socket.assign(protocol, system_socket, wrong);
  if (wrong) {
    close_system_socket(system_socket);
    return false;
  }
  socket.non_blocking(true, wrong);  // for Asio's own calls: it is so already
  return true;
}

/// A socket of Asio's that somebody else reads: the loop's wait ends when it is readable.
template <class Socket>
class Readable final : public Watched {
 public:
  explicit Readable(EventLoop::Inside& loop) : Watched(loop), socket(loop.context) {}

  bool open(const typename Socket::protocol_type& protocol, int system_socket) {
    watch();
    return adopt(socket, protocol, system_socket);
  }
  void close() {
    unwatch();
    ErrorNumber ignored;
    socket.close(ignored);
  }
  void arm() override { await(socket, Socket::wait_read, armed_); }

  Socket socket;

 private:
  void ready(What) override { end_wait(); }
  bool armed_{};
};

/// What the owner of such a socket keeps.
template <class Socket>
struct ReadableOwner {
  std::shared_ptr<EventLoop::Inside> loop;  // outlives the socket
  std::shared_ptr<Readable<Socket>> watched{std::make_shared<Readable<Socket>>(*loop)};
  std::uint16_t port{};

  explicit ReadableOwner(const EventLoop& of) : loop(of.inside()) {}
  ~ReadableOwner() { watched->close(); }
  ReadableOwner(const ReadableOwner&) = delete;
  ReadableOwner& operator=(const ReadableOwner&) = delete;
};

/// A system's socket that never blocks and that no child process inherits, bound to an IPv4
/// address. `kind`: SOCK_DGRAM or SOCK_STREAM.
Result<int> bound_socket(int kind, const std::string& host, std::uint16_t port);

}  // namespace paddock
