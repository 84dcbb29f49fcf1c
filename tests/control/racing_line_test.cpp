// Racing lines: inside their room, wider than the route in a bend, the same every time.
#include "paddock/control/racing_line.h"

#include <gtest/gtest.h>

#include <cmath>

#include "paddock/control/speed_plan.h"
#include "tests/support/worlds.h"

namespace paddock {
namespace {

constexpr double kHaste = 0.04;  // as the driver has it

/// Two straights of 20 m and two half circles of 6 m.
Route stadium_route() {
  std::vector<Vec2> points;
  for (double x = 0; x < 20; x += 0.5) points.push_back({x, -6});
  for (int i = 0; i < 40; ++i)
    points.push_back(Vec2{20, 0} + 6 * (Rot2::of(-kPi / 2 + kPi * i / 40) * Vec2{1, 0}));
  for (double x = 20; x > 0; x -= 0.5) points.push_back({x, 6});
  for (int i = 0; i < 40; ++i)
    points.push_back(6 * (Rot2::of(kPi / 2 + kPi * i / 40) * Vec2{1, 0}));
  return make_route("stadium", points, true, 3);
}

RoomBeside even_room(const Route& route, double metres) {
  return {std::vector<double>(route.points.size(), metres),
          std::vector<double>(route.points.size(), metres)};
}

/// Squared curvature along the whole way, 1/m.
double bending(const Route& route) {
  const std::vector<double> curvature = curvature_of(route, 1.2);
  double sum = 0;
  for (const double each : curvature) sum += each * each;
  return sum * route.length / static_cast<double>(curvature.size());
}

TEST(RacingLine, StaysWithinItsRoom) {
  const Route route = even_route(stadium_route());
  const Route line = racing_line(route, even_room(route, 1), kHaste);

  for (const Vec2 point : line.points)
    EXPECT_LE(std::fabs(nearest_place(route, point).offset), 1 + 1e-9);
}

TEST(RacingLine, BendsLessThanTheRouteDoes) {
  const Route route = even_route(stadium_route());
  const Route line = racing_line(route, even_room(route, 1), kHaste);

  EXPECT_LT(bending(line), 0.95 * bending(route));
  EXPECT_LT(line.length, 1.05 * route.length);
}

TEST(RacingLine, WithoutRoomItIsTheRoute) {
  const Route route = even_route(stadium_route());

  EXPECT_EQ(racing_line(route, even_room(route, 0), kHaste).points, route.points);
}

TEST(RoomBeside, EndsAtWallsAndAtThingsThatStandInTheWay) {
  LevelSpec level = ring_level(8, 3);
  level.pieces.push_back(piece_of(BoxSpec{{0.2, 0.2, 1}}, {8.9, 0, 0}));  // outside, at the start
  const World world = build_world(level);
  const Route route = even_route(world.routes.front());
  const RoomBeside room = room_beside(route, world, kind_of<Racecar>(), 0.1);

  // driven counter-clockwise: the middle is on the left
  EXPECT_NEAR(room.right[0], 8.8 - 8 - 0.155 - 0.1, 0.06);
  for (const std::size_t i : {route.points.size() / 4, route.points.size() / 2}) {
    EXPECT_LE(room.left[i], 1.5 - 0.155 - 0.1);
    EXPECT_GT(room.left[i], 1.0);
    EXPECT_GT(room.right[i], 1.0);
  }
}

}  // namespace
}  // namespace paddock
