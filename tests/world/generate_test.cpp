// Laws of the generators over many seeds: tracks never meet themselves, mazes and grids can be
// solved, the same seed gives the same level.
#include "paddock/world/generate/generate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "paddock/core/hash.h"
#include "paddock/geom/shape.h"

namespace paddock {
namespace {

struct Made {
  LevelSpec level;
  Result<void> result;
};

using Values = std::vector<std::pair<std::string_view, double>>;

Made make(std::string_view kind, std::uint64_t seed, const Values& changed = {}) {
  const Generator* generator = find_generator(kind);
  std::vector<double> values;
  for (const GeneratorParam& param : generator->params) {
    values.push_back(param.fallback);
    for (const auto& [name, value] : changed)
      if (param.name == name) values.back() = value;
  }
  Made made;
  made.result = generator->make(values, seed, made.level);
  return made;
}

template <class Shape>
std::vector<const Shape*> shapes(const LevelSpec& level) {
  std::vector<const Shape*> all;
  for (const PieceSpec& piece : level.pieces)
    if (const auto* shape = std::get_if<Shape>(&piece.shape)) all.push_back(shape);
  return all;
}

std::uint64_t hash_of(const LevelSpec& level) {
  Hasher hash;
  const auto add = [&](Vec2 p) { hash.add(p.x), hash.add(p.y); };
  for (const PieceSpec& piece : level.pieces) {
    hash.add(piece.shape.index()), add(xy(piece.at));
    if (const auto* wall = std::get_if<WallSpec>(&piece.shape))
      for (const Vec2 p : wall->points) add(p);
  }
  for (const RouteSpec& route : level.routes)
    for (const Vec2 p : route.points) add(p);
  for (const GateSpec& gate : level.gates) add(gate.left), add(gate.right);
  for (const StartSpec& start : level.starts) add(position(start.pose)), hash.add(start.pose.yaw);
  return hash.value();
}

double distance_to(Vec2 p, const Segment2& s) {
  const Vec2 along = s.to - s.from;
  const double t = std::clamp(dot(p - s.from, along) / dot(along, along), 0.0, 1.0);
  return distance(p, s.from + t * along);
}

std::vector<Segment2> segments(const std::vector<Vec2>& points, bool closed) {
  std::vector<Segment2> all;
  for (std::size_t i = 0; i + (closed ? 0 : 1) < points.size(); ++i)
    all.push_back({points[i], points[(i + 1) % points.size()]});
  return all;
}

bool cross_each_other(const Segment2& a, const Segment2& b) {
  const auto side = [](const Segment2& s, Vec2 p) { return cross(s.to - s.from, p - s.from); };
  return side(a, b.from) * side(a, b.to) < 0 && side(b, a.from) * side(b, a.to) < 0;
}

double radius_at(const std::vector<Vec2>& p, std::size_t i) {
  const Vec2 a = p[(i + p.size() - 1) % p.size()], b = p[i], c = p[(i + 1) % p.size()];
  const double area = std::fabs(cross(b - a, c - b));
  return distance(a, b) * distance(b, c) * distance(c, a) / std::max(2 * area, 1e-300);
}

// free width, no crossing walls, corners no tighter than asked, everything on the ground
void expect_good_track(const LevelSpec& level, double width, double min_radius) {
  const auto walls = shapes<WallSpec>(level);
  ASSERT_EQ(walls.size(), 2u);
  ASSERT_EQ(level.routes.size(), 1u);
  const RouteSpec& route = level.routes[0];
  EXPECT_TRUE(route.closed && walls[0]->closed && walls[1]->closed);
  EXPECT_EQ(route.width, width);
  std::vector<Segment2> sides = segments(walls[0]->points, true);
  for (const Segment2& s : segments(walls[1]->points, true)) sides.push_back(s);
  double nearest = 1e9;
  for (const Vec2 p : route.points)
    for (const Segment2& s : sides) nearest = std::min(nearest, distance_to(p, s));
  EXPECT_GE(nearest - walls[0]->thickness / 2, width / 2 - 1e-9);
  EXPECT_LE(nearest - walls[0]->thickness / 2, width / 2 + 0.005 * width);
  for (std::size_t i = 0; i < sides.size(); ++i)
    for (std::size_t j = i + 1; j < sides.size(); ++j)
      EXPECT_FALSE(cross_each_other(sides[i], sides[j]));
  // the route has half the points of the line that was proved: its corners may look a hair tighter
  for (std::size_t i = 0; i < route.points.size(); ++i)
    EXPECT_GE(radius_at(route.points, i), 0.995 * min_radius);
  const GroundSpec& ground = level.ground;
  for (const Segment2& s : sides) {
    EXPECT_LT(std::fabs(s.from.x - ground.center.x), ground.size.x / 2 - width / 2);
    EXPECT_LT(std::fabs(s.from.y - ground.center.y), ground.size.y / 2 - width / 2);
  }
}

// gates stand across the route in the order of travel; starts are behind the first, facing it
void expect_good_gates(const LevelSpec& level, std::size_t gates, std::size_t starts) {
  ASSERT_EQ(level.gates.size(), gates);
  ASSERT_EQ(level.starts.size(), starts);
  const auto& points = level.routes[0].points;
  std::size_t before = 0;
  for (std::size_t g = 0; g < gates; ++g) {
    const Vec2 middle = (level.gates[g].left + level.gates[g].right) / 2;
    std::size_t nearest = 0;
    for (std::size_t i = 0; i < points.size(); ++i)
      if (distance(points[i], middle) < distance(points[nearest], middle)) nearest = i;
    EXPECT_LT(distance(points[nearest], middle), 0.3);
    EXPECT_TRUE(g == 0 || nearest > before) << g;
    before = nearest;
    const Vec2 ahead = points[(nearest + 1) % points.size()] - points[nearest];
    const Vec2 forward = perpendicular(level.gates[g].right - level.gates[g].left);
    EXPECT_GT(dot(normalized(forward), normalized(ahead)), 0.95);
  }
  const GateSpec& first = level.gates[0];
  const Vec2 forward = normalized(perpendicular(first.right - first.left));
  for (const StartSpec& start : level.starts) {
    EXPECT_LT(dot(position(start.pose) - first.left, forward), -0.3);
    EXPECT_GT(dot(Rot2::of(start.pose.yaw) * Vec2{1, 0}, forward), 0.3);
  }
}

TEST(Generators, AllAreInTheTableWithFallbacksInRange) {
  EXPECT_EQ(generators().size(), 6u);
  for (const Generator& generator : generators()) {
    EXPECT_EQ(find_generator(generator.kind), &generator);
    for (const GeneratorParam& param : generator.params) {
      EXPECT_LE(param.low, param.fallback) << generator.kind << " " << param.name;
      EXPECT_LE(param.fallback, param.high) << generator.kind << " " << param.name;
    }
  }
  EXPECT_EQ(find_generator("labyrinth"), nullptr);
}

TEST(Generators, SameSeedSameLevelOtherSeedOtherLevel) {
  for (const std::string_view kind : {"spline_track", "slalom", "maze", "block_grid"}) {
    std::set<std::uint64_t> hashes;
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
      const Made made = make(kind, seed);
      ASSERT_TRUE(made.result) << kind << " " << seed << " " << made.result.error().message;
      EXPECT_EQ(hash_of(made.level), hash_of(make(kind, seed).level));
      hashes.insert(hash_of(made.level));
    }
    // seed 0 of the C library is seed 1, and a world without a way stands for the next that has one
    const std::size_t doubles = kind == "block_grid" ? 2 : 0;
    EXPECT_EQ(hashes.size(), 30 - doubles) << kind;
  }
}

TEST(Oval, HasTheAskedLengthAndWidth) {
  for (const double straight : {0.0, 5.0, 40.0}) {
    const Made made = make("oval", 0, {{"straight", straight}, {"radius", 5}, {"width", 3}});
    ASSERT_TRUE(made.result) << made.result.error().message;
    expect_good_track(made.level, 3, 5);
    expect_good_gates(made.level, 8, 4);
    double length = 0;
    for (const Segment2& s : segments(made.level.routes[0].points, true))
      length += distance(s.from, s.to);
    EXPECT_NEAR(length, 2 * straight + 2 * kPi * 5, 0.02);  // chords of a quarter metre
  }
}

TEST(Oval, TooTightForItsWidthIsRefused) {
  const Made made = make("oval", 0, {{"radius", 1}, {"width", 3}});
  ASSERT_FALSE(made.result);
  EXPECT_NE(made.result.error().message.find("radius must be at least"), std::string::npos);
}

TEST(SplineTrack, NeverMeetsItselfAndKeepsWidthAndRadius) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    const Made made = make("spline_track", seed);
    ASSERT_TRUE(made.result) << made.result.error().message;
    expect_good_track(made.level, 2.4, 2);
    expect_good_gates(made.level, 8, 4);
  }
}

TEST(SplineTrack, HasTheAskedLengthForThreeHundredSeeds) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const double asked = 40 + static_cast<double>(seed % 10) * 6;
    const Made made = make("spline_track", seed, {{"length", asked}, {"width", 3}});
    ASSERT_TRUE(made.result) << seed << " " << made.result.error().message;
    double length = 0;
    for (const Segment2& s : segments(made.level.routes[0].points, true))
      length += distance(s.from, s.to);
    EXPECT_NEAR(length, asked, 0.005 * asked) << seed;  // chords instead of arcs
  }
}

TEST(SplineTrack, TooShortForItsCornersIsRefused) {
  const Made made = make("spline_track", 1, {{"length", 10}, {"min_radius", 5}});
  ASSERT_FALSE(made.result);
  EXPECT_NE(made.result.error().message.find("length must be at least"), std::string::npos);
}

TEST(Slalom, RoutePassesEachConeOnItsOpenSideAndKeepsAway) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    const Made made = make("slalom", seed);
    ASSERT_TRUE(made.result);
    const auto route = segments(made.level.routes[0].points, false);
    double side = 1;
    for (const PieceSpec& piece : made.level.pieces) {
      if (!std::holds_alternative<ConeSpec>(piece.shape)) continue;
      double nearest = 1e9;
      for (const Segment2& s : route) nearest = std::min(nearest, distance_to(xy(piece.at), s));
      EXPECT_GT(nearest, 0.6);  // half a racecar and half a cone, and as much again
      const auto passed = std::find_if(route.begin(), route.end(),
                                       [&](const Segment2& s) { return s.to.x >= piece.at.x; });
      EXPECT_GT(side * (piece.at.y - passed->to.y), 0);
      side = -side;
    }
    EXPECT_EQ(made.level.gates.size(), 10u);
  }
}

// walls as rectangles, to look for overlaps
Bounds2 area_of(const WallSpec& wall) {
  Bounds2 area;
  for (const Vec2 p : wall.points) area.add(p);
  const double half = wall.thickness / 2;
  if (wall.points[0].y == wall.points[1].y)
    return {{area.low.x, area.low.y - half}, {area.high.x, area.high.y + half}};
  return {{area.low.x - half, area.low.y}, {area.high.x + half, area.high.y}};
}

TEST(Maze, SolutionLeadsFromEntranceToExitThroughNoWall) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    const Made made = make("maze", seed, {{"columns", 7}, {"rows", 5}});
    ASSERT_TRUE(made.result);
    const auto& points = made.level.routes[0].points;
    EXPECT_EQ(points.front(), (Vec2{0.75, -0.75}));
    EXPECT_EQ(points.back(), (Vec2{6.5 * 1.5, 5.5 * 1.5}));
    for (const Segment2& s : segments(points, false)) {
      Bounds2 way;
      way.add(s.from), way.add(s.to);
      for (const WallSpec* wall : shapes<WallSpec>(made.level))
        EXPECT_FALSE(way.grown(0.7).overlaps(area_of(*wall)));
    }
  }
}

TEST(Maze, WallsAreStraightAndDoNotOverlap) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    const Made made = make("maze", seed);
    const auto walls = shapes<WallSpec>(made.level);
    double length = 0;
    for (std::size_t i = 0; i < walls.size(); ++i) {
      ASSERT_EQ(walls[i]->points.size(), 2u);
      length += distance(walls[i]->points[0], walls[i]->points[1]);
      for (std::size_t j = i + 1; j < walls.size(); ++j) {
        const bool overlap =
            area_of(*walls[i]).grown(-1e-9).overlaps(area_of(*walls[j]).grown(-1e-9));
        EXPECT_FALSE(overlap) << i << " " << j;
      }
    }
    // a perfect maze of n cells keeps 2 n + columns + rows walls, less n - 1 openings and two doors
    const double walls_left = 2 * 64 + 8 + 8 - 63 - 2;
    EXPECT_NEAR(length, 1.5 * walls_left, 0.08 * static_cast<double>(walls.size()));
    EXPECT_LT(walls.size(), 60u);  // merged: 79 unit walls
  }
}

TEST(BlockGrid, HasTheAskedBlocksAndAWay) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    const Made made = make("block_grid", seed, {{"blocks", 16}});
    ASSERT_TRUE(made.result);
    std::set<std::pair<double, double>> cells;
    for (const PieceSpec& piece : made.level.pieces)
      if (std::holds_alternative<BoxSpec>(piece.shape)) cells.insert({piece.at.x, piece.at.y});
    EXPECT_EQ(cells.size(), 16u);
    ASSERT_EQ(made.level.routes.size(), 1u);
    const auto& way = made.level.routes[0].points;
    EXPECT_EQ(way.front(), position(made.level.starts[0].pose));
    EXPECT_EQ(way.back(), made.level.triggers[0].at);
    for (std::size_t i = 0; i < way.size(); ++i) {
      EXPECT_EQ(cells.count({way[i].x, way[i].y}), 0u);
      if (i > 0) {
        EXPECT_NEAR(distance(way[i - 1], way[i]), 0.5, 1e-12);
      }
    }
  }
}

TEST(BlockGrid, AsManyBlocksAsFitUnlessItMustBeSolvable) {
  EXPECT_TRUE(make("block_grid", 1, {{"blocks", 62}, {"solvable", 0}}).result);
  const Made full = make("block_grid", 1, {{"cells", 100}, {"blocks", 9998}});
  ASSERT_FALSE(full.result);
  EXPECT_NE(full.result.error().message.find("take fewer"), std::string::npos);
  const Made more = make("block_grid", 1, {{"blocks", 63}});
  ASSERT_FALSE(more.result);
  EXPECT_NE(more.result.error().message.find("blocks must be 0 to 62"), std::string::npos);
}

}  // namespace
}  // namespace paddock
