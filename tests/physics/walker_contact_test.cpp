// People on foot among walls and cars.
#include <gtest/gtest.h>

#include "paddock/physics/planar.h"
#include "tests/support/worlds.h"

namespace paddock {
namespace {

/// A walker at the origin that looks along x, and perhaps a car behind it, which brakes once it has
/// hit somebody.
class Street {
 public:
  explicit Street(const LevelSpec& level, double car_speed = 0, double car_at = -8)
      : world_(build_shared(level)) {
    kinds_.push_back(default_params(kind_of<Walker>()));
    states_.push_back(state_at(kind_of<Walker>(), {}));
    if (car_speed > 0) {
      kinds_.push_back(default_params(kind_of<Sedan>()));
      SedanState<double> car;
      car.body.x = car_at, car.body.vx = car_speed;
      states_.emplace_back(car);
    }
    model_ = make_planar_model(world_, kinds_, 1);
    scratch_ = make_planar_scratch(model_);
    state_ = {states_,
              std::vector<std::uint8_t>(states_.size()),
              std::vector<std::uint8_t>(states_.size(), 1),
              {}};
  }

  void run(const WalkerInput<double>& walk, double seconds) {
    const double dt = world_->clock.tick_seconds();
    for (double t = 0; t < seconds; t += dt) {
      std::vector<VehicleInput> inputs{walk};
      if (kinds_.size() > 1)
        inputs.push_back(SedanInput<double>{.brake = contacts.empty() ? 0.0 : 1.0});
      PlanarEvents tick;
      move_freely(model_, inputs, tick_, state_, scratch_, tick);
      resolve_contacts(model_, state_, scratch_, tick);
      contacts.insert(contacts.end(), tick.contacts.begin(), tick.contacts.end());
      tick_ = next(tick_);
    }
  }
  const WalkerState<double>& walker() const {
    return std::get<WalkerState<double>>(state_.vehicles[0]);
  }

  std::vector<ContactEvent> contacts;  // of all ticks

 private:
  std::shared_ptr<const World> world_;
  std::vector<VehicleParams> kinds_;
  std::vector<VehicleState> states_;
  PlanarModel model_;
  PlanarScratch scratch_;
  PlanarState state_;
  Tick tick_{};
};

TEST(WalkerContact, RunsIntoAWallAndStops) {
  LevelSpec level = open_level();
  level.pieces.push_back(piece_of(BoxSpec{{1, 8, 2}}, {4.5, 0, 0}));
  Street street(level);

  street.run({.speed = 5}, 5);

  EXPECT_EQ(street.walker().down, 0);
  EXPECT_NEAR(street.walker().body.x, 4 - 0.25, 1e-3);
  EXPECT_LT(street.walker().body.vx, 0.1);
  EXPECT_FALSE(street.contacts.empty());
}

TEST(WalkerContact, SlidesAlongAWallThatItMeetsAslant) {
  LevelSpec level = open_level();
  PieceSpec wall = piece_of(BoxSpec{{1, 40, 2}}, {4.5, 0, 0});
  wall.yaw = 0.6;
  level.pieces.push_back(wall);
  Street street(level);

  street.run({.speed = 2}, 6);

  EXPECT_EQ(street.walker().down, 0);
}

TEST(WalkerContact, ACarKnocksItDownForGoodAndTheEventsHaveTheImpulse) {
  Street street(open_level(), 8);

  street.run({}, 6);

  EXPECT_EQ(street.walker().down, 1);
  EXPECT_EQ(length(Vec2{street.walker().body.vx, street.walker().body.vy}), 0);
  ASSERT_FALSE(street.contacts.empty());
  double impulse = 0;
  for (const ContactEvent& contact : street.contacts) {
    ASSERT_TRUE(contact.other);
    impulse = std::max(impulse, contact.impulse);
  }
  // at least what brings 75 kg to half of the car's speed
  EXPECT_GT(impulse, 0.5 * 75 * 8);
  const ChassisState<double> lies = street.walker().body;
  street.run({.speed = 3}, 2);
  EXPECT_EQ(street.walker().body.yaw, lies.yaw);
}

TEST(WalkerContact, ACreepingCarPushesAndDoesNotFell) {
  Street street(open_level(), 0.5, -2.55);

  street.run({}, 1.5);

  EXPECT_FALSE(street.contacts.empty());
  EXPECT_EQ(street.walker().down, 0);
  EXPECT_GT(street.walker().body.x, 0);
}

}  // namespace
}  // namespace paddock
