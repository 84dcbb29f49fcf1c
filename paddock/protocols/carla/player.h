// The player's car in its room: drives it by controls that came from elsewhere, and makes frames of
// it. It is a peer in lock-step without sockets; what it says and hears passes through an Exchange.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "paddock/control/autopilot.h"
#include "paddock/control/lane_goal.h"
#include "paddock/protocols/carla/own_status.h"
#include "paddock/protocols/carla/town.h"
#include "paddock/stage/stage.h"

namespace paddock::carla {

/// Between the door's thread and a room's. Each side wakes the other when it has left something.
class Exchange {
 public:
  /// `address` of the client, for people.
  Exchange(std::function<void()> wake_door, std::string address)
      : wake_door_(std::move(wake_door)), address_(std::move(address)) {}

  // --- the door's side
  void ask(Episode episode);
  void begin_driving();
  void stop_driving();
  void leave(const Control& control);
  std::optional<std::string> take_frame();
  /// The episode that was asked for last stands at its start.
  bool stands() const;
  /// Why it never will.
  std::string trouble() const;

  // --- the room's side
  const std::string& address() const { return address_; }
  Episode wanted() const;
  void stand();
  void fail(std::string why);
  bool driving() const;
  std::optional<Control> take_control();
  void show(std::string frame);
  /// The door has taken what was shown.
  bool frame_taken() const;

 private:
  const std::function<void()> wake_door_;
  const std::string address_;
  mutable std::mutex mutex_;  // guards what follows
  Episode episode_;
  std::uint32_t episodes_{};  // asked for so far
  bool stands_{}, driving_{};
  std::string trouble_;
  std::optional<Control> control_;
  std::optional<std::string> frame_;
};

/// Frames are numbered over all rooms of a process.
using FrameNumbers = std::atomic<std::uint64_t>;

class PlayerPeer final : public LockStepPeer {
 public:
  PlayerPeer(std::shared_ptr<Exchange> exchange, std::shared_ptr<FrameNumbers> numbers,
             std::shared_ptr<Towns> towns)
      : exchange_(std::move(exchange)), numbers_(std::move(numbers)), towns_(std::move(towns)) {}

  PeerTurn poll(Stage& stage, Nanos now) override;
  void apply(Stage& stage) override;
  void ended(Stage& stage) override;
  PeerStatus status() const override;

 private:
  void begin_episode(Stage& stage, Nanos now);
  void set_goal(const Session& session);
  void change_weather(Stage& stage);
  bool goes_on() const;
  void show_frame(Stage& stage, Nanos now);
  void keep_pace(Stage& stage);
  void tell_page(Nanos now);
  PlayerMeasurements measure(const Session& session);
  Control ask_autopilot(const Session& session);

  std::shared_ptr<Exchange> exchange_;     // shared with the door's thread
  std::shared_ptr<FrameNumbers> numbers_;  // shared by all rooms of the door
  std::shared_ptr<Towns> towns_;           // likewise
  Episode episode_;
  std::uint32_t run_{};  // of the stage; 0: none was begun
  Tick told_{};
  Control control_;  // that holds until the next
  bool answered_{};
  std::uint32_t frames_{};  // of this episode
  Vec3 velocity_{};         // ahead, at the frame before
  AutopilotDriver autopilot_;
  std::optional<LaneGoal> goal_;    // its
  std::size_t weathers_changed_{};  // in this episode
  TrafficScene scene_;
  bool by_hand_{};                           // a person has the wheel
  EpisodeFigures figures_;                   // for people
  Nanos shown_{}, told_page_{}, counted_{};  // wall time of the last frame, words, and rate
  std::uint32_t counted_frames_{};
  std::string own_;
};

}  // namespace paddock::carla
