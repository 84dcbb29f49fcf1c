// Numbers to bytes and back, little-endian, one by one. A reader never reads past its end: what is
// missing reads as 0 and is remembered, so one look at ok() at the end is enough.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace paddock {

class ByteWriter {
 public:
  void u8(std::uint8_t number) { put(number, 1); }
  void u16(std::uint16_t number) { put(number, 2); }
  void u32(std::uint32_t number) { put(number, 4); }
  void u64(std::uint64_t number) { put(number, 8); }
  void i8(std::int8_t number) { put(static_cast<std::uint8_t>(number), 1); }
  void i16(std::int16_t number) { put(static_cast<std::uint16_t>(number), 2); }
  void i32(std::int32_t number) { put(static_cast<std::uint32_t>(number), 4); }
  void i64(std::int64_t number) { put(static_cast<std::uint64_t>(number), 8); }
  void f32(float number) { u32(std::bit_cast<std::uint32_t>(number)); }
  void f64(double number) { u64(std::bit_cast<std::uint64_t>(number)); }
  /// Seven bits a byte, the lowest first: small numbers take one byte.
  void varint(std::uint64_t number) {
    for (; number >= 0x80; number >>= 7) u8(static_cast<std::uint8_t>(number | 0x80));
    u8(static_cast<std::uint8_t>(number));
  }
  void bytes(std::string_view raw) { out_.append(raw); }
  /// Length as a varint, then the bytes.
  void text(std::string_view raw) { varint(raw.size()), bytes(raw); }

  std::size_t size() const { return out_.size(); }
  const std::string& view() const { return out_; }
  std::string take() { return std::move(out_); }

 private:
  void put(std::uint64_t number, int count) {
    for (int i = 0; i < count; ++i, number >>= 8)
      out_.push_back(static_cast<char>(static_cast<unsigned char>(number & 0xff)));
  }
  std::string out_;
};

class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  std::uint8_t u8() { return static_cast<std::uint8_t>(get(1)); }
  std::uint16_t u16() { return static_cast<std::uint16_t>(get(2)); }
  std::uint32_t u32() { return static_cast<std::uint32_t>(get(4)); }
  std::uint64_t u64() { return get(8); }
  std::int8_t i8() { return static_cast<std::int8_t>(u8()); }
  std::int16_t i16() { return static_cast<std::int16_t>(u16()); }
  std::int32_t i32() { return static_cast<std::int32_t>(u32()); }
  std::int64_t i64() { return static_cast<std::int64_t>(u64()); }
  float f32() { return std::bit_cast<float>(u32()); }
  double f64() { return std::bit_cast<double>(u64()); }
  std::uint64_t varint() {
    std::uint64_t number = 0;
    for (int shift = 0; shift < 64; shift += 7) {
      const std::uint8_t byte = u8();
      number |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
      if ((byte & 0x80) == 0) return number;
    }
    ok_ = false;
    return 0;
  }
  std::string_view bytes(std::uint64_t count) {
    if (count > rest_.size()) {
      ok_ = false, rest_ = {};
      return {};
    }
    const std::string_view taken = rest_.substr(0, static_cast<std::size_t>(count));
    rest_.remove_prefix(taken.size());
    return taken;
  }
  /// As ByteWriter::text wrote it; longer than `limit` is not believed.
  std::string_view text(std::size_t limit) {
    const std::uint64_t size = varint();
    if (size > limit) ok_ = false;
    return ok_ ? bytes(size) : std::string_view{};
  }
  /// A count of things that take at least `least` bytes each: more than can follow is not believed.
  std::uint64_t count(std::size_t limit, std::size_t least) {
    const std::uint64_t number = varint();
    if (number <= limit && number * least <= rest_.size()) return number;
    ok_ = false;
    return 0;
  }

  /// Nothing was missing or unbelievable so far.
  bool ok() const { return ok_; }
  /// Everything was read, and nothing was missing.
  bool done() const { return ok_ && rest_.empty(); }
  std::size_t left() const { return rest_.size(); }
  /// What was read cannot be meant.
  void refuse() { ok_ = false; }

 private:
  std::uint64_t get(std::size_t size) {
    const std::string_view raw = bytes(size);
    std::uint64_t number = 0;
    for (std::size_t i = raw.size(); i-- > 0;)
      number = number << 8 | static_cast<unsigned char>(raw[i]);
    return number;
  }
  std::string_view rest_;
  bool ok_{true};
};

/// CRC-32 as in PNG and zlib.
std::uint32_t crc32_of(std::string_view bytes);

}  // namespace paddock
