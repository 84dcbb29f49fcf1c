#include "apps/paddock/level_files.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace paddock {
namespace fs = std::filesystem;

std::string levels_folder() {
  if (const char* set = std::getenv("PADDOCK_LEVELS"); set != nullptr && *set != '\0') return set;
  std::error_code ignored;
  const std::string in_tree = PADDOCK_SOURCE_DIR "/levels";
  if (fs::is_directory(in_tree, ignored)) return in_tree;
  const fs::path binary = fs::read_symlink("/proc/self/exe", ignored);
  return (binary.parent_path().parent_path() / "share/paddock/levels").string();
}

std::vector<LevelFile> find_levels() {
  std::vector<LevelFile> found;
  std::error_code ignored;
  for (const auto& folder : fs::directory_iterator(levels_folder(), ignored)) {
    if (!folder.is_directory(ignored)) continue;
    for (const auto& file : fs::directory_iterator(folder.path(), ignored))
      if (file.path().extension() == ".toml")
        found.push_back(
            {file.path().stem().string(), folder.path().filename().string(), file.path().string()});
  }
  std::sort(found.begin(), found.end(), [](const LevelFile& a, const LevelFile& b) {
    return std::tie(a.collection, a.name) < std::tie(b.collection, b.name);
  });
  return found;
}

Result<std::string> find_level(const std::string& name_or_path) {
  std::error_code ignored;
  if (fs::is_regular_file(name_or_path, ignored)) return name_or_path;
  std::string names;
  for (const LevelFile& level : find_levels()) {
    if (level.name == name_or_path || level.collection + "/" + level.name == name_or_path)
      return level.path;
    names += (names.empty() ? "" : ", ") + level.name;
  }
  return fail(ErrorCode::NotFound, "there is no level \"", name_or_path,
              "\". Levels: ", names.empty() ? "none found in " + levels_folder() : names);
}

}  // namespace paddock
