#include "paddock/sensors/lidar_sensors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "paddock/sensors/lidar_figures.h"
#include "paddock/sensors/lidar_tilted.h"
#include "paddock/sensors/vector_sensor.h"

namespace paddock {
namespace {

// --- flat ---------------------------------------------------------------------------------------

struct LidarSetup {
  Lidar2dParams params;
  RangeNoise noise;
  bool sweep{};    // a tick measures what the head passes in it
  bool settled{};  // the head has turned for a while when it is switched on
  Pose3 body_from_lidar;
};

constexpr double kNotLooked = -1;  // in place of the next beam: it has not measured anything yet

class LidarSensor final : public Sensor {
 public:
  explicit LidarSensor(const LidarSetup& setup)
      : setup_(setup),
        form_(RangesForm{.beams = setup.params.beams,
                         .start = setup.params.start,
                         .span = setup.params.span,
                         .min_range = setup.params.min_range,
                         .max_range = setup.params.max_range,
                         .near_value = setup.params.near_value,
                         .far_value = setup.params.far_value}) {}

  const ReadingForm& form() const override { return form_; }

  std::vector<double> start(const SensorSight& /*sight*/) override;
  void advance(const SensorSight& sight, std::span<double> memory) override;
  void read(const SensorSight& sight, std::span<const double> memory,
            SensorReading& reading) override;

 private:
  void measure(const SensorSight& sight, BeamWindow window, std::vector<float>& ranges);
  void scan_plane(const FlatSight& plane, const DrawAddress& noise, BeamWindow window,
                  std::vector<float>& ranges);
  std::size_t beams() const { return static_cast<std::size_t>(setup_.params.beams); }
  bool level() const {
    return setup_.body_from_lidar.turn.x == 0 && setup_.body_from_lidar.turn.y == 0;
  }

  LidarSetup setup_;
  ReadingForm form_;
  std::vector<float> swept_;  // of the tick
  // on the plane, once there is one
  std::optional<Lidar2dScanner> scanner_;
  Lidar2dScratch scratch_;
  std::size_t faces_{}, bounds_{}, others_{};  // that it was made for
  // through rays, once it looks through them
  std::optional<TiltedLidar> tilted_;
};

/// The ranges of the turn so far, the rest from the one before, then the next beam.
std::vector<double> LidarSensor::start(const SensorSight& /*sight*/) {
  if (!setup_.sweep) return {};
  std::vector<double> memory(beams() + 1, setup_.params.far_value);
  memory.back() = setup_.settled ? kNotLooked : 0;
  return memory;
}

void LidarSensor::advance(const SensorSight& sight, std::span<double> memory) {
  const int all = setup_.params.beams;
  const bool looked = memory.back() != kNotLooked;
  // a file may say anything
  const int next = memory.back() > 0 && memory.back() < all ? static_cast<int>(memory.back()) : 0;
  const auto passed =
      static_cast<int>(std::lround(all * setup_.params.turns_per_second * sight.dt));
  // the head passes its first beam at most once; what it passes twice in a tick is measured once
  int left = looked ? std::min(passed, all) : all;
  for (int first = next; left > 0; first = 0) {
    const BeamWindow window{first, std::min(first + left, all) - 1};
    measure(sight, window, swept_);
    std::copy(swept_.begin() + window.first, swept_.begin() + window.last + 1,
              memory.begin() + window.first);
    left -= window.last - window.first + 1;
  }
  memory.back() = (next + passed) % all;
}

void LidarSensor::read(const SensorSight& sight, std::span<const double> memory,
                       SensorReading& reading) {
  std::vector<float>& ranges = std::get<RangesReading>(reading).ranges;
  if (memory.empty() || memory.back() == kNotLooked)
    return measure(sight, all_beams(setup_.params), ranges);
  ranges.resize(beams());
  std::transform(memory.begin(), memory.end() - 1, ranges.begin(),
                 [](double range) { return static_cast<float>(range); });
}

/// The beams of `window`, each in its place; the others stay as they are.
void LidarSensor::measure(const SensorSight& sight, BeamWindow window, std::vector<float>& ranges) {
  ranges.resize(beams());
  if (!scanner_) scanner_.emplace(setup_.params);
  const Vec3 mount = setup_.body_from_lidar.at;
  const FlatSight* plane =
      level() ? sight.eyes.flat(mount.z, length(xy(mount)) + scanner_->cast_range()) : nullptr;
  if (plane != nullptr) return scan_plane(*plane, sight.noise, window, ranges);
  if (const RayScene* scene = sight.eyes.scene(false, true); scene != nullptr) {
    if (!tilted_) {
      Lidar2dParams params = setup_.params;
      params.near_plane = 0;  // how a renderer shortens ranges is known of the plane only
      tilted_.emplace(params);
    }
    tilted_->scan(*scene, sight.world_from_body * setup_.body_from_lidar, window, setup_.noise,
                  sight.noise, ranges);
    return;
  }
  std::fill(ranges.begin() + window.first, ranges.begin() + window.last + 1,
            static_cast<float>(setup_.params.far_value));
}

void LidarSensor::scan_plane(const FlatSight& plane, const DrawAddress& noise, BeamWindow window,
                             std::vector<float>& ranges) {
  const Lidar2dMap& map = plane.map;
  if (map.face_limit() > faces_ || map.bound_count() > bounds_ || plane.most_others > others_) {
    faces_ = map.face_limit(), bounds_ = map.bound_count(), others_ = plane.most_others;
    scratch_ = Lidar2dScratch(*scanner_, map, others_);
  }
  const Pose2 world_from_lidar = plane.world_from_body * pose_from_above(setup_.body_from_lidar);
  if (setup_.noise == RangeNoise{})
    scan(*scanner_, map, plane.others, world_from_lidar, window, scratch_, ranges);
  else
    scan_with_noise(*scanner_, map, plane.others, world_from_lidar, window, setup_.noise, noise,
                    scratch_, ranges);
}

RangeNoise range_noise(const Figures& figures) {
  const auto figure = [&](std::string_view name) { return static_cast<float>(figures[name]); };
  return {.sigma = figure("sigma"),
          .relative = figure("relative"),
          .quantum = figure("quantum"),
          .dropout = figure("dropout")};
}

Result<std::unique_ptr<Sensor>> make_lidar(const SensorSetup& setup) {
  const Figures& figures = setup.figures;
  const Lidar2dParams params{.beams = figures.whole("beams"),
                             .start = figures["start"],
                             .span = figures["span"],
                             .min_range = figures["min_range"],
                             .max_range = figures["max_range"],
                             .near_value = figures["near_value"],
                             .far_value = figures["far_value"],
                             .turns_per_second = figures["turns_per_second"],
                             .near_plane = figures["near_plane"]};
  const bool sweep = figures.yes("sweep");
  if (params.beams > 1 && params.span == 0)
    return fail(ErrorCode::Invalid, "lidar span must not be 0 with ", params.beams, " beams");
  if (!(params.max_range > params.min_range && params.max_range > params.near_plane))
    return fail(ErrorCode::Invalid, "lidar max_range must be above min_range ", params.min_range,
                " m and near_plane ", params.near_plane, " m, got ", params.max_range);
  if (sweep && params.turns_per_second == 0)
    return fail(ErrorCode::Invalid, "a lidar that sweeps must have turns_per_second above 0");
  return std::make_unique<LidarSensor>(LidarSetup{.params = params,
                                                  .noise = range_noise(figures),
                                                  .sweep = sweep,
                                                  .settled = figures.yes("settled"),
                                                  .body_from_lidar = setup.body_from_sensor});
}

// --- with channels ------------------------------------------------------------------------------

class Lidar3dSensor final : public Sensor {
 public:
  explicit Lidar3dSensor(const Lidar3dParams& params)
      : form_(PointsForm{.channels = params.spec.channels, .max_range = params.spec.max_range}),
        lidar_(params) {}

  const ReadingForm& form() const override { return form_; }

  /// A whole turn from where it stands.
  void read(const SensorSight& sight, std::span<const double> /*memory*/,
            SensorReading& reading) override {
    auto& turn = std::get<Lidar3dReading>(reading);
    const Lidar3dParams& params = lidar_.params();
    const RayScene* scene = sight.eyes.scene(params.spec.sees_own_body, true);
    if (scene == nullptr) {
      turn = {};
      turn.points_of_channel.assign(static_cast<std::size_t>(params.spec.channels), 0);
      return;
    }
    const Pose3 pose = sight.world_from_body * params.spec.body_from_lidar;
    lidar_.measure(*scene, {pose, pose}, whole_turn(params), sight.noise, sight.eyes.workers(),
                   turn);
  }

 private:
  ReadingForm form_;
  Lidar3d lidar_;
};

Result<std::unique_ptr<Sensor>> make_lidar3d(const SensorSetup& setup) {
  const Figures& figures = setup.figures;
  const auto params = check_lidar3d({.channels = figures.whole("channels"),
                                     .upper = figures["upper"],
                                     .lower = figures["lower"],
                                     .points_per_second = figures["points_per_second"],
                                     .turns_per_second = figures["turns_per_second"],
                                     .min_range = figures["min_range"],
                                     .max_range = figures["max_range"],
                                     .attenuation = figures["attenuation"],
                                     .noise = range_noise(figures),
                                     .body_from_lidar = setup.body_from_sensor,
                                     .sees_own_body = figures.yes("sees_own_body")});
  if (!params) return tl::unexpected(params.error());
  return std::make_unique<Lidar3dSensor>(*params);
}

}  // namespace

constinit const SensorKind kLidarKind{
    .name = "lidar",
    .about = "flat lidar: ranges along the beams of a fan",
    .shape = ReadingShape::Ranges,
    .rate = 20,
    .figures = kLidarFigures,
    .units = kLidarUnits,
    .make = make_lidar,
};

constinit const SensorKind kLidar3dKind{
    .name = "lidar3d",
    .about = "spinning lidar with channels one above the other: points with intensity and tag",
    .shape = ReadingShape::Points,
    .rate = 10,
    .figures = kLidar3dFigures,
    .units = kLidar3dUnits,
    .make = make_lidar3d,
};

}  // namespace paddock
