// Boxes that stand for more: houses with storeys, rows of garages, parked cars.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "paddock/geom/car_parts.h"
#include "paddock/world/pieces/dress.h"

namespace paddock {
namespace {

/// A pane or door a finger's breadth before a side of a house; `turn` is the side's facing.
void add_pane(Look& look, const Pose3& side, double middle, double low, Vec2 size,
              const Finish& finish) {
  const double x = 0.02, y0 = middle - size.x / 2, y1 = middle + size.x / 2;
  const std::array<Vec3, 4> corners{side * Vec3{x, y0, low}, side * Vec3{x, y1, low},
                                    side * Vec3{x, y1, low + size.y},
                                    side * Vec3{x, y0, low + size.y}};
  dress_quad(look, corners, finish);
}

/// Whether somebody is at home behind a window: of two in five, with four plans for houses.
bool is_lit(int plan, int face, int storey, int bay) {
  const auto mixed = static_cast<std::uint32_t>(plan + 4 * (face + 4 * (storey + 64 * bay)));
  return (mixed * 0x9e3779b1u >> 16) % 5 < 2;
}

/// Rows of windows, a door in front, a ledge under the roof.
void add_storeys(Look& look, Vec3 size, int plan) {
  constexpr double kStorey = 2.9, kBay = 2.6;
  const Finish pane = paint(kWindowGlass, 0.7), lit_pane = as_lamp(pane),
               frame = paint(kChalk, 0.1), door = paint({92, 62, 44}, 0.1);
  const int storeys = std::max(static_cast<int>(size.z / kStorey), 1);
  const double rise = size.z / storeys;
  for (int face = 0; face < 4; ++face) {
    const bool wide = face % 2 == 0;  // faces along x see the box's y
    const double run = wide ? size.y : size.x, away = (wide ? size.x : size.y) / 2;
    const Quat turn = Quat::from_yaw_pitch_roll(face * kPi / 2, 0, 0);
    const Pose3 side{turn * Vec3{away, 0, 0}, turn};
    const int bays = static_cast<int>(run / kBay);
    for (int storey = 0; storey < storeys; ++storey) {
      for (int bay = 0; bay < bays; ++bay) {
        const double middle = (bay + 0.5 - bays / 2.0) * run / bays;
        const double low = storey * rise;
        if (storey == 0 && bay == bays / 2) {
          add_pane(look, side, middle, low, {1.0, 2.1}, door);
          continue;
        }
        add_pane(look, side, middle, low + 0.30 * rise, {1.2, 1.5}, frame);
        const Pose3 before{side * Vec3{0.01, 0, 0}, side.turn};
        const Finish& glass = is_lit(plan, face, storey, bay) ? lit_pane : pane;
        add_pane(look, before, middle - 0.275, low + 0.30 * rise + 0.06, {0.49, 1.38}, glass);
        add_pane(look, before, middle + 0.275, low + 0.30 * rise + 0.06, {0.49, 1.38}, glass);
      }
    }
  }
  // a parapet of slate round the flat roof
  const Finish slate = paint({84, 86, 90}, 0.1);
  dress(look, make_box({size.x + 0.3, size.y + 0.3, 0.18}), {{0, 0, size.z}, {}}, {slate});
}

/// Garage doors along the two long sides of a low building, numbered from its left.
void add_shutters(Look& look, Vec3 size) {
  const Finish slats = paint({214, 216, 214}, 0.3), gap = paint({120, 126, 132}, 0.2);
  const bool along_x = size.x >= size.y;
  const double run = along_x ? size.x : size.y, away = (along_x ? size.y : size.x) / 2;
  const int doors = std::max(static_cast<int>(run / (1.5 * size.z)), 1);
  const double wide = 0.8 * run / doors, high = 0.72 * size.z;
  for (const double turn : {along_x ? kPi / 2 : 0.0, along_x ? -kPi / 2 : kPi}) {
    const Quat facing = Quat::from_yaw_pitch_roll(turn, 0, 0);
    const Pose3 side{facing * Vec3{away - 0.01, 0, 0}, facing};
    const Pose3 before{facing * Vec3{away - 0.005, 0, 0}, facing};
    for (int door = 0; door < doors; ++door) {
      const double middle = (door + 0.5 - doors / 2.0) * run / doors;
      add_pane(look, side, middle, 0, {wide, high}, gap);
      constexpr int kSlats = 6;
      for (int i = 0; i < kSlats; ++i) {
        add_pane(look, before, middle, (i + 0.08) * high / kSlats,
                 {0.96 * wide, 0.84 * high / kSlats}, slats);
      }
    }
  }
}

}  // namespace

Look box_look(const WorldPiece& piece, Vec3 size, const Finish& finish) {
  const bool car = piece.tag == SemanticTag::Vehicle && size.x > 1.6 * size.y && size.z < size.y;
  if (car) return parked_car(size, finish);
  Look look = coated(piece.mesh, {finish});
  // one that is tilted is a roof, say
  const Quat& turn = piece.world_from_piece.turn;
  if (piece.tag != SemanticTag::Building || turn.x != 0 || turn.y != 0) return look;
  if (std::min({size.x, size.y, size.z}) > 2.4) {
    const Vec3 at = piece.world_from_piece.at;
    add_storeys(look, size, static_cast<int>(std::floor(at.x) + 3 * std::floor(at.y)) & 3);
  } else if (size.z > 0.4 && std::max(size.x, size.y) > 1.5 * size.z) {
    add_shutters(look, size);
  }
  return look;
}

}  // namespace paddock
