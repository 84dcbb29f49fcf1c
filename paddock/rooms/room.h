// A room: a stage with a thread and an event loop of its own, which hears the sockets of its peers,
// tasks of other threads and the clock.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "paddock/core/wall_clock.h"
#include "paddock/net/event_loop.h"
#include "paddock/stage/stage.h"

namespace paddock {

/// Something to do on a stage between two frames; gets the wall time.
using StageTask = std::function<void(Stage&, Nanos)>;
/// Peers that join a room whose level is open, on the room's thread; their sockets are of its loop.
using JoinPeers =
    std::function<std::vector<std::shared_ptr<LockStepPeer>>(const Session&, EventLoop&)>;

struct RoomRequest {
  std::string name;  // empty: made up from `level`
  std::string level;
  bool keep{};
  StageOptions stage;
  std::string opener{};  // the key of who opens it; empty: nobody in particular
  JoinPeers join{};      // beside those of `stage`
  /// Of the sockets of peers that are there already; empty: the room makes its own.
  std::shared_ptr<EventLoop> loop{};
};

class Room {
 public:
  /// `request.name` is the room's name.
  explicit Room(RoomRequest request);
  ~Room();
  Room(const Room&) = delete;
  Room& operator=(const Room&) = delete;

  const std::string& name() const { return name_; }
  /// Stays open when it is empty.
  bool keep() const { return keep_; }
  /// The key of who opened it; empty: nobody in particular.
  const std::string& opener() const { return opener_; }

  /// Opens the level and runs on a thread of its own. `opened` is called there, once.
  void start(WallClock clock, std::function<void(Result<void>)> opened);
  /// Has the run end, without waiting for it; every subscriber is told why. Any thread.
  void end(std::string_view reason);
  /// The same, and waits until its thread has ended.
  void stop(std::string_view reason);

  /// Has `task` done between two frames; false, and never done, when too many wait or the room is
  /// over. Any thread.
  bool post(StageTask task);

  /// The newest frame, or nothing before the level is open. Any thread.
  std::shared_ptr<const Frame> latest() const;
  /// Who watches, as of the last frame. Any thread.
  std::size_t viewers() const { return viewers_.load(); }

  // --- the same without a thread, for tests: open(), then turn() as often as time passes
  Result<void> open(Nanos now);
  Nanos turn(Nanos now);

 private:
  class Keeper;  // keeps the newest frame
  void serve(const WallClock& clock, const std::function<void(Result<void>)>& opened);
  void work_inbox(Nanos now);
  bool over();

  const std::string name_, opener_;
  const bool keep_;
  const JoinPeers join_;
  const std::shared_ptr<EventLoop> loop_;  // shared: its peers' sockets are of it
  Stage stage_;
  std::shared_ptr<Keeper> keeper_;  // shared: the stage holds subscribers weakly
  std::atomic<std::size_t> viewers_{0};
  bool open_{};

  std::mutex mutex_;  // guards what follows, never the stage
  std::vector<StageTask> inbox_;
  bool over_{};
  std::string reason_;
  std::vector<StageTask> at_hand_;  // of the thread that turns
  std::thread thread_;
};

/// Room names hold letters, digits, _ and -, at most 64.
bool good_name(std::string_view name);

}  // namespace paddock
