#include "paddock/batch/clearance.h"

#include <gtest/gtest.h>

#include "paddock/core/random.h"
#include "paddock/game/tasks.h"

namespace paddock {
namespace {

TEST(Clearance, NeverSaysFreeWhereTheEngineWouldLook) {
  for (const std::string_view name : {"race", "blocks", "waypoints"}) {
    const auto task = make_task(name, {.variants = 1});
    ASSERT_TRUE(task);
    const Arena& arena = task->arenas.front();
    const PlanarModel& physics = arena.model.physics;
    const PlanarVehicle& vehicle = physics.vehicles.front();
    const Bounds2 bounds = arena.world().bounds;
    const double longest = task->usual_speed * arena.world().clock.tick_seconds();
    const Clearance clearance(physics, 0, bounds, longest);

    DrawSequence draws({.seed = 5, .stream = Stream::TaskAction});
    int free = 0;
    for (int i = 0; i < 20000; ++i) {
      const Vec2 start{draws.between(bounds.low.x - 1, bounds.high.x + 1),
                       draws.between(bounds.low.y - 1, bounds.high.y + 1)};
      const Vec2 end =
          start + Vec2{draws.between(-longest, longest), draws.between(-longest, longest)};
      if (!clearance.surely_free(start, end)) continue;
      ++free;
      EXPECT_FALSE(physics.maps[vehicle.map].any_near(quick_reach(vehicle, start, end)));
    }
    EXPECT_GT(free, 500) << name;
  }
}

}  // namespace
}  // namespace paddock
