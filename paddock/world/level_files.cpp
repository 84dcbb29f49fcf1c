#include "paddock/world/level_files.h"

#include <algorithm>
#include <filesystem>
#include <tuple>

#include "paddock/core/suggest.h"

namespace paddock {
namespace fs = std::filesystem;

namespace {

/// Level files of every collection, in its folder `below`, or in its own where that is empty.
std::vector<LevelFile> find_files(const std::string& folder, std::string_view below) {
  std::vector<LevelFile> found;
  std::error_code ignored;
  for (const auto& collection : fs::directory_iterator(folder, ignored)) {
    if (!collection.is_directory(ignored)) continue;
    const fs::path place = below.empty() ? collection.path() : collection.path() / below;
    for (const auto& file : fs::directory_iterator(place, ignored))
      if (file.path().extension() == ".toml")
        found.push_back({file.path().stem().string(), collection.path().filename().string(),
                         file.path().string()});
  }
  std::sort(found.begin(), found.end(), [](const LevelFile& a, const LevelFile& b) {
    return std::tie(a.collection, a.name) < std::tie(b.collection, b.name);
  });
  return found;
}

Result<LevelFile> find_named(std::vector<LevelFile> files, const std::string& folder,
                             const std::string& name, std::string_view what,
                             std::string_view plural) {
  std::string all;
  std::vector<std::string_view> names;
  for (LevelFile& file : files) {
    if (file.name == name || file.collection + "/" + file.name == name) return std::move(file);
    all += (all.empty() ? "" : ", ") + file.name;
    names.push_back(file.name);
  }
  const std::string meant = did_you_mean_names(name, names);
  if (!meant.empty())
    return fail(ErrorCode::NotFound, "there is no ", what, " \"", name, "\"", meant);
  return fail(ErrorCode::NotFound, "there is no ", what, " \"", name, "\". ", plural, ": ",
              all.empty() ? "none found in " + folder : all);
}

}  // namespace

std::vector<LevelFile> find_levels(const std::string& folder) { return find_files(folder, ""); }

Result<LevelFile> find_level_named(const std::string& folder, const std::string& name) {
  return find_named(find_levels(folder), folder, name, "level", "Levels");
}

Result<LevelFile> find_trials(const std::string& folder, const std::string& name) {
  return find_named(find_files(folder, kTrialsFolder), folder, name, "grading", "Gradings");
}

}  // namespace paddock
