// A policy file drives as it was trained: same observation, same network, clear words when it is
// wrong.
#include "paddock/control/policy.h"

#include <gtest/gtest.h>

#include <cmath>

#include "paddock/batch/batch.h"
#include "paddock/engine/sense.h"
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

  const auto action = act(*policy, {3, 100, 4});

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
  for (const Feeling feeling : {Feeling::Speed, Feeling::SidewaysSpeed, Feeling::YawRate,
                                Feeling::Steering, Feeling::LastAction0, Feeling::LastAction1})
    policy.feelings.push_back(feeling);

  std::vector<float> seen = reading.ranges;
  for (const double number : felt(policy, view.vehicles[0], {0.1f, 0.4f}))
    seen.push_back(static_cast<float>(number));
  EXPECT_EQ(seen, observations);
}

}  // namespace
}  // namespace paddock
