// A server in this process: rooms, doors and the page's door on a thread of its own.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <thread>

#include "paddock/protocols/web/server.h"
#include "paddock/rooms/rooms.h"
#include "tests/support/server_process.h"

namespace paddock::web {

struct OpenPage {
  std::string folder = scratch_path("door");
  Rooms rooms;
  DoorContext context{.rooms = rooms, .admission = std::make_shared<Admission>()};
  std::unique_ptr<Door> door;
  std::thread thread;

  explicit OpenPage(std::span<const DoorKind* const> doors = {}, OptionValues values = {},
                    DoorOptions options = {}) {
    context.options = std::move(values);
    context.recordings = folder;
    options.web.port = 0;
    options.levels_folder = PADDOCK_SOURCE_DIR "/levels";
    options.recordings_folder = folder;
    door = *Door::open(options, context, doors);
    thread = std::thread([this] { door->run(); });
  }
  ~OpenPage() {
    door->stop();
    thread.join();
    door.reset();
    std::filesystem::remove_all(folder);
  }
};

}  // namespace paddock::web
