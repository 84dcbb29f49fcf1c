#include "paddock/vehicles/vehicle.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "paddock/core/check.h"
#include "paddock/core/text.h"

namespace paddock {
namespace {

template <class... Kind>
std::array<VehicleType, sizeof...(Kind)> make_types(TypeList<Kind...>) {
  static_assert((IsVehicleKind<Kind> && ...));
  std::array<VehicleType, sizeof...(Kind)> types{Kind::type()...};
  for (std::size_t i = 0; i < types.size(); ++i) types[i].kind = static_cast<VehicleKind>(i);
  return types;
}

const std::array<VehicleType, VehicleKinds::size>& types() {
  static const auto kTypes = make_types(VehicleKinds{});
  return kTypes;
}

template <class... Kind>
VehicleFigures own_figures(VehicleKind kind, TypeList<Kind...>) {
  using Make = VehicleFigures (*)();
  static constexpr std::array<Make, sizeof...(Kind)> kMakers{
      [] { return VehicleFigures(Kind::params()); }...};
  return kMakers[static_cast<std::size_t>(kind)]();
}

template <class... Kind>
constexpr std::array<std::size_t, sizeof...(Kind)> dynamics_of_kinds(TypeList<Kind...>) {
  return {kPlaceIn<AllDynamics, typename Kind::Dynamics>...};
}

/// The place of a kind's dynamics.
std::size_t dynamics_of(VehicleKind kind) {
  static constexpr auto kPlaces = dynamics_of_kinds(VehicleKinds{});
  return kPlaces[static_cast<std::size_t>(kind)];
}

/// An alternative of a variant by its index, as it is made.
template <class Variant>
Variant alternative(std::size_t index) {
  PADDOCK_ASSERT(index < std::variant_size_v<Variant>, "alternative ", index);
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    using Make = Variant (*)();
    static constexpr std::array<Make, sizeof...(I)> kMakers{
        [] { return Variant(std::in_place_index<I>); }...};
    return kMakers[index]();
  }
  (std::make_index_sequence<std::variant_size_v<Variant>>{});
}

// a body whose state has a chassis, and the quadrotor that has none
template <class State>
constexpr bool kHasChassis = requires(State s) {
  s.body.yaw;
};

/// Lanes on the stack: enough for the vehicles of one room at a time.
constexpr std::size_t kLaneBlock = 8;
static_assert(kLaneBlock % kMaxLanes == 0);

template <class T>
struct LaneBlock {
  double values[field_count<T>()][kLaneBlock]{};
  double* pointers[field_count<T>()]{};

  LaneBlock() {
    for (std::size_t f = 0; f < field_count<T>(); ++f) pointers[f] = values[f];
  }
  void put(std::size_t lane, const T& from) {
    std::size_t f = 0;
    T::fields(from, [&](const char*, const double& field) { values[f++][lane] = field; });
  }
  void take(std::size_t lane, T& to) const {
    std::size_t f = 0;
    T::fields(to, [&](const char*, double& field) { field = values[f++][lane]; });
  }
};

template <class Dynamics>
void step_kind(const typename Dynamics::Params& params, std::span<VehicleState> states,
               std::span<const VehicleInput> inputs, std::span<const Surroundings<double>> around,
               SubSteps cut) {
  using State = typename Dynamics::State;
  using Input = typename Dynamics::Input;
  const VehicleKernels& kernels = vehicle_kernels();
  for (std::size_t first = 0; first < states.size(); first += kLaneBlock) {
    const std::size_t count = std::min(kLaneBlock, states.size() - first);
    LaneBlock<State> state_lanes;
    LaneBlock<Input> input_lanes;
    LaneBlock<Surroundings<double>> around_lanes;
    for (std::size_t lane = 0; lane < kLaneBlock; ++lane) {
      const std::size_t from =
          first + std::min(lane, count - 1);  // spare lanes repeat the last vehicle
      state_lanes.put(lane, std::get<State>(states[from]));
      input_lanes.put(lane, std::get<Input>(inputs[from]));
      around_lanes.put(lane, around[from]);
    }
    kernels.step<Dynamics>(
        params, {state_lanes.pointers, input_lanes.pointers, around_lanes.pointers, kLaneBlock},
        cut);
    for (std::size_t lane = 0; lane < count; ++lane)
      state_lanes.take(lane, std::get<State>(states[first + lane]));
  }
}

}  // namespace

// --- the catalogue ------------------------------------------------------------------------------

std::vector<BodyBox> body_and_belly(const Outline2& outline, const BodyHeights& heights) {
  constexpr double kBelly = 0.75;  // its length and width, over the body's
  const Vec2 low = outline.corners[0], high = outline.corners[2];
  const auto box = [&](double part, double bottom, double top) -> BodyBox {
    return {.half = {part * (high.x - low.x) / 2, part * (high.y - low.y) / 2, (top - bottom) / 2},
            .middle = {(high.x + low.x) / 2, (high.y + low.y) / 2, (top + bottom) / 2}};
  };
  return {box(1, heights.bumper, heights.top), box(kBelly, heights.clearance, heights.bumper)};
}

VehicleKind kind_with(std::size_t dynamics) {
  std::size_t kind = 0;
  while (dynamics_of(static_cast<VehicleKind>(kind)) != dynamics) ++kind;
  return static_cast<VehicleKind>(kind);
}

std::span<const VehicleType> vehicle_types() { return types(); }

const VehicleType* find_vehicle_type(std::string_view name) {
  for (const VehicleType& type : types())
    if (type.name == name) return &type;
  return nullptr;
}

const VehicleType& type_of(VehicleKind kind) { return types()[static_cast<std::size_t>(kind)]; }

std::string list_kinds(bool (*wanted)(const VehicleType&)) {
  std::string list;
  for (const VehicleType& type : types())
    if (wanted == nullptr || wanted(type)) list += concat(list.empty() ? "" : ", ", type.name);
  return list;
}

VehicleParams default_params(VehicleKind kind) { return {kind, own_figures(kind, VehicleKinds{})}; }

double* find_figure(VehicleParams& params, std::string_view name) {
  double* found = nullptr;
  std::visit(
      [&](auto& p) {
        p.fields(p, [&](const char* field, double& figure) {
          if (name == field) found = &figure;
        });
      },
      params.figures);
  return found;
}

const double* find_figure(const VehicleParams& params, std::string_view name) {
  return find_figure(const_cast<VehicleParams&>(params), name);  // it only looks
}

std::vector<std::string_view> figure_names(VehicleKind kind) {
  std::vector<std::string_view> names;
  std::visit(
      [&](const auto& p) {
        p.fields(p, [&](const char* field, const double&) { names.push_back(field); });
      },
      default_params(kind).figures);
  return names;
}

std::vector<double> figures_of(const VehicleParams& params) {
  std::vector<double> figures;
  std::visit(
      [&](const auto& p) {
        p.fields(p, [&](const char*, const double& figure) { figures.push_back(figure); });
      },
      params.figures);
  return figures;
}

VehicleParams with_figures(VehicleParams params, std::span<const double> figures) {
  std::size_t next_figure = 0;
  std::visit(
      [&](auto& p) {
        p.fields(p, [&](const char*, double& figure) {
          if (next_figure < figures.size()) figure = figures[next_figure++];
        });
      },
      params.figures);
  return params;
}

// --- states and inputs --------------------------------------------------------------------------

VehicleState state_with(std::size_t dynamics) { return alternative<VehicleState>(dynamics); }
VehicleInput input_with(std::size_t dynamics) { return alternative<VehicleInput>(dynamics); }

VehicleState state_at(VehicleKind kind, const Pose2& pose) {
  return at_rest(state_with(dynamics_of(kind)), pose);
}

VehicleState at_rest(const VehicleState& like, const Pose2& pose) {
  VehicleState state = state_with(like.index());
  std::visit(
      [&](auto& s) {
        if constexpr (kHasChassis<std::remove_cvref_t<decltype(s)>>) {
          s.body.x = pose.x, s.body.y = pose.y, s.body.yaw = wrap_angle(pose.yaw);
        } else {
          s.x = pose.x, s.y = pose.y;
        }
      },
      state);
  return state;
}

VehicleInput idle_input(VehicleKind kind) { return input_with(dynamics_of(kind)); }

bool usable(const VehicleInput& input, VehicleKind kind) {
  if (input.index() != dynamics_of(kind)) return false;
  bool finite = true;
  std::visit(
      [&](const auto& u) {
        u.fields(u, [&](const char*, const double& n) { finite &= std::isfinite(n); });
      },
      input);
  return finite;
}

PlanarBody body_of(const VehicleParams& params, const VehicleState& state) {
  PlanarBody body;
  std::visit(
      [&](const auto& s) {
        if constexpr (kHasChassis<std::remove_cvref_t<decltype(s)>>) {
          body.position = {s.body.x, s.body.y};
          body.yaw = s.body.yaw;
          body.velocity = Rot2::of(s.body.yaw) * Vec2{s.body.vx, s.body.vy};
          body.yaw_rate = s.body.yaw_rate;
        } else {
          body.position = {s.x, s.y};
          body.velocity = {s.vx, s.vy};
        }
      },
      state);
  const BodyMass mass =
      with_dynamics(params, []<class D>(const typename D::Params& p) { return D::mass(p); });
  body.inv_mass = 1 / mass.mass, body.inv_inertia = 1 / mass.inertia;
  return body;
}

void set_body(const PlanarBody& body, VehicleState& state) {
  std::visit(
      [&](auto& s) {
        if constexpr (kHasChassis<std::remove_cvref_t<decltype(s)>>) {
          const Vec2 v = inverse(Rot2::of(body.yaw)) * body.velocity;
          s.body = {body.position.x, body.position.y, wrap_angle(body.yaw), v.x, v.y,
                    body.yaw_rate};
        } else {
          s.x = body.position.x, s.y = body.position.y;
          s.vx = body.velocity.x, s.vy = body.velocity.y;
        }
      },
      state);
}

Pose2 pose_of(const VehicleState& state) {
  return std::visit(
      [](const auto& s) -> Pose2 {
        if constexpr (kHasChassis<std::remove_cvref_t<decltype(s)>>) {
          return {s.body.x, s.body.y, s.body.yaw};
        } else {
          return {s.x, s.y, 0};
        }
      },
      state);
}

double speed_of(const VehicleState& state) {
  return std::visit(
      [](const auto& s) -> double {
        if constexpr (kHasChassis<std::remove_cvref_t<decltype(s)>>) {
          return s.body.vx;
        } else {
          return length(Vec2{s.vx, s.vy});
        }
      },
      state);
}

bool flies(const VehicleState& state) {
  static constexpr auto kFlies = []<class... D>(TypeList<D...>) {
    return std::array<bool, sizeof...(D)>{D::kFlies...};
  }(AllDynamics{});
  return kFlies[state.index()];
}

BuildFigures build_figures(const VehicleParams& params) {
  return with_dynamics(params, []<class D>(const typename D::Params& p) { return D::figures(p); });
}

double steering_of(const VehicleParams& params, const VehicleState& state) {
  return with_dynamics(params, [&]<class D>(const typename D::Params& p) {
    return D::steering(p, std::get<typename D::State>(state));
  });
}

std::optional<Pose3> posture_of(const VehicleParams& params, const VehicleState& state) {
  return with_dynamics(params, [&]<class D>(const typename D::Params& p) {
    return D::posture(p, std::get<typename D::State>(state));
  });
}

Vec2 air_around(const VehicleParams& params, std::uint64_t seed, double seconds) {
  return with_dynamics(params, [&]<class D>(const typename D::Params& p) {
    if constexpr (D::kFlies)
      return D::air(p, seed, seconds);
    else
      return Vec2{};
  });
}

Pose2 pursuing_point(const VehicleParams& params, const VehicleState& state) {
  const double ahead = with_dynamics(
      params, []<class D>(const typename D::Params& p) { return D::pursuing_axle(p); });
  const Pose2 pose = pose_of(state);
  return ahead == 0 ? pose : pose * Pose2{ahead, 0, 0};
}

// --- hands and drivers --------------------------------------------------------------------------

Controls limited(const Controls& controls) {
  const auto limited = [](double value, double low) {
    return std::isfinite(value) ? std::clamp(value, low, 1.0) : 0.0;
  };
  return {.steer = limited(controls.steer, -1),
          .drive = limited(controls.drive, -1),
          .brake = limited(controls.brake, 0),
          .hand_brake = limited(controls.hand_brake, 0)};
}

VehicleInput input_from(const VehicleParams& params, const VehicleState& state,
                        const Controls& controls) {
  return with_dynamics(params, [&]<class D>(const typename D::Params& p) -> VehicleInput {
    return D::from_hands(p, std::get<typename D::State>(state), limited(controls));
  });
}

Controls controls_from(const VehicleParams& params, const VehicleState& state,
                       const VehicleInput& input) {
  return with_dynamics(params, [&]<class D>(const typename D::Params& p) {
    const auto* asked = std::get_if<typename D::Input>(&input);
    if (asked == nullptr) return Controls{};
    return limited(D::to_hands(p, std::get<typename D::State>(state), *asked));
  });
}

VehicleInput input_for(const VehicleParams& params, const VehicleState& state,
                       const Motion& motion) {
  return with_dynamics(params, [&]<class D>(const typename D::Params& p) -> VehicleInput {
    return D::follow(p, std::get<typename D::State>(state), motion);
  });
}

VehicleInput random_input(const VehicleParams& params, double a, double b, double c) {
  return with_dynamics(params, [&]<class D>(const typename D::Params&) -> VehicleInput {
    return D::random_input(a, b, c);
  });
}

void step_vehicles(const VehicleParams& params, std::span<VehicleState> states,
                   std::span<const VehicleInput> inputs,
                   std::span<const Surroundings<double>> around, double dt) {
  PADDOCK_ASSERT(states.size() == inputs.size() && states.size() == around.size(), "states ",
                 states.size(), " inputs ", inputs.size(), " around ", around.size());
  if (states.empty()) return;
  const int parts = static_cast<int>(std::ceil(dt / type_of(params.kind).max_step - 1e-9));
  const SubSteps cut{.dt = dt / parts, .substeps = parts};
  with_dynamics(params, [&]<class D>(const typename D::Params& p) {
    step_kind<D>(p, states, inputs, around, cut);
  });
}

}  // namespace paddock
