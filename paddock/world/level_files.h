// Level files in a folder of collections, and how a name finds one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "paddock/core/error.h"

namespace paddock {

struct LevelFile {
  std::string name;        // file name without ending
  std::string collection;  // folder
  std::string path;
};

/// The folder of a collection that holds its gradings.
inline constexpr std::string_view kTrialsFolder = "trials";

/// All levels of a folder, sorted by collection and name; gradings are none of them.
std::vector<LevelFile> find_levels(const std::string& folder);

/// The level of that name, or of "collection/name"; an error lists those there are.
Result<LevelFile> find_level_named(const std::string& folder, const std::string& name);

/// The grading of that name, FOLDER/*/trials/NAME.toml, or of "collection/name"; an error lists
/// those there are.
Result<LevelFile> find_trials(const std::string& folder, const std::string& name);

}  // namespace paddock
