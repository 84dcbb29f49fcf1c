// What sensors tell, in one of four shapes, whatever kind they are: ranges, points, a picture, or a
// vector of numbers. A form is what all readings of one sensor have in common; form and reading are
// variants in the same order. SI, radians.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "paddock/sensors/camera.h"
#include "paddock/sensors/lidar3d.h"

namespace paddock {

enum class ReadingShape : std::uint8_t { Ranges, Points, Picture, Vector };

/// "ranges", "points", "picture", "vector".
std::string_view name_of(ReadingShape shape);

/// Distances along the beams of a flat fan, in the sensor's frame: x ahead, y left.
struct RangesForm {
  int beams{};
  double start{}, span{};  // rad, of the first beam from ahead; first to last, negative: clockwise
  double min_range{}, max_range{};   // m
  double near_value{}, far_value{};  // m, told for what is nearer, and where nothing is met
  double beam_angle(int beam) const {
    return beams > 1 ? start + span * beam / (beams - 1) : start;
  }
  bool operator==(const RangesForm&) const = default;
};

/// Points in the sensor's frame: x ahead, y left, z up.
struct PointsForm {
  int channels{};      // one above the other
  double max_range{};  // m
  bool operator==(const PointsForm&) const = default;
};

enum class PictureContent : std::uint8_t { Colour, Depth, Semantic };

struct PictureForm {
  PictureContent content{};
  CameraParams camera;  // size, calibration and mount; of a depth picture its limits
  bool operator==(const PictureForm&) const = default;
};

/// One number of a vector.
struct Channel {
  std::string name;   // "vx"
  std::string unit;   // "m/s"; empty: none
  std::string title;  // "speed ahead"
  bool operator==(const Channel&) const = default;
};

struct VectorForm {
  std::string frame;  // whose axes: "vehicle", "world", "start", or words that say which
  std::vector<Channel> channels;
  bool operator==(const VectorForm&) const = default;
};

using ReadingForm = std::variant<RangesForm, PointsForm, PictureForm, VectorForm>;

inline ReadingShape shape_of(const ReadingForm& form) {
  return static_cast<ReadingShape>(form.index());
}

struct RangesReading {
  std::vector<float> ranges;  // m, one a beam
  bool operator==(const RangesReading&) const = default;
};
struct VectorReading {
  std::vector<double> values;  // one a channel
  bool operator==(const VectorReading&) const = default;
};

using SensorReading = std::variant<RangesReading, Lidar3dReading, CameraReading, VectorReading>;

/// 64 bits that change when any number of a reading does, the same on every machine.
std::uint64_t hash_of(const SensorReading& reading);

}  // namespace paddock
