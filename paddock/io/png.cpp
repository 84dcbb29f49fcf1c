// libpng's simplified interface: it keeps its own error jumps inside and reports them as values, so
// no longjmp ever crosses a C++ object.
#include "paddock/io/png.h"

#include <png.h>

#include <cstddef>
#include <cstdint>

#include "paddock/io/file.h"

namespace paddock {
namespace {

/// libpng's picture of an image being read or written; frees what it holds.
class PngImage {
 public:
  PngImage() { image_.version = PNG_IMAGE_VERSION; }
  ~PngImage() { png_image_free(&image_); }
  PngImage(const PngImage&) = delete;
  PngImage& operator=(const PngImage&) = delete;

  png_image* operator->() { return &image_; }
  png_image* get() { return &image_; }
  tl::unexpected<Error> failed(std::string_view doing) const {
    return fail(ErrorCode::Invalid, doing, ": ", std::string_view(image_.message));
  }

 private:
  png_image image_{};
};

bool valid(const Image& image) {
  if (image.width <= 0 || image.height <= 0) return false;
  if (image.channels != 1 && image.channels != 3 && image.channels != 4) return false;
  const auto pixels =
      static_cast<std::uint64_t>(image.width) * static_cast<std::uint64_t>(image.height);
  return pixels <= kPngPixelLimit &&
         image.pixels.size() == pixels * static_cast<std::uint64_t>(image.channels);
}

/// `png` has size and format; `pixels` are its rows.
Result<std::string> pack_png(PngImage& png, const void* pixels, PngPacking packing) {
  if (packing == PngPacking::Fast) png->flags |= PNG_IMAGE_FLAG_FAST;
  // the largest a PNG of this size can become, then what it did become
  std::string bytes(PNG_IMAGE_PNG_SIZE_MAX(*png.get()), '\0');
  png_alloc_size_t size = bytes.size();
  if (png_image_write_to_memory(png.get(), bytes.data(), &size, 0, pixels, 0, nullptr) == 0) {
    return png.failed("cannot write PNG");
  }
  bytes.resize(size);
  return bytes;
}

}  // namespace

Result<std::string> write_png_bytes(const Image& image, PngPacking packing) {
  if (!valid(image)) {
    return fail(ErrorCode::Invalid,
                "an image must have 1, 3 or 4 channels and all its pixels, got ", image.width,
                " x ", image.height, " x ", image.channels, " and ", image.pixels.size(), " bytes");
  }
  PngImage png;
  png->width = static_cast<png_uint_32>(image.width);
  png->height = static_cast<png_uint_32>(image.height);
  png->format = image.channels == 1   ? PNG_FORMAT_GRAY
                : image.channels == 3 ? PNG_FORMAT_RGB
                                      : PNG_FORMAT_RGBA;
  return pack_png(png, image.pixels.data(), packing);
}

Result<std::string> write_png16_bytes(std::span<const std::uint16_t> grey, int width,
                                      PngPacking packing) {
  if (width <= 0 || grey.empty() || grey.size() > kPngPixelLimit ||
      grey.size() % static_cast<std::size_t>(width) != 0) {
    return fail(ErrorCode::Invalid, "an image must have whole rows of pixels, got ", grey.size(),
                " in rows of ", width);
  }
  PngImage png;
  png->width = static_cast<png_uint_32>(width);
  png->height = static_cast<png_uint_32>(grey.size() / static_cast<std::size_t>(width));
  png->format = PNG_FORMAT_LINEAR_Y;  // 16 bits, written without a curve
  return pack_png(png, grey.data(), packing);
}

Result<void> write_png(const std::string& path, const Image& image) {
  const auto bytes = write_png_bytes(image);
  if (!bytes) return tl::unexpected(bytes.error().within(path));
  return write_file(path, *bytes);
}

Result<Image> read_png_bytes(std::string_view bytes) {
  PngImage png;
  if (png_image_begin_read_from_memory(png.get(), bytes.data(), bytes.size()) == 0) {
    return png.failed("not a readable PNG");
  }
  if (std::uint64_t{png->width} * png->height > kPngPixelLimit) {
    return fail(ErrorCode::Limit, "a PNG may have at most ", kPngPixelLimit, " pixels, got ",
                png->width, " x ", png->height);
  }

  // grey with transparency has no form of its own here
  const bool alpha = (png->format & PNG_FORMAT_FLAG_ALPHA) != 0;
  const bool color = (png->format & PNG_FORMAT_FLAG_COLOR) != 0;
  png->format = alpha ? PNG_FORMAT_RGBA : color ? PNG_FORMAT_RGB : PNG_FORMAT_GRAY;
  png->flags |= PNG_IMAGE_FLAG_16BIT_sRGB;
  Image image = Image::blank(static_cast<int>(png->width), static_cast<int>(png->height),
                             alpha   ? 4
                             : color ? 3
                                     : 1);
  if (png_image_finish_read(png.get(), nullptr, image.pixels.data(), 0, nullptr) == 0) {
    return png.failed("broken PNG");
  }
  return image;
}

Result<Image> read_png(const std::string& path) {
  const auto bytes = read_file(path);
  if (!bytes) return tl::unexpected(bytes.error());
  auto image = read_png_bytes(*bytes);
  if (!image) return tl::unexpected(image.error().within(path));
  return image;
}

}  // namespace paddock
