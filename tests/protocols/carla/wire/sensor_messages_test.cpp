#include "paddock/protocols/carla/wire/sensor_messages.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "paddock/protocols/carla/wire/framing.h"
#include "tests/protocols/carla/vectors.h"

namespace paddock::carla {
namespace {

std::string_view body(std::string_view message) { return message.substr(4); }

TEST(CarlaSensorMessages, PicturesMatchTheirVector) {
  const Json all = vectors();
  for (const Json& v : all.find("image")->items()) {
    const ImageHeader header{.sensor = whole(v, "sensor"),
                             .frame = whole(v, "frame"),
                             .width = whole(v, "width"),
                             .height = whole(v, "height"),
                             .type = static_cast<ImageType>(whole(v, "type")),
                             .fov = number(v, "fov")};
    std::vector<std::uint8_t> tags;
    for (const Json& tag : v.find("tags")->items())
      tags.push_back(static_cast<std::uint8_t>(tag.integer()));
    std::string message;
    append_labels(message, header, tags);

    EXPECT_EQ(message, hex_of(v));
    EXPECT_EQ(decode_image(body_of(v))->header, header);
  }
}

TEST(CarlaSensorMessages, ScansMatchTheirVector) {
  const Json all = vectors();
  for (const Json& v : all.find("lidar")->items()) {
    const LidarHeader header{whole(v, "sensor"), whole(v, "frame"), number(v, "angle")};
    std::vector<std::uint32_t> counts;
    for (const Json& count : v.find("counts")->items())
      counts.push_back(static_cast<std::uint32_t>(count.integer()));
    std::vector<float> numbers;
    for (const Json& n : v.find("points")->items())
      numbers.push_back(static_cast<float>(n.number()));
    std::vector<Vector3> points;
    for (std::size_t i = 0; i < numbers.size(); i += 3)
      points.push_back({numbers[i], numbers[i + 1], numbers[i + 2]});
    std::string message;
    append_lidar(message, header, counts, points);
    const auto decoded = decode_lidar(body_of(v));

    EXPECT_EQ(message, hex_of(v));
    ASSERT_TRUE(decoded.has_value());
    EXPECT_EQ(decoded->header, header);
    EXPECT_EQ(decoded->counts, counts);
    EXPECT_EQ(decoded->points, points);
  }
}

TEST(CarlaSensorMessages, ColoursAreBlueGreenRedAndOpaque) {
  std::string message;
  append_colour(message, {.width = 2, .height = 1, .type = ImageType::SceneFinal},
                std::array<std::uint8_t, 6>{1, 2, 3, 4, 5, 6});

  EXPECT_EQ(decode_image(body(message))->pixels, "\x03\x02\x01\xff\x06\x05\x04\xff");
}

TEST(CarlaSensorMessages, DepthComesBackToHalfOfItsLastBit) {
  const std::array<float, 6> metres{0.5F, 1, 99.999F, 123.456F, 999.9F, 7.25F};
  std::string message;
  append_depth(message, {.width = 3, .height = 2, .type = ImageType::Depth}, metres);
  const std::string_view pixels = decode_image(body(message))->pixels;

  for (std::size_t i = 0; i < metres.size(); ++i)
    EXPECT_NEAR(depth_of(pixels.substr(4 * i, 4)), metres[i],
                6.1e-5);  // float's at 1 km, and half a bit
}

TEST(CarlaSensorMessages, DepthsThatAreNoneAreFarAndNoneIsZero) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float endless = std::numeric_limits<float>::infinity();
  std::string message;
  append_depth(message, {.width = 5, .height = 1}, std::array{nan, endless, 1000.0F, 0.0F, -1.0F});

  const std::string far = "\xff\xff\xff\xff", least = {0, 0, 1, '\xff'};
  EXPECT_EQ(decode_image(body(message))->pixels, far + far + far + least + least);
}

TEST(CarlaSensorMessages, OlderClientsGetHeadersWithoutAFrame) {
  const ImageHeader header{.sensor = 1, .frame = 5, .width = 1, .height = 1, .fov = 90};
  std::string now, before;
  append_labels(now, header, std::array<std::uint8_t, 1>{7});
  append_labels(before, header, std::array<std::uint8_t, 1>{7}, Wire::Unnumbered);
  const auto image = decode_image(body(before), Wire::Unnumbered);

  EXPECT_EQ(now.size(), before.size() + 8);
  ASSERT_TRUE(image.has_value());
  EXPECT_EQ(image->header.fov, 90);
  EXPECT_EQ(image->pixels, std::string("\0\0\x07\xff", 4));
}

TEST(CarlaSensorMessages, CutAndSwollenMessagesAreErrors) {
  std::string image, lidar;
  append_labels(image, {.width = 2, .height = 2}, std::array<std::uint8_t, 4>{1, 2, 3, 4});
  append_lidar(lidar, {}, std::array{2U}, std::array<Vector3, 2>{});
  for (std::size_t size = 0; size + 4 < image.size(); ++size)
    EXPECT_FALSE(decode_image(body(image).substr(0, size)).has_value());
  for (std::size_t size = 0; size + 4 < lidar.size(); ++size)
    EXPECT_FALSE(decode_lidar(body(lidar).substr(0, size)).has_value());

  EXPECT_FALSE(decode_image(std::string(body(image)) + "more").has_value());
  EXPECT_FALSE(decode_lidar(std::string(20, '\xff')).has_value());
}

TEST(CarlaSensorMessages, AFrameEndsWithAMessageWithoutBytes) {
  std::string frame = framed("measurements");
  append_end_of_frame(frame);
  MessageReader reader(100);
  reader.receive(frame);

  EXPECT_EQ(reader.next(), "measurements");
  EXPECT_EQ(reader.next(), "");
}

}  // namespace
}  // namespace paddock::carla
