// Small worlds made in C++, and runs in them, for tests of whatever moves.
#pragma once

#include <cmath>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "paddock/engine/step.h"
#include "paddock/world/world.h"

namespace paddock {

inline PieceSpec piece_of(PieceShape shape, Vec3 at = {}, double yaw = 0) {
  PieceSpec piece;
  piece.shape = std::move(shape);
  piece.at = at;
  piece.yaw = yaw;
  return piece;
}

/// Bare concrete with nothing on it, 10 ms a tick.
inline LevelSpec open_level() {
  LevelSpec level;
  level.name = "test";
  level.ground.size = {400, 400};
  return level;
}

/// A closed wall around a square of `size` metres, its inner faces on the square.
inline LevelSpec room_level(double size, double thickness = 0.1) {
  LevelSpec level = open_level();
  const double h = size / 2 + thickness / 2;
  level.pieces.push_back(piece_of(WallSpec{.points = {{-h, -h}, {h, -h}, {h, h}, {-h, h}},
                                           .closed = true,
                                           .height = 1,
                                           .thickness = thickness}));
  return level;
}

/// Two straight walls along x, `width` metres free between them.
inline LevelSpec corridor_level(double length, double width) {
  LevelSpec level = open_level();
  for (const double side : {-1.0, 1.0}) {
    const double y = side * (width / 2 + 0.05);
    level.pieces.push_back(piece_of(BoxSpec{{length, 0.1, 1}}, {length / 2, y, 0}));
  }
  return level;
}

inline std::vector<Vec2> circle_points(double radius, int count) {
  std::vector<Vec2> points;
  for (int i = 0; i < count; ++i)
    points.push_back(radius * (Rot2::of(2 * kPi * i / count) * Vec2{1, 0}));
  return points;
}

/// A ring between two round walls, driven counter-clockwise, with a route and four gates; the start
/// is just before the first gate.
inline LevelSpec ring_level(double radius, double width) {
  LevelSpec level = open_level();
  for (const double r : {radius - width / 2, radius + width / 2})
    level.pieces.push_back(piece_of(
        WallSpec{.points = circle_points(r, 96), .closed = true, .height = 1, .thickness = 0.05}));
  level.routes.push_back({.where = {},
                          .name = "ring",
                          .points = circle_points(radius, 96),
                          .closed = true,
                          .width = width});
  for (const double angle : {0.0, kPi / 2, kPi, -kPi / 2}) {
    const Rot2 turn = Rot2::of(angle);
    level.gates.push_back({.where = {},
                           .name = "",
                           .left = turn * Vec2{radius - width / 2, 0},
                           .right = turn * Vec2{radius + width / 2, 0}});
  }
  const Vec2 start = radius * (Rot2::of(-0.05) * Vec2{1, 0});
  level.starts.push_back({.where = {}, .pose = {start.x, start.y, kPi / 2 - 0.05}, .vehicle = ""});
  return level;
}

inline std::shared_ptr<const World> build_shared(const LevelSpec& level) {
  return std::make_shared<const World>(build_world(level));
}

inline constexpr VehicleKind kAllKinds[] = {kind_of<Racecar>(), kind_of<Rover>(),
                                            kind_of<Neato>(),   kind_of<Quad2d>(),
                                            kind_of<Sedan>(),   kind_of<Robotcar>()};
inline constexpr std::size_t kKindCount = std::size(kAllKinds);

/// A vehicle of one kind with its own parameters; a quadrotor's air is still.
inline VehicleSetup vehicle_at(VehicleKind kind, const Pose2& pose) {
  VehicleSetup setup{default_params(kind), pose};
  if (auto* quad = std::get_if<Quad2dParams<double>>(&setup.params.figures)) quad->wind = 0;
  return setup;
}

/// Full ahead, wheels straight; the quadrotor flies along world x.
inline VehicleInput full_ahead(VehicleKind kind) {
  switch (kind) {
    case kind_of<Racecar>():
      return RacecarInput<double>{.steer = 0, .accel = 100};
    case kind_of<Rover>():
      return RoverInput<double>{.motor = 100, .steer = 0};
    case kind_of<Neato>():
      return NeatoInput<double>{.speed = 100, .turn = 0};
    case kind_of<Quad2d>():
      return Quad2dInput<double>{.x = 100, .y = 0};
    case kind_of<Robotcar>():
      return RobotcarInput<double>{.drive = 1, .steer = 0};
    default:
      return input_for(default_params(kind), state_at(kind, {}), {.speed = 100, .push = 100});
  }
}

/// Model, state and buffers of one run.
struct TestRun {
  Model model;
  State state;
  Scratch scratch;
  Output out;

  TestRun(std::shared_ptr<const World> world, std::vector<VehicleSetup> vehicles,
          std::uint64_t seed = 1)
      : model(made(std::move(world), std::move(vehicles), seed)),
        state(initial_state(model)),
        scratch(make_scratch(model)),
        out(make_output(model)) {}
  TestRun(const TestRun& other)
      : model(other.model), state(other.state), scratch(make_scratch(model)), out(other.out) {}

  void step(std::span<const VehicleInput> inputs) {
    paddock::step(model, inputs, state, scratch, out);
  }
  void step(const VehicleInput& input) { step(std::span(&input, 1)); }
  /// The two halves of a tick's motion, apart.
  void move(std::span<const VehicleInput> inputs) {
    out.clear();
    move_freely(model.physics, inputs, state.tick, state.physics, scratch.physics, out.physics);
  }
  void move(const VehicleInput& input) { move(std::span(&input, 1)); }
  void resolve() {
    resolve_contacts(model.physics, state.physics, scratch.physics, out.physics);
    state.tick = next(state.tick);
  }
  VehicleState& vehicle(std::size_t i = 0) { return state.physics.vehicles[i]; }
  Pose2 pose(std::size_t i = 0) const { return pose_of(state.physics.vehicles[i]); }
  PlanarBody body(std::size_t i = 0) const {
    return body_of(model.vehicles[i].params, state.physics.vehicles[i]);
  }
  /// Sets velocities in world axes.
  void set_motion(std::size_t i, Vec2 velocity, double yaw_rate) {
    PlanarBody b = body(i);
    b.velocity = velocity, b.yaw_rate = yaw_rate;
    set_body(b, vehicle(i));
  }

 private:
  static Model made(std::shared_ptr<const World> world, std::vector<VehicleSetup> vehicles,
                    std::uint64_t seed) {
    auto model = make_model(std::move(world), std::move(vehicles), seed);
    if (!model) {
      std::cerr << model.error().message << '\n';
      std::abort();
    }
    return std::move(*model);
  }
};

}  // namespace paddock
