#include "paddock/io/bytes.h"

#include <gtest/gtest.h>

#include <limits>

namespace paddock {
namespace {

TEST(Bytes, EveryNumberComesBackAndTheLowestByteComesFirst) {
  ByteWriter writer;
  writer.u8(0xab), writer.u16(0x1234), writer.u32(0xdeadbeef), writer.u64(0x0102030405060708);
  writer.i8(-2), writer.i16(-300), writer.i32(-70000), writer.i64(-5'000'000'000);
  writer.f32(1.5F), writer.f64(-0.1), writer.text("kerb");
  EXPECT_EQ(writer.view().substr(1, 2), "\x34\x12");

  ByteReader reader(writer.view());
  EXPECT_EQ(reader.u8(), 0xab);
  EXPECT_EQ(reader.u16(), 0x1234);
  EXPECT_EQ(reader.u32(), 0xdeadbeef);
  EXPECT_EQ(reader.u64(), 0x0102030405060708u);
  EXPECT_EQ(reader.i8(), -2);
  EXPECT_EQ(reader.i16(), -300);
  EXPECT_EQ(reader.i32(), -70000);
  EXPECT_EQ(reader.i64(), -5'000'000'000);
  EXPECT_EQ(reader.f32(), 1.5F);
  EXPECT_EQ(reader.f64(), -0.1);
  EXPECT_EQ(reader.text(10), "kerb");
  EXPECT_TRUE(reader.done());
}

TEST(Bytes, VarintsOfEverySizeComeBack) {
  for (int bits = 0; bits < 64; ++bits)
    for (const std::uint64_t number : {std::uint64_t{1} << bits, (std::uint64_t{1} << bits) - 1,
                                       std::numeric_limits<std::uint64_t>::max()}) {
      ByteWriter writer;
      writer.varint(number);
      ByteReader reader(writer.view());
      EXPECT_EQ(reader.varint(), number);
      EXPECT_TRUE(reader.done());
    }
}

TEST(Bytes, CutShortReadsZeroAndRemembers) {
  ByteReader reader("abc");
  EXPECT_EQ(reader.u32(), 0u);
  EXPECT_FALSE(reader.ok());
  EXPECT_EQ(reader.u8(), 0u);
  EXPECT_FALSE(reader.done());
}

TEST(Bytes, LengthsAreNotBelieved) {
  ByteWriter writer;
  writer.varint(1'000'000'000'000);
  ByteReader text(writer.view()), count(writer.view());
  EXPECT_EQ(text.text(1u << 20), "");
  EXPECT_FALSE(text.ok());
  EXPECT_EQ(count.count(1u << 30, 1), 0u);
  EXPECT_FALSE(count.ok());
  ByteReader endless("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff");
  endless.varint();
  EXPECT_FALSE(endless.ok());
}

TEST(Bytes, CrcIsTheOneOfPng) { EXPECT_EQ(crc32_of("123456789"), 0xcbf43926u); }

}  // namespace
}  // namespace paddock
