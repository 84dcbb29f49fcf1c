#include "paddock/game/training_robot.h"

#include <algorithm>
#include <cmath>

#include "paddock/core/det_math.h"

namespace paddock {
namespace {

constexpr double kGpsForward = 0.02;      // m, of the antenna before the origin
constexpr double kRestHeight = 0.02625;   // m, of the origin: the wheels' radius
constexpr float kLidarSigma = 0.01f;      // m
constexpr double kGpsSigma = 0.005;       // m
constexpr double kCompassSigma = 0.0087;  // rad, half a degree

LidarRequest lidar_request(VehicleId vehicle, const RobotSenses& senses) {
  LidarRequest request{.vehicle = vehicle, .lidar = kRenderedLds01};
  if (senses.true_ranges) request.lidar.near_plane = 0;
  if (senses.noise) request.noise.sigma = kLidarSigma;
  return request;
}

double way_between(const std::array<double, 3>& a, const std::array<double, 3>& b) {
  return length(Vec2{a[0] - b[0], a[2] - b[2]});
}

}  // namespace

RobotReading read_sensors(const Model& model, const State& state, Scratch& scratch,
                          VehicleId vehicle, const RobotSenses& senses,
                          const RobotReading* before) {
  const Clock& clock = model.world->clock;
  RobotReading reading;
  reading.sim_time = static_cast<double>(clock.nanos(state.tick)) * 1e-9;
  if (const auto* rover =
          std::get_if<RoverState<double>>(&state.physics.vehicles[index_of(vehicle)]))
    reading.steer = rover->steer;

  const double spread = senses.noise ? 1 : 0;
  const GpsReading gps = sense(
      model, state,
      GpsRequest{vehicle, {.antenna_in_body = {kGpsForward, 0}, .sigma = spread * kGpsSigma}});
  const Vec2 place = original_place(gps.position);
  reading.gps = {place.x, kRestHeight, place.y};
  if (before != nullptr)
    reading.speed = way_between(reading.gps, before->gps) / clock.tick_seconds();

  const CompassReading compass =
      sense(model, state, CompassRequest{vehicle, {.sigma = spread * kCompassSigma}});
  double sine = 0, cosine = 1;
  det::sincos(compass.heading, sine, cosine);
  reading.compass = {cosine, 0, sine};

  LidarReading lidar;
  const LidarRequest request = lidar_request(vehicle, senses);
  sense(model, state, {&request, 1}, scratch, {&lidar, 1});
  std::reverse_copy(lidar.ranges.begin(), lidar.ranges.end(), reading.distance.begin());
  return reading;
}

VehicleInput input_of(const RobotCommand& command) {
  const auto finite = [](double number) { return std::isfinite(number) ? number : 0; };
  return RoverInput<double>{.motor = -finite(command.speed), .steer = finite(command.heading)};
}

}  // namespace paddock
