#include "paddock/control/edited_path.h"

#include <algorithm>
#include <cmath>

#include "paddock/core/angle.h"
#include "paddock/core/det_math.h"
#include "paddock/core/random.h"

namespace paddock {
namespace {

constexpr double kFarthest = 1e6;              // m, of a waypoint
constexpr std::uint32_t kPathEntity = 0xffff;  // no level generator draws for it

Result<void> check_point(Vec2 point) {
  if (std::fabs(point.x) <= kFarthest && std::fabs(point.y) <= kFarthest) return {};
  return fail(ErrorCode::Invalid, "a waypoint must lie within ", kFarthest, " m, got (", point.x,
              ", ", point.y, ")");
}

std::string_view name_of(PathAct act) { return kPathActs[static_cast<std::size_t>(act)]; }

/// The point that the act is about.
Result<Vec2> point_in(const PathEdit& edit) {
  if (edit.points.size() != 1)
    return fail(ErrorCode::Invalid, "to ", name_of(edit.act), " a waypoint takes one point, got ",
                edit.points.size());
  if (auto fine = check_point(edit.points[0]); !fine) return tl::unexpected(fine.error());
  return edit.points[0];
}

/// The waypoint that the act is about: `most` is the last it may be.
Result<std::ptrdiff_t> index_in(const PathEdit& edit, std::size_t count) {
  if (!edit.index)
    return fail(ErrorCode::Invalid, "to ", name_of(edit.act), " a waypoint takes its index");
  if (*edit.index >= count)
    return fail(ErrorCode::Invalid, "there is no waypoint ", *edit.index, " to ", name_of(edit.act),
                "; the path has ", count);
  return static_cast<std::ptrdiff_t>(*edit.index);
}

Result<void> check_room(std::size_t count) {
  if (count <= kMaxPathPoints) return {};
  return fail(ErrorCode::Limit, "a path has at most ", kMaxPathPoints, " waypoints");
}

Result<EditedPath::Version> edited(const PathEdit& edit, const PathGround& ground,
                                   EditedPath::Version path) {
  auto& points = path.points;
  if (edit.closed) path.closed = *edit.closed;
  switch (edit.act) {
    case PathAct::Add: {
      const auto point = point_in(edit);
      if (!point) return tl::unexpected(point.error());
      points.push_back(*point);
      break;
    }
    case PathAct::Insert: {
      const auto point = point_in(edit);
      const auto index = index_in(edit, points.size() + 1);
      if (!point) return tl::unexpected(point.error());
      if (!index) return tl::unexpected(index.error());
      points.insert(points.begin() + *index, *point);
      break;
    }
    case PathAct::Move: {
      const auto point = point_in(edit);
      const auto index = index_in(edit, points.size());
      if (!point) return tl::unexpected(point.error());
      if (!index) return tl::unexpected(index.error());
      points[static_cast<std::size_t>(*index)] = *point;
      break;
    }
    case PathAct::Delete: {
      const auto index = index_in(edit, points.size());
      if (!index) return tl::unexpected(index.error());
      points.erase(points.begin() + *index);
      break;
    }
    case PathAct::Clear:
      points.clear(), path.closed = false;
      break;
    case PathAct::Set:
      for (const Vec2 point : edit.points)
        if (auto fine = check_point(point); !fine) return tl::unexpected(fine.error());
      points = edit.points;
      break;
    case PathAct::Shape: {
      const Vec2 center = edit.center.value_or(ground.center);
      if (auto fine = check_point(center); !fine) return tl::unexpected(fine.error());
      if (!(edit.size >= 0 && edit.size <= 1000))
        return fail(ErrorCode::Invalid, "size must be from 0 to 1000 m, got ", edit.size);
      path = ready_made(edit.shape, edit.seed, center, edit.size > 0 ? edit.size : ground.size);
      break;
    }
    case PathAct::Undo:
    case PathAct::FlyAgain:
      break;
  }
  if (auto room = check_room(points.size()); !room) return tl::unexpected(room.error());
  return path;
}

std::size_t kept_points(const EditedPath& path) {
  std::size_t kept = 0;
  for (const EditedPath::Version& version : path.before) kept += version.points.size();
  return kept;
}

Result<void> undo(EditedPath& path) {
  if (path.before.empty()) return fail(ErrorCode::Invalid, "there is no edit to undo");
  path.points = std::move(path.before.back().points);
  path.closed = path.before.back().closed;
  path.before.pop_back();
  path.moved.reset();
  return {};
}

// --- ready-made paths ---------------------------------------------------------------------------

/// Lemniscate of Gerono, twice as wide as high.
std::vector<Vec2> figure_eight() {
  constexpr int kPoints = 48;
  std::vector<Vec2> points;
  for (int i = 0; i <= kPoints; ++i) {
    const double t = 2 * kPi * (i % kPoints) / kPoints;
    points.push_back({0.5 * det::sin(t), 0.5 * det::sin(t) * det::cos(t)});
  }
  return points;
}

/// Archimedean, three turns outwards.
std::vector<Vec2> spiral() {
  constexpr int kPoints = 72, kTurns = 3;
  std::vector<Vec2> points;
  for (int i = 0; i <= kPoints; ++i) {
    const double share = static_cast<double>(i) / kPoints, t = 2 * kPi * kTurns * share;
    const double radius = 0.05 + 0.45 * share;
    points.push_back({radius * det::cos(t), radius * det::sin(t)});
  }
  return points;
}

std::vector<Vec2> star() {
  std::vector<Vec2> points;
  for (int i = 0; i <= 10; ++i) {
    const double t = kPi / 2 + 2 * kPi * (i % 10) / 10, radius = i % 2 == 0 ? 0.5 : 0.2;
    points.push_back({radius * det::cos(t), radius * det::sin(t)});
  }
  return points;
}

std::vector<Vec2> square() {
  return {{-0.35, -0.35}, {0.35, -0.35}, {0.35, 0.35}, {-0.35, 0.35}, {-0.35, -0.35}};
}

/// Ten waypoints, none nearer to the one before than a fifth.
std::vector<Vec2> random_points(std::uint64_t seed) {
  DrawSequence draws({.seed = seed, .stream = Stream::Generate, .entity = kPathEntity});
  std::vector<Vec2> points;
  while (points.size() < 10) {
    const double x = draws.between(-0.5, 0.5), y = draws.between(-0.35, 0.35);
    if (points.empty() || distance(points.back(), {x, y}) >= 0.2) points.push_back({x, y});
  }
  return points;
}

std::vector<Vec2> points_of(PathShape shape, std::uint64_t seed) {
  switch (shape) {
    case PathShape::FigureEight:
      return figure_eight();
    case PathShape::Spiral:
      return spiral();
    case PathShape::Star:
      return star();
    case PathShape::Square:
      return square();
    case PathShape::Random:
      break;
  }
  return random_points(seed);
}

}  // namespace

EditedPath::Version ready_made(PathShape shape, std::uint64_t seed, Vec2 center, double size) {
  EditedPath::Version path{.points = points_of(shape, seed), .closed = false};
  for (Vec2& point : path.points) point = center + size * point;
  return path;
}

Result<void> edit_path(const PathEdit& edit, const PathGround& ground, EditedPath& path) {
  if (edit.act == PathAct::Undo) return undo(path);
  if (edit.act == PathAct::FlyAgain) return {};
  auto next = edited(edit, ground, {.points = path.points, .closed = path.closed});
  if (!next) return tl::unexpected(next.error());
  const bool dragged = edit.act == PathAct::Move && path.moved == edit.index;
  if (!dragged) path.before.push_back({.points = path.points, .closed = path.closed});
  while (path.before.size() > EditedPath::kMostUndone || kept_points(path) > EditedPath::kMostKept)
    path.before.erase(path.before.begin());
  path.points = std::move(next->points), path.closed = next->closed;
  path.moved = edit.act == PathAct::Move ? edit.index : std::nullopt;
  return {};
}

}  // namespace paddock
