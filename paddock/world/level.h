// LevelSpec: all that a level file can say, after includes, variables and generators are expanded
// and before anything is compiled. The file format is docs/levels.md. Metres, radians, seconds.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "paddock/core/error.h"
#include "paddock/core/image.h"
#include "paddock/core/pose.h"
#include "paddock/core/tick.h"
#include "paddock/core/vec.h"
#include "paddock/geom/material.h"
#include "paddock/world/pieces/shapes.h"
#include "paddock/world/roads/road_spec.h"
#include "paddock/world/weather.h"

namespace paddock {

enum class PhysicsKind { Planar, Rigid };

/// What becomes of a vehicle that rolled over or fell off, beside the event.
enum class AfterUpset : std::uint8_t { Report, Freeze, Reset };

struct RigidSpec {       // of levels with rigid physics
  double gravity{9.81};  // m/s^2
  double scale{16};      // units of Bullet a metre, a power of two: then scaling does not round
  double fall_depth{2};  // m below the lowest ground: what gets there has fallen off
  AfterUpset after_flip{AfterUpset::Report};
  AfterUpset after_fall{AfterUpset::Reset};
  bool operator==(const RigidSpec&) const = default;
};

// --- pieces: everything with a surface; its shape is one of world/pieces/shapes.h
// --------------------

/// What people are shown beside a piece, measured from the first vehicle.
enum class Gauge : std::uint8_t { None, Distance, DistanceAndAngle };

/// What a piece may look like in place of its own: only what differs is given.
struct VariantSpec {
  std::optional<Color> color{};
  std::optional<bool> glows{};
  std::optional<int> id{};            // of markers
  std::optional<std::string> text{};  // of signs
  bool operator==(const VariantSpec&) const = default;
};
/// A stretch of the way a piece goes through its variants by itself, over and over.
struct CycleStep {
  int variant{};  // the first is 0
  double seconds{};
  bool operator==(const CycleStep&) const = default;
};

struct PieceSpec {
  SourceLine where;
  std::string name;  // optional, unique when given
  Vec3 at;           // z above the ground there
  double yaw{}, pitch{}, roll{};
  std::string material;        // empty: the kind's own
  std::optional<Color> color;  // in place of the material's
  SemanticTag tag{};
  bool solid{true};
  SeenBy seen_by;
  bool moves{};           // pushed about by vehicles: needs rigid physics
  bool follows_clicks{};  // a click on the ground puts it there
  bool changes{};         // commands take it away, bring it back, move, scale and vary it
  bool lit{true};         // otherwise cameras see its exact colour: no light, no shadow, no fog
  bool glows{};           // a lamp: seen in its exact colour, whatever light falls on it
  bool fails{};           // a vehicle that touches it has failed
  bool resets{};          // a vehicle that touches it goes back to its last key point
  Gauge gauge{};          // what the page shows beside it
  std::vector<VariantSpec> variants{};  // the first is what it begins as; none: it has one look
  std::vector<CycleStep> cycle{};       // none: it keeps its variant
  double cycle_phase{};                 // s of its cycle that have passed at the start
  PieceShape shape;
  std::optional<Vec2>
      ground_at{};  // z counts from the terrain there: pieces of one part stay together
  bool operator==(const PieceSpec&) const = default;
};

/// As the file spells the kind: "box", "wall", …
std::string_view kind_of(const PieceShape& shape);

// --- things without a surface -------------------------------------------------------------------

/// Two posts as a vehicle that passes forward sees them: forward is perpendicular(right - left).
struct GateSpec {
  SourceLine where;
  std::string name;
  Vec2 left, right;
  bool operator==(const GateSpec&) const = default;
};
enum class TriggerDetects : std::uint8_t { Vehicles, Props, Both };
/// What the referee does about a vehicle that gets into a trigger.
enum class TriggerRule : std::uint8_t {
  None,        // it is only reported
  Checkpoint,  // key points, in the order of the file
  Finish,
  Fail,
  Reset,       // back to the last key point
  SpeedLimit,  // it fails above `speed`
  Slalom,      // the wrong side of a cone, or the cone itself: `penalty`
};
enum class Penalty : std::uint8_t { Fail, Reset, Time };
struct TriggerSpec {
  SourceLine where;
  std::string name;
  Vec2 at;
  double yaw{};
  Vec2 size{1, 1};                 // of a round one twice its radius
  double z{};                      // m of its bottom above the ground there
  std::optional<double> height{};  // m; none: endless upward and downward
  TriggerDetects detects{TriggerDetects::Vehicles};
  bool lidar{};                     // rays of lidars and depth cameras meet it as a solid
  std::optional<Vec2> ground_at{};  // as a piece's
  bool round{};                     // a cylinder
  TriggerRule rule{};
  double speed{};       // m/s, of a speed limit
  Penalty penalty{};    // of a slalom
  std::string piece{};  // of a slalom: its cone, which a time penalty takes away
  bool operator==(const TriggerSpec&) const = default;
};
struct RouteSpec {
  SourceLine where;
  std::string name;
  std::vector<Vec2> points;
  bool closed{};
  double width{};
  bool operator==(const RouteSpec&) const = default;
};
/// Traffic of the level's own: whoever comes to the beginning of an open route, follows it and
/// leaves at its end.
struct FlowSpec {
  SourceLine where;
  std::string route;                  // its name
  std::vector<std::string> vehicles;  // kinds, one of them drawn each time
  double every{10};                   // s between two
  double phase{};                     // s until the first
  int most{8};                        // of it at once
  bool operator==(const FlowSpec&) const = default;
};
enum class TrafficMode : std::uint8_t {
  Calm,    // people stay on pavements and crossings
  Lively,  // and now and then they do not
};
/// Those who drive, walk and stand parked in the level's streets, as many at any time.
struct TrafficSpec {
  SourceLine where;
  int vehicles{}, walkers{}, parked{};
  std::vector<std::string> kinds{"sedan", "hatchback", "estate"};  // one of them drawn each time
  TrafficMode mode{};
  int seed{};  // of another traffic with the same seed of the run
  bool operator==(const TrafficSpec&) const = default;
};
struct StartSpec {
  SourceLine where;
  Pose2 pose;
  std::string vehicle;  // empty: the level's own
  double z{};           // m above the ground there, in rigid levels: on a deck or platform
  bool operator==(const StartSpec&) const = default;
};
struct SunSpec {
  double azimuth{0.9}, elevation{0.9};
  double ambient{0.45};
  Color color{255, 255, 255};  // of its light; a low sun is warm
  double intensity{1};         // of its direct light, beside what shadows keep
  bool operator==(const SunSpec&) const = default;
};
struct SkySpec {
  Color zenith{92, 146, 214}, horizon{205, 220, 233};
  double fog{};  // metres after which half of a thing's colour is the horizon's; 0: clear air
  bool operator==(const SkySpec&) const = default;
};
struct PictureSpec {   // how cameras turn light into numbers
  bool gamma_space{};  // stored numbers are multiplied as they are, not first turned into light
  bool operator==(const PictureSpec&) const = default;
};
struct LightSpec {
  SourceLine where;
  Vec3 at;
  Color color{255, 255, 255};
  double power{1};
  bool at_dusk{};  // lit only in weather that is dim
  bool operator==(const LightSpec&) const = default;
};

/// A place where the air moves: an entry of the level's map of wind. What flies feels their sum.
struct WindSpec {
  SourceLine where;
  Vec2 at;
  double radius{1};  // m, where nothing of it is left
  Vec2 velocity;     // m/s, in the middle
  bool operator==(const WindSpec&) const = default;
};

struct GroundSpec {
  Vec2 center{}, size{20, 20};
  std::string material{"concrete"};
  bool markings{true};  // the start line is painted on it
  bool operator==(const GroundSpec&) const = default;
};

// --- trials: short graded tasks -----------------------------------------------------------------

enum class TaskKind : std::uint8_t {
  Reach,       // get into a volume
  Stop,        // stand in it for a second, slower than `speed`
  Speed,       // be faster than `speed`
  ParkAtCone,  // 30 cm before the cone `piece`, at rest
  ParkAtWall,  // 20 cm before the wall `piece` and square to it, at rest
};
struct TaskSpec {
  SourceLine where;
  TaskKind kind{};
  std::vector<TriggerSpec> volumes{};  // of Reach and Stop; any of them counts
  double speed{0.02};                  // m/s
  std::string piece{};
  double points{};
  bool operator==(const TaskSpec&) const = default;
};
struct TrialBonus {  // the first whose time was not exceeded counts
  double seconds{};  // may be infinite
  double points{};
  bool operator==(const TrialBonus&) const = default;
};
struct TrialPad {                          // what programs read from the pad for the whole trial
  double left_trigger{}, right_trigger{};  // 0 to 1
  Vec2 left_stick{}, right_stick{};        // -1 to 1, right and up positive
  std::vector<std::string> press{};        // buttons, each pressed once when it is asked for
  bool operator==(const TrialPad&) const = default;
};
struct TrialSpec {
  SourceLine where;
  std::string title{};
  double limit{10};      // s
  double points{};       // that its tasks bring together, without a bonus
  bool required{};       // the grading ends here when it is not passed with all points
  bool until_stopped{};  // it ends when all is done and the vehicle stands
  bool extra{};          // its points come on top: the full score does without them
  std::string view{};    // how the page looks at it: empty, "overhead" or "front"
  std::vector<TrialBonus> bonus{};
  TrialPad pad{};
  bool operator==(const TrialSpec&) const = default;
};

/// A fixed camera that people can look through.
struct ViewSpec {
  SourceLine where;
  std::string name{};
  Vec3 at{};
  double yaw{}, pitch{};  // pitch positive downward
  bool operator==(const ViewSpec&) const = default;
};

/// What of a piece itself an edit changes.
enum class EditOf : std::uint8_t { Nothing, Variant, Presence, Turn, Scale };

/// Something people change while a room runs: a click on `piece`, or the wheel, changes the piece
/// itself, or moves a variable of the level on by a step, with which the level is opened again.
struct EditSpec {
  SourceLine where;
  std::string piece{};
  EditOf click_changes{}, right_click_changes{};  // its variant or presence
  EditOf wheel_changes{};                         // its turn, in degrees, or scale
  std::string click{}, right_click{}, wheel{};    // variables; empty: nothing
  int clicks{}, right_clicks{};  // values from 0 that a variable takes in turn; 0: no end
  double wheel_low{-1e9}, wheel_high{1e9};  // where the wheel's variable stops
  double wheel_step{1};                     // added for each notch, or a factor of it
  bool wheel_multiplies{};
  bool operator==(const EditSpec&) const = default;
};

/// A variable of a level: as it was drawn, or as somebody sets it from outside.
struct LevelVariable {
  std::string name;
  double value{};
  bool operator==(const LevelVariable&) const = default;
};
using LevelSettings = std::vector<LevelVariable>;

/// A figure of the level's own vehicle. Which names there are is known to those who build it:
/// engine/model.h checks them.
struct VehicleFigureSpec {
  std::string name;  // of a parameter
  double value{};
  SourceLine where{};
  bool operator==(const VehicleFigureSpec&) const = default;
};

/// A figure of a sensor by its name. Which names a kind has: sensors/catalogue.h.
struct SensorFigure {
  std::string name;
  double value{};
  bool operator==(const SensorFigure&) const = default;
};

/// A sensor as somebody asks for it; what is left out follows from its kind and from the vehicle
/// that carries it (engine/sensing.h).
struct SensorSpec {
  std::string kind{};   // of the catalogue: "lidar"
  std::string name{};   // as others ask for it; empty: its kind, and its place where it has one
  std::string place{};  // on the vehicle: front, rear, left, right, roof, origin; empty: its own
  std::optional<Pose3> body_from_sensor{};  // in place of a place
  std::string unit{};                       // whose figures it has; empty: of what is carried there
  std::optional<bool> ideal{};              // without noise; empty: as the run says
  double rate{};                            // readings in a simulated second; 0: one a tick
  std::vector<SensorFigure> figures{};      // in place of the unit's
  bool operator==(const SensorSpec&) const = default;
};

/// The name others ask for it by: its own, or "lidar", or "lidar@front".
std::string name_of(const SensorSpec& sensor);

/// A sensor that a level mounts.
struct LevelSensor {
  SourceLine where{};
  int vehicle{};  // 1 is the first; 0: every vehicle has one
  SensorSpec sensor;
  bool operator==(const LevelSensor&) const = default;
};

/// What authors, courses and pages want of a level beside what happens in it: texts, rules of a
/// grading, what people look through and change. No tick depends on it.
struct LevelPapers {
  std::string collection;  // folder under levels/
  std::string title;
  std::string description;
  std::string help;                // shown to people when the level begins
  std::vector<std::string> doors;  // through which programs drive here, by their names
  std::string code;                // of gradings: "lab1"
  LevelSettings variables;
  std::vector<TrialSpec> trials;   // all that the file lists
  std::optional<TrialSpec> trial;  // the one that was chosen
  std::vector<ViewSpec> views;
  std::vector<EditSpec> edits;
  bool operator==(const LevelPapers&) const = default;
};

/// What cameras see around the pieces, and by which light.
struct LevelScene {
  SunSpec sun;
  SkySpec sky;
  PictureSpec picture;
  std::vector<LightSpec> lights;
  bool has_weather{};                    // it may be changed while a run goes on
  std::optional<WeatherSpec> weather{};  // at the start; none: sun and sky as above
  bool operator==(const LevelScene&) const = default;
};

struct LevelSpec {
  std::string name;  // file name without ending
  LevelPapers papers;
  PhysicsKind physics{PhysicsKind::Planar};
  Clock clock;
  std::string vehicle{"racecar"};
  std::vector<VehicleFigureSpec> vehicle_figures;  // of vehicles of that kind
  int cars{1};                                     // that may race here at once
  int capacity{512};                               // slots for actors in a run
  std::uint64_t seed{};  // the seed variables and generators were drawn with
  GroundSpec ground;
  LevelScene scene;
  RigidSpec rigid;
  std::vector<PieceSpec> pieces;
  RoadsSpec roads;
  std::vector<GateSpec> gates;  // in the order of a lap; the first is start and finish
  std::vector<TriggerSpec> triggers;
  std::vector<RouteSpec> routes;  // the first is the one drivers follow
  std::vector<StartSpec> starts;
  std::vector<FlowSpec> flows;
  std::optional<TrafficSpec> traffic;
  std::vector<WindSpec> winds;
  std::vector<LevelSensor> sensors;
  std::vector<TaskSpec> tasks;  // of the trial that was chosen, in order
  bool operator==(const LevelSpec&) const = default;
};

/// "cells=10" as a setting; nothing when it is no name, = and finite number.
std::optional<LevelVariable> parse_setting(std::string_view text);

/// What reading gives: a spec when there are no problems.
struct LevelReading {
  LevelSpec spec;
  std::vector<Problem> problems;
  bool ok() const { return problems.empty(); }
};

/// Reads a level file with its includes, draws its variables with `seed`, runs its generators and
/// checks everything; all mistakes are reported at once. Variables named in `settings` take the
/// value given there. Never throws, whatever the bytes.
LevelReading read_level(const std::string& path, std::uint64_t seed,
                        const LevelSettings& settings = {});

/// The same for text in memory; `file` names it in messages, includes and images are looked up
/// beside it.
LevelReading read_level_text(std::string_view text, const std::string& file, std::uint64_t seed,
                             const LevelSettings& settings = {});

/// A level file that reads back as `spec`.
std::string write_level(const LevelSpec& spec);

}  // namespace paddock
