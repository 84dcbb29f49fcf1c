// Pieces with a life in a session and its stage: commands and clicks change them while the run goes
// on.
#include <gtest/gtest.h>

#include "tests/support/stages.h"

namespace paddock {
namespace {

/// A ring with a cone that follows clicks, a box that changes, and a variable for how tall a post
/// is.
LevelSpec lively_level(double tall) {
  LevelSpec level = ring_level(8, 3);
  level.starts[0].vehicle = "racecar";
  level.papers.variables = {{"tall", tall}};
  PieceSpec cone = piece_of(ConeSpec{.radius = 0.2, .height = 0.5}, {0, 0, 0});
  cone.name = "cone", cone.changes = cone.follows_clicks = true;
  PieceSpec box = piece_of(BoxSpec{{0.5, 0.5, 0.5}}, {1, 1, 0});
  box.name = "box", box.changes = true;
  level.pieces.insert(level.pieces.end(), {cone, box});
  level.pieces.push_back(piece_of(CylinderSpec{0.1, tall, {}}, {-1, -1, 0}));
  return level;
}

StageOptions lively_stage() {
  StageOptions options;
  options.open = [](std::uint64_t, const LevelSettings& settings) {
    const double tall = settings.empty() ? 0.5 : settings[0].value;
    return open_session(build_level(lively_level(tall)), ring_spec(1, "route"));
  };
  return options;
}

PieceId named(const World& world, std::string_view name) {
  for (std::size_t i = 0; i < world.pieces.size(); ++i)
    if (world.pieces[i].name == name) return PieceId{static_cast<std::uint32_t>(i)};
  return PieceId{0xffff};
}

TEST(PiecesOfAStage, ChangeWhileVehiclesDriversAndTimeGoOnInTheSameWorld) {
  Stage stage(lively_stage());
  ASSERT_TRUE(stage.start(0));
  const auto watching = std::make_shared<Watching>();
  stage.subscribe(watching);
  Nanos now = run_stage(stage, 0, 500 * kMillisecond);
  const World* world = &stage.session().world();
  const State before = stage.session().state;

  ASSERT_TRUE(stage.command(ChangePiece{.piece = named(*world, "box"), .scale = 2.0}));
  EXPECT_EQ(stage.session().state.physics.vehicles, before.physics.vehicles);
  EXPECT_EQ(stage.session().state.tick, before.tick);
  now = run_stage(stage, now, now + 300 * kMillisecond);

  EXPECT_EQ(&stage.session().world(), world);
  EXPECT_EQ(stage.session().seats[0].name, "route");
  EXPECT_GT(stage.session().state.tick, before.tick);
  EXPECT_EQ(stage.status()->edition, 0u);
  ASSERT_EQ(watching->frames.back()->bodies.size(), 2u);
  EXPECT_EQ(watching->frames.back()->bodies[1].scale, 2);
}

TEST(PiecesOfAStage, OnesThatFollowClicksStandThereInPlanarLevelsToo) {
  Session session = *open_session(build_level(lively_level(1)), ring_spec(1, "idle"));
  const PieceId cone = named(session.world(), "cone"), box = named(session.world(), "box");
  const Pose3 still = piece_place(session.model, session.state, box).pose;

  ASSERT_TRUE(apply(session, Click{.point = {2, -3, 0}}));

  const Pose3 there = piece_place(session.model, session.state, cone).pose;
  EXPECT_EQ(there.at, (Vec3{2, -3, 0}));
  EXPECT_EQ(piece_place(session.model, session.state, box).pose, still);
}

TEST(PiecesOfAStage, StayChangedWhenAVariableOpensTheLevelAgain) {
  Stage stage(lively_stage());
  ASSERT_TRUE(stage.start(0));
  const PieceId box = named(stage.session().world(), "box");
  ASSERT_TRUE(stage.command(ChangePiece{.piece = box, .present = false}));
  ASSERT_TRUE(stage.command(
      ChangePiece{.piece = named(stage.session().world(), "cone"), .pose = Pose2{3, 3, 1}}));
  const std::vector<PieceState> changed = stage.session().state.physics.pieces;

  ASSERT_TRUE(stage.edit({{"tall", 2}}));

  EXPECT_EQ(stage.status()->edition, 1u);
  EXPECT_EQ(stage.session().state.physics.pieces, changed);
  EXPECT_FALSE(piece_place(stage.session().model, stage.session().state, box).present);
}

}  // namespace
}  // namespace paddock
