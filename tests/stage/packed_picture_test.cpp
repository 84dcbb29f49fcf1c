// Pictures packed on other threads: the right bytes, once, however one waits for them.
#include <gtest/gtest.h>

#include <atomic>
#include <future>

#include "paddock/io/jpeg.h"
#include "paddock/io/png.h"
#include "paddock/stage/subscriptions.h"

namespace paddock {
namespace {

std::shared_ptr<Measurement> measured_picture(PictureContent content, CameraReading picture) {
  auto info = std::make_shared<SensorInfo>();
  info->form = PictureForm{.content = content, .camera = {}};
  auto measurement = std::make_shared<Measurement>();
  measurement->sensor = std::move(info);
  measurement->reading = std::move(picture);
  return measurement;
}

CameraReading some_colours() {
  CameraReading picture;
  picture.width = 32, picture.height = 16;
  picture.color = Image::blank(32, 16);
  for (std::size_t i = 0; i < picture.color.pixels.size(); ++i)
    picture.color.pixels[i] = static_cast<std::uint8_t>(i / 3);
  return picture;
}

CameraReading some_depths(std::vector<float> depth) {
  CameraReading picture;
  picture.width = static_cast<int>(depth.size()), picture.height = 1;
  picture.depth = std::move(depth);
  return picture;
}

TEST(PackedPicture, ColourIsPngOrJpegOfTheSamePixels) {
  const auto picture = measured_picture(PictureContent::Colour, some_colours());

  const auto png = PackedPicture::pack(picture, PictureFormat::Png);
  const auto jpeg = PackedPicture::pack(picture, PictureFormat::Jpeg);

  EXPECT_EQ(*read_png_bytes(png->bytes()), some_colours().color);
  EXPECT_EQ(jpeg->bytes(), *write_jpeg_bytes(some_colours().color, 90));
}

TEST(PackedPicture, DepthIsMillimetresAndNothingWhereNothingWasMet) {
  const auto packed = PackedPicture::pack(
      measured_picture(PictureContent::Depth, some_depths({0, 0.001f, 1.2344f, 65.6f, 1e6f})),
      PictureFormat::Png);

  const std::vector<std::uint16_t> millimetres{0, 1, 1234, 65535, 65535};
  EXPECT_EQ(packed->bytes(), *write_png16_bytes(millimetres, 5, PngPacking::Fast));
}

TEST(PackedPicture, WhatACameraTellsForNothingIsNothingInTheFile) {
  auto info = std::make_shared<SensorInfo>();
  PictureForm form{.content = PictureContent::Depth, .camera = {}};
  form.camera.spec.depth.far_value = 12;
  info->form = form;
  const auto picture = measured_picture(PictureContent::Depth, some_depths({11.5f, 12}));
  picture->sensor = info;

  const auto packed = PackedPicture::pack(picture, PictureFormat::Png);

  const std::vector<std::uint16_t> millimetres{11'500, 0};
  EXPECT_EQ(packed->bytes(), *write_png16_bytes(millimetres, 2, PngPacking::Fast));
}

TEST(PackedPicture, NumbersStayWhatTheyAreWhenJpegIsAskedFor) {
  CameraReading tags;
  tags.width = 3, tags.height = 2;
  tags.tags = {0, 1, 7, 10, 12, 255};

  const auto packed =
      PackedPicture::pack(measured_picture(PictureContent::Semantic, tags), PictureFormat::Jpeg);
  const auto depth = PackedPicture::pack(
      measured_picture(PictureContent::Depth, some_depths({0.5f})), PictureFormat::Jpeg);

  EXPECT_EQ(read_png_bytes(packed->bytes())->pixels, tags.tags);
  const std::vector<std::uint16_t> half_a_metre{500};
  EXPECT_EQ(depth->bytes(), *write_png16_bytes(half_a_metre, 1, PngPacking::Fast));
}

TEST(PackedPicture, WhatIsNoPictureHasNoBytes) {
  auto info = std::make_shared<SensorInfo>();
  info->form = VectorForm{};
  const auto vector = std::make_shared<Measurement>();
  vector->sensor = info;
  vector->reading = VectorReading{{1, 2}};

  EXPECT_EQ(PackedPicture::pack(vector, PictureFormat::Png)->bytes(), "");
  EXPECT_EQ(PackedPicture::pack(measured_picture(PictureContent::Colour, {}), PictureFormat::Jpeg)
                ->bytes(),
            "");
}

TEST(PackedPicture, WhoeverAsksToBeCalledIsCalledOnce) {
  const auto picture = measured_picture(PictureContent::Colour, some_colours());
  for (int i = 0; i < 50; ++i) {
    const auto packed = PackedPicture::pack(picture, PictureFormat::Jpeg);
    const auto calls = std::make_shared<std::atomic<int>>();
    const auto called = std::make_shared<std::promise<void>>();
    const std::future<void> waited = called->get_future();

    packed->when_ready([=] {
      ++*calls;
      called->set_value();
    });

    waited.wait();
    EXPECT_TRUE(packed->ready());
    EXPECT_FALSE(packed->bytes().empty());
    packed->when_ready([=] { ++*calls; });
    EXPECT_EQ(*calls, 2);
  }
}

TEST(PackedPicture, APictureNobodyWaitsForHarmsNobody) {
  for (int i = 0; i < 20; ++i)
    PackedPicture::pack(measured_picture(PictureContent::Colour, some_colours()),
                        PictureFormat::Png);
}

}  // namespace
}  // namespace paddock
