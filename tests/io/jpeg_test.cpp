// JPEG: what is written reads back nearly as it was; what cannot be written says so.
#include "paddock/io/jpeg.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
// needs what cstdio says
#include <jpeglib.h>

#include "paddock/core/random.h"

namespace paddock {
namespace {

/// Smooth, as pictures are, with another slope in each channel.
Image slopes(int width, int height, int channels) {
  Image image = Image::blank(width, height, channels);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x)
      for (int c = 0; c < channels; ++c)
        image.at(x, y)[c] = static_cast<std::uint8_t>(40 * c + x + 2 * y);
  return image;
}

/// By libjpeg itself; sound files only.
Image decode(const std::string& bytes) {
  jpeg_decompress_struct jpeg{};
  jpeg_error_mgr errors{};
  jpeg.err = jpeg_std_error(&errors);
  jpeg_create_decompress(&jpeg);
  jpeg_mem_src(&jpeg, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
  jpeg_read_header(&jpeg, TRUE);
  jpeg_start_decompress(&jpeg);
  Image image = Image::blank(static_cast<int>(jpeg.output_width),
                             static_cast<int>(jpeg.output_height), jpeg.output_components);
  while (jpeg.output_scanline < jpeg.output_height) {
    JSAMPROW row = image.at(0, static_cast<int>(jpeg.output_scanline));
    jpeg_read_scanlines(&jpeg, &row, 1);
  }
  jpeg_finish_decompress(&jpeg);
  jpeg_destroy_decompress(&jpeg);
  return image;
}

TEST(Jpeg, EveryKindOfImageReadsBackNearlyAsWritten) {
  for (const int channels : {1, 3, 4}) {
    const Image image = slopes(45, 27, channels);

    const auto bytes = write_jpeg_bytes(image, 90);

    ASSERT_TRUE(bytes) << bytes.error().message;
    const Image back = decode(*bytes);
    ASSERT_EQ(back.width, 45);
    ASSERT_EQ(back.height, 27);
    ASSERT_EQ(back.channels, std::min(channels, 3));  // the fourth is left out
    for (int y = 0; y < back.height; ++y)
      for (int x = 0; x < back.width; ++x)
        for (int c = 0; c < back.channels; ++c)
          ASSERT_NEAR(back.at(x, y)[c], image.at(x, y)[c], 8);  // steps of quality 90 on a slope
  }
}

TEST(Jpeg, LowerQualityTakesFewerBytes) {
  const Image image = slopes(64, 64, 3);

  EXPECT_LT(write_jpeg_bytes(image, 20)->size(), write_jpeg_bytes(image, 95)->size());
}

TEST(Jpeg, TheWorstPicturesAtTheBestQualityFit) {
  for (const int channels : {1, 3}) {
    Image noise = Image::blank(33, 17, channels);
    DrawSequence draw({.seed = 3, .stream = Stream::Generate});
    for (auto& byte : noise.pixels) byte = draw.integer(0, 1) == 0 ? 0 : 255;

    const auto bytes = write_jpeg_bytes(noise, 100);

    ASSERT_TRUE(bytes);
    EXPECT_EQ(decode(*bytes).width, 33);
  }
}

TEST(Jpeg, WhatIsNoImageOrNoQualityIsAnError) {
  EXPECT_FALSE(write_jpeg_bytes(Image{}, 90));
  EXPECT_FALSE(
      write_jpeg_bytes(Image{.width = 4, .height = 4, .channels = 3, .pixels = {1, 2, 3}}, 90));
  EXPECT_FALSE(write_jpeg_bytes(Image::blank(4, 4, 2), 90));
  EXPECT_FALSE(write_jpeg_bytes(Image::blank(70'000, 1, 1), 90));
  EXPECT_FALSE(write_jpeg_bytes(Image::blank(4, 4), 0));
  EXPECT_FALSE(write_jpeg_bytes(Image::blank(4, 4), 101));
}

}  // namespace
}  // namespace paddock
