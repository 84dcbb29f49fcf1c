// The robot-car door: Paddock in RacecarSim's place, on two UDP ports. Scripts of the course drive
// the cars of a room in lock-step with its frames; between them a person drives with a pad. What is
// said when, and why: docs/protocols/racecar.md.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "paddock/net/udp_socket.h"
#include "paddock/protocols/racecar/car.h"
#include "paddock/protocols/racecar/pad_script.h"
#include "paddock/protocols/racecar/peer.h"
#include "paddock/protocols/racecar/settings.h"
#include "paddock/record/best_times.h"
#include "paddock/stage/stage.h"

namespace paddock::racecar {

struct DoorOptions {
  std::string host{"127.0.0.1"};
  std::uint16_t async_port{kAsyncPort}, sync_port{kSyncPort};  // 0: one that is free
  /// Its cars, in the order in which programs get them; empty: all vehicles of the level. Others of
  /// the level are none of its business.
  std::vector<VehicleId> vehicles{};
  CourseSenses senses{};
  bool start{};               // START is pressed as soon as programs are connected:
  std::size_t start_with{1};  // so many
  std::vector<PressAt> presses{};
  std::vector<std::string> names{};  // of the programs, by car, where somebody knows them
  std::string note{};                // a warning to begin with, for people
  bool grade{};                      // all trials of the level, one after another
  bool watched_over{};               // programs: whoever started them gives up, not the door
  /// A grading ends when no program has come for so long; 0: never.
  Nanos connect_within{};
  std::string user{"Default"};  // for the score code
  /// Nothing looks through rays for so long: who watches is shown the room before its cameras are
  /// made, which takes up to a second.
  Nanos show_first{};
  bool cheat{};  // programs read the pad in races too, and no time is kept
  /// A car that raced alone is at the finish: times on the clock at each checkpoint (-1: left out)
  /// and the finish, penalties included there. Keeps the best; true when these are.
  KeepTimes keep_times{};
  /// Whose programs may come in; null: everybody's. Shared with whoever lets them in.
  std::shared_ptr<const Admission> admission{};
};

/// Frames go on at this pace of real time while simulated time stands still.
inline constexpr Nanos kStillFrame = 1'000'000'000 / 60;

enum class Mode : std::uint8_t {
  DefaultDrive,  // the pad drives the first car
  UserProgram,
  Wait,  // for START; simulated time stands still
  Finished,
};

/// How long frames took, for people who want it fast.
struct FrameTimes {
  std::uint64_t frames{};
  Nanos pictures{};  // making colour and depth images, on the room's own thread
  Nanos wire{};      // hearing and answering, without what was made meanwhile
  Nanos scripts{};   // the rest of each call: the program itself
};

/// All that is said in a room, on the room's own thread.
class LockStepServer : public LockStepPeer, private Cars {
 public:
  /// Says which port is taken. The loop hears its sockets.
  static Result<std::shared_ptr<LockStepServer>> open(EventLoop& loop, const DoorOptions& options);

  PeerTurn poll(Stage& stage, Nanos now) override;
  void apply(Stage& stage) override;
  void happened(const StageEvent& event) override;
  PeerStatus status() const override;
  /// next_checkpoint and last_checkpoint of a car of its own, skip_trial; refused where it does not
  /// fit.
  Result<void> act(Stage& stage, std::string_view act, VehicleId vehicle) override;
  /// As with_settings() has it; all of it, or nothing.
  Result<void> set(Stage& stage, const PeerSettings& settings) override;

  std::uint16_t async_port() const { return async_.port(); }
  std::uint16_t sync_port() const { return sync_.port(); }
  const FrameTimes& times() const { return times_; }
  std::size_t connected() const { return programs_ ? programs_->connected() : 0; }
  Mode mode() const { return mode_; }
  /// The grading is over, and its score code is there.
  bool graded() const { return !status_.score_code.empty(); }
  /// Tells every program that the level is over.
  void end_programs();
  ~LockStepServer() override { end_programs(); }

  /// Whoever started the program knows that it cannot go on: the trial and the grading end.
  void give_up(Stage& stage, std::string why);
  /// Something that a program printed.
  void console_line(std::string_view line);

 private:
  LockStepServer(const DoorOptions& options, UdpSocket async, UdpSocket sync);

  /// The car that a vehicle of the stage is; nothing where it is none of this door's.
  std::optional<std::size_t> car_of(VehicleId vehicle) const;
  const RefereeCar& judged(const Session& session, std::size_t car) const {
    return session.referee.cars[index_of(vehicles_[car])];
  }

  // --- levels and trials
  void begin_level(Stage& stage);
  void begin_scene(Stage& stage);
  Result<void> mount(Stage& stage, const std::vector<SensorSpec>& sensors) const;
  void restart(Stage& stage);
  void trial_over(Stage& stage, Nanos now);
  void grading_over(Stage& stage);
  void race_over(Stage& stage);
  bool race_is_over(const Session& session) const;
  void without_program(Stage& stage);
  Result<void> next_checkpoint(Stage& stage, VehicleId vehicle);
  Result<void> last_checkpoint(Stage& stage, VehicleId vehicle);
  Result<void> skip_trial(Stage& stage);

  // --- a turn
  void between_calls(Stage& stage, Nanos now);
  bool receive(Nanos now);
  void speak();
  bool starts_itself() const;
  bool frame_is_due(const Stage& stage, Nanos now);
  void new_frame(Stage& stage, Nanos now);
  void read_pad(Stage& stage);
  void press_start(Stage& stage, Nanos now);
  void press_back(Stage& stage);
  void start_programs(Stage& stage, Nanos now);
  void run_programs(bool start, Nanos now);
  void stop_cars(Mode mode);
  void drive_by_hand();
  /// Simulated time does not pass, whoever has answered.
  bool stands(const Stage& stage) const { return mode_ == Mode::Wait || stage.pace().paused; }
  Nanos next_turn(const Stage& stage, Nanos now) const;
  void say(int grade, std::string text, NoticeAbout about = NoticeAbout::Other);
  std::vector<LinkStatus> links() const;
  std::vector<std::string> waiting() const;
  void show_own();
  std::string title_of(std::size_t car) const;

  /// Of a program in one call.
  struct Wants {
    bool color{}, depth{};
  };
  Wants* asked_of(std::size_t car);
  std::shared_ptr<RigPicture> begin_picture(std::size_t car);
  /// Ranges or depths of one of its sensors, 0 where it has none of that size.
  std::vector<float> centimetres(std::size_t car, std::string_view sensor, std::size_t count);
  /// Three numbers of one of its sensors.
  Triple triple(std::size_t car, std::string_view sensor, std::size_t first);
  void paint_ahead();
  bool paint_on(bool answered, bool received);
  void painted(Nanos began);

  /// Programs that race have to see for themselves.
  bool pad_is_off() const { return play_ == PlayMode::Race && !options_.cheat; }

  // Cars
  float delta_time() override { return still_ ? 0 : delta_time_; }
  ColorPicture color_image(std::size_t car) override;
  std::vector<float> depth_image(std::size_t car) override;
  std::vector<float> lidar_samples(std::size_t car) override;
  Triple linear_acceleration(std::size_t car) override;
  Triple angular_velocity(std::size_t car) override;
  Triple position(std::size_t car) override;
  bool button(std::size_t car, ButtonQuestion question, Button button) override;
  float trigger(std::size_t car, Side side) override;
  StickReading joystick(std::size_t car, Side side) override;
  void drive(std::size_t car, const SetSpeedAngle& command) override;
  void set_max_speed(std::size_t car, float max_speed) override;

  DoorOptions options_;
  UdpSocket async_, sync_;
  std::vector<VehicleId> vehicles_;   // one a car
  std::optional<Programs> programs_;  // for as many cars
  Stage* stage_{};                    // while it converses
  std::uint32_t run_{};               // of the stage, as this side knows it
  std::uint64_t frame_{};             // of the stage, dealt with
  std::uint64_t frames_{};            // of this level
  Nanos now_{}, called_{};
  PlayMode play_{};
  Mode mode_{};
  bool restarting_{};                     // START and BACK are held
  bool armed_{};                          // START presses itself
  Nanos looks_from_{};                    // nothing looks through rays before
  bool still_{};                          // no time has passed for this frame
  Nanos next_still_{};                    // wall time at which the next such frame is due
  Nanos waiting_since_{};                 // for a program
  std::size_t first_trial_{1}, trial_{};  // of a grading; the one that is on, 0 before the first
  std::string failure_, lost_;            // why a car failed, why a program is gone
  float delta_time_{};
  PadReader pad_reader_;
  PadNews pad_;
  PadScript script_;
  std::vector<CourseDrive> drives_;
  std::vector<CourseDrive> to_apply_;    // what the last calls came to; empty: nothing new
  std::vector<Wants> asked_, expected_;  // in this round, in the one before
  std::weak_ptr<RigPicture> painting_;   // weak: unless somebody wants it, it may be left
  /// What people see of this door alone.
  struct Own {
    Mode mode{};
    bool new_best{};
    double max_speed{};  // of the first car
    bool operator==(const Own&) const = default;
  };
  bool new_best_{};
  Own own_;            // that status_.own says
  PeerStatus status_;  // without links and whom it waits for
  FrameTimes times_;
};

}  // namespace paddock::racecar
