// Noise on depth as stereo cameras have it: the deviation grows with the square of the distance.
// Pixel i of the picture, row by row, draws number i. Equation (15) of docs/physics/camera.md.
#pragma once

#include "paddock/sensors/camera_kernel.h"
#include "paddock/sensors/lidar_noise_kernel.h"

namespace paddock::camera {

PADDOCK_KERNEL void finish_depth(const CameraShot& shot, const LidarFinish& address, int group) {
  Floats normal[4];
  lidar::gaussian_lanes(address, group, normal);
  const int pixels = shot.width * shot.height;
  for (int part = 0; part < 4; ++part) {
    const int first = 64 * group + 16 * part;
    if (first >= pixels) return;
    const int count = pixels - first < kLanes16 ? pixels - first : kLanes16;
    float values[kLanes16]{};
    for (int i = 0; i < count; ++i) values[i] = shot.depth[first + i];
    const Floats d = load_lanes<Floats>(values);
    const Floats noisy = select(d < kNothing, d + address.sigma * d * d * normal[part], d);
    store_lanes(limited(shot, noisy), values);
    for (int i = 0; i < count; ++i) shot.depth[first + i] = values[i];
  }
}

}  // namespace paddock::camera
