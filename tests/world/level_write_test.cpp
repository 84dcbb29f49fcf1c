#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "paddock/world/generate/generate.h"
#include "paddock/world/level.h"

namespace paddock {
namespace {

LevelReading reread(const LevelSpec& spec) {
  return read_level_text(write_level(spec), spec.papers.collection + "/" + spec.name + ".toml",
                         spec.seed);
}

void expect_reads_back(const LevelSpec& spec) {
  const LevelReading back = reread(spec);
  for (const Problem& problem : back.problems) ADD_FAILURE() << problem.text();
  EXPECT_EQ(back.spec, spec) << write_level(spec);
}

LevelSpec small() {
  LevelSpec spec;
  spec.name = "yard";
  spec.papers.collection = "test";
  spec.papers.title = "Yard";
  spec.starts.push_back({{}, {0, 0, 0}, ""});
  return spec;
}

TEST(LevelWrite, PlainLevelIsTwoLinesAndAStart) {
  EXPECT_EQ(write_level(small()), "format = 1\ntitle = \"Yard\"\n\n[[start]]\nat = [0, 0]\n");
}

TEST(LevelWrite, EveryFieldOfTheHeadReadsBack) {
  LevelSpec spec = small();
  spec.papers.title = "Quote \" backslash \\ umlaut \xc3\xa4";
  spec.papers.description = "two\nlines\ttab";
  spec.physics = PhysicsKind::Rigid;
  spec.clock = {300, 6, 5};
  spec.vehicle = "sedan";
  spec.vehicle_figures = {{"height", 0.55}, {"mass", 1200}};
  spec.seed = 99;
  spec.ground = {{1.5, -2}, {12, 34.5}, "grass"};
  spec.scene.sun = {1.1, 0.3, 0.7, {255, 200, 150}, 0.5};
  spec.scene.sky = {{1, 2, 3}, {40, 50, 60}, 25};
  spec.scene.picture.gamma_space = true;
  spec.ground.markings = false;

  expect_reads_back(spec);
}

TEST(LevelWrite, EveryKindOfPieceReadsBack) {
  LevelSpec spec = small();
  spec.physics = PhysicsKind::Rigid;
  const std::vector<Vec2> bend{{0, 0}, {1, 0.25}, {2, -1},   {3, 5},
                               {4, 4}, {5, 6},    {6, 1e-3}, {7, 2}};
  const std::vector<PieceShape> shapes{
      BoxSpec{{1, 2, 3.5}, 4.5},
      WallSpec{bend, false, 0.7, 0.02},
      RampSpec{{1, 2, 0.3}},
      CylinderSpec{0.3, 1.5, 7},
      ConeSpec{0.2, 0.4, 0.05, 0.25, 0.01, 2.5, 0.03},
      TapeSpec{bend, true, 0.1},
      MatSpec{{2, 3}},
      MarkerSpec{MarkerFamily::Aruco6x6, 199, 0.35},
      TerrainSpec{{4, 2}, 3, 2, {0, 1, 2, 3.25, -4, 1e-7}},
      BlockSpec{{0.2, 0.3, 0.4}, 0.5},
      BallSpec{0.2, 2},
      TyresSpec{0.2, 0.1, 5, 9.5},
      ElevatorSpec{{1, 2, 0.2}, 0.5, 3, 4, 2, {}, 0.75, 1.5},
      TrainSpec{bend, false, 2, 4, {1, 0.5, 0.5}, 1.25, 3.5, 7},
      PrismSpec{{{{0, 0}, {4, 0}, {4, 4}, {0, 4}}, {{1, 1}, {1, 2}, {2, 2}, {2, 1}}}, 0.8},
      SignSpec{"Box 7", {0.5, 0.25}},
      DoorSpec{{0.1, 2, 3}, DoorOpens::Lift, 1.5, kPi / 2, 0.5, 3, 0.25, 2.5},
      CapsuleSpec{0.2, 0.7},
      AreaSpec{{{{0, 0}, {4, 0}, {4, 4}, {0, 4}}, {{1, 1}, {5, 1}, {2, 2}}}}};
  ASSERT_EQ(shapes.size(), std::variant_size_v<PieceShape>);
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    PieceSpec piece;
    piece.name = "piece " + std::to_string(i);
    piece.at = {0.1 * static_cast<double>(i), -1, i % 2 == 0 ? 0 : 0.5};
    piece.yaw = 0.7, piece.pitch = -0.2, piece.roll = 0.1;
    piece.material = "steel";
    piece.color = Color{1, 2, 255};
    piece.tag = SemanticTag::Fence;
    piece.solid = i % 2 == 0;
    piece.seen_by = {i % 3 == 0, i % 5 == 0};
    piece.shape = shapes[i];
    spec.pieces.push_back(piece);
  }
  spec.pieces[4].moves = true;
  spec.pieces[5].lit = false;
  spec.pieces[6].ground_at = Vec2{3, -0.1};

  expect_reads_back(spec);
}

TEST(LevelWrite, OtherWaysToMoveReadBack) {
  LevelSpec spec = small();
  spec.physics = PhysicsKind::Rigid;
  ElevatorSpec fast;
  fast.speed = 1.5;
  DoorSpec swing;
  swing.opens = DoorOpens::Swing, swing.angle = radians(-110);
  for (const PieceShape& shape : {PieceShape{fast}, PieceShape{swing}, PieceShape{DoorSpec{}},
                                  PieceShape{TrainSpec{{{0, 0}, {4, 0}}, false}}}) {
    PieceSpec piece;
    piece.shape = shape;
    spec.pieces.push_back(piece);
  }

  expect_reads_back(spec);
}

TEST(LevelWrite, RigidTableReadsBack) {
  LevelSpec spec = small();
  spec.physics = PhysicsKind::Rigid;
  spec.rigid = {0.981, 2, 12.5, AfterUpset::Freeze, AfterUpset::Report};

  expect_reads_back(spec);
}

TEST(LevelWrite, ThingsReadBack) {
  LevelSpec spec = small();
  spec.gates.push_back({{}, "finish", {0, 1}, {0, -1}});
  spec.physics = PhysicsKind::Rigid;
  spec.triggers.push_back({{}, "pit", {1, 2}, 0.4, {2, 3}});
  spec.triggers.push_back({{}, "low", {1, 2}, 0, {2, 3}, 0, 0.5, TriggerDetects::Props, false});
  spec.triggers.push_back({{}, "high", {1, 2}, 0, {2, 3}, 1.5, 2, TriggerDetects::Both, true});
  spec.routes.push_back({{}, "lap", {{0, 0}, {1, 0}, {1, 1}}, true, 1.5});
  spec.starts.push_back({{}, {1, 2, -2.5}, "neato"});
  spec.starts.push_back({{}, {1, 3, 0}, "", 0.75});
  spec.triggers[2].ground_at = Vec2{0.5, 2};
  spec.scene.lights.push_back({{}, {0, 1, 2}, {255, 200, 150}, 3});
  spec.winds.push_back({{}, {1, 2}, 3, {0.5, -4}});

  expect_reads_back(spec);
}

TEST(LevelWrite, LivesOfPiecesReadBack) {
  LevelSpec spec = small();
  PieceSpec lamp;
  lamp.shape = BallSpec{};
  lamp.glows = true;
  lamp.variants = {{.color = Color{1, 2, 3}}, {.glows = false}, {}};
  lamp.cycle = {{0, 8}, {2, 0.1}, {1, 2}};
  lamp.cycle_phase = 1.5;
  PieceSpec marker;
  marker.shape = MarkerSpec{.family = MarkerFamily::Aruco5x5, .id = 3};
  marker.changes = true;
  marker.follows_clicks = true;
  marker.solid = false;
  marker.variants = {{}, {.id = 7}};
  PieceSpec sign;
  sign.shape = SignSpec{"12 \"a\"", {1, 1}};
  sign.changes = true;
  sign.solid = false;
  sign.variants = {{.text = "one, \"two\""}};
  spec.pieces.insert(spec.pieces.end(), {lamp, marker, sign});

  expect_reads_back(spec);
}

TEST(LevelWrite, RulesViewsAndEditsReadBack) {
  LevelSpec spec = small();
  spec.papers.help = "two\nlines";
  spec.cars = 4;
  spec.capacity = 700;
  spec.papers.variables = {{"look", 2}, {"turn", 0.5}};
  PieceSpec cone;
  cone.name = "cone", cone.fails = true, cone.gauge = Gauge::DistanceAndAngle;
  cone.shape = ConeSpec{};
  spec.pieces.push_back(cone);
  cone.name = "other", cone.fails = false, cone.resets = true, cone.gauge = Gauge::Distance;
  spec.pieces.push_back(cone);
  for (const TriggerRule rule : {TriggerRule::Checkpoint, TriggerRule::Finish, TriggerRule::Fail,
                                 TriggerRule::Reset, TriggerRule::SpeedLimit}) {
    TriggerSpec trigger{.where = {}, .name = "", .at = {1, 2}, .yaw = 0.4, .size = {0.1, 0.8}};
    trigger.rule = rule;
    if (rule == TriggerRule::SpeedLimit) trigger.speed = 0.5;
    spec.triggers.push_back(trigger);
  }
  for (const Penalty penalty : {Penalty::Fail, Penalty::Reset, Penalty::Time}) {
    TriggerSpec trigger{.where = {}, .name = "", .at = {1, 2}, .yaw = 0, .size = {0.12, 0.12}};
    trigger.round = true, trigger.z = 0.25, trigger.height = 1.5, trigger.lidar = true;
    trigger.rule = TriggerRule::Slalom;
    trigger.penalty = penalty, trigger.piece = "cone";
    spec.triggers.push_back(trigger);
  }
  spec.triggers.push_back({{}, "round", {3, 4}, 0, {0.7, 0.7}});
  spec.triggers.back().round = true;
  spec.papers.views.push_back(
      {.where = {}, .name = "bend", .at = {1, -2, 3}, .yaw = 0.7, .pitch = -0.3});
  EditSpec clicks{.where = {}, .piece = "cone"};
  clicks.click = "look", clicks.right_click = "turn";
  clicks.clicks = 5, clicks.right_clicks = 4;
  EditSpec wheel{.where = {}, .piece = "cone"};
  wheel.wheel = "turn", wheel.wheel_step = 1.25, wheel.wheel_multiplies = true;
  wheel.wheel_low = 0.25, wheel.wheel_high = 4;
  EditSpec itself{.where = {}, .piece = "cone"};
  itself.click_changes = EditOf::Presence;
  itself.wheel_changes = EditOf::Scale, itself.wheel_step = 1.1, itself.wheel_multiplies = true;
  spec.papers.edits = {clicks, wheel, itself};
  for (PieceSpec& piece : spec.pieces) piece.changes |= piece.name == "cone";

  expect_reads_back(spec);
}

TEST(LevelWrite, TrialReadsBack) {
  LevelSpec spec = small();
  spec.papers.code = "lab1";
  PieceSpec cone;
  cone.name = "cone", cone.shape = ConeSpec{};
  spec.pieces.push_back(cone);
  TrialSpec trial{.where = {}, .title = "Square", .limit = 25, .required = true};
  trial.until_stopped = trial.extra = true, trial.view = "overhead";
  trial.bonus = {{20, 1}, {30.5, 0}, {std::numeric_limits<double>::infinity(), -2}};
  trial.pad = {0.25, 1, {-1, 0.5}, {0, 1}, {"A", "RJOY"}};
  const TriggerSpec box{.where = {}, .name = "", .at = {1, 2}, .yaw = 0.4, .size = {1, 2}};
  TriggerSpec tube{.where = {}, .name = "", .at = {3, 4}, .yaw = 0, .size = {3, 3}, .z = 0.5};
  tube.round = true, tube.height = 1;
  TriggerSpec turned = tube;
  turned.at = {-5, 0.125}, turned.yaw = radians(30);
  spec.tasks = {{.where = {}, .kind = TaskKind::Reach, .volumes = {box}, .points = 0.5},
                {.where = {}, .kind = TaskKind::Reach, .volumes = {tube, turned}},
                {.where = {}, .kind = TaskKind::Stop, .volumes = {box, box}, .speed = 0.5},
                {.where = {}, .kind = TaskKind::Stop, .volumes = {tube}},
                {.where = {}, .kind = TaskKind::Speed, .speed = 2, .points = 1},
                {.where = {}, .kind = TaskKind::ParkAtCone, .piece = "cone", .points = 2},
                {.where = {}, .kind = TaskKind::ParkAtWall, .piece = "cone"}};
  trial.points = 3.5;
  spec.papers.trial = trial;
  spec.papers.trials = {trial};

  expect_reads_back(spec);
}

// the list of trials stays with the file; what is written is the one that was chosen
TEST(LevelWrite, ChosenTrialOfAListStandsAlone) {
  const std::string text =
      "format = 1\ntitle = \"Yard\"\n[[start]]\nat = [0, 0]\n"
      "[[trial]]\ntitle = \"A\"\n[[trial.task]]\nkind = \"reach\"\nat = [1, 0]\npoints = 1\n"
      "[[trial]]\ntitle = \"B\"\n[[trial.task]]\nkind = \"reach\"\nat = [2, 0]\npoints = 2\n";
  LevelReading chosen = read_level_text(text, "test/yard.toml", 1, {{"trial", 2}});
  ASSERT_TRUE(chosen.ok());

  const LevelReading alone = reread(chosen.spec);

  for (const Problem& problem : alone.problems) ADD_FAILURE() << problem.text();
  EXPECT_EQ(alone.spec.papers.trials, std::vector{*chosen.spec.papers.trial});
  chosen.spec.papers.trials = alone.spec.papers.trials;
  EXPECT_EQ(alone.spec, chosen.spec);
}

// degrees times pi/180 skips one double in ten; those are written in radians
TEST(LevelWrite, EveryAngleReadsBackExactly) {
  LevelSpec spec = small();
  std::mt19937 random(20);
  for (int i = 0; i < 500; ++i) {
    PieceSpec piece;
    piece.yaw = (static_cast<double>(random()) - 0x1p31) * 0x1p-30;
    piece.shape = ConeSpec{};
    spec.pieces.push_back(piece);
  }

  expect_reads_back(spec);
}

TEST(LevelWrite, RoundDegreesStayRound) {
  LevelSpec spec = small();
  for (const double degree : {90.0, -45.0, 30.0, 0.1, 12.5, 179.0}) {
    spec.starts[0].pose.yaw = radians(degree);
    EXPECT_NE(write_level(spec).find(concat("yaw_deg = ", degree, '\n')), std::string::npos)
        << degree;
  }
}

TEST(LevelWrite, WhatGeneratorsMakeReadsBack) {
  for (const Generator& generator : generators()) {
    LevelSpec spec = small();
    spec.starts.clear();
    std::vector<double> values;
    for (const GeneratorParam& param : generator.params) values.push_back(param.fallback);
    ASSERT_TRUE(generator.make(values, 5, spec)) << generator.kind;

    if (!spec.starts.empty()) expect_reads_back(spec);
  }
}

}  // namespace
}  // namespace paddock
