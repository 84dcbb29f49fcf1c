// A sensor of the catalogue outside any run: a test says what it is handed.
#pragma once

#include <cstdlib>
#include <iostream>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "paddock/sensors/catalogue.h"
#include "tests/support/worlds.h"

namespace paddock {

/// There is nothing to look at.
class NoEyes final : public SensorEyes {
 public:
  const FlatSight* flat(double /*height*/, double /*reach*/) override { return nullptr; }
  const RayScene* scene(bool /*own_body*/, bool /*vehicles*/) override { return nullptr; }
  Workers& workers() override { std::abort(); }
  void take(const CameraParams& /*camera*/, const DrawAddress& /*noise*/,
            CameraReading& picture) override {
    picture = {};
  }
};

struct LoneSensor {
  World world = build_world(open_level());
  NoEyes eyes;
  SensorSight sight{.tick = Tick{1},
                    .dt = 0.01,
                    .world_from_body = {},
                    .body_before = {},
                    .motion = {},
                    .noise = {.seed = 3, .stream = {}, .entity = 2, .tick = 1, .index = 0},
                    .eyes = eyes};
  std::unique_ptr<Sensor> sensor;
  std::vector<double> memory;

  /// "imu unit=d435i smoothing=0.5", mounted at `body_from_sensor`.
  explicit LoneSensor(std::string_view text, const Pose3& body_from_sensor = {}) {
    const SensorSpec spec = must(parse_sensor(text));
    const SensorKind& kind = *must(find_sensor_kind(spec.kind));
    Figures figures = must(figures_of(kind, *must(find_sensor_unit(kind, spec.unit)), spec.figures,
                                      spec.ideal.value_or(false)));
    sensor = must(kind.make({std::move(figures), body_from_sensor, world}));
    memory = sensor->start(sight);
  }
  LoneSensor(const LoneSensor&) = delete;  // the sight refers to the eyes
  LoneSensor& operator=(const LoneSensor&) = delete;

  const VectorForm& form() const { return std::get<VectorForm>(sensor->form()); }
  void advance() { sensor->advance(sight, memory); }
  std::vector<double> read() const {
    SensorReading reading = VectorReading{};
    sensor->read(sight, memory, reading);
    return std::get<VectorReading>(reading).values;
  }

 private:
  template <class T>
  static T must(Result<T> result) {
    if (!result) std::cerr << result.error().message << '\n', std::abort();
    return std::move(*result);
  }
};

}  // namespace paddock
