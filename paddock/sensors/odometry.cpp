#include "paddock/sensors/odometry.h"

#include <cmath>

#include "paddock/sensors/figures.h"

namespace paddock {
namespace {

double drawn(double sigma, DrawAddress at, std::uint32_t index) {
  at.index = index;
  return sigma == 0 ? 0 : sigma * draw_gaussian(at);
}

}  // namespace

void advance_odometry(const OdometryParams& params, const Pose2& before, const Pose2& after,
                      DrawAddress at, OdometryState& state) {
  at.stream = Stream::Odometry;
  const Pose2 moved = inverse(before) * after;
  const double way = length(position(moved)), turn = std::fabs(moved.yaw);
  if (way == 0 && turn == 0) return;

  // variances add up over metres and radians
  const double slip = drawn(params.slip_per_metre * std::sqrt(way), at, 0);
  const double per_metre = params.yaw_per_metre, per_radian = params.yaw_per_radian;
  const double twist =
      drawn(std::sqrt(per_metre * per_metre * way + per_radian * per_radian * turn), at, 1);

  const double counted = (1 + params.distance_scale) * way + slip;
  const Vec2 step = counted * normalized(position(moved));
  const Pose2 seen{step.x, step.y, (1 + params.turn_scale) * moved.yaw + twist};
  state.start_from_body = state.start_from_body * seen;
  state.distance += counted;
}

Result<void> check_odometry(const OdometryParams& params) {
  return check_figures("odometry", {{"distance scale", std::fabs(params.distance_scale)},
                                    {"turn scale", std::fabs(params.turn_scale)},
                                    {"slip per metre", params.slip_per_metre},
                                    {"yaw per metre", params.yaw_per_metre},
                                    {"yaw per radian", params.yaw_per_radian}});
}

}  // namespace paddock
