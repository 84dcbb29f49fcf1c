// The closed set of vehicle kinds: parameters, state and input as variants over their dynamics, and
// the catalogue by name. Who must treat dynamics by their own types asks with_dynamics().
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
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

template <class List>
struct DynamicsVariants;
template <class... D>
struct DynamicsVariants<TypeList<D...>> {
  using Figures = std::variant<typename D::Params...>;
  using State = std::variant<typename D::State...>;
  using Input = std::variant<typename D::Input...>;
};

// One order for figures, states and inputs: a variant's index is the place of its dynamics.
using VehicleFigures = DynamicsVariants<AllDynamics>::Figures;
using VehicleState = DynamicsVariants<AllDynamics>::State;
using VehicleInput = DynamicsVariants<AllDynamics>::Input;

template <class Kind>
constexpr VehicleKind kind_of() {
  return static_cast<VehicleKind>(kPlaceIn<VehicleKinds, Kind>);
}

/// The first kind with the dynamics at this place.
VehicleKind kind_with(std::size_t dynamics);

/// The figures of one vehicle, and which kind it is: several kinds share dynamics.
struct VehicleParams {
  VehicleKind kind{};
  VehicleFigures figures;

  VehicleParams() = default;
  VehicleParams(VehicleKind of, VehicleFigures with) : kind(of), figures(with) {}
  /// Figures alone are those of the first kind with their dynamics.
  template <class P>
  requires std::constructible_from<VehicleFigures, P> VehicleParams(const P& alone)
      : figures(alone) {
    kind = kind_with(figures.index());
  }
  bool operator==(const VehicleParams&) const = default;
};

// --- the catalogue ------------------------------------------------------------------------------

std::span<const VehicleType> vehicle_types();
const VehicleType* find_vehicle_type(std::string_view name);
const VehicleType& type_of(VehicleKind kind);
/// "racecar, rover, …": all kinds, or those that `wanted` is true for.
std::string list_kinds(bool (*wanted)(const VehicleType&) = nullptr);
/// Those that rigid physics moves.
inline bool is_rigid(const VehicleType& type) {
  return type.rigid.has_value() || type.feet.has_value();
}

/// The kind's own parameters.
VehicleParams default_params(VehicleKind kind);
/// The figure of that name among the parameters; null when there is none.
double* find_figure(VehicleParams& params, std::string_view name);
const double* find_figure(const VehicleParams& params, std::string_view name);
/// The names of all figures of a kind, in the order of its parameters.
std::vector<std::string_view> figure_names(VehicleKind kind);
/// All figures in that order, and the params with others in their place; those after the last one
/// given stay, so that what was written before a kind had them is still read.
std::vector<double> figures_of(const VehicleParams& params);
VehicleParams with_figures(VehicleParams params, std::span<const double> figures);
/// Seen from above, in the frame of its state's position.
inline const Outline2& outline_of(VehicleKind kind) { return type_of(kind).outline; }

inline VehicleKind kind_of(const VehicleParams& params) { return params.kind; }

// --- dynamics -----------------------------------------------------------------------------------

template <class List, class P>
struct DynamicsFor;
template <class First, class... Rest, class P>
struct DynamicsFor<TypeList<First, Rest...>, P> : DynamicsFor<TypeList<Rest...>, P> {};
template <class First, class... Rest>
struct DynamicsFor<TypeList<First, Rest...>, typename First::Params> {
  using Type = First;
};

/// Calls f.operator()<Dynamics>(figures) with the dynamics that the parameters belong to.
template <class F>
decltype(auto) with_dynamics(const VehicleParams& params, F&& f) {
  return std::visit(
      [&]<class P>(const P& figures) -> decltype(auto) {
        return f.template operator()<typename DynamicsFor<AllDynamics, P>::Type>(figures);
      },
      params.figures);
}

/// At rest at a pose.
VehicleState state_at(VehicleKind kind, const Pose2& pose);
/// At rest at a pose, with the dynamics of another state.
VehicleState at_rest(const VehicleState& like, const Pose2& pose);
/// The input that asks for nothing.
VehicleInput idle_input(VehicleKind kind);
/// At rest at the origin, and asking for nothing, of the dynamics at this place; there are
/// AllDynamics::size of them.
VehicleState state_with(std::size_t dynamics);
VehicleInput input_with(std::size_t dynamics);
/// True when `input` is one of the kind's dynamics and every number in it is finite.
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
/// Speed along the heading, m/s, negative backward; of what flies its speed over ground.
double speed_of(const VehicleState& state);
/// It moves in the air, where ground neither holds it nor slopes under it.
bool flies(const VehicleState& state);
/// The speed that its own figures give the air after so many seconds, m/s: of what flies.
Vec2 air_around(const VehicleParams& params, std::uint64_t seed, double seconds);
BuildFigures build_figures(const VehicleParams& params);
/// Steering angle of the parts that steer, radians to the left.
double steering_of(const VehicleParams& params, const VehicleState& state);
/// How a body lies that does not stand upright: in its own frame.
std::optional<Pose3> posture_of(const VehicleParams& params, const VehicleState& state);
/// The point that follows the circle of pure pursuit.
Pose2 pursuing_point(const VehicleParams& params, const VehicleState& state);

/// Every number within its range; what is no number becomes 0.
Controls limited(const Controls& controls);
/// What a vehicle's kind makes of them; the table is in docs/protocols/web.md.
VehicleInput input_from(const VehicleParams& params, const VehicleState& state,
                        const Controls& controls);
/// The controls that would ask for `input`, as well as they can: for dials that show what a driver
/// does.
Controls controls_from(const VehicleParams& params, const VehicleState& state,
                       const VehicleInput& input);
/// The input that makes a vehicle move so, as well as its kind can.
VehicleInput input_for(const VehicleParams& params, const VehicleState& state,
                       const Motion& motion);
/// From two numbers in [-1, 1) and one in [0, 1).
VehicleInput random_input(const VehicleParams& params, double a, double b, double c);

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
