// paddock sense as scripts see it: counts, files, hashes, and what mistakes are told.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "paddock/core/text.h"
#include "paddock/io/file.h"
#include "paddock/io/png.h"
#include "tests/support/commands.h"

namespace paddock {
namespace {

namespace fs = std::filesystem;

/// A folder of its own that goes with it.
struct SenseFolder {
  std::string path = scratch_file("sense");
  SenseFolder() { fs::create_directories(path); }
  ~SenseFolder() { fs::remove_all(path); }
  std::string file(const std::string& name) const { return path + "/" + name; }
  std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(path))
      names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
  }
};

const Json& sensor_in(const Json& json, std::size_t index) {
  return json.find("sensors")->items()[index];
}

TEST(Sense, EveryReadingOfEverySensorAtItsRateWhateverThePace) {
  const SenseFolder folder;
  const std::string sensors = "sense oval --sensor odometry --sensor \"lidar rate=20 beams=30\" ";

  const Json fast = json_from(sensors + "--rate 100 --seconds 3 --json -o " + folder.file("a.npz"));
  const Json slow =
      json_from(sensors + "--rate 100 --seconds 3 --speed 30 --json -o " + folder.file("b.npz"));

  for (const Json* json : {&fast, &slow}) {
    EXPECT_EQ(sensor_in(*json, 0).find("readings")->integer(), 300);
    EXPECT_EQ(sensor_in(*json, 1).find("readings")->integer(), 60);
    EXPECT_EQ(sensor_in(*json, 0).find("left_out")->integer(), 0);
    EXPECT_EQ(text_at(sensor_in(*json, 1), "kind"), "lidar");
  }
  EXPECT_EQ(*read_file(folder.file("a.npz")), *read_file(folder.file("b.npz")));
}

TEST(Sense, TheRunIsThatOfTheSameLevelWithoutSensors) {
  const SenseFolder folder;
  const Json alone = json_from("run oval --ticks 200 --json");

  const Json sensed = json_from("sense oval --sensor imu --sensor camera --seconds 2 --json -o " +
                                folder.file("imu.npz"));

  EXPECT_EQ(text_at(sensed, "hash"), text_at(alone, "hash"));
}

TEST(Sense, ATableHasARowAReadingAndUnitsInItsHeading) {
  const SenseFolder folder;

  const Json sensed =
      json_from("sense oval --sensor speed --ideal --rate 10 --seconds 2 --json -o " +
                folder.file("speed.csv"));

  const std::string table = *read_file(folder.file("speed.csv"));
  EXPECT_TRUE(table.starts_with("time [s],tick,speed [m/s]\n0.1,10,")) << table;
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 21);
  EXPECT_EQ(sensed.find("files")->integer(), 1);
}

TEST(Sense, SeveralTablesHaveTheirSensorsInTheirNames) {
  const SenseFolder folder;

  const Json sensed = json_from(
      "sense oval --sensor gps --sensor \"lidar@front beams=3\" --rate 5 --seconds 1 --json -o " +
      folder.file("out.csv"));

  EXPECT_EQ(folder.names(), (std::vector<std::string>{"out_gps.csv", "out_lidar@front.csv"}));
  EXPECT_TRUE(read_file(folder.file("out_lidar@front.csv"))
                  ->starts_with("time [s],tick,range_0 [m],range_1 [m],range_2 [m]\n"));
  EXPECT_EQ(sensed.find("files")->integer(), 2);
}

TEST(Sense, PicturesAreNumberedFilesOrGoIntoAFolder) {
  const SenseFolder folder;
  const std::string camera = "sense oval --sensor \"camera width=32 height=24\" --rate 5 ";

  const Outcome numbered = call(camera + "--seconds 0.6 -o " + folder.file("out.png"));
  const Outcome inside = call(camera + "--sensor \"depth width=32 height=24\" --seconds 0.2 -o " +
                              folder.file("pictures/"));

  EXPECT_EQ(numbered.code, 0) << numbered.out;
  EXPECT_NE(numbered.out.find("3 files"), std::string::npos) << numbered.out;
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"out_000001.png", "out_000002.png",
                                                      "out_000003.png", "pictures"}));
  EXPECT_EQ(read_png(folder.file("out_000001.png"))->width, 32);
  EXPECT_EQ(inside.code, 0) << inside.out;
  EXPECT_EQ(read_png(folder.file("pictures/camera_000001.png"))->channels, 3);
  EXPECT_EQ(read_png(folder.file("pictures/depth_000001.png"))->channels, 1);
}

TEST(Sense, ARateAboveTheTicksSaysTheTrueOne) {
  const SenseFolder folder;

  const Outcome outcome = call("sense oval --sensor odometry --rate 1000 --seconds 1 -o " +
                               folder.file("a.csv") + " 2>&1");

  EXPECT_EQ(outcome.code, 0);
  EXPECT_NE(outcome.out.find("the level has 100 ticks a second"), std::string::npos) << outcome.out;
}

TEST(Sense, AnotherVehicleCarriesItsOwn) {
  const SenseFolder folder;

  const Json second =
      json_from("sense oval --vehicle 2 --vehicles 3 --sensor gps --ideal --seconds 1 --json -o " +
                folder.file("second.csv"));
  const Json first =
      json_from("sense oval --vehicles 3 --sensor gps --ideal --seconds 1 --json -o " +
                folder.file("first.csv"));

  EXPECT_EQ(text_at(second, "hash"), text_at(first, "hash"));
  EXPECT_NE(*read_file(folder.file("second.csv")), *read_file(folder.file("first.csv")));
}

TEST(Sense, MistakesAreToldBeforeAnythingRunsAndLeaveNothing) {
  const SenseFolder folder;
  const struct {
    const char* arguments;
    const char* told;
  } mistakes[]{{"oval --sensor lidr -o F/out.npz", "did you mean lidar"},
               {"oval --sensor \"lidar bems=3\" -o F/out.npz", "did you mean beams"},
               {"oval --sensor \"lidar beams=0\" -o F/out.npz", "beams must be"},
               {"oval --sensor \"lidar beams\" -o F/out.npz", "name=value"},
               {"oval --sensor lidar@frnt -o F/out.npz", "front"},
               {"oval --sensor imu --sensor imu -o F/out.npz", "two sensors are called \"imu\""},
               {"oval --sensor imu -o F/out.npy", "did you mean .npz"},
               {"oval --sensor camera -o F/out.csv", "which a .csv cannot hold"},
               {"oval --sensor imu -o F/out.png", "which a .png cannot hold"},
               {"oval --sensor imu -o F/none/out.npz", "F/none/out.npz"},
               {"oval --sensor imu -o F/none/out.csv", "F/none/out.csv"},
               {"oval --sensor camera -o F/none/out.png", "F/none/out.png"},
               {"ovl --sensor imu -o F/out.npz", "oval"},
               {"oval --sensor imu", "-o"},
               {"oval -o F/out.npz", "--sensor"},
               {"oval --sensor imu --vehicle 60 -o F/out.npz", "start"}};
  for (const auto& mistake : mistakes) {
    const auto in_folder = [&](std::string text) {
      for (std::size_t at = 0; (at = text.find("F/", at)) != std::string::npos;)
        text.replace(at, 1, folder.path), at += folder.path.size();
      return text;
    };

    const Outcome outcome = call("sense " + in_folder(mistake.arguments) + " 2>&1");

    EXPECT_NE(outcome.code, 0) << mistake.arguments;
    EXPECT_NE(outcome.out.find(in_folder(mistake.told)), std::string::npos)
        << mistake.arguments << ": " << outcome.out;
    EXPECT_TRUE(folder.names().empty()) << mistake.arguments;
  }
}

TEST(Sense, AnInterruptedRunKeepsWhatItHas) {
  const SenseFolder folder;
  const std::string file = folder.file("odometry.csv");

  const Outcome broken_off = run_script(
      concat(PADDOCK_BINARY, " sense oval --sensor odometry --seconds 100000 --speed 1 -o ", file,
             " & run=$!; until [ -e ", file, ".part ] || ! kill -0 $run; do :; done; ",
             "kill -INT $run; wait $run"));

  EXPECT_EQ(broken_off.code, 130) << broken_off.out;
  EXPECT_EQ(folder.names(), std::vector<std::string>{"odometry.csv"});
  EXPECT_TRUE(read_file(file)->starts_with("time [s],tick,x [m]"));
}

TEST(Sense, TheListHasTheVehiclesSensorsAndEveryKindWithItsFigures) {
  const Json list = json_from("sense oval --list --json");
  const Outcome tables = call("sense oval --list");

  EXPECT_GE(list.find("sensors")->items().size(), 11u);
  EXPECT_GE(list.find("kinds")->items().size(), 14u);
  for (const Json& kind : list.find("kinds")->items()) {
    EXPECT_FALSE(text_at(kind, "about").empty()) << text_at(kind, "name");
    EXPECT_FALSE(kind.find("units")->items().empty()) << text_at(kind, "name");
    for (const Json& figure : kind.find("figures")->items()) {
      EXPECT_LT(figure.find("low")->number(), figure.find("high")->number())
          << text_at(figure, "name");
      EXPECT_NE(tables.out.find(text_at(figure, "name")), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace paddock
