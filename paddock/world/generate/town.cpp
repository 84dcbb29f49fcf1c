// Town: a rectangle of streets, split by further streets again and again until blocks are small
// enough. What splits a block runs from one of its sides to the other, so every street can be
// reached from every other. Lengths are counted in tiles, as the towns of CARLA 0.8 are.
#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

#include "paddock/core/random.h"
#include "paddock/world/generate/kinds.h"
#include "paddock/world/roads/road_network.h"
#include "paddock/world/roads/streets.h"
#include "paddock/world/track.h"

namespace paddock {
namespace {

enum Param { kColumns, kRows, kBlock, kPark, kStarts };

constexpr double kTile = 8.21511;  // m, of CARLA's towns
constexpr std::array kParams{
    GeneratorParam{"columns", 36, 12, 120, true, "tiles of 8.2 m from west to east"},
    GeneratorParam{"rows", 28, 12, 120, true, "tiles from south to north"},
    GeneratorParam{"block", 6, 6, 30, true, "tiles that streets lie apart at least"},
    GeneratorParam{"park", 0.2, 0, 1, false,
                   "share of the blocks that could be split and are left whole"},
    GeneratorParam{"starts", 60, 1, 1000, true, "places to start from, fewer in a small town"},
};
constexpr int kLeastGap = 6;     // tiles between two junctions of a street
constexpr int kTries = 12;       // places looked at for a street
constexpr double kSpotGap = 16;  // m between two starts in a lane
constexpr double kSpotFree = 8;  // m of a lane's ends without

struct Tile {
  int x{}, y{};
  auto operator<=>(const Tile&) const = default;
};
struct Block {
  int x0{}, y0{}, x1{}, y1{};
};

/// Splits blocks; `nodes` are where streets meet, `streets` their two ends.
class Splitter {
 public:
  Splitter(std::span<const double> values, std::uint64_t seed)
      : draw_({.seed = seed, .stream = Stream::Generate}),
        least_(static_cast<int>(values[kBlock])),
        park_(values[kPark]) {}

  void split_town(const Block& town) {
    const std::array<Tile, 4> corners{
        {{town.x0, town.y0}, {town.x1, town.y0}, {town.x1, town.y1}, {town.x0, town.y1}}};
    for (std::size_t i = 0; i < 4; ++i) add_street(corners[i], corners[(i + 1) % 4]);
    std::vector<Block> open{town};
    // blocks in the order of their making, so that a town does not depend on a stack's depth
    for (std::size_t i = 0; i < open.size(); ++i) {
      const Block block = open[i];
      if (i > 0 && draw_.between(0, 1) < park_) continue;
      const int wide = block.x1 - block.x0, deep = block.y1 - block.y0;
      const bool across = wide == deep ? draw_.between(0, 1) < 0.5 : wide > deep;
      if (!split(block, across, open)) split(block, !across, open);
    }
  }

  StreetsSpec streets() const {
    StreetsSpec made;
    std::vector<Tile> nodes(nodes_.begin(), nodes_.end());
    for (const Tile t : nodes) made.nodes.push_back(kTile * Vec2{double(t.x), double(t.y)});
    std::set<std::pair<int, int>> edges;
    for (const auto& [from, to] : streets_) {
      int before = -1;
      for (std::size_t i = 0; i < nodes.size(); ++i) {  // sorted: along every street as it runs
        const Tile t = nodes[i];
        if (t.x < std::min(from.x, to.x) || t.x > std::max(from.x, to.x) ||
            t.y < std::min(from.y, to.y) || t.y > std::max(from.y, to.y))
          continue;
        if (before >= 0) edges.insert({before, static_cast<int>(i)});
        before = static_cast<int>(i);
      }
    }
    for (const auto& [a, b] : edges) made.edges.push_back({a, b});
    return made;
  }

 private:
  void add_street(Tile from, Tile to) {
    streets_.push_back({from, to});
    nodes_.insert(from), nodes_.insert(to);
  }

  /// Whether a street may end there: on a node, or far enough from all others of that side.
  bool may_end(Tile at, bool across) const {
    return std::all_of(nodes_.begin(), nodes_.end(), [&](const Tile& t) {
      const bool side = across ? t.y == at.y : t.x == at.x;
      const int gap = std::abs(across ? t.x - at.x : t.y - at.y);
      return !side || gap == 0 || gap >= kLeastGap;
    });
  }

  bool split(const Block& b, bool across, std::vector<Block>& open) {
    const int from = across ? b.x0 : b.y0, to = across ? b.x1 : b.y1;
    if (to - from < 2 * least_) return false;
    for (int i = 0; i < kTries; ++i) {
      const int at = static_cast<int>(draw_.integer(from + least_, to - least_));
      const Tile one = across ? Tile{at, b.y0} : Tile{b.x0, at};
      const Tile two = across ? Tile{at, b.y1} : Tile{b.x1, at};
      if (!may_end(one, across) || !may_end(two, across)) continue;
      add_street(one, two);
      open.push_back(across ? Block{b.x0, b.y0, at, b.y1} : Block{b.x0, b.y0, b.x1, at});
      open.push_back(across ? Block{at, b.y0, b.x1, b.y1} : Block{b.x0, at, b.x1, b.y1});
      return true;
    }
    return false;
  }

  DrawSequence draw_;
  int least_;
  double park_;
  std::set<Tile> nodes_;
  std::vector<std::pair<Tile, Tile>> streets_;
};

/// Places in the lanes of streets, as many as asked for, in an order that the seed draws.
void add_starts(std::size_t wanted, std::uint64_t seed, LevelSpec& into) {
  const RoadNetwork network = build_network(into.roads);
  std::vector<Pose2> spots;
  for (std::size_t i = 0; i < network.lanes.size(); ++i) {
    const RoadLane& lane = network.lanes[i];
    if (lane.kind != LaneKind::Driving || lane.junction) continue;
    for (double s = kSpotFree; s <= lane.length - kSpotFree; s += kSpotGap) {
      const LanePlace at = place_on(network, LaneId{static_cast<std::uint32_t>(i)}, s);
      spots.push_back({at.point.x, at.point.y, wrap_angle(at.heading)});
    }
  }
  DrawSequence draw({.seed = seed, .stream = Stream::Generate, .entity = 1});
  for (std::size_t left = spots.size(); left > 1; --left)
    std::swap(
        spots[left - 1],
        spots[static_cast<std::size_t>(draw.integer(0, static_cast<std::int64_t>(left) - 1))]);
  spots.resize(std::min(wanted, spots.size()));
  for (const Pose2& pose : spots) into.starts.push_back({{}, pose, ""});
}

Result<void> make_town(std::span<const double> values, std::uint64_t seed, LevelSpec& into) {
  const int columns = static_cast<int>(values[kColumns]), rows = static_cast<int>(values[kRows]);
  const int block = static_cast<int>(values[kBlock]);
  if (std::max(columns, rows) < 2 * block)
    return fail(ErrorCode::Invalid, "block must be at most ", std::max(columns, rows) / 2,
                " tiles in a town of ", columns, " by ", rows, ", got ", block);
  Splitter splitter(values, seed);
  splitter.split_town({0, 0, columns, rows});
  StreetsSpec streets = splitter.streets();
  // as CARLA's towns, and our lights there
  streets.lane_width = 4.025, streets.pavement = 4, streets.corner = 9.9, streets.reach = 9.5;
  streets.junctions.green = 5, streets.junctions.yellow = 2, streets.junctions.red = 0.1;
  if (auto made = add_streets(streets, into.roads); !made) return made;
  Bounds2 bounds;
  bounds.add({0, 0});
  bounds.add(kTile * Vec2{double(columns), double(rows)});
  grow_ground(into, bounds, 4 * kTile);
  add_starts(static_cast<std::size_t>(values[kStarts]), seed, into);
  return {};
}

}  // namespace

constinit const Generator kTown{"town", "streets around blocks, with junctions and lights", kParams,
                                make_town};

}  // namespace paddock
