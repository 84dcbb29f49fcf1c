// What stands in streets and parks: trees, lamps, benches, bins, signs, rows of parked cars.
#pragma once

#include "paddock/core/random.h"
#include "paddock/world/districts/site.h"

namespace paddock {

enum class TreeForm : std::uint8_t { Any, Small };
/// At the site's origin.
void plant_tree(const Site& at, TreeForm form, DrawSequence& draw);

inline constexpr double kLampHeight = 5.2, kLampReach = 1.9;  // m, the lamp before its pole
/// A pole with an arm that reaches along -x, as towards the street.
void put_up_lamp(const Site& at);
/// Where it shines from, in the site's frame.
inline constexpr Vec3 kLampLight{-kLampReach, 0, kLampHeight - 0.15};

/// Looks along -x.
void put_bench(const Site& at);
void put_bin(const Site& at);
/// A board on a pole that faces the site's x.
void put_sign(const Site& at, std::string text, Color color);

inline constexpr double kBay = 2.6, kBayDepth = 5.4;  // m of a parked car's place
/// So many places side by side along y from the middle, with cars in most of them.
void lay_parking(const Site& at, int bays, DrawSequence& draw);

}  // namespace paddock
