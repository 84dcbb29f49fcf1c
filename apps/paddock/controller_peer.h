// A controller of one's own drives a vehicle of a stage in lock-step: it is asked before every
// tick, and what is wrong with it is told in words while the room goes on. docs/controllers.md.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "apps/paddock/controller_process.h"
#include "paddock/io/json.h"
#include "paddock/stage/lock_step.h"

namespace paddock {

class ControllerPeer : public LockStepPeer {
 public:
  /// How long a tick waits for an answer; for the first of a program, which Python starts
  /// meanwhile.
  static constexpr Nanos kPatience = 300'000'000, kFirstPatience = 20'000'000'000;
  /// One that ended is started again after this.
  static constexpr Nanos kRest = 1'000'000'000;

  ControllerPeer(std::unique_ptr<ControllerProcess> process, std::string python, std::string file);

  PeerTurn poll(Stage& stage, Nanos now) override;
  void apply(Stage& stage) override;
  PeerStatus status() const override;

  /// The last thing that was wrong, empty: nothing is.
  const std::string& complaint() const { return complaint_; }
  /// How often it has answered with a command.
  std::uint64_t answers() const { return answers_; }

 private:
  void ask(const Stage& stage, Nanos now);
  void start_again(Nanos now);
  void take(const std::string& line);
  void complain(std::string why);

  std::unique_ptr<ControllerProcess> process_;
  std::string python_, file_, name_;
  bool asked_{};  // and not answered yet
  bool late_{};   // so long that ticks no longer wait
  bool spoke_{};  // this process has answered once
  Nanos asked_at_{}, ended_at_{};
  std::optional<Tick> tick_;  // that it was asked for
  std::uint32_t run_{};       // likewise
  std::vector<Vec2> told_path_;
  bool path_told_{};
  Vec2 command_;
  bool fresh_{};
  bool silenced_{};  // something is wrong: it asks for nothing
  std::string complaint_;
  Notice notice_;
  std::uint64_t answers_{};
};

/// What the controller is told of the first vehicle, its path apart.
Json view_of(const Session& session);
/// The points of its path as it stands, where its driver follows one.
std::vector<Vec2> path_told(const Session& session);

}  // namespace paddock
