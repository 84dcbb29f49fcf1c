#include "apps/paddock/workers.h"

#include <fcntl.h>
#include <net/if.h>
#include <netinet/in.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <deque>

#include "apps/paddock/interrupt.h"
#include "apps/paddock/print.h"
#include "apps/paddock/process_tree.h"
#include "paddock/core/log.h"

namespace paddock {
namespace {

constexpr int kLook_ms = 200;  // between two looks whether Ctrl-C was pressed
constexpr int kAttempts = 3;   // at a program for which the machine is too busy

// --- a network of its own -----------------------------------------------------------------------

bool write_line(const char* path, const std::string& text) {
  const int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return false;
  const bool whole = write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  close(file);
  return whole;
}

/// Without the right to do so, as somebody who has it in a world of his own; files stay ours.
bool leave_network() {
  if (unshare(CLONE_NEWNET) == 0) return true;
  const uid_t user = geteuid();
  const gid_t group = getegid();
  if (unshare(CLONE_NEWUSER | CLONE_NEWNET) != 0) return false;
  return write_line("/proc/self/setgroups", "deny") &&
         write_line("/proc/self/uid_map", concat(user, " ", user, " 1")) &&
         write_line("/proc/self/gid_map", concat(group, " ", group, " 1"));
}

bool raise_loopback() {
  const int any = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  ifreq request{};
  std::strcpy(request.ifr_name, "lo");
  bool up = any >= 0 && ioctl(any, SIOCGIFFLAGS, &request) == 0;
  request.ifr_flags = static_cast<short>(request.ifr_flags | IFF_UP | IFF_RUNNING);
  up = up && ioctl(any, SIOCSIFFLAGS, &request) == 0;
  if (any >= 0) close(any);
  return up;
}

Result<void> take_own_network() {
  if (leave_network() && raise_loopback()) return {};
  return fail(ErrorCode::Io, "this system allows no network namespace (", std::strerror(errno),
              ")");
}

/// Tried by somebody else: there is no way back. Why it cannot be done; empty where it can.
std::string why_not_bubblewrap() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return std::strerror(errno);
  const pid_t child = fork();
  if (child == 0) {
    auto works = take_own_network();
    if (works) works = try_bubblewrap();
    const std::string why = works ? "" : works.error().message;
    const ssize_t written = write(ends[1], why.data(), why.size());
    _exit(written == static_cast<ssize_t>(why.size()) ? 0 : 1);
  }
  close(ends[1]);
  std::array<char, 512> why;
  const ssize_t size = child > 0 ? read(ends[0], why.data(), why.size()) : 0;
  close(ends[0]);
  int status = 1;
  if (child < 0 || waitpid(child, &status, 0) != child || status != 0)
    return "it could not be tried";
  return {why.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0))};
}

// --- workers ------------------------------------------------------------------------------------

struct Worker {
  std::size_t job{};
  pid_t pid{};
  int pipe{-1};
  std::string received;  // not a whole line yet
  bool over{};           // its grade is there
};

void send_line(int pipe, const Json& json) {
  const std::string text = to_text(json, 0) + "\n";
  for (std::size_t sent = 0; sent < text.size();) {
    const ssize_t written = write(pipe, text.data() + sent, text.size() - sent);
    if (written < 0 && errno != EINTR) return;
    if (written > 0) sent += static_cast<std::size_t>(written);
  }
}

[[noreturn]] void work(const GradeJob& job, int pipe, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGTERM);  // should it be killed, the program is ended all the same
  if (getppid() != parent) _exit(1);
  // what the door tells people is in the grade
  set_log_sink([](LogLevel level, std::string_view message) {
    if (level == LogLevel::Error) complain(message);
  });
  adopt_orphans();
  Grade grade;
  const auto alone = job.confinement.bubblewrap ? take_own_network() : Result<void>();
  if (alone)
    grade = grade_program(job, [&](const TrialResult& trial) {
      send_line(pipe, Json::object().set("trial", json_of(trial)));
    });
  else
    grade.problem = alone.error().message;
  end_descendants();
  send_line(pipe, Json::object().set("grade", json_of(grade)));
  _exit(0);  // what the parent has opened is the parent's
}

Result<Worker> start_worker(const GradeJob& job, std::size_t index) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return fail(ErrorCode::Io, "no pipe: ", std::strerror(errno));
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid == 0) {
    close(ends[0]);
    work(job, ends[1], parent);
  }
  close(ends[1]);
  if (pid < 0) {
    close(ends[0]);
    return fail(ErrorCode::Io, "no process: ", std::strerror(errno));
  }
  return Worker{.job = index, .pid = pid, .pipe = ends[0], .received = {}};
}

/// One line of a worker.
void receive(Worker& worker, std::string_view line, std::vector<Grade>& grades,
             const GradeNews& news) {
  const auto json = parse_json(line);
  if (!json) return;
  if (const Json* trial = json->find("trial")) news.trial(worker.job, trial_from(*trial));
  if (const Json* grade = json->find("grade")) {
    grades[worker.job] = grade_from(*grade);
    worker.over = true;
  }
}

/// What has come; false when no more will.
bool listen_to(Worker& worker, std::vector<Grade>& grades, const GradeNews& news) {
  std::array<char, 16384> bytes;
  const ssize_t size = read(worker.pipe, bytes.data(), bytes.size());
  if (size <= 0) return size < 0 && errno == EINTR;
  worker.received.append(bytes.data(), static_cast<std::size_t>(size));
  std::size_t begin = 0;
  for (std::size_t end; (end = worker.received.find('\n', begin)) != std::string::npos;
       begin = end + 1)
    receive(worker, std::string_view(worker.received).substr(begin, end - begin), grades, news);
  worker.received.erase(0, begin);
  return true;
}

void finish(Worker& worker, std::vector<Grade>& grades) {
  close(worker.pipe);
  int status = 0;
  waitpid(worker.pid, &status, 0);
  Grade& grade = grades[worker.job];
  if (!worker.over)
    grade.problem = interrupted() ? "broken off"
                    : WIFSIGNALED(status)
                        ? concat("Paddock itself failed: signal ", WTERMSIG(status))
                        : concat("Paddock itself failed: status ", WEXITSTATUS(status));
}

}  // namespace

Result<Isolation> choose_isolation(const std::string& asked) {
  if (asked == "ports") return Isolation{};
  const std::string why = why_not_bubblewrap();
  if (why.empty()) return Isolation{.bubblewrap = true, .warning = {}};
  if (asked == "auto")
    return Isolation{.warning = concat(why,
                                       ": programs have limits, and are not kept from files "
                                       "and networks. docs/grading.md says what holds")};
  return fail(ErrorCode::Io, why, "; --isolation ports does without");
}

std::vector<Grade> grade_all(const std::vector<GradeJob>& jobs, std::size_t at_once,
                             const GradeNews& news) {
  std::vector<Grade> grades(jobs.size());
  std::vector<int> attempts(jobs.size());
  std::vector<Worker> workers;
  std::deque<std::size_t> waiting;
  for (std::size_t job = 0; job < jobs.size(); ++job) waiting.push_back(job);
  bool stopping = false;  // that it is to end
  while (!waiting.empty() || !workers.empty()) {
    while (!waiting.empty() && workers.size() < at_once && !interrupted()) {
      const std::size_t job = waiting.front();
      waiting.pop_front();
      ++attempts[job];
      news.begun(job);
      auto worker = start_worker(jobs[job], job);
      if (worker) {
        workers.push_back(std::move(*worker));
      } else {
        grades[job].problem = worker.error().message;
        news.over(job, grades[job]);
      }
    }
    if (interrupted() && !stopping) {
      stopping = true;
      for (const Worker& worker : workers) kill(worker.pid, SIGTERM);
      for (const std::size_t job : waiting) grades[job].problem = "broken off";
      waiting.clear();
    }
    std::vector<pollfd> watched;
    for (const Worker& worker : workers) watched.push_back({worker.pipe, POLLIN, 0});
    if (watched.empty() || poll(watched.data(), watched.size(), kLook_ms) < 0) continue;
    for (std::size_t w = workers.size(); w-- > 0;) {
      if (watched[w].revents == 0 || listen_to(workers[w], grades, news)) continue;
      finish(workers[w], grades);
      const std::size_t job = workers[w].job;
      workers.erase(workers.begin() + static_cast<std::ptrdiff_t>(w));
      Grade& grade = grades[job];
      if (grade.too_busy && attempts[job] < kAttempts && !interrupted()) {
        waiting.push_back(job);
        news.again(job, grade.problem);
        continue;
      }
      if (grade.too_busy) grade.problem += concat("; it was tried ", attempts[job], " times");
      news.over(job, grade);
    }
  }
  return grades;
}

}  // namespace paddock
