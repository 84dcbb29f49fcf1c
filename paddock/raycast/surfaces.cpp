#include "paddock/raycast/surfaces.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "paddock/core/check.h"
#include "paddock/raycast/closed_meshes.h"

namespace paddock {
namespace {

/// Two directions across a triangle along which its corners have the coordinates (1, 0) and (0, 1):
/// dot products with them are barycentric coordinates.
struct Across {
  Vec3 b, c;
};

Across across_of(Vec3 ab, Vec3 ac) {
  const double bb = dot(ab, ab), bc = dot(ab, ac), cc = dot(ac, ac);
  const double det = bb * cc - bc * bc;
  if (!(det > 0)) return {};
  return {(cc * ab - bc * ac) / det, (bb * ac - bc * ab) / det};
}

/// Halves [begin, end) where it is longest, until a part is one cluster. `middle` of a triangle is
/// three times its centre.
void gather_neighbours(std::span<const Vec3> middle, std::span<std::uint32_t> order) {
  while (order.size() > kClusterTriangles) {
    Vec3 low{1e30, 1e30, 1e30}, high{-1e30, -1e30, -1e30};
    for (const std::uint32_t t : order) {
      const Vec3 p = middle[t];
      low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
      high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
    }
    const Vec3 size = high - low;
    const auto along = [&](std::uint32_t t) {
      const Vec3 p = middle[t];
      return size.x >= size.y && size.x >= size.z ? p.x : size.y >= size.z ? p.y : p.z;
    };
    // whole clusters on the left
    const std::size_t clusters = (order.size() + kClusterTriangles - 1) / kClusterTriangles;
    const std::size_t left = (clusters + 1) / 2 * kClusterTriangles;
    std::nth_element(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(left), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) {
                       const double x = along(a), y = along(b);
                       return x < y || (x == y && a < b);
                     });
    gather_neighbours(middle, order.first(left));
    order = order.subspan(left);
  }
  std::sort(order.begin(), order.end());
}

float light_of(std::uint32_t texel, int channel) {
  const float c = static_cast<float>(texel >> (8 * channel) & 255) / 255;
  return c * c;  // close enough to sRGB to average by
}

/// Half the size, averaged as light and not as stored numbers: a fine checkerboard keeps its
/// brightness. Odd sizes lend their last row or column to the one before.
std::vector<std::uint32_t> halved(const std::vector<std::uint32_t>& from, int width, int height) {
  const int columns = std::max(1, width / 2), rows = std::max(1, height / 2);
  std::vector<std::uint32_t> to(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows));
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      const int x0 = width * column / columns,
                x1 = std::max(x0 + 1, width * (column + 1) / columns);
      const int y0 = height * row / rows, y1 = std::max(y0 + 1, height * (row + 1) / rows);
      std::array<float, 3> sum{};
      for (int y = y0; y < y1; ++y)
        for (int x = x0; x < x1; ++x)
          for (int k = 0; k < 3; ++k)
            sum[static_cast<std::size_t>(k)] +=
                light_of(from[static_cast<std::size_t>(y * width + x)], k);
      std::uint32_t texel = 0;
      for (int k = 0; k < 3; ++k) {
        const float mean =
            sum[static_cast<std::size_t>(k)] / static_cast<float>((x1 - x0) * (y1 - y0));
        texel |= static_cast<std::uint32_t>(std::sqrt(mean) * 255 + 0.5f) << (8 * k);
      }
      to[static_cast<std::size_t>(row * columns + column)] = texel;
    }
  }
  return to;
}

std::vector<std::uint32_t> texels_of(const Image& image) {
  std::vector<std::uint32_t> texels;
  texels.reserve(static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height));
  const bool grey = image.channels < 3;
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      const std::uint8_t* p = image.at(x, y);
      const std::uint32_t r = p[0], g = grey ? p[0] : p[1], b = grey ? p[0] : p[2];
      texels.push_back(r | g << 8 | b << 16);
    }
  }
  return texels;
}

}  // namespace

std::vector<std::uint32_t> neighbours_in_order(const Look& look) {
  std::vector<Vec3> middle;
  middle.reserve(look.triangles.size());
  for (const auto& t : look.triangles)
    middle.push_back(look.points[t[0]] + look.points[t[1]] + look.points[t[2]]);
  std::vector<std::uint32_t> order(look.triangles.size());
  std::iota(order.begin(), order.end(), 0u);
  gather_neighbours(middle, order);
  return order;
}

std::int32_t Surfaces::add_texture(const std::shared_ptr<const Texture>& texture) {
  if (!texture || texture->image.width < 1 || texture->image.height < 1) return -1;
  // unnamed pictures are told apart by nothing: each is its own
  if (!texture->name.empty()) {
    const auto known = texture_of_name_.find(texture->name);
    if (known != texture_of_name_.end()) return known->second;
  }
  const auto index = static_cast<std::int32_t>(textures_.size());
  if (!texture->name.empty()) texture_of_name_[texture->name] = index;
  SurfaceTexture entry{.first_level = static_cast<std::int32_t>(levels_.size()),
                       .levels = 0,
                       .repeats = texture->repeats ? 1 : 0};
  std::vector<std::uint32_t> texels = texels_of(texture->image);
  for (int width = texture->image.width, height = texture->image.height;;) {
    levels_.push_back({static_cast<std::int32_t>(texels_.size()), width, height});
    ++entry.levels;
    for (int row = 0; row < height; ++row) {
      const auto begin = texels.begin() + static_cast<std::ptrdiff_t>(row) * width;
      texels_.insert(texels_.end(), begin, begin + width);
      texels_.push_back(texture->repeats ? *begin : *(begin + width - 1));
    }
    if (width == 1 && height == 1) break;
    texels = halved(texels, width, height);
    width = std::max(1, width / 2), height = std::max(1, height / 2);
  }
  textures_.push_back(entry);
  return index;
}

std::int32_t Surfaces::add_finish(const Finish& finish) {
  finishes_.push_back(
      {.color = {static_cast<float>(finish.color.r) / 255, static_cast<float>(finish.color.g) / 255,
                 static_cast<float>(finish.color.b) / 255},
       .gloss = static_cast<float>(finish.gloss),
       .texture = add_texture(finish.texture),
       .lit = finish.lit ? 1 : 0,
       .lamp = finish.lamp ? 1 : 0});
  return static_cast<std::int32_t>(finishes_.size()) - 1;
}

std::int32_t Surfaces::add_part(std::uint32_t instance, SemanticTag tag) {
  parts_.push_back({instance, static_cast<std::uint32_t>(tag)});
  return static_cast<std::int32_t>(parts_.size()) - 1;
}

void Surfaces::add_triangle(const Look& look, std::size_t index, const Pose3& frame_from_look,
                            std::int32_t finish, std::int32_t part) {
  const auto& corner = look.triangles[index];
  const Vec3 a = frame_from_look * look.points[corner[0]];
  const Vec3 b = frame_from_look * look.points[corner[1]];
  const Vec3 c = frame_from_look * look.points[corner[2]];
  const std::array<double, 9> numbers{a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z};
  for (std::size_t k = 0; k < 9; ++k) corners_[k].push_back(static_cast<float>(numbers[k]));
  const Vec3 ab = b - a, ac = c - a;
  const Vec3 normal = normalized(cross(ab, ac));
  const Across across = across_of(ab, ac);

  SurfaceTriangle triangle{.nx = normal.x,
                           .ny = normal.y,
                           .nz = normal.z,
                           .ax = a.x,
                           .ay = a.y,
                           .az = a.z,
                           .finish = finish,
                           .part = part,
                           .bend = -1};
  SurfaceUv uv;
  const std::int32_t texture = finishes_[static_cast<std::size_t>(finish)].texture;
  if (texture >= 0 && !look.uvs.empty()) {
    const Vec2 at = look.uvs[corner[0]];
    const Vec2 to_b = look.uvs[corner[1]] - at, to_c = look.uvs[corner[2]] - at;
    const Vec3 u = to_b.x * across.b + to_c.x * across.c, v = to_b.y * across.b + to_c.y * across.c;
    // whole turns of a repeating picture are left out: what is left is precise in float
    const bool repeats = textures_[static_cast<std::size_t>(texture)].repeats != 0;
    const Vec2 start = repeats ? Vec2{at.x - std::floor(at.x), at.y - std::floor(at.y)} : at;
    const auto f = [](double x) { return static_cast<float>(x); };
    uv = {f(start.x), f(start.y), f(u.x), f(u.y), f(u.z), f(v.x), f(v.y), f(v.z)};
    const TextureLevel& full =
        levels_[static_cast<std::size_t>(textures_[static_cast<std::size_t>(texture)].first_level)];
    triangle.texels_per_m = f(std::max(length(u) * full.width, length(v) * full.height));
  }

  // corners whose normals differ bend the surface
  if (!look.normals.empty()) {
    std::array<Vec3, 3> n;
    for (std::size_t k = 0; k < 3; ++k) n[k] = frame_from_look.turn * look.normals[corner[k]];
    const bool bent = std::any_of(
        n.begin(), n.end(), [&](Vec3 m) { return length(m - normal) > 1e-3 && length(m) > 0.5; });
    if (bent) {
      SurfaceBend bend;
      const Vec3 nb = n[1] - n[0], nc = n[2] - n[0];
      const std::array<double, 3> first{n[0].x, n[0].y, n[0].z}, to_b{nb.x, nb.y, nb.z},
          to_c{nc.x, nc.y, nc.z};
      for (std::size_t k = 0; k < 3; ++k) {
        const Vec3 grow = to_b[k] * across.b + to_c[k] * across.c;
        bend.n[k] = static_cast<float>(first[k]);
        bend.grow[k][0] = static_cast<float>(grow.x);
        bend.grow[k][1] = static_cast<float>(grow.y);
        bend.grow[k][2] = static_cast<float>(grow.z);
      }
      triangle.bend = static_cast<std::int32_t>(bends_.size());
      bends_.push_back(bend);
    }
  }
  triangles_.push_back(triangle);
  uvs_.push_back(uv);
}

/// Boxes around up to sixteen triangles at a time, none smaller than what floats round away.
void Surfaces::add_clusters(std::size_t first, std::size_t end) {
  constexpr std::size_t kRoom = 16;  // sixteen are read at once
  cluster_first_.resize(clusters_), cluster_count_.resize(clusters_);
  for (std::size_t k = 0; k < 3; ++k)
    cluster_at_[k].resize(clusters_), cluster_half_[k].resize(clusters_);
  for (std::size_t t = first; t < end; t += kClusterTriangles) {
    const std::size_t last = std::min(end, t + kClusterTriangles);
    cluster_first_.push_back(static_cast<std::int32_t>(t));
    cluster_count_.push_back(static_cast<std::int32_t>(last - t));
    for (std::size_t k = 0; k < 3; ++k) {
      float low = 1e30f, high = -1e30f;
      for (std::size_t corner = k; corner < 9; corner += 3)
        for (std::size_t i = t; i < last; ++i)
          low = std::min(low, corners_[corner][i]), high = std::max(high, corners_[corner][i]);
      const float middle = 0.5f * (low + high);
      cluster_at_[k].push_back(middle);
      cluster_half_[k].push_back(std::max(high - middle, middle - low));
    }
    ++clusters_;
  }
  cluster_first_.resize(clusters_ + kRoom), cluster_count_.resize(clusters_ + kRoom);
  for (std::size_t k = 0; k < 3; ++k)
    cluster_at_[k].resize(clusters_ + kRoom), cluster_half_[k].resize(clusters_ + kRoom);
}

std::size_t Surfaces::add(const Look& look, std::span<const std::uint32_t> order,
                          const Pose3& frame_from_look, std::int32_t part) {
  PADDOCK_ASSERT(look.finish_of.size() == look.triangles.size(), "finish_of ",
                 look.finish_of.size());
  const std::size_t first = triangles_.size();
  std::vector<std::int32_t> finishes;
  for (const Finish& finish : look.finishes) finishes.push_back(add_finish(finish));
  for (auto& numbers : corners_) numbers.resize(first);
  closed_.resize(first);
  const std::vector<float> sizes = sizes_of_closed(look);
  for (const std::uint32_t t : order) {
    add_triangle(look, t, frame_from_look, finishes[look.finish_of[t]], part);
    closed_.push_back(sizes[t]);
  }
  add_clusters(first, triangles_.size());
  for (auto& numbers : corners_)
    numbers.resize(triangles_.size() + 16);  // sixteen are read at once
  closed_.resize(triangles_.size() + 16);
  return first;
}

SurfaceView Surfaces::view() const {
  SurfaceView view{.triangles = triangles_.data(),
                   .uvs = uvs_.data(),
                   .bends = bends_.data(),
                   .finishes = finishes_.data(),
                   .textures = textures_.data(),
                   .levels = levels_.data(),
                   .texels = texels_.data(),
                   .parts = parts_.data(),
                   .frames = frames.data()};
  for (std::size_t k = 0; k < 9; ++k) view.corners[k] = corners_[k].data();
  view.closed = closed_.data();
  view.cluster_first = cluster_first_.data(), view.cluster_count = cluster_count_.data();
  for (std::size_t k = 0; k < 3; ++k) {
    view.cluster_at[k] = cluster_at_[k].data();
    view.cluster_half[k] = cluster_half_[k].data();
  }
  return view;
}

}  // namespace paddock
