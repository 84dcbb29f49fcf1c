#include "paddock/protocols/carla/wire/sensor_messages.h"

#include <algorithm>
#include <cstddef>

#include "paddock/core/check.h"
#include "paddock/io/bytes.h"

namespace paddock::carla {
namespace {

constexpr std::size_t kPixelSize = 4, kPointSize = 12, kCountSize = 4;
constexpr std::size_t kRowsAtOnce = 40;
constexpr std::uint32_t kMostDepth = 0xffffff;
constexpr char kOpaque = '\xff';

std::size_t pixels_of(const ImageHeader& header) {
  return std::size_t{header.width} * header.height;
}

/// What every message begins with, after its length.
void put_origin(ByteWriter& w, std::uint32_t sensor, std::uint64_t frame, Wire wire) {
  w.u32(sensor);
  if (wire == Wire::Current) w.u64(frame);
}

/// Length and header of a picture, and room for its pixels, which is returned.
char* append_image(std::string& out, const ImageHeader& header, [[maybe_unused]] std::size_t given,
                   Wire wire) {
  const std::size_t size = pixels_of(header) * kPixelSize;
  PADDOCK_ASSERT(given == pixels_of(header), given, " pixels of ", header.width, " x ",
                 header.height);
  ByteWriter body;
  put_origin(body, header.sensor, header.frame, wire);
  body.u32(header.width), body.u32(header.height);
  body.u32(static_cast<std::uint32_t>(header.type));
  body.f32(header.fov);
  ByteWriter length;
  length.u32(static_cast<std::uint32_t>(body.size() + size));
  out += length.view();
  out += body.view();
  out.resize(out.size() + size);
  return out.data() + out.size() - size;
}

/// The lowest byte of the depth is in R.
std::uint32_t depth_bits(float metres) {
  if (!(metres < kDepthRange)) return kMostDepth;
  const double part = static_cast<double>(metres) / kDepthRange;
  const auto bits = static_cast<std::int64_t>(part * kMostDepth + 0.5);
  return bits < 1 ? 1 : static_cast<std::uint32_t>(bits);  // clients take its logarithm
}

}  // namespace

void append_colour(std::string& out, const ImageHeader& header, std::span<const std::uint8_t> rgb,
                   Wire wire) {
  append_colour(
      out, header, [rgb](std::size_t) { return rgb; }, wire);
}

void append_colour(std::string& out, const ImageHeader& header, const RgbRows& with_rows,
                   Wire wire) {
  char* to = append_image(out, header, pixels_of(header), wire);
  for (std::size_t row = 0; row < header.height; row += kRowsAtOnce) {
    const std::size_t end = std::min<std::size_t>(header.height, row + kRowsAtOnce);
    const std::span<const std::uint8_t> rgb = with_rows(end);
    PADDOCK_ASSERT(rgb.size() == 3 * pixels_of(header), rgb.size(), " bytes of ", header.width,
                   " x ", header.height);
    for (std::size_t i = row * header.width; i < end * header.width; ++i, to += kPixelSize) {
      to[0] = static_cast<char>(rgb[3 * i + 2]);
      to[1] = static_cast<char>(rgb[3 * i + 1]);
      to[2] = static_cast<char>(rgb[3 * i]);
      to[3] = kOpaque;
    }
  }
}

void append_depth(std::string& out, const ImageHeader& header, std::span<const float> metres,
                  Wire wire) {
  char* to = append_image(out, header, metres.size(), wire);
  for (const float d : metres) {
    const std::uint32_t bits = depth_bits(d);
    to[0] = static_cast<char>(bits >> 16 & 0xff);
    to[1] = static_cast<char>(bits >> 8 & 0xff);
    to[2] = static_cast<char>(bits & 0xff);
    to[3] = kOpaque;
    to += kPixelSize;
  }
}

void append_labels(std::string& out, const ImageHeader& header, std::span<const std::uint8_t> tags,
                   Wire wire) {
  char* to = append_image(out, header, tags.size(), wire);
  for (const std::uint8_t tag : tags) {
    to[0] = to[1] = 0;
    to[2] = static_cast<char>(tag);
    to[3] = kOpaque;
    to += kPixelSize;
  }
}

void append_lidar(std::string& out, const LidarHeader& header,
                  std::span<const std::uint32_t> counts, std::span<const Vector3> points,
                  Wire wire) {
  ByteWriter body;
  put_origin(body, header.sensor, header.frame, wire);
  body.f32(header.angle);
  body.u32(static_cast<std::uint32_t>(counts.size()));
  std::size_t counted = 0;
  for (const std::uint32_t count : counts) body.u32(count), counted += count;
  PADDOCK_ASSERT(counted == points.size(), counted, " points counted of ", points.size());
  for (const Vector3& p : points) body.f32(p.x), body.f32(p.y), body.f32(p.z);
  ByteWriter length;
  length.u32(static_cast<std::uint32_t>(body.size()));
  out += length.view();
  out += body.view();
}

void append_end_of_frame(std::string& out) { out.append(4, '\0'); }

Result<ImageMessage> decode_image(std::string_view bytes, Wire wire) {
  ByteReader r(bytes);
  ImageMessage image;
  image.header.sensor = r.u32();
  if (wire == Wire::Current) image.header.frame = r.u64();
  image.header.width = r.u32(), image.header.height = r.u32();
  image.header.type = static_cast<ImageType>(r.u32());
  image.header.fov = r.f32();
  // the product of two sizes of 32 bits, without overflow
  const std::uint64_t pixels = std::uint64_t{image.header.width} * image.header.height;
  if (!r.ok() || r.left() % kPixelSize != 0 || pixels != r.left() / kPixelSize)
    return fail(ErrorCode::Invalid, bytes.size(), " bytes are no picture of ", image.header.width,
                " x ", image.header.height);
  image.pixels = bytes.substr(bytes.size() - r.left());
  return image;
}

Result<LidarMessage> decode_lidar(std::string_view bytes, Wire wire) {
  ByteReader r(bytes);
  LidarMessage lidar;
  lidar.header.sensor = r.u32();
  if (wire == Wire::Current) lidar.header.frame = r.u64();
  lidar.header.angle = r.f32();
  const std::uint32_t channels = r.u32();
  std::uint64_t points = 0;
  if (r.ok() && channels <= r.left() / kCountSize)
    for (std::uint32_t i = 0; i < channels; ++i) {
      lidar.counts.push_back(r.u32());
      points += lidar.counts.back();
    }
  if (!r.ok() || lidar.counts.size() != channels || r.left() % kPointSize != 0 ||
      points != r.left() / kPointSize)
    return fail(ErrorCode::Invalid, bytes.size(), " bytes are no scan of ", channels, " channels");
  for (std::uint64_t i = 0; i < points; ++i) {
    Vector3& p = lidar.points.emplace_back();
    p.x = r.f32(), p.y = r.f32(), p.z = r.f32();
  }
  return lidar;
}

float depth_of(std::string_view bgra) {
  const auto byte = [&](std::size_t i) {
    return std::uint32_t{static_cast<unsigned char>(bgra[i])};
  };
  const std::uint32_t bits = byte(2) | byte(1) << 8 | byte(0) << 16;
  return static_cast<float>(static_cast<double>(bits) * kDepthRange / kMostDepth);
}

}  // namespace paddock::carla
