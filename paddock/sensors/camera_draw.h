// The triangles of a picture, drawn rather than traced: what a camera without a lens can see,
// sorted into bands of the picture. Rays through sixteen neighbouring pixels then ask a handful of
// triangles instead of the whole scene.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "paddock/raycast/ray_scene.h"
#include "paddock/sensors/camera_draw_layout.h"
#include "paddock/sensors/camera_kernels.h"

namespace paddock {

class Camera;

/// What whoever draws a band needs for himself.
struct BandLists {
  std::vector<std::int32_t> outlines;                        // of all blocks, block by block
  std::vector<std::int32_t> first;                           // into `outlines`, and one more
  std::vector<std::pair<std::int32_t, std::int32_t>> pairs;  // block and outline, as they are found
  std::vector<std::pair<float, float>> sides;                // of each block, at z = 1

  std::span<const std::int32_t> of(int block) const {
    const auto begin = static_cast<std::size_t>(first[static_cast<std::size_t>(block)]);
    const auto end = static_cast<std::size_t>(first[static_cast<std::size_t>(block) + 1]);
    return {outlines.data() + begin, end - begin};
  }
};

class Drawing {
 public:
  /// Whether a camera's pictures of a scene are drawn: not through a lens, nor when there are more
  /// triangles than pixels.
  static bool serves(const Camera& camera, const RayScene& scene);

  /// Divides the picture into bands and, when it is `drawn`, gathers what the camera can see.
  /// Allocates nothing when it did the same before.
  void begin(const CameraKernels& kernels, const Camera& camera, const RayScene& scene,
             const CameraShot& shot, bool drawn);
  int bands() const { return window_.bands; }
  const DrawView& window() const { return window_; }
  const Outline* outlines() const { return outlines_.data(); }

  /// Whoever has room sorts any band without allocating.
  void make_room(BandLists& lists) const;
  /// The triangles that reach into each block of a band. Any thread.
  void sort_band(const Camera& camera, int band, BandLists& lists) const;

 private:
  DrawView window_;
  std::vector<std::int32_t> kept_;
  std::vector<Outline> outlines_;
  std::vector<std::int32_t> bands_;  // outlines of all bands, band by band
  std::vector<std::int32_t> first_;  // into `bands_`, and one more
  std::vector<std::int32_t> next_;
  std::size_t most_{};  // pairs of blocks and outlines in any band
};

}  // namespace paddock
