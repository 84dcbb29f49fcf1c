#include "paddock/world/texture_cache.h"

#include "paddock/world/glb.h"

namespace paddock {
namespace {

/// Whether the name alone says what the texture looks like: a material's, not a marker's.
bool is_of_material(const Texture& texture) {
  return find_material(std::string_view(texture.name).substr(0, texture.name.find('-'))) != nullptr;
}

}  // namespace

std::shared_ptr<const Texture> TextureCache::draw(const Material& material, Color own) {
  {
    const std::lock_guard lock(mutex_);
    const auto found = kept_.find(name_of_finish(material, own));
    if (found != kept_.end()) return found->second.texture;
  }
  return draw_texture(material, own);
}

Result<std::string> TextureCache::pack(const Texture& texture) {
  if (!is_of_material(texture)) return pack_texture(texture);
  {
    const std::lock_guard lock(mutex_);
    const auto found = kept_.find(texture.name);
    if (found != kept_.end()) return found->second.png;
  }
  auto png = pack_texture(texture);
  if (!png) return png;
  auto shown = std::make_shared<Texture>(texture);
  shown->image = {};
  const std::lock_guard lock(mutex_);
  if (kept_.size() < kMost) kept_.try_emplace(texture.name, Kept{std::move(shown), *png});
  return png;
}

}  // namespace paddock
