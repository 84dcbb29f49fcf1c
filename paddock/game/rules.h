// The rules of a task: how an episode begins, what a step earns, when it is over, what is told
// beside the lidar. Rules are fixed; what an episode remembers is in AgentMemory, plain numbers.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "paddock/game/tasks.h"

namespace paddock {

/// What an episode remembers of one agent, beside its vehicle. Each task uses what it needs.
struct AgentMemory {
  double along{};                            // m on the route
  double progress{};                         // m on the route in the last step
  double next{};                             // index of the gate or waypoint to reach next
  double distance{};                         // m to the target or waypoint
  double first_distance{};                   // m, when the episode began
  double total{};                            // reward so far
  double touched{};                          // 1: it met something in the last step
  std::array<double, kMaxActions> action{};  // the last one asked for, -1 to 1

  static void fields(auto& self, auto&& visit) {
    visit("along", self.along), visit("progress", self.progress), visit("next", self.next);
    visit("distance", self.distance), visit("first_distance", self.first_distance);
    visit("total", self.total), visit("touched", self.touched);
    visit("action_0", self.action[0]), visit("action_1", self.action[1]);
  }
  bool operator==(const AgentMemory&) const = default;
};

/// One agent before and after a step.
struct AgentStep {
  const VehicleState* before{};
  const VehicleState* after{};
  bool touched_wall{}, touched_vehicle{};
};

class TaskRules {
 public:
  virtual ~TaskRules() = default;

  /// Puts vehicles and memories at the start of the episode with this seed.
  virtual void begin(const Arena& arena, std::uint64_t seed, std::span<VehicleState> vehicles,
                     std::span<AgentMemory> memories) const = 0;

  /// Rewards one step of all agents of a world; true when the episode is over.
  virtual bool judge(const Arena& arena, std::span<const AgentStep> steps,
                     std::span<AgentMemory> memories, std::span<float> rewards) const = 0;

  /// Writes what `agent` is told beside its lidar, in the order of TaskShape::extras.
  virtual void tell(const Arena& arena, std::span<const VehicleState> vehicles,
                    std::span<const AgentMemory> memories, std::size_t agent,
                    std::span<float> extras) const = 0;
};

/// The rules and what they ask for; files race_rules.cpp, blocks_rules.cpp, waypoint_rules.cpp.
struct RulesOffer {
  std::shared_ptr<const TaskRules> rules;
  std::vector<TaskExtra> extras;
};
RulesOffer race_rules(const TaskOptions& options);
RulesOffer duel_rules(const TaskOptions& options);
RulesOffer slalom_rules(const TaskOptions& options);
RulesOffer blocks_rules(const TaskOptions& options);
RulesOffer waypoint_rules(const TaskOptions& options);

/// An extra from -limit to limit.
inline TaskExtra within(std::string name, double limit) { return {std::move(name), -limit, limit}; }

/// Writes the first numbers of `extras`, held within the limits of `told`.
inline void write_extras(std::span<const TaskExtra> told, std::span<const double> numbers,
                         std::span<float> extras) {
  for (std::size_t i = 0; i < numbers.size(); ++i)
    extras[i] = static_cast<float>(std::clamp(numbers[i], told[i].low, told[i].high));
}

/// `v` seen from a body at `pose`.
inline Vec2 seen_from(const Pose2& pose, Vec2 v) {
  return inverse(Rot2::of(pose.yaw)) * (v - position(pose));
}

}  // namespace paddock
