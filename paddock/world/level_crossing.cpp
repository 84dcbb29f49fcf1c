// Stretches are sorted by their lowest x, so only those that overlap in x are compared: about
// linear for lines that go places, quadratic for a line that runs up and down on one spot.
#include "paddock/world/level_crossing.h"

#include <algorithm>
#include <tuple>
#include <vector>

namespace paddock {
namespace {

struct Stretch {
  Vec2 from, to;
  std::size_t line{}, point{};
  std::size_t count{};  // of stretches in its line
  bool ring{};          // the last stretch ends where the first begins
  double low() const { return std::min(from.x, to.x); }
  double high() const { return std::max(from.x, to.x); }
};

void add_stretches(const LineView& view, std::size_t line, std::vector<Stretch>& into) {
  const auto points = view.points;
  if (points.size() < 2) return;
  const std::size_t count = view.closed ? points.size() : points.size() - 1;
  const bool ring = view.closed || points.front() == points.back();
  for (std::size_t i = 0; i < count; ++i) {
    into.push_back({points[i], points[(i + 1) % points.size()], line, i, count, ring});
  }
}

// side of `p` from the line through a and b: -1, 0 or 1
int side(Vec2 a, Vec2 b, Vec2 p) {
  const double turn = cross(b - a, p - a);
  return turn > 0 ? 1 : turn < 0 ? -1 : 0;
}

bool in_box(Vec2 a, Vec2 b, Vec2 p) {
  return std::min(a.x, b.x) <= p.x && p.x <= std::max(a.x, b.x) && std::min(a.y, b.y) <= p.y &&
         p.y <= std::max(a.y, b.y);
}

bool meet(const Stretch& a, const Stretch& b) {
  if (std::max(a.from.y, a.to.y) < std::min(b.from.y, b.to.y) ||
      std::max(b.from.y, b.to.y) < std::min(a.from.y, a.to.y)) {
    return false;
  }
  const int b_from = side(a.from, a.to, b.from), b_to = side(a.from, a.to, b.to);
  const int a_from = side(b.from, b.to, a.from), a_to = side(b.from, b.to, a.to);
  if (b_from * b_to < 0 && a_from * a_to < 0) return true;
  return (b_from == 0 && in_box(a.from, a.to, b.from)) ||
         (b_to == 0 && in_box(a.from, a.to, b.to)) ||
         (a_from == 0 && in_box(b.from, b.to, a.from)) || (a_to == 0 && in_box(b.from, b.to, a.to));
}

// b follows a and turns back along it
bool fold(const Stretch& a, const Stretch& b) {
  const Vec2 u = a.to - a.from, v = b.to - b.from;
  return cross(u, v) == 0 && dot(u, v) < 0;
}

bool wrong(const Stretch& a, const Stretch& b) {
  if (a.line != b.line) return meet(a, b);
  const auto follows = [](const Stretch& before, const Stretch& after) {
    return after.point == before.point + 1 ||
           (before.ring && after.point == 0 && before.point + 1 == before.count);
  };
  if (follows(a, b)) return fold(a, b);
  if (follows(b, a)) return fold(b, a);
  return meet(a, b);
}

}  // namespace

std::optional<Crossing> find_crossing(std::span<const LineView> lines) {
  std::vector<Stretch> stretches;
  for (std::size_t i = 0; i < lines.size(); ++i) add_stretches(lines[i], i, stretches);
  std::sort(stretches.begin(), stretches.end(), [](const Stretch& a, const Stretch& b) {
    return std::tuple(a.low(), a.line, a.point) < std::tuple(b.low(), b.line, b.point);
  });
  for (std::size_t i = 0; i < stretches.size(); ++i) {
    for (std::size_t j = i + 1; j < stretches.size(); ++j) {
      const Stretch &a = stretches[i], &b = stretches[j];
      if (b.low() > a.high()) break;
      if (!wrong(a, b)) continue;
      const bool ordered = std::tie(a.line, a.point) < std::tie(b.line, b.point);
      const Stretch &first = ordered ? a : b, &second = ordered ? b : a;
      return Crossing{first.line, first.point, second.line, second.point};
    }
  }
  return std::nullopt;
}

}  // namespace paddock
