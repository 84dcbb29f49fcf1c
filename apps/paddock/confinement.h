// Programs of others, confined: what they see and what they may use. bubblewrap where it runs,
// limits of the system everywhere; docs/grading.md has what holds when. POSIX stays inside
// confinement.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "paddock/core/error.h"

namespace paddock {

/// As it says of itself.
struct Interpreter {
  std::string executable;            // not a shim that looks for one
  std::vector<std::string> folders;  // from which it runs and imports
};

/// Runs it once. Where it cannot be started the error says so.
Result<Interpreter> ask_interpreter(const std::string& python);

struct Bounds {
  std::uint64_t memory{};   // bytes, of all processes together
  std::size_t processes{};  // and threads
  std::uint64_t disk{};     // bytes, in each place where it may write
  std::uint64_t printed{};  // bytes
};

struct Confinement {
  Interpreter interpreter;
  bool bubblewrap{};                // else limits alone
  std::vector<std::string> hidden;  // files and folders of others, wherever they lie
  Bounds bounds;
};

/// What is to run, and what it needs to see beside the system and its interpreter.
struct ConfinedCommand {
  std::vector<std::string> words;
  std::string file;                  // absolute; its folder is the program's own, to write in too
  std::vector<std::string> folders;  // absolute, for reading
};

/// A command line for exec, and files that it reads: open until then.
struct BubblewrapCall {
  std::vector<std::string> words;
  std::vector<int> files;
};
BubblewrapCall behind_bubblewrap(const Confinement& confinement, const ConfinedCommand& command);

/// Runs a command that does nothing as programs are run: why it cannot be done here, if so. Call in
/// a process that has what networks programs are to have.
Result<void> try_bubblewrap();

struct Limit {
  int what{};  // of setrlimit
  std::uint64_t most{};
};
/// Of each process that a program starts; set between fork and exec.
std::vector<Limit> limits_of(const Bounds& bounds);

/// Of this process's variables those that say nothing of who runs it.
std::vector<std::string> plain_environment();

}  // namespace paddock
