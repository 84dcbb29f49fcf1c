// What `paddock grade` is asked to grade: the trials of a lab, and the programs in files and
// folders.
#pragma once

#include <string>
#include <vector>

#include "apps/paddock/verbs.h"
#include "paddock/core/error.h"
#include "paddock/world/level.h"

namespace paddock {

/// The trials of a lab, all that they may bring known.
struct Lab {
  std::string path, name, title;
  std::vector<TrialSpec> trials;
};

Result<Lab> find_lab(const GradeOptions& options);

struct Found {
  std::string file, name;
};

struct FoundPrograms {
  std::vector<Found> programs;
  std::vector<std::string> empty;  // students' folders without one
};

/// Files as they are; of a folder what is in it, else what is in the folders in it.
Result<FoundPrograms> find_programs(const GradeOptions& options, const std::string& lab);

}  // namespace paddock
