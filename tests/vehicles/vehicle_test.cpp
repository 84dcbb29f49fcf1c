#include "paddock/vehicles/vehicle.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "paddock/core/random.h"

namespace paddock {
namespace {

/// An input that makes a vehicle of the kind move, different for each `n`.
VehicleInput some_input(VehicleKind kind, int n) {
  const double part = 0.1 * (n % 7) - 0.3;
  return random_input(default_params(kind), part, 0.6, 0.8);
}

TEST(Vehicle, CatalogueKnowsEveryKindByItsName) {
  const auto types = vehicle_types();

  ASSERT_EQ(types.size(), VehicleKinds::size);
  for (std::size_t i = 0; i < types.size(); ++i) {
    EXPECT_EQ(static_cast<std::size_t>(types[i].kind), i);
    EXPECT_EQ(find_vehicle_type(types[i].name), &types[i]);
    EXPECT_EQ(&type_of(types[i].kind), &types[i]);
    EXPECT_FALSE(types[i].about.empty());
    EXPECT_GT(types[i].max_step, 0);
    EXPECT_GT(types[i].bumper.height, 0);
  }
  EXPECT_EQ(find_vehicle_type("hovercraft"), nullptr);
  EXPECT_EQ(find_vehicle_type(""), nullptr);
}

TEST(Vehicle, FiguresStateAndInputOfAKindBelongToItsDynamics) {
  for (const VehicleType& type : vehicle_types()) {
    const VehicleParams params = default_params(type.kind);
    const std::size_t dynamics = params.figures.index();

    EXPECT_EQ(kind_of(params), type.kind);
    EXPECT_EQ(state_at(type.kind, {}).index(), dynamics);
    EXPECT_EQ(idle_input(type.kind).index(), dynamics);
    EXPECT_LE(kind_with(dynamics), type.kind);
    EXPECT_EQ(default_params(kind_with(dynamics)).figures.index(), dynamics);
  }
}

TEST(Vehicle, FiguresAloneAreThoseOfTheFirstKindWithTheirDynamics) {
  EXPECT_EQ(kind_of(VehicleParams(SedanParams<double>{})), kind_of<Sedan>());
  EXPECT_EQ(kind_of(VehicleParams(WalkerParams<double>{})), kind_of<Walker>());
}

TEST(Vehicle, StandsStillWhereItIsPut) {
  for (const VehicleType& type : vehicle_types()) {
    const VehicleState state = state_at(type.kind, {1, -2, 7});

    const Pose2 pose = pose_of(state);
    EXPECT_EQ(pose.x, 1);
    EXPECT_EQ(pose.y, -2);
    EXPECT_EQ(pose.yaw, type.kind == kind_of<Quad2d>() ? 0 : wrap_angle(7.0));
    EXPECT_EQ(speed_of(state), 0);
  }
}

TEST(Vehicle, IdleVehiclesStayWhereTheyAre) {
  for (const VehicleType& type : vehicle_types()) {
    const VehicleState start = state_at(type.kind, {1, -2, 0.7});
    std::vector<VehicleState> states{start};
    const std::vector<VehicleInput> inputs{idle_input(type.kind)};
    const std::vector<Surroundings<double>> around(1);

    for (int i = 0; i < 50; ++i)
      step_vehicles(default_params(type.kind), states, inputs, around, 0.02);

    EXPECT_EQ(states[0], start) << type.name;
  }
}

TEST(Vehicle, OutlinesAreConvexAndCounterClockwiseInsideTheirRadius) {
  for (const VehicleType& type : vehicle_types()) {
    const Outline2 outline = outline_of(type.kind);

    EXPECT_GT(outline.radius, 0) << type.name;
    const auto corners = outline.polygon();
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const Vec2 a = corners[i], b = corners[(i + 1) % corners.size()],
                 c = corners[(i + 2) % corners.size()];
      EXPECT_GT(cross(b - a, c - b), 0) << type.name << ' ' << i;
      EXPECT_GT(cross(a, b), 0) << type.name << ": the origin is inside";
      EXPECT_LE(length(a), outline.radius);
    }
  }
}

TEST(Vehicle, OnlyFiniteInputOfItsOwnKindIsUsable) {
  for (const VehicleType& type : vehicle_types()) {
    EXPECT_TRUE(usable(some_input(type.kind, 1), type.kind));
    EXPECT_TRUE(usable(idle_input(type.kind), type.kind));
    EXPECT_FALSE(
        usable(idle_input(type.kind == kind_of<Rover>() ? kind_of<Neato>() : kind_of<Rover>()),
               type.kind));
  }
  EXPECT_FALSE(usable(RacecarInput<double>{.steer = 0, .accel = std::nan("")}, kind_of<Racecar>()));
  EXPECT_FALSE(usable(SedanInput<double>{.reverse = std::numeric_limits<double>::infinity()},
                      kind_of<Sedan>()));
}

TEST(Vehicle, BodyHasWorldVelocityAndThePassiveMass) {
  RacecarState<double> car;
  car.body = {1, 2, kPi / 2, 3, 0.5, -0.7};

  const PlanarBody body = body_of(RacecarParams<double>{}, car);

  EXPECT_EQ(body.position, (Vec2{1, 2}));
  EXPECT_NEAR(body.velocity.x, -0.5, 1e-15);  // one rounding
  EXPECT_NEAR(body.velocity.y, 3, 1e-15);
  EXPECT_EQ(body.yaw_rate, -0.7);
  EXPECT_DOUBLE_EQ(body.inv_mass, 1 / 3.74);
  EXPECT_DOUBLE_EQ(body.inv_inertia, 1 / 0.04712);
  EXPECT_EQ(body_of(Quad2dParams<double>{}, Quad2dState<double>{}).inv_inertia,
            0);  // it never turns
}

TEST(Vehicle, BodySurvivesTheWayThereAndBack) {
  for (const VehicleType& type : vehicle_types()) {
    const VehicleParams params = default_params(type.kind);
    std::vector<VehicleState> states{state_at(type.kind, {3, 1, 2})};
    const std::vector<VehicleInput> inputs{some_input(type.kind, 2)};
    const std::vector<Surroundings<double>> around(1);
    for (int i = 0; i < 40; ++i) step_vehicles(params, states, inputs, around, 0.02);

    VehicleState back = states[0];
    set_body(body_of(params, states[0]), back);

    std::vector<double> want;
    visit_fields(states[0], [&](const char*, double value) { want.push_back(value); });
    std::size_t i = 0;
    // pose and turning come back exactly, velocities have been turned twice
    visit_fields(back, [&](const char* name, double value) {
      EXPECT_NEAR(value, want[i++], 1e-14) << type.name << name;
    });
    EXPECT_EQ(pose_of(back), pose_of(states[0]));
    EXPECT_GT(std::fabs(speed_of(back)), 0.01) << type.name;
  }
}

TEST(Vehicle, ManyVehiclesMoveAsEachAlone) {
  DrawSequence draw({.seed = 4, .stream = Stream::Spawn});
  for (const VehicleType& type : vehicle_types()) {
    const VehicleParams params = default_params(type.kind);
    for (const std::size_t count : {1u, 7u, 8u, 9u}) {
      std::vector<VehicleState> together;
      std::vector<VehicleInput> inputs;
      std::vector<Surroundings<double>> around(count);
      for (std::size_t i = 0; i < count; ++i) {
        together.push_back(
            state_at(type.kind, {draw.between(-9, 9), draw.between(-9, 9), draw.between(-3, 3)}));
        inputs.push_back(some_input(type.kind, static_cast<int>(i)));
        around[i] = {.friction = draw.between(0.5, 1),
                     .gust_x = draw.between(-1, 1),
                     .gust_y = draw.between(-1, 1)};
      }
      std::vector<VehicleState> alone = together;

      for (int tick = 0; tick < 60; ++tick) {
        step_vehicles(params, together, inputs, around, 0.02);
        for (std::size_t i = 0; i < count; ++i) {
          step_vehicles(params, std::span(alone).subspan(i, 1), std::span(inputs).subspan(i, 1),
                        std::span(around).subspan(i, 1), 0.02);
        }
      }

      EXPECT_TRUE(together == alone) << type.name << ' ' << count;
    }
  }
}

TEST(Vehicle, NoVehiclesIsNoWork) { step_vehicles(RacecarParams<double>{}, {}, {}, {}, 0.02); }

TEST(Vehicle, ALongTickIsCutIntoStepsThatIntegrateWell) {
  // one tick of 20 ms is two racecar steps of 10 ms
  const VehicleParams params = RacecarParams<double>{};
  std::vector<VehicleState> long_ticks{state_at(kind_of<Racecar>(), {})}, short_ticks = long_ticks;
  const std::vector<VehicleInput> inputs{RacecarInput<double>{.steer = 0.2, .accel = 3}};
  const std::vector<Surroundings<double>> around(1);

  for (int i = 0; i < 100; ++i) step_vehicles(params, long_ticks, inputs, around, 0.02);
  for (int i = 0; i < 200; ++i) step_vehicles(params, short_ticks, inputs, around, 0.01);

  EXPECT_TRUE(long_ticks == short_ticks);
}

TEST(Vehicle, FieldsOfAStateHaveNamesOfTheirOwn) {
  for (const VehicleType& type : vehicle_types()) {
    std::vector<std::string> names;
    visit_fields(state_at(type.kind, {}),
                 [&](const char* name, double) { names.emplace_back(name); });
    for (std::size_t i = 0; i < names.size(); ++i) {
      for (std::size_t k = 0; k < i; ++k) EXPECT_NE(names[i], names[k]) << type.name;
    }
    EXPECT_GE(names.size(), 6u);
  }
}

}  // namespace
}  // namespace paddock
