#include "paddock/protocols/web/wire_units.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "paddock/io/bytes.h"
#include "paddock/io/png.h"

namespace paddock::web {
namespace {

constexpr float kDepthUnit = 0.002F;  // m; 16 bits reach 131 m

template <class Whole>
Whole rounded(double value, double unit) {
  using Limits = std::numeric_limits<Whole>;
  const double scaled = std::nearbyint(value / unit);
  if (!(scaled > static_cast<double>(Limits::min()))) return scaled < 0 ? Limits::min() : Whole{0};
  return scaled < static_cast<double>(Limits::max()) ? static_cast<Whole>(scaled) : Limits::max();
}

std::int16_t angle(double radians) {
  // -pi and pi are the same 16 bits
  return static_cast<std::int16_t>(
      static_cast<std::uint16_t>(std::lround(wrap_angle(radians) * 32768 / kPi)));
}

std::uint16_t counted(std::uint32_t number) {
  return static_cast<std::uint16_t>(std::min<std::uint32_t>(number, 65535));
}

VehicleMessage vehicle_message(const VehicleFrame& v) {
  VehicleMessage m;
  m.x = rounded<std::int32_t>(v.pose.x, 1e-4);
  m.y = rounded<std::int32_t>(v.pose.y, 1e-4);
  m.z = rounded<std::int32_t>(v.z, 1e-4);
  m.yaw = angle(v.pose.yaw), m.pitch = angle(v.pitch), m.roll = angle(v.roll);
  m.speed = rounded<std::int16_t>(v.speed, 0.002);
  m.yaw_rate = rounded<std::int16_t>(v.yaw_rate, 0.001);
  m.steer = rounded<std::int16_t>(v.steer, 0.0001);
  m.drive = rounded<std::int8_t>(v.asked.drive, 1 / 127.0);
  m.brake = rounded<std::uint8_t>(std::max(v.asked.brake, v.asked.hand_brake), 1 / 255.0);
  m.laps = counted(v.laps);
  m.lap_ms = static_cast<std::uint32_t>(
      std::clamp<Nanos>(v.lap_time / 1'000'000, 0, std::numeric_limits<std::uint32_t>::max()));
  m.next_gate = counted(v.next_gate);
  m.flags = static_cast<std::uint8_t>((v.frozen ? kFrozen : 0) | (v.touched ? kTouched : 0) |
                                      (v.place != 0 ? kFinished : 0) | (v.held ? kHeld : 0));
  m.place = static_cast<std::uint8_t>(std::min<std::uint32_t>(v.place, 255));
  return m;
}

std::uint16_t range_units(float range, double most) {
  if (!(range >= 0)) return 65535;
  return static_cast<std::uint16_t>(std::lround(std::min(1.0, range / most) * 65534));
}

}  // namespace

BodyMessage body_message(std::size_t index, const BodyPlace& place) {
  constexpr double kUnit = 1 / 32767.0;
  BodyMessage m;
  m.index = static_cast<std::uint16_t>(index);
  m.flags = place.present ? 0 : kAbsent;
  m.x = rounded<std::int32_t>(place.pose.at.x, 1e-4);
  m.y = rounded<std::int32_t>(place.pose.at.y, 1e-4);
  m.z = rounded<std::int32_t>(place.pose.at.z, 1e-4);
  m.qx = rounded<std::int16_t>(place.pose.turn.x, kUnit);
  m.qy = rounded<std::int16_t>(place.pose.turn.y, kUnit);
  m.qz = rounded<std::int16_t>(place.pose.turn.z, kUnit);
  m.qw = rounded<std::int16_t>(place.pose.turn.w, kUnit);
  return m;
}

StateMessage state_message(const Frame& frame) {
  StateMessage m;
  m.flags = static_cast<std::uint8_t>(
      (frame.paused ? kPaused : 0) | (frame.waiting ? kWaiting : 0) | (frame.replay ? kReplay : 0));
  m.run = frame.run;
  m.tick = static_cast<std::uint64_t>(count(frame.tick));
  m.speed = static_cast<float>(frame.speed);
  for (const VehicleFrame& vehicle : frame.vehicles) m.vehicles.push_back(vehicle_message(vehicle));
  return m;
}

BodiesMessage bodies_message(const Frame& frame) {
  BodiesMessage m;
  m.flags = kComplete;
  m.run = frame.run;
  m.tick = static_cast<std::uint64_t>(count(frame.tick));
  const std::size_t count = std::min<std::size_t>(frame.bodies.size(), 65535);
  for (std::size_t i = 0; i < count; ++i) m.bodies.push_back(body_message(i, frame.bodies[i]));
  return m;
}

std::string lidar_bytes(std::uint16_t subscription, Tick tick, const SubscribeSensor& sensor,
                        const LidarReading& reading) {
  LidarMessage m{.subscription = subscription,
                 .tick = static_cast<std::uint64_t>(count(tick)),
                 .start = static_cast<float>(sensor.start),
                 .span = static_cast<float>(sensor.span),
                 .range = static_cast<float>(sensor.range),
                 .ranges = {}};
  m.ranges.reserve(reading.ranges.size());
  for (const float range : reading.ranges) m.ranges.push_back(range_units(range, sensor.range));
  return encode(m);
}

std::string series_bytes(std::uint16_t subscription, Tick tick, std::vector<float> values) {
  SeriesMessage m{.subscription = subscription,
                  .channels = static_cast<std::uint8_t>(values.size()),
                  .samples = {}};
  m.samples.push_back({static_cast<std::uint64_t>(count(tick)), std::move(values)});
  return encode(m);
}

std::string picture_bytes(std::uint16_t subscription, Tick tick, PictureKind kind,
                          const CameraReading& reading) {
  PictureMessage m{.picture = kind,
                   .subscription = subscription,
                   .tick = static_cast<std::uint64_t>(count(tick)),
                   .width = static_cast<std::uint16_t>(reading.width),
                   .height = static_cast<std::uint16_t>(reading.height),
                   .scale = 0,
                   .content = {}};
  if (kind == PictureKind::Depth) {
    m.scale = kDepthUnit;
    ByteWriter units;
    for (const float depth : reading.depth)
      units.u16(depth < 0 ? 65535
                          : static_cast<std::uint16_t>(
                                std::min(65534.0F, std::nearbyint(depth / kDepthUnit))));
    m.content = units.take();
  } else {
    Image grey{
        .width = reading.width, .height = reading.height, .channels = 1, .pixels = reading.tags};
    const auto png =
        write_png_bytes(kind == PictureKind::Colour ? reading.color : grey, PngPacking::Fast);
    if (png) m.content = *png;
  }
  return encode(m);
}

}  // namespace paddock::web
