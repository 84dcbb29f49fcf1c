// A sensor of any kind, as the engine works with it: set up once, advanced every tick where it
// remembers something, read on request. What it remembers is numbers that the run keeps (State);
// what it owns are buffers. How to add a kind: docs/adding_a_sensor.md.
#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "paddock/core/error.h"
#include "paddock/core/random.h"
#include "paddock/core/tick.h"
#include "paddock/sensors/contact_sensor.h"
#include "paddock/sensors/lidar2d.h"
#include "paddock/sensors/motion.h"
#include "paddock/sensors/reading.h"
#include "paddock/world/world.h"

namespace paddock {

/// The world where everything stands on one plane, as a flat lidar sees it at its height.
struct FlatSight {
  const Lidar2dMap& map;
  std::span<const PosedOutline> others;  // vehicles and pieces with a life in the way
  Pose2 world_from_body;
  std::size_t most_others{};  // that can ever be in the way
};

/// What a sensor can look at, at one instant; nothing of it is worked out unless it is asked for.
class SensorEyes {
 public:
  virtual ~SensorEyes() = default;
  /// The plane at this height above the ground, with all vehicles that are met within `reach` of
  /// the own one's origin; null where the level is none, or nobody has cut it at that height.
  virtual const FlatSight* flat(double height, double reach) = 0;
  /// Everything there is, placed for this instant; null where nothing can look through rays.
  virtual const RayScene* scene(bool own_body, bool vehicles) = 0;
  virtual Workers& workers() = 0;  // where there is a scene
  /// What a camera sees, made once for all who ask at this instant; empty where nothing can look
  /// through rays. Depth noise is drawn at `noise`.
  virtual void take(const CameraParams& camera, const DrawAddress& noise,
                    CameraReading& picture) = 0;
};

/// What a sensor is handed at one tick.
struct SensorSight {
  Tick tick{};              // that has just ended
  double dt{};              // s that it took
  Pose3 world_from_body;    // of its vehicle
  Pose3 body_before;        // the same a tick before; as now where nothing advances
  Vec3 velocity{}, spin{};  // of the vehicle's origin, world axes; m/s, rad/s
  BodyMotion motion;        // with the accelerations of the tick where it advances, else without
  DrawAddress noise;        // of this sensor at this tick; stream and index are the kind's own
  std::span<const ContactHit> hits{};  // on its vehicle in the tick; none where nothing advances
  bool after_reading{};                // the tick before ended with a reading at the sensor's rate
  SensorEyes& eyes;
};

class Sensor {
 public:
  virtual ~Sensor() = default;

  virtual const ReadingForm& form() const = 0;

  // --- of kinds that remember something

  /// What it remembers when it is switched on; none: it remembers nothing, and is not advanced.
  virtual std::vector<double> start(const SensorSight& sight) {
    return static_cast<void>(sight), std::vector<double>{};
  }
  /// A tick has passed.
  virtual void advance(const SensorSight& sight, std::span<double> memory) {
    static_cast<void>(sight), static_cast<void>(memory);
  }

  /// What it tells now; asked twice at a tick, it tells the same. `reading` is of its form's shape.
  virtual void read(const SensorSight& sight, std::span<const double> memory,
                    SensorReading& reading) = 0;
};

// --- kinds --------------------------------------------------------------------------------------

/// A number that somebody may choose.
struct FigureKind {
  std::string_view name;  // "beams"
  std::string_view unit;  // "m"; empty: a plain number; "yes": 0 or 1
  std::string_view about;
  double standard{};     // where neither unit nor request says otherwise
  double low{}, high{};  // both allowed
  bool noise{};          // counts as 0 where sensors are ideal
  bool whole{};
};

struct UnitFigure {
  std::string_view name;
  double value{};
};

/// A sensor as one can buy or import it: figures by name, with where they come from.
struct SensorUnit {
  std::string_view name;  // "ust-10lx"
  std::string_view about;
  std::span<const UnitFigure> figures;
};

/// All figures of a sensor that is to be made, by name.
class Figures {
 public:
  Figures(std::span<const FigureKind> kinds, std::vector<double> values)
      : kinds_(kinds), values_(std::move(values)) {}
  double operator[](std::string_view name) const;  // which must be one of the kind's
  int whole(std::string_view name) const { return static_cast<int>((*this)[name]); }
  bool yes(std::string_view name) const { return (*this)[name] != 0; }
  std::span<const double> values() const { return values_; }

 private:
  std::span<const FigureKind> kinds_;
  std::vector<double> values_;  // in their order
};

struct SensorSetup {
  Figures figures;
  Pose3 body_from_sensor;
  const World& world;
};

/// A row of the catalogue.
struct SensorKind {
  std::string_view name;  // "lidar"
  std::string_view about;
  ReadingShape shape{};
  double rate{};  // readings a second where nobody says otherwise; 0: one a tick
  std::span<const FigureKind> figures;
  std::span<const SensorUnit> units;  // the first where nobody says otherwise
  bool special{};                     // of one world only: offered where a run has it
  /// Figures are within their bounds; says what else is wrong with them.
  Result<std::unique_ptr<Sensor>> (*make)(const SensorSetup& setup);
};

}  // namespace paddock
