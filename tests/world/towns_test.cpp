// The towns: streets and start spots against those of CARLA 0.8 that they were drawn from, routes
// of its benchmark, ground, lamps; and towns that are generated.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "paddock/world/piece_life.h"
#include "paddock/world/roads/road_network.h"
#include "paddock/world/world.h"
#include "tests/support/roads.h"

namespace paddock {
namespace {

std::vector<std::array<double, 3>> rows_of(const std::string& name) {
  std::ifstream file(std::string(PADDOCK_SOURCE_DIR) + "/tests/world/towns/" + name);
  EXPECT_TRUE(file.good()) << name;
  std::vector<std::array<double, 3>> rows;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::array<double, 3> row{};
    std::istringstream words(line);
    std::string word;
    for (std::size_t i = 0; i < 3 && std::getline(words, word, ','); ++i) row[i] = std::stod(word);
    rows.push_back(row);
  }
  return rows;
}

class Town : public testing::TestWithParam<const char*> {
 protected:
  static World load() {
    auto world =
        load_world(std::string(PADDOCK_SOURCE_DIR) + "/levels/town/" + GetParam() + ".toml", 1);
    EXPECT_TRUE(world) << (world ? "" : world.error().message);
    return std::move(*world);
  }
};

TEST_P(Town, StartSpotsLieOnTheirLanes) {
  const World world = load();
  const auto spots = rows_of(std::string(GetParam()) + "_starts.csv");
  ASSERT_EQ(world.starts.size(), spots.size());
  for (std::size_t i = 0; i < spots.size(); ++i) {
    const Pose2 pose = world.starts[i].pose;
    EXPECT_EQ(pose.x, spots[i][0]) << i;
    EXPECT_EQ(pose.y, -spots[i][1]) << i;
    EXPECT_NEAR(std::fabs(wrap_angle(pose.yaw + radians(spots[i][2]))), 0, 1e-12) << i;
    const auto place = lane_at(*world.roads, position(pose));
    ASSERT_TRUE(place) << i;
    const RoadLane& lane = world.roads->lane(place->lane);
    EXPECT_EQ(lane.kind, LaneKind::Driving) << i;
    // two spots of the second town lie in a corner and head along the street behind it; the lane
    // that CARLA's own map has there is 20 and 24 degrees off their headings, ours 20 and 14
    const bool corner = std::string(GetParam()) == "town02" && (i == 54 || i == 55);
    EXPECT_NEAR(wrap_angle(place->heading - pose.yaw), 0, radians(corner ? 21 : 0.01)) << i;
    EXPECT_LT(std::fabs(place->offset), 1.1) << i;
    EXPECT_FALSE(lane.junction) << i;
  }
}

TEST_P(Town, EveryBenchmarkRouteExists) {
  const World world = load();
  const auto poses = rows_of(std::string(GetParam()) + "_poses.csv");
  EXPECT_EQ(poses.size(), 75u);
  for (const auto& [from, to, rest] : poses) {
    const auto a = nearest_lane(*world.roads, world.starts.at(std::size_t(from)).pose);
    const auto b = nearest_lane(*world.roads, world.starts.at(std::size_t(to)).pose);
    const auto route = shortest_route(*world.roads, *a, *b);
    EXPECT_TRUE(route) << from << " to " << to;
  }
}

TEST_P(Town, EverySpotLeadsToEveryOther) {
  const World world = load();
  for (const WorldStart& goal : world.starts) {
    const auto metres = metres_to(*world.roads, *nearest_lane(*world.roads, goal.pose));
    for (std::size_t l = 0; l < metres.size(); ++l)
      EXPECT_EQ(metres[l] < kNoWay, world.roads->lanes[l].kind == LaneKind::Driving);
  }
}

TEST_P(Town, LinksLightsAndRulesAreSound) {
  const World world = load();
  expect_sound_links(*world.roads);
  expect_lights_that_keep_apart(*world.roads);
  const bool first = std::string(GetParam()) == "town01";
  EXPECT_EQ(world.roads->junctions.size(), first ? 12u : 8u);
  double metres = 0;
  for (const RoadLane& lane : world.roads->lanes)
    if (lane.kind == LaneKind::Driving && !lane.junction) metres += lane.length;
  // all tiles, without what junctions take of their arms and corners cut short
  const double tiles = first ? 353 : 158, arms = first ? 36 : 24;
  const double corners = 4 * (2 - kPi / 2) * 9.9;
  EXPECT_NEAR(metres / 2, tiles * 8.21511 - arms * 9.5 - corners, 0.1);
}

TEST_P(Town, GroundAndKerbsFollowTheRoads) {
  const World world = load();
  const auto lane = nearest_lane(*world.roads, world.starts[0].pose);
  EXPECT_EQ(ground_height(world, lane->point), 0);
  EXPECT_EQ(ground_friction(world, lane->point), 1);
  const Vec2 aside = perpendicular({std::cos(lane->heading), std::sin(lane->heading)});
  const Vec2 pavement = lane->point - 4 * aside;
  EXPECT_NEAR(ground_height(world, pavement), 0.12, 1e-12);
  EXPECT_EQ(ground_friction(world, pavement), 0.95);
  EXPECT_EQ(ground_height(world, lane->point - 30 * aside), 0);
  EXPECT_LT(ground_friction(world, lane->point - 30 * aside), 0.6);
}

TEST_P(Town, LampsShowWhatDriversAreTold) {
  const World world = load();
  std::size_t lamps = 0;
  for (const WorldPiece& piece : world.pieces) {
    if (piece.cycle.empty()) continue;
    // lamps of a light from the top: red, yellow, green
    for (const RoadSignal& signal : world.roads->signals) {
      if (distance(xy(signal.pose.at), xy(piece.world_from_piece.at)) > 0.3) continue;
      ++lamps;
      const double up = piece.world_from_piece.at.z - signal.pose.at.z - 3.2;
      const auto shows = up > 0.55   ? LightState::Red
                         : up > 0.25 ? LightState::Yellow
                                     : LightState::Green;
      for (double t = 0.1; t < 90; t += 0.7)
        EXPECT_EQ(!piece.variants[variant_at(piece, t)].lit, light_at(signal, t) == shows) << t;
    }
  }
  EXPECT_EQ(lamps, 3 * world.roads->signals.size());
}

TEST_P(Town, IsWrittenAndReadAgain) {
  const std::string path = std::string(PADDOCK_SOURCE_DIR) + "/levels/town/" + GetParam() + ".toml";
  const LevelReading read = read_level(path, 1);
  ASSERT_TRUE(read.ok());
  const LevelReading again = read_level_text(write_level(read.spec), path, 1);
  for (const Problem& p : again.problems) ADD_FAILURE() << p.text();
  EXPECT_EQ(again.spec, read.spec);
}

TEST(GeneratedTown, IsConnectedAndAnotherOneForEverySeed) {
  std::set<std::uint64_t> hashes;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const auto world =
        load_world(std::string(PADDOCK_SOURCE_DIR) + "/levels/town/town_generated.toml", seed);
    ASSERT_TRUE(world) << world.error().message;
    const RoadNetwork& network = *world->roads;
    expect_sound_links(network);
    EXPECT_GE(network.junctions.size(), 4u) << seed;
    EXPECT_EQ(world->starts.size(), 60u);
    const auto metres = metres_to(network, *nearest_lane(network, world->starts[0].pose));
    for (std::size_t l = 0; l < metres.size(); ++l)
      EXPECT_EQ(metres[l] < kNoWay, network.lanes[l].kind == LaneKind::Driving) << seed;
    for (const WorldStart& start : world->starts)
      EXPECT_LT(std::fabs(nearest_lane(network, start.pose)->offset), 0.01);
    hashes.insert(hash_of(network));
  }
  EXPECT_EQ(hashes.size(), 12u);
}

INSTANTIATE_TEST_SUITE_P(Both, Town, testing::Values("town01", "town02"),
                         [](const auto& town) { return std::string(town.param); });

}  // namespace
}  // namespace paddock
