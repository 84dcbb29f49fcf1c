// Bodies of hatchback, estate, van and truck: a hull through ribs, a glass house, a roof.
#include <array>
#include <utility>

#include "paddock/vehicles/road_cars/road_car_sizes.h"
#include "paddock/vehicles/road_cars/road_cars.h"
#include "paddock/vehicles/vehicle_assembly.h"

namespace paddock {
namespace {

constexpr Color kRed{215, 38, 61}, kLamp{248, 244, 226}, kBox{226, 226, 220};

/// Shapes in shares of a car's size: x from its tail (0) to its nose (1), width over half of it,
/// height over its height.
class CarBody {
 public:
  CarBody(VehicleAssembly& car, const RoadCarSize& size) : car_(car), size_(size) {}

  double x(double share) const { return -size_.tail() + share * size_.length; }
  double y(double share) const { return 0.5 * share * size_.width; }
  double z(double share) const { return share * size_.height; }

  template <std::size_t N>
  void shell(const std::array<Rib, N>& shares, double squareness, const Finish& finish) {
    std::array<Rib, N> ribs = shares;
    for (Rib& rib : ribs) rib = {x(rib.x), y(rib.half_width), z(rib.low), z(rib.high)};
    dress(look_, make_shell(ribs, squareness), {}, {finish, 0.5, map_from_sides});
  }
  template <std::size_t N>
  void stack(const std::array<Slab, N>& shares, double squareness, const Finish& finish) {
    std::array<Slab, N> slabs = shares;
    for (Slab& slab : slabs) slab = {z(slab.z), x(slab.back), x(slab.front), y(slab.half_width)};
    dress(look_, make_stack(slabs, squareness), {}, {finish, 0.4, map_from_sides});
  }
  void box(Vec3 low, Vec3 high, const Finish& finish) {
    add_box(look_, {x(low.x), y(low.y), z(low.z)}, {x(high.x), y(high.y), z(high.z)}, finish);
  }

  /// Lamps, plates and bumpers at both ends, mirrors, dark arches behind the wheels.
  void fittings(double lamps, double tail_lamps, double mirrors) {
    for (const double side : {-1.0, 1.0}) {
      box({0.972, 0.72 * side - 0.13, lamps}, {0.996, 0.72 * side + 0.13, lamps + 0.06},
          as_lamp(paint(kLamp, 0.6)));
      box({-0.001, 0.80 * side - 0.09, tail_lamps}, {0.012, 0.80 * side + 0.09, tail_lamps + 0.10},
          paint(kRed, 0.5));
      box({mirrors, 0.96 * side - 0.04, 0.62}, {mirrors + 0.02, 0.96 * side + 0.04, 0.70},
          car_.coat());
      for (const double axle : {size_.front_axle, -size_.rear_axle})
        dress(look_, make_frustum(1.06 * size_.wheel_radius, 1.06 * size_.wheel_radius, 0.02, 32),
              {{axle, 0.485 * size_.width * side, 1.08 * size_.wheel_radius},
               Quat::from_yaw_pitch_roll(0, 0, -side * kPi / 2)},
              {paint(kCarbon, 0.1)});
    }
    for (const double end : {0.0, 1.0})
      box({end - 0.004, -0.28, 0.26}, {end + 0.002, 0.28, 0.33}, paint(kChalk));
  }

  void done() {
    car_.add("body", std::move(look_), {});
    car_.add_wheels({.radius = size_.wheel_radius, .width = 0.62 * size_.wheel_radius, .spokes = 6},
                    {.front = size_.front_axle, .rear = -size_.rear_axle, .side = size_.half_track},
                    paint(kSilver, 0.5));
  }

 private:
  VehicleAssembly& car_;
  const RoadCarSize& size_;
  Look look_;
};

}  // namespace

void build_hatchback(VehicleAssembly& car) {
  CarBody body(car, hatchback_size());
  constexpr std::array<Rib, 8> kHull{{{0.005, 0.82, 0.24, 0.62},
                                      {0.030, 0.95, 0.18, 0.67},
                                      {0.250, 1.00, 0.15, 0.68},
                                      {0.600, 1.00, 0.14, 0.66},
                                      {0.780, 0.99, 0.15, 0.63},
                                      {0.920, 0.93, 0.17, 0.55},
                                      {0.980, 0.84, 0.20, 0.49},
                                      {0.998, 0.70, 0.26, 0.43}}};
  constexpr std::array<Slab, 4> kHouse{{{0.62, 0.020, 0.770, 0.88},
                                        {0.68, 0.030, 0.740, 0.87},
                                        {0.84, 0.075, 0.640, 0.79},
                                        {0.97, 0.130, 0.540, 0.70}}};
  constexpr std::array<Slab, 4> kRoof{{{0.950, 0.105, 0.560, 0.72},
                                       {0.975, 0.120, 0.545, 0.70},
                                       {0.995, 0.170, 0.490, 0.60},
                                       {1.000, 0.260, 0.400, 0.42}}};
  body.shell(kHull, 0.85, car.coat());
  body.stack(kHouse, 0.8, paint(kPane, 0.8));
  body.stack(kRoof, 0.8, car.coat());
  body.fittings(0.42, 0.50, 0.66);
  body.done();
}

void build_estate(VehicleAssembly& car) {
  CarBody body(car, estate_size());
  constexpr std::array<Rib, 8> kHull{{{0.003, 0.84, 0.24, 0.62},
                                      {0.025, 0.96, 0.18, 0.66},
                                      {0.250, 1.00, 0.15, 0.67},
                                      {0.600, 1.00, 0.14, 0.66},
                                      {0.780, 0.99, 0.15, 0.62},
                                      {0.920, 0.93, 0.17, 0.54},
                                      {0.980, 0.84, 0.20, 0.48},
                                      {0.998, 0.68, 0.26, 0.42}}};
  constexpr std::array<Slab, 4> kHouse{{{0.62, 0.012, 0.745, 0.89},
                                        {0.68, 0.018, 0.715, 0.88},
                                        {0.84, 0.040, 0.625, 0.80},
                                        {0.96, 0.075, 0.545, 0.71}}};
  constexpr std::array<Slab, 4> kRoof{{{0.935, 0.050, 0.565, 0.73},
                                       {0.960, 0.060, 0.550, 0.71},
                                       {0.980, 0.100, 0.500, 0.62},
                                       {0.985, 0.180, 0.420, 0.46}}};
  body.shell(kHull, 0.85, car.coat());
  body.stack(kHouse, 0.8, paint(kPane, 0.8));
  body.stack(kRoof, 0.8, car.coat());
  for (const double side : {-0.62, 0.62})  // roof rails
    body.box({0.09, side - 0.02, 0.97}, {0.50, side + 0.02, 1.0}, paint(kSilver, 0.4));
  body.fittings(0.41, 0.50, 0.64);
  body.done();
}

void build_van(VehicleAssembly& car) {
  CarBody body(car, van_size());
  constexpr std::array<Rib, 9> kHull{{{0.002, 0.93, 0.14, 0.96},
                                      {0.015, 0.97, 0.12, 0.99},
                                      {0.300, 1.00, 0.11, 1.00},
                                      {0.640, 1.00, 0.11, 1.00},
                                      {0.720, 0.99, 0.11, 0.97},
                                      {0.820, 0.98, 0.11, 0.78},
                                      {0.900, 0.95, 0.12, 0.56},
                                      {0.970, 0.88, 0.13, 0.45},
                                      {0.998, 0.74, 0.16, 0.36}}};
  body.shell(kHull, 0.92, car.coat());
  // windscreen, and a pane in each door
  constexpr std::array<Slab, 3> kScreen{
      {{0.555, 0.700, 0.905, 0.86}, {0.720, 0.700, 0.852, 0.84}, {0.900, 0.690, 0.772, 0.78}}};
  body.stack(kScreen, 0.85, paint(kPane, 0.8));
  for (const double side : {-1.0, 1.0})
    body.box({0.640, 0.985 * side - 0.022, 0.56}, {0.770, 0.985 * side + 0.022, 0.82},
             paint(kPane, 0.8));
  for (const double y : {-0.46, 0.46})
    body.box({-0.002, y - 0.36, 0.58}, {0.006, y + 0.36, 0.82}, paint(kPane, 0.8));
  body.fittings(0.33, 0.34, 0.79);
  body.done();
}

void build_truck(VehicleAssembly& car) {
  CarBody body(car, truck_size());
  // cab, frame, box
  constexpr std::array<Rib, 5> kCab{{{0.735, 0.96, 0.16, 0.86},
                                     {0.760, 0.99, 0.14, 0.88},
                                     {0.930, 0.99, 0.14, 0.87},
                                     {0.980, 0.97, 0.15, 0.70},
                                     {0.998, 0.92, 0.17, 0.44}}};
  body.shell(kCab, 0.95, car.coat());
  constexpr std::array<Slab, 3> kScreen{
      {{0.50, 0.80, 1.000, 0.90}, {0.62, 0.80, 0.993, 0.90}, {0.78, 0.80, 0.972, 0.86}}};
  body.stack(kScreen, 0.95, paint(kPane, 0.8));
  for (const double side : {-1.0, 1.0}) {
    body.box({0.825, 0.985 * side - 0.018, 0.52}, {0.925, 0.985 * side + 0.018, 0.76},
             paint(kPane, 0.8));
    body.box({0.03, 0.60 * side - 0.05, 0.20}, {0.74, 0.60 * side + 0.05, 0.30}, paint(kCarbon));
    body.box({0.36, 0.86 * side - 0.12, 0.13}, {0.58, 0.86 * side + 0.12, 0.27}, paint(kCarbon));
  }
  body.box({0.002, -0.99, 0.31}, {0.725, 0.99, 0.995}, paint(kBox, 0.1));
  body.box({0.004, -1.0, 0.30}, {0.723, 1.0, 0.325}, car.coat());
  body.box({0.0, -0.8, 0.14}, {0.006, 0.8, 0.19}, paint(kRed, 0.2));
  body.fittings(0.25, 0.22, 0.93);
  body.done();
}

}  // namespace paddock
