#include "paddock/sensors/catalogue.h"

#include <array>
#include <cmath>
#include <sstream>

#include "paddock/core/check.h"
#include "paddock/core/hash.h"
#include "paddock/core/suggest.h"
#include "paddock/sensors/camera_sensors.h"
#include "paddock/sensors/compass.h"
#include "paddock/sensors/contact_sensor.h"
#include "paddock/sensors/gps.h"
#include "paddock/sensors/imu.h"
#include "paddock/sensors/lidar_sensors.h"
#include "paddock/sensors/odometry.h"
#include "paddock/sensors/racecarsim.h"
#include "paddock/sensors/speed.h"

namespace paddock {
namespace {

// one row for each kind
constexpr std::array kKinds{
    &kLidarKind,
    &kLidar3dKind,
    &kCameraKind,
    &kDepthKind,
    &kSemanticKind,
    &kImuKind,
    &kGpsKind,
    &kCompassKind,
    &kOdometryKind,
    &kSpeedKind,
    &kBumperKind,
    &kRacecarsimImuKind,
    &kRacecarsimDepthKind,
    &kRacecarsimPositionKind,
};

std::string list_of(const auto& names) {
  std::string list;
  for (const std::string_view name : names) list += concat(list.empty() ? "" : ", ", name);
  return list;
}

template <class Rows>
std::vector<std::string_view> names_of(const Rows& rows) {
  std::vector<std::string_view> names;
  for (const auto& row : rows) names.push_back(row.name);
  return names;
}

std::vector<std::string_view> kind_names() {
  std::vector<std::string_view> names;
  for (const SensorKind* kind : kKinds) names.push_back(kind->name);
  return names;
}

const FigureKind* find_figure(const SensorKind& kind, std::string_view name) {
  for (const FigureKind& figure : kind.figures)
    if (figure.name == name) return &figure;
  return nullptr;
}

/// Says which bound or kind of number it breaks.
Result<void> check_figure(const SensorKind& kind, const FigureKind& figure, double value) {
  if (!(value >= figure.low && value <= figure.high))
    return fail(ErrorCode::Invalid, kind.name, " ", figure.name, " must be ", figure.low, " to ",
                figure.high, figure.unit.empty() || figure.unit == "yes" ? "" : " ",
                figure.unit == "yes" ? "" : figure.unit, ", got ", value);
  if ((figure.whole || figure.unit == "yes") && value != std::floor(value))
    return fail(ErrorCode::Invalid, kind.name, " ", figure.name, " must be a whole number, got ",
                value);
  return {};
}

/// One word after the sensor's name: "width=640".
Result<void> set_word(std::string_view word, SensorSpec& spec) {
  const std::size_t equals = word.find('=');
  if (equals == std::string_view::npos || equals == 0)
    return fail(ErrorCode::Invalid, "\"", word, "\" must be name=value");
  const std::string_view name = word.substr(0, equals), text = word.substr(equals + 1);
  if (name == "unit" || name == "name") {
    (name == "unit" ? spec.unit : spec.name) = text;
    return {};
  }
  const auto setting = parse_setting(word);
  if (!setting)
    return fail(ErrorCode::Invalid, name, " must be a finite number, got \"", text, "\"");
  if (name == "rate")
    spec.rate = setting->value;
  else if (name == "ideal")
    spec.ideal = setting->value != 0;
  else
    spec.figures.push_back({setting->name, setting->value});
  return {};
}

void add(Hasher& hash, const RangesReading& reading) {
  for (const float range : reading.ranges) hash.add(range);
}
void add(Hasher& hash, const Lidar3dReading& reading) {
  hash.add(reading.bearing);
  for (const Lidar3dPoint& p : reading.points) {
    hash.add(p.x), hash.add(p.y), hash.add(p.z), hash.add(p.intensity);
    hash.add(std::uint32_t{p.channel}), hash.add(std::uint32_t{p.column});
    hash.add(p.tag), hash.add(p.instance);
  }
}
void add(Hasher& hash, const CameraReading& reading) {
  hash.add(reading.width), hash.add(reading.height);
  for (const std::uint8_t byte : reading.color.pixels) hash.add(std::uint32_t{byte});
  for (const float depth : reading.depth) hash.add(depth);
  for (const std::uint8_t tag : reading.tags) hash.add(std::uint32_t{tag});
}
void add(Hasher& hash, const VectorReading& reading) {
  for (const double value : reading.values) hash.add(value);
}

}  // namespace

std::span<const SensorKind* const> sensor_kinds() { return kKinds; }

Result<const SensorKind*> find_sensor_kind(std::string_view name) {
  for (const SensorKind* kind : kKinds)
    if (kind->name == name) return kind;
  const auto names = kind_names();
  return fail(ErrorCode::NotFound, "there is no sensor \"", name, "\"; known: ", list_of(names),
              did_you_mean_names(name, names));
}

Result<const SensorUnit*> find_sensor_unit(const SensorKind& kind, std::string_view name) {
  for (const SensorUnit& unit : kind.units)
    if (name.empty() || unit.name == name) return &unit;
  const auto names = names_of(kind.units);
  return fail(ErrorCode::NotFound, "there is no ", kind.name, " \"", name,
              "\"; known: ", list_of(names), did_you_mean_names(name, names));
}

Result<Figures> figures_of(const SensorKind& kind, const SensorUnit& unit,
                           std::span<const SensorFigure> chosen, bool ideal) {
  std::vector<double> values;
  for (const FigureKind& figure : kind.figures) values.push_back(figure.standard);
  const auto value_of = [&](const FigureKind& figure) -> double& {
    return values[static_cast<std::size_t>(&figure - kind.figures.data())];
  };
  for (const UnitFigure& given : unit.figures) {
    const FigureKind* figure = find_figure(kind, given.name);
    PADDOCK_ASSERT(figure != nullptr, unit.name, " ", given.name);
    if (figure != nullptr) value_of(*figure) = given.value;
  }
  for (const SensorFigure& given : chosen) {
    const FigureKind* figure = find_figure(kind, given.name);
    if (figure == nullptr) {
      const auto names = names_of(kind.figures);
      return fail(ErrorCode::NotFound, kind.name, " has no figure \"", given.name,
                  "\"; known: ", list_of(names), did_you_mean_names(given.name, names));
    }
    if (auto fine = check_figure(kind, *figure, given.value); !fine)
      return tl::unexpected(fine.error());
    value_of(*figure) = given.value;
  }
  for (const FigureKind& figure : kind.figures)
    if (ideal && figure.noise) value_of(figure) = 0;
  return Figures(kind.figures, std::move(values));
}

double Figures::operator[](std::string_view name) const {
  for (std::size_t i = 0; i < kinds_.size(); ++i)
    if (kinds_[i].name == name) return values_[i];
  assertion_failed("a figure of the kind", __FILE__, __LINE__, std::string(name));
}

Result<SensorSpec> parse_sensor(std::string_view text) {
  std::istringstream words{std::string(text)};
  std::string word;
  SensorSpec spec;
  if (!(words >> word) || word.starts_with('@') || word.ends_with('@'))
    return fail(ErrorCode::Invalid,
                "a sensor is a kind, or a kind and a place as lidar@front, got \"", text, "\"");
  const std::size_t at = word.find('@');
  spec.kind = word.substr(0, at);
  if (at != std::string::npos) spec.place = word.substr(at + 1);
  while (words >> word)
    if (auto fine = set_word(word, spec); !fine) return tl::unexpected(fine.error());
  return spec;
}

// --- readings -----------------------------------------------------------------------------------

std::string_view name_of(ReadingShape shape) {
  constexpr std::array<std::string_view, 4> kNames{"ranges", "points", "picture", "vector"};
  return kNames[static_cast<std::size_t>(shape)];
}

std::uint64_t hash_of(const SensorReading& reading) {
  Hasher hash;
  hash.add(static_cast<std::uint64_t>(reading.index()));
  std::visit([&](const auto& r) { add(hash, r); }, reading);
  return hash.value();
}

}  // namespace paddock
