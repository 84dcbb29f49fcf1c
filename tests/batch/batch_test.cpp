// N worlds equal one world N times, and one world equals the engine.
#include "paddock/batch/batch.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "paddock/core/hash.h"
#include "paddock/core/random.h"
#include "paddock/engine/step.h"
#include "tests/support/allocations.h"

namespace paddock {
namespace {

BatchSpec spec_of(std::string_view task, int worlds, int threads = 1) {
  BatchSpec spec;
  spec.task = task;
  spec.worlds = worlds;
  spec.threads = threads;
  spec.options.variants = 3;
  return spec;
}

std::unique_ptr<Batch> opened(const BatchSpec& spec) {
  auto batch = Batch::open(spec);
  EXPECT_TRUE(batch) << batch.error().message;
  return std::move(*batch);
}

/// A batch with the buffers its caller owns.
struct Play {
  std::unique_ptr<Batch> batch;
  std::uint32_t first_world{};
  std::vector<float> actions, observations, rewards;
  std::vector<std::uint8_t> terminated, truncated;

  explicit Play(const BatchSpec& spec) : batch(opened(spec)), first_world(spec.first_world) {
    const TaskShape& shape = batch->shape();
    const auto worlds = static_cast<std::size_t>(spec.worlds);
    const auto agents = worlds * static_cast<std::size_t>(shape.agents);
    actions.resize(agents * static_cast<std::size_t>(shape.action_size));
    observations.resize(agents * static_cast<std::size_t>(shape.observation_size));
    rewards.resize(agents);
    terminated.resize(worlds), truncated.resize(worlds);
    batch->reset(spec.seed, observations);
  }
  std::size_t actions_a_world() const { return actions.size() / terminated.size(); }
  std::size_t floats_a_world() const { return observations.size() / terminated.size(); }

  /// Random actions, held for a while, that depend on world and step alone.
  void draw_actions(int step) {
    const std::size_t each = actions_a_world();
    for (std::size_t i = 0; i < actions.size(); ++i) {
      const DrawAddress at{.seed = 3,
                           .stream = Stream::TaskAction,
                           .entity = first_world + static_cast<std::uint32_t>(i / each),
                           .tick = static_cast<std::uint64_t>(step / 20),
                           .index = static_cast<std::uint32_t>(i % each)};
      actions[i] = static_cast<float>(draw_between(at, -0.7, 1));
    }
  }
  void step() { batch->step(actions, observations, rewards, terminated, truncated); }
  void play(int first, int steps) {
    for (int s = first; s < first + steps; ++s) {
      draw_actions(s);
      step();
    }
  }
  void hash_world(std::size_t world, Hasher& hash) const {
    const std::size_t size = floats_a_world(), agents = rewards.size() / terminated.size();
    for (std::size_t i = 0; i < size; ++i) hash.add(observations[world * size + i]);
    for (std::size_t a = 0; a < agents; ++a) hash.add(rewards[world * agents + a]);
    hash.add(terminated[world] != 0), hash.add(truncated[world] != 0);
  }
};

/// Of each world, everything it showed in a number of random steps.
std::vector<std::uint64_t> hashes_of(const BatchSpec& spec, int steps) {
  Play play(spec);
  std::vector<Hasher> hashes(play.terminated.size());
  for (int s = 0; s < steps; ++s) {
    play.play(s, 1);
    for (std::size_t w = 0; w < hashes.size(); ++w) play.hash_world(w, hashes[w]);
  }
  std::vector<std::uint64_t> values;
  for (const Hasher& hash : hashes) values.push_back(hash.value());
  return values;
}

class EveryTask : public testing::TestWithParam<std::string_view> {};
INSTANTIATE_TEST_SUITE_P(Batch, EveryTask,
                         testing::ValuesIn(task_names().begin(), task_names().end()),
                         [](const auto& task) { return std::string(task.param); });

TEST_P(EveryTask, ShowsTheSameOnOneTwoAndEightThreads) {
  const auto one = hashes_of(spec_of(GetParam(), 64, 1), 60);

  EXPECT_EQ(one, hashes_of(spec_of(GetParam(), 64, 2), 60));
  EXPECT_EQ(one, hashes_of(spec_of(GetParam(), 64, 8), 60));
}

TEST_P(EveryTask, SixtyFourWorldsEqualSixtyFourBatchesOfOne) {
  BatchSpec spec = spec_of(GetParam(), 64);
  spec.options.variants = 1;  // sixty-five batches are opened
  const auto together = hashes_of(spec, 40);

  spec.worlds = 1;
  for (std::uint32_t world = 0; world < 64; ++world) {
    spec.first_world = world;
    EXPECT_EQ(hashes_of(spec, 40).front(), together[world]) << "world " << world;
  }
}

TEST_P(EveryTask, OneWorldEqualsTheEngineBitForBit) {
  Play play(spec_of(GetParam(), 1));
  const TaskShape& shape = play.batch->shape();
  auto task = make_task(GetParam(), {.variants = 3});
  ASSERT_TRUE(task);
  int compared = 0, bumps = 0;
  for (int s = 0; s < 1500; ++s) {
    // an engine that starts where the episode does
    const WorldView view = play.batch->view(0);
    Model model = view.arena->model;
    model.seed = model.physics.seed = view.seed;
    State state = initial_state(model);
    state.physics.vehicles = view.vehicles;
    state.tick = Tick{view.step * task->ticks_per_step};
    Scratch scratch = make_scratch(model);
    Output out = make_output(model);

    play.draw_actions(s);
    if (GetParam() == "waypoints")  // nobody meets a pole by chance: straight into the hedge
      std::fill(play.actions.begin(), play.actions.end(), 1.0f);
    std::vector<VehicleInput> inputs(static_cast<std::size_t>(shape.agents),
                                     idle_input(task->vehicle));
    for (std::size_t a = 0; a < inputs.size(); ++a)
      for (std::size_t k = 0; k < task->shape.action_scales.size(); ++k) {
        const ActionScale to = task->shape.action_scales[k];
        std::size_t f = 0;
        std::visit(
            [&](auto& input) {
              input.fields(input, [&](const char*, double& n) {
                if (f++ == to.field)
                  n = to.scale *
                      static_cast<double>(play.actions[a * task->shape.action_scales.size() + k]);
              });
            },
            inputs[a]);
      }
    for (int tick = 0; tick < task->ticks_per_step; ++tick) {
      step(model, inputs, state, scratch, out);
      bumps += static_cast<int>(out.physics.contacts.size());
    }
    play.step();

    if (play.terminated[0] != 0 || play.truncated[0] != 0) continue;
    ++compared;
    ASSERT_EQ(play.batch->view(0).vehicles, state.physics.vehicles) << "step " << s;
  }
  EXPECT_GT(compared, 1000);
  EXPECT_GT(bumps, 0);
}

TEST_P(EveryTask, RestoreThenStepEqualsStep) {
  Play play(spec_of(GetParam(), 16));
  play.play(0, 30);
  const BatchSnapshot snapshot = play.batch->snapshot();
  play.play(30, 30);
  const BatchSnapshot later = play.batch->snapshot();
  const std::vector<float> seen = play.observations;

  BatchSpec other = spec_of(GetParam(), 16, 2);
  other.seed = 99;
  Play again(other);
  ASSERT_TRUE(again.batch->restore(snapshot));
  again.play(30, 30);

  EXPECT_EQ(again.batch->snapshot(), later);
  EXPECT_EQ(again.observations, seen);
}

TEST_P(EveryTask, ObserveWritesWhatTheLastStepWrote) {
  Play play(spec_of(GetParam(), 8));
  play.play(0, 30);
  std::vector<float> again(play.observations.size());

  play.batch->observe(again);

  EXPECT_EQ(again, play.observations);
}

TEST_P(EveryTask, AllocatesNothingOnceSetUp) {
  BatchSpec spec = spec_of(GetParam(), 24, 2);
  spec.options.max_steps = 25;  // resets come along
  spec.options.delay_high = 3;
  Play play(spec);
  play.play(0, 2);
  const std::vector<std::uint8_t> which(play.terminated.size(), 1);

  const long before = allocation_count();
  play.play(2, 100);
  play.batch->reset_some(which, play.observations);
  play.batch->reset(5, play.observations);
  play.batch->final_observations(play.observations);

  EXPECT_EQ(allocation_count(), before);
}

TEST_P(EveryTask, ActionsThatAreNoNumbersCountAsZeroAndDisturbNobody) {
  Play clean(spec_of(GetParam(), 8)), spoiled(spec_of(GetParam(), 8));
  const std::size_t each = clean.actions_a_world();
  for (int s = 0; s < 50; ++s) {
    clean.draw_actions(s), spoiled.draw_actions(s);
    for (std::size_t i = 0; i < each; ++i) {
      clean.actions[3 * each + i] = 0;
      spoiled.actions[3 * each + i] = s % 2 == 0 ? std::numeric_limits<float>::quiet_NaN()
                                                 : std::numeric_limits<float>::infinity();
      clean.actions[5 * each + i] = 1;
      spoiled.actions[5 * each + i] = 1e30f;
    }
    clean.step(), spoiled.step();
    ASSERT_EQ(clean.observations, spoiled.observations);
    ASSERT_EQ(clean.rewards, spoiled.rewards);
  }
}

TEST_P(EveryTask, RangesAreWithinTheSensorAndEverythingIsFinite) {
  Play play(spec_of(GetParam(), 16));
  play.play(0, 100);

  for (const float number : play.observations) ASSERT_TRUE(std::isfinite(number));
  for (const float number : play.rewards) ASSERT_TRUE(std::isfinite(number));
}

TEST(Batch, RigidLevelIsRefused) {
  BatchSpec spec = spec_of("race", 4);
  spec.options.levels = {PADDOCK_SOURCE_DIR "/levels/stunts/stunt_park.toml"};

  const auto batch = Batch::open(spec);

  ASSERT_FALSE(batch);
  EXPECT_NE(batch.error().message.find("must have physics = \"planar\""), std::string::npos)
      << batch.error().message;
}

TEST(Batch, AnEndedWorldBeginsAnewAtOnceAndKeepsItsLastObservation) {
  BatchSpec spec = spec_of("blocks", 4);
  spec.options.max_steps = 10;
  Play play(spec);
  play.play(0, 9);
  ASSERT_EQ(play.truncated, std::vector<std::uint8_t>(4, 0));
  const std::uint64_t seed = play.batch->view(0).seed;

  play.play(9, 1);

  EXPECT_EQ(play.truncated, std::vector<std::uint8_t>(4, 1));
  EXPECT_EQ(play.terminated, std::vector<std::uint8_t>(4, 0));
  EXPECT_EQ(play.batch->view(0).step, 0);
  EXPECT_NE(play.batch->view(0).seed, seed);
  std::vector<float> last(play.observations.size(), -1);
  play.batch->final_observations(last);
  EXPECT_NE(last, play.observations);
  const auto beams = static_cast<std::size_t>(play.batch->shape().beams);
  EXPECT_NE(last[beams + 3], 0);               // it was moving
  EXPECT_EQ(play.observations[beams + 3], 0);  // it stands at its new start

  play.play(10, 1);
  std::fill(last.begin(), last.end(), -1.0f);
  play.batch->final_observations(last);
  EXPECT_EQ(last, std::vector<float>(last.size(), -1));
}

TEST(Batch, WallsEndARace) {
  Play play(spec_of("race", 4));
  std::fill(play.actions.begin(), play.actions.end(), 1.0f);  // full left, full ahead
  int ended = 0;
  for (int s = 0; s < 300; ++s) {
    play.step();
    for (std::size_t w = 0; w < 4; ++w)
      if (play.terminated[w] != 0) {
        ++ended;
        EXPECT_LT(play.rewards[w], -4);
      }
  }

  EXPECT_GT(ended, 3);
}

TEST(Batch, ResetSomeLeavesTheOthersAlone) {
  Play play(spec_of("race", 6));
  play.play(0, 20);
  const std::vector<float> before = play.observations;
  std::vector<std::uint8_t> which(6);
  which[2] = 1;

  play.batch->reset_some(which, play.observations);

  const std::size_t size = play.floats_a_world();
  for (std::size_t w = 0; w < 6; ++w) {
    const bool same = std::equal(before.begin() + static_cast<std::ptrdiff_t>(w * size),
                                 before.begin() + static_cast<std::ptrdiff_t>((w + 1) * size),
                                 play.observations.begin() + static_cast<std::ptrdiff_t>(w * size));
    EXPECT_EQ(same, w != 2) << w;
  }
  EXPECT_EQ(play.batch->view(2).step, 0);
}

TEST(Batch, ResetEachStartsEveryWorldAsABatchOfItsOwn) {
  Play all(spec_of("race", 3));
  const std::vector<std::uint64_t> seeds{17, 4, 17};

  all.batch->reset_each(seeds, all.observations);
  all.batch->reset_some(std::vector<std::uint8_t>{0, 1, 0}, all.observations);

  const std::size_t size = all.floats_a_world();
  for (std::size_t w = 0; w < seeds.size(); ++w) {
    BatchSpec spec = spec_of("race", 1);
    spec.seed = seeds[w];
    Play alone(spec);
    if (w == 1) alone.batch->reset_some(std::vector<std::uint8_t>{1}, alone.observations);
    const auto row = std::span(all.observations).subspan(w * size, size);
    EXPECT_TRUE(std::equal(row.begin(), row.end(), alone.observations.begin())) << "world " << w;
  }
}

TEST(Batch, RandomisationStaysInItsRangesAndFillsThem) {
  BatchSpec spec = spec_of("race", 400);
  spec.options.beams = 8;
  spec.options.friction = {0.5, 1.5};
  spec.options.mass = {0.8, 1.25};
  spec.options.noise_scale = {0, 2};
  spec.options.delay_low = 1, spec.options.delay_high = 4;
  Play play(spec);
  double least = 9, most = 0;
  std::array<int, 5> delays{};
  for (int w = 0; w < 400; ++w) {
    const WorldView view = play.batch->view(w);
    least = std::min(least, view.friction), most = std::max(most, view.friction);
    EXPECT_TRUE(view.mass >= 0.8 && view.mass < 1.25);
    EXPECT_TRUE(view.noise_scale >= 0 && view.noise_scale < 2);
    ++delays.at(static_cast<std::size_t>(view.delay));
  }

  EXPECT_TRUE(least >= 0.5 && least < 0.52 && most < 1.5 && most > 1.48);
  EXPECT_EQ(delays[0], 0);
  for (std::size_t d = 1; d < 5; ++d) EXPECT_GT(delays[d], 60) << d;
}

TEST(Batch, ADelayedActionActsThatManyStepsLater) {
  BatchSpec spec = spec_of("race", 1);
  spec.options.delay_low = spec.options.delay_high = 3;
  Play play(spec);
  play.actions = {0, 1};
  for (int s = 0; s < 4; ++s) {
    EXPECT_EQ(std::get<RacecarState<double>>(play.batch->view(0).vehicles[0]).body.vx, 0) << s;
    play.step();
  }

  EXPECT_GT(std::get<RacecarState<double>>(play.batch->view(0).vehicles[0]).body.vx, 0.1);
}

TEST(Batch, AHeavierCarGainsSpeedMoreSlowly) {
  const auto speed_with = [](double mass) {
    BatchSpec spec = spec_of("race", 1);
    spec.options.mass = {mass, mass};
    Play play(spec);
    play.actions = {0, 1};
    for (int s = 0; s < 10; ++s) play.step();
    return std::get<RacecarState<double>>(play.batch->view(0).vehicles[0]).body.vx;
  };

  EXPECT_NEAR(speed_with(1) / speed_with(2), 2, 0.1);  // rolling resistance does not halve
}

TEST(Batch, NoiseCanBeSwitchedOffAndScaled) {
  const auto first_scan = [](bool noise, double scale) {
    BatchSpec spec = spec_of("race", 1);
    spec.options.noise = noise;
    spec.options.noise_scale = {scale, scale};
    return Play(spec).observations;
  };
  const auto ideal = first_scan(false, 1), one = first_scan(true, 1), ten = first_scan(true, 10);
  double one_square = 0, ten_square = 0;
  for (std::size_t i = 0; i < 1080; ++i) {
    one_square += std::pow(static_cast<double>(one[i] - ideal[i]), 2);
    ten_square += std::pow(static_cast<double>(ten[i] - ideal[i]), 2);
  }

  EXPECT_NEAR(std::sqrt(one_square / 1080), 0.01, 0.001);  // of 1080 draws
  EXPECT_NEAR(std::sqrt(ten_square / 1080), 0.1, 0.01);
}

TEST(Batch, CarsOfADuelSeeEachOther) {
  BatchSpec spec = spec_of("duel", 32);
  spec.options.noise = false;
  Play duel(spec);
  spec.task = "race";
  int nearer = 0;
  for (int w = 0; w < 32; ++w) {
    // the one behind has the other in its fan, about 1.5 m away
    const WorldView view = duel.batch->view(w);
    for (std::size_t a = 0; a < 2; ++a) {
      const Pose2 me = pose_of(view.vehicles[a]), other = pose_of(view.vehicles[1 - a]);
      const Vec2 seen = inverse(me) * position(other);
      if (seen.x < 0.5) continue;
      const std::size_t row = (static_cast<std::size_t>(w) * 2 + a) * duel.floats_a_world() / 2;
      const double bearing = std::atan2(seen.y, seen.x - 0.1);
      const auto beam = static_cast<std::size_t>((bearing + 0.75 * kPi) / (1.5 * kPi) * 1079);
      if (duel.observations[row + beam] < length(seen)) ++nearer;
    }
  }

  EXPECT_GT(nearer, 24);
}

TEST(Batch, SaysWhatIsWrongWithASpec) {
  for (const int worlds : {0, -1, 1 << 30}) EXPECT_FALSE(Batch::open(spec_of("race", worlds)));
  EXPECT_FALSE(Batch::open(spec_of("race", 1, -1)));
  EXPECT_FALSE(Batch::open(spec_of("chess", 1)));
}

TEST(Batch, ASnapshotOfAnotherBatchIsRefused) {
  Play play(spec_of("race", 2)), other(spec_of("race", 3));
  BatchSnapshot snapshot = play.batch->snapshot();
  const BatchSnapshot good = snapshot;

  EXPECT_FALSE(play.batch->restore(other.batch->snapshot()));
  EXPECT_FALSE(play.batch->restore({}));
  snapshot.words[4] = 1000;  // an arena that is not there
  EXPECT_FALSE(play.batch->restore(snapshot));
  snapshot = good;
  snapshot.numbers.back() = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(play.batch->restore(snapshot));
  EXPECT_EQ(play.batch->snapshot(), good);
}

#ifdef PADDOCK_ASSERTS
TEST(BatchDeathTest, WrongSpansAreRefused) {
  Play play(spec_of("waypoints", 2));
  std::vector<float> few(1);
  std::vector<std::uint8_t> flags(1);

  EXPECT_DEATH(
      play.batch->step(few, play.observations, play.rewards, play.terminated, play.truncated),
      "actions");
  EXPECT_DEATH(play.batch->step(play.actions, few, play.rewards, play.terminated, play.truncated),
               "observations");
  EXPECT_DEATH(
      play.batch->step(play.actions, play.observations, few, play.terminated, play.truncated),
      "rewards");
  EXPECT_DEATH(
      play.batch->step(play.actions, play.observations, play.rewards, flags, play.truncated),
      "terminated");
  EXPECT_DEATH(play.batch->reset(1, few), "observations");
  EXPECT_DEATH(play.batch->reset_some(flags, play.observations), "which");
}
#endif

}  // namespace
}  // namespace paddock
