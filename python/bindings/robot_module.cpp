// One EES-PEES robot in one world, without sockets: what the door says and hears, as calls.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>

#include <optional>

#include "paddock/game/task_levels.h"
#include "paddock/game/training_robot.h"
#include "python/bindings/raise.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace paddock {
namespace {

class RobotWorld {
 public:
  RobotWorld(int cells, double scale, int obstacles, std::uint32_t seed, bool solvable,
             bool true_ranges, bool noise) {
    const LevelSettings settings{{"cells", static_cast<double>(cells)},
                                 {"scale", scale},
                                 {"blocks", static_cast<double>(obstacles)},
                                 {"solvable", solvable ? 1.0 : 0.0}};
    const auto level = blocks_level(seed, settings);
    if (!level) raise(level.error());
    const std::shared_ptr<const World>& shared = level->world;
    model_ = value_or_raise(
        make_model(shared, value_or_raise(setups_from_starts(*shared, 1, "")), seed));
    state_ = initial_state(model_);
    scratch_ = make_scratch(model_);
    output_ = make_output(model_);
    sensors_ = RobotSensors(model_, VehicleId{0}, {.true_ranges = true_ranges, .noise = noise});
  }

  /// Holds a command for so many ticks; false when it touched something in one of them.
  bool step(double heading, double speed, int ticks) {
    if (ticks < 1) raise({ErrorCode::Invalid, concat("ticks must be at least 1, got ", ticks)});
    const VehicleInput input = input_of(RobotCommand{heading, speed});
    bool clear = true;
    std::optional<RobotReading> before;  // a tick before the end, for the speed
    for (int i = 0; i < ticks; ++i) {
      if (i == ticks - 1 && count(state_.tick) > 0) before = read_sensors(nullptr);
      paddock::step(model_, {&input, 1}, state_, scratch_, output_);
      clear = clear && output_.physics.contacts.empty();
    }
    reading_ = read_sensors(before ? &*before : nullptr);
    return clear;
  }

  std::pair<double, double> target() const {
    const Vec2 at = original_place(position(model_.world->triggers.front().pose));
    return {static_cast<float>(at.x), static_cast<float>(at.y)};  // as the wire carries it
  }
  const RobotReading& reading() const { return reading_; }

 private:
  RobotReading read_sensors(const RobotReading* before) {
    return sensors_.read(model_, state_, scratch_, before);
  }

  Model model_;
  State state_;
  Scratch scratch_;
  Output output_;
  RobotSensors sensors_;
  RobotReading reading_;
};

nb::tuple triple(const std::array<double, 3>& v) { return nb::make_tuple(v[0], v[1], v[2]); }

nb::tuple reading(const RobotWorld& world) {
  const RobotReading& r = world.reading();
  auto* copy = new std::array<float, kRobotRays>(r.distance);
  const nb::capsule owner(
      copy, [](void* p) noexcept { delete static_cast<std::array<float, kRobotRays>*>(p); });
  const nb::ndarray<nb::numpy, float> ranges(copy->data(), {std::size_t{kRobotRays}}, owner);
  return nb::make_tuple(r.sim_time, r.speed, r.steer, triple(r.gps), triple(r.compass), ranges);
}

}  // namespace

void bind_robot(nb::module_& m) {
  nb::class_<RobotWorld>(m, "RobotWorld", "One EES-PEES robot in a world of blocks.")
      .def(nb::init<int, double, int, std::uint32_t, bool, bool, bool>(), nb::kw_only(), "cells"_a,
           "scale"_a, "obstacles"_a, "seed"_a, "solvable"_a, "true_ranges"_a, "noise"_a)
      .def("step", &RobotWorld::step, "heading"_a, "speed"_a, "ticks"_a,
           "Holds a command for so many ticks. False when the robot touched something.")
      .def_prop_ro("reading", reading, "sim_time, speed, steer, gps, compass and 360 distances.")
      .def_prop_ro("target", &RobotWorld::target, "x and z, m.");
}

}  // namespace paddock
