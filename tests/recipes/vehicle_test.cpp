// docs/adding_a_vehicle.md as it stands: the hovercraft is a kind like all others.
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "paddock/physics/planar.h"
#include "paddock/vehicles/vehicle_look.h"
#include "paddock/world/world.h"
#include "tests/support/look_checks.h"

namespace paddock {
namespace {

const VehicleKind kHovercraft = kind_of<Hovercraft>();

constexpr const char* kPond = R"(
format = 1
title = "Pond"
vehicle = "hovercraft"
[[start]]
at = [0, 0]
[[box]]
at = [6, 0]
size = [1, 8, 1]
)";

TEST(AddingAVehicle, ALevelNamesItAndItStandsAtTheEndOfTheTable) {
  const LevelReading pond = read_level_text(kPond, "pond.toml", 1);

  ASSERT_TRUE(pond.ok()) << pond.problems[0].text();
  EXPECT_EQ(find_vehicle_type("hovercraft"), &type_of(kHovercraft));
  EXPECT_EQ(&vehicle_types().back(), &type_of(kHovercraft));
  EXPECT_EQ(state_at(kHovercraft, {}).index() + 1, std::variant_size_v<VehicleState>);
}

TEST(AddingAVehicle, HandsDriveItIntoAWallAndItStopsThere) {
  const LevelReading pond = read_level_text(kPond, "pond.toml", 1);
  const std::vector<VehicleParams> kinds{default_params(kHovercraft)};
  const auto world = std::make_shared<const World>(build_world(pond.spec));
  const PlanarModel model = make_planar_model(world, kinds, 1);
  PlanarScratch scratch = make_planar_scratch(model);
  PlanarState state{{state_at(kHovercraft, {})}, {0}, {1}, {}};
  PlanarEvents events;

  for (int tick = 0; tick < 1000 && events.contacts.empty(); ++tick) {
    const std::vector<VehicleInput> inputs{input_from(kinds[0], state.vehicles[0], {.drive = 1})};
    move_freely(model, inputs, Tick{tick}, state, scratch, events);
    resolve_contacts(model, state, scratch, events);
  }

  ASSERT_FALSE(events.contacts.empty());
  EXPECT_NEAR(pose_of(state.vehicles[0]).x, 5.5 - 0.35, 0.02);
  EXPECT_LT(speed_of(state.vehicles[0]), 0);  // it bounced
}

TEST(AddingAVehicle, ADriverTurnsItTheWayItAsks) {
  const VehicleParams params = default_params(kHovercraft);
  std::vector<VehicleState> craft{state_at(kHovercraft, {})};
  const std::vector<Surroundings<double>> around(1);
  for (int tick = 0; tick < 500; ++tick) {
    const std::vector<VehicleInput> inputs{
        input_for(params, craft[0], {.curvature = 0.3, .speed = 1})};
    step_vehicles(params, craft, inputs, around, 0.02);
  }

  EXPECT_GT(body_of(params, craft[0]).yaw_rate, 0.1);
  EXPECT_GT(steering_of(params, craft[0]), 0);
}

TEST(AddingAVehicle, EyesSeeABodyAndARudder) {
  const auto parts = vehicle_look(kHovercraft, VehicleId{0});

  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(parts[0].part.name, "vehicle-1-body");
  EXPECT_EQ(parts[1].part.name, "vehicle-1-rudder");
  for (const VehiclePart& part : parts) expect_sound(part.part.look, part.part.name);
}

// An entry without an answer is no kind.
struct Silent : DynamicsOf<HovercraftParams, HovercraftState, HovercraftInput> {
  static constexpr bool kFlies = false, kWheeled = false;
};
static_assert(!IsDynamics<Silent> && IsDynamics<HovercraftDynamics>);
static_assert(!WheeledDynamics<HovercraftDynamics> && WheeledDynamics<SedanDynamics>);

}  // namespace
}  // namespace paddock
