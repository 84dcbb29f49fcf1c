// Any datagram to the RacecarSim codec: what it takes, it also writes, and reads back as the same.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "paddock/protocols/racecar/codec.h"

using namespace paddock::racecar;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view datagram(reinterpret_cast<const char*>(data), size);
  if (const auto message = decode(datagram)) {
    const auto again = decode(encode(*message));
    if (!again || *again != *message) std::abort();
  }
  if (const auto message = decode_simulator(datagram)) {
    const auto again = decode_simulator(encode_simulator(*message));
    if (!again || *again != *message) std::abort();
  }
  return 0;
}
