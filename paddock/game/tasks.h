// Tasks to train on: what is observed, what an action means, what is rewarded, when an episode
// ends. A Task is made once and shared; an episode's numbers are its own. SI, radians.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "paddock/core/error.h"
#include "paddock/engine/model.h"

namespace paddock {

/// A range to draw from at every reset; low = high fixes the value.
struct Spread {
  double low{1}, high{1};
};

/// What a user may change of a task.
struct TaskOptions {
  std::vector<std::string> levels{};  // files; empty: the task's own
  int variants{0};                    // seeds of each level to play in; 0: the task's own number
  std::uint64_t level_seed{1};        // of the first variant; the others count on from it
  LevelSettings settings{};           // variables of the levels: cells, blocks, ...
  int beams{0};                       // 0: the task's own
  int max_steps{0};                   // 0: the task's own
  int ticks_per_step{0};              // 0: the task's own
  bool noise{true};
  bool true_ranges{};                        // of a lidar that else reports as the original's did
  bool end_on_touch{};                       // blocks: an episode ends with the first touch
  Spread friction{}, mass{}, noise_scale{};  // factors, drawn anew every episode
  int delay_low{0}, delay_high{0};           // steps between an action and its effect
};

/// Where an action goes: the vehicle's input field of this index becomes scale * action.
struct ActionScale {
  std::size_t field{};
  double scale{};
};

/// What is told beside the lidar. Numbers beyond the limits, which no vehicle reaches by driving,
/// are told as the limit.
struct TaskExtra {
  std::string name;  // with its unit
  double low{}, high{};
};

/// Sizes and meaning of the numbers a task exchanges.
struct TaskShape {
  std::string name;
  int agents{1};           // vehicles in one world
  int observation_size{};  // floats for each agent: lidar first, then `extras`
  int beams{};
  Lidar2dParams lidar;            // when beams > 0
  std::vector<TaskExtra> extras;  // in order
  int action_size{};
  std::vector<std::string> actions;  // what -1 to 1 means, in order
  std::vector<ActionScale> action_scales;
  double step_seconds{};
  int max_steps{};
};

inline constexpr std::size_t kMaxActions = 2;
inline constexpr std::size_t kMaxAgents = 2;
inline constexpr int kMaxDelay = 64;  // steps

/// A place where an episode may begin, free of walls.
struct ArenaStart {
  Pose2 pose;
  double along{};  // m on the route
};

/// One level variant, compiled: everything that a reset only points at.
struct Arena {
  std::shared_ptr<const LevelPapers> papers;
  Model model;  // one vehicle for each agent; its seed and starts are not used
  std::vector<ArenaStart> starts;
  std::vector<double> gate_along;  // m on the route, of each gate
  Vec2 target;

  const World& world() const { return *model.world; }
  const Route& route() const { return model.world->routes.front(); }
};

class TaskRules;

struct Task {
  TaskShape shape;
  TaskOptions options;
  VehicleKind vehicle{};
  int ticks_per_step{1};
  double usual_speed{};  // m/s, seldom exceeded: what may be quick up to it
  RangeNoise noise;      // at scale 1
  std::vector<Arena> arenas;
  std::shared_ptr<const TaskRules>
      rules;  // shared: a task is copied with its arenas, rules are fixed
};

/// race, duel, blocks, slalom, waypoints.
std::span<const std::string_view> task_names();

/// Reads or generates the task's levels and compiles them. Says what is wrong with name or options.
Result<Task> make_task(std::string_view name, const TaskOptions& options);

}  // namespace paddock
