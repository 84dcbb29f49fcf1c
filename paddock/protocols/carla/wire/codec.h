// CARLA's messages to bytes and back, by the Protocol Buffers library. Pure and total: bytes that
// are no message are an Error. A message at its defaults has no bytes at all, and that is a
// message.
#pragma once

#include <string>
#include <string_view>

#include "paddock/core/error.h"
#include "paddock/protocols/carla/wire/messages.h"

namespace paddock::carla {

std::string encode(const RequestNewEpisode& request);
std::string encode(const SceneDescription& scene);
std::string encode(const EpisodeStart& start);
std::string encode(const EpisodeReady& ready);
std::string encode(const Control& control);
/// Boxes are told as clients of 0.8.2 and later want them and as those of 0.8.0 and 0.8.1 do.
std::string encode(const Measurements& measurements);

Result<RequestNewEpisode> decode_request(std::string_view bytes);
Result<SceneDescription> decode_scene(std::string_view bytes);
Result<EpisodeStart> decode_start(std::string_view bytes);
Result<EpisodeReady> decode_ready(std::string_view bytes);
Result<Control> decode_control(std::string_view bytes);
Result<Measurements> decode_measurements(std::string_view bytes);

/// What a car may be asked for: numbers brought into their range, NaN counts as 0.
Control within_limits(const Control& control);

}  // namespace paddock::carla
