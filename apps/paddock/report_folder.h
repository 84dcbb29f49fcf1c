// The folder that a class report is written to: index.html and grades.csv, again and again while a
// grading goes on, so that one that is broken off leaves what it had.
#pragma once

#include <string>
#include <vector>

#include "apps/paddock/grade_report.h"
#include "paddock/core/error.h"

namespace paddock {

class ReportFolder {
 public:
  /// Makes the folder where there is none; an Error where nothing can be written there. `level` is
  /// the file of the trials.
  static Result<ReportFolder> open(const std::string& folder, const std::string& level);

  const std::string& page() const { return page_; }
  /// Where a file lies as seen from the page, its folders parted by /; empty where that cannot be
  /// said.
  std::string from_page(const std::string& file) const;

  /// Draws the maps that `report` lacks, and replaces both files.
  Result<void> write(ClassReport report);
  /// The same, where some time has passed since the last.
  Result<void> refresh(const ClassReport& report);

 private:
  ReportFolder(std::string folder, std::string level);

  std::string folder_, level_, page_;
  std::vector<TrialMap> maps_;   // one a trial
  std::vector<Bounds2> driven_;  // where cars were, for which they were drawn
  double written_{}, took_{};    // s, of the steady clock
};

}  // namespace paddock
