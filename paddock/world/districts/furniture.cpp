#include "paddock/world/districts/furniture.h"

#include <array>
#include <string>
#include <utility>

#include "paddock/core/angle.h"

namespace paddock {
namespace {

constexpr Made kSteel{"grey", SemanticTag::Pole, Color{92, 98, 104}};
constexpr Made kBark{"wood", SemanticTag::Vegetation, Color{98, 76, 56}};
constexpr std::array kLeaves{Color{58, 92, 54}, Color{78, 108, 52}, Color{52, 84, 62}};
constexpr std::array kCars{Color{48, 72, 112}, Color{176, 178, 180}, Color{36, 38, 42},
                           Color{140, 36, 40}, Color{226, 226, 222}, Color{74, 92, 82}};

template <class Things>
const auto& pick(const Things& things, DrawSequence& draw) {
  return things[static_cast<std::size_t>(
      draw.integer(0, static_cast<std::int64_t>(things.size()) - 1))];
}

Made leaves(DrawSequence& draw) {
  return {"hedge", SemanticTag::Vegetation, pick(kLeaves, draw), false};
}

}  // namespace

void plant_tree(const Site& at, TreeForm form, DrawSequence& draw) {
  const double scale = form == TreeForm::Small ? draw.between(0.5, 0.65) : draw.between(0.8, 1.25);
  const double which = draw.between(0, 1);
  const double trunk = 0.16 * scale;
  if (which < 0.22) {
    at.put({}, CylinderSpec{trunk, 1.4 * scale, {}}, kBark);
    at.put({0, 0, 1.1 * scale}, ConeSpec{.radius = 1.7 * scale, .height = 6 * scale}, leaves(draw));
    return;
  }
  const double bare = draw.between(2.2, 2.8) * scale, crown = draw.between(1.7, 2.2) * scale;
  at.put({}, CylinderSpec{trunk, bare + 0.5 * crown, {}}, kBark);
  at.put({0, 0, bare}, BallSpec{.radius = crown}, leaves(draw));
}

void put_up_lamp(const Site& at) {
  at.put({}, CylinderSpec{0.07, kLampHeight, {}}, kSteel);
  at.put({-kLampReach / 2, 0, kLampHeight - 0.1}, BoxSpec{{kLampReach, 0.06, 0.06}, {}},
         {kSteel.material, kSteel.tag, kSteel.color, false});
  // of glass: its look has a pane that is lit at dusk
  at.put({-kLampReach, 0, kLampHeight - 0.14}, BoxSpec{{0.8, 0.28, 0.11}, {}},
         {"glass", SemanticTag::Pole, kSteel.color, false});
}

void put_bench(const Site& at) {
  constexpr Made kWood{"wood", SemanticTag::Other, Color{140, 96, 60}};
  at.put({0, 0, 0.4}, BoxSpec{{0.45, 1.7, 0.06}, {}}, kWood);
  at.put({0.2, 0, 0.5}, BoxSpec{{0.05, 1.7, 0.4}, {}}, kWood);
  for (const double side : {-0.65, 0.65})
    at.put({0.02, side, 0}, BoxSpec{{0.4, 0.07, 0.4}, {}},
           {"grey", SemanticTag::Other, Color{60, 62, 66}});
}

void put_bin(const Site& at) {
  at.put({}, CylinderSpec{0.24, 0.85, {}}, {"grey", SemanticTag::Other, Color{46, 84, 66}});
}

void put_sign(const Site& at, std::string text, Color color) {
  at.put({}, CylinderSpec{0.04, 2.7, {}}, kSteel);
  at.put({0.06, 0, 2.05}, SignSpec{std::move(text), {0.6, 0.6}},
         {"white", SemanticTag::TrafficSign, color, false});
}

void lay_parking(const Site& at, int bays, DrawSequence& draw) {
  const double wide = bays * kBay, middle = kBayDepth / 2;
  at.put({middle, 0, 0}, BoxSpec{{kBayDepth, wide + 0.4, 0.03}, {}},
         {"asphalt", SemanticTag::Road, {}, false});
  for (int i = 0; i <= bays; ++i)
    at.put({middle, i * kBay - wide / 2, 0}, BoxSpec{{kBayDepth - 0.4, 0.1, 0.042}, {}},
           {"white", SemanticTag::RoadLine, {}, false});
  for (int i = 0; i < bays; ++i) {
    if (draw.between(0, 1) < 0.3) continue;
    const double y = (i + 0.5) * kBay - wide / 2;
    const bool out = draw.between(0, 1) < 0.5;
    const double x = middle + draw.between(-0.2, 0.2);
    const double length = draw.between(4.1, 4.6), height = draw.between(1.4, 1.55);
    at.at({x, y, out ? kPi : 0})
        .put({0, 0, 0.03}, BoxSpec{{length, 1.8, height}, {}},
             {"white", SemanticTag::Vehicle, pick(kCars, draw)});
  }
  at.put({kBayDepth + 0.5, 0, 0}, BoxSpec{{0.6, wide, 1.1}, {}},
         {"hedge", SemanticTag::Vegetation, {}, true});
  put_sign(at.at({0.4, wide / 2 - 0.1, kPi}), "P", {40, 88, 168});
}

}  // namespace paddock
