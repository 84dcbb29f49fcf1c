#include "tests/support/server_process.h"

#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace paddock {

ServerProcess::ServerProcess(const std::string& binary, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), binary);
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  int ends[2];
  if (pipe(ends) != 0) return;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  posix_spawn_file_actions_addclose(&actions, ends[0]);
  posix_spawn_file_actions_addclose(&actions, ends[1]);
  if (posix_spawn(&pid_, binary.c_str(), &actions, nullptr, argv.data(), environ) != 0) pid_ = -1;
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  out_ = fdopen(ends[0], "r");
  char line[4096];
  while (out_ != nullptr && std::fgets(line, sizeof line, out_) != nullptr) {
    said_ += line;
    const std::string text(line);
    if (!text.starts_with("http://")) continue;
    address_ = text.substr(0, text.find('\n'));
    port_ = static_cast<std::uint16_t>(std::atoi(address_.c_str() + address_.rfind(':') + 1));
    break;
  }
}

ServerProcess::~ServerProcess() {
  stop(SIGTERM);
  if (out_ != nullptr) std::fclose(out_);
}

int ServerProcess::stop(int signal) {
  if (pid_ <= 0) return -1;
  kill(pid_, signal);
  int status = 0;
  waitpid(pid_, &status, 0);
  pid_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

long ServerProcess::memory_kb() const {
  std::ifstream status("/proc/" + std::to_string(pid_) + "/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmRSS:")) return std::atol(line.c_str() + 6);
  return 0;
}

double ServerProcess::processor_seconds() const {
  std::ifstream stat("/proc/" + std::to_string(pid_) + "/stat");
  std::string word;
  double ticks = 0;
  for (int i = 1; i <= 15 && stat >> word; ++i)
    if (i >= 14) ticks += std::atof(word.c_str());
  return ticks / static_cast<double>(sysconf(_SC_CLK_TCK));
}

std::string scratch_path(const std::string& name) {
  return (std::filesystem::temp_directory_path() / (std::to_string(getpid()) + "-" + name))
      .string();
}

}  // namespace paddock
