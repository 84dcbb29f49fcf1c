// How many frames of 800 x 600 in colour and depth go over loopback, and how long who writes them
// waits while the reader sleeps. Every picture that arrives is summed up and compared.
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

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
constexpr Nanos kRate = 700;  // frames a second, as the simulator makes them

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

/// The stream of frames, read into memory that is used again.
class Stream {
 public:
  explicit Stream(std::uint16_t port) : socket_(dialled_socket(port)) {}
  ~Stream() { close(socket_); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  /// The next message; false at the end of the stream.
  bool next() {
    std::uint32_t size = 0;
    if (!read(&size, sizeof size)) return false;
    message_.resize(size);
    return size == 0 || read(message_.data(), size);
  }
  std::string_view message() const { return message_; }

 private:
  bool read(void* into, std::size_t size) const {
    return recv(socket_, into, size, MSG_WAITALL) == static_cast<ssize_t>(size);
  }
  int socket_;
  std::string message_;
};

/// Reads frames for so long; of the sums, `torn` are wrong, and `mixed` are pictures of other
/// frames than the measurements beside them.
Tally read_frames(Stream& stream, Nanos until) {
  Tally tally;
  while (steady_now() < until && stream.next()) {
    const auto measurements = carla::decode_measurements(stream.message());
    int pictures = 0;
    for (; stream.next() && !stream.message().empty(); ++pictures) {
      std::uint64_t number = 0, sum = 0;
      std::memcpy(&number, stream.message().data() + 4, sizeof number);
      std::memcpy(&sum, stream.message().data() + 12, sizeof sum);
      tally.torn += sum != sum_of(stream.message().substr(4 + kHeader));
      tally.mixed += number != measurements->frame_number;
    }
    tally.torn += pictures != 2;
    ++tally.frames;
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
    std::this_thread::sleep_until(
        std::chrono::steady_clock::time_point(std::chrono::nanoseconds(began + kSecond / kRate)));
  }
  return {longest, frame};
}

/// Seconds of processor that this program has had, both ends together.
double processor_seconds() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6;
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

void measure(bool reader_sleeps) {
  Library library;
  const std::uint16_t port = library.port();
  Tally tally;
  std::thread reader([&] {
    Client client(port);
    client.ask(), client.start();
    client.scene(), client.ready();
    Stream stream(static_cast<std::uint16_t>(port + 1));
    if (reader_sleeps)
      std::this_thread::sleep_for(std::chrono::nanoseconds(kMeasured));
    else
      tally = read_frames(stream, steady_now() + kMeasured);
  });
  serve_episode(library, {kColour, kDepth});
  const double before = processor_seconds();
  const auto [longest, written] = write_frames(library, steady_now() + kMeasured);
  carla_disconnect_server(library.get());
  reader.join();
  const double used = processor_seconds() - before;
  std::printf("the reader %s: %.0f frames/s written, the longest took %.2f ms",
              reader_sleeps ? "sleeps" : "reads",
              static_cast<double>(written) * kSecond / kMeasured,
              static_cast<double>(longest) / 1e6);
  if (!reader_sleeps)
    std::printf("; %.0f frames/s read, %u torn, %u mixed, %.2f ms of processor for each",
                static_cast<double>(tally.frames) * kSecond / kMeasured, tally.torn, tally.mixed,
                used * 1000 / tally.frames);
  std::puts("");
}

}  // namespace
}  // namespace paddock::capi

int main() {
  paddock::capi::measure(false);
  paddock::capi::measure(true);
}
