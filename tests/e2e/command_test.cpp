// The command as scripts see it: exit codes, JSON, messages.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>

#include "paddock/core/text.h"
#include "paddock/io/file.h"
#include "paddock/io/json.h"
#include "paddock/io/png.h"
#include "paddock/protocols/doors.h"
#include "tests/support/commands.h"

namespace paddock {
namespace {

TEST(Command, HelpIsThereForEveryVerb) {
  for (const char* verb :
       {"", "run", "fly", "drive", "scores", "grade", "levels", "check", "generate", "import",
        "bench", "golden", "doctor", "shot", "export", "replay", "sense", "train", "serve"}) {
    const Outcome outcome = call(std::string(verb) + " --help");
    EXPECT_EQ(outcome.code, 0) << verb;
    EXPECT_NE(outcome.out.find("--help"), std::string::npos) << verb;
  }
}

TEST(Command, LevelsListsAtLeastEightWithNameCollectionTitleAndPhysics) {
  const Json levels = json_from("levels --json");

  EXPECT_GE(levels.items().size(), 8u);
  for (const Json& level : levels.items())
    for (const char* key : {"name", "collection", "title", "physics"})
      EXPECT_FALSE(text_at(level, key).empty()) << key;
}

TEST(Command, RunGivesTheSameHashForTheSameSeedAndAnotherForAnother) {
  const Json levels = json_from("levels --json");
  const std::string level = text_at(levels.items()[0], "name");
  const auto hash = [&](const std::string& seed) {
    return text_at(
        json_from("run " + level + " --headless --driver random --ticks 500 --json --seed " + seed),
        "hash");
  };

  EXPECT_EQ(hash("5"), hash("5"));
  EXPECT_NE(hash("5"), hash("6"));
}

TEST(Command, EveryControllerFliesEveryReadyMadePathAndRegulatedPursuitIsCloserAtCorners) {
  const Json scores = json_from("scores --json");

  EXPECT_EQ(scores.find("flights")->items().size(), 90u);
  for (const Json& flight : scores.find("flights")->items()) {
    EXPECT_TRUE(flight.find("arrived")->truth()) << to_text(flight, 0);
    EXPECT_LT(flight.find("mean_error_m")->number(), 0.5) << to_text(flight, 0);
  }
  const auto& corners = scores.find("corners")->items();
  ASSERT_EQ(corners.size(), 24u);
  for (std::size_t i = 0; i < corners.size(); i += 2) {
    if (text_at(corners[i], "path") == "2.0") continue;  // not tight
    for (const char* figure : {"mean_error_m", "largest_error_m"})
      EXPECT_LT(corners[i + 1].find(figure)->number(), corners[i].find(figure)->number())
          << to_text(corners[i], 0);
  }
}

TEST(Command, RunTakesParametersByNameAndFromYamlAndRefusesOthers) {
  const std::string file = testing::TempDir() + "gains.yaml";
  std::ofstream(file) << "controller_node:\n  ros__parameters:\n    kp_position: 3.0\n"
                         "    use_pure_pursuit: false\n    controller: pid\n";
  const std::string run = "run simplesim --path 5,2.4 --ticks 600 --json ";
  const auto hash = [&](const std::string& more) { return text_at(json_from(run + more), "hash"); };

  EXPECT_EQ(hash("--params " + file),
            hash("--set kp_position=3 --set use_pure_pursuit=false --set driver.0.controller=pid"));
  EXPECT_NE(hash("--params " + file), hash(""));
  EXPECT_NE(hash("--original"), hash(""));
  EXPECT_NE(call(run + "--set kp_position=99 2>&1").out.find("must be from 0 to 20, got 99"),
            std::string::npos);
  EXPECT_NE(call(run + "--set kp_positon=2 2>&1").out.find("no parameter, \"kp_positon\""),
            std::string::npos);
  EXPECT_NE(call("run simplesim --path pretzel 2>&1").out.find("--path takes figure_eight"),
            std::string::npos);
}

TEST(Command, RunBeginsWhereAndAtThePaceThatItsSettingsSay) {
  const std::string file = testing::TempDir() + "begin.yaml";
  std::ofstream(file) << "/**:\n  ros__parameters:\n    initial_position: [-4.0, 1.5]\n"
                         "    real_time_factor: 100.0\n";
  const std::string run = "run simplesim --set wind_intensity=0 --ticks 30 --json ";
  const auto at = [&](const std::string& more) {
    const Json vehicles = *json_from(run + more).find("vehicles");
    return std::pair{vehicles.items()[0].find("x")->number(),
                     vehicles.items()[0].find("y")->number()};
  };

  EXPECT_EQ(at("--set initial_position=-4,1.5"), std::pair(-4.0, 1.5));
  EXPECT_EQ(at("--params " + file), std::pair(-4.0, 1.5));
  for (const auto& [wrong, words] :
       {std::pair{"initial_position=3", "initial_position must be two numbers, x,y, got \"3\""},
        {"initial_position=1e9,0", "a vehicle must be put within"},
        {"real_time_factor=-1", "real_time_factor must be from 0 to 10000, got \"-1\""},
        {"paused=2", "paused must be true or false, got \"2\""},
        {"paused=true", "paused is for runs beside the page"}})
    EXPECT_NE(call(concat(run, "--set ", wrong, " 2>&1")).out.find(words), std::string::npos)
        << wrong;
}

TEST(Command, RunAtAPaceTakesItsTimeAndEndsInTheSameState) {
  const auto began = std::chrono::steady_clock::now();
  const Json paced = json_from("run oval --speed 4 --ticks 40 --json");
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - began;

  EXPECT_EQ(text_at(paced, "hash"), text_at(json_from("run oval --ticks 40 --json"), "hash"));
  EXPECT_GE(wall.count(), 0.1);  // 0.4 s simulated; no machine is slow enough to be early
}

/// What a run says that Ctrl-C ends as soon as its recording is there, and its status.
Outcome interrupt_run(const std::string& arguments, const std::string& recording) {
  return run_script(concat(PADDOCK_BINARY, " run ", arguments, " --record ", recording,
                           " & run=$!; until [ -e ", recording,
                           " ] || ! kill -0 $run; do :; done; kill -INT $run; wait $run"));
}

TEST(Command, ARunThatIsInterruptedSaysHowFarItCame) {
  const std::string file = scratch_file("interrupted.paddock");

  const Outcome broken_off = interrupt_run("oval --laps 1000 --speed 1", file);

  EXPECT_EQ(broken_off.code, 130);
  EXPECT_NE(broken_off.out.find("VEHICLE"), std::string::npos) << broken_off.out;
  EXPECT_NE(broken_off.out.find("simulated in"), std::string::npos) << broken_off.out;
  EXPECT_EQ(call("replay " + file + " >/dev/null").code, 0);  // what there is of it is whole
  std::filesystem::remove(file);
}

TEST(Command, WatchedRunNeedsNoProgramAndEndsWhenItsTicksOrLapsAreDone) {
  const std::string file = scratch_file("watched.paddock");
  const Json alone = json_from("run oval --ticks 333 --json");

  const Outcome ticks = call("run oval --watch --port 0 --speed max --ticks 333 --record " + file);
  const Outcome laps = call("run oval --watch --port 0 --speed max --laps 1");

  EXPECT_EQ(ticks.code, 0);
  EXPECT_NE(ticks.out.find("http://127.0.0.1:"), std::string::npos) << ticks.out;
  EXPECT_NE(ticks.out.find("hash " + text_at(alone, "hash")), std::string::npos) << ticks.out;
  EXPECT_EQ(text_at(json_from("replay " + file + " --json"), "hash"), text_at(alone, "hash"));
  EXPECT_EQ(laps.code, 0);
  EXPECT_NE(laps.out.find("racecar  1 "), std::string::npos) << laps.out;
  std::filesystem::remove(file);
}

TEST(Command, ARecordedRunPlaysAgainWithTheSameHash) {
  const std::string file = scratch_file("run.paddock");
  const Json run = json_from("run oval --vehicles 4 --ticks 2500 --json --record " + file);

  const Json replay = json_from("replay " + file + " --json");
  const Json later = json_from("replay " + file + " --json --from 17");

  EXPECT_EQ(text_at(replay, "hash"), text_at(run, "hash"));
  EXPECT_EQ(text_at(later, "hash"), text_at(run, "hash"));
  EXPECT_TRUE(replay.find("exact")->truth());
  EXPECT_EQ(replay.find("hashes_compared")->integer(), 25);
  EXPECT_EQ(call("run oval --ticks 10 --record " + file + " 2>/dev/null").code, 1);  // it exists
  EXPECT_EQ(call("replay /no/such/file 2>/dev/null").code, 1);
  std::filesystem::remove(file);
}

TEST(Command, TrainWritesAPolicyThatDrives) {
  const std::string policy = scratch_file("policy.json"), curve = scratch_file("curve.csv");
  const Json trained =
      json_from("train blocks --steps 60000 --json --out " + policy + " --curve " + curve);
  const Json run = json_from("run training_env --ticks 100 --json --driver " + policy);

  EXPECT_EQ(trained.find("levels")->integer(), 500);
  EXPECT_EQ(trained.find("steps")->integer(), 65536);  // a round is not cut
  EXPECT_TRUE(read_file(curve).value().starts_with("steps,seconds,solved,touched,late\n65536,"));
  EXPECT_EQ(text_at(run, "driver"), policy);
  EXPECT_NE(call("run oval --ticks 10 --driver " + policy + " 2>/dev/null").code, 0);
  EXPECT_EQ(call("train blocks --steps 1 --out /no/such/folder/p.json 2>/dev/null").code, 1);
  EXPECT_EQ(call("train chess 2>/dev/null").code, 2);
  std::filesystem::remove(policy), std::filesystem::remove(curve);
}

TEST(Command, EverySimdTargetGivesTheSameHash) {
  const auto hash = [&](const std::string& target) {
    setenv("PADDOCK_SIMD", target.c_str(), 1);
    const Json run = json_from("run training_env --driver random --ticks 2000 --json");
    unsetenv("PADDOCK_SIMD");
    return text_at(run, "hash");
  };

  const std::string scalar = hash("scalar");
  for (const char* target : {"v2", "v3", "v4"}) EXPECT_EQ(hash(target), scalar) << target;
}

TEST(Command, GeneratedLevelsPassTheCheckAndCanBeDrawn) {
  for (const char* kind : {"oval", "spline_track", "slalom", "maze", "block_grid"}) {
    const std::string level = scratch_file(std::string(kind) + ".toml"),
                      picture = scratch_file(std::string(kind) + ".png");
    EXPECT_EQ(call(std::string("generate ") + kind + " --seed 3 -o " + level).code, 0) << kind;
    EXPECT_EQ(call("check " + level).code, 0) << kind;
    EXPECT_EQ(call("shot " + level + " --width 320 -o " + picture).code, 0) << kind;
    const auto image = read_png(picture);
    ASSERT_TRUE(image) << kind;
    EXPECT_EQ(image->width, 320);
    std::filesystem::remove(level);
    std::filesystem::remove(picture);
  }
}

TEST(Command, PicturesAreTakenFromEveryViewAndWithEverySensor) {
  const std::string picture = scratch_file("view.png");
  for (const char* view : {"whole", "chase", "driver", "camera"}) {
    for (const char* sensor : {"colour", "depth", "semantic"}) {
      const std::string how = concat("--view ", view, " --sensor ", sensor);
      EXPECT_EQ(call("shot training_env --width 160 --height 90 " + how + " -o " + picture).code, 0)
          << how;
      const auto image = read_png(picture);
      ASSERT_TRUE(image) << how;
      EXPECT_EQ(image->width, 160);
      EXPECT_EQ(image->height, 90);
      // a picture of something: not one colour all over
      EXPECT_NE(std::count(image->pixels.begin(), image->pixels.end(), image->pixels[0]),
                std::ssize(image->pixels))
          << how;
    }
  }
  std::filesystem::remove(picture);
}

TEST(Command, ExportWritesTheSameGlbEveryTime) {
  const std::string first = scratch_file("1.glb"), second = scratch_file("2.glb");
  EXPECT_EQ(call("export training_env --vehicles -o " + first).code, 0);
  EXPECT_EQ(call("export training_env --vehicles -o " + second).code, 0);

  const std::string bytes = read_file(first).value();
  EXPECT_EQ(bytes.substr(0, 4), "glTF");
  EXPECT_NE(bytes.find("vehicle-1-body"), std::string::npos);
  EXPECT_EQ(bytes, read_file(second).value());
  std::filesystem::remove(first);
  std::filesystem::remove(second);
}

TEST(Command, RoadsOfOpenDriveBecomeALevelThatRunsAndAreWrittenAgain) {
  const std::string level = scratch_file("roads.toml"), roads = scratch_file("roads.xodr");
  const std::string files = concat(PADDOCK_SOURCE_DIR, "/tests/fuzz/corpus/opendrive/");

  const Outcome import = call("import opendrive " + files + "left_out.xodr -o " + level + " 2>&1");
  EXPECT_EQ(import.code, 0) << import.out;
  EXPECT_NE(import.out.find("<object> type \"tree\": 2 times, first in line 44\n"),
            std::string::npos)
      << import.out;

  EXPECT_EQ(call("import opendrive " + files + "junction.xodr -o " + level).code, 0);
  EXPECT_EQ(call("check " + level).code, 0);
  EXPECT_EQ(
      json_from("run " + level + " --driver random --ticks 200 --json").find("ticks")->number(),
      200);
  EXPECT_EQ(call("export " + level + " --opendrive -o " + roads).code, 0);
  EXPECT_EQ(call("import opendrive " + roads + " -o " + level).code, 0);
  EXPECT_EQ(call("export maze --opendrive -o " + roads + " 2>&1").code, 1);
  std::filesystem::remove(level);
  std::filesystem::remove(roads);
}

TEST(Command, ImportTakesAKindOrABareMapAndSaysWhatIsWrongWithEither) {
  const std::string level = scratch_file("map.toml"), map = scratch_file("map.yaml"),
                    image = scratch_file("map.pgm"), roads = scratch_file("bad.xodr");
  ASSERT_TRUE(write_file(image, "P2\n3 1\n255\n0 254 254\n"));
  ASSERT_TRUE(write_file(map, "image: " + image + "\nresolution: 2\norigin: [0, 0, 0]\n"));
  ASSERT_TRUE(write_file(roads, "<OpenDRIVE>\n<road/>\n</OpenDRIVE>\n"));

  EXPECT_EQ(call("import " + map + " -o " + level).code, 0);
  const std::string bare = read_file(level).value();
  EXPECT_EQ(call("import ros-map " + map + " -o " + level).code, 0);
  EXPECT_EQ(read_file(level).value(), bare);
  EXPECT_EQ(call("import 2>&1").code, 2);
  EXPECT_EQ(call("import opendrive 2>&1").code, 2);
  const Outcome refused = call("import opendrive " + roads + " 2>&1");
  EXPECT_EQ(refused.code, 1);
  EXPECT_NE(refused.out.find(roads + ":2: <road> must have a planView, got none"),
            std::string::npos)
      << refused.out;
  for (const std::string& file : {level, map, image, roads}) std::filesystem::remove(file);
}

TEST(Command, EveryMalformedLevelIsRefusedWithANonZeroExit) {
  int files = 0;
  for (const auto& file :
       std::filesystem::directory_iterator(PADDOCK_SOURCE_DIR "/tests/malformed")) {
    if (file.path().extension() != ".toml") continue;
    ++files;
    const Outcome outcome = call("check " + file.path().string() + " 2>&1");
    EXPECT_EQ(outcome.code, 1) << file.path();
    EXPECT_NE(outcome.out.find(".toml"), std::string::npos) << outcome.out;
  }
  EXPECT_GE(files, 40);
}

TEST(Command, CheckNamesAMisspeltFigureOfTheVehicle) {
  const std::string level = scratch_file("figures.toml");
  ASSERT_TRUE(write_file(level,
                         "format = 1\ntitle = \"Yard\"\nvehicle_figures = { hight = 0.2 }\n"
                         "[[start]]\nat = [0, 0]\n"));

  const Outcome outcome = call("check " + level + " 2>&1");

  EXPECT_EQ(outcome.code, 1);
  EXPECT_NE(outcome.out.find(level + ":3: "), std::string::npos) << outcome.out;
  EXPECT_NE(outcome.out.find("did you mean \"height\"?"), std::string::npos) << outcome.out;
  std::filesystem::remove(level);
}

TEST(Command, MistakesOnTheCommandLineSayWhatToDo) {
  EXPECT_EQ(call("run no-such-level 2>/dev/null").code, 1);
  EXPECT_NE(call("run no-such-level 2>&1").out.find("Levels: "), std::string::npos);
  EXPECT_EQ(call("fly 2>/dev/null").code, 2);
  EXPECT_EQ(call("generate oval width=-3 2>/dev/null").code, 2);
  EXPECT_EQ(call("shot training_env -o /no/such/folder/x.png 2>/dev/null").code, 1);
  EXPECT_EQ(call("run training_env --ticks -1 2>/dev/null").code, 2);
  EXPECT_EQ(call("bench no-such-bench 2>/dev/null").code, 1);
  EXPECT_EQ(call("run oval --watch --headless 2>/dev/null").code, 2);
  EXPECT_EQ(call("run oval --port 0 2>/dev/null").code, 2);
  EXPECT_EQ(call("run oval --speed -1 2>/dev/null").code, 2);
  EXPECT_EQ(call("run training_env --watch --port 0 --laps 1 2>/dev/null").code, 1);
}

TEST(Command, MistypedNamesAreGuessed) {
  const auto says = [](const std::string& arguments, const std::string& words) {
    const Outcome outcome = call(arguments + " 2>&1");
    EXPECT_NE(outcome.code, 0) << arguments;
    EXPECT_NE(outcome.out.find(words), std::string::npos) << arguments << ": " << outcome.out;
  };
  says("run gran_prix", "there is no level \"gran_prix\"; did you mean grand_prix?");
  says("export lbb1 -o x.glb", "there is no level \"lbb1\"; did you mean lab1");
  says("grade lab2c --program x.py", "there is no grading \"lab2c\"; did you mean lab2a");
  says("run oval --lapz 3", "there is no option \"--lapz\"; did you mean --laps?");
  says("run --lapz=3", "there is no option \"--lapz\"; did you mean --laps?");
  says("rnu oval", "there is no verb \"rnu\"; did you mean run? paddock --help lists them");
  says("serve eespees", "there is no verb \"eespees\"; did you mean ees-pees?");
  says("run oval --zzzzzzz", "there is no option \"--zzzzzzz\". paddock run --help lists them");
}

TEST(Command, ServeListsEveryDoorThatOpensAloneWithItsOptions) {
  const std::string all = call("--help").out, doors = call("serve --help").out;

  for (const DoorKind* door : all_doors()) {
    for (const DoorOption& option : door->server_options)
      EXPECT_NE(all.find(concat("--", option.name, " ")), std::string::npos) << option.name;
    const std::string line = concat("\n  ", door->name, " ");
    EXPECT_EQ(doors.find(line) != std::string::npos, door->plan != nullptr) << doors;
    if (door->plan == nullptr) continue;
    const Outcome own = call(concat("serve ", door->name, " --help"));
    EXPECT_EQ(own.code, 0) << door->name;
    for (const auto options : {door->server_options, door->options})
      for (const DoorOption& option : options)
        EXPECT_NE(own.out.find(concat(option.name, " ")), std::string::npos) << option.name;
  }
}

TEST(Command, WrongValuesOfADoorsOptionsAreSaidBeforeItOpens) {
  const auto says = [](const std::string& arguments, int code, const std::string& words) {
    const Outcome outcome = call(arguments + " 2>&1");
    EXPECT_EQ(outcome.code, code) << arguments;
    EXPECT_NE(outcome.out.find(words), std::string::npos) << outcome.out;
    EXPECT_EQ(outcome.out.find("http://"), std::string::npos) << outcome.out;
  };
  says("--racecar-ports 5064", 2, "--racecar-ports: At least 2 required");
  says("--racecar-ports 5064,70000", 2, "--racecar-ports must be");
  says("--racecar-ports 5064 sync", 2, "--racecar-ports must be");
  says("serve ees-pees --racecar-ports=-1,0", 2, "--racecar-ports must be");
  says("serve ees-pees --pace -1", 1, "--pace must be a number from 0 to 10000");
  says("serve ees-pees --wire other", 1, "--wire must be one of actual, readme");
  says("serve ees-pees --backend nowhere:port", 1, "nowhere:port");
  says("serve ees-pees --noise=much", 2, "--noise");
}

TEST(Command, ADoorThatOpensNothingEndsWithoutAPage) {
  const Outcome version = call("serve ees-pees --webots 1 -- --batch --version");

  EXPECT_EQ(version.code, 0);
  EXPECT_TRUE(version.out.starts_with("Webots version: ")) << version.out;
  EXPECT_EQ(version.out.find("http://"), std::string::npos) << version.out;
}

TEST(Command, DoctorSpeaksJsonAndListsEveryDoor) {
  const Json doctor = json_from("doctor --json");
  const std::string table = call("doctor").out;

  EXPECT_FALSE(text_at(doctor, "simd").empty());
  EXPECT_FALSE(text_at(doctor, "machine").empty());
  const Json* doors = doctor.find("doors");
  ASSERT_NE(doors, nullptr);
  for (const DoorKind* door : all_doors()) {
    EXPECT_EQ(text_at(*doors, door->name), door->doctor);
    EXPECT_NE(table.find(concat("\n", door->name, " door ")), std::string::npos) << table;
  }
}

}  // namespace
}  // namespace paddock
