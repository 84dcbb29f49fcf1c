// The catalogue of sensor kinds. Names, figures and units: docs/sensors.md.
#pragma once

#include "paddock/sensors/sensor.h"

namespace paddock {

std::span<const SensorKind* const> sensor_kinds();

/// An error lists those there are.
Result<const SensorKind*> find_sensor_kind(std::string_view name);
/// The unit of that name; the kind's first when it is empty. An error lists those there are.
Result<const SensorUnit*> find_sensor_unit(const SensorKind& kind, std::string_view name);

/// The unit's figures with those of `chosen` in their place, without noise where `ideal`. Says
/// which figure there is not, or breaks its bounds.
Result<Figures> figures_of(const SensorKind& kind, const SensorUnit& unit,
                           std::span<const SensorFigure> chosen, bool ideal);

/// "lidar", "lidar@front", and figures after it: "camera@roof width=640 height=480 unit=… rate=…
/// ideal=1". Says what is wrong with the words; names are looked up by whoever mounts it.
Result<SensorSpec> parse_sensor(std::string_view text);

}  // namespace paddock
