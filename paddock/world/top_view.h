// A picture of a world from straight above: real proportions, one sun, cast shadows. North is up.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "paddock/core/image.h"
#include "paddock/core/pose.h"
#include "paddock/geom/shape.h"
#include "paddock/world/world.h"

namespace paddock {

struct TopViewVehicle {
  Pose2 pose;
  Outline2 outline;
  Color color;
};

struct TopViewSpec {
  int width{1280};                  // pixels, held between 16 and 8192
  int height{};                     // 0: as the region's aspect asks
  std::optional<Bounds2> region{};  // metres; the whole world when empty
  std::vector<TopViewVehicle> vehicles{};
  std::string title{};  // of the legend; empty: the world's name
  bool legend{true};    // title, scale bar and north arrow, in a frame around the map
  bool markings{true};  // route, gates, triggers and starts, painted on the floor
};

Image draw_top_view(const World& world, const TopViewSpec& spec);

}  // namespace paddock
