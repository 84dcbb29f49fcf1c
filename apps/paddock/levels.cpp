// paddock levels: what there is to run.
#include <fmt/format.h>

#include "apps/paddock/level_files.h"
#include "apps/paddock/print.h"
#include "apps/paddock/verbs.h"
#include "paddock/world/level.h"

namespace paddock {

int list_levels(const LevelsOptions& options) {
  std::vector<std::vector<std::string>> rows{{"LEVEL", "COLLECTION", "VEHICLE", "TITLE"}};
  Json list = Json::array();
  int broken = 0;
  for (const LevelFile& file : find_levels()) {
    const LevelReading reading = read_level(file.path, 1);
    if (!reading.ok()) {
      ++broken;
      complain(fmt::format("{} has mistakes; see paddock check {}", file.name, file.path));
      continue;
    }
    const LevelSpec& spec = reading.spec;
    rows.push_back({file.name, file.collection, spec.vehicle, spec.papers.title});
    list.add(Json::object()
                 .set("name", file.name)
                 .set("collection", file.collection)
                 .set("title", spec.papers.title)
                 .set("physics", spec.physics == PhysicsKind::Planar ? "planar" : "rigid"));
  }
  if (options.json) {
    print_json(list);
  } else if (rows.size() == 1) {
    return complain(fmt::format("no levels found in {}", levels_folder()));
  } else {
    print_table(rows);
    fmt::print("\nDrive one: paddock run {} --headless --laps 3\n", rows.back()[0]);
  }
  return broken == 0 ? kOk : kFailed;
}

}  // namespace paddock
