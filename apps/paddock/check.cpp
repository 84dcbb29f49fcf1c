// paddock check: every mistake of every file at once.
#include <fmt/format.h>

#include "apps/paddock/level_files.h"
#include "apps/paddock/print.h"
#include "apps/paddock/verbs.h"
#include "paddock/engine/sensing.h"
#include "paddock/world/world.h"

namespace paddock {

int check_levels(const CheckOptions& options) {
  Json list = Json::array();
  std::size_t mistakes = 0;
  for (const std::string& name : options.files) {
    const auto path = find_level(name);
    LevelReading reading = read_level(path ? *path : name, 1);
    const bool readable = reading.ok();
    for (Problem& problem :
         check_vehicle_figures(reading.spec.vehicle, reading.spec.vehicle_figures))
      reading.problems.push_back(std::move(problem));
    if (readable)
      for (Problem& problem : check_level_sensors(build_world(reading.spec)))
        reading.problems.push_back(std::move(problem));
    mistakes += reading.problems.size();
    for (const Problem& problem : reading.problems) {
      if (!options.json) fmt::print("{}\n", problem.text());
      list.add(Json::object()
                   .set("file", problem.where.file)
                   .set("line", problem.where.line)
                   .set("message", problem.message));
    }
  }
  if (options.json)
    print_json(list);
  else if (mistakes == 0)
    fmt::print("{} {} checked, no mistakes\n", options.files.size(),
               options.files.size() == 1 ? "level" : "levels");
  else
    fmt::print("{} {}\n", mistakes, mistakes == 1 ? "mistake" : "mistakes");
  return mistakes == 0 ? kOk : kFailed;
}

}  // namespace paddock
