// What a client wants measured, as a stage is asked for it.
#pragma once

#include "paddock/protocols/web/messages.h"
#include "paddock/stage/stage.h"

namespace paddock::web {

/// The sensor with the noise of the unit that a vehicle of `kind` carries, or exact where the run's
/// sensors are ideal. Says what is wrong with a camera.
Result<SensorRequest> sensor_request(const SubscribeSensor& wanted, const SessionSpec& spec,
                                     VehicleKind kind);

}  // namespace paddock::web
