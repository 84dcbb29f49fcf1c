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

/// How the windows of a house are made: each house has one way.
struct WindowStyle {
  Vec2 size;        // of the frame
  int panes{};      // side by side
  bool shutters{};  // boards at both sides
  bool ledges{};    // stone above and below
};
constexpr std::array kWindowStyles{
    WindowStyle{{1.2, 1.5}, 2, false, false}, WindowStyle{{1.0, 1.6}, 2, true, false},
    WindowStyle{{1.7, 1.3}, 3, false, true}, WindowStyle{{1.1, 1.7}, 1, false, true}};
constexpr std::array kBoards{Color{72, 104, 84}, Color{122, 72, 58}, Color{84, 100, 124}};

struct WindowCoats {
  Finish pane, lit_pane, frame, board, stone;
};

/// A window whose frame stands on `low`, before a side of a house.
void add_window(Look& look, const Pose3& side, double middle, double low, const WindowStyle& style,
                const WindowCoats& coats, bool lit) {
  const Vec2 size = style.size;
  add_pane(look, side, middle, low, size, coats.frame);
  const Pose3 before{side * Vec3{0.01, 0, 0}, side.turn};
  const double step = (size.x - 0.06) / style.panes;
  for (int i = 0; i < style.panes; ++i)
    add_pane(look, before, middle + (i + 0.5 - style.panes / 2.0) * step, low + 0.06,
             {step - 0.06, size.y - 0.12}, lit ? coats.lit_pane : coats.pane);
  for (const double out : {-1.0, 1.0}) {
    if (style.shutters)
      add_pane(look, side, middle + out * (size.x / 2 + 0.24), low, {0.42, size.y}, coats.board);
    if (style.ledges)
      add_pane(look, side, middle, out < 0 ? low - 0.14 : low + size.y, {size.x + 0.24, 0.14},
               coats.stone);
  }
}

/// Rows of windows, a door in front, a ledge under the roof.
void add_storeys(Look& look, Vec3 size, int plan) {
  constexpr double kStorey = 2.9, kBay = 2.6;
  // by its measures, so that houses that are alike are so in their windows too
  const auto kind =
      static_cast<std::uint32_t>(std::floor(10 * size.x) + 7 * std::floor(10 * size.y));
  const WindowStyle& style = kWindowStyles[(kind * 0x9e3779b1u >> 16) % kWindowStyles.size()];
  const Finish pane = paint(kWindowGlass, 0.7);
  const WindowCoats coats{.pane = pane,
                          .lit_pane = as_lamp(pane),
                          .frame = paint(kChalk, 0.1),
                          .board = paint(kBoards[kind % kBoards.size()], 0.1),
                          .stone = paint({196, 192, 182}, 0.1)};
  const Finish door = paint({92, 62, 44}, 0.1);
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
        add_window(look, side, middle, low + 0.30 * rise, style, coats,
                   is_lit(plan, face, storey, bay));
      }
    }
  }
  // a parapet of slate round the flat roof
  const Finish slate = paint({84, 86, 90}, 0.1);
  dress(look, make_box({size.x + 0.3, size.y + 0.3, 0.18}), {{0, 0, size.z}, {}}, {slate});
}

/// Panes of a shop along its front, which faces -x, most of them lit at dusk, and a glass door.
void add_shop_panes(Look& look, Vec3 size, int plan) {
  constexpr double kPaneWidth = 1.7, kFoot = 0.45, kGlassDoor = 1.1;
  const Finish pane = paint({74, 92, 104}, 0.7), lit_pane = as_lamp(pane);
  const Pose3 side{{-size.x / 2, 0, 0}, Quat::from_yaw_pitch_roll(kPi, 0, 0)};
  const int panes = std::max(static_cast<int>(size.y / kPaneWidth), 1);
  const double step = size.y / panes;
  for (int i = 0; i < panes; ++i) {
    const bool way_in = i == panes / 2;
    const double foot = way_in ? 0.08 : kFoot;
    const double wide = way_in ? std::min(kGlassDoor, step - 0.16) : step - 0.16;
    add_pane(look, side, (i + 0.5) * step - size.y / 2, foot, {wide, size.z - 0.18 - foot},
             (plan + i) % 4 == 3 ? pane : lit_pane);
  }
}

/// The underside of a street lamp.
void add_lens(Look& look, Vec3 size) {
  const double x = 0.42 * size.x, y = 0.38 * size.y, z = -0.004;
  dress_quad(look, {Vec3{x, -y, z}, {-x, -y, z}, {-x, y, z}, {x, y, z}},
             as_lamp(paint({236, 232, 220}, 0.3)));
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
  if (turn.x != 0 || turn.y != 0) return look;
  const Vec3 at = piece.world_from_piece.at;
  const int plan = static_cast<int>(std::floor(at.x) + 3 * std::floor(at.y)) & 3;
  const bool glass = piece.material->name == "glass", stands = at.z - piece.ground_height < 0.5;
  if (piece.tag == SemanticTag::Pole && glass) add_lens(look, size);
  if (piece.tag != SemanticTag::Building || !stands) return look;
  if (glass) {
    add_shop_panes(look, size, plan);
  } else if (std::min({size.x, size.y, size.z}) > 2.4) {
    add_storeys(look, size, plan);
  } else if (size.z > 0.4 && std::max(size.x, size.y) > 1.5 * size.z) {
    add_shutters(look, size);
  }
  return look;
}

}  // namespace paddock
