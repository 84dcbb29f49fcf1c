// Cars that follow a line.
#pragma once

#include <optional>
#include <vector>

#include "paddock/core/vec.h"
#include "paddock/world/pieces/piece_kind.h"
#include "paddock/world/pieces/schedule.h"

namespace paddock {

struct TrainSpec {
  std::vector<Vec2> points;
  bool closed{true};
  double speed{0.5};
  int cars{2};
  Vec3 car_size{0.6, 0.2, 0.25};
  std::optional<double> spacing{};  // m between the middles of two cars; none: 1.1 car lengths
  std::optional<double> gap{};      // m between two trains of an open line; none: one train
  double phase{};                   // s it has travelled at the start

  static void fields(auto&& visit) {
    visit(&TrainSpec::points, line_field("points"), &TrainSpec::closed);
    visit(&TrainSpec::closed, truth_field("closed"));
    visit(&TrainSpec::speed, ranged_field("speed", "m/s", Scaling::None, 0, 100));
    visit(&TrainSpec::cars, ranged_field("cars", "", Scaling::None, 1, 50));
    visit(&TrainSpec::car_size, positive_field("car_size", "m", Scaling::Whole, 100));
    visit(&TrainSpec::spacing, positive_field("spacing", "m", Scaling::Whole, kMostMetres));
    visit(&TrainSpec::gap, ranged_field("gap", "m", Scaling::Whole, 0, kMostMetres));
    visit(&TrainSpec::phase, kPhaseField);
  }
  static const PieceKind<TrainSpec> kind;
  bool operator==(const TrainSpec&) const = default;
};

}  // namespace paddock
