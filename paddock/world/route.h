// A route: a polyline with its length known at every point, open or closed.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "paddock/core/vec.h"

namespace paddock {

struct Route {
  std::string name;
  std::vector<Vec2> points;  // a closed route does not repeat its first point
  bool closed{};
  double width{};             // drivable, 0 when the level does not say
  std::vector<double> along;  // arc length at each point; along[0] = 0
  double length{};            // whole, back to the start when closed
};

Route make_route(std::string name, std::vector<Vec2> points, bool closed, double width);

struct RoutePlace {
  Vec2 point;
  Vec2 direction;   // unit, the way of travel
  double along{};   // metres from the start
  double offset{};  // of the asked point, positive to the left
  std::size_t segment{};
};

/// The place `along` metres from the start: wrapped when closed, held at the ends when open.
RoutePlace place_at(const Route& route, double along);

/// The place nearest to `point`.
RoutePlace nearest_place(const Route& route, Vec2 point);

/// The place nearest to `point` among those from `back` metres behind to `ahead` metres past
/// `along`: a driver's memory, so that it cannot jump to another stretch that passes close by.
RoutePlace nearest_place_near(const Route& route, Vec2 point, double along, double back,
                              double ahead);

}  // namespace paddock
