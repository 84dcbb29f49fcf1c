#include "paddock/protocols/eespees/codec.h"

#include "paddock/io/bytes.h"

namespace paddock::eespees {
namespace {

Result<void> check_size(std::string_view what, std::size_t got, std::size_t wanted) {
  if (got == wanted) return {};
  return fail(ErrorCode::Invalid, what, " must have ", wanted, " bytes, got ", got);
}

}  // namespace

std::string encode(const RobotInit& init) {
  ByteWriter w;
  w.i32(init.step_ms);
  w.f64(init.max_speed), w.f64(init.lidar_min), w.f64(init.lidar_max);
  return w.take();
}

std::string encode(const SensorPacket& packet, Wire wire) {
  const bool readme = wire == Wire::Readme;
  ByteWriter w;
  w.f64(readme ? packet.sim_time * 1000 : packet.sim_time);
  w.f64(packet.speed);
  if (!readme) w.f64(packet.steer);
  for (const double v : packet.gps) w.f64(v);
  for (const double v : packet.compass) w.f64(v);
  for (const float range : packet.distance) w.f32(range);
  if (readme) w.f64(packet.steer);
  return w.take();
}

std::string encode(const DriveCommand& command, Wire wire) {
  ByteWriter w;
  w.f64(command.heading);
  w.f64(wire == Wire::Readme ? command.speed / RobotInit{}.max_speed : command.speed);
  return w.take();
}

std::string encode(const WorldCommand& command) {
  ByteWriter w;
  w.i32(static_cast<std::int32_t>(command.function));
  w.i32(command.seed);
  w.i32(static_cast<std::int32_t>(command.mode));
  w.i32(command.obstacles), w.i32(command.cells);
  w.f32(command.scale);
  return w.take();
}

std::string encode(const WorldReply& reply) {
  ByteWriter w;
  w.i32(static_cast<std::int32_t>(reply.code));
  w.i32(reply.step_ms);
  w.f32(reply.target[0]), w.f32(reply.target[1]);
  return w.take();
}

Result<RobotInit> decode_init(std::string_view bytes) {
  if (auto sized = check_size("an init packet", bytes.size(), kInitSize); !sized)
    return tl::unexpected(sized.error());
  ByteReader r(bytes);
  RobotInit init;
  init.step_ms = r.i32();
  init.max_speed = r.f64(), init.lidar_min = r.f64(), init.lidar_max = r.f64();
  return init;
}

Result<SensorPacket> decode_sensors(std::string_view bytes, Wire wire) {
  if (auto sized = check_size("a sensor packet", bytes.size(), kSensorSize); !sized)
    return tl::unexpected(sized.error());
  const bool readme = wire == Wire::Readme;
  ByteReader r(bytes);
  SensorPacket packet;
  packet.sim_time = r.f64() * (readme ? 0.001 : 1);
  packet.speed = r.f64();
  if (!readme) packet.steer = r.f64();
  for (double& v : packet.gps) v = r.f64();
  for (double& v : packet.compass) v = r.f64();
  for (float& range : packet.distance) range = r.f32();
  if (readme) packet.steer = r.f64();
  return packet;
}

Result<DriveCommand> decode_drive(std::string_view bytes, Wire wire) {
  if (auto sized = check_size("a command", bytes.size(), kDriveSize); !sized)
    return tl::unexpected(sized.error());
  ByteReader r(bytes);
  DriveCommand command;
  command.heading = r.f64();
  command.speed = r.f64() * (wire == Wire::Readme ? RobotInit{}.max_speed : 1);
  return command;
}

Result<WorldCommand> decode_world_command(std::string_view bytes) {
  if (auto sized = check_size("a backend's command", bytes.size(), kWorldCommandSize); !sized)
    return tl::unexpected(sized.error());
  ByteReader r(bytes);
  WorldCommand command;
  command.function = static_cast<Function>(r.i32());
  command.seed = r.i32();
  command.mode = static_cast<Mode>(r.i32());
  command.obstacles = r.i32(), command.cells = r.i32();
  command.scale = r.f32();
  return command;
}

Result<WorldReply> decode_reply(std::string_view bytes) {
  if (auto sized = check_size("a reply", bytes.size(), kWorldReplySize); !sized)
    return tl::unexpected(sized.error());
  ByteReader r(bytes);
  WorldReply reply;
  reply.code = static_cast<ReturnCode>(r.i32());
  reply.step_ms = r.i32();
  reply.target[0] = r.f32(), reply.target[1] = r.f32();
  return reply;
}

}  // namespace paddock::eespees
