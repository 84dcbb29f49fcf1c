#include "paddock/net/event_loop.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <thread>

#include "paddock/net/asio_loop.h"

namespace paddock {
namespace {

// Where the last answer came so soon, the next is looked for so long before the thread sleeps.
constexpr std::chrono::microseconds kSoon{200}, kLook{100};
constexpr std::chrono::microseconds kTaken{50};  // by another thread, in place of a yield
constexpr std::chrono::milliseconds kLeftAlone{20};
constexpr Nanos kLongestWait = Nanos{365 * 24 * 3600} * 1'000'000'000;  // no sum overflows

}  // namespace

// --- EventLoop ----------------------------------------------------------------------------------

EventLoop::EventLoop() : inside_(std::make_shared<Inside>()) {}

EventLoop::~EventLoop() {
  // sockets keep the inside, and tasks may keep sockets
  std::vector<std::function<void()>> never_done;
  const std::lock_guard lock(inside_->mutex);
  never_done.swap(inside_->tasks);
}

void EventLoop::post(std::function<void()> task) {
  const std::lock_guard lock(inside_->mutex);
  inside_->tasks.push_back(std::move(task));
  inside_->signal();
}

void EventLoop::wake() {
  const std::lock_guard lock(inside_->mutex);
  inside_->signal();
}

void EventLoop::wait(Nanos pause) {
  Inside& loop = *inside_;
  loop.tasks_done = false;
  if (pause > 0) {
    loop.until =
        std::chrono::steady_clock::now() + std::chrono::nanoseconds(std::min(pause, kLongestWait));
    loop.run();
    // what else was found ready is settled now, or it would end the next wait for no reason
    if (loop.armed == 0) return;
  }
  // tasks that tasks have posted are the next wait's
  while (!loop.tasks_done && loop.context.poll_one() > 0) {
  }
}

// --- what is inside -----------------------------------------------------------------------------

void EventLoop::Inside::run() {
  const Time began = std::chrono::steady_clock::now();
  bool look = answers_soon && began >= busy_until;
  for (ended = heard = false; !ended;) {
    for (Watched* socket : sockets) socket->arm();
    arm_timer();
    if (!look)
      context.run_one();
    else
      look = look_until(began + kLook);
  }
  answers_soon = heard && std::chrono::steady_clock::now() - began < kSoon;
}

/// Looks again and again without sleeping; false when that was in vain. A processor that sleeps
/// takes longer to wake up than a quick peer to answer. One that others need does not sleep:
/// whoever is found waiting for it has it, and nobody looks for a while.
bool EventLoop::Inside::look_until(Time limit) {
  while (context.poll_one() == 0) {
    const Time before = std::chrono::steady_clock::now();
    if (before >= limit) return false;
    std::this_thread::yield();
    const Time after = std::chrono::steady_clock::now();
    if (after - before < kTaken) continue;
    busy_until = after + kLeftAlone;
    return false;
  }
  return true;
}

/// A timer that is armed for an earlier time stays: when it fires the next one is armed. So steps
/// that wait for a far limit and end early leave the timer alone.
void EventLoop::Inside::arm_timer() {
  if (timer_armed && timer_at <= until) return;
  timer_armed = true, timer_at = until;
  timer.expires_at(until);
  timer.async_wait([this](const ErrorNumber& cancelled) {
    if (cancelled) return;
    timer_armed = false;
    ended = ended || std::chrono::steady_clock::now() >= until;
  });
}

void EventLoop::Inside::signal() {
  if (std::exchange(signalled, true)) return;
  asio::post(context, [this] { do_tasks(); });
}

void EventLoop::Inside::do_tasks() {
  ended = tasks_done = true;
  std::vector<std::function<void()>> now;
  {
    const std::lock_guard lock(mutex);
    signalled = false;
    now.swap(tasks);
  }
  for (const auto& task : now) task();
}

// --- sockets ------------------------------------------------------------------------------------

void Watched::watch() {
  watched_ = true;
  loop_.sockets.push_back(this);
}

void Watched::unwatch() {
  if (std::exchange(watched_, false)) std::erase(loop_.sockets, this);
}

void close_system_socket(int system_socket) { ::close(system_socket); }

Result<int> bound_socket(int kind, const std::string& host, std::uint16_t port) {
  sockaddr_in at{};
  at.sin_family = AF_INET;
  at.sin_port = htons(port);
  if (inet_pton(AF_INET, host.c_str(), &at.sin_addr) != 1)
    return fail(ErrorCode::Invalid, "an address must be four numbers with dots, got \"", host,
                "\"");
  const int made = socket(AF_INET, kind | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (made < 0) return fail(ErrorCode::Io, "no socket: ", std::strerror(errno));
  const int on = 1;
  if (kind == SOCK_STREAM)  // connections that ended a moment ago still hold the port
    setsockopt(made, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (bind(made, reinterpret_cast<const sockaddr*>(&at), sizeof at) == 0) return made;
  const int wrong = errno;
  close_system_socket(made);
  return fail(wrong == EADDRINUSE ? ErrorCode::Held : ErrorCode::Io,
              kind == SOCK_STREAM ? "TCP" : "UDP", " port ", port, " of ", host,
              wrong == EADDRINUSE ? " is taken by another program" : " cannot be had: ",
              wrong == EADDRINUSE ? "" : std::strerror(wrong));
}

}  // namespace paddock
