// The EES-PEES door: Paddock in Webots' place. It dials out to a backend (as the supervisor) and to
// the external controller of each robot (as the internal controller), and holds its room in
// lock-step with the robots. What is said when, and why: docs/protocols/ees-pees.md.
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "paddock/net/tcp_link.h"
#include "paddock/protocols/eespees/peer.h"
#include "paddock/stage/room.h"

namespace paddock::eespees {

struct DoorOptions {
  Endpoint backend{"127.0.0.1", 10201};
  std::vector<Endpoint> controllers{{"127.0.0.1", 10200}};  // one a robot
  std::string level;                                        // file
  bool supervised{true};  // a backend makes the worlds; else the level is driven as it is
  Pace begin{};           // of a level that is driven as it is
  bool on_start{};  // the room opens with the first START, and ends when the backend stays away
  bool solvable{};  // only worlds whose target can be reached
  double pace{40};  // of RUN and FAST, times real time; 0: as fast as answers come
  Wire wire{Wire::Actual};
  RobotSenses senses{};
};

/// All that is said in a room, on the room's own thread.
class LockStepServer : public LockStep {
 public:
  explicit LockStepServer(const DoorOptions& options);

  bool poll(Stage& stage, Nanos now) override;
  void wait(Nanos pause) override;
  void wake() override { waiting_.wake(); }
  std::vector<LinkStatus> links() const override;
  std::vector<std::string> waiting() const override;
  Result<void> may_change_world() const override;

  /// Before the room is open: looks for a backend. True when it has said START.
  bool backend_started(Nanos now);
  /// When something is to be tried again; until then there is nothing to do unless a peer speaks.
  Nanos next_try() const { return sleep_until_; }
  /// Closes every connection. Once no room turns any more.
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
    Endpoint address;
    TcpLink link;
    ControllerPeer peer;
    std::optional<RobotReading> reading;
    bool fresh{true};   // nothing was told yet in this world
    bool lost{};        // it was there in this world and went away
    Nanos seek_from{};  // when to look for it again
    Nanos seeking{};    // since when it is looked for
    Nanos next_dial{}, next_rescue{};
    std::string driver;  // whose commands count, by name
    std::string note;
    Meter meter;
  };

  void receive_backend(Nanos now);
  void obey(Stage& stage, const WorldCommand& command, Nanos now);
  void make_world(Stage& stage, const WorldCommand& command, Nanos now);
  void begin_episode(Stage& stage, Nanos now, bool keep_links);
  void lose_backend(Nanos now, const std::string& why);
  void seek(Robot& robot, Nanos now);
  void rescue(Robot& robot);
  void receive(Robot& robot, Nanos now);
  void lose(Robot& robot, Nanos now);
  void send_readings(Stage& stage, Nanos now);
  bool all_answered(Stage& stage);
  void measure_rates(Nanos now);
  std::string note_of(const Robot& robot) const;
  WorldReply reply_of(const Stage& stage, ReturnCode code) const;
  void try_again_at(Nanos time) { sleep_until_ = std::min(sleep_until_, time); }
  bool running() const { return started_ || !options_.supervised; }

  const DoorOptions options_;
  LinkWait waiting_;
  TcpLink backend_;
  BackendPeer supervisor_;
  std::string backend_note_;
  Meter backend_meter_;
  Nanos next_dial_{};
  std::optional<Nanos> alone_since_;  // without a backend
  std::optional<WorldCommand> pending_;
  bool started_{};
  Mode mode_{};
  LevelSettings settings_;
  std::vector<Robot> robots_;
  std::uint32_t run_{};  // of the stage, as this side knows it
  Tick sent_tick_{-1};   // the tick that was told last
  Nanos sleep_until_{};  // when something is to be tried again
  Nanos measured_{};
  std::atomic<bool> over_{};
};

/// Opens the door's room, and again when a backend comes back, until it is destroyed.
class Door {
 public:
  /// `closed` is called, on the door's thread, when the backend said CLOSE.
  Door(Rooms& rooms, DoorOptions options, std::function<void()> closed);
  ~Door() { stop(); }
  Door(const Door&) = delete;
  Door& operator=(const Door&) = delete;

  /// Ends the room and closes every connection; nobody is dialled any more.
  void stop();

 private:
  void serve();
  std::shared_ptr<LockStepServer> begin();
  bool wait_for_start(LockStepServer& server);
  bool hold_room(const std::shared_ptr<LockStepServer>& server);
  bool stopping();

  Rooms& rooms_;
  const DoorOptions options_;
  const std::function<void()> closed_;
  std::mutex mutex_;  // guards what follows
  std::condition_variable stopped_;
  bool stopping_{};
  std::shared_ptr<LockStepServer> server_;  // shared with its room
  std::thread thread_;
};

}  // namespace paddock::eespees
