// The camera kernels as compiled for each SIMD target.
#pragma once

#include "paddock/core/simd_target.h"
#include "paddock/sensors/camera_draw_layout.h"
#include "paddock/sensors/camera_layout.h"
#include "paddock/sensors/lidar2d_layout.h"

namespace paddock {

/// In this order for each tile; rays are traced or drawn after `aim`, shadow rays traced after
/// `aim_at_sun`.
struct CameraKernels {
  void (*aim)(const CameraShot&, const float* xs, const float* ys, float off_x, float off_y,
              CameraTile&);
  void (*land)(const CameraShot&, CameraTile&);
  void (*aim_at_sun)(const CameraShot&, int sample, CameraTile&);
  void (*paint)(const CameraShot&, float weight, CameraTile&);
  /// In place of all these where nothing can be met.
  void (*paint_sky)(const CameraShot&, const float* xs, const float* ys, float off_x, float off_y,
                    float weight, CameraTile&);
  /// In weather, in place of the last three; rays of the mirror are traced, and landed, in between.
  void (*aim_at_mirror)(const CameraShot&, const CameraTile&, CameraMirror&);
  void (*land_mirror)(const CameraShot&, CameraMirror&);
  void (*paint_in_weather)(const CameraShot&, const float* xs, const float* ys, float weight,
                           const CameraMirror&, CameraTile&);
  void (*paint_sky_in_weather)(const CameraShot&, const float* xs, const float* ys, float off_x,
                               float off_y, float weight, CameraTile&);
  void (*write_color)(const CameraShot&, int left, int top, const CameraTile&);
  void (*write_geometry)(const CameraShot&, int left, int top, const CameraTile&);
  /// Noise and limits for the depths from 64 * group on; `address` says where noise is drawn.
  void (*finish_depth)(const CameraShot&, const LidarFinish& address, int group);

  // for drawing (camera_draw.h): what may be seen, what is seen in a band, what a tile's rays meet
  int (*cull)(const SurfaceView&, const DrawView&, const DrawGroup&, std::int32_t group_index,
              std::int32_t first, std::int32_t count, DrawCluster* clusters);
  void (*draw)(const SurfaceView&, const DrawView&, const DrawGroup* groups,
               const DrawCluster* clusters, const std::int32_t* list, int count, const DrawTarget&);
  bool (*take_hits)(const DrawTarget&, int place, RayHits&);
};

/// The kernels of one target, which must be supported here.
const CameraKernels& camera_kernels(SimdTarget target);
/// Those of simd_target().
const CameraKernels& camera_kernels();

}  // namespace paddock
