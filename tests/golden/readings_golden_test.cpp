// What every kind of sensor tells of a drive, as one hash each: the same from every compiler,
// optimisation and SIMD target. Change a hash only in the commit that changes motion or the sensor
// on purpose.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "paddock/core/hash.h"
#include "paddock/stage/session.h"
#include "tests/support/hex.h"

namespace paddock {
namespace {

constexpr int kReadings = 12, kTicksBetween = 25;

/// A sensor small enough to be read often: pictures of 64 x 48. Slow, so that a bumper adds up what
/// it felt between two looks.
SensorSpec small(const SensorKind& kind) {
  SensorSpec spec{.kind = std::string(kind.name), .rate = 0.1};
  for (const FigureKind& figure : kind.figures) {
    if (figure.name == "width") spec.figures.push_back({"width", 64});
    if (figure.name == "height") spec.figures.push_back({"height", 48});
    if (figure.name == "points_per_second") spec.figures.push_back({"points_per_second", 20'000});
  }
  return spec;
}

/// Two cars in a level, the first with a sensor of every kind.
std::map<std::string, std::uint64_t> hashes_in(const std::string& level, const std::string& kind) {
  SessionSpec spec;
  spec.vehicles.assign(2, {.kind = kind, .driver = "random"});
  auto session = open_session(concat(PADDOCK_SOURCE_DIR "/levels/", level, ".toml"), spec);
  if (!session) {
    ADD_FAILURE() << session.error().message;
    return {};
  }
  for (const SensorKind* sensor : sensor_kinds()) {
    const auto mounted = apply(*session, MountSensor{{VehicleId{0}, small(*sensor)}});
    EXPECT_TRUE(mounted) << sensor->name << ": " << mounted.error().message;
  }
  std::vector<Hasher> hashers(session->model.sensors.size());
  SensorReading reading;
  for (int i = 0; i < kReadings; ++i) {
    for (int tick = 0; tick < kTicksBetween; ++tick) advance(*session);
    for (std::size_t s = 0; s < hashers.size(); ++s) {
      read_sensor(session->model, session->state, session->scratch,
                  mounted_sensor(session->model, s, session->scratch),
                  session->state.sensors[s].numbers, reading);
      hashers[s].add(hash_of(reading));
    }
  }
  std::map<std::string, std::uint64_t> hashes;
  for (std::size_t s = 0; s < hashers.size(); ++s)
    hashes[session->model.sensors[s].spec.name] = hashers[s].value();
  return hashes;
}

struct KeptReading {
  std::string_view sensor;
  std::uint64_t planar, rigid;
};
constexpr KeptReading kKeptReadings[]{
    {"lidar", 0x956489c31152d1fa, 0xf5dbdd19bb8c48bb},
    {"lidar3d", 0xaa7abc28bcc14b79, 0xfc0ca0c55eb4f37a},
    {"camera", 0xccea5c894082f721, 0x6ea37775debe4a4e},
    {"depth", 0xf4c0f732994700d2, 0x95a27b79daac590d},
    {"semantic", 0xdaf958f35d9230b8, 0xabe401543e348079},
    {"imu", 0x10a61bd0e3fc921c, 0xff824b5044e594d3},
    {"gps", 0x44b74d0e96138868, 0xd5f4e9a409e2b16c},
    {"compass", 0x8b124ce39bf3cb1c, 0x57d4449554569266},
    {"odometry", 0xfdaa5f8e5b1436f1, 0xc9360c433cc8e7d4},
    {"speed", 0xf14c8b4e863c1d91, 0x3d127794586e797e},
    {"bumper", 0x84cd5a5668eb99ff, 0x1e7cd1ebf48ca31c},
    {"racecarsim_imu", 0x2d84cf5de020683a, 0xffac21397974c7c9},
    {"racecarsim_depth", 0x534dd9ab6e4874b2, 0xb2445a6b55199c84},
    {"racecarsim_position", 0x5f57089bfca9fd57, 0xb738d35b0da31ae3},
};

TEST(Golden, EveryKindOfSensorTellsWhatItAlwaysTold) {
  auto planar = hashes_in("tracks/hairpins", "racecar");
  auto rigid = hashes_in("stunts/bowling_yard", "racecar");
  for (const SensorKind* kind : sensor_kinds()) {
    const std::string name(kind->name);
    const auto* kept = std::find_if(std::begin(kKeptReadings), std::end(kKeptReadings),
                                    [&](const KeptReading& row) { return row.sensor == name; });
    const bool known = kept != std::end(kKeptReadings);
    EXPECT_EQ(hash_in_hex(planar[name]), known ? hash_in_hex(kept->planar) : "")
        << name << ", planar";
    EXPECT_EQ(hash_in_hex(rigid[name]), known ? hash_in_hex(kept->rigid) : "") << name << ", rigid";
  }
}

}  // namespace
}  // namespace paddock
