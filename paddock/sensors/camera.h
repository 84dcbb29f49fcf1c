// Camera: rays through pixels into a RayScene. From one ray: colour, depth, semantic tag, instance
// and surface normal, and of those only what is asked for. Metres, radians; pixels are rows from
// the top. Conventions and equations: docs/physics/camera.md.
//
// The camera frame is a body's: x ahead, y left, z up, looking along +x. The optical frame of
// camera matrices is x right, y down, z ahead. The middle of the first pixel is (0, 0), as OpenCV
// has it.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "paddock/core/error.h"
#include "paddock/core/image.h"
#include "paddock/core/pose.h"
#include "paddock/core/random.h"
#include "paddock/core/vec.h"
#include "paddock/core/workers.h"
#include "paddock/raycast/ray_scene.h"
#include "paddock/sensors/camera_draw.h"
#include "paddock/sensors/weather_light.h"
#include "paddock/world/level.h"

namespace paddock {

/// Brown and Conrady: radial k1, k2, k3 and tangential p1, p2, in OpenCV's order and signs.
struct LensDistortion {
  double k1{}, k2{}, p1{}, p2{}, k3{};
  bool operator==(const LensDistortion&) const = default;
};

/// What a picture is to hold.
struct CameraOutputs {
  bool color{true};
  bool depth{};
  bool tags{};
  bool instances{};
  bool normals{};
  bool any() const { return color || depth || tags || instances || normals; }
  bool operator==(const CameraOutputs&) const = default;
};

enum class DepthKind {
  Perpendicular,  // along the optical axis, as stereo cameras and CARLA report it
  Slant           // along the ray
};

struct DepthSpec {
  DepthKind kind{DepthKind::Perpendicular};
  double min{0}, max{1e9};  // m, of what is reported
  double near_value{0};     // reported for anything nearer than min
  double far_value{0};      // reported where nothing is met within max
  double noise{0};          // deviation at 1 m; grows with the square of the distance
  bool operator==(const DepthSpec&) const = default;
};

/// Where brightness is computed.
enum class LightSpace {
  Light,  // colours are turned into light, lit, and turned back (sRGB)
  Stored  // stored numbers are multiplied as they are, as engines in "gamma space" do
};

struct ColorSpec {
  LightSpace space{LightSpace::Light};
  bool shadows{true};
  int samples{1};  // rays a pixel: 1, or 4 against stairs on edges
  bool alpha{};    // a fourth byte of 255 follows red, green and blue
  bool operator==(const ColorSpec&) const = default;
};

/// As somebody asks for it. Intrinsics: one field of view, or fx, fy, cx and cy.
struct CameraSpec {
  int width{640}, height{480};
  double vertical_fov{}, horizontal_fov{};  // rad, 0: not given
  double fx{}, fy{}, cx{}, cy{};            // px, 0: not given
  LensDistortion lens{};
  Pose3 body_from_camera{};
  double near{0.05}, far{500};  // m along the optical axis
  double rate{};                // pictures a second, 0: one whenever it is asked for
  bool sees_own_body{};
  bool sees_vehicles{true};       // others
  RayKind rays{RayKind::Camera};  // a depth camera may see what lidars see
  CameraOutputs outputs;
  ColorSpec color;
  DepthSpec depth;
  bool operator==(const CameraSpec&) const = default;
};

/// A spec that was checked, with its focal lengths and principal point worked out.
struct CameraParams {
  CameraSpec spec;
  double fx{}, fy{}, cx{}, cy{};  // px
  bool operator==(const CameraParams&) const = default;
};

inline constexpr int kMaxCameraSide = 8192;
inline constexpr std::int64_t kMaxCameraPixels = std::int64_t{1} << 25;

/// Says what is wrong before anything is allocated.
Result<CameraParams> check_camera(const CameraSpec& spec);

/// The calibration matrix, row by row: fx 0 cx, 0 fy cy, 0 0 1.
std::array<double, 9> camera_matrix(const CameraParams& params);

/// Where a point (optical frame) appears, px; nothing behind the camera.
std::optional<Vec2> project(const CameraParams& params, Vec3 point_in_optical);
/// The direction (optical frame, z = 1) seen at a place in the picture: the inverse of project().
Vec3 unproject(const CameraParams& params, Vec2 pixel);

/// Turns the optical frame of a camera into its own: x right, y down, z ahead.
Quat camera_from_optical();

/// A lamp without a shadow. A surface that faces it from a metre away gets `power` times the light
/// of open level ground by day, less with the square of the distance, nothing beyond reach_of().
struct SceneLamp {
  Vec3 at;
  Color color{255, 255, 255};
  double power{1};
  bool operator==(const SceneLamp&) const = default;
};
/// m from a lamp to where it lights nothing: there the square alone would leave a hundredth.
inline double reach_of(const SceneLamp& lamp) { return 10 * std::sqrt(lamp.power); }

/// Sun, sky, air and lamps. World axes.
struct SceneLight {
  Vec3 to_sun{0.39, 0.48, 0.78};
  double ambient{0.45};      // share of light that comes from the sky
  double intensity{1};       // of the sun's own share
  double sun_radius{0.012};  // rad; the soft edge of shadows. The real sun: 0.0047
  Color zenith{92, 141, 205}, horizon{201, 218, 235};
  double fog{};  // 1 / m: light left over a metre is e^-fog
  std::vector<SceneLamp> lamps;
  std::optional<SceneWeather> weather{};  // in place of the sun's own share; none costs nothing
  bool operator==(const SceneLight&) const = default;
};

SceneLight light_of(const SunSpec& sun);

/// One picture; what was not asked for is empty.
struct CameraReading {
  int width{}, height{};
  Image color;                           // RGB, or RGBA
  std::vector<float> depth;              // m
  std::vector<std::uint8_t> tags;        // CARLA's numbers (geom/material.h)
  std::vector<std::uint32_t> instances;  // 0: nothing
  std::vector<float> normals;            // x, y, z a pixel, camera frame, unit; 0 0 0: nothing
  bool operator==(const CameraReading&) const = default;
};

/// How the triangles that rays meet first are found: whichever is faster, or by tracing each ray,
/// to judge the other by. Shadows are always traced.
enum class FirstHits { Fastest, Traced };

/// A camera ready to take pictures: the ray of every pixel. Immutable once made.
class Camera {
 public:
  explicit Camera(const CameraParams& params, FirstHits first_hits = FirstHits::Fastest);
  FirstHits first_hits() const { return first_hits_; }
  const CameraParams& params() const { return params_; }
  /// Optical x and y at z = 1 of sixteen pixels, a square of 4 by 4.
  const float* tile_x(int row, int column) const {
    return x_[static_cast<std::size_t>(row * x_rows_ + column)].at;
  }
  const float* tile_y(int row, int column) const {
    return y_[static_cast<std::size_t>(row * y_rows_ + column * y_columns_)].at;
  }
  /// The same for drawing.
  DrawView draw_view() const { return rays_.view(x_.front().at, y_.front().at); }
  /// Of tiles, that are painted together.
  int band_rows() const { return rays_.band_rows(); }
  int tile_columns() const { return (params_.spec.width + 3) / 4; }
  int tile_rows() const { return (params_.spec.height + 3) / 4; }
  /// Light, 0 to 1 by its square root in 4095 steps, into stored numbers.
  const std::uint8_t* encoding() const { return encoding_.data(); }

 private:
  struct alignas(64) Tile {
    float at[16]{};
  };
  CameraParams params_;
  FirstHits first_hits_;
  // without a lens x is the same in all rows and y in all columns, and kept once: 17 kB of a
  // 640x480 picture in place of 2.4 MB
  std::vector<Tile> x_, y_;
  int x_rows_{}, y_rows_{}, y_columns_{};  // from one to the next
  TileRays rays_;
  std::array<std::uint8_t, 4096> encoding_{};
};

/// A picture being taken: begun once, then painted band by band, from the top, by whoever has time.
/// Same bytes whoever paints what.
class Exposure {
 public:
  /// Until the last band is painted, the scene must stay as it is and `picture` where it is. Noise
  /// is not added. Allocates nothing when it took a picture of the same size before.
  void begin(const Camera& camera, const RayScene& scene, const SceneLight& light,
             const Pose3& world_from_camera, CameraReading& picture);
  int bands() const;
  /// The rows of pixels above the end of a band.
  int rows_until(int band) const;

  /// Any thread, each band once. `canvas` is the thread's own.
  void paint(int band, BandCanvas& canvas) const;

  /// The whole picture. `noise` says where depth noise is drawn; its stream and index are set here.
  void take(const Camera& camera, const RayScene& scene, const SceneLight& light,
            const Pose3& world_from_camera, const DrawAddress& noise, Workers& workers,
            CameraReading& picture);

 private:
  const Camera* camera_{};
  const RayScene* scene_{};
  CameraShot shot_;
  std::vector<CameraLamp> lamps_;  // of the shot
  bool drawn_{};                   // else traced
  Drawing drawing_;
  std::vector<BandCanvas> canvases_;  // of the workers of take()
};

/// Takes one picture of a committed scene.
void take_picture(const Camera& camera, const RayScene& scene, const SceneLight& light,
                  const Pose3& world_from_camera, const DrawAddress& noise, Workers& workers,
                  CameraReading& picture);

}  // namespace paddock
