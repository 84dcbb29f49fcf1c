// The world as a list of triangles with their surfaces, ready to be drawn.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "paddock/geom/material.h"
#include "paddock/world/draw/raster.h"
#include "paddock/world/top_view.h"
#include "paddock/world/world.h"

namespace paddock::draw {

/// What a triangle is made of.
struct Surface {
  const Material* material{};
  Color color;
  bool floor{};               // markings are painted on it
  Pose2 world_from_pattern;   // bricks and boards turn with their piece
  std::optional<Route> line;  // of a wall or tape, in its own frame: stripes run along it
};

struct Scene {
  std::vector<Surface> surfaces;  // the ground, then pieces, then vehicles
  std::vector<Facet> facets;
  std::size_t first_vehicle{};  // surface of the first vehicle
};

Scene make_scene(const World& world, std::span<const TopViewVehicle> vehicles);

}  // namespace paddock::draw
