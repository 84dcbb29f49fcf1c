#include "paddock/game/tasks.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

#include "paddock/core/text.h"
#include "paddock/game/rules.h"
#include "paddock/io/file.h"

namespace paddock {
namespace {

Task made(std::string_view name, const TaskOptions& options = {}) {
  auto task = make_task(name, options);
  EXPECT_TRUE(task) << task.error().message;
  return std::move(*task);
}

/// One step in which each agent's car is put so many metres along the route, from a place where
/// both ways are free.
struct RouteStep {
  std::array<double, kMaxAgents> metres{};
  bool touched_wall{};
};
struct Judged {
  std::array<float, kMaxAgents> rewards{};
  bool over{};
};
Judged judged(const Task& task, const RouteStep& route_step) {
  const Arena& arena = task.arenas.front();
  std::array<VehicleState, kMaxAgents> before, after;
  std::array<AgentMemory, kMaxAgents> memories;
  std::array<AgentStep, kMaxAgents> steps;
  const auto count = static_cast<std::size_t>(task.shape.agents);
  task.rules->begin(arena, 7, std::span(before).first(count), std::span(memories).first(count));
  for (std::size_t a = 0; a < count; ++a) {
    memories[a].along += 1;
    const auto at = [&](double metres) {
      const RoutePlace place = place_at(arena.route(), memories[a].along + metres);
      return state_at(task.vehicle, {place.point.x, place.point.y, 0});
    };
    before[a] = at(0), after[a] = at(route_step.metres[a]);
    steps[a] = {.before = &before[a], .after = &after[a], .touched_wall = route_step.touched_wall};
  }
  Judged result;
  result.over =
      task.rules->judge(arena, std::span(steps).first(count), std::span(memories).first(count),
                        std::span(result.rewards).first(count));
  return result;
}

TEST(Tasks, EveryNameMakesATaskWhoseSizesAgree) {
  for (const std::string_view name : task_names()) {
    const Task task = made(name, {.variants = 1});

    EXPECT_EQ(task.shape.name, name);
    EXPECT_EQ(task.shape.observation_size,
              task.shape.beams + static_cast<int>(task.shape.extras.size()));
    EXPECT_EQ(task.shape.action_size, static_cast<int>(task.shape.actions.size()));
    EXPECT_GT(task.shape.step_seconds, 0);
    EXPECT_FALSE(task.arenas.front().starts.empty());
  }
}

TEST(Tasks, SaysWhatIsWrongWithNameAndOptions) {
  EXPECT_FALSE(make_task("chess", {}));
  EXPECT_FALSE(make_task("race", {.variants = -1}));
  EXPECT_FALSE(make_task("race", {.beams = -3}));
  EXPECT_FALSE(make_task("race", {.friction = {2, 1}}));
  EXPECT_FALSE(make_task("race", {.mass = {0, 1}}));
  EXPECT_FALSE(make_task("race", {.delay_low = 0, .delay_high = 1000}));
  EXPECT_FALSE(make_task("race", {.levels = {"no/such/file.toml"}}));
}

TEST(Tasks, ALevelWithoutWhatTheTaskNeedsIsRefused) {
  EXPECT_FALSE(
      make_task("slalom", {.levels = {PADDOCK_SOURCE_DIR "/levels/eespees/training_env.toml"}}));
}

/// A level file of this test's own.
std::string level_file(const std::string& name, const std::string& figures,
                       const std::string& more = "") {
  const std::string path = concat(testing::TempDir(), "/", getpid(), name, ".toml");
  const auto written = write_file(
      path, concat("format = 1\ntitle = \"Oval\"\nvehicle_figures = { ", figures,
                   " }\n[ground]\nsize = [60, 40]\n[[generate]]\nkind = \"oval\"\n", more));
  EXPECT_TRUE(written) << written.error().message;
  return path;
}

TEST(Tasks, RigidLevelIsRefused) {
  const auto task =
      make_task("race", {.levels = {PADDOCK_SOURCE_DIR "/levels/stunts/stunt_park.toml"}});

  ASSERT_FALSE(task);
  EXPECT_NE(task.error().message.find("must have physics = \"planar\""), std::string::npos)
      << task.error().message;
}

TEST(Tasks, LevelInWhichPiecesMoveIsRefused) {
  const auto task =
      make_task("race", {.levels = {level_file("doors", "", "[[door]]\nat = [0, 0]\n")}});

  ASSERT_FALSE(task);
  EXPECT_NE(task.error().message.find("the door must stand still to be trained with"),
            std::string::npos)
      << task.error().message;
}

TEST(Tasks, VehicleHasTheFiguresOfItsLevel) {
  const std::string heavy = level_file("heavy", "mass = 9.5"), light = level_file("light", "");

  const Task task = made("duel", {.levels = {heavy}});
  const auto mixed = make_task("duel", {.levels = {heavy, light}});

  for (const VehicleSetup& vehicle : task.arenas.front().model.vehicles)
    EXPECT_EQ(std::get<RacecarParams<double>>(vehicle.params.figures).chassis.mass, 9.5);
  ASSERT_FALSE(mixed);  // one kernel steps the vehicles of all levels
  EXPECT_NE(mixed.error().message.find("the same vehicle_figures"), std::string::npos)
      << mixed.error().message;
  std::filesystem::remove(heavy);
  std::filesystem::remove(light);
}

TEST(Tasks, LevelFilesServeAsArenas) {
  const Task task = made("race", {.levels = {PADDOCK_SOURCE_DIR "/levels/tracks/oval.toml",
                                             PADDOCK_SOURCE_DIR "/levels/tracks/grand_prix.toml"}});

  ASSERT_EQ(task.arenas.size(), 2u);
  EXPECT_GT(task.arenas[1].starts.size(), 100u);
}

TEST(Tasks, MetresAlongTheRouteAreEarnedAndMetresBackTakenAway) {
  for (const std::string_view name : {"race", "duel", "slalom"}) {
    const Task task = made(name, {.variants = 1});

    for (const double metres : {0.25, 0.1, 0.0, -0.25, -0.5})  // chords of a fine polyline
      EXPECT_NEAR(judged(task, {.metres = {metres}}).rewards[0], metres, 0.02)
          << name << ' ' << metres;
    EXPECT_FALSE(judged(task, {.metres = {0.25}}).over) << name;
  }
}

TEST(Tasks, WallCostsFiveMetresAndEndsTheEpisode) {
  for (const std::string_view name : {"race", "duel", "slalom"}) {
    const Judged hit =
        judged(made(name, {.variants = 1}), {.metres = {0.25}, .touched_wall = true});

    EXPECT_NEAR(hit.rewards[0], 0.25 - 5, 0.02) << name;
    EXPECT_TRUE(hit.over) << name;
  }
}

TEST(Tasks, DuelTakesAwayHalfOfTheRivalsMetres) {
  const Task task = made("duel", {.variants = 1});

  const Judged both = judged(task, {.metres = {0.5, 0.2}});

  EXPECT_NEAR(both.rewards[0], 0.5 - 0.1, 0.02);
  EXPECT_NEAR(both.rewards[1], 0.2 - 0.25, 0.02);
}

TEST(Tasks, WaypointsPayMetresTowardsTheNextAndOneForReachingIt) {
  const Task task = made("waypoints", {.variants = 1});
  const Arena& arena = task.arenas.front();
  const auto reward_at = [&](double share, bool touched) {  // of the way to the next
    VehicleState before;
    AgentMemory memory;
    task.rules->begin(arena, 3, {&before, 1}, {&memory, 1});
    const Vec2 from = position(pose_of(before));
    const Vec2 next = arena.route().points[static_cast<std::size_t>(memory.next)];
    const Vec2 to = lerp(from, next, share);
    const VehicleState after = state_at(kind_of<Quad2d>(), {to.x, to.y, 0});
    const AgentStep step{.before = &before, .after = &after, .touched_wall = touched};
    float reward = 0;
    const bool over = task.rules->judge(arena, {&step, 1}, {&memory, 1}, {&reward, 1});
    EXPECT_EQ(over, touched);
    return std::pair{static_cast<double>(reward), distance(from, next)};
  };
  const double way = reward_at(0, false).second;

  EXPECT_NEAR(reward_at(0, false).first, 0, 1e-6);
  EXPECT_NEAR(reward_at(0.25, false).first, 0.25 * way, 1e-5);  // float
  EXPECT_NEAR(reward_at(-0.25, false).first, -0.25 * way, 1e-5);
  EXPECT_NEAR(reward_at(1, false).first, way + 1, 1e-5);
  EXPECT_NEAR(reward_at(0.25, true).first, 0.25 * way - 5, 1e-5);
}

TEST(Tasks, RacesBeginOffTheWallsAndLookAhead) {
  const Task task = made("race", {.variants = 2});
  for (const Arena& arena : task.arenas)
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      VehicleState vehicle;
      AgentMemory memory;
      task.rules->begin(arena, seed, {&vehicle, 1}, {&memory, 1});

      const PlanarVehicle& body = arena.model.physics.vehicles[0];
      ContactList contacts;
      arena.model.physics.maps[body.map].collect(place(body.outline, pose_of(vehicle)), contacts);
      EXPECT_EQ(contacts.count, 0u) << "seed " << seed;
      const Vec2 ahead = Rot2::of(pose_of(vehicle).yaw) * Vec2{1, 0};
      EXPECT_GT(dot(ahead, place_at(arena.route(), memory.along).direction), 0.9);
    }
}

TEST(Tasks, ReachingTheTargetSlowlyPaysMostAndTouchingCosts) {
  const Task task = made("blocks", {.variants = 1});
  const Arena& arena = task.arenas.front();
  const auto reward_at = [&](Vec2 at, double speed, bool touched) {
    VehicleState before;
    AgentMemory memory;
    task.rules->begin(arena, 1, {&before, 1}, {&memory, 1});
    RoverState<double> rover;
    rover.body.x = at.x, rover.body.y = at.y, rover.body.vx = speed;
    const VehicleState after = rover;
    const AgentStep step{.before = &before, .after = &after, .touched_wall = touched};
    float reward = 0;
    task.rules->judge(arena, {&step, 1}, {&memory, 1}, {&reward, 1});
    return reward;
  };
  const Vec2 start = position(arena.starts[0].pose);

  EXPECT_FLOAT_EQ(reward_at(arena.target, 0, false), 1000);
  EXPECT_NEAR(reward_at(arena.target, 0.29, false), 500, 1e-3);  // float
  EXPECT_FLOAT_EQ(reward_at(start, 0, false), -1);
  EXPECT_FLOAT_EQ(reward_at(start, 0, true), -21);
  EXPECT_NEAR(reward_at(lerp(start, arena.target, 0.5), 0, false), 249, 1e-3);
}

TEST(Tasks, BlocksPlaysInTheTrainingLevelsWorlds) {
  const LevelSettings ten{{"cells", 10}, {"blocks", 16}};
  const Task own = made("blocks", {.variants = 3, .level_seed = 42, .settings = ten});
  LevelSettings solvable = ten;
  solvable.push_back({"solvable", 1});
  const Task from_file =
      made("blocks", {.levels = {PADDOCK_SOURCE_DIR "/levels/eespees/training_env.toml"},
                      .variants = 3,
                      .level_seed = 42,
                      .settings = solvable});

  for (std::size_t i = 0; i < 3; ++i) {
    const World &a = own.arenas[i].world(), &b = from_file.arenas[i].world();
    ASSERT_EQ(a.pieces.size(), b.pieces.size());
    for (std::size_t p = 0; p < a.pieces.size(); ++p)
      EXPECT_EQ(a.pieces[p].world_from_piece, b.pieces[p].world_from_piece) << p;
    EXPECT_EQ(a.starts[0].pose, b.starts[0].pose);
    EXPECT_EQ(a.clock, b.clock);
    EXPECT_EQ(a.ground, b.ground);
  }
}

TEST(Tasks, BlocksEndsWithATouchWhenAsked) {
  const auto over = [](bool end_on_touch) {
    const Task task = made("blocks", {.variants = 1, .end_on_touch = end_on_touch});
    VehicleState vehicle;
    AgentMemory memory;
    task.rules->begin(task.arenas.front(), 1, {&vehicle, 1}, {&memory, 1});
    const AgentStep step{.before = &vehicle, .after = &vehicle, .touched_wall = true};
    float reward = 0;
    return task.rules->judge(task.arenas.front(), {&step, 1}, {&memory, 1}, {&reward, 1});
  };

  EXPECT_FALSE(over(false));
  EXPECT_TRUE(over(true));
}

TEST(Tasks, OptionsSetTicksOfAStepAndTrueRanges) {
  const Task plain = made("blocks", {.variants = 1});
  const Task changed = made("blocks", {.variants = 1, .ticks_per_step = 5, .true_ranges = true});

  EXPECT_DOUBLE_EQ(plain.shape.step_seconds, 0.032);
  EXPECT_EQ(plain.shape.lidar, kRenderedLds01);
  EXPECT_DOUBLE_EQ(changed.shape.step_seconds, 0.16);
  EXPECT_EQ(changed.shape.lidar.near_plane, 0);
  EXPECT_FALSE(make_task("blocks", {.ticks_per_step = -1}));
  EXPECT_FALSE(make_task("blocks", {.settings = {{"cels", 3}}}));
}

}  // namespace
}  // namespace paddock
