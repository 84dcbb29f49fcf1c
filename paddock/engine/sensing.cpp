#include "paddock/engine/sensing.h"

#include <algorithm>
#include <cmath>

#include "paddock/core/check.h"
#include "paddock/core/float_state.h"
#include "paddock/core/hash.h"
#include "paddock/engine/places.h"
#include "paddock/engine/sense.h"
#include "paddock/engine/vehicle_sensors.h"

namespace paddock {
namespace {

constexpr double kMaxRate = 1000;  // Hz: no tick is shorter
constexpr std::uint32_t kVehicleBits = 12;
constexpr std::uint32_t kSaltMask = (1u << 12) - 1;  // entities have 24 bits

// --- what a sensor is handed ----------------------------------------------------------------

/// For a sensor that is switched on before anything can look.
class NoEyes final : public SensorEyes {
 public:
  const FlatSight* flat(double) override { return nullptr; }
  const RayScene* scene(bool, bool) override { return nullptr; }
  const SceneLight& light() override { return light_; }
  Workers& workers() override { return workers_; }
  void take(const CameraParams&, const DrawAddress&, CameraReading&) override {}

 private:
  SceneLight light_;
  Workers workers_{1};
};

class RunEyes final : public SensorEyes {
 public:
  RunEyes(const Model& model, const State& state, Scratch& scratch, VehicleId self)
      : model_(model), state_(state), scratch_(scratch), self_(self) {}

  const FlatSight* flat(double height) override {
    const std::size_t self = index_of(self_);
    if (model_.rigid || height != type_of(kind_of(model_.vehicles[self].params)).lidar_height)
      return nullptr;
    scratch_.outlines.clear();
    for (std::size_t v = 0; v < model_.vehicles.size(); ++v)
      if (v != self)
        scratch_.outlines.push_back(
            place(model_.physics.vehicles[v].outline, pose_of(state_.physics.vehicles[v])));
    flat_.emplace(FlatSight{.map = model_.lidar_maps[self],
                            .others = scratch_.outlines,
                            .world_from_body = pose_of(state_.physics.vehicles[self])});
    return &*flat_;
  }
  const RayScene* scene(bool own_body, bool vehicles) override {
    CameraRig* rig = rig_of(model_, scratch_);
    return rig == nullptr ? nullptr : &rig->scene(model_, state_, self_, own_body, vehicles);
  }
  const SceneLight& light() override { return rig_of(model_, scratch_)->light(); }
  Workers& workers() override { return rig_of(model_, scratch_)->workers(); }
  void take(const CameraParams& camera, const DrawAddress& noise, CameraReading& picture) override {
    CameraRig* rig = rig_of(model_, scratch_);
    if (rig == nullptr) {
      picture = {};
    } else if (camera.spec.outputs.color) {
      picture = rig->see(model_, state_, {self_, camera});
    } else {  // quick: a picture that is being painted goes on beside it
      rig->take(model_, state_, {self_, camera}, noise, picture);
    }
  }

 private:
  const Model& model_;
  const State& state_;
  Scratch& scratch_;
  VehicleId self_;
  std::optional<FlatSight> flat_;
};

BodyMotion motion_on_ground(const Model& model, std::size_t index, const VehicleState& vehicle) {
  const PlanarBody body = body_of(model.vehicles[index].params, vehicle);
  const bool flies = kind_of(vehicle) == VehicleKind::Quad2d;
  return {.pose = pose_of(vehicle),
          .velocity_in_world = body.velocity,
          .yaw_rate = body.yaw_rate,
          .acceleration_in_body = {},
          .yaw_accel = 0,
          .slope_in_world = flies ? Vec2{} : ground_slope(*model.world, body.position),
          .gravity = model.rigid ? model.world->rigid.gravity : kGravity};
}

/// At this instant; accelerations are left 0.
BodyMotion motion_of(const Model& model, const State& state, std::size_t index) {
  BodyMotion motion = motion_on_ground(model, index, state.physics.vehicles[index]);
  if (!model.rigid) return motion;
  const RigidBodyState& body = state.rigid.cars[index].body;
  motion.free = {.world_from_body = body.pose.turn, .acceleration = {}, .spin = body.spin};
  return motion;
}

/// With the mean acceleration of the tick, in the axes of the body half-way through it: a circle at
/// constant speed then has no part along the heading.
BodyMotion motion_over_tick(const Model& model, const State& state, std::size_t index,
                            const Before& before) {
  const double dt = model.world->clock.tick_seconds();
  BodyMotion motion = motion_of(model, state, index);
  if (motion.free) {
    const RigidBodyState &then = before.bodies[index], &now = state.rigid.cars[index].body;
    motion.free->acceleration = (now.velocity - then.velocity) / dt;
    motion.free->spin_accel = (now.spin - then.spin) / dt;
    return motion;
  }
  const BodyMotion last = motion_on_ground(model, index, before.vehicles[index]);
  const double turn = wrap_angle(motion.pose.yaw - last.pose.yaw);
  const Rot2 body_from_world = inverse(Rot2::of(last.pose.yaw + turn / 2));
  motion.acceleration_in_body =
      body_from_world * ((motion.velocity_in_world - last.velocity_in_world) / dt);
  motion.yaw_accel = (motion.yaw_rate - last.yaw_rate) / dt;
  return motion;
}

/// Two sensors of one kind on one vehicle draw different noise: all but the one that is named as
/// its kind have a salt of their name.
std::uint32_t noise_entity(const SensorMount& mount) {
  const auto vehicle = static_cast<std::uint32_t>(mount.vehicle);
  if (mount.spec.name == mount.spec.kind) return vehicle;
  Hasher hash;
  hash.add(std::string_view(mount.spec.name));
  const auto salt = static_cast<std::uint32_t>(hash.value()) & kSaltMask;
  return vehicle | std::max(salt, 1u) << kVehicleBits;
}

/// Where the draws of a kind without a stream of its own begin: 4096 for each kind.
std::uint32_t kind_index(std::string_view kind) {
  Hasher hash;
  hash.add(kind);
  return static_cast<std::uint32_t>(hash.value()) << 12;
}

SensorSight sight_of(const Model& model, const State& state, const SensorMount& mount,
                     SensorEyes& eyes) {
  const std::size_t v = index_of(mount.vehicle);
  const Clock& clock = model.world->clock;
  const Pose3 pose = vehicle_pose(model, state, v);
  const BodyMotion motion = motion_of(model, state, v);
  const bool rigid = model.rigid.has_value();
  DrawAddress noise = noise_address(model, v, state.tick);
  noise.entity = noise_entity(mount);
  noise.stream = Stream::Sensor;
  noise.index = kind_index(mount.spec.kind);
  return {.tick = state.tick,
          .dt = clock.tick_seconds(),
          .world_from_body = pose,
          .body_before = pose,
          .velocity = rigid ? state.rigid.cars[v].body.velocity
                            : Vec3{motion.velocity_in_world.x, motion.velocity_in_world.y, 0},
          .spin = rigid ? state.rigid.cars[v].body.spin : Vec3{0, 0, motion.yaw_rate},
          .motion = motion,
          .noise = noise,
          .eyes = eyes};
}

/// Of the vehicle's own frame, as vehicle_pose() has it now.
Pose3 pose_before(const Model& model, const State& state, const Before& before, std::size_t v) {
  if (!model.rigid) return pose_on_ground(*model.world, pose_of(before.vehicles[v]));
  const Pose3 body_from_frame =
      inverse(state.rigid.cars[v].body.pose) * vehicle_pose(model, state, v);
  return before.bodies[v].pose * body_from_frame;
}

void collect_hits(VehicleId vehicle, const Output& out, std::vector<ContactHit>& hits) {
  hits.clear();
  for (const ContactEvent& event : out.physics.contacts)
    if (event.vehicle == vehicle || event.other == vehicle)
      hits.push_back({event.point, event.impulse});
}

SensorReading blank_reading(ReadingShape shape) {
  switch (shape) {
    case ReadingShape::Ranges:
      return RangesReading{};
    case ReadingShape::Points:
      return Lidar3dReading{};
    case ReadingShape::Picture:
      return CameraReading{};
    case ReadingShape::Vector:
      break;
  }
  return VectorReading{};
}

// --- what was left out ----------------------------------------------------------------------

Result<Figures> resolved_figures(const SensorKind& kind, const SensorSpec& asked,
                                 const SensorSpec& carried, const SensorUnit& unit, bool ideal) {
  std::vector<SensorFigure> chosen = carried.figures;
  for (const SensorFigure& figure : asked.figures) {
    std::erase_if(chosen, [&](const SensorFigure& f) { return f.name == figure.name; });
    chosen.push_back(figure);
  }
  return figures_of(kind, unit, chosen, ideal);
}

Result<Pose3> resolved_place(VehicleKind vehicle, const SensorSpec& asked,
                             const SensorSpec& carried) {
  if (asked.body_from_sensor) return *asked.body_from_sensor;
  if (!asked.place.empty()) return sensor_place(vehicle, asked.place);
  return *carried.body_from_sensor;
}

}  // namespace

Result<SensorMount> resolve_sensor(const Model& model, const SensorMount& asked, bool ideal) {
  if (index_of(asked.vehicle) >= model.vehicles.size())
    return fail(ErrorCode::NotFound, "there is no vehicle ", index_of(asked.vehicle) + 1,
                "; there are ", model.vehicles.size());
  const VehicleKind vehicle = kind_of(model.vehicles[index_of(asked.vehicle)].params);
  const SensorSpec& spec = asked.spec;
  const auto kind = find_sensor_kind(spec.kind);
  if (!kind) return tl::unexpected(kind.error());
  const SensorSpec carried = carried_sensor(vehicle, spec.kind);
  const auto unit = find_sensor_unit(**kind, spec.unit.empty() ? carried.unit : spec.unit);
  if (!unit) return tl::unexpected(unit.error());
  const bool exact = spec.ideal.value_or(ideal);
  const auto figures = resolved_figures(**kind, spec, carried, **unit, exact);
  if (!figures) return tl::unexpected(figures.error());
  const auto place = resolved_place(vehicle, spec, carried);
  if (!place) return tl::unexpected(place.error());
  if (!(spec.rate >= 0 && spec.rate <= kMaxRate))
    return fail(ErrorCode::Invalid, "rate must be 0 to ", kMaxRate, " Hz, got ", spec.rate);

  SensorMount mount{.vehicle = asked.vehicle, .spec = {}};
  mount.spec = {.kind = spec.kind,
                .name = name_of(spec),
                .place = "",
                .body_from_sensor = *place,
                .unit = std::string((*unit)->name),
                .ideal = exact,
                .rate = spec.rate > 0 ? spec.rate : (*kind)->rate};
  for (std::size_t i = 0; i < (*kind)->figures.size(); ++i)
    mount.spec.figures.push_back({std::string((*kind)->figures[i].name), figures->values()[i]});
  return mount;
}

std::vector<Problem> check_level_sensors(const World& world) {
  std::vector<Problem> problems;
  for (const LevelSensor& sensor : world.sensors) {
    const auto tell = [&](const Error& error) {
      problems.push_back({sensor.where, concat("sensor ", error.message), "sensor"});
    };
    const auto kind = find_sensor_kind(sensor.sensor.kind);
    if (!kind) {
      tell(kind.error());
      continue;
    }
    const auto unit = find_sensor_unit(**kind, sensor.sensor.unit);
    if (!unit) tell(unit.error());
    if (unit)
      if (const auto figures = figures_of(**kind, **unit, sensor.sensor.figures, false); !figures)
        tell(figures.error());
    if (!sensor.sensor.place.empty())
      if (const auto place = sensor_place(VehicleKind{}, sensor.sensor.place); !place)
        tell(place.error());
  }
  return problems;
}

Result<MountedSensor> make_sensor(const Model& model, const SensorMount& resolved) {
  const auto kind = find_sensor_kind(resolved.spec.kind);
  if (!kind) return tl::unexpected(kind.error());
  const auto unit = find_sensor_unit(**kind, resolved.spec.unit);
  if (!unit) return tl::unexpected(unit.error());
  auto figures = figures_of(**kind, **unit, resolved.spec.figures, false);
  if (!figures) return tl::unexpected(figures.error());
  auto sensor = (*kind)->make({.figures = std::move(*figures),
                               .body_from_sensor = resolved.spec.body_from_sensor.value_or(Pose3{}),
                               .world = *model.world});
  if (!sensor) return tl::unexpected(sensor.error());
  return MountedSensor{.mount = resolved, .sensor = std::move(*sensor)};
}

// --- rates --------------------------------------------------------------------------------------

std::int64_t readings_until(const Clock& clock, double rate, Tick tick) {
  if (!(rate > 0) || rate * clock.tick_seconds() >= 1) return count(tick);
  return static_cast<std::int64_t>(std::floor(clock.seconds(tick) * rate + 1e-9));
}

bool reads_at(const Clock& clock, double rate, Tick tick) {
  if (count(tick) <= 0) return false;
  return readings_until(clock, rate, tick) > readings_until(clock, rate, Tick{count(tick) - 1});
}

double true_rate(const Clock& clock, double rate) {
  const double ticks = 1 / clock.tick_seconds();
  return rate > 0 ? std::min(rate, ticks) : ticks;
}

// --- one sensor ---------------------------------------------------------------------------------

std::vector<double> start_sensor(const Model& model, const State& state, MountedSensor& sensor) {
  const DefaultFloatState exact;
  NoEyes eyes;
  return sensor.sensor->start(sight_of(model, state, sensor.mount, eyes));
}

void advance_sensor(const Model& model, const Before& before, const State& state, const Output& out,
                    Scratch& scratch, MountedSensor& sensor, std::span<double> memory) {
  const DefaultFloatState exact;
  const VehicleId vehicle = sensor.mount.vehicle;
  const std::size_t v = index_of(vehicle);
  RunEyes eyes(model, state, scratch, vehicle);
  collect_hits(vehicle, out, scratch.hits);
  SensorSight sight = sight_of(model, state, sensor.mount, eyes);
  sight.motion = motion_over_tick(model, state, v, before);
  sight.body_before = pose_before(model, state, before, v);
  sight.hits = scratch.hits;
  sight.after_reading =
      reads_at(model.world->clock, sensor.mount.spec.rate, Tick{count(state.tick) - 1});
  sensor.sensor->advance(sight, memory);
}

void read_sensor(const Model& model, const State& state, Scratch& scratch, MountedSensor& sensor,
                 std::span<const double> memory, SensorReading& reading) {
  const DefaultFloatState exact;
  const ReadingShape shape = shape_of(sensor.sensor->form());
  if (reading.index() != static_cast<std::size_t>(shape)) reading = blank_reading(shape);
  RunEyes eyes(model, state, scratch, sensor.mount.vehicle);
  sensor.sensor->read(sight_of(model, state, sensor.mount, eyes), memory, reading);
}

// --- sensors of the run -------------------------------------------------------------------------

std::optional<std::size_t> find_mounted(const Model& model, VehicleId vehicle,
                                        std::string_view name) {
  for (std::size_t i = 0; i < model.sensors.size(); ++i)
    if (model.sensors[i].vehicle == vehicle && model.sensors[i].spec.name == name) return i;
  return std::nullopt;
}

Result<void> mount_sensor(const SensorMount& asked, bool ideal, Model& model, State& state,
                          Scratch& scratch) {
  auto mount = resolve_sensor(model, asked, ideal);
  if (!mount) return tl::unexpected(mount.error());
  auto made = make_sensor(model, *mount);
  if (!made) return tl::unexpected(made.error());
  SensorMemory memory{start_sensor(model, state, *made)};
  scratch.sensors.resize(model.sensors.size());
  if (const auto at = find_mounted(model, mount->vehicle, mount->spec.name)) {
    model.sensors[*at] = *mount;
    state.sensors[*at] = std::move(memory);
    scratch.sensors[*at] = std::move(*made);
    return {};
  }
  if (model.sensors.size() >= kMaxSensors)
    return fail(ErrorCode::Limit, "at most ", kMaxSensors, " sensors fit into one run");
  model.sensors.push_back(*mount);
  state.sensors.push_back(std::move(memory));
  scratch.sensors.push_back(std::move(*made));
  return {};
}

bool unmount_sensor(VehicleId vehicle, std::string_view name, Model& model, State& state,
                    Scratch& scratch) {
  const auto at = find_mounted(model, vehicle, name);
  if (!at) return false;
  scratch.sensors.resize(model.sensors.size());
  const auto offset = static_cast<std::ptrdiff_t>(*at);
  model.sensors.erase(model.sensors.begin() + offset);
  state.sensors.erase(state.sensors.begin() + offset);
  scratch.sensors.erase(scratch.sensors.begin() + offset);
  return true;
}

Result<void> set_mounted(std::vector<SensorMount> sensors, Model& model, Scratch& scratch) {
  if (sensors == model.sensors) return {};
  if (sensors.size() > kMaxSensors)
    return fail(ErrorCode::Limit, "at most ", kMaxSensors, " sensors fit into one run");
  std::vector<MountedSensor> made;
  for (const SensorMount& sensor : sensors) {
    if (index_of(sensor.vehicle) >= model.vehicles.size())
      return fail(ErrorCode::NotFound, "there is no vehicle ", index_of(sensor.vehicle) + 1);
    auto one = make_sensor(model, sensor);
    if (!one) return tl::unexpected(one.error());
    made.push_back(std::move(*one));
  }
  model.sensors = std::move(sensors);
  scratch.sensors = std::move(made);
  return {};
}

MountedSensor& mounted_sensor(const Model& model, std::size_t index, Scratch& scratch) {
  scratch.sensors.resize(model.sensors.size());
  MountedSensor& sensor = scratch.sensors[index];
  if (!sensor.sensor) sensor = std::move(make_sensor(model, model.sensors[index]).value());
  return sensor;
}

std::vector<SensorMemory> start_sensors(const Model& model, const State& state) {
  std::vector<SensorMemory> memories;
  for (const SensorMount& mount : model.sensors) {
    MountedSensor sensor = std::move(make_sensor(model, mount).value());
    memories.push_back({start_sensor(model, state, sensor)});
  }
  return memories;
}

void advance_sensors(const Model& model, const Before& before, const Output& out, State& state,
                     Scratch& scratch) {
  for (std::size_t i = 0; i < state.sensors.size(); ++i)
    if (!state.sensors[i].numbers.empty())
      advance_sensor(model, before, state, out, scratch, mounted_sensor(model, i, scratch),
                     state.sensors[i].numbers);
}

DrawAddress noise_address(const Model& model, std::size_t index, Tick tick) {
  return {.seed = model.seed,
          .stream = {},
          .entity = static_cast<std::uint32_t>(index),
          .tick = static_cast<std::uint64_t>(count(tick)),
          .index = 0};
}

}  // namespace paddock
