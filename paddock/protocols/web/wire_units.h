// Frames and measurements in the units of the wire: docs/protocols/web.md.
#pragma once

#include <string>
#include <vector>

#include "paddock/protocols/web/codec.h"
#include "paddock/stage/frame.h"

namespace paddock::web {

/// A frame as it goes over the wire.
StateMessage state_message(const Frame& frame);
/// All of its bodies.
BodiesMessage bodies_message(const Frame& frame);
/// One of them.
BodyMessage body_message(std::size_t index, const BodyPlace& place);

std::string lidar_bytes(std::uint16_t subscription, Tick tick, const SubscribeSensor& sensor,
                        const LidarReading& reading);
std::string series_bytes(std::uint16_t subscription, Tick tick, std::vector<float> values);
std::string picture_bytes(std::uint16_t subscription, Tick tick, PictureKind kind,
                          const CameraReading& reading);

}  // namespace paddock::web
