// paddock run and paddock grade on the command line: who drives, and how programs are started.
#include <CLI/CLI.hpp>

#include "apps/paddock/commands.h"
#include "apps/paddock/verbs.h"
#include "paddock/core/text.h"
#include "paddock/vehicles/vehicle.h"

namespace paddock {
namespace {

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

/// Programs in the place of built-in drivers.
void add_programs(CLI::App& verb, RunOptions& o) {
  CLI::Option* program = verb.add_option("--program", o.programs,
                                         "Python file of the robot-car course that drives; "
                                         "several files are several cars")
                             ->check(CLI::ExistingFile);
  verb.add_flag("--race", o.race, "Against the clock; it starts when all programs are there")
      ->needs(program);
  verb.add_flag("--start", o.start, "Press START as soon as the programs are connected")
      ->needs(program);
  verb.add_option("--press", o.press, "Press a button, as A@2s; as many as you like")
      ->needs(program);
  verb.add_option("--user", o.user, "Name for best times")->needs(program);
  verb.add_option("--ports", o.ports, "UDP ports of the course, async and sync; 0 for any")
      ->expected(2)
      ->check(CLI::Range(0, 65535))
      ->needs(program);
  add_program_options(verb, o.library, o.python, o.senses, program);
}

/// Beside the page, or at what pace.
void add_pace(CLI::App& verb, RunOptions& o) {
  CLI::Option* headless = verb.add_flag_callback(
      "--headless", [] {}, "Without a page, as fast as possible: as it is unless you say --watch");
  CLI::Option* json = verb.add_flag("--json", o.json, "One JSON object in place of the table");
  CLI::Option* watch =
      verb.add_flag(
              "--watch", o.watch,
              "Beside the page, in real time, until Ctrl-C, or until --ticks or --laps are done")
          ->excludes(headless)
          ->excludes(json);
  verb.add_option("--port", o.page_port, "Of the page; the next free one when it is taken")
      ->check(CLI::Range(0, 65535))
      ->needs(watch);
  verb.add_option("--speed", o.speed,
                  "Times real time; 0, or max, for as fast as possible, which is so without a page")
      ->transform(
          CLI::Transformer(std::map<std::string, std::string>{{"max", "0"}}).description(""))
      ->check(CLI::Range(0.0, 10000.0));
}

CLI::Validator isolation_names() {
  return CLI::Validator(
      [](const std::string& name) -> std::string {
        if (name == "auto" || name == "bubblewrap" || name == "ports") return {};
        if (name == "namespace")
          return "namespace has become bubblewrap, which keeps more than the network apart: say "
                 "bubblewrap, or auto";
        return "must be auto, bubblewrap or ports, got " + name;
      },
      "auto|bubblewrap|ports");
}

}  // namespace

void add_run(CLI::App& app, int& code) {
  const auto o = std::make_shared<RunOptions>();
  CLI::App* verb = app.add_subcommand(
      "run", "Run a level under built-in drivers, or programs of the robot-car course");
  verb->add_option("LEVEL", o->level, "Name or file of the level")->required();
  verb->add_option("--ticks", o->ticks, "Stop after so many ticks (10000 unless --laps is given)")
      ->check(CLI::Range(1, 100'000'000));
  verb->add_option("--laps", o->laps, "Stop when every vehicle has done so many laps")
      ->check(CLI::Range(1, 100'000));
  verb->add_option("--seed", o->seed, "Seed of everything random");
  verb->add_option("--set", o->set,
                   "A variable of the level or a parameter of its run, name=value; as many as you "
                   "like");
  verb->add_option("--params", o->params, "YAML file of such names and values")
      ->check(CLI::ExistingFile);
  verb->add_option("--path", o->path,
                   "For the driver path: figure_eight, spiral, star, square, random:SEED, or "
                   "waypoints as \"1,2 3.5,2\"");
  verb->add_flag("--original", o->original,
                 "As the program behaved that the level is modelled on, defects and all");
  verb->add_option("--vehicle", o->vehicle, concat(list_kinds(), ", in place of the level's own"));
  verb->add_option("--vehicles", o->vehicles, "How many start")->check(CLI::Range(1, 64));
  verb->add_option("--record", o->record, "File to write the run to; see paddock replay");
  verb->add_option("--driver", o->driver,
                   "route (pure pursuit), path, gap, random, idle, or a policy file (.json)");
  add_pace(*verb, *o);
  add_programs(*verb, *o);
  verb->callback([o, &code] { code = o->programs.empty() ? run_level(*o) : run_program(*o); });
}

namespace {

void add_own(CLI::App& app, int& code, bool flies) {
  const auto o = std::make_shared<FlyOptions>();
  o->flies = flies, o->level = flies ? "simplesim" : "oval";
  CLI::App* verb = app.add_subcommand(
      flies ? "fly" : "drive",
      flies ? "Fly a quadrotor by a controller of your own, in Python, beside the page"
            : "Drive a car by a controller of your own, in Python, beside the page");
  verb->add_option("CONTROLLER", o->file, "Python file with control(view); read again when saved")
      ->required()
      ->check(CLI::ExistingFile);
  verb->add_option("--level", o->level, "Name or file of the level")->capture_default_str();
  verb->add_option("--vehicle", o->vehicle, "In place of the level's own");
  verb->add_option("--path", o->path,
                   "figure_eight, spiral, star, square, random:SEED, or waypoints as "
                   "\"1,2 3.5,2\"; else the level's route");
  verb->add_option("--set", o->set,
                   "A variable of the level or a parameter of its run, name=value; as many as you "
                   "like");
  verb->add_option("--params", o->params, "YAML file of such names and values")
      ->check(CLI::ExistingFile);
  verb->add_option("--seed", o->seed, "Seed of everything random");
  verb->add_option("--python", o->python, "Interpreter");
  CLI::Option* headless =
      verb->add_flag("--headless", o->headless, "Without a page, as fast as it answers");
  verb->add_option("--ticks", o->ticks, "Stop after so many ticks (a minute of them if missing)")
      ->check(CLI::Range(1, 100'000'000))
      ->needs(headless);
  verb->add_flag("--json", o->json, "One JSON object in place of the table")->needs(headless);
  verb->add_option("--port", o->page_port, "Of the page; the next free one when it is taken")
      ->check(CLI::Range(0, 65535))
      ->excludes(headless);
  verb->add_option(
          "--speed", o->speed,
          "Times real time; 0, or max, for as fast as possible, which is so without a page")
      ->transform(
          CLI::Transformer(std::map<std::string, std::string>{{"max", "0"}}).description(""))
      ->check(CLI::Range(0.0, 10000.0));
  verb->callback([o, &code] { code = fly_controller(*o); });
}

}  // namespace

void add_own(CLI::App& app, int& code) {
  add_own(app, code, true);
  add_own(app, code, false);
}

void add_grade(CLI::App& app, int& code) {
  const auto o = std::make_shared<GradeOptions>();
  CLI::App* verb = app.add_subcommand(
      "grade", "Grade programs of the robot-car course; status 0 when all have full points");
  verb->add_option("LAB", o->lab, "Name of the lab, as lab1, or file of its trials")->required();
  verb->add_option("--program", o->programs,
                   "Python file, or a folder of them or of students' folders; several are graded "
                   "one by one")
      ->required();
  verb->add_option("--jobs", o->jobs, "Programs at once")->check(CLI::Range(1, 64));
  verb->add_option("--seed", o->seed, "Seed of everything random");
  verb->add_option("--trial", o->trial, "Only this trial, from 1")->check(CLI::Range(1, 1000));
  verb->add_option("--timeout", o->timeout,
                   "Seconds in which a program must connect, and an update end; while the machine "
                   "is too busy to run it they do not count")
      ->check(CLI::Range(0.5, 1e6));
  verb->add_option("--memory", o->memory, "Megabytes, for all processes of a program")
      ->check(CLI::Range(64, 1 << 20));
  verb->add_option("--processes", o->processes, "Processes and threads of a program at once")
      ->check(CLI::Range(1, 100'000));
  verb->add_option("--disk", o->disk, "Megabytes that a program may write, to each place")
      ->check(CLI::Range(1, 1 << 20));
  verb->add_option("--record", o->record, "Folder to write a recording of each trial to");
  verb->add_option("--report", o->report,
                   "Folder to write a page on all programs to, with grades.csv and, unless "
                   "--record says otherwise, the recordings");
  verb->add_option("--user", o->user, "Name in the score code");
  verb->add_option("--isolation", o->isolation,
                   "How programs are kept apart: bubblewrap (files, network, processes and memory "
                   "of their own), ports (limits alone, and free ports to which they are led), or "
                   "auto (the first where it can run)")
      ->check(isolation_names());
  verb->add_flag("--json", o->json, "One JSON object in place of the table");
  add_program_options(*verb, o->library, o->python, o->senses, nullptr);
  verb->callback([o, &code] { code = grade_programs(*o); });
}

}  // namespace paddock
