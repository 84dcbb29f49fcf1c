// Roads: lines against integration by small steps, the compiled network against what a walk over
// all of its lanes finds, junctions, lights and files.
#include "paddock/world/roads/road_network.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "paddock/core/random.h"
#include "paddock/world/roads/streets.h"
#include "paddock/world/world.h"
#include "tests/support/roads.h"

namespace paddock {
namespace {

double draw(std::uint32_t index, double low, double high, std::uint64_t tick = 0) {
  return draw_between({.seed = 11, .stream = Stream::LevelVariable, .tick = tick, .index = index},
                      low, high);
}

// --- lines ---------------------------------------------------------------------------------------

/// The end of a line whose curvature is known, by many short steps of the middle rule.
template <class Curvature>
RoadPoint walk(double length, const Curvature& curvature) {
  constexpr int kSteps = 200'000;
  const double step = length / kSteps;
  RoadPoint at;
  for (int i = 0; i < kSteps; ++i) {
    const double k = curvature((i + 0.5) * step);
    const double middle = at.heading + k * step / 2;
    at.point += step * Vec2{std::cos(middle), std::sin(middle)};
    at.heading += k * step;
  }
  return at;
}

void expect_place(const RoadPoint& found, const RoadPoint& wanted, double within) {
  EXPECT_NEAR(found.point.x, wanted.point.x, within);
  EXPECT_NEAR(found.point.y, wanted.point.y, within);
  EXPECT_NEAR(found.heading, wanted.heading, within);
}

TEST(RoadLine, ArcsAndSpiralsEndWhereSmallStepsDo) {
  for (const double k : {0.05, -0.2, 1e-7, 1e-13}) {
    RoadLine arc;
    append(arc, 31, ArcPiece{k});
    expect_place(place_on(arc, 31), walk(31, [&](double) { return k; }), 1e-7);
  }
  const std::array<std::array<double, 2>, 4> spirals{
      {{0, 0.1}, {0.1, -0.05}, {-0.3, -0.3}, {0.02, 0.5}}};
  for (const auto& ends : spirals) {
    const double from = ends[0], to = ends[1];
    RoadLine spiral;
    append(spiral, 40, SpiralPiece{from, to});
    const auto k = [&](double s) { return from + (to - from) * s / 40; };
    expect_place(place_on(spiral, 40), walk(40, k), 1e-7);
    EXPECT_NEAR(place_on(spiral, 10).curvature, k(10), 1e-12);
  }
}

TEST(RoadLine, CubicsAreWalkedByTheirLength) {
  // u = p, v = p^2 / 20: a parabola whose arc length is known
  const CubicPiece parabola{.u = {0, 1, 0, 0}, .v = {0, 0, 0.05, 0}, .reach = 30};
  const auto length_to = [](double p) {
    const double x = 0.1 * p;  // slope
    return 5 * (x * std::sqrt(1 + x * x) + std::asinh(x));
  };
  EXPECT_NEAR(arc_length(parabola), length_to(30), 1e-9);
  RoadLine line;
  append(line, length_to(30), parabola, {2, 3, 0.5});
  for (const double p : {0.0, 4.0, 17.0, 30.0}) {
    const RoadPoint at = place_on(line, length_to(p));
    const Vec2 wanted = Pose2{2, 3, 0.5} * Vec2{p, 0.05 * p * p};
    EXPECT_NEAR(distance(at.point, wanted), 0, 1e-7) << p;
    EXPECT_NEAR(at.heading, 0.5 + std::atan(0.1 * p), 1e-8) << p;
    EXPECT_NEAR(at.curvature, 0.1 / std::pow(1 + 0.01 * p * p, 1.5), 1e-9) << p;
  }
}

RoadLine winding_line() {
  RoadLine line;
  append(line, 20, StraightPiece{}, {3, -2, 0.4});
  append(line, 15, SpiralPiece{0, 0.08});
  append(line, 25, ArcPiece{0.08});
  append(line, 15, SpiralPiece{0.08, -0.02});
  append(line, 30, CubicPiece{{0, 1, 0, 0}, {0, 0, 0.01, -0.0003}, 28});
  return line;
}

TEST(RoadLine, PiecesGoOnFromOneAnother) {
  const RoadLine line = winding_line();
  EXPECT_DOUBLE_EQ(length_of(line), 105);
  for (std::size_t i = 1; i < line.pieces.size(); ++i) {
    const RoadPoint before = place_on(line, line.pieces[i].from - 1e-7);
    const RoadPoint after = place_on(line, line.pieces[i].from + 1e-7);
    EXPECT_LT(distance(before.point, after.point), 1e-6) << i;
    EXPECT_NEAR(wrap_angle(before.heading - after.heading), 0, 1e-6) << i;
  }
}

TEST(RoadLine, CutsKeepChordsNear) {
  const RoadLine line = winding_line();
  for (const double left : {0.0, 6.0, -6.0}) {
    const std::vector<double> cuts = cut_line(line, 2, 103, 6, 0.002);
    EXPECT_EQ(cuts.front(), 2);
    EXPECT_EQ(cuts.back(), 103);
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
      ASSERT_LT(cuts[i], cuts[i + 1]);
      const Vec2 a = point_beside(line, cuts[i], left), b = point_beside(line, cuts[i + 1], left);
      for (const double share : {0.25, 0.5, 0.75}) {
        const Vec2 p = point_beside(line, cuts[i] + share * (cuts[i + 1] - cuts[i]), left);
        EXPECT_LT(std::fabs(cross(normalized(b - a), p - a)), 0.0025) << cuts[i];
      }
    }
  }
}

// --- a small net of streets ----------------------------------------------------------------------

StreetsSpec ladder() {
  StreetsSpec streets;
  streets.where = {"streets", 1};
  streets.nodes = {{0, 0}, {60, 0}, {120, 10}, {0, 60}, {60, 60}, {120, 70}, {60, 120}, {130, 130}};
  streets.edges = {{0, 1}, {1, 2}, {0, 3}, {3, 4}, {4, 5}, {2, 5}, {1, 4}, {4, 6}, {6, 7}, {5, 7}};
  return streets;
}

RoadsSpec roads_of(const StreetsSpec& streets) {
  RoadsSpec roads;
  const auto made = add_streets(streets, roads);
  EXPECT_TRUE(made.has_value()) << (made ? "" : made.error().message);
  EXPECT_TRUE(check_roads(roads).empty());
  return roads;
}

RoadNetwork ladder_network(int lanes = 1) {
  StreetsSpec streets = ladder();
  streets.lanes = lanes;
  streets.reach = 12 + 4 * lanes;
  streets.corner = 4 + 5 * lanes;
  return build_network(roads_of(streets));
}

TEST(Streets, LanesJoinEndToEnd) {
  for (const int lanes : {1, 2}) expect_sound_links(ladder_network(lanes));
}

TEST(Streets, StripsLieSideBySide) {
  const RoadNetwork network = ladder_network(2);
  for (const RoadLane& lane : network.lanes) {
    for (std::size_t i = 0; i < lane.middle.size(); ++i) {
      const Vec2 ahead{std::cos(lane.heading[i]), std::sin(lane.heading[i])};
      EXPECT_GT(cross(ahead, lane.left[i] - lane.middle[i]), 0);
      EXPECT_LT(cross(ahead, lane.right[i] - lane.middle[i]), 0);
    }
    if (!lane.left_lane) continue;
    const RoadLane& left = network.lane(*lane.left_lane);
    const std::size_t n = lane.left.size();
    ASSERT_EQ(left.left.size(), n);
    for (std::size_t i = 0; i < n; ++i) {
      const Vec2 border = lane.left_against ? left.left[n - 1 - i] : left.right[i];
      EXPECT_EQ(lane.left[i], border);
    }
  }
}

TEST(Streets, OnlyLanesOfOneWayMayBeChanged) {
  int changes = 0;
  const RoadNetwork network = ladder_network(2);
  for (const RoadLane& lane : network.lanes) {
    for (const bool left : {true, false}) {
      if (!(left ? lane.may_change_left : lane.may_change_right)) continue;
      const RoadLane& other = network.lane(left ? *lane.left_lane : *lane.right_lane);
      EXPECT_EQ(other.forward, lane.forward);
      EXPECT_EQ(other.kind, LaneKind::Driving);
      ++changes;
    }
  }
  EXPECT_GT(changes, 0);
}

TEST(Streets, ThoseThatCannotBeLaidAreRefused) {
  const auto refused = [](auto change) {
    StreetsSpec streets = ladder();
    change(streets);
    RoadsSpec roads;
    const auto made = add_streets(streets, roads);
    EXPECT_TRUE(roads.empty());
    return made ? std::string() : made.error().message;
  };
  EXPECT_NE(refused([](StreetsSpec& s) {
              s.edges.push_back({0, 99});
            }).find("nodes 0 to 7"),
            std::string::npos);
  EXPECT_NE(refused([](StreetsSpec& s) {
              s.nodes.push_back({5, 5});
            }).find("two edges or more"),
            std::string::npos);
  EXPECT_NE(refused([](StreetsSpec& s) { s.reach = 28; }).find("room"), std::string::npos);
  EXPECT_NE(refused([](StreetsSpec& s) { s.edges = {}; }).find("two edges"), std::string::npos);
}

// --- junctions and lights ------------------------------------------------------------------------

TEST(Junctions, OfTwoThatMeetOneGivesWay) {
  const RoadNetwork network = ladder_network();
  std::size_t crossings = 0, merges = 0;
  for (const RoadJunction& junction : network.junctions) {
    EXPECT_GE(junction.entries.size(), 3u);
    EXPECT_EQ(junction.entries.size(), junction.exits.size());
    for (const LaneConflict& c : junction.conflicts) {
      const auto back =
          std::find_if(junction.conflicts.begin(), junction.conflicts.end(),
                       [&](const LaneConflict& o) { return o.own == c.other && o.other == c.own; });
      ASSERT_NE(back, junction.conflicts.end());
      EXPECT_EQ(back->kind, c.kind);
      EXPECT_EQ(back->own_from, c.other_from);
      EXPECT_EQ(back->own_to, c.other_to);
      EXPECT_EQ(c.yields || back->yields, c.kind != ConflictKind::Diverge);
      EXPECT_FALSE(c.yields && back->yields);
      crossings += c.kind == ConflictKind::Cross;
      merges += c.kind == ConflictKind::Merge;
    }
  }
  EXPECT_GT(crossings, 0u);
  EXPECT_GT(merges, 0u);
}

TEST(Junctions, StripsThatOverlapAreConflicts) {
  const RoadNetwork network = ladder_network();
  for (const RoadJunction& junction : network.junctions) {
    for (const LaneId a : junction.lanes) {
      for (const LaneId b : junction.lanes) {
        const RoadLane &one = network.lane(a), &two = network.lane(b);
        if (a == b || one.kind != LaneKind::Driving || two.kind != LaneKind::Driving) continue;
        bool close = false;  // their middles come nearer than half a lane
        for (const Vec2 p : one.middle)
          close = close || distance(nearest_on(network, b, p).point, p) < 1.5;
        const bool listed =
            std::any_of(junction.conflicts.begin(), junction.conflicts.end(),
                        [&](const LaneConflict& c) { return c.own == a && c.other == b; });
        EXPECT_TRUE(listed || !close);
      }
    }
  }
}

TEST(Junctions, LeftTurnsGiveWayToOncomingTraffic) {
  const RoadNetwork network = ladder_network();
  int seen = 0;
  for (const RoadJunction& junction : network.junctions)
    for (const LaneConflict& c : junction.conflicts) {
      const RoadLane &own = network.lane(c.own), &other = network.lane(c.other);
      const double apart = std::fabs(wrap_angle(own.heading.front() - other.heading.front()));
      if (apart < radians(150) || own.turn != LaneTurn::Left || other.turn != LaneTurn::Straight)
        continue;
      EXPECT_TRUE(c.yields);
      ++seen;
    }
  EXPECT_GT(seen, 0);
}

TEST(Lights, CrossingStreetsAreNeverBothGreen) { expect_lights_that_keep_apart(ladder_network()); }

TEST(Lights, AreAFunctionOfTimeAlone) {
  RoadSignal signal;
  EXPECT_EQ(light_at(signal, 3), LightState::Dark);
  EXPECT_EQ(seconds_to_change(signal, 3), kNoWay);
  signal.cycle = {{LightState::Green, 4}, {LightState::Yellow, 1}, {LightState::Red, 5}};
  signal.cycle_phase = 3;
  EXPECT_EQ(light_at(signal, 0), LightState::Green);
  EXPECT_DOUBLE_EQ(seconds_to_change(signal, 0), 1);
  EXPECT_EQ(light_at(signal, 1), LightState::Yellow);
  EXPECT_EQ(light_at(signal, 2), LightState::Red);
  EXPECT_EQ(light_at(signal, 6.9), LightState::Red);
  EXPECT_EQ(light_at(signal, 1007), LightState::Green);
  RoadNetwork network;
  network.signals.push_back(signal);
  const Clock clock{.grid_hz = 100, .grid_per_tick = 10, .grid_per_frame = 10};
  EXPECT_EQ(light_at(network, SignalId{0}, clock, Tick{15}), LightState::Yellow);
}

// --- queries against a walk over everything ------------------------------------------------------

double slow_distance(const RoadLane& lane, Vec2 at, double* heading = nullptr) {
  double best = 1e300;
  for (std::size_t i = 0; i + 1 < lane.middle.size(); ++i) {
    const Vec2 step = lane.middle[i + 1] - lane.middle[i];
    const double t =
        std::clamp(dot(at - lane.middle[i], step) / std::max(dot(step, step), 1e-300), 0.0, 1.0);
    const double d = distance(at, lane.middle[i] + t * step);
    if (d >= best) continue;
    best = d;
    if (heading != nullptr)
      *heading = lane.heading[i] + t * (lane.heading[i + 1] - lane.heading[i]);
  }
  return best;
}

/// By the number of times a ray to the right leaves through the outline: no grid, no quads.
bool slow_covers(const RoadLane& lane, Vec2 at) {
  std::vector<Vec2> outline = lane.right;
  outline.insert(outline.end(), lane.left.rbegin(), lane.left.rend());
  bool inside = false;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Vec2 a = outline[i], b = outline[(i + 1) % outline.size()];
    if ((a.y > at.y) == (b.y > at.y)) continue;
    if (at.x < a.x + (at.y - a.y) / (b.y - a.y) * (b.x - a.x)) inside = !inside;
  }
  return inside;
}

Vec2 random_place(std::uint64_t i, double beyond = 30) {
  return {draw(0, -beyond, 130 + beyond, i), draw(1, -beyond, 130 + beyond, i)};
}

TEST(RoadQueries, NearestLaneIsTheNearestOfAll) {
  const RoadNetwork network = ladder_network(2);
  for (std::uint64_t i = 0; i < 600; ++i) {
    const Vec2 at = i % 10 == 0 ? random_place(i, 3000) : random_place(i);
    const double yaw = draw(2, -3, 3, i);
    double any = 1e300, alike = 1e300;
    for (const RoadLane& lane : network.lanes) {
      if (lane.kind != LaneKind::Driving) continue;
      double heading = 0;
      const double d = slow_distance(lane, at, &heading);
      any = std::min(any, d);
      if (std::fabs(wrap_angle(heading - yaw)) < kPi / 2) alike = std::min(alike, d);
    }
    const auto found = nearest_lane(network, at);
    ASSERT_TRUE(found);
    EXPECT_NEAR(distance(found->point, at), any, 1e-9);
    const LanePlace again = place_on(network, found->lane, found->along);
    EXPECT_NEAR(distance(again.point, found->point), 0, 1e-9);
    const auto fitting = nearest_lane(network, Pose2{at.x, at.y, yaw});
    ASSERT_TRUE(fitting);
    EXPECT_LE(distance(fitting->point, at), alike + 1e-9);
    EXPECT_LT(std::fabs(wrap_angle(fitting->heading - yaw)), kPi / 2);
  }
}

TEST(RoadQueries, LanesAtAPlaceAreThoseThatCoverIt) {
  const RoadNetwork network = ladder_network(2);
  std::size_t covered = 0;
  std::vector<LanePlace> found;
  for (std::uint64_t i = 0; i < 4000; ++i) {
    const Vec2 at = random_place(i);
    std::vector<LaneId> wanted;
    for (std::size_t l = 0; l < network.lanes.size(); ++l)
      if (slow_covers(network.lanes[l], at)) wanted.push_back(LaneId{std::uint32_t(l)});
    lanes_at(network, at, found);
    ASSERT_EQ(found.size(), wanted.size()) << at.x << ' ' << at.y;
    for (std::size_t k = 0; k < found.size(); ++k) EXPECT_EQ(found[k].lane, wanted[k]);
    EXPECT_EQ(lane_at(network, at).has_value(), !wanted.empty());
    covered += wanted.size();
  }
  EXPECT_GT(covered, 1000u);
}

Trespass slow_trespass(const RoadNetwork& network, const Pose2& box, Vec2 half) {
  int all = 0, off = 0, other = 0;
  const Vec2 ahead{std::cos(box.yaw), std::sin(box.yaw)};
  for (double x = -half.x; x < half.x - 1e-9; x += 0.1) {
    for (double y = -half.y; y < half.y - 1e-9; y += 0.1) {
      const Vec2 at = box * Vec2{x, -y};
      bool road = false, junction = false, against = false;
      for (const RoadLane& lane : network.lanes) {
        if (!is_road(lane.kind) || !slow_covers(lane, at)) continue;
        road = true, junction = junction || lane.junction;
        double heading = 0;
        slow_distance(lane, at, &heading);
        against = against || dot(ahead, {std::cos(heading), std::sin(heading)}) < 0;
      }
      ++all, off += !road, other += road && !junction && against;
    }
  }
  return {double(off) / all, double(other) / all};
}

TEST(RoadQueries, TrespassIsTheShareOfSamples) {
  const RoadNetwork network = ladder_network();
  const Vec2 half{2.25, 0.95};
  double off = 0, other = 0;
  for (std::uint64_t i = 0; i < 40; ++i) {
    // near lanes, where boxes lie across their borders
    const RoadLane& lane = network.lanes[i * 7 % network.lanes.size()];
    const Vec2 at = lane.middle[i % lane.middle.size()];
    const Pose2 box{at.x + draw(0, -2, 2, i), at.y + draw(1, -2, 2, i), draw(2, -3, 3, i)};
    const Trespass found = trespass_of(network, box, half);
    const Trespass wanted = slow_trespass(network, box, half);
    EXPECT_NEAR(found.off_road, wanted.off_road, 0.003) << i;
    EXPECT_NEAR(found.other_lane, wanted.other_lane, 0.003) << i;
    off += found.off_road, other += found.other_lane;
  }
  EXPECT_GT(off, 0);
  EXPECT_GT(other, 0);
}

TEST(RoadQueries, RoutesAreTheShortest) {
  const RoadNetwork network = ladder_network(2);
  const std::size_t n = network.lanes.size();
  for (std::uint64_t i = 0; i < 40; ++i) {
    const auto from = nearest_lane(network, random_place(2 * i));
    const auto to = nearest_lane(network, random_place(2 * i + 1));
    // Bellman and Ford, from the start's side: metres from the start to each lane's start
    std::vector<double> metres(n, kNoWay);
    double best = kNoWay;
    const auto arrive = [&](LaneId lane, double share, double so_far) {
      const double along = share * network.lane(lane).length;
      if (lane == to->lane && along <= to->along) best = std::min(best, so_far + to->along - along);
    };
    const auto sideways = [&](LaneId lane) {
      std::vector<LaneId> all{lane};
      for (std::size_t k = 0; k < all.size(); ++k) {
        const RoadLane& l = network.lane(all[k]);
        for (const auto& next : {l.may_change_left ? l.left_lane : std::nullopt,
                                 l.may_change_right ? l.right_lane : std::nullopt})
          if (next && std::find(all.begin(), all.end(), *next) == all.end()) all.push_back(*next);
      }
      return all;
    };
    const auto leave = [&](LaneId lane, double share, double so_far) {
      for (const LaneId by : sideways(lane)) {
        arrive(by, share, so_far);
        for (const LaneId next : network.lane(by).successors) {
          double& m = metres[index_of(next)];
          m = std::min(m, so_far + (1 - share) * network.lane(by).length);
        }
      }
    };
    leave(from->lane, from->along / network.lane(from->lane).length, 0);
    for (std::size_t round = 0; round < n; ++round) {
      const auto before = metres;
      for (std::size_t l = 0; l < n; ++l)
        if (metres[l] != kNoWay) leave(LaneId{std::uint32_t(l)}, 0, metres[l]);
      if (before == metres) break;
    }
    const auto route = shortest_route(network, *from, *to);
    ASSERT_TRUE(route);
    EXPECT_NEAR(route->length, best, 1e-6) << i;
    EXPECT_EQ(route->lanes.front(), from->lane);
    EXPECT_EQ(route->lanes.back(), to->lane);
    for (std::size_t k = 0; k + 1 < route->lanes.size(); ++k) {
      const RoadLane& lane = network.lane(route->lanes[k]);
      const LaneId next = route->lanes[k + 1];
      const bool ahead = std::count(lane.successors.begin(), lane.successors.end(), next) > 0;
      EXPECT_TRUE(ahead || lane.left_lane == next || lane.right_lane == next);
    }
  }
}

// --- lanes that widen, one-way and left-hand roads -----------------------------------------------

RoadSpec plain_road(double length, std::vector<LaneSpec> lanes) {
  RoadSpec road;
  road.id = "1";
  append(road.line, length, StraightPiece{});
  road.sections = {{0, std::move(lanes)}};
  return road;
}

LaneSpec lane_of(int id, std::vector<CubicSpan> width) {
  LaneSpec lane;
  lane.id = id, lane.width = std::move(width);
  if (id == 0) lane.kind = LaneKind::None;
  return lane;
}

TEST(RoadNetworkBuild, WidthsFollowTheirPolynomials) {
  RoadsSpec roads;
  roads.roads = {
      plain_road(40, {lane_of(0, {}), lane_of(-1, {{0, 3, 0, 0, 0}}),
                      lane_of(-2, {{0, 0, 0, 0, 0}, {10, 0, 0, 0.06, -0.004}, {20, 2}})})};
  ASSERT_TRUE(check_roads(roads).empty());
  const RoadNetwork network = build_network(roads);
  const RoadLane& lane = network.lanes[1];
  for (double s = 0; s <= 40; s += 0.37) {
    const double x = s - 10;
    const double width = s < 10 ? 0 : s < 20 ? 0.06 * x * x - 0.004 * x * x * x : 2;
    const auto at = nearest_on(network, LaneId{1}, {s, -3 - width / 2});
    EXPECT_NEAR(half_width_at(lane, at.along), width / 2, 0.01) << s;
  }
  EXPECT_NEAR(lane.left.front().y, -3, 1e-12);
  EXPECT_NEAR(lane.right.back().y, -5, 1e-12);
}

TEST(RoadNetworkBuild, SpeedLimitsRunAsTheLaneTravels) {
  RoadsSpec roads;
  roads.roads = {plain_road(100, {lane_of(1, {{0, 3}}), lane_of(0, {}), lane_of(-1, {{0, 3}})})};
  roads.roads[0].speed = {{0, 10}, {30, 20}};
  const RoadNetwork network = build_network(roads);
  const RoadLane &back = network.lanes[0], &ahead = network.lanes[1];
  EXPECT_FALSE(back.forward);
  EXPECT_EQ(speed_limit_at(ahead, 29), 10);
  EXPECT_EQ(speed_limit_at(ahead, 31), 20);
  EXPECT_EQ(speed_limit_at(back, 69), 20);
  EXPECT_EQ(speed_limit_at(back, 71), 10);
  roads.roads[0].left_hand = true;
  EXPECT_TRUE(build_network(roads).lanes[0].forward);
}

TEST(RoadCheck, EveryMistakeIsNamed) {
  const auto complaint = [](auto change) {
    RoadsSpec roads;
    roads.roads = {plain_road(40, {lane_of(0, {}), lane_of(-1, {{0, 3}})})};
    change(roads);
    const auto problems = check_roads(roads);
    return problems.empty() ? std::string() : problems.front().message;
  };
  EXPECT_EQ(complaint([](RoadsSpec&) {}), "");
  EXPECT_NE(complaint([](RoadsSpec& r) { r.roads.push_back(r.roads[0]); }), "");
  EXPECT_NE(complaint([](RoadsSpec& r) { r.roads[0].line.pieces.clear(); }), "");
  EXPECT_NE(complaint([](RoadsSpec& r) { r.roads[0].line.pieces[0].length = -1; }), "");
  EXPECT_NE(complaint([](RoadsSpec& r) { r.roads[0].line.pieces[0].start.x = 1e9; }), "");
  EXPECT_NE(complaint([](RoadsSpec& r) { r.roads[0].lane_offset = {{0, 0, 1e6, 0, 0}}; }), "");
  EXPECT_NE(complaint([](RoadsSpec& r) {
              r.roads[0].line.pieces[0].shape = CubicPiece{{1e300, 1, 0, 0}, {}, 40};
            }),
            "");
  EXPECT_NE(complaint([](RoadsSpec& r) { r.roads[0].sections.clear(); }), "");
  EXPECT_NE(complaint([](RoadsSpec& r) { r.roads[0].sections[0].from = 1; }), "");
  EXPECT_NE(complaint([](RoadsSpec& r) { r.roads[0].sections[0].lanes[1].width = {}; }), "");
  EXPECT_NE(complaint([](RoadsSpec& r) { r.roads[0].sections[0].lanes[1].width[0].b = -1; }), "");
  EXPECT_NE(complaint([](RoadsSpec& r) { r.roads[0].sections[0].lanes[1].id = 2; }), "");
  EXPECT_NE(complaint([](RoadsSpec& r) { r.roads[0].successor = RoadLink{false, "9", {}}; }), "");
  EXPECT_NE(complaint([](RoadsSpec& r) { r.roads[0].junction = "j"; }), "");
  EXPECT_NE(
      complaint([](RoadsSpec& r) { r.roads[0].signals.resize(1), r.roads[0].signals[0].s = 99; }),
      "");
  EXPECT_NE(complaint([](RoadsSpec& r) { r.roads[0].speed = {{0, -3}}; }), "");
  EXPECT_NE(complaint([](RoadsSpec& r) {
              r.junctions = {{}},
              r.junctions[0].connections = {{.id = "c", .incoming = "x", .connecting = "y"}};
            }),
            "");
  EXPECT_NE(complaint([](RoadsSpec& r) {
              for (int i = 0; i < 2000; ++i) append(r.roads[0].line, 20, ArcPiece{9});
            }).find("points"),
            std::string::npos);
  EXPECT_NE(complaint([](RoadsSpec& r) { append(r.roads[0].line, 1e4, ArcPiece{9}); }), "");
}

// --- files ---------------------------------------------------------------------------------------

constexpr std::string_view kRoads = R"(format = 1
title = "Roads"
[ground]
size = [200, 200]
[[road]]
id = "a"
name = "High Street"
line = [{ straight = 20, at = [-40, 0], yaw = 0.1 }, { spiral = 10, to = 0.05 }, { arc = 12, curvature = 0.05 }, { cubic = 10.1, u = [0, 1, 0, 0], v = [0, 0, 0.01, 0], reach = 10 }]
sections = [
  { lanes = [{ id = 1, width = [{ a = 3 }], markings = [{ kind = "solid" }] }, { kind = "none", markings = [{ kind = "broken", color = "yellow" }, { from = 5, kind = "solid_solid" }] }, { id = -1, width = [{ a = 3, b = 0.01 }], successor = [-1] }, { id = -2, kind = "pavement", width = [{ a = 2 }], height = 0.12 }] },
  { from = 30, lanes = [{ kind = "none" }, { id = -1, width = [{ a = 3.3 }], predecessor = [-1], speed = [{ speed = 5 }] }] },
]
speed = [{ speed = 14 }]
signals = [{ id = "s", kind = "light", s = 25, t = -4, stop_at = 24, lanes = [{ from = -1, to = -1 }], cycle = [{ state = "green", seconds = 4 }, { seconds = 6 }], cycle_phase = 1 }]
crossings = [{ s = 20, width = 3, from = -3, to = 3, signal = "s" }]
)";

TEST(RoadFiles, WhatIsWrittenReadsBack) {
  const LevelReading read = read_level_text(kRoads, "roads.toml", 1);
  for (const Problem& p : read.problems) ADD_FAILURE() << p.text();
  ASSERT_EQ(read.spec.roads.roads.size(), 1u);
  const RoadSpec& road = read.spec.roads.roads[0];
  EXPECT_EQ(road.line.pieces.size(), 4u);
  EXPECT_EQ(road.sections[0].lanes[1].markings[1].kind, MarkingKind::SolidSolid);
  EXPECT_EQ(road.signals[0].cycle[0].state, LightState::Green);
  const LevelReading again = read_level_text(write_level(read.spec), "again.toml", 1);
  for (const Problem& p : again.problems) ADD_FAILURE() << p.text();
  EXPECT_EQ(again.spec.roads, read.spec.roads);
  const World world = build_world(read.spec);
  ASSERT_TRUE(world.roads);
  EXPECT_EQ(world.roads->lanes.size(), 4u);
  EXPECT_EQ(world.roads->lanes[1].successors.size(), 1u);
  EXPECT_EQ(world.roads->crossings[0].crossed.size(), 2u);
}

TEST(RoadFiles, MistakesAreReportedWithTheirLine) {
  const auto first = [](std::string_view from, std::string_view to) {
    std::string text(kRoads);
    text.replace(text.find(from), from.size(), to);
    const LevelReading read = read_level_text(text, "roads.toml", 1);
    return read.problems.empty() ? std::string() : read.problems[0].text();
  };
  EXPECT_NE(
      first("straight = 20", "straight = 20, arc = 2").find("roads.toml:8: road.line must be"),
      std::string::npos);
  EXPECT_NE(first("yaw = 0.1", "jaw = 0.1").find("did you mean \"yaw\"?"), std::string::npos);
  EXPECT_NE(first("\"solid_solid\"", "\"dotted\"").find("solid_solid"), std::string::npos);
  EXPECT_NE(first("s = 25, t", "s = 250, t").find("signals"), std::string::npos);
}

constexpr std::string_view kArms = R"(format = 1
title = "Arms"
[ground]
size = [200, 200]
[[road]]
id = "west"
line = [{ straight = 40, at = [-60, 0], yaw = 0 }]
right = 2
[[road]]
id = "east"
line = [{ straight = 40, at = [15, 4], yaw = 0.05 }]
left = 2
lane_width = 3
[[road]]
id = "south"
line = [{ straight = 40, at = [0, -60], yaw = 1.5707963267948966 }]
[[junction]]
arms = [{ road = "west" }, { road = "east", end = "start" }, { road = "south" }]
control = "yield"
)";

TEST(RoadFiles, JunctionsAreMadeFromTheirArms) {
  const LevelReading read = read_level_text(kArms, "arms.toml", 1);
  for (const Problem& p : read.problems) ADD_FAILURE() << p.text();
  ASSERT_EQ(read.spec.roads.junctions.size(), 1u);
  EXPECT_EQ(read.spec.roads.roads.size(), 3u + 6u);
  const RoadNetwork network = build_network(read.spec.roads);
  std::size_t ways = 0;
  for (const RoadLane& lane : network.lanes) {
    if (lane.kind != LaneKind::Driving || !lane.junction) continue;
    ++ways;
    ASSERT_EQ(lane.successors.size(), 1u);
    ASSERT_EQ(lane.predecessors.size(), 1u);
    const RoadLane& next = network.lane(lane.successors[0]);
    const RoadLane& last = network.lane(lane.predecessors[0]);
    EXPECT_LT(distance(lane.left.back(), next.left.front()), 1e-6);
    EXPECT_LT(distance(lane.right.back(), next.right.front()), 1e-6);
    EXPECT_LT(distance(lane.left.front(), last.left.back()), 1e-6);
    EXPECT_LT(distance(lane.right.front(), last.right.back()), 1e-6);
  }
  EXPECT_EQ(ways, 6u);  // the two lanes from the west meet one in the east
  // the street that goes straight on has no sign
  ASSERT_EQ(network.signals.size(), 1u);
  EXPECT_EQ(network.signals[0].kind, SignalKind::Yield);
  EXPECT_EQ(network.lane(network.signals[0].lanes[0]).road, 2u);
  for (const LaneConflict& c : network.junctions[0].conflicts) {
    const bool south = network.lane(network.lane(c.own).predecessors[0]).road == 2;
    const bool other = network.lane(network.lane(c.other).predecessors[0]).road == 2;
    EXPECT_TRUE(c.kind == ConflictKind::Diverge || south == other || c.yields == south);
  }
  const auto first = [](std::string_view from, std::string_view to) {
    std::string text(kArms);
    text.replace(text.find(from), from.size(), to);
    const LevelReading wrong = read_level_text(text, "arms.toml", 1);
    return wrong.problems.empty() ? std::string() : wrong.problems[0].text();
  };
  EXPECT_NE(first("{ road = \"south\" }", "{ road = \"north\" }").find("arms.toml:17"),
            std::string::npos);
  EXPECT_NE(first("at = [0, -60]", "at = [0, -44]").find("further back"), std::string::npos);
}

// the same bits on every build
TEST(RoadNetworkBuild, HashesAreWhatTheyWere) {
  EXPECT_EQ(hash_of(ladder_network(2)), 17290658785425132716u);
}

}  // namespace
}  // namespace paddock
