// Whether a snapshot, which may come from a file, is one that a run can go on from.
#pragma once

#include <optional>

#include "paddock/stage/session.h"

namespace paddock {

/// The model's slots are those of the snapshot already.
bool fits_run(const Session& session, const Snapshot& snapshot);

/// As many cars, checkpoints and things that can be gone.
bool same_shape(const RefereeState& a, const RefereeState& b);

/// None, or one with figures that weather may have, in a level that has weather.
bool weather_fits(const Session& session, const std::optional<WeatherSpec>& weather);

}  // namespace paddock
