// All rooms of a server: opened, found, listed and closed by name. None knows of another.
#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "paddock/rooms/room.h"

namespace paddock {

/// Destroys rooms on a thread of its own, and has rooms that nobody is in closed. A room is
/// destroyed when its thread has ended, which takes as long as its level takes to open, and its
/// world is taken down, which takes up to milliseconds: nobody who lets go of a room waits for
/// that.
class RoomReaper {
 public:
  /// `tidy` is called about once a second while there are rooms.
  explicit RoomReaper(std::function<void()> tidy);
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
  const std::function<void()> tidy_;
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
  /// Closes what has been empty for kEmptyFor; done by itself about once a second.
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

}  // namespace paddock
