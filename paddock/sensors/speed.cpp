#include "paddock/sensors/speed.h"

#include <cmath>

#include "paddock/sensors/figures.h"

namespace paddock {

SpeedReading read_speed(const SpeedParams& params, const BodyMotion& motion, DrawAddress at) {
  at.stream = Stream::Odometry;
  at.index = 2;  // 0 and 1 are odometry's
  const Vec2 velocity_in_body = inverse(Rot2::of(motion.pose.yaw)) * motion.velocity_in_world;
  double speed = (1 + params.scale) * velocity_in_body.x;
  if (params.sigma != 0) speed += params.sigma * draw_gaussian(at);
  if (params.quantum != 0) speed = params.quantum * round_even(speed / params.quantum);
  return {speed};
}

Result<void> check_speed(const SpeedParams& params) {
  return check_figures(
      "speed",
      {{"scale", std::fabs(params.scale)}, {"sigma", params.sigma}, {"quantum", params.quantum}});
}

}  // namespace paddock
