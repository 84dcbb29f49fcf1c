// Every figure of a driver that follows a path, under the names of simplesim and of Nav2's
// regulated pure pursuit, each with its bounds and what it does: all of them may change while it
// moves. SI; switches and choices are whole numbers. docs/physics/path_following.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace paddock {

/// Who turns the path into commands.
enum class PathController : std::uint8_t { Pd, Pid, Pursuit, Regulated, Lqr, Mpc, Own };
inline constexpr std::string_view kPathControllers[] = {"pd",  "pid", "pursuit", "regulated",
                                                        "lqr", "mpc", "own"};

struct PathParams {
  double controller{};
  double compatible{};  // as simplesim coded its PD and its carrot, defects and all
  double max_velocity{5}, max_acceleration{5};
  double command_timeout{};

  double kp_position{1.5}, ki_position{}, kd_position{};
  double kp_velocity{2}, ki_velocity{0.5}, kd_velocity{};
  double outer_every{2};

  double use_pure_pursuit{1}, lookahead_distance{1};
  double use_adaptive_lookahead{}, min_lookahead_distance{1}, max_lookahead_distance{10};
  double adaptive_lookahead_gain{0.5};
  double waypoint_epsilon{0.2}, goal_epsilon{0.1};
  double start_from_vehicle{1};

  double desired_linear_vel{1.5};
  double use_regulated_linear_velocity_scaling{1}, regulated_linear_scaling_min_radius{1.5};
  double regulated_linear_scaling_min_speed{0.4};
  double use_cost_regulated_linear_velocity_scaling{}, cost_scaling_dist{0.6};
  double cost_scaling_gain{1};
  double min_approach_linear_velocity{0.1}, approach_velocity_scaling_dist{1};
  double use_fixed_curvature_lookahead{}, curvature_lookahead_dist{0.6};
  double use_collision_detection{}, max_allowed_time_to_collision_up_to_carrot{1};

  double lqr_position{25}, lqr_velocity{1}, lqr_effort{0.25};
  double mpc_horizon{1}, mpc_position{8}, mpc_velocity{1}, mpc_effort{0.1};

  double use_velocity_scaled_lookahead_dist{}, lookahead_time{1.5};
  double interpolate_curvature_after_goal{}, min_distance_to_obstacle{};

  PathController law() const { return static_cast<PathController>(static_cast<int>(controller)); }
  bool operator==(const PathParams&) const = default;
};

enum class PathFigureKind : std::uint8_t { Number, Whole, Switch, Choice };

/// One of them, for people.
struct PathFigure {
  std::string_view name;
  double PathParams::*figure;
  std::string_view section, title, unit;
  PathFigureKind kind{};
  double low{}, high{};
  std::string_view help;
  bool flying{};  // of what flies alone
};

/// All of them, in the order in which they are remembered: append, never renumber. Those after the
/// first kFirstPathFigures came later: they are remembered where one is not as PathParams{} has it,
/// so that older memories are still read, and hash as they did.
std::span<const PathFigure> path_figures();
inline constexpr std::size_t kFirstPathFigures = 41;

}  // namespace paddock
