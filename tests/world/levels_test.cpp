// The levels that come with Paddock: all read without complaint, and can be driven.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <vector>

#include "paddock/world/level.h"
#include "paddock/world/level_files.h"
#include "paddock/world/track_line.h"
#include "paddock/world/world.h"

namespace paddock {
namespace {

std::vector<std::string> level_files() {
  std::vector<std::string> files;
  for (LevelFile& level : find_levels(PADDOCK_SOURCE_DIR "/levels"))
    files.push_back(std::move(level.path));
  return files;
}

// from `p` to the nearest solid, 12 cm above the ground; negative inside a round one
double clearance(const FlatSlice& slice, Vec2 p) {
  double nearest = 1e9;
  for (const Loop2& loop : slice.loops)
    for (std::size_t i = 0; i < loop.points.size(); ++i) {
      const Vec2 a = loop.points[i], along = loop.points[(i + 1) % loop.points.size()] - a;
      const double t = std::clamp(dot(p - a, along) / dot(along, along), 0.0, 1.0);
      nearest = std::min(nearest, distance(p, a + t * along));
    }
  for (const SliceCircle& c : slice.circles)
    nearest = std::min(nearest, distance(p, c.circle.center) - c.circle.radius);
  return nearest;
}

class Levels : public testing::TestWithParam<std::string> {};

TEST_P(Levels, ReadsWithoutComplaintForEverySeed) {
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    const LevelReading reading = read_level(GetParam(), seed);
    for (const Problem& problem : reading.problems) ADD_FAILURE() << problem.text();
    EXPECT_FALSE(reading.spec.papers.title.empty());
    EXPECT_FALSE(reading.spec.papers.description.empty());
    EXPECT_FALSE(reading.spec.starts.empty());
  }
}

TEST_P(Levels, RacecarLapsKeepSeventyCentimetresFromEverySolid) {
  const Result<World> world = load_world(GetParam(), 1);
  ASSERT_TRUE(world) << world.error().message;
  const FlatSlice slice = slice_world(*world, 0.12, SliceFor::Contact);
  for (const WorldStart& start : world->starts)
    EXPECT_GT(clearance(slice, position(start.pose)), 0.2);
  if (world->vehicle != "racecar" || world->routes.empty() || !world->routes[0].closed) return;
  const Route& route = world->routes[0];
  for (std::size_t i = 0; i < route.points.size(); ++i) {
    EXPECT_GE(clearance(slice, route.points[i]), 0.7);
    // what the car can follow at walking pace without scrubbing
    EXPECT_LE(std::fabs(curvature_at(route.points, true, i)), 1 / 1.2);
  }
  EXPECT_GE(world->gates.size(), 4u);
  EXPECT_GE(world->starts.size(), 2u);
}

TEST_P(Levels, FirstGateStandsAcrossTheRoute) {
  const Result<World> world = load_world(GetParam(), 2);
  ASSERT_TRUE(world);
  if (world->gates.empty() || world->routes.empty()) return;
  const WorldGate& gate = world->gates[0];
  const RoutePlace place = nearest_place(world->routes[0], (gate.left + gate.right) / 2);
  const Vec2 forward = normalized(perpendicular(gate.right - gate.left));
  EXPECT_GT(dot(forward, place.direction), 0.7);
  EXPECT_LT(std::fabs(place.offset), distance(gate.left, gate.right) / 2);
}

std::vector<std::string> grading_files() {
  namespace fs = std::filesystem;
  std::vector<std::string> files;
  for (const auto& file : fs::recursive_directory_iterator(PADDOCK_SOURCE_DIR "/levels"))
    if (file.path().parent_path().filename() == kTrialsFolder && file.is_regular_file())
      files.push_back(file.path().string());
  std::sort(files.begin(), files.end());
  return files;
}

class Gradings : public testing::TestWithParam<std::string> {};

TEST_P(Gradings, EveryTrialReadsWithoutComplaintForEverySeed) {
  const std::size_t trials = read_level(GetParam(), 1).spec.papers.trials.size();
  ASSERT_GE(trials, 1u);
  for (std::size_t i = 0; i < trials; ++i) {
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      const LevelReading reading =
          read_level(GetParam(), seed, {{"trial", static_cast<double>(i + 1)}});
      for (const Problem& problem : reading.problems) ADD_FAILURE() << problem.text();
      EXPECT_FALSE(reading.spec.papers.code.empty());
      ASSERT_TRUE(reading.spec.papers.trial);
      EXPECT_EQ(reading.spec.papers.trial, reading.spec.papers.trials[i]);
    }
  }
}

// a recording of a trial holds the trial alone
TEST_P(Gradings, EveryTrialWrittenReadsBack) {
  const std::size_t trials = read_level(GetParam(), 1).spec.papers.trials.size();
  for (std::size_t i = 0; i < trials; ++i) {
    LevelSpec spec = read_level(GetParam(), 1, {{"trial", static_cast<double>(i + 1)}}).spec;
    const LevelReading back = read_level_text(
        write_level(spec), "x/" + spec.papers.collection + "/" + spec.name + ".toml", 1);
    for (const Problem& problem : back.problems) ADD_FAILURE() << problem.text();
    spec.papers.trials = {*spec.papers.trial};
    EXPECT_EQ(back.spec, spec);
  }
}

INSTANTIATE_TEST_SUITE_P(All, Gradings, testing::ValuesIn(grading_files()), [](const auto& tested) {
  return std::filesystem::path(tested.param).stem().string();
});

INSTANTIATE_TEST_SUITE_P(All, Levels, testing::ValuesIn(level_files()), [](const auto& tested) {
  return std::filesystem::path(tested.param).stem().string();
});

}  // namespace
}  // namespace paddock
