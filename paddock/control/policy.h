// A trained policy as a driver: a small network from lidar and what the vehicle feels to its
// inputs. The file is JSON, written by the Python package and by `paddock train`
// (docs/python.md). SI, radians.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "paddock/core/error.h"
#include "paddock/core/vec.h"
#include "paddock/sensors/lidar2d.h"
#include "paddock/vehicles/vehicle.h"

namespace paddock {

/// One layer: tanh(weights x + biases).
struct PolicyLayer {
  std::size_t inputs{}, outputs{};
  std::vector<double> weights;  // row by row, one row an output
  std::vector<double> biases;
};

/// What a policy may feel beside its lidar, in the words of the tasks that trained it. The target
/// is the level's trigger of that name.
enum class PolicyExtra {
  Speed,
  SidewaysSpeed,
  YawRate,
  Steering,
  LastAction0,
  LastAction1,
  TargetAhead,
  TargetLeft,
  TargetDistance,
  Touching,  // 0 always: a driver has no bumper, and where touching ends episodes nothing else was
             // ever felt
};

/// Where an output goes: the vehicle's input of this index becomes scale * output.
struct PolicyAction {
  std::size_t field{};
  double scale{};
};

inline constexpr std::size_t kPolicyActions = 2;

/// All that a file says, checked: sizes fit and every number is finite.
struct PolicyParams {
  std::string task;
  VehicleKind vehicle{};
  double step_seconds{};  // an action is held so long
  Lidar2dParams lidar;    // no lidar when lidar.beams is 0
  int pool{1};            // so many neighbouring beams make one input, the shortest range of them
  double half_range{};    // m; > 0: the input is half_range / (half_range + range), near is 1
  std::vector<PolicyExtra> extras;
  double stop_within{};             // m of the target; there it stays
  std::vector<double> mean, scale;  // inputs are (value - mean) * scale, held within +-clip
  double clip{};
  std::vector<PolicyLayer> layers;
  std::vector<PolicyAction> actions;

  std::size_t inputs() const {
    return static_cast<std::size_t>(lidar.beams / pool) + extras.size();
  }
};

/// What a policy remembers from one action to the next.
struct PolicyMemory {
  std::array<double, kPolicyActions> action{};  // the one it holds
  bool arrived{};                               // at its target, to stay
};

/// Reads a policy; `file` names it in messages. Any bytes are safe.
Result<PolicyParams> read_policy(std::string_view text, const std::string& file);
Result<PolicyParams> load_policy(const std::string& path);

/// The file's text for a policy; read_policy() gives the same policy back.
std::string policy_text(const PolicyParams& policy);

/// The network's inputs from observations, lidar ranges and then feelings: pooled, scaled, held
/// within the clip.
void prepare_inputs(const PolicyParams& policy, std::span<const double> observations,
                    std::span<double> inputs);

/// Actions, -1 to 1, for observations: lidar ranges, then feelings.
std::array<double, kPolicyActions> act(const PolicyParams& policy,
                                       std::span<const double> observations);

/// True when the policy seeks a target.
bool seeks_target(const PolicyParams& policy);

/// What a vehicle feels of itself and of its target, in the order of `feelings`.
std::vector<double> extra_inputs(const PolicyParams& policy, const VehicleState& state,
                                 const std::array<double, kPolicyActions>& last_action,
                                 Vec2 target);

/// The vehicle's input for an action.
VehicleInput input_of(const PolicyParams& policy, const std::array<double, kPolicyActions>& action);

}  // namespace paddock
