#include "paddock/record/recording_bytes.h"

#include <cmath>

namespace paddock {
namespace {

constexpr std::size_t kMaxFigures = 256;  // of a sensor
// flags of a sensor
constexpr int kIdealSaid = 1, kIdeal = 2, kPoseSaid = 4;

double get_finite(ByteReader& r) {
  const double number = r.f64();
  if (!std::isfinite(number)) r.refuse();
  return number;
}

Pose3 get_pose(ByteReader& r) {
  Pose3 pose;
  for (double* number :
       {&pose.at.x, &pose.at.y, &pose.at.z, &pose.turn.w, &pose.turn.x, &pose.turn.y, &pose.turn.z})
    *number = get_finite(r);
  return pose;
}

}  // namespace

void put(ByteWriter& w, double number) { w.f64(number); }
void put(ByteWriter& w, bool truth) { w.u8(truth ? 1 : 0); }
void put(ByteWriter& w, std::uint32_t number) { w.varint(number); }
void put(ByteWriter& w, std::uint64_t number) { w.u64(number); }
void put(ByteWriter& w, std::int64_t number) { w.i64(number); }
void put(ByteWriter& w, Tick tick) { w.i64(count(tick)); }
void get(ByteReader& r, double& number) { number = r.f64(); }
void get(ByteReader& r, bool& truth) {
  const std::uint8_t byte = r.u8();
  if (byte > 1) r.refuse();
  truth = byte == 1;
}
void get(ByteReader& r, std::uint32_t& number) {
  const std::uint64_t wide = r.varint();
  if (wide > 0xffffffffu) r.refuse();
  number = static_cast<std::uint32_t>(wide);
}
void get(ByteReader& r, std::uint64_t& number) { number = r.u64(); }
void get(ByteReader& r, std::int64_t& number) { number = r.i64(); }
void get(ByteReader& r, Tick& tick) { tick = Tick{r.i64()}; }

void put_vehicle(ByteWriter& w, VehicleId vehicle) {
  w.varint(static_cast<std::uint32_t>(vehicle));
}
VehicleId get_vehicle(ByteReader& r) {
  const std::uint64_t id = r.varint();
  if (id > 0x7fffffffu) r.refuse();  // events tell ids as int32
  return VehicleId{static_cast<std::uint32_t>(r.ok() ? id : 0)};
}

void put_pose(ByteWriter& w, const Pose2& pose) { w.f64(pose.x), w.f64(pose.y), w.f64(pose.yaw); }
Pose2 get_pose2(ByteReader& r) {
  Pose2 pose;
  pose.x = get_finite(r), pose.y = get_finite(r), pose.yaw = get_finite(r);
  return pose;
}

void put_colors(ByteWriter& w, const std::optional<CarColors>& colors) {
  w.u8(colors ? 1 : 0);
  if (!colors) return;
  for (const Color& color : {colors->front, colors->back})
    w.u8(color.r), w.u8(color.g), w.u8(color.b);
}

std::optional<CarColors> get_colors(ByteReader& r) {
  if (r.u8() == 0) return std::nullopt;
  CarColors colors;
  for (Color* color : {&colors.front, &colors.back})
    color->r = r.u8(), color->g = r.u8(), color->b = r.u8();
  return colors;
}

std::size_t get_dynamics(ByteReader& r) {
  const std::uint8_t kind = r.u8();
  if (kind < AllDynamics::size) return kind;
  r.refuse();
  return {};
}

void put_mount(ByteWriter& w, const SensorMount& mount) {
  const SensorSpec& spec = mount.spec;
  put_vehicle(w, mount.vehicle);
  w.text(spec.kind), w.text(spec.name), w.text(spec.place), w.text(spec.unit);
  w.u8(static_cast<std::uint8_t>((spec.ideal ? kIdealSaid : 0) |
                                 (spec.ideal.value_or(false) ? kIdeal : 0) |
                                 (spec.body_from_sensor ? kPoseSaid : 0)));
  if (spec.body_from_sensor) {
    const auto& [at, turn] = *spec.body_from_sensor;
    for (const double number : {at.x, at.y, at.z, turn.w, turn.x, turn.y, turn.z}) w.f64(number);
  }
  w.f64(spec.rate);
  w.varint(spec.figures.size());
  for (const SensorFigure& figure : spec.figures) w.text(figure.name), w.f64(figure.value);
}

SensorMount get_mount(ByteReader& r) {
  SensorMount mount{get_vehicle(r), {}};
  SensorSpec& spec = mount.spec;
  for (std::string* word : {&spec.kind, &spec.name, &spec.place, &spec.unit})
    *word = r.text(kMaxRecordedName);
  const std::uint8_t flags = r.u8();
  if (flags > (kIdealSaid | kIdeal | kPoseSaid) || (flags & (kIdealSaid | kIdeal)) == kIdeal)
    r.refuse();
  if ((flags & kIdealSaid) != 0) spec.ideal = (flags & kIdeal) != 0;
  if ((flags & kPoseSaid) != 0) spec.body_from_sensor = get_pose(r);
  spec.rate = get_finite(r);
  spec.figures.resize(static_cast<std::size_t>(r.count(kMaxFigures, 9)));
  for (SensorFigure& figure : spec.figures) {
    figure.name = r.text(kMaxRecordedName);
    figure.value = get_finite(r);
  }
  return mount;
}

}  // namespace paddock
