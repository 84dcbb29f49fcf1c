// What eyes see of a world: the ground and every piece, dressed. World frame, metres.
#pragma once

#include <string>
#include <vector>

#include "paddock/core/ids.h"
#include "paddock/geom/look.h"
#include "paddock/geom/texture.h"
#include "paddock/world/world.h"

namespace paddock {

/// Where a part goes while there is nothing of it: deep below everything.
inline constexpr Pose3 kOutOfSight{{0, 0, -1e5}, {}};

/// What the parts of a world are called; nothing is dressed for it. Each name is unique: the
/// piece's own, or its kind and number ("wall-12"); trains are one part a car ("train-3-car-1").
class PartNames {
 public:
  explicit PartNames(const World& world);
  /// Of its later variants, "lamp~1".
  std::string of(PieceId piece, std::size_t part = 0, std::size_t variant = 0) const;

 private:
  std::vector<std::string> pieces_;
  std::vector<bool> trains_;
};

/// Ground, its paint and every piece, in the order of the world; trains are one part a car. They
/// are called by PartNames. What lies flat is lifted by a hair over what it lies on, so that
/// nothing shows through. A train's car that is off its line at the start is out of sight.
std::vector<LookPart> looks_of(const World& world, DrawTexture draw = draw_texture);

/// The same of pieces with several variants as they look in each but the first.
std::vector<LookPart> variant_looks_of(const World& world, DrawTexture draw = draw_texture);

/// Triggers that lidars and depth cameras meet as solids. Nobody sees them.
std::vector<LookPart> ray_triggers_of(const World& world);

/// The look of one piece in its own frame.
Look look_of(const WorldPiece& piece, Finishes& finishes);

}  // namespace paddock
