// Sizes of the kinds on the road car's kernel: outlines, axles and looks are all made of them.
// Metres, from the centre of mass.
#pragma once

#include <span>
#include <string_view>

#include "paddock/vehicles/vehicle_type.h"

namespace paddock {

struct RoadCarSize {
  std::string_view name, about;
  double length, width, height;
  double front_axle, rear_axle;  // ahead and behind
  double nose;                   // ahead
  double wheel_radius;
  double half_track;  // 0: two wheels in line, which rigid physics does not carry
  double cruise;      // m/s that a built-in driver dares
  Vec3 eye;           // of its driver
  std::span<const FigureRange> sliders;
  void (*build)(VehicleAssembly&);

  double tail() const { return length - nose; }  // behind
};

inline Outline2 outline_of(const RoadCarSize& size) {
  return Outline2::rectangle({-size.tail(), -size.width / 2}, {size.nose, size.width / 2});
}

const RoadCarSize& hatchback_size();
const RoadCarSize& estate_size();
const RoadCarSize& van_size();
const RoadCarSize& truck_size();
const RoadCarSize& motorcycle_size();
const RoadCarSize& bicycle_size();

}  // namespace paddock
