#include "paddock/sensors/imu.h"

#include <cmath>

#include "paddock/sensors/figures.h"

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

Result<void> check_imu(const ImuParams& params) {
  const ImuNoise& noise = params.noise;
  if (!(noise.smoothing > 0 && noise.smoothing <= 1))
    return fail(ErrorCode::Invalid, "imu smoothing must be above 0 and at most 1, got ",
                noise.smoothing);
  const Pose2& mount = params.body_from_imu;
  return check_figures("imu",
                       {{"force density", noise.force.density},
                        {"force sigma", noise.force.sigma},
                        {"force walk", noise.force.walk},
                        {"force factor", noise.force.factor},
                        {"rate density", noise.rate.density},
                        {"rate sigma", noise.rate.sigma},
                        {"rate walk", noise.rate.walk},
                        {"rate factor", noise.rate.factor},
                        {"mount", std::fabs(mount.x) + std::fabs(mount.y) + std::fabs(mount.yaw)}});
}

}  // namespace paddock
