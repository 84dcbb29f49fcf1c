// Shapes in few points: every section has the same rounded curve, scaled.
#include "paddock/geom/car_parts.h"

#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "paddock/core/angle.h"
#include "paddock/geom/look_build.h"
#include "paddock/geom/palette.h"
#include "paddock/geom/texture.h"

namespace paddock {
namespace {

constexpr Color kCarbon{34, 37, 41}, kRubber{24, 25, 27}, kSilver{176, 182, 188}, kPane{26, 34, 42},
    kRed{215, 38, 61}, kLamp{248, 244, 226};

Pose3 at(double x, double y, double z) { return {{x, y, z}, {}}; }

/// A closed curve between an ellipse (0) and a rounded rectangle (1), counter-clockwise, in units
/// of its half axes.
std::vector<Vec2> rounded_curve(double squareness, int sides) {
  std::vector<Vec2> curve;
  for (int i = 0; i < sides; ++i) {
    const Rot2 turn = Rot2::of(2 * kPi * (i + 0.5) / sides);
    const auto blend = [&](double v) {
      const double square = std::copysign(std::sqrt(std::sqrt(std::fabs(v))), v);
      return v + squareness * (square - v);
    };
    curve.push_back({blend(turn.c), blend(turn.s)});
  }
  return curve;
}

/// Figures of the road car are those of one of 4.72 x 1.89 x 1.46 m; other sizes are scaled.
class RoadCar {
 public:
  RoadCar(Vec3 size, const Finish& coat)
      : scale_{size.x / 4.72, size.y / 1.89, size.z / 1.46}, coat_(coat) {}

  Look build() {
    add_hull();
    add_glass();
    for (const double side : {-1.0, 1.0}) add_side(side);
    add_ends();
    return std::move(look_);
  }

 private:
  void add(Mesh mesh, const Finish& finish, double crease = 0.7) {
    for (Vec3& p : mesh.points) p = {p.x * scale_.x, p.y * scale_.y, p.z * scale_.z};
    dress(look_, mesh, {}, {finish, crease, map_from_sides});
  }
  void add_box(Vec3 low, Vec3 high, const Finish& finish) {
    const Vec3 middle = (low + high) / 2;
    Mesh mesh;
    append(mesh, make_box(high - low), at(middle.x, middle.y, low.z));
    add(std::move(mesh), finish);
  }

  void add_hull() {
    constexpr std::array<Rib, 11> hull{{{-2.355, 0.700, 0.420, 0.800},
                                        {-2.305, 0.840, 0.320, 0.930},
                                        {-2.135, 0.900, 0.260, 0.985},
                                        {-1.445, 0.935, 0.220, 1.000},
                                        {-0.485, 0.940, 0.200, 0.980},
                                        {0.615, 0.940, 0.200, 0.960},
                                        {1.215, 0.935, 0.210, 0.930},
                                        {1.615, 0.925, 0.220, 0.880},
                                        {2.115, 0.880, 0.240, 0.790},
                                        {2.295, 0.800, 0.280, 0.720},
                                        {2.355, 0.660, 0.360, 0.640}}};
    add(make_shell(hull, 0.85), coat_, 0.5);
  }

  void add_glass() {
    constexpr std::array<Slab, 4> house{{{0.90, -1.905, 1.275, 0.820},
                                         {0.98, -1.835, 1.135, 0.815},
                                         {1.20, -1.505, 0.735, 0.740},
                                         {1.40, -1.145, 0.335, 0.640}}};
    add(make_stack(house, 0.8), paint(kPane, 0.8), 0.4);
    constexpr std::array<Slab, 4> roof{{{1.385, -1.185, 0.375, 0.655},
                                        {1.420, -1.145, 0.335, 0.640},
                                        {1.450, -0.985, 0.175, 0.560},
                                        {1.460, -0.685, -0.085, 0.380}}};
    add(make_stack(roof, 0.8), coat_, 0.4);
  }

  void add_side(double side) {
    // the pillar between the doors leans in with the glass
    const auto ring = [side](double x, double outer, double inner, double z) {
      std::vector<Vec3> points{{x, side * outer, z},
                               {x + 0.08, side * outer, z},
                               {x + 0.08, side * inner, z},
                               {x, side * inner, z}};
      if (side > 0) std::swap(points[1], points[3]);
      return points;
    };
    add(make_loft(std::vector{ring(-0.405, 0.826, 0.78, 0.94), ring(-0.445, 0.660, 0.61, 1.39)}),
        coat_);
    // mirror, lamps, dark arches behind the wheels
    add_box({0.775, 0.90 * side - 0.06, 0.94}, {0.895, 0.90 * side + 0.06, 1.07}, coat_);
    add_box({2.265, 0.64 * side - 0.15, 0.60}, {2.340, 0.64 * side + 0.13, 0.70},
            as_lamp(paint(kLamp, 0.6)));
    add_box({-2.360, 0.62 * side - 0.16, 0.70}, {-2.285, 0.62 * side + 0.15, 0.82},
            paint(kRed, 0.5));
    for (const double axle : kAxles) {
      Mesh arch;
      append(arch, make_frustum(0.35, 0.35, 0.02, 32),
             {{axle, 0.926 * side, 0.36}, Quat::from_yaw_pitch_roll(0, 0, -side * kPi / 2)});
      add(std::move(arch), paint(kCarbon, 0.1));
    }
  }

  void add_ends() {
    const Finish dark = paint(kCarbon, 0.1), plate = paint(kChalk);
    add_box({2.285, -0.42, 0.44}, {2.358, 0.42, 0.58}, dark);
    add_box({2.315, -0.26, 0.34}, {2.365, 0.26, 0.44}, plate);
    add_box({-2.367, -0.26, 0.56}, {-2.305, 0.26, 0.66}, plate);
    add_box({-2.363, -0.66, 0.30}, {-2.245, 0.66, 0.42}, dark);
  }

  static constexpr std::array<double, 2> kAxles{1.445, -1.445};
  Vec3 scale_;
  Finish coat_;
  Look look_;
};

}  // namespace

Mesh make_shell(std::span<const Rib> ribs, double squareness) {
  const std::vector<Vec2> curve = rounded_curve(squareness, 20);
  std::vector<std::vector<Vec3>> rings;
  for (const Rib& rib : ribs) {
    std::vector<Vec3> ring;
    for (const Vec2 p : curve) {
      ring.push_back(
          {rib.x, p.x * rib.half_width, (rib.low + rib.high) / 2 + p.y * (rib.high - rib.low) / 2});
    }
    rings.push_back(std::move(ring));
  }
  return make_loft(rings);
}

Mesh make_stack(std::span<const Slab> slabs, double squareness) {
  const std::vector<Vec2> curve = rounded_curve(squareness, 28);
  std::vector<std::vector<Vec3>> rings;
  for (const Slab& slab : slabs) {
    std::vector<Vec3> ring;
    for (const Vec2 p : curve) {
      ring.push_back({(slab.back + slab.front) / 2 + p.x * (slab.front - slab.back) / 2,
                      p.y * slab.half_width, slab.z});
    }
    rings.push_back(std::move(ring));
  }
  return make_loft(rings);
}

Look wheel_look(const WheelSize& size, const Finish& rim) {
  const double r = size.radius, h = size.width / 2;
  const Pose3 upright{{}, Quat::from_yaw_pitch_roll(0, 0, kPi / 2)};
  const std::array<ProfilePoint, 6> tyre{{{0.66 * r, -0.86 * h},
                                          {0.90 * r, -h},
                                          {r, -0.70 * h},
                                          {r, 0.70 * h},
                                          {0.90 * r, h},
                                          {0.66 * r, 0.86 * h}}};
  Look look;
  dress(look, make_hoop(tyre, 28), upright, {paint(kRubber, 0.05), 0.5, map_from_sides});
  // a deep dish on both sides, its spokes and nut
  for (const double side : {-1.0, 1.0}) {
    const std::array<ProfilePoint, 3> dish{
        {{0.66 * r, 0.86 * h}, {0.60 * r, 0.45 * h}, {0, 0.40 * h}}};
    const Pose3 facing = upright * Pose3{{}, Quat::from_yaw_pitch_roll(0, 0, side > 0 ? 0 : kPi)};
    dress(look, make_hoop(dish, 28), facing, {paint(kCarbon), 0.7, map_from_sides});
    for (int i = 0; i < size.spokes; ++i) {
      const Quat turn = Quat::from_yaw_pitch_roll(2 * kPi * i / size.spokes, 0, 0);
      dress(look, make_box({0.62 * r, 0.16 * r, 0.30 * h}),
            facing * Pose3{turn * Vec3{0.32 * r, 0, 0.40 * h}, turn}, {rim});
    }
    dress(look, make_frustum(0.14 * r, 0.10 * r, 0.5 * h, 12), facing * at(0, 0, 0.40 * h), {rim});
  }
  return look;
}

Look road_car_body(Vec3 size, const Finish& coat) { return RoadCar(size, coat).build(); }

Look parked_car(Vec3 size, const Finish& coat) {
  Look look = road_car_body(size, coat);
  const WheelSize wheel{.radius = 0.23 * size.z, .width = 0.117 * size.y, .spokes = 7};
  const Look one = wheel_look(wheel, paint(kSilver, 0.5));
  for (const double x : {0.306, -0.306}) {
    for (const double y : {0.447, -0.447})
      append(look, one, at(x * size.x, y * size.y, wheel.radius));
  }
  return look;
}

}  // namespace paddock
