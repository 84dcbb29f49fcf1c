#include "paddock/engine/camera_rig.h"

#include <algorithm>
#include <utility>

#include "paddock/core/float_state.h"
#include "paddock/engine/sensing.h"
#include "paddock/world/world_look.h"

namespace paddock {
namespace {

constexpr std::size_t kMaxCameras = 16;

/// The one with these params, made when it is first asked for; the oldest of too many goes.
template <class Sensor, class Params>
Sensor& find_or_make(std::vector<std::unique_ptr<Sensor>>& sensors, const Params& params) {
  for (const auto& sensor : sensors)
    if (sensor->params() == params) return *sensor;
  if (sensors.size() >= kMaxCameras) sensors.erase(sensors.begin());
  sensors.push_back(std::make_unique<Sensor>(params));
  return *sensors.back();
}

struct SplitLooks {
  std::vector<LookPart> still;
  std::vector<LookPart> moving;   // and for each
  std::vector<std::size_t> body;  // which of bodies_of()
};

/// Sorts looks of the world into what stands still and what the model moves or varies.
void split(const std::vector<Body>& bodies, std::vector<LookPart> looks, SplitLooks& into) {
  std::uint32_t last = 0, variant = 0;
  std::size_t part = 0;
  for (LookPart& look : looks) {
    part = look.instance == last && look.variant == variant ? part + 1 : 0;
    last = look.instance, variant = look.variant;
    const bool is_piece = look.instance > 0 && look.instance < kGroundInstance;
    const auto found =
        is_piece ? std::find(bodies.begin(), bodies.end(), Body{PieceId{look.instance - 1}, part})
                 : bodies.end();
    if (found == bodies.end()) {
      into.still.push_back(std::move(look));
      continue;
    }
    into.moving.push_back(std::move(look));
    into.body.push_back(static_cast<std::size_t>(found - bodies.begin()));
  }
}

SplitLooks split_looks(const Model& model, const DrawTexture& draw) {
  SplitLooks looks;
  const std::vector<Body> bodies = bodies_of(model);
  split(bodies, looks_of(*model.world, draw), looks);
  split(bodies, variant_looks_of(*model.world, draw), looks);
  for (LookPart& trigger : ray_triggers_of(*model.world)) looks.still.push_back(std::move(trigger));
  return looks;
}

}  // namespace

SceneLight scene_light(const World& world, const std::optional<WeatherSpec>& weather) {
  SceneLight light = light_of(world.scene.sun);
  light.zenith = world.scene.sky.zenith, light.horizon = world.scene.sky.horizon;
  if (world.scene.sky.fog > 0) light.fog = det::log(2.0) / world.scene.sky.fog;
  for (const LightSpec& lamp : world.scene.lights)
    if (!lamp.at_dusk) light.lamps.push_back({lamp.at, lamp.color, lamp.power});
  if (weather) set_weather(*weather, world.scene, light);
  return light;
}

Result<CameraRig> CameraRig::make(const Model& model, const DrawTexture& draw) {
  auto device = open_ray_device();
  if (!device) return tl::unexpected(device.error());
  const SplitLooks looks = split_looks(model, draw);
  CameraRig rig(RayScene(std::move(*device), looks.still));
  rig.light_ = scene_light(*model.world, model.weather), rig.weather_ = model.weather;
  rig.scene_.light_from(rig.light_.to_sun, rig.light_.sun_radius);
  for (std::size_t i = 0; i < looks.moving.size(); ++i) {
    const LookPart& part = looks.moving[i];
    const ShapeId shape = rig.scene_.add_shape(part.look);
    rig.bodies_.push_back({looks.body[i], part.variant,
                           rig.scene_.add_placed(shape, {part.instance, part.tag, part.seen_by})});
  }
  rig.vehicles_.follow(model, rig.scene_);
  return rig;
}

const Camera& CameraRig::find_camera(const CameraParams& params) {
  if (cameras_.size() >= kMaxCameras) settle();  // the oldest may be in use
  return find_or_make(cameras_, params);
}

// --- pictures -----------------------------------------------------------------------------------

const CameraReading& RigPicture::with_rows(int rows) {
  if (painter_ != nullptr) painter_->wait_for(rows);
  return reading_;
}

const CameraReading& RigPicture::whole() {
  if (painter_ != nullptr) painter_->finish();
  return reading_;
}

void CameraRig::use_threads(int threads) {
  settle();
  // what was seen before is not shown again: another run may follow
  forget_kept();
  placing_.reset();
  workers_ = std::make_unique<Workers>(threads);
  painter_ = std::make_unique<Painter>(threads - 1);
}

/// The scene is free afterwards: what somebody waits for is painted, the rest is left.
void CameraRig::settle() {
  if (!painting_) return;
  const std::shared_ptr<RigPicture> picture = std::move(painting_);
  const bool kept = std::find(kept_.begin(), kept_.end(), picture) != kept_.end();
  if (picture.use_count() > (kept ? 2 : 1) || painter_->all_begun()) {
    painter_->finish();
  } else {
    painter_->stop();
    std::erase(kept_, picture);
  }
  picture->painter_ = nullptr;
}

/// Another state: who holds a picture keeps it; the memory of one that nobody holds is used again,
/// which a system would have to clear 300 pages for.
void CameraRig::forget_kept() {
  for (auto& picture : kept_)
    if (picture.use_count() == 1) spare_ = std::move(picture);
  kept_.clear();
}

std::shared_ptr<RigPicture> CameraRig::blank_picture(const CameraRequest& request) {
  if (!spare_) return std::make_shared<RigPicture>(request);
  spare_->request_ = request;
  return std::exchange(spare_, nullptr);
}

void CameraRig::place_all(const Model& model, const State& state, std::size_t self, Shown shown) {
  const bool same = placing_ && placed_tick_ == state.tick && weather_ == model.weather &&
                    placed_physics_ == state.physics && placed_rigid_ == state.rigid;
  const Placing placing{self, shown};
  if (same && placing_ == placing) return;
  settle();
  if (!same) {
    forget_kept();
    placed_tick_ = state.tick, placed_physics_ = state.physics, placed_rigid_ = state.rigid;
    light_by(model, state.tick);
    place_at_instant(model, state);
  }
  placing_ = placing;
  vehicles_.show(state, self, shown.self, shown.others, scene_);
  scene_.commit();
}

/// Sun and sky of the weather that there is now.
void CameraRig::light_by(const Model& model, Tick tick) {
  if (weather_ != model.weather) {
    light_ = scene_light(*model.world, model.weather), weather_ = model.weather;
    scene_.light_from(light_.to_sun, light_.sun_radius);
  }
  if (light_.weather) {
    const double seconds = static_cast<double>(model.world->clock.nanos(tick)) * 1e-9;
    pass_time(seconds, model.seed, tick, *light_.weather);
  }
}

/// Whatever moves, for all who look at this instant.
void CameraRig::place_at_instant(const Model& model, const State& state) {
  vehicles_.follow(model, scene_);
  vehicles_.place(model, state, scene_);
  place_bodies(model, state, places_);
  for (const PlacedBody& placed : bodies_) {
    const BodyPlace& place = places_[placed.body];
    const bool there = place.present && place.variant == placed.variant;
    scene_.show(placed.placed, there);
    if (there) scene_.place(placed.placed, place.pose, place.scale);
  }
}

void CameraRig::take(const Model& model, const State& state, const CameraRequest& request,
                     CameraReading& picture) {
  take(model, state, request, noise_address(model, index_of(request.vehicle), state.tick), picture);
}

void CameraRig::take(const Model& model, const State& state, const CameraRequest& request,
                     const DrawAddress& noise, CameraReading& picture) {
  const DefaultFloatState exact;
  const std::size_t self = index_of(request.vehicle);
  place_all(model, state, self,
            {request.camera.spec.sees_own_body, request.camera.spec.sees_vehicles});
  ++taken_;
  exposure_.take(find_camera(request.camera), scene_, light_,
                 vehicle_pose(model, state, self) * request.camera.spec.body_from_camera, noise,
                 *workers_, picture);
}

std::shared_ptr<RigPicture> CameraRig::begin(const Model& model, const State& state,
                                             const CameraRequest& request) {
  const DefaultFloatState exact;
  const std::size_t self = index_of(request.vehicle);
  const CameraSpec& spec = request.camera.spec;
  place_all(model, state, self, {spec.sees_own_body, spec.sees_vehicles});
  for (const auto& kept : kept_)
    if (kept->request_ == request) return kept;
  settle();
  auto picture = blank_picture(request);
  if (spec.outputs.depth && spec.depth.noise > 0) {  // noise comes when all of it is there
    take(model, state, request, picture->reading_);
  } else {
    ++taken_;
    painter_->begin(find_camera(request.camera), scene_, light_,
                    vehicle_pose(model, state, self) * spec.body_from_camera, picture->reading_);
    picture->painter_ = painter_.get();
    painting_ = picture;
  }
  kept_.push_back(picture);
  return picture;
}

const CameraReading& CameraRig::see(const Model& model, const State& state,
                                    const CameraRequest& request) {
  return begin(model, state, request)->whole();
}

const RayScene& CameraRig::scene(const Model& model, const State& state, VehicleId self,
                                 bool own_body, bool vehicles) {
  const DefaultFloatState exact;
  place_all(model, state, index_of(self), {.self = own_body, .others = vehicles});
  settle();  // whoever looks by itself may use the workers
  return scene_;
}

// --- lidars -------------------------------------------------------------------------------------

void CameraRig::scan(const Model& model, const State& state, const TiltedLidarRequest& request,
                     std::vector<float>& ranges, const std::optional<BeamWindow>& window) {
  const DefaultFloatState exact;
  const std::size_t self = index_of(request.vehicle);
  place_all(model, state, self, {});
  const VehicleType& type = type_of(kind_of(model.vehicles[self].params));
  const Pose3 body_from_lidar{{type.sensors.lidar_forward, 0, type.sensors.lidar_height}, {}};
  ranges.resize(static_cast<std::size_t>(request.lidar.beams));
  find_or_make(tilted_, request.lidar)
      .scan(scene_, vehicle_pose(model, state, self) * body_from_lidar,
            window.value_or(all_beams(request.lidar)), request.noise,
            noise_address(model, self, state.tick), ranges);
}

}  // namespace paddock
