#include "paddock/vehicles/vehicle.h"

#include <algorithm>
#include <cmath>

#include "paddock/core/check.h"

namespace paddock {
namespace {

constexpr std::array kTypes{
    VehicleType{.kind = VehicleKind::Racecar,
                .name = "racecar",
                .about = "1:10 race car, all wheels driven, up to 20 m/s",
                .bumper_height = 0.08,
                .lidar_height = 0.13,
                .lidar_forward = 0.10,
                .max_step = 0.01,
                .restitution = 0.25,
                .scrape = 1.0},  // its tyres stand out furthest: docs/physics/planar.md
    VehicleType{.kind = VehicleKind::Rover,
                .name = "rover",
                .about = "EES-PEES training robot, rear wheels drive and steer",
                .bumper_height = 0.03,
                .lidar_height = 0.066,
                .lidar_forward = 0.0,
                .max_step = 0.032,
                .restitution = 0.5,
                .scrape = 1.0},
    VehicleType{.kind = VehicleKind::Neato,
                .name = "neato",
                .about = "Neato robot, two driven wheels, up to 0.3 m/s",
                .bumper_height = 0.03,
                .lidar_height = 0.0889,
                .lidar_forward = -0.1016,
                .max_step = 0.02,
                .restitution = 0.2,
                .scrape = 0.3},
    VehicleType{.kind = VehicleKind::Quad2d,
                .name = "quad2d",
                .about = "planar quadrotor in wind and drag",
                .bumper_height = 0.15,
                .lidar_height = 0.15,
                .lidar_forward = 0.0,
                .max_step = 0.1,
                .restitution = 0.4,
                .scrape = 0.1},
    VehicleType{.kind = VehicleKind::Sedan,
                .name = "sedan",
                .about = "road car with throttle, brake, hand brake and reverse",
                .bumper_height = 0.4,
                .lidar_height = 0.6,
                .lidar_forward = 2.2,
                .max_step = 0.01,
                .restitution = 0.15,
                .scrape = 0.4},
    VehicleType{.kind = VehicleKind::Robotcar,
                .name = "robotcar",
                .about = "robot car of the RacecarSim course, rear wheels driven, up to 4.2 m/s",
                .bumper_height = 0.065,
                .lidar_height = 0.125,
                .lidar_forward = 0.0,
                .max_step = 0.01,
                .restitution = 0.1,
                .scrape = 0.4},
};

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

template <class Params, class State, class Input, class Kernel>
void step_kind(const Params& params, std::span<VehicleState> states,
               std::span<const VehicleInput> inputs, std::span<const Surroundings<double>> around,
               SubSteps cut, Kernel kernel) {
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
    kernel(params, {state_lanes.pointers, input_lanes.pointers, around_lanes.pointers, kLaneBlock},
           cut);
    for (std::size_t lane = 0; lane < count; ++lane)
      state_lanes.take(lane, std::get<State>(states[first + lane]));
  }
}

}  // namespace

std::span<const VehicleType> vehicle_types() { return kTypes; }

const VehicleType* find_vehicle_type(std::string_view name) {
  for (const VehicleType& type : kTypes)
    if (type.name == name) return &type;
  return nullptr;
}

const VehicleType& type_of(VehicleKind kind) { return kTypes[static_cast<std::size_t>(kind)]; }

VehicleParams default_params(VehicleKind kind) {
  switch (kind) {
    case VehicleKind::Racecar:
      return RacecarParams<double>{};
    case VehicleKind::Rover:
      return RoverParams<double>{};
    case VehicleKind::Neato:
      return NeatoParams<double>{};
    case VehicleKind::Quad2d:
      return Quad2dParams<double>{};
    case VehicleKind::Sedan:
      return SedanParams<double>{};
    case VehicleKind::Robotcar:
      return RobotcarParams<double>{};
  }
  return {};
}

double* find_figure(VehicleParams& params, std::string_view name) {
  double* found = nullptr;
  std::visit(
      [&](auto& p) {
        p.fields(p, [&](const char* field, double& figure) {
          if (name == field) found = &figure;
        });
      },
      params);
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
      default_params(kind));
  return names;
}

std::vector<double> figures_of(const VehicleParams& params) {
  std::vector<double> figures;
  std::visit(
      [&](const auto& p) {
        p.fields(p, [&](const char*, const double& figure) { figures.push_back(figure); });
      },
      params);
  return figures;
}

VehicleParams with_figures(VehicleParams params, std::span<const double> figures) {
  std::size_t next_figure = 0;
  std::visit(
      [&](auto& p) {
        p.fields(p, [&](const char*, double& figure) { figure = figures[next_figure++]; });
      },
      params);
  return params;
}

Outline2 outline_of(VehicleKind kind) {
  switch (kind) {
    case VehicleKind::Racecar:  // 0.58 x 0.31 m about the middle between the axles
      return Outline2::rectangle({-0.29635, -0.155}, {0.28365, 0.155});
    case VehicleKind::Rover:
      return Outline2::rectangle({-0.106, -0.082}, {0.056, 0.082});
    case VehicleKind::Neato: {  // flat in front, round behind: a cylinder of 0.15 m and a box
      constexpr std::array<Vec2, 7> corners{{{0.16, -0.15},
                                             {0.16, 0.15},
                                             {-0.01, 0.15},
                                             {-0.1161, 0.1061},
                                             {-0.16, 0},
                                             {-0.1161, -0.1061},
                                             {-0.01, -0.15}}};
      return Outline2::polygon_of(corners);
    }
    case VehicleKind::Quad2d:
      return Outline2::circle(0.15);
    case VehicleKind::Sedan:  // 4.72 x 1.89 m about the middle between the axles
      return Outline2::rectangle({-2.475, -0.945}, {2.245, 0.945});
    case VehicleKind::Robotcar: {  // around two boxes: 0.36 x 0.21 m, and 0.30 x 0.26 m below it
      constexpr std::array<Vec2, 8> corners{{{0.18, -0.105},
                                             {0.18, 0.105},
                                             {0.15, 0.13},
                                             {-0.15, 0.13},
                                             {-0.18, 0.105},
                                             {-0.18, -0.105},
                                             {-0.15, -0.13},
                                             {0.15, -0.13}}};
      return Outline2::polygon_of(corners);
    }
  }
  return {};
}

VehicleState state_at(VehicleKind kind, const Pose2& pose) {
  const auto chassis_at = [&](auto state) -> VehicleState {
    if constexpr (kHasChassis<decltype(state)>) {
      state.body.x = pose.x, state.body.y = pose.y, state.body.yaw = wrap_angle(pose.yaw);
    } else {
      state.x = pose.x, state.y = pose.y;
    }
    return state;
  };
  switch (kind) {
    case VehicleKind::Racecar:
      return chassis_at(RacecarState<double>{});
    case VehicleKind::Rover:
      return chassis_at(RoverState<double>{});
    case VehicleKind::Neato:
      return chassis_at(NeatoState<double>{});
    case VehicleKind::Quad2d:
      return chassis_at(Quad2dState<double>{});
    case VehicleKind::Sedan:
      return chassis_at(SedanState<double>{});
    case VehicleKind::Robotcar:
      return chassis_at(RobotcarState<double>{});
  }
  return {};
}

VehicleInput idle_input(VehicleKind kind) {
  switch (kind) {
    case VehicleKind::Racecar:
      return RacecarInput<double>{};
    case VehicleKind::Rover:
      return RoverInput<double>{};
    case VehicleKind::Neato:
      return NeatoInput<double>{};
    case VehicleKind::Quad2d:
      return Quad2dInput<double>{};
    case VehicleKind::Sedan:
      return SedanInput<double>{};
    case VehicleKind::Robotcar:
      return RobotcarInput<double>{};
  }
  return {};
}

bool usable(const VehicleInput& input, VehicleKind kind) {
  if (static_cast<VehicleKind>(input.index()) != kind) return false;
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
  std::visit(
      [&](const auto& p) {
        if constexpr (requires { p.chassis; }) {
          body.inv_mass = 1 / p.chassis.mass, body.inv_inertia = 1 / p.chassis.inertia;
        } else if constexpr (requires { p.max_velocity; }) {
          body.inv_mass = 1 / p.mass;  // a quadrotor holds its heading
        } else {
          body.inv_mass = 1 / p.mass, body.inv_inertia = 1 / p.inertia;
        }
      },
      params);
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

void step_vehicles(const VehicleParams& params, std::span<VehicleState> states,
                   std::span<const VehicleInput> inputs,
                   std::span<const Surroundings<double>> around, double dt) {
  PADDOCK_ASSERT(states.size() == inputs.size() && states.size() == around.size(), "states ",
                 states.size(), " inputs ", inputs.size(), " around ", around.size());
  if (states.empty()) return;
  const int parts = static_cast<int>(std::ceil(dt / type_of(kind_of(params)).max_step - 1e-9));
  const SubSteps cut{.dt = dt / parts, .substeps = parts};
  const VehicleKernels& kernels = vehicle_kernels();
  std::visit(
      [&]<class P>(const P& p) {
        if constexpr (std::is_same_v<P, RacecarParams<double>>)
          step_kind<P, RacecarState<double>, RacecarInput<double>>(p, states, inputs, around, cut,
                                                                   kernels.racecar);
        else if constexpr (std::is_same_v<P, RoverParams<double>>)
          step_kind<P, RoverState<double>, RoverInput<double>>(p, states, inputs, around, cut,
                                                               kernels.rover);
        else if constexpr (std::is_same_v<P, NeatoParams<double>>)
          step_kind<P, NeatoState<double>, NeatoInput<double>>(p, states, inputs, around, cut,
                                                               kernels.neato);
        else if constexpr (std::is_same_v<P, Quad2dParams<double>>)
          step_kind<P, Quad2dState<double>, Quad2dInput<double>>(p, states, inputs, around, cut,
                                                                 kernels.quad2d);
        else if constexpr (std::is_same_v<P, SedanParams<double>>)
          step_kind<P, SedanState<double>, SedanInput<double>>(p, states, inputs, around, cut,
                                                               kernels.sedan);
        else
          step_kind<P, RobotcarState<double>, RobotcarInput<double>>(p, states, inputs, around, cut,
                                                                     kernels.robotcar);
      },
      params);
}

}  // namespace paddock
