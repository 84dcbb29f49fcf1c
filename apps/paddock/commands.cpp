// Every verb on the command line but those that drive and serve.
#include "apps/paddock/commands.h"

#include <CLI/CLI.hpp>

#include "apps/paddock/verbs.h"

namespace paddock {
namespace {

void add_levels(CLI::App& app, int& code) {
  const auto o = std::make_shared<LevelsOptions>();
  CLI::App* verb = app.add_subcommand("levels", "List the levels");
  verb->add_flag("--json", o->json, "A JSON list in place of the table");
  verb->callback([o, &code] { code = list_levels(*o); });
}

void add_check(CLI::App& app, int& code) {
  const auto o = std::make_shared<CheckOptions>();
  CLI::App* verb = app.add_subcommand("check", "Say every mistake in level files");
  verb->add_option("FILE", o->files, "Level files or names")->required();
  verb->add_flag("--json", o->json, "A JSON list in place of lines");
  verb->callback([o, &code] { code = check_levels(*o); });
}

void add_generate(CLI::App& app, int& code) {
  const auto o = std::make_shared<GenerateOptions>();
  CLI::App* verb = app.add_subcommand(
      "generate", "Make a level file from a seed; without a kind, list the kinds");
  verb->add_option("KIND", o->kind, "oval, spline_track, slalom, maze, block_grid");
  verb->add_option("SETTINGS", o->settings, "name=value, as many as you like");
  verb->add_option("--seed", o->seed, "Seed");
  verb->add_option("-o,--output", o->output, "File to write (standard output when missing)");
  verb->callback([o, &code] { code = generate_level(*o); });
}

void add_import(CLI::App& app, int& code) {
  CLI::App* verb = app.add_subcommand(
      "import", "Make a level file from what another tool made; a bare file is a ROS map");
  verb->require_subcommand(0, 1);
  const auto add = [](CLI::App* kind, const char* name, const char* about, bool required) {
    auto o = std::make_shared<ImportOptions>();
    kind->add_option(name, o->map, about)->required(required);
    kind->add_option("-o,--output", o->output, "File to write (standard output when missing)");
    return o;
  };
  const auto bare = add(verb, "MAP", "The YAML file of a map of ROS map_server", false);
  CLI::App* ros_map = verb->add_subcommand("ros-map", "From a map of ROS map_server");
  const auto map = add(ros_map, "MAP", "The map's YAML file", true);
  CLI::App* opendrive = verb->add_subcommand(
      "opendrive", "From roads of OpenDRIVE; says what it left out (docs/opendrive.md)");
  const auto roads = add(opendrive, "FILE", "The .xodr file", true);
  ros_map->callback([map, &code] { code = import_map(*map); });
  opendrive->callback([roads, &code] { code = import_roads(*roads); });
  verb->callback([verb, bare, &code] {
    if (!verb->get_subcommands().empty()) return;
    if (bare->map.empty()) throw CLI::RequiredError("MAP");
    code = import_map(*bare);
  });
}

void add_shot(CLI::App& app, int& code) {
  const auto o = std::make_shared<ShotOptions>();
  CLI::App* verb = app.add_subcommand("shot", "Take a picture of a level");
  verb->add_option("LEVEL", o->level, "Name or file of the level")->required();
  verb->add_option("-o,--output", o->output, "PNG file to write")->required();
  verb->add_option("--view", o->view, "top (a map), whole, start, chase, driver or camera")
      ->check(CLI::IsMember({"top", "whole", "start", "chase", "driver", "camera"}));
  verb->add_option("--sensor", o->sensor, "colour, depth or semantic")
      ->check(CLI::IsMember({"colour", "depth", "semantic"}));
  verb->add_option("--width", o->width, "Pixels")->check(CLI::Range(64, 8192));
  verb->add_option("--height", o->height, "Pixels (as the view asks when missing)")
      ->check(CLI::Range(64, 8192));
  verb->add_option("--seed", o->seed, "Seed of the level's variables");
  verb->add_option("--set", o->set, kSetHelp);
  verb->add_option("--region", o->region, "Only this part of the map: x0 y0 x1 y1 in metres")
      ->expected(4);
  verb->add_option("--at", o->at, "A camera there: x y z yaw pitch in metres and degrees")
      ->expected(5);
  verb->add_option("--weather", o->weather, "A preset such as HardRainNoon, or none");
  verb->callback([o, &code] { code = take_shot(*o); });
}

void add_export(CLI::App& app, int& code) {
  const auto o = std::make_shared<ExportOptions>();
  CLI::App* verb = app.add_subcommand(
      "export", "Write a level as GLB, for browsers and modellers, or its roads as OpenDRIVE");
  verb->add_option("LEVEL", o->level, "Name or file of the level")->required();
  verb->add_option("-o,--output", o->output, "File to write, GLB or OpenDRIVE")->required();
  verb->add_option("--seed", o->seed, "Seed of the level's variables");
  verb->add_option("--set", o->set, kSetHelp);
  CLI::Option* vehicles =
      verb->add_flag("--vehicles", o->vehicles, "With the vehicles at the starts");
  verb->add_flag("--opendrive", o->opendrive, "Its roads alone, as an .xodr file")
      ->excludes(vehicles);
  verb->callback([o, &code] { code = export_level(*o); });
}

void add_sense(CLI::App& app, int& code) {
  const auto o = std::make_shared<SenseOptions>();
  CLI::App* verb =
      app.add_subcommand("sense", "Run a level under built-in drivers and write what sensors read");
  verb->add_option("LEVEL", o->level, "Name or file of the level")->required();
  verb->add_option("--sensor", o->sensors,
                   "Kind, place and figures, as \"lidar@front beams=720\"; as many as you like")
      ->allow_extra_args(false);
  verb->add_option("-o,--output", o->output,
                   "File to write: .npz, .csv (ranges and vectors), .png (pictures, numbered), or "
                   "a folder for pictures");
  verb->add_option("--rate", o->rate, "Readings in a simulated second, where a sensor says none")
      ->check(CLI::Range(0.0, 10'000.0));
  verb->add_option("--seconds", o->seconds, "Simulated time")->check(CLI::Range(0.001, 1e6));
  verb->add_option("--vehicle", o->vehicle, "Which carries them, from 1")->check(CLI::Range(1, 64));
  verb->add_option("--vehicles", o->vehicles, "How many start")->check(CLI::Range(1, 64));
  verb->add_option("--driver", o->driver,
                   "route (pure pursuit), gap, random, idle, or a policy file (.json)");
  verb->add_option("--seed", o->seed, "Seed of everything random");
  verb->add_option("--set", o->set, kSetHelp);
  verb->add_flag("--ideal", o->ideal, "Sensors without noise");
  verb->add_option("--speed", o->speed, "Times real time; 0, or max, for as fast as possible")
      ->transform(
          CLI::Transformer(std::map<std::string, std::string>{{"max", "0"}}).description(""))
      ->check(CLI::Range(0.0, 10'000.0));
  verb->add_flag("--list", o->list, "List the vehicle's sensors and the catalogue, and end");
  verb->add_flag("--json", o->json, "One JSON object in place of tables");
  verb->callback([o, &code] { code = o->list ? list_sensors(*o) : sense_level(*o); });
}

void add_replay(CLI::App& app, int& code) {
  const auto o = std::make_shared<ReplayOptions>();
  CLI::App* verb = app.add_subcommand("replay", "Play a recording again and compare every hash");
  verb->add_option("FILE", o->file, "Recording")->required();
  verb->add_option("--from", o->from, "Begin at so many seconds")->check(CLI::Range(0.0, 1e9));
  verb->add_flag("--json", o->json, "One JSON object in place of lines");
  verb->callback([o, &code] { code = replay_recording(*o); });
}

void add_train(CLI::App& app, int& code) {
  const auto o = std::make_shared<TrainOptions>();
  CLI::App* verb = app.add_subcommand("train", "Learn to drive a task and write the policy");
  verb->add_option("TASK", o->task, "blocks")->required()->check(CLI::IsMember({"blocks"}));
  verb->add_option("--out", o->out, "Policy file to write");
  verb->add_option("--seed", o->seed, "Seed of everything random");
  verb->add_option("--threads", o->threads, "Threads (all cores when missing)")
      ->check(CLI::Range(1, 256));
  verb->add_option("--minutes", o->minutes, "Stop after so many")->check(CLI::Range(0.0, 1e6));
  verb->add_option("--steps", o->steps, "Steps of all worlds together (16 million when missing)")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{1} << 40));
  verb->add_option("--curve", o->curve, "CSV file to write the learning curve to");
  CLI::Option* json = verb->add_flag("--json", o->json, "One JSON object in place of the table");
  CLI::Option* watch =
      verb->add_flag("--watch", o->watch,
                     "Show on the page how the newest policy drives, and the curve")
          ->excludes(json);
  verb->add_option("--port", o->page_port, "Of the page; the next free one when it is taken")
      ->check(CLI::Range(0, 65535))
      ->needs(watch);
  verb->callback([o, &code] { code = train_policy(*o); });
}

void add_bench(CLI::App& app, int& code) {
  const auto o = std::make_shared<BenchOptions>();
  CLI::App* verb =
      app.add_subcommand("bench", "Measure speed; without a name, list what can be measured");
  verb->add_option("NAME", o->name, "What to measure");
  verb->add_flag("--json", o->json, "One JSON object in place of the table");
  verb->callback([o, &code] { code = run_bench(*o); });
}

void add_golden(CLI::App& app, int& code) {
  const auto o = std::make_shared<GoldenOptions>();
  CLI::App* verb = app.add_subcommand("golden", "Compare all golden runs with the hashes kept");
  verb->add_flag("--update", o->update, "Write the file anew");
  verb->add_option("--threads", o->threads, "Runs side by side")->check(CLI::Range(1, 64));
  verb->add_option("--ticks", o->ticks, "Shorter runs, to look at")
      ->check(CLI::Range(1, 10'000'000));
  verb->callback([o, &code] { code = golden_runs(*o); });
}

void add_scores(CLI::App& app, int& code) {
  const auto o = std::make_shared<ScoresOptions>();
  CLI::App* verb =
      app.add_subcommand("scores", "Fly every controller along every ready-made path, and compare");
  verb->add_option("-o,--output", o->output, "Folder for path_scores.md; else it is printed")
      ->check(CLI::ExistingDirectory);
  verb->add_flag("--json", o->json, "One JSON object in place of the tables");
  verb->callback([o, &code] { code = make_scores(*o); });
}

void add_doctor(CLI::App& app, int& code) {
  const auto o = std::make_shared<DoctorOptions>();
  CLI::App* verb = app.add_subcommand("doctor", "Say what this machine has");
  verb->add_flag("--json", o->json, "One JSON object in place of the table");
  verb->callback([o, &code] { code = examine_machine(*o); });
}

}  // namespace

void add_other_verbs(CLI::App& app, int& code) {
  add_levels(app, code);
  add_check(app, code);
  add_generate(app, code);
  add_import(app, code);
  add_shot(app, code);
  add_export(app, code);
  add_sense(app, code);
  add_replay(app, code);
  add_train(app, code);
  add_bench(app, code);
  add_golden(app, code);
  add_scores(app, code);
  add_doctor(app, code);
}

}  // namespace paddock
