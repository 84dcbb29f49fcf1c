// Solids are closed, face outwards and have the volume geometry says.
#include "paddock/geom/mesh.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "paddock/core/angle.h"
#include "paddock/core/random.h"
#include "tests/support/mesh_checks.h"

namespace paddock {
namespace {

constexpr double kRounding = 1e-12;  // a few dozen products of numbers near one

/// Area of a regular polygon with `sides` corners on the circle of radius r.
double polygon_area(double r, int sides) { return 0.5 * sides * r * r * std::sin(2 * kPi / sides); }

double line_length(const std::vector<Vec2>& points, bool closed) {
  double sum = closed ? distance(points.back(), points.front()) : 0;
  for (std::size_t i = 1; i < points.size(); ++i) sum += distance(points[i - 1], points[i]);
  return sum;
}

double lowest(const Mesh& mesh) {
  double z = 1e300;
  for (const Vec3 p : mesh.points) z = std::fmin(z, p.z);
  return z;
}

double distance_to(Vec2 p, Vec2 a, Vec2 b) {
  const double t = std::fmin(std::fmax(dot(p - a, b - a) / dot(b - a, b - a), 0), 1);
  return distance(p, lerp(a, b, t));
}

/// How far the mesh strays from a line, its last point joined to its first.
double farthest_from(const Mesh& mesh, const std::vector<Vec2>& line) {
  double most = 0;
  for (const Vec3 p : mesh.points) {
    double least = 1e300;
    for (std::size_t i = 0; i < line.size(); ++i) {
      least = std::fmin(least, distance_to(xy(p), line[i], line[(i + 1) % line.size()]));
    }
    most = std::fmax(most, least);
  }
  return most;
}

TEST(Mesh, EverySolidIsClosedAndStandsOnTheGround) {
  const std::vector<double> heights{0, 1, 0, 0.5, 0.2, 0.1};
  const std::vector<Vec2> bend{{0, 0}, {1, 0}, {1, 1}};
  const std::vector<ProfilePoint> vase{{0.5, 0}, {0.8, 0.5}, {0.3, 1}, {0, 1.2}};
  const std::vector<std::vector<Vec3>> tower{{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}},
                                             {{0.2, 0, 1}, {1, 0.2, 1}, {0.8, 1, 1}, {0, 0.8, 1}}};
  const std::vector<Mesh> solids{make_box({1, 2, 3}),
                                 make_ramp({2, 1, 0.5}),
                                 make_frustum(1, 1, 2, 3),
                                 make_frustum(1, 0, 2, 17),
                                 make_frustum(0, 1, 2, 5),
                                 make_ball(0.5, 12),
                                 make_tyres(0.3, 0.1, 4, 16),
                                 make_wall(bend, false, 0.1, 1),
                                 make_wall(bend, true, 0.1, 1),
                                 make_revolved(vase, 9),
                                 make_loft(tower)};

  for (const Mesh& mesh : solids) {
    EXPECT_EQ(open_edges(mesh), 0u);
    EXPECT_GT(volume_of(mesh), 0);
    EXPECT_EQ(lowest(mesh), 0);
  }
  const Mesh terrain = make_terrain({4, 2}, 3, 2, heights);
  EXPECT_EQ(open_edges(terrain), 0u);
  EXPECT_GT(volume_of(terrain), 0);
}

TEST(Mesh, VolumesAreThoseOfTheClosedForms) {
  const int sides = 24;
  const double a = polygon_area(0.5, sides);

  EXPECT_NEAR(volume_of(make_box({1, 2, 3})), 6, kRounding);
  EXPECT_NEAR(volume_of(make_ramp({2, 3, 0.5})), 1.5, kRounding);
  EXPECT_NEAR(volume_of(make_frustum(0.5, 0.5, 2, sides)), 2 * a, kRounding);
  EXPECT_NEAR(volume_of(make_frustum(0.5, 0, 3, sides)), a, kRounding);
  EXPECT_NEAR(volume_of(make_frustum(0.5, 0.25, 3, sides)), a * (1 + 0.5 + 0.25), kRounding);
}

TEST(Mesh, FinerBallsApproachTheSphereFromWithin) {
  const double sphere = 4 * kPi / 3;
  double before = 0;
  for (const int sides : {8, 16, 32, 64}) {
    const double volume = volume_of(make_ball(1, sides));
    EXPECT_GT(volume, before);
    EXPECT_LT(volume, sphere);
    before = volume;
  }
  EXPECT_NEAR(before, sphere, 0.02);  // second order in the angle: (2 pi / 64)^2 of the whole
}

TEST(Mesh, TyreStackIsAsWideAsItsProfileSays) {
  for (const Vec3 p : make_tyres(0.3, 0.1, 1, 16).points) {
    const double r = length(xy(p));
    const bool hub = std::fabs(r - 0.15) < 1e-12;
    if (hub) continue;
    EXPECT_NEAR(r, tyres_radius(0.3, 0.1, p.z), 1e-12);
  }
}

TEST(Mesh, MitredWallHoldsLengthTimesThicknessTimesHeight) {
  // at a mitre the outer side gains what the inner one loses
  const std::vector<Vec2> line{{0, 0}, {2, 0}, {3, 1}, {3, 3}, {1.5, 2.5}, {0, 3}};

  const Mesh open = make_wall(line, false, 0.1, 0.5);
  const Mesh ring = make_wall(line, true, 0.1, 0.5);

  EXPECT_NEAR(volume_of(open), line_length(line, false) * 0.1 * 0.5, 1e-12);
  EXPECT_NEAR(volume_of(ring), line_length(line, true) * 0.1 * 0.5, 1e-12);
}

TEST(Mesh, WallDoesNotDependOnWhichWayItIsDrawn) {
  const std::vector<Vec2> there{{0, 0}, {2, 0}, {2.5, 1.5}, {0, 2}};
  const std::vector<Vec2> back(there.rbegin(), there.rend());

  for (const bool closed : {false, true}) {
    EXPECT_NEAR(volume_of(make_wall(there, closed, 0.2, 1)),
                volume_of(make_wall(back, closed, 0.2, 1)), kRounding);
  }
}

TEST(Mesh, PointsOnAStraightLineAddNothingToAWall) {
  const std::vector<Vec2> two{{0, 0}, {3, 1}},
      many{{0, 0}, {0.75, 0.25}, {0.75, 0.25}, {1.5, 0.5}, {3, 1}};

  const Mesh mesh = make_wall(many, false, 0.1, 1);

  EXPECT_EQ(open_edges(mesh), 0u);
  EXPECT_NEAR(volume_of(mesh), volume_of(make_wall(two, false, 0.1, 1)), kRounding);
}

TEST(Mesh, SharpCornersNeverGrowBeyondTheMitreLimit) {
  for (int degrees_off = 0; degrees_off < 180; degrees_off += 3) {
    for (const double side : {1.0, -1.0}) {
      SCOPED_TRACE(side * degrees_off);
      const double turn = side * radians(degrees_off);
      const std::vector<Vec2> line{{-1, 0}, {0, 0}, Vec2{std::cos(turn), std::sin(turn)}};

      const Mesh mesh = make_wall(line, false, 0.1, 1);

      EXPECT_EQ(open_edges(mesh), 0u);
      double ahead = 0;
      for (const Vec3 p : mesh.points)
        ahead = std::fmax(ahead, dot(xy(p), normalized(line[1] - line[0])));
      EXPECT_LE(ahead, std::fmax(line[2].x, 0) + 0.1);  // half a thickness, at most doubled
      EXPECT_LE(volume_of(mesh), 0.2 + 1e-12);          // cutting a corner off adds nothing
      if (degrees_off > 120) continue;
      EXPECT_NEAR(volume_of(mesh), 0.2, 1e-12);
    }
  }
}

TEST(Mesh, WallThatTurnsBackOnItselfStaysClosed) {
  const std::vector<Vec2> line{{-1, 0}, {0, 0}, {-0.5, 0}};

  const Mesh mesh = make_wall(line, false, 0.1, 1);

  EXPECT_EQ(open_edges(mesh), 0u);
  EXPECT_LE(farthest_from(mesh, line), 0.08);
}

TEST(Mesh, RandomWallsAreAlwaysClosed) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    DrawSequence draw({.seed = seed, .stream = Stream::Generate});
    std::vector<Vec2> line;
    for (std::int64_t i = draw.integer(3, 9); i > 0; --i) {
      line.push_back({draw.between(-1, 1), draw.between(-1, 1)});
    }

    for (const bool closed : {false, true}) {
      const Mesh mesh = make_wall(line, closed, 0.05, 0.3);
      EXPECT_EQ(open_edges(mesh), 0u);
      EXPECT_LE(farthest_from(mesh, line), 0.06);
    }
  }
}

TEST(Mesh, WallWithoutLengthIsNothing) {
  const std::vector<Vec2> one{{1, 1}}, same{{1, 1}, {1, 1}};

  EXPECT_TRUE(make_wall({}, true, 0.1, 1).triangles.empty());
  EXPECT_TRUE(make_wall(one, false, 0.1, 1).triangles.empty());
  EXPECT_TRUE(make_wall(same, true, 0.1, 1).triangles.empty());
}

TEST(Mesh, TapeAndMatFaceUpWithTheAreaOfTheirStrip) {
  const std::vector<Vec2> line{{0, 0}, {2, 0}, {3, 2}, {1, 3}};

  EXPECT_NEAR(flat_area(make_tape(line, false, 0.05)), line_length(line, false) * 0.05, kRounding);
  EXPECT_NEAR(flat_area(make_tape(line, true, 0.05)), line_length(line, true) * 0.05, kRounding);
  EXPECT_NEAR(flat_area(make_mat({2, 3})), 6, kRounding);
}

TEST(Mesh, AppendMovesAndKeepsVolume) {
  Mesh all = make_box({1, 1, 1});

  append(all, make_ramp({1, 1, 1}), {{5, 2, 1}, Quat::from_yaw_pitch_roll(0.3, 0.2, 0.1)});

  EXPECT_EQ(open_edges(all), 0u);
  EXPECT_NEAR(volume_of(all), 1.5, 1e-12);
}

}  // namespace
}  // namespace paddock
