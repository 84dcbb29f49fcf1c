// A trained policy as a driver: a small network from lidar and what the vehicle feels to its
// inputs. The file is JSON, written by the Python package (docs/python.md). SI, radians.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "paddock/core/error.h"
#include "paddock/sensors/lidar2d.h"
#include "paddock/vehicles/vehicle.h"

namespace paddock {

/// One layer: tanh(weights x + biases).
struct PolicyLayer {
  std::size_t inputs{}, outputs{};
  std::vector<double> weights;  // row by row, one row an output
  std::vector<double> biases;
};

/// What a policy may feel beside its lidar, in the words of the tasks that trained it.
enum class Feeling { Speed, SidewaysSpeed, YawRate, Steering, LastAction0, LastAction1 };

/// Where an output goes: the vehicle's input of this index becomes scale * output.
struct PolicyAction {
  std::size_t field{};
  double scale{};
};

inline constexpr std::size_t kPolicyActions = 2;

/// All that a file says, checked: sizes fit and every number is finite.
struct PolicyParams {
  VehicleKind vehicle{};
  double step_seconds{};  // an action is held so long
  Lidar2dParams lidar;    // no lidar when lidar.beams is 0
  std::vector<Feeling> feelings;
  std::vector<double> mean, scale;  // inputs are (value - mean) * scale, held within +-clip
  double clip{};
  std::vector<PolicyLayer> layers;
  std::vector<PolicyAction> actions;
};

/// Reads a policy; `file` names it in messages. Any bytes are safe.
Result<PolicyParams> read_policy(std::string_view text, const std::string& file);
Result<PolicyParams> load_policy(const std::string& path);

/// Actions, -1 to 1, for observations: lidar ranges, then feelings.
std::array<double, kPolicyActions> act(const PolicyParams& policy,
                                       std::vector<double> observations);

/// What a vehicle feels of itself, in the order of `feelings`.
std::vector<double> felt(const PolicyParams& policy, const VehicleState& state,
                         const std::array<double, kPolicyActions>& last_action);

/// The vehicle's input for an action.
VehicleInput input_of(const PolicyParams& policy, const std::array<double, kPolicyActions>& action);

}  // namespace paddock
