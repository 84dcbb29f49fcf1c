// Light on the samples: one sun with shadows, and the sky that corners see less of.
#pragma once

#include <vector>

#include "paddock/world/draw/raster.h"
#include "paddock/world/draw/scene.h"

namespace paddock::draw {

class Light {
 public:
  Light(const Scene& scene, const SunSpec& sun, const View& view, const DepthGrid& depth);

  /// How bright a surface is at a sample, 1 for open level ground in the sun.
  float at(int column, int row) const;

 private:
  float sunlight(Vec2 world, float z) const;

  const Scene& scene_;
  const View& view_;
  const DepthGrid& depth_;
  Vec3 to_sun_;
  Vec2 shift_;
  double ambient_{};
  float bias_{};
  std::vector<float> from_sun_;
  View sky_view_;
  std::vector<float> sky_;  // open sky over blocks of samples, 0 to 1
};

}  // namespace paddock::draw
