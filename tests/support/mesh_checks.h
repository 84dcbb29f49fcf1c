// Laws every closed solid obeys, for tests of whatever builds meshes.
#pragma once

#include <cstddef>
#include <map>
#include <utility>

#include "paddock/geom/mesh.h"

namespace paddock {

/// Volume by the divergence theorem; positive only when the triangles face outwards.
inline double volume_of(const Mesh& mesh) {
  double six = 0;
  for (const auto& t : mesh.triangles) {
    six += dot(mesh.points[t[0]], cross(mesh.points[t[1]], mesh.points[t[2]]));
  }
  return six / 6;
}

/// Edges that are not walked exactly once in each direction: 0 for a closed, consistently wound
/// solid.
inline std::size_t open_edges(const Mesh& mesh) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> walked;
  for (const auto& t : mesh.triangles) {
    for (std::size_t i = 0; i < 3; ++i) ++walked[{t[i], t[(i + 1) % 3]}];
  }
  std::size_t open = 0;
  for (const auto& [edge, times] : walked) {
    const auto back = walked.find({edge.second, edge.first});
    if (times != 1 || back == walked.end() || back->second != 1) ++open;
  }
  return open;
}

/// Area of a flat mesh seen from above.
inline double flat_area(const Mesh& mesh) {
  double twice = 0;
  for (const auto& t : mesh.triangles) {
    const Vec2 a = xy(mesh.points[t[0]]);
    twice += cross(xy(mesh.points[t[1]]) - a, xy(mesh.points[t[2]]) - a);
  }
  return twice / 2;
}

}  // namespace paddock
