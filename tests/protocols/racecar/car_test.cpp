// What the sensors of the course's car show in its own levels.
#include "paddock/protocols/racecar/car.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/run_sensors.h"

namespace paddock::racecar {
namespace {

/// In the course's light its own cone, `distance` m from the bumper to its side at half height;
/// behind the car where it looks against x.
std::shared_ptr<const World> parked_before_a_cone(double distance,
                                                  std::string_view color = "#ff6500",
                                                  double along = 1) {
  const double at = along * (0.18 + distance + 0.035);
  const std::string text = concat(R"(
format = 1
like = "parts/course.toml"
title = "Parked"
include = ["parts/field.toml"]
[[start]]
at = [0, 0]
[[place]]
part = "parts/cone.toml"
color = ")",
                                  color, R"("
at = [)",
                                  at, ", 0]\n");
  const LevelReading level =
      read_level_text(text, PADDOCK_SOURCE_DIR "/levels/racecar/parked.toml", 1);
  EXPECT_TRUE(level.ok()) << (level.ok() ? "" : level.problems.front().text());
  return build_shared(level.spec);
}

/// A reading of one of its sensors, without noise where `senses` say so.
SensorReading course_reading(TestRun& run, std::string_view name, const CourseSenses& senses) {
  for (const SensorSpec& sensor : course_sensors(senses, false))
    EXPECT_TRUE(mount_sensor({VehicleId{0}, sensor}, false, run.model, run.state, run.scratch));
  return read_mounted(run, name);
}

std::vector<float> depth_of(TestRun& run, const CourseSenses& senses) {
  return std::get<CameraReading>(course_reading(run, kDepthName, senses)).depth;
}

/// Pixels that the course calls orange: OpenCV's hue 10 to 20, saturation and value from 100.
int orange_pixels(const Image& image) {
  int count = 0;
  for (std::size_t i = 0; i < image.pixels.size(); i += 4) {
    const double r = image.pixels[i], g = image.pixels[i + 1], b = image.pixels[i + 2];
    const double most = std::max({r, g, b}), spread = most - std::min({r, g, b});
    if (most < 100 || 255 * spread < 100 * most || r != most) continue;
    const double hue = std::round(30 * (g - b) / spread);
    count += hue >= 10 && hue <= 20 ? 1 : 0;
  }
  return count;
}

TEST(CourseCar, AConeAtThirtyCentimetresIsAsLargeAsTheCourseSays) {
  const auto pixels = [](double distance) {
    TestRun run(parked_before_a_cone(distance), {vehicle_at(kind_of<Robotcar>(), {})});
    return orange_pixels(std::get<CameraReading>(course_reading(run, kCameraName, {})).color);
  };
  const int near = pixels(0.29), right = pixels(0.30), far = pixels(0.31);
  std::printf("orange at 29, 30, 31 cm: %d, %d, %d px (27,900, 27,460, 27,000)\n", near, right,
              far);
  EXPECT_NEAR(right, 27'460, 0.02 * 27'460);
  EXPECT_GT(near, right);
  EXPECT_LT(far, right);
}

/// OpenCV's value of each pixel of a blue cone: along x one looks at the side in the sun, against x
/// at the one in the shade.
std::vector<int> values_of_blue(double along) {
  TestRun run(parked_before_a_cone(0.5, "#0049ff", along),
              {vehicle_at(kind_of<Robotcar>(), {0, 0, along > 0 ? 0 : kPi})});
  const Image image = std::get<CameraReading>(course_reading(run, kCameraName, {})).color;
  std::vector<int> values;
  for (std::size_t i = 0; i < image.pixels.size(); i += 4)
    if (image.pixels[i] == 0 && image.pixels[i + 2] > 60) values.push_back(image.pixels[i + 2]);
  std::sort(values.begin(), values.end());
  return values;
}

TEST(CourseCar, ConesAreAsBrightInShadeAndSunAsPublishedProgramsSayThem) {
  const std::vector<int> shade = values_of_blue(-1), sun = values_of_blue(1);
  ASSERT_GT(shade.size(), 2000U);
  ASSERT_GT(sun.size(), 2000U);
  const int dark = shade[shade.size() / 2];
  const auto bright = std::count_if(sun.begin(), sun.end(), [](int v) { return v >= 200; });
  std::printf("a blue cone's value: %d in the shade; of its side in the sun %.0f %% from 200\n",
              dark, 100.0 * static_cast<double>(bright) / static_cast<double>(sun.size()));
  // marked by a program for a marker in the shade: 118 to 149; another drives by values from 200
  EXPECT_GT(dark, 118);
  EXPECT_LT(dark, 160);
  EXPECT_GT(2 * bright, static_cast<std::ptrdiff_t>(sun.size()));
}

TEST(CourseCar, DepthIsFromTheBumperInThreeSizes) {
  TestRun run(parked_before_a_cone(0.5), {vehicle_at(kind_of<Robotcar>(), {})});
  for (const DepthDetail detail : {DepthDetail::High, DepthDetail::Moderate, DepthDetail::Low}) {
    const CourseSenses senses{.realism = false, .depth = detail};
    const std::vector<float> depth = depth_of(run, senses);
    const int part = static_cast<int>(detail);
    ASSERT_EQ(depth.size(), static_cast<std::size_t>(640 / part * 480 / part));
    float nearest = 1e9f;  // in the middle columns, where the floor is farther than the cone
    for (int row = 0; row < 320 / part; ++row)
      for (int column = 280 / part; column < 360 / part; ++column)
        if (const float d = depth[static_cast<std::size_t>(row * 640 / part + column)]; d > 0)
          nearest = std::min(nearest, d);
    EXPECT_NEAR(nearest, 0.505, 0.025);
    EXPECT_NEAR(
        *std::min_element(depth.begin(), depth.end(),
                          [](float a, float b) { return (a > 0 ? a : 1e9f) < (b > 0 ? b : 1e9f); }),
        0.24, 0.12);
  }
}

TEST(CourseCar, NoiseIsThatOfTheSeed) {
  TestRun run(parked_before_a_cone(0.5), {vehicle_at(kind_of<Robotcar>(), {})}, 3);
  TestRun same(parked_before_a_cone(0.5), {vehicle_at(kind_of<Robotcar>(), {})}, 3);
  TestRun other(parked_before_a_cone(0.5), {vehicle_at(kind_of<Robotcar>(), {})}, 4);
  const std::vector<float> depth = depth_of(run, {});
  EXPECT_EQ(depth_of(same, {}), depth);
  EXPECT_NE(depth_of(other, {}), depth);
}

TEST(CourseCar, DrivesToTheRightWhereTheCourseSaysRight) {
  const auto input = std::get<RobotcarInput<double>>(input_of({.speed = 1, .angle = 1}));
  EXPECT_EQ(input.drive, 0.25);
  EXPECT_EQ(input.steer, -1);
  const auto bad = std::get<RobotcarInput<double>>(
      input_of({.speed = std::nan(""), .angle = 7, .max_speed = -3}));
  EXPECT_EQ(bad.drive, 0);
  EXPECT_EQ(bad.steer, -1);
}

}  // namespace
}  // namespace paddock::racecar
