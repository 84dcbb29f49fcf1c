#include "paddock/geom/contact.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace paddock {
namespace {

constexpr double kRounding = 1e-9;  // m or rad: less is no contact, and no miss either
constexpr double kTouching = 1e-4;  // m; solids closer than this carry each other on
constexpr int kMaxBends = 16;       // of a wall that one body corner is followed around
constexpr std::size_t kMaxCells = 1 << 16;

struct Side {  // one side of a convex polygon
  Vec2 from, to, normal;
};

Side side_of(std::span<const Vec2> polygon, std::size_t i) {
  const Vec2 from = polygon[i], to = polygon[(i + 1) % polygon.size()];
  const Vec2 along = normalized(to - from);
  return {from, to, {along.y, -along.x}};
}

struct Nearest {
  Vec2 point;
  Vec2 outward;       // from the polygon towards the asked point, unit
  double distance{};  // negative inside
};

Vec2 nearest_on_segment(Vec2 from, Vec2 to, Vec2 p) {
  const Vec2 d = to - from;
  const double dd = dot(d, d);
  const double t = dd > 0 ? std::clamp(dot(p - from, d) / dd, 0.0, 1.0) : 0.0;
  return from + t * d;
}

/// The point of a convex polygon's border nearest to `p`.
Nearest nearest_on_polygon(std::span<const Vec2> polygon, Vec2 p) {
  double deepest = -std::numeric_limits<double>::infinity();
  Nearest inside;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Side side = side_of(polygon, i);
    const double s = dot(p - side.from, side.normal);
    if (s > deepest) {
      deepest = s;
      inside = {p - s * side.normal, side.normal, s};
    }
  }
  if (deepest <= 0) return inside;
  Nearest best{{}, {}, std::numeric_limits<double>::infinity()};
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Side side = side_of(polygon, i);
    const Vec2 q = nearest_on_segment(side.from, side.to, p);
    const double d = distance(q, p);
    if (d < best.distance) best = {q, d > 0 ? (p - q) / d : side.normal, d};
  }
  return best;
}

void add_circle_against_polygon(const Circle2& circle, PieceId piece, const PosedOutline& body,
                                ContactList& out) {
  const Nearest near = nearest_on_polygon(body.polygon(), circle.center);
  if (near.distance >= circle.radius - kRounding) return;
  out.add({near.point, -near.outward, circle.radius - near.distance, piece});
}

void add_circle_against_circle(const Circle2& circle, PieceId piece, const PosedOutline& body,
                               ContactList& out) {
  const Vec2 apart = body.center - circle.center;
  const double d = length(apart);
  const double depth = circle.radius + body.radius - d;
  if (depth <= kRounding) return;
  const Vec2 normal = d > 0 ? apart / d : Vec2{1, 0};
  out.add({circle.center + circle.radius * normal, normal, depth, piece});
}

struct Separation {
  double depth{std::numeric_limits<double>::infinity()};
  Vec2 normal;  // from other into body
};

/// All sides of a convex polygon, worked out once for a pair.
struct Sides {
  std::array<Side, Outline2::kMaxCorners> items;
  std::size_t count;

  explicit Sides(std::span<const Vec2> polygon) : count(polygon.size()) {
    for (std::size_t i = 0; i < count; ++i) items[i] = side_of(polygon, i);
  }
  std::span<const Side> all() const { return {items.data(), count}; }
  bool hold(Vec2 p) const {
    return std::all_of(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(count),
                       [&](const Side& side) { return dot(p - side.from, side.normal) < 0; });
  }
};

/// Smallest overlap along the side normals of `from`; whatever is at most kRounding as soon as one
/// of them separates.
Separation least_overlap(const Sides& from, std::span<const Vec2> to, bool normals_of_other) {
  Separation best;
  for (const Side& side : from.all()) {
    double lowest = std::numeric_limits<double>::infinity();
    for (const Vec2 p : to) lowest = std::min(lowest, dot(p - side.from, side.normal));
    const double depth = -lowest;
    if (depth < best.depth) best = {depth, normals_of_other ? side.normal : -side.normal};
    if (depth <= kRounding) break;
  }
  return best;
}

void add_polygon_pair(const PosedOutline& body, const PosedOutline& other, ContactList& out) {
  const Sides of_body(body.polygon());
  const Separation a = least_overlap(of_body, other.polygon(), false);
  if (a.depth <= kRounding) return;
  const Sides of_other(other.polygon());
  const Separation b = least_overlap(of_other, body.polygon(), true);
  const Separation least = b.depth <= a.depth ? b : a;
  if (least.depth <= kRounding) return;
  // contact points: corners of either inside the other; when only edges cross, the middle
  const std::size_t before = out.count;
  for (const Vec2 p : body.polygon())
    if (of_other.hold(p)) out.add({p, least.normal, least.depth, {}});
  for (const Vec2 p : other.polygon())
    if (of_body.hold(p)) out.add({p, least.normal, least.depth, {}});
  if (out.count != before) return;
  const Vec2 middle = 0.5 * (body.center + other.center);
  out.add({middle, least.normal, least.depth, {}});
}

}  // namespace

PosedOutline place(const Outline2& outline, const Pose2& world_from_body) {
  PosedOutline posed;
  posed.center = position(world_from_body);
  posed.radius = outline.radius;
  if (outline.is_circle()) {
    posed.bounds.add(posed.center - Vec2{outline.radius, outline.radius});
    posed.bounds.add(posed.center + Vec2{outline.radius, outline.radius});
    return posed;
  }
  const Rot2 turn = Rot2::of(world_from_body.yaw);
  posed.corner_count = outline.corner_count;
  for (std::size_t i = 0; i < outline.corner_count; ++i) {
    posed.corners[i] = posed.center + turn * outline.corners[i];
    posed.bounds.add(posed.corners[i]);
  }
  return posed;
}

ContactMap::ContactMap(const FlatSlice& slice) {
  for (const Loop2& loop : slice.loops)
    if (loop.points.size() >= 3) add_loop(loop);
  for (const SliceCircle& circle : slice.circles) posts_.push_back({circle.circle, circle.piece});
  build_grid();
  find_joints();
}

void ContactMap::add_loop(const Loop2& loop) {
  const std::size_t n = loop.points.size(), first = edges_.size();
  for (std::size_t i = 0; i < n; ++i) {
    Edge edge;
    edge.from = loop.points[i], edge.to = loop.points[(i + 1) % n];
    edge.length = distance(edge.from, edge.to);
    edge.along = normalized(edge.to - edge.from);
    edge.normal = {edge.along.y, -edge.along.x};
    edge.before = static_cast<std::uint32_t>(first + (i + n - 1) % n);
    edge.after = static_cast<std::uint32_t>(first + (i + 1) % n);
    edge.piece = loop.piece;
    edges_.push_back(edge);
  }
}

Bounds2 ContactMap::bounds_of(std::size_t item) const {
  Bounds2 b;
  if (item < edges_.size()) {
    b.add(edges_[item].from);
    b.add(edges_[item].to);
    return b;
  }
  const Circle2& c = posts_[item - edges_.size()].circle;
  b.add(c.center);
  return b.grown(c.radius);
}

void ContactMap::build_grid() {
  const std::size_t items = edges_.size() + posts_.size();
  if (items == 0) return;
  for (std::size_t i = 0; i < items; ++i) {
    const Bounds2 b = bounds_of(i);
    bounds_.add(b.low);
    bounds_.add(b.high);
  }
  // about one cell an item, square, never more than kMaxCells
  const Vec2 size = bounds_.high - bounds_.low;
  const double area = std::max(size.x, 1e-3) * std::max(size.y, 1e-3);
  const double wanted = static_cast<double>(std::clamp<std::size_t>(items, 16, kMaxCells));
  cell_ = std::max({std::sqrt(area / wanted), size.x / 4096, size.y / 4096});
  columns_ = static_cast<int>(size.x / cell_) + 1;
  rows_ = static_cast<int>(size.y / cell_) + 1;

  std::vector<std::vector<std::uint32_t>> cells(cell_index({0, rows_}));
  for (std::size_t i = 0; i < items; ++i) {
    const Bounds2 b = bounds_of(i).grown(kRounding);
    const Cell low = cell_at(b.low), high = cell_at(b.high);
    first_cell_.push_back(low);
    for (int r = low.row; r <= high.row; ++r)
      for (int c = low.column; c <= high.column; ++c)
        cells[cell_index({c, r})].push_back(static_cast<std::uint32_t>(i));
  }
  cell_start_.push_back(0);
  for (const auto& cell : cells) {
    cell_items_.insert(cell_items_.end(), cell.begin(), cell.end());
    cell_start_.push_back(static_cast<std::uint32_t>(cell_items_.size()));
  }
}

/// Which corners stick out, and at which another solid carries on.
void ContactMap::find_joints() {
  for (Edge& edge : edges_) edge.reach_from = edge.reach_to = kRounding;
  for (Edge& edge : edges_) {
    Edge& before = edges_[edge.before];
    edge.convex_from = cross(before.normal, edge.normal) > 0;
    if (!edge.convex_from) continue;
    const bool before_hidden = solid_at(edge.from + kTouching * (before.normal - before.along));
    const bool edge_hidden = solid_at(edge.from + kTouching * (edge.normal + edge.along));
    edge.bare_from = !before_hidden && !edge_hidden;
    if (edge.bare_from) continue;
    before.reach_to = before_hidden ? -kTouching : kTouching;
    edge.reach_from = edge_hidden ? -kTouching : kTouching;
  }
}

ContactMap::Cell ContactMap::cell_at(Vec2 p) const {
  const auto clamp_cell = [&](double offset, int count) {
    return static_cast<int>(std::clamp(offset / cell_, 0.0, static_cast<double>(count - 1)));
  };
  return {clamp_cell(p.x - bounds_.low.x, columns_), clamp_cell(p.y - bounds_.low.y, rows_)};
}

std::size_t ContactMap::cell_index(Cell cell) const {
  return static_cast<std::size_t>(cell.row) * static_cast<std::size_t>(columns_) +
         static_cast<std::size_t>(cell.column);
}

/// Visits the items whose cells meet `bounds`, each once. Stops when `visit` returns false.
template <class Visit>
void ContactMap::visit_near(const Bounds2& bounds, Visit&& visit) const {
  if (columns_ == 0 || !bounds_.overlaps(bounds)) return;
  const Cell low = cell_at(bounds.low), high = cell_at(bounds.high);
  for (int r = low.row; r <= high.row; ++r)
    for (int c = low.column; c <= high.column; ++c) {
      const std::size_t cell = cell_index({c, r});
      for (std::uint32_t k = cell_start_[cell]; k < cell_start_[cell + 1]; ++k) {
        const std::uint32_t item = cell_items_[k];
        const Cell first =
            first_cell_[item];  // an item in several cells answers in the first of them
        if (c != std::max(first.column, low.column) || r != std::max(first.row, low.row)) continue;
        if (!visit(item)) return;
      }
    }
}

bool ContactMap::any_near(const Bounds2& bounds) const {
  bool found = false;
  visit_near(bounds, [&](std::uint32_t item) {
    found = bounds_of(item).overlaps(bounds);
    return !found;
  });
  return found;
}

/// True inside a solid: the loops wind around `p`. Posts do not count.
bool ContactMap::solid_at(Vec2 p) const {
  int winding = 0;
  visit_near({p, {bounds_.high.x, p.y}}, [&](std::uint32_t item) {
    if (item >= edges_.size()) return true;
    const Edge& edge = edges_[item];
    const bool from_below = edge.from.y <= p.y, to_below = edge.to.y <= p.y;
    const double left = cross(edge.along, p - edge.from);
    if (from_below && !to_below && left > 0) ++winding;
    if (!from_below && to_below && left < 0) --winding;
    return true;
  });
  return winding > 0;
}

void ContactMap::collect(const PosedOutline& body, ContactList& out) const {
  if (body.corner_count == 0) {
    collect_for_circle(body, out);
  } else {
    collect_corners(body, out);
    collect_world_corners(body, out);
  }
  collect_posts(body, out);
}

void ContactMap::collect_corners(const PosedOutline& body, ContactList& out) const {
  std::array<const Edge*, Outline2::kMaxCorners> entered{};
  std::array<double, Outline2::kMaxCorners>
      way{};  // part of the line from the centre before it enters
  visit_near(body.bounds, [&](std::uint32_t item) {
    if (item >= edges_.size()) return true;
    const Edge& edge = edges_[item];
    const double front = dot(body.center - edge.from, edge.normal);
    if (front <= 0) return true;
    for (std::size_t i = 0; i < body.corner_count; ++i) {
      const double behind = -dot(body.corners[i] - edge.from, edge.normal);
      if (behind <= kRounding) continue;
      const double part = front / (front + behind);
      const double t = dot(lerp(body.center, body.corners[i], part) - edge.from, edge.along);
      if (t < -edge.reach_from || t > edge.length + edge.reach_to) continue;
      if (entered[i] == nullptr || part < way[i]) entered[i] = &edge, way[i] = part;
    }
    return true;
  });
  for (std::size_t i = 0; i < body.corner_count; ++i) {
    if (entered[i] == nullptr) continue;
    const Vec2 corner = body.corners[i];
    const Edge* edge = edge_behind_which(corner, entered[i], body.center);
    out.add({corner, edge->normal, -dot(corner - edge->from, edge->normal), edge->piece});
  }
}

/// From the edge that was entered, round convex bends, to the one whose stretch holds the corner.
const ContactMap::Edge* ContactMap::edge_behind_which(Vec2 corner, const Edge* entered,
                                                      Vec2 center) const {
  const Edge* edge = entered;
  const bool onward = dot(corner - edge->from, edge->along) > 0;
  for (int bend = 0; bend < kMaxBends; ++bend) {
    const double t = dot(corner - edge->from, edge->along);
    if (onward ? t <= edge->length : t >= 0) break;
    const Edge& next = edges_[onward ? edge->after : edge->before];
    if (!(onward ? next.convex_from : edge->convex_from)) break;
    const bool faces = dot(center - next.from, next.normal) > 0;
    if (!faces || dot(corner - next.from, next.normal) >= -kRounding) break;
    edge = &next;
  }
  return edge;
}

void ContactMap::collect_world_corners(const PosedOutline& body, ContactList& out) const {
  visit_near(body.bounds, [&](std::uint32_t item) {
    if (item >= edges_.size() || !edges_[item].bare_from) return true;
    const Edge& edge = edges_[item];
    const Vec2 corner = edge.from, before = edges_[edge.before].normal;
    if (!body.bounds.overlaps({corner, corner})) return true;
    double depth = std::numeric_limits<double>::infinity();
    Vec2 normal;
    for (std::size_t i = 0; i < body.corner_count; ++i) {
      const Side side = side_of(body.polygon(), i);
      const double inside = -dot(corner - side.from, side.normal);
      if (inside <= kRounding) return true;  // the corner is outside the body
      // it may push out of the solid only, and only towards the body's centre
      const Vec2 push = -side.normal;
      const bool outward = cross(before, push) >= -kRounding &&
                           cross(push, edge.normal) >= -kRounding &&
                           dot(push, before + edge.normal) > 0;
      if (outward && dot(push, body.center - corner) > 0 && inside < depth)
        depth = inside, normal = push;
    }
    if (normal != Vec2{}) out.add({corner, normal, depth, edge.piece});
    return true;
  });
}

void ContactMap::collect_for_circle(const PosedOutline& body, ContactList& out) const {
  visit_near(body.bounds, [&](std::uint32_t item) {
    if (item >= edges_.size()) return true;
    const Edge& edge = edges_[item];
    const Vec2 p = body.center - edge.from;
    const double t = dot(p, edge.along), front = dot(p, edge.normal);
    Contact2 contact{edge.from + t * edge.along, edge.normal, body.radius - front, edge.piece};
    if (t < -edge.reach_from) {  // past its start: the corner itself, if it sticks out there
      const double d = length(p);
      const bool sees =
          d > 0 && cross(edges_[edge.before].normal, p) >= 0 && cross(p, edge.normal) >= 0;
      if (!edge.bare_from || !sees) return true;
      contact = {edge.from, p / d, body.radius - d, edge.piece};
    } else if (t > edge.length + edge.reach_to || front <= 0) {
      return true;
    }
    if (contact.depth > kRounding) out.add(contact);
    return true;
  });
}

void ContactMap::collect_posts(const PosedOutline& body, ContactList& out) const {
  visit_near(body.bounds, [&](std::uint32_t item) {
    if (item < edges_.size()) return true;
    const Post& post = posts_[item - edges_.size()];
    if (!body.bounds.overlaps(bounds_of(item))) return true;
    if (body.corner_count == 0)
      add_circle_against_circle(post.circle, post.piece, body, out);
    else
      add_circle_against_polygon(post.circle, post.piece, body, out);
    return true;
  });
}

void collect_pair(const PosedOutline& body, const PosedOutline& other, ContactList& out) {
  if (!body.bounds.overlaps(other.bounds)) return;
  const bool body_round = body.corner_count == 0, other_round = other.corner_count == 0;
  if (other_round) {
    const Circle2 circle{other.center, other.radius};
    if (body_round)
      add_circle_against_circle(circle, {}, body, out);
    else
      add_circle_against_polygon(circle, {}, body, out);
    return;
  }
  if (!body_round) return add_polygon_pair(body, other, out);
  // a round body against a polygon is the same pair seen from the other side
  const std::size_t first = out.count;
  add_circle_against_polygon({body.center, body.radius}, {}, other, out);
  for (std::size_t k = first; k < out.count; ++k) out.items[k].normal = -out.items[k].normal;
}

bool overlap(const PosedOutline& a, const PosedOutline& b) {
  ContactList contacts;
  collect_pair(a, b, contacts);
  return contacts.count > 0;
}

bool overlap(const Circle2& a, const Segment2& b) {
  return distance(nearest_on_segment(b.from, b.to, a.center), a.center) <= a.radius;
}

bool overlap(const Segment2& a, const Segment2& b) {
  const auto side = [](const Segment2& s, Vec2 p) { return cross(s.to - s.from, p - s.from); };
  const double a0 = side(b, a.from), a1 = side(b, a.to), b0 = side(a, b.from), b1 = side(a, b.to);
  if (((a0 > 0) != (a1 > 0)) && ((b0 > 0) != (b1 > 0))) return true;
  const auto on = [](const Segment2& s, Vec2 p, double c) {
    return c == 0 && std::min(s.from.x, s.to.x) <= p.x && p.x <= std::max(s.from.x, s.to.x) &&
           std::min(s.from.y, s.to.y) <= p.y && p.y <= std::max(s.from.y, s.to.y);
  };
  return on(b, a.from, a0) || on(b, a.to, a1) || on(a, b.from, b0) || on(a, b.to, b1);
}

}  // namespace paddock
