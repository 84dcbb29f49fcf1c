#include "paddock/sensors/racecarsim.h"

#include <array>

#include "paddock/sensors/vector_sensor.h"

namespace paddock {
namespace {

constexpr std::string_view kOriginalFrame = "x right, y up, z forward";

/// Our axes as the original's: right, up, ahead.
Vec3 original_axes(Vec3 v) { return {-v.y, v.z, v.x}; }

struct OriginalNoise {
  double factor{};  // deviation of a factor near one for all axes
  double sigma{};   // of each axis
};

Vec3 with_noise(Vec3 truth, const OriginalNoise& noise, const DrawAddress& at, Stream stream,
                std::uint32_t first) {
  if (noise.factor == 0 && noise.sigma == 0) return truth;
  DrawSequence draws({at.seed, stream, at.entity, at.tick, first});
  const double factor = 1 + noise.factor * draws.gaussian();
  const double x = draws.gaussian(), y = draws.gaussian(), z = draws.gaussian();
  return factor * truth + noise.sigma * Vec3{x, y, z};
}

constexpr FigureKind kFactorFigure{.name = "factor",
                                   .unit = "",
                                   .about = "deviation of a factor near one, the same for all axes",
                                   .high = 1,
                                   .noise = true};

// --- IMU ----------------------------------------------------------------------------------------

constexpr double kMeasuredGravity = 9.81;  // m/s^2, whatever the level's

struct RacecarsimImuMemory {
  double vx{}, vy{}, vz{};  // of the body in its own axes, at the tick before
  double ax{}, ay{}, az{};  // smoothed, original axes

  static void fields(auto& self, auto&& visit) {
    visit("vx", self.vx), visit("vy", self.vy), visit("vz", self.vz);
    visit("ax", self.ax), visit("ay", self.ay), visit("az", self.az);
  }
};

struct RacecarsimImu {
  OriginalNoise force, rate;
  double smoothing{1};  // part of each new sample
  bool settled{};       // it has been on for a while when it is switched on
};

class RacecarsimImuSensor final : public Sensor {
 public:
  explicit RacecarsimImuSensor(const RacecarsimImu& imu) : imu_(imu) {}

  const ReadingForm& form() const override { return form_; }

  std::vector<double> start(const SensorSight& sight) override {
    const Vec3 v = inverse(sight.world_from_body.turn) * sight.velocity;
    const Vec3 a = imu_.settled ? measured(sight, {}) : Vec3{};
    return {v.x, v.y, v.z, a.x, a.y, a.z};
  }

  void advance(const SensorSight& sight, std::span<double> memory) override {
    const auto last = from_memory<RacecarsimImuMemory>(memory);
    const Vec3 v = inverse(sight.world_from_body.turn) * sight.velocity;
    const Vec3 before{last.ax, last.ay, last.az};
    // differences of what the body itself feels: steady cornering shows nothing, as in the original
    const Vec3 sample = measured(sight, (v - Vec3{last.vx, last.vy, last.vz}) / sight.dt);
    const Vec3 a = before + imu_.smoothing * (sample - before);
    to_memory(RacecarsimImuMemory{v.x, v.y, v.z, a.x, a.y, a.z}, memory);
  }

  void read(const SensorSight& sight, std::span<const double> memory,
            SensorReading& reading) override {
    const auto kept = from_memory<RacecarsimImuMemory>(memory);
    // world axes, as the original has them
    const Vec3 spin =
        with_noise(original_axes(sight.spin), imu_.rate, sight.noise, Stream::ImuWhite, 16);
    std::get<VectorReading>(reading).values = {kept.ax, kept.ay, kept.az, spin.x, spin.y, spin.z};
  }

 private:
  Vec3 measured(const SensorSight& sight, Vec3 change) const {
    const Vec3 gravity = inverse(sight.world_from_body.turn) * Vec3{0, 0, -kMeasuredGravity};
    return with_noise(original_axes(change + gravity), imu_.force, sight.noise, Stream::ImuWhite,
                      0);
  }

  RacecarsimImu imu_;
  ReadingForm form_{VectorForm{.frame = std::string(kOriginalFrame),
                               .channels = {{"ax", "m/s²", "acceleration right (x)"},
                                            {"ay", "m/s²", "acceleration up (y)"},
                                            {"az", "m/s²", "acceleration forward (z)"},
                                            {"wx", "rad/s", "pitch rate (x)"},
                                            {"wy", "rad/s", "yaw rate (y)"},
                                            {"wz", "rad/s", "roll rate (z)"}}}};
};

Result<std::unique_ptr<Sensor>> make_racecarsim_imu(const SensorSetup& setup) {
  const Figures& figures = setup.figures;
  const double factor = figures["factor"];
  return std::make_unique<RacecarsimImuSensor>(
      RacecarsimImu{.force = {.factor = factor, .sigma = figures["force_sigma"]},
                    .rate = {.factor = factor, .sigma = figures["rate_sigma"]},
                    .smoothing = figures["smoothing"],
                    .settled = figures.yes("settled")});
}

constexpr std::array<FigureKind, 5> kRacecarsimImuFigures{{
    kFactorFigure,
    {.name = "force_sigma",
     .unit = "m/s²",
     .about = "deviation of the acceleration, each axis",
     .high = 100,
     .noise = true},
    {.name = "rate_sigma",
     .unit = "rad/s",
     .about = "deviation of the angular velocity, each axis",
     .high = 100,
     .noise = true},
    {.name = "smoothing",
     .unit = "",
     .about = "the acceleration is an average that takes this part of each new sample",
     .standard = 0.25,
     .low = 0.001,
     .high = 1},
    {.name = "settled",
     .unit = "yes",
     .about = "it has been on for a while when it is switched on: its average begins with what it "
              "measures at rest; else with 0",
     .high = 1},
}};

// PhysicsModule.cs; its own comments call the figures made up
constexpr std::array<UnitFigure, 3> kRacecarsimImuNoise{
    {{"factor", 0.001}, {"force_sigma", 0.05}, {"rate_sigma", 0.005}}};
constexpr std::array<SensorUnit, 1> kRacecarsimImuUnits{{
    {.name = "racecarsim",
     .about = "made-up figures, acceleration averaged over about 4 samples",
     .figures = kRacecarsimImuNoise},
}};

// --- depth --------------------------------------------------------------------------------------

constexpr int kColourWidth = 640, kColourHeight = 480;  // of the picture that cells stand for
constexpr double kHalfDepthWidth = 27.4 * kPi / 180;    // rad, of the outermost rays
constexpr double kHalfDepthHeight = 21.25 * kPi / 180;

class RacecarsimDepthSensor final : public Sensor {
 public:
  /// `relative`: deviation, a share of the depth.
  RacecarsimDepthSensor(const CameraParams& camera, double relative)
      : form_(PictureForm{.content = PictureContent::Depth, .camera = camera}),
        camera_(camera),
        relative_(relative) {
    // what is measured begins at the near plane: beyond it anything is looked for
    camera_.spec.depth = {.kind = DepthKind::Slant, .max = 2 * camera.spec.depth.max};
    for (int row = 0; row < camera.spec.height; ++row)
      for (int column = 0; column < camera.spec.width; ++column)
        bumper_.push_back(camera.spec.near * length(unproject(camera, {static_cast<double>(column),
                                                                       static_cast<double>(row)})));
  }

  const ReadingForm& form() const override { return form_; }

  void read(const SensorSight& sight, std::span<const double> /*memory*/,
            SensorReading& reading) override {
    auto& picture = std::get<CameraReading>(reading);
    sight.eyes.take(camera_, sight.noise, picture);
    picture.width = camera_.spec.width, picture.height = camera_.spec.height;
    picture.depth.resize(bumper_.size());  // nothing where nothing can look
    const DepthSpec& limits = std::get<PictureForm>(form_).camera.spec.depth;
    DrawAddress at = sight.noise;
    at.stream = Stream::CameraDepth;
    for (std::size_t i = 0; i < bumper_.size(); ++i) {
      double depth = static_cast<double>(picture.depth[i]);
      if (depth > 0) depth -= bumper_[i];
      const bool seen = depth > 0 && depth <= limits.max;
      at.index = static_cast<std::uint32_t>(i);
      if (seen && relative_ > 0) depth *= 1 + relative_ * draw_gaussian(at);
      picture.depth[i] = seen && depth > limits.min ? static_cast<float>(depth) : 0;
    }
  }

 private:
  ReadingForm form_;
  CameraParams camera_;         // that looks
  std::vector<double> bumper_;  // m along each ray
  double relative_{};
};

/// Its outermost rays lie on the edges of the frustum.
Result<std::unique_ptr<Sensor>> make_racecarsim_depth(const SensorSetup& setup) {
  const Figures& figures = setup.figures;
  const int cell = figures.whole("cell");
  if (cell != 8 && cell != 16 && cell != 32)
    return fail(ErrorCode::Invalid, "racecarsim_depth cell must be 8, 16 or 32 px, got ", cell);
  CameraSpec spec;
  spec.width = kColourWidth / cell, spec.height = kColourHeight / cell;
  spec.cx = (spec.width - 1) / 2.0, spec.cy = (spec.height - 1) / 2.0;
  spec.fx = spec.cx / det::tan(kHalfDepthWidth), spec.fy = spec.cy / det::tan(kHalfDepthHeight);
  spec.body_from_camera = setup.body_from_sensor;
  spec.near = figures["near"], spec.far = 100;
  spec.rays = RayKind::Lidar;
  spec.outputs = {.color = false, .depth = true};
  spec.depth = {.kind = DepthKind::Slant, .min = figures["min"], .max = figures["max"]};
  const auto camera = check_camera(spec);
  if (!camera) return tl::unexpected(camera.error());
  return std::make_unique<RacecarsimDepthSensor>(*camera, figures["relative"]);
}

constexpr std::array<FigureKind, 5> kRacecarsimDepthFigures{{
    {.name = "cell",
     .unit = "px",
     .about = "a pixel stands for so many of 640 x 480, each way: 8, 16 or 32",
     .standard = 8,
     .low = 8,
     .high = 32,
     .whole = true},
    {.name = "near",
     .unit = "m",
     .about = "from the camera to the bumper, where depth begins",
     .standard = 0.08,
     .low = 1e-4,
     .high = 10},
    {.name = "min",
     .unit = "m",
     .about = "what is nearer to the bumper is told as 0",
     .standard = 0.105,
     .high = 10},
    {.name = "max",
     .unit = "m",
     .about = "what is farther from the bumper is told as 0",
     .standard = 10,
     .low = 0.01,
     .high = 40},
    {.name = "relative",
     .unit = "",
     .about = "deviation of a depth, a share of it",
     .high = 1,
     .noise = true},
}};

// CameraModule.cs
constexpr std::array<UnitFigure, 1> kRacecarsimDepthNoise{{{"relative", 0.02}}};
constexpr std::array<SensorUnit, 1> kRacecarsimDepthUnits{{
    {.name = "racecarsim",
     .about = "the depth camera of RacecarSim, 80 x 60",
     .figures = kRacecarsimDepthNoise},
}};

// --- position -----------------------------------------------------------------------------------

class RacecarsimPositionSensor final : public Sensor {
 public:
  RacecarsimPositionSensor(Vec3 at_in_body, const OriginalNoise& noise)
      : at_in_body_(at_in_body), noise_(noise) {}

  const ReadingForm& form() const override { return form_; }

  void read(const SensorSight& sight, std::span<const double> /*memory*/,
            SensorReading& reading) override {
    const Vec3 truth = -10 * original_axes(sight.world_from_body * at_in_body_);
    const Vec3 place = with_noise(truth, noise_, sight.noise, Stream::Gps, 0);
    std::get<VectorReading>(reading).values = {place.x, place.y, place.z};
  }

 private:
  Vec3 at_in_body_;
  OriginalNoise noise_;
  ReadingForm form_{VectorForm{.frame = "world, " + std::string(kOriginalFrame) + ", negated",
                               .channels = {{"x", "dm", "position right, negated (x)"},
                                            {"y", "dm", "position up, negated (y)"},
                                            {"z", "dm", "position forward, negated (z)"}}}};
};

Result<std::unique_ptr<Sensor>> make_racecarsim_position(const SensorSetup& setup) {
  return std::make_unique<RacecarsimPositionSensor>(
      setup.body_from_sensor.at,
      OriginalNoise{.factor = setup.figures["factor"], .sigma = setup.figures["sigma"]});
}

constexpr std::array<FigureKind, 2> kRacecarsimPositionFigures{{
    kFactorFigure,
    {.name = "sigma", .unit = "dm", .about = "deviation, each axis", .high = 1000, .noise = true},
}};

// as the course has it, docs/protocols/racecar.md
constexpr std::array<UnitFigure, 2> kRacecarsimPositionNoise{{{"factor", 0.001}, {"sigma", 0.005}}};
constexpr std::array<SensorUnit, 1> kRacecarsimPositionUnits{{
    {.name = "racecarsim",
     .about = "the position that RacecarSim tells",
     .figures = kRacecarsimPositionNoise},
}};

}  // namespace

constinit const SensorKind kRacecarsimImuKind{
    .name = "racecarsim_imu",
    .about =
        "the IMU of RacecarSim, at the vehicle's origin wherever it is mounted: differences "
        "of the velocity in the body's own axes, and the spin about the world's",
    .shape = ReadingShape::Vector,
    .rate = 50,
    .figures = kRacecarsimImuFigures,
    .units = kRacecarsimImuUnits,
    .special = true,
    .make = make_racecarsim_imu,
};

constinit const SensorKind kRacecarsimDepthKind{
    .name = "racecarsim_depth",
    .about =
        "the depth camera of RacecarSim: how far things are from the bumper along each ray, 0 "
        "where nothing is",
    .shape = ReadingShape::Picture,
    .rate = 20,
    .figures = kRacecarsimDepthFigures,
    .units = kRacecarsimDepthUnits,
    .special = true,
    .make = make_racecarsim_depth,
};

constinit const SensorKind kRacecarsimPositionKind{
    .name = "racecarsim_position",
    .about = "the place that RacecarSim tells: negated, in tenths of a metre",
    .shape = ReadingShape::Vector,
    .rate = 20,
    .figures = kRacecarsimPositionFigures,
    .units = kRacecarsimPositionUnits,
    .special = true,
    .make = make_racecarsim_position,
};

}  // namespace paddock
