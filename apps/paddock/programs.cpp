#include "apps/paddock/programs.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <span>

namespace paddock {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

constexpr std::size_t kLongestLine = 2000;  // characters; the rest is left out
constexpr std::size_t kKeptLines = 40;      // of each stream
constexpr std::size_t kLongestTold = 8192;  // bytes of what its interpreter tells

/// The folder with the package paddock_racecar: among the sources, or where it was installed.
std::string python_folder() {
  std::error_code ignored;
  const fs::path binary = fs::read_symlink("/proc/self/exe", ignored);
  for (const fs::path& folder : {fs::path(PADDOCK_SOURCE_DIR) / "python" / "racecar",
                                 binary.parent_path().parent_path() / "lib" / "python"})
    if (fs::exists(folder / "paddock_racecar" / "course" / "racecar_core.py"))
      return folder.string();
  return {};
}

/// Where Python finds what is ours, and what a confined program has to see for that.
struct LibraryPath {
  std::string variable;              // PYTHONPATH
  std::vector<std::string> folders;  // absolute
};

/// Where `import racecar_core` finds `library`, and before it what leads its datagrams.
LibraryPath path_to(const std::string& library) {
  const std::string ours = python_folder();
  if (ours.empty()) return {.variable = library, .folders = {library}};
  LibraryPath path{.variable = concat(ours, "/paddock_racecar/ports:", library),
                   .folders = {concat(ours, "/paddock_racecar"), library}};
  if (library.starts_with(ours)) path.variable += concat(":", ours);
  return path;
}

std::vector<std::string> whole_environment() {
  std::vector<std::string> all;
  for (char** one = environ; *one != nullptr; ++one) all.emplace_back(*one);
  return all;
}

/// `before` with `changes` in place of what has their names.
std::vector<std::string> environment_with(const std::vector<std::string>& before,
                                          const std::vector<std::string>& changes) {
  std::vector<std::string> all = changes;
  for (const std::string_view text : before) {
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
                         const std::array<int, 2>& outputs, int failure, pid_t parent,
                         std::span<const Limit> limits) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // should we be killed, it does not stay behind
  if (getppid() != parent) _exit(127);
  for (const int number : {SIGINT, SIGTERM, SIGPIPE}) signal(number, SIG_DFL);
  const int nothing = open("/dev/null", O_RDONLY);
  const bool ready = nothing >= 0 && dup2(nothing, STDIN_FILENO) >= 0 &&
                     dup2(outputs[0], STDOUT_FILENO) >= 0 && dup2(outputs[1], STDERR_FILENO) >= 0 &&
                     chdir(folder) == 0;
  for (const auto& [what, most] : limits) {
    const rlimit limit{.rlim_cur = most, .rlim_max = most};
    setrlimit(static_cast<__rlimit_resource>(what), &limit);
  }
  if (ready) execvpe(arguments[0], arguments, variables);
  const int wrong = errno;
  const ssize_t written = write(failure, &wrong, sizeof wrong);
  _exit(written > 0 ? 127 : 126);
}

void shut(int& descriptor) {
  if (descriptor >= 0) close(descriptor);
  descriptor = -1;
}

std::string words_of(int status, bool bubblewrap) {
  int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  // as shells do, bubblewrap has 128 and the signal that ended what it ran
  if (bubblewrap && WIFEXITED(status) && WEXITSTATUS(status) > 128)
    signal = WEXITSTATUS(status) - 128;
  if (signal == 0 || signal >= NSIG) return concat("status ", WEXITSTATUS(status));
  return concat("signal ", signal, " (", std::string_view(strsignal(signal)), ")");
}

}  // namespace

// --- beginning ----------------------------------------------------------------------------------

Result<std::string> library_folder(const std::string& library) {
  if (!library.empty()) {
    const fs::path asked = fs::absolute(library).lexically_normal();
    if (!fs::exists(asked / "racecar_core.py"))
      return fail(ErrorCode::NotFound, library, " must hold the course's racecar_core.py");
    return asked.string();
  }
  const std::string ours = python_folder();
  if (ours.empty())
    return fail(ErrorCode::NotFound,
                "the library racecar_core was not found; say where it lies with --library FOLDER");
  return concat(ours, "/paddock_racecar/course");
}

Result<std::unique_ptr<Program>> Program::start(const ProgramSpec& spec, OnLine on_line) {
  const auto library = library_folder(spec.library);
  if (!library) return tl::unexpected(library.error());
  const fs::path file = fs::absolute(spec.file).lexically_normal();
  if (!fs::is_regular_file(file))
    return fail(ErrorCode::NotFound, spec.file, ": there is no such program");
  const Confinement* confinement = spec.confinement;
  std::unique_ptr<Program> program(new Program(std::move(on_line)));
  program->bubblewrap_ = confinement != nullptr && confinement->bubblewrap;
  int out[2], err[2], told[2], failure[2];
  if (pipe2(out, O_CLOEXEC) != 0) return fail(ErrorCode::Io, "no pipe: ", std::strerror(errno));
  program->streams_[0].descriptor = out[0];
  if (pipe2(err, O_CLOEXEC) != 0 || pipe2(failure, O_CLOEXEC) != 0 ||
      pipe2(program->stop_, O_CLOEXEC) != 0 || pipe2(told, O_CLOEXEC | O_NONBLOCK) != 0)
    return fail(ErrorCode::Io, "no pipe: ", std::strerror(errno));
  program->streams_[1].descriptor = err[0];
  program->interpreter_ = told[0];

  // found from here, not from the program's folder
  const std::string python = confinement != nullptr ? confinement->interpreter.executable
                             : spec.python.find('/') == std::string::npos
                                 ? spec.python
                                 : fs::absolute(spec.python).string();
  LibraryPath path = path_to(*library);
  if (const char* before = std::getenv("PYTHONPATH"); before != nullptr && *before != '\0')
    path.variable += concat(":", before);
  std::vector<std::string> changes{
      concat("PYTHONPATH=", path.variable),
      concat("PADDOCK_RACECAR_PORTS=", spec.async_port, ",", spec.sync_port),
      concat("PADDOCK_RACECAR_TELL=", told[1]), "PYTHONUNBUFFERED=1"};
  // a person's own program may have a library of its own; one that is graded has what all have
  if (confinement != nullptr || !spec.library.empty())
    changes.push_back(concat("PADDOCK_RACECAR_LIBRARY=", *library));
  if (confinement != nullptr)
    changes.push_back(concat("PADDOCK_RACECAR_TIMEOUT=", spec.reply_within));
  std::vector<std::string> words{python, file.filename().string(), "-s", "-h"};
  BubblewrapCall call;
  if (program->bubblewrap_) {
    for (const char* change : {"HOME=/tmp", "TMPDIR=/tmp", "USER=student", "LOGNAME=student"})
      changes.emplace_back(change);
    call = behind_bubblewrap(*confinement,
                             {.words = words, .file = file.string(), .folders = path.folders});
    words = call.words;
  }
  std::vector<std::string> variables = with_calm_libraries(
      environment_with(program->bubblewrap_ ? plain_environment() : whole_environment(), changes));
  const std::vector<char*> arguments = pointers_to(words), environment = pointers_to(variables);
  const std::vector<Limit> limits =
      confinement != nullptr ? limits_of(confinement->bounds) : std::vector<Limit>();
  const std::string folder = file.parent_path().string();

  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid == 0) {
    fcntl(told[1], F_SETFD, 0);
    become(arguments.data(), environment.data(), folder.c_str(), {out[1], err[1]}, failure[1],
           parent, limits);
  }
  for (const int end : {out[1], err[1], failure[1], told[1]}) close(end);
  for (const int copied : call.files) close(copied);
  // empty when exec worked: the pipe was closed by it
  int wrong = pid < 0 ? errno : 0;
  if (pid > 0 && read(failure[0], &wrong, sizeof wrong) > 0) {
    waitpid(pid, nullptr, 0);
  } else if (pid > 0) {
    program->pid_ = pid;
  }
  close(failure[0]);
  if (program->pid_ == 0)
    return fail(ErrorCode::Io, words.front(), " cannot be started: ", std::strerror(wrong));
  program->listener_ = std::thread([listening = program.get()] { listening->listen(); });
  return program;
}

// --- the interpreter's own words ----------------------------------------------------------------

void Program::hear_interpreter() {
  std::array<char, 512> bytes;
  while (told_.size() < kLongestTold) {
    const ssize_t size = read(interpreter_, bytes.data(), bytes.size());
    if (size <= 0) return;
    told_.append(bytes.data(), static_cast<std::size_t>(size));
  }
}

bool Program::began() {
  hear_interpreter();
  return told_.starts_with("began\n");
}

std::string Program::imported() {
  constexpr std::string_view kSays = "\nracecar_core ";
  hear_interpreter();
  const std::size_t at = told_.find(kSays);
  const std::size_t end = told_.find('\n', at + 1);
  if (at == std::string::npos || end == std::string::npos) return {};
  return told_.substr(at + kSays.size(), end - at - kSays.size());
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
  printed_ += static_cast<std::uint64_t>(size);
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

void Program::kill() {
  if (running()) reap();
}

/// With it ends all that it started; its number is nobody else's until it is waited for.
void Program::reap() {
  ::kill(-pid_, SIGKILL);
  int status = 0;
  waitpid(pid_, &status, 0);
  how_ = words_of(status, bubblewrap_);
  pid_ = 0;
}

bool Program::ends_within(int patience_ms) {
  for (int waited = 0; running() && waited < patience_ms; waited += 10)
    std::this_thread::sleep_for(milliseconds(10));
  return !running();
}

Program::~Program() {
  if (!ends_within(1000)) ::kill(-pid_, SIGINT);
  if (!ends_within(1000)) reap();
  shut(stop_[1]);
  if (listener_.joinable()) listener_.join();
  shut(stop_[0]);
  shut(interpreter_);
  for (Stream& stream : streams_) shut(stream.descriptor);
}

}  // namespace paddock
