// Whatever looks through rays from a vehicle: one ray scene of a run's world, its vehicles and what
// else moves, and on request pictures and scans of a flat lidar that tilts with its vehicle.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "paddock/engine/model.h"
#include "paddock/engine/places.h"
#include "paddock/engine/rig_vehicles.h"
#include "paddock/engine/state.h"
#include "paddock/geom/texture.h"
#include "paddock/sensors/camera.h"
#include "paddock/sensors/lidar_tilted.h"
#include "paddock/sensors/painter.h"

namespace paddock {

struct CameraRequest {
  VehicleId vehicle{};
  CameraParams camera;
  bool operator==(const CameraRequest&) const = default;
};

/// The flat lidar where its vehicle carries it, tilted as the ground tilts the vehicle.
struct TiltedLidarRequest {
  VehicleId vehicle{};
  Lidar2dParams lidar;
  RangeNoise noise{};
  bool operator==(const TiltedLidarRequest&) const = default;
};

/// Sun, sky, air and lights of a level, in weather where there is any, at rest.
SceneLight scene_light(const World& world, const std::optional<WeatherSpec>& weather = {});

/// A picture of a rig, perhaps still being painted. It outlives the rig; for the rig's thread.
class RigPicture {
 public:
  explicit RigPicture(const CameraRequest& request) : request_(request) {}
  /// As far as its first `rows` rows of pixels are concerned.
  const CameraReading& with_rows(int rows);
  const CameraReading& whole();
  /// Paints a little of it; false when nothing is left to begin.
  bool paint_one() { return painter_ != nullptr && painter_->paint_one(); }
  bool all_begun() { return painter_ == nullptr || painter_->all_begun(); }

 private:
  friend class CameraRig;
  CameraRequest request_;
  CameraReading reading_;
  Painter* painter_{};  // while it is being painted
};

/// A cache: it can be thrown away and made again from the model.
class CameraRig {
 public:
  /// Builds the scene; takes up to a second for a town.
  static Result<CameraRig> make(const Model& model, const DrawTexture& draw = draw_texture);

  CameraRig(CameraRig&&) = default;
  CameraRig& operator=(CameraRig&&) = delete;
  ~CameraRig() { settle(); }

  /// So many threads work on a picture; one unless somebody says otherwise.
  void use_threads(int threads);
  int threads() const { return workers_->count(); }
  /// Pictures taken or begun so far.
  std::uint64_t taken() const { return taken_; }

  /// What the camera sees at the state's tick; the same for the same state, whoever asked before.
  void take(const Model& model, const State& state, const CameraRequest& request,
            CameraReading& picture);
  /// The same with depth noise drawn at `noise`; its stream and index are set here.
  void take(const Model& model, const State& state, const CameraRequest& request,
            const DrawAddress& noise, CameraReading& picture);
  /// The same, taken once for as long as tick and vehicles stay as they are; good until the next
  /// call.
  const CameraReading& see(const Model& model, const State& state, const CameraRequest& request);
  /// The same, and it goes on being painted after this has returned: by the rig's threads, and by
  /// whoever asks for a part that is not there yet. When the rig is asked about another state, it
  /// is finished first, or left unless somebody holds it.
  std::shared_ptr<RigPicture> begin(const Model& model, const State& state,
                                    const CameraRequest& request);

  /// Everything placed for this instant, for whatever looks through it by itself.
  const RayScene& scene(const Model& model, const State& state, VehicleId self, bool own_body,
                        bool vehicles);
  Workers& workers() { return *workers_; }

  /// The beams of `window`, all of them when there is none; the others stay as they are.
  void scan(const Model& model, const State& state, const TiltedLidarRequest& request,
            std::vector<float>& ranges, const std::optional<BeamWindow>& window = {});

 private:
  struct PlacedBody {
    std::size_t body{};  // of bodies_of()
    std::uint32_t variant{};
    PlacedId placed{};
  };
  explicit CameraRig(RayScene scene) : scene_(std::move(scene)) {}
  const Camera& find_camera(const CameraParams& params);
  struct Shown {
    bool self{}, others{true};  // vehicles
    bool operator==(const Shown&) const = default;
  };
  /// The scene as vehicle `self` sees it.
  struct Placing {
    std::size_t self{};
    Shown shown;
    bool operator==(const Placing&) const = default;
  };
  void settle();
  void light_by(const Model& model, Tick tick);
  void forget_kept();
  std::shared_ptr<RigPicture> blank_picture(const CameraRequest& request);
  void place_all(const Model& model, const State& state, std::size_t self, Shown shown);
  void place_at_instant(const Model& model, const State& state);

  RayScene scene_;
  std::optional<WeatherSpec> weather_;  // of the light
  SceneLight light_;
  RigVehicles vehicles_;
  std::vector<PlacedBody> bodies_;
  std::vector<BodyPlace> places_;
  std::vector<std::unique_ptr<Camera>> cameras_;  // the last few in use
  std::vector<std::unique_ptr<TiltedLidar>> tilted_;
  std::optional<Placing> placing_;  // what the scene is placed for, at this tick:
  Tick placed_tick_{};
  PlanarState placed_physics_;
  RigidState placed_rigid_;
  std::vector<std::shared_ptr<RigPicture>> kept_;  // of that tick; shared: somebody may send them
  std::shared_ptr<RigPicture> painting_;           // the one that is not finished
  std::shared_ptr<RigPicture> spare_;              // of an earlier tick, for its memory
  std::unique_ptr<Workers> workers_ = std::make_unique<Workers>(1);
  std::unique_ptr<Painter> painter_ = std::make_unique<Painter>(0);
  Exposure exposure_;
  std::uint64_t taken_{};
};

}  // namespace paddock
