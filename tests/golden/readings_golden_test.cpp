// What every kind of sensor tells of a drive, as one hash each: the same from every compiler,
// optimisation and SIMD target. Change a hash only in the commit that changes motion or the sensor
// on purpose.
#include <gtest/gtest.h>

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <map>

#include "paddock/core/hash.h"
#include "paddock/stage/session.h"

namespace paddock {
namespace {

constexpr int kReadings = 12, kTicksBetween = 40;

std::string text_of(std::uint64_t hash) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%016" PRIx64, hash);
  return text;
}

/// A sensor small enough to be read often: pictures of 64 x 48.
SensorSpec small(const SensorKind& kind) {
  SensorSpec spec{.kind = std::string(kind.name)};
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
    {"lidar", 0x3f3e9a44b102157e, 0x796f6f2d8cbd79c1},
    {"lidar3d", 0x5cc8920f3806894d, 0xde675b20bbb93054},
    {"camera", 0xca816269b0765a65, 0x91f58efa16195705},
    {"depth", 0xd350419a3d7e8b45, 0x2690a56c7e8e4799},
    {"semantic", 0x44857ddfb2c90357, 0x6d646eab8950c2a6},
    {"imu", 0xce4c1ecd1914e20a, 0xecb28ddb4c6e7283},
    {"gps", 0x8056b435c6ba7fe5, 0x6729ed15ace17add},
    {"compass", 0x449af2a6771ad959, 0xbb55c06cff3d615d},
    {"odometry", 0xb8c97afad9db1105, 0x46c8283550fe92c0},
    {"speed", 0x669f8807c27ef615, 0x7135c6faac8afb79},
    {"bumper", 0x1e7cd1ebf48ca31c, 0x1e7cd1ebf48ca31c},
    {"racecarsim_imu", 0x869a1fa4c595d98c, 0x7300386e45901f8c},
    {"racecarsim_depth", 0xe62a271031ff1a35, 0xbe032bb7f4b92a28},
    {"racecarsim_position", 0x60c33bcacf32a4dd, 0x1a33e132070fa8d0},
};

TEST(Golden, EveryKindOfSensorTellsWhatItAlwaysTold) {
  auto planar = hashes_in("tracks/grand_prix", "racecar");
  auto rigid = hashes_in("stunts/stunt_park", "racecar");
  for (const SensorKind* kind : sensor_kinds()) {
    const std::string name(kind->name);
    const auto* kept = std::find_if(std::begin(kKeptReadings), std::end(kKeptReadings),
                                    [&](const KeptReading& row) { return row.sensor == name; });
    const bool known = kept != std::end(kKeptReadings);
    EXPECT_EQ(text_of(planar[name]), known ? text_of(kept->planar) : "") << name << ", planar";
    EXPECT_EQ(text_of(rigid[name]), known ? text_of(kept->rigid) : "") << name << ", rigid";
  }
}

}  // namespace
}  // namespace paddock
