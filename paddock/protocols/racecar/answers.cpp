// What programs are answered with: pictures, ranges, the IMU and the pad.
#include <algorithm>

#include "paddock/core/wall_clock.h"
#include "paddock/protocols/racecar/server.h"

namespace paddock::racecar {
namespace {

constexpr int kPictureThreads = 2;  // the script waits for its picture meanwhile

}  // namespace

// --- what scripts ask ---------------------------------------------------------------------------

/// Time that a call's program is not to blame for.
void LockStepServer::painted(Nanos began) {
  const Nanos took = steady_now() - began;
  times_.pictures += took;
  if (called_ != 0) times_.scripts -= took;
}

/// What looks through rays, with the threads that pictures deserve: it takes a while the first
/// time.
void LockStepServer::prepare_pictures() {
  CameraRig* rig = rig_of(stage_->session().model, stage_->scratch());
  if (rig != nullptr && rig->threads() != kPictureThreads) rig->use_threads(kPictureThreads);
}

std::shared_ptr<RigPicture> LockStepServer::begin_picture(std::size_t car) {
  const Nanos began = steady_now();
  const Session& session = stage_->session();
  auto picture = begin_course_picture(session.model, session.state, stage_->scratch(),
                                      vehicles_[car], options_.senses);
  painting_ = picture;
  painted(began);
  return picture;
}

/// A program that asked for pictures in its last call will ask again: they are begun while it still
/// wakes up, or is busy with the one before.
void LockStepServer::paint_ahead() {
  const auto car = programs_->served();
  if (!car || *car >= expected_.size()) return;
  Wants& expected = expected_[*car];
  if (std::exchange(expected.color, false)) begin_picture(*car);
  const auto picture = painting_.lock();
  if (expected.depth && (!picture || picture->all_begun())) depth_of(*car);
}

/// The time until somebody speaks is spent on the picture he will ask for, a little in each turn.
/// True when there is more of it to paint.
bool LockStepServer::paint_on(bool answered, bool received) {
  // as fast as possible: a tick that may pass does not wait for it
  if (answered && !stage_->pace().paused && stage_->pace().factor == 0) return false;
  const auto picture = painting_.lock();
  if (!picture || picture->all_begun()) return false;
  if (received) return true;
  const Nanos began = steady_now();
  picture->paint_one();
  painted(began);
  return true;
}

ColorPicture LockStepServer::color_image(std::size_t car) {
  if (Wants* wants = asked_of(car)) wants->color = true;
  auto picture = begin_picture(car);
  if (!picture)
    return
        [black = std::string(kColorBytes, '\0')](std::size_t) { return std::string_view(black); };
  return [this, picture = std::move(picture)](std::size_t rows) {
    const Nanos began = steady_now();
    const Image& image = picture->with_rows(static_cast<int>(rows)).color;
    painted(began);
    return std::string_view(reinterpret_cast<const char*>(image.pixels.data()),
                            image.pixels.size());
  };
}

std::vector<float> LockStepServer::depth_image(std::size_t car) {
  if (Wants* wants = asked_of(car)) wants->depth = true;
  return depth_of(car);
}

const std::vector<float>& LockStepServer::depth_of(std::size_t car) {
  const Session& session = stage_->session();
  if (depths_[car].empty()) {
    const Nanos began = steady_now();
    depths_[car] = course_depth(session.model, session.state, stage_->scratch(), vehicles_[car],
                                options_.senses);
    painted(began);
  }
  return depths_[car];
}

/// What a program asks for in this call; null for notebooks.
LockStepServer::Wants* LockStepServer::asked_of(std::size_t car) {
  if (programs_->served() != car) return nullptr;
  asked_.resize(programs_->cars());
  return &asked_[car];
}

std::vector<float> LockStepServer::lidar_samples(std::size_t car) {
  return course_lidar(memory_[car]);
}

Triple LockStepServer::linear_acceleration(std::size_t car) {
  return course_acceleration(memory_[car]);
}

Triple LockStepServer::angular_velocity(std::size_t car) {
  const Session& session = stage_->session();
  return course_spin(session.model, session.state, vehicles_[car], options_.senses);
}

std::optional<ImuReading> LockStepServer::imu(const Session& session, VehicleId vehicle) const {
  const auto car = car_of(vehicle);
  if (!car) return std::nullopt;
  const Triple force = course_acceleration(memory_[*car]);
  const Triple spin = course_spin(session.model, session.state, vehicle, options_.senses);
  const auto vec = [](const Triple& t) { return Vec3{t[0], t[1], t[2]}; };
  return ImuReading{.specific_force = vec(force), .angular_rate = vec(spin)};
}

Triple LockStepServer::position(std::size_t car) {
  const Session& session = stage_->session();
  return course_position(session.model, session.state, vehicles_[car], options_.senses);
}

bool LockStepServer::button(std::size_t, ButtonQuestion question, Button button) {
  if (pad_is_off()) return false;
  if (play_ == PlayMode::Trial && button != Button::Start && button != Button::Back)
    return script_.button(question, button);
  const std::uint16_t mask = question == ButtonQuestion::IsDown       ? pad_.pad.down
                             : question == ButtonQuestion::WasPressed ? pad_.pressed
                                                                      : pad_.released;
  return (mask & bit_of(button)) != 0;
}

float LockStepServer::trigger(std::size_t, Side side) {
  if (pad_is_off()) return 0;
  if (play_ == PlayMode::Trial) return script_.trigger(side);
  return static_cast<float>(pad_.pad.triggers[static_cast<std::size_t>(side)]);
}

StickReading LockStepServer::joystick(std::size_t, Side side) {
  if (pad_is_off()) return {};
  if (play_ == PlayMode::Trial) return script_.joystick(side);
  const Vec2 stick = pad_.pad.sticks[static_cast<std::size_t>(side)];
  return {static_cast<float>(stick.x), static_cast<float>(stick.y)};
}

void LockStepServer::drive(std::size_t car, const SetSpeedAngle& command) {
  drives_[car].speed = static_cast<double>(command.speed);
  drives_[car].angle = static_cast<double>(command.angle);
}

void LockStepServer::set_max_speed(std::size_t car, float max_speed) {
  drives_[car].max_speed = std::clamp(static_cast<double>(max_speed), 0.0, 1.0);
}

}  // namespace paddock::racecar
