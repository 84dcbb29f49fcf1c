#include "paddock/control/policy.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "paddock/core/det_math.h"
#include "paddock/io/file.h"
#include "paddock/io/json.h"

namespace paddock {
namespace {

constexpr std::size_t kMostUnits = 4096;  // of one layer
constexpr std::size_t kMostLayers = 16;

/// A word of TaskShape::extras and what a driver takes it for.
struct ExtraName {
  VehicleKind vehicle{};
  std::string_view word;
  PolicyExtra extra{};
};
constexpr std::array kExtraNames{
    ExtraName{kind_of<Racecar>(), "speed m/s", PolicyExtra::Speed},
    ExtraName{kind_of<Racecar>(), "sideways speed m/s", PolicyExtra::SidewaysSpeed},
    ExtraName{kind_of<Racecar>(), "yaw rate rad/s", PolicyExtra::YawRate},
    ExtraName{kind_of<Racecar>(), "steering rad", PolicyExtra::Steering},
    ExtraName{kind_of<Racecar>(), "last steer action", PolicyExtra::LastAction0},
    ExtraName{kind_of<Racecar>(), "last accel action", PolicyExtra::LastAction1},
    ExtraName{kind_of<Rover>(), "target ahead, part of 1", PolicyExtra::TargetAhead},
    ExtraName{kind_of<Rover>(), "target left, part of 1", PolicyExtra::TargetLeft},
    ExtraName{kind_of<Rover>(), "target distance m", PolicyExtra::TargetDistance},
    ExtraName{kind_of<Rover>(), "speed m/s", PolicyExtra::Speed},
    ExtraName{kind_of<Rover>(), "yaw rate rad/s", PolicyExtra::YawRate},
    ExtraName{kind_of<Rover>(), "rear block rad", PolicyExtra::Steering},
    ExtraName{kind_of<Rover>(), "touching", PolicyExtra::Touching},
    ExtraName{kind_of<Rover>(), "last steer action", PolicyExtra::LastAction0},
    ExtraName{kind_of<Rover>(), "last speed action", PolicyExtra::LastAction1},
};

std::vector<std::string> input_names(VehicleKind vehicle) {
  std::vector<std::string> names;
  std::visit(
      [&](const auto& input) {
        input.fields(input, [&](const char* name, double) { names.emplace_back(name); });
      },
      idle_input(vehicle));
  return names;
}

/// Reads the parts of one file and says which is wrong.
class PolicyReader {
 public:
  PolicyReader(const Json& root, const std::string& file) : root_(root), file_(file) {}

  template <class... Parts>
  tl::unexpected<Error> wrong(const Parts&... parts) const {
    return fail(ErrorCode::Invalid, file_, ": ", parts...);
  }

  const Json& at(const Json& object, std::string_view key) const {
    static const Json kNothing;
    const Json* found = object.find(key);
    return found == nullptr ? kNothing : *found;
  }

  Result<double> number(const Json& object, std::string_view key, double low, double high) const {
    const Json& value = at(object, key);
    const bool is_number = value.is(JsonKind::Int) || value.is(JsonKind::Double);
    if (!is_number || !(value.number() >= low && value.number() <= high))
      return wrong(key, " must be a number from ", low, " to ", high);
    return value.number();
  }

  Result<std::vector<double>> numbers(const Json& array, std::string_view what,
                                      std::size_t count) const {
    if (!array.is(JsonKind::Array) || array.items().size() != count)
      return wrong(what, " must be ", count, " numbers, got ", array.items().size());
    std::vector<double> all;
    for (const Json& item : array.items()) {
      const bool is_number = item.is(JsonKind::Int) || item.is(JsonKind::Double);
      if (!is_number || !(std::fabs(item.number()) <= 1e6))
        return wrong(what, " must be numbers within 1e6");
      all.push_back(item.number());
    }
    return all;
  }

  Result<VehicleKind> vehicle() const {
    const std::string& name = at(root_, "vehicle").text();
    const VehicleType* type = find_vehicle_type(name);
    if (type == nullptr) return wrong("there is no vehicle \"", name, "\"");
    return type->kind;
  }

  /// A number that older files do not have.
  Result<double> number_or(const Json& object, std::string_view key, double low, double high,
                           double otherwise) const {
    if (object.find(key) == nullptr) return otherwise;
    return number(object, key, low, high);
  }

  Result<Lidar2dParams> lidar() const {
    const Json& table = at(root_, "lidar");
    const auto beams = number(table, "beams", 0, kMaxBeams);
    if (!beams) return tl::unexpected(beams.error().within("lidar"));
    Lidar2dParams lidar{.beams = static_cast<int>(*beams)};
    if (lidar.beams == 0) return lidar;
    const auto start = number(table, "start", -10, 10), span = number(table, "span", -6.3, 6.3);
    const auto range = number(table, "range", 0.01, 1000);
    const auto plane = number_or(table, "near_plane", 0, 0.9 * range.value_or(0), 0);
    const auto least = number_or(table, "least", 0, range.value_or(0), 0);
    for (const auto* part : {&start, &span, &range, &plane, &least})
      if (!*part) return tl::unexpected(part->error().within("lidar"));
    lidar.start = *start, lidar.span = *span;
    lidar.max_range = lidar.far_value = *range;
    lidar.near_plane = *plane, lidar.min_range = *least;
    if (lidar.min_range > 0) lidar.near_value = lidar.far_value;
    if (lidar.beams == 1 || lidar.span == 0)
      return wrong("a lidar must have two beams or more, apart from each other");
    return lidar;
  }

  Result<int> pool(int beams) const {
    const auto pool = number_or(at(root_, "lidar"), "pool", 1, kMaxBeams, 1);
    if (!pool) return tl::unexpected(pool.error().within("lidar"));
    const int whole = static_cast<int>(*pool);
    if (whole != *pool || beams % whole != 0)
      return wrong("lidar: pool must divide the beams, got ", *pool);
    return whole;
  }

  Result<std::vector<PolicyExtra>> extras(VehicleKind vehicle) const {
    std::vector<PolicyExtra> all;
    for (const Json& extra : at(root_, "extras").items()) {
      const auto found =
          std::find_if(kExtraNames.begin(), kExtraNames.end(), [&](const ExtraName& word) {
            return word.vehicle == vehicle && word.word == extra.text();
          });
      if (found == kExtraNames.end())
        return wrong(
            "the policy wants \"", extra.text(),
            "\", which only its task can tell; a driver measures those of the tasks race and "
            "blocks");
      all.push_back(found->extra);
    }
    if (all.size() > kExtraNames.size())
      return wrong("extras must be at most ", kExtraNames.size());
    return all;
  }

  Result<std::vector<PolicyLayer>> layers(std::size_t inputs) const {
    const Json& list = at(root_, "layers");
    if (list.items().empty() || list.items().size() > kMostLayers)
      return wrong("layers must be 1 to ", kMostLayers, ", got ", list.items().size());
    std::vector<PolicyLayer> all;
    for (const Json& item : list.items()) {
      const Json& rows = at(item, "weights");
      PolicyLayer layer{
          .inputs = inputs, .outputs = rows.items().size(), .weights = {}, .biases = {}};
      if (layer.outputs == 0 || layer.outputs > kMostUnits)
        return wrong("a layer must have 1 to ", kMostUnits, " outputs, got ", layer.outputs);
      for (const Json& row : rows.items()) {
        const auto weights = numbers(row, "a row of weights", inputs);
        if (!weights) return tl::unexpected(weights.error());
        layer.weights.insert(layer.weights.end(), weights->begin(), weights->end());
      }
      auto biases = numbers(at(item, "biases"), "biases", layer.outputs);
      if (!biases) return tl::unexpected(biases.error());
      layer.biases = std::move(*biases);
      inputs = layer.outputs;
      all.push_back(std::move(layer));
    }
    return all;
  }

  Result<std::vector<PolicyAction>> actions(VehicleKind vehicle) const {
    const std::vector<std::string> names = input_names(vehicle);
    std::vector<PolicyAction> all;
    for (const Json& item : at(root_, "actions").items()) {
      const std::string& name = at(item, "input").text();
      const auto found = std::find(names.begin(), names.end(), name);
      if (found == names.end()) return wrong("the vehicle has no input \"", name, "\"");
      const auto scale = number(item, "scale", -1e6, 1e6);
      if (!scale) return tl::unexpected(scale.error());
      all.push_back({static_cast<std::size_t>(found - names.begin()), *scale});
    }
    if (all.empty() || all.size() > kPolicyActions)
      return wrong("actions must be 1 to ", kPolicyActions, ", got ", all.size());
    return all;
  }

 private:
  const Json& root_;
  const std::string& file_;
};

/// What a body feels of its own motion.
struct BodyMotion {
  double speed{}, sideways{}, yaw_rate{}, steer{};
};

BodyMotion body_motion(const VehicleState& state) {
  if (const auto* car = std::get_if<RacecarState<double>>(&state))
    return {car->body.vx, car->body.vy, car->body.yaw_rate, car->steer};
  if (const auto* rover = std::get_if<RoverState<double>>(&state))
    return {rover->body.vx, rover->body.vy, rover->body.yaw_rate, rover->steer};
  return {};
}

double tanh_of(double x) {
  const double held = std::clamp(x, -20.0, 20.0);  // 1 to the last bit beyond
  const double e = det::exp(2 * held);
  return (e - 1) / (e + 1);
}

}  // namespace

Result<PolicyParams> read_policy(std::string_view text, const std::string& file) {
  const auto root = parse_json(text);
  if (!root) return tl::unexpected(root.error().within(file));
  const PolicyReader reader(*root, file);
  if (reader.at(*root, "paddock_policy").integer() != 1)
    return reader.wrong("this is no policy of format 1");

  PolicyParams policy;
  policy.task = reader.at(*root, "task").text();
  const auto vehicle = reader.vehicle();
  if (!vehicle) return tl::unexpected(vehicle.error());
  policy.vehicle = *vehicle;
  const auto seconds = reader.number(*root, "step_seconds", 1e-4, 10);
  if (!seconds) return tl::unexpected(seconds.error());
  policy.step_seconds = *seconds;
  const auto clip = reader.number(*root, "clip", 1e-6, 1e6);
  if (!clip) return tl::unexpected(clip.error());
  policy.clip = *clip;
  const auto lidar = reader.lidar();
  if (!lidar) return tl::unexpected(lidar.error());
  policy.lidar = *lidar;
  auto extras = reader.extras(*vehicle);
  if (!extras) return tl::unexpected(extras.error());
  policy.extras = std::move(*extras);

  const auto pool = reader.pool(policy.lidar.beams);
  if (!pool) return tl::unexpected(pool.error());
  policy.pool = *pool;
  const auto half = reader.number_or(reader.at(*root, "lidar"), "half_range", 0, 1000, 0);
  if (!half) return tl::unexpected(half.error());
  policy.half_range = *half;
  const auto stop = reader.number_or(*root, "stop_within", 0, 1000, 0);
  if (!stop) return tl::unexpected(stop.error());
  policy.stop_within = *stop;
  if (policy.stop_within > 0 && !seeks_target(policy))
    return reader.wrong("stop_within needs a target among the extras");

  const std::size_t inputs = policy.inputs();
  auto mean = reader.numbers(reader.at(*root, "mean"), "mean", inputs);
  if (!mean) return tl::unexpected(mean.error());
  policy.mean = std::move(*mean);
  auto scale = reader.numbers(reader.at(*root, "scale"), "scale", inputs);
  if (!scale) return tl::unexpected(scale.error());
  policy.scale = std::move(*scale);
  auto layers = reader.layers(inputs);
  if (!layers) return tl::unexpected(layers.error());
  policy.layers = std::move(*layers);
  auto actions = reader.actions(*vehicle);
  if (!actions) return tl::unexpected(actions.error());
  policy.actions = std::move(*actions);
  if (policy.layers.back().outputs != policy.actions.size())
    return reader.wrong("the last layer must give ", policy.actions.size(), " actions, got ",
                        policy.layers.back().outputs);
  return policy;
}

Result<PolicyParams> load_policy(const std::string& path) {
  const auto text = read_file(path);
  if (!text) return tl::unexpected(text.error());
  return read_policy(*text, path);
}

std::string policy_text(const PolicyParams& policy) {
  const auto row = [](auto begin, auto end) {
    Json numbers = Json::array();
    for (auto at = begin; at != end; ++at) numbers.add(*at);
    return numbers;
  };
  Json lidar = Json::object().set("beams", policy.lidar.beams);
  if (policy.lidar.beams > 0)
    lidar.set("start", policy.lidar.start)
        .set("span", policy.lidar.span)
        .set("range", policy.lidar.max_range)
        .set("near_plane", policy.lidar.near_plane)
        .set("least", policy.lidar.min_range)
        .set("pool", policy.pool)
        .set("half_range", policy.half_range);
  Json extras = Json::array(), actions = Json::array(), layers = Json::array();
  for (const PolicyExtra extra : policy.extras)
    for (const ExtraName& word : kExtraNames)
      if (word.vehicle == policy.vehicle && word.extra == extra) extras.add(word.word);
  const std::vector<std::string> names = input_names(policy.vehicle);
  for (const PolicyAction& action : policy.actions)
    actions.add(Json::object().set("input", names[action.field]).set("scale", action.scale));
  for (const PolicyLayer& layer : policy.layers) {
    Json rows = Json::array();
    const auto inputs = static_cast<std::ptrdiff_t>(layer.inputs);
    for (auto at = layer.weights.begin(); at != layer.weights.end(); at += inputs)
      rows.add(row(at, at + inputs));
    layers.add(Json::object()
                   .set("weights", std::move(rows))
                   .set("biases", row(layer.biases.begin(), layer.biases.end())));
  }
  const Json text = Json::object()
                        .set("paddock_policy", 1)
                        .set("task", policy.task)
                        .set("vehicle", type_of(policy.vehicle).name)
                        .set("step_seconds", policy.step_seconds)
                        .set("lidar", std::move(lidar))
                        .set("extras", std::move(extras))
                        .set("stop_within", policy.stop_within)
                        .set("actions", std::move(actions))
                        .set("clip", policy.clip)
                        .set("mean", row(policy.mean.begin(), policy.mean.end()))
                        .set("scale", row(policy.scale.begin(), policy.scale.end()))
                        .set("layers", std::move(layers));
  return to_text(text, 0) + "\n";
}

void prepare_inputs(const PolicyParams& policy, std::span<const double> observations,
                    std::span<double> inputs) {
  const auto beams = static_cast<std::size_t>(policy.lidar.beams);
  const auto pool = static_cast<std::size_t>(policy.pool);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    double value = 0;
    if (i < beams / pool) {
      const auto ranges = observations.subspan(i * pool, pool);
      value = *std::min_element(ranges.begin(), ranges.end());
      if (policy.half_range > 0) value = policy.half_range / (policy.half_range + value);
    } else {
      value = observations[beams + i - beams / pool];
    }
    inputs[i] = std::clamp((value - policy.mean[i]) * policy.scale[i], -policy.clip, policy.clip);
  }
}

std::array<double, kPolicyActions> act(const PolicyParams& policy,
                                       std::span<const double> observations) {
  std::vector<double> values(policy.inputs()), outputs;
  prepare_inputs(policy, observations, values);
  for (const PolicyLayer& layer : policy.layers) {
    outputs.resize(layer.outputs);
    for (std::size_t o = 0; o < layer.outputs; ++o) {
      double sum = layer.biases[o];
      for (std::size_t i = 0; i < layer.inputs; ++i)
        sum += layer.weights[o * layer.inputs + i] * values[i];
      outputs[o] = tanh_of(sum);
    }
    values.swap(outputs);
  }
  std::array<double, kPolicyActions> actions{};
  std::copy_n(values.begin(), policy.actions.size(), actions.begin());
  return actions;
}

bool seeks_target(const PolicyParams& policy) {
  return std::any_of(policy.extras.begin(), policy.extras.end(), [](PolicyExtra extra) {
    return extra == PolicyExtra::TargetAhead || extra == PolicyExtra::TargetLeft ||
           extra == PolicyExtra::TargetDistance;
  });
}

std::vector<double> extra_inputs(const PolicyParams& policy, const VehicleState& state,
                                 const std::array<double, kPolicyActions>& last_action,
                                 Vec2 target) {
  std::vector<double> numbers;
  if (policy.extras.empty()) return numbers;
  const BodyMotion body = body_motion(state);
  const Pose2 pose = pose_of(state);
  const Vec2 to_target = inverse(Rot2::of(pose.yaw)) * (target - position(pose));
  const Vec2 way = normalized(to_target);
  const std::array all{
      body.speed,     body.sideways, body.yaw_rate, body.steer,        last_action[0],
      last_action[1], way.x,         way.y,         length(to_target), 0.0};
  for (const PolicyExtra extra : policy.extras)
    numbers.push_back(all[static_cast<std::size_t>(extra)]);
  return numbers;
}

VehicleInput input_of(const PolicyParams& policy,
                      const std::array<double, kPolicyActions>& action) {
  VehicleInput input = idle_input(policy.vehicle);
  for (std::size_t k = 0; k < policy.actions.size(); ++k)
    std::visit(
        [&](auto& fields) {
          std::size_t index = 0;
          fields.fields(fields, [&](const char*, double& number) {
            if (index++ == policy.actions[k].field) number = policy.actions[k].scale * action[k];
          });
        },
        input);
  return input;
}

}  // namespace paddock
