// Frames of 800 x 600 in colour and depth: none torn, none mixed, and a reader that sleeps holds up
// nobody.
#include <gtest/gtest.h>

#include <cstring>
#include <thread>

#include "paddock/io/bytes.h"
#include "tests/capi/client.h"

namespace paddock::capi {
namespace {

constexpr std::uint32_t kColour = 1, kDepth = 2, kPicture = 800 * 600 * 4;

/// A picture that says in each of its words of which frame and sensor it is.
std::vector<std::uint32_t> picture(std::uint32_t sensor, std::uint32_t frame) {
  return std::vector<std::uint32_t>(kPicture / 4, frame * 8 + sensor);
}

/// A frame whose pictures carry their checksums in their headers.
void write_frame(const Library& library, std::uint32_t frame) {
  for (const std::uint32_t sensor : {kColour, kDepth}) {
    const std::vector<std::uint32_t> pixels = picture(sensor, frame);
    const std::string_view bytes(reinterpret_cast<const char*>(pixels.data()), kPicture);
    ByteWriter header;
    header.u64(frame);
    header.u32(crc32_of(bytes));
    ASSERT_EQ(carla_write_sensor_data(library.get(), {sensor, header.view().data(),
                                                      static_cast<std::uint32_t>(header.size()),
                                                      bytes.data(), kPicture}),
              0);
  }
  ASSERT_EQ(show(library, frame), 0);
}

void expect_whole(const FrameSeen& frame) {
  ASSERT_EQ(frame.sensors.size(), 2U);
  for (const std::string& message : frame.sensors) {
    ByteReader r(message);
    r.u32();
    EXPECT_EQ(r.u64(), frame.measurements.frame_number);  // of the very state it is shown with
    const std::uint32_t sum = r.u32();
    EXPECT_EQ(sum, crc32_of(r.bytes(kPicture)));
    EXPECT_TRUE(r.done());
  }
}

TEST(Frames, AreWholeAndInOrderWhileTheyAreWrittenAsFastAsCanBe) {
  constexpr std::uint32_t kFrames = 16;
  Library library;
  const std::uint16_t port = library.port();
  std::thread client([&] {
    Client c(port);
    ASSERT_TRUE(c.begin());
    std::uint64_t last = 0;
    while (last < kFrames) {
      const auto frame = c.frame();
      ASSERT_TRUE(frame);
      ASSERT_GT(frame->measurements.frame_number, last);
      last = frame->measurements.frame_number;
      expect_whole(*frame);
    }
  });
  ASSERT_EQ(serve_episode(library, {kColour, kDepth}), 0);
  for (std::uint32_t i = 1; i <= kFrames; ++i) write_frame(library, i);
  client.join();
}

TEST(Frames, AReaderThatSleepsHoldsUpNobodyAndThenSeesTheNewest) {
  constexpr std::uint32_t kFrames = 16;
  Library library;
  std::thread server([&] { ASSERT_EQ(serve_episode(library, {kColour, kDepth}), 0); });
  Client client(library.port());
  ASSERT_TRUE(client.begin());
  server.join();

  // all are written though nothing is read: the test would hang where one had to wait
  for (std::uint32_t i = 1; i <= kFrames; ++i) write_frame(library, i);

  std::uint64_t last = 0;
  int frames = 0;
  while (last < kFrames) {
    const auto frame = client.frame();
    ASSERT_TRUE(frame);
    ++frames;
    last = frame->measurements.frame_number;
    expect_whole(*frame);
  }
  EXPECT_LT(frames, static_cast<int>(kFrames));  // those between were left out, not kept
}

}  // namespace
}  // namespace paddock::capi
