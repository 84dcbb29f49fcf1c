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

struct RoomRequest {
  std::string name;  // empty: made up from `level`
  std::string level;
  bool keep{};
  StageOptions stage;
  std::string opener{};  // the key of who opens it; empty: nobody in particular
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

  const std::string name_, opener_;
  const bool keep_;
  Stage stage_;
  std::shared_ptr<Keeper> keeper_;  // shared: the stage holds subscribers weakly
  std::atomic<std::size_t> viewers_{0};

  std::mutex mutex_;  // guards what follows, never the stage
  std::condition_variable wake_;
  std::shared_ptr<LockStep> lock_step_;  // of an open stage: waits and wakes in place of `wake_`
  std::vector<StageTask> inbox_;
  bool open_{}, over_{};
  std::string reason_;
  std::vector<StageTask> at_hand_;  // of the thread that turns
  std::thread thread_;
};

/// Destroys rooms on a thread of its own. A room is destroyed when its thread has ended, which
/// takes as long as its level takes to open, and its world is taken down, which takes up to
/// milliseconds: nobody who lets go of a room waits for that.
class RoomReaper {
 public:
  RoomReaper();
  ~RoomReaper() { finish(); }
  RoomReaper(const RoomReaper&) = delete;
  RoomReaper& operator=(const RoomReaper&) = delete;

  void add(std::unique_ptr<Room> room);
  /// A room that is not destroyed yet is counted from here on.
  void count_in();
  std::size_t alive() const;
  /// Waits until at most so many rooms are alive; false when they are not in time.
  bool wait_for(std::size_t alive, Nanos most) const;
  /// Destroys all that is there, and from now on at once.
  void finish();

 private:
  void work();

  mutable std::mutex mutex_;
  mutable std::condition_variable changed_;
  std::vector<std::unique_ptr<Room>> rooms_;
  std::size_t alive_{};
  bool over_{};
  std::thread thread_;
};

class Rooms {
 public:
  static constexpr std::size_t kMaxRooms = 64;
  static constexpr std::size_t kMaxStems = 1000;  // of names that are made up
  static constexpr Nanos kEmptyFor = 30'000'000'000;

  explicit Rooms(WallClock clock = steady_now);
  ~Rooms();

  /// Opens a room and starts it; `opened` hears on the room's thread how that went. A room that
  /// could not open is gone from the list by then.
  Result<std::shared_ptr<Room>> open(RoomRequest request, std::function<void(Result<void>)> opened);
  std::shared_ptr<Room> find(std::string_view name) const;
  /// Has the room end and returns at once; its name is free from here on. False when there is none
  /// of that name.
  bool close(std::string_view name, std::string_view reason);
  void close_all(std::string_view reason);
  /// Waits until rooms that were closed are gone, and what they held with them; false when they are
  /// not in time.
  bool wait_for_closed(Nanos most) const;
  std::vector<std::shared_ptr<Room>> list() const;
  /// Closes what has been empty for kEmptyFor.
  void tidy();

 private:
  struct Entry {
    std::shared_ptr<Room> room;  // shared: those inside hold it too
    Nanos empty_since{};
  };
  std::string free_name(const std::string& level);
  void strike(const Room* room);

  WallClock clock_;
  std::shared_ptr<RoomReaper> reaper_;  // shared: who lets go of a room last hands it over
  mutable std::mutex mutex_;
  std::map<std::string, Entry, std::less<>> entries_;
  std::map<std::string, int, std::less<>> numbers_;  // so that a name is not given twice
};

/// Room names hold letters, digits, _ and -, at most 64.
bool good_name(std::string_view name);

}  // namespace paddock
