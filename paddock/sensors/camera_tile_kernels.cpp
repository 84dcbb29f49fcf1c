// Compiled once for each SIMD target. Nothing here but kernel headers.
#include "paddock/sensors/camera_depth_kernel.h"
#include "paddock/sensors/camera_draw_kernel.h"
#include "paddock/sensors/camera_kernel.h"
#include "paddock/sensors/camera_kernels.h"
#include "paddock/sensors/camera_weather_kernel.h"

namespace paddock::PADDOCK_TARGET {

extern const CameraKernels kCameraKernels;

namespace {

void aim(const CameraShot& shot, const float* xs, const float* ys, float off_x, float off_y,
         CameraTile& tile) {
  camera::aim(shot, xs, ys, off_x, off_y, tile);
}
void land(const CameraShot& shot, CameraTile& tile) { camera::land(shot, tile); }
void aim_at_sun(const CameraShot& shot, int sample, CameraTile& tile) {
  camera::aim_at_sun(shot, sample, tile);
}
void paint(const CameraShot& shot, float weight, CameraTile& tile) {
  camera::paint(shot, weight, tile);
}
void paint_sky(const CameraShot& shot, const float* xs, const float* ys, float off_x, float off_y,
               float weight, CameraTile& tile) {
  camera::paint_sky(shot, xs, ys, off_x, off_y, weight, tile);
}
void aim_at_mirror(const CameraShot& shot, const CameraTile& tile, CameraMirror& mirror) {
  camera::aim_at_mirror(shot, tile, mirror);
}
void land_mirror(const CameraShot& shot, CameraMirror& mirror) {
  camera::land_mirror(shot, mirror);
}
void paint_in_weather(const CameraShot& shot, const float* xs, const float* ys, float weight,
                      const CameraMirror& mirror, CameraTile& tile) {
  camera::paint_in_weather(shot, xs, ys, weight, mirror, tile);
}
void paint_sky_in_weather(const CameraShot& shot, const float* xs, const float* ys, float off_x,
                          float off_y, float weight, CameraTile& tile) {
  camera::paint_sky_in_weather(shot, xs, ys, off_x, off_y, weight, tile);
}
void write_color(const CameraShot& shot, int left, int top, const CameraTile& tile) {
  camera::write_color(shot, left, top, tile);
}
void write_geometry(const CameraShot& shot, int left, int top, const CameraTile& tile) {
  camera::write_geometry(shot, left, top, tile);
}
void finish_depth(const CameraShot& shot, const LidarFinish& address, int group) {
  camera::finish_depth(shot, address, group);
}
int cull(const SurfaceView& scene, const DrawView& view, const DrawGroup& group,
         std::int32_t group_index, std::int32_t first, std::int32_t count, DrawCluster* clusters) {
  return camera::cull(scene, view, group, group_index, first, count, clusters);
}
void draw(const SurfaceView& scene, const DrawView& view, const DrawGroup* groups,
          const DrawCluster* clusters, const std::int32_t* list, int count,
          const DrawTarget& target) {
  camera::draw(scene, view, groups, clusters, list, count, target);
}
bool take_hits(const DrawTarget& target, int place, RayHits& hits) {
  return camera::take_hits(target, place, hits);
}

}  // namespace

const CameraKernels kCameraKernels{.aim = aim,
                                   .land = land,
                                   .aim_at_sun = aim_at_sun,
                                   .paint = paint,
                                   .paint_sky = paint_sky,
                                   .aim_at_mirror = aim_at_mirror,
                                   .land_mirror = land_mirror,
                                   .paint_in_weather = paint_in_weather,
                                   .paint_sky_in_weather = paint_sky_in_weather,
                                   .write_color = write_color,
                                   .write_geometry = write_geometry,
                                   .finish_depth = finish_depth,
                                   .cull = cull,
                                   .draw = draw,
                                   .take_hits = take_hits};

}  // namespace paddock::PADDOCK_TARGET
