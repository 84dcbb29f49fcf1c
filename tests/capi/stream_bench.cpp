// How many frames of 800 x 600 in colour and depth go over loopback, and how long who writes them
// waits while the reader sleeps. Every picture that arrives is summed up and compared.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <thread>

#include "paddock/core/wall_clock.h"
#include "tests/capi/client.h"

namespace paddock::capi {
namespace {

constexpr std::uint32_t kColour = 1, kDepth = 2, kPixels = 800 * 600, kPicture = kPixels * 4;
constexpr Nanos kSecond = 1'000'000'000, kMeasured = 5 * kSecond;
constexpr std::size_t kHeader = 24;

std::uint64_t sum_of(std::string_view bytes) {
  std::uint64_t sum = 0, word = 0;
  for (std::size_t i = 0; i + sizeof word <= bytes.size(); i += sizeof word) {
    std::memcpy(&word, bytes.data() + i, sizeof word);
    sum += word;
  }
  return sum;
}

/// A picture, and a header of an image's size that says its sum.
struct Picture {
  explicit Picture(std::uint32_t seed) : pixels(kPicture, '\0') {
    for (std::size_t i = 0; i < kPicture; i += sizeof seed)
      std::memcpy(pixels.data() + i, &(seed = seed * 1664525U + 1013904223U), sizeof seed);
    const std::uint64_t sum = sum_of(pixels);
    std::memcpy(header + 8, &sum, sizeof sum);
  }
  char header[kHeader]{};
  std::string pixels;
};

struct Tally {
  std::uint32_t frames{}, torn{}, mixed{};
};

/// Reads frames for so long; of the sums, `torn` are wrong, and `mixed` are pictures of other
/// frames than the measurements beside them.
Tally read_frames(Client& client, Nanos until) {
  Tally tally;
  while (steady_now() < until) {
    const auto frame = client.frame();
    if (!frame) break;
    ++tally.frames;
    for (const std::string& message : frame->sensors) {
      std::uint64_t number = 0, sum = 0;
      std::memcpy(&number, message.data() + 4, sizeof number);
      std::memcpy(&sum, message.data() + 12, sizeof sum);
      tally.torn += sum != sum_of(std::string_view(message).substr(4 + kHeader));
      tally.mixed += number != frame->measurements.frame_number;
    }
    tally.torn += frame->sensors.size() != 2;
  }
  return tally;
}

/// Writes frames until the session has ended; the longest that a frame took, and how many.
std::pair<Nanos, std::uint32_t> write_frames(const Library& library, Nanos until) {
  std::vector<Picture> pictures;
  for (std::uint32_t i = 0; i < 8; ++i) pictures.emplace_back(i);
  Nanos longest = 0;
  std::uint32_t frame = 0;
  while (steady_now() < until) {
    const Nanos began = steady_now();
    ++frame;
    for (const std::uint32_t sensor : {kColour, kDepth}) {
      Picture& picture = pictures[(2 * frame + sensor) % pictures.size()];
      const std::uint64_t number = frame;
      std::memcpy(picture.header, &number, sizeof number);
      carla_write_sensor_data(library.get(),
                              {sensor, picture.header, kHeader, picture.pixels.data(), kPicture});
    }
    if (show(library, frame) != 0) break;
    longest = std::max(longest, steady_now() - began);
    // as a simulator that makes a thousand frames a second
    std::this_thread::sleep_until(
        std::chrono::steady_clock::time_point(std::chrono::nanoseconds(began + kSecond / 1000)));
  }
  return {longest, frame};
}

void measure(bool reader_sleeps) {
  Library library;
  const std::uint16_t port = library.port();
  Tally tally;
  std::thread reader([&] {
    Client client(port);
    client.begin();
    if (reader_sleeps)
      std::this_thread::sleep_for(std::chrono::nanoseconds(kMeasured));
    else
      tally = read_frames(client, steady_now() + kMeasured);
  });
  serve_episode(library, {kColour, kDepth});
  const auto [longest, written] = write_frames(library, steady_now() + kMeasured);
  carla_disconnect_server(library.get());
  reader.join();
  std::printf(
      "%s: %.0f frames/s written, the longest took %.2f ms; %.0f frames/s read, %u torn, %u "
      "mixed\n",
      reader_sleeps ? "the reader sleeps" : "the reader reads",
      static_cast<double>(written) * kSecond / kMeasured, static_cast<double>(longest) / 1e6,
      static_cast<double>(tally.frames) * kSecond / kMeasured, tally.torn, tally.mixed);
}

}  // namespace
}  // namespace paddock::capi

int main() {
  paddock::capi::measure(false);
  paddock::capi::measure(true);
}
