// Counts what happens in streets: how much traffic moves, and which rules of the road it breaks.
// It looks on and changes nothing. SI.
#pragma once

#include <cstdint>
#include <vector>

#include "paddock/stage/session.h"

namespace paddock {

struct TrafficTally {
  double car_seconds{}, moving_seconds{};  // of cars of [traffic]; moving: above 2 m/s
  std::uint64_t bumps{};                   // of two cars, at least one of them of [traffic]
  std::uint64_t walker_hits{};             // people whom such cars hit
  std::uint64_t off_road{};                // looks, one a second and car, at which a car was off it
  std::uint64_t red_lights{};              // stop lines passed while the light was red
  double longest_stand{};                  // s that a car stood at one place
  std::vector<std::uint64_t> entered;      // times that each junction was entered, by its entries

  struct Car {  // as it was one tick before
    VehicleId id{};
    LaneId lane{};
    double front{};
  };
  std::vector<Car> before;            // one a slot
  std::vector<std::int64_t> touched;  // tick of each slot's last bump

  double share_moving() const { return car_seconds > 0 ? moving_seconds / car_seconds : 0; }
  /// Entries of junctions that nobody passed.
  std::size_t arms_unused() const;
};

/// To be called after each tick.
void tally_traffic(const Session& session, TrafficTally& tally);

}  // namespace paddock
