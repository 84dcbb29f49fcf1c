#include "paddock/game/training_robot.h"

#include <algorithm>
#include <cmath>

#include "paddock/core/det_math.h"

namespace paddock {
namespace {

constexpr double kGpsForward = 0.02;     // m, of the antenna before the origin
constexpr double kRestHeight = 0.02625;  // m, of the origin: the wheels' radius

double way_between(const std::array<double, 3>& a, const std::array<double, 3>& b) {
  return length(Vec2{a[0] - b[0], a[2] - b[2]});
}

}  // namespace

std::array<SensorMount, kRobotSensors.size()> robot_sensors(VehicleId vehicle,
                                                            const RobotSenses& senses) {
  std::array<SensorMount, kRobotSensors.size()> mounts;
  for (std::size_t i = 0; i < mounts.size(); ++i)
    mounts[i] = {.vehicle = vehicle,
                 .spec = {.kind = std::string(kRobotSensors[i]), .ideal = !senses.noise}};
  auto& [lidar, gps, compass] = mounts;
  lidar.spec.unit = "webots-lds-01";
  if (senses.true_ranges) lidar.spec.figures = {{"near_plane", 0}};
  gps.spec.unit = compass.spec.unit = "eespees";
  gps.spec.body_from_sensor = Pose3{{kGpsForward, 0, 0}, {}};
  return mounts;
}

std::optional<RobotReading> robot_reading(const Model& model, const State& state, VehicleId vehicle,
                                          const RobotMeasurements& measured,
                                          const RobotReading* before) {
  const auto* lidar = std::get_if<RangesReading>(measured[0]);
  const auto* gps = std::get_if<VectorReading>(measured[1]);
  const auto* compass = std::get_if<VectorReading>(measured[2]);
  if (lidar == nullptr || gps == nullptr || compass == nullptr ||
      lidar->ranges.size() != kRobotRays || gps->values.size() < 2 || compass->values.empty())
    return std::nullopt;

  const Clock& clock = model.world->clock;
  RobotReading reading;
  reading.sim_time = static_cast<double>(clock.nanos(state.tick)) * 1e-9;
  if (const auto* rover =
          std::get_if<RoverState<double>>(&state.physics.vehicles[index_of(vehicle)]))
    reading.steer = rover->steer;

  const Vec2 place = original_place({gps->values[0], gps->values[1]});
  reading.gps = {place.x, kRestHeight, place.y};
  if (before != nullptr)
    reading.speed = way_between(reading.gps, before->gps) / clock.tick_seconds();

  double sine = 0, cosine = 1;
  det::sincos(compass->values[0], sine, cosine);
  reading.compass = {cosine, 0, sine};
  std::reverse_copy(lidar->ranges.begin(), lidar->ranges.end(), reading.distance.begin());
  return reading;
}

RobotSensors::RobotSensors(const Model& model, VehicleId vehicle, const RobotSenses& senses)
    : vehicle_(vehicle) {
  const auto mounts = robot_sensors(vehicle, senses);
  for (std::size_t i = 0; i < mounts.size(); ++i) {
    const auto resolved = resolve_sensor(model, mounts[i], false);
    sensors_[i] = std::move(make_sensor(model, resolved.value()).value());
  }
}

RobotReading RobotSensors::read(const Model& model, const State& state, Scratch& scratch,
                                const RobotReading* before) {
  RobotMeasurements measured{};
  for (std::size_t i = 0; i < sensors_.size(); ++i) {
    read_sensor(model, state, scratch, sensors_[i], {}, readings_[i]);
    measured[i] = &readings_[i];
  }
  return robot_reading(model, state, vehicle_, measured, before).value();
}

VehicleInput input_of(const RobotCommand& command) {
  const auto finite = [](double number) { return std::isfinite(number) ? number : 0; };
  return RoverInput<double>{.motor = -finite(command.speed), .steer = finite(command.heading)};
}

}  // namespace paddock
