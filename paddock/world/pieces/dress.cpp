#include "paddock/world/pieces/dress.h"

#include <cmath>
#include <utility>

#include "paddock/world/marker.h"
#include "paddock/world/route.h"

namespace paddock {

TextureMap map_along(const std::vector<Vec2>& points, bool closed) {
  return [line = make_route("", points, closed, 0)](const Corners& corners,
                                                    Vec3 normal) -> std::array<Vec2, 3> {
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

Look coated(const Mesh& mesh, const Coat& coat) {
  Look look;
  dress(look, mesh, {}, coat);
  return look;
}

double repeat_of(const Finish& finish) { return finish.texture ? finish.texture->size.x : 1; }

Look board_look(const WorldPiece& piece, const Finish& finish, BoardFront front) {
  Look look = coated(piece.mesh, {finish});
  auto texture = std::make_shared<Texture>();
  texture->name = std::move(front.name);
  texture->image = std::move(front.picture);
  texture->size = front.size;
  texture->repeats = false;
  const Finish shown{.name = texture->name, .color = {255, 255, 255}, .texture = texture};
  const double x = kMarkerThickness / 2 + 0.0001, y = front.size.x / 2, z = front.size.y;
  dress_quad(look, {Vec3{x, -y, 0}, {x, y, 0}, {x, y, z}, {x, -y, z}}, shown);
  return look;
}

}  // namespace paddock
