// Measuring on request: from the lidar's own place, with the others in the way, changing nothing.
#include "paddock/engine/sense.h"

#include <gtest/gtest.h>

#include "paddock/core/random.h"
#include "tests/support/worlds.h"

namespace paddock {
namespace {

const Lidar2dParams kCross{.beams = 4, .start = 0, .span = 1.5 * kPi, .max_range = 30};

std::vector<float> measured(TestRun& run, std::uint32_t vehicle, const Lidar2dParams& lidar) {
  const LidarRequest request{VehicleId{vehicle}, lidar};
  LidarReading reading;
  sense(run.model, run.state, std::span(&request, 1), run.scratch, std::span(&reading, 1));
  return reading.ranges;
}

TEST(Sense, MeasuresFromTheLidarsPlaceOnEachKind) {
  for (const VehicleKind kind : kAllKinds) {
    TestRun run(build_shared(room_level(20)), {vehicle_at(kind, {2, 1, 0})});
    const double forward = type_of(kind).sensors.lidar_forward;

    const auto ranges = measured(run, 0, kCross);

    const double expected[] = {8 - forward, 9, 12 + forward, 11};  // ahead, left, behind, right
    for (std::size_t i = 0; i < 4; ++i)
      EXPECT_NEAR(static_cast<double>(ranges[i]), expected[i], 1e-5)
          << type_of(kind).name << ' ' << i;  // float
  }
}

TEST(Sense, VehiclesSeeEachOtherButNotThemselves) {
  TestRun run(build_shared(open_level()), {vehicle_at(kind_of<Racecar>(), {0, 0, 0}),
                                           vehicle_at(kind_of<Racecar>(), {3, 0, kPi})});

  const auto first = measured(run, 0, kCross), second = measured(run, 1, kCross);

  const double gap = 3 - 0.28365 - 0.10;  // to the other's nose, from the lidar
  EXPECT_NEAR(static_cast<double>(first[0]), gap, 1e-5);
  EXPECT_NEAR(static_cast<double>(second[0]), gap, 1e-5);
  EXPECT_EQ(first[2], 30.0f);
}

TEST(Sense, LeavingOutWhatIsFarAwayChangesNoBitOfAnyRange) {
  constexpr std::size_t kCars = 120;
  const Lidar2dParams lidar{.beams = 1080, .max_range = 12};
  const auto world = build_shared(room_level(80));
  int near = 0;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    DrawSequence draws({.seed = seed, .stream = Stream::RandomInput, .entity = 0});
    std::vector<VehicleSetup> cars;
    for (std::size_t i = 0; i < kCars; ++i)
      cars.push_back(
          vehicle_at(i % 2 == 0 ? kind_of<Racecar>() : kind_of<Neato>(),
                     {draws.between(-39, 39), draws.between(-39, 39), draws.between(-kPi, kPi)}));
    TestRun run(world, cars);
    const Lidar2dScanner scanner(lidar);
    for (std::uint32_t v = 0; v < kCars; ++v) {
      std::vector<PosedOutline> all;
      for (std::size_t k = 0; k < kCars; ++k)
        if (k != v) all.push_back(place(run.model.physics.vehicles[k].outline, run.pose(k)));
      const Lidar2dMap& map = lidar_map(run.model, v);
      Lidar2dScratch scratch(scanner, map, kCars);
      std::vector<float> unculled(1080);
      const double forward = type_of(kind_of(run.model.vehicles[v].params)).sensors.lidar_forward;
      scan(scanner, map, all, run.pose(v) * Pose2{forward, 0, 0}, all_beams(lidar), scratch,
           unculled);

      ASSERT_EQ(measured(run, v, lidar), unculled) << "seed " << seed << " vehicle " << v;
      near += static_cast<int>(run.scratch.outlines.size());
    }
  }
  EXPECT_LT(near, 5 * static_cast<int>(kCars * kCars) / 8) << "most of them are far away";
  EXPECT_GT(near, 0);
}

TEST(Sense, SeesWhatStandsAtItsHeightOnly) {
  LevelSpec level = open_level();
  level.pieces.push_back(
      piece_of(BoxSpec{{0.1, 4, 0.1}}, {2, 0, 0}));  // lower than a race car's lidar
  level.pieces.push_back(piece_of(BoxSpec{{0.1, 4, 1}}, {4, 0, 0}));
  PieceSpec glass = piece_of(BoxSpec{{0.1, 4, 1}}, {3, 0, 0});
  glass.seen_by.lidar = false;
  level.pieces.push_back(glass);
  TestRun run(build_shared(level), {vehicle_at(kind_of<Racecar>(), {})});

  EXPECT_NEAR(static_cast<double>(measured(run, 0, kCross)[0]), 3.95 - 0.10, 1e-5);
}

TEST(Sense, ChangesNothingAndRepeatsItself) {
  TestRun run(build_shared(room_level(5)),
              {vehicle_at(kind_of<Racecar>(), {}), vehicle_at(kind_of<Neato>(), {1, 1, 2})});
  const State before = run.state;

  const auto once = measured(run, 0, {}), twice = measured(run, 0, {});

  EXPECT_EQ(run.state, before);
  EXPECT_EQ(once, twice);
  EXPECT_EQ(once.size(), 1080u);
}

}  // namespace
}  // namespace paddock
