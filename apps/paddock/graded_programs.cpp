#include "apps/paddock/graded_programs.h"

#include <algorithm>
#include <filesystem>

#include "apps/paddock/level_files.h"

namespace paddock {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> sorted_entries(const fs::path& folder) {
  std::vector<fs::path> entries;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) entries.push_back(entry.path());
  std::sort(entries.begin(), entries.end());
  return entries;
}

/// The program that has the lab's name; where there is none, all of them.
std::vector<fs::path> programs_in(const fs::path& folder, const std::string& lab) {
  if (fs::is_regular_file(folder / (lab + ".py"))) return {folder / (lab + ".py")};
  std::vector<fs::path> files;
  for (const fs::path& file : sorted_entries(folder))
    if (file.extension() == ".py" && fs::is_regular_file(file)) files.push_back(file);
  return files;
}

/// What the folders in `class_folder` hold. Folders of tools (.git, __pycache__) are no students'.
std::vector<fs::path> programs_of_students(const fs::path& class_folder, const std::string& lab,
                                           std::vector<std::string>& empty) {
  std::vector<fs::path> files;
  for (const fs::path& folder : sorted_entries(class_folder)) {
    const std::string name = folder.filename().string();
    if (!fs::is_directory(folder) || name.starts_with(".") || name.starts_with("__")) continue;
    const std::vector<fs::path> programs = programs_in(folder, lab);
    if (programs.empty()) empty.push_back(folder.string());
    files.insert(files.end(), programs.begin(), programs.end());
  }
  return files;
}

}  // namespace

Result<Lab> find_lab(const GradeOptions& options) {
  Lab lab;
  if (options.lab.ends_with(".toml")) {
    lab.path = options.lab;
  } else {
    const auto file = find_trials(levels_folder(), options.lab);
    if (!file) return tl::unexpected(file.error());
    lab.path = file->path;
  }
  lab.name = fs::path(lab.path).stem().string();
  const LevelReading reading = read_level(lab.path, options.seed);
  if (!reading.ok()) return fail(ErrorCode::Invalid, reading.problems.front().text());
  lab.title = reading.spec.papers.title;
  lab.trials = reading.spec.papers.trials;
  if (lab.trials.empty() && reading.spec.papers.trial)
    lab.trials.push_back(*reading.spec.papers.trial);
  if (lab.trials.empty())
    return fail(ErrorCode::Invalid, lab.path, ": a grading must have [[trial]]s");
  if (static_cast<std::size_t>(options.trial) > lab.trials.size())
    return fail(ErrorCode::Invalid, lab.name, " has ", lab.trials.size(),
                " trials, there is no number ", options.trial);
  return lab;
}

Result<FoundPrograms> find_programs(const GradeOptions& options, const std::string& lab) {
  FoundPrograms found;
  for (const std::string& given : options.programs) {
    const fs::path path(given);
    if (fs::is_regular_file(path)) {
      found.programs.push_back({given, path.filename().string()});
      continue;
    }
    if (!fs::is_directory(path))
      return fail(ErrorCode::NotFound, given, ": there is no such program or folder");
    std::vector<fs::path> files = programs_in(path, lab);
    if (files.empty()) files = programs_of_students(path, lab, found.empty);
    if (files.empty())
      return fail(ErrorCode::NotFound, given,
                  " has no programs (*.py), nor have the folders in it");
    for (const fs::path& file : files)
      found.programs.push_back({file.string(), file.lexically_relative(path).string()});
  }
  return found;
}

}  // namespace paddock
