// A district: blocks between streets filled with houses, gardens, shops, parks, rows of parked cars
// and what stands along pavements, all drawn from a seed. Nothing stands in a lane or on a
// pavement.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "paddock/core/error.h"
#include "paddock/world/level.h"

namespace paddock {

struct DistrictSpec {
  std::vector<Vec2> outline;  // empty: all along the streets
  double parks{0.12};         // share of the blocks
  double shops{0.4};          // share of the sides of streets
  double parking{0.04};       // share of the lots
  double storeys{3};          // most, but for streets with shops: one more
  double front{11};           // m, of a house on average
  double lamps{27};           // m between two on a side; 0: none
  double trees{11};           // m between two where nothing else is; 0: none
  bool operator==(const DistrictSpec&) const = default;
};

/// A number of a district: its key in files and its bounds.
struct DistrictNumber {
  std::string_view key;
  double DistrictSpec::*into;
  double low{}, high{};
};
std::span<const DistrictNumber> district_numbers();

/// Adds its pieces and lamps. Fails where there are no streets with pavements.
Result<void> add_district(const DistrictSpec& district, std::uint64_t seed, LevelSpec& into);

}  // namespace paddock
