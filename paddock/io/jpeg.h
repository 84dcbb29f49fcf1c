// Pixel buffers as JPEG, by libjpeg-turbo.
#pragma once

#include <string>

#include "paddock/core/error.h"
#include "paddock/core/image.h"

namespace paddock {

/// An image of 1, 3 or 4 channels, the fourth left out; quality 1 to 100, as libjpeg counts it.
Result<std::string> write_jpeg_bytes(const Image& image, int quality);

}  // namespace paddock
