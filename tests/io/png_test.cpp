// PNG: what is written reads back; whatever else comes in is an error, never a crash.
#include "paddock/io/png.h"

#include <gtest/gtest.h>
#include <png.h>

#include <filesystem>
#include <string>

#include "paddock/core/random.h"

namespace paddock {
namespace {

Image noise(int width, int height, int channels) {
  Image image = Image::blank(width, height, channels);
  DrawSequence draw({.seed = 7, .stream = Stream::Generate});
  for (auto& byte : image.pixels) byte = static_cast<std::uint8_t>(draw.integer(0, 255));
  return image;
}

TEST(Png, EveryKindOfImageReadsBackAsWritten) {
  for (const int channels : {1, 3, 4}) {
    const Image image = noise(37, 11, channels);

    const auto bytes = write_png_bytes(image);
    ASSERT_TRUE(bytes);
    const auto back = read_png_bytes(*bytes);

    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(back->width, 37);
    EXPECT_EQ(back->height, 11);
    EXPECT_EQ(back->channels, channels);
    EXPECT_EQ(back->pixels, image.pixels);
  }
}

/// By libpng itself, as numbers of 16 bits.
std::vector<std::uint16_t> decode16(const std::string& bytes) {
  png_image png{};
  png.version = PNG_IMAGE_VERSION;
  EXPECT_NE(png_image_begin_read_from_memory(&png, bytes.data(), bytes.size()), 0);
  EXPECT_EQ(png.format, unsigned{PNG_FORMAT_LINEAR_Y});
  std::vector<std::uint16_t> grey(std::size_t{png.width} * png.height);
  EXPECT_NE(png_image_finish_read(&png, nullptr, grey.data(), 0, nullptr), 0);
  return grey;
}

TEST(Png, GreyOf16BitsReadsBackAsWritten) {
  const std::vector<std::uint16_t> grey{0, 1, 255, 256, 32'767, 32'768, 65'534, 65'535};

  const auto bytes = write_png16_bytes(grey, 4);

  ASSERT_TRUE(bytes);
  EXPECT_EQ(decode16(*bytes), grey);
  EXPECT_EQ(read_png_bytes(*bytes)->height, 2);
}

TEST(Png, GreyOf16BitsWithoutWholeRowsIsNotWritten) {
  const std::vector<std::uint16_t> grey(7);

  EXPECT_FALSE(write_png16_bytes(grey, 4));
  EXPECT_FALSE(write_png16_bytes(grey, 0));
  EXPECT_FALSE(write_png16_bytes({}, 4));
}

TEST(Png, FileHoldsTheSameImage) {
  const auto path = (std::filesystem::path(testing::TempDir()) / "paddock_png_test.png").string();
  const Image image = noise(8, 8, 3);

  ASSERT_TRUE(write_png(path, image));
  const auto back = read_png(path);
  std::filesystem::remove(path);

  ASSERT_TRUE(back);
  EXPECT_EQ(back->pixels, image.pixels);
}

TEST(Png, CutShortAnywhereIsAnError) {
  const std::string bytes = write_png_bytes(noise(9, 9, 3)).value();
  const std::size_t trailer = 12;  // the end mark alone may be missing without harm
  for (std::size_t size = 0; size + trailer < bytes.size(); ++size) {
    EXPECT_FALSE(read_png_bytes(std::string_view(bytes).substr(0, size))) << size;
  }
}

TEST(Png, FlippedBitsNeverCrash) {
  const std::string good = write_png_bytes(noise(16, 16, 4)).value();
  for (std::size_t i = 0; i < good.size(); ++i) {
    std::string bad = good;
    bad[i] = static_cast<char>(bad[i] ^ (1 << i % 8));
    const auto image = read_png_bytes(bad);
    if (image) {
      EXPECT_EQ(image->pixels.size(),
                static_cast<std::size_t>(image->width * image->height * image->channels));
    }
  }
}

TEST(Png, HugeImagesAreRefusedBeforeTheyAreHeld) {
  // a sound file whose header promises 60000 x 60000 pixels
  // clang-format off
  const unsigned char promise[] = {
      0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44, 0x52,
      0x00, 0x00, 0xea, 0x60, 0x00, 0x00, 0xea, 0x60, 0x08, 0x02, 0x00, 0x00, 0x00, 0x0f, 0xb0, 0xe2,
      0x15, 0x00, 0x00, 0x00, 0x0c, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9c, 0x63, 0x60, 0xa0, 0x3d, 0x00,
      0x00, 0x00, 0x64, 0x00, 0x01, 0x86, 0x64, 0x3c, 0x35};
  // clang-format on
  const auto image = read_png_bytes({reinterpret_cast<const char*>(promise), sizeof promise});

  ASSERT_FALSE(image);
  EXPECT_EQ(image.error().code, ErrorCode::Limit);
}

TEST(Png, ImageWithoutItsPixelsIsNotWritten) {
  EXPECT_FALSE(write_png_bytes(Image{}));
  EXPECT_FALSE(write_png_bytes(Image{.width = 4, .height = 4, .channels = 3, .pixels = {1, 2, 3}}));
  EXPECT_FALSE(write_png_bytes(Image::blank(4, 4, 2)));
}

TEST(Png, MissingFileSaysItsName) {
  const auto image = read_png("no/such/picture.png");

  ASSERT_FALSE(image);
  EXPECT_NE(image.error().message.find("picture.png"), std::string::npos);
}

}  // namespace
}  // namespace paddock
