// What people may change while a run goes on: figures of vehicles, drivers and the weather, typed
// and bounded.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "paddock/core/error.h"

namespace paddock {

struct Session;

enum class ParameterKind { Number, Whole, Switch };
enum class ParameterGroup { Race, Drivers, Vehicles };

struct Parameter {
  ParameterGroup group{};
  std::uint32_t vehicle{};  // the figure is of it, or of its driver
  std::string name;         // "vehicle.0.max_steer", "driver.0.top_speed", "race.laps", "weather"
  std::string title;        // for people
  std::string unit;
  std::string section{};  // under which people find it beside others of its kind; may be empty
  std::string help{};     // what it does, in a sentence; may be empty
  std::vector<std::string> choices{};  // what its whole numbers from 0 mean; empty: themselves
  ParameterKind kind{};
  double value{}, low{}, high{}, standard{};
  bool operator==(const Parameter&) const = default;
};

/// All that can be changed now, of the vehicles that the run began with: who drives decides which
/// figures of drivers there are.
std::vector<Parameter> parameters_of(const Session& session);

/// From the next tick on. An Error names the bounds, or says that there is no such parameter.
Result<void> set_parameter(Session& session, std::string_view name, double value);

}  // namespace paddock
