// Any bytes to what a CARLA client is read by: messages in any pieces, what they hold, and settings
// as text. What is taken is also written, and reads back as the same.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "paddock/protocols/carla/settings.h"
#include "paddock/protocols/carla/wire/codec.h"
#include "paddock/protocols/carla/wire/framing.h"
#include "paddock/protocols/carla/wire/sensor_messages.h"

using namespace paddock::carla;

namespace {

constexpr std::size_t kLimit = 1024;

/// NaN is not itself, so bytes are compared.
template <class Message>
void check_again(const Message& message, auto decode) {
  const std::string bytes = encode(message);
  const auto again = decode(bytes);
  if (!again || encode(*again) != bytes) std::abort();
}

void decode_all(std::string_view body) {
  if (const auto message = decode_request(body)) check_again(*message, decode_request);
  if (const auto message = decode_scene(body)) check_again(*message, decode_scene);
  if (const auto message = decode_start(body)) check_again(*message, decode_start);
  if (const auto message = decode_ready(body)) check_again(*message, decode_ready);
  if (const auto message = decode_measurements(body)) check_again(*message, decode_measurements);
  if (const auto message = decode_control(body)) {
    check_again(*message, decode_control);
    const Control held = within_limits(*message);
    if (!(held.steer >= -1 && held.steer <= 1 && held.throttle >= 0 && held.throttle <= 1))
      std::abort();
  }
  for (const Wire wire : {Wire::Current, Wire::Unnumbered}) {
    (void)decode_image(body, wire);
    (void)decode_lidar(body, wire);
  }
}

void read_twice(std::string_view ini) {
  const SettingsReading first = read_settings(ini, {});
  if (first.settings.sensors.size() > kMostSensors) std::abort();
  if (read_settings(ini, first.settings).settings != first.settings) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::size_t piece = 1 + data[0] % 64;
  read_twice(bytes);
  decode_all(bytes);
  MessageReader reader(kLimit);
  for (std::size_t at = 1; at < size; at += piece) {
    reader.receive(bytes.substr(at, piece));
    while (const auto message = reader.next()) {
      if (message->size() > kLimit) std::abort();
      decode_all(*message);
    }
  }
  return 0;
}
