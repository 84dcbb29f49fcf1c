// Where lines of a level meet although they should not: a wall with a crossing has no inside.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "paddock/core/vec.h"

namespace paddock {

struct LineView {
  std::span<const Vec2> points;
  bool closed{};
};

/// Two stretches that meet, each as its line and the number of its first point, from 0.
struct Crossing {
  std::size_t first_line{}, first_point{};
  std::size_t second_line{}, second_point{};
};

/// A place where a line crosses or touches itself or another, or folds back onto itself. The two
/// ends of an open line may meet. Neighbouring points must differ.
std::optional<Crossing> find_crossing(std::span<const LineView> lines);

}  // namespace paddock
