#include "apps/paddock/process_tree.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "paddock/core/text.h"

namespace paddock {
namespace {

constexpr double kMostCredit = 1;      // s; longer waits are seen while they last
constexpr int kRoundsOfKilling = 200;  // 10 ms apart; who forks faster is met again and again

/// All of a small file; empty where it cannot be read.
std::string small_file(const std::string& path) {
  std::string text;
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return text;
  std::array<char, 4096> bytes;
  for (ssize_t size; (size = read(file, bytes.data(), bytes.size())) > 0;)
    text.append(bytes.data(), static_cast<std::size_t>(size));
  close(file);
  return text;
}

/// Words between blanks.
std::vector<std::string_view> split_words(std::string_view text) {
  std::vector<std::string_view> words;
  while (true) {
    const std::size_t begin = text.find_first_not_of(" \n");
    if (begin == std::string_view::npos) return words;
    text.remove_prefix(begin);
    const std::size_t end = std::min(text.find_first_of(" \n"), text.size());
    words.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
}

std::uint64_t number_of(std::string_view word) {
  std::uint64_t number = 0;
  std::from_chars(word.data(), word.data() + word.size(), number);
  return number;
}

std::vector<int> threads_of(int process) {
  std::vector<int> threads;
  DIR* folder = opendir(concat("/proc/", process, "/task").c_str());
  if (folder == nullptr) return threads;
  while (const dirent* entry = readdir(folder))
    if (const auto number = static_cast<int>(number_of(entry->d_name)); number > 0)
      threads.push_back(number);
  closedir(folder);
  return threads;
}

std::vector<int> children_of(int process) {
  std::vector<int> children;
  for (const int thread : threads_of(process)) {
    const std::string list = small_file(concat("/proc/", process, "/task/", thread, "/children"));
    for (const std::string_view word : split_words(list))
      children.push_back(static_cast<int>(number_of(word)));
  }
  return children;
}

void list_descendants(int process, std::vector<int>& all) {
  for (const int child : children_of(process)) all.push_back(child), list_descendants(child, all);
}

/// Processor time and waits of one thread, in seconds.
std::pair<double, double> times_of(int process, int task) {
  const std::string text = small_file(concat("/proc/", process, "/task/", task, "/schedstat"));
  const std::vector<std::string_view> words = split_words(text);
  if (words.size() < 2) return {};
  return {static_cast<double>(number_of(words[0])) / 1e9,
          static_cast<double>(number_of(words[1])) / 1e9};
}

}  // namespace

void adopt_orphans() { prctl(PR_SET_CHILD_SUBREAPER, 1); }

void end_descendants() {
  for (int round = 0; round < kRoundsOfKilling; ++round) {
    std::vector<int> all;
    list_descendants(getpid(), all);
    // first nobody forks any more, then nobody is left
    for (const int process : all) kill(process, SIGSTOP);
    for (const int process : all) kill(process, SIGKILL);
    while (waitpid(-1, nullptr, WNOHANG) > 0) {
    }
    if (all.empty()) return;
    usleep(10'000);
  }
}

// --- what it uses -------------------------------------------------------------------------------

TreeUse ProcessTree::measure() {
  TreeUse use;
  seen_.clear();
  visit_children(getpid(), use);
  tasks_ = seen_;
  for (const int thread : threads_of(getpid())) use.own_wait += times_of(getpid(), thread).second;
  use.cpu = cpu_, use.waited = waited_;
  return use;
}

void ProcessTree::visit_children(int process, TreeUse& use) {
  for (const int child : children_of(process)) {
    for (const int task : threads_of(child)) add_task(child, task, use);
    visit_children(child, use);
  }
}

void ProcessTree::add_task(int process, int task, TreeUse& use) {
  // after the name, which may hold anything: state, parent, …; the 24th of all is pages in memory
  const std::string text = small_file(concat("/proc/", process, "/task/", task, "/stat"));
  const std::vector<std::string_view> words =
      split_words(std::string_view(text).substr(std::min(text.rfind(')') + 1, text.size())));
  if (words.size() < 22 || words[0] == "Z" || words[0] == "X") return;
  const auto [cpu, waited] = times_of(process, task);
  const Task before = tasks_[task];
  // a number that was given again begins anew
  cpu_ += cpu - (cpu < before.cpu ? 0 : before.cpu);
  waited_ += waited - (waited < before.waited ? 0 : before.waited);
  seen_[task] = {.cpu = cpu, .waited = waited, .process = process};
  use.runnable = use.runnable || words[0] == "R";
  ++use.tasks;
  if (task == process)
    use.resident += number_of(words[21]) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

std::uint64_t ProcessTree::memory() const {
  std::set<int> processes;
  for (const auto& [number, task] : tasks_) processes.insert(task.process);
  std::uint64_t bytes = 0;
  for (const int process : processes) {
    const std::string text = small_file(concat("/proc/", process, "/smaps_rollup"));
    if (const std::size_t at = text.find("\nPss:"); at != std::string::npos)
      bytes += number_of(split_words(std::string_view(text).substr(at + 5)).front()) * 1024;
  }
  return bytes;
}

// --- time ---------------------------------------------------------------------------------------

void FairClock::pass(double wall, const TreeUse& use) {
  const double cpu = use.cpu - before_.cpu;
  const double own = std::clamp(use.own_wait - before_.own_wait, 0.0, wall);
  credit_ = std::min(credit_ + use.waited - before_.waited, kMostCredit);
  before_ = use;
  // who could run has either used the processor or was kept from it
  const double idle = use.runnable ? 0 : std::max(wall - own - credit_, 0.0);
  const double counted = std::min(std::max(cpu, idle), wall);
  if (!use.runnable) credit_ -= std::min(credit_, wall - own - std::min(counted, wall - own));
  counted_ += counted;
}

}  // namespace paddock
