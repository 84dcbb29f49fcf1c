#include "paddock/sensors/contact_sensor.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "paddock/core/text.h"
#include "paddock/sensors/vector_sensor.h"

namespace paddock {
namespace {

/// "hit ahead", "hit 45° to the left": where the middle of a sector points.
std::string sector_title(int sector, int sectors) {
  if (sector == 0) return "hit ahead";
  if (2 * sector == sectors) return "hit behind";
  const bool left = 2 * sector < sectors;
  const double degrees_off = 360.0 * (left ? sector : sectors - sector) / sectors;
  return concat("hit ", std::lround(degrees_off), "° to the ", left ? "left" : "right");
}

VectorForm bumper_form(int sectors) {
  VectorForm form{.frame = "vehicle", .channels = {}};
  for (int i = 0; i < sectors; ++i)
    form.channels.push_back({concat("sector", i), "N s", sector_title(i, sectors)});
  return form;
}

class BumperSensor final : public Sensor {
 public:
  explicit BumperSensor(const ContactParams& params)
      : params_(params), form_(bumper_form(params.sectors)) {}

  const ReadingForm& form() const override { return form_; }

  std::vector<double> start(const SensorSight& /*sight*/) override {
    return std::vector<double>(static_cast<std::size_t>(params_.sectors));
  }

  void advance(const SensorSight& sight, std::span<double> memory) override {
    if (sight.after_reading) std::fill(memory.begin(), memory.end(), 0.0);
    for (const ContactHit& hit : sight.hits) add_hit(params_, sight.motion.pose, hit, memory);
  }

  void read(const SensorSight& /*sight*/, std::span<const double> memory,
            SensorReading& reading) override {
    std::get<VectorReading>(reading).values.assign(memory.begin(), memory.end());
  }

 private:
  ContactParams params_;
  ReadingForm form_;
};

Result<std::unique_ptr<Sensor>> make_bumper(const SensorSetup& setup) {
  return std::make_unique<BumperSensor>(ContactParams{.sectors = setup.figures.whole("sectors"),
                                                      .min_impulse = setup.figures["min_impulse"]});
}

constexpr std::array<FigureKind, 2> kBumperFigures{{
    {.name = "sectors",
     .unit = "",
     .about = "equal ones, counter-clockwise, the first straight ahead",
     .standard = 8,
     .low = 1,
     .high = 16,
     .whole = true},
    {.name = "min_impulse",
     .unit = "N s",
     .about = "of one hit; softer ones are not felt",
     .high = 1e6},
}};

constexpr std::array<SensorUnit, 1> kBumperUnits{{
    {.name = "ideal", .about = "exact", .figures = {}},
}};

}  // namespace

int sector_of(const ContactParams& params, const Pose2& world_from_body, Vec2 point_in_world) {
  const Vec2 point = inverse(world_from_body) * point_in_world;
  const double turns = det::atan2(point.y, point.x) / (2 * kPi);  // -1/2 to 1/2
  const int sector = static_cast<int>(std::floor(turns * params.sectors + 0.5));
  return (sector + params.sectors) % params.sectors;
}

void add_hit(const ContactParams& params, const Pose2& world_from_body, const ContactHit& hit,
             std::span<double> impulses) {
  if (hit.impulse <= 0 || hit.impulse < params.min_impulse) return;
  const int sector = sector_of(params, world_from_body, hit.point_in_world);
  impulses[static_cast<std::size_t>(sector)] += hit.impulse;
}

constinit const SensorKind kBumperKind{
    .name = "bumper",
    .about = "which sides were hit since the last reading, and how hard",
    .shape = ReadingShape::Vector,
    .rate = 0,
    .figures = kBumperFigures,
    .units = kBumperUnits,
    .make = make_bumper,
};

}  // namespace paddock
