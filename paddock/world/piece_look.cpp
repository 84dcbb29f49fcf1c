// How each kind of piece is dressed. A look never leaves the piece's mesh by more than paint does;
// what it adds is colour, grain and the details by which a thing is known.
#include <algorithm>
#include <cmath>
#include <variant>

#include "paddock/core/text.h"
#include "paddock/geom/car_parts.h"
#include "paddock/geom/look_build.h"
#include "paddock/geom/palette.h"
#include "paddock/world/marker.h"
#include "paddock/world/route.h"
#include "paddock/world/world_look.h"

namespace paddock {
namespace {

constexpr int kSides = 32;
constexpr Color kRubber{30, 32, 35}, kPane{52, 68, 82};

/// Along a line, and across it or up from the floor.
TextureMap map_along(Route line) {
  return [line = std::move(line)](const Corners& corners, Vec3 normal) -> std::array<Vec2, 3> {
    const Vec3 middle = (corners[0] + corners[1] + corners[2]) / 3;
    const RoutePlace here = nearest_place(line, xy(middle));
    if (std::fabs(dot(xy(normal), here.direction)) > 0.7) return map_from_sides(corners, normal);
    std::array<Vec2, 3> at;
    for (std::size_t k = 0; k < 3; ++k) {
      // corners lie on stretches near the face's own; the end of a ring goes on past its length
      const RoutePlace place = nearest_place_near(line, xy(corners[k]), here.along, 2, 2);
      double along = place.along;
      if (line.closed && along - here.along > line.length / 2) along -= line.length;
      if (line.closed && here.along - along > line.length / 2) along += line.length;
      at[k] = {along, std::fabs(normal.z) > 0.7 ? place.offset : corners[k].z};
    }
    return at;
  };
}

Look plain(const Mesh& mesh, const Coat& coat) {
  Look look;
  dress(look, mesh, {}, coat);
  return look;
}

double repeat_of(const Finish& finish) { return finish.texture ? finish.texture->size.x : 1; }

// --- round things -------------------------------------------------------------------------------

/// A fir: skirts of branches inside the cone.
Look fir(const ConeSpec& cone, const Finish& finish) {
  constexpr int kSkirts = 4;
  std::vector<ProfilePoint> profile{{0, 0}};
  for (int i = 0; i < kSkirts; ++i) {
    const double low = static_cast<double>(i) / kSkirts, high = (i + 1.0) / kSkirts;
    profile.push_back({cone.radius * (1 - low), cone.height * low});
    profile.push_back({0.72 * cone.radius * (1 - high), cone.height * (high + 0.02)});
  }
  profile.back() = {0, cone.height};
  return plain(make_revolved(profile, 20),
               {finish, 0.6, map_around(cone.radius / 2, repeat_of(finish))});
}

/// Ring `low` to `high`, as parts of the height, of the cone's surface.
Mesh cone_ring(const ConeSpec& cone, double low, double high) {
  const auto at = [&](double part) -> ProfilePoint {
    return {cone.radius * (1 - part) + cone.top_radius * part,
            cone.base_thickness + cone.height * part};
  };
  const std::array<ProfilePoint, 2> profile{{at(low), at(high)}};
  return make_hoop(profile, kSides);
}

Look traffic_cone(const ConeSpec& cone, const Finish& body, const Finish& band) {
  Look look;
  const Coat skin{body, 0.5, map_around(cone.radius / 2, repeat_of(body))};
  const Coat belt{band, 0.5, map_from_sides};
  dress(look, cone_ring(cone, 0, 0.36), {}, skin);
  dress(look, cone_ring(cone, 0.36, 0.62), {}, belt);
  dress(look, cone_ring(cone, 0.62, 1), {}, skin);
  const double top = cone.base_thickness + cone.height;
  if (cone.top_radius > 0) {
    const std::array<ProfilePoint, 2> lid{{{cone.top_radius, top}, {0, top}}};
    dress(look, make_hoop(lid, kSides), {}, {body, 0.5, map_from_above});
  }
  if (cone.base_thickness > 0) {
    dress(look, make_frustum(cone.base_radius, cone.base_radius, cone.base_thickness, kSides), {},
          {body, 0.7, map_from_sides});
    return look;
  }
  // the foot: a plate with its corners cut
  const double r = cone.radius * 1.08, cut = 0.35 * r;
  const std::vector<std::vector<Vec2>> plate{{{r - cut, -r},
                                              {r, cut - r},
                                              {r, r - cut},
                                              {r - cut, r},
                                              {cut - r, r},
                                              {-r, r - cut},
                                              {-r, cut - r},
                                              {cut - r, -r}}};
  dress(look, make_prism(plate, 0.045 * cone.height), {}, {body, 0.7, map_from_sides});
  return look;
}

/// Tyres with rounded shoulders, tread on the outside and a hole down the middle.
Look tyre_stack(const TyresSpec& tyres, const Finish& finish) {
  const double r = tyres.radius, h = tyres.tyre_height, hole = 0.55 * r;
  constexpr int kTyreSides = 28;
  Look look;
  const Coat tread{finish, 0.3, map_around(r, repeat_of(finish))};
  Finish wall = finish;
  wall.texture = nullptr;
  wall.color = finish.texture ? kRubber : finish.color;
  wall.name = finish.name + "-side";
  for (int i = 0; i < tyres.count; ++i) {
    const double z = i * h;
    // one turn about the section: down the hole, out along the floor, up the tread, back on top
    const std::array<ProfilePoint, 4> outside{
        {{0.97 * r, z + 0.16 * h}, {r, z + 0.25 * h}, {r, z + 0.75 * h}, {0.97 * r, z + 0.84 * h}}};
    const std::array<ProfilePoint, 4> below{
        {{hole, z + 0.22 * h}, {0.64 * r, z + 0.06 * h}, {0.86 * r, z}, {0.97 * r, z + 0.16 * h}}};
    const std::array<ProfilePoint, 4> above{{{0.97 * r, z + 0.84 * h},
                                             {0.86 * r, z + h},
                                             {0.64 * r, z + 0.94 * h},
                                             {hole, z + 0.78 * h}}};
    const std::array<ProfilePoint, 2> inside{{{hole, z + 0.78 * h}, {hole, z + 0.22 * h}}};
    dress(look, make_hoop(outside, kTyreSides), {}, tread);
    dress(look, make_hoop(below, kTyreSides), {}, {wall, 0.3, map_from_above});
    dress(look, make_hoop(above, kTyreSides), {}, {wall, 0.3, map_from_above});
    dress(look, make_hoop(inside, kTyreSides), {}, {wall, 0.3, map_from_above});
  }
  return look;
}

// --- boxes that stand for more ------------------------------------------------------------------

/// A pane or door a finger's breadth before a side of a house; `turn` is the side's facing.
void add_pane(Look& look, const Pose3& side, double middle, double low, Vec2 size,
              const Finish& finish) {
  const double x = 0.02, y0 = middle - size.x / 2, y1 = middle + size.x / 2;
  const std::array<Vec3, 4> corners{side * Vec3{x, y0, low}, side * Vec3{x, y1, low},
                                    side * Vec3{x, y1, low + size.y},
                                    side * Vec3{x, y0, low + size.y}};
  dress_quad(look, corners, finish);
}

/// Rows of windows, a door in front, a ledge under the roof.
void add_storeys(Look& look, Vec3 size) {
  constexpr double kStorey = 2.9, kBay = 2.6;
  const Finish pane = paint(kPane, 0.7), frame = paint(kChalk, 0.1),
               door = paint({92, 62, 44}, 0.1);
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
        add_pane(look, before, middle - 0.275, low + 0.30 * rise + 0.06, {0.49, 1.38}, pane);
        add_pane(look, before, middle + 0.275, low + 0.30 * rise + 0.06, {0.49, 1.38}, pane);
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

/// A plain box, or what its tag says it stands for: a house, a garage, a parked car.
Look box_look(const WorldPiece& piece, Vec3 size, const Finish& finish) {
  const bool car = piece.tag == SemanticTag::Vehicle && size.x > 1.6 * size.y && size.z < size.y;
  if (car) return parked_car(size, finish);
  Look look = plain(piece.mesh, {finish});
  if (piece.tag != SemanticTag::Building) return look;
  if (std::min({size.x, size.y, size.z}) > 2.4) {
    add_storeys(look, size);
  } else if (size.z > 0.4 && std::max(size.x, size.y) > 1.5 * size.z) {
    add_shutters(look, size);
  }
  return look;
}

Look train_car(Vec3 size, const Finish& finish) {
  Look look;
  const double floor = 0.16 * size.z;
  dress(look, make_box({0.9 * size.x, 0.7 * size.y, floor}), {}, {paint(kRubber)});
  dress(look, make_box({size.x, size.y, size.z - floor}), {{0, 0, floor}, {}}, {finish});
  const Finish pane = paint(kPane, 0.7);
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

// --- signs --------------------------------------------------------------------------------------

/// A picture over the whole front of a board, a tenth of a millimetre before it.
Look board(const WorldPiece& piece, const Finish& finish, Vec2 size, std::string name,
           Image picture) {
  Look look = plain(piece.mesh, {finish});
  auto texture = std::make_shared<Texture>();
  texture->name = std::move(name);
  texture->image = std::move(picture);
  texture->size = size;
  texture->repeats = false;
  const Finish front{.name = texture->name, .color = {255, 255, 255}, .texture = texture};
  const double x = kMarkerThickness / 2 + 0.0001, y = size.x / 2, z = size.y;
  dress_quad(look, {Vec3{x, -y, 0}, {x, y, 0}, {x, y, z}, {x, -y, z}}, front);
  return look;
}

/// A look for each kind of shape.
struct Dresser {
  const WorldPiece& piece;
  Finish finish;

  Look operator()(const BoxSpec& s) const { return box_look(piece, s.size, finish); }
  Look operator()(const WallSpec& s) const {
    return plain(piece.mesh, {finish, 0.8, map_along(make_route("", s.points, s.closed, 0))});
  }
  Look operator()(const RampSpec&) const { return plain(piece.mesh, {finish}); }
  Look operator()(const CylinderSpec& s) const {
    return plain(piece.mesh, {finish, 0.7, map_around(s.radius, repeat_of(finish))});
  }
  Look operator()(const ConeSpec& s) const {
    if (piece.material->pattern == Pattern::Leaves) return fir(s, finish);
    const bool orange = piece.material->name == "orange";
    return traffic_cone(s, finish, orange ? paint(kChalk) : finish);
  }
  Look operator()(const TapeSpec& s) const {
    return plain(piece.mesh, {finish, 0.5, map_along(make_route("", s.points, s.closed, 0))});
  }
  Look operator()(const MatSpec&) const { return plain(piece.mesh, {finish, 0.5, map_from_above}); }
  Look operator()(const MarkerSpec& s) const {
    const double edge = marker_board_size(s);
    return board(piece, finish, {edge, edge}, marker_name(s), draw_marker(s));
  }
  Look operator()(const TerrainSpec&) const {
    return plain(piece.mesh, {finish, 0.5, map_from_above});
  }
  Look operator()(const BlockSpec&) const { return plain(piece.mesh, {finish}); }
  Look operator()(const BallSpec& s) const {
    return plain(make_ball(s.radius, kSides),
                 {finish, 0.5, map_around(s.radius, repeat_of(finish))});
  }
  Look operator()(const CapsuleSpec& s) const {
    return plain(piece.mesh, {finish, 0.5, map_around(s.radius, repeat_of(finish))});
  }
  Look operator()(const TyresSpec& s) const { return tyre_stack(s, finish); }
  Look operator()(const ElevatorSpec&) const { return plain(piece.mesh, {finish}); }
  Look operator()(const TrainSpec& s) const { return train_car(s.car_size, finish); }
  Look operator()(const DoorSpec& s) const { return box_look(piece, s.size, finish); }
  Look operator()(const PrismSpec&) const { return plain(piece.mesh, {finish}); }
  Look operator()(const SignSpec& s) const {
    const std::string name =
        concat("sign-", s.text, '-', s.size.x, 'x', s.size.y, '-', finish.name);
    return board(piece, finish, s.size, name, draw_sign(s, piece.color));
  }
};

}  // namespace

Look look_of(const WorldPiece& piece, Finishes& finishes) {
  Look look = std::visit(Dresser{piece, finishes.of(*piece.material, piece.color)}, piece.shape);
  for (Finish& finish : look.finishes) {
    finish.lit = piece.lit;
    if (!piece.lit) finish.name += "-unlit";
  }
  return look;
}

}  // namespace paddock
