// Bumper: which of its sectors were hit, and how hard. Sectors are equal, counter-clockwise, the
// first one centred straight ahead of the body's origin. Docs: docs/physics/sensors.md.
#pragma once

#include <span>

#include "paddock/core/pose.h"

namespace paddock {

struct SensorKind;

struct ContactParams {
  int sectors{8};
  double min_impulse{};  // N s, of one hit; softer ones are not felt
  bool operator==(const ContactParams&) const = default;
};

/// One hit, as the engine reports it.
struct ContactHit {
  Vec2 point_in_world{};
  double impulse{};  // N s
};

/// The sector that a point lies in.
int sector_of(const ContactParams& params, const Pose2& world_from_body, Vec2 point_in_world);

/// Adds one hit to its sector's sum; `impulses` are N s, one a sector.
void add_hit(const ContactParams& params, const Pose2& world_from_body, const ContactHit& hit,
             std::span<double> impulses);

/// Tells and remembers the sum of each sector's impulses since the last reading at its rate.
extern const SensorKind kBumperKind;

}  // namespace paddock
