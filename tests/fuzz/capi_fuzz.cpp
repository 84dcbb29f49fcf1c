// Any bytes of a client on the C library's three ports, over sockets: whatever it says, each call
// returns a code that the header names, the session ends and the server can be used again.
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "tests/capi/client.h"

using namespace paddock::capi;

namespace {

constexpr std::uint32_t kWhile = 2;  // ms

void expect(bool holds) {
  if (!holds) std::abort();
}

/// Takes part in the episode that runs: frames out, and what comes in is read until it has ended.
void take_part(const Library& library, Client& client, std::string_view bytes) {
  client.come();
  const std::size_t half = bytes.size() / 2;
  client.stream.write(bytes.substr(half));
  client.control.write(bytes.substr(0, half));
  client.control.close();
  for (std::int32_t code = 0; code == 0;) {
    carla_control control{};
    code = read_control(library, control);
    expect(code == 0 || code == 2 || code == EILSEQ || code == EMSGSIZE || code == ECANCELED);
  }
  // unless the world's bytes have ended the session meanwhile
  const std::int32_t written = carla_write_sensor_data(library.get(), {7, "head", 4, "data", 4});
  expect(written == 0 || written == ECANCELED);
  const std::int32_t shown = show(library, 1);
  expect(shown == 0 || shown == 2 || shown == ECANCELED);
}

/// What `read` says at last: who says nothing for a while is taken to have said all, and hangs up.
std::int32_t settled(Client& client, const auto& read) {
  const std::int32_t code = read(kWhile);
  if (code != EAGAIN) return code;
  client.world.close();
  return read(kMinute);
}

/// The dialogue up to its end, with a client in the first episode; the code it ended with.
std::int32_t serve(const Library& library, Client& client, std::string_view of_agents) {
  for (bool first = true;; first = false) {
    std::int32_t code = settled(
        client, [&](std::uint32_t timeout) { return read_request(library, nullptr, timeout); });
    if (code == 0) code = write_scene(library, {7});
    if (code == 0)
      code = settled(client, [&](std::uint32_t timeout) {
        carla_episode_start start{};
        return carla_read_episode_start(library.get(), start, timeout);
      });
    if (code == 0) code = write_ready(library);
    if (code != 0) return code;
    if (first) take_part(library, client, of_agents);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Library library;
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  // the first byte says where the world's bytes end, and whether a whole dialogue goes before them
  const std::size_t of_world = 1 + data[0] % 64 * (size - 1) / 64;
  Client client(library.port());
  std::string said;
  if (data[0] >= 64) {
    paddock::carla::append_message(said, "");
    paddock::carla::append_message(said, "");
  }
  said += bytes.substr(1, of_world - 1);
  client.world.write(said);

  const std::int32_t code = serve(library, client, bytes.substr(of_world));

  expect(code == 2 || code == EILSEQ || code == EMSGSIZE);
  expect(library.listen() == 0);
  return 0;
}
