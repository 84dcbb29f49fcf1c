// What programs are answered with: pictures, ranges, the IMU and the pad.
#include <algorithm>

#include "paddock/core/wall_clock.h"
#include "paddock/protocols/racecar/server.h"

namespace paddock::racecar {
namespace {

constexpr std::size_t kSpinAt = 3;  // in what the IMU tells, after the acceleration

/// What a lidar or a depth camera measured; null: it is neither.
const std::vector<float>* metres_of(const SensorReading& reading) {
  if (const auto* ranges = std::get_if<RangesReading>(&reading)) return &ranges->ranges;
  if (const auto* picture = std::get_if<CameraReading>(&reading)) return &picture->depth;
  return nullptr;
}

std::size_t depth_cells(DepthDetail detail) {
  const auto cell = static_cast<std::size_t>(detail);
  return kColorWidth / cell * (kColorHeight / cell);
}

}  // namespace

// --- what scripts ask ---------------------------------------------------------------------------

/// Time that a call's program is not to blame for.
void LockStepServer::painted(Nanos began) {
  const Nanos took = steady_now() - began;
  times_.pictures += took;
  if (called_ != 0) times_.scripts -= took;
}

std::shared_ptr<RigPicture> LockStepServer::begin_picture(std::size_t car) {
  const Nanos began = steady_now();
  auto picture = stage_->begin_picture(vehicles_[car], kCameraName);
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
  if (!expected.depth || (picture && !picture->all_begun())) return;
  const Nanos began = steady_now();
  stage_->read_sensor(vehicles_[*car], kDepthName);  // kept until the tick is over
  painted(began);
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
  const Nanos began = steady_now();
  std::vector<float> depths = centimetres(car, kDepthName, depth_cells(options_.senses.depth));
  painted(began);
  return depths;
}

/// What a program asks for in this call; null for notebooks.
LockStepServer::Wants* LockStepServer::asked_of(std::size_t car) {
  if (programs_->served() != car) return nullptr;
  asked_.resize(programs_->cars());
  return &asked_[car];
}

std::vector<float> LockStepServer::centimetres(std::size_t car, std::string_view sensor,
                                               std::size_t count) {
  std::vector<float> all(count);
  const auto measured = stage_->read_sensor(vehicles_[car], sensor);
  const std::vector<float>* metres = measured ? metres_of(measured->reading) : nullptr;
  if (metres != nullptr && metres->size() == count)
    std::transform(metres->begin(), metres->end(), all.begin(), [](float m) { return 100 * m; });
  return all;
}

Triple LockStepServer::triple(std::size_t car, std::string_view sensor, std::size_t first) {
  Triple numbers{};
  const auto measured = stage_->read_sensor(vehicles_[car], sensor);
  const auto* vector = measured ? std::get_if<VectorReading>(&measured->reading) : nullptr;
  if (vector != nullptr && vector->values.size() >= first + numbers.size())
    for (std::size_t i = 0; i < numbers.size(); ++i)
      numbers[i] = static_cast<float>(vector->values[first + i]);
  return numbers;
}

std::vector<float> LockStepServer::lidar_samples(std::size_t car) {
  return centimetres(car, kLidarName, kLidarSamples);
}

Triple LockStepServer::linear_acceleration(std::size_t car) { return triple(car, kImuName, 0); }

Triple LockStepServer::angular_velocity(std::size_t car) { return triple(car, kImuName, kSpinAt); }

Triple LockStepServer::position(std::size_t car) { return triple(car, kPositionName, 0); }

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
