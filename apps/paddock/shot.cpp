// paddock shot: a picture of a level, from above.
#include <fmt/format.h>

#include "apps/paddock/level_files.h"
#include "apps/paddock/print.h"
#include "apps/paddock/verbs.h"
#include "paddock/io/png.h"
#include "paddock/vehicles/vehicle.h"
#include "paddock/world/top_view.h"

namespace paddock {
namespace {

// blue, orange, violet, teal: distinct for colour-blind eyes too
constexpr Color kVehicleColors[] = {{61, 139, 253}, {240, 128, 40}, {150, 90, 220}, {30, 160, 150}};

std::vector<TopViewVehicle> vehicles_at_starts(const World& world) {
  std::vector<TopViewVehicle> vehicles;
  for (const WorldStart& start : world.starts)
    if (const VehicleType* type = find_vehicle_type(start.vehicle))
      vehicles.push_back({start.pose, outline_of(type->kind),
                          kVehicleColors[vehicles.size() % std::size(kVehicleColors)]});
  return vehicles;
}

}  // namespace

int take_shot(const ShotOptions& options) {
  const auto path = find_level(options.level);
  if (!path) return complain(path.error().message);
  const auto world = load_world(*path, options.seed);
  if (!world) return complain(world.error().message);
  TopViewSpec spec;
  spec.width = options.width;
  spec.vehicles = vehicles_at_starts(*world);
  if (options.region.size() == 4) {
    Bounds2 region;
    region.add({options.region[0], options.region[1]});
    region.add({options.region[2], options.region[3]});
    spec.region = region;
  }
  const Image image = draw_top_view(*world, spec);
  const auto written = write_png(options.output, image);
  if (!written) return complain(written.error().message);
  fmt::print("Written: {} ({} x {})\n", options.output, image.width, image.height);
  return kOk;
}

}  // namespace paddock
