// Slalom: cones in a row, in turn a little left and right of a straight lane along +x, and a route
// that weaves between them. A gate stands from each cone to the side of the lane it must be passed
// on.
#include <array>
#include <cmath>

#include "paddock/core/angle.h"
#include "paddock/core/det_math.h"
#include "paddock/core/random.h"
#include "paddock/world/generate/kinds.h"
#include "paddock/world/track.h"

namespace paddock {
namespace {

enum Param { kCones, kSpacing, kSide, kWidth, kJitter, kRadius, kHeight };

constexpr std::array kParams{
    GeneratorParam{"cones", 8, 2, 200, true, "how many"},
    GeneratorParam{"spacing", 4, 0.5, 50, false, "along the lane from cone to cone, m"},
    GeneratorParam{"side", 0.2, 0, 10, false,
                   "of each cone from the middle, in turn left and right, m"},
    GeneratorParam{"width", 4, 0.5, 50, false, "of the lane, m"},
    GeneratorParam{"jitter", 0.15, 0, 5, false, "each cone is moved by up to this, both ways, m"},
    GeneratorParam{"radius", 0.1, 0.02, 1, false, "of a cone's foot, m"},
    GeneratorParam{"height", 0.35, 0.05, 3, false, "of a cone, m"},
};

std::vector<Vec2> draw_cones(std::span<const double> values, std::uint64_t seed) {
  DrawSequence draw({.seed = seed, .stream = Stream::Generate});
  std::vector<Vec2> cones;
  for (int i = 0; i < static_cast<int>(values[kCones]); ++i) {
    const double dx = draw.between(-values[kJitter], values[kJitter]);
    const double dy = draw.between(-values[kJitter], values[kJitter]);
    const double side = i % 2 == 0 ? values[kSide] : -values[kSide];
    cones.push_back({values[kSpacing] * (i + 1) + dx, side + dy});
  }
  return cones;
}

// y of the cone's passing place: the middle of the free strip on its open side
std::vector<Vec2> passing_places(const std::vector<Vec2>& cones, double half_width) {
  std::vector<Vec2> places;
  for (std::size_t i = 0; i < cones.size(); ++i) {
    const double edge = i % 2 == 0 ? -half_width : half_width;
    places.push_back({cones[i].x, (cones[i].y + edge) / 2});
  }
  return places;
}

// half cosine waves from place to place: level beside each cone, no kink anywhere
std::vector<Vec2> weave(const std::vector<Vec2>& places, double spacing) {
  constexpr int kSteps = 24;
  std::vector<Vec2> through{{places.front().x - spacing, 0}};
  through.insert(through.end(), places.begin(), places.end());
  through.push_back({places.back().x + spacing, 0});
  std::vector<Vec2> line;
  for (std::size_t i = 0; i + 1 < through.size(); ++i) {
    const Vec2 a = through[i], b = through[i + 1];
    for (int k = 0; k < kSteps; ++k) {
      const double t = static_cast<double>(k) / kSteps;
      line.push_back({a.x + t * (b.x - a.x), a.y + (b.y - a.y) * (1 - det::cos(kPi * t)) / 2});
    }
  }
  line.push_back(through.back());
  return line;
}

void add_tape(std::vector<Vec2> points, LevelSpec& into) {
  PieceSpec tape;
  tape.tag = SemanticTag::RoadLine;
  tape.solid = false;
  tape.shape = TapeSpec{std::move(points), false, 0.05};
  into.pieces.push_back(std::move(tape));
}

void add_pieces(std::span<const double> values, const std::vector<Vec2>& cones, LevelSpec& into) {
  for (std::size_t i = 0; i < cones.size(); ++i) {
    PieceSpec cone;
    cone.at = {cones[i].x, cones[i].y, 0};
    // two colours tell the two sides apart
    cone.material = i % 2 == 0 ? "orange" : "blue";
    cone.shape = ConeSpec{values[kRadius], values[kHeight]};
    into.pieces.push_back(std::move(cone));
  }
  const double end = cones.back().x + values[kSpacing], half = values[kWidth] / 2;
  for (const double y : {half, -half}) add_tape({{0, y}, {end, y}}, into);
  for (const double x : {0.0, end}) add_tape({{x, half}, {x, -half}}, into);
}

Result<void> make_slalom(std::span<const double> values, std::uint64_t seed, LevelSpec& into) {
  const double half = values[kWidth] / 2, reach = values[kSide] + values[kJitter] + values[kRadius];
  if (reach > half / 2)
    return fail(ErrorCode::Invalid, "width must be at least ", 4 * reach, " for cones that reach ",
                reach, " from the middle, got ", values[kWidth]);
  if (2 * (values[kJitter] + values[kRadius]) > values[kSpacing] / 2)
    return fail(ErrorCode::Invalid, "spacing must be at least ",
                4 * (values[kJitter] + values[kRadius]), " for this jitter and radius, got ",
                values[kSpacing]);

  const std::vector<Vec2> cones = draw_cones(values, seed);
  add_pieces(values, cones, into);
  const double end = cones.back().x + values[kSpacing];
  into.routes.push_back(
      {{}, "slalom", weave(passing_places(cones, half), values[kSpacing]), false, 0});
  into.gates.push_back({{}, "start", {values[kSpacing] / 4, half}, {values[kSpacing] / 4, -half}});
  for (std::size_t i = 0; i < cones.size(); ++i) {
    // even cones stand left and are passed on their right
    const Vec2 edge{cones[i].x, i % 2 == 0 ? -half : half};
    const bool right = i % 2 == 0;
    into.gates.push_back(
        {{}, concat("cone ", i + 1), right ? cones[i] : edge, right ? edge : cones[i]});
  }
  into.gates.push_back({{}, "finish", {end, half}, {end, -half}});
  into.starts.push_back({{}, {0, 0, 0}, ""});

  Bounds2 bounds;
  bounds.add({0, -half});
  bounds.add({end, half});
  grow_ground(into, bounds, values[kWidth]);
  return {};
}

}  // namespace

constinit const Generator kSlalom{"slalom", "cones to weave between along a straight lane", kParams,
                                  make_slalom};

}  // namespace paddock
