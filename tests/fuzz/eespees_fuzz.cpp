// Any bytes, in any pieces, to both conversations of the EES-PEES door.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "paddock/protocols/eespees/peer.h"

using namespace paddock::eespees;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  const std::size_t piece = 1 + data[0] % 64;
  const Wire wire = data[1] % 2 == 0 ? Wire::Actual : Wire::Readme;
  std::string_view rest(reinterpret_cast<const char*>(data + 2), size - 2);
  ControllerPeer controller(wire);
  BackendPeer backend;
  while (!rest.empty()) {
    const std::string_view part = rest.substr(0, piece);
    rest.remove_prefix(part.size());
    if (part.front() % 3 == 0) controller.tell({});
    controller.receive(part);
    if (const auto answer = controller.take_answer()) (void)paddock::input_of(*answer);
    backend.receive(part);
    while (const auto command = backend.take_command()) (void)settings_of(*command);
  }
  return 0;
}
