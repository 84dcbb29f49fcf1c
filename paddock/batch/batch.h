// N worlds side by side: the engine's own tick for all of them, with lidar, reward, done and
// automatic reset, observations written straight into the caller's buffers. Results do not depend
// on the number of threads, the size of the batch or which worlds share it; one world alone equals
// the engine bit for bit. No allocation in step or reset, unless sensors that remember something
// were read.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "paddock/core/error.h"
#include "paddock/game/tasks.h"
#include "paddock/sensors/reading.h"

namespace paddock {

struct BatchSpec {
  std::string task{"race"};  // race, duel, blocks, slalom, waypoints
  int worlds{1};
  std::uint64_t seed{1};         // world w draws from (seed, first_world + w)
  std::uint32_t first_world{0};  // so that one batch of 64 equals 64 batches of one
  int threads{0};                // 0: all cores
  TaskOptions options;
};

/// What a sensor of a world remembers.
struct WorldSensor {
  int world{}, agent{};
  std::string sensor;  // as it was asked for
  std::vector<double> memory;
  bool operator==(const WorldSensor&) const = default;
};

/// Everything that evolves in a batch, as one value.
struct BatchSnapshot {
  std::vector<double> numbers;
  std::vector<std::uint64_t> words;
  std::vector<WorldSensor> sensors;
  bool operator==(const BatchSnapshot&) const = default;
};

/// One world of a batch, for pictures and tests.
struct WorldView {
  const Arena* arena{};  // lives as long as the batch
  std::uint64_t seed{};  // of the episode
  std::int64_t step{};   // in the episode
  double friction{1}, mass{1}, noise_scale{1};
  int delay{};
  std::vector<VehicleState> vehicles;
};

/// A sensor on a vehicle of a world, and what all its readings have in common.
struct BatchSensor {
  SensorMount mount;  // resolved (engine/sensing.h)
  ReadingForm form;
};
struct BatchReading {
  const ReadingForm* form{};
  const SensorReading* reading{};
};

class Batch {
 public:
  /// Makes the task's arenas and starts every world with the spec's seed. Says what is wrong with
  /// it.
  static Result<std::unique_ptr<Batch>> open(const BatchSpec& spec);
  virtual ~Batch() = default;

  virtual const TaskShape& shape() const = 0;
  virtual int worlds() const = 0;
  virtual int threads() const = 0;

  // Spans are exactly as long as said: our own callers are asserted, others must check.
  // observations: worlds x agents x observation size. rewards: worlds x agents. terminated,
  // truncated and `which`: one byte a world, since all agents of a world end together.

  /// Starts every world anew with episode seeds drawn from `seed`; writes first observations.
  virtual void reset(std::uint64_t seed, std::span<float> observations) = 0;
  /// Starts world w as world 0 of a batch of its own with seeds[w]; writes first observations.
  virtual void reset_each(std::span<const std::uint64_t> seeds, std::span<float> observations) = 0;
  /// Starts the worlds whose byte is not 0 anew; writes their observations.
  virtual void reset_some(std::span<const std::uint8_t> which, std::span<float> observations) = 0;

  /// One step of every world. `actions`: worlds x agents x action size, each in [-1, 1] (outside is
  /// clamped, not finite counts as 0). A world that ended is reset at once: its observation is then
  /// the first of the new episode, while reward and flags belong to the old one.
  virtual void step(std::span<const float> actions, std::span<float> observations,
                    std::span<float> rewards, std::span<std::uint8_t> terminated,
                    std::span<std::uint8_t> truncated) = 0;
  /// The last observation of episodes that ended in the latest step; other worlds' rows are left
  /// alone.
  virtual void final_observations(std::span<float> observations) const = 0;
  /// Writes every world's observation again: what the latest step or reset wrote.
  virtual void observe(std::span<float> observations) = 0;

  virtual WorldView view(int world) const = 0;

  // Sensors by name on the vehicles of a world: "lidar", "lidar@front beams=720", as parse_sensor
  // takes them. A name alone is the level's own sensor of that name, else one as such a vehicle
  // carries it. Without noise where the task is played without.

  /// Names that can be asked for.
  virtual std::vector<std::string> sensor_names(int world, int agent) = 0;
  /// Says what is wrong with the words.
  virtual Result<BatchSensor> sensor_info(int world, int agent, std::string_view sensor) = 0;
  /// What it tells now; good until the next call. A sensor that remembers something is switched on
  /// by the first call and by every episode that begins, and samples once a step.
  virtual Result<BatchReading> read_sensor(int world, int agent, std::string_view sensor) = 0;

  virtual BatchSnapshot snapshot() const = 0;
  /// Fails, changing nothing, when the snapshot is not of a batch of this task, size and options.
  /// Sensors that remember something come with it; others of that sort begin anew.
  virtual Result<void> restore(const BatchSnapshot& snapshot) = 0;
};

}  // namespace paddock
