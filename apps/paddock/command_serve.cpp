// paddock itself and paddock serve on the command line. Options of doors come from the table.
#include <CLI/CLI.hpp>

#include "apps/paddock/commands.h"
#include "apps/paddock/print.h"
#include "apps/paddock/serve.h"
#include "apps/paddock/verbs.h"
#include "paddock/core/text.h"
#include "paddock/protocols/doors.h"

namespace paddock {
namespace {

/// Names in capitals stand for words without a name, as FILE does in the help.
bool positional(const DoorOption& option) {
  return option.name.find_first_of("abcdefghijklmnopqrstuvwxyz") == std::string_view::npos;
}

CLI::Option* add_values(CLI::App& app, const std::string& name, const DoorOption& option,
                        OptionValues& values) {
  CLI::Option* added = app.add_option_function<std::vector<std::string>>(
      name,
      [&values, key = std::string(option.name)](const std::vector<std::string>& given) {
        values.set(key, given);
      },
      std::string(option.about));
  added->type_name(std::string(option.value));
  // without extra ones, which would take the "--" before words that have no name
  if (option.count > 0) added->expected(option.count)->allow_extra_args(false);
  if (option.count > 1) added->delimiter(',');
  return added;
}

/// What is given goes into `values`, which must live as long as `app`.
void add_door_options(CLI::App& app, std::span<const DoorOption> options, OptionValues& values) {
  for (const DoorOption& option : options) {
    const std::string name = concat(positional(option) ? "" : "--", option.name);
    const auto set = [&values, key = std::string(option.name)] { values.set(key, {}); };
    CLI::Option* added = option.value.empty()
                             ? app.add_flag_callback(name, set, std::string(option.about))
                             : add_values(app, name, option, values);
    if (!option.environment.empty()) added->envname(std::string(option.environment));
  }
}

void add_page_options(CLI::App& app, ServeOptions& o) {
  app.add_option("--host", o.host,
                 "Address that every door listens on; beyond loopback a token is asked for");
  app.add_option("--port", o.port, "Port; the next free one when it is taken, 0 for any")
      ->check(CLI::Range(0, 65535));
  app.add_option("--token", o.token, "Token to ask for, in place of one that is drawn");
  app.add_option("--view-token", o.view_token, "Token for those who may only watch");
  app.add_option("--page", o.page, "Folder with the page, in place of the one built in")
      ->check(CLI::ExistingDirectory);
  app.add_option("--recordings", o.recordings, "Folder for recordings");
  app.add_option("--recordings-quota", o.recordings_quota,
                 "What that folder may hold, size and number of recordings, as 2GB,1000")
      ->expected(2)
      ->delimiter(',')
      ->transform(CLI::AsSizeValue(true));
  app.add_flag("--open", o.open, "Open the page in a browser");
  for (const DoorKind* door : all_doors()) add_door_options(app, door->server_options, o.doors);
}

/// Complains of a value that a door cannot take.
bool good_options(const ServeOptions& options) {
  for (const DoorKind* door : all_doors()) {
    if (door->check == nullptr) continue;
    const auto checked = door->check(options.doors);
    if (checked) continue;
    complain(checked.error().message);
    return false;
  }
  return true;
}

void add_door(CLI::App& verb, const DoorKind& door, int& code) {
  struct Given {
    ServeOptions page;
    OptionValues values;
  };
  const auto given = std::make_shared<Given>();
  CLI::App* own = verb.add_subcommand(std::string(door.name), std::string(door.about));
  add_page_options(*own, given->page);
  add_door_options(*own, door.options, given->values);
  own->callback([given, &door, &code] {
    code = good_options(given->page) ? serve_door(door, given->values, given->page) : kUsage;
  });
}

}  // namespace

void add_serve(CLI::App& app, int& code) {
  const auto o = std::make_shared<ServeOptions>();
  add_page_options(app, *o);
  app.add_flag("--only-web", o->only_web, "Open no door but the page's");
  app.callback([&app, o, &code] {
    if (app.get_subcommands().empty()) code = good_options(*o) ? serve(*o) : kUsage;
  });

  CLI::App* verb = app.add_subcommand("serve", "Open one door, with its page");
  verb->require_subcommand(1);
  for (const DoorKind* door : all_doors())
    if (door->plan != nullptr) add_door(*verb, *door, code);
}

}  // namespace paddock
