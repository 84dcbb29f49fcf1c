// A level in a room beside the page, for runs that are watched.
#pragma once

#include <memory>
#include <string>

#include "apps/paddock/serve.h"
#include "apps/paddock/verbs.h"
#include "paddock/stage/room.h"

namespace paddock {

struct PageRoom {
  ServeOptions page;
  WebOptions web;
  std::unique_ptr<web::Door> server;
  std::shared_ptr<Room> room;  // shared: those inside hold it too
};

/// Opens the page's door, and a room of it; `level` is what the room is called by.
Result<PageRoom> open_page_room(const ServeOptions& page, const std::string& level,
                                StageOptions stage);
/// The same for a run of a level file, which is recorded when the options say so.
Result<PageRoom> open_page_room(const RunOptions& options, const std::string& level,
                                StageOptions stage);

/// Says where the room's page is.
void announce(const PageRoom& shown);

/// "run.paddock", then "run-2.paddock" where the level was begun again.
OpenLog recording_to(const std::string& file, const std::string& level);

}  // namespace paddock
