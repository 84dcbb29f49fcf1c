#include "paddock/world/pieces/train.h"

#include "paddock/world/level_complaints.h"
#include "paddock/world/mover.h"
#include "paddock/world/pieces/dress.h"
#include "paddock/world/pieces/solid_part.h"

namespace paddock {
namespace {

constexpr std::size_t kMaxCars = 1'000;  // of all trains on one line

Mesh train_mesh(const TrainSpec& train) {
  Mesh mesh;
  for (const auto& place : car_places_of(train)) {
    if (place) append(mesh, make_box(train.car_size), *place);
  }
  return mesh;
}

void check_train(const TrainSpec& s, Examined& piece) {
  if (!s.gap) return;
  piece.must(!s.closed, "gap", "be left out on a closed line, got ", figure(*s.gap));
  const bool countable = piece.sound("points") && s.cars >= 1 && s.cars <= 50 && s.car_size.x > 0 &&
                         s.spacing.value_or(1) > 0 && *s.gap >= 0;
  const std::size_t cars = countable ? make_train_line(s).cars : 0;
  piece.must(cars <= kMaxCars, "gap", "leave at most ", kMaxCars, " cars on the line, got ", cars);
}

Look train_car(const TrainSpec& train, const WorldPiece&, const Finish& finish) {
  const Vec3 size = train.car_size;
  Look look;
  const double floor = 0.16 * size.z;
  dress(look, make_box({0.9 * size.x, 0.7 * size.y, floor}), {}, {paint(kRubber)});
  dress(look, make_box({size.x, size.y, size.z - floor}), {{0, 0, floor}, {}}, {finish});
  const Finish pane = paint(kWindowGlass, 0.7);
  for (const double turn : {0.0, kPi}) {
    const Quat facing = Quat::from_yaw_pitch_roll(turn + kPi / 2, 0, 0);
    const double hair = 0.004 * size.y;
    const auto at = [&](double along, double up) {
      return facing * Vec3{size.y / 2 + hair, along * size.x, up * size.z};
    };
    for (const double middle : {-0.3, 0.0, 0.3}) {
      dress_quad(look,
                 {at(middle - 0.1, 0.52), at(middle + 0.1, 0.52), at(middle + 0.1, 0.84),
                  at(middle - 0.1, 0.84)},
                 pane);
    }
  }
  return look;
}

}  // namespace

constinit const PieceKind<TrainSpec> TrainSpec::kind{
    .name = "train",
    .material = "blue",
    .tag = SemanticTag::Vehicle,
    .solid = true,
    .placed_by_points = true,
    .role = MoverPiece<TrainSpec>{[](const TrainSpec&) { return 0.0; }},
    .section = MeshSection{},
    .pushed = std::nullopt,
    .mesh = train_mesh,
    .solid_parts = [](const TrainSpec&, const Mesh&) -> std::vector<SolidPart> { return {}; },
    .look = train_car,
    .own = {.check = check_train},
};

}  // namespace paddock
