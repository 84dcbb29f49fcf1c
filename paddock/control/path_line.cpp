#include "paddock/control/path_line.h"

#include <algorithm>
#include <cmath>

namespace paddock {
namespace {

/// The fastest that an arc of the margin's sagitta lets a corner be passed: with the angle `turn`
/// of its tangents the radius is margin c / (1 - c), c = cos(turn / 2).
double corner_speed(Vec2 before, Vec2 after, const CornerLimits& limits) {
  const double lengths = length(before) * length(after);
  if (lengths <= 0) return limits.top;
  const double cosine = std::clamp(dot(before, after) / lengths, -1.0, 1.0);
  const double half = std::sqrt((1 + cosine) / 2);  // cos(turn / 2)
  if (half >= 1) return limits.top;
  return std::min(limits.top, std::sqrt(limits.accel * limits.margin * half / (1 - half)));
}

}  // namespace

std::size_t PathLine::waypoint_after(std::size_t segment) const {
  if (points.empty()) return 0;
  const std::size_t end = (segment + 1) % points.size();
  return led_in ? (end == 0 ? 0 : end - 1) : end;
}

PathLine make_line(std::vector<Vec2> points, bool closed, bool led_in) {
  PathLine line{.points = std::move(points), .closed = closed, .led_in = led_in, .along = {}};
  if (line.points.empty()) return line;
  line.along.push_back(0);
  for (std::size_t i = 0; i < line.segments(); ++i)
    line.along.push_back(line.along.back() + distance(line.path().from(i), line.path().to(i)));
  return line;
}

LinePlace nearest_on(const PathLine& line, std::size_t first, std::size_t last, Vec2 from) {
  const PursuitPath path = line.path();
  const std::size_t count = line.segments();
  if (count == 0) return {.point = line.points.front(), .ahead = {}};
  LinePlace best;
  double least = HUGE_VAL;
  for (std::size_t i = first; i <= last; ++i) {
    if (!line.closed && i >= count) break;
    const std::size_t s = i % count;
    const Vec2 d = path.to(s) - path.from(s);
    const double t = projection(path.from(s), path.to(s), from), span = length(d);
    const Vec2 point = lerp(path.from(s), path.to(s), t);
    const double away = distance(point, from);
    if (!(away < least)) continue;
    least = away;
    const Vec2 ahead = span > 0 ? d / span : Vec2{};
    best = {.segment = s,
            .along = line.along[s] + t * span,
            .point = point,
            .ahead = ahead,
            .cross_track = std::copysign(away, cross(ahead, from - point))};
  }
  return best;
}

LinePlace place_on(const PathLine& line, double along) {
  const std::size_t count = line.segments();
  if (count == 0) return {.point = line.points.front(), .ahead = {}};
  if (line.closed && line.length() > 0) along -= line.length() * std::floor(along / line.length());
  along = std::clamp(along, 0.0, line.length());
  const auto above = std::upper_bound(line.along.begin(), line.along.end(), along);
  const auto s = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(
      above - line.along.begin() - 1, 0, static_cast<std::ptrdiff_t>(count) - 1));
  const PursuitPath path = line.path();
  const Vec2 d = path.to(s) - path.from(s);
  const double span = length(d), t = span > 0 ? std::min(1.0, (along - line.along[s]) / span) : 0;
  return {.segment = s,
          .along = along,
          .point = lerp(path.from(s), path.to(s), t),
          .ahead = span > 0 ? d / span : Vec2{}};
}

std::vector<double> corner_speeds(const PathLine& line, const CornerLimits& limits) {
  const PursuitPath path = line.path();
  const std::size_t count = line.segments();
  std::vector<double> speeds(line.along.size(), limits.top);
  if (count == 0) return speeds;
  for (std::size_t i = 1; i < count; ++i)
    speeds[i] = corner_speed(path.to(i - 1) - path.from(i - 1), path.to(i) - path.from(i), limits);
  if (line.closed) {
    speeds.front() = speeds.back() =
        corner_speed(path.to(count - 1) - path.from(count - 1), path.to(0) - path.from(0), limits);
  } else {
    speeds.back() = 0;
  }
  // twice round, so that the braking for a closed line's first corner reaches back over its end
  for (int round = 0; round < (line.closed ? 2 : 1); ++round) {
    for (std::size_t i = count; i-- > 0;) {
      const double span = line.along[i + 1] - line.along[i];
      speeds[i] =
          std::min(speeds[i], std::sqrt(speeds[i + 1] * speeds[i + 1] + 2 * limits.accel * span));
    }
    if (line.closed) speeds.back() = speeds.front();
  }
  return speeds;
}

double speed_at(const PathLine& line, const std::vector<double>& speeds, const LinePlace& place,
                const CornerLimits& limits) {
  if (line.segments() == 0) return 0;
  const double left = line.along[place.segment + 1] - place.along, next = speeds[place.segment + 1];
  return std::min(limits.top, std::sqrt(next * next + 2 * limits.accel * std::max(0.0, left)));
}

}  // namespace paddock
