// The robot-car door: Paddock in RacecarSim's place, on two UDP ports. Scripts of the course drive
// the cars of a room in lock-step with its frames; between them a person drives with a pad. What is
// said when, and why: docs/protocols/racecar.md.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "paddock/game/course_car.h"
#include "paddock/net/udp_socket.h"
#include "paddock/protocols/racecar/peer.h"
#include "paddock/stage/stage.h"

namespace paddock::racecar {

/// A button that is pressed by the clock, for runs without hands.
struct PressAt {
  Button button{};
  double seconds{};  // of simulated time
  double hold{0.5};  // s
};

/// "A@2" or "RB@1.5s".
Result<PressAt> parse_press(std::string_view text);

struct DoorOptions {
  std::string host{"127.0.0.1"};
  std::uint16_t async_port{kAsyncPort}, sync_port{kSyncPort};  // 0: one that is free
  CourseSenses senses{};
  bool start{};  // START is pressed as soon as a program is connected
  std::vector<PressAt> presses;
  std::string note;  // a warning to begin with, for people
};

enum class Mode : std::uint8_t { DefaultDrive, UserProgram };

/// How long frames took, for people who want it fast.
struct FrameTimes {
  std::uint64_t frames{};
  Nanos pictures{};  // making colour and depth images
  Nanos scripts{};   // from a call to its end, without what was made meanwhile
};

/// All that is said in a room, on the room's own thread.
class Conversation : public LockStep, private Cars {
 public:
  /// Says which port is taken.
  static Result<std::shared_ptr<Conversation>> open(const DoorOptions& options);

  bool converse(Stage& stage, Nanos now) override;
  void wait(Nanos pause) override;
  void wake() override { waiting_.wake(); }
  std::vector<LinkStatus> links() const override;
  std::vector<std::string> waiting() const override;
  std::optional<DoorStatus> status() const override;

  std::uint16_t async_port() const { return async_.port(); }
  std::uint16_t sync_port() const { return sync_.port(); }
  const FrameTimes& times() const { return times_; }
  std::size_t connected() const { return programs_ ? programs_->connected() : 0; }
  /// Tells every program that the level is over.
  void end_programs();
  ~Conversation() override { end_programs(); }

 private:
  Conversation(const DoorOptions& options, UdpSocket async, UdpSocket sync);

  void begin_level(Stage& stage);
  void hear(Nanos now);
  void speak();
  void feel(Stage& stage);
  void new_frame(Stage& stage, Nanos now);
  void press_start(Nanos now);
  void press_back();
  void drive_by_hand();
  void apply_drives(Stage& stage);
  void say(int grade, std::string text);

  // Cars
  float delta_time() override { return delta_time_; }
  std::string color_image(std::size_t car) override;
  std::vector<float> depth_image(std::size_t car) override;
  std::vector<float> lidar_samples(std::size_t car) override;
  Triple linear_acceleration(std::size_t car) override;
  Triple angular_velocity(std::size_t car) override;
  Triple position(std::size_t car) override;
  bool button(std::size_t car, ButtonQuestion question, Button button) override;
  float trigger(std::size_t car, Side side) override;
  StickReading joystick(std::size_t car, Side side) override;
  void drive(std::size_t car, const SetSpeedAngle& wish) override;
  void set_max_speed(std::size_t car, float max_speed) override;

  DoorOptions options_;
  UdpSocket async_, sync_;
  LinkWait waiting_;
  std::optional<Programs> programs_;  // for as many cars as the level has
  Stage* stage_{};                    // while it converses
  std::uint32_t run_{};               // of the stage, as this side knows it
  Tick felt_{};
  std::uint64_t frame_{};   // of the stage, dealt with
  std::uint64_t frames_{};  // of this level
  Nanos now_{}, called_{};
  Mode mode_{};
  bool restarting_{};  // START and BACK are held
  float delta_time_{};
  PadNews pad_;
  std::vector<CourseMemory> memory_;
  std::vector<CourseDrive> drives_;
  std::vector<std::vector<float>> depths_;  // of this frame, once asked for
  const CameraRig* threaded_{};             // has its threads
  DoorStatus status_;
  FrameTimes times_;
};

}  // namespace paddock::racecar
