// A flight: from when a vehicle begins to follow its path until it stays at the end, with the
// figures that make two of them comparable. SI; docs/physics/path_following.md says what each is.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "paddock/core/ids.h"
#include "paddock/core/tick.h"
#include "paddock/core/vec.h"

namespace paddock {

struct Session;

/// How well a flight went. What has not happened yet, or never does, is missing.
struct FlightScore {
  std::optional<double> rise;       // s, from a tenth to nine tenths of the way
  std::optional<double> settling;   // s, until it stays at the end
  std::optional<double> overshoot;  // m, beyond the end
  double mean_error{};              // m from the path, over the way gone
  double largest_error{};           // m
  double effort{};                  // m^2/s^3, the integral of the squared acceleration asked for
  double length{};                  // m of the path
  bool operator==(const FlightScore&) const = default;
};

struct Flight {
  std::uint32_t number{};  // from 1, in this run
  VehicleId vehicle{};
  std::string controller;  // by its name
  Nanos began{};           // simulated
  Nanos lasted{};
  bool done{};     // it stays at the end, or something began another
  bool arrived{};  // at the end
  FlightScore score;
  std::vector<std::pair<std::string, double>> changed;  // parameters that were not standard
  bool operator==(const Flight&) const = default;
};

/// Watches flights tick by tick. What it knows is derived: no run depends on it.
struct FlightLog {
  /// What is known of the flight under way of one vehicle.
  struct Watch {
    std::uint32_t begun{};       // flights of this driver
    std::uint32_t number{};      // of the flight in the log; 0: none
    std::optional<Nanos> tenth;  // when a tenth of the way was done
    std::optional<Nanos> near;   // since when it is near the end
    double way{}, errors{};      // m gone, and the integral of the error over them
    Vec2 velocity;               // asked for in the tick before
  };
  static constexpr std::size_t kMost = 64;  // flights that are kept

  std::vector<Flight> flights;  // the oldest first
  std::vector<Watch> watches;   // one a slot
  std::uint32_t counted{};      // flights so far
  std::uint32_t news{};         // grows when a flight begins or is done, or a path was edited
};

/// After a tick.
void watch_flights(Session& session);
/// The flight under way of the vehicle in a slot, or its last; null: it has made none.
const Flight* flight_of(const Session& session, std::size_t slot);

}  // namespace paddock
