// Textures of materials, drawn and packed once for all the levels that a server shows.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "paddock/core/error.h"
#include "paddock/geom/texture.h"

namespace paddock {

/// Three quarters of the time that a level's GLB takes go into textures, and levels share most of
/// them. Any thread.
class TextureCache {
 public:
  static constexpr std::size_t kMost = 256;  // of up to 400 kB each; later ones are not kept

  /// As draw_texture(); without its pixels once they are packed.
  std::shared_ptr<const Texture> draw(const Material& material, Color own);
  /// As pack_texture(), of any texture.
  Result<std::string> pack(const Texture& texture);

 private:
  struct Kept {
    std::shared_ptr<const Texture> texture;  // without pixels
    std::string png;
  };

  std::mutex mutex_;
  std::map<std::string, Kept> kept_;  // by the names of their finishes
};

}  // namespace paddock
