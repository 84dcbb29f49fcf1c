// A grading: the trials of a level file, one after another on one connection. What counts and what
// is told; docs/racecar_rules.md.
#pragma once

#include <string>
#include <vector>

#include "paddock/stage/frame.h"

namespace paddock::racecar {

/// The trial that settings choose, from 1.
std::size_t trial_of(const LevelSettings& settings);
LevelSettings with_trial(LevelSettings settings, std::size_t trial);

/// How the session's trial ended for its car; `why` in case it failed.
TrialResult result_of(const Session& session, VehicleId car, const std::string& why);

/// The next trial follows: this one was not the last, its program lives, and it was passed with all
/// its points where that is required.
bool goes_on(const Session& session, const TrialResult& last);

double points_of(const std::vector<TrialResult>& results);
/// All that the trials of the file may bring, without bonuses.
double most_points(const LevelPapers& papers);

/// A sentence on the whole of it, for people.
std::string summary_of(const LevelPapers& papers, const std::vector<TrialResult>& results);

}  // namespace paddock::racecar
