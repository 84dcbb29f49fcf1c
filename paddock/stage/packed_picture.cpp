// Pictures into bytes, on threads of the shared pool.
#include <algorithm>

#include "paddock/core/thread_pool.h"
#include "paddock/io/jpeg.h"
#include "paddock/io/png.h"
#include "paddock/stage/subscriptions.h"

namespace paddock {
namespace {

constexpr int kJpegQuality = 90;

/// Millimetres of 16 bits; 0 where nothing was met, the largest number for what is too far for it.
Result<std::string> pack_depth(const CameraReading& picture, const DepthSpec& depth) {
  const auto nothing = static_cast<float>(depth.far_value);
  std::vector<std::uint16_t> grey;
  grey.reserve(picture.depth.size());
  for (const float metres : picture.depth) {
    const bool met = metres > 0 && metres != nothing;
    grey.push_back(met ? static_cast<std::uint16_t>(std::min(metres * 1000.0f + 0.5f, 65535.0f))
                       : 0);
  }
  return write_png16_bytes(grey, picture.width, PngPacking::Fast);
}

Result<std::string> pack_tags(const CameraReading& picture) {
  return write_png_bytes(
      {.width = picture.width, .height = picture.height, .channels = 1, .pixels = picture.tags},
      PngPacking::Fast);
}

Result<std::string> pack_picture(const Measurement& measurement, PictureFormat format) {
  const auto* form = std::get_if<PictureForm>(&measurement.sensor->form);
  const auto* picture = std::get_if<CameraReading>(&measurement.reading);
  if (form == nullptr || picture == nullptr)
    return fail(ErrorCode::Invalid, "only pictures can be packed");
  // numbers do not survive a JPEG
  switch (form->content) {
    case PictureContent::Depth:
      return pack_depth(*picture, form->camera.spec.depth);
    case PictureContent::Semantic:
      return pack_tags(*picture);
    case PictureContent::Colour:
      break;
  }
  return format == PictureFormat::Jpeg ? write_jpeg_bytes(picture->color, kJpegQuality)
                                       : write_png_bytes(picture->color, PngPacking::Fast);
}

}  // namespace

std::shared_ptr<PackedPicture> PackedPicture::pack(std::shared_ptr<const Measurement> picture,
                                                   PictureFormat format) {
  auto packed = std::make_shared<PackedPicture>();  // shared: by the thread that packs, too
  ThreadPool::shared().post([packed, picture = std::move(picture), format] {
    auto bytes = pack_picture(*picture, format);
    std::vector<std::function<void()>> waiting;
    {
      const std::lock_guard lock(packed->mutex_);
      if (bytes) packed->bytes_ = std::move(*bytes);
      packed->ready_ = true;
      waiting.swap(packed->waiting_);
    }
    packed->done_.notify_all();
    for (const auto& then : waiting) then();
  });
  return packed;
}

bool PackedPicture::ready() const {
  const std::lock_guard lock(mutex_);
  return ready_;
}

const std::string& PackedPicture::bytes() {
  std::unique_lock lock(mutex_);
  done_.wait(lock, [&] { return ready_; });
  return bytes_;
}

void PackedPicture::when_ready(std::function<void()> then) {
  {
    const std::lock_guard lock(mutex_);
    if (!ready_) {
      waiting_.push_back(std::move(then));
      return;
    }
  }
  then();
}

}  // namespace paddock
