// Readings in the units of the wire.
#include "paddock/protocols/web/wire_units.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace paddock::web {
namespace {

Delivery delivery_of(ReadingForm form, SensorReading reading) {
  SensorInfo sensor{.mount = {}, .form = std::move(form), .rate = 20};
  return {.subscription = 7,
          .measurement = std::make_shared<const Measurement>(
              Measurement{.sensor = std::make_shared<const SensorInfo>(std::move(sensor)),
                          .run = 1,
                          .tick = Tick{250},
                          .reading = std::move(reading)}),
          .packed = {},
          .left_out = 3};
}

template <class Message>
Message sent(const Delivery& delivery) {
  const auto frame = decode_frame(reading_bytes(delivery, PictureFormat::Raw));
  EXPECT_TRUE(frame);
  return std::get<Message>(*frame);
}

TEST(WebReadings, RangesAreMetresOrNothing) {
  const float none = std::numeric_limits<float>::infinity();
  const RangesForm form{.beams = 7, .min_range = 0.1, .max_range = 10, .far_value = 0};

  const auto m =
      sent<RangesMessage>(delivery_of(form, RangesReading{{5, 10, 0, -1, none, NAN, 10.5F}}));

  EXPECT_EQ(m.head, (ReadingHead{7, 3}));
  EXPECT_EQ(m.tick, 250u);
  ASSERT_EQ(m.ranges.size(), 7u);
  EXPECT_NEAR(static_cast<double>(m.ranges[0]) * static_cast<double>(m.scale), 5, 1e-4);
  EXPECT_NEAR(static_cast<double>(m.ranges[1]) * static_cast<double>(m.scale), 10, 1e-4);
  for (std::size_t beam = 2; beam < 7; ++beam) EXPECT_EQ(m.ranges[beam], kNothingMet) << beam;
}

TEST(WebReadings, TheLargestRangeIsADistanceWhereASensorTellsItForNothing) {
  const RangesForm form{.beams = 1, .max_range = 12, .far_value = 12};

  const auto m = sent<RangesMessage>(delivery_of(form, RangesReading{{12}}));

  EXPECT_EQ(m.ranges[0], 65534);
}

TEST(WebReadings, PointsAreRoundedToAHairAndCut) {
  Lidar3dReading cloud;
  cloud.points = {{.x = 1.5F, .y = -20, .z = 0.25F, .intensity = 0.5F, .tag = 7},
                  {.x = 1e9F, .y = -1e9F, .z = 0, .intensity = 7, .tag = 12}};

  const auto m = sent<PointsMessage>(delivery_of(PointsForm{32, 50}, cloud));

  ASSERT_EQ(m.points.size(), 2u);
  const auto scale = static_cast<double>(m.scale);
  EXPECT_NEAR(m.points[0].x * scale, 1.5, 0.001);
  EXPECT_NEAR(m.points[0].y * scale, -20, 0.001);
  EXPECT_EQ(m.points[0].intensity, 128);
  EXPECT_EQ(m.points[0].tag, 7);
  EXPECT_EQ(m.points[1], (PointMessage{32767, -32768, 0, 255, 12}));
}

TEST(WebReadings, AVectorKeepsEveryBit) {
  const VectorForm form{"world", {{"x", "m", "x"}, {"y", "m", "y"}}};

  const auto m = sent<SeriesMessage>(delivery_of(form, VectorReading{{48.137154, 0.1}}));

  EXPECT_EQ(m.channels, 2);
  EXPECT_EQ(m.samples, (std::vector<SeriesSample>{{250, {48.137154, 0.1}}}));
}

PictureForm picture_form(PictureContent content) {
  PictureForm form{.content = content, .camera = {}};
  form.camera.spec.width = 2, form.camera.spec.height = 1;
  form.camera.spec.depth.far_value = -1;
  return form;
}

CameraReading two_pixels() {
  CameraReading picture;
  picture.width = 2, picture.height = 1;
  return picture;
}

TEST(WebReadings, RawColourIsRedGreenAndBlue) {
  CameraReading picture = two_pixels();
  picture.color = {.width = 2, .height = 1, .channels = 4, .pixels = {1, 2, 3, 255, 4, 5, 6, 255}};

  const auto m = sent<PictureMessage>(delivery_of(picture_form(PictureContent::Colour), picture));

  EXPECT_EQ(m.format, PictureFormat::Raw);
  EXPECT_EQ(m.width, 2);
  EXPECT_EQ(m.content, "\1\2\3\4\5\6");
}

TEST(WebReadings, RawDepthIsMetresOrNothing) {
  CameraReading picture = two_pixels();
  picture.depth = {2.5F, -1};

  const auto m = sent<PictureMessage>(delivery_of(picture_form(PictureContent::Depth), picture));

  ASSERT_EQ(m.content.size(), 4u);
  const auto pixel = [&](std::size_t i) {
    return static_cast<unsigned char>(m.content[2 * i]) +
           256 * static_cast<unsigned char>(m.content[2 * i + 1]);
  };
  EXPECT_NEAR(pixel(0) * static_cast<double>(m.scale), 2.5, 0.002);
  EXPECT_EQ(pixel(1), 65535);
}

TEST(WebReadings, RawTagsAreOneByteAPixel) {
  CameraReading picture = two_pixels();
  picture.tags = {7, 12};

  const auto m = sent<PictureMessage>(delivery_of(picture_form(PictureContent::Semantic), picture));

  EXPECT_EQ(m.content, "\7\14");
}

TEST(WebReadings, APackedDepthPictureIsInMillimetres) {
  CameraReading picture = two_pixels();
  picture.depth = {2.5F, -1};
  Delivery delivery = delivery_of(picture_form(PictureContent::Depth), picture);
  delivery.packed = PackedPicture::pack(delivery.measurement, PictureFormat::Png);

  const auto m =
      std::get<PictureMessage>(*decode_frame(reading_bytes(delivery, PictureFormat::Png)));

  EXPECT_EQ(m.format, PictureFormat::Png);
  EXPECT_FLOAT_EQ(m.scale, 0.001F);
  EXPECT_EQ(m.content, delivery.packed->bytes());
}

}  // namespace
}  // namespace paddock::web
