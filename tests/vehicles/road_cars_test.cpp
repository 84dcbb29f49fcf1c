// The kinds on the road car's kernel: each drives, stops and turns as one of its sort does.
#include "paddock/vehicles/road_cars/road_cars.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string_view>
#include <vector>

#include "paddock/vehicles/vehicle.h"

namespace paddock {
namespace {

constexpr double kTick = 0.01;

struct Sort {
  VehicleKind kind{};
  double fast_after_ten;   // m/s that it has at least reached by then
  double never_faster;     // m/s
  double stop_from_eight;  // m, at most
};

std::vector<Sort> sorts() {
  return {{kind_of<Hatchback>(), 22, 66, 6},  {kind_of<Estate>(), 22, 66, 6},
          {kind_of<Van>(), 16, 55, 6.5},      {kind_of<Truck>(), 12, 45, 9},
          {kind_of<Motorcycle>(), 25, 60, 7}, {kind_of<Bicycle>(), 4, 14, 10}};
}

class Road {
 public:
  explicit Road(VehicleKind kind) : params_(default_params(kind)), state_{state_at(kind, {})} {}
  void drive(const SedanInput<double>& input, double seconds) {
    const std::vector<VehicleInput> inputs{input};
    const std::vector<Surroundings<double>> around(1);
    for (int i = 0; i < std::lround(seconds / kTick); ++i)
      step_vehicles(params_, state_, inputs, around, kTick);
  }
  const ChassisState<double>& body() const { return std::get<SedanState<double>>(state_[0]).body; }

 private:
  VehicleParams params_;
  std::vector<VehicleState> state_;
};

TEST(RoadCars, EachIsAsQuickAsItsSort) {
  for (const Sort& sort : sorts()) {
    Road road(sort.kind);
    road.drive({.throttle = 1}, 10);
    EXPECT_GT(road.body().vx, sort.fast_after_ten) << type_of(sort.kind).name;
    road.drive({.throttle = 1}, 110);
    EXPECT_LT(road.body().vx, sort.never_faster) << type_of(sort.kind).name;
    EXPECT_NEAR(road.body().y, 0, 1e-9) << type_of(sort.kind).name;
  }
}

TEST(RoadCars, EachStopsInTime) {
  for (const Sort& sort : sorts()) {
    Road road(sort.kind);
    double pedal = 1;
    for (int i = 0; i < 6000 && road.body().vx < 8; ++i) road.drive({.throttle = pedal}, kTick);
    const double speed = road.body().vx, from = road.body().x;
    road.drive({.brake = 1}, 8);
    EXPECT_EQ(road.body().vx, 0) << type_of(sort.kind).name;
    const double share = speed * speed / 64;  // the bicycle is slower
    EXPECT_LT(road.body().x - from, share * sort.stop_from_eight) << type_of(sort.kind).name;
  }
}

TEST(RoadCars, AxlesLieWithinTheBodyAndTheLongerOneTurnsWider) {
  double last = 0;
  for (const VehicleKind kind : {kind_of<Bicycle>(), kind_of<Hatchback>(), kind_of<Van>()}) {
    const auto p = std::get<SedanParams<double>>(default_params(kind).figures);
    const auto corners = type_of(kind).outline.polygon();
    EXPECT_LT(p.chassis.front, corners[1].x) << type_of(kind).name;
    EXPECT_GT(-p.chassis.rear, corners[0].x) << type_of(kind).name;
    const double wheelbase = build_figures(default_params(kind)).wheelbase;
    EXPECT_GT(wheelbase, last);
    last = wheelbase;
  }
}

}  // namespace
}  // namespace paddock
