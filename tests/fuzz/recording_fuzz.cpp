// Any bytes as a recording: reading never crashes, and what reads writes back as the same entries.
// The first byte chooses whether checksums are mended first, so that the fuzzer gets past them.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "paddock/io/bytes.h"
#include "paddock/record/recording.h"

namespace {

/// Gives every chunk the checksum it should have.
std::string mended(std::string bytes) {
  std::size_t at = 12;
  while (at + 9 <= bytes.size()) {
    paddock::ByteReader head(std::string_view(bytes).substr(at + 1, 4));
    const std::size_t size = head.u32();
    if (size > bytes.size() - at - 9) break;
    paddock::ByteWriter crc;
    crc.u32(paddock::crc32_of(std::string_view(bytes).substr(at, 5 + size)));
    bytes.replace(at + 5 + size, 4, crc.view());
    at += 9 + size;
  }
  return bytes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  std::string bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (data[0] % 2 != 0) bytes = mended(std::move(bytes));
  const auto recording = paddock::decode_recording(bytes);
  if (!recording) {
    if (recording.error().message.empty()) std::abort();
    return 0;
  }
  // an older version does not say who stands in which slot: it is read, and never written
  const paddock::Snapshot& first = recording->checkpoints.front().snapshot;
  if (first.slots.size() != first.seats.size()) return 0;
  const paddock::Tick begin = first.state.tick;
  const std::string again = encode_start(recording->head) + encode_checkpoint(first, 0) +
                            encode_entries(recording->entries, begin, recording->end) +
                            encode_end(recording->end);
  const auto read = paddock::decode_recording(again);
  if (!read || !read->complete || read->entries.size() != recording->entries.size()) std::abort();
  return 0;
}
