#include "paddock/protocols/racecar/car.h"

#include <algorithm>
#include <cmath>

#include "paddock/core/det_math.h"
#include "paddock/engine/places.h"
#include "paddock/engine/sensor_memory.h"
#include "paddock/stage/sensor_units.h"

namespace paddock::racecar {
namespace {

// section 3 of the specification, in metres
constexpr double kTurnsPerSecond = 6;
constexpr double kLidarMin = 0.12, kReach = 10;
constexpr float kRangeNoise = 0.02f;  // of the range
constexpr double kDepthMin = 0.105;
constexpr double kVerticalFov = 42.5 * kPi / 180;
constexpr double kHalfWidth = 27.4 * kPi / 180;  // of the depth camera, as the original has it
constexpr double kHalfHeight = 21.25 * kPi / 180;
constexpr double kMeasuredGravity = 9.81;  // m/s^2, whatever the level's
constexpr double kSmoothing = 0.25;        // part of each new sample
constexpr double kFactorSigma = 0.001, kForceSigma = 0.05, kRateSigma = 0.005;
constexpr double kPositionSigma = 0.005;  // dm

/// Our axes as the original's: right, up, ahead.
Vec3 original_axes(Vec3 v) { return {-v.y, v.z, v.x}; }

std::array<float, 3> floats(Vec3 v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

/// A factor near one and a little on each axis.
Vec3 noisy(Vec3 truth, double sigma, DrawAddress at, std::uint32_t first) {
  DrawSequence draws({at.seed, at.stream, at.entity, at.tick, first});
  const double factor = 1 + kFactorSigma * draws.gaussian();
  const double x = draws.gaussian(), y = draws.gaussian(), z = draws.gaussian();
  return factor * truth + sigma * Vec3{x, y, z};
}

DrawAddress draw_at(const Model& model, const State& state, VehicleId vehicle, Stream stream) {
  DrawAddress at = noise_address(model, index_of(vehicle), state.tick);
  at.stream = stream;
  return at;
}

/// Velocity, spin and attitude, whichever physics moves the car.
RigidBodyState body_of(const Model& model, const State& state, std::size_t v) {
  if (model.rigid) return state.rigid.cars[v].body;
  RigidBodyState body;
  body.pose = vehicle_pose(model, state, v);
  const PlanarBody flat = paddock::body_of(model.vehicles[v].params, state.physics.vehicles[v]);
  body.velocity = {flat.velocity.x, flat.velocity.y, 0};
  body.spin = {0, 0, flat.yaw_rate};
  return body;
}

Lidar2dParams lidar_params() {
  return {.beams = kCourseSamples,
          .start = 0,
          .span = -2 * kPi * (kCourseSamples - 1) / kCourseSamples,
          .min_range = kLidarMin,
          .max_range = kReach,
          .near_value = 0,
          .far_value = 0};
}

void sweep(const Model& model, const State& state, Scratch& scratch, VehicleId vehicle,
           const CourseSenses& senses, int ticks, CourseMemory& memory) {
  CameraRig* rig = rig_of(model, scratch);
  if (rig == nullptr) return;
  TiltedLidarRequest request{.vehicle = vehicle, .lidar = lidar_params()};
  if (senses.realism) request.noise.relative = kRangeNoise;
  const double dt = model.world->clock.tick_seconds();
  int left = ticks * static_cast<int>(std::lround(kCourseSamples * kTurnsPerSecond * dt));
  while (left > 0) {
    const int count = std::min(left, kCourseSamples - memory.next_sample);
    rig->scan(model, state, request, memory.ranges,
              BeamWindow{memory.next_sample, memory.next_sample + count - 1});
    memory.next_sample = (memory.next_sample + count) % kCourseSamples;
    left -= count;
  }
}

void measure_acceleration(const Model& model, const State& state, VehicleId vehicle,
                          const CourseSenses& senses, int ticks, CourseMemory& memory) {
  const RigidBodyState body = body_of(model, state, index_of(vehicle));
  const Quat body_from_world = inverse(body.pose.turn);
  const Vec3 velocity = body_from_world * body.velocity;
  // differences of what the body itself feels: steady cornering shows nothing, as in the original
  const Vec3 change = (velocity - memory.velocity) / (ticks * model.world->clock.tick_seconds());
  memory.velocity = velocity;
  Vec3 measured = original_axes(change + body_from_world * Vec3{0, 0, -kMeasuredGravity});
  if (senses.realism)
    measured = noisy(measured, kForceSigma, draw_at(model, state, vehicle, Stream::ImuWhite), 0);
  memory.acceleration = memory.acceleration + kSmoothing * (measured - memory.acceleration);
}

CameraSpec eye() {
  CameraSpec spec;
  spec.width = kCourseWidth, spec.height = kCourseHeight;
  const CameraMount mount = camera_mount(VehicleKind::Robotcar);
  spec.body_from_camera = {mount.at, {}};
  spec.near = mount.near, spec.far = 100;
  return spec;
}

CameraParams make_color_camera(bool gamma_space, bool hide_cars) {
  CameraSpec spec = eye();
  spec.vertical_fov = kVerticalFov;
  spec.sees_vehicles = !hide_cars;
  if (gamma_space) spec.color.space = LightSpace::Stored;
  spec.color.alpha = true;
  return check_camera(spec).value();
}

const CameraParams& color_camera(const World& world, const CourseSenses& senses) {
  static const std::array kCameras{make_color_camera(false, false), make_color_camera(false, true),
                                   make_color_camera(true, false), make_color_camera(true, true)};
  return kCameras[(world.picture.gamma_space ? 2u : 0u) + (senses.hide_cars ? 1u : 0u)];
}

struct DepthEye {
  CameraParams camera;
  std::vector<double> bumper;  // m along each ray: what is measured begins at the near plane
};

/// Its outermost rays lie on the edges of the frustum.
DepthEye make_depth_eye(DepthDetail detail) {
  CameraSpec spec = eye();
  spec.width = kCourseWidth / static_cast<int>(detail);
  spec.height = kCourseHeight / static_cast<int>(detail);
  spec.cx = (spec.width - 1) / 2.0, spec.cy = (spec.height - 1) / 2.0;
  spec.fx = spec.cx / det::tan(kHalfWidth), spec.fy = spec.cy / det::tan(kHalfHeight);
  spec.rays = RayKind::Lidar;
  spec.outputs = {.color = false, .depth = true};
  spec.depth = {.kind = DepthKind::Slant, .max = 2 * kReach};
  DepthEye made{check_camera(spec).value(), {}};
  for (int row = 0; row < spec.height; ++row)
    for (int column = 0; column < spec.width; ++column)
      made.bumper.push_back(spec.near * length(unproject(made.camera, {static_cast<double>(column),
                                                                       static_cast<double>(row)})));
  return made;
}

const DepthEye& depth_eye(DepthDetail detail) {
  static const DepthEye kHigh = make_depth_eye(DepthDetail::High),
                        kModerate = make_depth_eye(DepthDetail::Moderate),
                        kLow = make_depth_eye(DepthDetail::Low);
  return detail == DepthDetail::High ? kHigh : detail == DepthDetail::Moderate ? kModerate : kLow;
}

}  // namespace

CourseMemory start_course_memory() {
  CourseMemory memory;
  memory.ranges.assign(kCourseSamples, 0);
  return memory;
}

void advance_course(const Model& model, const State& state, Scratch& scratch, VehicleId vehicle,
                    const CourseSenses& senses, int ticks, CourseMemory& memory) {
  sweep(model, state, scratch, vehicle, senses, ticks, memory);
  measure_acceleration(model, state, vehicle, senses, ticks, memory);
}

std::vector<float> course_lidar(const CourseMemory& memory) {
  std::vector<float> ranges = memory.ranges;
  for (float& range : ranges) range *= 100;
  return ranges;
}

std::array<float, 3> course_acceleration(const CourseMemory& memory) {
  return floats(memory.acceleration);
}

std::array<float, 3> course_spin(const Model& model, const State& state, VehicleId vehicle,
                                 const CourseSenses& senses) {
  const Vec3 spin = body_of(model, state, index_of(vehicle)).spin;
  Vec3 measured = original_axes(spin);  // world axes, as the original has them
  if (senses.realism)
    measured = noisy(measured, kRateSigma, draw_at(model, state, vehicle, Stream::ImuWhite), 16);
  return floats(measured);
}

std::array<float, 3> course_position(const Model& model, const State& state, VehicleId vehicle,
                                     const CourseSenses& senses) {
  const Vec3 at = vehicle_pose(model, state, index_of(vehicle)).at;
  Vec3 place = -10 * original_axes(at);
  if (senses.realism)
    place = noisy(place, kPositionSigma, draw_at(model, state, vehicle, Stream::Gps), 0);
  return floats(place);
}

std::vector<float> course_depth(const Model& model, const State& state, Scratch& scratch,
                                VehicleId vehicle, const CourseSenses& senses) {
  const DepthEye& from = depth_eye(senses.depth);
  const std::size_t cells = from.bumper.size();
  CameraRig* rig = rig_of(model, scratch);
  if (rig == nullptr) return std::vector<float>(cells);
  CameraReading picture;
  rig->take(model, state, {vehicle, from.camera}, picture);
  DrawAddress at = draw_at(model, state, vehicle, Stream::CameraDepth);
  for (std::size_t i = 0; i < cells; ++i) {
    double range = static_cast<double>(picture.depth[i]);
    if (range > 0) range -= from.bumper[i];
    const bool seen = range > 0 && range <= kReach;
    at.index = static_cast<std::uint32_t>(i);
    if (seen && senses.realism) range *= 1 + static_cast<double>(kRangeNoise) * draw_gaussian(at);
    picture.depth[i] = seen && range > kDepthMin ? static_cast<float>(100 * range) : 0;
  }
  return std::move(picture.depth);
}

std::shared_ptr<RigPicture> begin_course_picture(const Model& model, const State& state,
                                                 Scratch& scratch, VehicleId vehicle,
                                                 const CourseSenses& senses) {
  CameraRig* rig = rig_of(model, scratch);
  if (rig == nullptr) return nullptr;
  return rig->begin(model, state, {vehicle, color_camera(*model.world, senses)});
}

Image course_picture(const Model& model, const State& state, Scratch& scratch, VehicleId vehicle,
                     const CourseSenses& senses) {
  const auto picture = begin_course_picture(model, state, scratch, vehicle, senses);
  return picture ? picture->whole().color : Image::blank(kCourseWidth, kCourseHeight, 4);
}

VehicleInput input_of(const CourseDrive& drive) {
  const auto limited = [](double x) { return std::isfinite(x) ? std::clamp(x, -1.0, 1.0) : 0; };
  return RobotcarInput<double>{
      .drive = limited(drive.speed) * std::max(0.0, limited(drive.max_speed)),
      .steer = -limited(drive.angle)};
}

}  // namespace paddock::racecar
