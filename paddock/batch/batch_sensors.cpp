#include "paddock/batch/batch_sensors.h"

#include <algorithm>
#include <cmath>

namespace paddock {
namespace {

constexpr std::size_t kMostScenes = 8;  // ray scenes kept, some megabytes each

VehicleId vehicle_of(int agent) { return VehicleId{static_cast<std::uint32_t>(agent)}; }

/// Names a sensor and says nothing else of it.
bool is_name_alone(const SensorSpec& spec) {
  SensorSpec alone;
  alone.kind = spec.kind, alone.place = spec.place, alone.name = spec.name;
  return spec == alone;
}

}  // namespace

// --- worlds as the engine takes them ------------------------------------------------------------

BatchSensors::ArenaEngine& BatchSensors::engine_of(const Arena& arena) {
  if (const auto found = engines_.find(&arena); found != engines_.end()) return found->second;
  ArenaEngine engine{.model = arena.model, .state = {}, .scratch = {}, .output = {}};
  engine.model.sensors.clear();  // those of the level are made when somebody asks for them
  if (ticks_per_step_ > 1) {
    auto world = std::make_shared<World>(arena.world());
    world->clock.grid_per_tick *= ticks_per_step_;
    engine.model.world = engine.model.physics.world = std::move(world);
  }
  engine.state = initial_state(engine.model);
  engine.scratch = make_scratch(engine.model);
  engine.output = make_output(engine.model);
  return engines_.emplace(&arena, std::move(engine)).first->second;
}

BatchSensors::ArenaEngine& BatchSensors::engine_at(const WorldView& view) {
  ArenaEngine& engine = engine_of(*view.arena);
  engine.model.seed = view.seed;
  engine.state.tick = Tick{view.step};
  engine.state.physics.vehicles = view.vehicles;
  return engine;
}

/// Cameras may be asked for in each of hundreds of arenas.
void BatchSensors::limit_scenes(const Arena& used) {
  if (engine_of(used).scratch.rig == nullptr) return;
  std::erase(scenes_, &used);
  scenes_.push_back(&used);
  if (scenes_.size() <= kMostScenes) return;
  engine_of(*scenes_.front()).scratch.rig.reset();
  scenes_.erase(scenes_.begin());
}

// --- one sensor ---------------------------------------------------------------------------------

Result<MountedSensor> BatchSensors::make(const Arena& arena, int agent, std::string_view sensor) {
  auto spec = parse_sensor(sensor);
  if (!spec) return tl::unexpected(spec.error());
  const VehicleId vehicle = vehicle_of(agent);
  if (is_name_alone(*spec))
    if (const auto own = find_mounted(arena.model, vehicle, name_of(*spec))) {
      *spec = arena.model.sensors[*own].spec;
      if (ideal_) spec->ideal = true;  // it was resolved without knowing how the task is played
    }
  const Model& model = engine_of(arena).model;
  const auto mount = resolve_sensor(model, {vehicle, std::move(*spec)}, ideal_);
  if (!mount) return tl::unexpected(mount.error());
  return make_sensor(model, *mount);
}

std::vector<std::string> BatchSensors::names(const WorldView& view, int agent) {
  std::vector<std::string> names;
  for (const SensorMount& own : view.arena->model.sensors)
    if (own.vehicle == vehicle_of(agent)) names.push_back(own.spec.name);
  for (const SensorKind* kind : sensor_kinds()) {
    const bool named = std::find(names.begin(), names.end(), kind->name) != names.end();
    if (!named && make(*view.arena, agent, kind->name)) names.emplace_back(kind->name);
  }
  return names;
}

Result<BatchSensor> BatchSensors::info(const WorldView& view, int agent, std::string_view sensor) {
  const auto made = make(*view.arena, agent, sensor);
  if (!made) return tl::unexpected(made.error());
  return BatchSensor{made->mount, made->sensor->form()};
}

Result<BatchSensors::Mounted*> BatchSensors::find_or_mount(const WorldView& view, int world,
                                                           int agent, std::string_view sensor) {
  const auto found = worlds_.find(world);
  if (found != worlds_.end())
    for (Mounted& mounted : found->second.sensors)
      if (mounted.agent == agent && mounted.sensor == sensor && mounted.arena == view.arena &&
          mounted.made.sensor != nullptr)
        return &mounted;

  auto made = make(*view.arena, agent, sensor);
  if (!made) return tl::unexpected(made.error());
  SensedWorld& here = worlds_[world];
  auto mounted = std::find_if(here.sensors.begin(), here.sensors.end(), [&](const Mounted& one) {
    return one.agent == agent && one.sensor == sensor;
  });
  if (mounted == here.sensors.end())
    mounted = here.sensors.insert(mounted, {.agent = agent, .sensor = std::string(sensor)});
  mounted->arena = view.arena;
  mounted->made = std::move(*made);
  switch_on(view, *mounted);
  if (!mounted->memory.empty() && !here.remembers) here.remembers = true, note(view, here);
  return &*mounted;
}

void BatchSensors::switch_on(const WorldView& view, Mounted& sensor) {
  if (sensor.arena != view.arena) {
    auto made = make(*view.arena, sensor.agent, sensor.sensor);
    sensor.arena = view.arena;
    sensor.made = made ? std::move(*made) : MountedSensor{};
  }
  sensor.memory.clear();
  if (sensor.made.sensor == nullptr) return;
  const ArenaEngine& engine = engine_at(view);
  sensor.memory = start_sensor(engine.model, engine.state, sensor.made);
}

Result<BatchReading> BatchSensors::read(const WorldView& view, int world, int agent,
                                        std::string_view sensor) {
  const auto mounted = find_or_mount(view, world, agent, sensor);
  if (!mounted) return tl::unexpected(mounted.error());
  ArenaEngine& engine = engine_at(view);
  read_sensor(engine.model, engine.state, engine.scratch, (*mounted)->made, (*mounted)->memory,
              (*mounted)->reading);
  limit_scenes(*view.arena);
  return BatchReading{&(*mounted)->made.sensor->form(), &(*mounted)->reading};
}

// --- time ---------------------------------------------------------------------------------------

void BatchSensors::add_contacts(int world, std::span<const ContactEvent> contacts) {
  if (const auto found = worlds_.find(world); found != worlds_.end() && found->second.remembers)
    found->second.contacts.insert(found->second.contacts.end(), contacts.begin(), contacts.end());
}

void BatchSensors::note(const WorldView& view, SensedWorld& world) {
  world.seed = view.seed, world.step = view.step;
  world.vehicles = view.vehicles;
  world.contacts.clear();
}

void BatchSensors::advance(const WorldView& view, SensedWorld& world) {
  ArenaEngine& engine = engine_at(view);
  engine.output.physics.contacts = world.contacts;
  for (Mounted& sensor : world.sensors)
    if (!sensor.memory.empty())
      advance_sensor(engine.model, {.vehicles = world.vehicles, .bodies = {}}, engine.state,
                     engine.output, engine.scratch, sensor.made, sensor.memory);
  limit_scenes(*view.arena);
}

void BatchSensors::follow(const Batch& batch) {
  for (auto& [number, world] : worlds_) {
    if (!world.remembers) continue;
    const WorldView view = batch.view(number);
    if (view.seed == world.seed && view.step == world.step + 1) {
      advance(view, world);
    } else if (view.seed != world.seed || view.step != world.step) {
      for (Mounted& sensor : world.sensors) switch_on(view, sensor);
    }
    note(view, world);
  }
}

// --- snapshots ----------------------------------------------------------------------------------

std::vector<WorldSensor> BatchSensors::snapshot() const {
  std::vector<WorldSensor> sensors;
  for (const auto& [number, world] : worlds_)
    for (const Mounted& sensor : world.sensors)
      if (!sensor.memory.empty())
        sensors.push_back({number, sensor.agent, sensor.sensor, sensor.memory});
  return sensors;
}

Result<void> BatchSensors::check(std::span<const WorldSensor> sensors, const Batch& batch,
                                 const std::function<const Arena&(int world)>& arena_of) {
  const auto finite = [](double number) { return std::fabs(number) < 1e15; };
  for (const WorldSensor& saved : sensors) {
    if (saved.world < 0 || saved.world >= batch.worlds() || saved.agent < 0 ||
        saved.agent >= batch.shape().agents)
      return fail(ErrorCode::Invalid, "the snapshot has a sensor in world ", saved.world,
                  " on vehicle ", saved.agent, ", which this batch does not have");
    const Arena& arena = arena_of(saved.world);
    auto made = make(arena, saved.agent, saved.sensor);
    if (!made) return tl::unexpected(made.error().within("the snapshot's sensor"));
    const ArenaEngine& engine = engine_of(arena);
    const std::size_t size = start_sensor(engine.model, engine.state, *made).size();
    if (saved.memory.size() != size ||
        !std::all_of(saved.memory.begin(), saved.memory.end(), finite))
      return fail(ErrorCode::Invalid, "the snapshot's sensor ", saved.sensor, " must remember ",
                  size, " finite numbers, got ", saved.memory.size());
  }
  return {};
}

void BatchSensors::restore(std::span<const WorldSensor> sensors, const Batch& batch) {
  for (auto& [number, world] : worlds_) {
    const WorldView view = batch.view(number);
    for (Mounted& sensor : world.sensors) switch_on(view, sensor);
    note(view, world);
  }
  for (const WorldSensor& saved : sensors) {
    const auto mounted =
        find_or_mount(batch.view(saved.world), saved.world, saved.agent, saved.sensor);
    (*mounted)->memory = saved.memory;
  }
}

}  // namespace paddock
