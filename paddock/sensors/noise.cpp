#include "paddock/sensors/noise.h"

#include <array>
#include <string>

#include "paddock/sensors/figures.h"

namespace paddock {
namespace {

constexpr double kStandardGravity = 9.80665;  // m/s^2, what data sheets call g

// Grades in docs/physics/sensors.md: which figures were read in the source named here, which were
// not.
constexpr std::array kLidars{
    LidarUnit{.name = "ideal",
              .about = "1080 beams over 270 degrees to 30 m, exact",
              .params = {},
              .noise = {}},
    // Hokuyo UST-10LX: a public driver's capture of the unit's own answers (DMIN 20, DMAX 30000,
    // ARES 1440, SCAN 2400, 65533 and up: no return); repeatability from the data sheet
    LidarUnit{.name = "ust-10lx",
              .about = "Hokuyo UST-10LX, 1081 beams over 270 degrees at 40 Hz",
              .params = {.beams = 1081,
                         .start = radians(-135),
                         .span = radians(270),
                         .min_range = 0.02,
                         .max_range = 30,
                         .near_value = 65.533,
                         .far_value = 65.533,
                         .turns_per_second = 40},
              .noise = {.sigma = 0.03f, .relative = 0, .quantum = 0.001f, .dropout = 0}},
    // YDLIDAR X4 as RacecarSim has it (Lidar.cs, in decimetres there): clockwise from straight
    // ahead
    LidarUnit{.name = "ydlidar-x4",
              .about = "YDLIDAR X4 as in RacecarSim, 720 beams all around at 6 Hz, clockwise",
              .params = {.beams = 720,
                         .start = 0,
                         .span = -radians(359.5),
                         .min_range = 0.12,
                         .max_range = 10,
                         .near_value = 0,
                         .far_value = 0,
                         .turns_per_second = 6},
              .noise = {.sigma = 0, .relative = 0.02f, .quantum = 0, .dropout = 0}},
    // ROBOTIS LDS-01: ranges, resolution and rate from its data sheet; deviation as the EES-PEES
    // door's own noise has it
    LidarUnit{.name = "lds-01",
              .about = "ROBOTIS LDS-01, 360 beams all around at 5 Hz",
              .params = {.beams = 360,
                         .start = 0,
                         .span = radians(359),
                         .min_range = 0.12,
                         .max_range = 3.5,
                         .near_value = 0,
                         .far_value = 0,
                         .turns_per_second = 5},
              .noise = {.sigma = 0.01f, .relative = 0, .quantum = 0.001f, .dropout = 0}},
    // f1tenth_gym, laser_models.py: std_dev 0.01, max_range 30, increment fov / (beams - 1)
    LidarUnit{.name = "f1tenth_gym",
              .about = "the scanner of f1tenth_gym, 1080 beams over 4.7 rad, all at once",
              .params = {.beams = 1080,
                         .start = -2.35,
                         .span = 4.7,
                         .min_range = 0,
                         .max_range = 30,
                         .near_value = 0,
                         .far_value = 30,
                         .turns_per_second = 0},
              .noise = {.sigma = 0.01f, .relative = 0, .quantum = 0, .dropout = 0}},
};

constexpr std::array kImus{
    ImuUnit{.name = "ideal", .about = "exact", .noise = {}},
    // BMI055 in the RealSense D435i: densities from its data sheet as two users quote it, walks
    // from one owner's Kalibr run (VINS-Mono issue 472)
    ImuUnit{.name = "d435i",
            .about = "Bosch BMI055 as in the RealSense D435i",
            .noise = {.force = {.density = 150e-6 * kStandardGravity,
                                .sigma = 0,
                                .walk = 6.3e-5,
                                .factor = 0},
                      .rate = {.density = radians(0.014), .sigma = 0, .walk = 2.4e-6, .factor = 0},
                      .smoothing = 1}},
    // RacecarSim, PhysicsModule.cs; its own comments call the figures made up
    ImuUnit{.name = "racecarsim",
            .about = "the IMU of RacecarSim, made-up figures, force averaged over about 4 samples",
            .noise = {.force = {.density = 0, .sigma = 0.05, .walk = 0, .factor = 0.001},
                      .rate = {.density = 0, .sigma = 0.005, .walk = 0, .factor = 0.001},
                      .smoothing = 0.25}},
};

constexpr std::array kSpeeds{
    SpeedUnit{.name = "ideal", .about = "exact", .params = {}},
    // a motor controller that counts whole electrical turns a minute, 4614 of them to a m/s
    SpeedUnit{.name = "vesc",
              .about = "VESC motor controller as in F1TENTH, steps of 0.2 mm/s",
              .params = {.scale = 0, .sigma = 0, .quantum = 1.0 / 4614}},
    SpeedUnit{.name = "encoder",
              .about = "a wheel encoder, assumed figures",
              .params = {.scale = 0, .sigma = 0.01, .quantum = 0}},
};

template <class Unit>
Result<Unit> find_unit(std::string_view what, std::span<const Unit> units, std::string_view name) {
  std::string known;
  for (const Unit& unit : units) {
    if (unit.name == name) return unit;
    known += known.empty() ? "" : ", ";
    known += unit.name;
  }
  return fail(ErrorCode::NotFound, "there is no ", what, " \"", name, "\"; known: ", known);
}

}  // namespace

std::span<const LidarUnit> lidar_units() { return kLidars; }
std::span<const ImuUnit> imu_units() { return kImus; }
std::span<const SpeedUnit> speed_units() { return kSpeeds; }

Result<LidarUnit> find_lidar_unit(std::string_view name) {
  return find_unit("lidar", lidar_units(), name);
}
Result<ImuUnit> find_imu_unit(std::string_view name) { return find_unit("imu", imu_units(), name); }
Result<SpeedUnit> find_speed_unit(std::string_view name) {
  return find_unit("speed sensor", speed_units(), name);
}

Result<void> check_range_noise(const RangeNoise& noise) {
  if (noise.dropout > 1)
    return fail(ErrorCode::Invalid, "lidar dropout must be at most 1, got ", noise.dropout);
  return check_figures("lidar", {{"sigma", static_cast<double>(noise.sigma)},
                                 {"relative", static_cast<double>(noise.relative)},
                                 {"quantum", static_cast<double>(noise.quantum)},
                                 {"dropout", static_cast<double>(noise.dropout)}});
}

}  // namespace paddock
