// RacecarSim datagrams as bytes and back: one message each, little-endian, of fixed sizes. Pure and
// total: what is not a message is an Error that says why.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "paddock/core/error.h"
#include "paddock/protocols/racecar/messages.h"

namespace paddock::racecar {

/// Name of a header as the original writes it, "header 200" where it has none.
std::string header_name(std::uint8_t header);

/// One datagram of a script. Numbers in it are finite, buttons and sides are ones that exist;
/// speeds, angles and heights may lie outside their range.
Result<ScriptMessage> decode(std::string_view datagram);
std::string encode(const ScriptMessage& message);

std::string encode_simulator(const SimulatorMessage& message);
/// What a script sees between two calls. As the original's clients do, it looks at no more bytes
/// than it needs: a fault without code is Generic.
Result<SimulatorMessage> decode_simulator(std::string_view datagram);

// Replies: raw payload, no header. Scripts accept these sizes and no other.

std::string encode_answer(bool answer);                                  // 1 byte
std::string encode_number(float number);                                 // 4 bytes
std::string encode_count(std::int32_t count);                            // 4 bytes
std::string encode_stick(const StickReading& stick);                     // 8 bytes
std::string encode_triple(const Triple& triple);                         // 12 bytes
std::string encode_lidar(std::span<const float, kLidarSamples> ranges);  // 2,880 bytes

/// `ranges` in cm, rows from the top; as many as a DepthResolution has cells. Here and in
/// encode_lidar what is negative or not finite goes out as 0, "no data": scripts choke on it.
std::string encode_depth(std::span<const float> ranges);

/// Part `index` of 32 of a colour image: rows from the top, bytes R, G, B, A; 1,228,800 of them.
/// The part lives as long as the image.
std::string_view color_fragment(std::string_view rgba, std::size_t index);

}  // namespace paddock::racecar
