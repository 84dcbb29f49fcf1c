#include "paddock/sensors/gps.h"

#include "paddock/sensors/figures.h"

namespace paddock {
namespace {

Vec2 noisy(Vec2 truth, double sigma, DrawAddress at, std::uint32_t first) {
  if (sigma == 0) return truth;
  DrawSequence draws({at.seed, at.stream, at.entity, at.tick, first});
  const double x = draws.gaussian(), y = draws.gaussian();
  return truth + sigma * Vec2{x, y};
}

}  // namespace

GpsReading read_gps(const GpsParams& params, const BodyMotion& motion, DrawAddress at) {
  at.stream = Stream::Gps;
  const Vec2 antenna = motion.pose * params.antenna_in_body;
  return {
      .position = noisy(antenna + params.offset, params.sigma, at, 0),
      .velocity = noisy(velocity_at(motion, params.antenna_in_body), params.velocity_sigma, at, 2)};
}

Result<void> check_gps(const GpsParams& params) {
  return check_figures("gps", {{"antenna", length(params.antenna_in_body)},
                               {"offset", length(params.offset)},
                               {"sigma", params.sigma},
                               {"velocity sigma", params.velocity_sigma}});
}

}  // namespace paddock
