// Markings painted over the shaded samples: route, gates, triggers, starts, and marks on vehicles.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "paddock/world/draw/raster.h"
#include "paddock/world/draw/scene.h"

namespace paddock::draw {

/// The shaded samples and what each of them shows.
struct Canvas {
  const Scene& scene;
  const View& view;
  const DepthGrid& depth;
  std::vector<Color> samples;
  double pixel{};  // metres
};

void paint_triggers(Canvas& canvas, const World& world);
void paint_routes(Canvas& canvas, const World& world);
/// The first gate is chequered: start and finish. The others are thin lines with their posts.
void paint_gates(Canvas& canvas, const World& world);
void paint_starts(Canvas& canvas, const World& world);
/// A windscreen and a nose, so that a vehicle's heading is seen.
void paint_vehicles(Canvas& canvas, std::span<const TopViewVehicle> vehicles);

}  // namespace paddock::draw
