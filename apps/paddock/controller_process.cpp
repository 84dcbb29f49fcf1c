#include "apps/paddock/controller_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <thread>
#include <vector>

namespace paddock {
namespace {

namespace fs = std::filesystem;

constexpr int kHears = 3, kSays = 4;               // descriptors of the child
constexpr std::size_t kLongestAnswer = 1u << 20u;  // bytes

/// The folder with the package paddock_controller: among the sources, or where it was installed.
std::string package_folder() {
  std::error_code ignored;
  const fs::path binary = fs::read_symlink("/proc/self/exe", ignored);
  for (const fs::path& folder : {fs::path(PADDOCK_SOURCE_DIR) / "python" / "controller",
                                 binary.parent_path().parent_path() / "lib" / "python"})
    if (fs::exists(folder / "paddock_controller" / "__main__.py")) return folder.string();
  return {};
}

void close_end(int& descriptor) {
  if (descriptor >= 0) close(descriptor);
  descriptor = -1;
}

/// Moves both out of the way first: either may be where the other belongs.
bool put_in_place(int hears, int says) {
  const int a = fcntl(hears, F_DUPFD, 10), b = fcntl(says, F_DUPFD, 10);
  return a >= 0 && b >= 0 && dup2(a, kHears) >= 0 && dup2(b, kSays) >= 0 && close(a) == 0 &&
         close(b) == 0;
}

/// All that happens in the child between fork and exec: nothing that may not happen there.
[[noreturn]] void become_controller(char* const* arguments, int hears, int says, int failure,
                                    pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // should we be killed, it does not stay behind
  if (getppid() != parent) _exit(127);
  signal(SIGINT, SIG_IGN);  // Ctrl-C is ours to act on: it ends with us
  for (const int number : {SIGTERM, SIGPIPE}) signal(number, SIG_DFL);
  const int told = fcntl(failure, F_DUPFD_CLOEXEC, 10);
  if (told >= 0 && put_in_place(hears, says)) execvp(arguments[0], arguments);
  const int wrong = errno;
  const ssize_t written = write(told, &wrong, sizeof wrong);
  _exit(written > 0 ? 127 : 126);
}

/// Why exec did not work; 0: it did.
int exec_failure(int descriptor) {
  int wrong = 0;
  ssize_t size = 0;
  do size = read(descriptor, &wrong, sizeof wrong);
  while (size < 0 && errno == EINTR);
  return size == sizeof wrong ? wrong : 0;
}

}  // namespace

Result<std::unique_ptr<ControllerProcess>> ControllerProcess::start(const std::string& python,
                                                                    const std::string& file) {
  if (!fs::exists(file)) return fail(ErrorCode::NotFound, "there is no file ", file);
  const std::string folder = package_folder();
  if (folder.empty())
    return fail(ErrorCode::NotFound,
                "the Python package paddock_controller is missing; reinstall Paddock");
  int down[2]{-1, -1}, up[2]{-1, -1}, told[2]{-1, -1};
  if (pipe2(down, O_CLOEXEC) != 0 || pipe2(up, O_CLOEXEC) != 0 || pipe2(told, O_CLOEXEC) != 0)
    return fail(ErrorCode::Io, "no pipe to ", file, ": ", std::string_view(std::strerror(errno)));
  std::string main = folder + "/paddock_controller/__main__.py", path = fs::absolute(file).string();
  std::string interpreter = python, unbuffered = "-u";
  std::vector<char*> words{interpreter.data(), unbuffered.data(), main.data(), path.data(),
                           nullptr};
  const pid_t parent = getpid();
  const pid_t child = fork();
  if (child == 0) become_controller(words.data(), down[0], up[1], told[1], parent);
  for (int* end : {&down[0], &up[1], &told[1]}) close_end(*end);
  auto process = std::unique_ptr<ControllerProcess>(new ControllerProcess());
  process->pid_ = child, process->to_ = down[1], process->from_ = up[0];
  const int wrong = child > 0 ? exec_failure(told[0]) : errno;
  close_end(told[0]);
  if (wrong == 0) {
    signal(SIGPIPE, SIG_IGN);  // one that has ended is found out when it is spoken to
    return process;
  }
  return fail(ErrorCode::NotFound, "the interpreter ", python,
              " cannot be started: ", std::string_view(std::strerror(wrong)),
              "; name another with --python");
}

ControllerProcess::~ControllerProcess() {
  close_end(to_), close_end(from_);  // its end of the line
  if (pid_ <= 0) return;
  constexpr int kPatience = 20;
  for (int turn = 0; turn < kPatience && how_it_ended().empty(); ++turn)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  if (pid_ <= 0) return;
  kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
}

bool ControllerProcess::say(std::string_view line) {
  std::string text(line);
  text += '\n';
  for (std::size_t at = 0; at < text.size();) {
    const ssize_t size = write(to_, text.data() + at, text.size() - at);
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return false;
    at += static_cast<std::size_t>(size);
  }
  return true;
}

std::optional<std::string> ControllerProcess::hear(int patience_ms) {
  for (;;) {
    if (const std::size_t end = heard_.find('\n'); end != std::string::npos) {
      std::string line = heard_.substr(0, end);
      heard_.erase(0, end + 1);
      return line;
    }
    pollfd waited{.fd = from_, .events = POLLIN, .revents = 0};
    if (poll(&waited, 1, patience_ms) <= 0) return std::nullopt;
    char bytes[4096];
    const ssize_t size = read(from_, bytes, sizeof bytes);
    if (size <= 0 || heard_.size() > kLongestAnswer) {
      over_ = true;
      return std::nullopt;
    }
    heard_.append(bytes, static_cast<std::size_t>(size));
  }
}

const std::string& ControllerProcess::how_it_ended() {
  int status = 0;
  if (pid_ <= 0 || waitpid(pid_, &status, WNOHANG) != pid_) return how_;
  pid_ = 0;
  how_ = WIFSIGNALED(status) ? concat("signal ", WTERMSIG(status))
                             : concat("status ", WEXITSTATUS(status));
  return how_;
}

}  // namespace paddock
