#include "paddock/world/roads/road_spec.h"

namespace paddock {

double value_at(std::span<const CubicSpan> spans, double s) {
  if (spans.empty()) return 0;
  std::size_t i = 0;
  while (i + 1 < spans.size() && spans[i + 1].from <= s) ++i;
  const CubicSpan& span = spans[i];
  const double x = s - span.from;
  return span.a + x * (span.b + x * (span.c + x * span.d));
}

}  // namespace paddock
