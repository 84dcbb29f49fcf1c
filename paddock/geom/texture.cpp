// Draws patterns into textures. Edges inside a pattern are softened by four samples a pixel.
#include "paddock/geom/texture.h"

#include <string_view>

#include "paddock/core/text.h"
#include "paddock/geom/pattern.h"

namespace paddock {
namespace {

/// Pixels an edge: about 5 mm each for what lies on the ground, finer for what is looked at.
int edge_px(Pattern pattern) {
  switch (pattern) {
    case Pattern::Tread:
      return 64;
    case Pattern::Stripes:
    case Pattern::Board:
      return 128;
    case Pattern::Checker:
    case Pattern::Carpet:
    case Pattern::Leaves:
    case Pattern::Plaster:
      return 256;
    default:
      return 512;
  }
}

bool has_edges(Pattern pattern) {
  return pattern == Pattern::Bricks || pattern == Pattern::Planks || pattern == Pattern::Checker ||
         pattern == Pattern::Stripes || pattern == Pattern::Tread;
}

std::string hex_of(Color color) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string hex;
  for (const unsigned c : {unsigned{color.r}, unsigned{color.g}, unsigned{color.b}}) {
    hex += {digits[c >> 4u], digits[c & 15u]};
  }
  return hex;
}

}  // namespace

std::string name_of_finish(const Material& material, Color own) {
  return own == material.color ? std::string(material.name)
                               : concat(material.name, '-', hex_of(own));
}

std::shared_ptr<const Texture> draw_texture(const Material& material, Color own) {
  if (material.pattern == Pattern::Plain) return nullptr;
  const int edge = edge_px(material.pattern);
  const int samples = has_edges(material.pattern) ? 2 : 1;  // along each edge of a pixel
  auto texture = std::make_shared<Texture>();
  texture->name = name_of_finish(material, own);
  texture->size = pattern_size(material);
  texture->image = Image::blank(edge, edge);
  const double fine = 1.0 / (edge * samples);
  for (int y = 0; y < edge; ++y) {
    for (int x = 0; x < edge; ++x) {
      Tone sum;
      for (int s = 0; s < samples * samples; ++s) {
        // v points up, rows go down
        const double u = (x * samples + s % samples + 0.5) * fine;
        const double v = 1 - (y * samples + s / samples + 0.5) * fine;
        sum = sum + pattern_at(material, own,
                               {.at = {u * texture->size.x, v * texture->size.y},
                                .pixel = texture->size.x / edge / 3,
                                .repeats = true});
      }
      const Color mean = color_of((1.0f / static_cast<float>(samples * samples)) * sum);
      std::uint8_t* at = texture->image.at(x, y);
      at[0] = mean.r, at[1] = mean.g, at[2] = mean.b;
    }
  }
  return texture;
}

std::shared_ptr<const Texture> DrawnTextures::draw(const Material& material, Color own) {
  const std::string name = name_of_finish(material, own);
  const auto known = drawn_.find(name);
  if (known != drawn_.end()) return known->second;
  auto texture = draw_texture(material, own);
  if (texture && drawn_.size() < kMost) drawn_.emplace(name, texture);
  return texture;
}

Finish Finishes::of(const Material& material, Color own) {
  Finish finish{.name = name_of_finish(material, own),
                .color = own,
                .texture = nullptr,
                .lit = true,
                .gloss = material.gloss};
  if (material.pattern == Pattern::Plain) return finish;
  auto [entry, fresh] = drawn_.try_emplace(finish.name);
  if (fresh) entry->second = draw_(material, own);
  finish.texture = entry->second;
  finish.color = {255, 255, 255};  // the texture has the colour
  return finish;
}

Finish paint(Color color, double gloss) {
  return {.name = concat("paint-", hex_of(color)),
          .color = color,
          .texture = nullptr,
          .lit = true,
          .gloss = gloss};
}

Finish as_lamp(Finish finish) {
  finish.name += "-lamp", finish.lamp = true;
  return finish;
}

}  // namespace paddock
