// Figures and units of the lidar kinds, with where they come from. Grades in
// docs/physics/sensors.md: which were read in the source named here, which were not.
#pragma once

#include <array>

#include "paddock/sensors/lidar3d.h"
#include "paddock/sensors/sensor.h"

namespace paddock {

inline constexpr double kLongestRange = 1e4;  // m

inline constexpr FigureKind kRangeSigma{
    .name = "sigma", .unit = "m", .about = "deviation of a range", .high = 100, .noise = true};
inline constexpr FigureKind kRangeRelative{.name = "relative",
                                           .unit = "",
                                           .about = "deviation of a range, a share of it",
                                           .high = 1,
                                           .noise = true};
inline constexpr FigureKind kRangeQuantum{.name = "quantum",
                                          .unit = "m",
                                          .about = "ranges come in steps of this; 0: exact",
                                          .high = 10,
                                          .noise = true};
inline constexpr FigureKind kRangeDropout{.name = "dropout",
                                          .unit = "",
                                          .about = "probability that a beam meets nothing",
                                          .high = 1,
                                          .noise = true};

inline constexpr Lidar2dParams kStandardFan{};

inline constexpr std::array<FigureKind, 15> kLidarFigures{{
    {.name = "beams",
     .unit = "",
     .about = "beams of a scan",
     .standard = kStandardFan.beams,
     .low = 1,
     .high = kMaxBeams,
     .whole = true},
    {.name = "start",
     .unit = "rad",
     .about = "the first beam from straight ahead, counter-clockwise",
     .standard = kStandardFan.start,
     .low = -2 * kPi,
     .high = 2 * kPi},
    {.name = "span",
     .unit = "rad",
     .about = "from the first beam to the last; negative: clockwise",
     .standard = kStandardFan.span,
     .low = -2 * kPi,
     .high = 2 * kPi},
    {.name = "min_range",
     .unit = "m",
     .about = "what is nearer is told as near_value",
     .standard = kStandardFan.min_range,
     .high = kLongestRange},
    {.name = "max_range",
     .unit = "m",
     .about = "what is farther is told as far_value",
     .standard = kStandardFan.max_range,
     .low = 0.01,
     .high = kLongestRange},
    {.name = "near_value",
     .unit = "m",
     .about = "told for what is nearer than min_range",
     .standard = kStandardFan.near_value,
     .low = -1,
     .high = kLongestRange},
    {.name = "far_value",
     .unit = "m",
     .about = "told where nothing is met",
     .standard = kStandardFan.far_value,
     .low = -1,
     .high = kLongestRange},
    {.name = "turns_per_second",
     .unit = "1/s",
     .about = "of the head; 0: all beams at one instant",
     .standard = kStandardFan.turns_per_second,
     .high = 1000},
    {.name = "near_plane",
     .unit = "m",
     .about = "short ranges as Webots R2020a renders them; 0: true ones. In levels on one plane "
              "only, elsewhere ranges are true",
     .standard = kStandardFan.near_plane,
     .high = 10},
    {.name = "sweep",
     .unit = "yes",
     .about = "a tick measures the beams that the head passes in it, the rest is from before; else "
              "a scan is all of one instant",
     .high = 1},
    {.name = "settled",
     .unit = "yes",
     .about = "a head that sweeps has turned for a while when it is switched on: its first look is "
              "a whole turn",
     .high = 1},
    kRangeSigma,
    kRangeRelative,
    kRangeQuantum,
    kRangeDropout,
}};

// Hokuyo UST-10LX: a public driver's capture of the unit's own answers (DMIN 20, DMAX 30000, ARES
// 1440, SCAN 2400, 65533 and up: no return); repeatability from the data sheet
inline constexpr std::array<UnitFigure, 10> kUst10lx{{{"beams", 1081},
                                                      {"start", radians(-135)},
                                                      {"span", radians(270)},
                                                      {"min_range", 0.02},
                                                      {"max_range", 30},
                                                      {"near_value", 65.533},
                                                      {"far_value", 65.533},
                                                      {"turns_per_second", 40},
                                                      {"sigma", 0.03},
                                                      {"quantum", 0.001}}};

// YDLIDAR X4 as RacecarSim has it (Lidar.cs, in decimetres there): clockwise from straight ahead
inline constexpr std::array<UnitFigure, 9> kYdlidarX4{{{"beams", 720},
                                                       {"start", 0},
                                                       {"span", -2 * kPi * 719 / 720},
                                                       {"min_range", 0.12},
                                                       {"max_range", 10},
                                                       {"near_value", 0},
                                                       {"far_value", 0},
                                                       {"turns_per_second", 6},
                                                       {"relative", 0.02}}};

// ROBOTIS LDS-01: ranges, resolution and rate from its data sheet; deviation as the EES-PEES door's
// own noise has it
inline constexpr std::array<UnitFigure, 10> kLds01{{{"beams", 360},
                                                    {"start", 0},
                                                    {"span", radians(359)},
                                                    {"min_range", 0.12},
                                                    {"max_range", 3.5},
                                                    {"near_value", 0},
                                                    {"far_value", 0},
                                                    {"turns_per_second", 5},
                                                    {"sigma", 0.01},
                                                    {"quantum", 0.001}}};

// the LDS-01 of the EES-PEES robot, lidar2d.h; the deviation is what the door adds on request,
// chosen for it, not measured
inline constexpr std::array<UnitFigure, 9> kWebotsLds01{{{"beams", kRenderedLds01.beams},
                                                         {"start", kRenderedLds01.start},
                                                         {"span", kRenderedLds01.span},
                                                         {"min_range", kRenderedLds01.min_range},
                                                         {"max_range", kRenderedLds01.max_range},
                                                         {"near_value", kRenderedLds01.near_value},
                                                         {"far_value", kRenderedLds01.far_value},
                                                         {"near_plane", kRenderedLds01.near_plane},
                                                         {"sigma", 0.01}}};

// f1tenth_gym, laser_models.py: std_dev 0.01, max_range 30, increment fov / (beams - 1)
inline constexpr std::array<UnitFigure, 6> kF1tenthGym{{{"beams", 1080},
                                                        {"start", -2.35},
                                                        {"span", 4.7},
                                                        {"max_range", 30},
                                                        {"far_value", 30},
                                                        {"sigma", 0.01}}};

inline constexpr std::array<SensorUnit, 6> kLidarUnits{{
    {.name = "ideal", .about = "1080 beams over 270 degrees to 30 m, exact", .figures = {}},
    {.name = "ust-10lx",
     .about = "Hokuyo UST-10LX, 1081 beams over 270 degrees at 40 Hz",
     .figures = kUst10lx},
    {.name = "ydlidar-x4",
     .about = "YDLIDAR X4 as in RacecarSim, 720 beams all around at 6 Hz, clockwise",
     .figures = kYdlidarX4},
    {.name = "lds-01", .about = "ROBOTIS LDS-01, 360 beams all around at 5 Hz", .figures = kLds01},
    {.name = "webots-lds-01",
     .about = "ROBOTIS LDS-01 as Webots R2020a renders it on the EES-PEES robot",
     .figures = kWebotsLds01},
    {.name = "f1tenth_gym",
     .about = "the scanner of f1tenth_gym, 1080 beams over 4.7 rad, all at once",
     .figures = kF1tenthGym},
}};

// --- with channels ------------------------------------------------------------------------------

inline constexpr Lidar3dSpec kCarlaLidar{};

inline constexpr std::array<FigureKind, 13> kLidar3dFigures{{
    {.name = "channels",
     .unit = "",
     .about = "one above the other",
     .standard = kCarlaLidar.channels,
     .low = 1,
     .high = kMaxChannels,
     .whole = true},
    {.name = "upper",
     .unit = "rad",
     .about = "how far up the uppermost channel looks",
     .standard = kCarlaLidar.upper,
     .low = -kPi / 2,
     .high = kPi / 2},
    {.name = "lower",
     .unit = "rad",
     .about = "how far up the lowest channel looks",
     .standard = kCarlaLidar.lower,
     .low = -kPi / 2,
     .high = kPi / 2},
    {.name = "points_per_second",
     .unit = "1/s",
     .about = "firings of all channels together",
     .standard = kCarlaLidar.points_per_second,
     .low = 1,
     .high = 1e8},
    {.name = "turns_per_second",
     .unit = "1/s",
     .about = "of the head; with points_per_second it says how many firings a turn has",
     .standard = kCarlaLidar.turns_per_second,
     .low = 0.01,
     .high = 1000},
    {.name = "min_range",
     .unit = "m",
     .about = "what is nearer is left out",
     .standard = kCarlaLidar.min_range,
     .high = kLongestRange},
    {.name = "max_range",
     .unit = "m",
     .about = "what is farther is left out",
     .standard = kCarlaLidar.max_range,
     .low = 0.01,
     .high = kLongestRange},
    {.name = "attenuation",
     .unit = "1/m",
     .about = "what is left of a pulse after a metre is e^-attenuation",
     .standard = kCarlaLidar.attenuation,
     .high = 10},
    {.name = "sees_own_body",
     .unit = "yes",
     .about = "its own vehicle gives points too",
     .high = 1},
    kRangeSigma,
    kRangeRelative,
    kRangeQuantum,
    kRangeDropout,
}};

inline constexpr std::array<SensorUnit, 1> kLidar3dUnits{{
    {.name = "carla",
     .about = "the lidar of CARLA as it comes: 32 channels, 56,000 points a second, exact",
     .figures = {}},
}};

}  // namespace paddock
