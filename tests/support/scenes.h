// Small things to look at, for tests of cameras and lidars.
#pragma once

#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "paddock/geom/look.h"
#include "paddock/geom/mesh.h"

namespace paddock {

/// A mesh in one finish, flat shaded; texture coordinates repeat every metre along the two axes
/// each triangle faces least.
inline Look look_of(const Mesh& mesh, const Finish& finish) {
  Look look;
  look.finishes.push_back(finish);
  for (const auto& triangle : mesh.triangles) {
    const Vec3 a = mesh.points[triangle[0]], b = mesh.points[triangle[1]],
               c = mesh.points[triangle[2]];
    const Vec3 n = normalized(cross(b - a, c - a));
    const auto first = static_cast<std::uint32_t>(look.points.size());
    for (const Vec3 p : {a, b, c}) {
      look.points.push_back(p);
      look.normals.push_back(n);
      if (std::fabs(n.z) > 0.7)
        look.uvs.push_back({p.x, p.y});
      else if (std::fabs(n.x) > 0.7)
        look.uvs.push_back({p.y, p.z});
      else
        look.uvs.push_back({p.x, p.z});
    }
    look.triangles.push_back({first, first + 1, first + 2});
    look.finish_of.push_back(0);
  }
  return look;
}

inline LookPart part_of(std::string name, Look look, const Pose3& pose, std::uint32_t instance,
                        SemanticTag tag) {
  return {.name = std::move(name),
          .look = std::move(look),
          .scene_from_part = pose,
          .instance = instance,
          .tag = tag,
          .seen_by = {}};
}

inline Finish paint_of(Color color, bool lit = true) {
  Finish finish;
  finish.color = color;
  finish.lit = lit;
  return finish;
}

/// Squares of 1 / `cells` of the picture, dark in the top left corner.
inline std::shared_ptr<const Texture> checker_texture(int cells, int texels_a_cell) {
  auto texture = std::make_shared<Texture>();
  texture->name = "checker" + std::to_string(cells) + "x" + std::to_string(texels_a_cell);
  texture->image = Image::blank(cells * texels_a_cell, cells * texels_a_cell);
  for (int y = 0; y < texture->image.height; ++y)
    for (int x = 0; x < texture->image.width; ++x)
      for (int k = 0; k < 3; ++k)
        texture->image.at(x, y)[k] =
            (x / texels_a_cell + y / texels_a_cell) % 2 == 0 ? std::uint8_t{20} : std::uint8_t{235};
  return texture;
}

/// A square board in the plane x = 0 that shows `finish` once, seen from +x.
inline Look board_of(double size, const Finish& finish) {
  Look look;
  const double h = size / 2;
  look.points = {{0, -h, -h}, {0, h, -h}, {0, h, h}, {0, -h, h}};
  look.normals.assign(4, Vec3{1, 0, 0});
  look.uvs = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  look.triangles = {{0, 1, 2}, {0, 2, 3}};
  look.finish_of = {0, 0};
  look.finishes = {finish};
  return look;
}

/// Like a ball's own normals, so that it is shaded round.
inline Look ball_look(double radius, int sides, const Finish& finish) {
  Look look = look_of(make_ball(radius, sides), finish);
  for (std::size_t i = 0; i < look.points.size(); ++i)
    look.normals[i] = normalized(look.points[i] - Vec3{0, 0, radius});
  return look;
}

}  // namespace paddock
