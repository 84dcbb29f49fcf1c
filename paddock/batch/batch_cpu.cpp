// The batch as its callers see it: set-up, reset, step, snapshot. The stages of a step:
// batch_step.cpp.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "paddock/batch/batch_cpu.h"
#include "paddock/core/check.h"
#include "paddock/core/float_state.h"
#include "paddock/core/random.h"

namespace paddock {
namespace {

constexpr int kMostWorldsEver = 1 << 20;

SubSteps cut_of(const Task& task) {
  // as step_vehicles cuts a tick
  const double dt = task.arenas.front().world().clock.tick_seconds();
  const int parts = static_cast<int>(std::ceil(dt / type_of(task.vehicle).max_step - 1e-9));
  return {.dt = dt / parts, .substeps = parts};
}

ArenaGround ground_of(const Arena& arena, VehicleKind kind, double usual_speed) {
  const World& world = arena.world();
  const bool even =
      world.patches.empty() && world.terrains.empty() && !world.roads && !flies(state_at(kind, {}));
  return {.clearance = Clearance(arena.model.physics, 0, world.bounds,
                                 usual_speed * world.clock.tick_seconds()),
          .even = even,
          .around = surroundings_of(arena.model.physics, 0, 0, Tick{}, state_at(kind, {}))};
}

}  // namespace

template <class Dynamics>
CpuBatch<Dynamics>::CpuBatch(const BatchSpec& spec, Task task)
    : task_(std::move(task)),
      first_world_(spec.first_world),
      cut_(cut_of(task_)),
      layout_(BlockLayout::of(spec.worlds, task_.shape.agents, spec.threads)),
      body_from_lidar_{type_of(task_.vehicle).sensors.lidar_forward, 0, 0},
      sensors_(!task_.options.noise, task_.ticks_per_step),
      workers_(std::min(spec.threads, layout_.blocks)) {
  if (task_.shape.beams > 0) scanner_ = Lidar2dScanner(task_.shape.lidar);
  for (const Arena& arena : task_.arenas)
    grounds_.push_back(ground_of(arena, task_.vehicle, task_.usual_speed));
  const auto worlds = static_cast<std::size_t>(spec.worlds);
  const std::size_t agents = worlds * static_cast<std::size_t>(task_.shape.agents);
  state_.resize(static_cast<std::size_t>(layout_.blocks) * kStateFields * layout_.lanes);
  episodes_.resize(worlds);
  memories_.resize(agents);
  ring_slots_ =
      task_.options.delay_high > 0 ? static_cast<std::size_t>(task_.options.delay_high) + 1 : 0;
  ring_.resize(agents * ring_slots_ * kMaxActions);
  final_.resize(agents * static_cast<std::size_t>(task_.shape.observation_size));
  ended_.resize(worlds);
  for (int i = 0; i < workers_.count(); ++i) scratch_.push_back(make_scratch());
  start_all(spec.seed);
}

template <class Dynamics>
BatchScratch CpuBatch<Dynamics>::make_scratch() const {
  BatchScratch scratch;
  const Model& model = task_.arenas.front().model;
  const auto agents = static_cast<std::size_t>(task_.shape.agents);
  scratch.step_before.resize(kStateFields * layout_.lanes);
  scratch.tick_before.resize(kStateFields * layout_.lanes);
  scratch.input.resize(field_count<Input>() * layout_.lanes);
  scratch.around.resize(field_count<Around>() * layout_.lanes);
  scratch.touched_wall.resize(layout_.lanes), scratch.touched_vehicle.resize(layout_.lanes);
  scratch.broken.resize(static_cast<std::size_t>(layout_.block_worlds));
  scratch.physics.vehicles.resize(agents, state_at(task_.vehicle, {}));
  scratch.physics.frozen.resize(agents);
  scratch.physics.present.assign(agents, 1);
  scratch.planar = make_planar_scratch(model.physics);
  std::size_t contacts = 0;
  for (const Arena& arena : task_.arenas)
    contacts = std::max(contacts, most_contacts(agents, arena.world().pieces.size()));
  scratch.events.contacts.reserve(contacts);
  scratch.before.fill(state_at(task_.vehicle, {})), scratch.now.fill(state_at(task_.vehicle, {}));
  scratch.others.reserve(agents);
  if (task_.shape.beams == 0) return scratch;
  // one set of buffers for the arena with most chunks and for the one with most faces
  const Lidar2dMap* widest = &model.lidar_maps.front();
  std::size_t faces = 0;
  for (const Arena& arena : task_.arenas) {
    const Lidar2dMap& map = arena.model.lidar_maps.front();
    if (map.bound_count() > widest->bound_count()) widest = &map;
    faces = std::max(faces, map.face_limit());
  }
  const std::size_t more = (faces - std::min(faces, widest->face_limit()) + 15) / 16;
  scratch.lidar = Lidar2dScratch(scanner_, *widest, agents + more);
  return scratch;
}

template <class Dynamics>
void CpuBatch<Dynamics>::reset(std::uint64_t seed, std::span<float> observations) {
  start_all(seed);
  sensors_.follow(*this);
  observe(observations);
}

template <class Dynamics>
void CpuBatch<Dynamics>::reset_each(std::span<const std::uint64_t> seeds,
                                    std::span<float> observations) {
  PADDOCK_ASSERT(seeds.size() == episodes_.size(), "seeds ", seeds.size());
  for (int world = 0; world < worlds(); ++world)
    start(world, seeds[static_cast<std::size_t>(world)], 0);
  sensors_.follow(*this);
  observe(observations);
}

template <class Dynamics>
void CpuBatch<Dynamics>::start_all(std::uint64_t seed) {
  for (int world = 0; world < worlds(); ++world)
    start(world, seed, first_world_ + static_cast<std::uint32_t>(world));
}

template <class Dynamics>
void CpuBatch<Dynamics>::start(int world, std::uint64_t seed, std::uint32_t number) {
  const auto w = static_cast<std::size_t>(world);
  episodes_[w].origin_seed = seed, episodes_[w].origin_world = number;
  ended_[w] = 0;
  begin_episode(world, 0);
}

template <class Dynamics>
void CpuBatch<Dynamics>::reset_some(std::span<const std::uint8_t> which,
                                    std::span<float> observations) {
  PADDOCK_ASSERT(which.size() == episodes_.size(), "which ", which.size());
  PADDOCK_ASSERT(observations.size() == final_.size(), "observations ", observations.size());
  workers_.run(layout_.blocks, [&](int worker, int block) {
    const DefaultFloatState exact;
    const int first = layout_.first_world(block);
    for (int world = first; world < first + layout_.worlds_in(block); ++world) {
      const auto w = static_cast<std::size_t>(world);
      if (which[w] == 0) continue;
      ended_[w] = 0;
      begin_episode(world, episodes_[w].episode + 1);
      write_observation(world, observations, scratch_[static_cast<std::size_t>(worker)]);
    }
  });
  sensors_.follow(*this);
}

template <class Dynamics>
void CpuBatch<Dynamics>::step(std::span<const float> actions, std::span<float> observations,
                              std::span<float> rewards, std::span<std::uint8_t> terminated,
                              std::span<std::uint8_t> truncated) {
  const StepBuffers buffers{actions, observations, rewards, terminated, truncated};
  [[maybe_unused]] const std::size_t count = memories_.size();
  PADDOCK_ASSERT(actions.size() == count * task_.shape.action_scales.size(), "actions ",
                 actions.size());
  PADDOCK_ASSERT(observations.size() == final_.size(), "observations ", observations.size());
  PADDOCK_ASSERT(rewards.size() == count, "rewards ", rewards.size());
  PADDOCK_ASSERT(terminated.size() == episodes_.size(), "terminated ", terminated.size());
  PADDOCK_ASSERT(truncated.size() == episodes_.size(), "truncated ", truncated.size());
  workers_.run(layout_.blocks, [&](int worker, int block) {
    step_block(block, buffers, scratch_[static_cast<std::size_t>(worker)]);
  });
  sensors_.follow(*this);
}

template <class Dynamics>
void CpuBatch<Dynamics>::final_observations(std::span<float> observations) const {
  PADDOCK_ASSERT(observations.size() == final_.size(), "observations ", observations.size());
  const std::size_t size = final_.size() / ended_.size();
  for (std::size_t w = 0; w < ended_.size(); ++w)
    if (ended_[w] != 0)
      std::memcpy(observations.data() + w * size, final_.data() + w * size, size * sizeof(float));
}

template <class Dynamics>
void CpuBatch<Dynamics>::observe(std::span<float> observations) {
  PADDOCK_ASSERT(observations.size() == final_.size(), "observations ", observations.size());
  workers_.run(layout_.blocks, [&](int worker, int block) {
    const DefaultFloatState exact;
    const int first = layout_.first_world(block);
    for (int world = first; world < first + layout_.worlds_in(block); ++world)
      write_observation(world, observations, scratch_[static_cast<std::size_t>(worker)]);
  });
}

template <class Dynamics>
typename CpuBatch<Dynamics>::State CpuBatch<Dynamics>::vehicle_at(int world,
                                                                  std::size_t agent) const {
  const double* field =
      state_.data() + block_start(world / layout_.block_worlds) + lane_of(world) + agent;
  State state;
  State::fields(state,
                [&](const char*, double& number) { number = *field, field += layout_.lanes; });
  return state;
}

template <class Dynamics>
WorldView CpuBatch<Dynamics>::view(int world) const {
  const WorldEpisode& episode = episodes_[static_cast<std::size_t>(world)];
  WorldView view{.arena = &arena_of(world),
                 .seed = episode.seed,
                 .step = static_cast<std::int64_t>(episode.step),
                 .friction = episode.friction,
                 .mass = episode.mass,
                 .noise_scale = episode.noise_scale,
                 .delay = static_cast<int>(episode.delay),
                 .vehicles = {}};
  for (std::size_t agent = 0; agent < static_cast<std::size_t>(agents()); ++agent)
    view.vehicles.push_back(vehicle_at(world, agent));
  return view;
}

/// The one list of what evolves: snapshot and restore both read it.
template <class Dynamics>
template <class Self, class Words, class Numbers>
void CpuBatch<Dynamics>::visit_all(Self& self, Words&& words, Numbers&& numbers) {
  for (auto& episode : self.episodes_) {
    WorldEpisode::words(episode, words);
    WorldEpisode::numbers(episode, numbers);
  }
  for (auto& memory : self.memories_) AgentMemory::fields(memory, numbers);
  for (auto& action : self.ring_) numbers("ring", action);
}

template <class Dynamics>
BatchSnapshot CpuBatch<Dynamics>::snapshot() const {
  BatchSnapshot snapshot;
  visit_all(
      *this, [&](const char*, std::uint64_t word) { snapshot.words.push_back(word); },
      [&](const char*, double number) { snapshot.numbers.push_back(number); });
  for (int world = 0; world < worlds(); ++world)
    for (std::size_t agent = 0; agent < static_cast<std::size_t>(agents()); ++agent) {
      const State state = vehicle_at(world, agent);
      State::fields(state, [&](const char*, double n) { snapshot.numbers.push_back(n); });
    }
  snapshot.sensors = sensors_.snapshot();
  return snapshot;
}

template <class Dynamics>
Result<void> CpuBatch<Dynamics>::restore(const BatchSnapshot& snapshot) {
  std::size_t words = 0, numbers = memories_.size() * kStateFields;
  visit_all(
      *this, [&](const char*, std::uint64_t) { ++words; }, [&](const char*, double) { ++numbers; });
  if (snapshot.words.size() != words || snapshot.numbers.size() != numbers)
    return fail(ErrorCode::Invalid, "the snapshot must have ", words, " words and ", numbers,
                " numbers as this batch has, got ", snapshot.words.size(), " and ",
                snapshot.numbers.size());
  const auto finite = [](double number) { return std::fabs(number) < 1e15; };
  if (!std::all_of(snapshot.numbers.begin(), snapshot.numbers.end(), finite))
    return fail(ErrorCode::Invalid, "the snapshot must hold finite numbers only");
  const std::size_t each = words / episodes_.size();
  for (std::size_t w = 0; w < episodes_.size(); ++w) {
    const std::uint64_t* word = snapshot.words.data() + w * each;
    const std::uint64_t arena = word[3], delay = word[4];
    if (arena >= task_.arenas.size() ||
        delay > static_cast<std::uint64_t>(task_.options.delay_high))
      return fail(ErrorCode::Invalid, "world ", w, " of the snapshot is not of this task's arenas");
  }
  const auto arena_then = [&](int world) -> const Arena& {
    return task_.arenas[snapshot.words[static_cast<std::size_t>(world) * each + 3]];
  };
  if (auto fine = sensors_.check(snapshot.sensors, *this, arena_then); !fine) return fine;
  auto word = snapshot.words.begin();
  auto number = snapshot.numbers.begin();
  visit_all(
      *this, [&](const char*, std::uint64_t& to) { to = *word++; },
      [&](const char*, auto& to) {
        to = static_cast<std::remove_reference_t<decltype(to)>>(*number++);
      });
  for (AgentMemory& memory : memories_) memory.next = std::max(memory.next, 0.0);
  for (int world = 0; world < worlds(); ++world)
    for (std::size_t agent = 0; agent < static_cast<std::size_t>(agents()); ++agent) {
      State state;
      State::fields(state, [&](const char*, double& n) { n = *number++; });
      state_of(world / layout_.block_worlds).set(lane_of(world) + agent, state);
    }
  std::fill(ended_.begin(), ended_.end(), 0);
  sensors_.restore(snapshot.sensors, *this);
  return {};
}

template class CpuBatch<RacecarDynamics>;
template class CpuBatch<RoverDynamics>;
template class CpuBatch<Quad2dDynamics>;

Result<std::unique_ptr<Batch>> Batch::open(const BatchSpec& asked) {
  BatchSpec spec = asked;
  if (spec.worlds < 1 || spec.worlds > kMostWorldsEver)
    return fail(ErrorCode::Invalid, "worlds must be 1 to ", kMostWorldsEver, ", got ", spec.worlds);
  if (spec.first_world > (1u << 24) - static_cast<std::uint32_t>(spec.worlds))
    return fail(ErrorCode::Invalid, "first_world must leave room below ", 1 << 24, ", got ",
                spec.first_world);
  if (spec.threads < 0 || spec.threads > 256)
    return fail(ErrorCode::Invalid, "threads must be 0 to 256, got ", spec.threads);
  if (spec.threads == 0)
    spec.threads = std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, 256);
  auto task = make_task(spec.task, spec.options);
  if (!task) return tl::unexpected(task.error());
  switch (task->vehicle) {
    case kind_of<Racecar>():
      return std::make_unique<CpuBatch<RacecarDynamics>>(spec, std::move(*task));
    case kind_of<Rover>():
      return std::make_unique<CpuBatch<RoverDynamics>>(spec, std::move(*task));
    case kind_of<Quad2d>():
      return std::make_unique<CpuBatch<Quad2dDynamics>>(spec, std::move(*task));
    default:
      return fail(ErrorCode::Invalid, "task ", spec.task,
                  " drives a vehicle the batch does not have");
  }
}

}  // namespace paddock
