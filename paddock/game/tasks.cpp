#include "paddock/game/tasks.h"

#include <array>
#include <cmath>

#include "paddock/game/rules.h"
#include "paddock/game/task_levels.h"

namespace paddock {
namespace {

/// A task as this file's table knows it.
struct TaskForm {
  std::string_view name;
  int agents{1};
  VehicleKind vehicle{};
  RulesOffer (*rules)(const TaskOptions& options){};
  Result<Level> (*own_level)(std::uint64_t seed, const LevelSettings& settings){};
  int own_variants{1};
  std::array<std::string_view, kMaxActions> actions{};
  std::array<ActionScale, kMaxActions> scales{};
  int ticks_per_step{1};
  double usual_speed{};
  int max_steps{};
  Lidar2dParams lidar{};
  ArenaNeeds needs{};
};

constexpr int kMaxTicksPerStep = 1000;
constexpr float kSigma = 0.01f;  // m

/// What the tasks of the F1TENTH car have in common. Its UST-10LX sees 270 degrees and 30 m, with a
/// deviation of 1 cm as f1tenth_gym takes it.
constexpr TaskForm with_car(TaskForm kind) {
  kind.vehicle = kind_of<Racecar>();
  kind.actions = {"steer: 1 is 0.4189 rad to the left",
                  "accel: 1 is 9.51 m/s^2 forward, -1 brakes and reverses"};
  kind.scales = {{{0, 0.4189}, {1, 9.51}}};
  kind.ticks_per_step = 2;
  kind.usual_speed = 8;
  kind.lidar = {.beams = 1080,
                .start = -2.356194490192345,
                .span = 4.71238898038469,
                .max_range = 30,
                .far_value = 30};
  return kind;
}

const std::array kTasks{
    with_car({.name = "race",
              .rules = race_rules,
              .own_level = race_level,
              .own_variants = 4,
              .max_steps = 2000,
              .needs = {.route = true, .starts_on_route = true}}),
    with_car({.name = "duel",
              .agents = 2,
              .rules = duel_rules,
              .own_level = race_level,
              .own_variants = 4,
              .max_steps = 2000,
              .needs = {.route = true, .starts_on_route = true}}),
    TaskForm{.name = "blocks",
             .vehicle = kind_of<Rover>(),
             .rules = blocks_rules,
             .own_level = blocks_level,
             .own_variants = 256,
             .actions = {"steer: 1 turns the rear block by 1 rad, to the left when driving forward",
                         "speed: 1 is 0.289 m/s forward"},
             .scales = {{{1, -1.0}, {0, 11.0}}},
             .usual_speed = 0.3,
             .max_steps = 2500,
             .lidar = kRenderedLds01,
             .needs = {.target = true}},
    with_car({.name = "slalom",
              .rules = slalom_rules,
              .own_level = slalom_level,
              .own_variants = 16,
              .max_steps = 1500,
              .needs = {.route = true, .gates = true}}),
    TaskForm{.name = "waypoints",
             .vehicle = kind_of<Quad2d>(),
             .rules = waypoint_rules,
             .own_level = waypoints_level,
             .own_variants = 1,
             .actions = {"east: 1 is 5 m/s^2", "north: 1 is 5 m/s^2"},
             .scales = {{{0, 5.0}, {1, 5.0}}},
             .ticks_per_step = 2,
             .usual_speed = 4,
             .max_steps = 2000,
             .lidar = {.beams = 0, .max_range = 10, .far_value = 10},
             .needs = {.route = true}},
};

Result<void> check(const Spread& spread, std::string_view what, double least) {
  const bool fine = std::isfinite(spread.low) && std::isfinite(spread.high) &&
                    spread.low >= least && spread.low <= spread.high;
  if (!fine)
    return fail(ErrorCode::Invalid, what, " must be a range from at least ", least, ", got ",
                spread.low, " to ", spread.high);
  return {};
}

Result<void> check(const TaskOptions& options) {
  if (options.beams < 0 || options.beams > kMaxBeams || options.beams == 1)
    return fail(ErrorCode::Invalid, "beams must be 2 to ", kMaxBeams, ", got ", options.beams);
  if (options.max_steps < 0)
    return fail(ErrorCode::Invalid, "max_steps must be positive, got ", options.max_steps);
  if (options.ticks_per_step < 0 || options.ticks_per_step > kMaxTicksPerStep)
    return fail(ErrorCode::Invalid, "ticks_per_step must be 1 to ", kMaxTicksPerStep, ", got ",
                options.ticks_per_step);
  if (options.variants < 0 || options.variants > 4096)
    return fail(ErrorCode::Invalid, "variants must be 1 to 4096, got ", options.variants);
  if (options.delay_low < 0 || options.delay_low > options.delay_high ||
      options.delay_high > kMaxDelay)
    return fail(ErrorCode::Invalid, "delay must be a range within 0 to ", kMaxDelay, " steps, got ",
                options.delay_low, " to ", options.delay_high);
  if (const auto ok = check(options.friction, "friction", 0.01); !ok) return ok;
  if (const auto ok = check(options.mass, "mass", 0.01); !ok) return ok;
  return check(options.noise_scale, "noise_scale", 0);
}

Result<std::vector<Arena>> make_arenas(const TaskForm& kind, const TaskOptions& options) {
  std::vector<Arena> arenas;
  const auto add = [&](Result<Level> level) -> Result<void> {
    if (!level) return tl::unexpected(level.error());
    auto arena = make_arena(std::move(*level), kind.vehicle, kind.agents, kind.needs);
    if (!arena) return tl::unexpected(arena.error());
    arenas.push_back(std::move(*arena));
    return {};
  };
  const bool own = options.levels.empty();
  const int variants = options.variants > 0 ? options.variants : own ? kind.own_variants : 1;
  for (int v = 0; v < variants; ++v) {
    const std::uint64_t seed = options.level_seed + static_cast<std::uint64_t>(v);
    if (own) {
      if (const auto ok = add(kind.own_level(seed, options.settings)); !ok)
        return tl::unexpected(ok.error());
    }
    for (const std::string& level : options.levels)
      if (const auto ok = add(load_level(level, seed, options.settings)); !ok)
        return tl::unexpected(ok.error().within(level));
  }
  for (const Arena& arena : arenas) {
    const auto must = [&](std::string_view what) {
      return fail(ErrorCode::Invalid, "levels ", arena.world().name, " and ",
                  arenas.front().world().name, " must have ", what);
    };
    if (arena.world().clock != arenas.front().world().clock) return must("one clock");
    if (arena.model.vehicles.front().params != arenas.front().model.vehicles.front().params)
      return must("the same vehicle_figures");
  }
  return arenas;
}

int ticks_per_step(const TaskForm& kind, const TaskOptions& options) {
  return options.ticks_per_step > 0 ? options.ticks_per_step : kind.ticks_per_step;
}

TaskShape shape_of(const TaskForm& kind, const TaskOptions& options, std::vector<TaskExtra> extras,
                   const Clock& clock) {
  TaskShape shape;
  shape.name = kind.name;
  shape.agents = kind.agents;
  shape.lidar = kind.lidar;
  if (options.beams > 0) shape.lidar.beams = options.beams;
  if (options.true_ranges) shape.lidar.near_plane = 0;
  shape.beams = shape.lidar.beams;
  shape.extras = std::move(extras);
  shape.observation_size = shape.beams + static_cast<int>(shape.extras.size());
  shape.action_size = static_cast<int>(kMaxActions);
  shape.actions.assign(kind.actions.begin(), kind.actions.end());
  shape.action_scales.assign(kind.scales.begin(), kind.scales.end());
  shape.step_seconds = ticks_per_step(kind, options) * clock.tick_seconds();
  shape.max_steps = options.max_steps > 0 ? options.max_steps : kind.max_steps;
  return shape;
}

}  // namespace

std::span<const std::string_view> task_names() {
  static constexpr std::array<std::string_view, 5> kNames{"race", "duel", "blocks", "slalom",
                                                          "waypoints"};
  return kNames;
}

Result<Task> make_task(std::string_view name, const TaskOptions& options) {
  const TaskForm* kind = nullptr;
  for (const TaskForm& task : kTasks)
    if (task.name == name) kind = &task;
  if (kind == nullptr)
    return fail(ErrorCode::NotFound, "there is no task \"", name,
                "\". Tasks: race, duel, blocks, slalom, waypoints");
  if (const auto ok = check(options); !ok) return tl::unexpected(ok.error());
  auto arenas = make_arenas(*kind, options);
  if (!arenas) return tl::unexpected(arenas.error());
  RulesOffer offer = kind->rules(options);
  const Clock& clock = arenas->front().world().clock;
  return Task{.shape = shape_of(*kind, options, std::move(offer.extras), clock),
              .options = options,
              .vehicle = kind->vehicle,
              .ticks_per_step = ticks_per_step(*kind, options),
              .usual_speed = kind->usual_speed,
              .noise = {.sigma = kSigma},
              .arenas = std::move(*arenas),
              .rules = std::move(offer.rules)};
}

}  // namespace paddock
