// Borders in three steps: walk exactly along pixel edges, put the points of stairs onto the middles
// of their steps, then drop points (Ramer, Douglas and Peucker) as long as no pixel changes sides.
#include "paddock/world/import/outline.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

namespace paddock {
namespace {

struct Step {                 // one pixel edge, walked with the set on the left
  int x{}, y{}, direction{};  // from (x, y); 0 east, 1 north, 2 west, 3 south
};

constexpr std::array<int, 4> kDx{1, 0, -1, 0}, kDy{0, 1, 0, -1};

Vec2 middle_left(const Step& s) {  // of the pixel on the left
  const double dx = kDx[static_cast<std::size_t>(s.direction)],
               dy = kDy[static_cast<std::size_t>(s.direction)];
  return {s.x + 0.5 * (dx - dy), s.y + 0.5 * (dy + dx)};
}
Vec2 middle_right(const Step& s) {
  const double dx = kDx[static_cast<std::size_t>(s.direction)],
               dy = kDy[static_cast<std::size_t>(s.direction)];
  return {s.x + 0.5 * (dx + dy), s.y + 0.5 * (dy - dx)};
}

// --- walking ------------------------------------------------------------------------------------

class BorderWalker {
 public:
  explicit BorderWalker(const PixelSet& set)
      : set_(set),
        done_(static_cast<std::size_t>(set.width + 1) * static_cast<std::size_t>(set.height + 1)) {}

  /// The closed border that begins with the lower edge of a pixel; empty when it was walked before.
  std::vector<Step> walk_from(int x, int y) {
    std::vector<Step> steps;
    Step at{x, y, 0};
    while ((done(at) & (1u << at.direction)) == 0) {
      done(at) = static_cast<std::uint8_t>(done(at) | 1u << at.direction);
      steps.push_back(at);
      const auto d = static_cast<std::size_t>(at.direction);
      at.x += kDx[d], at.y += kDy[d];
      // pixels that meet in a corner belong together: to the right before straight on
      if (ahead(at, -1))
        at.direction = (at.direction + 3) % 4;
      else if (!ahead(at, 1))
        at.direction = (at.direction + 1) % 4;
    }
    return steps;
  }

 private:
  std::uint8_t& done(const Step& s) {
    return done_[static_cast<std::size_t>(s.y) * static_cast<std::size_t>(set_.width + 1) +
                 static_cast<std::size_t>(s.x)];
  }
  // the pixel ahead of a grid point, to the left (1) or right (-1)
  bool ahead(const Step& s, int left) const {
    const auto d = static_cast<std::size_t>(s.direction);
    const int x = kDx[d] - left * kDy[d], y = kDy[d] + left * kDx[d];
    return set_.holds(s.x + (x - 1) / 2, s.y + (y - 1) / 2);
  }

  const PixelSet& set_;
  std::vector<std::uint8_t> done_;
};

// --- points on the middles of stairs ------------------------------------------------------------

struct BorderPoint {
  Vec2 at;
  double along{};  // pixel edges from the beginning of the walk
};

struct Corner {
  std::size_t step{};  // the step that begins here
  bool left{};         // turns left
  bool pinched{};      // two pixels of the set meet here in a corner only
};

std::vector<Corner> corners_of(const std::vector<Step>& steps, const PixelSet& set) {
  std::vector<Corner> corners;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Step& before = steps[(i + steps.size() - 1) % steps.size()];
    const Step& s = steps[i];
    if (before.direction == s.direction) continue;
    const bool sw = set.holds(s.x - 1, s.y - 1), se = set.holds(s.x, s.y - 1);
    const bool nw = set.holds(s.x - 1, s.y), ne = set.holds(s.x, s.y);
    corners.push_back(
        {i, s.direction == (before.direction + 1) % 4, sw == ne && se == nw && sw != se});
  }
  return corners;
}

Vec2 place_at(const std::vector<Step>& steps, std::size_t step, double past) {
  const Step& s = steps[step % steps.size()];
  const auto d = static_cast<std::size_t>(s.direction);
  return {s.x + past * kDx[d], s.y + past * kDy[d]};
}

std::vector<BorderPoint> points_of(const std::vector<Step>& steps,
                                   const std::vector<Corner>& corners) {
  std::vector<BorderPoint> points;
  const std::size_t n = corners.size(), whole = steps.size();
  const auto add = [&](Vec2 p, double along) {
    if (points.empty() || points.back().at != p) points.push_back({p, along});
  };
  // an edge of one pixel between opposite turns is a step of a stair
  const auto is_stair = [&](std::size_t i) {
    const Corner &a = corners[i % n], &b = corners[(i + 1) % n];
    return (a.step + 1) % whole == b.step && a.left != b.left;
  };
  for (std::size_t i = 0; i < n; ++i) {
    const Corner &c = corners[i], &next = corners[(i + 1) % n];
    const auto along = static_cast<double>(c.step);
    const auto length = static_cast<double>((next.step + whole - c.step) % whole);
    const bool stair = is_stair(i), stair_before = is_stair(i + n - 1);
    if (!stair && !stair_before) {
      // pinched: cut the corner on the free side, so that lines do not touch there
      if (c.pinched) add(place_at(steps, c.step + whole - 1, 0.5), along - 0.5);
      add(place_at(steps, c.step, c.pinched ? 0.5 : 0), along + (c.pinched ? 0.5 : 0));
    }
    // the middle of a step; of a longer edge too when stairs take both its corners
    if (stair || (stair_before && is_stair(i + 1)))
      add(place_at(steps, c.step, length / 2), along + length / 2);
  }
  if (points.size() > 1 && points.front().at == points.back().at) points.pop_back();
  return points;
}

// --- fewer points -------------------------------------------------------------------------------

/// Finds the fewest of the points that still part the pixels on both sides (Imai and Iri 1988).
class Thinner {
 public:
  Thinner(const std::vector<Step>& steps, const std::vector<BorderPoint>& points)
      : steps_(steps), points_(points) {}

  std::vector<Vec2> thin() {
    // from the leftmost point round to itself, the fewest lines to each point on the way
    const std::size_t n = points_.size();
    for (std::size_t i = 1; i < n; ++i)
      if (std::pair(points_[i].at.x, points_[i].at.y) <
          std::pair(points_[first_].at.x, points_[first_].at.y))
        first_ = i;
    lines_.assign(n + 1, n + 1);
    from_.assign(n + 1, 0);
    lines_[0] = 0;
    for (std::size_t i = 0; i < n; ++i) {
      reach(i, i + 1);  // the border itself is always allowed
      look_ahead(i);
    }
    std::vector<std::size_t> kept;
    for (std::size_t i = from_[n]; i != 0; i = from_[i]) kept.push_back(i);
    kept.push_back(0);
    std::reverse(kept.begin(), kept.end());
    // the point it began with may lie on a straight line
    if (kept.size() > 3 && parts_sides(kept.back(), kept[1] + n)) kept.erase(kept.begin());
    std::vector<Vec2> line;
    for (const std::size_t i : kept) line.push_back(point(i).at);
    return line;
  }

 private:
  /// The directions in which a line from one point leaves all pixels passed so far on their sides:
  /// from `right` counter-clockwise to `left`, at most half a turn.
  struct Wedge {
    Vec2 right{}, left{};  // zero before the first pixel
    bool empty{};

    // keeps the directions to the left of `way`
    void clip(Vec2 way) {
      if (right == Vec2{}) right = way, left = -way;
      const double at_right = cross(way, right), at_left = cross(way, left);
      const bool same = at_right == 0 && at_left == 0 && dot(way, right) > 0;
      if (same || (at_right >= 0 && at_left >= 0 && at_right + at_left > 0)) return;
      if (at_right < 0 && at_left > 0)
        right = way;
      else if (at_right > 0 && at_left < 0)
        left = -way;
      else
        empty = true;
    }
    void add(Vec2 to_left, Vec2 to_right) { clip(to_right), clip(-to_left); }
    bool holds(Vec2 way) const { return cross(right, way) > 1e-9 && cross(way, left) > 1e-9; }
  };

  // counted from the first point on, round and round
  const BorderPoint& point(std::size_t i) const { return points_[(first_ + i) % points_.size()]; }

  void reach(std::size_t i, std::size_t j) {
    if (lines_[i] + 1 < lines_[j]) lines_[j] = lines_[i] + 1, from_[j] = i;
  }

  // the steps of the border from point i to point i + 1, whole or in part
  void add_steps(std::size_t i, Vec2 from, Wedge& wedge) const {
    const auto count = static_cast<std::ptrdiff_t>(steps_.size());
    const double begin = point(i).along, till = point(i + 1).along;
    const double end = till > begin ? till : till + static_cast<double>(count);
    for (auto k = static_cast<std::ptrdiff_t>(std::floor(begin)); static_cast<double>(k) < end;
         ++k) {
      const Step& s = steps_[static_cast<std::size_t>((k + count) % count)];
      wedge.add(middle_left(s) - from, middle_right(s) - from);
    }
  }

  void look_ahead(std::size_t i) {
    const Vec2 from = point(i).at;
    Wedge wedge;
    for (std::size_t j = i + 1; j <= points_.size(); ++j) {
      add_steps(j - 1, from, wedge);
      if (wedge.empty) return;
      if (wedge.holds(point(j).at - from)) reach(i, j);
    }
  }

  bool parts_sides(std::size_t i, std::size_t j) const {
    Wedge wedge;
    for (std::size_t k = i; k < j; ++k) add_steps(k, point(i).at, wedge);
    return !wedge.empty && wedge.holds(point(j).at - point(i).at);
  }

  const std::vector<Step>& steps_;
  const std::vector<BorderPoint>& points_;
  std::size_t first_{};
  std::vector<std::size_t> lines_, from_;
};

// --- no two lines may meet ----------------------------------------------------------------------

struct Border {
  std::size_t part{};
  std::vector<Vec2> full, thin;  // `full` meets no other line, by construction
};

double distance_to_segment(Vec2 p, Vec2 a, Vec2 b) {
  const Vec2 along = b - a;
  const double whole = dot(along, along);
  const double t = whole > 0 ? std::clamp(dot(p - a, along) / whole, 0.0, 1.0) : 0.0;
  return distance(p, a + t * along);
}

bool meet(Vec2 a, Vec2 b, Vec2 c, Vec2 d) {
  const auto side = [](Vec2 p, Vec2 q, Vec2 r) { return cross(q - p, r - p); };
  const auto near = [](Vec2 p, Vec2 q, Vec2 r) { return distance_to_segment(p, q, r) < 1e-9; };
  if (side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0) return true;
  return near(a, c, d) || near(b, c, d) || near(c, a, b) || near(d, a, b);
}

/// Finds segments that meet, with the help of buckets of a few pixels.
class MeetingFinder {
 public:
  MeetingFinder(const std::vector<Border>& borders, const PixelSet& set)
      : borders_(borders),
        columns_(set.width / kBucket + 1),
        rows_(set.height / kBucket + 1),
        buckets_(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_)) {
    for (std::size_t i = 0; i < borders.size(); ++i)
      for (std::size_t k = 0; k < borders[i].thin.size(); ++k) enter({i, k});
  }

  /// For each border whether it meets another or itself.
  std::vector<bool> find() const {
    std::vector<bool> found(borders_.size());
    for (const auto& bucket : buckets_)
      for (std::size_t i = 0; i < bucket.size(); ++i)
        for (std::size_t j = i + 1; j < bucket.size(); ++j)
          if (in_conflict(bucket[i], bucket[j]))
            found[bucket[i].border] = found[bucket[j].border] = true;
    return found;
  }

 private:
  static constexpr int kBucket = 8;
  struct Entry {
    std::size_t border{}, segment{};
  };

  std::pair<Vec2, Vec2> ends(const Entry& e) const {
    const auto& line = borders_[e.border].thin;
    return {line[e.segment], line[(e.segment + 1) % line.size()]};
  }
  void enter(const Entry& entry) {
    const auto [a, b] = ends(entry);
    // long slanted lines touch few of the buckets around them
    const int pieces = 1 + static_cast<int>(distance(a, b) / kBucket);
    std::size_t last = buckets_.size();
    for (int k = 0; k < pieces; ++k) {
      const Vec2 p = lerp(a, b, static_cast<double>(k) / pieces),
                 q = lerp(a, b, (k + 1.0) / pieces);
      const int x0 = column(std::fmin(p.x, q.x) - 1e-6), x1 = column(std::fmax(p.x, q.x) + 1e-6);
      const int y0 = row(std::fmin(p.y, q.y) - 1e-6), y1 = row(std::fmax(p.y, q.y) + 1e-6);
      for (int y = y0; y <= y1; ++y)
        for (int x = x0; x <= x1; ++x) {
          const auto at = static_cast<std::size_t>(y) * static_cast<std::size_t>(columns_) +
                          static_cast<std::size_t>(x);
          if (at == last) continue;
          buckets_[last = at].push_back(entry);
        }
    }
  }
  int column(double x) const { return std::clamp(static_cast<int>(x) / kBucket, 0, columns_ - 1); }
  int row(double y) const { return std::clamp(static_cast<int>(y) / kBucket, 0, rows_ - 1); }
  bool in_conflict(const Entry& e, const Entry& f) const {
    const std::size_t n = borders_[e.border].thin.size();
    if (e.border == f.border && (e.segment == f.segment || (e.segment + 1) % n == f.segment ||
                                 (f.segment + 1) % n == e.segment))
      return false;
    const auto [a, b] = ends(e);
    const auto [c, d] = ends(f);
    return meet(a, b, c, d);
  }

  const std::vector<Border>& borders_;
  int columns_, rows_;
  std::vector<std::vector<Entry>> buckets_;
};

// thinned lines that meet take all their points back
void part_lines(std::vector<Border>& borders, const PixelSet& set) {
  for (bool changed = true; changed;) {
    changed = false;
    const std::vector<bool> found = MeetingFinder(borders, set).find();
    for (std::size_t i = 0; i < borders.size(); ++i)
      if (found[i] && borders[i].thin.size() != borders[i].full.size()) {
        borders[i].thin = borders[i].full;
        changed = true;
      }
  }
}

// for each pixel of the set the number of its part, in the order in which rows from below meet them
std::vector<std::int32_t> label_parts(const PixelSet& set, std::size_t& count) {
  std::vector<std::int32_t> label(set.taken.size(), -1);
  std::vector<std::pair<int, int>> open;
  const auto index = [&](int x, int y) {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(set.width) +
           static_cast<std::size_t>(x);
  };
  count = 0;
  for (int y = 0; y < set.height; ++y)
    for (int x = 0; x < set.width; ++x) {
      if (!set.holds(x, y) || label[index(x, y)] >= 0) continue;
      const auto mine = static_cast<std::int32_t>(count++);
      label[index(x, y)] = mine;
      open.emplace_back(x, y);
      while (!open.empty()) {
        const auto [px, py] = open.back();
        open.pop_back();
        for (int ny = py - 1; ny <= py + 1; ++ny)
          for (int nx = px - 1; nx <= px + 1; ++nx)
            if (set.holds(nx, ny) && label[index(nx, ny)] < 0) {
              label[index(nx, ny)] = mine;
              open.emplace_back(nx, ny);
            }
      }
    }
  return label;
}

}  // namespace

std::vector<PixelPart> outline_parts(const PixelSet& set) {
  std::size_t count = 0;
  const std::vector<std::int32_t> label = label_parts(set, count);
  BorderWalker walker(set);
  std::vector<Border> borders;
  // every border has an edge below a pixel of the set; the first one met of a part is its outline's
  for (int y = 0; y < set.height; ++y)
    for (int x = 0; x < set.width; ++x) {
      if (!set.holds(x, y) || set.holds(x, y - 1)) continue;
      const std::vector<Step> steps = walker.walk_from(x, y);
      if (steps.empty()) continue;
      const std::vector<BorderPoint> points = points_of(steps, corners_of(steps, set));
      Border& border = borders.emplace_back();
      border.part = static_cast<std::size_t>(
          label[static_cast<std::size_t>(y) * static_cast<std::size_t>(set.width) +
                static_cast<std::size_t>(x)]);
      for (const BorderPoint& p : points) border.full.push_back(p.at);
      border.thin = Thinner(steps, points).thin();
      // two lines there and back hold no area
      if (border.thin.size() < 3) border.thin = border.full;
    }
  part_lines(borders, set);
  std::vector<PixelPart> parts(count);
  for (Border& border : borders) parts[border.part].push_back(std::move(border.thin));
  return parts;
}

}  // namespace paddock
