// Textures that are kept give the same files as textures that are drawn anew.
#include "paddock/world/texture_cache.h"

#include <gtest/gtest.h>

#include "paddock/world/glb.h"
#include "paddock/world/world_look.h"

namespace paddock {
namespace {

Result<std::string> glb_of(const World& world, TextureCache& cache) {
  const auto draw = [&](const Material& material, Color own) { return cache.draw(material, own); };
  return write_glb(looks_of(world, draw),
                   [&](const Texture& texture) { return cache.pack(texture); });
}

TEST(TextureCache, FilesAreTheSameWithItFirstAndLater) {
  TextureCache cache;
  for (const char* level : {"tracks/oval.toml", "tracks/hairpins.toml", "racecar/lab4b.toml"}) {
    const auto world = load_world(std::string(PADDOCK_SOURCE_DIR "/levels/") + level, 1, {});
    ASSERT_TRUE(world) << level;

    const auto alone = write_glb(looks_of(*world));
    const auto first = glb_of(*world, cache), later = glb_of(*world, cache);

    ASSERT_TRUE(alone && first && later) << level;
    EXPECT_TRUE(*first == *alone) << level;
    EXPECT_TRUE(*later == *alone) << level;
  }
}

TEST(TextureCache, WhatIsPackedIsDrawnNoMore) {
  TextureCache cache;
  const Material& asphalt = *find_material("asphalt");
  const auto drawn = cache.draw(asphalt, asphalt.color);
  ASSERT_GT(drawn->image.width, 0);

  ASSERT_TRUE(cache.pack(*drawn));

  EXPECT_EQ(cache.draw(asphalt, asphalt.color)->image.width, 0);
  EXPECT_GT(cache.draw(asphalt, {1, 2, 3})->image.width, 0);  // another colour is another texture
}

}  // namespace
}  // namespace paddock
