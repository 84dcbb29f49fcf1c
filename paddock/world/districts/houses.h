// A house on its lot: walls, roof, chimney, balconies, a shop's front, the garden.
#pragma once

#include "paddock/core/random.h"
#include "paddock/world/districts/site.h"

namespace paddock {

enum class RoofForm : std::uint8_t { Flat, Gable, CrossGable, Mansard };

struct HousePlan {
  Vec3 size{10, 10, 6};  // depth, front, up to the eaves
  int storeys{2};
  std::size_t front{};  // of house_fronts()
  RoofForm roof{};
  bool shop{};
  double setback{3};  // m from the pavement to the front
  double garden{};    // m behind the house
};

/// Kinds of walls there are.
std::size_t house_fronts();

/// A plan that differs from its neighbour's in its walls, and in its roof or height.
struct HouseRow {  // what the houses of one side of a street have in common
  bool shops{};
  int storeys_least{1}, storeys_most{3};
};
HousePlan draw_house(const HouseRow& row, double front, DrawSequence& draw,
                     const HousePlan* neighbour);

/// The site's origin is the middle of the lot's edge on the pavement.
void build_house(const Site& lot, const HousePlan& plan, DrawSequence& draw);

}  // namespace paddock
