#include "paddock/world/level_files.h"

#include <algorithm>
#include <filesystem>
#include <tuple>

namespace paddock {
namespace fs = std::filesystem;

std::vector<LevelFile> find_levels(const std::string& folder) {
  std::vector<LevelFile> found;
  std::error_code ignored;
  for (const auto& collection : fs::directory_iterator(folder, ignored)) {
    if (!collection.is_directory(ignored)) continue;
    for (const auto& file : fs::directory_iterator(collection.path(), ignored))
      if (file.path().extension() == ".toml")
        found.push_back({file.path().stem().string(), collection.path().filename().string(),
                         file.path().string()});
  }
  std::sort(found.begin(), found.end(), [](const LevelFile& a, const LevelFile& b) {
    return std::tie(a.collection, a.name) < std::tie(b.collection, b.name);
  });
  return found;
}

Result<LevelFile> find_level_named(const std::string& folder, const std::string& name) {
  std::string names;
  for (LevelFile& level : find_levels(folder)) {
    if (level.name == name || level.collection + "/" + level.name == name) return std::move(level);
    names += (names.empty() ? "" : ", ") + level.name;
  }
  return fail(ErrorCode::NotFound, "there is no level \"", name,
              "\". Levels: ", names.empty() ? "none found in " + folder : names);
}

}  // namespace paddock
