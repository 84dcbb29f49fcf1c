// OpenDRIVE: hand-made files of every feature, what is left out, what is malformed; our own towns
// written and read again. The files stand in tests/fuzz/corpus/opendrive.
#include "paddock/world/opendrive/opendrive.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>
#include <tuple>

#include "paddock/io/file.h"
#include "paddock/io/xml.h"
#include "paddock/world/roads/road_network.h"
#include "paddock/world/world.h"

namespace paddock {
namespace {

const std::string kOpenDriveFolder =
    std::string(PADDOCK_SOURCE_DIR) + "/tests/fuzz/corpus/opendrive/";

std::string listed(const std::vector<Problem>& problems) {
  std::string all;
  for (const Problem& each : problems) all += each.text() + '\n';
  return all;
}

OpenDriveReading read_sound(const std::string& name) {
  OpenDriveReading reading = read_opendrive(read_file(kOpenDriveFolder + name).value(), name);
  EXPECT_TRUE(reading.ok()) << listed(reading.problems);
  return reading;
}

const LaneSpec& lane_of(const RoadSpec& road, std::size_t section, int id) {
  const auto& lanes = road.sections.at(section).lanes;
  const auto found =
      std::find_if(lanes.begin(), lanes.end(), [&](const LaneSpec& lane) { return lane.id == id; });
  EXPECT_NE(found, lanes.end()) << "lane " << id;
  return found != lanes.end() ? *found : lanes.front();
}

/// A file of one road, with more elements in it and one lane to its right.
std::string file_with(const std::string& in_road, const std::string& beside = "",
                      const std::string& geometry = "<line/>") {
  return concat("<OpenDRIVE><road id=\"1\" length=\"50\" junction=\"-1\">\n",
                "<planView><geometry s=\"0\" x=\"0\" y=\"0\" hdg=\"0\" length=\"50\">", geometry,
                "</geometry></planView>\n<lanes><laneSection s=\"0\"><right><lane id=\"-1\" ",
                "type=\"driving\"><width sOffset=\"0\" a=\"4\" b=\"0\" c=\"0\" d=\"0\"/></lane>",
                "</right></laneSection></lanes>\n", in_road, "</road>\n", beside, "</OpenDRIVE>");
}

// --- lines ---------------------------------------------------------------------------------------

/// Simpson's rule over many short steps.
template <class F>
double integral(double to, const F& f) {
  constexpr int kSteps = 20'000;
  const double h = to / kSteps;
  double sum = f(0.0) + f(to);
  for (int i = 1; i < kSteps; ++i) sum += (i % 2 == 1 ? 4 : 2) * f(i * h);
  return sum * h / 3;
}

Vec2 spiral_at(double k0, double k1, double length, double s) {
  const auto heading = [&](double at) { return at * (k0 + (k1 - k0) * at / (2 * length)); };
  return {integral(s, [&](double at) { return std::cos(heading(at)); }),
          integral(s, [&](double at) { return std::sin(heading(at)); })};
}

TEST(OpenDrive, SpiralsFollowTheIntegralOfTheirCurvatureToAMicrometre) {
  for (const auto& [k0, k1, length] :
       {std::tuple{0.0, 0.05, 40.0}, std::tuple{0.02, -0.15, 20.0}, std::tuple{-0.3, 0.4, 60.0},
        std::tuple{1.2, 0.0, 15.0}, std::tuple{1e-9, 2e-9, 500.0}}) {
    const OpenDriveReading reading = read_opendrive(
        concat(
            "<OpenDRIVE><road id=\"1\"><planView><geometry s=\"0\" x=\"3\" y=\"-2\" hdg=\"0.7\" "
            "length=\"",
            length, "\"><spiral curvStart=\"", k0, "\" curvEnd=\"", k1,
            "\"/></geometry></planView><lanes><laneSection s=\"0\"/></lanes></road></OpenDRIVE>"),
        "spiral");
    ASSERT_TRUE(reading.ok()) << listed(reading.problems);

    for (const double share : {0.1, 0.5, 0.83, 1.0}) {
      const Vec2 wanted = Pose2{3, -2, 0.7} * spiral_at(k0, k1, length, share * length);
      const RoadPoint place = place_on(reading.roads.roads[0].line, share * length);
      EXPECT_NEAR(place.point.x, wanted.x, 1e-6) << k0 << ' ' << k1;
      EXPECT_NEAR(place.point.y, wanted.y, 1e-6) << k0 << ' ' << k1;
      EXPECT_NEAR(place.curvature, k0 + share * (k1 - k0), 1e-12);
    }
  }
}

TEST(OpenDrive, EveryShapeIsReadAndJoinsTheNext) {
  const OpenDriveReading reading = read_sound("lines.xodr");

  EXPECT_EQ(reading.name, "lines");
  ASSERT_EQ(reading.roads.roads.size(), 2u);
  EXPECT_TRUE(reading.left_out.empty());
  const RoadLine& line = reading.roads.roads[0].line;
  ASSERT_EQ(line.pieces.size(), 3u);
  for (std::size_t i = 1; i < line.pieces.size(); ++i) {
    const RoadPoint end = place_on(line.pieces[i - 1], line.pieces[i - 1].length);
    EXPECT_NEAR(distance(end.point, position(line.pieces[i].start)), 0, 1e-9);
    EXPECT_NEAR(end.heading, line.pieces[i].start.yaw, 1e-12);
  }
  const std::vector<SpeedSpan> speeds{{0, 50 / 3.6}, {40, 60 * 0.44704}};
  EXPECT_EQ(reading.roads.roads[0].speed, speeds);
  EXPECT_EQ(reading.roads.roads[0].name, "Straight, arc, spiral");
  const RoadLink link{.id = "2", .end = RoadEnd::Start};
  EXPECT_EQ(reading.roads.roads[0].successor, link);
  EXPECT_TRUE(check_roads(reading.roads).empty()) << listed(check_roads(reading.roads));
}

TEST(OpenDrive, CubicsAreAsLongAsTheirGeometrySays) {
  const OpenDriveReading reading = read_sound("lines.xodr");
  const RoadLine& line = reading.roads.roads[1].line;
  ASSERT_EQ(line.pieces.size(), 3u);

  // poly3 goes along u until 15 m of arc are done
  const auto& poly = std::get<CubicPiece>(line.pieces[0].shape);
  const double arc = integral(poly.reach, [](double u) {
    const double slope = 0.04 * u - 0.0015 * u * u;
    return std::sqrt(1 + slope * slope);
  });
  EXPECT_NEAR(arc, 15, 1e-9);
  const double u = poly.reach;
  const Vec2 end = line.pieces[0].start * Vec2{u, u * u * (0.02 - 0.0005 * u)};
  EXPECT_NEAR(distance(place_on(line, 14.9999999).point, end), 0, 1e-6);

  EXPECT_EQ(std::get<CubicPiece>(line.pieces[1].shape).reach, 1);
  EXPECT_EQ(line.pieces[1].from, 15);
  EXPECT_EQ(std::get<CubicPiece>(line.pieces[2].shape).reach, 15);
  const Vec2 last = line.pieces[2].start * Vec2{15 - 0.0004 * 3375, 0.02 * 225};
  EXPECT_NEAR(distance(place_on(line, 45).point, last), 0, 1e-9);
}

TEST(OpenDrive, SplintersBetweenGeometriesAreLeftOutAndGapsRefused) {
  const auto two = [](const std::string& s, const std::string& length) {
    return read_opendrive(
        concat("<OpenDRIVE><road id=\"1\"><planView>",
               "<geometry s=\"0\" x=\"0\" y=\"0\" hdg=\"0\" length=\"10\"><line/></geometry>\n",
               "<geometry s=\"", s, "\" x=\"10\" y=\"0\" hdg=\"0\" length=\"", length,
               "\"><line/></geometry></planView><lanes><laneSection s=\"0\"/></lanes></road>",
               "</OpenDRIVE>"),
        "f");
  };

  EXPECT_EQ(two("10", "0").left_out.at(0).text(), "<geometry> shorter than 0.1 mm: 1 time, line 2");
  EXPECT_EQ(two("10.01", "5").roads.roads.at(0).line.pieces.at(1).from, 10);  // rounded somewhere
  EXPECT_EQ(listed(two("12", "5").problems),
            "f:2: <geometry> must begin where the one above it ends, at s 10, got 12\n");
}

// --- lanes ---------------------------------------------------------------------------------------

TEST(OpenDrive, LanesHaveWidthsMarkingsSpeedsHeightsAndLinks) {
  const OpenDriveReading reading = read_sound("lanes.xodr");
  const RoadSpec& road = reading.roads.roads.at(0);

  EXPECT_TRUE(road.left_hand);
  EXPECT_EQ(road.lane_offset.size(), 3u);
  EXPECT_NEAR(value_at(road.lane_offset, 30), 0.9, 1e-12);
  std::vector<int> ids;
  for (const LaneSpec& lane : road.sections.at(0).lanes) ids.push_back(lane.id);
  EXPECT_EQ(ids, (std::vector<int>{3, 2, 1, 0, -1, -2, -3}));

  const LaneSpec& inner = lane_of(road, 0, 1);
  EXPECT_EQ(inner.kind, LaneKind::Driving);
  EXPECT_NEAR(value_at(inner.width, 30), 4, 1e-12);
  const std::vector<MarkingSpec> marks{
      {.from = 0, .kind = MarkingKind::Solid, .width = 0.3},
      {.from = 15, .kind = MarkingKind::BrokenSolid, .width = 0.2}};
  EXPECT_EQ(inner.markings, marks);
  EXPECT_EQ(inner.speed, (std::vector<SpeedSpan>{{0, 30 / 3.6}, {12.5, 13.9}}));
  EXPECT_EQ(inner.successor, std::vector<int>{1});
  EXPECT_EQ(lane_of(road, 0, 2).kind, LaneKind::Kerb);
  EXPECT_EQ(lane_of(road, 0, 3).kind, LaneKind::Pavement);
  EXPECT_EQ(lane_of(road, 0, 3).height, 0.12);
  EXPECT_EQ(lane_of(road, 0, 0).markings.at(0).color, MarkingColor::Yellow);
  EXPECT_EQ(lane_of(road, 0, -2).kind, LaneKind::Biking);
  EXPECT_EQ(lane_of(road, 0, -3).kind, LaneKind::Parking);
  EXPECT_TRUE(check_roads(reading.roads).empty()) << listed(check_roads(reading.roads));
}

TEST(OpenDrive, BordersBecomeWidthsBesideWhateverLiesFurtherIn) {
  const RoadSpec road = read_sound("lanes.xodr").roads.roads.at(0);
  const auto outer = [](double s) { return s < 20 ? 3.5 : 3.5 + 0.01 * (s - 20); };

  for (const double s : {0.0, 10.0, 25.0, 39.0}) {
    EXPECT_NEAR(value_at(lane_of(road, 0, -1).width, s), outer(s), 1e-12) << s;
    EXPECT_NEAR(value_at(lane_of(road, 0, -3).width, s), 7 + 0.01 * s - 1.5 - outer(s), 1e-12);
  }
}

TEST(OpenDrive, SectionsOfOneSideLeaveTheOtherAsItWas) {
  const RoadSpec road = read_sound("lanes.xodr").roads.roads.at(0);
  ASSERT_EQ(road.sections.size(), 2u);

  EXPECT_EQ(lane_of(road, 1, 2).kind, LaneKind::Median);
  for (const int id : {-1, -2, -3}) {
    const LaneSpec &before = lane_of(road, 0, id), &after = lane_of(road, 1, id);
    EXPECT_EQ(after.kind, before.kind);
    EXPECT_EQ(before.successor, std::vector<int>{id});
    EXPECT_EQ(after.predecessor, std::vector<int>{id});
    for (const double s : {0.0, 7.0, 55.0})
      EXPECT_NEAR(value_at(after.width, s), value_at(before.width, 40 + s), 1e-12);
  }
}

// --- junctions and signals -----------------------------------------------------------------------

TEST(OpenDrive, JunctionsHaveConnectionsPrioritiesAndControllers) {
  const RoadsSpec roads = read_sound("junction.xodr").roads;

  ASSERT_EQ(roads.junctions.size(), 1u);
  const JunctionSpec& junction = roads.junctions[0];
  ASSERT_EQ(junction.connections.size(), 6u);
  const JunctionConnection third{
      .id = "2", .incoming = "1", .connecting = "12", .lanes = {{-1, -1}}};
  EXPECT_EQ(junction.connections[2], third);
  EXPECT_EQ(junction.priorities, (std::vector<JunctionPriority>{{"10", "15"}}));
  EXPECT_EQ(junction.controllers, (std::vector<std::string>{"51", "52"}));
  EXPECT_EQ(roads.roads[3].junction, "100");
  EXPECT_EQ(roads.roads[0].junction, "");
  EXPECT_TRUE(check_roads(roads).empty()) << listed(check_roads(roads));

  const RoadNetwork network = build_network(roads);
  ASSERT_EQ(network.junctions.size(), 1u);
  EXPECT_EQ(network.junctions[0].entries.size(), 3u);
  EXPECT_EQ(network.junctions[0].exits.size(), 3u);
  // every arm leads to every other
  for (const LaneId entry : network.junctions[0].entries)
    EXPECT_EQ(network.lane(entry).successors.size(), 2u);
}

TEST(OpenDrive, SignalsStandWhereTheyShouldAndAreHeededByTheirLanes) {
  const OpenDriveReading reading = read_sound("junction.xodr");
  const auto& roads = reading.roads.roads;

  const SignalSpec& light = roads[0].signals.at(0);
  EXPECT_EQ(light.kind, SignalKind::Light);
  EXPECT_EQ(light.faces, SignalFaces::Forward);
  EXPECT_EQ(light.s, 58);
  EXPECT_EQ(light.t, -4.5);
  EXPECT_EQ(light.z, 3);
  EXPECT_EQ(light.turn, 0.1);
  EXPECT_EQ(light.lanes, (std::vector<LaneRange>{{-1, -1}}));
  EXPECT_EQ(light.controller, "51");
  EXPECT_EQ(light.code, "1000001");
  EXPECT_EQ(roads[0].signals.at(1).kind, SignalKind::SpeedLimit);
  EXPECT_EQ(roads[0].signals.at(1).value, 30 / 3.6);
  EXPECT_EQ(roads[1].signals.at(0).faces, SignalFaces::Backward);
  EXPECT_EQ(roads[2].signals.at(0).kind, SignalKind::Stop);
  // the reference on connecting road 13
  EXPECT_EQ(roads[6].id, "13");
  EXPECT_EQ(roads[6].signals.at(0).id, "33@13");
  EXPECT_EQ(roads[6].signals.at(0).kind, SignalKind::Stop);
  EXPECT_EQ(roads[0].crossings.at(0).s, 52);
  EXPECT_EQ(roads[0].crossings.at(0).width, 4);
  EXPECT_EQ(roads[0].crossings.at(0).from, -3.5);
  EXPECT_EQ(roads[0].crossings.at(0).to, 3.5);
}

TEST(OpenDrive, LightsOfAJunctionTakeTurnsWithAllRedBetween) {
  const OpenDriveReading reading = read_sound("junction.xodr");
  const RoadNetwork network = build_network(reading.roads);
  std::vector<const RoadSignal*> lights;
  for (const RoadSignal& signal : network.signals)
    if (signal.kind == SignalKind::Light) lights.push_back(&signal);
  ASSERT_EQ(lights.size(), 2u);

  int green[2]{};
  for (double t = 0.25; t < 60; t += 0.5) {
    const LightState west = light_at(*lights[0], t), east = light_at(*lights[1], t);
    EXPECT_TRUE(west == LightState::Red || east == LightState::Red) << t;
    green[0] += west == LightState::Green, green[1] += east == LightState::Green;
  }
  EXPECT_EQ(light_at(*lights[0], 0.25), LightState::Green);
  EXPECT_EQ(green[0], 40);  // 10 of every 30 s
  EXPECT_EQ(green[1], 40);
}

TEST(OpenDrive, ConnectionsWithoutLaneLinksJoinLanesOfTheSameId) {
  std::string text = read_file(kOpenDriveFolder + "junction.xodr").value();
  const std::string link = "<laneLink from=\"-1\" to=\"-1\"/>";
  text.erase(text.find(link), link.size());
  const OpenDriveReading reading = read_opendrive(text, "f");

  ASSERT_TRUE(reading.ok());
  EXPECT_EQ(reading.roads.junctions[0].connections[0].lanes, (std::vector<LaneLink>{{-1, -1}}));
}

// --- what is left out ----------------------------------------------------------------------------

TEST(OpenDrive, WhatIsLeftOutIsSaidOnceWithCountAndFirstLine) {
  std::set<std::string> said;
  for (const LeftOut& each : read_sound("left_out.xodr").left_out) said.insert(each.text());

  const std::set<std::string> wanted{
      "<geoReference> in <header>: 1 time, line 6",
      "<offset> in <header>: 1 time, line 7",
      "<surface> in <road>: 1 time, line 11",
      "<railroad> in <road>: 1 time, line 12",
      "<geometry> shorter than 0.1 mm: 1 time, line 15",
      "<elevation>: the road lies flat, at height 0: 2 times, first in line 19",
      "<superelevation>: the road lies flat across: 1 time, line 24",
      "<shape>: the road lies flat across: 1 time, line 25",
      "<lane> type \"bus\", taken as driving: 1 time, line 30",
      "direction of <lane>: 1 time, line 30",
      "<roadMark> type \"botts dots\", taken as none or broken: 1 time, line 32",
      "<roadMark> color \"violet\", taken as white: 1 time, line 32",
      "<roadMark> type \"grass\", taken as none or broken: 1 time, line 33",
      "<type> in <roadMark>: 1 time, line 33",
      "<access> in <lane>: 1 time, line 34",
      "<speed> without a limit: 1 time, line 35",
      "<lane> type \"hovercraft\", taken as none: 1 time, line 37",
      "<lane> without <width>, taken as 0 m wide: 1 time, line 29",
      "<height> of a lane that is not level: 1 time, line 40",
      "<object> type \"tree\": 2 times, first in line 44",
      "<object> type \"building\": 1 time, line 46",
      "<bridge> in <objects>: 1 time, line 50",
      "pitch of <signal>: 1 time, line 53",
      "<userData> in <signal>: 1 time, line 53",
      "<signal> of a speed limit without its value: 1 time, line 54",
      "<signal> beyond the end of its road, moved to it: 1 time, line 53",
      "<junction> type \"virtual\": 1 time, line 57",
      "<junctionGroup> in <OpenDRIVE>: 1 time, line 58",
      "<station> in <OpenDRIVE>: 1 time, line 59",
  };
  for (const std::string& each : wanted) EXPECT_TRUE(said.contains(each)) << "missing: " << each;
  for (const std::string& each : said) EXPECT_TRUE(wanted.contains(each)) << "besides: " << each;
}

TEST(OpenDrive, WhatIsLeftOutLeavesTheRestWhole) {
  const OpenDriveReading reading = read_sound("left_out.xodr");
  const RoadSpec& road = reading.roads.roads.at(0);

  EXPECT_EQ(reading.name, "left & out");
  EXPECT_EQ(road.elevation.size(), 3u);
  EXPECT_FALSE(road.successor);  // its junction is of a kind that was left out
  EXPECT_EQ(road.signals.at(0).s, 80);
  ASSERT_EQ(road.crossings.size(), 1u);
  const double reach = 4 * std::cos(0.1) + 2 * std::sin(0.1);
  EXPECT_NEAR(road.crossings[0].from, -reach, 1e-12);
  EXPECT_NEAR(road.crossings[0].width, 2 * (2 * std::cos(0.1) + 4 * std::sin(0.1)), 1e-12);
}

// --- levels --------------------------------------------------------------------------------------

TEST(OpenDrive, ImportedFilesAreLevelsWithGroundAndStartsOnLanes) {
  for (const auto& entry : std::filesystem::directory_iterator(kOpenDriveFolder)) {
    const OpenDriveImport import = import_opendrive(entry.path().string());
    ASSERT_TRUE(import.level.ok()) << entry.path() << '\n' << listed(import.level.problems);
    const LevelReading again = read_level_text(write_level(import.level.spec), "f.toml", 1);
    ASSERT_TRUE(again.ok()) << entry.path() << '\n' << listed(again.problems);
    EXPECT_EQ(again.spec.roads, import.level.spec.roads) << entry.path();

    const RoadNetwork network = build_network(again.spec.roads);
    EXPECT_FALSE(again.spec.starts.empty());
    for (const StartSpec& start : again.spec.starts) {
      const auto place = nearest_lane(network, start.pose);
      ASSERT_TRUE(place);
      EXPECT_NEAR(place->offset, 0, 0.01);
      EXPECT_NEAR(wrap_angle(place->heading - start.pose.yaw), 0, 0.01);
    }
  }
}

TEST(OpenDrive, GeoreferencedRoadsAreBroughtToTheOrigin) {
  const OpenDriveImport import = import_opendrive(kOpenDriveFolder + "left_out.xodr");

  ASSERT_TRUE(import.level.ok()) << listed(import.level.problems);
  EXPECT_EQ(import.left_out.back().what, "place on Earth: moved by [-450000, -5400000] m");
  EXPECT_EQ(import.level.spec.roads.roads[0].line.pieces[0].start, (Pose2{0, 0, 1}));
}

TEST(OpenDrive, FileThatIsNotThereIsAProblem) {
  const OpenDriveImport import = import_opendrive(kOpenDriveFolder + "nothing.xodr");

  ASSERT_EQ(import.level.problems.size(), 1u);
  EXPECT_NE(import.level.problems[0].text().find("nothing.xodr"), std::string::npos);
}

// --- written -------------------------------------------------------------------------------------

/// The largest distance between points of the same lanes' borders and middles.
double largest_gap(const RoadNetwork& a, const RoadNetwork& b) {
  if (a.lanes.size() != b.lanes.size()) return 1e9;
  double most = 0;
  for (std::size_t i = 0; i < a.lanes.size(); ++i) {
    const RoadLane &one = a.lanes[i], &other = b.lanes[i];
    if (one.middle.size() != other.middle.size() || one.kind != other.kind ||
        one.successors != other.successors || one.predecessors != other.predecessors ||
        one.speed != other.speed || one.stops.size() != other.stops.size())
      return 1e9;
    for (std::size_t k = 0; k < one.middle.size(); ++k) {
      most =
          std::max({most, distance(one.middle[k], other.middle[k]),
                    distance(one.left[k], other.left[k]), distance(one.right[k], other.right[k])});
    }
  }
  return most;
}

TEST(OpenDrive, TownsWrittenAndReadAgainHaveTheSameLanesToACentimetre) {
  for (const std::string name : {"town01", "town02"}) {
    const LevelReading level =
        read_level(concat(PADDOCK_SOURCE_DIR, "/levels/town/", name, ".toml"), 1);
    ASSERT_TRUE(level.ok()) << listed(level.problems);
    const OpenDriveReading again = read_opendrive(write_opendrive(level.spec.roads, name), name);

    ASSERT_TRUE(again.ok()) << listed(again.problems);
    EXPECT_EQ(again.name, name);
    EXPECT_TRUE(again.left_out.empty()) << again.left_out[0].text();
    EXPECT_EQ(again.roads.junctions, level.spec.roads.junctions);
    const RoadNetwork before = build_network(level.spec.roads), after = build_network(again.roads);
    ASSERT_GT(before.lanes.size(), 50u);
    const double gap = largest_gap(before, after);
    RecordProperty("largest_gap_" + name, concat(gap));
    EXPECT_LE(gap, 0.01) << name;
    ASSERT_EQ(after.signals.size(), before.signals.size());
    for (std::size_t i = 0; i < before.signals.size(); ++i) {
      EXPECT_EQ(after.signals[i].cycle, before.signals[i].cycle);
      EXPECT_EQ(after.signals[i].cycle_phase, before.signals[i].cycle_phase);
      EXPECT_EQ(after.signals[i].lanes, before.signals[i].lanes);
    }
    EXPECT_EQ(after.crossings.size(), before.crossings.size());
  }
}

TEST(OpenDrive, EveryFileWrittenAndReadAgainIsTheSame) {
  for (const auto& entry : std::filesystem::directory_iterator(kOpenDriveFolder)) {
    const OpenDriveReading first = read_sound(entry.path().filename().string());
    const OpenDriveReading second = read_opendrive(write_opendrive(first.roads, first.name), "f");

    ASSERT_TRUE(second.ok()) << entry.path() << '\n' << listed(second.problems);
    EXPECT_EQ(second.name, first.name);
    EXPECT_EQ(second.roads.junctions, first.roads.junctions);
    ASSERT_EQ(second.roads.roads.size(), first.roads.roads.size());
    for (std::size_t i = 0; i < first.roads.roads.size(); ++i) {
      const RoadSpec &a = first.roads.roads[i], &b = second.roads.roads[i];
      EXPECT_EQ(b.sections, a.sections);
      EXPECT_EQ(b.signals, a.signals);
      EXPECT_EQ(b.elevation, a.elevation);
      EXPECT_EQ(b.crossings.size(), a.crossings.size());
    }
    EXPECT_LE(largest_gap(build_network(first.roads), build_network(second.roads)), 1e-9);
  }
}

TEST(OpenDrive, OwnWordsComeBackFromUserData) {
  OpenDriveReading reading = read_opendrive(file_with(""), "f");
  SignalSpec signal;
  signal.id = "<&>\"\n", signal.name = "light", signal.code = "our own", signal.controller = "c";
  signal.s = 40, signal.t = -5;
  signal.kind = SignalKind::Light;
  signal.stop_at = 37.1;
  signal.cycle = {{LightState::Green, 10.5}, {LightState::Dark, 1}, {LightState::Red, 0.1}};
  signal.cycle_phase = 3.7;
  reading.roads.roads.at(0).signals = {signal};
  CrossingSpec crossing;
  crossing.s = 20, crossing.from = -4, crossing.to = 0, crossing.signal = signal.id;
  reading.roads.roads.at(0).crossings = {crossing};

  const OpenDriveReading again = read_opendrive(write_opendrive(reading.roads, ""), "f");

  ASSERT_TRUE(again.ok()) << listed(again.problems);
  EXPECT_EQ(again.roads, reading.roads);
  EXPECT_TRUE(again.left_out.empty());
}

// --- malformed -----------------------------------------------------------------------------------

TEST(OpenDrive, MalformedFilesGetAllTheirProblemsWithLines) {
  const std::string text =
      "<OpenDRIVE>\n"                                                                       // 1
      " <header revMajor=\"2\"/>\n"                                                         // 2
      " <road id=\"1\" rule=\"MID\">\n"                                                     // 3
      "  <link><successor elementType=\"bridge\" elementId=\"\"/></link>\n"                 // 4
      "  <planView>\n"                                                                      // 5
      "   <geometry s=\"0\" x=\"1,5\" y=\"nan\" length=\"-3\"><line/></geometry>\n"         // 6
      "   <geometry s=\"0\" x=\"0\" y=\"0\" hdg=\"0\" length=\"3\"><circle/></geometry>\n"  // 7
      "  </planView>\n"
      "  <lanes><laneSection s=\"0\"><left>\n"                                      // 9
      "   <lane id=\"-1\"><width sOffset=\"0\" a=\"x\" b=\"0\" c=\"0\"/></lane>\n"  // 10
      "  </left></laneSection></lanes>\n"
      "  <signals>\n"
      "   <signal s=\"1\" t=\"99999999\" orientation=\"up\"/>\n"  // 13
      "   <signalReference id=\"none\" s=\"1\" t=\"0\"/>\n"       // 14
      "  </signals>\n"
      " </road>\n"
      " <road id=\"1\" junction=\"7\"/>\n"  // 17
      " <junction id=\"j\"><connection incomingRoad=\"1\" connectingRoad=\"8\"/></junction>\n"  // 18
      "</OpenDRIVE>\n";

  const std::string said = listed(read_opendrive(text, "f").problems);

  EXPECT_EQ(said,
            "f:2: <header> revMajor must be 1, got \"2\"\n"
            "f:3: <road> rule must be RHT or LHT, got \"MID\"\n"
            "f:4: <successor> elementType must be road or junction, got \"bridge\"\n"
            "f:4: <successor> must have elementId, got an empty one\n"
            "f:4: <successor> contactPoint must be start or end, got \"\"\n"
            "f:5: <planView> must have a geometry of some length, got none\n"
            "f:6: <geometry> x must be a number from -100000000 to 100000000, got \"1,5\"\n"
            "f:6: <geometry> y must be a number from -100000000 to 100000000, got \"nan\"\n"
            "f:6: <geometry> must have hdg, got none\n"
            "f:6: <geometry> length must be a number from 0 to 100000, got \"-3\"\n"
            "f:7: <geometry> must have a line, arc, spiral, poly3 or paramPoly3, got none\n"
            "f:10: <width> a must be a number from -1000000000 to 1000000000, got \"x\"\n"
            "f:10: <width> must have d, got none\n"
            "f:10: <lane> id in <left> must be positive, got -1\n"
            "f:13: <signal> must have id, got none\n"
            "f:13: <signal> t must be a number from -10000 to 10000, got \"99999999\"\n"
            "f:13: <signal> orientation must be +, - or none, got \"up\"\n"
            "f:14: <signalReference> id must be a signal's, got \"none\"\n"
            "f:17: <road> must have a planView, got none\n"
            "f:17: <road> must have lanes, got none\n"
            "f:17: <road> must have an id of its own, got \"1\" again\n"
            "f:17: <road> junction must be one of the file, got \"7\"\n"
            "f:18: <connection> contactPoint must be start or end, got \"\"\n"
            "f:18: <junction> must connect roads of the file, got \"8\"\n");
}

TEST(OpenDrive, OtherFilesAreRefusedAtOnce) {
  EXPECT_EQ(listed(read_opendrive("<osm>\n</osm>", "f").problems),
            "f:1: <osm> must be <OpenDRIVE>\n");
  EXPECT_EQ(listed(read_opendrive("<OpenDRIVE/>", "f").problems),
            "f:1: <OpenDRIVE> must have roads, got none\n");
  EXPECT_EQ(listed(read_opendrive("<OpenDRIVE>\n<road>\n</OpenDRIVE>", "f").problems),
            "f:3: Start-end tags mismatch\n");
  EXPECT_EQ(read_opendrive("", "f").problems.size(), 1u);
}

TEST(OpenDrive, ProblemsAndKindsOfWhatIsLeftOutAreBounded) {
  std::string roads, unknown;
  for (int i = 0; i < 3000; ++i) roads += "<road/>", unknown += concat("<x", i, "/>");
  const OpenDriveReading reading =
      read_opendrive(concat("<OpenDRIVE>", roads, unknown, "</OpenDRIVE>"), "f");

  EXPECT_EQ(reading.problems.size(), 1000u);
  EXPECT_EQ(reading.left_out.size(), 500u);
}

TEST(OpenDrive, FilesCutAnywhereAreReadOrRefused) {
  const std::string text = read_file(kOpenDriveFolder + "junction.xodr").value();
  for (std::size_t size = 0; size < text.size(); size += 7) {
    const OpenDriveReading reading = read_opendrive(text.substr(0, size), "f");
    EXPECT_FALSE(reading.ok()) << size;
    for (const Problem& each : reading.problems) EXPECT_GT(each.where.line, 0);
  }
}

TEST(OpenDrive, AJunctionThatIsLeftOutTakesNoRoadsButItsOwn) {
  const auto with_junction = [](const std::string& attributes) {
    std::string text = read_file(kOpenDriveFolder + "lines.xodr").value();
    text.insert(text.rfind("</OpenDRIVE>"), "<junction " + attributes + " type=\"virtual\"/>");
    return read_opendrive(text, "f");
  };
  const std::size_t roads = read_sound("lines.xodr").roads.roads.size();

  EXPECT_EQ(with_junction("id=\"elsewhere\"").roads.roads.size(), roads);
  EXPECT_EQ(with_junction("").roads.roads.size(), roads);  // no road names it
}

}  // namespace
}  // namespace paddock
