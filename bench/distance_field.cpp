#include "bench/distance_field.h"

#include <algorithm>
#include <cmath>

namespace paddock {
namespace {

constexpr float kFar = 1e12f;

/// Squared distances along one line of cells: the lower envelope of parabolas (Felzenszwalb and
/// Huttenlocher 2012).
void transform_line(std::vector<float>& line, std::vector<int>& place, std::vector<float>& border) {
  const int n = static_cast<int>(line.size());
  const std::vector<float> f = line;
  const auto at = [&](int i) { return f[static_cast<std::size_t>(i)]; };
  int k = 0;
  place[0] = 0, border[0] = -kFar, border[1] = kFar;
  for (int q = 1; q < n; ++q) {
    const auto meet = [&](int p) {
      return (at(q) + static_cast<float>(q * q) - at(p) - static_cast<float>(p * p)) /
             static_cast<float>(2 * (q - p));
    };
    while (k > 0 && meet(place[static_cast<std::size_t>(k)]) <= border[static_cast<std::size_t>(k)])
      --k;
    const float s = meet(place[static_cast<std::size_t>(k)]);
    ++k;
    place[static_cast<std::size_t>(k)] = q;
    border[static_cast<std::size_t>(k)] = s, border[static_cast<std::size_t>(k) + 1] = kFar;
  }
  k = 0;
  for (int q = 0; q < n; ++q) {
    while (border[static_cast<std::size_t>(k) + 1] < static_cast<float>(q)) ++k;
    const int p = place[static_cast<std::size_t>(k)];
    line[static_cast<std::size_t>(q)] = static_cast<float>((q - p) * (q - p)) + at(p);
  }
}

void transform(DistanceField& field) {
  const auto n = static_cast<std::size_t>(std::max(field.columns, field.rows));
  std::vector<int> place(n);
  std::vector<float> border(n + 1), line;
  const auto index = [&](int c, int r) { return static_cast<std::size_t>(r * field.columns + c); };
  line.resize(static_cast<std::size_t>(field.rows));
  for (int c = 0; c < field.columns; ++c) {
    for (int r = 0; r < field.rows; ++r)
      line[static_cast<std::size_t>(r)] = field.distance[index(c, r)];
    transform_line(line, place, border);
    for (int r = 0; r < field.rows; ++r)
      field.distance[index(c, r)] = line[static_cast<std::size_t>(r)];
  }
  line.resize(static_cast<std::size_t>(field.columns));
  for (int r = 0; r < field.rows; ++r) {
    for (int c = 0; c < field.columns; ++c)
      line[static_cast<std::size_t>(c)] = field.distance[index(c, r)];
    transform_line(line, place, border);
    for (int c = 0; c < field.columns; ++c)
      field.distance[index(c, r)] =
          std::sqrt(line[static_cast<std::size_t>(c)]) * static_cast<float>(field.cell);
  }
}

}  // namespace

DistanceField make_distance_field(std::span<const Segment2> segments, double cell) {
  Bounds2 bounds;
  for (const Segment2& s : segments) bounds.add(s.from), bounds.add(s.to);
  bounds = bounds.grown(1);
  DistanceField field{.low = bounds.low,
                      .cell = cell,
                      .columns = static_cast<int>((bounds.high.x - bounds.low.x) / cell) + 1,
                      .rows = static_cast<int>((bounds.high.y - bounds.low.y) / cell) + 1,
                      .distance = {}};
  field.distance.assign(
      static_cast<std::size_t>(field.columns) * static_cast<std::size_t>(field.rows), kFar);
  for (const Segment2& s : segments) {
    const int steps = static_cast<int>(distance(s.from, s.to) / (0.5 * cell)) + 1;
    for (int i = 0; i <= steps; ++i) {
      const Vec2 p = lerp(s.from, s.to, static_cast<double>(i) / steps) - field.low;
      const int c = static_cast<int>(p.x / cell), r = static_cast<int>(p.y / cell);
      field.distance[static_cast<std::size_t>(r * field.columns + c)] = 0;
    }
  }
  transform(field);
  return field;
}

float march(const DistanceField& field, Vec2 from, Vec2 way, double max_range) {
  double range = 0;
  while (range < max_range) {
    const Vec2 p = from + range * way - field.low;
    const int c = static_cast<int>(p.x / field.cell), r = static_cast<int>(p.y / field.cell);
    if (p.x < 0 || p.y < 0 || c >= field.columns || r >= field.rows) break;
    const auto free =
        static_cast<double>(field.distance[static_cast<std::size_t>(r * field.columns + c)]);
    if (free < 0.5 * field.cell) return static_cast<float>(range);
    range += free;
  }
  return static_cast<float>(max_range);
}

}  // namespace paddock
