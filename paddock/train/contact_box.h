// The box around the EES-PEES robot that its external controller calls contact: x +-0.09, z -0.11
// to 0.07 in the original's frame, the outline and 4 to 14 mm more. It looks by lidar, so what it
// calls touching depends on what the lidar reports. Metres.
#pragma once

#include <span>
#include <vector>

#include "paddock/sensors/lidar2d.h"

namespace paddock {

class ContactBox {
 public:
  explicit ContactBox(const Lidar2dParams& lidar);

  /// From the box to the nearest of the readings, along its beam; negative: touching. A reading
  /// that is too near to be reported counts as far, as it does in the original.
  float room(std::span<const float> readings) const;

 private:
  std::vector<float> silhouette_;  // what each beam reads at the box
};

}  // namespace paddock
