// Corners at the same place are welded first. A corner's normal is the mean, weighted by angle, of
// the faces around it that meet its own face softly.
#include "paddock/geom/look_build.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

#include "paddock/core/angle.h"

namespace paddock {
namespace {

std::uint16_t finish_index(Look& look, const Finish& finish) {
  const auto same = [&](const Finish& f) {
    return f.name == finish.name && f.color == finish.color && f.texture == finish.texture &&
           f.lit == finish.lit && f.gloss == finish.gloss && f.lamp == finish.lamp;
  };
  const auto found = std::find_if(look.finishes.begin(), look.finishes.end(), same);
  if (found == look.finishes.end()) {
    look.finishes.push_back(finish);
    return static_cast<std::uint16_t>(look.finishes.size() - 1);
  }
  return static_cast<std::uint16_t>(found - look.finishes.begin());
}

/// For each point the first one at the same place.
std::vector<std::uint32_t> welded(const std::vector<Vec3>& points) {
  std::vector<std::uint32_t> order(points.size()), first(points.size());
  std::iota(order.begin(), order.end(), 0u);
  const auto key = [&](std::uint32_t i) {
    return std::array{points[i].x, points[i].y, points[i].z};
  };
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return key(a) != key(b) ? key(a) < key(b) : a < b;
  });
  for (std::size_t i = 0; i < order.size(); ++i) {
    const bool same = i > 0 && key(order[i]) == key(order[i - 1]);
    first[order[i]] = same ? first[order[i - 1]] : order[i];
  }
  return first;
}

/// The angle at corner `k` of a triangle, as a weight: 0 to pi.
double angle_at(const Corners& c, std::size_t k) {
  const Vec3 a = normalized(c[(k + 1) % 3] - c[k]), b = normalized(c[(k + 2) % 3] - c[k]);
  return det::atan2(length(cross(a, b)), dot(a, b));
}

struct Face {
  std::array<std::uint32_t, 3> points;  // welded
  Corners corners;
  Vec3 normal;
};

std::vector<Face> faces_of(const Mesh& mesh) {
  const std::vector<std::uint32_t> first = welded(mesh.points);
  std::vector<Face> faces;
  for (const auto& t : mesh.triangles) {
    Face face{{first[t[0]], first[t[1]], first[t[2]]},
              {mesh.points[t[0]], mesh.points[t[1]], mesh.points[t[2]]},
              {}};
    const Vec3 area = cross(face.corners[1] - face.corners[0], face.corners[2] - face.corners[0]);
    if (!(length(area) > 1e-14)) continue;
    face.normal = normalized(area);
    faces.push_back(face);
  }
  return faces;
}

/// Faces around each welded point: face index * 3 + corner.
std::vector<std::vector<std::uint32_t>> fans_of(const std::vector<Face>& faces,
                                                std::size_t points) {
  std::vector<std::vector<std::uint32_t>> fans(points);
  for (std::size_t f = 0; f < faces.size(); ++f) {
    for (std::size_t k = 0; k < 3; ++k) {
      fans[faces[f].points[k]].push_back(static_cast<std::uint32_t>(f * 3 + k));
    }
  }
  return fans;
}

Vec3 soft_normal(const std::vector<Face>& faces, const std::vector<std::uint32_t>& fan,
                 const Face& own, double crease) {
  Vec3 sum;
  for (const std::uint32_t spoke : fan) {
    const Face& other = faces[spoke / 3];
    if (dot(other.normal, own.normal) < crease) continue;
    sum = sum + angle_at(other.corners, spoke % 3) * other.normal;
  }
  const double n = length(sum);
  return n > 0 ? sum / n : own.normal;
}

/// Adds a point, or finds the one among `candidates` with the same normal and place on the texture.
std::uint32_t add_point(Look& look, Vec3 point, Vec3 normal, Vec2 uv,
                        std::vector<std::uint32_t>& candidates) {
  for (const std::uint32_t i : candidates) {
    const Vec3 off = look.normals[i] - normal;
    const Vec2 slip = look.uvs[i] - uv;
    if (dot(off, off) < 1e-12 && dot(slip, slip) < 1e-12) return i;
  }
  look.points.push_back(point), look.normals.push_back(normal), look.uvs.push_back(uv);
  const auto index = static_cast<std::uint32_t>(look.points.size() - 1);
  candidates.push_back(index);
  return index;
}

}  // namespace

std::array<Vec2, 3> map_from_above(const Corners& corners, Vec3) {
  return {xy(corners[0]), xy(corners[1]), xy(corners[2])};
}

std::array<Vec2, 3> map_from_sides(const Corners& corners, Vec3 normal) {
  if (std::fabs(normal.z) > 0.7) return map_from_above(corners, normal);
  const Vec3 right = normalized(Vec3{-normal.y, normal.x, 0});
  const Vec3 up = cross(normal, right);
  std::array<Vec2, 3> at;
  for (std::size_t k = 0; k < 3; ++k) at[k] = {dot(corners[k], right), dot(corners[k], up)};
  return at;
}

TextureMap map_around(double radius, double repeat) {
  const double whole = std::max(std::floor(2 * kPi * radius / repeat + 0.5), 1.0);
  const double metres = whole * repeat / (2 * kPi);  // a radian
  return [metres](const Corners& corners, Vec3 normal) -> std::array<Vec2, 3> {
    if (std::fabs(normal.z) > 0.9) return map_from_above(corners, normal);
    // angles count from the middle of the face, so that no triangle spans the whole turn
    const Vec3 middle = corners[0] + corners[1] + corners[2];
    const double facing = det::atan2(middle.y, middle.x);
    std::array<Vec2, 3> at;
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3 p = corners[k];
      const bool pole = p.x == 0 && p.y == 0;
      const double angle = pole ? facing : facing + wrap_angle(det::atan2(p.y, p.x) - facing);
      at[k] = {metres * angle, p.z};
    }
    return at;
  };
}

void dress(Look& look, const Mesh& mesh, const Pose3& look_from_mesh, const Coat& coat) {
  const std::vector<Face> faces = faces_of(mesh);
  const auto fans = fans_of(faces, mesh.points.size());
  const std::uint16_t finish = finish_index(look, coat.finish);
  std::vector<std::vector<std::uint32_t>> made(mesh.points.size());
  for (const Face& face : faces) {
    std::array<Vec2, 3> uvs{};
    if (coat.finish.texture) {
      const Vec2 size = coat.finish.texture->size;
      uvs = coat.map(face.corners, face.normal);
      for (Vec2& uv : uvs) uv = {uv.x / size.x, uv.y / size.y};
    }
    std::array<std::uint32_t, 3> triangle{};
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t point = face.points[k];
      const Vec3 normal = soft_normal(faces, fans[point], face, coat.crease);
      triangle[k] = add_point(look, look_from_mesh * face.corners[k], look_from_mesh.turn * normal,
                              uvs[k], made[point]);
    }
    look.triangles.push_back(triangle);
    look.finish_of.push_back(finish);
  }
}

void dress_quad(Look& look, const std::array<Vec3, 4>& corners, const Finish& finish) {
  constexpr std::array<Vec2, 4> uvs{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}};
  const Vec3 normal = normalized(cross(corners[1] - corners[0], corners[3] - corners[0]));
  const auto first = static_cast<std::uint32_t>(look.points.size());
  const std::uint16_t index = finish_index(look, finish);
  for (std::size_t k = 0; k < 4; ++k) {
    look.points.push_back(corners[k]), look.normals.push_back(normal), look.uvs.push_back(uvs[k]);
  }
  look.triangles.push_back({first, first + 1, first + 2});
  look.triangles.push_back({first, first + 2, first + 3});
  look.finish_of.insert(look.finish_of.end(), 2, index);
}

void append(Look& look, const Look& other, const Pose3& look_from_other) {
  const auto first = static_cast<std::uint32_t>(look.points.size());
  for (const Vec3 p : other.points) look.points.push_back(look_from_other * p);
  for (const Vec3 n : other.normals) look.normals.push_back(look_from_other.turn * n);
  look.uvs.insert(look.uvs.end(), other.uvs.begin(), other.uvs.end());
  for (const auto& t : other.triangles) {
    look.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
  }
  for (const std::uint16_t finish : other.finish_of) {
    look.finish_of.push_back(finish_index(look, other.finishes[finish]));
  }
}

}  // namespace paddock
