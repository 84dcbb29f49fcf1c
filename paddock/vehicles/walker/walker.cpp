#include "paddock/vehicles/walker/walker.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace paddock {
namespace {

constexpr double kWalk = 2.0, kRun = 5.0;  // m/s that hands ask for; running with the hand brake
constexpr double kTurn = 2.5;              // rad/s that hands ask for
constexpr double kSwing = 0.5;             // rad that legs swing to either side at a fair pace
constexpr double kFairPace = 1.4;          // m/s
constexpr double kLying = 0.14;            // m of its middle above the ground
constexpr double kFlat = 85 * kPi / 180;   // not quite flat: then its heading can be told

constexpr std::array<FigureRange, 4> kSliders{{
    {"mass", "Mass", "kg", 20, 150},
    {"max_speed", "Top speed", "m/s", 0.5, 9},
    {"max_accel", "Largest acceleration", "m/s²", 0.5, 6},
    {"balance", "Push it stands", "m/s", 0.1, 5},
}};

}  // namespace

BodyMass WalkerDynamics::mass(const Params& p) { return {.mass = p.mass}; }  // no bump turns it
BuildFigures WalkerDynamics::figures(const Params& p) { return {.top_speed = p.max_speed}; }
double WalkerDynamics::pursuing_axle(const Params&) { return 0; }

double WalkerDynamics::steering(const Params&, const State& s) {
  return kSwing * std::min(1.0, std::fabs(s.pace) / kFairPace) * det::sin(s.phase);
}

WalkerInput<double> WalkerDynamics::follow(const Params&, const State&, const Motion& motion) {
  return {.speed = motion.speed, .turn = motion.curvature * motion.speed};
}

WalkerInput<double> WalkerDynamics::from_hands(const Params&, const State&, const Controls& c) {
  const double fast = kWalk + c.hand_brake * (kRun - kWalk);
  return {.speed = (1 - c.brake) * c.drive * fast, .turn = c.steer * kTurn};
}

Controls WalkerDynamics::to_hands(const Params&, const State&, const Input& u) {
  const bool runs = std::fabs(u.speed) > kWalk;
  return {.steer = u.turn / kTurn,
          .drive = u.speed / (runs ? kRun : kWalk),
          .hand_brake = runs ? 1.0 : 0.0};
}

WalkerInput<double> WalkerDynamics::random_input(double a, double b, double) {
  return {.speed = 1.5 * b + 0.7, .turn = 2 * a};
}

std::optional<Pose3> WalkerDynamics::posture(const Params&, const State& s) {
  if (s.down < 0.5) return std::nullopt;
  return Pose3{{0, 0, kLying}, Quat::from_yaw_pitch_roll(0, kFlat, 0)};
}

VehicleType Walker::type() {
  return {
      .name = "walker",
      .about = "person on foot, walks, runs, turns on the spot",
      .outline = Outline2::circle(0.25),
      .max_step = 0.05,
      .bumper = {.height = 0.4, .restitution = 0, .scrape = 0.3},
      .sensors = {.lidar_height = 1.2,
                  .lidar_forward = 0.1,
                  .camera = {0.12, 0, 1.6},
                  .camera_near = 0.05,
                  .lidar = "ust-10lx",
                  .imu = "d435i",
                  .speed = "encoder",
                  .odometry = "encoder"},
      .driving = {.limits = {.top = 1.4, .side = 2, .drive = 1, .brake = 2, .window = 0.5},
                  .lookahead = {.least = 0.6, .most = 1.2, .gain = 0.3}},
      .look = {.build = build_walker,
               .looks = 6,
               .tag = SemanticTag::Pedestrian,
               .driver_eye = {0.12, 0, 1.6}},
      .sliders = kSliders,
      .rigid = std::nullopt,
      .feet = FeetTraits{.tall = 1.75},
  };
}

}  // namespace paddock
