#include "paddock/vehicles/quad2d/quad2d.h"

#include <array>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include "paddock/vehicles/vehicle_assembly.h"

namespace paddock {
/// A quadrotor that flies at 0.15 m: four arms, hoops round the propellers.
void build_quad(VehicleAssembly& quad) {
  const Finish carbon = paint(kCarbon, 0.3), chalk = paint(kChalk);
  constexpr double kArm = 0.066, kHoop = 0.055, kHeight = 0.15;
  Look body;
  constexpr std::array<Slab, 4> hull{{{kHeight - 0.020, -0.040, 0.044, 0.020},
                                      {kHeight - 0.006, -0.048, 0.054, 0.028},
                                      {kHeight + 0.010, -0.044, 0.048, 0.025},
                                      {kHeight + 0.020, -0.030, 0.030, 0.014}}};
  dress(body, make_stack(hull, 0.5), {}, {quad.coat(), 0.4, map_from_sides});
  dress(body, make_frustum(0.009, 0.008, 0.008, 16),
        {{0.050, 0, kHeight}, Quat::from_yaw_pitch_roll(0, kPi / 2, 0)}, {paint(kPane, 0.8)});
  for (int i = 0; i < 4; ++i) {
    const Quat turn = Quat::from_yaw_pitch_roll(kPi / 4 + i * kPi / 2, 0, 0);
    const Vec3 motor = turn * Vec3{1.41421356 * kArm, 0, 0};
    dress(body, make_box({0.085, 0.012, 0.007}), {turn * Vec3{0.055, 0, kHeight - 0.004}, turn},
          {carbon});
    add_cylinder(body, {motor.x, motor.y, kHeight - 0.008}, 0.010, 0.022, carbon, 16);
    // hoop: front ones in the vehicle's colour, so that its heading is seen
    const bool front = motor.x > 0;
    const std::array<ProfilePoint, 5> rim{{{kHoop, kHeight + 0.006},
                                           {kHoop + 0.003, kHeight + 0.006},
                                           {kHoop + 0.003, kHeight + 0.018},
                                           {kHoop, kHeight + 0.018},
                                           {kHoop, kHeight + 0.006}}};
    dress(body, make_hoop(rim, 28), at(motor.x, motor.y, 0), {front ? quad.coat() : carbon});
    // legs
    dress(body, make_frustum(0.003, 0.004, 0.05, 10), at(motor.x * 0.6, motor.y * 0.6, 0.096),
          {carbon});
  }
  quad.add("body", std::move(body), {});
  constexpr std::array<std::string_view, 4> names{"propeller-front-left", "propeller-rear-left",
                                                  "propeller-rear-right", "propeller-front-right"};
  for (int i = 0; i < 4; ++i) {
    Look blades;
    dress(blades, make_box({0.098, 0.011, 0.002}), {}, {chalk});
    dress(blades, make_frustum(0.006, 0.004, 0.006, 12), {}, {carbon});
    const Quat corner = Quat::from_yaw_pitch_roll(kPi / 4 + i * kPi / 2, 0, 0);
    const Vec3 motor = corner * Vec3{1.41421356 * kArm, 0, kHeight + 0.012};
    quad.add(names[static_cast<std::size_t>(i)], std::move(blades),
             {motor, Quat::from_yaw_pitch_roll(0.5 + 1.3 * i, 0, 0)});
  }
}

}  // namespace paddock
