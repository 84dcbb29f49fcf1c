// Shapes of the vehicles, from few building blocks: lofts for shells, revolved wheels, boxes.
// Everything stays within the outline that contacts use, give or take a centimetre.
#include "paddock/vehicles/vehicle_look.h"

#include <cmath>
#include <memory>
#include <string>

#include "paddock/core/text.h"
#include "paddock/geom/car_parts.h"
#include "paddock/geom/lettering.h"
#include "paddock/geom/look_build.h"
#include "paddock/geom/texture.h"

namespace paddock {
namespace {

constexpr Color kCarbon{34, 37, 41}, kSilver{176, 182, 188}, kChalk{242, 240, 234},
    kPane{26, 34, 42};

Pose3 at(double x, double y, double z) { return {{x, y, z}, {}}; }

// --- building blocks ----------------------------------------------------------------------------

/// A box between two corners.
void add_box(Look& look, Vec3 low, Vec3 high, const Finish& finish) {
  const Vec3 middle = (low + high) / 2;
  dress(look, make_box(high - low), at(middle.x, middle.y, low.z), {finish});
}

void add_cylinder(Look& look, Vec3 foot, double radius, double height, const Finish& finish,
                  int sides = 24) {
  dress(look, make_frustum(radius, radius, height, sides), at(foot.x, foot.y, foot.z), {finish});
}

/// A spinning lidar: dark foot, glossy window, cap.
void add_lidar(Look& look, Vec3 foot, double radius, double height) {
  add_cylinder(look, foot, radius, 0.3 * height, paint(kCarbon));
  add_cylinder(look, {foot.x, foot.y, foot.z + 0.3 * height}, 0.92 * radius, 0.5 * height,
               paint({18, 20, 26}, 0.8));
  add_cylinder(look, {foot.x, foot.y, foot.z + 0.8 * height}, radius, 0.2 * height,
               paint(kSilver, 0.4));
}

/// A white square with a black number.
Finish number_plate(std::size_t number) {
  auto texture = std::make_shared<Texture>();
  const std::string text = concat(number);
  constexpr int kEdge = 96;
  texture->name = concat("number-", number);
  texture->repeats = false;
  texture->image = Image::blank(kEdge, kEdge);
  for (int i = 0; i < kEdge * kEdge; ++i) {
    std::uint8_t* pixel = texture->image.at(i % kEdge, i / kEdge);
    pixel[0] = kChalk.r, pixel[1] = kChalk.g, pixel[2] = kChalk.b;
  }
  const double capital = text.size() > 1 ? 44 : 60;
  draw_text(texture->image, {(kEdge - text_width(text, capital)) / 2, kEdge / 2 + capital / 2},
            capital, text, kCarbon);
  Finish finish{.name = texture->name, .color = {255, 255, 255}, .texture = nullptr};
  finish.texture = std::move(texture);
  return finish;
}

/// What all parts of one vehicle share.
class Assembly {
 public:
  Assembly(VehicleId id, const CarColors& colors)
      : id_(id), color_(colors.back), front_(colors.front), coat_(paint(color_, 0.4)) {}

  void add(std::string_view name, Look look, const Pose3& body_from_part, double steers = 0) {
    LookPart part{.name = concat("vehicle-", index_of(id_) + 1, '-', name),
                  .look = std::move(look),
                  .scene_from_part = body_from_part,
                  .instance = kFirstVehicleInstance + static_cast<std::uint32_t>(id_),
                  .tag = SemanticTag::Vehicle,
                  .seen_by = {},
                  .moves = true};
    parts.push_back({std::move(part), steers});
  }
  void add_wheels(const WheelSize& size, double front, double rear, double side,
                  const Finish& rim) {
    const Look one = wheel_look(size, rim);
    add("wheel-front-left", one, at(front, side, size.radius), 1);
    add("wheel-front-right", one, at(front, -side, size.radius), 1);
    add("wheel-rear-left", one, at(rear, side, size.radius));
    add("wheel-rear-right", one, at(rear, -side, size.radius));
  }
  const Finish& coat() const { return coat_; }
  Color color() const { return color_; }
  Color front() const { return front_; }
  std::size_t number() const { return index_of(id_) + 1; }

  std::vector<VehiclePart> parts;

 private:
  VehicleId id_;
  Color color_, front_;
  Finish coat_;
};

// --- the kinds ----------------------------------------------------------------------------------

/// A wing across the car: plane and end plates.
void add_wing(Look& look, Vec3 low, Vec3 high, double plate_drop, const Finish& plane,
              const Finish& plate) {
  add_box(look, low, high, plane);
  for (const double y : {low.y, high.y}) {
    add_box(look, {low.x - 0.008, y - 0.003, low.z - plate_drop},
            {high.x + 0.006, y + 0.003, high.z + 0.012}, plate);
  }
}

/// 1:10 open-wheeler: 0.58 x 0.31 m, axles at 0.159 and -0.171.
void build_racecar(Assembly& car) {
  const Finish carbon = paint(kCarbon), chalk = paint(kChalk, 0.3);
  Look body;
  // floor, monocoque with nose, side pods, engine cover
  add_box(body, {-0.24, -0.075, 0.022}, {0.20, 0.075, 0.032}, carbon);
  constexpr std::array<Rib, 9> hull{{{-0.245, 0.020, 0.040, 0.075},
                                     {-0.200, 0.036, 0.030, 0.105},
                                     {-0.110, 0.052, 0.028, 0.128},
                                     {-0.040, 0.058, 0.028, 0.122},
                                     {0.030, 0.058, 0.028, 0.100},
                                     {0.110, 0.048, 0.030, 0.092},
                                     {0.180, 0.034, 0.034, 0.078},
                                     {0.245, 0.022, 0.040, 0.060},
                                     {0.268, 0.010, 0.044, 0.052}}};
  dress(body, make_shell(hull, 0.6), {}, {car.coat(), 0.5, map_from_sides});
  constexpr std::array<Rib, 5> pod{{{-0.130, 0.012, 0.030, 0.052},
                                    {-0.090, 0.026, 0.026, 0.072},
                                    {-0.020, 0.030, 0.026, 0.080},
                                    {0.045, 0.028, 0.026, 0.076},
                                    {0.070, 0.020, 0.030, 0.062}}};
  for (const double side : {-1.0, 1.0}) {
    dress(body, make_shell(pod, 0.8), at(0, 0.078 * side, 0), {car.coat(), 0.5, map_from_sides});
    add_box(body, {0.064, 0.078 * side - 0.016, 0.036}, {0.0725, 0.078 * side + 0.016, 0.060},
            carbon);
    // suspension arms to all four wheels
    for (const double axle : {0.15875, -0.17145}) {
      for (const double off : {-0.022, 0.014}) {
        add_box(body, {axle + off, std::fmin(0.03 * side, 0.118 * side), 0.050},
                {axle + off + 0.008, std::fmax(0.03 * side, 0.118 * side), 0.056}, carbon);
      }
    }
  }
  // cockpit: a dark canopy over where a driver would sit
  constexpr std::array<Slab, 4> canopy{{{0.092, -0.040, 0.085, 0.040},
                                        {0.108, -0.036, 0.066, 0.036},
                                        {0.118, -0.032, 0.044, 0.029},
                                        {0.122, -0.026, 0.020, 0.018}}};
  dress(body, make_stack(canopy, 0.2), {}, {paint(kPane, 0.8), 0.4, map_from_sides});
  // wings, bumper
  add_wing(body, {0.232, -0.146, 0.030}, {0.275, 0.146, 0.035}, 0.008, chalk, car.coat());
  add_box(body, {0.272, -0.11, 0.026}, {0.2836, 0.11, 0.044}, carbon);
  add_wing(body, {-0.290, -0.118, 0.150}, {-0.238, 0.118, 0.156}, 0.075, car.coat(), carbon);
  add_box(body, {-0.262, -0.118, 0.128}, {-0.240, 0.118, 0.132}, chalk);
  add_box(body, {-0.266, -0.010, 0.060}, {-0.246, 0.010, 0.152}, carbon);
  // eyes: lidar ahead of the canopy, a camera on a short mast behind it
  add_box(body, {0.075, -0.026, 0.075}, {0.127, 0.026, 0.104}, carbon);
  add_lidar(body, {0.10, 0, 0.104}, 0.025, 0.046);
  add_box(body, {-0.052, -0.006, 0.12}, {-0.042, 0.006, 0.160}, carbon);
  add_box(body, {-0.053, -0.045, 0.158}, {-0.033, 0.045, 0.182}, paint(kSilver, 0.4));
  for (const double y : {-0.028, 0.028}) {
    dress(body, make_frustum(0.007, 0.007, 0.003, 12),
          {{-0.033, y, 0.170}, Quat::from_yaw_pitch_roll(0, kPi / 2, 0)}, {paint(kPane, 0.8)});
  }
  // the number: on top of the rear wing and on the nose
  const Finish number = number_plate(car.number());
  const auto plate = [&](double x, double z, double half, double slope) {
    dress_quad(body,
               {Vec3{x - half, half, z - slope},
                {x - half, -half, z - slope},
                {x + half, -half, z + slope},
                {x + half, half, z + slope}},
               number);
  };
  plate(-0.264, 0.1565, 0.024, 0);
  car.add("body", std::move(body), {});
  car.add_wheels({.radius = 0.054, .width = 0.045, .spokes = 5}, 0.15875, -0.17145, 0.1315,
                 paint(kSilver, 0.4));
}

/// The EES-PEES robot: a brick of a body, free front wheels, a rear block that drives and steers.
void build_rover(Assembly& rover) {
  const Finish grey = paint({122, 128, 134}, 0.1), dark = paint(kCarbon);
  Look body;
  add_box(body, {-0.045, -0.055, 0.022}, {0.050, 0.055, 0.034}, grey);
  add_box(body, {-0.040, -0.048, 0.034}, {0.046, 0.048, 0.050}, rover.coat());
  add_box(body, {0.046, -0.040, 0.024}, {0.055, 0.040, 0.044}, dark);
  add_box(body, {0.026, -0.066, 0.023}, {0.034, 0.066, 0.030}, dark);  // front axle
  // studs, as bricks have them
  for (int i = 0; i < 4; ++i) {
    for (const double y : {-0.040, 0.040}) {
      add_cylinder(body, {-0.030 + 0.022 * i, y, 0.050}, 0.006, 0.003, rover.coat(), 12);
    }
  }
  add_lidar(body, {0, 0, 0.050}, 0.028, 0.030);
  add_box(body, {0.040, -0.012, 0.050}, {0.050, 0.012, 0.060}, dark);
  for (const double y : {-0.006, 0.006}) {
    dress(body, make_frustum(0.004, 0.004, 0.003, 10),
          {{0.050, y, 0.055}, Quat::from_yaw_pitch_roll(0, kPi / 2, 0)}, {paint(kSilver, 0.6)});
  }
  rover.add("body", std::move(body), {});
  const Look one = wheel_look({.radius = 0.02625, .width = 0.014, .spokes = 4}, grey);
  rover.add("wheel-front-left", one, at(0.030, 0.074, 0.02625));
  rover.add("wheel-front-right", one, at(0.030, -0.074, 0.02625));

  // behind the pivot at -0.04: motor, axle, two wheels
  Look block;
  add_box(block, {-0.052, -0.026, 0.016}, {-0.010, 0.026, 0.046}, grey);
  add_cylinder(block, {0, 0, 0.018}, 0.012, 0.030, dark, 16);
  add_box(block, {-0.014, -0.008, 0.028}, {0.004, 0.008, 0.040}, dark);
  add_box(block, {-0.044, -0.048, 0.022}, {-0.036, 0.048, 0.030}, dark);
  for (const double y : {-0.044, 0.044}) {
    const Look turning = wheel_look({.radius = 0.02625, .width = 0.018, .spokes = 4}, rover.coat());
    append(block, turning, at(-0.040, y, 0.02625));
  }
  rover.add("rear-block", std::move(block), at(-0.04, 0, 0), 1);
}

/// Flat in front, round behind, shrunk by `inset` on all sides.
std::vector<Vec3> neato_ring(double inset, double z) {
  std::vector<Vec3> ring;
  const double r = 0.15 - inset, front = 0.16 - inset, corner = 0.02;
  const auto arc = [&](Vec2 middle, double radius, double from, double to, int steps) {
    for (int i = 0; i <= steps; ++i) {
      const Vec2 p = middle + Rot2::of(from + (to - from) * i / steps) * Vec2{radius, 0};
      ring.push_back({p.x, p.y, z});
    }
  };
  arc({front - corner, r - corner}, corner, 0, kPi / 2, 4);
  arc({-0.01, 0}, r, kPi / 2, 3 * kPi / 2, 24);
  arc({front - corner, corner - r}, corner, -kPi / 2, 0, 4);
  return ring;
}

/// The Neato: a low D with a lidar turret at its back.
void build_neato(Assembly& robot) {
  const Finish dark = paint(kCarbon, 0.3), chalk = paint({226, 226, 222}, 0.3);
  Look body;
  const std::vector<std::vector<Vec3>> skirt{neato_ring(0.006, 0.010), neato_ring(0, 0.018),
                                             neato_ring(0, 0.046)};
  const std::vector<std::vector<Vec3>> top{neato_ring(0.002, 0.046), neato_ring(0.002, 0.064),
                                           neato_ring(0.010, 0.074), neato_ring(0.020, 0.076)};
  const std::vector<std::vector<Vec3>> lid{neato_ring(0.028, 0.075), neato_ring(0.029, 0.0775)};
  dress(body, make_loft(skirt), {}, {dark, 0.5, map_from_sides});
  dress(body, make_loft(top), {}, {chalk, 0.5, map_from_sides});
  dress(body, make_loft(lid), {}, {robot.coat(), 0.5, map_from_sides});
  // bumper, screen, buttons, handle
  add_box(body, {0.152, -0.13, 0.020}, {0.164, 0.13, 0.050}, paint({60, 64, 70}, 0.1));
  add_box(body, {0.060, -0.035, 0.0770}, {0.100, 0.035, 0.0785}, paint(kPane, 0.8));
  for (const double y : {-0.060, 0.060}) {
    add_cylinder(body, {0.080, y, 0.0770}, 0.010, 0.002, chalk, 20);
  }
  // the turret: a foot, a dark slot the laser looks through at 89 mm, a cap
  constexpr double kTurret = -0.1016;
  add_cylinder(body, {kTurret, 0, 0.0760}, 0.048, 0.006, dark, 32);
  add_cylinder(body, {kTurret, 0, 0.0820}, 0.040, 0.014, paint({18, 20, 26}, 0.8), 32);
  add_cylinder(body, {kTurret, 0, 0.0960}, 0.046, 0.006, chalk, 32);
  robot.add("body", std::move(body), {});
  const Look one = wheel_look({.radius = 0.036, .width = 0.020, .spokes = 6}, dark);
  robot.add("wheel-left", one, at(0, 0.124, 0.036));
  robot.add("wheel-right", one, at(0, -0.124, 0.036));
}

/// A quadrotor that flies at 0.15 m: four arms, hoops round the propellers.
void build_quad(Assembly& quad) {
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

/// A road car of 4.72 x 1.89 x 1.46 m, axles at 1.33 and -1.56.
void build_sedan(Assembly& car) {
  Look body;
  append(body, road_car_body({4.72, 1.89, 1.46}, car.coat()), at(-0.115, 0, 0));
  car.add("body", std::move(body), {});
  car.add_wheels({.radius = 0.335, .width = 0.22, .spokes = 7}, 1.33, -1.56, 0.845,
                 paint(kSilver, 0.5));
}

/// The robot car of the course, 0.36 x 0.26 m: plate, two blocks, lidar disc, camera bar.
void build_robotcar(Assembly& car) {
  const Finish carbon = paint(kCarbon), silver = paint(kSilver, 0.4);
  constexpr double kAxle = 0.1125;
  Look body;
  // under-plate: wide between the wheels and at both ends, narrow where the wheels turn
  add_box(body, {-0.178, -0.060, 0.050}, {0.178, 0.060, 0.060}, carbon);
  add_box(body, {-0.060, -0.085, 0.050}, {0.052, 0.085, 0.060}, carbon);
  for (const double x : {-0.180, 0.166}) {
    add_box(body, {x, -0.085, 0.050}, {x + 0.014, 0.085, 0.060}, carbon);
  }
  for (const double x : {-kAxle, kAxle}) {
    add_box(body, {x - 0.005, -0.088, 0.035}, {x + 0.005, 0.088, 0.045}, carbon);
    add_box(body, {x - 0.016, -0.024, 0.028}, {x + 0.016, 0.024, 0.050}, silver);  // gearbox
  }
  // back in the vehicle's colour, front light unless somebody chose
  constexpr std::array<Slab, 4> back{{{0.060, -0.180, 0.020, 0.080},
                                      {0.102, -0.180, 0.020, 0.080},
                                      {0.107, -0.178, 0.018, 0.078},
                                      {0.110, -0.174, 0.014, 0.074}}};
  dress(body, make_stack(back, 1), {}, {car.coat(), 0.4, map_from_sides});
  constexpr std::array<Slab, 4> front{{{0.060, 0.020, 0.180, 0.050},
                                       {0.098, 0.020, 0.180, 0.050},
                                       {0.105, 0.020, 0.177, 0.048},
                                       {0.110, 0.022, 0.172, 0.044}}};
  dress(body, make_stack(front, 1), {}, {paint(car.front(), 0.3), 0.4, map_from_sides});
  for (const double y : {-0.034, 0.034}) {
    dress(body, make_frustum(0.010, 0.009, 0.003, 16),
          {{0.179, y, 0.085}, Quat::from_yaw_pitch_roll(0, kPi / 2, 0)},
          {paint({250, 236, 190}, 0.6)});
    add_box(body, {-0.1815, 1.4 * y - 0.014, 0.080}, {-0.179, 1.4 * y + 0.014, 0.092},
            paint({215, 38, 61}, 0.4));
  }
  // lidar: a blue disc whose beams leave at 0.125 m
  add_cylinder(body, {0, 0, 0.109}, 0.028, 0.006, carbon, 32);
  add_cylinder(body, {0, 0, 0.115}, 0.0328, 0.020, paint({0, 84, 240}, 0.5), 32);
  add_cylinder(body, {0, 0, 0.135}, 0.024, 0.003, carbon, 32);
  // camera bar across, its eyes at 0.145 m
  add_box(body, {0.080, -0.008, 0.108}, {0.088, 0.008, 0.134}, carbon);
  add_box(body, {0.076, -0.045, 0.1325}, {0.100, 0.045, 0.1575}, silver);
  for (const double y : {-0.028, 0.0, 0.028}) {
    dress(body, make_frustum(0.007, 0.007, 0.002, 12),
          {{0.100, y, 0.145}, Quat::from_yaw_pitch_roll(0, kPi / 2, 0)}, {paint(kPane, 0.8)});
  }
  // the number on the back
  dress_quad(body,
             {Vec3{-0.162, 0.034, 0.1105},
              {-0.162, -0.034, 0.1105},
              {-0.094, -0.034, 0.1105},
              {-0.094, 0.034, 0.1105}},
             number_plate(car.number()));
  car.add("body", std::move(body), {});
  car.add_wheels({.radius = 0.040, .width = 0.040, .spokes = 6}, kAxle, -kAxle, 0.105, silver);
}

/// Steering angle of the parts that steer, radians to the left.
double steer_of(const VehicleState& state) {
  if (const auto* s = std::get_if<RacecarState<double>>(&state)) return s->steer;
  if (const auto* s = std::get_if<RoverState<double>>(&state)) return s->steer;
  if (const auto* s = std::get_if<SedanState<double>>(&state)) {
    return s->steer * SedanParams<double>{}.max_steer;
  }
  if (const auto* s = std::get_if<RobotcarState<double>>(&state)) return s->steer;
  return 0;
}

}  // namespace

Color vehicle_color(VehicleId id) {
  constexpr std::array<Color, 4> colors{
      {{61, 139, 253}, {240, 128, 40}, {150, 90, 220}, {30, 160, 150}}};
  return colors[index_of(id) % colors.size()];
}

std::vector<VehiclePart> vehicle_look(VehicleKind kind, VehicleId id,
                                      const std::optional<CarColors>& chosen) {
  Assembly assembly(id, chosen.value_or(CarColors{.front = kChalk, .back = vehicle_color(id)}));
  switch (kind) {
    case VehicleKind::Racecar:
      build_racecar(assembly);
      break;
    case VehicleKind::Rover:
      build_rover(assembly);
      break;
    case VehicleKind::Neato:
      build_neato(assembly);
      break;
    case VehicleKind::Quad2d:
      build_quad(assembly);
      break;
    case VehicleKind::Sedan:
      build_sedan(assembly);
      break;
    case VehicleKind::Robotcar:
      build_robotcar(assembly);
      break;
  }
  return std::move(assembly.parts);
}

Pose3 pose_of_part(const VehiclePart& part, const VehicleState& state,
                   const Pose3& scene_from_body) {
  const Quat turned = Quat::from_yaw_pitch_roll(part.steers * steer_of(state), 0, 0);
  return scene_from_body * part.part.scene_from_part * Pose3{{}, turned};
}

}  // namespace paddock
