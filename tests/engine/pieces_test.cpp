// Pieces with a life, in both physics: what commands change about them, what goes its own way, and
// what vehicles and flat lidars meet of them.
#include "paddock/engine/pieces.h"

#include <gtest/gtest.h>

#include <limits>

#include "paddock/engine/places.h"
#include "paddock/engine/sense.h"
#include "tests/support/allocations.h"
#include "tests/support/worlds.h"

namespace paddock {
namespace {

constexpr Lidar2dParams kAhead{.beams = 1, .start = 0, .span = 0};
const PieceId kFirst{0};

PieceSpec changing(PieceShape shape, Vec3 at, double yaw = 0) {
  PieceSpec piece = piece_of(std::move(shape), at, yaw);
  piece.name = "it";
  piece.changes = true;
  return piece;
}

/// Waits `wait` s, goes for 1 s, waits, comes back; the first half of it closed.
DoorSpec door(DoorOpens opens, double wait, double phase = 0) {
  return {.size = {0.1, 2, 1}, .opens = opens, .travel_time = 1, .wait_time = wait, .phase = phase};
}

class Pieces : public testing::TestWithParam<PhysicsKind> {
 protected:
  LevelSpec level(std::vector<PieceSpec> pieces) const {
    LevelSpec level = open_level();
    level.physics = GetParam();
    level.pieces = std::move(pieces);
    return level;
  }
  /// A car at the origin that looks along x.
  TestRun run(std::vector<PieceSpec> pieces, double x = 0) const {
    return TestRun(build_shared(level(std::move(pieces))),
                   {vehicle_at(kind_of<Racecar>(), {x, 0, 0})});
  }
};
INSTANTIATE_TEST_SUITE_P(BothPhysics, Pieces,
                         testing::Values(PhysicsKind::Planar, PhysicsKind::Rigid),
                         [](const auto& of) {
                           return of.param == PhysicsKind::Planar ? "planar" : "rigid";
                         });

/// What a beam straight ahead meets.
double range_ahead(TestRun& run) {
  const LidarRequest request{.vehicle = VehicleId{0}, .lidar = kAhead};
  LidarReading reading;
  sense(run.model, run.state, {&request, 1}, run.scratch, {&reading, 1});
  return static_cast<double>(reading.ranges[0]);
}
/// m from the middle of the rear axle, where a racecar is, to its lidar.
double lidar_forward() { return type_of(kind_of<Racecar>()).sensors.lidar_forward; }

Result<void> change(TestRun& run, const ChangePiece& change) {
  return change_piece(run.model, change, run.state);
}
void drive(TestRun& run, int ticks) {
  for (int i = 0; i < ticks; ++i) run.step(full_ahead(kind_of<Racecar>()));
}
void stand(TestRun& run, int ticks) {
  for (int i = 0; i < ticks; ++i) run.step(idle_input(kind_of<Racecar>()));
}
/// The farthest a car gets that accelerates along x for 3 s.
double way_of(TestRun run) {
  drive(run, 300);
  return run.pose().x;
}

// --- what commands change -----------------------------------------------------------------------

TEST_P(Pieces, OneThatIsTakenAwayIsMetByNobodyUntilItIsBack) {
  TestRun there = run({changing(BoxSpec{{1, 1, 1}}, {3, 0, 0})});
  EXPECT_NEAR(range_ahead(there), 2.5 - lidar_forward(), 1e-3);
  const double stopped = way_of(there);
  EXPECT_LT(stopped, 2.5);

  TestRun gone = there;
  ASSERT_TRUE(change(gone, {.piece = kFirst, .present = false}));
  EXPECT_EQ(range_ahead(gone), 30);
  EXPECT_GT(way_of(gone), 4);

  ASSERT_TRUE(change(gone, {.piece = kFirst, .present = true}));
  EXPECT_EQ(gone.state, there.state);
  EXPECT_NEAR(range_ahead(gone), 2.5 - lidar_forward(), 1e-3);
  EXPECT_EQ(way_of(gone), stopped);
}

TEST_P(Pieces, OneThatWasPutSomewhereIsMetThereAsIfTheLevelHadItThere) {
  TestRun moved = run({changing(BoxSpec{{1, 0.5, 1}}, {8, 8, 0}, 0.3)});
  TestRun placed = run({changing(BoxSpec{{1, 0.5, 1}}, {3, 0.1, 0}, 1)});
  ASSERT_TRUE(change(moved, {.piece = kFirst, .pose = Pose2{3, 0.1, 1}}));

  EXPECT_NEAR(range_ahead(moved), range_ahead(placed), 1e-5);
  EXPECT_NEAR(way_of(moved), way_of(placed), 1e-4);
}

TEST_P(Pieces, OneThatIsScaledIsMetAsIfTheLevelHadItSoLarge) {
  for (const double scale : {0.25, 2.5}) {
    TestRun scaled = run({changing(CylinderSpec{0.4, 0.6, {}}, {3, 0, 0})});
    TestRun large = run({changing(CylinderSpec{0.4 * scale, 0.6 * scale, {}}, {3, 0, 0})});
    ASSERT_TRUE(change(scaled, {.piece = kFirst, .scale = scale}));

    EXPECT_NEAR(range_ahead(scaled), range_ahead(large), 1e-4) << scale;
    EXPECT_NEAR(way_of(scaled), way_of(large), 1e-3) << scale;
  }
}

TEST_P(Pieces, AFlatOneThatBecomesTallComesIntoTheLidarsSight) {
  TestRun low = run({changing(BoxSpec{{1, 1, 0.05}}, {3, 0, 0})});
  EXPECT_EQ(range_ahead(low), 30);

  ASSERT_TRUE(change(low, {.piece = kFirst, .scale = 4.0}));
  EXPECT_NEAR(range_ahead(low), 1 - lidar_forward(), 1e-3);
}

TEST_P(Pieces, AMarkerIsTurnedAndTakesAnotherPicture) {
  PieceSpec marker = changing(MarkerSpec{.family = MarkerFamily::Aruco5x5, .id = 3}, {3, 0, 0.1});
  marker.variants = {{}, {.id = 7}};
  TestRun run = this->run({marker});
  ASSERT_TRUE(change(run, {.piece = kFirst, .pose = Pose2{3, 0, kPi / 2}, .variant = 1}));

  const BodyPlace place = piece_place(run.model, run.state, kFirst);
  EXPECT_NEAR((place.pose.turn * Vec3{1, 0, 0}).y, 1, 1e-12);
  EXPECT_EQ(place.variant, 1u);
  const World& world = *run.model.world;
  EXPECT_EQ(std::get<MarkerSpec>(world.pieces[0].variants[place.variant].shape).id, 7);
  EXPECT_EQ(std::get<MarkerSpec>(world.pieces[0].shape).id, 3);
}

TEST_P(Pieces, WhatCannotBeIsRefusedInWordsAndChangesNothing) {
  PieceSpec still = piece_of(BoxSpec{}, {20, 0, 0});
  PieceSpec barrier = changing(door(DoorOpens::Lift, 1), {30, 0, 0});
  barrier.name = "barrier";
  TestRun run = this->run({changing(BoxSpec{}, {3, 0, 0}), still, barrier});
  const State before = run.state;
  const auto refusal = [&](const ChangePiece& asked) {
    const auto changed = change(run, asked);
    return changed ? "obeyed" : changed.error().message;
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();

  EXPECT_EQ(refusal({.piece = PieceId{9}, .present = false}),
            "there is no piece 9; the level has 3");
  EXPECT_EQ(refusal({.piece = PieceId{1}, .present = false}),
            "this box does not change: the level would say changes = true");
  EXPECT_EQ(refusal({.piece = PieceId{2}, .pose = Pose2{}}),
            "\"barrier\" goes its own way: it is not put anywhere or scaled");
  EXPECT_EQ(refusal({.piece = kFirst, .pose = Pose2{nan, 0, 0}}),
            "\"it\" must be put within 100000 m and turned by at most 1000 rad");
  EXPECT_EQ(refusal({.piece = kFirst, .pose = Pose2{0, 0, 1e9}}),
            "\"it\" must be put within 100000 m and turned by at most 1000 rad");
  for (const double scale : {nan, 0.0, -1.0, 1000.0})
    EXPECT_EQ(refusal({.piece = kFirst, .present = false, .scale = scale}),
              concat("\"it\" must be scaled by 0.05 to 20, got ", scale));
  EXPECT_EQ(refusal({.piece = kFirst, .variant = 1}),
            "\"it\" has the variants 0 to 0, and -1 for its cycle, got 1");
  EXPECT_EQ(run.state, before);
}

TEST_P(Pieces, OnesAsTheLevelHasThemChangeNoHash) {
  LevelSpec plain = level({piece_of(BoxSpec{}, {3, 0, 0})});
  TestRun still(build_shared(plain), {vehicle_at(kind_of<Racecar>(), {})});
  TestRun alive = run({changing(BoxSpec{}, {3, 0, 0})});
  EXPECT_EQ(hash_of(alive.state), hash_of(still.state));

  const std::uint64_t before = hash_of(alive.state);
  for (const ChangePiece& asked :
       {ChangePiece{.piece = kFirst, .present = false}, ChangePiece{.piece = kFirst, .scale = 2.0},
        ChangePiece{.piece = kFirst, .pose = Pose2{3, 0, 1}},
        ChangePiece{.piece = kFirst, .variant = 0}}) {
    TestRun other = alive;
    ASSERT_TRUE(change(other, asked));
    EXPECT_NE(hash_of(other.state), before);
  }
}

TEST_P(Pieces, ARunTakenUpFromItsStateGoesOnWithTheSameBits) {
  const std::vector<PieceSpec> pieces{changing(BoxSpec{{0.5, 2, 1}}, {4, 0, 0}),
                                      piece_of(door(DoorOpens::Swing, 0.3), {2, 0.8, 0}),
                                      changing(CylinderSpec{0.3, 1, {}}, {-5, 0, 0})};
  TestRun whole = run(pieces);
  const auto change_at = [](TestRun& run, int tick) {
    if (tick == 20) return change(run, {.piece = kFirst, .pose = Pose2{3, 0.4, 0.2}});
    if (tick == 90) return change(run, {.piece = kFirst, .present = false, .scale = 1.5});
    if (tick == 130) return change(run, {.piece = PieceId{2}, .pose = Pose2{5, 0, 0}});
    if (tick == 150) return change(run, {.piece = kFirst, .present = true});
    return Result<void>{};
  };
  for (int tick = 0; tick < 100; ++tick) {
    ASSERT_TRUE(change_at(whole, tick));
    drive(whole, 1);
  }
  checkpoint(whole.scratch);
  TestRun taken_up = whole;

  for (int tick = 100; tick < 300; ++tick)
    for (TestRun* run : {&whole, &taken_up}) {
      ASSERT_TRUE(change_at(*run, tick));
      drive(*run, 1);
    }

  EXPECT_EQ(taken_up.state, whole.state);
}

// --- what goes its own way ----------------------------------------------------------------------

TEST_P(Pieces, ADoorStopsACarWhileItIsClosedAndLetsItThroughOpen) {
  for (const DoorOpens opens : {DoorOpens::Slide, DoorOpens::Swing, DoorOpens::Lift}) {
    TestRun closed = run({piece_of(door(opens, 100), {3, 0, 0})});
    EXPECT_NEAR(range_ahead(closed), 2.95 - lidar_forward(), 1e-3);
    const double stopped = way_of(closed);
    EXPECT_LT(stopped, 3);
    EXPECT_GT(stopped, 2);

    TestRun open = run({piece_of(door(opens, 100, 102), {3, 0, 0})});
    if (opens != DoorOpens::Swing) {
      EXPECT_EQ(range_ahead(open), 30);
    }
    EXPECT_GT(way_of(open), 4);
  }
}

TEST_P(Pieces, ATrainPushesACarThatStandsOnItsLineAndALidarSeesItCome) {
  TrainSpec train{.points = {{10, 0}, {-40, 0}},
                  .closed = false,
                  .speed = 2,
                  .cars = 1,
                  .car_size = {1, 0.6, 0.5}};
  TestRun run = this->run({piece_of(train, {})});
  const auto front = [&] { return piece_place(run.model, run.state, kFirst).pose.at.x - 0.5; };

  for (int tick = 0; tick < 100; ++tick) {
    ASSERT_NEAR(range_ahead(run), front() - lidar_forward(), 2e-3) << tick;
    stand(run, 1);
  }
  stand(run, 700);

  EXPECT_LT(run.pose().x, -3);
  EXPECT_LT(run.pose().x, front());
  EXPECT_NEAR(run.body().velocity.x, -2, 0.5);
}

TEST_P(Pieces, AnElevatorIsInTheWayWhereItsPlateIs) {
  const ElevatorSpec lift{
      .size = {1, 2, 0.5}, .low = 0, .high = 2, .travel_time = 1, .wait_time = 50};
  TestRun below = run({piece_of(lift, {3, 0, 0})});
  EXPECT_NEAR(range_ahead(below), 2.5 - lidar_forward(), 1e-3);
  EXPECT_LT(way_of(below), 2.5);

  ElevatorSpec up = lift;
  up.phase = 52;
  TestRun above = run({piece_of(up, {3, 0, 0})});
  EXPECT_EQ(range_ahead(above), 30);
  EXPECT_GT(way_of(above), 4);
}

TEST(PlanarPieces, ABarrierThatComesDownOnACarPushesItOutAndNothingFliesAway) {
  LevelSpec level = open_level();
  level.pieces = {piece_of(door(DoorOpens::Lift, 0.5, 2), {0.2, 0, 0})};
  TestRun run(build_shared(level), {vehicle_at(kind_of<Racecar>(), {0, 0.1, 0.2})});

  stand(run, 300);

  EXPECT_LT(std::hypot(run.pose().x, run.pose().y), 1.5);
  EXPECT_LT(length(run.body().velocity), 0.1);
  EXPECT_EQ(run.state.physics.frozen[0], 0);
}

TEST(PlanarPieces, ADoorThatSqueezesACarAgainstAWallPushesItThroughNeither) {
  LevelSpec level = room_level(8);
  DoorSpec door{.size = {3, 1, 1}, .travel = 1.7, .travel_time = 1, .wait_time = 0.5};
  level.pieces.push_back(piece_of(door, {-1.5, 0, 0}, kPi / 2));
  TestRun run(build_shared(level), {vehicle_at(kind_of<Racecar>(), {-3, 0, 0})});

  for (int tick = 0; tick < 600; ++tick) {
    stand(run, 1);
    ASSERT_GT(run.pose().x, -4) << tick;
    ASSERT_LT(run.pose().x, -2.5) << tick;
  }
  EXPECT_EQ(run.state.physics.frozen[0], 0);
  EXPECT_LT(length(run.body().velocity), 0.2);
}

TEST(PlanarPieces, AStepAmongThemAllocatesNothing) {
  LevelSpec level = room_level(12);
  level.pieces.push_back(piece_of(door(DoorOpens::Swing, 0.3), {2, 0.8, 0}));
  level.pieces.push_back(changing(CylinderSpec{0.3, 1, {}}, {-1, 1, 0}));
  TestRun run(build_shared(level),
              {vehicle_at(kind_of<Racecar>(), {}), vehicle_at(kind_of<Sedan>(), {-3, -3, 1})});
  const std::vector<VehicleInput> inputs{full_ahead(kind_of<Racecar>()),
                                         full_ahead(kind_of<Sedan>())};
  for (int tick = 0; tick < 500; ++tick) {
    const long before = allocation_count();
    run.step(inputs);
    ASSERT_EQ(allocation_count(), before) << tick;
  }
}

// --- cycles -------------------------------------------------------------------------------------

PieceSpec lamp(std::vector<CycleStep> cycle, double phase) {
  PieceSpec lamp = piece_of(BallSpec{.radius = 0.1}, {5, 0, 2});
  lamp.moves = false;
  lamp.variants = {{.color = Color{40, 0, 0}}, {.color = Color{255, 0, 0}, .glows = true}};
  lamp.cycle = std::move(cycle);
  lamp.cycle_phase = phase;
  return lamp;
}

TEST_P(Pieces, ACycleShowsEachVariantForItsTimeOverAndOver) {
  const TestRun run = this->run({lamp({{0, 2}, {1, 1}}, 0.5)});
  const WorldPiece& piece = run.model.world->pieces[0];
  State state = run.state;
  for (int tick = 0; tick < 2000; ++tick) {
    state.tick = Tick{tick};
    const double within = std::fmod(tick * 0.01 + 0.5, 3);
    if (std::fabs(within - 2) < 1e-6 || within < 1e-6 || within > 3 - 1e-6) continue;
    const std::uint32_t shown = piece_place(run.model, state, kFirst).variant;
    ASSERT_EQ(shown, within < 2 ? 0u : 1u) << tick;
  }
  EXPECT_EQ(piece.color, (Color{40, 0, 0}));
  EXPECT_TRUE(piece.variants[0].lit);
  EXPECT_FALSE(piece.variants[1].lit);
}

TEST_P(Pieces, ACommandHoldsAVariantUntilItsCycleGoesOn) {
  PieceSpec held = lamp({{0, 1}, {1, 1}}, 0);
  held.changes = true;
  TestRun run = this->run({held});
  const auto shown = [&](int tick) {
    run.state.tick = Tick{tick};
    return piece_place(run.model, run.state, kFirst).variant;
  };
  ASSERT_TRUE(change(run, {.piece = kFirst, .variant = 1}));
  EXPECT_EQ(shown(50), 1u);
  EXPECT_EQ(shown(150), 1u);
  EXPECT_EQ(shown(250), 1u);

  ASSERT_TRUE(change(run, {.piece = kFirst, .variant = -1}));
  EXPECT_EQ(shown(250), 0u);
  EXPECT_EQ(shown(350), 1u);
}

// --- what is pushed about -----------------------------------------------------------------------

TEST(RigidPieces, WhatIsPushedAboutIsTakenAwayScaledAndPutSomewhere) {
  LevelSpec level = open_level();
  level.physics = PhysicsKind::Rigid;
  PieceSpec block = changing(BoxSpec{{0.3, 0.3, 0.3}}, {2, 0, 0});
  block.moves = true;
  level.pieces = {block};
  TestRun run(build_shared(level), {vehicle_at(kind_of<Racecar>(), {})});
  const auto place = [&] { return piece_place(run.model, run.state, kFirst); };

  ASSERT_TRUE(change(run, {.piece = kFirst, .scale = 2.0}));
  stand(run, 100);
  EXPECT_NEAR(place().pose.at.z, 0, 0.01);
  EXPECT_EQ(place().scale, 2);
  EXPECT_NEAR(range_ahead(run), 1.7 - lidar_forward(), 0.01);

  ASSERT_TRUE(change(run, {.piece = kFirst, .pose = Pose2{3, 0, kPi / 4}}));
  stand(run, 100);
  EXPECT_NEAR(place().pose.at.x, 3, 0.01);
  EXPECT_NEAR(range_ahead(run), 3 - 0.3 * std::sqrt(2.0) - lidar_forward(), 0.01);

  ASSERT_TRUE(change(run, {.piece = kFirst, .present = false}));
  EXPECT_FALSE(place().present);
  EXPECT_EQ(range_ahead(run), 30);
  drive(run, 300);
  EXPECT_GT(run.pose().x, 5);
  EXPECT_NEAR(place().pose.at.x, 3, 0.01);
}

}  // namespace
}  // namespace paddock
