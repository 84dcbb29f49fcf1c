// Who may do what. The table of rights is rights.cpp; docs/protocols/web.md tells it to people.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "paddock/protocols/web/messages.h"
#include "paddock/stage/stage.h"

namespace paddock::web {

/// How a client stands to a room at the moment.
struct Standing {
  ClientId client{};
  Access access{};
  bool runs{};                  // opened the room, or is in it while who opened it is not
  std::vector<ClientId> own{};  // all connections of the same person
};

/// Why a request is refused whatever the room's vehicles do; nothing when it may go on to the room.
std::optional<Refusal> check_request(const Request& request, const Standing& standing);

/// Why a request about vehicles is refused as they stand now. On the stage's thread.
std::optional<Refusal> check_vehicle(const Request& request, const Standing& standing,
                                     const Stage& stage);

/// What a client in a room is told that it is.
std::string_view role_of(ClientId client, bool runs, const StageStatus& status);

}  // namespace paddock::web
