// Building blocks of vehicles' looks: boxes, cylinders, wheels, number plates, and the list of
// parts that becomes a vehicle. Everything stays within the outline that contacts use, give or take
// a centimetre. In the frame of the state's position, on the ground: x forward, y left, z up,
// metres.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "paddock/geom/car_parts.h"
#include "paddock/geom/look_build.h"
#include "paddock/geom/palette.h"
#include "paddock/geom/texture.h"
#include "paddock/vehicles/vehicle_look.h"

namespace paddock {

inline constexpr Color kCarbon{34, 37, 41}, kSilver{176, 182, 188}, kPane{26, 34, 42};

inline Pose3 at(double x, double y, double z) { return {{x, y, z}, {}}; }

/// A box between two corners.
void add_box(Look& look, Vec3 low, Vec3 high, const Finish& finish);
void add_cylinder(Look& look, Vec3 foot, double radius, double height, const Finish& finish,
                  int sides = 24);
/// A spinning lidar: dark foot, glossy window, cap.
void add_lidar(Look& look, Vec3 foot, double radius, double height);
/// A white square with a black number.
Finish number_plate(std::size_t number);

/// Where the middles of four wheels stand.
struct WheelPlaces {
  double front{}, rear{};  // m, of the axles
  double side{};           // m to either side
};

/// What all parts of one vehicle share, and the parts so far: a body first.
class VehicleAssembly {
 public:
  VehicleAssembly(VehicleId id, SemanticTag tag, const CarColors& colors);

  void add(std::string_view name, Look look, const Pose3& body_from_part, PartTurn turns = {});
  void add_wheels(const WheelSize& size, const WheelPlaces& places, const Finish& rim);

  const Finish& coat() const { return coat_; }
  Color color() const { return colors_.back; }
  Color front() const { return colors_.front; }
  /// 1 for the first vehicle.
  std::size_t number() const { return index_of(id_) + 1; }

  std::vector<VehiclePart> parts;

 private:
  VehicleId id_;
  SemanticTag tag_;
  CarColors colors_;
  Finish coat_;
};

}  // namespace paddock
