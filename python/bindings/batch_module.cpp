// The native half of the Python package: Batch as it is, with every length, number and name that
// comes from outside checked before it is believed. Work on all cores goes on without the GIL.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>

#include "paddock/batch/batch.h"
#include "paddock/io/bytes.h"
#include "paddock/world/top_view.h"
#include "python/bindings/raise.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace paddock {

void bind_robot(nb::module_& m);                              // robot_module.cpp
void bind_page(nb::module_& m);                               // page_module.cpp
void bind_sensors(nb::module_& m, nb::class_<Batch>& batch);  // sensor_module.cpp

namespace {

template <class T>
using Array = nb::ndarray<T, nb::numpy, nb::c_contig, nb::device::cpu>;
using Pair = std::pair<double, double>;

template <class T>
std::span<T> checked(const Array<T>& array, std::size_t count, const char* what) {
  if (array.size() != count)
    raise({ErrorCode::Invalid, concat(what, " must hold ", count, " numbers, got ", array.size())});
  return {array.data(), count};
}

std::unique_ptr<Batch> open_batch(const std::string& task, int worlds, std::uint64_t seed,
                                  std::uint32_t first_world, int threads,
                                  const std::vector<std::string>& levels, int variants,
                                  std::uint64_t level_seed,
                                  const std::map<std::string, double>& variables, int beams,
                                  int max_steps, int ticks_per_step, bool noise, bool true_ranges,
                                  bool end_on_touch, Pair friction, Pair mass, Pair noise_scale,
                                  std::pair<int, int> delay) {
  LevelSettings settings;
  for (const auto& [name, value] : variables) settings.push_back({name, value});
  const BatchSpec spec{.task = task,
                       .worlds = worlds,
                       .seed = seed,
                       .first_world = first_world,
                       .threads = threads,
                       .options = {.levels = levels,
                                   .variants = variants,
                                   .level_seed = level_seed,
                                   .settings = std::move(settings),
                                   .beams = beams,
                                   .max_steps = max_steps,
                                   .ticks_per_step = ticks_per_step,
                                   .noise = noise,
                                   .true_ranges = true_ranges,
                                   .end_on_touch = end_on_touch,
                                   .friction = {friction.first, friction.second},
                                   .mass = {mass.first, mass.second},
                                   .noise_scale = {noise_scale.first, noise_scale.second},
                                   .delay_low = delay.first,
                                   .delay_high = delay.second}};
  const nb::gil_scoped_release others_may_run;
  auto batch = Batch::open(spec);
  if (batch) return std::move(*batch);
  const nb::gil_scoped_acquire held;
  raise(batch.error());
}

std::size_t worlds_of(const Batch& batch) { return static_cast<std::size_t>(batch.worlds()); }
std::size_t agents_of(const Batch& batch) {
  return worlds_of(batch) * static_cast<std::size_t>(batch.shape().agents);
}
std::size_t floats_of(const Batch& batch) {
  return agents_of(batch) * static_cast<std::size_t>(batch.shape().observation_size);
}

void reset(Batch& batch, std::uint64_t seed, const Array<float>& observations) {
  const auto to = checked(observations, floats_of(batch), "observations");
  const nb::gil_scoped_release others_may_run;
  batch.reset(seed, to);
}

void reset_each(Batch& batch, const Array<const std::uint64_t>& seeds,
                const Array<float>& observations) {
  const auto from = checked(seeds, worlds_of(batch), "seeds");
  const auto to = checked(observations, floats_of(batch), "observations");
  const nb::gil_scoped_release others_may_run;
  batch.reset_each(from, to);
}

void reset_some(Batch& batch, const Array<const std::uint8_t>& which,
                const Array<float>& observations) {
  const auto from = checked(which, worlds_of(batch), "which");
  const auto to = checked(observations, floats_of(batch), "observations");
  const nb::gil_scoped_release others_may_run;
  batch.reset_some(from, to);
}

void step_all(Batch& batch, const Array<const float>& actions, const Array<float>& observations,
              const Array<float>& rewards, const Array<std::uint8_t>& terminated,
              const Array<std::uint8_t>& truncated) {
  const auto size = static_cast<std::size_t>(batch.shape().action_size);
  const auto asked = checked(actions, agents_of(batch) * size, "actions");
  const auto seen = checked(observations, floats_of(batch), "observations");
  const auto earned = checked(rewards, agents_of(batch), "rewards");
  const auto over = checked(terminated, worlds_of(batch), "terminated");
  const auto cut = checked(truncated, worlds_of(batch), "truncated");
  const auto odd =
      std::find_if(asked.begin(), asked.end(), [](float a) { return !std::isfinite(a); });
  if (odd != asked.end()) {
    const auto at = static_cast<std::size_t>(odd - asked.begin());
    raise({ErrorCode::Invalid, concat("actions must be finite numbers, got ", *odd, " in row ",
                                      at / size, ", column ", at % size)});
  }
  const nb::gil_scoped_release others_may_run;
  batch.step(asked, seen, earned, over, cut);
}

void final_observations(const Batch& batch, const Array<float>& observations) {
  batch.final_observations(checked(observations, floats_of(batch), "observations"));
}

void observe(Batch& batch, const Array<float>& observations) {
  const auto to = checked(observations, floats_of(batch), "observations");
  const nb::gil_scoped_release others_may_run;
  batch.observe(to);
}

int checked_world(const Batch& batch, int world) {
  if (world < 0 || world >= batch.worlds())
    raise({ErrorCode::Invalid, concat("world must be 0 to ", batch.worlds() - 1, ", got ", world)});
  return world;
}

nb::dict describe(const Batch& batch, int world) {
  const WorldView view = batch.view(checked_world(batch, world));
  nb::list vehicles;
  for (const VehicleState& state : view.vehicles) {
    nb::dict fields;
    visit_fields(state, [&](const char* name, double number) { fields[name] = number; });
    vehicles.append(fields);
  }
  nb::dict dict;
  dict["level"] = view.arena->world().name;
  dict["level_seed"] = view.arena->world().seed;
  dict["seed"] = view.seed;
  dict["step"] = view.step;
  dict["friction"] = view.friction, dict["mass"] = view.mass;
  dict["noise_scale"] = view.noise_scale, dict["delay"] = view.delay;
  dict["vehicles"] = vehicles;
  return dict;
}

std::string vehicle_name(const Batch& batch) {
  return std::string(type_of(kind_with(batch.view(0).vehicles.front().index())).name);
}

nb::dict lidar_dict(const Batch& batch) {
  const Lidar2dParams& lidar = batch.shape().lidar;
  nb::dict dict;
  dict["beams"] = batch.shape().beams;
  dict["start"] = lidar.start, dict["span"] = lidar.span, dict["range"] = lidar.max_range;
  dict["near_plane"] = lidar.near_plane, dict["least"] = lidar.min_range;
  return dict;
}

std::vector<std::pair<std::string, double>> action_scales(const Batch& batch) {
  std::vector<std::string> names;
  std::visit(
      [&](const auto& input) {
        input.fields(input, [&](const char* name, double) { names.emplace_back(name); });
      },
      idle_input(kind_with(batch.view(0).vehicles.front().index())));
  std::vector<std::pair<std::string, double>> scales;
  for (const ActionScale& to : batch.shape().action_scales)
    scales.emplace_back(names[to.field], to.scale);
  return scales;
}

// --- pictures -----------------------------------------------------------------------------------

// blue, orange: told apart by everybody
constexpr std::array<Color, kMaxAgents> kColors{{{61, 139, 253}, {240, 124, 36}}};
constexpr double kReach = 9;  // m of world to each side of the vehicles, where it is larger

Bounds2 region_of(const WorldView& view) {
  Bounds2 vehicles;
  for (const VehicleState& state : view.vehicles) vehicles.add(position(pose_of(state)));
  const Vec2 center = 0.5 * (vehicles.low + vehicles.high);
  const Bounds2 world = view.arena->world().bounds;
  const double across = std::max(world.high.x - world.low.x, world.high.y - world.low.y) / 2;
  const bool whole = across <= kReach;
  const Vec2 middle = whole ? 0.5 * (world.low + world.high) : center;
  const double reach = whole ? across : kReach;
  return {{middle.x - reach, middle.y - reach}, {middle.x + reach, middle.y + reach}};
}

nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<3>> render(const Batch& batch, int world, int size) {
  checked_world(batch, world);
  if (size < 16 || size > 4096)
    raise({ErrorCode::Invalid, concat("size must be 16 to 4096 pixels, got ", size)});
  auto image = std::make_unique<Image>();
  {
    const nb::gil_scoped_release others_may_run;
    const WorldView view = batch.view(world);
    TopViewSpec spec{.width = size,
                     .height = size,
                     .region = region_of(view),
                     .vehicles = {},
                     .legend = false,
                     .markings = true};
    for (std::size_t v = 0; v < view.vehicles.size(); ++v)
      spec.vehicles.push_back({.pose = pose_of(view.vehicles[v]),
                               .outline = outline_of(kind_with(view.vehicles[v].index())),
                               .color = kColors[v]});
    *image = draw_top_view(view.arena->world(), spec);
  }
  const std::size_t shape[3]{static_cast<std::size_t>(image->height),
                             static_cast<std::size_t>(image->width), 3};
  std::uint8_t* pixels = image->pixels.data();
  const nb::capsule owner(image.release(),
                          [](void* kept) noexcept { delete static_cast<Image*>(kept); });
  return {pixels, 3, shape, owner};
}

// --- snapshots ----------------------------------------------------------------------------------

constexpr std::size_t kLongestSensor = 4096;  // characters that name one

/// Counts first, then the numbers, then the words, then sensors to the end; little-endian.
nb::bytes bytes_of(const BatchSnapshot& snapshot) {
  ByteWriter out;
  out.u64(snapshot.numbers.size()), out.u64(snapshot.words.size());
  for (const double number : snapshot.numbers) out.f64(number);
  for (const std::uint64_t word : snapshot.words) out.u64(word);
  for (const WorldSensor& sensor : snapshot.sensors) {
    out.i32(sensor.world), out.i32(sensor.agent), out.text(sensor.sensor);
    out.varint(sensor.memory.size());
    for (const double number : sensor.memory) out.f64(number);
  }
  return nb::bytes(out.view().data(), out.size());
}

WorldSensor read_world_sensor(ByteReader& in) {
  WorldSensor sensor{.world = in.i32(), .agent = in.i32(), .sensor = {}, .memory = {}};
  sensor.sensor = in.text(kLongestSensor);
  sensor.memory.resize(in.count(in.left(), 8));
  for (double& number : sensor.memory) number = in.f64();
  return sensor;
}

BatchSnapshot snapshot_of(const nb::bytes& bytes) {
  ByteReader in({static_cast<const char*>(bytes.data()), bytes.size()});
  const std::uint64_t numbers = in.u64(), words = in.u64(), cells = in.left() / 8;
  if (numbers > cells || words > cells - numbers) in.refuse();
  BatchSnapshot snapshot;
  if (in.ok()) snapshot.numbers.resize(numbers), snapshot.words.resize(words);
  for (double& number : snapshot.numbers) number = in.f64();
  for (std::uint64_t& word : snapshot.words) word = in.u64();
  while (in.ok() && in.left() > 0) snapshot.sensors.push_back(read_world_sensor(in));
  if (!in.done()) raise({ErrorCode::Invalid, "these bytes are no snapshot of a batch"});
  return snapshot;
}

}  // namespace

NB_MODULE(_paddock, m) {
  m.doc() = "Worlds side by side, native. Use the package paddock, which wraps this.";
  m.def(
      "task_names",
      [] {
        std::vector<std::string> names;
        for (const std::string_view name : task_names()) names.emplace_back(name);
        return names;
      },
      "Names of the tasks to train on.");

  bind_robot(m);

  nb::class_<Batch> batch(m, "Batch", "N worlds of one task, stepped together on all cores.");
  batch
      .def_static("open", open_batch, nb::kw_only(), "task"_a, "worlds"_a, "seed"_a,
                  "first_world"_a, "threads"_a, "levels"_a, "variants"_a, "level_seed"_a,
                  "variables"_a, "beams"_a, "max_steps"_a, "ticks_per_step"_a, "noise"_a,
                  "true_ranges"_a, "end_on_touch"_a, "friction"_a, "mass"_a, "noise_scale"_a,
                  "delay"_a,
                  "Makes the task's levels and starts every world. Raises ValueError saying what "
                  "is wrong.")
      .def_prop_ro("worlds", [](const Batch& b) { return b.worlds(); })
      .def_prop_ro("threads", [](const Batch& b) { return b.threads(); })
      .def_prop_ro("task", [](const Batch& b) { return b.shape().name; })
      .def_prop_ro(
          "agents", [](const Batch& b) { return b.shape().agents; }, "Vehicles in one world.")
      .def_prop_ro("vehicle", vehicle_name, "Kind of vehicle, as levels name it.")
      .def_prop_ro("beams", [](const Batch& b) { return b.shape().beams; })
      .def_prop_ro(
          "lidar", lidar_dict,
          "The lidar: beams, start and span in rad, range, near plane and least range in m.")
      .def_prop_ro(
          "extras",
          [](const Batch& b) {
            std::vector<std::string> names;
            for (const TaskExtra& extra : b.shape().extras) names.push_back(extra.name);
            return names;
          },
          "What follows the lidar in an observation: names with units, in order.")
      .def_prop_ro(
          "extra_limits",
          [](const Batch& b) {
            std::vector<Pair> limits;
            for (const TaskExtra& extra : b.shape().extras)
              limits.emplace_back(extra.low, extra.high);
            return limits;
          },
          "Lowest and highest of each; numbers beyond are told as these.")
      .def_prop_ro(
          "actions", [](const Batch& b) { return b.shape().actions; },
          "What -1 to 1 means, in order.")
      .def_prop_ro("action_scales", action_scales,
                   "For each action, the vehicle's input it goes to and the value of 1 there.")
      .def_prop_ro("observation_size", [](const Batch& b) { return b.shape().observation_size; })
      .def_prop_ro("action_size", [](const Batch& b) { return b.shape().action_size; })
      .def_prop_ro("step_seconds", [](const Batch& b) { return b.shape().step_seconds; })
      .def_prop_ro("max_steps", [](const Batch& b) { return b.shape().max_steps; })
      .def("reset", reset, "seed"_a, "observations"_a.noconvert(),
           "Starts every world anew; world w draws from (seed, first_world + w).")
      .def("reset_each", reset_each, "seeds"_a, "observations"_a.noconvert(),
           "Starts world w as world 0 of a batch of its own with seeds[w].")
      .def("reset_some", reset_some, "which"_a, "observations"_a.noconvert(),
           "Starts the worlds whose byte is not 0 anew and writes their rows.")
      .def("step", step_all, "actions"_a, "observations"_a.noconvert(), "rewards"_a.noconvert(),
           "terminated"_a.noconvert(), "truncated"_a.noconvert(),
           "One step of every world; worlds that ended are reset at once.")
      .def("final_observations", final_observations, "observations"_a.noconvert(),
           "Writes the last observation of episodes that ended in the latest step.")
      .def("observe", observe, "observations"_a.noconvert(),
           "Writes every world's observation again.")
      .def("describe", describe, "world"_a, "The vehicles of one world and its episode's draws.")
      .def("render", render, "world"_a, "size"_a,
           "The world around its vehicles from above: uint8, size x size x 3, north up.")
      .def(
          "snapshot", [](const Batch& b) { return bytes_of(b.snapshot()); },
          "Everything that evolves, as bytes.")
      .def(
          "restore",
          [](Batch& b, const nb::bytes& bytes) { value_or_raise(b.restore(snapshot_of(bytes))); },
          "snapshot"_a,
          "Puts a snapshot back; ValueError, with nothing changed, if it is not of such a batch.");

  bind_sensors(m, batch);
  bind_page(m);
}

}  // namespace paddock
