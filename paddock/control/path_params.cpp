#include "paddock/control/path_params.h"

#include <array>

namespace paddock {
namespace {

using P = PathParams;
using K = PathFigureKind;

constexpr std::string_view kController = "Controller", kPosition = "Position loop",
                           kVelocity = "Velocity loop", kLookahead = "Lookahead",
                           kRegulated = "Regulated pursuit", kLqr = "LQR", kMpc = "MPC";

constexpr std::array kFigures{
    PathFigure{"controller", &P::controller, kController, "Controller", "", K::Choice, 0, 6,
               "Who turns the path into commands."},
    PathFigure{"compatible", &P::compatible, kController, "As simplesim coded it", "", K::Switch, 0,
               1, "The PD controller and its carrot with every defect of the original.", true},
    PathFigure{"max_velocity", &P::max_velocity, kController, "Largest velocity command", "m/s",
               K::Number, 0.05, 50, "No velocity command is longer."},
    PathFigure{"max_acceleration", &P::max_acceleration, kController,
               "Largest acceleration command", "m/s²", K::Number, 0.1, 100,
               "No acceleration command is longer."},
    PathFigure{"command_timeout", &P::command_timeout, kController, "Command timeout", "s",
               K::Number, 0, 10,
               "A controller of your own that is silent for longer is taken to ask for nothing; 0: "
               "never."},

    PathFigure{"kp_position", &P::kp_position, kPosition, "kp", "1/s", K::Number, 0, 20,
               "Velocity asked for each metre of position error.", true},
    PathFigure{"ki_position", &P::ki_position, kPosition, "ki", "1/s²", K::Number, 0, 20,
               "Velocity asked for each metre second of it; of PID alone.", true},
    PathFigure{"kd_position", &P::kd_position, kPosition, "kd", "", K::Number, -2, 2,
               "Damping: velocity taken off for each m/s. As simplesim coded it, of the error's "
               "change.",
               true},
    PathFigure{"kp_velocity", &P::kp_velocity, kVelocity, "kp", "1/s", K::Number, 0, 50,
               "Acceleration asked for each m/s of velocity error.", true},
    PathFigure{"ki_velocity", &P::ki_velocity, kVelocity, "ki", "1/s²", K::Number, 0, 50,
               "Acceleration asked for each metre of its sum; of PID alone.", true},
    PathFigure{"kd_velocity", &P::kd_velocity, kVelocity, "kd", "", K::Number, -2, 2,
               "Damping: acceleration taken off for each m/s² measured. As simplesim coded it, of "
               "the error's change.",
               true},
    PathFigure{"outer_every", &P::outer_every, kPosition, "Ticks each", "", K::Whole, 1, 100,
               "The position loop runs once in so many ticks.", true},

    PathFigure{"use_pure_pursuit", &P::use_pure_pursuit, kLookahead, "Pure pursuit", "", K::Switch,
               0, 1, "Chase a carrot along the path, not the next waypoint."},
    PathFigure{"lookahead_distance", &P::lookahead_distance, kLookahead, "Distance", "m", K::Number,
               0.05, 50, "How far ahead the carrot is."},
    PathFigure{"use_adaptive_lookahead", &P::use_adaptive_lookahead, kLookahead, "Adaptive", "",
               K::Switch, 0, 1, "The faster, the farther ahead: least + gain times speed."},
    PathFigure{"min_lookahead_distance", &P::min_lookahead_distance, kLookahead, "Least", "m",
               K::Number, 0.05, 50, "Of the adaptive lookahead."},
    PathFigure{"max_lookahead_distance", &P::max_lookahead_distance, kLookahead, "Most", "m",
               K::Number, 0.05, 100, "Of the adaptive lookahead."},
    PathFigure{"adaptive_lookahead_gain", &P::adaptive_lookahead_gain, kLookahead, "Gain", "s",
               K::Number, 0, 10, "Of the adaptive lookahead: seconds of travel."},
    PathFigure{"waypoint_epsilon", &P::waypoint_epsilon, kLookahead, "Waypoint reached within", "m",
               K::Number, 0, 10, "So near a waypoint the next one is pursued."},
    PathFigure{"goal_epsilon", &P::goal_epsilon, kLookahead, "Goal reached within", "m", K::Number,
               0.001, 10, "So near the path's end it has arrived."},
    PathFigure{"start_from_vehicle", &P::start_from_vehicle, kLookahead, "Path from the vehicle",
               "", K::Switch, 0, 1,
               "A new path begins where the vehicle is, not at its first waypoint."},

    PathFigure{"desired_linear_vel", &P::desired_linear_vel, kRegulated, "Desired speed", "m/s",
               K::Number, 0.05, 20, "Where nothing slows it; of plain pursuit, LQR and MPC too."},
    PathFigure{"use_regulated_linear_velocity_scaling", &P::use_regulated_linear_velocity_scaling,
               kRegulated, "Slow in curves", "", K::Switch, 0, 1,
               "Speed falls with the radius of the circle to the carrot."},
    PathFigure{"regulated_linear_scaling_min_radius", &P::regulated_linear_scaling_min_radius,
               kRegulated, "Radius to slow from", "m", K::Number, 0.01, 50,
               "Tighter circles are driven slower, in proportion."},
    PathFigure{"regulated_linear_scaling_min_speed", &P::regulated_linear_scaling_min_speed,
               kRegulated, "Least speed in curves", "m/s", K::Number, 0, 20,
               "Curves and obstacles slow it no further."},
    PathFigure{"use_cost_regulated_linear_velocity_scaling",
               &P::use_cost_regulated_linear_velocity_scaling, kRegulated, "Slow near obstacles",
               "", K::Switch, 0, 1, "Speed falls near what its lidar sees."},
    PathFigure{"cost_scaling_dist", &P::cost_scaling_dist, kRegulated, "Distance to slow from", "m",
               K::Number, 0.01, 10, "Nearer obstacles slow it, in proportion."},
    PathFigure{"cost_scaling_gain", &P::cost_scaling_gain, kRegulated, "Of that proportion", "",
               K::Number, 0.01, 1, "Below 1 it is slower near obstacles."},
    PathFigure{"min_approach_linear_velocity", &P::min_approach_linear_velocity, kRegulated,
               "Least speed at the end", "m/s", K::Number, 0, 20,
               "The approach slows it no further."},
    PathFigure{"approach_velocity_scaling_dist", &P::approach_velocity_scaling_dist, kRegulated,
               "Approach from", "m", K::Number, 0.01, 50,
               "With less of the path left speed falls with the distance to its end."},
    PathFigure{"use_fixed_curvature_lookahead", &P::use_fixed_curvature_lookahead, kRegulated,
               "Curvature of its own", "", K::Switch, 0, 1,
               "Curvature is measured to a second carrot at a fixed distance."},
    PathFigure{"curvature_lookahead_dist", &P::curvature_lookahead_dist, kRegulated,
               "Distance for curvature", "m", K::Number, 0.05, 50, "Of that second carrot."},
    PathFigure{"use_collision_detection", &P::use_collision_detection, kRegulated,
               "Stop before obstacles", "", K::Switch, 0, 1,
               "It stops when what its lidar sees is less than the time below away."},
    PathFigure{"max_allowed_time_to_collision_up_to_carrot",
               &P::max_allowed_time_to_collision_up_to_carrot, kRegulated, "Time to a collision",
               "s", K::Number, 0.05, 10, "Looked ahead along the commanded circle."},

    PathFigure{"lqr_position", &P::lqr_position, kLqr, "Weight of position", "1/m²", K::Number, 0,
               1000, "What a metre beside the path costs, squared.", true},
    PathFigure{"lqr_velocity", &P::lqr_velocity, kLqr, "Weight of velocity", "s²/m²", K::Number, 0,
               1000, "What a m/s beside the planned one costs, squared.", true},
    PathFigure{"lqr_effort", &P::lqr_effort, kLqr, "Weight of effort", "s⁴/m²", K::Number, 0.001,
               1000, "What a m/s² asked for costs, squared.", true},
    PathFigure{"mpc_horizon", &P::mpc_horizon, kMpc, "Horizon", "s", K::Number, 0.2, 5,
               "How far ahead it plans.", true},
    PathFigure{"mpc_position", &P::mpc_position, kMpc, "Weight of position", "1/m²", K::Number, 0,
               1000, "What a metre beside the planned place costs, squared.", true},
    PathFigure{"mpc_velocity", &P::mpc_velocity, kMpc, "Weight of velocity", "s²/m²", K::Number, 0,
               1000, "What a m/s beside the planned one costs, squared.", true},
    PathFigure{"mpc_effort", &P::mpc_effort, kMpc, "Weight of effort", "s⁴/m²", K::Number, 0.001,
               1000, "What a m/s² asked for costs, squared.", true},

    PathFigure{"use_velocity_scaled_lookahead_dist", &P::use_velocity_scaled_lookahead_dist,
               kLookahead, "By speed alone", "", K::Switch, 0, 1,
               "Time times speed, between least and most; goes before Adaptive."},
    PathFigure{"lookahead_time", &P::lookahead_time, kLookahead, "Time", "s", K::Number, 0, 10,
               "Of the lookahead by speed alone: seconds of travel."},
    PathFigure{"interpolate_curvature_after_goal", &P::interpolate_curvature_after_goal, kRegulated,
               "Curvature beyond the end", "", K::Switch, 0, 1,
               "That second carrot may run on past the path's end, straight ahead."},
    PathFigure{"min_distance_to_obstacle", &P::min_distance_to_obstacle, kRegulated,
               "Least distance looked ahead", "m", K::Number, 0, 10,
               "However slow it is, the circle is looked along so far; 0: the time alone counts."},
};

}  // namespace

std::span<const PathFigure> path_figures() { return kFigures; }

}  // namespace paddock
