// Stage: one running simulation and everybody around it. It has an owner, one thread, that calls
// work() with the wall time; it starts no thread and reads no clock itself. What it shows are
// immutable frames; what it hears takes effect at tick boundaries.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "paddock/stage/frame.h"
#include "paddock/stage/lock_step.h"
#include "paddock/stage/pad.h"
#include "paddock/stage/session.h"
#include "paddock/stage/subscriptions.h"

namespace paddock {

/// Somebody who watches. Called on the stage's thread; must not block.
class Subscriber {
 public:
  virtual ~Subscriber() = default;
  virtual void take(std::shared_ptr<const Frame> frame) = 0;
  /// Readings it asked for, in the order in which they were made.
  virtual void take_readings(std::span<const Delivery> readings) { static_cast<void>(readings); }
  /// No more frames will come.
  virtual void ended(std::string_view reason) = 0;
};

/// A recorded run in place of live inputs.
struct Playback {
  Tick end{};
  std::function<void(Session&)> feed;                // what was recorded for this tick
  std::function<std::string(const Session&)> check;  // after a tick: how it differs, or ""
  std::function<Result<void>(Session&, Tick)> seek;
};

/// Where a run is written as it goes.
struct RunLog {
  std::string name;
  std::function<void(const Session&, const Command&)> command;
  std::function<void(const Session&)> tick;
  /// At least once a second; why the recording cannot go on, empty when it can.
  std::function<std::string()> flush;
};

/// Begins a recording of a run as it stands.
using OpenLog = std::function<Result<RunLog>(Session&, const std::string& name)>;

struct StageOptions {
  std::function<Result<Session>(std::uint64_t seed, const LevelSettings& settings)> open;
  std::uint64_t seed{1};
  LevelSettings settings{};
  Pace pace{};
  Nanos hold{};  // simulated time stands at first: until begin(), at most so long
  std::function<Result<Playback>(const Session&)> playback{};  // empty: a live room
  std::vector<std::shared_ptr<LockStepPeer>> peers{};  // shared: whoever made one asks it things
};

class Stage {
 public:
  explicit Stage(StageOptions options) : options_(std::move(options)) {}
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;

  /// Opens the level. Nothing else may be called before this has worked.
  Result<void> start(Nanos now);
  /// Does what is due at wall time `now`, at most one frame, and says when it wants to be called
  /// next.
  Nanos work(Nanos now);
  /// Tells every subscriber that it is over, and ends the recording.
  void end(std::string_view reason);

  // --- watching
  void subscribe(std::weak_ptr<Subscriber> subscriber);  // weak: it may die at any time
  void unsubscribe(const Subscriber* subscriber);
  /// The subscriber gets readings of this sensor from now on, by the number it chose. Says what is
  /// wrong.
  Result<std::shared_ptr<const SensorInfo>> subscribe_sensor(const Subscriber* subscriber,
                                                             SubscriptionId id,
                                                             const SensorWant& want);
  void unsubscribe_sensor(const Subscriber* subscriber, SubscriptionId id);
  std::size_t subscriber_count() const { return subscribers_.size(); }

  // --- measuring, for doors: sensors of the run, mounted by command(MountSensor)
  /// Its reading at this tick, made once; null when the run has none of that name.
  std::shared_ptr<const Measurement> read_sensor(VehicleId vehicle, std::string_view name);
  /// The picture of a camera of the run, perhaps still being painted; null where there can be none.
  std::shared_ptr<RigPicture> begin_picture(VehicleId vehicle, std::string_view name);
  /// Makes what looks through rays, which takes seconds for a town, with so many threads for a
  /// picture.
  void prepare_pictures(int threads);
  /// What looks through rays, if there is any, out of this run and into another in its world.
  std::unique_ptr<CameraRig> take_rig();
  void give_rig(std::unique_ptr<CameraRig> rig);

  // --- driving
  Result<void> command(const Command& command);
  /// Client `client` drives from now on; refused when another does, unless `force`.
  Result<void> take(VehicleId vehicle, ClientId client, bool force);
  /// `driver` drives from now on; empty: the vehicle's program, where it has one, else nobody.
  Result<void> hand_over(VehicleId vehicle, const std::string& driver);
  /// Who drives it; 0: no client does, or there is no such vehicle.
  ClientId holder(VehicleId vehicle) const;
  Result<void> set_controls(VehicleId vehicle, ClientId client, const Controls& controls,
                            Nanos now);
  /// Somebody comes, at rest; the id it has. Says what stands in its way.
  Result<VehicleId> spawn(const Spawn& command);
  /// Puts the vehicle there, at rest, or back at its start.
  Result<void> place(VehicleId vehicle, const std::optional<Pose2>& pose);
  /// The client is gone: its vehicles go back to their programs; those without one let go of their
  /// pedals and can be taken by others.
  void forget(ClientId client);

  // --- the pad of whoever watches, for programs that ask for it
  void set_pad(const Pad& pad, Nanos now);
  /// What the pad did since this reader last looked.
  PadNews read_pad(PadReader& reader);

  /// Colours of the first vehicles, from now on and in runs to come.
  void set_colors(std::vector<CarColors> colors);

  // --- time
  /// Simulated time is held no longer; harmless when it is not.
  void begin();
  void set_pace(const Pace& pace);
  void step(std::int64_t ticks);  // pauses, then runs so many
  /// Pauses after every tick of which `over` says that the run is over.
  void stop_when(std::function<bool(const Session&)> over) { over_ = std::move(over); }
  Result<void> restart(std::uint64_t seed, const LevelSettings& settings);
  /// The same run in the level that these settings make: vehicles stay where they are, and what
  /// moves too, where it is still there. Refused when the settings change who drives.
  Result<void> edit(const LevelSettings& settings);
  Result<void> seek(Nanos time);

  // --- peers in lock-step
  /// Simulated time waits for this one too, from now on.
  void join(std::shared_ptr<LockStepPeer> peer);
  const std::vector<std::shared_ptr<LockStepPeer>>& peers() const { return options_.peers; }
  /// The peer whose programs come through the door of this name; null when there is none.
  LockStepPeer* peer_of(std::string_view door) const;
  /// Why nobody but programs may begin the world anew or change it, if that is so.
  Result<void> may_change_world() const;

  // --- recording
  /// Begins one in place of that which runs; restarts begin another of the same kind.
  Result<void> record(OpenLog open, const std::string& name);
  void stop_recording();

  const Session& session() const { return *session_; }
  const std::shared_ptr<const StageStatus>& status();
  bool replay() const { return playback_.has_value(); }
  /// Grows with restart and seek.
  std::uint32_t run() const { return run_; }
  /// How many frames have passed.
  std::uint64_t frames() const { return number_; }
  /// Says something to everybody, once; for doors.
  void tell(StageEvent event) { note(std::move(event)); }
  const Pace& pace() const { return pace_; }

 private:
  struct Watcher {
    std::weak_ptr<Subscriber> subscriber;
    const Subscriber* key{};
  };
  struct Holder {
    ClientId client{};
    Nanos last_word{};
  };
  void enter(Session session);
  void fit_slots();
  bool has_program(std::size_t vehicle) const;
  bool poll_peers(Nanos now);
  void run_frame(Nanos now);
  void pass();
  void tick_once();
  void let_go_of_silent(Nanos now);
  void keep_speed(Nanos now);
  Nanos show_at() const;
  bool waiting() const;
  void show(Nanos now);
  std::shared_ptr<const RoadsFrame> look_at_roads(Nanos now);
  void show_readings();
  void deliver(const Subscriber* to, std::span<const Delivery> readings);
  std::int64_t ticks_at(std::int64_t frame) const;
  void jump();
  void note(StageEvent event);
  void record_again();
  void flush_log();
  std::vector<std::string> waiting_for(const std::vector<PeerStatus>& peers) const;
  Result<void> may_act() const;

  StageOptions options_;
  std::optional<Session> session_;
  std::vector<std::string> body_names_;
  std::optional<Playback> playback_;
  std::function<bool(const Session&)> over_;  // empty: it goes on
  std::optional<RunLog> log_;
  OpenLog open_log_;

  std::vector<Watcher> subscribers_;
  Subscriptions subscriptions_;
  std::vector<Holder> holders_;    // one a slot
  std::vector<CarColors> colors_;  // empty: nobody chose any while it runs
  PadState pad_;
  Nanos pad_word_{};  // when it was last heard of

  Pace pace_;
  std::int64_t frame_{};  // of simulated time, passed so far
  Nanos next_frame_{};    // wall time at which the next is due
  Nanos held_until_{};    // wall time; 0: it is not held
  std::int64_t steps_{};  // ticks still to be run while paused

  std::uint64_t number_{};  // counts frames passed
  std::uint32_t run_{1};
  std::uint32_t edition_{};  // counts edits
  std::vector<StageEvent> events_;
  std::vector<std::uint8_t> touched_;          // one a slot
  std::vector<std::uint8_t> present_;          // one a slot, as the status tells it
  std::vector<std::uint32_t> generations_;     // likewise
  std::uint32_t flight_news_{};                // of the session, that the status tells
  std::shared_ptr<const StageStatus> status_;  // empty: something in it changed
  bool changed_{true}, passed_{};              // since the last frame shown
  std::shared_ptr<const RoadsFrame> roads_;    // shared with frames
  Nanos roads_at_{};                           // wall time
  bool moved_by_hand_{};                       // something, so readings of this tick are old
  bool locked_{};                              // peers in lock-step have not answered
  Nanos unlocked_{};                           // when they last had
  Nanos peers_again_{};                        // when one of them wants its next turn
  Nanos now_{}, shown_{}, flushed_{};
  Nanos mark_{};  // where the speed is measured from
  Tick mark_tick_{};
  double speed_{};
  bool ended_{};
};

}  // namespace paddock
