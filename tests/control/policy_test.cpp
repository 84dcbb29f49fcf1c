// A policy file drives as it was trained: same observation, same network, clear words when it is
// wrong.
#include "paddock/control/policy.h"

#include <gtest/gtest.h>

#include <cmath>

#include "paddock/batch/batch.h"
#include "paddock/control/driver.h"
#include "paddock/engine/sense.h"
#include "paddock/io/file.h"
#include "paddock/io/json.h"

namespace paddock {
namespace {

Json row_of(std::vector<double> numbers) {
  Json row = Json::array();
  for (const double number : numbers) row.add(number);
  return row;
}

/// Two beams and the speed in, one hidden unit, two actions out.
Json small_policy() {
  const Json lidar =
      Json::object().set("beams", 2).set("start", -0.5).set("span", 1.0).set("range", 10.0);
  Json first = Json::object(), last = Json::object();
  first.set("weights", Json::array().add(row_of({0.5, -0.25, 1}))).set("biases", row_of({0.1}));
  last.set("weights", Json::array().add(row_of({2})).add(row_of({-1})))
      .set("biases", row_of({0, 0.5}));
  Json actions = Json::array();
  actions.add(Json::object().set("input", "steer").set("scale", 0.4));
  actions.add(Json::object().set("input", "accel").set("scale", 9.0));
  return Json::object()
      .set("paddock_policy", 1)
      .set("task", "race")
      .set("vehicle", "racecar")
      .set("step_seconds", 0.02)
      .set("lidar", lidar)
      .set("extras", Json::array().add("speed m/s"))
      .set("actions", std::move(actions))
      .set("clip", 5.0)
      .set("mean", row_of({1, 1, 2}))
      .set("scale", row_of({0.2, 0.2, 0.5}))
      .set("layers", Json::array().add(std::move(first)).add(std::move(last)));
}

Result<PolicyParams> read(const Json& json) { return read_policy(to_text(json, 0), "p.json"); }

TEST(Policy, ComputesWhatItsLayersSay) {
  const auto policy = read(small_policy());
  ASSERT_TRUE(policy) << policy.error().message;

  const std::vector<double> observations{3, 100, 4};
  const auto action = act(*policy, observations);

  // 100 m is far beyond the clip: (100 - 1) * 0.2 is held at 5
  const double hidden = std::tanh(0.5 * 0.4 - 0.25 * 5 + 1 * 1.0 + 0.1);
  EXPECT_NEAR(action[0], std::tanh(2 * hidden), 1e-12);
  EXPECT_NEAR(action[1], std::tanh(0.5 - hidden), 1e-12);
  const auto input = std::get<RacecarInput<double>>(input_of(*policy, action));
  EXPECT_DOUBLE_EQ(input.steer, 0.4 * action[0]);
  EXPECT_DOUBLE_EQ(input.accel, 9 * action[1]);
}

TEST(Policy, SaysWhatIsWrong) {
  const auto complaint = [](std::string_view key, Json value) {
    const auto policy = read(small_policy().set(key, std::move(value)));
    return policy ? std::string("read") : policy.error().message;
  };
  EXPECT_EQ(complaint("paddock_policy", 2), "p.json: this is no policy of format 1");
  EXPECT_EQ(complaint("vehicle", "bus"), "p.json: there is no vehicle \"bus\"");
  EXPECT_EQ(complaint("clip", -1), "p.json: clip must be a number from 1e-06 to 1e+06");
  EXPECT_EQ(complaint("mean", row_of({1})), "p.json: mean must be 3 numbers, got 1");
  EXPECT_EQ(complaint("layers", Json::array()), "p.json: layers must be 1 to 16, got 0");
  EXPECT_EQ(complaint("actions", Json::array()), "p.json: actions must be 1 to 2, got 0");
  EXPECT_NE(complaint("extras", Json::array().add("lead m")).find("only its task can tell"),
            std::string::npos);
  EXPECT_NE(complaint("lidar", Json::object().set("beams", 1e9)).find("beams must be"),
            std::string::npos);
  EXPECT_FALSE(read_policy("{", "p.json"));
  EXPECT_FALSE(read_policy("[]", "p.json"));
  EXPECT_FALSE(load_policy("no_such_file.json"));
}

TEST(Policy, SeesWhatItsTaskShowed) {
  BatchSpec spec{.task = "race", .worlds = 1, .seed = 5, .options = {}};
  spec.options.noise = false, spec.options.beams = 54, spec.options.variants = 1;
  const auto batch = Batch::open(spec);
  ASSERT_TRUE(batch);
  const TaskShape& shape = (*batch)->shape();
  std::vector<float> observations(static_cast<std::size_t>(shape.observation_size));
  std::vector<float> rewards(1);
  std::vector<std::uint8_t> terminated(1), truncated(1);
  (*batch)->reset(5, observations);
  const std::vector<float> action{0.1f, 0.4f};
  for (int i = 0; i < 20; ++i) (*batch)->step(action, observations, rewards, terminated, truncated);

  const WorldView view = (*batch)->view(0);
  const Model& model = view.arena->model;
  State state = initial_state(model);
  state.physics.vehicles = view.vehicles;
  Scratch scratch = make_scratch(model);
  LidarReading reading;
  const LidarRequest request{VehicleId{0}, shape.lidar};
  sense(model, state, {&request, 1}, scratch, {&reading, 1});
  PolicyParams policy;
  for (const PolicyExtra extra :
       {PolicyExtra::Speed, PolicyExtra::SidewaysSpeed, PolicyExtra::YawRate, PolicyExtra::Steering,
        PolicyExtra::LastAction0, PolicyExtra::LastAction1})
    policy.extras.push_back(extra);

  std::vector<float> seen = reading.ranges;
  for (const double number : extra_inputs(policy, view.vehicles[0], {0.1f, 0.4f}, {}))
    seen.push_back(static_cast<float>(number));
  EXPECT_EQ(seen, observations);
}

TEST(Policy, SeesTheTargetAsTheTaskBlocksShowedIt) {
  BatchSpec spec{.task = "blocks", .worlds = 1, .seed = 5, .options = {}};
  spec.options.noise = false, spec.options.variants = 1;
  const auto batch = Batch::open(spec);
  ASSERT_TRUE(batch);
  const TaskShape& shape = (*batch)->shape();
  std::vector<float> observations(static_cast<std::size_t>(shape.observation_size)), rewards(1);
  std::vector<std::uint8_t> terminated(1), truncated(1);
  (*batch)->reset(5, observations);
  const std::vector<float> action{0.3f, 0.7f};
  for (int i = 0; i < 9; ++i) (*batch)->step(action, observations, rewards, terminated, truncated);

  Json extras = Json::array();
  for (const TaskExtra& extra : shape.extras) extras.add(extra.name);
  std::vector<double> mean(static_cast<std::size_t>(shape.beams) + shape.extras.size());
  Json layer = Json::object();
  layer.set("weights", Json::array().add(row_of(mean))).set("biases", row_of({0}));
  const auto policy =
      read(small_policy()
               .set("vehicle", "rover")
               .set("extras", std::move(extras))
               .set("lidar", Json::object()
                                 .set("beams", shape.beams)
                                 .set("start", shape.lidar.start)
                                 .set("span", shape.lidar.span)
                                 .set("range", shape.lidar.max_range)
                                 .set("near_plane", shape.lidar.near_plane)
                                 .set("least", shape.lidar.min_range))
               .set("mean", row_of(mean))
               .set("scale", row_of(mean))
               .set("actions",
                    Json::array().add(Json::object().set("input", "motor").set("scale", 11.0)))
               .set("layers", Json::array().add(std::move(layer))));
  ASSERT_TRUE(policy) << policy.error().message;
  EXPECT_EQ(policy->lidar, shape.lidar);
  EXPECT_TRUE(seeks_target(*policy));

  const WorldView view = (*batch)->view(0);
  const auto numbers = extra_inputs(*policy, view.vehicles[0], {0.3f, 0.7f}, view.arena->target);
  ASSERT_EQ(numbers.size(), shape.extras.size());
  for (std::size_t i = 0; i < numbers.size(); ++i)
    EXPECT_FLOAT_EQ(static_cast<float>(numbers[i]),
                    observations[static_cast<std::size_t>(shape.beams) + i])
        << shape.extras[i].name;
}

TEST(Policy, PoolsNeighbouringBeamsAndSquashesRanges) {
  const Json lidar = Json::object()
                         .set("beams", 4)
                         .set("start", -0.5)
                         .set("span", 1.0)
                         .set("range", 10.0)
                         .set("pool", 2)
                         .set("half_range", 0.5);
  const auto policy = read(small_policy().set("lidar", lidar));
  ASSERT_TRUE(policy) << policy.error().message;
  EXPECT_EQ(policy->inputs(), 3u);

  std::vector<double> inputs(3);
  prepare_inputs(*policy, std::vector<double>{4, 0.5, 2, 3, 7}, inputs);

  EXPECT_NEAR(inputs[0], (0.5 / (0.5 + 0.5) - 1) * 0.2, 1e-12);
  EXPECT_NEAR(inputs[1], (0.5 / (0.5 + 2.0) - 1) * 0.2, 1e-12);
  EXPECT_NEAR(inputs[2], (7 - 2) * 0.5, 1e-12);
  EXPECT_FALSE(read(small_policy().set("lidar", Json(lidar).set("pool", 3))));
}

TEST(Policy, TextReadsBackAsTheSamePolicy) {
  const auto policy = read(small_policy());
  ASSERT_TRUE(policy);
  const std::string text = policy_text(*policy);
  const auto back = read_policy(text, "p.json");
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(policy_text(*back), text);
  EXPECT_EQ(back->layers[0].weights, policy->layers[0].weights);
  EXPECT_EQ(back->extras, policy->extras);
}

/// A rover's policy that knows its target and always drives ahead.
std::string seeking_policy() {
  Json layer = Json::object();
  layer.set("weights", Json::array().add(row_of({0}))).set("biases", row_of({3}));
  Json actions = Json::array();
  actions.add(Json::object().set("input", "motor").set("scale", 11.0));
  return to_text(small_policy()
                     .set("vehicle", "rover")
                     .set("lidar", Json::object().set("beams", 0))
                     .set("extras", Json::array().add("target distance m"))
                     .set("stop_within", 0.1)
                     .set("mean", row_of({0}))
                     .set("scale", row_of({1}))
                     .set("actions", std::move(actions))
                     .set("layers", Json::array().add(std::move(layer))),
                 0);
}

TEST(PolicyDriver, DrivesToItsTargetAndStaysThere) {
  const std::string file = ::testing::TempDir() + "seeking_policy.json";
  ASSERT_TRUE(write_file(file, seeking_policy()));
  LevelSpec level;
  level.triggers.push_back({{}, "target", {2, 0}, 0, {0.25, 0.25}});
  const VehicleParams rover = default_params(kind_of<Rover>());
  auto driver = make_policy_driver(file, build_world(level), rover);
  ASSERT_TRUE(driver) << driver.error().message;
  const auto motor_at = [&](double x) {
    const VehicleState state = state_at(kind_of<Rover>(), {x, 0, 0});
    const DriverView view{.tick = {}, .dt = 0.02, .params = &rover, .state = &state, .ranges = {}};
    return std::get<RoverInput<double>>(drive(*driver, view)).motor;
  };

  EXPECT_GT(motor_at(0), 10);
  EXPECT_GT(motor_at(1.85), 10);
  EXPECT_EQ(motor_at(1.95), 0);
  EXPECT_EQ(motor_at(2.15), 0);  // it rolls on a little

  Driver copy = *make_policy_driver(file, build_world(level), rover);
  EXPECT_TRUE(set_memory(copy, memory_of(*driver)));
  EXPECT_TRUE(std::get<PolicyDriver>(copy).memory.arrived);
  level.triggers.clear();
  const auto lost = make_policy_driver(file, build_world(level), rover);
  EXPECT_NE(lost.error().message.find("seeks a target"), std::string::npos);
}

}  // namespace
}  // namespace paddock
