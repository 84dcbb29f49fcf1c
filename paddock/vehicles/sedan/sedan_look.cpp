#include "paddock/vehicles/sedan/sedan.h"

#include <array>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include "paddock/vehicles/vehicle_assembly.h"

namespace paddock {
/// A road car of 4.72 x 1.89 x 1.46 m, axles at 1.33 and -1.56.
void build_sedan(VehicleAssembly& car) {
  Look body;
  append(body, road_car_body({4.72, 1.89, 1.46}, car.coat()), at(-0.115, 0, 0));
  car.add("body", std::move(body), {});
  car.add_wheels({.radius = 0.335, .width = 0.22, .spokes = 7},
                 {.front = 1.33, .rear = -1.56, .side = 0.845}, paint(kSilver, 0.5));
}

}  // namespace paddock
