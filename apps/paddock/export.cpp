// paddock export: a level with the vehicles at its starts, as GLB; its roads as OpenDRIVE.
#include <fmt/format.h>

#include "apps/paddock/level_files.h"
#include "apps/paddock/print.h"
#include "apps/paddock/verbs.h"
#include "paddock/engine/level_picture.h"
#include "paddock/io/file.h"
#include "paddock/world/glb.h"
#include "paddock/world/opendrive/opendrive.h"
#include "paddock/world/world_look.h"

namespace paddock {
namespace {

int export_roads(const std::string& path, const ExportOptions& options,
                 const LevelSettings& settings) {
  const LevelReading reading = read_level(path, options.seed, settings);
  for (const Problem& problem : reading.problems) complain(problem.text());
  if (!reading.ok()) return kFailed;
  const RoadsSpec& roads = reading.spec.roads;
  if (roads.roads.empty()) return complain(fmt::format("{} has no roads", reading.spec.name));
  const auto written = write_file(options.output, write_opendrive(roads, reading.spec.name));
  if (!written) return complain(written.error().message);
  fmt::print("Written: {} ({} roads, {} junctions)\n", options.output, roads.roads.size(),
             roads.junctions.size());
  return kOk;
}

}  // namespace

int export_level(const ExportOptions& options) {
  const auto path = find_level(options.level);
  if (!path) return complain(path.error().message);
  const auto settings = read_settings(options.set);
  if (!settings) return kUsage;
  if (options.opendrive) return export_roads(*path, options, *settings);
  const auto world = load_world(*path, options.seed, *settings);
  if (!world) return complain(world.error().message);
  std::vector<LookPart> parts = looks_of(*world);
  if (options.vehicles) {
    for (LookPart& part : vehicles_at_starts(*world)) parts.push_back(std::move(part));
  }
  const auto glb = write_glb(parts);
  if (!glb) return complain(glb.error().message);
  const auto written = write_file(options.output, *glb);
  if (!written) return complain(written.error().message);
  std::size_t triangles = 0;
  for (const LookPart& part : parts) triangles += part.look.triangles.size();
  fmt::print("Written: {} ({} parts, {} triangles, {:.1f} MB)\n", options.output, parts.size(),
             triangles, static_cast<double>(glb->size()) / 1e6);
  return kOk;
}

}  // namespace paddock
