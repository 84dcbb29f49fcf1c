// What ray kernels read of a scene: triangles as planes with finishes and texture coordinates, in
// plain arrays. Metres. A ray only names a triangle; everything measured is computed from here, in
// double, so that it does not depend on how the triangle was found.
#pragma once

#include <cstdint>

namespace paddock {

/// One cache line a triangle, in the frame of what it belongs to.
struct alignas(64) SurfaceTriangle {
  double nx{}, ny{}, nz{};  // unit normal, to the outside
  double ax{}, ay{}, az{};  // its first corner
  std::int32_t finish{};
  std::int32_t part{};   // of what stands still; what moves has its part in its PlacedFrame
  std::int32_t bend{};   // into `bends`, -1: flat
  float texels_per_m{};  // of its texture at full size; 0: no texture
};

/// Texture coordinates at the first corner, and how they grow with each metre from there.
struct SurfaceUv {
  float u{}, v{};
  float ux{}, uy{}, uz{}, vx{}, vy{}, vz{};
};

/// A normal that changes over the triangle: at the first corner, and its growth with each metre.
struct SurfaceBend {
  float n[3]{};
  float grow[3][3]{};  // [of x, y, z][along x, y, z]
};

struct SurfaceFinish {
  float color[3]{};  // as stored, 0 to 1
  float gloss{};
  std::int32_t texture{-1};
  std::int32_t lit{1};
  std::int32_t lamp{};  // lit from within at dusk
};

struct SurfaceTexture {
  std::int32_t first_level{};
  std::int32_t levels{};  // each half the size of the one before
  std::int32_t repeats{1};
};

struct TextureLevel {
  std::int32_t first{};            // into `texels`
  std::int32_t width{}, height{};  // a row is one texel longer: the right neighbour of its last
};

struct SurfacePart {
  std::uint32_t instance{};
  std::uint32_t tag{};
};

/// Where something that moves stands; frame 0 is the scene itself.
struct PlacedFrame {
  double turn[9]{1, 0, 0, 0, 1, 0, 0, 0, 1};  // scene_from_placed, row by row, times its scale
  double at[3]{};
  double shrink{1};  // 1 over its scale
  std::int32_t part{};
};

/// A sphere that holds some of what is placed and shown. There are few.
struct SurfaceReach {
  float x{}, y{}, z{};
  float radius_squared{};
};

/// At most so many triangles in a row stand close together: a cluster.
inline constexpr int kClusterTriangles = 16;

/// Triangles in a row that the same sensors see, in one frame; and the clusters they make.
struct SurfaceGroup {
  std::int32_t first{}, count{};
  std::int32_t frame{};
  std::uint32_t seen_by{};  // bits of RayKind
  std::int32_t first_cluster{}, cluster_count{};
};

/// A plane that nothing in a cell rises above.
struct CoverCell {
  float top{};       // in the cell's middle
  float slope[2]{};  // from column to column and row to row
};

/// How high things stand, seen along the light: the place (x, y, z) lies in the cell of
/// (x - shift z, y - shift z), and above that cell's plane nothing is between it and the sun.
struct CoverView {
  float to_sun[3]{};
  float sun_radius{};
  float shift[2]{};
  float corner[2]{};  // of the grid
  float per_m{};      // cells
  float floor{};      // nothing is known of places below
  float beside{};     // as `top`, beside the grid
  std::int32_t columns{}, rows{};
  const CoverCell* cells{};  // row by row; null: nothing is known at all
};

struct SurfaceView {
  const SurfaceTriangle* triangles{};
  const float* corners[9]{};  // x, y, z of the first, second and third; sixteen more than there are
  const float* closed{};  // m across the closed mesh of each, at most; as many as there are corners
  // clusters: which triangles, and the box around them in their frame; sixteen more than there are
  const std::int32_t* cluster_first{};
  const std::int32_t* cluster_count{};
  const float* cluster_at[3]{};
  const float* cluster_half[3]{};
  const SurfaceUv* uvs{};  // one a triangle
  const SurfaceBend* bends{};
  const SurfaceFinish* finishes{};
  const SurfaceTexture* textures{};
  const TextureLevel* levels{};
  const std::uint32_t* texels{};  // red in the lowest byte, as stored
  const SurfacePart* parts{};
  const PlacedFrame* frames{};
  const SurfaceReach* reaches{};
  std::int32_t reach_count{};
  const SurfaceGroup* groups{};  // all that can be seen
  std::int32_t group_count{};
  CoverView cover{};
};

}  // namespace paddock
