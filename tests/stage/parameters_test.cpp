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

Level rainy_ring() {
  LevelSpec level = ring_level(8, 3);
  for (StartSpec& start : level.starts) start.vehicle = "racecar";
  level.scene.has_weather = true;
  return build_level(std::move(level));
}

TEST(Parameters, WeatherIsThereWhereALevelHasItAndDryItMovesNothing) {
  Session dry = *open_session(ring_of(1), {}), session = *open_session(rainy_ring(), {});
  EXPECT_FALSE(set_parameter(dry, "weather", 1));
  EXPECT_FALSE(set_parameter(session, "weather.rain", 0.5));  // there is none yet
  const std::uint64_t before = hash_of(session.state);

  ASSERT_TRUE(set_parameter(session, "weather", 7));
  EXPECT_EQ(session.model.weather, find_weather("HardRainNoon")->weather);
  ASSERT_TRUE(set_parameter(session, "weather.fog", 40));
  ASSERT_TRUE(set_parameter(session, "weather.elevation", 12));
  EXPECT_EQ(session.model.weather->fog, 40);
  EXPECT_EQ(session.model.weather->elevation, radians(12));
  ASSERT_TRUE(set_parameter(session, "weather.wetness", 0));
  EXPECT_FALSE(set_parameter(session, "weather.rain", 1.5));
  EXPECT_EQ(hash_of(session.state), before);
  for (int tick = 0; tick < 50; ++tick) advance(dry), advance(session);
  EXPECT_EQ(hash_of(session.state), hash_of(dry.state));

  ASSERT_TRUE(set_parameter(session, "weather", 0));
  EXPECT_FALSE(session.model.weather);
  EXPECT_EQ(hash_of(session), hash_of(dry));
}

TEST(Parameters, WetGroundHoldsLessUntilItIsDryAndAfterARestore) {
  Session session = *open_session(rainy_ring(), {});
  const auto friction = [&] {
    return surroundings_of(session.model.physics, 1, 0, Tick{}, session.state.physics.vehicles[0])
        .friction;
  };
  const double dry = friction();

  ASSERT_TRUE(set_parameter(session, "weather", 7));
  const double wet = friction();
  checkpoint(session);
  const Snapshot kept = snapshot_of(session);
  ASSERT_TRUE(set_parameter(session, "weather.wetness", 1));
  const double flooded = friction();
  ASSERT_TRUE(set_parameter(session, "weather", 0));

  EXPECT_EQ(friction(), dry);
  EXPECT_DOUBLE_EQ(flooded, 0.7 * dry);
  EXPECT_DOUBLE_EQ(wet, (1 - 0.3 * 0.87) * dry);
  ASSERT_TRUE(restore(session, kept));
  EXPECT_EQ(friction(), wet);
}

}  // namespace
}  // namespace paddock
