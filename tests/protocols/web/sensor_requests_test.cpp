// Sensors that a client wants have the noise of their vehicle's units, unless the room's are ideal.
#include "paddock/protocols/web/sensor_requests.h"

#include <gtest/gtest.h>

#include "paddock/sensors/noise.h"

namespace paddock::web {
namespace {

template <class Request>
Request request_for(const SubscribeSensor& wanted, VehicleKind kind, bool ideal) {
  SessionSpec spec;
  spec.ideal_sensors = ideal;
  const auto request = sensor_request(wanted, spec, kind);
  EXPECT_TRUE(request) << request.error().message;
  return std::get<Request>(*request);
}

RangeNoise lidar_noise(VehicleKind kind, bool ideal) {
  return request_for<LidarRequest>({.sensor = SensorKind::Lidar}, kind, ideal).noise;
}
SpeedParams speed_params(VehicleKind kind, bool ideal) {
  return request_for<SpeedRequest>({.sensor = SensorKind::Speed}, kind, ideal).speed;
}
double depth_noise(VehicleKind kind, bool ideal) {
  const SubscribeSensor wanted{.sensor = SensorKind::Camera, .picture = PictureKind::Depth};
  return request_for<CameraRequest>(wanted, kind, ideal).camera.spec.depth.noise;
}

TEST(SensorRequests, EveryKindHasNoiseWhereSensorsAreReal) {
  for (const VehicleType& type : vehicle_types()) {
    EXPECT_NE(lidar_noise(type.kind, false), RangeNoise{}) << type.name;
    EXPECT_NE(speed_params(type.kind, false), SpeedParams{}) << type.name;
    EXPECT_GT(depth_noise(type.kind, false), 0) << type.name;
  }
}

TEST(SensorRequests, EveryKindIsExactWhereSensorsAreIdeal) {
  for (const VehicleType& type : vehicle_types()) {
    EXPECT_EQ(lidar_noise(type.kind, true), RangeNoise{}) << type.name;
    EXPECT_EQ(speed_params(type.kind, true), SpeedParams{}) << type.name;
    EXPECT_EQ(depth_noise(type.kind, true), 0) << type.name;
  }
}

TEST(SensorRequests, CarsCarryTheLidarsOfTheirOriginals) {
  EXPECT_EQ(lidar_noise(VehicleKind::Racecar, false), find_lidar_unit("ust-10lx")->noise);
  EXPECT_EQ(lidar_noise(VehicleKind::Rover, false), find_lidar_unit("lds-01")->noise);
  EXPECT_EQ(lidar_noise(VehicleKind::Robotcar, false), find_lidar_unit("ydlidar-x4")->noise);
}

}  // namespace
}  // namespace paddock::web
