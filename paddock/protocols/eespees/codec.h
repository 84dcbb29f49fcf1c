// EES-PEES packets as bytes and back: packed, little-endian, of fixed size. Pure and total: bytes
// of the right length always mean something, others are an Error.
#pragma once

#include <string>
#include <string_view>

#include "paddock/core/error.h"
#include "paddock/protocols/eespees/messages.h"

namespace paddock::eespees {

/// Actual: what the real programs exchange. Readme: what the description prints: milliseconds, the
/// steering angle last, a command's speed as a part of the greatest.
enum class Wire { Actual, Readme };

inline constexpr std::size_t kInitSize = 28, kSensorSize = 1512, kDriveSize = 16,
                             kWorldCommandSize = 24, kWorldReplySize = 16;

std::string encode(const RobotInit& init);
std::string encode(const SensorPacket& packet, Wire wire);
std::string encode(const DriveCommand& command, Wire wire);
std::string encode(const WorldCommand& command);
std::string encode(const WorldReply& reply);

Result<RobotInit> decode_init(std::string_view bytes);
Result<SensorPacket> decode_sensors(std::string_view bytes, Wire wire);
Result<DriveCommand> decode_drive(std::string_view bytes, Wire wire);
Result<WorldCommand> decode_world_command(std::string_view bytes);
Result<WorldReply> decode_reply(std::string_view bytes);

}  // namespace paddock::eespees
