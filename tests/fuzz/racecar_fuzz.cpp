// Any datagram to the RacecarSim codec: what it takes, it also writes, and reads back as the same.
// And any sequence of them, from several programs, to the conversation: nobody gets a car that is
// not there, and what is said stays in proportion to what was heard.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "paddock/protocols/racecar/peer.h"

using namespace paddock;
using namespace paddock::racecar;

namespace {

constexpr std::size_t kMostSaid = 3;  // at once: to both cars, and one answer

struct NoCars : Cars {
  float delta_time() override { return 0; }
  ColorPicture color_image(std::size_t) override {
    return
        [black = std::string(kColorBytes, '\0')](std::size_t) { return std::string_view(black); };
  }
  std::vector<float> depth_image(std::size_t) override { return std::vector<float>(300, 0); }
  std::vector<float> lidar_samples(std::size_t) override {
    return std::vector<float>(kLidarSamples, 0);
  }
  Triple linear_acceleration(std::size_t) override { return {}; }
  Triple angular_velocity(std::size_t) override { return {}; }
  Triple position(std::size_t) override { return {}; }
  bool button(std::size_t, ButtonQuestion, Button) override { return false; }
  float trigger(std::size_t, Side) override { return 0; }
  StickReading joystick(std::size_t, Side) override { return {}; }
  void drive(std::size_t car, const SetSpeedAngle&) override { check(car); }
  void set_max_speed(std::size_t car, float) override { check(car); }
  static void check(std::size_t car) {
    if (car >= 2) std::abort();
  }
};

void decode_both(std::string_view datagram) {
  if (const auto message = decode(datagram)) {
    const auto again = decode(encode(*message));
    if (!again || *again != *message) std::abort();
  }
  if (const auto message = decode_simulator(datagram)) {
    const auto again = decode_simulator(encode_simulator(*message));
    if (!again || *again != *message) std::abort();
  }
}

/// Each step: a byte that says who speaks and where, or what time does; a length; that many bytes.
void poll(std::string_view steps) {
  NoCars cars;
  Programs programs(2, cars);
  Nanos now = 0;
  while (steps.size() >= 2) {
    const auto how = static_cast<std::uint8_t>(steps[0]);
    const std::size_t size =
        std::min<std::size_t>(static_cast<std::uint8_t>(steps[1]) % 16, steps.size() - 2);
    const UdpPeer peer{kLoopback, static_cast<std::uint16_t>(40'000 + how % 5)};
    now += 1'000'000;
    if (how >= 240) {
      now += 6'000'000'000;
      programs.look(now);
    } else if (how >= 200) {
      if (!programs.busy()) programs.begin(how % 2 == 0, now);
    } else if (how >= 198) {
      programs.end_all();
    } else {
      programs.receive(how % 2 == 0 ? Channel::Sync : Channel::Async, peer, steps.substr(2, size),
                       now);
    }
    if (programs.take_datagrams().size() > kMostSaid || programs.connected() > 2) std::abort();
    programs.take_notes();
    steps.remove_prefix(2 + size);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  decode_both(bytes);
  poll(bytes);
  return 0;
}
