// The batch on the processor's own cores, for one kind of vehicle. A block of worlds at a time:
// actions in, the kernel for all lanes, then world by world contacts, reward, reset and
// observation, so that what one stage wrote is still near when the next reads it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "paddock/batch/batch_sensors.h"
#include "paddock/batch/clearance.h"
#include "paddock/batch/layout.h"
#include "paddock/core/workers.h"
#include "paddock/game/rules.h"
#include "paddock/physics/planar.h"
#include "paddock/sensors/lidar2d.h"

namespace paddock {

/// What a step reads and writes, as Batch::step gets it.
struct StepBuffers {
  std::span<const float> actions;
  std::span<float> observations, rewards;
  std::span<std::uint8_t> terminated, truncated;
};

/// What the batch keeps ready of an arena's ground, so that a tick seldom has to look at the arena.
struct ArenaGround {
  Clearance clearance;
  bool even{};                  // the same surroundings everywhere
  Surroundings<double> around;  // then these
};

/// Buffers of one thread.
struct BatchScratch {
  std::vector<double> step_before, tick_before, input, around;  // lanes of one block
  std::vector<std::uint8_t> touched_wall, touched_vehicle;      // one a lane, in this step
  std::vector<std::uint8_t> broken;  // one a world: numbers left their range
  PlanarState physics;
  PlanarScratch planar;
  PlanarEvents events;
  Lidar2dScratch lidar;
  std::vector<PosedOutline> others;
  std::array<VehicleState, kMaxAgents> before, now;
};

template <class Dynamics>
class CpuBatch final : public Batch {
 public:
  CpuBatch(const BatchSpec& spec, Task task);

  const TaskShape& shape() const override { return task_.shape; }
  int worlds() const override { return layout_.worlds; }
  int threads() const override { return workers_.count(); }
  void reset(std::uint64_t seed, std::span<float> observations) override;
  void reset_each(std::span<const std::uint64_t> seeds, std::span<float> observations) override;
  void reset_some(std::span<const std::uint8_t> which, std::span<float> observations) override;
  void step(std::span<const float> actions, std::span<float> observations, std::span<float> rewards,
            std::span<std::uint8_t> terminated, std::span<std::uint8_t> truncated) override;
  void final_observations(std::span<float> observations) const override;
  void observe(std::span<float> observations) override;
  WorldView view(int world) const override;
  std::vector<std::string> sensor_names(int world, int agent) override {
    return sensors_.names(view(world), agent);
  }
  Result<BatchSensor> sensor_info(int world, int agent, std::string_view sensor) override {
    return sensors_.info(view(world), agent, sensor);
  }
  Result<BatchReading> read_sensor(int world, int agent, std::string_view sensor) override {
    return sensors_.read(view(world), world, agent, sensor);
  }
  BatchSnapshot snapshot() const override;
  Result<void> restore(const BatchSnapshot& snapshot) override;

 private:
  using State = typename Dynamics::State;
  using Input = typename Dynamics::Input;
  using Around = Surroundings<double>;

  // stages of a step, on one block
  void step_block(int block, const StepBuffers& buffers, BatchScratch& scratch);
  void take_actions(int block, std::span<const float> actions, BatchScratch& scratch);
  void move(int block, int tick, BatchScratch& scratch);
  void fill_around(int block, int tick, BatchScratch& scratch);
  void settle(int block, BatchScratch& scratch);
  void finish(int block, const StepBuffers& buffers, BatchScratch& scratch);

  // one world
  void start_all(std::uint64_t seed);
  void start(int world, std::uint64_t seed, std::uint32_t number);
  bool may_touch(int world, const LaneView<State>& before, const LaneView<State>& now) const;
  void freeze_if_out_of_range(const PlanarModel& model, int world, std::size_t lane,
                              const LaneView<State>& before, const LaneView<State>& now,
                              BatchScratch& scratch);
  void resolve(const PlanarModel& model, std::size_t lane, const LaneView<State>& before,
               const LaneView<State>& now, BatchScratch& scratch);
  bool judge(int world, std::span<float> rewards, BatchScratch& scratch);
  void fetch_ahead(int world) const;
  void begin_episode(int world, std::uint64_t episode);
  void write_observation(int world, std::span<float> rows, BatchScratch& scratch);
  void scan_for(int world, std::size_t agent, std::span<float> ranges, BatchScratch& scratch);

  // places in memory
  int agents() const { return task_.shape.agents; }
  std::size_t block_start(int block) const {
    return static_cast<std::size_t>(block) * kStateFields * layout_.lanes;
  }
  LaneView<State> state_of(int block) {
    return {state_.data() + block_start(block), layout_.lanes};
  }
  State vehicle_at(int world, std::size_t agent) const;
  std::size_t lane_of(int world) const {
    return static_cast<std::size_t>(world % layout_.block_worlds * agents());
  }
  std::span<AgentMemory> memories_of(int world) {
    return std::span(memories_).subspan(static_cast<std::size_t>(world * agents()),
                                        static_cast<std::size_t>(agents()));
  }
  std::span<float> row_of(int world, std::span<float> rows) const {
    const auto size = static_cast<std::size_t>(agents() * task_.shape.observation_size);
    return rows.subspan(static_cast<std::size_t>(world) * size, size);
  }
  std::span<float> ring_of(int world, std::size_t agent);
  const Arena& arena_of(int world) const {
    return task_.arenas[episodes_[static_cast<std::size_t>(world)].arena];
  }
  template <class Self, class Words, class Numbers>
  static void visit_all(Self& self, Words&& words, Numbers&& numbers);
  BatchScratch make_scratch() const;

  static constexpr std::size_t kStateFields = field_count<State>();

  Task task_;
  std::uint32_t first_world_{};
  SubSteps cut_;
  BlockLayout layout_;
  Lidar2dScanner scanner_;
  Pose2 body_from_lidar_;
  std::vector<ArenaGround> grounds_;  // one an arena
  std::vector<double> state_;
  std::vector<WorldEpisode> episodes_;
  std::vector<AgentMemory> memories_;
  std::vector<float> ring_;  // actions asked for and not yet due: worlds x agents x slots x actions
  std::size_t ring_slots_{};
  std::vector<float> final_;  // last observations of episodes that ended
  std::vector<std::uint8_t> ended_;
  BatchSensors sensors_;
  Workers workers_;
  std::vector<BatchScratch> scratch_;  // one a worker
};

}  // namespace paddock
