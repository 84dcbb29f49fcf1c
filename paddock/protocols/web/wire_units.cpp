#include "paddock/protocols/web/wire_units.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "paddock/io/bytes.h"

namespace paddock::web {
namespace {

constexpr double kDepthUnit = 0.002;  // m at most; 16 bits reach 131 m

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

std::uint16_t counted(std::size_t number) {
  return static_cast<std::uint16_t>(std::min<std::size_t>(number, 65535));
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
  m.flags = static_cast<std::uint8_t>((v.present ? 0 : kEmptySlot) | (v.frozen ? kFrozen : 0) |
                                      (v.touched ? kTouched : 0) | (v.place != 0 ? kFinished : 0) |
                                      (v.held ? kHeld : 0));
  m.place = static_cast<std::uint8_t>(std::min<std::uint32_t>(v.place, 255));
  return m;
}

std::array<float, 2> pair(Vec2 v) { return {static_cast<float>(v.x), static_cast<float>(v.y)}; }

PursuerMessage pursuer_message(const SeatStatus& seat, const VehicleFrame& v) {
  const PursuerFrame& p = *v.pursuer;
  const PursuitOutput& out = p.pursuit;
  const Flight& flight = p.flight;
  PursuerMessage m;
  m.vehicle = static_cast<std::uint32_t>(seat.id);
  m.controller = p.controller, m.mode = p.by_velocity ? 1 : 0;
  m.why = static_cast<std::uint8_t>(out.why);
  m.flags =
      static_cast<std::uint8_t>((out.arrived ? kArrived : 0) | (p.compatible ? kCompatible : 0) |
                                (p.by_pursuit ? kByPursuit : 0) | (p.adaptive ? kAdaptive : 0) |
                                (flight.number != 0 && !flight.done ? kInFlight : 0));
  m.index = counted(out.index), m.segment = counted(out.segment);
  m.points = counted(p.points), m.hits = counted(out.hits.count);
  m.flight = flight.number;
  m.flight_time = static_cast<float>(static_cast<double>(flight.lasted) * 1e-9);
  m.lookahead = static_cast<float>(out.lookahead);
  m.position = pair(position(v.pose)), m.velocity = pair(p.velocity);
  m.accel_command = pair(out.accel_command), m.velocity_command = pair(out.velocity_command);
  m.wind = pair(p.wind), m.air = pair(p.air), m.drag = pair(p.drag);
  m.carrot = pair(out.carrot), m.closest = pair(out.closest);
  for (std::size_t i = 0; i < out.hits.count; ++i) {
    m.hit[2 * i] = static_cast<float>(out.hits.points[i].x);
    m.hit[2 * i + 1] = static_cast<float>(out.hits.points[i].y);
  }
  m.position_error = pair(out.position_error);
  m.position_error_rate = pair(out.position_error_rate);
  m.velocity_error = pair(out.velocity_error);
  m.velocity_error_rate = pair(out.velocity_error_rate);
  for (std::size_t i = 0; i < m.gains.size(); ++i) m.gains[i] = static_cast<float>(p.gains[i]);
  m.cross_track = static_cast<float>(out.cross_track), m.along = static_cast<float>(out.along);
  m.planned_speed = static_cast<float>(out.speed);
  m.mean_error = static_cast<float>(flight.score.mean_error);
  m.largest_error = static_cast<float>(flight.score.largest_error);
  m.effort = static_cast<float>(flight.score.effort);
  return m;
}

/// A distance in units of the wire. Sensors tell a number of their own where nothing is met: it is
/// no distance where it lies outside of what they measure.
class DistanceUnits {
 public:
  DistanceUnits(double min, double max, double far_value, double unit)
      : max_(max),
        far_(far_value),
        far_is_none_(!(far_value > min && far_value <= max)),
        unit_(unit) {}
  std::uint16_t operator()(float distance) const {
    const auto metres = static_cast<double>(distance);
    if (!(metres >= 0 && metres <= max_) || (far_is_none_ && metres == far_)) return kNothingMet;
    return static_cast<std::uint16_t>(std::min(65534.0, std::nearbyint(metres / unit_)));
  }

 private:
  double max_, far_;
  bool far_is_none_;
  double unit_;
};

std::uint64_t tick_of(const Delivery& delivery) {
  return static_cast<std::uint64_t>(count(delivery.measurement->tick));
}

ReadingHead head_of(const Delivery& delivery) {
  return {static_cast<std::uint16_t>(delivery.subscription),
          static_cast<std::uint32_t>(std::min<std::uint64_t>(
              delivery.left_out, std::numeric_limits<std::uint32_t>::max()))};
}

RangesMessage ranges_message(const Delivery& delivery, const RangesForm& form,
                             const RangesReading& reading) {
  RangesMessage m{.head = head_of(delivery),
                  .tick = tick_of(delivery),
                  .scale = static_cast<float>(form.max_range / 65534),
                  .ranges = {}};
  // the client multiplies by the float
  const DistanceUnits units(form.min_range, form.max_range, form.far_value,
                            static_cast<double>(m.scale));
  m.ranges.reserve(reading.ranges.size());
  for (const float range : reading.ranges) m.ranges.push_back(units(range));
  return m;
}

PointsMessage points_message(const Delivery& delivery, const PointsForm& form,
                             const Lidar3dReading& reading) {
  PointsMessage m{.head = head_of(delivery),
                  .tick = tick_of(delivery),
                  .scale = static_cast<float>(form.max_range / 32767),
                  .points = {}};
  const auto units = [&](float metres) {
    return rounded<std::int16_t>(static_cast<double>(metres), static_cast<double>(m.scale));
  };
  m.points.reserve(reading.points.size());
  for (const Lidar3dPoint& p : reading.points)
    m.points.push_back({units(p.x), units(p.y), units(p.z),
                        rounded<std::uint8_t>(static_cast<double>(p.intensity), 1 / 255.0),
                        static_cast<std::uint8_t>(p.tag)});
  return m;
}

/// Red, green and blue, without what may follow them.
std::string rgb_bytes(const Image& image) {
  std::string bytes;
  const auto channels = static_cast<std::size_t>(image.channels);
  bytes.reserve(image.pixels.size());
  for (std::size_t i = 0; i + channels <= image.pixels.size(); i += channels)
    for (std::size_t c = 0; c < 3; ++c) bytes += static_cast<char>(image.pixels[i + c]);
  return bytes;
}

std::string depth_bytes(const DepthSpec& depth, double limit, float scale,
                        const std::vector<float>& pixels) {
  const DistanceUnits units(depth.min, limit, depth.far_value, static_cast<double>(scale));
  ByteWriter bytes;
  for (const float pixel : pixels) bytes.u16(units(pixel));
  return bytes.take();
}

PictureMessage picture_message(const Delivery& delivery, PictureFormat format,
                               const PictureForm& form, const CameraReading& reading) {
  PictureMessage m{.head = head_of(delivery),
                   .format = format,
                   .tick = tick_of(delivery),
                   .width = static_cast<std::uint16_t>(reading.width),
                   .height = static_cast<std::uint16_t>(reading.height),
                   .scale = 0,
                   .content = {}};
  const CameraSpec& camera = form.camera.spec;
  const bool depth = form.content == PictureContent::Depth;
  if (delivery.packed) {
    m.scale = depth ? 0.001F : 0;
    m.content = delivery.packed->bytes();
  } else if (depth) {
    m.scale = static_cast<float>(std::min(kDepthUnit, depth_limit(camera) / 65534));
    m.content = depth_bytes(camera.depth, depth_limit(camera), m.scale, reading.depth);
  } else if (form.content == PictureContent::Colour) {
    m.content = rgb_bytes(reading.color);
  } else {
    m.content.assign(reading.tags.begin(), reading.tags.end());
  }
  return m;
}

std::uint8_t light_number(LightState light) {
  switch (light) {
    case LightState::Red:
      return 1;
    case LightState::Yellow:
      return 2;
    case LightState::Green:
      return 3;
    case LightState::Dark:
      return 0;
  }
  return 0;
}

RoadMessage road_message(const RoadWatch& watch) {
  const CollisionSums& sums = watch.collisions;
  return {.vehicle = static_cast<std::uint32_t>(watch.vehicle),
          .light = light_number(watch.light),
          .light_distance = static_cast<float>(watch.light_distance),
          .speed_limit = static_cast<float>(watch.speed_limit),
          .off_road = static_cast<float>(watch.trespass.off_road),
          .other_lane = static_cast<float>(watch.trespass.other_lane),
          .collisions = {static_cast<float>(sums.vehicles), static_cast<float>(sums.walkers),
                         static_cast<float>(sums.other)}};
}

}  // namespace

BodyMessage body_message(std::size_t index, const BodyPlace& place) {
  constexpr double kUnit = 1 / 32767.0;
  BodyMessage m;
  m.index = static_cast<std::uint16_t>(index);
  m.flags = place.present ? 0 : kAbsent;
  m.variant = static_cast<std::uint8_t>(place.variant);  // a piece has at most 16
  m.x = rounded<std::int32_t>(place.pose.at.x, 1e-4);
  m.y = rounded<std::int32_t>(place.pose.at.y, 1e-4);
  m.z = rounded<std::int32_t>(place.pose.at.z, 1e-4);
  m.qx = rounded<std::int16_t>(place.pose.turn.x, kUnit);
  m.qy = rounded<std::int16_t>(place.pose.turn.y, kUnit);
  m.qz = rounded<std::int16_t>(place.pose.turn.z, kUnit);
  m.qw = rounded<std::int16_t>(place.pose.turn.w, kUnit);
  m.scale = static_cast<std::uint16_t>(std::lround(place.scale * kUnscaled));  // at most 20
  return m;
}

bool has_pursuers(const Frame& frame) {
  return std::any_of(frame.vehicles.begin(), frame.vehicles.end(),
                     [](const VehicleFrame& v) { return v.pursuer.has_value(); });
}

PursuitMessage pursuit_message(const Frame& frame) {
  PursuitMessage message{
      .run = frame.run, .tick = static_cast<std::uint64_t>(count(frame.tick)), .vehicles = {}};
  for (std::size_t v = 0; v < frame.vehicles.size(); ++v)
    if (frame.vehicles[v].pursuer)
      message.vehicles.push_back(pursuer_message(frame.status->seats[v], frame.vehicles[v]));
  return message;
}

RoadsMessage roads_message(const Frame& frame) {
  RoadsMessage message{.run = frame.run,
                       .tick = static_cast<std::uint64_t>(count(frame.roads->tick)),
                       .vehicles = {}};
  for (const RoadWatch& watch : frame.roads->watches)
    message.vehicles.push_back(road_message(watch));
  return message;
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

double depth_limit(const CameraSpec& camera) { return std::min(camera.depth.max, camera.far); }

std::string reading_bytes(const Delivery& delivery, PictureFormat format) {
  const Measurement& measured = *delivery.measurement;
  const ReadingForm& form = measured.sensor->form;
  if (const auto* ranges = std::get_if<RangesReading>(&measured.reading))
    return encode(ranges_message(delivery, std::get<RangesForm>(form), *ranges));
  if (const auto* points = std::get_if<Lidar3dReading>(&measured.reading))
    return encode(points_message(delivery, std::get<PointsForm>(form), *points));
  if (const auto* picture = std::get_if<CameraReading>(&measured.reading)) {
    const PictureMessage m =
        picture_message(delivery, format, std::get<PictureForm>(form), *picture);
    return m.content.empty() ? std::string() : encode(m);
  }
  return series_bytes({&delivery, 1});
}

std::string series_bytes(std::span<const Delivery> deliveries) {
  SeriesMessage m{.head = head_of(deliveries.front()), .channels = 0, .samples = {}};
  for (const Delivery& delivery : deliveries) {
    const auto& reading = std::get<VectorReading>(delivery.measurement->reading);
    m.channels = static_cast<std::uint8_t>(reading.values.size());
    m.samples.push_back({tick_of(delivery), reading.values});
  }
  return encode(m);
}

}  // namespace paddock::web
