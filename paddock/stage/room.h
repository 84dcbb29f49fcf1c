// A room: a stage with a thread of its own and an inbox. Rooms are opened and closed by name; none
// knows of another.
#pragma once

#include <atomic>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "paddock/stage/stage.h"

namespace paddock {

/// Something to do on a stage between two frames; gets the wall time.
using StageTask = std::function<void(Stage&, Nanos)>;
using WallClock = std::function<Nanos()>;

/// Nanoseconds of the machine's steady clock.
Nanos steady_now();

class Room {
 public:
  Room(std::string name, bool keep, StageOptions options);
  ~Room();
  Room(const Room&) = delete;
  Room& operator=(const Room&) = delete;

  const std::string& name() const { return name_; }
  /// Stays open when it is empty.
  bool keep() const { return keep_; }

  /// Opens the level and runs on a thread of its own. `opened` is called there, once.
  void start(WallClock clock, std::function<void(Result<void>)> opened);
  /// Ends the run and joins the thread; every subscriber is told why.
  void stop(std::string_view reason);

  /// Has `task` done between two frames; false, and never done, when the inbox is full or the room
  /// is over. Any thread.
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
  void wake();
  void serve(const WallClock& clock, const std::function<void(Result<void>)>& opened);

  const std::string name_;
  const bool keep_;
  const std::shared_ptr<LockStep> lock_step_;  // waits and wakes in place of the condition variable
  Stage stage_;
  std::shared_ptr<Keeper> keeper_;  // shared: the stage holds subscribers weakly
  std::atomic<std::size_t> viewers_{0};

  std::mutex mutex_;  // guards what follows, never the stage
  std::condition_variable wake_;
  std::vector<StageTask> inbox_;
  bool open_{}, over_{};
  std::string reason_;
  std::vector<StageTask> at_hand_;  // of the thread that turns
  std::thread thread_;
};

struct RoomRequest {
  std::string name;  // empty: made up from `level`
  std::string level;
  bool keep{};
  StageOptions stage;
};

class Rooms {
 public:
  static constexpr std::size_t kMaxRooms = 64;
  static constexpr Nanos kEmptyFor = 30'000'000'000;

  explicit Rooms(WallClock clock = steady_now) : clock_(std::move(clock)) {}
  ~Rooms() { close_all("the server stops"); }

  /// Opens a room and starts it; `opened` hears on the room's thread how that went. A room that
  /// could not open is closed by the next tidy().
  Result<std::shared_ptr<Room>> open(RoomRequest request, std::function<void(Result<void>)> opened);
  std::shared_ptr<Room> find(std::string_view name) const;
  /// False when there is none of that name.
  bool close(std::string_view name, std::string_view reason);
  void close_all(std::string_view reason);
  std::vector<std::shared_ptr<Room>> list() const;
  /// Closes what failed to open, and what has been empty for kEmptyFor.
  void tidy();

 private:
  struct Entry {
    std::shared_ptr<Room> room;  // shared: those inside hold it too
    std::shared_ptr<std::atomic<bool>> failed;
    Nanos empty_since{};
  };
  std::string free_name(const std::string& wanted) const;

  WallClock clock_;
  mutable std::mutex mutex_;
  std::map<std::string, Entry, std::less<>> entries_;
  std::map<std::string, int, std::less<>> numbers_;  // so that a name is not given twice
};

/// Room names hold letters, digits, _ and -, at most 64.
bool good_name(std::string_view name);

}  // namespace paddock
