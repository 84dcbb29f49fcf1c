#include "paddock/protocols/eespees/webots_launcher.h"

#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <filesystem>

#include "paddock/io/shell_script.h"

namespace paddock::eespees {
namespace {

Result<WebotsCall::Mode> mode_of(std::string_view name) {
  using enum WebotsCall::Mode;
  if (name == "realtime") return RealTime;
  if (name == "run" || name == "fast") return Fast;
  if (name == "pause" || name == "stop") return Paused;
  return fail(ErrorCode::Invalid, "--mode must be pause, realtime, run or fast, got \"", name,
              "\"");
}

/// The level a .wbt file of the original stands for.
Result<std::string> level_of_world_file(const std::string& file) {
  const std::string name = std::filesystem::path(file).stem().string();
  if (name == "training_env" || name == "test_run") return name;
  return fail(ErrorCode::NotFound, "there is no level for ", file,
              ": of the original's worlds Paddock has training_env.wbt and test_run.wbt");
}

}  // namespace

Result<WebotsCall> parse_webots_call(std::span<const std::string> arguments) {
  constexpr std::string_view kMode = "--mode=";
  WebotsCall call;
  for (const std::string& argument : arguments) {
    if (argument == "--version") {
      call.version = true;
    } else if (argument.starts_with(kMode)) {
      const auto mode = mode_of(std::string_view(argument).substr(kMode.size()));
      if (!mode) return tl::unexpected(mode.error());
      call.mode = *mode;
    } else if (!argument.starts_with("-")) {
      auto level = level_of_world_file(argument);
      if (!level) return tl::unexpected(level.error());
      call.level = std::move(*level);
    }
  }
  return call;
}

Result<std::string> write_webots_launcher(const std::string& folder) {
  // no exec: whoever ends a process called webots ends this script
  return write_script(folder, "webots",
                      concat("#!/bin/sh\n"
                             "# Starts Paddock where the EES-PEES backend starts Webots; Paddock "
                             "ends with this script.\n"
                             "# PADDOCK_EES_PEES may hold more options of paddock serve ees-pees.\n"
                             "'",
                             own_binary(),
                             "' serve ees-pees $PADDOCK_EES_PEES --webots $$ -- \"$@\"\n"
                             "exit $?\n"));
}

bool follow_webots_launcher(int launcher) {
  prctl(PR_SET_NAME, "webots-bin");
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  return getppid() == launcher;
}

void drop_webots_name() { prctl(PR_SET_NAME, "paddock"); }

}  // namespace paddock::eespees
