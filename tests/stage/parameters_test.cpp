// What people may change while a run goes on.
#include "paddock/stage/parameters.h"

#include <gtest/gtest.h>

#include "tests/support/stages.h"

namespace paddock {
namespace {

TEST(Parameters, EveryKindHasSomeAndTheirStandardLiesWithinBounds) {
  for (const VehicleKind kind : kAllKinds) {
    SessionSpec spec;
    spec.vehicles = {{.kind = std::string(type_of(kind).name), .driver = "gap"}};
    const auto session = open_session(ring_of(1), spec);
    ASSERT_TRUE(session);
    int of_vehicle = 0;
    for (const Parameter& parameter : parameters_of(*session)) {
      EXPECT_LT(parameter.low, parameter.high) << parameter.name;
      EXPECT_GE(parameter.standard, parameter.low) << parameter.name;
      EXPECT_LE(parameter.standard, parameter.high) << parameter.name;
      EXPECT_EQ(parameter.value, parameter.standard) << parameter.name;
      EXPECT_FALSE(parameter.title.empty()) << parameter.name;
      of_vehicle += parameter.name.starts_with("vehicle.0.") ? 1 : 0;
    }
    EXPECT_GE(of_vehicle, 3) << type_of(kind).name;
  }
}

TEST(Parameters, BothEndsOfEveryRangeCanBeDriven) {
  for (const VehicleKind kind : kAllKinds)
    for (const bool high : {false, true}) {
      SessionSpec spec;
      spec.vehicles = {{.kind = std::string(type_of(kind).name), .driver = "random"}};
      auto session = open_session(ring_of(1), spec);
      ASSERT_TRUE(session);
      for (const Parameter& p : parameters_of(*session))
        ASSERT_TRUE(set_parameter(*session, p.name, high ? p.high : p.low)) << p.name;

      for (int tick = 0; tick < 1000; ++tick) advance(*session);

      EXPECT_EQ(session->state.physics.frozen[0], 0) << type_of(kind).name << " " << high;
    }
}

TEST(Parameters, AChangedFigureChangesTheMotionOfThatVehicleAlone) {
  Session session = ring_session(2, "idle"), other = ring_session(2, "idle");
  for (Session* s : {&session, &other})
    for (const std::uint32_t v : {0u, 1u}) {
      ASSERT_TRUE(apply(*s, SetDriver{VehicleId{v}, "person"}));
      ASSERT_TRUE(apply(*s, SetControls{VehicleId{v}, {.drive = 0.5}}));
    }

  ASSERT_TRUE(apply(session, SetParameter{"vehicle.1.max_accel", 2}));
  for (int tick = 0; tick < 20; ++tick) advance(session), advance(other);

  EXPECT_EQ(session.state.physics.vehicles[0], other.state.physics.vehicles[0]);
  EXPECT_LT(speed_of(session.state.physics.vehicles[1]),
            speed_of(other.state.physics.vehicles[1]) - 0.1);
}

TEST(Parameters, DriversBringTheirOwn) {
  Session session = ring_session(1, "route");
  const auto has = [&](std::string_view name) {
    for (const Parameter& parameter : parameters_of(session))
      if (parameter.name == name) return true;
    return false;
  };

  EXPECT_TRUE(has("driver.0.lookahead_gain"));
  EXPECT_FALSE(has("driver.0.bubble"));
  ASSERT_TRUE(apply(session, SetDriver{VehicleId{0}, "gap"}));
  EXPECT_TRUE(has("driver.0.bubble"));
  EXPECT_TRUE(apply(session, SetParameter{"driver.0.bubble", 0.5}));
  EXPECT_EQ(std::get<GapDriver>(session.seats[0].driver).bubble, 0.5);
}

}  // namespace
}  // namespace paddock
