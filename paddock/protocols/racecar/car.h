// The robot car of the course as its programs know it: sensors in the original's units, axes and
// quirks (x right, y up, z ahead; centimetres; clockwise). docs/protocols/racecar.md. Our world's
// (x, y, z) are its (z, -x, y) in tenths of a metre.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "paddock/engine/camera_rig.h"
#include "paddock/engine/sense.h"

namespace paddock::racecar {

inline constexpr int kCourseSamples = 720;  // of the lidar, clockwise from straight ahead
inline constexpr int kCourseWidth = 640, kCourseHeight = 480;

/// Of the course's cars, until somebody chooses others: white, red, blue, yellow.
inline constexpr std::array<Color, 4> kCourseColors{
    {{245, 245, 240}, {215, 38, 61}, {47, 111, 222}, {245, 183, 0}}};

/// Cells of the depth image are 640 / 8 by 480 / 8 and so on.
enum class DepthDetail : int { High = 8, Moderate = 16, Low = 32 };

struct CourseSenses {
  bool realism{true};  // noise
  bool hide_cars{};    // in the colour camera
  DepthDetail depth{DepthDetail::High};
  bool operator==(const CourseSenses&) const = default;
};

/// What its sensors remember from tick to tick.
struct CourseMemory {
  std::vector<float> ranges;  // m; the turn so far, the rest from the one before
  int next_sample{};
  Vec3 velocity;      // of the body in its own axes, at the tick before
  Vec3 acceleration;  // smoothed, original axes
};

/// Everything zero, as a car that was just switched on.
CourseMemory start_course_memory();

/// So many ticks have passed: the lidar has swept on, the IMU has taken its sample.
void advance_course(const Model& model, const State& state, Scratch& scratch, VehicleId vehicle,
                    const CourseSenses& senses, int ticks, CourseMemory& memory);

/// 720 ranges in cm, 0: nothing.
std::vector<float> course_lidar(const CourseMemory& memory);
/// m/s^2, gravity included and pointing down; rad/s, left turns positive.
std::array<float, 3> course_acceleration(const CourseMemory& memory);
std::array<float, 3> course_spin(const Model& model, const State& state, VehicleId vehicle,
                                 const CourseSenses& senses);
/// Negated place in tenths of a metre, as the original sends it.
std::array<float, 3> course_position(const Model& model, const State& state, VehicleId vehicle,
                                     const CourseSenses& senses);

/// cm from the bumper along each ray, row by row from the top; 0: nothing.
std::vector<float> course_depth(const Model& model, const State& state, Scratch& scratch,
                                VehicleId vehicle, const CourseSenses& senses);

/// 640 x 480 RGBA.
Image course_picture(const Model& model, const State& state, Scratch& scratch, VehicleId vehicle,
                     const CourseSenses& senses);
/// The same, perhaps still being painted; null where nothing can look through rays.
std::shared_ptr<RigPicture> begin_course_picture(const Model& model, const State& state,
                                                 Scratch& scratch, VehicleId vehicle,
                                                 const CourseSenses& senses);

/// What a program asks of its car, as it says it: angle to the right.
struct CourseDrive {
  double speed{}, angle{};  // -1 to 1
  double max_speed{0.25};   // 0 to 1, a share of the throttle
  bool operator==(const CourseDrive&) const = default;
};

/// What is not finite counts as 0, what is outside is cut.
VehicleInput input_of(const CourseDrive& drive);

}  // namespace paddock::racecar
