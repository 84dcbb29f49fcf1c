// Sixteen rays and what they met, as kernels fill and read them.
#pragma once

#include <cstdint>

namespace paddock {

/// Sixteen rays from `near` to `far`, both counted in lengths of the direction.
struct alignas(64) RayPacket {
  float ox[16]{}, oy[16]{}, oz[16]{};
  float dx[16]{}, dy[16]{}, dz[16]{};
  float near[16]{}, far[16]{};
  std::uint32_t wanted{0xffff};  // one bit a ray; the others are not traced
  bool may_meet_placed{true};    // false: all of them are known to pass by whatever is placed
};

/// What the rays meet first. Only names: distances come from the triangle (surface.h).
struct alignas(64) RayHits {
  std::int32_t triangle[16]{};  // -1: nothing
  std::int32_t frame[16]{};     // 0: it stands still
};

}  // namespace paddock
