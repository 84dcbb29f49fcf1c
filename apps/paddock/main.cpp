// The command line: verbs with their flags, and what to say of words that nobody knows. spdlog
// stays in this file.
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <CLI/CLI.hpp>

#include "apps/paddock/commands.h"
#include "apps/paddock/print.h"
#include "apps/paddock/verbs.h"
#include "paddock/core/log.h"
#include "paddock/core/suggest.h"
#include "paddock/core/text.h"
#include "paddock/core/version.h"

namespace {

using namespace paddock;

void log_to_stderr() {
  auto logger = spdlog::stderr_color_mt("paddock");
  logger->set_pattern("%^%l%$: %v");
  set_log_sink([logger](LogLevel level, std::string_view message) {
    const auto severity = level == LogLevel::Error     ? spdlog::level::err
                          : level == LogLevel::Warning ? spdlog::level::warn
                                                       : spdlog::level::info;
    logger->log(severity, message);
  });
}

// --- what nobody expected -----------------------------------------------------------------------

std::vector<std::string> names_of_options(const CLI::App& verb) {
  std::vector<std::string> names;
  for (const CLI::Option* option : verb.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

std::vector<std::string> names_of_verbs(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* verb : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(verb->get_name());
  return names;
}

/// Which option or verb there is not, and what was probably meant; empty when all are known.
std::string unknown_words(const CLI::App& app) {
  const CLI::App* verb = &app;
  std::string command = "paddock";
  while (!verb->get_subcommands().empty()) {
    verb = verb->get_subcommands().front();
    command += " " + verb->get_name();
  }
  for (const std::string& argument : app.remaining(true)) {
    const bool option = argument.starts_with("--");
    if (!option && names_of_verbs(*verb).empty()) continue;  // a value, perhaps of that option
    const std::string word = argument.substr(0, argument.find('='));
    const std::vector<std::string> known = option ? names_of_options(*verb) : names_of_verbs(*verb);
    const std::string meant =
        did_you_mean_names(word, std::vector<std::string_view>(known.begin(), known.end()));
    return concat("there is no ", option ? "option" : "verb", " \"", word, "\"",
                  meant.empty() ? "." : meant, " ", command, " --help lists them");
  }
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  log_to_stderr();
  CLI::App app{"Paddock: a fast, deterministic simulator for small autonomous vehicles"};
  app.set_version_flag("--version", std::string("paddock ") + kVersion);
  app.require_subcommand(0, 1);
  app.footer("Without a verb, paddock starts its server and prints the address of its page.");
  int code = kOk;
  add_serve(app, code);
  add_run(app, code);
  add_own(app, code);
  add_grade(app, code);
  add_other_verbs(app, code);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    const bool asked = error.get_exit_code() == static_cast<int>(CLI::ExitCodes::Success);
    if (const std::string unknown = unknown_words(app); !asked && !unknown.empty()) {
      complain(unknown);
      return kUsage;
    }
    return app.exit(error) == 0 ? kOk : kUsage;
  }
  return code;
}
