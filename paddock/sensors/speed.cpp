#include "paddock/sensors/speed.h"

#include <array>

#include "paddock/sensors/vector_sensor.h"

namespace paddock {
namespace {

class SpeedSensor final : public Sensor {
 public:
  explicit SpeedSensor(const SpeedParams& params) : params_(params) {}

  const ReadingForm& form() const override { return form_; }

  void read(const SensorSight& sight, std::span<const double> /*memory*/,
            SensorReading& reading) override {
    std::get<VectorReading>(reading).values = {
        read_speed(params_, sight.motion, sight.noise).speed};
  }

 private:
  SpeedParams params_;
  ReadingForm form_{
      VectorForm{.frame = "vehicle", .channels = {{"speed", "m/s", "speed as measured"}}}};
};

Result<std::unique_ptr<Sensor>> make_speed(const SensorSetup& setup) {
  const Figures& figures = setup.figures;
  return std::make_unique<SpeedSensor>(SpeedParams{
      .scale = figures["scale"], .sigma = figures["sigma"], .quantum = figures["quantum"]});
}

constexpr std::array<FigureKind, 3> kSpeedFigures{{
    {.name = "scale",
     .unit = "",
     .about = "relative error: 0.01 reads 1 % too fast",
     .low = -1,
     .high = 1,
     .noise = true},
    {.name = "sigma", .unit = "m/s", .about = "deviation", .high = 100, .noise = true},
    {.name = "quantum",
     .unit = "m/s",
     .about = "the steps it counts in; 0: none",
     .high = 100,
     .noise = true},
}};

// a motor controller that counts whole electrical turns a minute, 4614 of them to a m/s: F1TENTH's
// speed_to_erpm_gain
constexpr std::array<UnitFigure, 1> kSpeedVesc{{{"quantum", 1.0 / 4614}}};
constexpr std::array<UnitFigure, 1> kSpeedEncoder{{{"sigma", 0.01}}};  // assumed

constexpr std::array<SensorUnit, 3> kSpeedUnits{{
    {.name = "ideal", .about = "exact", .figures = {}},
    {.name = "vesc",
     .about = "VESC motor controller as in F1TENTH, steps of 0.2 mm/s",
     .figures = kSpeedVesc},
    {.name = "encoder", .about = "a wheel encoder, assumed figures", .figures = kSpeedEncoder},
}};

}  // namespace

SpeedReading read_speed(const SpeedParams& params, const BodyMotion& motion, DrawAddress at) {
  at.stream = Stream::Odometry;
  at.index = 2;  // 0 and 1 are odometry's
  const Vec2 velocity_in_body = inverse(Rot2::of(motion.pose.yaw)) * motion.velocity_in_world;
  double speed = (1 + params.scale) * velocity_in_body.x;
  if (params.sigma != 0) speed += params.sigma * draw_gaussian(at);
  if (params.quantum != 0) speed = params.quantum * round_even(speed / params.quantum);
  return {speed};
}

constinit const SensorKind kSpeedKind{
    .name = "speed",
    .about = "speed along the heading, counted by the wheels",
    .shape = ReadingShape::Vector,
    .rate = 50,
    .figures = kSpeedFigures,
    .units = kSpeedUnits,
    .make = make_speed,
};

}  // namespace paddock
