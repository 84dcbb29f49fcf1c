// Named materials and semantic tags: what a surface looks like and what it is.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "paddock/core/image.h"

namespace paddock {

/// The numbers of CARLA 0.8's semantic camera.
enum class SemanticTag : std::uint8_t {
  None = 0,
  Building = 1,
  Fence = 2,
  Other = 3,
  Pedestrian = 4,
  Pole = 5,
  RoadLine = 6,
  Road = 7,
  Sidewalk = 8,
  Vegetation = 9,
  Vehicle = 10,
  Wall = 11,
  TrafficSign = 12,
};

/// Which kinds of sensor see a surface.
struct SeenBy {
  bool lidar{true};
  bool camera{true};
  bool operator==(const SeenBy&) const = default;
};

/// What a surface looks like close up; drawn by geom/pattern.*.
enum class Pattern : std::uint8_t {
  Plain,
  Asphalt,
  Concrete,
  Plaster,
  Carpet,
  Earth,
  Gravel,
  Sand,
  Bricks,
  Checker,
  Stripes,
  Grass,
  Leaves,
  Planks,
  Board,
  Tread
};

struct Material {
  std::string_view name;
  Color color;
  Pattern pattern{Pattern::Plain};
  double friction{1.0};  // as ground, relative to the vehicle's own tyre figure
  std::string_view about;
  double gloss{};  // 0 matt to 1 polished
};

/// All materials a level can name.
std::span<const Material> materials();
const Material* find_material(std::string_view name);

std::optional<SemanticTag> find_tag(std::string_view name);
std::string_view name_of(SemanticTag tag);

}  // namespace paddock
