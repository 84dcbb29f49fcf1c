#include "apps/paddock/level_files.h"

#include <cstdlib>
#include <filesystem>

#include "apps/paddock/print.h"

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

std::vector<LevelFile> find_levels() { return find_levels(levels_folder()); }

Result<std::string> find_level(const std::string& name_or_path) {
  std::error_code ignored;
  if (name_or_path.ends_with(".toml") && fs::is_regular_file(name_or_path, ignored))
    return name_or_path;
  const auto level = find_level_named(levels_folder(), name_or_path);
  if (!level) return tl::unexpected(level.error());
  return level->path;
}

std::optional<LevelSettings> read_settings(const std::vector<std::string>& set) {
  LevelSettings settings;
  for (const std::string& text : set) {
    const auto setting = parse_setting(text);
    if (!setting) {
      complain(concat("--set takes name=value with a number, got \"", text, "\""));
      return std::nullopt;
    }
    settings.push_back(*setting);
  }
  return settings;
}

}  // namespace paddock
