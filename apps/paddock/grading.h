// One program of the robot-car course through the trials of a lab, as fast as it allows.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "apps/paddock/confinement.h"
#include "apps/paddock/trial_path.h"
#include "apps/paddock/verbs.h"
#include "paddock/io/json.h"
#include "paddock/stage/frame.h"

namespace paddock {

struct GradeJob {
  std::string program;  // file
  std::string name;     // as people know it
  std::string level;    // file of the trials
  GradeOptions options;
  /// With bubblewrap the course's ports are free here, in a network of its own; else any are taken.
  Confinement confinement;
};

/// What became of a program.
struct Grade {
  std::string problem;  // why it could not be graded at all; it is not the program's fault
  bool too_busy{};      // the machine was, and that is the problem: it may be tried again
  std::vector<TrialResult> trials;      // those that were begun, in order
  std::vector<std::string> recordings;  // files, one a trial
  std::vector<TrialPath> paths;         // of the car, one a trial, where a report wants them
  std::string ended;                    // why the program did, where it should have gone on
  std::vector<std::string> last_words;  // what it printed last, then
  std::string score_code;               // of all trials
  std::string library;                  // file of the racecar_core that it drove with
  double wall{};                        // s
};

/// Runs all of it; `told` hears of every trial that is over.
Grade grade_program(const GradeJob& job, const std::function<void(const TrialResult&)>& report);

/// "alice/lab1.py" of lab1, trial 2: "alice_lab1-lab1-2.paddock".
std::string recording_name(const std::string& program, const std::string& lab, std::size_t trial);

// --- as JSON: between processes, and for those who ask for it

Json json_of(const TrialResult& trial);
TrialResult trial_from(const Json& json);
Json json_of(const Grade& grade);
Grade grade_from(const Json& json);

/// "passed", "failed: …".
std::string verdict_of(const TrialResult& trial);
bool has_full_points(const TrialResult& trial);

}  // namespace paddock
