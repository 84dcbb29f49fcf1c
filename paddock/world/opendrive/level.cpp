// A level around imported roads: ground, starts, and all of it near the origin.
#include <algorithm>
#include <cmath>
#include <filesystem>

#include "paddock/io/file.h"
#include "paddock/io/xml.h"
#include "paddock/world/level_check.h"
#include "paddock/world/opendrive/opendrive.h"
#include "paddock/world/roads/road_network.h"

namespace paddock {
namespace {

constexpr std::size_t kLongestTitle = 200;  // bytes, of a level

constexpr double kFarOff = 1e4;        // m from the origin: georeferenced, in all likelihood
constexpr double kVerge = 20;          // m of ground around the roads
constexpr double kShortestStart = 10;  // m of a lane that somebody starts on

/// Moves roads that lie far off to the origin, by whole metres.
void bring_near(RoadsSpec& roads, std::vector<LeftOut>& left_out) {
  Bounds2 bounds;
  for (const RoadSpec& road : roads.roads)
    for (const LinePiece& piece : road.line.pieces) bounds.add(position(piece.start));
  const Vec2 most{std::fmax(std::fabs(bounds.low.x), std::fabs(bounds.high.x)),
                  std::fmax(std::fabs(bounds.low.y), std::fabs(bounds.high.y))};
  if (bounds.empty() || std::fmax(most.x, most.y) <= kFarOff) return;
  const Vec2 by{-std::round((bounds.low.x + bounds.high.x) / 2),
                -std::round((bounds.low.y + bounds.high.y) / 2)};
  for (RoadSpec& road : roads.roads) {
    for (LinePiece& piece : road.line.pieces) piece.start.x += by.x, piece.start.y += by.y;
  }
  left_out.push_back({concat("place on Earth: moved by [", by.x, ", ", by.y, "] m"), 1,
                      roads.roads.front().where.line});
}

/// Middles of driving lanes, each as far as can be from those before it; the longest lane's first.
std::vector<LanePlace> spread_starts(const RoadNetwork& network) {
  std::vector<LanePlace> places;
  std::vector<double> room;  // of each to the nearest that was taken
  for (std::size_t i = 0; i < network.lanes.size(); ++i) {
    const RoadLane& lane = network.lanes[i];
    if (lane.kind != LaneKind::Driving || lane.junction || lane.length < kShortestStart) continue;
    places.push_back(place_on(network, LaneId{static_cast<std::uint32_t>(i)}, lane.length / 2));
    room.push_back(lane.length);
  }
  std::vector<LanePlace> taken;
  while (taken.size() < std::min(places.size(), kImportedStarts)) {
    const auto next = static_cast<std::size_t>(
        std::distance(room.begin(), std::max_element(room.begin(), room.end())));
    const bool first = taken.empty();
    taken.push_back(places[next]);
    for (std::size_t i = 0; i < places.size(); ++i) {
      const double far = distance(places[i].point, places[next].point);
      room[i] = first ? far : std::fmin(room[i], far);
    }
  }
  return taken;
}

/// Of whole letters, as long as a title may be.
std::string title_of(const std::string& name) {
  std::size_t end = std::min(name.size(), kLongestTitle);
  while (end < name.size() && end > 0 && (static_cast<unsigned char>(name[end]) & 0xc0u) == 0x80)
    --end;
  return name.substr(0, end);
}

void build_level(const OpenDriveReading& file, const SourceLine& top, LevelSpec& level) {
  level.vehicle = "sedan";
  level.roads = file.roads;
  const RoadNetwork network = build_network(level.roads);
  const Bounds2 bounds = network.grid.bounds().grown(kVerge);
  level.ground.center = (bounds.low + bounds.high) / 2;
  level.ground.size = bounds.high - bounds.low;
  level.ground.material = "grass";
  for (const LanePlace& place : spread_starts(network))
    level.starts.push_back({top, {place.point.x, place.point.y, wrap_angle(place.heading)}, ""});
}

}  // namespace

OpenDriveImport import_opendrive(const std::string& path) {
  OpenDriveImport import;
  LevelReading& level = import.level;
  const SourceLine top{path, 1};
  const auto text = read_file(path, kXmlLimit);
  if (!text) {
    level.problems.push_back({{path, 0}, text.error().message});
    return import;
  }
  OpenDriveReading file = read_opendrive(*text, path);
  import.left_out = std::move(file.left_out);
  level.problems = std::move(file.problems);
  level.spec.name = std::filesystem::path(path).stem().string();
  level.spec.papers.title = title_of(file.name.empty() ? level.spec.name : file.name);
  if (!level.ok()) return import;
  bring_near(file.roads, import.left_out);
  level.problems = check_roads(file.roads);
  if (!level.ok()) return import;
  build_level(file, top, level.spec);
  if (level.spec.starts.empty())
    level.problems.push_back({top, "<OpenDRIVE> must have a driving lane of 10 m to start on"});
  if (level.ok()) level.problems = check_level(level.spec, top);
  return import;
}

}  // namespace paddock
