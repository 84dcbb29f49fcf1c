// Paddock in Webots' place: dials out to a backend (as the supervisor) and to the external
// controller of each robot (as the internal controller), and holds its stage in lock-step with the
// robots. What is said when, and why: docs/protocols/ees-pees.md.
#pragma once

#include <algorithm>
#include <atomic>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "paddock/net/event_loop.h"
#include "paddock/net/tcp_link.h"
#include "paddock/protocols/eespees/peer.h"
#include "paddock/stage/stage.h"

namespace paddock::eespees {

inline constexpr std::string_view kDoorName = "ees-pees";

struct DoorOptions {
  Endpoint backend{"127.0.0.1", 10201};
  std::vector<Endpoint> controllers{{"127.0.0.1", 10200}};  // one a robot
  std::vector<VehicleId>
      vehicles{};         // of these robots, where the stage has others too; empty: its first
  std::string level;      // file
  bool supervised{true};  // a backend makes the worlds; else the level is driven as it is
  Pace begin{};           // of a level that is driven as it is
  bool on_start{};  // the room opens with the first START, and ends when the backend stays away
  bool solvable{};  // only worlds whose target can be reached
  double pace{40};  // of RUN and FAST, times real time; 0: as fast as answers come
  Wire wire{Wire::Actual};
  RobotSenses senses{};
  Nanos patience{};  // time stands for a controller at most so long; 0: as long as it takes
  bool as_webots{};  // this process has the name of Webots' until the door is stopped
};

/// All that is said around a stage, on the stage's own thread.
class LockStepServer : public LockStepPeer {
 public:
  /// Its connections are `loop`'s.
  LockStepServer(EventLoop& loop, const DoorOptions& options);

  PeerTurn poll(Stage& stage, Nanos now) override;
  void apply(Stage& stage) override;
  PeerStatus status() const override;
  Result<void> may_change_world() const override;

  /// Before the room is open: looks for a backend. True when it has said START.
  bool backend_started(Nanos now);
  /// When something is to be tried again; until then there is nothing to do unless a peer speaks.
  Nanos next_try() const { return sleep_until_; }
  /// Closes every connection. Once nobody waits on the loop any more.
  void hang_up();
  /// The backend said CLOSE, or stays away. Any thread.
  bool over() const { return over_.load(); }

 private:
  /// Packets a second, over the last whole second.
  struct Meter {
    PacketCount last;
    double in{}, out{};
    void measure(const PacketCount& now, double seconds);
  };
  struct Robot {
    VehicleId vehicle{};
    Endpoint address;
    TcpLink link;
    ControllerPeer peer;
    std::optional<RobotReading> reading;
    bool fresh{true};   // nothing was told yet in this world
    bool lost{};        // it was there in this world and went away
    bool gone{};        // the vehicle itself left the run: nobody waits for it
    Nanos seek_from{};  // when to look for it again
    Nanos seeking{};    // since when it is looked for
    Nanos next_dial{}, next_rescue{};
    Nanos waiting{};     // since when time stands for it
    std::string driver;  // whose commands count, by name
    std::string note;
    Meter meter;
  };

  void receive_backend(Nanos now);
  void obey(Stage& stage, const WorldCommand& command, Nanos now);
  void make_world(Stage& stage, const WorldCommand& command, Nanos now);
  void begin_episode(Stage& stage, Nanos now, bool keep_links);
  void lose_backend(Nanos now, const std::string& why);
  /// Whoever was sent away has no controller any more.
  void look_who_left(const Stage& stage);
  void seek(Robot& robot, Nanos now);
  void rescue(Robot& robot);
  void receive(Robot& robot, Nanos now);
  void lose(Robot& robot, Nanos now);
  void mount_sensors(Stage& stage, Robot& robot);
  /// Nothing when the run has not all of the robot's sensors.
  std::optional<RobotReading> read(Stage& stage, const Robot& robot) const;
  void send_readings(Stage& stage, Nanos now);
  bool all_answered(Nanos now) const;
  void give_up_waiting(Nanos now);
  bool given_up(const Robot& robot, Nanos now) const {
    return options_.patience > 0 && now - robot.waiting >= options_.patience;
  }
  void measure_rates(Nanos now);
  void show_own();
  std::vector<LinkStatus> links() const;
  std::vector<std::string> waiting() const;
  std::string note_of(const Robot& robot) const;
  WorldReply reply_of(const Stage& stage, ReturnCode code) const;
  void try_again_at(Nanos time) { sleep_until_ = std::min(sleep_until_, time); }
  bool running() const { return started_ || !options_.supervised; }

  const DoorOptions options_;
  TcpLink backend_;
  BackendPeer supervisor_;
  std::string backend_note_;
  Meter backend_meter_;
  Nanos next_dial_{};
  std::optional<Nanos> alone_since_;  // without a backend
  std::optional<WorldCommand> pending_;
  bool started_{};
  Mode mode_{};
  LevelSettings settings_;  // of the last START that worked; empty: none has
  std::vector<Robot> robots_;
  std::uint32_t run_{};  // of the stage, as this side knows it
  Tick sent_tick_{-1};   // the tick that was told last
  Nanos sleep_until_{};  // when something is to be tried again
  Nanos measured_{};
  std::int32_t step_ms_{};  // between two packets to a robot
  std::string received_;    // at once, from anybody
  std::string own_;         // PeerStatus::own
  std::atomic<bool> over_{};
};

}  // namespace paddock::eespees
