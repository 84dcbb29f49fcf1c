// Bumper: which of its sectors were hit, and how hard. Sectors are equal, counter-clockwise, the
// first one centred straight ahead of the body's origin. Docs: docs/physics/sensors.md.
#pragma once

#include <array>
#include <cstddef>

#include "paddock/core/error.h"
#include "paddock/core/pose.h"

namespace paddock {

inline constexpr int kMaxBumperSectors = 16;

struct ContactParams {
  int sectors{8};        // 1 to kMaxBumperSectors
  double min_impulse{};  // N s, of one hit; softer ones are not felt
  bool operator==(const ContactParams&) const = default;
};

/// One hit, as the engine reports it.
struct ContactHit {
  Vec2 point_in_world{};
  double impulse{};  // N s
};

struct ContactReading {
  std::array<double, kMaxBumperSectors> impulses{};  // N s, the sum in each sector
  bool pressed(int sector) const { return impulses[static_cast<std::size_t>(sector)] > 0; }
  bool pressed() const {
    for (const double impulse : impulses)
      if (impulse > 0) return true;
    return false;
  }
  bool operator==(const ContactReading&) const = default;
};

/// The sector that a point lies in.
int sector_of(const ContactParams& params, const Pose2& world_from_body, Vec2 point_in_world);

/// Adds one hit of this tick to the reading.
void add_hit(const ContactParams& params, const Pose2& world_from_body, const ContactHit& hit,
             ContactReading& reading);

/// Says which number is wrong.
Result<void> check_contact(const ContactParams& params);

}  // namespace paddock
