// How a line of points becomes a track: smooth it, prove that the strip fits, then lay down pieces.
#include "paddock/world/track.h"

#include <algorithm>
#include <cmath>

#include "paddock/world/track_line.h"

namespace paddock {
namespace {

constexpr std::size_t kMaxSteps = 19'000;  // of the centre line; the route has half as many
constexpr int kMaxGates = 1000;
constexpr int kMaxStarts = 100;

// walls are thinned to this, and stand as much further out, so that `width` stays free
double wall_tolerance(const TrackSpec& track) { return track.width / 1000; }

template <class... Parts>
tl::unexpected<Error> must(const Parts&... parts) {
  return fail(ErrorCode::Invalid, "track.", parts...);
}

bool between(double value, double low, double high) { return value >= low && value <= high; }

Result<void> check_length(const TrackSpec& track, double length) {
  const double most = static_cast<double>(kMaxSteps) * line_spacing(track);
  if (length <= most) return {};
  return must("points must make a line of at most ", for_message(most), " m for a width of ",
              track.width, ", got ", for_message(length));
}

Result<void> check_points(const TrackSpec& track) {
  const std::size_t least = track.closed ? 3 : 2;
  const auto& points = track.points;
  if (points.size() < least || points.size() > 10'000)
    return must("points must hold ", least, " to 10000 places, got ", points.size());
  for (const Vec2 p : points)
    if (!between(p.x, -1e5, 1e5) || !between(p.y, -1e5, 1e5))
      return must("points must lie within 100 km of the origin, got (", p.x, ", ", p.y, ")");
  for (std::size_t i = track.closed ? 0 : 1; i < points.size(); ++i) {
    const Vec2 before = points[(i + points.size() - 1) % points.size()];
    if (distance(before, points[i]) < 1e-3)
      return must("points must differ from their neighbours, got ", place_text(points[i]),
                  " twice");
  }
  return check_length(track, line_length(points, track.closed));
}

Result<void> check_numbers(const TrackSpec& track) {
  if (!between(track.width, 0.1, 100)) return must("width must be 0.1 to 100, got ", track.width);
  if (!between(track.wall_height, 0.01, 100))
    return must("wall_height must be 0.01 to 100, got ", track.wall_height);
  if (!between(track.wall_thickness, 0.001, 10))
    return must("wall_thickness must be 0.001 to 10, got ", track.wall_thickness);
  if (!between(track.gates, 0, kMaxGates))
    return must("gates must be 0 to ", kMaxGates, ", got ", track.gates);
  if (!between(track.starts, 0, kMaxStarts))
    return must("starts must be 0 to ", kMaxStarts, ", got ", track.starts);
  if (!track.verge.empty() && !track.closed)
    return must("verge must be left out of an open track, got \"", track.verge, "\"");
  return {};
}

PieceSpec piece_of(const TrackSpec& track, PieceShape shape, SemanticTag tag) {
  PieceSpec piece;
  piece.where = track.where;
  piece.tag = tag;
  piece.shape = std::move(shape);
  return piece;
}

// stands at its own middle, not at the origin: the ground may be higher here than there
PieceSpec tape_of(const TrackSpec& track, std::vector<Vec2> points, double width) {
  const Vec2 middle = points[points.size() / 2];
  for (Vec2& p : points) p -= middle;
  PieceSpec tape =
      piece_of(track, TapeSpec{std::move(points), false, width}, SemanticTag::RoadLine);
  tape.at = {middle.x, middle.y, 0};
  tape.solid = false;
  return tape;
}

void add_walls(const TrackSpec& track, const std::vector<Vec2>& line, LevelSpec& into) {
  const double tolerance = wall_tolerance(track);
  const double side = track.width / 2 + track.wall_thickness / 2 + 2 * tolerance;
  for (const double by : {side, -side}) {
    WallSpec wall{.points = thin_line(offset_line(line, track.closed, by), track.closed, tolerance),
                  .closed = track.closed,
                  .height = track.wall_height,
                  .thickness = track.wall_thickness};
    into.pieces.push_back(piece_of(track, std::move(wall), SemanticTag::Wall));
  }
}

void add_posts(const TrackSpec& track, const std::vector<Vec2>& line, LevelSpec& into) {
  const bool tyres = track.border == TrackBorder::Tyres;
  const double radius = track.wall_thickness, gap = tyres ? 2.2 * radius : track.width / 2;
  const PieceShape shape = tyres ? PieceShape{TyresSpec{radius, track.wall_height / 3, 3}}
                                 : PieceShape{ConeSpec{radius, track.wall_height}};
  for (const double by : {track.width / 2 + radius, -track.width / 2 - radius}) {
    for (const Vec2 p : space_evenly(offset_line(line, track.closed, by), track.closed, gap)) {
      PieceSpec post = piece_of(track, shape, SemanticTag::Fence);
      post.at = {p.x, p.y, 0};
      into.pieces.push_back(std::move(post));
    }
  }
}

void add_border(const TrackSpec& track, const std::vector<Vec2>& line, LevelSpec& into) {
  if (track.border == TrackBorder::Walls) add_walls(track, line, into);
  if (track.border == TrackBorder::Tyres || track.border == TrackBorder::Cones)
    add_posts(track, line, into);
}

// the side a kerb lies on at each point: +1 left, -1 right, 0 where the line is nearly straight
std::vector<int> kerb_sides(const TrackSpec& track, const std::vector<Vec2>& line) {
  const double least = 1 / (5 * track.width);  // curvature of a corner worth a kerb
  std::vector<int> sides(line.size());
  for (std::size_t i = 0; i < line.size(); ++i) {
    const double k = curvature_at(line, track.closed, i);
    sides[i] = k > least ? 1 : k < -least ? -1 : 0;
  }
  return sides;
}

void add_kerbs(const TrackSpec& track, const std::vector<Vec2>& line, LevelSpec& into) {
  if (!track.kerbs) return;
  const double width = track.width / 12;
  const std::vector<int> sides = kerb_sides(track, line);
  const std::size_t n = line.size();
  // begin where a corner begins, so that none is cut in two by the start line
  std::size_t first = 0;
  while (track.closed && first < n && sides[first] == sides[(first + n - 1) % n]) ++first;
  for (std::size_t k = 0; k < n;) {
    const int side = sides[(first + k) % n];
    std::size_t end = k;
    while (end < n && sides[(first + end) % n] == side) ++end;
    if (side != 0 && static_cast<double>(end - k) * line_spacing(track) > track.width / 2) {
      std::vector<Vec2> run;
      for (std::size_t j = k; j < end; ++j) {
        const std::size_t i = (first + j) % n;
        const Vec2 left = perpendicular(direction_at(line, track.closed, i));
        run.push_back(line[i] + side * (track.width - width) / 2 * left);
      }
      PieceSpec kerb = tape_of(track, thin_line(run, false, wall_tolerance(track)), width);
      kerb.material = "kerb";
      into.pieces.push_back(std::move(kerb));
    }
    k = end;
  }
}

// above the ground and under mats
constexpr double kVergeHeight = 0.0005;

void add_flat(const TrackSpec& track, std::vector<std::vector<Vec2>> loops, LevelSpec& into) {
  PieceSpec flat = piece_of(track, PrismSpec{std::move(loops), kVergeHeight}, SemanticTag::Other);
  flat.material = track.verge;
  flat.solid = false;
  into.pieces.push_back(std::move(flat));
}

// inside the inner wall, and from the outer wall to the end of the ground
void add_verge(const TrackSpec& track, const std::vector<Vec2>& line, LevelSpec& into) {
  if (track.verge.empty()) return;
  double twice_area = 0;
  for (std::size_t i = 0; i < line.size(); ++i)
    twice_area += cross(line[i], line[(i + 1) % line.size()]);
  const double inwards = (twice_area > 0 ? 1 : -1) * (track.width + track.wall_thickness) / 2;
  const auto edge = [&](double by, bool counter_clockwise) {
    std::vector<Vec2> loop = thin_line(offset_line(line, true, by), true, wall_tolerance(track));
    if ((twice_area > 0) != counter_clockwise) std::reverse(loop.begin(), loop.end());
    return loop;
  };
  add_flat(track, {edge(inwards, true)}, into);
  const Vec2 half = into.ground.size / 2, center = into.ground.center;
  const std::vector<Vec2> rim{center - half, center + Vec2{half.x, -half.y}, center + half,
                              center + Vec2{-half.x, half.y}};
  add_flat(track, {rim, edge(-inwards, false)}, into);
}

/// Where things stand along the line, with the way of travel.
struct Along {
  const std::vector<Vec2>& line;
  bool closed;
  double length;

  Pose2 at(double s, double left) const {
    const auto n = static_cast<double>(closed ? line.size() : line.size() - 1);
    double index = s / length * n;
    index = closed ? index - n * std::floor(index / n) : std::clamp(index, 0.0, n);
    const auto i = std::min(static_cast<std::size_t>(index), line.size() - 1);
    const std::size_t next = closed ? (i + 1) % line.size() : std::min(i + 1, line.size() - 1);
    const double t = index - static_cast<double>(i);
    const Vec2 ahead =
        normalized(lerp(direction_at(line, closed, i), direction_at(line, closed, next), t));
    const Vec2 point = lerp(line[i], line[next], t) + left * perpendicular(ahead);
    return {point.x, point.y, det::atan2(ahead.y, ahead.x)};
  }
};

// a grid slot behind the line every 0.4 widths, left and right in turn: cars up to a third of the
// width fit, and the two of one side are 0.8 widths apart
double slot_behind(const TrackSpec& track, int slot) { return (0.6 + 0.4 * slot) * track.width; }

void add_starts(const TrackSpec& track, const Along& along, double line_at, LevelSpec& into) {
  for (int slot = 0; slot < track.starts; ++slot) {
    const double left = (slot % 2 == 0 ? 0.2 : -0.2) * track.width;
    const double behind = slot_behind(track, slot);
    into.starts.push_back({track.where, along.at(line_at - behind, left), ""});
    // a white mark where the nose stands
    const double mark_at = line_at - behind + 0.35 * track.width;
    std::vector<Vec2> mark{position(along.at(mark_at, left + 0.12 * track.width)),
                           position(along.at(mark_at, left - 0.12 * track.width))};
    into.pieces.push_back(tape_of(track, std::move(mark), track.width / 60));
  }
}

void add_gates(const TrackSpec& track, const Along& along, double first, double last,
               LevelSpec& into) {
  const int count = track.gates;
  // round a lap the last gate comes one step before the first again
  const double steps = track.closed ? count : std::max(1, count - 1);
  for (int i = 0; i < count; ++i) {
    const double s = first + (last - first) * i / steps;
    into.gates.push_back({track.where, i == 0 ? "start" : concat("gate ", i),
                          position(along.at(s, track.width / 2)),
                          position(along.at(s, -track.width / 2))});
  }
  if (count == 0) return;
  const GateSpec& start = into.gates[into.gates.size() - static_cast<std::size_t>(count)];
  into.pieces.push_back(tape_of(track, {start.left, start.right}, track.width / 24));
}

void add_route(const TrackSpec& track, const std::vector<Vec2>& line, LevelSpec& into) {
  RouteSpec route{track.where, "center line", {}, track.closed, track.width};
  // every second point: drivers need no denser line
  for (std::size_t i = 0; i < line.size(); i += 2) route.points.push_back(line[i]);
  into.routes.push_back(std::move(route));
}

}  // namespace

double smallest_radius(const TrackSpec& track) {
  double border = track.wall_thickness;
  if (track.border == TrackBorder::None) border = 0;
  if (track.border == TrackBorder::Tyres || track.border == TrackBorder::Cones) border *= 2;
  return track.width / 2 + border + 2 * wall_tolerance(track) + track.width / 24;
}

void grow_ground(LevelSpec& level, const Bounds2& bounds, double margin) {
  Bounds2 all = bounds.grown(margin);
  const GroundSpec unsaid;
  if (level.ground.center != unsaid.center || level.ground.size != unsaid.size) {
    all.add(level.ground.center - level.ground.size / 2);
    all.add(level.ground.center + level.ground.size / 2);
  }
  level.ground.center = (all.low + all.high) / 2;
  level.ground.size = all.high - all.low;
}

double line_spacing(const TrackSpec& track) { return track.width / 24; }

Result<void> add_track(const TrackSpec& track, LevelSpec& into) {
  if (auto numbers = check_numbers(track); !numbers) return numbers;
  if (auto points = check_points(track); !points) return points;
  const double spacing = line_spacing(track);
  const std::vector<Vec2> dense = smooth_line(track.points, track.closed, spacing);
  return add_track_along(track, space_evenly(dense, track.closed, spacing), into);
}

Result<void> add_track_along(const TrackSpec& track, const std::vector<Vec2>& line,
                             LevelSpec& into) {
  if (auto numbers = check_numbers(track); !numbers) return numbers;
  if (auto fits = check_length(track, line_length(line, track.closed)); !fits) return fits;
  if (auto strip = check_strip(line, track.closed, smallest_radius(track)); !strip)
    return tl::unexpected(strip.error().within("track"));
  const Along along{line, track.closed, line_length(line, track.closed)};
  const double grid = slot_behind(track, track.starts);
  if (grid > along.length)
    return must("starts must fit on the track of ", for_message(along.length), " m, got ",
                track.starts);
  const double line_at = track.closed ? 0 : grid;

  add_border(track, line, into);
  add_kerbs(track, line, into);
  add_route(track, line, into);
  add_gates(track, along, line_at, along.length - (track.closed ? 0 : line_spacing(track)), into);
  add_starts(track, along, line_at, into);

  Bounds2 bounds;
  for (const Vec2 p : line) bounds.add(p);
  grow_ground(into, bounds.grown(smallest_radius(track)), track.width);
  add_verge(track, line, into);
  return {};
}

}  // namespace paddock
