// Which two of many may touch, without asking all against all: a sweep along x over their bounds.
// Metres. Allocates nothing once its lists are long enough.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <vector>

#include "paddock/geom/shape.h"

namespace paddock {

/// Bounds of the one called `index`; empty ones overlap nothing.
struct SweptBounds {
  Bounds2 bounds;
  std::uint32_t index{};
};

/// Two of many, `first` the lower index.
struct IndexPair {
  std::uint32_t first{}, second{};
  auto operator<=>(const IndexPair&) const = default;
};

/// Calls visit(pair) once for each two that overlap, edges included, in no promised order. Sorts
/// `items` and drops empty ones.
template <class Visit>
void sweep_overlaps(std::vector<SweptBounds>& items, Visit&& visit) {
  std::erase_if(items, [](const SweptBounds& item) {
    return !(item.bounds.low.x <= item.bounds.high.x);  // a coordinate that is no number, too
  });
  std::sort(items.begin(), items.end(), [](const SweptBounds& a, const SweptBounds& b) {
    return a.bounds.low.x < b.bounds.low.x;
  });
  for (auto a = items.begin(); a != items.end(); ++a)
    for (auto b = a + 1; b != items.end() && b->bounds.low.x <= a->bounds.high.x; ++b)
      if (a->bounds.overlaps(b->bounds))
        visit(IndexPair{std::min(a->index, b->index), std::max(a->index, b->index)});
}

}  // namespace paddock
