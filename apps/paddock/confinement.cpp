#include "apps/paddock/confinement.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace paddock {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kCopiedFiles = 256;            // beside the program; others can only be read
constexpr std::uintmax_t kCopiedBytes = 16'000'000;  // of all of them
constexpr std::size_t kSparePlaces = 16;     // processes more than allowed, to see who wants more
constexpr unsigned kFirstUser = 0x60000000;  // numbers that no system gives away

// what people and packages leave in the environment, by the beginning of its name
constexpr std::array<std::string_view, 12> kPlain{"PATH=",    "LANG=",   "LANGUAGE=", "LC_",
                                                  "TZ=",      "OMP_",    "OPENBLAS_", "MKL_",
                                                  "NUMEXPR_", "MALLOC_", "OPENCV_",   "PYTHON"};

bool is_below(const fs::path& path, const fs::path& folder) {
  const fs::path relative = path.lexically_relative(folder);
  return !relative.empty() && *relative.begin() != "..";
}

void append(std::vector<std::string>& words, std::initializer_list<std::string> more) {
  words.insert(words.end(), more);
}

/// The folders around `path`, for everybody to pass through: bubblewrap would make them root's
/// alone.
void make_way_to(const fs::path& path, std::vector<std::string>& words) {
  fs::path folder = path.root_path();
  for (const fs::path& name : path.parent_path().relative_path())
    append(words, {"--perms", "0755", "--dir", (folder /= name).string()});
}

void show_to_read(const std::string& path, std::vector<std::string>& words) {
  make_way_to(path, words);
  append(words, {"--ro-bind", path, path});
}

/// What a command prints on standard output; nothing where it fails, and `wrong` says how.
std::string output_of(const std::vector<std::string>& command, std::string& wrong) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return wrong = std::strerror(errno), std::string();
  std::vector<std::string> words = command;
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    const int nothing = open("/dev/null", O_RDWR);
    dup2(nothing, STDIN_FILENO), dup2(ends[1], STDOUT_FILENO), dup2(nothing, STDERR_FILENO);
    execvp(pointers[0], pointers.data());
    _exit(errno == ENOENT ? 127 : 126);
  }
  close(ends[1]);
  std::string text;
  std::array<char, 4096> bytes;
  while (true) {
    const ssize_t size = read(ends[0], bytes.data(), bytes.size());
    if (size == 0 || (size < 0 && errno != EINTR)) break;
    if (size > 0) text.append(bytes.data(), static_cast<std::size_t>(size));
  }
  close(ends[0]);
  int status = -1;
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return text;
  wrong = WIFEXITED(status) && WEXITSTATUS(status) == 127 ? "No such file or directory"
          : WIFEXITED(status) ? concat("it ends with status ", WEXITSTATUS(status))
                              : "it ends with a signal";
  return {};
}

/// Folders, none of them below another.
std::vector<std::string> outermost(std::vector<std::string> folders) {
  std::vector<std::string> kept;
  std::sort(folders.begin(), folders.end(),
            [](const auto& a, const auto& b) { return a.size() < b.size(); });
  for (const std::string& folder : folders)
    if (std::none_of(kept.begin(), kept.end(),
                     [&](const std::string& other) { return is_below(folder, other); }))
      kept.push_back(folder);
  return kept;
}

// --- what a program sees ------------------------------------------------------------------------

/// The system without what is whose: no home, no /etc but what libraries read, no /var.
void show_system(const Bounds& bounds, std::vector<std::string>& words) {
  append(words, {"--ro-bind", "/usr", "/usr"});
  for (const char* name : {"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"}) {
    std::error_code wrong;
    if (fs::is_symlink(name))
      append(words, {"--symlink", fs::read_symlink(name, wrong).string(), name});
    else if (fs::is_directory(name))
      append(words, {"--ro-bind", name, name});
  }
  for (const char* name : {"/etc/ld.so.cache", "/etc/alternatives", "/etc/localtime", "/etc/fonts"})
    if (fs::exists(name)) show_to_read(name, words);
  const std::string size = concat(bounds.disk);
  append(words, {"--proc", "/proc", "--dev", "/dev"});
  for (const char* name : {"/dev/shm", "/tmp"})
    append(words, {"--size", size, "--perms", "1777", "--tmpfs", name});
  append(words, {"--remount-ro", "/dev"});
}

/// Not a whole home because a program lies in it.
bool is_shared(const fs::path& folder) {
  const char* home = std::getenv("HOME");
  return folder == folder.root_path() || folder == "/tmp" ||
         (home != nullptr && folder == fs::path(home).lexically_normal());
}

/// A folder in memory in place of the program's own, with copies of the files in it; folders in it,
/// and what is too large, as they are, for reading. Links lead where they lead for the program.
void show_own_folder(const Confinement& confinement, const fs::path& file, BubblewrapCall& call) {
  const fs::path folder = file.parent_path();
  std::vector<std::string>& words = call.words;
  make_way_to(folder, words);
  append(words, {"--size", concat(confinement.bounds.disk), "--perms", "1777", "--tmpfs", folder});
  std::uintmax_t copied = 0;
  const auto show = [&](const fs::path& path) {
    std::error_code wrong;
    const fs::file_status status = fs::symlink_status(path, wrong);
    if (fs::is_symlink(status)) {
      if (path != file)
        append(words, {"--symlink", fs::read_symlink(path, wrong).string(), path.string()});
      else
        append(words, {"--ro-bind", fs::canonical(path, wrong).string(), path.string()});
      return;
    }
    if (!fs::is_regular_file(status)) {
      if (fs::is_directory(status)) append(words, {"--ro-bind", path.string(), path.string()});
      return;
    }
    const std::uintmax_t size = fs::file_size(path, wrong);
    const int bytes = !wrong && copied + size <= kCopiedBytes && call.files.size() < kCopiedFiles
                          ? open(path.c_str(), O_RDONLY | O_NOFOLLOW)
                          : -1;
    if (bytes < 0) return append(words, {"--ro-bind-try", path.string(), path.string()});
    copied += size;
    call.files.push_back(bytes);
    append(words, {"--perms", "0666", "--file", concat(bytes), path.string()});
  };
  show(file);
  if (is_shared(folder)) return;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    const fs::path& path = entry.path();
    const bool others = std::any_of(
        confinement.hidden.begin(), confinement.hidden.end(),
        [&](const std::string& hidden) { return hidden != file && is_below(hidden, path); });
    if (path != file && !others && !path.filename().string().starts_with(".")) show(path);
  }
}

/// Files and folders of others that lie in something which is shown.
void hide(const Confinement& confinement, const std::vector<std::string>& shown,
          const fs::path& own, std::vector<std::string>& words) {
  for (const std::string& path : confinement.hidden) {
    if (path == own || is_below(path, own.parent_path())) continue;
    if (std::none_of(shown.begin(), shown.end(),
                     [&](const std::string& folder) { return is_below(path, folder); }))
      continue;
    if (fs::is_directory(path))
      append(words, {"--perms", "0555", "--tmpfs", path});
    else
      append(words, {"--ro-bind", "/dev/null", path});
  }
}

/// Whom the kernel counts processes for: root has as many as it likes, so programs are somebody
/// else, for each grading somebody new.
void become_nobody(std::vector<std::string>& words) {
  const std::string user = concat(kFirstUser + static_cast<unsigned>(getpid()));
  append(words,
         {"setpriv", "--reuid", user, "--regid", user, "--clear-groups", "--inh-caps=-all", "--"});
}

}  // namespace

BubblewrapCall behind_bubblewrap(const Confinement& confinement, const ConfinedCommand& command) {
  const bool root = geteuid() == 0;
  BubblewrapCall call{
      .words = {"bwrap", "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try",
                "--hostname", "paddock", "--die-with-parent", "--new-session"},
      .files = {}};
  std::vector<std::string>& words = call.words;
  if (root)
    append(words, {"--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"});
  else
    append(words, {"--unshare-user", "--uid", "1000", "--gid", "1000"});
  show_system(confinement.bounds, words);

  std::vector<std::string> shown = confinement.interpreter.folders;
  shown.insert(shown.end(), command.folders.begin(), command.folders.end());
  shown = outermost(std::move(shown));
  for (const std::string& folder : shown)
    if (!is_below(folder, "/usr")) show_to_read(folder, words);
  shown.push_back("/usr");
  hide(confinement, shown, command.file, words);
  if (!command.file.empty()) {
    show_own_folder(confinement, command.file, call);
    // what it cannot do without is there, though it lies in the program's own folder
    for (const std::string& folder : shown)
      if (is_below(folder, fs::path(command.file).parent_path())) show_to_read(folder, words);
    append(words, {"--chdir", fs::path(command.file).parent_path().string()});
  }
  append(words, {"--remount-ro", "/", "--"});

  // inside: outside, those of everybody with this name would count
  append(words, {"prlimit", concat("--nproc=", confinement.bounds.processes + kSparePlaces), "--"});
  if (root) become_nobody(words);
  words.insert(words.end(), command.words.begin(), command.words.end());
  return call;
}

Result<void> try_bubblewrap() {
  const Confinement nothing{.interpreter = {},
                            .bubblewrap = true,
                            .hidden = {},
                            .bounds = {.memory = 1 << 30, .processes = 8, .disk = 1 << 20}};
  std::string wrong;
  output_of(behind_bubblewrap(nothing, {.words = {"true"}, .file = {}, .folders = {}}).words,
            wrong);
  if (wrong.empty()) return {};
  return fail(ErrorCode::Io, "bubblewrap cannot run here (bwrap: ", wrong, ")");
}

std::vector<Limit> limits_of(const Bounds& bounds) {
  return {{RLIMIT_DATA, bounds.memory}, {RLIMIT_FSIZE, bounds.disk}, {RLIMIT_CORE, 0}};
}

std::vector<std::string> plain_environment() {
  std::vector<std::string> kept;
  for (char** one = environ; *one != nullptr; ++one)
    if (std::any_of(kPlain.begin(), kPlain.end(), [&](std::string_view name) {
          return std::string_view(*one).starts_with(name);
        }))
      kept.emplace_back(*one);
  return kept;
}

// --- the interpreter ----------------------------------------------------------------------------

Result<Interpreter> ask_interpreter(const std::string& python) {
  // found from here, not from a program's folder
  const std::string asked =
      python.find('/') == std::string::npos ? python : fs::absolute(python).string();
  std::string wrong;
  const std::string answer = output_of({asked, "-c", R"(
import os, sys
folders = [sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix] + sys.path[1:]
link = sys.executable
folders.append(link)
while os.path.islink(link):
    link = os.path.join(os.path.dirname(link), os.readlink(link))
    folders.append(link)
print(sys.executable)
for folder in folders + [os.path.realpath(folder) for folder in folders]:
    if folder and os.path.exists(folder):
        print(os.path.abspath(folder))
)"},
                                       wrong);
  if (!wrong.empty() || answer.empty())
    return fail(ErrorCode::Io, python,
                " cannot be started: ", wrong.empty() ? "it says nothing of itself" : wrong,
                "; --python says which interpreter runs the programs");
  Interpreter interpreter;
  std::size_t begin = 0;
  for (std::size_t end; (end = answer.find('\n', begin)) != std::string::npos; begin = end + 1) {
    const std::string line = answer.substr(begin, end - begin);
    if (interpreter.executable.empty())
      interpreter.executable = line;
    else if (line != "/")
      interpreter.folders.push_back(line);
  }
  return interpreter;
}

}  // namespace paddock
