// The EES-PEES door: opens the room that a backend asks for, and drives rovers in rooms of others.
// docs/protocols/ees-pees.md.
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

#include "paddock/protocols/eespees/server.h"
#include "paddock/rooms/door.h"

namespace paddock::eespees {

extern const DoorKind kDoor;

/// Opens the door's room, and again when a backend comes back, until it is stopped.
class Door final : public OpenDoor {
 public:
  /// `closed` is called, on the door's thread, when the backend said CLOSE.
  Door(Rooms& rooms, DoorOptions options, std::function<void()> closed);
  ~Door() override { stop(); }
  Door(const Door&) = delete;
  Door& operator=(const Door&) = delete;

  /// Ends the room and closes every connection; nobody is dialled any more.
  void stop() override;

 private:
  using Loop = std::shared_ptr<EventLoop>;  // shared with the room that goes on with its sockets
  void serve();
  Loop begin();
  bool wait_for_start(EventLoop& loop, LockStepServer& server);
  bool hold_room(const Loop& loop, const std::shared_ptr<LockStepServer>& server);
  bool stopping();

  Rooms& rooms_;
  const DoorOptions options_;
  const std::function<void()> closed_;
  std::mutex mutex_;  // guards what follows
  std::condition_variable stopped_;
  bool stopping_{};
  Loop loop_;
  std::thread thread_;
};

}  // namespace paddock::eespees
