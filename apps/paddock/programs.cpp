#include "apps/paddock/programs.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace paddock {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

constexpr std::size_t kLongestLine = 2000;  // characters; the rest is left out
constexpr std::size_t kKeptLines = 40;      // of each stream

/// The folder with our Python packages: beside the sources, or where they were installed.
std::string python_folder() {
  std::error_code ignored;
  const fs::path binary = fs::read_symlink("/proc/self/exe", ignored);
  for (const fs::path& folder : {fs::path(PADDOCK_SOURCE_DIR) / "python",
                                 binary.parent_path().parent_path() / "lib" / "python"})
    if (fs::exists(folder / "paddock_racecar" / "course" / "racecar_core.py"))
      return folder.string();
  return {};
}

/// Where `import racecar_core` finds a library, and before it what leads its datagrams.
Result<std::string> library_path(const ProgramSpec& spec) {
  const std::string ours = python_folder();
  std::string path;
  if (!ours.empty()) path = concat(ours, "/paddock_racecar/ports:");
  if (!spec.library.empty()) {
    const fs::path asked = fs::absolute(spec.library);
    if (!fs::exists(asked / "racecar_core.py"))
      return fail(ErrorCode::NotFound, spec.library, " must hold the course's racecar_core.py");
    return path + asked.string();
  }
  if (ours.empty())
    return fail(ErrorCode::NotFound,
                "the library racecar_core was not found; say where it lies with --library FOLDER");
  return concat(path, ours, ":", ours, "/paddock_racecar/course");
}

/// This process's environment with `changes` in place of what has their names.
std::vector<std::string> environment_with(const std::vector<std::string>& changes) {
  std::vector<std::string> all = changes;
  for (char** one = environ; *one != nullptr; ++one) {
    const std::string_view text(*one);
    const std::string_view name = text.substr(0, text.find('=') + 1);
    bool changed = false;
    for (const std::string& change : changes) changed = changed || change.starts_with(name);
    if (!changed) all.emplace_back(text);
  }
  return all;
}

/// What lets a program that is handed a picture in each update have its time for itself, unless
/// somebody has said otherwise: memory that was given back is kept for the next picture (else the
/// system clears 900 pages anew, 1.7 ms of each update), and OpenCV leaves the other core to
/// whoever paints it.
std::vector<std::string> with_calm_libraries(std::vector<std::string> variables) {
  constexpr std::array<std::string_view, 3> kCalm{"MALLOC_TRIM_THRESHOLD_=268435456",
                                                  "MALLOC_MMAP_THRESHOLD_=33554432",
                                                  "OPENCV_FOR_THREADS_NUM=1"};
  for (const std::string_view setting : kCalm) {
    const std::string name(setting.substr(0, setting.find('=')));
    if (std::getenv(name.c_str()) == nullptr) variables.emplace_back(setting);
  }
  return variables;
}

std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

/// All that happens in the child between fork and exec: nothing that may not happen there.
[[noreturn]] void become(char* const* arguments, char* const* variables, const char* folder,
                         const std::array<int, 2>& outputs, int failure, pid_t parent) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // should we be killed, it does not stay behind
  if (getppid() != parent) _exit(127);
  for (const int number : {SIGINT, SIGTERM, SIGPIPE}) signal(number, SIG_DFL);
  const int nothing = open("/dev/null", O_RDONLY);
  const bool ready = nothing >= 0 && dup2(nothing, STDIN_FILENO) >= 0 &&
                     dup2(outputs[0], STDOUT_FILENO) >= 0 && dup2(outputs[1], STDERR_FILENO) >= 0 &&
                     chdir(folder) == 0;
  if (ready) execvpe(arguments[0], arguments, variables);
  const int wrong = errno;
  const ssize_t written = write(failure, &wrong, sizeof wrong);
  _exit(written > 0 ? 127 : 126);
}

void shut(int& descriptor) {
  if (descriptor >= 0) close(descriptor);
  descriptor = -1;
}

std::string words_of(int status) {
  return WIFSIGNALED(status) ? concat("signal ", WTERMSIG(status), " (",
                                      std::string_view(strsignal(WTERMSIG(status))), ")")
                             : concat("status ", WEXITSTATUS(status));
}

}  // namespace

// --- beginning ----------------------------------------------------------------------------------

Result<std::unique_ptr<Program>> Program::start(const ProgramSpec& spec, OnLine on_line) {
  const auto library = library_path(spec);
  if (!library) return tl::unexpected(library.error());
  const fs::path file = fs::absolute(spec.file);
  if (!fs::is_regular_file(file))
    return fail(ErrorCode::NotFound, spec.file, ": there is no such program");
  const char* before = std::getenv("PYTHONPATH");
  std::string path = *library;
  if (before != nullptr && *before != '\0') path += concat(":", before);

  // found from here, not from the program's folder
  const std::string python =
      spec.python.find('/') == std::string::npos ? spec.python : fs::absolute(spec.python).string();
  std::vector<std::string> words{python, file.filename().string(), "-s", "-h"};
  std::vector<std::string> variables = with_calm_libraries(
      environment_with({concat("PYTHONPATH=", path),
                        concat("PADDOCK_RACECAR_PORTS=", spec.async_port, ",", spec.sync_port),
                        "PYTHONUNBUFFERED=1"}));
  const std::vector<char*> arguments = pointers_to(words), environment = pointers_to(variables);
  const std::string folder = file.parent_path().string();

  std::unique_ptr<Program> program(new Program(std::move(on_line)));
  int out[2], err[2], failure[2];
  if (pipe2(out, O_CLOEXEC) != 0) return fail(ErrorCode::Io, "no pipe: ", std::strerror(errno));
  program->streams_[0].descriptor = out[0];
  if (pipe2(err, O_CLOEXEC) != 0 || pipe2(failure, O_CLOEXEC) != 0 ||
      pipe2(program->stop_, O_CLOEXEC) != 0)
    return fail(ErrorCode::Io, "no pipe: ", std::strerror(errno));
  program->streams_[1].descriptor = err[0];
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid == 0)
    become(arguments.data(), environment.data(), folder.c_str(), {out[1], err[1]}, failure[1],
           parent);
  for (int end : {out[1], err[1], failure[1]}) close(end);
  // empty when exec worked: the pipe was closed by it
  int wrong = pid < 0 ? errno : 0;
  if (pid > 0 && read(failure[0], &wrong, sizeof wrong) > 0) {
    waitpid(pid, nullptr, 0);
  } else if (pid > 0) {
    program->pid_ = pid;
  }
  close(failure[0]);
  if (program->pid_ == 0)
    return fail(ErrorCode::Io, spec.python, " cannot be started: ", std::strerror(wrong));
  program->listener_ = std::thread([listening = program.get()] { listening->listen(); });
  return program;
}

// --- listening ----------------------------------------------------------------------------------

void Program::listen() {
  std::array<pollfd, 3> watched{pollfd{streams_[0].descriptor, POLLIN, 0},
                                pollfd{streams_[1].descriptor, POLLIN, 0},
                                pollfd{stop_[0], POLLIN, 0}};
  while (watched[0].fd >= 0 || watched[1].fd >= 0) {
    if (poll(watched.data(), watched.size(), -1) < 0 && errno != EINTR) break;
    // told to stop: what has been said already is heard, and no more
    const bool last = watched[2].revents != 0;
    bool received = false;
    for (std::size_t s = 0; s < 2; ++s) {
      if (watched[s].fd < 0 || watched[s].revents == 0) continue;
      received = true;
      if (!take(s == 0 ? ProgramOutput::Out : ProgramOutput::Err)) watched[s].fd = -1;
    }
    if (last && !received) break;
  }
  for (const ProgramOutput output : {ProgramOutput::Out, ProgramOutput::Err}) keep(output);
  const std::lock_guard lock(mutex_);
  over_ = true;
  silent_.notify_all();
}

/// What has come; false at the end.
bool Program::take(ProgramOutput output) {
  Stream& stream = streams_[static_cast<std::size_t>(output)];
  std::array<char, 16384> bytes;
  const ssize_t size = read(stream.descriptor, bytes.data(), bytes.size());
  if (size <= 0) return size < 0 && errno == EINTR;
  for (ssize_t i = 0; i < size; ++i) {
    const char byte = bytes[static_cast<std::size_t>(i)];
    if (byte == '\n')
      keep(output);
    else if (byte != '\r' && stream.line.size() < kLongestLine)
      stream.line += byte;
  }
  return true;
}

/// The line is complete.
void Program::keep(ProgramOutput output) {
  Stream& stream = streams_[static_cast<std::size_t>(output)];
  const std::string line = std::exchange(stream.line, {});
  if (line.empty()) return;
  if (on_line_) on_line_(output, line);
  const std::lock_guard lock(mutex_);
  if (stream.lines.size() == kKeptLines) stream.lines.erase(stream.lines.begin());
  stream.lines.push_back(line);
}

/// Of one that has ended all is heard in a moment, unless somebody it left behind goes on.
std::unique_lock<std::mutex> Program::all_received() {
  std::unique_lock lock(mutex_);
  if (pid_ == 0) silent_.wait_for(lock, milliseconds(500), [&] { return over_; });
  return lock;
}

std::vector<std::string> Program::last_words() {
  const auto lock = all_received();
  return streams_[1].lines.empty() ? streams_[0].lines : streams_[1].lines;
}

std::string Program::last_error() {
  const auto lock = all_received();
  const std::vector<std::string>& lines = streams_[1].lines;
  for (auto line = lines.rbegin(); line != lines.rend(); ++line)
    if (const std::size_t first = line->find_first_not_of(" \t^~"); first != std::string::npos)
      return line->substr(first);
  return {};
}

// --- ending -------------------------------------------------------------------------------------

bool Program::running() {
  if (pid_ == 0) return false;
  siginfo_t ended{};
  if (waitid(P_PID, static_cast<id_t>(pid_), &ended, WEXITED | WNOHANG | WNOWAIT) == 0 &&
      ended.si_pid == 0)
    return true;
  reap();
  return false;
}

/// With it ends all that it started; its number is nobody else's until it is waited for.
void Program::reap() {
  kill(-pid_, SIGKILL);
  int status = 0;
  waitpid(pid_, &status, 0);
  how_ = words_of(status);
  pid_ = 0;
}

bool Program::ends_within(int patience_ms) {
  for (int waited = 0; running() && waited < patience_ms; waited += 10)
    std::this_thread::sleep_for(milliseconds(10));
  return !running();
}

Program::~Program() {
  if (!ends_within(1000)) kill(-pid_, SIGINT);
  if (!ends_within(1000)) reap();
  shut(stop_[1]);
  if (listener_.joinable()) listener_.join();
  shut(stop_[0]);
  for (Stream& stream : streams_) shut(stream.descriptor);
}

}  // namespace paddock
