// Pictures of materials: patterns drawn once as textures that repeat without a seam.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "paddock/geom/look.h"

namespace paddock {

/// One repeat of a material's pattern in a colour; nothing when the material is plain.
std::shared_ptr<const Texture> draw_texture(const Material& material, Color own);

using DrawTexture = std::function<std::shared_ptr<const Texture>(const Material&, Color own)>;

/// Textures that were drawn, for levels that follow each other: they share most of theirs.
class DrawnTextures {
 public:
  static constexpr std::size_t kMost = 32;  // of up to 800 kB each; later ones are not kept

  /// As draw_texture(), once.
  std::shared_ptr<const Texture> draw(const Material& material, Color own);

 private:
  std::map<std::string, std::shared_ptr<const Texture>> drawn_;  // by the names of their finishes
};

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
/// The same, lit from within at dusk.
Finish as_lamp(Finish finish);

}  // namespace paddock
