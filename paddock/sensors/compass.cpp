#include "paddock/sensors/compass.h"

#include <array>

#include "paddock/sensors/vector_sensor.h"

namespace paddock {
namespace {

class CompassSensor final : public Sensor {
 public:
  explicit CompassSensor(const CompassParams& params) : params_(params) {}

  const ReadingForm& form() const override { return form_; }

  void read(const SensorSight& sight, std::span<const double> /*memory*/,
            SensorReading& reading) override {
    std::get<VectorReading>(reading).values = {
        read_compass(params_, sight.motion, sight.noise).heading};
  }

 private:
  CompassParams params_;
  ReadingForm form_{VectorForm{
      .frame = "world", .channels = {{"heading", "rad", "heading, counter-clockwise from east"}}}};
};

Result<std::unique_ptr<Sensor>> make_compass(const SensorSetup& setup) {
  return std::make_unique<CompassSensor>(
      CompassParams{.offset = setup.figures["offset"], .sigma = setup.figures["sigma"]});
}

constexpr std::array<FigureKind, 2> kCompassFigures{{
    {.name = "offset",
     .unit = "rad",
     .about = "added to every reading: iron in the body, declination",
     .low = -kPi,
     .high = kPi,
     .noise = true},
    {.name = "sigma", .unit = "rad", .about = "deviation", .high = kPi, .noise = true},
}};

// half a degree: the noise that the EES-PEES door adds on request; chosen for it, not measured
constexpr std::array<UnitFigure, 1> kCompassEespees{{{"sigma", 0.0087}}};

constexpr std::array<SensorUnit, 2> kCompassUnits{{
    {.name = "ideal", .about = "exact", .figures = {}},
    {.name = "eespees",
     .about = "the compass of the EES-PEES robot, half a degree",
     .figures = kCompassEespees},
}};

}  // namespace

CompassReading read_compass(const CompassParams& params, const BodyMotion& motion, DrawAddress at) {
  at.stream = Stream::Compass;
  at.index = 0;
  const double noise = params.sigma == 0 ? 0 : params.sigma * draw_gaussian(at);
  return {wrap_angle(motion.pose.yaw + params.offset + noise)};
}

constinit const SensorKind kCompassKind{
    .name = "compass",
    .about = "the vehicle's heading",
    .shape = ReadingShape::Vector,
    .rate = 20,
    .figures = kCompassFigures,
    .units = kCompassUnits,
    .make = make_compass,
};

}  // namespace paddock
