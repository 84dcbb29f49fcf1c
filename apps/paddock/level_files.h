// Where the levels are and how a name on the command line finds one.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "paddock/core/error.h"
#include "paddock/world/level.h"
#include "paddock/world/level_files.h"

namespace paddock {

/// PADDOCK_LEVELS when it is set, else the tree this binary was built from, else
/// share/paddock/levels beside the binary.
std::string levels_folder();

/// All levels, sorted by collection and name.
std::vector<LevelFile> find_levels();

/// A path to a .toml file as it is; else the level of that name, or an error with the nearest
/// names.
Result<std::string> find_level(const std::string& name_or_path);

/// What --set said; complains and gives nothing when one is no name=value.
std::optional<LevelSettings> read_settings(const std::vector<std::string>& set);

}  // namespace paddock
