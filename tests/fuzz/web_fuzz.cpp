// Any bytes as a message of the web door: a client's text, and a server's frame. What decodes
// encodes to the same bytes; a peer that hears any text goes on.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "paddock/protocols/web/codec.h"
#include "paddock/protocols/web/peer.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace paddock;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  if (const auto frame = web::decode_frame(bytes)) {
    const std::string again = std::visit([](const auto& m) { return encode(m); }, *frame);
    if (again.size() != bytes.size() || !web::decode_frame(again)) std::abort();
  }
  const auto message = web::decode_client(bytes);
  if (!message && message.error().message.empty()) std::abort();

  // nothing opens: there are no levels here
  static Rooms rooms;
  static const Recordings recordings("no_such_folder");
  static web::PeerContext context{.rooms = rooms,
                                  .recordings = recordings,
                                  .find_level = [](const std::string&) -> Result<std::string> {
                                    return fail(ErrorCode::NotFound, "none");
                                  },
                                  .run_aside = [](std::function<void()>) {}};
  web::Peer peer(context, 1, web::Access::Full, [] {});
  peer.receive(R"({"type":"hello","version":1})");
  peer.receive(bytes);
  if (peer.collect(0).empty()) std::abort();  // the welcome at least
  return 0;
}
