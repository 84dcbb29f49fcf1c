#include "paddock/sensors/gps.h"

#include <array>

#include "paddock/sensors/vector_sensor.h"

namespace paddock {
namespace {

Vec2 noisy(Vec2 truth, double sigma, DrawAddress at, std::uint32_t first) {
  if (sigma == 0) return truth;
  DrawSequence draws({at.seed, at.stream, at.entity, at.tick, first});
  const double x = draws.gaussian(), y = draws.gaussian();
  return truth + sigma * Vec2{x, y};
}

class GpsSensor final : public Sensor {
 public:
  explicit GpsSensor(const GpsParams& params) : params_(params) {}

  const ReadingForm& form() const override { return form_; }

  void read(const SensorSight& sight, std::span<const double> /*memory*/,
            SensorReading& reading) override {
    const auto [position, velocity] = read_gps(params_, sight.motion, sight.noise);
    std::get<VectorReading>(reading).values = {position.x, position.y, velocity.x, velocity.y};
  }

 private:
  GpsParams params_;
  ReadingForm form_{VectorForm{.frame = "world",
                               .channels = {{"x", "m", "position east (x)"},
                                            {"y", "m", "position north (y)"},
                                            {"vx", "m/s", "velocity east (x)"},
                                            {"vy", "m/s", "velocity north (y)"}}}};
};

Result<std::unique_ptr<Sensor>> make_gps(const SensorSetup& setup) {
  const Figures& figures = setup.figures;
  return std::make_unique<GpsSensor>(GpsParams{.antenna_in_body = xy(setup.body_from_sensor.at),
                                               .offset = {figures["offset_x"], figures["offset_y"]},
                                               .sigma = figures["sigma"],
                                               .velocity_sigma = figures["velocity_sigma"]});
}

constexpr std::array<FigureKind, 4> kGpsFigures{{
    {.name = "offset_x",
     .unit = "m",
     .about = "how far east it reads, the same for the whole run",
     .low = -1000,
     .high = 1000,
     .noise = true},
    {.name = "offset_y",
     .unit = "m",
     .about = "how far north it reads, the same for the whole run",
     .low = -1000,
     .high = 1000,
     .noise = true},
    {.name = "sigma",
     .unit = "m",
     .about = "deviation of the position, each axis",
     .high = 1000,
     .noise = true},
    {.name = "velocity_sigma",
     .unit = "m/s",
     .about = "deviation of the velocity, each axis",
     .high = 100,
     .noise = true},
}};

// the noise that the EES-PEES door adds on request; chosen for it, not measured
constexpr std::array<UnitFigure, 1> kGpsEespees{{{"sigma", 0.005}}};

constexpr std::array<SensorUnit, 2> kGpsUnits{{
    {.name = "ideal", .about = "exact", .figures = {}},
    {.name = "eespees",
     .about = "the receiver of the EES-PEES robot, 5 mm",
     .figures = kGpsEespees},
}};

}  // namespace

GpsReading read_gps(const GpsParams& params, const BodyMotion& motion, DrawAddress at) {
  at.stream = Stream::Gps;
  const Vec2 antenna = motion.pose * params.antenna_in_body;
  return {
      .position = noisy(antenna + params.offset, params.sigma, at, 0),
      .velocity = noisy(velocity_at(motion, params.antenna_in_body), params.velocity_sigma, at, 2)};
}

constinit const SensorKind kGpsKind{
    .name = "gps",
    .about = "satellite navigation: position and velocity of the antenna",
    .shape = ReadingShape::Vector,
    .rate = 10,
    .figures = kGpsFigures,
    .units = kGpsUnits,
    .make = make_gps,
};

}  // namespace paddock
