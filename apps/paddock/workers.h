// Gradings side by side. Each is a process of its own, so that one that goes wrong takes no other
// with it; each has the course's two ports to itself. POSIX stays inside workers.cpp.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "apps/paddock/grading.h"

namespace paddock {

/// How programs are kept apart, and have the course's fixed ports more than once.
struct Isolation {
  /// A network of its own for each, with nothing but the loopback, and bubblewrap around it; else
  /// free ports, and programs are led there by paddock_racecar/ports.
  bool bubblewrap{};
  std::string warning;  // why it is not so, where nobody asked for that
};

/// "auto" tries; "bubblewrap" is an error where it cannot run; "ports".
Result<Isolation> choose_isolation(const std::string& asked);

/// Hears what happens, between two other calls.
struct GradeNews {
  std::function<void(std::size_t job)> begun;
  std::function<void(std::size_t job, const TrialResult& trial)> trial;
  std::function<void(std::size_t job, const std::string& why)> again;  // begun anew, later
  std::function<void(std::size_t job, const Grade& grade)> over;
};

/// All jobs, so many at once, in order; their grades. For whom the machine was too busy is tried
/// again when all others have had their turn, twice. Those that Ctrl-C leaves undone say so. Call
/// while this process has one thread.
std::vector<Grade> grade_all(const std::vector<GradeJob>& jobs, std::size_t at_once,
                             const GradeNews& news);

}  // namespace paddock
