#include "bench/rigid_bench.h"

#include <memory>

#include "paddock/core/random.h"
#include "paddock/engine/step.h"

namespace paddock {
namespace {

constexpr int kRepetitions = 5;
constexpr int kCars = 4;
constexpr int kHold = 30;     // ticks until a car does something else
constexpr double kYard = 16;  // m across

struct RigidCase {
  const char* name;
  int cones, blocks;
  int ticks;  // of 10 ms
};

// `falling` is the yard's first two seconds: everything was just put down and nothing sleeps yet
constexpr RigidCase kCases[]{
    {"yard", 100, 60, 3000}, {"falling", 100, 60, 200}, {"cars alone", 0, 0, 3000}};

PieceSpec prop(PieceShape shape, Vec3 at) {
  PieceSpec piece;
  piece.shape = std::move(shape);
  piece.at = at;
  piece.moves = true;
  return piece;
}

/// Cones in rows over a walled square, blocks in two pyramids of thirty.
LevelSpec yard_level(const RigidCase& c, PhysicsKind physics) {
  LevelSpec level;
  level.name = c.name;
  level.physics = physics;
  level.ground.size = {kYard + 4, kYard + 4};
  const double h = kYard / 2;
  PieceSpec wall;
  wall.shape = WallSpec{.points = {{-h, -h}, {h, -h}, {h, h}, {-h, h}},
                        .closed = true,
                        .height = 0.5,
                        .thickness = 0.1};
  level.pieces.push_back(wall);
  for (int i = 0; i < c.cones; ++i)
    level.pieces.push_back(
        prop(ConeSpec{0.06, 0.3}, {-6.75 + 1.5 * (i % 10), -6 + 1.2 * (i / 10), 0}));
  for (int i = 0, pyramid = 0; i < c.blocks; ++pyramid)
    for (int width = 4, layer = 0; width > 0; --width, ++layer)
      for (int k = 0; k < width * width && i < c.blocks; ++k, ++i) {
        const double x = -2 + 4 * pyramid + 0.21 * (k % width - 0.5 * (width - 1));
        const double y = 0.6 + 0.21 * (k / width - 0.5 * (width - 1));
        level.pieces.push_back(prop(BlockSpec{{0.2, 0.2, 0.2}, 0.2}, {x, y, 0.2 * layer}));
      }
  for (PieceSpec& piece : level.pieces) piece.moves &= physics == PhysicsKind::Rigid;
  return level;
}

/// A run that can be begun again.
struct Run {
  Model model;
  State state;
  Scratch scratch;
  Output out;
  std::vector<VehicleInput> inputs;

  explicit Run(Model m)
      : model(std::move(m)), scratch(make_scratch(model)), out(make_output(model)) {
    begin();
  }
  void begin() {
    state = initial_state(model);
    checkpoint(scratch);
    inputs.assign(model.vehicles.size(), RacecarInput<double>{});
  }
  /// Everybody drives hard, about as often backward as forward.
  void step() {
    if (count(state.tick) % kHold == 0)
      for (std::size_t v = 0; v < inputs.size(); ++v) {
        DrawSequence draws({.seed = 1,
                            .stream = Stream::TaskAction,
                            .entity = static_cast<std::uint32_t>(v),
                            .tick = static_cast<std::uint64_t>(count(state.tick))});
        const double steer = draws.between(-0.4, 0.4), accel = draws.between(-6, 6);
        inputs[v] = RacecarInput<double>{.steer = steer, .accel = accel};
      }
    paddock::step(model, inputs, state, scratch, out);
  }
};

Result<Run> open_run(const RigidCase& c, PhysicsKind physics) {
  std::vector<VehicleSetup> cars;
  for (int v = 0; v < kCars; ++v)
    cars.push_back({default_params(kind_of<Racecar>()), {-6 + 4.0 * v, -7, kPi / 2}});
  auto model =
      make_model(std::make_shared<const World>(build_world(yard_level(c, physics))), cars, 1);
  if (!model) return tl::unexpected(model.error());
  return Run(std::move(*model));
}

/// Simulated seconds a second.
double rate_of(Run& run, int ticks) {
  const double seconds = ticks * run.model.world->clock.tick_seconds();
  return measure_rate(
      seconds, kRepetitions, [&] { run.begin(); },
      [&] {
        for (int t = 0; t < ticks; ++t) run.step();
      });
}

Result<BenchResult> bench_case(const RigidCase& c) {
  auto rigid = open_run(c, PhysicsKind::Rigid), planar = open_run(c, PhysicsKind::Planar);
  if (!rigid) return tl::unexpected(rigid.error());
  if (!planar) return tl::unexpected(planar.error());
  BenchResult result;
  result.name = c.name;
  result.unit = "simulated s/s";
  result.rate = rate_of(*rigid, c.ticks);
  result.hash = hash_of(rigid->state);
  int awake = 0;
  for (const RigidBodyState& body : rigid->state.rigid.props) awake += body.asleep() ? 0 : 1;
  result.reference.push_back({"planar, everything fixed", rate_of(*planar, c.ticks)});
  result.labels = {{"vehicle", "racecar, drawn inputs"}, {"tick", "10 ms"}};
  result.facts = {{"cars", kCars},
                  {"cones", static_cast<double>(c.cones)},
                  {"blocks", static_cast<double>(c.blocks)},
                  {"simulated seconds", c.ticks * 0.01},
                  {"props awake at the end", static_cast<double>(awake)}};
  return result;
}

}  // namespace

Result<std::vector<BenchResult>> bench_rigid() {
  std::vector<BenchResult> results;
  for (const RigidCase& c : kCases) {
    auto result = bench_case(c);
    if (!result) return tl::unexpected(result.error());
    results.push_back(std::move(*result));
  }
  return results;
}

}  // namespace paddock
