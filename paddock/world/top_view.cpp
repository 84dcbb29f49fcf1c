// Draws a world from above: depth, light and patterns on a grid of 3 x 3 samples a pixel, markings
// over them, then the mean of each pixel, then the legend.
#include "paddock/world/top_view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "paddock/geom/lettering.h"
#include "paddock/geom/palette.h"
#include "paddock/geom/pattern.h"
#include "paddock/world/draw/light.h"
#include "paddock/world/draw/paint.h"
#include "paddock/world/draw/raster.h"
#include "paddock/world/draw/scene.h"

namespace paddock {
namespace {

constexpr int kSamples = 3;  // along each edge of a pixel
constexpr int kLargest = 8192;
constexpr Color kFog{154, 164, 173};

/// Where the map lies in the picture, in pixels, and how large a metre is.
struct Layout {
  int width{}, height{};
  int left{}, top{};  // of the map
  int columns{}, rows{};
  double per_metre{};
  Vec2 low;  // world, at the map's lower left corner
};

Layout lay_out(const World& world, const TopViewSpec& spec) {
  Layout layout;
  const Bounds2 region = spec.region.value_or(world.bounds.grown(0.0));
  const Vec2 size{std::max(region.high.x - region.low.x, 1e-3),
                  std::max(region.high.y - region.low.y, 1e-3)};
  const int side = spec.legend ? 28 : 0, head = spec.legend ? 64 : 0, foot = spec.legend ? 56 : 0;
  layout.width = std::clamp(spec.width, 16 + 2 * side, kLargest);
  const int wide = layout.width - 2 * side;
  layout.per_metre = wide / size.x;
  const double asked =
      spec.height > 0 ? spec.height : size.y * layout.per_metre + head + foot + 0.5;
  layout.height = static_cast<int>(std::clamp(asked, 16.0 + head + foot, double(kLargest)));

  // the whole region fits, in the middle of what is left
  const int high = layout.height - head - foot;
  layout.per_metre = std::min(layout.per_metre, high / size.y);
  layout.columns = std::clamp(static_cast<int>(size.x * layout.per_metre + 0.5), 1, wide);
  layout.rows = std::clamp(static_cast<int>(size.y * layout.per_metre + 0.5), 1, high);
  layout.left = side + (wide - layout.columns) / 2;
  layout.top = head + (high - layout.rows) / 2;
  layout.low = region.low;
  return layout;
}

/// The surface's own colour at a place of the map.
Tone tone_at(const draw::Surface& surface, Vec2 world, double pixel) {
  const Pose2& pose = surface.world_from_pattern;
  Vec2 p = world - position(pose);
  if (pose.yaw != 0) p = inverse(Rot2::of(pose.yaw)) * p;
  if (surface.line) {
    const RoutePlace place = nearest_place(*surface.line, p);
    p = {place.along, place.offset};
  }
  return pattern_at(*surface.material, surface.color, {.at = p, .pixel = pixel});
}

std::vector<Color> shade(const draw::Scene& scene, const draw::View& view,
                         const draw::DepthGrid& depth, const draw::Light& light, double pixel) {
  std::vector<Color> samples(view.size(), kAsphalt);
  for (int row = 0; row < view.rows; ++row) {
    for (int column = 0; column < view.columns; ++column) {
      const std::size_t i = view.index(column, row);
      if (depth.facet[i] == draw::kNoFacet) continue;
      const draw::Surface& surface = scene.surfaces[scene.facets[depth.facet[i]].surface];
      const Tone tone = tone_at(surface, view.world_from_sample(column, row), pixel);
      samples[i] = color_of(light.at(column, row) * tone);
    }
  }
  return samples;
}

/// The mean of each pixel's samples, mixed as light.
void put_map(const draw::Canvas& canvas, const Layout& layout, Image& image) {
  for (int y = 0; y < layout.rows; ++y) {
    for (int x = 0; x < layout.columns; ++x) {
      Tone sum;
      for (int s = 0; s < kSamples * kSamples; ++s) {
        const int column = x * kSamples + s % kSamples, row = y * kSamples + s / kSamples;
        sum = sum + tone_of(canvas.samples[canvas.view.index(column, row)]);
      }
      const Color mean = color_of((1.0f / (kSamples * kSamples)) * sum);
      std::uint8_t* at = image.at(layout.left + x, layout.top + y);
      at[0] = mean.r, at[1] = mean.g, at[2] = mean.b;
    }
  }
}

void draw_map(const World& world, const TopViewSpec& spec, const Layout& layout, Image& image) {
  const draw::View view{layout.low, layout.per_metre * kSamples, layout.columns * kSamples,
                        layout.rows * kSamples};
  const double pixel = 1 / layout.per_metre;
  const draw::Scene scene = draw::make_scene(world, spec.vehicles);
  const draw::DepthGrid depth = draw::draw_from_above(scene.facets, view);
  const draw::Light light(scene, world.scene.sun, view, depth);
  draw::Canvas canvas{scene, view, depth, shade(scene, view, depth, light, pixel), pixel};
  if (spec.markings) {
    draw::paint_triggers(canvas, world);
    draw::paint_routes(canvas, world);
    draw::paint_gates(canvas, world);
    draw::paint_starts(canvas, world);
  }
  draw::paint_vehicles(canvas, spec.vehicles);
  put_map(canvas, layout, image);
}

// --- legend -------------------------------------------------------------------------------------

/// The largest of 1, 2, 5, 10, … that is at most `metres`.
double round_length(double metres) {
  double power = 1e-3;
  while (power * 10 <= metres) power *= 10;
  for (const double step : {5.0, 2.0}) {
    if (step * power <= metres) return step * power;
  }
  return power;
}

std::string length_text(double metres) {
  if (metres >= 1000) return concat(metres / 1000, " km");
  if (metres >= 1) return concat(metres, " m");
  return concat(std::floor(metres * 1000 + 0.5) / 10, " cm");
}

void draw_scale(const Layout& layout, Image& image) {
  const double metres = round_length(0.16 * layout.columns / layout.per_metre);
  const double wide = metres * layout.per_metre;
  const double x = layout.left + 1, y = layout.height - 28;
  draw_stroke(image, {x, y}, {x + wide, y}, 2, kChalk);
  for (const double at : {x, x + wide}) draw_stroke(image, {at, y - 5}, {at, y + 5}, 2, kChalk);
  draw_stroke(image, {x + wide / 2, y - 3}, {x + wide / 2, y}, 2, kChalk);
  draw_text(image, {x + wide + 12, y + 5}, 10, length_text(metres), kFog);
}

void draw_north(const Layout& layout, Image& image) {
  const Vec2 tip{layout.left + layout.columns - 10.0, layout.height - 42.0};
  draw_stroke(image, {tip.x, tip.y + 28}, tip, 2, kChalk);
  draw_stroke(image, {tip.x - 6, tip.y + 9}, tip, 2, kChalk);
  draw_stroke(image, {tip.x + 6, tip.y + 9}, tip, 2, kChalk);
  draw_text(image, {tip.x - 24, tip.y + 19}, 10, "N", kFog);
}

/// One digit after the point at most.
double tenths(double value) { return std::floor(value * 10 + 0.5) / 10; }

void draw_title(const World& world, const TopViewSpec& spec, const Layout& layout, Image& image) {
  const std::string& title = spec.title.empty() ? world.name : spec.title;
  const double right = layout.left + layout.columns - 2.0;
  draw_text(image, {layout.left + 2.0, 41}, 17, title, kChalk);
  const std::string facts = concat(tenths(layout.columns / layout.per_metre), " x ",
                                   tenths(layout.rows / layout.per_metre), " m");
  const double wide = text_width(facts, 10);
  if (text_width(title, 17) + wide + 40 > layout.columns) return;
  draw_text(image, {right - wide, 41}, 10, facts, kFog);
}

}  // namespace

Image draw_top_view(const World& world, const TopViewSpec& spec) {
  const Layout layout = lay_out(world, spec);
  Image image = Image::blank(layout.width, layout.height);
  for (std::size_t i = 0; i < image.pixels.size(); i += 3) {
    image.pixels[i] = kAsphalt.r, image.pixels[i + 1] = kAsphalt.g,
    image.pixels[i + 2] = kAsphalt.b;
  }
  draw_map(world, spec, layout, image);
  if (spec.legend) {
    draw_title(world, spec, layout, image);
    draw_scale(layout, image);
    draw_north(layout, image);
  }
  return image;
}

}  // namespace paddock
