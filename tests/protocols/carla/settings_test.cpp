#include "paddock/protocols/carla/settings.h"

#include <gtest/gtest.h>

#include "paddock/core/text.h"

namespace paddock::carla {
namespace {

// as the client of 0.8.4 writes it for one camera
constexpr std::string_view kClients = R"([CARLA/Server]
SynchronousMode=True
SendNonPlayerAgentsInfo=True

[CARLA/QualitySettings]
QualityLevel=Epic

[CARLA/LevelSettings]
NumberOfVehicles=20
NumberOfPedestrians=40
WeatherId=8
SeedVehicles=48523
SeedPedestrians=46977
DisableTwoWheeledVehicles=False

[CARLA/Sensor]
Sensors=CameraRGB

[CARLA/Sensor/CameraRGB]
FOV=90.0
ImageSizeX=800
ImageSizeY=600
PositionX=0.3
PositionY=0
PositionZ=1.3
PostProcessing=SceneFinal
RotationPitch=0.0
RotationRoll=0.0
RotationYaw=0.0
SensorName=CameraRGB
SensorType=CAMERA
)";

SettingsReading read(std::string_view ini) { return read_settings(ini, {}); }

/// The one note there is.
std::string note_of(const SettingsReading& reading) {
  return reading.notes.size() == 1 ? reading.notes.front() : concat(reading.notes.size(), " notes");
}

TEST(CarlaSettings, AreReadAsTheClientWritesThem) {
  const SettingsReading reading = read(kClients);

  SensorSettings camera;
  camera.name = "CameraRGB";
  camera.type = SensorType::Camera;
  camera.position = {0.3F, 0, 1.3F};
  camera.camera = {.type = ImageType::SceneFinal, .width = 800, .height = 600, .fov = 90};
  EXPECT_EQ(reading.settings, (Settings{.synchronous = true,
                                        .send_agents = true,
                                        .quality = Quality::Epic,
                                        .player_vehicle = "",
                                        .vehicles = 20,
                                        .pedestrians = 40,
                                        .weather = 8,
                                        .seed_vehicles = 48523,
                                        .seed_pedestrians = 46977,
                                        .no_two_wheelers = false,
                                        .map = "",
                                        .sensors = {camera},
                                        .extras = {}}));
  EXPECT_TRUE(reading.notes.empty());
  EXPECT_FALSE(reading.of_0_7);
}

TEST(CarlaSettings, WhatIsAbsentStaysAsItWasButSensorsDoNot) {
  const Settings before = read(kClients).settings;
  Settings expected = before;
  expected.sensors.clear();
  expected.weather = 3;

  EXPECT_EQ(read_settings("[CARLA/LevelSettings]\nWeatherId=3", before).settings, expected);
  expected.weather = 8;
  EXPECT_EQ(read_settings("", before).settings, expected);
}

TEST(CarlaSettings, CapitalsBlanksAndCommentsDoNotCount) {
  const SettingsReading reading = read(
      "; a comment\r\n[ carla/SERVER ]\r\n  synchronousmode =  off \r\n"
      "[CARLA/Sensor]\nSensors = L ,\n[CARLA/Sensor/L]\nSensorType=lidar_ray_cast\n"
      "UpperFOVLimit = 5\nLowerFovLimit=+2.5\nShowDebugPoints=False\n");

  EXPECT_FALSE(reading.settings.synchronous);
  ASSERT_EQ(reading.settings.sensors.size(), 1U);
  EXPECT_EQ(reading.settings.sensors[0].name, "L");
  EXPECT_EQ(reading.settings.sensors[0].lidar.upper_fov, 5);
  EXPECT_EQ(reading.settings.sensors[0].lidar.lower_fov, 2.5F);
  EXPECT_TRUE(reading.notes.empty());
}

TEST(CarlaSettings, SensorsInheritFromTheSectionsAboveThem) {
  const SettingsReading reading = read(
      "[CARLA/Sensor]\nSensors=Front/Left,Front\nFOV=70\n"
      "[CARLA/Sensor/Front]\nSensorType=CAMERA\nImageSizeX=100\nPostProcessing=Depth\n"
      "[CARLA/Sensor/Front/Left]\nImageSizeX=50\nPositionY=-1\n");

  ASSERT_EQ(reading.settings.sensors.size(), 2U);
  const SensorSettings &left = reading.settings.sensors[0], &front = reading.settings.sensors[1];
  EXPECT_EQ(left.name, "Front/Left");
  EXPECT_EQ(left.camera.width, 50U);
  EXPECT_EQ(left.camera.fov, 70);
  EXPECT_EQ(left.position, (Vector3{1.7F, -1, 1.5F}));
  EXPECT_EQ(front.camera.width, 100U);
  EXPECT_EQ(front.camera.height, 512U);
  // what the picture shows is not inherited
  EXPECT_EQ(left.camera.type, ImageType::SceneFinal);
  EXPECT_EQ(front.camera.type, ImageType::Depth);
}

TEST(CarlaSettings, WhatIsNotHonouredIsNamed) {
  EXPECT_EQ(note_of(read("[CARLA/Server]\nWorldPort=3000")),
            "[CARLA/Server] WorldPort has no effect: it is the server's own");
  EXPECT_EQ(note_of(read("[CARLA/LevelSettings]\nGravity=3")),
            "[CARLA/LevelSettings] Gravity is not known");
  EXPECT_EQ(note_of(read("[CARLA/QualitySettings]\nQualityLevel=High")),
            "[CARLA/QualitySettings] QualityLevel has no effect: only Low and Epic were ever made");
  EXPECT_EQ(note_of(read("[CARLA/QualitySettings]\nQualityLevel=epic")),
            "[CARLA/QualitySettings] QualityLevel must be Low or Epic, got \"epic\"");
  EXPECT_EQ(note_of(read("nonsense")), "a line says nothing: \"nonsense\"");
  EXPECT_EQ(note_of(read("[CARLA/Sensor]\nSensors=a\n[CARLA/Sensor/"
                         "a]\nSensorType=LIDAR_RAY_CAST\nShowDebugPoints=True")),
            "[CARLA/Sensor/a] ShowDebugPoints has no effect: the page shows a lidar's points");
}

TEST(CarlaSettings, ValuesThatMakeNoSenseLeaveWhatWas) {
  for (const std::string_view value : {"-1", "many", "", "1e300", "nan", "5 cars"}) {
    const SettingsReading reading = read(concat("[CARLA/LevelSettings]\nNumberOfVehicles=", value));
    EXPECT_EQ(reading.settings.vehicles, 5U) << value;
    EXPECT_EQ(note_of(reading),
              concat("[CARLA/LevelSettings] NumberOfVehicles must be a whole number from 0, got \"",
                     value, '"'));
  }
  EXPECT_EQ(note_of(read("[CARLA/Server]\nSynchronousMode=maybe")),
            "[CARLA/Server] SynchronousMode must be True or False, got \"maybe\"");
  EXPECT_EQ(read("[CARLA/LevelSettings]\nNumberOfVehicles=12.0").settings.vehicles, 12U);
}

TEST(CarlaSettings, WeathersAreThoseOfTheFile) {
  EXPECT_EQ(read("[CARLA/LevelSettings]\nWeatherId=14").settings.weather, 14);
  EXPECT_EQ(read("[CARLA/LevelSettings]\nWeatherId=-7").settings.weather, -1);
  const SettingsReading beyond = read("[CARLA/LevelSettings]\nWeatherId=15");
  EXPECT_EQ(beyond.settings.weather, -1);
  EXPECT_EQ(note_of(beyond), "[CARLA/LevelSettings] WeatherId must be below 15, got \"15\"");
}

TEST(CarlaSettings, MapsAreNamedShortOrByTheirPath) {
  EXPECT_EQ(read("[CARLA/LevelSettings]\nMapName=town02").settings.map, "Town02");
  EXPECT_EQ(read("[CARLA/LevelSettings]\nMapName=/Game/Maps/Town01").settings.map, "Town01");
  const SettingsReading other = read("[CARLA/LevelSettings]\nMapName=Town03");
  EXPECT_EQ(other.settings.map, "");
  EXPECT_EQ(note_of(other),
            "[CARLA/LevelSettings] MapName must be Town01 or Town02, got \"Town03\"");
}

TEST(CarlaSettings, FiguresOfSensorsAreBroughtIntoTheirRange) {
  const SettingsReading reading = read(
      "[CARLA/Sensor]\nSensors=c,l\n[CARLA/Sensor/c]\nSensorType=CAMERA\nFOV=200\nImageSizeX=0\n"
      "ImageSizeY=100000\n[CARLA/Sensor/l]\nSensorType=LIDAR_RAY_CAST\nRange=1000\nChannels=0\n"
      "RotationFrequency=0\nUpperFovLimit=99\nPointsPerSecond=4000000000\n");

  ASSERT_EQ(reading.settings.sensors.size(), 2U);
  const CameraSettings& camera = reading.settings.sensors[0].camera;
  const LidarSettings& lidar = reading.settings.sensors[1].lidar;
  EXPECT_EQ(camera.fov, 179.9F);
  EXPECT_EQ(camera.width, 720U);
  EXPECT_EQ(camera.height, kMostPixels);
  EXPECT_EQ(lidar.range, 500);
  EXPECT_EQ(lidar.channels, 1U);
  EXPECT_GT(lidar.rotation_frequency, 0);
  EXPECT_EQ(lidar.upper_fov, 90);
  EXPECT_EQ(lidar.points_per_second, 10'000'000U);
  EXPECT_EQ(reading.notes.size(), 6U);
}

TEST(CarlaSettings, SensorsThatNobodyKnowsAreLeftOut) {
  const SettingsReading reading = read(
      "[CARLA/Sensor]\nSensors=a,b,c,d,d\n[CARLA/Sensor/a]\nSensorType=RADAR\n"
      "[CARLA/Sensor/b]\nSensorType=CAMERA\nPostProcessing=Infrared\n"
      "[CARLA/Sensor/d]\nSensorType=CAMERA\n");

  ASSERT_EQ(reading.settings.sensors.size(), 1U);
  EXPECT_EQ(reading.settings.sensors[0].name, "d");
  EXPECT_EQ(reading.notes, (std::vector<std::string>{
                               "sensor \"d\" is asked for twice",
                               "sensor \"a\" is left out: SensorType \"RADAR\" is not known",
                               "sensor \"b\" is left out: PostProcessing \"Infrared\" is not known",
                               "sensor \"c\" is left out: SensorType \"\" is not known"}));
}

TEST(CarlaSettings, NobodyAsksForMoreThanAFrameCanHold) {
  std::string ini = "[CARLA/Sensor]\nSensorType=CAMERA\nImageSizeX=4096\nImageSizeY=2048\nSensors=";
  for (int i = 0; i < 200; ++i) ini += concat("c", i, ",");
  const SettingsReading reading = read(ini);

  EXPECT_EQ(reading.settings.sensors.size(), 1U);  // 32 MiB of 48
  EXPECT_EQ(reading.notes.size(), 21U);            // the last says how many more there are
  EXPECT_EQ(
      read(concat("[CARLA/Sensor]\nSensors=", std::string(1'000'000, '/'))).settings.sensors.size(),
      0U);
}

TEST(CarlaSettings, PlacesGoalsAndWeathersAreSaidAnewInEachText) {
  const auto first = read_settings(
      "[Paddock]\nStartX=1.5\nStartY=-2\nStartYaw=90\nGoalX=3\nGoalY=4\nGoalSpot=7\n"
      "Weathers=20.5:3, 10:-1\n",
      {});

  EXPECT_TRUE(first.notes.empty());
  const Extras& extras = first.settings.extras;
  EXPECT_EQ(extras.start, (Place{.x = 1.5F, .y = -2, .yaw = 90}));
  EXPECT_EQ(extras.goal, (Place{.x = 3, .y = 4, .yaw = 0}));
  EXPECT_EQ(extras.goal_spot, 7U);
  EXPECT_EQ(extras.weathers, (std::vector<WeatherChange>{{10, -1}, {20.5F, 3}}));
  EXPECT_EQ(read_settings("", first.settings).settings.extras, Extras{});
}

TEST(CarlaSettings, HalfAPlaceAndUnknownWeathersAreNone) {
  const auto reading =
      read_settings("[Paddock]\nStartX=1\nGoalX=a\nGoalY=1\nGoalSpot=-3\nWeathers=5:15\n", {});

  EXPECT_EQ(reading.settings.extras, Extras{});
  EXPECT_EQ(reading.notes.size(), 3U);  // a negative spot means none
}

TEST(CarlaSettings, AServersTextSaysItsPort) {
  const SettingsReading reading = read_settings(
      "[CARLA/Server]\nWorldPort=3000\nSynchronousMode=False", {}, SettingsFrom::Server);

  EXPECT_EQ(reading.world_port, 3000);
  EXPECT_FALSE(reading.settings.synchronous);
  EXPECT_TRUE(reading.notes.empty());
}

TEST(CarlaSettings, AClientOf07GivesItselfAway) {
  EXPECT_TRUE(read("[CARLA/SceneCapture]\nCameras=A\nCameraFOV=90").of_0_7);
}

}  // namespace
}  // namespace paddock::carla
