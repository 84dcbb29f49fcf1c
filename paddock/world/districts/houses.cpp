#include "paddock/world/districts/houses.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "paddock/core/angle.h"
#include "paddock/world/districts/furniture.h"

namespace paddock {
namespace {

constexpr double kStorey = 2.9, kShopStorey = 3.5;  // m
constexpr double kEaves = 0.35;                     // m that a roof stands out
constexpr double kLedge = 0.12;  // m above the eaves, inside the ledge that a house's look has
constexpr double kGap = 0.01;    // m between the pavement and what adjoins it
constexpr double kSide = 0.45;   // m of a garden's fence to the lot's border

struct Walls {
  std::string_view material;
  Color color;
};
constexpr std::array kWalls{Walls{"brick", {160, 86, 70}},     Walls{"plaster", {224, 219, 208}},
                            Walls{"plaster", {222, 190, 136}}, Walls{"brick", {186, 152, 116}},
                            Walls{"plaster", {178, 196, 190}}, Walls{"plaster", {206, 160, 132}},
                            Walls{"brick", {122, 74, 64}},     Walls{"plaster", {176, 186, 202}},
                            Walls{"plaster", {214, 176, 168}}};

// boards of the wood's pattern read as rows of tiles
constexpr std::array kTiles{Walls{"wood", {150, 78, 58}}, Walls{"wood", {108, 62, 52}},
                            Walls{"wood", {84, 86, 92}}};
constexpr std::array kAwnings{Color{168, 44, 48}, Color{38, 98, 74}, Color{44, 78, 132},
                              Color{212, 168, 62}};
struct Trade {
  std::string_view name;
  Color color;
};
constexpr std::array kTrades{Trade{"BAKERY", {214, 176, 96}},  Trade{"BOOKS", {62, 96, 140}},
                             Trade{"CAFE", {116, 74, 52}},     Trade{"FLOWERS", {92, 148, 84}},
                             Trade{"SHOES", {150, 60, 74}},    Trade{"MARKET", {58, 122, 88}},
                             Trade{"OPTICIAN", {70, 88, 104}}, Trade{"BIKES", {208, 110, 44}}};

constexpr Made kHedge{"hedge", SemanticTag::Vegetation};
constexpr Made kFence{"wood", SemanticTag::Fence, Color{150, 122, 92}};

template <class Things>
const auto& pick(const Things& things, DrawSequence& draw) {
  return things[static_cast<std::size_t>(
      draw.integer(0, static_cast<std::int64_t>(things.size()) - 1))];
}

/// A solid with the outline (along x, up), `length` along y about the middle. `turned`: its length
/// runs along x instead.
void lay_roof(const Site& house, double z, std::vector<Vec2> outline, double length, bool turned,
              const Walls& tiles) {
  const Site frame = house.at({0, 0, turned ? kPi / 2 : 0});
  PieceSpec& roof = frame.put({0, length / 2, z}, PrismSpec{{std::move(outline)}, length},
                              {tiles.material, SemanticTag::Building, tiles.color, false});
  roof.roll = kPi / 2;  // its height lies along -y, its second axis points up
}

void build_roof(const Site& house, const HousePlan& plan, DrawSequence& draw) {
  const double z = plan.size.z + kLedge;
  const Walls& tiles = pick(kTiles, draw);
  const bool turned = plan.roof == RoofForm::CrossGable;
  const double half = (turned ? plan.size.y : plan.size.x) / 2 + kEaves;
  const double length = (turned ? plan.size.x : plan.size.y) + 2 * kEaves;
  const double slope = draw.between(0.62, 0.85);
  switch (plan.roof) {
    case RoofForm::Flat: {
      const double wide = std::min(3.0, plan.size.y / 3);
      house.put({0, draw.between(-1, 1) * plan.size.y / 5, plan.size.z},
                BoxSpec{{2.2, wide, 1.9}, {}},
                {"concrete", SemanticTag::Building, Color{150, 150, 148}, false});
      return;
    }
    case RoofForm::Gable:
    case RoofForm::CrossGable:
      lay_roof(house, z, {{-half, 0}, {half, 0}, {0, slope * half}}, length, turned, tiles);
      break;
    case RoofForm::Mansard: {
      const double in = 0.42 * half, top = 2.3;
      lay_roof(house, z, {{-half, 0}, {half, 0}, {half - in, top}, {in - half, top}}, length,
               turned, tiles);
      return;
    }
  }
  const double aside = draw.between(0.2, 0.3), off = draw.between(0, 1) < 0.5 ? -aside : aside;
  const Vec2 at =
      turned ? Vec2{off * plan.size.x, 0.25 * half} : Vec2{0.25 * half, off * plan.size.y};
  house.put({at.x, at.y, z + 0.4 * slope * half}, BoxSpec{{0.6, 0.6, 0.6 * slope * half + 0.8}, {}},
            {"brick", SemanticTag::Building, Color{160, 86, 70}, false});
}

void build_shop(const Site& lot, const HousePlan& plan, DrawSequence& draw) {
  const double x = plan.setback, wide = plan.size.y - 1.0;
  lot.put({x - 0.05, 0, 0}, BoxSpec{{0.1, wide, 2.95}, {}},
          {"glass", SemanticTag::Building, Color{58, 62, 66}});
  if (draw.between(0, 1) < 0.6) {
    PieceSpec& awning = lot.put({x - 0.45, 0, 2.72}, BoxSpec{{1.0, wide, 0.05}, {}},
                                {"white", SemanticTag::Building, pick(kAwnings, draw), false});
    awning.pitch = -0.35;
  }
  const Trade& trade = pick(kTrades, draw);
  const double letters = std::min(wide, 0.42 * static_cast<double>(trade.name.size()) + 0.6);
  const Site front = lot.at({x - 0.12, 0, kPi});
  front.put({0, 0, 3.06}, SignSpec{std::string(trade.name), {letters, 0.55}},
            {"white", SemanticTag::Building, trade.color, false});
}

void build_balconies(const Site& lot, const HousePlan& plan) {
  const double rise = plan.size.z / plan.storeys;
  for (int storey = 1; storey < plan.storeys; ++storey)
    for (const double side : {-0.27, 0.27})
      lot.put({plan.setback - 0.45, side * plan.size.y, storey * rise + 0.05},
              BoxSpec{{0.9, 2.3, 0.95}, {}},
              {"plaster", SemanticTag::Building, Color{206, 206, 200}, false});
}

/// What lies between the pavement and the door: paving before a shop, else a path and a hedge, a
/// fence or flowers.
void lay_front(const Site& lot, const HousePlan& plan, DrawSequence& draw) {
  const double deep = plan.setback, wide = plan.size.y;
  if (plan.shop || deep < 1.8) {
    lot.put({(deep + kGap) / 2, 0, 0}, BoxSpec{{deep - kGap, wide, 0.03}, {}},
            {"concrete", SemanticTag::Sidewalk, Color{150, 148, 142}, false});
    return;
  }
  lot.put({(deep + kGap) / 2, 0, 0}, BoxSpec{{deep - kGap, 1.3, 0.03}, {}},
          {"concrete", SemanticTag::Sidewalk, Color{168, 164, 154}, false});
  const double run = wide / 2 - 1.1, at = 1.1 + run / 2;
  const double which = draw.between(0, 1);
  for (const double side : {-1.0, 1.0}) {
    if (which < 0.45) {
      lot.put({1.15, side * at, 0}, BoxSpec{{0.6, run, 0.9}, {}}, kHedge);
    } else if (which < 0.75) {
      const Vec2 a{0, side * 1.1}, b{0, side * (1.1 + run)};
      lot.put({1.1, 0, 0}, WallSpec{{a, b}, false, 0.9, 0.06}, {"white", SemanticTag::Fence});
    } else if (which < 0.9) {
      lot.put({1.15, side * at, 0}, BoxSpec{{0.28, run, 0.6}, {}},
              {"brick", SemanticTag::Wall, Color{160, 86, 70}});
    }
  }
  if (draw.between(0, 1) < 0.35 && deep > 3.2)
    plant_tree(lot.at({deep - 1.7, (draw.between(0, 1) < 0.5 ? -1 : 1) * 0.34 * wide, 0}),
               TreeForm::Small, draw);
}

void lay_garden(const Site& lot, const HousePlan& plan, DrawSequence& draw) {
  if (plan.garden < 2) return;
  const double from = plan.setback + plan.size.x, deep = plan.garden - kSide, to = from + deep;
  const double side = plan.size.y / 2;
  const std::vector<Vec2> line{{0.1, -side}, {deep, -side}, {deep, side}, {0.1, side}};
  if (draw.between(0, 1) < 0.7) {
    lot.put({from, 0, 0}, WallSpec{line, false, 1.5, 0.07}, kFence);
  } else {
    lot.put({from, 0, 0}, WallSpec{line, false, 1.2, 0.5}, kHedge);
  }
  const double y = draw.between(-0.28, 0.28) * plan.size.y;
  if (plan.garden > 5)
    plant_tree(lot.at({from + 0.6 * plan.garden, y, draw.between(0, 6)}), TreeForm::Any, draw);
  if (draw.between(0, 1) < 0.3 && plan.garden > 6)
    lot.put({to - 1.6, y > 0 ? 1.7 - side : side - 1.7, 0}, BoxSpec{{2, 2.3, 2.1}, {}},
            {"wood", SemanticTag::Other, Color{122, 88, 62}});
}

}  // namespace

std::size_t house_fronts() { return kWalls.size(); }

HousePlan draw_house(const HouseRow& row, double front, DrawSequence& draw,
                     const HousePlan* neighbour) {
  HousePlan plan;
  plan.shop = row.shops && draw.between(0, 1) < 0.75;
  plan.storeys = static_cast<int>(draw.integer(row.storeys_least, row.storeys_most));
  plan.size = {draw.between(8.5, 12), front, 0};
  const auto fronts = static_cast<std::int64_t>(kWalls.size());
  // of all but the neighbour's, each as likely
  if (neighbour == nullptr) {
    plan.front = static_cast<std::size_t>(draw.integer(0, fronts - 1));
  } else {
    plan.front =
        (neighbour->front + static_cast<std::size_t>(draw.integer(1, fronts - 1))) % kWalls.size();
  }
  plan.roof = static_cast<RoofForm>(draw.integer(0, 3));
  if (neighbour != nullptr && plan.roof == neighbour->roof && plan.storeys == neighbour->storeys)
    plan.roof = static_cast<RoofForm>((static_cast<int>(plan.roof) + 1) % 4);
  if (plan.roof == RoofForm::Mansard && plan.storeys < 2) plan.storeys = 2;
  plan.size.z =
      plan.storeys * kStorey + draw.between(0.1, 0.6) + (plan.shop ? kShopStorey - kStorey : 0);
  return plan;
}

void build_house(const Site& lot, const HousePlan& plan, DrawSequence& draw) {
  const Walls& walls = kWalls[plan.front];
  const Site house = lot.at({plan.setback + plan.size.x / 2, 0, 0});
  house.put({}, BoxSpec{plan.size, {}}, {walls.material, SemanticTag::Building, walls.color});
  build_roof(house, plan, draw);
  if (plan.shop) build_shop(lot, plan, draw);
  if (!plan.shop && plan.storeys > 2 && draw.between(0, 1) < 0.5) build_balconies(lot, plan);
  lay_front(lot, plan, draw);
  lay_garden(lot, plan, draw);
}

}  // namespace paddock
