// Scenes as binary glTF 2.0, for browsers and modelling tools.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "paddock/core/error.h"
#include "paddock/geom/look.h"

namespace paddock {

using PackTexture = std::function<Result<std::string>(const Texture&)>;

/// The texture's picture as PNG.
Result<std::string> pack_texture(const Texture& texture);

/// The bytes of a GLB: one node a part, named as the part, under a root that turns z up into glTF's
/// y up. Equal looks share a mesh, equal pictures an image. Instance, tag and whether the part
/// moves are in each node's extras. Equal parts give equal bytes.
Result<std::string> write_glb(std::span<const LookPart> parts,
                              const PackTexture& pack = pack_texture);

}  // namespace paddock
