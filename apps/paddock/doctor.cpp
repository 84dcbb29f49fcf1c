// paddock doctor: what this machine has and what Paddock makes of it.
#include <fmt/format.h>

#include <thread>

#include "apps/paddock/level_files.h"
#include "apps/paddock/print.h"
#include "apps/paddock/verbs.h"
#include "bench/machine.h"
#include "paddock/core/simd_target.h"
#include "paddock/core/text.h"

namespace paddock {
namespace {

constexpr const char* kWebDoor = "listens on 127.0.0.1:8080 or the next free port";
constexpr const char* kEesPeesDoor =
    "looks for a backend on 127.0.0.1:10201, a controller on :10200";

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
    print_json(
        Json::object()
            .set("machine", machine_name())
            .set("threads", std::thread::hardware_concurrency())
            .set("compiler", compiler_name())
            .set("commit", commit_name())
            .set("simd", name_of(simd_target()))
            .set("simd_supported", std::move(target_list))
            .set("levels_folder", levels_folder())
            .set("levels", levels)
            .set("doors", Json::object().set("web", kWebDoor).set("ees-pees", kEesPeesDoor)));
    return levels > 0 ? kOk : kFailed;
  }
  print_table({{"THING", "FOUND"},
               {"processor", machine_name()},
               {"threads", fmt::format("{}", std::thread::hardware_concurrency())},
               {"SIMD", fmt::format("{} of {} (PADDOCK_SIMD chooses another)",
                                    name_of(simd_target()), targets)},
               {"built by", compiler_name()},
               {"commit", commit_name()},
               {"levels", fmt::format("{} in {}", levels, levels_folder())},
               {"web door", kWebDoor},
               {"ees-pees door", kEesPeesDoor}});
  if (levels == 0)
    return complain("no levels found: set PADDOCK_LEVELS to the folder that holds them");
  fmt::print("\nEverything Paddock needs is here.\n");
  return kOk;
}

}  // namespace paddock
