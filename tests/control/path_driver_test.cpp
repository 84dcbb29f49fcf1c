// Drivers that follow a path: simplesim's golden flights, its defects cured, and laws over random
// paths.
#include "paddock/control/path_driver.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "paddock/control/driver.h"
#include "paddock/core/random.h"

namespace paddock {
namespace {

constexpr double kFrame = 0.016667;  // s, of the golden flights

Vec2 world_of(Vec2 pixel) { return {pixel.x / 100, kPixelOrigin.y - pixel.y / 100}; }
Vec2 pixel_of(Vec2 at) { return {100 * at.x, 100 * (kPixelOrigin.y - at.y)}; }
Vec2 pixels_of(Vec2 v) { return {100 * v.x, -100 * v.y}; }  // of a velocity or an acceleration

Quad2dParams<double> original_quad() {
  Quad2dParams<double> p;
  p.air = QuadAir::Original;
  p.linear_drag = 5e-6, p.quadratic_drag = 5e-4, p.drag_threshold = 1, p.wind = 0;
  return p;
}

Quad2dParams<double> calm_quad() {
  Quad2dParams<double> p;
  p.wind = 0;
  return p;
}

/// A quadrotor, a driver, and nothing else.
struct Flyer {
  VehicleParams params;
  VehicleState state;
  PathDriver driver;
  double dt{kFrame};
  std::int64_t tick{};
  Quad2dInput<double> asked{};
  Surroundings<double> around{};

  Flyer(const Quad2dParams<double>& quad, Vec2 at)
      : params(kind_of<Quad2d>(), quad),
        state(state_at(kind_of<Quad2d>(), {at.x, at.y, 0})),
        driver(make_path_driver(nullptr, {.center = {3.2, 2.4}, .size = 4}, params)) {}

  Quad2dState<double>& quad() { return std::get<Quad2dState<double>>(state); }
  Vec2 at() { return {quad().x, quad().y}; }
  Vec2 velocity() { return {quad().vx, quad().vy}; }
  void edit(const PathEdit& edit) {
    const auto done = edit_path(driver, edit, pose_of(state));
    ASSERT_TRUE(done) << done.error().message;
  }
  void fly_to(const std::vector<Vec2>& points) { edit({.act = PathAct::Set, .points = points}); }
  void step() {
    const DriverView view{.tick = Tick{tick++}, .dt = dt, .params = &params, .state = &state};
    asked = std::get<Quad2dInput<double>>(drive_path(driver, view));
    quad() =
        paddock::step(std::get<Quad2dParams<double>>(params.figures), quad(), asked, around, dt);
  }
  void steps(int count) {
    for (int i = 0; i < count; ++i) step();
  }
};

std::vector<Vec2> random_path(std::uint64_t seed) {
  DrawSequence draws({.seed = seed, .stream = Stream::Generate});
  std::vector<Vec2> points;
  const auto count = static_cast<std::size_t>(draws.integer(2, 8));
  for (std::size_t i = 0; i < count; ++i) {
    const double x = draws.between(0, 6), y = draws.between(0, 5);
    points.push_back({x, y});
  }
  return points;
}

/// 1e-3 px up to frame 60, 1e-2 px later: the golden numbers are sums of float32.
double tolerance(int frame) { return frame <= 60 ? 1e-3 : 1e-2; }

TEST(PathDriver, OneWaypointIsFlownAsSimplesimFliesIt) {
  struct Golden {
    int frame;
    double x, vx, ax;
  };
  constexpr Golden kGolden[] = {
      {1, 320.0000, 0.0000, 0.009},       {3, 320.0000, 0.0003, 459.003},
      {4, 320.1275, 7.6505, 500.000},     {5, 320.3939, 15.9840, 500.000},
      {10, 323.7796, 56.4675, 442.339},   {30, 362.3598, 153.2213, 142.150},
      {60, 443.9380, 151.8887, -108.853}, {90, 501.9865, 79.0397, -153.465},
      {120, 523.3478, 13.3962, -97.512},  {128, 524.2136, 1.5040, -78.041},
      {180, 509.5754, -21.6889, 10.664},  {300, 498.4234, 3.0282, -0.744},
      {600, 500.0032, 0.0203, -0.048}};
  Flyer flyer(original_quad(), world_of({320, 240}));
  flyer.fly_to({world_of({500, 240})});
  int frame = 0;
  for (const Golden& want : kGolden) {
    flyer.steps(want.frame - std::exchange(frame, want.frame));
    const double most = tolerance(frame);
    EXPECT_NEAR(pixel_of(flyer.at()).x, want.x, most) << frame;
    EXPECT_NEAR(pixels_of(flyer.velocity()).x, want.vx, most) << frame;
    // of a derivative: a float32 step of the velocity error over a frame
    EXPECT_NEAR(pixels_of(flyer.driver.output.accel_command).x, want.ax, 2 * most) << frame;
  }
}

TEST(PathDriver, ThreeWaypointsAreFlownAsSimplesimFliesThem) {
  struct Golden {
    int frame;
    Vec2 at, velocity, carrot;
  };
  const Golden golden[] = {{30, {362.3598, 240.0000}, {153.2213, 0}, {500, 240}},
                           {60, {443.9380, 242.6824}, {151.8885, 28.1237}, {500, 323.249}},
                           {90, {501.9855, 277.6668}, {79.0357, 102.3349}, {500, 375.959}},
                           {120, {513.7244, 337.1744}, {-70.0882, 124.0619}, {200, 400}},
                           {180, {279.0914, 415.7756}, {-247.7937, 23.9966}, {200, 400}},
                           {240, {158.5437, 410.2336}, {-11.8314, -17.7959}, {200, 400}},
                           {600, {200.0760, 399.9627}, {0.1629, 0.0379}, {200, 400}}};
  Flyer flyer(original_quad(), world_of({320, 240}));
  flyer.fly_to({world_of({500, 240}), world_of({500, 400}), world_of({200, 400})});
  std::vector<int> passed;
  int frame = 0;
  for (const Golden& want : golden) {
    while (frame < want.frame) {
      flyer.step(), ++frame;
      if (flyer.driver.memory.next > passed.size()) passed.push_back(frame);
    }
    const double most = tolerance(frame);
    EXPECT_NEAR(distance(pixel_of(flyer.at()), want.at), 0, most) << frame;
    EXPECT_NEAR(distance(pixels_of(flyer.velocity()), want.velocity), 0, 2 * most) << frame;
    EXPECT_NEAR(distance(pixel_of(flyer.driver.output.carrot), want.carrot), 0, most) << frame;
  }
  EXPECT_EQ(passed, (std::vector<int>{45, 104}));
}

TEST(PathDriver, CruisesOnALongStraightAsSimplesimDoes) {
  for (const bool adaptive : {false, true}) {
    Flyer flyer(original_quad(), world_of({320, 240}));
    flyer.driver.params.use_adaptive_lookahead = adaptive ? 1 : 0;
    flyer.fly_to({world_of({400, 240}), world_of({60000, 240}), world_of({90000, 240})});
    flyer.steps(1500);

    EXPECT_NEAR(pixels_of(flyer.velocity()).x, adaptive ? 580.5 : 149.9, 0.06);
    EXPECT_NEAR(100 * flyer.driver.output.lookahead, adaptive ? 390.25 : 100, 0.03);
  }
}

// --- defects, each beside its cure --------------------------------------------------------------

/// Flies a path in both forms; [0] as coded.
template <class F>
std::array<double, 2> in_both_forms(const std::vector<Vec2>& points, int ticks, F&& measure) {
  std::array<double, 2> found{};
  for (const std::size_t cured : {0u, 1u}) {
    Flyer flyer(cured != 0 ? calm_quad() : original_quad(), points[0]);
    flyer.fly_to({points.begin() + 1, points.end()});
    for (int i = 0; i < ticks; ++i) {
      flyer.step();
      found[cured] = std::max(found[cured], measure(flyer));
    }
  }
  return found;
}

TEST(PathDriver, OnTheLastLegItKeepsItsPace) {  // PP-3
  const std::vector<Vec2> points{{0, 0}, {0.5, 0}, {46.8, 0}};
  const auto fastest = in_both_forms(points, 900, [](Flyer& f) { return length(f.velocity()); });

  EXPECT_GT(fastest[0], 10);
  EXPECT_LT(fastest[1], 1.6);  // kp L = 1.5 m/s, and the start's overshoot of it
}

TEST(PathDriver, CornersAreNotCutAtTheLookahead) {  // PP-5
  Flyer flyer(calm_quad(), {0, 0});
  flyer.driver.params.use_pure_pursuit = 0;
  flyer.fly_to({{1, 0}, {1, 0.5}, {1.5, 0.5}, {1.5, 2}});
  std::vector<double> nearest(4, HUGE_VAL);
  for (int i = 0; i < 1500; ++i) {
    flyer.step();
    for (std::size_t w = 0; w < 4; ++w)
      nearest[w] = std::min(nearest[w], distance(flyer.at(), flyer.driver.memory.edited.points[w]));
  }

  for (const double away : nearest) EXPECT_LE(away, 0.2);  // its own epsilon
}

TEST(PathDriver, ANewPathBeginsWhereTheVehicleIs) {  // PP-7
  Flyer flyer(calm_quad(), {1, 2});
  flyer.fly_to({{3, 2}, {3, 4}});

  EXPECT_EQ(flyer.driver.line.points.front(), (Vec2{1, 2}));
  flyer.driver.params.start_from_vehicle = 0;
  flyer.fly_to({{3, 2}, {3, 4}});
  EXPECT_EQ(flyer.driver.line.points.front(), (Vec2{3, 2}));
}

TEST(PathDriver, WithoutAPathItComesToRestAndDoesNotGoOnWithItsLastCommand) {  // S-5
  const auto speed_after_clearing = [](const Quad2dParams<double>& quad) {
    Flyer flyer(quad, {0, 0});
    flyer.fly_to({{5, 0}});
    flyer.steps(20);
    flyer.edit({.act = PathAct::Clear});
    flyer.steps(600);
    return length(flyer.velocity());
  };

  EXPECT_GT(speed_after_clearing(original_quad()), 10);
  EXPECT_LT(speed_after_clearing(calm_quad()), 1e-6);
}

TEST(PathDriver, TheFirstTickHasNoKick) {  // S-10
  Flyer flyer(calm_quad(), {0, 0});
  flyer.driver.params.kd_velocity = 0.5, flyer.driver.params.max_acceleration = 100;
  flyer.fly_to({{1, 0}});
  flyer.step();

  EXPECT_NEAR(flyer.driver.output.accel_command.x, 2 * 1.5 * 1, 1e-12);
}

TEST(PathDriver, AJumpOfTheSetpointCancelsNothing) {  // section 6: kd cancels kp for one outer tick
  Flyer coded(original_quad(), {0, 0});
  coded.fly_to({{1.8, 0}});
  coded.step();
  EXPECT_LT(length(coded.driver.output.velocity_command), 1e-4);

  Flyer cured(calm_quad(), {0, 0});
  cured.fly_to({{1, 0}});
  cured.step();
  EXPECT_NEAR(cured.driver.output.velocity_command.x, 1.5, 1e-12);
}

TEST(PathDriver, NoVelocityCommandIsLongerThanItsLimit) {  // S-12
  for (const PathController law : {PathController::Pd, PathController::Pid}) {
    Flyer flyer(calm_quad(), {0, 0});
    flyer.driver.params.controller = static_cast<double>(law);
    flyer.driver.params.use_pure_pursuit = 0, flyer.driver.params.max_velocity = 2;
    flyer.fly_to({{40, 0}});
    double fastest = 0;
    for (int i = 0; i < 900; ++i)
      flyer.step(), fastest = std::max(fastest, length(flyer.velocity()));

    EXPECT_LT(fastest, law == PathController::Pd ? 2.0 : 2.4);  // sums overshoot a little
    EXPECT_GT(fastest, 1.8);
  }
}

TEST(PathDriver, AControllerOfOnesOwnThatFallsSilentIsTakenToAskForNothing) {  // S-13
  for (const double timeout : {0.0, 0.5}) {
    Flyer flyer(calm_quad(), {0, 0});
    flyer.driver.params.controller = static_cast<double>(PathController::Own);
    flyer.driver.params.command_timeout = timeout;
    flyer.fly_to({{5, 0}});
    set_own(flyer.driver, Quad2dInput<double>{.x = 1, .y = 0});
    flyer.steps(60);

    EXPECT_EQ(flyer.asked.x, timeout > 0 ? 0 : 1);
  }
}

TEST(PathDriver, BetweenVelocityMessagesWindAndDragAddUpAsTheyDid) {
  for (const bool original : {true, false}) {
    auto quad = original ? original_quad() : calm_quad();
    quad.control_mode = QuadMode::Velocity;
    quad.wind = 0.1, quad.linear_drag = quad.quadratic_drag = 0;
    Flyer flyer(quad, {0, 0});
    flyer.driver.params.controller = static_cast<double>(PathController::Own);
    flyer.fly_to({{5, 0}});
    flyer.around.gust_x = 1;  // the wind grows by 0.1 m/s^2 in each of sixty frames
    set_own(flyer.driver, Quad2dInput<double>{.x = 1, .y = 0});
    for (int i = 0; i < 60; ++i) flyer.step();

    const double added = original ? 0.1 * kFrame * 60 * 61 / 2 : 0;
    EXPECT_NEAR(flyer.velocity().x, 1 + added, original ? 1e-9 : 0.2);
  }
}

/// The corner of a step, measured every fifth of a second, at a tick length.
std::vector<Vec2> flown_at(const Quad2dParams<double>& quad, int hertz) {
  Flyer flyer(quad, {0, 0});
  flyer.dt = 1.0 / hertz;
  flyer.fly_to({{1.8, 0}, {1.8, 1.6}});
  std::vector<Vec2> places;
  for (int i = 1; i <= 6 * hertz; ++i) {
    flyer.step();
    if (i % (hertz / 5) == 0) places.push_back(flyer.at());
  }
  return places;
}

TEST(PathDriver, TicksOfAnyLengthFlyAlmostTheSame) {  // S-1: as coded the character changes
  const auto apart = [](const Quad2dParams<double>& quad) {
    const auto slow = flown_at(quad, 60), fast = flown_at(quad, 240);
    double most = 0;
    for (std::size_t i = 0; i < slow.size(); ++i) most = std::max(most, distance(slow[i], fast[i]));
    return most;
  };

  EXPECT_LT(apart(calm_quad()), 0.05);  // two ticks of 1/60 s at 1.5 m/s
  EXPECT_GT(apart(original_quad()), 0.05);
}

// --- Nav2's figures of regulated pursuit --------------------------------------------------------

TEST(PathDriver, ALookaheadBySpeedAloneIsTimeTimesSpeedBetweenItsLimits) {
  Flyer flyer(calm_quad(), {0, 0});
  PathParams& p = flyer.driver.params;
  p.use_velocity_scaled_lookahead_dist = p.use_adaptive_lookahead = 1;
  p.lookahead_time = 1.5, p.min_lookahead_distance = 0.3, p.max_lookahead_distance = 0.9;
  flyer.fly_to({{50, 0}});
  for (const auto& [speed, lookahead] : {std::pair{0.0, 0.3}, {0.4, 0.6}, {3.0, 0.9}}) {
    flyer.quad().vx = speed;
    flyer.step();
    EXPECT_NEAR(flyer.driver.output.lookahead, lookahead, 1e-12) << speed;
  }
}

TEST(PathDriver, ACarrotBeyondTheEndMeasuresTheCurvatureThatTheEndItselfHides) {
  const auto speed_near_the_end = [](double beyond) {
    Flyer flyer(calm_quad(), {0, 0});
    PathParams& p = flyer.driver.params;
    p.controller = static_cast<double>(PathController::Regulated);
    p.use_fixed_curvature_lookahead = 1, p.curvature_lookahead_dist = 1;
    p.regulated_linear_scaling_min_radius = 4, p.regulated_linear_scaling_min_speed = 0;
    p.approach_velocity_scaling_dist = 0.01, p.interpolate_curvature_after_goal = beyond;
    flyer.fly_to({{3, 0}});
    flyer.quad().x = 2.8, flyer.quad().y = 0.1, flyer.quad().vx = 1;
    flyer.step();
    return flyer.driver.output.speed;
  };

  // 2 y over the squared distance: to the end, 0.2 on and 0.1 aside; to a metre away 0.1 aside
  EXPECT_NEAR(speed_near_the_end(0), 1.5 * (0.05 / 0.2) / 4, 1e-9);
  EXPECT_NEAR(speed_near_the_end(1), 1.5, 1e-9);
}

TEST(PathDriver, ItStopsForWhatIsLessThanTheDistanceAwayHoweverSlowItIs) {
  const std::vector<float> wall = [] {  // 0.8 m ahead, across the way
    std::vector<float> ranges(static_cast<std::size_t>(kPathLidar.beams), 10);
    for (int i = 0; i < kPathLidar.beams; ++i) {
      const double angle = kPathLidar.angle(i);
      if (std::fabs(angle) < 1)
        ranges[static_cast<std::size_t>(i)] = static_cast<float>(0.8 / std::cos(angle));
    }
    return ranges;
  }();
  for (const double least : {0.0, 1.0}) {
    Flyer flyer(calm_quad(), {0, 0});
    PathParams& p = flyer.driver.params;
    p.controller = static_cast<double>(PathController::Regulated);
    p.use_collision_detection = 1, p.desired_linear_vel = 0.2;
    p.min_distance_to_obstacle = least, p.lookahead_distance = 2;
    flyer.fly_to({{5, 0}});
    const DriverView view{.tick = Tick{0},
                          .dt = kFrame,
                          .params = &flyer.params,
                          .state = &flyer.state,
                          .ranges = wall};
    static_cast<void>(drive_path(flyer.driver, view));

    EXPECT_EQ(flyer.driver.output.speed, least > 0 ? 0 : 0.2) << least;
  }
}

TEST(PathDriver, AMemoryFromBeforeSomeFiguresIsStillOne) {
  Flyer flyer(calm_quad(), {0, 0});
  flyer.fly_to(random_path(4));
  const std::vector<double> memory = memory_of(flyer.driver);
  flyer.driver.params.lookahead_time = 2;
  const std::vector<double> later = memory_of(flyer.driver);
  EXPECT_EQ(later.size(), memory.size() + path_figures().size() - kFirstPathFigures);

  ASSERT_TRUE(set_memory(flyer.driver, memory));
  EXPECT_EQ(flyer.driver.params.lookahead_time, PathParams{}.lookahead_time);
  ASSERT_TRUE(set_memory(flyer.driver, later));
  EXPECT_EQ(flyer.driver.params.lookahead_time, 2);
}

// --- laws ---------------------------------------------------------------------------------------

double distance_to(const PathLine& line, Vec2 at) {
  return distance(nearest_on(line, 0, line.segments() - 1, at).point, at);
}

/// What 16.4 of simplesim's description promises, tick by tick: limits, progress that never goes
/// back, and in the corrected form a carrot on the path, one lookahead away where the circle meets
/// it. A twin flies the same to the bit.
void expect_laws(const Quad2dParams<double>& quad, std::uint64_t seed) {
  const bool by_velocity = quad.control_mode == QuadMode::Velocity;
  const bool original = quad.air == QuadAir::Original;
  Flyer flyer(quad, {3, 2.5}), twin = flyer;
  const auto points = random_path(seed);
  flyer.fly_to(points), twin.fly_to(points);
  std::size_t segment = 0, next = 0;
  for (int i = 0; i < 120; ++i) {
    const Vec2 before = flyer.at();
    flyer.step(), twin.step();
    const PursuitOutput& out = flyer.driver.output;
    // simplesim's vehicle cuts velocities, not its controller
    if (!(original && by_velocity)) {
      ASSERT_LE(length(Vec2{flyer.asked.x, flyer.asked.y}), 5 + 1e-12) << seed;
    }
    if (by_velocity) {
      ASSERT_LE(length(flyer.velocity()), 5 + 0.1) << seed;  // drag acts for a tick
    }
    ASSERT_GE(flyer.driver.memory.segment, segment) << seed;
    ASSERT_GE(flyer.driver.memory.next, next) << seed;
    segment = flyer.driver.memory.segment, next = flyer.driver.memory.next;
    ASSERT_EQ(flyer.quad(), twin.quad()) << seed;
    if (original) continue;
    ASSERT_LE(distance_to(flyer.driver.line, out.carrot), 1e-9) << seed;
    if (out.why != CarrotWhy::Circle) continue;
    ASSERT_NEAR(distance(out.carrot, before), out.lookahead, 1e-9) << seed;
  }
}

TEST(PathDriver, OverRandomPathsTheLawsHoldInBothFormsAndBothModes) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed)
    for (auto quad : {original_quad(), calm_quad()})
      for (const double mode : {QuadMode::Acceleration, QuadMode::Velocity}) {
        quad.control_mode = mode;
        expect_laws(quad, seed);
        if (HasFatalFailure()) return;
      }
}

TEST(PathDriver, DragNeverAddsEnergy) {  // and as coded it does: S-2
  bool coded_adds = false;
  DrawSequence draws({.seed = 3, .stream = Stream::Generate});
  for (int i = 0; i < 2000; ++i) {
    const double vx = draws.between(-20, 20), vy = draws.between(-20, 20);
    Vec2 drag;
    drag_of(calm_quad(), vx, vy, drag.x, drag.y);
    ASSERT_LE(dot(drag, {vx, vy}), 0);
    drag_of(original_quad(), vx, vy, drag.x, drag.y);
    coded_adds |= dot(drag, {vx, vy}) > 0;
  }
  EXPECT_TRUE(coded_adds);
}

TEST(PathDriver, TerminalSpeedGivesTheDragOfTheRightFigure) {  // S-14
  auto quad = calm_quad();
  quad.linear_drag = 0, quad.drag_threshold = 0;
  quad.max_accel = 49.05, quad.quadratic_drag = 49.05 / (30 * 30);  // 5 g, 30 m/s
  EXPECT_NEAR(quad.quadratic_drag, 0.0545, 5e-5);
  Quad2dState<double> state;
  for (int i = 0; i < 6000; ++i)
    state = step(quad, state, Quad2dInput<double>{.x = 49.05, .y = 0}, {}, 0.005);

  EXPECT_NEAR(state.vx, 30, 1e-6);
}

TEST(PathDriver, EveryControllerFollowsARightAngleAndStaysAtItsEnd) {
  for (const double mode : {QuadMode::Acceleration, QuadMode::Velocity})
    for (int law = 0; law <= static_cast<int>(PathController::Mpc); ++law) {
      auto quad = calm_quad();
      quad.control_mode = mode;
      Flyer flyer(quad, {0, 0});
      flyer.driver.params.controller = law;
      flyer.fly_to({{4, 0}, {4, 3}});
      double worst = 0;
      for (int i = 0; i < 1800; ++i) {
        flyer.step();
        worst = std::max(worst, std::fabs(flyer.driver.output.cross_track));
      }

      EXPECT_LT(distance(flyer.at(), {4, 3}), 0.05) << law << " mode " << mode;
      EXPECT_LT(length(flyer.velocity()), 0.05) << law << " mode " << mode;
      EXPECT_LT(worst, 0.6) << law << " mode " << mode;  // less than the lookahead
    }
}

TEST(PathDriver, ItsMemoryMakesItAgain) {
  for (int law = 0; law <= static_cast<int>(PathController::Own); ++law) {
    Flyer flyer(calm_quad(), {0, 0});
    flyer.driver.params.controller = law;
    flyer.fly_to(random_path(4));
    flyer.steps(70);
    flyer.edit({.act = PathAct::Move, .index = 0, .points = {{1, 1}}});
    Flyer other = flyer;
    other.driver = make_path_driver(nullptr, flyer.driver.ground, flyer.params);
    ASSERT_TRUE(set_memory(other.driver, memory_of(flyer.driver)));
    flyer.steps(50), other.steps(50);

    EXPECT_EQ(flyer.quad(), other.quad()) << law;
    EXPECT_EQ(memory_of(flyer.driver), memory_of(other.driver)) << law;
  }
}

TEST(PathDriver, AMemoryThatIsNoneIsRefused) {
  Flyer flyer(calm_quad(), {0, 0});
  flyer.fly_to(random_path(4));
  const std::vector<double> memory = memory_of(flyer.driver);

  for (std::size_t cut = 0; cut < memory.size(); ++cut)
    EXPECT_FALSE(set_memory(flyer.driver, std::span(memory).first(cut))) << cut;
  std::vector<double> longer = memory;
  longer.push_back(0);
  EXPECT_FALSE(set_memory(flyer.driver, longer));
  std::vector<double> odd = memory;
  odd[0] = std::nan("");
  EXPECT_FALSE(set_memory(flyer.driver, odd));
  EXPECT_TRUE(set_memory(flyer.driver, memory));
}

TEST(PathDriver, EditsWhileItFliesKeepItsProgress) {
  Flyer flyer(calm_quad(), {0, 0});
  flyer.fly_to({{1, 0}, {3, 0}, {5, 0}});
  flyer.steps(120);
  ASSERT_EQ(flyer.driver.output.index, 1u);
  flyer.edit({.act = PathAct::Insert, .index = 0, .points = {{0.5, 0}}});
  flyer.step();
  EXPECT_EQ(flyer.driver.output.index, 2u);
  flyer.edit({.act = PathAct::Delete, .index = 0});
  flyer.edit({.act = PathAct::Delete, .index = 0});
  flyer.step();
  EXPECT_EQ(flyer.driver.output.index, 0u);  // of those that are left the same one
  EXPECT_EQ(flyer.driver.memory.flight, 1u);
}

}  // namespace
}  // namespace paddock
