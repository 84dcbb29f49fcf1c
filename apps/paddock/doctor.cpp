// paddock doctor: what this machine has and what Paddock makes of it.
#include <fmt/format.h>

#include <thread>

#include "apps/paddock/level_files.h"
#include "apps/paddock/print.h"
#include "apps/paddock/verbs.h"
#include "bench/machine.h"
#include "paddock/core/simd_target.h"
#include "paddock/core/text.h"
#include "paddock/protocols/doors.h"

namespace paddock {
namespace {

Json doors_json() {
  Json doors = Json::object();
  for (const DoorKind* door : all_doors()) doors.set(door->name, door->doctor);
  return doors;
}

}  // namespace

int examine_machine(const DoctorOptions& options) {
  std::string targets;
  Json target_list = Json::array();
  for (const SimdTarget target : kSimdTargets) {
    if (!supported(target)) continue;
    targets += concat(targets.empty() ? "" : " ", name_of(target));
    target_list.add(name_of(target));
  }
  const std::size_t levels = find_levels().size();
  if (options.json) {
    print_json(Json::object()
                   .set("machine", machine_name())
                   .set("threads", std::thread::hardware_concurrency())
                   .set("compiler", compiler_name())
                   .set("commit", commit_name())
                   .set("simd", name_of(simd_target()))
                   .set("simd_supported", std::move(target_list))
                   .set("levels_folder", levels_folder())
                   .set("levels", levels)
                   .set("doors", doors_json()));
    return levels > 0 ? kOk : kFailed;
  }
  std::vector<std::vector<std::string>> rows{
      {"THING", "FOUND"},
      {"processor", machine_name()},
      {"threads", fmt::format("{}", std::thread::hardware_concurrency())},
      {"SIMD",
       fmt::format("{} of {} (PADDOCK_SIMD chooses another)", name_of(simd_target()), targets)},
      {"built by", compiler_name()},
      {"commit", commit_name()},
      {"levels", fmt::format("{} in {}", levels, levels_folder())}};
  for (const DoorKind* door : all_doors())
    rows.push_back({fmt::format("{} door", door->name), std::string(door->doctor)});
  print_table(rows);
  if (levels == 0)
    return complain("no levels found: set PADDOCK_LEVELS to the folder that holds them");
  fmt::print("\nEverything Paddock needs is here.\n");
  return kOk;
}

}  // namespace paddock
