// Pictures of materials: patterns drawn once as textures that repeat without a seam.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "paddock/geom/look.h"

namespace paddock {

/// One repeat of a material's pattern in a colour; nothing when the material is plain.
std::shared_ptr<const Texture> draw_texture(const Material& material, Color own);

/// Hands out finishes; surfaces of the same material and colour share one texture.
class Finishes {
 public:
  Finish of(const Material& material, Color own);
  Finish of(const Material& material) { return of(material, material.color); }

 private:
  std::map<std::string, std::shared_ptr<const Texture>> drawn_;
};

/// A plain colour, named after itself.
Finish paint(Color color, double gloss = 0.2);

}  // namespace paddock
