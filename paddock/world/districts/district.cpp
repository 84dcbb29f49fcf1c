// In this order, each on what the one before left: signs, lamps and benches along the pavements,
// lots along the streets, parks, trees where nothing else is, wear of the road.
#include "paddock/world/districts/district.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "paddock/core/angle.h"
#include "paddock/core/random.h"
#include "paddock/world/districts/free_ground.h"
#include "paddock/world/districts/frontage.h"
#include "paddock/world/districts/furniture.h"
#include "paddock/world/districts/houses.h"
#include "paddock/world/roads/road_network.h"

namespace paddock {
namespace {

constexpr std::array kNumbers{
    DistrictNumber{"parks", &DistrictSpec::parks, 0, 1},
    DistrictNumber{"shops", &DistrictSpec::shops, 0, 1},
    DistrictNumber{"parking", &DistrictSpec::parking, 0, 1},
    DistrictNumber{"storeys", &DistrictSpec::storeys, 1, 8},
    DistrictNumber{"front", &DistrictSpec::front, 7, 40},
    DistrictNumber{"lamps", &DistrictSpec::lamps, 0, 1000},
    DistrictNumber{"trees", &DistrictSpec::trees, 0, 1000},
};

constexpr double kReach = 38;        // m from the streets that a district goes
constexpr double kRim = 1;           // m of the ground's edge without
constexpr double kVerge = 1.1;       // m beside a pavement for lamps and benches: no lot has it
constexpr double kRoadFree = 0.45;   // m beside a pavement where no other road may reach
constexpr double kBeside = 0.4;      // m beside a lot that must be free: cells are half a metre
constexpr double kNear = 24;         // m: houses nearer than that have other walls
constexpr double kStep = 2;          // m to the next try where no lot fits
constexpr double kLeastFront = 7;    // m
constexpr double kCorner = 0.4;      // m of a frontage's ends without
constexpr double kPostFree = 0.01;   // m about a post
constexpr double kPostAside = 0.5;   // m of posts from the pavement
constexpr double kMostPark = 40000;  // m^2 of a block that may be a park
constexpr double kLeastPark = 600;
constexpr double kLampPower = 9;
constexpr Color kLampColor{255, 206, 134};
constexpr double kSignAt = 14;      // m from a street's beginning
constexpr double kLongStreet = 45;  // m, of one that has a sign
constexpr double kPaint = 0.012;    // m: over what lies flat on the road, as cameras tell it apart

class DistrictMaker {
 public:
  DistrictMaker(const DistrictSpec& spec, std::uint64_t seed, const RoadNetwork& network,
                const Bounds2& bounds, LevelSpec& into)
      : spec_(spec),
        seed_(seed),
        network_(network),
        into_(into),
        ground_(network, bounds, spec.outline),
        frontages_(find_frontages(network, ground_)) {}

  bool has_streets() const { return !frontages_.empty(); }

  void run() {
    choose_parks();
    for (const Frontage& edge : frontages_) put_up_limits(edge);
    for (std::size_t i = 0; i < frontages_.size(); ++i) furnish(i);
    for (std::size_t i = 0; i < frontages_.size(); ++i) build_row(i);
    for (std::size_t b = 0; b < parks_.size(); ++b)
      if (parks_[b]) lay_paths(ground_.blocks()[b]);
    for (const Frontage& edge : frontages_) hedge_park(edge);
    for (std::size_t b = 0; b < parks_.size(); ++b)
      if (parks_[b]) plant_park(b);
    plant_the_rest();
    wear_roads();
  }

 private:
  /// Draws of one part of the district: what another part takes does not move them.
  enum class Part : std::uint32_t {
    Parks = 100,
    Trees,
    Wear,
    Park = 1'000,
    Row = 100'000,
    Furniture = 1'000'000
  };
  DrawSequence draws(Part part, std::size_t index = 0) const {
    return DrawSequence(
        {.seed = seed_,
         .stream = Stream::Generate,
         .entity = static_cast<std::uint32_t>(part) + static_cast<std::uint32_t>(index)});
  }
  Site site(const Pose2& pose) { return {pose, into_.pieces}; }

  /// False where the plot, or `room` metres beside it, is not free.
  bool take(const Plot& plot, double room = 0) {
    const Vec2 more{0, room};
    if (!ground_.is_free({plot.pose, plot.low - more, plot.high + more})) return false;
    ground_.take(plot);
    return true;
  }
  static Plot about(const Pose2& pose, double reach) {
    return {pose, {-reach, -reach}, {reach, reach}};
  }

  // --- blocks ---

  /// As many as the share says, those that draw the least.
  void choose_parks() {
    DrawSequence draw = draws(Part::Parks);
    std::vector<std::pair<double, std::size_t>> drawn;
    for (std::size_t b = 0; b < ground_.blocks().size(); ++b) {
      const Block& block = ground_.blocks()[b];
      const double number = draw.between(0, 1);
      if (block.inner && block.area > kLeastPark && block.area < kMostPark)
        drawn.push_back({number, b});
    }
    std::sort(drawn.begin(), drawn.end());
    drawn.resize(static_cast<std::size_t>(spec_.parks * static_cast<double>(drawn.size()) + 0.5));
    parks_.assign(ground_.blocks().size(), false);
    for (const auto& [number, b] : drawn) parks_[b] = true;
  }
  bool is_park(Vec2 at) const {
    const auto block = ground_.block_at(at);
    return block && parks_[*block];
  }

  // --- lots along the streets ---

  /// Where each street begins and its drivers look: the limit on its right.
  void put_up_limits(const Frontage& edge) {
    const RoadLane& pavement = network_.lane(edge.pavement);
    if (edge.in_junction || !edge.right || edge.length() < kLongStreet) return;
    const LanePlace on = place_on(network_, edge.pavement, kSignAt);
    const auto lane = nearest_lane(network_, Pose2{on.point.x, on.point.y, on.heading});
    if (!lane || pavement.speed.empty()) return;
    Pose2 pose = edge.at(kSignAt) * Pose2{kPostAside, 0, 0};
    if (!take(about(pose, kPostFree))) return;
    pose.yaw = wrap_angle(on.heading + kPi);
    const double limit = speed_limit_at(network_.lane(lane->lane), lane->along);
    put_sign(site(pose), std::to_string(std::lround(limit * 3.6)), {240, 240, 236});
  }

  void build_row(std::size_t index) {
    const Frontage& edge = frontages_[index];
    DrawSequence draw = draws(Part::Row, index);
    HouseRow row{.shops = draw.between(0, 1) < spec_.shops};
    row.storeys_most = static_cast<int>(spec_.storeys) + (row.shops ? 1 : 0);
    row.storeys_least = std::min(row.shops ? 2 : 1, row.storeys_most);
    const double setback = row.shops ? draw.between(1.0, 1.5) : draw.between(2.6, 5);
    std::optional<HousePlan> neighbour;
    double at = kCorner;
    while (at + kLeastFront < edge.length() - kCorner) {
      const double used = fill_lot(edge, at, row, setback, neighbour, draw);
      at += used > 0 ? used : kStep;
    }
  }

  /// Metres of the frontage that are used now, 0 where nothing fits.
  double fill_lot(const Frontage& edge, double at, const HouseRow& row, double setback,
                  std::optional<HousePlan>& neighbour, DrawSequence& draw) {
    if (is_park(edge.at(at + kLeastFront / 2) * Vec2{2, 0})) return 0;
    if (draw.between(0, 1) < spec_.parking) {
      const double used = lay_bays(edge, at, draw);
      if (used > 0) return neighbour.reset(), used;
    }
    const double room = edge.length() - kCorner - at;
    const double front = std::min(room, spec_.front * draw.between(0.75, 1.3));
    const Pose2 pose = edge.at(at + front / 2);
    HousePlan plan = draw_house(row, front, draw, neighbour ? &*neighbour : nullptr);
    plan.setback = setback;
    for (const double garden : {9.0, 5.0, 0.0}) {
      plan.garden = garden;
      const Plot lot{pose, {kVerge, -front / 2}, {setback + plan.size.x + garden + 0.3, front / 2}};
      const Plot before{pose, {kRoadFree, -front / 2}, {kVerge, front / 2}};
      if (ground_.has_road(before) || !take(lot, kBeside)) continue;
      plan.front = front_unlike(pose, plan.front);
      build_house(site(pose), plan, draw);
      neighbour = plan;
      return front + (row.shops ? draw.between(0.9, 2.0) : draw.between(1.2, 4.5));
    }
    return 0;
  }

  /// Kinds of walls that no house nearby has, the wanted one if it may be; then it stands there.
  std::size_t front_unlike(const Pose2& pose, std::size_t wanted) {
    const auto seen = [&](std::size_t front) {
      return std::any_of(houses_.begin(), houses_.end(), [&](const Placed& house) {
        return house.front == front && distance(house.at, position(pose)) < kNear;
      });
    };
    std::size_t front = wanted;
    for (std::size_t i = 0; i < house_fronts() && seen(front); ++i)
      front = (front + 1) % house_fronts();
    houses_.push_back({position(pose), front});
    return front;
  }

  double lay_bays(const Frontage& edge, double at, DrawSequence& draw) {
    const int bays = static_cast<int>(draw.integer(4, 8));
    const double wide = bays * kBay + 0.6;
    if (at + wide > edge.length() - kCorner) return 0;
    const Pose2 pose = edge.at(at + wide / 2) * Pose2{0.15, 0, 0};
    if (!take({pose, {kVerge, -wide / 2}, {kBayDepth + 1, wide / 2}}, kBeside)) return 0;
    lay_parking(site(pose), bays, draw);
    return wide + 1;
  }

  // --- parks ---

  /// A strip of gravel through the middle of its block, as far as it stays free.
  void lay_path(const Block& block, bool along_x) {
    const Vec2 middle = (block.bounds.low + block.bounds.high) / 2;
    const Pose2 pose{middle.x, middle.y, along_x ? 0 : kPi / 2};
    const double most = (along_x ? block.bounds.high.x - block.bounds.low.x
                                 : block.bounds.high.y - block.bounds.low.y) /
                            2 -
                        0.6;
    if (!ground_.is_free({pose, {-most, -1.1}, {most, 1.1}})) return;
    // the second would lie on the first
    if (along_x) {
      path(pose, -most, most, 0.03);
    } else {
      path(pose, -most, -1.2, 0.03), path(pose, 1.2, most, 0.03);
    }
    furnish_path(pose, most);
  }
  void path(const Pose2& pose, double from, double to, double high) {
    site(pose).put({(from + to) / 2, 0, 0}, BoxSpec{{to - from, 2.2, high}, {}},
                   {"gravel", SemanticTag::Sidewalk, {}, false});
  }
  void furnish_path(const Pose2& pose, double most) {
    for (double x = -most + 6; x < most - 5; x += 12) {
      if (std::fabs(x) < 4) continue;
      const Pose2 bench = pose * Pose2{x, 1.8, kPi / 2};
      if (take({bench, {-0.4, -1}, {0.4, 1}})) put_bench(site(bench));
      const Pose2 lamp = pose * Pose2{x + 6, -1.6, -kPi / 2};
      if (spec_.lamps > 0 && std::fabs(x + 6) > 3 && take(about(lamp, 0.3))) light_lamp(lamp);
    }
  }

  void lay_paths(const Block& block) {
    lay_path(block, true), lay_path(block, false);
    const Vec2 middle = (block.bounds.low + block.bounds.high) / 2;
    const Vec2 half = (block.bounds.high - block.bounds.low) / 2 - Vec2{0.6, 0.6};
    ground_.take({{middle.x, middle.y, 0}, {-half.x, -1.3}, {half.x, 1.3}});
    ground_.take({{middle.x, middle.y, kPi / 2}, {-half.y, -1.3}, {half.y, 1.3}});
  }

  void plant_park(std::size_t index) {
    const Block& block = ground_.blocks()[index];
    DrawSequence draw = draws(Part::Park, index);
    scatter(block.bounds, 8, TreeForm::Any, draw, [&](Vec2 at) { return is_park(at); });
  }

  // --- along the pavements ---

  void light_lamp(const Pose2& pose) {
    put_up_lamp(site(pose));
    const Vec2 at = pose * xy(kLampLight);
    if (into_.scene.lights.size() >= kMostLights) return;
    into_.scene.lights.push_back({.where = {},
                                  .at = {at.x, at.y, kLampLight.z},
                                  .color = kLampColor,
                                  .power = kLampPower,
                                  .at_dusk = true});
  }

  void furnish(std::size_t index) {
    const Frontage& edge = frontages_[index];
    DrawSequence draw = draws(Part::Furniture, index);
    if (edge.length() < 8) return;
    const auto lamps = spec_.lamps > 0 ? static_cast<int>(edge.length() / spec_.lamps + 0.5) : 0;
    for (int i = 0; i < lamps; ++i) {
      const Pose2 pose = edge.at(edge.length() * (i + 0.5) / lamps) * Pose2{kPostAside, 0, 0};
      if (take(about(pose, kPostFree))) light_lamp(pose);
    }
    for (double at = draw.between(6, 24); at < edge.length() - 4; at += draw.between(22, 55)) {
      const Pose2 pose = edge.at(at) * Pose2{kPostAside, 0, 0};
      if (!take({pose, {0, -1}, {0.25, 1.6}})) continue;
      put_bench(site(pose));
      if (draw.between(0, 1) < 0.6) put_bin(site(pose * Pose2{0, 1.3, 0}));
    }
  }

  /// A hedge before a park, with gaps to enter.
  void hedge_park(const Frontage& edge) {
    constexpr double kRun = 5, kEntry = 1.8;
    for (double at = 1; at + kRun < edge.length(); at += kRun + kEntry) {
      const Pose2 pose = edge.at(at + kRun / 2) * Pose2{1.3, 0, 0};
      if (!is_park(position(pose)) || !take({pose, {-0.35, -kRun / 2}, {0.35, kRun / 2}}, kBeside))
        continue;
      site(pose).put({}, BoxSpec{{0.7, kRun, 0.8}, {}}, {"hedge", SemanticTag::Vegetation});
    }
  }

  // --- trees where nothing else is ---

  template <class Allowed>
  void scatter(const Bounds2& bounds, double gap, TreeForm form, DrawSequence& draw,
               const Allowed& allowed) {
    for (double y = bounds.low.y + gap / 2; y < bounds.high.y; y += gap)
      for (double x = bounds.low.x + gap / 2; x < bounds.high.x; x += gap) {
        const Pose2 pose{x + draw.between(-0.4, 0.4) * gap, y + draw.between(-0.4, 0.4) * gap,
                         draw.between(0, 6)};
        DrawSequence own = draw;
        for (int i = 0; i < 8; ++i) draw.between(0, 1);  // as many for every place
        if (!allowed(position(pose)) || !take(about(pose, 2.2))) continue;
        plant_tree(site(pose), form, own);
      }
  }

  void plant_the_rest() {
    if (spec_.trees <= 0) return;
    DrawSequence draw = draws(Part::Trees);
    for (const Block& block : ground_.blocks())
      if (block.area > 30)
        scatter(block.bounds, spec_.trees, TreeForm::Any, draw, [&](Vec2 at) {
          const auto here = ground_.block_at(at);
          return here && &ground_.blocks()[*here] == &block && !parks_[*here];
        });
  }

  // --- wear of the road ---

  /// Patches of newer asphalt, and lids, inside the lanes of streets.
  void wear_roads() {
    std::vector<std::vector<Vec2>> patches, lids;
    DrawSequence draw = draws(Part::Wear);
    for (std::size_t l = 0; l < network_.lanes.size(); ++l) {
      const RoadLane& lane = network_.lanes[l];
      if (lane.kind != LaneKind::Driving || lane.junction) continue;
      const LaneId id{static_cast<std::uint32_t>(l)};
      for (double s = draw.between(9, 40); s < lane.length - 10; s += draw.between(18, 60)) {
        const LanePlace on = place_on(network_, id, s);
        if (!ground_covers(on.point)) continue;
        const double side = draw.between(-0.55, 0.55);
        const Pose2 pose = Pose2{on.point.x, on.point.y, on.heading} * Pose2{0, side, 0};
        if (draw.between(0, 1) < 0.6) {
          const double long_half = draw.between(0.7, 2.2), wide_half = draw.between(0.4, 0.8);
          patches.push_back(rectangle(pose, long_half, wide_half));
        } else {
          lids.push_back(disc(pose, 0.32));
        }
      }
    }
    lay_wear(std::move(patches), {48, 52, 56});
    lay_wear(std::move(lids), {84, 80, 74});
  }
  bool ground_covers(Vec2 at) const {
    return spec_.outline.empty() || nearest_frontage_within(at, kReach);
  }
  bool nearest_frontage_within(Vec2 at, double reach) const {
    return std::any_of(frontages_.begin(), frontages_.end(), [&](const Frontage& edge) {
      return std::any_of(edge.points.begin(), edge.points.end(),
                         [&](Vec2 p) { return distance(p, at) < reach; });
    });
  }
  static std::vector<Vec2> rectangle(const Pose2& pose, double x, double y) {
    return {pose * Vec2{-x, -y}, pose * Vec2{x, -y}, pose * Vec2{x, y}, pose * Vec2{-x, y}};
  }
  static std::vector<Vec2> disc(const Pose2& pose, double radius) {
    std::vector<Vec2> loop;
    for (int i = 0; i < 10; ++i) {
      const Rot2 turn = Rot2::of(2 * kPi * i / 10);
      loop.push_back(pose * Vec2{radius * turn.c, radius * turn.s});
    }
    return loop;
  }
  void lay_wear(std::vector<std::vector<Vec2>> loops, Color color) {
    if (loops.empty()) return;
    site({})
        .put({}, PrismSpec{std::move(loops), kPaint}, {"asphalt", SemanticTag::Road, color, false})
        .ground_at = Vec2{};
  }

  static constexpr std::size_t kMostLights = 900;

  const DistrictSpec& spec_;
  std::uint64_t seed_;
  const RoadNetwork& network_;
  LevelSpec& into_;
  FreeGround ground_;
  std::vector<Frontage> frontages_;
  std::vector<bool> parks_;  // of each block
  struct Placed {
    Vec2 at;
    std::size_t front{};
  };
  std::vector<Placed> houses_;
};

Bounds2 bounds_of(const RoadNetwork& network, const GroundSpec& ground) {
  Bounds2 roads;
  for (const RoadLane& lane : network.lanes)
    for (const Vec2 p : lane.middle) roads.add(p);
  const Bounds2 near = roads.grown(kReach);
  const Vec2 half = ground.size / 2 - Vec2{kRim, kRim};
  const Vec2 low = ground.center - half, high = ground.center + half;
  return {{std::max(near.low.x, low.x), std::max(near.low.y, low.y)},
          {std::min(near.high.x, high.x), std::min(near.high.y, high.y)}};
}

}  // namespace

std::span<const DistrictNumber> district_numbers() { return kNumbers; }

Result<void> add_district(const DistrictSpec& district, std::uint64_t seed, LevelSpec& into) {
  if (into.roads.empty() || !check_roads(into.roads).empty())
    return fail(ErrorCode::Invalid, "must stand after sound streets or roads");
  const RoadNetwork network = build_network(into.roads);
  DistrictMaker maker(district, seed, network, bounds_of(network, into.ground), into);
  if (!maker.has_streets()) return fail(ErrorCode::Invalid, "must have pavements in it, got none");
  maker.run();
  return {};
}

}  // namespace paddock
