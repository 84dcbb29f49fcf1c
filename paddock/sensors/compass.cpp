#include "paddock/sensors/compass.h"

#include <cmath>

#include "paddock/sensors/figures.h"

namespace paddock {

CompassReading read_compass(const CompassParams& params, const BodyMotion& motion, DrawAddress at) {
  at.stream = Stream::Compass;
  at.index = 0;
  const double noise = params.sigma == 0 ? 0 : params.sigma * draw_gaussian(at);
  return {wrap_angle(motion.pose.yaw + params.offset + noise)};
}

Result<void> check_compass(const CompassParams& params) {
  return check_figures("compass", {{"offset", std::fabs(params.offset)}, {"sigma", params.sigma}});
}

}  // namespace paddock
