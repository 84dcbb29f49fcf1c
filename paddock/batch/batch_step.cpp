// The stages of a step, block by block, and how one world begins, moves and is observed.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "paddock/batch/batch_cpu.h"
#include "paddock/core/float_state.h"
#include "paddock/core/random.h"

namespace paddock {
namespace {

constexpr std::size_t kLine = 64;        // bytes of a cache line
constexpr std::size_t kLinesAhead = 10;  // asked for early

float clean(float action) { return std::isfinite(action) ? std::clamp(action, -1.0f, 1.0f) : 0.0f; }

/// Of two worlds with equal numbers, equal for ever: the address of all its draws.
std::uint64_t episode_seed(std::uint64_t seed, std::uint32_t world, std::uint64_t episode) {
  DrawAddress at{.seed = seed, .stream = Stream::TaskReset, .entity = world, .tick = episode};
  const std::uint64_t low = draw_bits(at);
  at.index = 1;
  return low | static_cast<std::uint64_t>(draw_bits(at)) << 32;
}

}  // namespace

// --- one step of a block ------------------------------------------------------------------------

template <class Dynamics>
void CpuBatch<Dynamics>::step_block(int block, const StepBuffers& buffers, BatchScratch& scratch) {
  const DefaultFloatState exact;
  const LaneView<State> now = state_of(block);
  std::memcpy(scratch.step_before.data(), now.fields[0],
              scratch.step_before.size() * sizeof(double));
  std::fill(scratch.touched_wall.begin(), scratch.touched_wall.end(), 0);
  std::fill(scratch.touched_vehicle.begin(), scratch.touched_vehicle.end(), 0);
  std::fill(scratch.broken.begin(), scratch.broken.end(), 0);
  take_actions(block, buffers.actions, scratch);
  for (int tick = 0; tick < task_.ticks_per_step; ++tick) {
    move(block, tick, scratch);
    settle(block, scratch);
  }
  finish(block, buffers, scratch);
}

template <class Dynamics>
void CpuBatch<Dynamics>::take_actions(int block, std::span<const float> actions,
                                      BatchScratch& scratch) {
  const LaneView<Input> input(scratch.input.data(), layout_.lanes);
  const std::size_t size = task_.shape.action_scales.size();
  const int first = layout_.first_world(block);
  for (int world = first; world < first + layout_.worlds_in(block); ++world) {
    const WorldEpisode& episode = episodes_[static_cast<std::size_t>(world)];
    const auto memories = memories_of(world);
    for (std::size_t agent = 0; agent < memories.size(); ++agent) {
      const auto row =
          actions.subspan((static_cast<std::size_t>(world * agents()) + agent) * size, size);
      for (std::size_t k = 0; k < size; ++k) {
        float action = clean(row[k]);
        memories[agent].action[k] = action;
        if (ring_slots_ > 0) {  // asked for now, due `delay` steps later; nothing is due at first
          const auto ring = ring_of(world, agent);
          ring[episode.step % ring_slots_ * kMaxActions + k] = action;
          const bool due = episode.step >= episode.delay;
          action = due ? ring[(episode.step - episode.delay) % ring_slots_ * kMaxActions + k] : 0;
        }
        const ActionScale& to = task_.shape.action_scales[k];
        input.fields[to.field][lane_of(world) + agent] = to.scale * static_cast<double>(action);
      }
    }
  }
}

template <class Dynamics>
void CpuBatch<Dynamics>::fill_around(int block, int tick, BatchScratch& scratch) {
  const LaneView<Around> around(scratch.around.data(), layout_.lanes);
  const LaneView<State> now = state_of(block);
  const int first = layout_.first_world(block);
  for (int world = first; world < first + layout_.worlds_in(block); ++world) {
    const WorldEpisode& episode = episodes_[static_cast<std::size_t>(world)];
    const Tick at{static_cast<std::int64_t>(episode.step) * task_.ticks_per_step + tick};
    for (std::size_t agent = 0; agent < static_cast<std::size_t>(agents()); ++agent) {
      const std::size_t lane = lane_of(world) + agent;
      Around here = grounds_[episode.arena].even
                        ? grounds_[episode.arena].around
                        : surroundings_of(arena_of(world).model.physics, episode.seed, agent, at,
                                          now.get(lane));
      here.friction *= episode.friction;
      here.load = episode.mass;
      around.set(lane, here);
    }
  }
}

template <class Dynamics>
void CpuBatch<Dynamics>::move(int block, int tick, BatchScratch& scratch) {
  fill_around(block, tick, scratch);
  const LaneView<State> now = state_of(block);
  const LaneView<Input> input(scratch.input.data(), layout_.lanes);
  const LaneView<Around> around(scratch.around.data(), layout_.lanes);
  std::memcpy(scratch.tick_before.data(), now.fields[0],
              scratch.tick_before.size() * sizeof(double));
  const auto& params = std::get<typename Dynamics::Params>(
      task_.arenas.front().model.vehicles.front().params.figures);
  vehicle_kernels().step<Dynamics>(
      params, {now.fields.data(), input.fields.data(), around.fields.data(), layout_.lanes}, cut_);
}

template <class Dynamics>
void CpuBatch<Dynamics>::settle(int block, BatchScratch& scratch) {
  const LaneView<State> now = state_of(block);
  const LaneView<State> before(scratch.tick_before.data(), layout_.lanes);
  const int first = layout_.first_world(block);
  for (int world = first; world < first + layout_.worlds_in(block); ++world) {
    const PlanarModel& model = arena_of(world).model.physics;
    const std::size_t lane = lane_of(world);
    for (std::size_t agent = 0; agent < static_cast<std::size_t>(agents()); ++agent)
      freeze_if_out_of_range(model, world - first, lane + agent, before, now, scratch);
    if (!may_touch(world, before, now)) continue;
    resolve(model, lane, before, now, scratch);
    if (!sensors_.empty()) sensors_.add_contacts(world, scratch.events.contacts);
  }
}

template <class Dynamics>
void CpuBatch<Dynamics>::finish(int block, const StepBuffers& buffers, BatchScratch& scratch) {
  const int first = layout_.first_world(block), end = first + layout_.worlds_in(block);
  for (int world = first; world < end; ++world) {
    if (world + 1 < end) fetch_ahead(world + 1);
    const bool over = judge(world, buffers.rewards, scratch);
    const auto w = static_cast<std::size_t>(world);
    WorldEpisode& episode = episodes_[w];
    const bool terminated = over || scratch.broken[static_cast<std::size_t>(world - first)] != 0;
    const bool truncated =
        !terminated && episode.step >= static_cast<std::uint64_t>(task_.shape.max_steps);
    buffers.terminated[w] = terminated, buffers.truncated[w] = truncated;
    ended_[w] = terminated || truncated;
    if (ended_[w] != 0) {
      write_observation(world, final_, scratch);
      begin_episode(world, episode.episode + 1);
    }
    write_observation(world, buffers.observations, scratch);
  }
}

template <class Dynamics>
std::span<float> CpuBatch<Dynamics>::ring_of(int world, std::size_t agent) {
  const std::size_t size = ring_slots_ * kMaxActions;
  return std::span(ring_).subspan((static_cast<std::size_t>(world * agents()) + agent) * size,
                                  size);
}

// --- one world ----------------------------------------------------------------------------------

template <class Dynamics>
bool CpuBatch<Dynamics>::may_touch(int world, const LaneView<State>& before,
                                   const LaneView<State>& now) const {
  constexpr std::size_t kX = 0, kY = 1;  // every vehicle's first two fields
  const PlanarModel& model = arena_of(world).model.physics;
  const Clearance& clearance = grounds_[episodes_[static_cast<std::size_t>(world)].arena].clearance;
  std::array<Bounds2, kMaxAgents> reach;
  for (std::size_t agent = 0; agent < static_cast<std::size_t>(agents()); ++agent) {
    const std::size_t lane = lane_of(world) + agent;
    const Vec2 start{before.fields[kX][lane], before.fields[kY][lane]};
    const Vec2 end{now.fields[kX][lane], now.fields[kY][lane]};
    if (agents() > 1) reach[agent] = quick_reach(model.vehicles[agent], start, end);
    if (clearance.surely_free(start, end)) continue;
    const PlanarVehicle& vehicle = model.vehicles[agent];
    if (model.maps[vehicle.map].any_near(quick_reach(vehicle, start, end))) return true;
  }
  return agents() == 2 && reach[0].overlaps(reach[1]);
}

template <class Dynamics>
void CpuBatch<Dynamics>::freeze_if_out_of_range(const PlanarModel& model, int world,
                                                std::size_t lane, const LaneView<State>& before,
                                                const LaneView<State>& now, BatchScratch& scratch) {
  double all = 0;  // stays 0 unless a number is not finite
  for (double* field : now.fields) all += field[lane] * 0;
  const double dx = now.fields[0][lane] - before.fields[0][lane];
  const double dy = now.fields[1][lane] - before.fields[1][lane];
  const double near = model.vehicles.front().longest_move;
  if (all == 0 && dx * dx + dy * dy <= near * near) return;
  const VehicleState from = before.get(lane);
  if (in_range(model.vehicles.front(), from, VehicleState(now.get(lane)))) return;
  now.set(lane, std::get<State>(state_at(task_.vehicle, pose_of(from))));
  scratch.broken[static_cast<std::size_t>(world)] = 1;
}

/// The engine's own contacts, from a copy of this world's vehicles.
template <class Dynamics>
void CpuBatch<Dynamics>::resolve(const PlanarModel& model, std::size_t lane,
                                 const LaneView<State>& before, const LaneView<State>& now,
                                 BatchScratch& scratch) {
  const auto count = static_cast<std::size_t>(agents());
  for (std::size_t agent = 0; agent < count; ++agent) {
    std::get<State>(scratch.physics.vehicles[agent]) = now.get(lane + agent);
    scratch.planar.before[agent] = before.get(lane + agent);
  }
  scratch.events.contacts.clear();
  resolve_contacts(model, scratch.physics, scratch.planar, scratch.events);
  if (scratch.events.contacts.empty() &&
      std::none_of(scratch.planar.touched.begin(), scratch.planar.touched.end(),
                   [](std::uint8_t touched) { return touched != 0; }))
    return;
  for (std::size_t agent = 0; agent < count; ++agent)
    now.set(lane + agent, std::get<State>(scratch.physics.vehicles[agent]));
  for (const ContactEvent& event : scratch.events.contacts) {
    if (!event.other) scratch.touched_wall[lane + index_of(event.vehicle)] = 1;
    if (event.other) scratch.touched_vehicle[lane] = scratch.touched_vehicle[lane + count - 1] = 1;
  }
}

template <class Dynamics>
bool CpuBatch<Dynamics>::judge(int world, std::span<float> rewards, BatchScratch& scratch) {
  const LaneView<State> now = state_of(world / layout_.block_worlds);
  const LaneView<State> before(scratch.step_before.data(), layout_.lanes);
  const auto w = static_cast<std::size_t>(world), count = static_cast<std::size_t>(agents());
  std::array<AgentStep, kMaxAgents> steps;
  for (std::size_t agent = 0; agent < count; ++agent) {
    const std::size_t lane = lane_of(world) + agent;
    std::get<State>(scratch.before[agent]) = before.get(lane);
    std::get<State>(scratch.now[agent]) = now.get(lane);
    steps[agent] = {.before = &scratch.before[agent],
                    .after = &scratch.now[agent],
                    .touched_wall = scratch.touched_wall[lane] != 0,
                    .touched_vehicle = scratch.touched_vehicle[lane] != 0};
  }
  ++episodes_[w].step;
  return task_.rules->judge(arena_of(world), std::span(steps).first(count), memories_of(world),
                            rewards.subspan(w * count, count));
}

/// Asks for the first of what a small arena's scan will read: arenas are met in no order.
template <class Dynamics>
void CpuBatch<Dynamics>::fetch_ahead(int world) const {
  const LidarMapView map = arena_of(world).model.lidar_maps.front().view();
  const auto fetch = [](const void* from, std::size_t count, std::size_t size) {
    const std::size_t lines = std::min(kLinesAhead, count * size / kLine);
    for (std::size_t line = 0; line < lines; ++line)
      __builtin_prefetch(static_cast<const char*>(from) + line * kLine);
  };
  fetch(map.boxes, map.box_groups, sizeof(LidarBoxes));
  fetch(map.chunks, map.chunk_count, sizeof(LidarChunk));
}

template <class Dynamics>
void CpuBatch<Dynamics>::begin_episode(int world, std::uint64_t episode) {
  WorldEpisode& now = episodes_[static_cast<std::size_t>(world)];
  const TaskOptions& options = task_.options;
  now = {.episode = episode, .origin_seed = now.origin_seed, .origin_world = now.origin_world};
  now.seed = episode_seed(now.origin_seed, static_cast<std::uint32_t>(now.origin_world), episode);
  DrawSequence draws({.seed = now.seed, .stream = Stream::Randomise});
  const auto last_arena = static_cast<std::int64_t>(task_.arenas.size()) - 1;
  now.arena = static_cast<std::uint64_t>(draws.integer(0, last_arena));
  now.friction = draws.between(options.friction.low, options.friction.high);
  now.mass = draws.between(options.mass.low, options.mass.high);
  now.noise_scale = draws.between(options.noise_scale.low, options.noise_scale.high);
  now.delay = static_cast<std::uint64_t>(draws.integer(options.delay_low, options.delay_high));

  std::array<VehicleState, kMaxAgents> vehicles;
  const auto count = static_cast<std::size_t>(agents());
  task_.rules->begin(arena_of(world), now.seed, std::span(vehicles).first(count),
                     memories_of(world));
  const LaneView<State> lanes = state_of(world / layout_.block_worlds);
  for (std::size_t agent = 0; agent < count; ++agent)
    lanes.set(lane_of(world) + agent, std::get<State>(vehicles[agent]));
}

template <class Dynamics>
void CpuBatch<Dynamics>::write_observation(int world, std::span<float> rows,
                                           BatchScratch& scratch) {
  const LaneView<State> lanes = state_of(world / layout_.block_worlds);
  const auto count = static_cast<std::size_t>(agents());
  for (std::size_t agent = 0; agent < count; ++agent)
    std::get<State>(scratch.now[agent]) = lanes.get(lane_of(world) + agent);
  const std::span<float> row = row_of(world, rows);
  const std::size_t size = row.size() / count, beams = static_cast<std::size_t>(task_.shape.beams);
  for (std::size_t agent = 0; agent < count; ++agent) {
    const std::span<float> mine = row.subspan(agent * size, size);
    if (beams > 0) scan_for(world, agent, mine.first(beams), scratch);
    task_.rules->tell(arena_of(world), std::span(scratch.now).first(count), memories_of(world),
                      agent, mine.subspan(beams));
  }
}

template <class Dynamics>
void CpuBatch<Dynamics>::scan_for(int world, std::size_t agent, std::span<float> ranges,
                                  BatchScratch& scratch) {
  const Model& model = arena_of(world).model;
  const WorldEpisode& episode = episodes_[static_cast<std::size_t>(world)];
  scratch.others.clear();
  for (std::size_t other = 0; other < static_cast<std::size_t>(agents()); ++other)
    if (other != agent)
      scratch.others.push_back(
          place(model.physics.vehicles[other].outline, pose_of(scratch.now[other])));
  const Pose2 pose = pose_of(scratch.now[agent]);
  const Pose2 world_from_lidar = body_from_lidar_.x == 0 ? pose : pose * body_from_lidar_;
  const Lidar2dMap& map = model.lidar_maps.front();  // one kind of vehicle: one height
  if (!task_.options.noise) {
    scan(scanner_, map, scratch.others, world_from_lidar, all_beams(task_.shape.lidar),
         scratch.lidar, ranges);
    return;
  }
  RangeNoise noise = task_.noise;
  noise.sigma *= static_cast<float>(episode.noise_scale);
  scan_with_noise(scanner_, map, scratch.others, world_from_lidar, all_beams(task_.shape.lidar),
                  noise,
                  {.seed = episode.seed,
                   .stream = Stream::LidarRange,
                   .entity = static_cast<std::uint32_t>(agent),
                   .tick = episode.step},
                  scratch.lidar, ranges);
}

template class CpuBatch<RacecarDynamics>;
template class CpuBatch<RoverDynamics>;
template class CpuBatch<Quad2dDynamics>;

}  // namespace paddock
