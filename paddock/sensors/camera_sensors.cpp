#include "paddock/sensors/camera_sensors.h"

#include <algorithm>
#include <array>

#include "paddock/sensors/sensor.h"

namespace paddock {
namespace {

class CameraSensor final : public Sensor {
 public:
  CameraSensor(PictureContent content, const CameraParams& camera)
      : camera_(camera), form_(PictureForm{.content = content, .camera = camera}) {}

  const ReadingForm& form() const override { return form_; }

  void read(const SensorSight& sight, std::span<const double> /*memory*/,
            SensorReading& reading) override {
    sight.eyes.take(camera_, sight.noise, std::get<CameraReading>(reading));
  }

 private:
  CameraParams camera_;
  ReadingForm form_;
};

/// What all three have in common.
CameraSpec spec_of(const SensorSetup& setup) {
  const Figures& figures = setup.figures;
  CameraSpec spec;
  spec.width = figures.whole("width"), spec.height = figures.whole("height");
  spec.vertical_fov = figures["vertical_fov"];
  if (spec.vertical_fov == 0) spec.horizontal_fov = figures["fov"];
  spec.lens = {.k1 = figures["k1"],
               .k2 = figures["k2"],
               .p1 = figures["p1"],
               .p2 = figures["p2"],
               .k3 = figures["k3"]};
  spec.body_from_camera = setup.body_from_sensor;
  spec.near = figures["near"], spec.far = figures["far"];
  spec.sees_own_body = figures.yes("sees_own_body");
  spec.sees_vehicles = figures.yes("sees_vehicles");
  return spec;
}

Result<std::unique_ptr<Sensor>> checked(PictureContent content, const CameraSpec& spec) {
  const auto camera = check_camera(spec);
  if (!camera) return tl::unexpected(camera.error());
  return std::make_unique<CameraSensor>(content, *camera);
}

Result<std::unique_ptr<Sensor>> make_camera(const SensorSetup& setup) {
  CameraSpec spec = spec_of(setup);
  spec.color = {
      .space = setup.world.scene.picture.gamma_space ? LightSpace::Stored : LightSpace::Light,
      .shadows = setup.figures.yes("shadows"),
      .samples = setup.figures.whole("samples"),
      .alpha = setup.figures.yes("alpha"),
  };
  return checked(PictureContent::Colour, spec);
}

Result<std::unique_ptr<Sensor>> make_depth(const SensorSetup& setup) {
  const Figures& figures = setup.figures;
  CameraSpec spec = spec_of(setup);
  spec.outputs = {.color = false, .depth = true};
  spec.depth = {.kind = figures.yes("slant") ? DepthKind::Slant : DepthKind::Perpendicular,
                .min = figures["min"],
                .max = figures["max"],
                .near_value = figures["near_value"],
                .far_value = figures["far_value"],
                .noise = figures["noise"]};
  return checked(PictureContent::Depth, spec);
}

Result<std::unique_ptr<Sensor>> make_semantic(const SensorSetup& setup) {
  CameraSpec spec = spec_of(setup);
  spec.outputs = {.color = false, .tags = true};
  return checked(PictureContent::Semantic, spec);
}

// --- figures and units --------------------------------------------------------------------------

constexpr double kFewestPixels = 16, kMostPixels = 4096;  // a side
constexpr double kFarthest = 1e5;                         // m

constexpr FigureKind lens_figure(std::string_view name) {
  return {.name = name,
          .unit = "",
          .about = "of the lens: Brown and Conrady, in OpenCV's order and signs",
          .low = -10,
          .high = 10};
}

constexpr std::array<FigureKind, 13> kPictureFigures{{
    {.name = "width",
     .unit = "px",
     .about = "of the picture",
     .standard = 320,
     .low = kFewestPixels,
     .high = kMostPixels,
     .whole = true},
    {.name = "height",
     .unit = "px",
     .about = "of the picture",
     .standard = 240,
     .low = kFewestPixels,
     .high = kMostPixels,
     .whole = true},
    {.name = "fov",
     .unit = "rad",
     .about = "from left to right, unless vertical_fov says it",
     .standard = 1.2,
     .high = 3.1},
    {.name = "vertical_fov",
     .unit = "rad",
     .about = "from top to bottom, in place of fov; 0: fov says it",
     .high = 3.1},
    {.name = "near",
     .unit = "m",
     .about = "what is nearer along the optical axis is not seen",
     .standard = 0.02,
     .low = 1e-4,
     .high = 100},
    {.name = "far",
     .unit = "m",
     .about = "what is farther along the optical axis is not seen",
     .standard = 500,
     .low = 0.01,
     .high = kFarthest},
    {.name = "sees_own_body", .unit = "yes", .about = "its own vehicle is seen", .high = 1},
    {.name = "sees_vehicles",
     .unit = "yes",
     .about = "other vehicles are seen",
     .standard = 1,
     .high = 1},
    lens_figure("k1"),
    lens_figure("k2"),
    lens_figure("p1"),
    lens_figure("p2"),
    lens_figure("k3"),
}};

template <std::size_t More>
constexpr auto with_picture_figures(const std::array<FigureKind, More>& more) {
  std::array<FigureKind, kPictureFigures.size() + More> all{};
  std::copy(kPictureFigures.begin(), kPictureFigures.end(), all.begin());
  std::copy(more.begin(), more.end(), all.begin() + kPictureFigures.size());
  return all;
}

constexpr auto kColourFigures = with_picture_figures(std::array<FigureKind, 3>{{
    {.name = "samples",
     .unit = "",
     .about = "rays a pixel: 1, or 4 against stairs on edges",
     .standard = 1,
     .low = 1,
     .high = 4,
     .whole = true},
    {.name = "shadows", .unit = "yes", .about = "things cast shadows", .standard = 1, .high = 1},
    {.name = "alpha",
     .unit = "yes",
     .about = "a fourth byte of 255 follows red, green and blue",
     .high = 1},
}});

constexpr auto kDepthFigures = with_picture_figures(std::array<FigureKind, 6>{{
    {.name = "slant",
     .unit = "yes",
     .about = "depth along each ray; else along the optical axis",
     .high = 1},
    {.name = "min",
     .unit = "m",
     .about = "what is nearer is told as near_value",
     .high = kFarthest},
    {.name = "max",
     .unit = "m",
     .about = "what is farther is told as far_value",
     .standard = kFarthest,
     .low = 0.01,
     .high = kFarthest},
    {.name = "near_value",
     .unit = "m",
     .about = "told for what is nearer than min",
     .low = -1,
     .high = kFarthest},
    {.name = "far_value",
     .unit = "m",
     .about = "told where nothing is met",
     .standard = -1,
     .low = -1,
     .high = kFarthest},
    {.name = "noise",
     .unit = "m",
     .about = "deviation at 1 m; grows with the square of the distance",
     .high = 10,
     .noise = true},
}});

// RacecarSim, CameraModule.cs: 640 x 480, 42.5 degrees from top to bottom, R, G, B, A
constexpr std::array<UnitFigure, 5> kRacecarsimCamera{{{"width", 640},
                                                       {"height", 480},
                                                       {"vertical_fov", 42.5 * kPi / 180},
                                                       {"far", 100},
                                                       {"alpha", 1}}};
// RealSense D435i: 2 % at 2 m
constexpr std::array<UnitFigure, 1> kD435iDepth{{{"noise", 0.01}}};

constexpr std::array<SensorUnit, 2> kColourUnits{{
    {.name = "ideal", .about = "a pinhole, without noise", .figures = {}},
    {.name = "racecarsim",
     .about = "the camera of RacecarSim, 640 x 480 with an alpha channel",
     .figures = kRacecarsimCamera},
}};
constexpr std::array<SensorUnit, 2> kDepthUnits{{
    {.name = "ideal", .about = "exact", .figures = {}},
    {.name = "d435i",
     .about = "RealSense D435i: a deviation that grows with the square of the distance",
     .figures = kD435iDepth},
}};
constexpr std::array<SensorUnit, 1> kSemanticUnits{{
    {.name = "ideal", .about = "exact", .figures = {}},
}};

}  // namespace

constinit const SensorKind kCameraKind{
    .name = "camera",
    .about = "colour camera",
    .shape = ReadingShape::Picture,
    .rate = 20,
    .figures = kColourFigures,
    .units = kColourUnits,
    .make = make_camera,
};

constinit const SensorKind kDepthKind{
    .name = "depth",
    .about = "depth camera: how far each pixel is",
    .shape = ReadingShape::Picture,
    .rate = 20,
    .figures = kDepthFigures,
    .units = kDepthUnits,
    .make = make_depth,
};

constinit const SensorKind kSemanticKind{
    .name = "semantic",
    .about = "what each pixel is, by CARLA's numbers",
    .shape = ReadingShape::Picture,
    .rate = 20,
    .figures = kPictureFigures,
    .units = kSemanticUnits,
    .make = make_semantic,
};

}  // namespace paddock
