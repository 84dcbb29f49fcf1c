// The robot car in rigid physics at its course's gravity: the original's figures once more, its
// agreement with planar physics, and the variant with a high centre of mass.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iostream>
#include <string>

#include "paddock/core/random.h"
#include "paddock/physics/rigid.h"
#include "tests/support/wheel_colliders.h"
#include "tests/support/worlds.h"

namespace paddock {
namespace {

using Input = RobotcarInput<double>;

constexpr Input kDefault{.drive = 0.25};                 // the course's default max speed
constexpr Input kFullLock{.drive = 0.25, .steer = 1.0};  // the same in a left turn
constexpr double kDt = 0.01;
constexpr Clock kCourseClock{.grid_hz = 300, .grid_per_tick = 6, .grid_per_frame = 5};

LevelSpec flat_level(PhysicsKind physics, const Clock& clock = {}) {
  LevelSpec level = open_level();
  level.physics = physics;
  level.clock = clock;
  level.ground.size = {100, 100};
  level.rigid.gravity = kCourseGravity;
  return level;
}

struct CourseRun {
  RigidModel model;
  PlanarState flat;
  RigidState state;
  RigidScratch scratch;
  RigidEvents events;
  Tick tick{};

  explicit CourseRun(const RobotcarParams<double>& params = {}, const Clock& clock = {})
      : model(make_rigid_model(build_shared(flat_level(PhysicsKind::Rigid, clock)),
                               std::vector<RigidSetup>{{params, {}}})
                  .value()),
        state(start_rigid(model, flat)),
        scratch(make_rigid_scratch(model)) {}

  void step(const Input& input) {
    const VehicleInput one{input};
    events.clear();
    step_rigid(model, {&one, 1}, tick, flat, state, scratch, events);
    tick = next(tick);
  }
  void step(const Input& input, double seconds) {
    for (long i = std::lround(seconds / kDt); i > 0; --i) step(input);
  }
  /// Time for `angle` radians to the left.
  double time_to_turn(const Input& input, double angle) {
    double turned = 0, seconds = 0;
    while (turned < angle && seconds < 60) {
      const double before = pose().yaw;
      step(input);
      turned += wrap_angle(pose().yaw - before);
      seconds += kDt;
    }
    return seconds;
  }
  Pose2 pose() const { return pose_of(flat.vehicles[0]); }
  double speed() const { return speed_of(flat.vehicles[0]); }
  double upright() const { return (state.cars[0].body.pose.turn * Vec3{0, 0, 1}).z; }
};

TEST(RigidRobotcar, StandsStill) {
  CourseRun run;
  run.step(Input{}, 2);
  const RigidBodyState before = run.state.cars[0].body;
  run.step(Input{}, 20);

  EXPECT_LT(length(run.state.cars[0].body.pose.at - before.pose.at), 1e-4);
  EXPECT_NEAR(before.pose.at.z, RobotcarParams<double>{}.chassis.height, 1e-3);
}

TEST(RigidRobotcar, DrivesStraightAsTheOriginal) {
  CourseRun run;
  run.step(kDefault, 0.3);
  const double early = run.speed();
  run.step(kDefault, 0.2);
  const double damped = RobotcarParams<double>{}.damping * (run.speed() + early) / 2;
  const double pull = (run.speed() - early) / 0.2 + damped;
  double rise = 0.5;
  for (; run.speed() < 1.05 * (1 - 1 / M_E); rise += kDt) run.step(kDefault);
  while (run.speed() < 0.9) run.step(kDefault);
  const double way = run.pose().x;
  run.step(kDefault, 15);
  const double top = run.speed();
  double fall = 0;
  for (; run.speed() > top / M_E; fall += kDt) run.step(Input{});

  std::cout << "top speed " << top << " m/s, pulls away at " << pull << " m/s^2, time constants "
            << rise << " s up, " << fall << " s down, 0.9 m/s after " << way << " m\n";
  EXPECT_NEAR(top, 1.05, 0.02);
  EXPECT_NEAR(pull, 0.8, 0.06);
  EXPECT_NEAR(rise, 1.4, 0.1);
  EXPECT_NEAR(fall, 1.4, 0.12);
  EXPECT_LT(way, 3);
  EXPECT_NEAR(run.pose().y, 0, 0.01);
}

TEST(RigidRobotcar, CirclesAtFullLockAsPublishedSolutionsNeedIt) {
  CourseRun run;
  const double circle = run.time_to_turn(kFullLock, 2 * kPi);

  const auto& body = std::get<RobotcarState<double>>(run.flat.vehicles[0]).body;
  const double rear = body.vx / body.yaw_rate;
  std::cout << "full circle from rest " << circle << " s at " << body.vx << " m/s in the end, "
            << body.yaw_rate << " rad/s, radius of the rear axle " << rear << " m\n";
  EXPECT_GT(circle, 6.0);
  EXPECT_LT(circle, 6.45);
  EXPECT_GT(body.yaw_rate, 1.15);
  EXPECT_LT(body.yaw_rate, 1.25);
  EXPECT_NEAR(rear, 0.71, 0.015);
}

TEST(RigidRobotcar, StopsInTheWayThatItsWheelsMake) {
  CourseRun run;
  run.step(kDefault, 2.5);
  const double from = run.pose().x;
  run.step(Input{}, 4);
  std::cout << "stops within " << run.pose().x - from << " m\n";
  EXPECT_GT(run.pose().x - from, 0.90);
  EXPECT_LT(run.pose().x - from, 1.02);
  EXPECT_LT(run.speed(), 1e-3);
}

TEST(RigidRobotcar, TurnsItsWheelsOverAsFastAsTheJudgeAndDoesNotRing) {
  for (const double speed : {0.4, 0.7, 1.0, 1.4}) {
    CourseRun run({}, kCourseClock);
    WheelColliderCar judge;
    double most = 0, judges_most = 0, squares = 0;
    int ticks = 0;
    for (int tick = 0; tick < 600; ++tick) {
      const double seconds = WheelColliderCar::kTick * tick;
      const double side = static_cast<long>(seconds / 0.8) % 2 == 0 ? 1 : -1;
      const double angle = seconds < 4 ? 0 : side;
      judge.step(speed, angle);
      run.step({.drive = 0.25 * speed, .steer = angle});
      if (seconds < 4) continue;
      const double rate = run.state.cars[0].body.spin.z;
      most = std::max(most, std::fabs(rate));
      judges_most = std::max(judges_most, std::fabs(judge.yaw_rate()));
      squares += (rate - judge.yaw_rate()) * (rate - judge.yaw_rate());
      ++ticks;
    }
    const double apart = std::sqrt(squares / ticks);
    std::cout << "lock to lock at speed " << speed << ": up to " << most << " rad/s, the judge "
              << judges_most << ", apart " << apart << "\n";
    EXPECT_GT(most, 0.97 * judges_most);
    EXPECT_LT(most, 1.5 * judges_most);
    EXPECT_LT(apart, 0.13);
  }
}

/// How fast a car comes down that falls so far at 1 m/s ahead, and how far it rises again.
struct Landing {
  double rise{}, speed{};
};

Landing land(double fall, double drive) {
  CourseRun run;
  run.step({.drive = drive}, 3);
  place_car(run.model, 0, run.pose(), run.flat, run.state, fall);
  run.state.cars[0].body.velocity = {1, 0, 0};
  Landing landing;
  bool landed = false;
  for (int tick = 0; tick < 200; ++tick) {
    const RigidBodyState& body = run.state.cars[0].body;
    landing.speed = std::max(landing.speed, -body.velocity.z);
    run.step({.drive = drive});
    const double above = body.pose.at.z - RobotcarParams<double>{}.chassis.height;
    landed = landed || above < 0;
    if (landed) landing.rise = std::max(landing.rise, above);
  }
  return landing;
}

TEST(RigidRobotcar, LandsWithoutABounce) {
  for (const double fall : {0.02, 0.1, 0.2, 0.4}) {
    const Landing landing = land(fall, 0.25);
    std::cout << "falls " << fall << " m, lands at " << landing.speed << " m/s and rises "
              << landing.rise << " m\n";
    EXPECT_NEAR(landing.speed, std::sqrt(2 * kCourseGravity * fall), 0.03);
    EXPECT_LT(landing.rise, 0.001);  // the sag of its springs
  }
}

/// Does a car that drives straight past touch the course's cone, whose axis is so far from its own?
bool touches_cone_beside(double distance) {
  LevelSpec level = flat_level(PhysicsKind::Rigid);
  PieceSpec cone;
  cone.shape = ConeSpec{.radius = 0.05,
                        .height = 0.155,
                        .top_radius = 0.01,
                        .base_radius = 0.07,
                        .base_thickness = 0.005,
                        .mass = 0.12,
                        .mass_height = 0.015,
                        .core = 0.75};
  cone.at = {0.5, distance, 0};
  cone.moves = true;
  level.pieces.push_back(cone);
  const RigidModel model =
      make_rigid_model(build_shared(level), std::vector<RigidSetup>{{RobotcarParams<double>{}, {}}})
          .value();
  PlanarState flat;
  RigidState state = start_rigid(model, flat);
  RigidScratch scratch = make_rigid_scratch(model);
  const VehicleInput ahead{kDefault};
  bool touched = false;
  for (Tick tick{}; pose_of(flat.vehicles[0]).x < 1; tick = next(tick)) {
    RigidEvents events;
    step_rigid(model, {&ahead, 1}, tick, flat, state, scratch, events);
    touched = touched || !events.contacts.empty();
  }
  return touched;
}

TEST(RigidRobotcar, TouchesTheCoreOfAConeAndPassesOverItsDisc) {
  // 13 cm are half of the car, 3.5 cm the core's radius at the belly, 2 cm above the ground
  EXPECT_TRUE(touches_cone_beside(0.13 + 0.032));
  EXPECT_FALSE(touches_cone_beside(0.13 + 0.040));
}

struct Manoeuvre {
  std::string name;
  std::function<Input(double seconds)> input;
  bool whole_way{true};  // compared at every tick, not only in the end
};

TEST(RigidRobotcar, DrivesAsItsPlanarSelf) {
  const Manoeuvre manoeuvres[] = {
      {"straight", [](double t) { return Input{.drive = t < 5 ? 0.25 : 0}; }},
      {"straight and back", [](double t) { return Input{.drive = t < 4 ? 0.5 : -0.3}; }},
      {"slalom", [](double t) { return Input{.drive = 0.25, .steer = 0.7 * std::sin(kPi * t)}; }},
      {"full lock at cruise",
       [](double t) { return Input{.drive = 0.25, .steer = t < 2 ? 0.0 : 1.0}; }},
      {"full lock from rest", [](double) { return kFullLock; }, false},
  };
  for (const Manoeuvre& manoeuvre : manoeuvres) {
    TestRun planar(build_shared(flat_level(PhysicsKind::Planar)),
                   {vehicle_at(kind_of<Robotcar>(), {})});
    CourseRun rigid;
    double path = 0, turned = 0, rigid_turned = 0, apart = 0, heading = 0, worst = 0;
    for (int tick = 0; tick < 1000; ++tick) {
      const Pose2 before = planar.pose(), rigid_before = rigid.pose();
      const Input input = manoeuvre.input(kDt * tick);
      planar.step(VehicleInput{input});
      rigid.step(input);
      path += distance(position(before), position(planar.pose()));
      turned += wrap_angle(planar.pose().yaw - before.yaw);
      rigid_turned += wrap_angle(rigid.pose().yaw - rigid_before.yaw);
      apart = distance(position(planar.pose()), position(rigid.pose()));
      heading = std::fabs(rigid_turned - turned);
      if (path > 0.5) worst = std::max(worst, apart / path);

      if (!manoeuvre.whole_way) continue;
      // the planar car has no springs, no left and right and tyres that do not slip: the first
      // millimetres of a run and degrees of a turn are free
      ASSERT_LT(apart, 0.025 * path + 0.002) << manoeuvre.name << " tick " << tick;
      ASSERT_LT(heading, std::max(radians(3.5), 0.03 * std::fabs(turned))) << manoeuvre.name;
    }

    std::cout << manoeuvre.name << ": path " << path << " m, apart " << apart
              << " m = " << 100 * apart / path << " %; turned " << degrees(turned) << " deg, apart "
              << degrees(heading) << " deg; on the way at most " << 100 * worst << " %\n";
    EXPECT_LT(apart, 0.025 * path) << manoeuvre.name;
    EXPECT_LT(heading, std::max(radians(2), 0.03 * std::fabs(turned))) << manoeuvre.name;
  }
}

RobotcarParams<double> with_height(double height) {
  RobotcarParams<double> params;
  params.chassis.height = height;
  return params;
}

TEST(RigidRobotcar, WithAHighCentreOfMassRollsOverAtFullLockAndNotStraight) {
  const double height = 0.18, limit = kCourseGravity * 0.125 / height;
  CourseRun straight(with_height(height)), turning(with_height(height)), low;
  for (CourseRun* run : {&straight, &turning, &low}) {
    run->step(Input{.drive = 0.15}, 2);  // gently: see the next test
    run->step(kDefault, 6);
  }
  double most = 0, seconds = 0;
  for (; turning.upright() > 0.5 && seconds < 5; seconds += kDt) {
    turning.step(kFullLock);
    straight.step(kDefault);
    low.step(kFullLock);
    const RigidBodyState& body = low.state.cars[0].body;
    most = std::max(most, length(xy(body.velocity)) * body.spin.z);
  }

  std::cout << "height 0.18: limit " << limit << " m/s^2, up to " << most
            << " m/s^2 asked, on its side after " << seconds << " s\n";
  EXPECT_GT(most, limit);
  EXPECT_LT(turning.upright(), 0.5);
  EXPECT_GT(straight.upright(), 0.999);
  EXPECT_NEAR(straight.speed(), 1.05, 0.02);
  low.step(kFullLock, 5);
  EXPECT_GT(low.upright(), 0.999);
}

TEST(RigidRobotcar, LiftsItsFrontAboveTheAccelerationThatAxleAndHeightPredict) {
  // default drive pulls away at 0.77 m/s^2; the front lifts above g b / h: 0.61 and 0.85 m/s^2
  CourseRun tall(with_height(0.18)), middle(with_height(0.13));
  double tall_pitch = 0, middle_pitch = 0;
  const auto pitch = [](const CourseRun& run) {
    return std::asin((run.state.cars[0].body.pose.turn * Vec3{1, 0, 0}).z);
  };
  for (int tick = 0; tick < 800; ++tick) {
    tall.step(kDefault);
    middle.step(kDefault);
    tall_pitch = std::max(tall_pitch, pitch(tall));
    middle_pitch = std::max(middle_pitch, pitch(middle));
  }
  std::cout << "pitch at full default drive from rest: height 0.18 " << degrees(tall_pitch)
            << " degrees, 0.13 " << degrees(middle_pitch) << " degrees\n";
  EXPECT_GT(tall_pitch, radians(20));
  EXPECT_LT(middle_pitch, radians(2));
  EXPECT_NEAR(middle.speed(), 1.05, 0.02);
}

TEST(RigidRobotcar, StaysOnItsWheelsWhateverTheProgramAsks) {
  CourseRun run;
  double lean = 1, fastest = 0;
  for (int part = 0; part < 200; ++part) {
    DrawSequence draws({.seed = 3,
                        .stream = Stream::RandomInput,
                        .entity = 0,
                        .tick = static_cast<std::uint64_t>(part),
                        .index = 0});
    const Input input{.drive = draws.between(-1, 1), .steer = draws.between(-1, 1)};
    for (int tick = 0; tick < 30; ++tick) {
      run.step(input);
      lean = std::min(lean, run.upright());
      fastest = std::max(fastest, length(run.state.cars[0].body.velocity));
    }
  }
  std::cout << "wild driving: up to " << fastest << " m/s, leaning " << degrees(std::acos(lean))
            << " degrees at most\n";
  EXPECT_EQ(run.flat.frozen[0], 0);
  EXPECT_GT(lean, 0.97);
  EXPECT_LT(fastest, 4.3);
}

TEST(RigidRobotcar, AtFullGravityItDrivesTheSameCircle) {
  LevelSpec level = flat_level(PhysicsKind::Rigid);
  level.rigid.gravity = kGravity;
  RigidModel model =
      make_rigid_model(build_shared(level), std::vector<RigidSetup>{{RobotcarParams<double>{}, {}}})
          .value();
  CourseRun run;
  run.model = std::move(model);
  run.state = start_rigid(run.model, run.flat);
  run.scratch = make_rigid_scratch(run.model);
  const double circle = run.time_to_turn(kFullLock, 2 * kPi);
  std::cout << "full circle at 9.81 m/s^2 " << circle << " s\n";
  EXPECT_NEAR(circle, 6.2, 0.2);
  EXPECT_GT(run.upright(), 0.99);
}

}  // namespace
}  // namespace paddock
