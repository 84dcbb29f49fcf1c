// How many figures kinds had when snapshots and recordings of earlier versions were written: those
// they have had since were appended, and are then as the kind has them.
#pragma once

#include <cstddef>
#include <variant>

#include "paddock/vehicles/vehicle.h"

namespace paddock {

/// Of quad2d, before the air moved and its switches were figures.
inline constexpr std::size_t kQuadFiguresOnce = 12;

/// So many figures are those of these params, now or of an earlier version.
inline bool figures_fit(const VehicleParams& params, std::size_t count) {
  if (count == figures_of(params).size()) return true;
  return std::holds_alternative<Quad2dParams<double>>(params.figures) && count == kQuadFiguresOnce;
}

}  // namespace paddock
