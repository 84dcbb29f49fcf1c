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

/// How well a flight went. What has not happened yet, or never does, is missing.
struct FlightScore {
  std::optional<double> rise;       // s, from a tenth to nine tenths of the way
  std::optional<double> settling;   // s, until it stays at the end
  std::optional<double> overshoot;  // m, beyond the end
  double mean_error{};              // m from the path, over the time on the way
  double largest_error{};           // m
  double effort{};                  // m^2/s^3, the integral of the squared acceleration asked for
  double length{};                  // m of the path, from where the flight began
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

}  // namespace paddock
