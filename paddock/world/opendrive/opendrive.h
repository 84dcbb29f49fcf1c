// OpenDRIVE, versions 1.4 to 1.8: road networks as other tools draw them. What is read and what is
// left out: docs/opendrive.md. Metres, radians, seconds, world frame.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "paddock/core/error.h"
#include "paddock/world/level.h"
#include "paddock/world/roads/road_spec.h"

namespace paddock {

/// Something a file says that our roads do not hold, or hold more simply.
struct LeftOut {
  std::string what;  // "<surface> in <road>"
  int count{};
  int line{};  // of the first

  std::string text() const {
    return concat(what, ": ", count, count == 1 ? " time, line " : " times, first in line ", line);
  }
};

struct OpenDriveReading {
  std::string name;  // as the header says
  RoadsSpec roads;
  std::vector<LeftOut> left_out;  // each once, in the order in which they were met
  std::vector<Problem> problems;
  bool ok() const { return problems.empty(); }
};

/// The roads of a file; all mistakes of its elements are reported at once. Whether the roads can be
/// compiled is check_roads' matter. Never throws, whatever the bytes.
OpenDriveReading read_opendrive(std::string_view text, const std::string& file);

struct OpenDriveImport {
  LevelReading level;
  std::vector<LeftOut> left_out;
};

/// A level of these roads: ground under all of them, and starts on their lanes, as far apart as
/// kImportedStarts of them allow. What lies beyond 10 km of the origin is moved there.
OpenDriveImport import_opendrive(const std::string& path);
inline constexpr std::size_t kImportedStarts = 16;

/// A file of version 1.6 that reads back as `roads`: what OpenDRIVE has no word for (cycles of
/// lights, stop lines) stands in <userData> whose codes begin with "paddock.".
std::string write_opendrive(const RoadsSpec& roads, std::string_view name);

}  // namespace paddock
