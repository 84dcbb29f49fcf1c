// Frames and measurements in the units of the wire: docs/protocols/web.md.
#pragma once

#include <span>
#include <string>

#include "paddock/protocols/web/codec.h"
#include "paddock/stage/frame.h"
#include "paddock/stage/subscriptions.h"

namespace paddock::web {

/// A frame as it goes over the wire.
StateMessage state_message(const Frame& frame);
/// Whether somebody in it follows a path, and all who do.
bool has_pursuers(const Frame& frame);
PursuitMessage pursuit_message(const Frame& frame);
/// Of a frame that tells of roads.
RoadsMessage roads_message(const Frame& frame);
/// All of its bodies.
BodiesMessage bodies_message(const Frame& frame);
/// One of them.
BodyMessage body_message(std::size_t index, const BodyPlace& place);

/// How far a depth camera measures, m.
double depth_limit(const CameraSpec& camera);

/// One reading: ranges, points, or a picture in the format it was asked for. Waits for a picture
/// that is still being packed; empty when it could not be made.
std::string reading_bytes(const Delivery& delivery, PictureFormat format);
/// Readings of a vector, one after another.
std::string series_bytes(std::span<const Delivery> deliveries);

}  // namespace paddock::web
