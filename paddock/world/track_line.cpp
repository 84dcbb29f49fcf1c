// Smoothing, spacing, offsets and the strip test of track lines. Equations: Barry and Goldman 1988
// for the spline; reach of a curve: Federer 1959, Gonzalez and Maddocks 1999.
#include "paddock/world/track_line.h"

#include <algorithm>
#include <cmath>

#include "paddock/core/angle.h"

namespace paddock {
namespace {

// point `i` of a line that goes on: round and round when closed, mirrored at open ends
Vec2 point_beyond(std::span<const Vec2> points, bool closed, std::ptrdiff_t i) {
  const auto n = static_cast<std::ptrdiff_t>(points.size());
  if (closed) return points[static_cast<std::size_t>((i % n + n) % n)];
  if (i < 0) return 2 * points[0] - points[1];
  if (i >= n) return 2 * points[points.size() - 1] - points[points.size() - 2];
  return points[static_cast<std::size_t>(i)];
}

struct Span {
  Vec2 before, from, to, after;
};

// knots grow by the square root of the distance: centripetal
Vec2 catmull_rom(const Span& s, double u) {
  const double t1 = std::sqrt(distance(s.before, s.from));
  const double t2 = t1 + std::sqrt(distance(s.from, s.to));
  const double t3 = t2 + std::sqrt(distance(s.to, s.after));
  const double t = t1 + u * (t2 - t1);
  const auto mix = [t](Vec2 a, Vec2 b, double ta, double tb) {
    return ((tb - t) / (tb - ta)) * a + ((t - ta) / (tb - ta)) * b;
  };
  const Vec2 a1 = mix(s.before, s.from, 0, t1), a2 = mix(s.from, s.to, t1, t2);
  const Vec2 a3 = mix(s.to, s.after, t2, t3);
  return mix(mix(a1, a2, 0, t2), mix(a2, a3, t1, t3), t1, t2);
}

double distance_to_segment(Vec2 p, Vec2 a, Vec2 b) {
  const Vec2 along = b - a;
  const double whole = dot(along, along);
  const double t = whole > 0 ? std::clamp(dot(p - a, along) / whole, 0.0, 1.0) : 0.0;
  return distance(p, a + t * along);
}

void mark_kept(std::span<const Vec2> points, std::size_t first, std::size_t last, double tolerance,
               std::vector<bool>& kept) {
  // an explicit stack: a line of many points must not exhaust the real one
  std::vector<std::pair<std::size_t, std::size_t>> open{{first, last}};
  while (!open.empty()) {
    const auto [from, to] = open.back();
    open.pop_back();
    std::size_t worst = from;
    double most = tolerance;
    for (std::size_t i = from + 1; i < to; ++i) {
      const double d = distance_to_segment(points[i], points[from], points[to % points.size()]);
      if (d > most) most = d, worst = i;
    }
    if (worst == from) continue;
    kept[worst] = true;
    open.emplace_back(from, worst);
    open.emplace_back(worst, to);
  }
}

Result<void> check_turns(std::span<const Vec2> points, bool closed, double radius) {
  double tightest = 0;
  std::size_t where = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double k = std::fabs(curvature_at(points, closed, i));
    if (k > tightest) tightest = k, where = i;
  }
  if (tightest * radius <= 1 + 1e-9) return {};
  return fail(ErrorCode::Invalid, "the line must turn with a radius of at least ",
              for_message(radius), ", got ", for_message(1 / tightest), " near ",
              place_text(points[where]));
}

}  // namespace

double for_message(double metres) { return std::round(metres * 1000) / 1000; }

std::string place_text(Vec2 at) {
  const auto round = [](double v) { return std::round(v * 100) / 100 + 0.0; };
  return concat("(", round(at.x), ", ", round(at.y), ")");
}

std::vector<Vec2> smooth_line(std::span<const Vec2> points, bool closed, double spacing) {
  std::vector<Vec2> line;
  const auto spans = static_cast<std::ptrdiff_t>(points.size()) - (closed ? 0 : 1);
  for (std::ptrdiff_t i = 0; i < spans; ++i) {
    const Span span{point_beyond(points, closed, i - 1), point_beyond(points, closed, i),
                    point_beyond(points, closed, i + 1), point_beyond(points, closed, i + 2)};
    const double steps =
        std::clamp(std::ceil(4 * distance(span.from, span.to) / spacing), 4.0, 4096.0);
    for (double k = 0; k < steps; ++k) line.push_back(catmull_rom(span, k / steps));
  }
  if (!closed) line.push_back(points.back());
  return line;
}

double line_length(std::span<const Vec2> points, bool closed) {
  double sum = closed && !points.empty() ? distance(points.back(), points.front()) : 0;
  for (std::size_t i = 0; i + 1 < points.size(); ++i) sum += distance(points[i], points[i + 1]);
  return sum;
}

std::vector<Vec2> space_evenly(std::span<const Vec2> points, bool closed, double spacing) {
  const double whole = line_length(points, closed);
  const double steps = std::max(4.0, 2 * std::round(whole / (2 * spacing)));
  const auto span_at = [&](std::size_t i) {
    const auto k = static_cast<std::ptrdiff_t>(i);
    return Span{point_beyond(points, closed, k - 1), point_beyond(points, closed, k),
                point_beyond(points, closed, k + 1), point_beyond(points, closed, k + 2)};
  };
  std::vector<Vec2> even{points[0]};
  std::size_t i = 0;
  double passed = 0;  // length up to points[i]
  Span span = span_at(0);
  for (double k = 1; k < steps; ++k) {
    const double wanted = whole * k / steps;
    double piece = distance(span.from, span.to);
    while (passed + piece < wanted && i + 1 < points.size()) {
      passed += piece;
      span = span_at(++i);
      piece = distance(span.from, span.to);
    }
    // on the curve between the points: on the chord, corners would look 6 % tighter than they are
    even.push_back(piece > 0 ? catmull_rom(span, std::min(1.0, (wanted - passed) / piece))
                             : span.from);
  }
  if (!closed) even.push_back(points.back());
  return even;
}

Vec2 direction_at(std::span<const Vec2> points, bool closed, std::size_t i) {
  const auto k = static_cast<std::ptrdiff_t>(i);
  return normalized(point_beyond(points, closed, k + 1) - point_beyond(points, closed, k - 1));
}

double curvature_at(std::span<const Vec2> points, bool closed, std::size_t i) {
  // the circle through three points: 4 * area / product of the sides
  const auto k = static_cast<std::ptrdiff_t>(i);
  const Vec2 a = point_beyond(points, closed, k - 1), b = points[i];
  const Vec2 c = point_beyond(points, closed, k + 1);
  const double sides = distance(a, b) * distance(b, c) * distance(c, a);
  return sides > 0 ? 2 * cross(b - a, c - b) / sides : 0;
}

std::vector<Vec2> offset_line(std::span<const Vec2> points, bool closed, double by) {
  std::vector<Vec2> moved(points.size());
  for (std::size_t i = 0; i < points.size(); ++i)
    moved[i] = points[i] + by * perpendicular(direction_at(points, closed, i));
  return moved;
}

std::vector<Vec2> thin_line(std::span<const Vec2> points, bool closed, double tolerance) {
  if (points.size() < 4) return {points.begin(), points.end()};
  std::vector<bool> kept(points.size());
  kept.front() = true;
  if (closed) {
    const std::size_t half = points.size() / 2;
    kept[half] = true;
    mark_kept(points, 0, half, tolerance, kept);
    mark_kept(points, half, points.size(), tolerance, kept);
  } else {
    kept.back() = true;
    mark_kept(points, 0, points.size() - 1, tolerance, kept);
  }
  std::vector<Vec2> thin;
  for (std::size_t i = 0; i < points.size(); ++i)
    if (kept[i]) thin.push_back(points[i]);
  return thin;
}

Result<void> check_strip(std::span<const Vec2> points, bool closed, double radius) {
  if (auto turns = check_turns(points, closed, radius); !turns) return turns;
  const std::size_t n = points.size();
  const double step = line_length(points, closed) / static_cast<double>(closed ? n : n - 1);
  const auto apart = static_cast<std::size_t>(std::ceil(kPi * radius / step));
  double nearest = 2 * radius - 1e-9;
  std::size_t here = 0, there = 0;
  for (std::size_t i = 0; i < n; ++i) {
    // segments j, j + 1 at least half a turn away from i, on both ways round
    const std::size_t last = closed ? n - std::min(n, apart) + i : n - 1;
    for (std::size_t j = i + apart; j < last;) {
      const double d = distance_to_segment(points[i], points[j % n], points[(j + 1) % n]);
      if (d < nearest) nearest = d, here = i, there = j % n;
      // far away: nothing nearer comes before that distance could have been travelled
      j += d > nearest + step ? static_cast<std::size_t>((d - nearest) / step) : 1;
    }
  }
  if (here == there) return {};
  return fail(ErrorCode::Invalid, "the line must keep ", for_message(2 * radius),
              " from its own other stretches, got ", for_message(nearest), " between ",
              place_text(points[here]), " and ", place_text(points[there]));
}

}  // namespace paddock
