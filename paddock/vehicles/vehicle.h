// The closed set of vehicle kinds: parameters, state and input as variants, and the catalogue by
// name.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "paddock/core/image.h"
#include "paddock/core/pose.h"
#include "paddock/core/vec.h"
#include "paddock/geom/shape.h"
#include "paddock/vehicles/kernels.h"

namespace paddock {

/// As somebody wants a vehicle painted. The light front is the robot car's alone.
struct CarColors {
  Color front, back;
  bool operator==(const CarColors&) const = default;
};

// One order for kinds, params, states and inputs: a variant's index is its kind.
enum class VehicleKind { Racecar, Rover, Neato, Quad2d, Sedan, Robotcar };

using VehicleParams =
    std::variant<RacecarParams<double>, RoverParams<double>, NeatoParams<double>,
                 Quad2dParams<double>, SedanParams<double>, RobotcarParams<double>>;
using VehicleState = std::variant<RacecarState<double>, RoverState<double>, NeatoState<double>,
                                  Quad2dState<double>, SedanState<double>, RobotcarState<double>>;
using VehicleInput = std::variant<RacecarInput<double>, RoverInput<double>, NeatoInput<double>,
                                  Quad2dInput<double>, SedanInput<double>, RobotcarInput<double>>;

/// What a kind is, apart from its motion.
struct VehicleType {
  VehicleKind kind{};
  std::string_view name;
  std::string_view about;
  double bumper_height{};  // m, where its outline meets walls
  double lidar_height{};   // m
  double lidar_forward{};  // m ahead of the origin
  double max_step{};       // s, longest integration step; a longer tick is cut
  double restitution{};    // of its bumper: speed after over speed before a square hit
  double scrape{};         // Coulomb friction of its bumper against walls
};

std::span<const VehicleType> vehicle_types();
const VehicleType* find_vehicle_type(std::string_view name);
const VehicleType& type_of(VehicleKind kind);
/// The kind's own parameters.
VehicleParams default_params(VehicleKind kind);
/// The figure of that name among the parameters; null when there is none.
double* find_figure(VehicleParams& params, std::string_view name);
const double* find_figure(const VehicleParams& params, std::string_view name);
/// The names of all figures of a kind, in the order of its parameters.
std::vector<std::string_view> figure_names(VehicleKind kind);
/// All figures in that order, and the params with others in their place, as many.
std::vector<double> figures_of(const VehicleParams& params);
VehicleParams with_figures(VehicleParams params, std::span<const double> figures);
/// Seen from above, in the frame of its state's position.
Outline2 outline_of(VehicleKind kind);

inline VehicleKind kind_of(const VehicleParams& params) {
  return static_cast<VehicleKind>(params.index());
}
inline VehicleKind kind_of(const VehicleState& state) {
  return static_cast<VehicleKind>(state.index());
}

/// At rest at a pose.
VehicleState state_at(VehicleKind kind, const Pose2& pose);
/// The input that asks for nothing.
VehicleInput idle_input(VehicleKind kind);
/// True when `input` belongs to `kind` and every number in it is finite.
bool usable(const VehicleInput& input, VehicleKind kind);

/// A vehicle as a rigid body in the plane: what contacts read and change. World axes.
struct PlanarBody {
  Vec2 position;
  double yaw{};
  Vec2 velocity;
  double yaw_rate{};
  double inv_mass{}, inv_inertia{};
};

PlanarBody body_of(const VehicleParams& params, const VehicleState& state);
/// Puts pose and velocities back; everything else in `state` stays.
void set_body(const PlanarBody& body, VehicleState& state);
Pose2 pose_of(const VehicleState& state);
/// Speed along the heading, m/s, negative backward; of a quadrotor its speed over ground.
double speed_of(const VehicleState& state);

/// Steps vehicles of one kind and equal parameters by one tick of `dt` seconds. All spans are as
/// long.
void step_vehicles(const VehicleParams& params, std::span<VehicleState> states,
                   std::span<const VehicleInput> inputs,
                   std::span<const Surroundings<double>> around, double dt);

/// Calls visit(name, number) for every field of the state, in order.
void visit_fields(const VehicleState& state, auto&& visit) {
  std::visit([&](const auto& s) { s.fields(s, visit); }, state);
}

}  // namespace paddock
