#include "paddock/sensors/odometry.h"

#include <array>
#include <cmath>

#include "paddock/sensors/vector_sensor.h"

namespace paddock {
namespace {

double drawn(double sigma, DrawAddress at, std::uint32_t index) {
  at.index = index;
  return sigma == 0 ? 0 : sigma * draw_gaussian(at);
}

class OdometrySensor final : public Sensor {
 public:
  explicit OdometrySensor(const OdometryParams& params) : params_(params) {}

  const ReadingForm& form() const override { return form_; }

  std::vector<double> start(const SensorSight& /*sight*/) override {
    return std::vector<double>(4);
  }

  void advance(const SensorSight& sight, std::span<double> memory) override {
    auto state = from_memory<OdometryState>(memory);
    advance_odometry(params_, pose_from_above(sight.body_before),
                     pose_from_above(sight.world_from_body), sight.noise, state);
    to_memory(state, memory);
  }

  void read(const SensorSight& /*sight*/, std::span<const double> memory,
            SensorReading& reading) override {
    std::get<VectorReading>(reading).values.assign(memory.begin(), memory.end());
  }

 private:
  OdometryParams params_;
  ReadingForm form_{VectorForm{.frame = "start",
                               .channels = {{"x", "m", "way ahead (x)"},
                                            {"y", "m", "way to the left (y)"},
                                            {"yaw", "rad", "turn, counter-clockwise"},
                                            {"distance", "m", "distance driven"}}}};
};

Result<std::unique_ptr<Sensor>> make_odometry(const SensorSetup& setup) {
  const Figures& figures = setup.figures;
  return std::make_unique<OdometrySensor>(
      OdometryParams{.distance_scale = figures["distance_scale"],
                     .turn_scale = figures["turn_scale"],
                     .slip_per_metre = figures["slip_per_metre"],
                     .yaw_per_metre = figures["yaw_per_metre"],
                     .yaw_per_radian = figures["yaw_per_radian"]});
}

constexpr std::array<FigureKind, 5> kOdometryFigures{{
    {.name = "distance_scale",
     .unit = "",
     .about = "relative error: 0.01 counts 1 % too far",
     .low = -1,
     .high = 1,
     .noise = true},
    {.name = "turn_scale",
     .unit = "",
     .about = "relative error: 0.01 counts 1 % too much turn",
     .low = -1,
     .high = 1,
     .noise = true},
    {.name = "slip_per_metre",
     .unit = "m/√m",
     .about = "deviation of the way after a metre",
     .high = 10,
     .noise = true},
    {.name = "yaw_per_metre",
     .unit = "rad/√m",
     .about = "deviation of the yaw after a metre",
     .high = 10,
     .noise = true},
    {.name = "yaw_per_radian",
     .unit = "rad/√rad",
     .about = "deviation of the yaw after a radian of turn",
     .high = 10,
     .noise = true},
}};

// assumed: half a percent of wheel radius and track, a centimetre of slip in the first metre
constexpr std::array<UnitFigure, 5> kOdometryEncoder{{
    {"distance_scale", 0.005},
    {"turn_scale", 0.005},
    {"slip_per_metre", 0.01},
    {"yaw_per_metre", 0.005},
    {"yaw_per_radian", 0.02},
}};

constexpr std::array<SensorUnit, 2> kOdometryUnits{{
    {.name = "ideal", .about = "exact", .figures = {}},
    {.name = "encoder", .about = "wheel encoders, assumed figures", .figures = kOdometryEncoder},
}};

}  // namespace

void advance_odometry(const OdometryParams& params, const Pose2& before, const Pose2& after,
                      DrawAddress at, OdometryState& state) {
  at.stream = Stream::Odometry;
  const Pose2 moved = inverse(before) * after;
  const double way = length(position(moved)), turn = std::fabs(moved.yaw);
  if (way == 0 && turn == 0) return;

  // variances add up over metres and radians
  const double slip = drawn(params.slip_per_metre * std::sqrt(way), at, 0);
  const double per_metre = params.yaw_per_metre, per_radian = params.yaw_per_radian;
  const double twist =
      drawn(std::sqrt(per_metre * per_metre * way + per_radian * per_radian * turn), at, 1);

  const double counted = (1 + params.distance_scale) * way + slip;
  const Vec2 step = counted * normalized(position(moved));
  const Pose2 seen{step.x, step.y, (1 + params.turn_scale) * moved.yaw + twist};
  state.start_from_body = state.start_from_body * seen;
  state.distance += counted;
}

constinit const SensorKind kOdometryKind{
    .name = "odometry",
    .about = "dead reckoning by the wheels from where it was switched on; it drifts",
    .shape = ReadingShape::Vector,
    .rate = 50,
    .figures = kOdometryFigures,
    .units = kOdometryUnits,
    .make = make_odometry,
};

}  // namespace paddock
