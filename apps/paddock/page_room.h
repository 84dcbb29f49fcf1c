// A level in a room beside the page, for runs that are watched.
#pragma once

#include <memory>
#include <string>

#include "apps/paddock/serve.h"
#include "apps/paddock/verbs.h"

namespace paddock {

struct PageRoom {
  std::unique_ptr<Server> server;
  std::shared_ptr<Room> room;  // shared: those inside hold it too
};

/// Opens a server's page, and a room of it; `level` is what the room is called by. `loop` is of the
/// sockets of peers that are there already, if any are.
Result<PageRoom> open_page_room(const ServeOptions& page, const std::string& level,
                                StageOptions stage, std::shared_ptr<EventLoop> loop = {});
/// The same for a run of a level file, which is recorded when the options say so.
Result<PageRoom> open_page_room(const RunOptions& options, const std::string& level,
                                StageOptions stage, std::shared_ptr<EventLoop> loop = {});

/// Says where the room's page is.
void announce(const PageRoom& shown);

/// "run.paddock", then "run-2.paddock" where the level was begun again.
OpenLog recording_to(const std::string& file, const std::string& level);

}  // namespace paddock
