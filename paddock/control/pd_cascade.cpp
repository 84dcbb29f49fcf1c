#include "paddock/control/pd_cascade.h"

#include "paddock/control/driver.h"

namespace paddock {
namespace {

Vec2 wanted_velocity(const CascadeGains& gains, Vec2 position, Vec2 velocity, Vec2 target) {
  const Vec2 wanted = gains.position * (target - position) - gains.position_damping * velocity;
  const double speed = length(wanted);
  return speed > gains.max_velocity ? gains.max_velocity / speed * wanted : wanted;
}

}  // namespace

Vec2 cascade(const CascadeGains& gains, Vec2 position, Vec2 velocity, Vec2 target) {
  return gains.velocity * (wanted_velocity(gains, position, velocity, target) - velocity);
}

VehicleInput fly_towards(const DriverView& view, Vec2 target) {
  const auto& params = std::get<Quad2dParams<double>>(view.params->figures);
  const auto& state = std::get<Quad2dState<double>>(*view.state);
  const Vec2 position{state.x, state.y}, velocity{state.vx, state.vy};
  const CascadeGains gains;
  const Vec2 command = params.control_mode == QuadMode::Velocity
                           ? wanted_velocity(gains, position, velocity, target)
                           : cascade(gains, position, velocity, target);
  return Quad2dInput<double>{.x = command.x, .y = command.y};
}

}  // namespace paddock
