// libjpeg ends the process on an error unless it is led away by a jump, which crosses nothing but
// libjpeg and one function without C++ objects.
#include "paddock/io/jpeg.h"

// jpeglib.h uses FILE and does not include its header
#include <cstdio>

#include <jpeglib.h>

#include <csetjmp>

#include "paddock/core/check.h"

namespace paddock {
namespace {

struct JpegErrors {
  jpeg_error_mgr manager;  // first: libjpeg hands back a pointer to it
  std::jmp_buf away;
  char message[JMSG_LENGTH_MAX];
};

[[noreturn]] void leave_jpeg(j_common_ptr jpeg) {
  auto* errors = reinterpret_cast<JpegErrors*>(jpeg->err);
  jpeg->err->format_message(jpeg, errors->message);
  std::longjmp(errors->away, 1);
}
void say_nothing(j_common_ptr) {}

J_COLOR_SPACE jpeg_space(int channels) {
  return channels == 1 ? JCS_GRAYSCALE : channels == 3 ? JCS_RGB : JCS_EXT_RGBX;
}

/// No JPEG of so many pixels is larger: what TurboJPEG counts, a colour at half the resolution.
std::size_t jpeg_limit(const Image& image) {
  const auto whole_blocks = [](int side) {
    return (static_cast<std::size_t>(side) + 15) / 16 * 16;
  };
  return whole_blocks(image.width) * whole_blocks(image.height) * 3 + 2048;
}

/// False when libjpeg gave up; why is in `errors`. Bytes are filled from the beginning.
bool compress_jpeg(const Image& image, int quality, JpegErrors& errors, unsigned char* bytes,
                   unsigned long& size) {
  jpeg_compress_struct jpeg{};
  jpeg.err = jpeg_std_error(&errors.manager);
  errors.manager.error_exit = leave_jpeg;
  errors.manager.output_message = say_nothing;
  if (setjmp(errors.away) != 0) {
    jpeg_destroy_compress(&jpeg);
    return false;
  }
  jpeg_create_compress(&jpeg);
  jpeg_mem_dest(&jpeg, &bytes, &size);
  jpeg.image_width = static_cast<JDIMENSION>(image.width);
  jpeg.image_height = static_cast<JDIMENSION>(image.height);
  jpeg.input_components = image.channels;
  jpeg.in_color_space = jpeg_space(image.channels);
  jpeg_set_defaults(&jpeg);
  jpeg_set_quality(&jpeg, quality, TRUE);
  jpeg_start_compress(&jpeg, TRUE);
  while (jpeg.next_scanline < jpeg.image_height) {
    // libjpeg's rows are not const, but it does not write to them
    auto* row = const_cast<JSAMPROW>(image.at(0, static_cast<int>(jpeg.next_scanline)));
    jpeg_write_scanlines(&jpeg, &row, 1);
  }
  jpeg_finish_compress(&jpeg);
  jpeg_destroy_compress(&jpeg);
  return true;
}

}  // namespace

Result<std::string> write_jpeg_bytes(const Image& image, int quality) {
  const bool known = image.channels == 1 || image.channels == 3 || image.channels == 4;
  const bool sized = image.width > 0 && image.height > 0 && image.width <= JPEG_MAX_DIMENSION &&
                     image.height <= JPEG_MAX_DIMENSION;
  if (!known || !sized ||
      image.pixels.size() != static_cast<std::size_t>(image.width) *
                                 static_cast<std::size_t>(image.height) *
                                 static_cast<std::size_t>(image.channels))
    return fail(ErrorCode::Invalid, "a JPEG must have 1, 3 or 4 channels, sides of 1 to ",
                static_cast<int>(JPEG_MAX_DIMENSION), " and all its pixels, got ", image.width,
                " x ", image.height, " x ", image.channels, " and ", image.pixels.size(), " bytes");
  if (quality < 1 || quality > 100)
    return fail(ErrorCode::Invalid, "the quality of a JPEG must be 1 to 100, got ", quality);

  JpegErrors errors{};
  std::string bytes(jpeg_limit(image), '\0');
  unsigned long size = bytes.size();
  if (!compress_jpeg(image, quality, errors, reinterpret_cast<unsigned char*>(bytes.data()), size))
    return fail(ErrorCode::Invalid, "cannot write JPEG: ", std::string_view(errors.message));
  PADDOCK_ASSERT(size <= bytes.size(), size, " ", bytes.size());
  bytes.resize(size);
  return bytes;
}

}  // namespace paddock
