// What a kind of vehicle is besides its motion: one entry holds all that anybody asks of a kind. A
// field without a value of its own must be given: an entry that leaves one out does not compile.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "paddock/core/vec.h"
#include "paddock/geom/material.h"
#include "paddock/geom/shape.h"
#include "paddock/vehicles/driving.h"
#include "paddock/vehicles/wheel_demand.h"

namespace paddock {

/// A row of the table of kinds (kinds.h).
enum class VehicleKind : std::uint8_t {};

class VehicleAssembly;

/// A figure that is worth a slider, and the range in which physics stays itself.
struct FigureRange {
  std::string_view field, title, unit;
  double low{}, high{};
  std::string_view section{}, help{};           // for people; may be empty
  bool whole{};                                 // a whole number
  std::span<const std::string_view> choices{};  // what those from 0 mean; empty: themselves
};

/// How its body meets walls and others.
struct BumperTraits {
  double height;       // m, where its outline meets walls
  double restitution;  // speed after over speed before a square hit
  double scrape;       // Coulomb friction against walls
};

/// Where it carries its lidar and camera, and which units of other sensors (docs/sensors.md).
struct SensorTraits {
  double lidar_height;   // m
  double lidar_forward;  // m ahead of the origin
  Vec3 camera;
  double camera_near;  // m
  std::string_view lidar, imu, speed, odometry;
};

/// What a built-in driver dares with it, and how far ahead it looks.
struct DriverTraits {
  SpeedLimits limits;
  LookaheadParams lookahead;
};

/// What eyes see of it, and where they sit in it.
struct LookTraits {
  void (*build)(VehicleAssembly&);
  std::size_t looks;  // vehicles so far apart look alike but for colours; 0: each bears its number
  SemanticTag tag;
  Vec3 driver_eye;
};

/// A box of its body, in its own frame on the ground.
struct BodyBox {
  Vec3 half, middle;
};

/// A body as long and wide as the outline from `bumper` to `top`, above a smaller belly: m above
/// the ground.
struct BodyHeights {
  double clearance{}, bumper{}, top{};
};
std::vector<BodyBox> body_and_belly(const Outline2& outline, const BodyHeights& heights);

/// What rigid physics must know besides the figures.
struct RigidTraits {
  double wheel_radius;
  double half_track;
  double top;     // m above the ground, of its roof: struts begin there
  double sag;     // of a spring under its weight, over the wheel radius
  double travel;  // to the bump stop, over the wheel radius
  double shell;   // friction of the body alone: its tyres are wheels here
  std::vector<BodyBox> boxes;
  bool whole_ticks;     // its pose moves with a tick's last velocity, as planar physics has it
  double damping{0.5};  // of a strut, over critical
  double most_load{8};  // of a strut, over its load at rest; past it the belly lands
  bool dead_stop{};     // the bump stop gives nothing back
};

/// It stands on feet: rigid physics keeps it upright, and its own law moves it over the ground.
struct FeetTraits {
  double tall;  // m
};

struct VehicleType {
  VehicleKind kind{};  // filled in by the table
  std::string_view name;
  std::string_view about;
  Outline2 outline;  // seen from above, in the frame of its state's position
  double max_step;   // s, longest integration step; a longer tick is cut
  BumperTraits bumper;
  SensorTraits sensors;
  DriverTraits driving;
  LookTraits look;
  std::span<const FigureRange> sliders;
  std::optional<RigidTraits> rigid;  // none: it has no wheels that rigid physics carries
  std::optional<FeetTraits> feet{};  // nor feet: rigid physics does not move it
};

}  // namespace paddock
