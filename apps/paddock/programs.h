// Programs of the robot-car course as children of this process: how they are started, what they
// print, how they end. POSIX stays inside programs.cpp.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "apps/paddock/confinement.h"
#include "paddock/core/error.h"

namespace paddock {

struct ProgramSpec {
  std::string file;                         // Python
  std::string library;                      // folder of racecar_core; empty: our own
  std::string python{"python3"};            // interpreter
  std::uint16_t async_port{}, sync_port{};  // where the simulator listens
  /// Of somebody else: confined, and with the library above whatever lies beside it.
  const Confinement* confinement{};
  double reply_within{10};  // s that our own library waits for a reply of the simulator
};

/// Where `library`, or our own where it is empty, has its racecar_core.
Result<std::string> library_folder(const std::string& library);

enum class ProgramOutput : std::uint8_t { Out, Err };

/// A line that a program printed, without its end and cut where it is too long. Called on a thread
/// of the program's own.
using OnLine = std::function<void(ProgramOutput, std::string_view)>;

/// A program that was started; it ends with this object. Of one thread.
class Program {
 public:
  /// Where the library is not found, or the interpreter, the error says what to do.
  static Result<std::unique_ptr<Program>> start(const ProgramSpec& spec, OnLine on_line);
  /// A second for one that was told to end, then SIGINT, then SIGKILL to all that it started.
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  bool running();
  /// At once, with all that is of its group.
  void kill();
  /// Waits at most so long for it; true when it has ended.
  bool ends_within(int patience_ms);
  /// "status 1", "signal 11"; empty while it runs.
  const std::string& how_it_ended() const { return how_; }
  /// Its interpreter has come to life; where it ended without, it was never run.
  bool began();
  /// The file of the racecar_core with which it spoke to the simulator; empty: not yet, or without.
  std::string imported();
  /// Bytes that it has printed.
  std::uint64_t printed() const { return printed_; }
  /// What it printed last on standard error, or on standard output where there was nothing.
  std::vector<std::string> last_words();
  /// Of standard error the last line that says something, as a traceback ends.
  std::string last_error();

 private:
  struct Stream {
    int descriptor{-1};
    std::string line;                // so far
    std::vector<std::string> lines;  // the last ones
  };

  explicit Program(OnLine on_line) : on_line_(std::move(on_line)) {}
  void reap();
  void hear_interpreter();
  void listen();
  bool take(ProgramOutput output);
  void keep(ProgramOutput output);
  std::unique_lock<std::mutex> all_received();

  OnLine on_line_;
  int pid_{};  // of it and of the group of all that it starts; 0: it has ended
  bool bubblewrap_{};
  std::string how_;
  int interpreter_{-1};  // a pipe: what paddock_racecar/ports tells of it
  std::string told_;
  std::atomic<std::uint64_t> printed_{};
  int stop_[2]{-1, -1};  // a pipe: when one end is closed the listener ends
  std::thread listener_;
  std::mutex mutex_;  // guards what follows
  std::condition_variable silent_;
  Stream streams_[2];
  bool over_{};  // both streams are at their end
};

}  // namespace paddock
