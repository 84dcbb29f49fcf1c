#include "paddock/protocols/racecar/codec.h"

#include <cmath>
#include <optional>

#include "paddock/core/check.h"
#include "paddock/io/bytes.h"

namespace paddock::racecar {
namespace {

constexpr std::string_view kNames[]{
    "error",
    "connect",
    "unity_start",
    "unity_update",
    "unity_exit",
    "python_finished",
    "python_send_next",
    "python_exit",
    "racecar_go",
    "racecar_set_start_update",
    "racecar_get_delta_time",
    "racecar_set_update_slow_time",
    "camera_get_color_image",
    "camera_get_depth_image",
    "camera_get_width",
    "camera_get_height",
    "controller_is_down",
    "controller_was_pressed",
    "controller_was_released",
    "controller_get_trigger",
    "controller_get_joystick",
    "display_show_image",
    "drive_set_speed_angle",
    "drive_stop",
    "drive_set_max_speed",
    "lidar_get_num_samples",
    "lidar_get_samples",
    "physics_get_linear_acceleration",
    "physics_get_angular_velocity",
    "physics_get_position",
    "drone_get_image",
    "drone_get_height",
    "drone_set_height",
    "drone_return_to_car",
};

// floats stand where a C struct has them: three bytes of padding after the header
constexpr std::size_t kPadding = 3;

Result<void> check_size(std::uint8_t header, std::size_t got, std::size_t wanted) {
  if (got == wanted) return {};
  return fail(ErrorCode::Invalid, header_name(header), " must have ", wanted,
              wanted == 1 ? " byte, got " : " bytes, got ", got);
}

Result<void> check_finite(std::uint8_t header, std::string_view what, float number) {
  if (std::isfinite(number)) return {};
  return fail(ErrorCode::Invalid, header_name(header), ": ", what, " must be a finite number, got ",
              number);
}

Result<void> check_below(std::uint8_t header, std::string_view what, unsigned number,
                         unsigned count) {
  if (number < count) return {};
  return fail(ErrorCode::Invalid, header_name(header), ": ", what, " must be 0 to ", count - 1,
              ", got ", number);
}

Result<FaultCode> read_fault(std::uint8_t code) {
  if (code <= static_cast<std::uint8_t>(FaultCode::FragmentMismatch))
    return static_cast<FaultCode>(code);
  return fail(ErrorCode::Invalid, "error: code must be 0 to 6, got ", unsigned{code});
}

Result<ScriptMessage> decode_fault_or_connect(Header header, std::string_view datagram) {
  const auto number = static_cast<std::uint8_t>(header);
  if (datagram.size() > 2)
    return fail(ErrorCode::Invalid, header_name(number), " must have 1 or 2 bytes, got ",
                datagram.size());
  ByteReader r(datagram.substr(1));
  const std::uint8_t value = r.u8();  // 0 where it is missing
  if (header == Header::Connect) return Connect{value};
  const auto code = read_fault(value);
  if (!code) return tl::unexpected(code.error());
  return Fault{*code};
}

Result<ScriptMessage> decode_controller(Header header, std::string_view datagram) {
  const auto number = static_cast<std::uint8_t>(header);
  if (auto sized = check_size(number, datagram.size(), 2); !sized)
    return tl::unexpected(sized.error());
  const auto which = static_cast<std::uint8_t>(datagram[1]);
  const bool two_sided = header == Header::GetTrigger || header == Header::GetJoystick;
  const auto known =
      two_sided ? check_below(number, "side", which, 2)
                : check_below(number, "button", which, static_cast<unsigned>(Button::Back) + 1);
  if (!known) return tl::unexpected(known.error());
  if (header == Header::GetTrigger) return GetTrigger{static_cast<Side>(which)};
  if (header == Header::GetJoystick) return GetJoystick{static_cast<Side>(which)};
  return GetButton{static_cast<ButtonQuestion>(number), static_cast<Button>(which)};
}

Result<ScriptMessage> decode_speed_angle(std::string_view datagram) {
  const auto number = static_cast<std::uint8_t>(Header::SetSpeedAngle);
  if (auto sized = check_size(number, datagram.size(), 12); !sized)
    return tl::unexpected(sized.error());
  ByteReader r(datagram.substr(1 + kPadding));
  SetSpeedAngle drive;
  drive.speed = r.f32(), drive.angle = r.f32();
  if (auto finite = check_finite(number, "speed", drive.speed); !finite)
    return tl::unexpected(finite.error());
  if (auto finite = check_finite(number, "angle", drive.angle); !finite)
    return tl::unexpected(finite.error());
  return drive;
}

Result<float> decode_setting(Header header, std::string_view what, std::string_view datagram) {
  const auto number = static_cast<std::uint8_t>(header);
  if (auto sized = check_size(number, datagram.size(), 8); !sized)
    return tl::unexpected(sized.error());
  ByteReader r(datagram.substr(1 + kPadding));
  const float value = r.f32();
  if (auto finite = check_finite(number, what, value); !finite)
    return tl::unexpected(finite.error());
  return value;
}

/// Messages that are a header and nothing else.
std::optional<ScriptMessage> bare_message(Header header) {
  switch (header) {
    case Header::PythonFinished:
      return Finished{};
    case Header::PythonSendNext:
      return SendNext{};
    case Header::PythonExit:
      return Quit{};
    case Header::Stop:
      return Stop{};
    case Header::ReturnDrone:
      return ReturnDrone{};
    case Header::GetDeltaTime:
    case Header::GetColorImage:
    case Header::GetDepthImage:
    case Header::GetCameraWidth:
    case Header::GetCameraHeight:
    case Header::GetLidarLength:
    case Header::GetLidarSamples:
    case Header::GetLinearAcceleration:
    case Header::GetAngularVelocity:
    case Header::GetPosition:
    case Header::GetDroneImage:
    case Header::GetDroneHeight:
      return Get{static_cast<Quantity>(header)};
    default:
      return {};
  }
}

std::string bytes_of(Header header) { return std::string(1, static_cast<char>(header)); }
std::string bytes_of(Header header, std::uint8_t second) {
  return bytes_of(header) + static_cast<char>(second);
}

template <class... Floats>
std::string padded(Header header, Floats... numbers) {
  ByteWriter w;
  w.u8(static_cast<std::uint8_t>(header));
  for (std::size_t i = 0; i < kPadding; ++i) w.u8(0);
  (w.f32(numbers), ...);
  return w.take();
}

struct Encoder {
  std::string operator()(const Fault& m) const {
    return bytes_of(Header::Error, static_cast<std::uint8_t>(m.code));
  }
  std::string operator()(const Connect& m) const { return bytes_of(Header::Connect, m.version); }
  std::string operator()(const Finished&) const { return bytes_of(Header::PythonFinished); }
  std::string operator()(const SendNext&) const { return bytes_of(Header::PythonSendNext); }
  std::string operator()(const Quit&) const { return bytes_of(Header::PythonExit); }
  std::string operator()(const Get& m) const { return bytes_of(static_cast<Header>(m.quantity)); }
  std::string operator()(const GetButton& m) const {
    return bytes_of(static_cast<Header>(m.question), static_cast<std::uint8_t>(m.button));
  }
  std::string operator()(const GetTrigger& m) const {
    return bytes_of(Header::GetTrigger, static_cast<std::uint8_t>(m.side));
  }
  std::string operator()(const GetJoystick& m) const {
    return bytes_of(Header::GetJoystick, static_cast<std::uint8_t>(m.side));
  }
  std::string operator()(const SetSpeedAngle& m) const {
    return padded(Header::SetSpeedAngle, m.speed, m.angle);
  }
  std::string operator()(const Stop&) const { return bytes_of(Header::Stop); }
  std::string operator()(const SetMaxSpeed& m) const {
    return padded(Header::SetMaxSpeed, m.max_speed);
  }
  std::string operator()(const SetDroneHeight& m) const {
    return padded(Header::SetDroneHeight, m.height);
  }
  std::string operator()(const ReturnDrone&) const { return bytes_of(Header::ReturnDrone); }
  std::string operator()(const Welcome& m) const { return bytes_of(Header::Connect, m.car); }
  std::string operator()(const RunStart&) const { return bytes_of(Header::UnityStart); }
  std::string operator()(const RunUpdate&) const { return bytes_of(Header::UnityUpdate); }
  std::string operator()(const End&) const { return bytes_of(Header::UnityExit); }
};

std::string encode_ranges(std::span<const float> ranges) {
  ByteWriter w;
  for (const float range : ranges) w.f32(std::isfinite(range) && range > 0 ? range : 0.0f);
  return w.take();
}

}  // namespace

std::string header_name(std::uint8_t header) {
  if (header < std::size(kNames)) return std::string(kNames[header]);
  return concat("header ", unsigned{header});
}

Result<ScriptMessage> decode(std::string_view datagram) {
  if (datagram.empty()) return fail(ErrorCode::Invalid, "a datagram must have a header, got none");
  const auto number = static_cast<std::uint8_t>(datagram[0]);
  const auto header = static_cast<Header>(number);
  if (const auto message = bare_message(header)) {
    if (auto sized = check_size(number, datagram.size(), 1); !sized)
      return tl::unexpected(sized.error());
    return *message;
  }
  switch (header) {
    case Header::Error:
    case Header::Connect:
      return decode_fault_or_connect(header, datagram);
    case Header::IsDown:
    case Header::WasPressed:
    case Header::WasReleased:
    case Header::GetTrigger:
    case Header::GetJoystick:
      return decode_controller(header, datagram);
    case Header::SetSpeedAngle:
      return decode_speed_angle(datagram);
    case Header::SetMaxSpeed: {
      const auto value = decode_setting(header, "max speed", datagram);
      if (!value) return tl::unexpected(value.error());
      return SetMaxSpeed{*value};
    }
    case Header::SetDroneHeight: {
      const auto value = decode_setting(header, "height", datagram);
      if (!value) return tl::unexpected(value.error());
      return SetDroneHeight{*value};
    }
    default:
      return fail(ErrorCode::Invalid, header_name(number), " is no message of a script");
  }
}

std::string encode(const ScriptMessage& message) { return std::visit(Encoder{}, message); }
std::string encode_simulator(const SimulatorMessage& message) {
  return std::visit(Encoder{}, message);
}

Result<SimulatorMessage> decode_simulator(std::string_view datagram) {
  if (datagram.empty()) return fail(ErrorCode::Invalid, "a datagram must have a header, got none");
  const auto number = static_cast<std::uint8_t>(datagram[0]);
  switch (static_cast<Header>(number)) {
    case Header::Error: {
      ByteReader r(datagram.substr(1));
      const auto code = read_fault(r.u8());
      if (!code) return tl::unexpected(code.error());
      return Fault{*code};
    }
    case Header::Connect:
      if (datagram.size() < 2)
        return fail(ErrorCode::Invalid, "connect must have 2 bytes, got ", datagram.size());
      return Welcome{static_cast<std::uint8_t>(datagram[1])};
    case Header::UnityStart:
      return RunStart{};
    case Header::UnityUpdate:
      return RunUpdate{};
    case Header::UnityExit:
      return End{};
    default:
      return fail(ErrorCode::Invalid, header_name(number), " is no message of the simulator");
  }
}

std::string encode_answer(bool answer) { return std::string(1, answer ? '\1' : '\0'); }

std::string encode_number(float number) {
  ByteWriter w;
  w.f32(number);
  return w.take();
}

std::string encode_count(std::int32_t count) {
  ByteWriter w;
  w.i32(count);
  return w.take();
}

std::string encode_stick(const StickReading& stick) {
  ByteWriter w;
  w.f32(stick.x), w.f32(stick.y);
  return w.take();
}

std::string encode_triple(const Triple& triple) {
  ByteWriter w;
  for (const float number : triple) w.f32(number);
  return w.take();
}

std::string encode_lidar(std::span<const float, kLidarSamples> ranges) {
  return encode_ranges(ranges);
}

std::string encode_depth(std::span<const float> ranges) {
  PADDOCK_ASSERT(ranges.size() == depth_cells(DepthResolution::Low) ||
                     ranges.size() == depth_cells(DepthResolution::Moderate) ||
                     ranges.size() == depth_cells(DepthResolution::High),
                 "cells ", ranges.size());
  return encode_ranges(ranges);
}

std::string_view color_fragment(std::string_view rgba, std::size_t index) {
  PADDOCK_ASSERT(rgba.size() == kColorBytes && index < kFragments, "bytes ", rgba.size(),
                 " fragment ", index);
  return rgba.substr(index * kFragmentBytes, kFragmentBytes);
}

}  // namespace paddock::racecar
