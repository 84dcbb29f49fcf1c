// One tick: a function of model, state and inputs, and of nothing else.
#include "paddock/engine/step.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <thread>
#include <utility>
#include <vector>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

#include "paddock/core/random.h"
#include "tests/support/allocations.h"
#include "tests/support/worlds.h"

namespace paddock {
namespace {

/// A busy room: every kind, posts, a patch of snow, gates and triggers; everybody bumps into
/// something.
LevelSpec busy_level() {
  LevelSpec level = room_level(14);
  PieceSpec snow = piece_of(MatSpec{{3, 3}}, {2, 2, 0});
  snow.material = "snow";
  level.pieces.push_back(snow);
  for (int i = 0; i < 6; ++i)
    level.pieces.push_back(
        piece_of(CylinderSpec{.radius = 0.2, .height = 1}, {2.0 * i - 5, 3.5, 0}));
  level.gates.push_back({.where = {}, .name = "", .left = {1, 4}, .right = {1, -4}});
  level.gates.push_back({.where = {}, .name = "", .left = {-1, -4}, .right = {-1, 4}});
  level.triggers.push_back({.where = {}, .name = "", .at = {0, 0}, .yaw = 0.3, .size = {4, 4}});
  return level;
}

constexpr std::array kSmallKinds{kind_of<Racecar>(), kind_of<Rover>(), kind_of<Neato>(),
                                 kind_of<Quad2d>(), kind_of<Robotcar>()};
static_assert(kSmallKinds.size() + 1 == kKindCount);  // and the sedan

std::vector<VehicleSetup> busy_vehicles() {
  std::vector<VehicleSetup> setups;
  for (unsigned i = 0; i < 12; ++i) {
    // two sedans, two each of the rest
    const auto kind = i < 2 ? kind_of<Sedan>() : kSmallKinds[i % 5];
    const double x = i < 2 ? 9.0 * i - 4.5 : 1.0 * (i - 2) - 4.5, y = i < 2 ? -5.0 : 0.5 * (i % 3);
    setups.push_back({default_params(kind), {x, y, 0.5 * i}});
  }
  return setups;
}

TestRun busy_run(std::uint64_t seed = 5) {
  return TestRun(build_shared(busy_level()), busy_vehicles(), seed);
}

std::vector<VehicleInput> random_inputs(const TestRun& run, int tick) {
  std::vector<VehicleInput> inputs;
  DrawSequence draws({.seed = 11,
                      .stream = Stream::RandomInput,
                      .entity = 0,
                      .tick = static_cast<std::uint64_t>(tick / 40)});
  for (const VehicleSetup& vehicle : run.model.vehicles) {
    VehicleInput input = full_ahead(kind_of(vehicle.params));
    std::visit(
        [&](auto& u) {
          u.fields(
              u, [&](const char*, double& n) { n = draws.between(-0.5, 1) * std::fmin(n + 1, 6); });
        },
        input);
    inputs.push_back(input);
  }
  return inputs;
}

std::vector<std::uint64_t> hashes_of(TestRun run, int ticks) {
  std::vector<std::uint64_t> hashes;
  for (int tick = 0; tick < ticks; ++tick) {
    run.step(random_inputs(run, tick));
    hashes.push_back(hash_of(run.state));
  }
  return hashes;
}

TEST(Step, AllocatesNothingOnceSetUp) {
  TestRun run = busy_run();
  std::size_t contacts = 0, events = 0;
  for (int tick = 0; tick < 400; ++tick) {
    const std::vector<VehicleInput> inputs = random_inputs(run, tick);
    const long before = allocation_count();

    run.step(inputs);

    ASSERT_EQ(allocation_count(), before) << "tick " << tick;
    contacts += run.out.physics.contacts.size();
    events += run.out.gates.size() + run.out.triggers.size();
  }
  EXPECT_GT(contacts, 100u);
  EXPECT_GT(events, 3u);
}

/// What each two vehicles did to each other in the last tick, N s; `first` is added to their
/// numbers.
std::map<std::pair<std::size_t, std::size_t>, double> impulses_of(const TestRun& run,
                                                                  std::size_t first = 0) {
  std::map<std::pair<std::size_t, std::size_t>, double> sums;
  for (const ContactEvent& contact : run.out.physics.contacts)
    sums[{first + index_of(contact.vehicle), first + index_of(*contact.other)}] += contact.impulse;
  return sums;
}

TEST(Step, ContactsOfManyVehiclesAreThoseOfEachRowAloneAndAllocateNothing) {
  // sixteen rows of four cars that push each other from both ends
  constexpr std::size_t kRows = 16, kCars = 4;
  const auto world = build_shared(open_level());
  std::vector<VehicleSetup> all;
  std::vector<TestRun> rows;
  for (std::size_t row = 0; row < kRows; ++row) {
    const double y = 2.0 * static_cast<double>(row) - 16;
    std::vector<VehicleSetup> cars;
    for (const double x : {-1.0, -0.35, 0.35, 1.0})
      cars.push_back(vehicle_at(kind_of<Racecar>(), {x, y, x < 0 ? 0 : kPi}));
    all.insert(all.end(), cars.begin(), cars.end());
    rows.emplace_back(world, cars);
  }
  TestRun together(world, all);
  const std::vector<VehicleInput> inputs(all.size(), full_ahead(kind_of<Racecar>()));
  std::size_t most = 0;
  for (int tick = 0; tick < 60; ++tick) {
    const long before = allocation_count();
    together.step(inputs);
    ASSERT_EQ(allocation_count(), before) << "tick " << tick;
    std::map<std::pair<std::size_t, std::size_t>, double> apart;
    std::size_t events = 0;
    for (std::size_t row = 0; row < kRows; ++row) {
      rows[row].step(std::span(inputs).first(kCars));
      apart.merge(impulses_of(rows[row], kCars * row));
      events += rows[row].out.physics.contacts.size();
    }

    most = std::max(most, events);
    const auto found = impulses_of(together);
    ASSERT_EQ(found.size(), apart.size()) << "tick " << tick;
    for (const auto& [two, impulse] : apart)
      EXPECT_NEAR(found.at(two), impulse, 1e-9 * impulse) << "tick " << tick;  // order of the sum
  }
  EXPECT_GT(most, PlanarEvents::kListedSingly);
}

TEST(Step, TwoHundredCarsInOneHeapAllocateNothing) {
  constexpr std::size_t kCars = 200, kAcross = 14;
  std::vector<VehicleSetup> cars;
  for (std::size_t i = 0; i < kCars; ++i)
    cars.push_back(vehicle_at(kind_of<Racecar>(), {0.7 * static_cast<double>(i % kAcross) - 4.6,
                                                   0.7 * static_cast<double>(i / kAcross) - 4.9,
                                                   static_cast<double>(i)}));
  TestRun run(build_shared(room_level(11)), cars);
  std::size_t most = 0;
  for (int tick = 0; tick < 150; ++tick) {
    const std::vector<VehicleInput> inputs = random_inputs(run, tick);
    const long before = allocation_count();

    run.step(inputs);

    ASSERT_EQ(allocation_count(), before) << "tick " << tick;
    most = std::max(most, run.out.physics.contacts.size());
  }
  EXPECT_GT(most, 2 * PlanarEvents::kListedSingly);
}

TEST(Step, RestoredRunGoesOnAsIfItHadNeverStopped) {
  TestRun run = busy_run();
  for (int tick = 0; tick < 150; ++tick) run.step(random_inputs(run, tick));
  TestRun restored = busy_run();  // scratch and output of its own
  restored.state = run.state;

  for (int tick = 150; tick < 350; ++tick) {
    run.step(random_inputs(run, tick));
    restored.step(random_inputs(restored, tick));

    ASSERT_EQ(run.state, restored.state) << "tick " << tick;
    ASSERT_EQ(hash_of(run.state), hash_of(restored.state));
  }
}

TEST(Step, EightThreadsGiveTheSameHashesAsOne) {
  const TestRun run = busy_run();
  const auto expected = hashes_of(run, 150);
  std::vector<std::vector<std::uint64_t>> found(8);

  std::vector<std::thread> threads;
  for (auto& mine : found) threads.emplace_back([&] { mine = hashes_of(run, 150); });
  for (std::thread& thread : threads) thread.join();

  for (const auto& mine : found) EXPECT_EQ(mine, expected);
}

TEST(Step, SeedChangesOnlyWhatIsDrawn) {
  TestRun a = busy_run(5), b = busy_run(6);
  a.step(random_inputs(a, 0)), b.step(random_inputs(b, 0));
  for (std::size_t i = 0; i < a.model.vehicles.size(); ++i) {
    const bool flies = kind_of(a.model.vehicles[i].params) == kind_of<Quad2d>();  // in wind
    EXPECT_EQ(a.vehicle(i) != b.vehicle(i), flies) << i;
  }
}

TEST(Step, VehiclesFarApartMoveAsIfAlone) {
  LevelSpec level = open_level();
  for (int i = 0; i < 20; ++i)
    level.pieces.push_back(
        piece_of(BoxSpec{{0.2, 3, 1}}, {20.0 * (i % 5) + 4 - 40, 20.0 * (i / 5) - 40, 0}, 0.2));
  const auto world = build_shared(level);
  std::vector<VehicleSetup> setups;
  for (int i = 0; i < 20; ++i)
    setups.push_back(vehicle_at(kAllKinds[static_cast<std::size_t>(i) % kKindCount],
                                {20.0 * (i % 5) - 40, 20.0 * (i / 5) - 40, 0.05 * i - 0.5}));
  TestRun together(world, setups);
  std::vector<TestRun> alone;
  for (const VehicleSetup& setup : setups) alone.emplace_back(world, std::vector{setup});
  int contacts = 0;
  for (int tick = 0; tick < 250; ++tick) {
    std::vector<VehicleInput> inputs;
    for (const VehicleSetup& setup : setups) inputs.push_back(full_ahead(kind_of(setup.params)));
    together.step(inputs);
    contacts += static_cast<int>(together.out.physics.contacts.size());
    for (std::size_t i = 0; i < setups.size(); ++i) {
      alone[i].step(inputs[i]);
      ASSERT_EQ(together.vehicle(i), alone[i].vehicle()) << "vehicle " << i << " tick " << tick;
    }
  }
  EXPECT_GT(contacts, 20);
}

#if defined(__x86_64__)
TEST(Step, FlushToZeroSetBySomebodyElseChangesNothing) {
  TestRun usual = busy_run(), flushed = busy_run();
  for (TestRun* run : {&usual, &flushed})
    std::get<NeatoState<double>>(run->vehicle(2)).body.vy = 3e-310;  // denormal
  const unsigned mode = _mm_getcsr();
  for (int tick = 0; tick < 100; ++tick) {
    const auto inputs = random_inputs(usual, tick);
    usual.step(inputs);

    _mm_setcsr(mode | 0x8040);  // flush to zero, denormals are zero
    flushed.step(inputs);
    const unsigned after = _mm_getcsr();
    _mm_setcsr(mode);

    ASSERT_EQ(after & 0x8040u, 0x8040u) << "the caller's mode is his own";
    ASSERT_EQ(hash_of(usual.state), hash_of(flushed.state)) << "tick " << tick;
  }
}
#endif

TEST(Step, CountsTicksAndClearsTheLastOnesEvents) {
  TestRun run = busy_run();
  run.out.gates.push_back({});
  run.out.physics.froze.push_back({});

  run.step(random_inputs(run, 0));

  EXPECT_EQ(run.state.tick, Tick{1});
  EXPECT_TRUE(run.out.gates.empty());
  EXPECT_TRUE(run.out.physics.froze.empty());
}

}  // namespace
}  // namespace paddock
