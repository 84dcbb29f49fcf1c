// What callers of the C library hand over, as messages.
#pragma once

#define CARLA_SERVER_POINTERS
#include <optional>

#include "capi/include/carla/carla_server.h"
#include "paddock/protocols/carla/wire/messages.h"

namespace paddock::capi {

/// What callers have not set may be neither true nor false, and would be no byte of a message.
bool truth_of(const bool& given);

/// None when a pointer is missing, or two sensors have one number.
std::optional<carla::SceneDescription> message_of(const carla_scene_description& scene);
/// None when a pointer is missing, or an agent is of no type.
std::optional<carla::Measurements> message_of(const carla_measurements& values);

}  // namespace paddock::capi
