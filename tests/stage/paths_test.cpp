// Runs in which a vehicle follows a path: edits, live parameters, flights, time.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "paddock/stage/own_controller.h"
#include "paddock/stage/parameters.h"
#include "paddock/stage/session.h"
#include "paddock/stage/stage.h"
#include "tests/support/stages.h"

namespace paddock {
namespace {

/// An open floor with a wall beside the way, and a quadrotor whose driver follows a path.
Level meadow(bool with_wall = false) {
  LevelSpec level = open_level();
  level.vehicle = "quad2d";
  level.starts.push_back({.where = {}, .pose = {}, .vehicle = "quad2d"});
  if (with_wall) level.pieces.push_back(piece_of(BoxSpec{{8, 0.2, 2}}, {3, 0.5, 0}));
  return build_level(std::move(level));
}

Session path_session(const std::string& kind = "quad2d", bool with_wall = false) {
  SessionSpec spec;
  spec.vehicles = {{.kind = kind, .driver = "path"}};
  return *open_session(meadow(with_wall), spec);
}

const PathDriver& driver_of(const Session& session) {
  return std::get<PathDriver>(session.seats[0].driver);
}
Vec2 place_of(const Session& session) {
  return position(pose_of(session.state.physics.vehicles[0]));
}

void edit(Session& session, const PathEdit& edit) {
  const auto done = apply(session, EditPath{vehicle_id(0), edit});
  ASSERT_TRUE(done) << done.error().message;
}
void set(Session& session, std::string name, double value) {
  const auto done = apply(session, SetParameter{std::move(name), value});
  ASSERT_TRUE(done) << done.error().message;
}
/// A right angle from where it stands.
void angle(Session& session) {
  const Vec2 at = place_of(session);
  edit(session, {.act = PathAct::Set, .points = {at + Vec2{3, 0}, at + Vec2{3, 2}}});
}
void advance(Session& session, int ticks) {
  for (int i = 0; i < ticks; ++i) paddock::advance(session);
}

const Parameter& parameter(const std::vector<Parameter>& all, std::string_view name) {
  return *std::find_if(all.begin(), all.end(), [&](const Parameter& p) { return p.name == name; });
}

/// Another value of it that is allowed.
double another(const Parameter& p) {
  if (p.kind != ParameterKind::Number) return p.value == p.low ? p.low + 1 : p.low;
  const double middle = p.low + 0.3 * (p.high - p.low);
  return p.value == middle ? p.low + 0.6 * (p.high - p.low) : middle;
}

TEST(Paths, EveryParameterIsReadBackAsItWasSetAndRefusedBeyondItsBounds) {
  for (const std::string kind : {"quad2d", "racecar"}) {
    Session session = path_session(kind);
    angle(session);
    advance(session, 30);
    const std::vector<Parameter> all = parameters_of(session);
    EXPECT_GE(all.size(), kind == "quad2d" ? 55u : 25u);
    for (const Parameter& p : all) {
      EXPECT_FALSE(p.title.empty()) << p.name;
      if (kind == "quad2d") {
        EXPECT_FALSE(p.section.empty() || p.help.empty()) << p.name;
      }
      EXPECT_TRUE(p.choices.empty() || static_cast<double>(p.choices.size()) == p.high + 1)
          << p.name;
      // a car cannot be driven by the first other controller there is
      const double wanted = kind == "racecar" && p.name == "driver.0.controller" ? 3 : another(p);
      set(session, p.name, wanted);
      EXPECT_EQ(parameter(parameters_of(session), p.name).value, wanted) << p.name;
      for (const double bad : {p.low - 1, p.high + 1, std::nan(""), HUGE_VAL}) {
        const auto refused = apply(session, SetParameter{p.name, bad});
        ASSERT_FALSE(refused) << p.name;
        EXPECT_NE(refused.error().message.find(concat(p.low, " to ", p.high)), std::string::npos)
            << refused.error().message;
      }
      EXPECT_EQ(parameter(parameters_of(session), p.name).value, wanted) << p.name;
      set(session, p.name, p.value);
    }
  }
}

TEST(Paths, AControllerThatACarCannotHaveIsRefusedByName) {
  Session session = path_session("racecar");
  const auto refused = apply(session, SetParameter{"driver.0.controller", 0});

  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message,
            "a racecar steers: its controller can be pursuit, regulated or own, not pd");
}

TEST(Paths, NamesOfSimplesimAndNav2WorkForTheFirstVehicle) {
  Session session = path_session();
  set(session, "kp_position", 2.5);
  set(session, "wind_intensity", 0.25);
  set(session, "quadratic_drag_threshold", 3);
  set(session, "control_mode", 1);
  set(session, "max_lookahead_dist", 4);  // as Nav2 has it
  set(session, "max_linear_vel", 0.75);

  EXPECT_EQ(driver_of(session).params.kp_position, 2.5);
  EXPECT_EQ(driver_of(session).params.max_lookahead_distance, 4);
  EXPECT_EQ(driver_of(session).params.desired_linear_vel, 0.75);
  const auto& quad = std::get<Quad2dParams<double>>(session.model.vehicles[0].params.figures);
  EXPECT_EQ(quad.wind, 0.25);
  EXPECT_EQ(quad.drag_threshold, 3);
  EXPECT_EQ(quad.control_mode, 1);
}

/// What a parameter needs to matter.
struct Scene {
  LevelSettings settings;
  std::string kind{"quad2d"};
  bool wall{};
};

/// Runs in which every parameter matters somewhere.
std::vector<Scene> scenes() {
  const LevelVariable coded{"compatible", 1}, pid{"controller", 1}, regulated{"controller", 3};
  const LevelVariable near{"use_cost_regulated_linear_velocity_scaling", 1};
  const LevelVariable any_slow{"regulated_linear_scaling_min_speed", 0};
  const LevelVariable stops{"use_collision_detection", 1}, far{"lookahead_distance", 3};
  const LevelVariable second{"use_fixed_curvature_lookahead", 1};
  std::vector<Scene> all;
  all.push_back({{{"gust", 4}, {"wind_return", 1}}});
  all.push_back({{pid, {"kd_position", 0.2}}});
  all.push_back({{{"use_adaptive_lookahead", 1}}});
  all.push_back({{{"use_adaptive_lookahead", 1}, {"adaptive_lookahead_gain", 5}}});
  all.push_back({{{"use_velocity_scaled_lookahead_dist", 1}}});
  for (const double law : {2.0, 3.0, 4.0, 5.0}) all.push_back({{{"controller", law}}});
  all.push_back({{regulated, second, any_slow}});
  all.push_back({{regulated, second, any_slow, {"regulated_linear_scaling_min_radius", 20}}});
  all.push_back({{regulated, near, any_slow, {"cost_scaling_dist", 5}}, "quad2d", true});
  all.push_back({{regulated, {"desired_linear_vel", 4}, {"kp_position", 20}}});
  all.push_back({{regulated, stops, far}, "quad2d", true});
  all.push_back({{regulated, stops, far, {"max_allowed_time_to_collision_up_to_carrot", 0.05}},
                 "quad2d",
                 true});
  all.push_back({{{"controller", 6}}});
  all.push_back({{{"controller", 6}, {"command_timeout", 0.1}}});
  all.push_back({{{"control_mode", 1}, {"max_velocity", 0.5}, {"kp_position", 20}}});
  all.push_back({{coded, {"air", 1}}});
  all.push_back({{{"wind", 0.5}}});
  all.push_back({{{"wind_return", 5}, {"mean_wind_x", 3}}});
  return all;
}

/// A scene in flight; a program has spoken once.
Session in_flight(const Scene& scene) {
  Session session = path_session(scene.kind, scene.wall);
  set(session, "outer_every", 1);
  for (const LevelVariable& s : scene.settings) set(session, s.name, s.value);
  angle(session);
  advance(session, 40);
  static_cast<void>(apply(session, SetInput{vehicle_id(0), Quad2dInput<double>{1, 0.5}}));
  return session;
}

/// What a tick made of it: where everybody is, what was asked, and what was pursued.
struct Moment {
  std::uint64_t state{};
  VehicleInput asked;
  PursuitOutput pursuit;
  bool operator==(const Moment&) const = default;
};
Moment after_a_tick(Session& session) {
  paddock::advance(session);
  return {hash_of(session.state), session.inputs[0], driver_of(session).output};
}

TEST(Paths, EveryParameterThatIsChangedInFlightHoldsFromTheNextTick) {
  std::vector<Parameter> waiting = parameters_of(path_session());
  // of the next path: below
  std::erase_if(waiting, [](const Parameter& p) {
    return p.name == "driver.0.start_from_vehicle" || p.name == "driver.0.outer_every";
  });
  for (const Scene& scene : scenes()) {
    Session session = in_flight(scene), other = in_flight(scene);
    for (int moment = 0; moment < 60 && !waiting.empty(); ++moment) {
      const Snapshot now = snapshot_of(session);
      const auto again = [&] { return restore(other, now).has_value(); };
      ASSERT_TRUE(again());
      const Moment plain = after_a_tick(other);
      std::erase_if(waiting, [&](const Parameter& p) {
        for (const double value : {another(p), p.low, p.high}) {
          EXPECT_TRUE(again());
          set(other, p.name, value);
          if (after_a_tick(other) != plain) return true;
        }
        return false;
      });
      advance(session, 10);
    }
  }
  for (const Parameter& p : waiting) ADD_FAILURE() << p.name;
}

TEST(Paths, HowOftenThePositionLoopRunsHoldsFromTheNextTick) {
  Session session = path_session(), changed = path_session();
  for (Session* run : {&session, &changed}) {
    set(*run, "outer_every", 100);
    angle(*run);
    advance(*run, 41);
  }
  set(changed, "outer_every", 1);
  paddock::advance(session), paddock::advance(changed);

  EXPECT_NE(session.inputs[0], changed.inputs[0]);
}

TEST(Paths, APathFromTheVehicleIsThatOfTheNextPath) {
  Session session = path_session();
  set(session, "start_from_vehicle", 0);
  angle(session);
  EXPECT_FALSE(driver_of(session).line.led_in);
  set(session, "start_from_vehicle", 1);
  EXPECT_TRUE(driver_of(session).line.led_in);
}

TEST(Paths, WhatCountsAsArrivedIsAParameterToo) {
  for (const double epsilon : {0.1, 10.0}) {
    Session session = path_session();
    set(session, "waypoint_epsilon", 5);
    angle(session);
    set(session, "goal_epsilon", epsilon);
    advance(session, 2);
    EXPECT_EQ(driver_of(session).memory.arrived, epsilon > 1);
  }
}

// --- edits --------------------------------------------------------------------------------------

TEST(Paths, ClicksAddWaypointsAndAnotherButtonBeginsAnew) {
  Session session = path_session();
  ASSERT_TRUE(apply(session, Click{.point = {3, 1, 0}}));
  ASSERT_TRUE(apply(session, Click{.point = {4, 1, 0}}));
  EXPECT_EQ(driver_of(session).memory.edited.points, (std::vector<Vec2>{{3, 1}, {4, 1}}));
  ASSERT_TRUE(apply(session, Click{.point = {5, 1, 0}, .button = 2}));
  EXPECT_EQ(driver_of(session).memory.edited.points, (std::vector<Vec2>{{5, 1}}));
}

TEST(Paths, WhoFollowsNoneIsToldSo) {
  Session session = ring_session(1);
  const auto refused = apply(session, EditPath{vehicle_id(0), {.act = PathAct::Clear}});

  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("choose the driver path"), std::string::npos);
}

TEST(Paths, FlyingAgainBeginsWhereTheFlightBeganWithoutItsWind) {  // S-3, S-4
  Session session = path_session();
  advance(session, 5);
  const Vec2 start = place_of(session);
  set(session, "wind", 0.5);
  angle(session);
  advance(session, 200);
  edit(session, {.act = PathAct::FlyAgain});
  const auto& quad = std::get<Quad2dState<double>>(session.state.physics.vehicles[0]);

  EXPECT_EQ(place_of(session), start);
  EXPECT_EQ((Vec2{quad.vx, quad.vy}), Vec2{});
  EXPECT_EQ((Vec2{quad.wind_x, quad.wind_y}), Vec2{});
  EXPECT_EQ(driver_of(session).memory.flight, 2u);
}

TEST(Paths, ASnapshotInFlightGoesOnAsTheRunDid) {
  for (const std::string kind : {"quad2d", "racecar"}) {
    Session session = path_session(kind);
    if (kind == "quad2d") set(session, "controller", 1), set(session, "control_mode", 1);
    angle(session);
    advance(session, 90);
    edit(session, {.act = PathAct::Move, .index = 1, .points = {{2, 5}}});
    const Snapshot snapshot = snapshot_of(session);
    advance(session, 100);
    const std::uint64_t hash = hash_of(session);
    Session other = path_session(kind);
    ASSERT_TRUE(restore(other, snapshot));
    advance(other, 100);

    EXPECT_EQ(hash_of(other), hash) << kind;
  }
}

TEST(Paths, ASnapshotFromBeforeTheAirMovedIsStillOne) {
  Session session = path_session();
  angle(session);
  advance(session, 60);
  Snapshot snapshot = snapshot_of(session);
  auto& figures = snapshot.seats[0].params;
  ASSERT_GT(figures.size(), 12u);
  figures.resize(12);
  EXPECT_TRUE(restore(session, snapshot));
  figures.resize(11);
  EXPECT_FALSE(restore(session, snapshot));
}

TEST(Paths, AControllerInTheProcessFliesAsTheClosedFormSays) {  // 16.3
  Session session = path_session();
  for (const char* name : {"linear_drag", "quadratic_drag", "wind", "mean_wind_x"})
    set(session, name, 0);
  angle(session);
  const Vec2 start = place_of(session), accel{0.7, -0.4};
  const double dt = session.world().clock.tick_seconds();
  constexpr int kTicks = 150;
  for (int i = 0; i < kTicks; ++i)
    ASSERT_TRUE(advance_by(session, [&](const OwnView&) { return accel; }));
  const Vec2 went = place_of(session) - start;

  EXPECT_NEAR(went.x, dt * dt * accel.x * kTicks * (kTicks + 1) / 2, 1e-6);
  EXPECT_NEAR(went.y, dt * dt * accel.y * kTicks * (kTicks + 1) / 2, 1e-6);
}

TEST(Paths, AFunctionOfOnesOwnDrivesACarToTheEndOfItsPath) {
  Session session = path_session("racecar");
  angle(session);
  const auto pursue = [](const OwnView& view) {
    const Vec2 carrot = inverse(Rot2::of(view.yaw)) * (view.pursuit.carrot - view.position);
    const double curvature = 2 * carrot.y / (dot(carrot, carrot) + 1e-6);
    const double left = distance(view.path->points.back(), view.position);
    return Vec2{0.9 * curvature, 0.5 * (std::min(1.0, left) - view.speed)};
  };
  for (int i = 0; i < 1500; ++i) ASSERT_TRUE(advance_by(session, pursue));

  EXPECT_LT(distance(place_of(session), driver_of(session).line.points.back()), 0.3);
  EXPECT_FALSE(advance_by(session, [](const OwnView&) { return Vec2{std::nan(""), 0}; }));
}

TEST(Paths, AFunctionOfOnesOwnFliesToTheEndOfItsPath) {
  Session session = path_session();
  set(session, "wind", 0);
  angle(session);
  const auto control = [](const OwnView& view) {
    return 3 * (view.path->points.back() - view.position) - 3 * view.velocity;
  };
  for (int i = 0; i < 800; ++i) ASSERT_TRUE(advance_by(session, control));

  EXPECT_LT(distance(place_of(session), driver_of(session).line.points.back()), 0.05);
  Session routed = ring_session(1);
  EXPECT_FALSE(advance_by(routed, control));
}

TEST(Paths, ANumberThatIsNoneIsRefusedAndNothingMoves) {  // S-9
  Session session = path_session();
  set(session, "controller", 6);
  angle(session);
  const auto refused =
      apply(session, SetInput{vehicle_id(0), Quad2dInput<double>{.x = std::nan(""), .y = 0}});

  EXPECT_FALSE(refused);
  advance(session, 10);
  EXPECT_EQ(session.state.physics.frozen[0], 0);
}

// --- the level as the original is ---------------------------------------------------------------

TEST(Paths, TheLevelInItsOriginalFormFliesTheGoldenFlights) {
  const std::string level = PADDOCK_SOURCE_DIR "/levels/playground/simplesim.toml";
  const auto world_of = [](Vec2 pixel) {
    return Vec2{pixel.x / kPixelsPerMetre, kPixelOrigin.y - pixel.y / kPixelsPerMetre};
  };
  Session session =
      *open_session(level, {.vehicles = {{.driver = "path"}}, .settings = {{"original", 1}}});
  set(session, "wind", 0);
  edit(session, {.act = PathAct::Set,
                 .points = {world_of({500, 240}), world_of({500, 400}), world_of({200, 400})}});
  struct Golden {
    int frame;
    Vec2 at;
  };
  const Golden golden[] = {{30, {362.3598, 240}},       {60, {443.9380, 242.6824}},
                           {90, {501.9855, 277.6668}},  {120, {513.7244, 337.1744}},
                           {180, {279.0914, 415.7756}}, {240, {158.5437, 410.2336}},
                           {600, {200.0760, 399.9627}}};
  int frame = 0;
  for (const Golden& want : golden) {
    advance(session, want.frame - std::exchange(frame, want.frame));
    const double most = frame <= 60 ? 1e-3 : 1e-2;  // px: they are sums of float32
    EXPECT_LT(kPixelsPerMetre * distance(place_of(session), world_of(want.at)), most) << frame;
  }
}

// --- flights ------------------------------------------------------------------------------------

TEST(Paths, AStepHasTheScoreThatItsCurveHas) {
  Session session = path_session();
  for (const char* name : {"wind", "linear_drag", "quadratic_drag", "use_pure_pursuit"})
    set(session, name, 0);
  const Vec2 start = place_of(session);
  edit(session, {.act = PathAct::Set, .points = {start + Vec2{2, 0}}});
  const double dt = session.world().clock.tick_seconds();
  double tenth = 0, nine = 0, beyond = 0, settled = 0, effort = 0;
  for (int i = 1; i <= 1500; ++i) {
    paddock::advance(session);
    const double x = place_of(session).x - start.x, t = i * dt;
    const auto& asked = std::get<Quad2dInput<double>>(session.inputs[0]);
    if (!session.flights.flights.empty() && !session.flights.flights[0].done)
      effort += dt * (asked.x * asked.x + asked.y * asked.y);
    if (x >= 0.2 && tenth == 0) tenth = t;
    if (x >= 1.8 && nine == 0) nine = t;
    beyond = std::max(beyond, x - 2);
    if (std::fabs(x - 2) > 0.1) settled = t;
  }
  ASSERT_EQ(session.flights.flights.size(), 1u);
  const Flight& flight = session.flights.flights[0];

  EXPECT_TRUE(flight.done && flight.arrived);
  EXPECT_EQ(flight.controller, "pd");
  EXPECT_NEAR(*flight.score.rise, nine - tenth, 2.5 * dt);  // each seen a tick later
  EXPECT_NEAR(*flight.score.settling, settled, 2.5 * dt);
  EXPECT_NEAR(*flight.score.overshoot, beyond, 1e-9);
  EXPECT_GT(beyond, 0.1);
  EXPECT_NEAR(flight.score.mean_error, 0, 1e-9);            // it flies straight
  EXPECT_NEAR(flight.score.effort, effort, 0.02 * effort);  // the last tick apart
  EXPECT_NEAR(flight.score.length, 2, 1e-9);
}

TEST(Paths, FlightsAreKeptSideBySideWithWhatWasChanged) {
  Session session = path_session();
  angle(session);
  advance(session, 800);
  set(session, "kp_position", 4);
  edit(session, {.act = PathAct::FlyAgain});
  advance(session, 800);
  ASSERT_EQ(session.flights.flights.size(), 2u);

  EXPECT_TRUE(session.flights.flights[0].changed.empty());
  EXPECT_EQ(session.flights.flights[1].changed,
            (std::vector<std::pair<std::string, double>>{{"driver.0.kp_position", 4}}));
  EXPECT_LT(*session.flights.flights[1].score.rise, *session.flights.flights[0].score.rise);
}

// --- time ---------------------------------------------------------------------------------------

StageOptions path_stage() {
  StageOptions options;
  options.open = [](std::uint64_t seed, const LevelSettings&) -> Result<Session> {
    Session session = path_session();
    session.spec.seed = seed;
    set(session, "gust", 4);
    edit(session, {.act = PathAct::Shape, .shape = PathShape::Star});
    return session;
  };
  return options;
}

std::uint64_t hash_after(int ticks, const std::function<void(Stage&)>& pass) {
  Stage stage(path_stage());
  EXPECT_TRUE(stage.start(0));
  stage.stop_when([=](const Session& s) { return count(s.state.tick) >= ticks; });
  pass(stage);
  EXPECT_EQ(count(stage.session().state.tick), ticks);
  return hash_of(stage.session());
}

TEST(Paths, RealTimeAThousandTimesItAndSingleStepsFlyTheSameToTheBit) {
  constexpr int kTicks = 600;  // 6 s
  const auto at = [&](double factor) {
    return hash_after(kTicks, [&](Stage& stage) {
      stage.set_pace({.paused = false, .factor = factor});
      Nanos now = 0;
      while (count(stage.session().state.tick) < kTicks)
        now = std::max(now + 100'000, stage.work(now));
    });
  };
  const std::uint64_t real = at(1);
  EXPECT_EQ(at(1000), real);
  EXPECT_EQ(at(0), real);
  EXPECT_EQ(at(0.1), real);
  EXPECT_EQ(hash_after(kTicks,
                       [&](Stage& stage) {
                         stage.set_pace({.paused = true, .factor = 1});
                         Nanos now = 0;
                         for (int i = 0; i < kTicks; ++i) {
                           stage.step(1);
                           stage.work(now += 50'000'000);
                         }
                       }),
            real);
}

TEST(Paths, WhoWatchesAndPausesChangesNothing) {  // 16.4: independent of the render rate
  constexpr int kTicks = 300;
  const auto run = [&](int watchers, bool pauses) {
    return hash_after(kTicks, [&](Stage& stage) {
      std::vector<std::shared_ptr<Watching>> watching;
      for (int i = 0; i < watchers; ++i) {
        watching.push_back(std::make_shared<Watching>());
        stage.subscribe(watching.back());
      }
      Nanos now = 0;
      while (count(stage.session().state.tick) < kTicks) {
        now = std::max(now + 1'000'000, stage.work(now));
        if (pauses && count(stage.session().state.tick) % 100 == 50) {
          stage.set_pace({.paused = true, .factor = 1});
          stage.work(now += 3'000'000'000);
          ASSERT_TRUE(stage.command(SetParameter{"driver.0.kp_position", 1.5}));  // S-8: it answers
          stage.set_pace({.paused = false, .factor = 1});
          stage.step(1);
          stage.set_pace({.paused = false, .factor = 1});
        }
      }
      if (watchers > 0) {
        ASSERT_FALSE(watching[0]->frames.empty());
        const auto& shown = watching[0]->frames.back()->vehicles[0].pursuer;
        ASSERT_TRUE(shown);
        EXPECT_GT(shown->points, 5u);
        EXPECT_EQ(shown->flight.number, 1u);
      }
    });
  };

  const std::uint64_t alone = run(0, false);
  EXPECT_EQ(run(3, false), alone);
  EXPECT_EQ(run(1, true), alone);
}

}  // namespace
}  // namespace paddock
