// What run, fly and drive share: settings that are variables of a level or live parameters, paths
// asked for on the command line, and the table of flights.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "paddock/core/error.h"
#include "paddock/io/json.h"
#include "paddock/stage/session.h"

namespace paddock {

/// What people ask for by name, sorted by what it is.
struct PlaygroundSettings {
  LevelSettings variables;                 // of the level
  LevelSettings parameters;                // of its run, set once it is open
  std::optional<Vec2> initial_position;    // m, of the first vehicle
  std::optional<double> real_time_factor;  // 0: as fast as possible
  bool paused{};                           // until somebody lets it go on
};

/// `set` are name=value, `file` a YAML file of the same: flat, or as ROS 2 nests them under
/// ros__parameters. Names that are no variable of the level are parameters, or how it begins:
/// initial_position (x,y or a list), real_time_factor and paused.
Result<PlaygroundSettings> sort_settings(const std::string& level_path,
                                         const std::vector<std::string>& set,
                                         const std::string& file);
/// Why a run without a page cannot begin paused.
inline constexpr const char* kPausedForEver =
    "paused is for runs beside the page: nobody could let this one go on";

/// Each one, or the first that is refused.
Result<void> set_parameters(Session& session, const LevelSettings& parameters);
/// The same, and the first vehicle stands where it is to begin.
Result<void> set_up(Session& session, const PlaygroundSettings& settings);

/// "figure_eight", "random:7" or "1,2 3,4": the path of every vehicle whose driver follows one.
Result<void> set_path(Session& session, const std::string& path);

/// Flights of the run as a table for people; empty: there are none.
std::vector<std::vector<std::string>> flight_rows(const Session& session);
Json flights_json(const Session& session);

}  // namespace paddock
