// paddock grade: programs of the robot-car course through all trials of a lab; a table, or JSON.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <optional>
#include <set>

#include "apps/paddock/graded_programs.h"
#include "apps/paddock/grading.h"
#include "apps/paddock/interrupt.h"
#include "apps/paddock/print.h"
#include "apps/paddock/programs.h"
#include "apps/paddock/report_folder.h"
#include "apps/paddock/verbs.h"
#include "apps/paddock/workers.h"

namespace paddock {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostPrinted = 64'000'000;  // bytes, by one program

// --- where it is kept ---------------------------------------------------------------------------

/// Signs that a file's name cannot have are alike there: programs that would share recordings are
/// told apart by a number.
std::string name_for_recordings(const std::string& program, std::set<std::string>& taken) {
  std::string name = program;
  for (int i = 2; !taken.insert(recording_name(name, "", 0)).second; ++i)
    name = concat(program, "-", i);
  return name;
}

Result<void> make_folder(const std::string& folder) {
  std::error_code wrong;
  if (!folder.empty()) fs::create_directories(folder, wrong);
  if (wrong) return fail(ErrorCode::Io, folder, ": the folder cannot be made: ", wrong.message());
  return {};
}

// --- what it brought ----------------------------------------------------------------------------

std::size_t number_of(std::size_t index, const GradeOptions& options) {
  return options.trial > 0 ? static_cast<std::size_t>(options.trial) : index + 1;
}

/// Of a full score; extra trials come on top.
double most_of(const TrialSpec& trial) { return trial.extra ? 0 : trial.points; }

struct Total {
  double points{}, of{}, simulated{};
  bool full{true};
};

/// Trials that were not begun bring nothing, and count.
Total total_of(const Grade& grade, const Lab& lab, const GradeOptions& options) {
  Total total;
  for (const TrialResult& trial : grade.trials) {
    total.points += trial.points;
    total.simulated += static_cast<double>(trial.time) / 1e9;
    total.full = total.full && has_full_points(trial);
  }
  const std::size_t all = options.trial > 0 ? 1 : lab.trials.size();
  for (std::size_t i = 0; i < all; ++i) total.of += most_of(lab.trials[number_of(i, options) - 1]);
  total.full = total.full && grade.problem.empty() && grade.trials.size() == all;
  return total;
}

/// One line on the whole of it.
std::string summary_of(const Grade& grade, const Total& total, const GradeOptions& options) {
  if (!grade.problem.empty()) return grade.problem;
  for (std::size_t i = 0; i < grade.trials.size(); ++i)
    if (grade.trials[i].end == TrialEnd::ProgramFailed)
      return fmt::format("trial {}: {}", number_of(i, options), verdict_of(grade.trials[i]));
  if (total.full) return "full points";
  for (std::size_t i = 0; i < grade.trials.size(); ++i)
    if (!has_full_points(grade.trials[i]))
      return fmt::format("trial {}: {}", number_of(i, options), verdict_of(grade.trials[i]));
  return "not all trials were run";
}

Json json_of(const Found& program, const Grade& grade, const Lab& lab,
             const GradeOptions& options) {
  const Total total = total_of(grade, lab, options);
  Json trials = Json::array();
  for (std::size_t i = 0; i < grade.trials.size(); ++i) {
    Json trial = Json::object().set("number", number_of(i, options));
    const Json rest = json_of(grade.trials[i]);
    for (std::size_t k = 0; k < rest.keys().size(); ++k) trial.set(rest.keys()[k], rest.items()[k]);
    trial.set("verdict", verdict_of(grade.trials[i]));
    if (i < grade.recordings.size()) trial.set("recording", grade.recordings[i]);
    trials.add(std::move(trial));
  }
  Json words = Json::array();
  for (const std::string& word : grade.last_words) words.add(word);
  return Json::object()
      .set("program", program.name)
      .set("points", total.points)
      .set("of", total.of)
      .set("full", total.full)
      .set("summary", summary_of(grade, total, options))
      .set("score_code", grade.score_code)
      .set("simulated_s", total.simulated)
      .set("wall_s", grade.wall)
      .set("trials", std::move(trials))
      .set("problem", grade.problem)
      .set("library", grade.library)
      .set("last_words", std::move(words));
}

void print_words(const Grade& grade) {
  if (grade.last_words.empty()) return;
  fmt::print("\nThe program's last words:\n");
  for (const std::string& word : grade.last_words) fmt::print("  {}\n", word);
}

/// All trials of one program.
void print_grade(const Found& program, const Grade& grade, const Lab& lab,
                 const GradeOptions& options) {
  fmt::print("{}, {}, seed {}\n\n", lab.title, program.name, options.seed);
  std::vector<std::vector<std::string>> rows{{"TRIAL", "", "POINTS", "OF", "TIME", "VERDICT"}};
  for (std::size_t i = 0; i < grade.trials.size(); ++i) {
    const TrialResult& trial = grade.trials[i];
    rows.push_back({fmt::format("{}", number_of(i, options)), trial.title,
                    fmt::format("{:g}", trial.points), fmt::format("{:g}", trial.of),
                    lap_time(trial.time), verdict_of(trial)});
  }
  for (std::size_t i = grade.trials.size(); options.trial == 0 && i < lab.trials.size(); ++i)
    rows.push_back({fmt::format("{}", i + 1), lab.trials[i].title, "0",
                    fmt::format("{:g}", most_of(lab.trials[i])), "", "not run"});
  print_table(rows);
  const Total total = total_of(grade, lab, options);
  print_words(grade);
  fmt::print("\n{:g} of {:g} points; {:.1f} s simulated in {:.1f} s\n", total.points, total.of,
             total.simulated, grade.wall);
  if (!grade.problem.empty()) complain(grade.problem);
  if (!grade.score_code.empty()) fmt::print("Score code {}\n", grade.score_code);
}

/// A line for each of several.
void print_grades(const std::vector<Found>& programs, const std::vector<Grade>& grades,
                  const Lab& lab, const GradeOptions& options) {
  fmt::print("{}, seed {}\n\n", lab.title, options.seed);
  std::vector<std::vector<std::string>> rows{{"PROGRAM", "POINTS", "OF", "TIME", "VERDICT"}};
  std::size_t full = 0;
  for (std::size_t i = 0; i < programs.size(); ++i) {
    const Total total = total_of(grades[i], lab, options);
    full += total.full ? 1 : 0;
    rows.push_back({programs[i].name, fmt::format("{:g}", total.points),
                    fmt::format("{:g}", total.of), fmt::format("{:.1f} s", grades[i].wall),
                    summary_of(grades[i], total, options)});
  }
  print_table(rows);
  fmt::print("\n{} of {} programs have full points\n", full, programs.size());
}

// --- the report ---------------------------------------------------------------------------------

/// As it is before anything is graded.
ClassReport begin_report(const Lab& lab, const FoundPrograms& found, const GradeOptions& options,
                         bool bubblewrap) {
  ClassReport report{.lab = lab.name,
                     .title = lab.title,
                     .seed = options.seed,
                     .isolation = bubblewrap ? "Each program was confined by bubblewrap"
                                             : "Each program ran on ports of its own",
                     .when = {},
                     .trials = {},
                     .programs = {},
                     .waiting = found.programs.size(),
                     .empty = found.empty};
  const std::time_t now = std::time(nullptr);
  char when[64];
  if (std::tm local{}; localtime_r(&now, &local) != nullptr)
    report.when.assign(when, std::strftime(when, sizeof when, "%Y-%m-%d %H:%M", &local));
  const std::size_t all = options.trial > 0 ? 1 : lab.trials.size();
  for (std::size_t i = 0; i < all; ++i) {
    const TrialSpec& trial = lab.trials[number_of(i, options) - 1];
    report.trials.push_back(
        {.number = number_of(i, options), .title = trial.title, .of = most_of(trial)});
  }
  return report;
}

ReportProgram report_of(const Found& program, const Grade& grade, const Lab& lab,
                        const GradeOptions& options, const ReportFolder& folder) {
  const Total total = total_of(grade, lab, options);
  ReportProgram report{.name = program.name,
                       .points = total.points,
                       .of = total.of,
                       .full = total.full,
                       .summary = summary_of(grade, total, options),
                       .problem = grade.problem,
                       .last_words = grade.last_words,
                       .runs = {}};
  for (std::size_t i = 0; i < grade.trials.size(); ++i)
    report.runs.push_back({.result = grade.trials[i],
                           .verdict = verdict_of(grade.trials[i]),
                           .recording = i < grade.recordings.size()
                                            ? folder.from_page(grade.recordings[i])
                                            : std::string(),
                           .path = i < grade.paths.size() ? grade.paths[i] : TrialPath{}});
  return report;
}

/// What is known so far, and the folder it is written to. Programs stay in the order in which they
/// were found, whoever ends first.
class Report {
 public:
  Report(ReportFolder folder, ClassReport report)
      : folder_(std::move(folder)), report_(std::move(report)) {}

  const ReportFolder& folder() const { return folder_; }
  void add(std::size_t job, ReportProgram program) {
    const auto place = std::lower_bound(jobs_.begin(), jobs_.end(), job);
    report_.programs.insert(report_.programs.begin() + (place - jobs_.begin()), std::move(program));
    jobs_.insert(place, job);
    --report_.waiting;
  }
  Result<void> refresh() { return folder_.refresh(report_); }
  Result<void> finish() {
    report_.over = true;
    return folder_.write(report_);
  }

 private:
  ReportFolder folder_;
  ClassReport report_;
  std::vector<std::size_t> jobs_;  // of report_.programs
};

/// Begun where one is asked for, and where nothing speaks against it.
Result<std::optional<Report>> open_report(const Lab& lab, const FoundPrograms& found,
                                          const GradeOptions& options, bool bubblewrap) {
  if (options.report.empty()) return std::nullopt;
  auto folder = ReportFolder::open(options.report, lab.path);
  if (!folder) return tl::unexpected(folder.error());
  ClassReport report = begin_report(lab, found, options, bubblewrap);
  if (auto written = folder->write(report); !written) return tl::unexpected(written.error());
  return Report(std::move(*folder), std::move(report));
}

// --- what programs may see and use --------------------------------------------------------------

bool lies_in(const fs::path& file, const fs::path& folder) {
  const fs::path relative = file.lexically_normal().lexically_relative(folder.lexically_normal());
  return !relative.empty() && *relative.begin() != "..";
}

Result<Confinement> confinement_for(const std::vector<Found>& programs, const GradeOptions& options,
                                    bool bubblewrap) {
  constexpr std::uint64_t kMegabyte = 1'000'000;
  auto interpreter = ask_interpreter(options.python);
  if (!interpreter) return tl::unexpected(interpreter.error());
  Confinement confinement{
      .interpreter = std::move(*interpreter),
      .bubblewrap = bubblewrap,
      .hidden = {(fs::path(PADDOCK_SOURCE_DIR) / "solutions").string()},
      .bounds = {.memory = static_cast<std::uint64_t>(options.memory) * kMegabyte,
                 .processes = static_cast<std::size_t>(options.processes),
                 .disk = static_cast<std::uint64_t>(options.disk) * kMegabyte,
                 .printed = kMostPrinted}};
  for (const Found& program : programs)
    confinement.hidden.push_back(fs::absolute(program.file).lexically_normal().string());
  return confinement;
}

// --- progress -----------------------------------------------------------------------------------

/// One line on a terminal, rewritten as things happen; elsewhere, as in a pipe or a log, a line for
/// each trial and each program that is over.
class Progress {
 public:
  Progress(const std::vector<Found>& programs, std::size_t trials)
      : programs_(programs), trials_(trials), over_(programs.size()) {}
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void begun(std::size_t job) { running_.push_back(job), show(); }
  void trial(std::size_t job, const TrialResult& result) {
    ++over_[job], show();
    if (!terminal_)
      fmt::print(stderr, "{}, trial {} of {}: {}\n", programs_[job].name, over_[job], trials_,
                 verdict_of(result));
  }
  void again(std::size_t job, const std::string& why) {
    std::erase(running_, job), over_[job] = 0;
    clear();
    complain(fmt::format("{}: {}; it is tried again later", programs_[job].name, why));
    show();
  }
  void over(std::size_t job) {
    std::erase(running_, job), ++done_, show();
    if (!terminal_)
      fmt::print(stderr, "{} of {} graded: {}\n", done_, programs_.size(), programs_[job].name);
  }

 private:
  void clear() const {
    if (terminal_) fmt::print(stderr, "\r\033[K");
  }
  void show() const {
    if (!terminal_) return;
    std::string text = fmt::format("\r{} of {} graded", done_, programs_.size());
    for (const std::size_t job : running_)
      text += fmt::format("; {}, trial {} of {}", programs_[job].name,
                          std::min(over_[job] + 1, trials_), trials_);
    fmt::print(stderr, "{}\033[K", text.substr(0, 100));
  }

  const std::vector<Found>& programs_;
  const std::size_t trials_;
  const bool terminal_{isatty(STDERR_FILENO) != 0};
  std::vector<std::size_t> running_, over_;
  std::size_t done_{};
};

// --- the verb -----------------------------------------------------------------------------------

/// All that must hold before the first program starts.
struct Grading {
  GradeOptions options;
  Lab lab;
  FoundPrograms found;
  std::string library;  // the folder that programs are to drive with
  Isolation isolation;
  std::vector<GradeJob> jobs;
  std::optional<Report> report;
};

Result<Grading> prepare(const GradeOptions& given) {
  Grading grading{.options = given,
                  .lab = {},
                  .found = {},
                  .library = {},
                  .isolation = {},
                  .jobs = {},
                  .report = {}};
  GradeOptions& options = grading.options;
  if (!options.report.empty() && options.record.empty())
    options.record = (fs::path(options.report) / "recordings").string();
  auto lab = find_lab(options);
  if (!lab) return tl::unexpected(lab.error());
  auto found = find_programs(options, lab->name);
  if (!found) return tl::unexpected(found.error());
  auto library = library_folder(options.library);
  if (!library) return tl::unexpected(library.error());
  auto isolation = choose_isolation(options.isolation);
  if (!isolation) return tl::unexpected(isolation.error());
  const auto confinement = confinement_for(found->programs, options, isolation->bubblewrap);
  if (!confinement) return tl::unexpected(confinement.error());
  auto report = open_report(*lab, *found, options, isolation->bubblewrap);
  if (!report) return tl::unexpected(report.error());
  if (const auto made = make_folder(options.record); !made) return tl::unexpected(made.error());

  std::set<std::string> names;
  for (const Found& program : found->programs)
    grading.jobs.push_back({.program = program.file,
                            .name = name_for_recordings(program.name, names),
                            .level = lab->path,
                            .options = options,
                            .confinement = *confinement});
  grading.lab = std::move(*lab), grading.found = std::move(*found);
  grading.library = std::move(*library), grading.isolation = std::move(*isolation);
  grading.report = std::move(*report);
  return grading;
}

/// Runs all jobs and keeps the report up to date; an error is the report's.
Result<void> run(Grading& grading, std::vector<Grade>& grades) {
  const GradeOptions& options = grading.options;
  const std::vector<Found>& programs = grading.found.programs;
  Result<void> reported;
  Progress progress(programs, options.trial > 0 ? 1 : grading.lab.trials.size());
  const auto over = [&](std::size_t job, const Grade& grade) {
    progress.over(job);
    if (!grading.report) return;
    Report& report = *grading.report;
    report.add(job, report_of(programs[job], grade, grading.lab, options, report.folder()));
    if (reported) reported = report.refresh();
  };
  grades = grade_all(
      grading.jobs, static_cast<std::size_t>(options.jobs),
      {.begun = [&](std::size_t job) { progress.begun(job); },
       .trial = [&](std::size_t job, const TrialResult& result) { progress.trial(job, result); },
       .again = [&](std::size_t job, const std::string& why) { progress.again(job, why); },
       .over = over});
  if (grading.report) reported = grading.report->finish();
  return reported;
}

Json json_of(const Grading& grading, const std::vector<Grade>& grades) {
  const auto& [options, lab, found, library, isolation, jobs, report] = grading;
  Json list = Json::array(), empty = Json::array();
  for (const std::string& folder : found.empty) empty.add(folder);
  for (std::size_t i = 0; i < grades.size(); ++i)
    list.add(json_of(found.programs[i], grades[i], lab, options));
  Json all = Json::object()
                 .set("lab", lab.name)
                 .set("title", lab.title)
                 .set("seed", options.seed)
                 .set("user", options.user)
                 .set("isolation", isolation.bubblewrap ? "bubblewrap" : "ports")
                 .set("library", library)
                 .set("programs", std::move(list))
                 .set("empty_folders", std::move(empty));
  if (report) all.set("report", report->folder().page());
  return all;
}

void print(const Grading& grading, const std::vector<Grade>& grades) {
  const std::vector<Found>& programs = grading.found.programs;
  if (grading.options.json)
    print_json(json_of(grading, grades));
  else if (grades.size() == 1)
    print_grade(programs.front(), grades.front(), grading.lab, grading.options);
  else
    print_grades(programs, grades, grading.lab, grading.options);
  for (const std::string& folder : grading.found.empty)
    complain(fmt::format("{} has no programs (*.py)", folder));
  for (std::size_t i = 0; i < grades.size(); ++i)
    if (!grades[i].library.empty() && !lies_in(grades[i].library, grading.library))
      complain(fmt::format("{} drove with {}, and not with the library in {}", programs[i].name,
                           grades[i].library, grading.library));
}

}  // namespace

int grade_programs(const GradeOptions& options) {
  auto grading = prepare(options);
  if (!grading) {
    complain(grading.error().message);
    return kUsage;
  }
  if (!grading->isolation.warning.empty()) complain(grading->isolation.warning);
  catch_interrupts();
  std::vector<Grade> grades;
  const Result<void> reported = run(*grading, grades);
  print(*grading, grades);
  if (!reported) return complain(concat("the report is not complete: ", reported.error().message));
  if (grading->report && !options.json) fmt::print("Report {}\n", grading->report->folder().page());

  bool all_full = true, all_graded = true;
  for (const Grade& grade : grades) {
    all_full = all_full && total_of(grade, grading->lab, grading->options).full;
    all_graded = all_graded && grade.problem.empty();
  }
  return !all_graded ? kNotGraded : all_full ? kOk : kFailed;
}

}  // namespace paddock
