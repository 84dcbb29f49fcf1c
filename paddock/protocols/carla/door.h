// The CARLA door: opens a room for each client of CARLA 0.8. docs/protocols/carla.md.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "paddock/protocols/carla/player.h"
#include "paddock/protocols/carla/server.h"
#include "paddock/rooms/door.h"

namespace paddock::carla {

extern const DoorKind kDoor;

struct DoorOptions {
  std::uint16_t port{2000};
  std::string map{"Town01"};  // where settings name none
  int fps{10};                // of simulated time
  Settings settings{};        // that clients begin with
  Wire wire{};                // of its clients
  bool benchmark{};           // clients that are not in lock-step get frames as fast as can be
};

/// Hears clients on a thread of its own; each has a room as long as it is there.
class Door final : public OpenDoor {
 public:
  static Result<std::unique_ptr<Door>> open(const DoorContext& context, const DoorOptions& options);
  ~Door() override { stop(); }
  Door(const Door&) = delete;
  Door& operator=(const Door&) = delete;

  std::uint16_t port() const { return server_.world_port(); }
  void stop() override;

 private:
  struct Guest {
    Settings settings{};
    std::string map{}, level{};            // name, file
    std::shared_ptr<Exchange> exchange{};  // shared with its room
    std::shared_ptr<EventLoop> loop{};     // its room's
    std::string room{};                    // its name; empty: it has none yet
    bool called{};                         // it was told that its episode stands
  };

  Door(const DoorContext& context, const DoorOptions& options, std::shared_ptr<EventLoop> loop,
       ClientServer server);

  void serve();
  void answer(SessionId session, const EpisodeAsked& asked);
  void answer(SessionId session, const StartChosen& start);
  void answer(SessionId session, const DriveBegun&);
  void answer(SessionId session, const ClientGone& gone);
  Result<SceneDescription> scene_of(Guest& guest);
  Result<void> open_room(Guest& guest);
  void exchange(SessionId session, Guest& guest);
  bool stopping();

  DoorContext context_;
  const DoorOptions options_;
  const std::shared_ptr<EventLoop> loop_;  // shared: rooms that end later wake it
  ClientServer server_;
  std::shared_ptr<FrameNumbers> numbers_{std::make_shared<FrameNumbers>()};  // shared by all rooms
  std::shared_ptr<Towns> towns_{std::make_shared<Towns>()};                  // likewise
  std::map<SessionId, Guest> guests_;                                        // of the thread
  std::map<std::string, std::vector<Transform>> spots_;  // of levels that were asked for
  std::mutex mutex_;                                     // guards what follows
  bool stopping_{};
  std::thread thread_;
};

}  // namespace paddock::carla
