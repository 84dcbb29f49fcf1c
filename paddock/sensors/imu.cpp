#include "paddock/sensors/imu.h"

#include <array>
#include <cmath>

#include "paddock/sensors/vector_sensor.h"

namespace paddock {
namespace {

/// Three independent draws, from `first` on.
Vec3 draw_triad(DrawAddress at, std::uint32_t first) {
  DrawSequence draws({at.seed, at.stream, at.entity, at.tick, first});
  const double x = draws.gaussian(), y = draws.gaussian(), z = draws.gaussian();
  return {x, y, z};
}

Vec3 walked(const TriadNoise& noise, double dt, DrawAddress at, std::uint32_t first, Vec3 bias) {
  if (noise.walk == 0) return bias;
  return bias + noise.walk * std::sqrt(dt) * draw_triad(at, first);
}

Vec3 sampled(const TriadNoise& noise, double dt, DrawAddress at, std::uint32_t first, Vec3 truth) {
  if (noise.factor != 0) {
    at.index = first + 3;
    truth = (1 + noise.factor * draw_gaussian(at)) * truth;
  }
  const double variance = noise.density * noise.density / (2 * dt) + noise.sigma * noise.sigma;
  if (variance == 0) return truth;
  return truth + std::sqrt(variance) * draw_triad(at, first);
}

Vec3 turned(Rot2 turn, Vec3 v) {
  const Vec2 flat = turn * xy(v);
  return {flat.x, flat.y, v.z};
}

ImuReading true_imu(const FreeMotion& motion, double gravity, const Pose2& body_from_imu) {
  // the mount circles the body's origin: Euler and centripetal acceleration
  const Quat body_from_world = inverse(motion.world_from_body);
  const Vec3 arm{body_from_imu.x, body_from_imu.y, 0};
  const Vec3 spin = body_from_world * motion.spin;
  const Vec3 force = body_from_world * (motion.acceleration + Vec3{0, 0, gravity}) +
                     cross(body_from_world * motion.spin_accel, arm) +
                     cross(spin, cross(spin, arm));
  const Rot2 imu_from_body = inverse(Rot2::of(body_from_imu.yaw));
  return {.specific_force = turned(imu_from_body, force),
          .angular_rate = turned(imu_from_body, spin)};
}

class ImuSensor final : public Sensor {
 public:
  explicit ImuSensor(const ImuParams& params)
      : params_(params),
        form_(VectorForm{.frame = params.body_from_imu.yaw == 0 ? "vehicle" : "sensor",
                         .channels = {{"ax", "m/s²", "acceleration forward (x)"},
                                      {"ay", "m/s²", "acceleration left (y)"},
                                      {"az", "m/s²", "acceleration up (z)"},
                                      {"wx", "rad/s", "roll rate (x)"},
                                      {"wy", "rad/s", "pitch rate (y)"},
                                      {"wz", "rad/s", "yaw rate (z)"}}}) {}

  const ReadingForm& form() const override { return form_; }

  std::vector<double> start(const SensorSight& sight) override {
    std::vector<double> memory(12);
    to_memory(start_imu(params_, sight.motion), memory);
    return memory;
  }

  void advance(const SensorSight& sight, std::span<double> memory) override {
    auto state = from_memory<ImuState>(memory);
    advance_imu(params_, sight.motion, sight.dt, sight.noise, state);
    to_memory(state, memory);
  }

  void read(const SensorSight& /*sight*/, std::span<const double> memory,
            SensorReading& reading) override {
    const auto [force, rate] = from_memory<ImuState>(memory).reading;
    std::get<VectorReading>(reading).values = {force.x, force.y, force.z, rate.x, rate.y, rate.z};
  }

 private:
  ImuParams params_;
  ReadingForm form_;
};

Result<std::unique_ptr<Sensor>> make_imu(const SensorSetup& setup) {
  const Figures& figures = setup.figures;
  return std::make_unique<ImuSensor>(
      ImuParams{.body_from_imu = pose_from_above(setup.body_from_sensor),
                .noise = {.force = {.density = figures["force_density"],
                                    .sigma = figures["force_sigma"],
                                    .walk = figures["force_walk"],
                                    .factor = figures["force_factor"]},
                          .rate = {.density = figures["rate_density"],
                                   .sigma = figures["rate_sigma"],
                                   .walk = figures["rate_walk"],
                                   .factor = figures["rate_factor"]},
                          .smoothing = figures["smoothing"]}});
}

constexpr FigureKind imu_noise(std::string_view name, std::string_view unit, std::string_view about,
                               double high) {
  return {.name = name, .unit = unit, .about = about, .high = high, .noise = true};
}

constexpr std::string_view kImuDensityAbout =
    "one-sided density of the white noise: a sample's deviation is density √(rate / 2)";
constexpr std::string_view kImuSigmaAbout = "deviation of a sample whatever the rate, besides";
constexpr std::string_view kImuWalkAbout = "the bias has the deviation walk √t after t seconds";
constexpr std::string_view kImuFactorAbout =
    "deviation of the factor near 1 that all three axes share in a sample";

constexpr std::array<FigureKind, 9> kImuFigures{{
    imu_noise("force_density", "m/s²/√Hz", kImuDensityAbout, 10),
    imu_noise("force_sigma", "m/s²", kImuSigmaAbout, 100),
    imu_noise("force_walk", "m/s²/√s", kImuWalkAbout, 10),
    imu_noise("force_factor", "", kImuFactorAbout, 1),
    imu_noise("rate_density", "rad/s/√Hz", kImuDensityAbout, 10),
    imu_noise("rate_sigma", "rad/s", kImuSigmaAbout, 100),
    imu_noise("rate_walk", "rad/s/√s", kImuWalkAbout, 10),
    imu_noise("rate_factor", "", kImuFactorAbout, 1),
    {.name = "smoothing",
     .unit = "",
     .about = "part of each new force sample in the average that is read; 1: none",
     .standard = 1,
     .low = 0.001,
     .high = 1},
}};

constexpr double kStandardGravity = 9.80665;  // m/s^2, what data sheets call g

// BMI055 in the RealSense D435i: densities from its data sheet as two users quote it, walks from
// one owner's Kalibr run (VINS-Mono issue 472)
constexpr std::array<UnitFigure, 4> kImuD435i{{
    {"force_density", 150e-6 * kStandardGravity},
    {"force_walk", 6.3e-5},
    {"rate_density", radians(0.014)},
    {"rate_walk", 2.4e-6},
}};

// RacecarSim, PhysicsModule.cs; its own comments call the figures made up
constexpr std::array<UnitFigure, 5> kImuRacecarsim{{
    {"force_sigma", 0.05},
    {"force_factor", 0.001},
    {"rate_sigma", 0.005},
    {"rate_factor", 0.001},
    {"smoothing", 0.25},
}};

constexpr std::array<SensorUnit, 3> kImuUnits{{
    {.name = "ideal", .about = "exact", .figures = {}},
    {.name = "d435i", .about = "Bosch BMI055 as in the RealSense D435i", .figures = kImuD435i},
    {.name = "racecarsim",
     .about = "the IMU of RacecarSim, made-up figures, force averaged over about 4 samples",
     .figures = kImuRacecarsim},
}};

}  // namespace

ImuReading true_imu(const BodyMotion& motion, const Pose2& body_from_imu) {
  if (motion.free) return true_imu(*motion.free, motion.gravity, body_from_imu);
  // the mount circles the body's origin: Euler and centripetal acceleration
  const Vec2 arm = position(body_from_imu);
  const Vec2 a = motion.acceleration_in_body + motion.yaw_accel * perpendicular(arm) -
                 motion.yaw_rate * motion.yaw_rate * arm;

  // the ground tilts the body; it climbs with what it moves along
  const Vec2 slope = inverse(Rot2::of(motion.pose.yaw)) * motion.slope_in_world;
  const Vec3 force{a.x, a.y, dot(slope, a) + motion.gravity};
  const Vec3 ahead = normalized(Vec3{1, 0, slope.x});
  const Vec3 up = normalized(Vec3{-slope.x, -slope.y, 1});
  const Vec3 left = cross(up, ahead);
  const double rate = motion.yaw_rate * std::sqrt(1 + dot(slope, slope)) / (1 + slope.x * slope.x);

  const Rot2 imu_from_body = inverse(Rot2::of(body_from_imu.yaw));
  return {.specific_force =
              turned(imu_from_body, {dot(force, ahead), dot(force, left), dot(force, up)}),
          .angular_rate = {0, 0, rate}};
}

ImuState start_imu(const ImuParams& params, const BodyMotion& motion) {
  return {.force_bias = {}, .rate_bias = {}, .reading = true_imu(motion, params.body_from_imu)};
}

void advance_imu(const ImuParams& params, const BodyMotion& motion, double dt, DrawAddress at,
                 ImuState& state) {
  const ImuNoise& noise = params.noise;
  at.stream = Stream::ImuBias;
  state.force_bias = walked(noise.force, dt, at, 0, state.force_bias);
  state.rate_bias = walked(noise.rate, dt, at, 3, state.rate_bias);

  at.stream = Stream::ImuWhite;
  const ImuReading truth = true_imu(motion, params.body_from_imu);
  const Vec3 force = sampled(noise.force, dt, at, 0, truth.specific_force) + state.force_bias;
  const Vec3 rate = sampled(noise.rate, dt, at, 4, truth.angular_rate) + state.rate_bias;

  const Vec3 last = state.reading.specific_force;
  state.reading.specific_force =
      noise.smoothing == 1 ? force : last + noise.smoothing * (force - last);
  state.reading.angular_rate = rate;
}

constinit const SensorKind kImuKind{
    .name = "imu",
    .about = "accelerometer and gyroscope; at rest it tells gravity upwards",
    .shape = ReadingShape::Vector,
    .rate = 100,
    .figures = kImuFigures,
    .units = kImuUnits,
    .make = make_imu,
};

}  // namespace paddock
