// A door: how programs of one protocol come into rooms. A row of the table of doors
// (protocols/doors.cpp) is all that others know of it. docs/adding_a_door.md.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "paddock/rooms/admission.h"
#include "paddock/rooms/rooms.h"

namespace paddock {

/// An option of a door on the command line.
struct DoorOption {
  std::string_view name;   // "backend" for --backend
  std::string_view value;  // what follows it, for people, as "HOST:PORT"; empty: nothing does
  std::string_view about;
  int count{1};                    // values that follow; 0 with a value: as many as one likes
  std::string_view environment{};  // the variable that stands for it; empty: none
};

/// What was given on the command line. An option that was not given is not there.
class OptionValues {
 public:
  void set(std::string name, std::vector<std::string> values) {
    values_[std::move(name)] = std::move(values);
  }
  bool has(std::string_view name) const { return values_.find(name) != values_.end(); }
  /// All values; none when it was not given.
  std::vector<std::string> list(std::string_view name) const;
  std::string text(std::string_view name, std::string_view standard) const;
  /// Says what the option takes when this is no number of that range.
  Result<double> number(std::string_view name, double standard, double low, double high) const;
  /// `standard` itself when it was not given, else a text of this list.
  Result<std::string> one_of(std::string_view name, std::string_view standard,
                             std::span<const std::string_view> list) const;

 private:
  std::map<std::string, std::vector<std::string>, std::less<>> values_;
};

/// What a server gives to all of its doors; it outlives them.
struct DoorContext {
  Rooms& rooms;
  std::shared_ptr<Admission> admission;  // shared with rooms that outlive the server's doors
  std::string host{"127.0.0.1"};         // the address that doors listen on
  std::string recordings{};              // folder of recordings and best times
  OptionValues options{};                // DoorKind::server_options of all doors
  std::function<Result<std::string>(const std::string& name)> find_level{};  // file; any thread
  std::function<void()> stop{};  // ends the server; any thread
};

/// What whoever opens a room asks of the doors of its level.
struct JoinRequest {
  SessionSpec spec;
  std::string user{};  // for score codes and best times; empty: nobody said
  PeerSettings settings{};
};

/// A door that stands open beside rooms, with sockets or a thread of its own.
class OpenDoor {
 public:
  virtual ~OpenDoor() = default;
  /// Closes it and what it opened; returns when its thread has ended.
  virtual void stop() = 0;
};

/// What a door makes of its options.
struct DoorPlan {
  std::string said{};  // lines for people, before the door opens
  /// Empty: there is no more to do.
  std::function<Result<std::unique_ptr<OpenDoor>>(const DoorContext&)> open{};
};

struct DoorKind {
  std::string_view name;   // in level files, in `paddock serve NAME` and on the page
  std::string_view about;  // one line
  /// Of every server; their names begin with the door's.
  std::span<const DoorOption> server_options{};
  /// Of `paddock serve NAME`.
  std::span<const DoorOption> options{};
  /// What it listens on or looks for, for `paddock doctor`.
  std::string_view doctor{};
  /// A peer for a room whose level asks for this door and whose vehicles wait for programs; null
  /// where there is nothing for it to drive. On the room's thread. Null: it joins no room.
  std::shared_ptr<LockStepPeer> (*join)(const DoorContext& context, const JoinRequest& request,
                                        const Session& session, EventLoop& loop){};
  /// For a door that opens rooms itself: beside the page with `alone` false and no options, and by
  /// `paddock serve NAME`. Null: it waits in rooms.
  Result<DoorPlan> (*plan)(const OptionValues& options, const DoorContext& context, bool alone){};
  /// Says what is wrong with values of `server_options`, before a server opens. Null: nothing can
  /// be.
  Result<void> (*check)(const OptionValues& server_options){};
};

/// Peers of the doors that the level asks for.
std::vector<std::shared_ptr<LockStepPeer>> join_doors(std::span<const DoorKind* const> doors,
                                                      const DoorContext& context,
                                                      const JoinRequest& request,
                                                      const Session& session, EventLoop& loop);

}  // namespace paddock
