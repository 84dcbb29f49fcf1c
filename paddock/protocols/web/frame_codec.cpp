// Binary frames, field by field as wire.json lays them out.
#include "paddock/io/bytes.h"
#include "paddock/protocols/web/codec.h"

namespace paddock::web {
namespace {

constexpr std::size_t kBodySize = 26, kPointSize = 8, kPursuerSize = 204,
                      kRoadSize = 33;  // bytes

void put_vehicle(ByteWriter& w, const VehicleMessage& v) {
  w.i32(v.x), w.i32(v.y), w.i32(v.z);
  w.i16(v.yaw), w.i16(v.pitch), w.i16(v.roll);
  w.i16(v.speed), w.i16(v.yaw_rate), w.i16(v.steer);
  w.i8(v.drive), w.u8(v.brake);
  w.u16(v.laps), w.u32(v.lap_ms), w.u16(v.next_gate);
  w.u8(v.flags), w.u8(v.place);
}

VehicleMessage get_vehicle(ByteReader& r) {
  VehicleMessage v;
  v.x = r.i32(), v.y = r.i32(), v.z = r.i32();
  v.yaw = r.i16(), v.pitch = r.i16(), v.roll = r.i16();
  v.speed = r.i16(), v.yaw_rate = r.i16(), v.steer = r.i16();
  v.drive = r.i8(), v.brake = r.u8();
  v.laps = r.u16(), v.lap_ms = r.u32(), v.next_gate = r.u16();
  v.flags = r.u8(), v.place = r.u8();
  return v;
}

StateMessage get_state(ByteReader& r) {
  StateMessage m;
  m.flags = r.u8();
  const std::uint16_t vehicles = r.u16();
  if (vehicles > kMaxVehicles) r.refuse();
  m.run = r.u32(), m.tick = r.u64(), m.speed = r.f32();
  for (int v = 0; r.ok() && v < vehicles; ++v) m.vehicles.push_back(get_vehicle(r));
  return m;
}

ReadingHead get_head(ByteReader& r) {
  ReadingHead head;
  head.subscription = r.u16(), head.left_out = r.u32();
  return head;
}

void put_head(ByteWriter& w, const ReadingHead& head) {
  w.u16(head.subscription), w.u32(head.left_out);
}

RangesMessage get_ranges(ByteReader& r) {
  RangesMessage m;
  r.u8();
  m.head = get_head(r), m.tick = r.u64(), m.scale = r.f32();
  const std::uint16_t beams = r.u16();
  r.u16();
  if (r.left() != 2u * beams) r.refuse();
  for (int b = 0; r.ok() && b < beams; ++b) m.ranges.push_back(r.u16());
  return m;
}

PictureMessage get_picture(ByteReader& r) {
  PictureMessage m;
  const std::uint8_t format = r.u8();
  if (format > static_cast<std::uint8_t>(PictureFormat::Jpeg)) r.refuse();
  m.format = static_cast<PictureFormat>(format);
  m.head = get_head(r), m.tick = r.u64();
  m.width = r.u16(), m.height = r.u16(), m.scale = r.f32();
  m.content = r.bytes(r.left());
  return m;
}

SeriesMessage get_series(ByteReader& r) {
  SeriesMessage m;
  m.channels = r.u8(), m.head = get_head(r);
  const std::uint16_t samples = r.u16();
  r.u16(), r.u32();
  if (m.channels == 0 || r.left() != samples * (8u + 8u * m.channels)) r.refuse();
  for (int s = 0; r.ok() && s < samples; ++s) {
    SeriesSample sample{.tick = r.u64(), .values = {}};
    for (int c = 0; c < m.channels; ++c) sample.values.push_back(r.f64());
    m.samples.push_back(std::move(sample));
  }
  return m;
}

PointsMessage get_points(ByteReader& r) {
  PointsMessage m;
  r.u8();
  m.head = get_head(r), m.tick = r.u64(), m.scale = r.f32();
  const std::uint32_t points = r.u32();
  if (r.left() != kPointSize * points) r.refuse();
  for (std::uint32_t p = 0; r.ok() && p < points; ++p) {
    PointMessage point;
    point.x = r.i16(), point.y = r.i16(), point.z = r.i16();
    point.intensity = r.u8(), point.tag = r.u8();
    m.points.push_back(point);
  }
  return m;
}

void put(ByteWriter& w, std::uint8_t number) { w.u8(number); }
void put(ByteWriter& w, std::uint16_t number) { w.u16(number); }
void put(ByteWriter& w, std::uint32_t number) { w.u32(number); }
void put(ByteWriter& w, float number) { w.f32(number); }
template <std::size_t kCount>
void put(ByteWriter& w, const std::array<float, kCount>& numbers) {
  for (const float number : numbers) w.f32(number);
}
void get(ByteReader& r, std::uint8_t& number) { number = r.u8(); }
void get(ByteReader& r, std::uint16_t& number) { number = r.u16(); }
void get(ByteReader& r, std::uint32_t& number) { number = r.u32(); }
void get(ByteReader& r, float& number) { number = r.f32(); }
template <std::size_t kCount>
void get(ByteReader& r, std::array<float, kCount>& numbers) {
  for (float& number : numbers) number = r.f32();
}

PursuitMessage get_pursuit(ByteReader& r) {
  PursuitMessage m;
  r.u8();
  const std::uint16_t vehicles = r.u16();
  m.run = r.u32(), m.tick = r.u64();
  if (r.left() != kPursuerSize * vehicles) r.refuse();
  for (int v = 0; r.ok() && v < vehicles; ++v)
    PursuerMessage::fields(m.vehicles.emplace_back(), [&](auto& number) { get(r, number); });
  return m;
}

RoadsMessage get_roads(ByteReader& r) {
  RoadsMessage m;
  r.u8();
  const std::uint16_t vehicles = r.u16();
  m.run = r.u32(), m.tick = r.u64();
  if (r.left() != kRoadSize * vehicles) r.refuse();
  for (int v = 0; r.ok() && v < vehicles; ++v)
    RoadMessage::fields(m.vehicles.emplace_back(), [&](auto& number) { get(r, number); });
  return m;
}

BodiesMessage get_bodies(ByteReader& r) {
  BodiesMessage m;
  m.flags = r.u8();
  const std::uint16_t bodies = r.u16();
  m.run = r.u32(), m.tick = r.u64();
  if (r.left() != kBodySize * bodies) r.refuse();
  for (int i = 0; r.ok() && i < bodies; ++i) {
    BodyMessage b;
    b.index = r.u16(), b.flags = r.u8(), b.variant = r.u8();
    b.x = r.i32(), b.y = r.i32(), b.z = r.i32();
    b.qx = r.i16(), b.qy = r.i16(), b.qz = r.i16(), b.qw = r.i16();
    b.scale = r.u16();
    m.bodies.push_back(b);
  }
  return m;
}

}  // namespace

std::string encode(const StateMessage& m) {
  ByteWriter w;
  w.u8(kStateFrame), w.u8(m.flags), w.u16(static_cast<std::uint16_t>(m.vehicles.size()));
  w.u32(m.run), w.u64(m.tick), w.f32(m.speed);
  for (const VehicleMessage& vehicle : m.vehicles) put_vehicle(w, vehicle);
  return w.take();
}

std::string encode(const RangesMessage& m) {
  ByteWriter w;
  w.u8(kRangesFrame), w.u8(0), put_head(w, m.head);
  w.u64(m.tick), w.f32(m.scale);
  w.u16(static_cast<std::uint16_t>(m.ranges.size())), w.u16(0);
  for (const std::uint16_t range : m.ranges) w.u16(range);
  return w.take();
}

std::string encode(const PictureMessage& m) {
  ByteWriter w;
  w.u8(kPictureFrame), w.u8(static_cast<std::uint8_t>(m.format)), put_head(w, m.head);
  w.u64(m.tick), w.u16(m.width), w.u16(m.height), w.f32(m.scale);
  w.bytes(m.content);
  return w.take();
}

std::string encode(const SeriesMessage& m) {
  ByteWriter w;
  w.u8(kSeriesFrame), w.u8(m.channels), put_head(w, m.head);
  w.u16(static_cast<std::uint16_t>(m.samples.size())), w.u16(0), w.u32(0);
  for (const SeriesSample& sample : m.samples) {
    w.u64(sample.tick);
    for (const double value : sample.values) w.f64(value);
  }
  return w.take();
}

std::string encode(const PointsMessage& m) {
  ByteWriter w;
  w.u8(kPointsFrame), w.u8(0), put_head(w, m.head);
  w.u64(m.tick), w.f32(m.scale), w.u32(static_cast<std::uint32_t>(m.points.size()));
  for (const PointMessage& p : m.points)
    w.i16(p.x), w.i16(p.y), w.i16(p.z), w.u8(p.intensity), w.u8(p.tag);
  return w.take();
}

std::string encode(const BodiesMessage& m) {
  ByteWriter w;
  w.u8(kBodiesFrame), w.u8(m.flags), w.u16(static_cast<std::uint16_t>(m.bodies.size()));
  w.u32(m.run), w.u64(m.tick);
  for (const BodyMessage& b : m.bodies) {
    w.u16(b.index), w.u8(b.flags), w.u8(b.variant);
    w.i32(b.x), w.i32(b.y), w.i32(b.z);
    w.i16(b.qx), w.i16(b.qy), w.i16(b.qz), w.i16(b.qw);
    w.u16(b.scale);
  }
  return w.take();
}

std::string encode(const PursuitMessage& m) {
  ByteWriter w;
  w.u8(kPursuitFrame), w.u8(0), w.u16(static_cast<std::uint16_t>(m.vehicles.size()));
  w.u32(m.run), w.u64(m.tick);
  for (const PursuerMessage& vehicle : m.vehicles)
    PursuerMessage::fields(vehicle, [&](const auto& number) { put(w, number); });
  return w.take();
}

std::string encode(const RoadsMessage& m) {
  ByteWriter w;
  w.u8(kRoadsFrame), w.u8(0), w.u16(static_cast<std::uint16_t>(m.vehicles.size()));
  w.u32(m.run), w.u64(m.tick);
  for (const RoadMessage& vehicle : m.vehicles)
    RoadMessage::fields(vehicle, [&](const auto& number) { put(w, number); });
  return w.take();
}

Result<ServerFrame> decode_frame(std::string_view bytes) {
  ByteReader r(bytes);
  const std::uint8_t kind = r.u8();
  ServerFrame frame;
  if (kind == kStateFrame)
    frame = get_state(r);
  else if (kind == kRangesFrame)
    frame = get_ranges(r);
  else if (kind == kPictureFrame)
    frame = get_picture(r);
  else if (kind == kSeriesFrame)
    frame = get_series(r);
  else if (kind == kBodiesFrame)
    frame = get_bodies(r);
  else if (kind == kPointsFrame)
    frame = get_points(r);
  else if (kind == kPursuitFrame)
    frame = get_pursuit(r);
  else if (kind == kRoadsFrame)
    frame = get_roads(r);
  else
    return fail(ErrorCode::Invalid, "a frame must be of kind 1 to 8, got ", int{kind});
  if (!r.done())
    return fail(ErrorCode::Invalid, "a frame of kind ", int{kind}, " cannot have ", bytes.size(),
                " bytes");
  return frame;
}

}  // namespace paddock::web
