// Routes: arc length along a polyline and the nearest place on it.
#include "paddock/world/route.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace paddock {
namespace {

constexpr double kSamePoint = 1e-9;  // metres; closer points are one

std::size_t segment_count(const Route& route) {
  const std::size_t n = route.points.size();
  return n < 2 ? 0 : (route.closed ? n : n - 1);
}

double segment_end(const Route& route, std::size_t i) {
  return i + 1 < route.along.size() ? route.along[i + 1] : route.length;
}

/// `along` inside the route: wrapped when closed, held at the ends when open.
double within(const Route& route, double along) {
  if (!route.closed) return std::clamp(along, 0.0, route.length);
  const double rest = along - route.length * std::floor(along / route.length);
  return rest < route.length ? std::max(rest, 0.0) : 0.0;
}

/// The segment that holds `along`, which lies inside the route.
std::size_t segment_at(const Route& route, double along) {
  const auto after = std::upper_bound(route.along.begin(), route.along.end(), along);
  const auto i = static_cast<std::size_t>(after - route.along.begin()) - 1;
  return std::min(i, segment_count(route) - 1);
}

RoutePlace place_on(const Route& route, std::size_t i, double along) {
  const Vec2 a = route.points[i], b = route.points[(i + 1) % route.points.size()];
  const double span = segment_end(route, i) - route.along[i];
  const double t = std::clamp((along - route.along[i]) / span, 0.0, 1.0);
  return {.point = lerp(a, b, t), .direction = normalized(b - a), .along = along, .segment = i};
}

/// What a route of no or one point answers.
RoutePlace only_place(const Route& route) {
  return {.point = route.points.empty() ? Vec2{} : route.points[0], .direction = {1, 0}};
}

struct Nearest {
  RoutePlace place;
  double distance_squared{1e300};
};

/// Keeps the nearest place of segment `i` between two arc lengths, if it beats what was found so
/// far.
void consider(const Route& route, std::size_t i, double low, double high, Vec2 point,
              Nearest& best) {
  const Vec2 a = route.points[i], b = route.points[(i + 1) % route.points.size()];
  const double start = route.along[i], span = segment_end(route, i) - start;
  const double foot = start + dot(point - a, b - a) / dot(b - a, b - a) * span;
  const RoutePlace place = place_on(route, i, std::clamp(foot, low, high));
  const Vec2 off = point - place.point;
  if (dot(off, off) >= best.distance_squared) return;
  best = {place, dot(off, off)};
}

/// The found place with the asked point's signed distance; a ring's far end is its start.
RoutePlace finished(const Route& route, Vec2 point, Nearest best) {
  const double left = cross(best.place.direction, point - best.place.point);
  best.place.offset = std::copysign(std::sqrt(best.distance_squared), left);
  if (route.closed && best.place.along >= route.length) best.place.along = 0;
  return best.place;
}

}  // namespace

Route make_route(std::string name, std::vector<Vec2> points, bool closed, double width) {
  Route route{.name = std::move(name), .points = {}, .closed = closed, .width = width, .along = {}};
  for (const Vec2 p : points) {
    if (route.points.empty() || distance(route.points.back(), p) > kSamePoint) {
      route.points.push_back(p);
    }
  }
  while (closed && route.points.size() > 1 &&
         distance(route.points.back(), route.points.front()) <= kSamePoint) {
    route.points.pop_back();
  }
  for (std::size_t i = 0; i < route.points.size(); ++i) {
    if (i > 0) route.length += distance(route.points[i - 1], route.points[i]);
    route.along.push_back(route.length);
  }
  if (closed && route.points.size() > 1) {
    route.length += distance(route.points.back(), route.points.front());
  }
  return route;
}

RoutePlace place_at(const Route& route, double along) {
  if (segment_count(route) == 0) return only_place(route);
  const double inside = within(route, along);
  return place_on(route, segment_at(route, inside), inside);
}

RoutePlace nearest_place(const Route& route, Vec2 point) {
  Nearest best;
  for (std::size_t i = 0; i < segment_count(route); ++i) {
    consider(route, i, route.along[i], segment_end(route, i), point, best);
  }
  if (segment_count(route) == 0) best = {only_place(route), 0};
  return finished(route, point, best);
}

RoutePlace nearest_place_near(const Route& route, Vec2 point, double along, double back,
                              double ahead) {
  const std::size_t count = segment_count(route);
  if (count == 0) return only_place(route);
  if (route.closed && back + ahead >= route.length) return nearest_place(route, point);

  // walk the window segment by segment, from its back end; `left` is what remains of it
  const double start = within(route, along - back);
  double left = route.closed ? back + ahead : within(route, along + ahead) - start;
  double low = start;
  Nearest best;
  for (std::size_t i = segment_at(route, start), seen = 0; seen <= count; ++seen) {
    const double high = std::min(segment_end(route, i), low + left);
    consider(route, i, low, high, point, best);
    left -= high - low;
    if (left <= 0 || (!route.closed && i + 1 == count)) break;
    i = (i + 1) % count;
    low = route.along[i];
  }
  return finished(route, point, best);
}

}  // namespace paddock
