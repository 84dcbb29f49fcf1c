#include "paddock/protocols/carla/wire/framing.h"

#include "paddock/io/bytes.h"

namespace paddock::carla {
namespace {

constexpr std::size_t kLengthSize = 4;

}  // namespace

void append_message(std::string& out, std::string_view body) {
  ByteWriter length;
  length.u32(static_cast<std::uint32_t>(body.size()));
  out += length.view();
  out += body;
}

void MessageReader::receive(std::string_view bytes) {
  if (too_long_) return;
  // what was read goes before what comes, so that the buffer is never longer than what is unread
  buffer_.erase(0, read_);
  read_ = 0;
  buffer_ += bytes;
}

std::optional<std::string> MessageReader::next() {
  if (too_long_ || buffer_.size() - read_ < kLengthSize) return std::nullopt;
  const std::string_view unread = std::string_view(buffer_).substr(read_);
  const std::size_t length = ByteReader(unread).u32();
  if (length > limit_) {
    too_long_ = length;
    buffer_.clear(), read_ = 0;
    return std::nullopt;
  }
  if (unread.size() < kLengthSize + length) return std::nullopt;
  read_ += kLengthSize + length;
  return std::string(unread.substr(kLengthSize, length));
}

}  // namespace paddock::carla
