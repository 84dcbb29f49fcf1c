// The levels that come with Paddock: all read without complaint, and can be driven.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <vector>

#include "paddock/core/angle.h"
#include "paddock/world/level.h"
#include "paddock/world/level_files.h"
#include "paddock/world/mover.h"
#include "paddock/world/piece_life.h"
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

/// From the middle of the level to the nearest side of `slice` that way.
double way_to(const FlatSlice& slice, Vec2 direction) {
  double nearest = 1e9;
  for (const Loop2& loop : slice.loops)
    for (std::size_t i = 0; i < loop.points.size(); ++i) {
      const Vec2 a = loop.points[i], side = loop.points[(i + 1) % loop.points.size()] - a;
      const double across = cross(direction, side);
      if (across == 0) continue;
      const double way = cross(a, side) / across, part = cross(a, direction) / across;
      if (way > 0 && part >= 0 && part <= 1) nearest = std::min(nearest, way);
    }
  return nearest;
}

// Programs take depths in the upper rows of a picture for those of a wall that stands upright.
TEST(CourseField, CliffRoundItRisesWithinAMetreOnAllSides) {
  const Result<World> world = load_world(PADDOCK_SOURCE_DIR "/levels/racecar/lab2b.toml", 1);
  ASSERT_TRUE(world) << world.error().message;
  const FlatSlice foot = slice_world(*world, 0.5, SliceFor::Lidar),
                  top = slice_world(*world, 4.5, SliceFor::Lidar);
  for (int degree = 0; degree < 360; ++degree) {
    const Vec2 direction{std::cos(radians(degree)), std::sin(radians(degree))};
    const double way = way_to(foot, direction);
    EXPECT_GT(way, 20) << degree;
    EXPECT_LT(way, 26) << degree;
    EXPECT_LT(way_to(top, direction) - way, 1) << degree;
  }
}

World grand_prix_2021() {
  Result<World> world = load_world(PADDOCK_SOURCE_DIR "/levels/racecar/grand_prix_2021.toml", 1);
  EXPECT_TRUE(world) << world.error().message;
  return world ? std::move(*world) : World{};
}

// Programs of the course drive onto it by the colour: orange for the last quarter of its wait.
TEST(GrandPrix2021, LightOfTheElevatorSaysWhetherItWaitsBelowAndForHowLong) {
  const World world = grand_prix_2021();
  const WorldPiece *platform{}, *light{};
  for (const WorldPiece& piece : world.pieces) {
    if (piece.kind == "elevator") platform = &piece;
    if (piece.name == "heights_elevator_border") light = &piece;
  }
  ASSERT_TRUE(platform != nullptr && light != nullptr);
  const auto& elevator = std::get<ElevatorSpec>(platform->shape);
  const double late = 0.25 * elevator.wait_time;

  for (double t = 0.005; t < 600; t += 0.01) {  // the longest run of the level's trial
    const double height = elevator_height(elevator, {}, t);
    const bool leaves = elevator_height(elevator, {}, t + late) > 0;
    const Color expected = height > 0 ? Color{255, 0, 0}
                           : leaves   ? Color{255, 127, 0}
                                      : Color{0, 127, 255};
    EXPECT_EQ(with_variant(*light, variant_at(*light, t)).color, expected) << t << " s";
  }
}

// The line shows a safe way: a car whose middle is on it passes every slalom cone on its right
// side.
constexpr double kHalfCar = 0.13;  // m, the half width of the course's car

TEST(GrandPrix2021, GreenLineLeadsThroughNoConesWrongSide) {
  const World world = grand_prix_2021();
  std::size_t points = 0;
  for (const WorldPiece& piece : world.pieces) {
    if (piece.solid || piece.color != Color{0, 255, 0}) continue;
    for (const Vec3& vertex : piece.mesh.points) {
      const Vec3 at = piece.world_from_piece * vertex;
      ++points;
      for (const WorldZone& zone : world.zones) {
        if (zone.rule != TriggerRule::Slalom || at.z < zone.volume.bottom || at.z > zone.volume.top)
          continue;
        const Vec2 inside = inverse(zone.volume.pose) * xy(at);
        EXPECT_FALSE(std::fabs(inside.x) < zone.volume.half_size.x + kHalfCar &&
                     std::fabs(inside.y) < zone.volume.half_size.y + kHalfCar)
            << zone.volume.name << " at " << at.x << ", " << at.y << ", " << at.z;
      }
    }
  }
  EXPECT_GT(points, 1000u);
}

INSTANTIATE_TEST_SUITE_P(All, Gradings, testing::ValuesIn(grading_files()), [](const auto& tested) {
  return std::filesystem::path(tested.param).stem().string();
});

INSTANTIATE_TEST_SUITE_P(All, Levels, testing::ValuesIn(level_files()), [](const auto& tested) {
  return std::filesystem::path(tested.param).stem().string();
});

}  // namespace
}  // namespace paddock
