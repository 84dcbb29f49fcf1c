// The rule for a sensor's figures that came from outside: deviations and sizes are finite and at
// least 0.
#pragma once

#include <cmath>
#include <initializer_list>
#include <string_view>

#include "paddock/core/error.h"

namespace paddock {

struct NamedFigure {
  std::string_view name;
  double value{};
};

/// Says which figure of which sensor breaks the rule.
inline Result<void> check_figures(std::string_view sensor,
                                  std::initializer_list<NamedFigure> figures) {
  for (const NamedFigure& figure : figures)
    if (!std::isfinite(figure.value) || figure.value < 0)
      return fail(ErrorCode::Invalid, sensor, ' ', figure.name,
                  " must be finite and at least 0, got ", figure.value);
  return {};
}

}  // namespace paddock
