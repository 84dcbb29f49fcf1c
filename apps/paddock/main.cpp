// The command line: flags into options, then one verb. CLI11 and spdlog stay in this file.
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <CLI/CLI.hpp>

#include "apps/paddock/print.h"
#include "apps/paddock/verbs.h"
#include "paddock/core/log.h"
#include "paddock/core/suggest.h"
#include "paddock/core/text.h"

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

constexpr const char* kSetHelp = "A variable of the level, name=value; as many as you like";

/// How programs of the robot-car course are started and what they see.
void add_program_options(CLI::App& verb, std::string& library, std::string& python,
                         SensesOptions& senses, CLI::Option* program) {
  for (CLI::Option* option :
       {verb.add_option("--library", library, "Folder of racecar_core, in place of our own"),
        verb.add_option("--python", python, "Interpreter"),
        verb.add_flag("--ideal", senses.ideal, "Sensors without noise"),
        verb.add_flag("--hide-cars", senses.hide_cars, "Other cars are not in the colour picture"),
        verb.add_option("--depth", senses.depth, "Detail of the depth picture: low, moderate, high")
            ->check(CLI::IsMember({"low", "moderate", "high"}))})
    if (program != nullptr) option->needs(program);
}

void add_run(CLI::App& app, RunOptions& o, int& code) {
  CLI::App* verb = app.add_subcommand(
      "run", "Run a level under built-in drivers, or programs of the robot-car course");
  verb->add_option("LEVEL", o.level, "Name or file of the level")->required();
  CLI::Option* headless = verb->add_flag_callback(
      "--headless", [] {}, "Without a page, as fast as possible: as it is unless you say --watch");
  verb->add_option("--ticks", o.ticks, "Stop after so many ticks (10000 unless --laps is given)")
      ->check(CLI::Range(1, 100'000'000));
  verb->add_option("--laps", o.laps, "Stop when every vehicle has done so many laps")
      ->check(CLI::Range(1, 100'000));
  verb->add_option("--seed", o.seed, "Seed of everything random");
  verb->add_option("--set", o.set, kSetHelp);
  verb->add_option("--vehicle", o.vehicle,
                   "racecar, rover, neato, quad2d, sedan or robotcar, in place of the level's own");
  verb->add_option("--vehicles", o.vehicles, "How many start")->check(CLI::Range(1, 64));
  verb->add_option("--record", o.record, "File to write the run to; see paddock replay");
  verb->add_option("--driver", o.driver,
                   "route (pure pursuit), gap, random, idle, or a policy file (.json)");
  CLI::Option* json = verb->add_flag("--json", o.json, "One JSON object in place of the table");
  CLI::Option* watch =
      verb->add_flag(
              "--watch", o.watch,
              "Beside the page, in real time, until Ctrl-C, or until --ticks or --laps are done")
          ->excludes(headless)
          ->excludes(json);
  verb->add_option("--port", o.page_port, "Of the page; the next free one when it is taken")
      ->check(CLI::Range(0, 65535))
      ->needs(watch);
  verb->add_option(
          "--speed", o.speed,
          "Times real time; 0, or max, for as fast as possible, which is so without a page")
      ->transform(
          CLI::Transformer(std::map<std::string, std::string>{{"max", "0"}}).description(""))
      ->check(CLI::Range(0.0, 10000.0));
  CLI::Option* program = verb->add_option("--program", o.programs,
                                          "Python file of the robot-car course that drives; "
                                          "several files are several cars")
                             ->check(CLI::ExistingFile);
  verb->add_flag("--race", o.race, "Against the clock; it starts when all programs are there")
      ->needs(program);
  verb->add_flag("--start", o.start, "Press START as soon as the programs are connected")
      ->needs(program);
  verb->add_option("--press", o.press, "Press a button, as A@2s; as many as you like")
      ->needs(program);
  verb->add_option("--user", o.user, "Name for best times")->needs(program);
  verb->add_option("--ports", o.ports, "UDP ports of the course, async and sync; 0 for any")
      ->expected(2)
      ->check(CLI::Range(0, 65535))
      ->needs(program);
  add_program_options(*verb, o.library, o.python, o.senses, program);
  verb->callback([&] { code = o.programs.empty() ? run_level(o) : run_program(o); });
}

void add_grade(CLI::App& app, GradeOptions& o, int& code) {
  CLI::App* verb = app.add_subcommand(
      "grade", "Grade programs of the robot-car course; status 0 when all have full points");
  verb->add_option("LAB", o.lab, "Name of the lab, as lab1, or file of its trials")->required();
  verb->add_option("--program", o.programs,
                   "Python file, or a folder of them or of students' folders; several are graded "
                   "one by one")
      ->required();
  verb->add_option("--jobs", o.jobs, "Programs at once")->check(CLI::Range(1, 64));
  verb->add_option("--seed", o.seed, "Seed of everything random");
  verb->add_option("--trial", o.trial, "Only this trial, from 1")->check(CLI::Range(1, 1000));
  verb->add_option("--timeout", o.timeout,
                   "Seconds in which a program must connect, and an update end")
      ->check(CLI::Range(0.5, 1e6));
  verb->add_option("--record", o.record, "Folder to write a recording of each trial to");
  verb->add_option("--user", o.user, "Name in the score code");
  verb->add_option("--isolation", o.isolation,
                   "How every program has the course's ports to itself: namespace (of the "
                   "network), ports (others, to which it is led), or auto")
      ->check(CLI::IsMember({"auto", "namespace", "ports"}));
  verb->add_flag("--json", o.json, "One JSON object in place of the table");
  add_program_options(*verb, o.library, o.python, o.senses, nullptr);
  verb->callback([&] { code = grade_programs(o); });
}

void add_page_options(CLI::App& app, ServeOptions& o) {
  app.add_option("--host", o.host, "Address to listen on; beyond loopback a token is asked for");
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
  app.add_option("--racecar-ports", o.racecar_ports,
                 "UDP ports for programs of the robot-car course, async and sync; 0 for any")
      ->expected(2)
      ->delimiter(',')
      ->check(CLI::Range(0, 65535))
      ->envname("PADDOCK_RACECAR_PORTS");
}

void add_serve(CLI::App& app, ServeOptions& o, EesPeesOptions& e, int& code) {
  add_page_options(app, o);
  app.add_flag("--only-web", o.only_web, "Open no door but the page's");

  CLI::App* verb = app.add_subcommand("serve", "Open one door, with its page");
  verb->require_subcommand(1);
  CLI::App* door = verb->add_subcommand(
      "ees-pees", "In Webots' place for the EES-PEES backend and controller; ends with CLOSE");
  add_page_options(*door, e.page);
  door->add_option("--backend", e.backend, "Where the backend listens, host:port");
  door->add_option("--controller", e.controllers,
                   "Where an external controller listens, host:port; one a robot");
  door->add_option("--level", e.level, "training_env, or another that is driven without a backend");
  door->add_option("--pace", e.pace, "Of RUN and FAST, times real time; 0: as fast as answers come")
      ->check(CLI::Range(0.0, 10000.0));
  door->add_option("--wire", e.wire,
                   "actual, as the programs do it, or readme, as their description prints it")
      ->check(CLI::IsMember({"actual", "readme"}));
  door->add_flag("--solvable", e.solvable, "Only worlds whose target can be reached");
  door->add_flag("--true-ranges", e.true_ranges, "Lidar distances as they are, not as rendered");
  door->add_flag("--noise", e.noise, "Seeded noise on lidar, GPS and compass");
  door->add_option("--webots", e.webots, "Process id of the webots launcher, which writes this");
  door->add_option("WEBOTS", e.webots_arguments, "What the webots launcher was called with")
      ->needs("--webots");
  door->add_option("--launcher", e.launcher, "Write a webots launcher into this folder and end")
      ->check(CLI::ExistingDirectory);
  door->callback([&] { code = serve_ees_pees(e); });
}

void add_replay(CLI::App& app, ReplayOptions& o, int& code) {
  CLI::App* verb = app.add_subcommand("replay", "Play a recording again and compare every hash");
  verb->add_option("FILE", o.file, "Recording")->required();
  verb->add_option("--from", o.from, "Begin at so many seconds")->check(CLI::Range(0.0, 1e9));
  verb->add_flag("--json", o.json, "One JSON object in place of lines");
  verb->callback([&] { code = replay_recording(o); });
}

void add_generate(CLI::App& app, GenerateOptions& g, ImportOptions& i, int& code) {
  CLI::App* generate = app.add_subcommand(
      "generate", "Make a level file from a seed; without a kind, list the kinds");
  generate->add_option("KIND", g.kind, "oval, spline_track, slalom, maze, block_grid");
  generate->add_option("SETTINGS", g.settings, "name=value, as many as you like");
  generate->add_option("--seed", g.seed, "Seed");
  generate->add_option("-o,--output", g.output, "File to write (standard output when missing)");
  generate->callback([&] { code = generate_level(g); });

  CLI::App* map = app.add_subcommand("import", "Make a level file from a ROS map_server map");
  map->add_option("MAP", i.map, "The map's YAML file")->required();
  map->add_option("-o,--output", i.output, "File to write (standard output when missing)");
  map->callback([&] { code = import_map(i); });
}

void add_shot(CLI::App& app, ShotOptions& o, int& code) {
  CLI::App* verb = app.add_subcommand("shot", "Take a picture of a level");
  verb->add_option("LEVEL", o.level, "Name or file of the level")->required();
  verb->add_option("-o,--output", o.output, "PNG file to write")->required();
  verb->add_option("--view", o.view, "top (a map), whole, start, chase, driver or camera")
      ->check(CLI::IsMember({"top", "whole", "start", "chase", "driver", "camera"}));
  verb->add_option("--sensor", o.sensor, "colour, depth or semantic")
      ->check(CLI::IsMember({"colour", "depth", "semantic"}));
  verb->add_option("--width", o.width, "Pixels")->check(CLI::Range(64, 8192));
  verb->add_option("--height", o.height, "Pixels (as the view asks when missing)")
      ->check(CLI::Range(64, 8192));
  verb->add_option("--seed", o.seed, "Seed of the level's variables");
  verb->add_option("--set", o.set, kSetHelp);
  verb->add_option("--region", o.region, "Only this part of the map: x0 y0 x1 y1 in metres")
      ->expected(4);
  verb->callback([&] { code = take_shot(o); });
}

void add_export(CLI::App& app, ExportOptions& o, int& code) {
  CLI::App* verb = app.add_subcommand("export", "Write a level as GLB, for browsers and modellers");
  verb->add_option("LEVEL", o.level, "Name or file of the level")->required();
  verb->add_option("-o,--output", o.output, "GLB file to write")->required();
  verb->add_option("--seed", o.seed, "Seed of the level's variables");
  verb->add_option("--set", o.set, kSetHelp);
  verb->add_flag("--vehicles", o.vehicles, "With the vehicles at the starts");
  verb->callback([&] { code = export_level(o); });
}

void add_train(CLI::App& app, TrainOptions& o, int& code) {
  CLI::App* verb = app.add_subcommand("train", "Learn to drive a task and write the policy");
  verb->add_option("TASK", o.task, "blocks")->required()->check(CLI::IsMember({"blocks"}));
  verb->add_option("--out", o.out, "Policy file to write");
  verb->add_option("--seed", o.seed, "Seed of everything random");
  verb->add_option("--threads", o.threads, "Threads (all cores when missing)")
      ->check(CLI::Range(1, 256));
  verb->add_option("--minutes", o.minutes, "Stop after so many")->check(CLI::Range(0.0, 1e6));
  verb->add_option("--steps", o.steps, "Steps of all worlds together (16 million when missing)")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1} << 40));
  verb->add_option("--curve", o.curve, "CSV file to write the learning curve to");
  CLI::Option* json = verb->add_flag("--json", o.json, "One JSON object in place of the table");
  CLI::Option* watch =
      verb->add_flag("--watch", o.watch,
                     "Show on the page how the newest policy drives, and the curve")
          ->excludes(json);
  verb->add_option("--port", o.page_port, "Of the page; the next free one when it is taken")
      ->check(CLI::Range(0, 65535))
      ->needs(watch);
  verb->callback([&] { code = train_policy(o); });
}

void add_small_verbs(CLI::App& app, LevelsOptions& levels, CheckOptions& check, BenchOptions& bench,
                     GoldenOptions& golden, DoctorOptions& doctor, int& code) {
  CLI::App* verb = app.add_subcommand("levels", "List the levels");
  verb->add_flag("--json", levels.json, "A JSON list in place of the table");
  verb->callback([&] { code = list_levels(levels); });

  verb = app.add_subcommand("check", "Say every mistake in level files");
  verb->add_option("FILE", check.files, "Level files or names")->required();
  verb->add_flag("--json", check.json, "A JSON list in place of lines");
  verb->callback([&] { code = check_levels(check); });

  verb = app.add_subcommand("bench", "Measure speed; without a name, list what can be measured");
  verb->add_option("NAME", bench.name, "What to measure");
  verb->add_flag("--json", bench.json, "One JSON object in place of the table");
  verb->callback([&] { code = run_bench(bench); });

  verb = app.add_subcommand("golden", "Compare all golden runs with the hashes kept");
  verb->add_flag("--update", golden.update, "Write the file anew");
  verb->add_option("--threads", golden.threads, "Runs side by side")->check(CLI::Range(1, 64));
  verb->add_option("--ticks", golden.ticks, "Shorter runs, to look at")
      ->check(CLI::Range(1, 10'000'000));
  verb->callback([&] { code = golden_runs(golden); });

  verb = app.add_subcommand("doctor", "Say what this machine has");
  verb->add_flag("--json", doctor.json, "One JSON object in place of the table");
  verb->callback([&] { code = examine_machine(doctor); });
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
  ServeOptions serve_options;
  EesPeesOptions ees_pees;
  RunOptions run;
  GradeOptions grade;
  ReplayOptions replay;
  GenerateOptions generate;
  ImportOptions map;
  ShotOptions shot;
  ExportOptions exports;
  LevelsOptions levels;
  CheckOptions check;
  BenchOptions bench;
  GoldenOptions golden;
  DoctorOptions doctor;
  TrainOptions train;
  add_small_verbs(app, levels, check, bench, golden, doctor, code);
  add_serve(app, serve_options, ees_pees, code);
  add_run(app, run, code);
  add_grade(app, grade, code);
  add_replay(app, replay, code);
  add_generate(app, generate, map, code);
  add_shot(app, shot, code);
  add_export(app, exports, code);
  add_train(app, train, code);
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
  return app.get_subcommands().empty() ? serve(serve_options) : code;
}
