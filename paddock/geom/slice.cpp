// Each triangle that straddles the plane gives one step between two mesh edges; steps are chained
// by those edges, never by comparing coordinates, so rounding cannot open a loop.
#include "paddock/geom/slice.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace paddock {
namespace {

using EdgeKey = std::uint64_t;

constexpr double kStraight = 1e-9;  // metres off the chord: rounding, not shape

/// One key for both directions of an edge.
EdgeKey key_of(std::uint32_t a, std::uint32_t b) {
  return std::uint64_t{std::min(a, b)} << 32 | std::max(a, b);
}

/// Where the edge crosses the plane; always from its lower index, so both neighbours agree exactly.
Vec2 crossing(const Mesh& mesh, EdgeKey edge, double height) {
  const Vec3 a = mesh.points[edge >> 32], b = mesh.points[edge & 0xffffffffu];
  return lerp(xy(a), xy(b), (height - a.z) / (b.z - a.z));
}

struct Step {
  EdgeKey from{}, to{};
  bool used{};
};

/// The steps of all straddling triangles, sorted by where they start. Seen from outside, the edge a
/// triangle descends by lies left of the one it ascends by: going from the first to the second
/// keeps the solid on the left.
std::vector<Step> find_steps(const Mesh& mesh, double height) {
  std::vector<Step> steps;
  for (const auto& t : mesh.triangles) {
    Step step;
    int crossings = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t a = t[i], b = t[(i + 1) % 3];
      const bool a_above = mesh.points[a].z >= height, b_above = mesh.points[b].z >= height;
      if (a_above == b_above) continue;
      (a_above ? step.from : step.to) = key_of(a, b);
      ++crossings;
    }
    if (crossings == 2) steps.push_back(step);
  }
  std::sort(steps.begin(), steps.end(), [](const Step& a, const Step& b) {
    return std::pair{a.from, a.to} < std::pair{b.from, b.to};
  });
  return steps;
}

Step* take_step_from(std::vector<Step>& steps, EdgeKey edge) {
  auto at = std::lower_bound(steps.begin(), steps.end(), edge,
                             [](const Step& s, EdgeKey key) { return s.from < key; });
  for (; at != steps.end() && at->from == edge; ++at) {
    if (!at->used) return &*at;
  }
  return nullptr;
}

bool straight(Vec2 a, Vec2 b, Vec2 c) {
  const Vec2 chord = c - a;
  if (distance(a, b) <= kStraight) return true;
  return dot(b - a, c - b) >= 0 && std::fabs(cross(chord, b - a)) <= kStraight * length(chord);
}

/// Without the points that say nothing. Runs round the loop once more than needed, so that the
/// point it starts with is judged as well.
Loop2 simplified(const std::vector<Vec2>& points) {
  Loop2 loop;
  std::vector<Vec2>& kept = loop.points;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec2 before = kept.empty() ? points.back() : kept.back();
    if (!straight(before, points[i], points[(i + 1) % points.size()])) kept.push_back(points[i]);
  }
  while (kept.size() > 2 && straight(kept[kept.size() - 2], kept.back(), kept.front())) {
    kept.pop_back();
  }
  while (kept.size() > 2 && straight(kept.back(), kept[0], kept[1])) kept.erase(kept.begin());
  return loop;
}

}  // namespace

std::vector<Loop2> slice(const Mesh& mesh, double height) {
  std::vector<Loop2> loops;
  std::vector<Step> steps = find_steps(mesh, height);
  for (Step& start : steps) {
    if (start.used) continue;

    // follow the steps until the first edge comes round again; an open surface ends early
    std::vector<Vec2> points;
    Step* step = &start;
    while (step != nullptr) {
      step->used = true;
      points.push_back(crossing(mesh, step->from, height));
      if (step->to == start.from) break;
      step = take_step_from(steps, step->to);
    }
    if (step == nullptr) continue;

    Loop2 loop = simplified(points);
    if (loop.points.size() > 2) loops.push_back(std::move(loop));
  }
  return loops;
}

}  // namespace paddock
