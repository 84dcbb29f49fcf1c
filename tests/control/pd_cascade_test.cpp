// The quadrotor's cascade: to the target, without kicks, within its limits.
#include "paddock/control/pd_cascade.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "paddock/control/driver.h"
#include "tests/support/worlds.h"

namespace paddock {
namespace {

const CascadeGains kGains;

TEST(Cascade, AtRestOnTheTargetAsksForNothing) {
  EXPECT_EQ(cascade(kGains, {3, 4}, {}, {3, 4}), Vec2{});
}

TEST(Cascade, CloseByItIsThreeTimesTheErrorLessTwiceTheVelocity) {
  const Vec2 a = cascade(kGains, {0, 0}, {0.1, -0.2}, {0.5, 0.3});

  EXPECT_NEAR(a.x, 2 * (1.5 * 0.5 - 0.1), 1e-12);
  EXPECT_NEAR(a.y, 2 * (1.5 * 0.3 + 0.2), 1e-12);
}

TEST(Cascade, AFarTargetAsksForNoMoreThanItsSpeed) {
  EXPECT_NEAR(length(cascade(kGains, {}, {}, {300, 400})), kGains.velocity * kGains.max_velocity,
              1e-9);
  EXPECT_NEAR(length(cascade(kGains, {}, {2.4, 3.2}, {300, 400})), 0, 1e-9);  // already at it
}

TEST(Cascade, AJumpOfTheTargetChangesTheCommandOnlyByItsError) {
  const Vec2 before = cascade(kGains, {0, 0}, {1, 0}, {1, 0}),
             after = cascade(kGains, {0, 0}, {1, 0}, {1.5, 0});

  EXPECT_NEAR(after.x - before.x, 2 * 1.5 * 0.5, 1e-12);
}

TEST(FlyTowards, ReachesTheTargetAndStaysThere) {
  for (const double mode : {QuadMode::Acceleration, QuadMode::Velocity}) {
    VehicleSetup quad = vehicle_at(kind_of<Quad2d>(), {});
    std::get<Quad2dParams<double>>(quad.params.figures).control_mode = mode;
    TestRun run(build_shared(open_level()), {quad});
    double overshoot = 0;
    for (int tick = 0; tick < 1000; ++tick) {
      const DriverView view{
          run.state.tick, 0.01, &run.model.vehicles[0].params, &run.vehicle(), {}};
      run.step(fly_towards(view, {6, -2}));
      overshoot = std::max(overshoot, run.pose().x - 6);
    }

    EXPECT_NEAR(run.pose().x, 6, 0.01);
    EXPECT_NEAR(run.pose().y, -2, 0.01);
    EXPECT_LT(length(run.body().velocity), 0.01);
    EXPECT_LT(overshoot, 0.6);  // a tenth of the way, as damped at 0.58
  }
}

}  // namespace
}  // namespace paddock
