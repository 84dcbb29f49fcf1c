// What follows the measurements in a frame of CARLA 0.8: a message for each camera and lidar, then
// one without bytes. Pixels are B, G, R, A, rows from the top; points are x right, y backward, z
// down from the sensor, metres. docs/protocols/carla.md.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "paddock/core/error.h"
#include "paddock/protocols/carla/wire/messages.h"

namespace paddock::carla {

/// Of 0.8.2 to 0.8.4; of 0.8.0 and 0.8.1, whose headers have no frame number.
enum class Wire : std::uint8_t { Current, Unnumbered };

enum class ImageType : std::uint32_t { None = 0, SceneFinal = 1, Depth = 2, Labels = 3 };

struct ImageHeader {
  std::uint32_t sensor{};  // SensorDefinition::id
  std::uint64_t frame{};   // Measurements::frame_number
  std::uint32_t width{}, height{};
  ImageType type{};
  float fov{};  // degrees, horizontal
  bool operator==(const ImageHeader&) const = default;
};

struct LidarHeader {
  std::uint32_t sensor{};
  std::uint64_t frame{};
  float angle{};  // degrees, where the scan ended, 0 to 360
  bool operator==(const LidarHeader&) const = default;
};

inline constexpr float kDepthRange = 1000;  // m, of the greatest 24-bit depth

/// These add a whole message with its length; there are as many pixels as the header says.
void append_colour(std::string& out, const ImageHeader& header, std::span<const std::uint8_t> rgb,
                   Wire wire = Wire::Current);
/// The same while the picture is still being painted: `with_rows` says all of its bytes as soon as
/// so many rows from the top are there.
using RgbRows = std::function<std::span<const std::uint8_t>(std::size_t rows)>;
void append_colour(std::string& out, const ImageHeader& header, const RgbRows& with_rows,
                   Wire wire = Wire::Current);
/// Metres along the camera's axis; what is not a number of them is as far as can be told.
void append_depth(std::string& out, const ImageHeader& header, std::span<const float> metres,
                  Wire wire = Wire::Current);
void append_labels(std::string& out, const ImageHeader& header, std::span<const std::uint8_t> tags,
                   Wire wire = Wire::Current);
/// `counts` says how many of `points` are each channel's, the topmost first.
void append_lidar(std::string& out, const LidarHeader& header,
                  std::span<const std::uint32_t> counts, std::span<const Vector3> points,
                  Wire wire = Wire::Current);
/// The message without bytes that ends a frame.
void append_end_of_frame(std::string& out);

// --- as a client reads them ---------------------------------------------------------------------

struct ImageMessage {
  ImageHeader header;
  std::string_view pixels;  // of the bytes that were decoded
};
struct LidarMessage {
  LidarHeader header;
  std::vector<std::uint32_t> counts;
  std::vector<Vector3> points;
};

/// A message without its length. Its kind is known by the sensor it begins with.
Result<ImageMessage> decode_image(std::string_view bytes, Wire wire = Wire::Current);
Result<LidarMessage> decode_lidar(std::string_view bytes, Wire wire = Wire::Current);
/// Metres of a pixel of a depth picture, whose 24 bits are R + 256 G + 65536 B.
float depth_of(std::string_view bgra);

}  // namespace paddock::carla
