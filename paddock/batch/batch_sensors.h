// Sensors by name on the vehicles of a batch's worlds. Each measures from its world as it is now;
// what one remembers is sampled once a step and begins anew with an episode. Worlds where nobody
// asked for a sensor have no part in it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "paddock/batch/batch.h"
#include "paddock/engine/sensing.h"

namespace paddock {

class BatchSensors {
 public:
  BatchSensors(bool ideal, int ticks_per_step) : ideal_(ideal), ticks_per_step_(ticks_per_step) {}

  bool empty() const { return worlds_.empty(); }

  // as Batch has them, of one world
  std::vector<std::string> names(const WorldView& view, int agent);
  Result<BatchSensor> info(const WorldView& view, int agent, std::string_view sensor);
  Result<BatchReading> read(const WorldView& view, int world, int agent, std::string_view sensor);

  /// In a tick of the step under way. For each world from any one thread.
  void add_contacts(int world, std::span<const ContactEvent> contacts);
  /// After every step and reset: what sensors remember goes on, or begins anew.
  void follow(const Batch& batch);

  std::vector<WorldSensor> snapshot() const;
  /// Says what is wrong with sensors that are to be restored in worlds of these arenas.
  Result<void> check(std::span<const WorldSensor> sensors, const Batch& batch,
                     const std::function<const Arena&(int world)>& arena_of);
  /// The batch is as it was then. Those that are not among `sensors` begin anew.
  void restore(std::span<const WorldSensor> sensors, const Batch& batch);

 private:
  /// An arena as the engine takes it, for whichever world is looked at. Its ticks are steps.
  struct ArenaEngine {
    Model model;
    State state;
    Scratch scratch;
    Output output;
  };
  struct Mounted {
    int agent{};
    std::string sensor;            // as it was asked for
    const Arena* arena{};          // that it was made for
    MountedSensor made{};          // null: this arena cannot have it
    std::vector<double> memory{};  // empty: it remembers nothing
    SensorReading reading{};
  };
  struct SensedWorld {
    std::uint64_t seed{};  // of the episode, and
    std::int64_t step{};   // where it was followed last
    std::vector<VehicleState> vehicles;
    std::vector<ContactEvent> contacts;  // of the step under way
    std::vector<Mounted> sensors;
    bool remembers{};  // some sensor does
  };

  ArenaEngine& engine_of(const Arena& arena);
  ArenaEngine& engine_at(const WorldView& view);
  Result<MountedSensor> make(const Arena& arena, int agent, std::string_view sensor);
  Result<Mounted*> find_or_mount(const WorldView& view, int world, int agent,
                                 std::string_view sensor);
  void switch_on(const WorldView& view, Mounted& sensor);
  void advance(const WorldView& view, SensedWorld& world);
  void limit_scenes(const Arena& used);
  static void note(const WorldView& view, SensedWorld& world);

  bool ideal_{};
  int ticks_per_step_{};
  std::map<int, SensedWorld> worlds_;
  std::map<const Arena*, ArenaEngine> engines_;
  std::vector<const Arena*> scenes_;  // that have a ray scene, the one used last at the end
};

}  // namespace paddock
