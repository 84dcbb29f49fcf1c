// The triangles of a picture, drawn rather than traced: clusters that a camera can see, sorted from
// near to far and into bands of the picture. Behind what a band shows already nothing more is
// drawn.
#pragma once

#include <cstdint>
#include <vector>

#include "paddock/raycast/ray_scene.h"
#include "paddock/sensors/camera_draw_layout.h"
#include "paddock/sensors/camera_kernels.h"

namespace paddock {

struct CameraParams;

/// The bounds of a camera's rays, tile by tile, as DrawView has them. Immutable once made.
class TileRays {
 public:
  TileRays() = default;
  /// `xs` and `ys`: optical x and y at z = 1, sixteen a tile. Without a lens those of one row and
  /// of one column.
  TileRays(const CameraParams& params, const float* xs, const float* ys);
  /// Valid while this and the rays live.
  DrawView view(const float* xs, const float* ys) const;
  int band_rows() const { return numbers_.band_rows; }

 private:
  DrawView numbers_;  // without where its arrays stand
  std::vector<float> left_, right_, top_, bottom_;
  std::vector<std::int32_t> first_column_, last_column_, first_row_, last_row_;
};

/// What whoever draws a band needs for himself: of each of several rays a pixel, which triangles
/// they meet.
struct BandCanvas {
  struct Layer {
    std::vector<float> nearest, least;
    std::vector<std::int32_t> hit, triangle, frame;
    DrawTarget target;
  };
  std::vector<Layer> layers;
};

class Drawing {
 public:
  /// Whether a camera's pictures of a scene are drawn: not when they have fewer pixels than it has
  /// clusters.
  static bool serves(const CameraParams& params, const RayScene& scene);

  /// Gathers what the camera can see. Allocates nothing when it did the same before.
  void begin(const CameraKernels& kernels, const DrawView& view, const RayScene& scene,
             RayKind rays, const CameraShot& shot);

  /// Whoever has room draws any band without allocating. `layers`: rays a pixel.
  void make_room(std::size_t layers, BandCanvas& canvas) const;
  /// What the rays of a band meet, `off` beside those of the view. Any thread.
  void draw(const CameraKernels& kernels, int band, float off_x, float off_y,
            BandCanvas::Layer& layer) const;

 private:
  void sort_by_depth(std::size_t count);

  SurfaceView scene_;
  DrawView view_;
  std::vector<DrawGroup> groups_;
  std::vector<DrawCluster> found_, clusters_;  // as they are found; near ones first
  std::vector<std::int32_t> places_;           // of each depth in `clusters_`
  std::vector<std::int32_t> bands_;            // clusters of all bands, band by band
  std::vector<std::int32_t> first_;            // into `bands_`, and one more
  std::vector<std::int32_t> next_;
  std::size_t most_{};  // clusters in any band
};

}  // namespace paddock
