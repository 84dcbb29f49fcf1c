// Pictures of materials: patterns drawn once as textures that repeat without a seam.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>

#include "paddock/geom/look.h"

namespace paddock {

/// One repeat of a material's pattern in a colour; nothing when the material is plain.
std::shared_ptr<const Texture> draw_texture(const Material& material, Color own);

using DrawTexture = std::function<std::shared_ptr<const Texture>(const Material&, Color own)>;

/// Hands out finishes; surfaces of the same material and colour share one texture.
class Finishes {
 public:
  explicit Finishes(DrawTexture draw = draw_texture) : draw_(std::move(draw)) {}
  Finish of(const Material& material, Color own);
  Finish of(const Material& material) { return of(material, material.color); }

 private:
  DrawTexture draw_;
  std::map<std::string, std::shared_ptr<const Texture>> drawn_;
};

/// What a finish of that material and colour is called, and its texture with it.
std::string name_of_finish(const Material& material, Color own);

/// A plain colour, named after itself.
Finish paint(Color color, double gloss = 0.2);

}  // namespace paddock
