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

// the words of TaskShape::extras
constexpr std::array<std::string_view, 6> kFeelings{"speed m/s",         "sideways speed m/s",
                                                    "yaw rate rad/s",    "steering rad",
                                                    "last steer action", "last accel action"};

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

  Result<Lidar2dParams> lidar() const {
    const Json& table = at(root_, "lidar");
    const auto beams = number(table, "beams", 0, kMaxBeams);
    if (!beams) return tl::unexpected(beams.error().within("lidar"));
    Lidar2dParams lidar{.beams = static_cast<int>(*beams)};
    if (lidar.beams == 0) return lidar;
    const auto start = number(table, "start", -10, 10), span = number(table, "span", -6.3, 6.3);
    const auto range = number(table, "range", 0.01, 1000);
    for (const auto* part : {&start, &span, &range})
      if (!*part) return tl::unexpected(part->error().within("lidar"));
    lidar.start = *start, lidar.span = *span;
    lidar.max_range = lidar.far_value = *range;
    if (lidar.beams == 1 || lidar.span == 0)
      return wrong("a lidar must have two beams or more, apart from each other");
    return lidar;
  }

  Result<std::vector<Feeling>> feelings(VehicleKind vehicle) const {
    std::vector<Feeling> all;
    for (const Json& extra : at(root_, "extras").items()) {
      const auto found = std::find(kFeelings.begin(), kFeelings.end(), extra.text());
      if (found == kFeelings.end() || vehicle != VehicleKind::Racecar)
        return wrong("the policy wants \"", extra.text(),
                     "\", which only its task can tell; a driver feels those of the task race");
      all.push_back(static_cast<Feeling>(found - kFeelings.begin()));
    }
    if (all.size() > kFeelings.size()) return wrong("extras must be at most ", kFeelings.size());
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
    std::vector<std::string> names;
    std::visit(
        [&](const auto& input) {
          input.fields(input, [&](const char* name, double) { names.emplace_back(name); });
        },
        idle_input(vehicle));
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
  auto feelings = reader.feelings(*vehicle);
  if (!feelings) return tl::unexpected(feelings.error());
  policy.feelings = std::move(*feelings);

  const std::size_t inputs = static_cast<std::size_t>(policy.lidar.beams) + policy.feelings.size();
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

std::array<double, kPolicyActions> act(const PolicyParams& policy,
                                       std::vector<double> observations) {
  for (std::size_t i = 0; i < observations.size(); ++i)
    observations[i] =
        std::clamp((observations[i] - policy.mean[i]) * policy.scale[i], -policy.clip, policy.clip);
  std::vector<double> outputs;
  for (const PolicyLayer& layer : policy.layers) {
    outputs.resize(layer.outputs);
    for (std::size_t o = 0; o < layer.outputs; ++o) {
      double sum = layer.biases[o];
      for (std::size_t i = 0; i < layer.inputs; ++i)
        sum += layer.weights[o * layer.inputs + i] * observations[i];
      outputs[o] = tanh_of(sum);
    }
    observations.swap(outputs);
  }
  std::array<double, kPolicyActions> actions{};
  std::copy_n(observations.begin(), policy.actions.size(), actions.begin());
  return actions;
}

std::vector<double> felt(const PolicyParams& policy, const VehicleState& state,
                         const std::array<double, kPolicyActions>& last_action) {
  std::vector<double> numbers;
  if (policy.feelings.empty()) return numbers;
  const auto& car = std::get<RacecarState<double>>(state);
  const std::array all{car.body.vx, car.body.vy,    car.body.yaw_rate,
                       car.steer,   last_action[0], last_action[1]};
  for (const Feeling feeling : policy.feelings)
    numbers.push_back(all[static_cast<std::size_t>(feeling)]);
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
