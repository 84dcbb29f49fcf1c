// A class report: what a grading brought, as one page for a browser that asks nobody for anything,
// and as CSV. Pure: data in, text out. docs/grading.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/paddock/trial_path.h"
#include "paddock/geom/shape.h"
#include "paddock/stage/frame.h"

namespace paddock {

/// Where one of a trial's tasks is done.
struct MapTask {
  std::size_t number{};  // from 1, in their order
  std::string words;     // "stop here, 1 point"
  std::vector<Vec2> outline;
};

/// A piece of a level from above, north up.
struct MapPicture {
  Bounds2 region;    // m, four wide and three high
  std::string jpeg;  // bytes
};

/// The level of a trial from above; all plots of the trial lie on it.
struct TrialMap {
  MapPicture near;                // where the tasks are
  std::optional<MapPicture> far;  // wherever a car went, where one went beyond
  std::vector<MapTask> tasks;
};

struct ReportTrial {
  std::size_t number{};  // from 1
  std::string title;
  double of{};
  std::optional<TrialMap> map{};
};

/// A program in a trial.
struct ReportRun {
  TrialResult result;
  std::string verdict;
  std::string recording;  // from where the page is, its folders parted by /; empty: none
  TrialPath path;
};

struct ReportProgram {
  std::string name;
  double points{}, of{};
  bool full{};
  std::string summary, problem;
  std::vector<std::string> last_words;
  std::vector<ReportRun> runs;  // of the first trials; those that follow were not begun
};

struct ClassReport {
  std::string lab, title;
  std::uint64_t seed{};
  std::string isolation;  // in words
  std::string when;       // empty: it is not said
  std::vector<ReportTrial> trials;
  std::vector<ReportProgram> programs;  // those that are graded
  std::size_t waiting{};                // programs that are not
  bool over{};                          // nor will be
  std::vector<std::string> empty;       // folders without a program
};

/// The whole page.
std::string report_page(const ClassReport& report);

/// A line for each program and trial, as RFC 4180 has it.
std::string grades_csv(const ClassReport& report);

// --- parts of them

/// For text and quoted attributes.
std::string escape_html(std::string_view text);

/// Quoted where it must be. What a spreadsheet would take for a formula begins with an apostrophe.
std::string csv_field(std::string_view text);

/// Bytes of a path in a link; / stays.
std::string escape_link(std::string_view path);

/// As an argument of a shell's command.
std::string escape_shell(std::string_view path);

/// What a plot shows: where the tasks are, and farther only as far as its car went.
Bounds2 view_of(const TrialMap& map, const TrialPath& path);

/// Width of the near region in a plot's own units; it is three quarters as high.
inline constexpr int kPlotWidth = 1440;

/// The way as data of an SVG path; a new stroke begins where the car was put elsewhere.
std::string way_of(const TrialPath& path, const Bounds2& near);
/// A point for each second on the clock, the first included, as strokes without length.
std::string dots_of(const TrialPath& path, const Bounds2& near);

}  // namespace paddock
