// Where on the roads a place is. A stretch of a lane is a quad between its borders; the grid says
// which are near.
#include <algorithm>
#include <cmath>

#include "paddock/core/angle.h"
#include "paddock/core/det_math.h"
#include "paddock/world/roads/lane_stretch.h"
#include "paddock/world/roads/road_network.h"

namespace paddock {
namespace {

constexpr double kCell = 4;  // m: about a lane
constexpr std::size_t kMostCells = 4'000'000;
constexpr double kOnBorder = 1e-9;  // m^2, so that no place falls between two lanes

struct Quad {
  Vec2 a, b, c, d;  // counter-clockwise
};

Quad quad_of(const RoadLane& lane, std::size_t i) {
  return {lane.right[i], lane.right[i + 1], lane.left[i + 1], lane.left[i]};
}

bool covers(const Quad& q, Vec2 p) {
  return cross(q.b - q.a, p - q.a) >= -kOnBorder && cross(q.c - q.b, p - q.b) >= -kOnBorder &&
         cross(q.d - q.c, p - q.c) >= -kOnBorder && cross(q.a - q.d, p - q.d) >= -kOnBorder;
}

Bounds2 bounds_of(const Quad& q) {
  Bounds2 bounds;
  for (const Vec2 p : {q.a, q.b, q.c, q.d}) bounds.add(p);
  return bounds;
}

/// How far along the stretch the place on it is that is nearest to `at`, 0 to 1.
double share_of(const RoadLane& lane, std::size_t i, Vec2 at) {
  const Vec2 step = lane.middle[i + 1] - lane.middle[i];
  const double square = dot(step, step);
  return square > 0 ? std::clamp(dot(at - lane.middle[i], step) / square, 0.0, 1.0) : 0;
}

LanePlace place_at_share(const RoadLane& lane, LaneId id, std::size_t i, double share) {
  LanePlace place;
  place.lane = id;
  place.along = lane.along[i] + share * (lane.along[i + 1] - lane.along[i]);
  place.point = lerp(lane.middle[i], lane.middle[i + 1], share);
  place.heading = lane.heading[i] + share * (lane.heading[i + 1] - lane.heading[i]);
  return place;
}

LanePlace place_near(const RoadLane& lane, LaneId id, std::size_t i, Vec2 at) {
  LanePlace place = place_at_share(lane, id, i, share_of(lane, i, at));
  const Rot2 turn = Rot2::of(place.heading);
  place.offset = cross({turn.c, turn.s}, at - place.point);
  return place;
}

/// The nearest of the stretches that `fits` allows.
template <class Fits>
class NearestStretch {
 public:
  NearestStretch(const RoadNetwork& network, Vec2 at, const Fits& fits)
      : network_(network), at_(at), fits_(fits) {}

  std::optional<LanePlace> find() {
    const Bounds2 bounds = network_.grid.bounds();
    if (bounds.empty()) return std::nullopt;
    const Vec2 low = bounds.low - at_, high = at_ - bounds.high;
    const double outside = std::max({0.0, low.x, low.y, high.x, high.y});
    const Vec2 size = bounds.high - bounds.low;
    const double whole = outside + size.x + size.y;
    std::vector<LaneGrid::Stretch> stretches;
    for (double reach = outside + network_.grid.cell();; reach *= 2) {
      stretches.clear();
      network_.grid.near(at_, reach, stretches);
      for (const auto& s : stretches) look_at(s);
      if ((found_ && best_ <= reach * reach) || reach > 2 * whole) break;
    }
    if (!found_) return std::nullopt;
    return place_near(network_.lane(nearest_.lane), nearest_.lane, nearest_.point, at_);
  }

 private:
  void look_at(const LaneGrid::Stretch& s) {
    const RoadLane& lane = network_.lane(s.lane);
    if (lane.kind != LaneKind::Driving) return;
    const double share = share_of(lane, s.point, at_);
    const Vec2 off = at_ - lerp(lane.middle[s.point], lane.middle[s.point + 1], share);
    const double square = dot(off, off);
    const bool nearer = square < best_ || (square == best_ && before(s, nearest_));
    if (!nearer || !fits_(lane, s.point, share)) return;
    best_ = square, nearest_ = s, found_ = true;
  }
  static bool before(const LaneGrid::Stretch& a, const LaneGrid::Stretch& b) {
    return a.lane != b.lane ? a.lane < b.lane : a.point < b.point;
  }

  const RoadNetwork& network_;
  Vec2 at_;
  const Fits& fits_;
  double best_{1e300};
  LaneGrid::Stretch nearest_{};
  bool found_{};
};

}  // namespace

// --- the grid ------------------------------------------------------------------------------------

LaneGrid::LaneGrid(std::span<const RoadLane> lanes) {
  for (const RoadLane& lane : lanes)
    for (const auto* border : {&lane.left, &lane.right})
      for (const Vec2 p : *border) bounds_.add(p);
  if (bounds_.empty()) return;
  bounds_ = bounds_.grown(0.01);
  const Vec2 size = bounds_.high - bounds_.low;
  cell_ = std::max(kCell, std::sqrt(size.x * size.y / static_cast<double>(kMostCells)));
  cell_ = std::max({cell_, size.x / 1e5, size.y / 1e5});
  columns_ = static_cast<std::size_t>(size.x / cell_) + 1;
  rows_ = static_cast<std::size_t>(size.y / cell_) + 1;
  start_.assign(columns_ * rows_ + 1, 0);

  const auto each_cell = [&](auto&& visit) {
    for (std::size_t l = 0; l < lanes.size(); ++l)
      for (std::size_t i = 0; i + 1 < lanes[l].middle.size(); ++i) {
        const Bounds2 b = bounds_of(quad_of(lanes[l], i));
        const auto cell_of = [&](double v, double low) {
          return static_cast<std::size_t>((v - low) / cell_);
        };
        for (std::size_t y = cell_of(b.low.y, bounds_.low.y); y <= cell_of(b.high.y, bounds_.low.y);
             ++y)
          for (std::size_t x = cell_of(b.low.x, bounds_.low.x);
               x <= cell_of(b.high.x, bounds_.low.x); ++x)
            visit(y * columns_ + x,
                  Stretch{LaneId{static_cast<std::uint32_t>(l)}, static_cast<std::uint32_t>(i)});
      }
  };
  each_cell([&](std::size_t cell, const Stretch&) { ++start_[cell + 1]; });
  for (std::size_t i = 0; i + 1 < start_.size(); ++i) start_[i + 1] += start_[i];
  stretches_.resize(start_.back());
  std::vector<std::uint32_t> next(start_.begin(), start_.end() - 1);
  each_cell([&](std::size_t cell, const Stretch& s) { stretches_[next[cell]++] = s; });
}

std::span<const LaneGrid::Stretch> LaneGrid::near(Vec2 at) const {
  if (!(at.x >= bounds_.low.x && at.x <= bounds_.high.x && at.y >= bounds_.low.y &&
        at.y <= bounds_.high.y))
    return {};
  const auto x = static_cast<std::size_t>((at.x - bounds_.low.x) / cell_);
  const auto y = static_cast<std::size_t>((at.y - bounds_.low.y) / cell_);
  const std::size_t cell = y * columns_ + x;
  return std::span(stretches_).subspan(start_[cell], start_[cell + 1] - start_[cell]);
}

void LaneGrid::near(Vec2 at, double reach, std::vector<Stretch>& into) const {
  if (columns_ == 0 || !std::isfinite(at.x) || !std::isfinite(at.y)) return;
  const auto range = [&](double v, double low, std::size_t count, std::size_t& from,
                         std::size_t& to) {
    const double first = std::floor((v - reach - low) / cell_);
    const double last = std::floor((v + reach - low) / cell_);
    if (last < 0 || first >= static_cast<double>(count)) return false;
    from = first < 0 ? 0 : static_cast<std::size_t>(first);
    to = last >= static_cast<double>(count) ? count - 1 : static_cast<std::size_t>(last);
    return true;
  };
  std::size_t x0 = 0, x1 = 0, y0 = 0, y1 = 0;
  if (!range(at.x, bounds_.low.x, columns_, x0, x1)) return;
  if (!range(at.y, bounds_.low.y, rows_, y0, y1)) return;
  for (std::size_t y = y0; y <= y1; ++y) {
    const std::size_t first = start_[y * columns_ + x0], last = start_[y * columns_ + x1 + 1];
    into.insert(into.end(), stretches_.begin() + static_cast<std::ptrdiff_t>(first),
                stretches_.begin() + static_cast<std::ptrdiff_t>(last));
  }
}

// --- places on lanes -----------------------------------------------------------------------------

LanePlace place_on(const RoadNetwork& network, LaneId lane, double along) {
  const RoadLane& on = network.lane(lane);
  const std::size_t i = stretch_at(on, along);
  return place_at_share(on, lane, i, share_at(on, i, along));
}

double half_width_at(const RoadLane& lane, double along) {
  const std::size_t i = stretch_at(lane, along);
  const auto half = [&](std::size_t k) { return distance(lane.left[k], lane.right[k]) / 2; };
  return half(i) + share_at(lane, i, along) * (half(i + 1) - half(i));
}

double speed_limit_at(const RoadLane& lane, double along) {
  double speed = kNoWay;
  for (const SpeedSpan& span : lane.speed)
    if (span.from <= along || speed == kNoWay) speed = span.speed;
  return speed;
}

LanePlace nearest_on(const RoadNetwork& network, LaneId id, Vec2 at) {
  const RoadLane& lane = network.lane(id);
  std::size_t best = 0;
  double square = 1e300;
  for (std::size_t i = 0; i + 1 < lane.middle.size(); ++i) {
    const Vec2 off = at - lerp(lane.middle[i], lane.middle[i + 1], share_of(lane, i, at));
    if (dot(off, off) < square) best = i, square = dot(off, off);
  }
  return place_near(lane, id, best, at);
}

std::optional<LanePlace> nearest_lane(const RoadNetwork& network, Vec2 at) {
  const auto any = [](const RoadLane&, std::size_t, double) { return true; };
  return NearestStretch(network, at, any).find();
}

std::optional<LanePlace> nearest_lane(const RoadNetwork& network, const Pose2& pose) {
  const auto alike = [&](const RoadLane& lane, std::size_t i, double share) {
    const double heading = lane.heading[i] + share * (lane.heading[i + 1] - lane.heading[i]);
    return std::fabs(wrap_angle(heading - pose.yaw)) < kPi / 2;
  };
  return NearestStretch(network, position(pose), alike).find();
}

void lanes_at(const RoadNetwork& network, Vec2 at, std::vector<LanePlace>& into) {
  into.clear();
  for (const LaneGrid::Stretch& s : network.grid.near(at)) {
    const RoadLane& lane = network.lane(s.lane);
    if (!into.empty() && into.back().lane == s.lane) continue;
    if (covers(quad_of(lane, s.point), at)) into.push_back(place_near(lane, s.lane, s.point, at));
  }
}

std::optional<LanePlace> lane_at(const RoadNetwork& network, Vec2 at) {
  std::vector<LanePlace> all;
  lanes_at(network, at, all);
  std::optional<LanePlace> best;
  for (const LanePlace& place : all)
    if (!best || distance(place.point, at) < distance(best->point, at)) best = place;
  return best;
}

// --- what a place is -----------------------------------------------------------------------------

namespace {

/// The stretch that decides what a place is: of a junction before any other; null off the road.
const LaneGrid::Stretch* deciding_stretch(const RoadNetwork& network, Vec2 at) {
  const LaneGrid::Stretch* found = nullptr;
  for (const LaneGrid::Stretch& s : network.grid.near(at)) {
    const RoadLane& lane = network.lane(s.lane);
    if (!is_road(lane.kind) || (found != nullptr && !lane.junction)) continue;
    if (!covers(quad_of(lane, s.point), at)) continue;
    found = &s;
    if (lane.junction) break;
  }
  return found;
}

RoadGround ground_of(const RoadNetwork& network, const LaneGrid::Stretch* s, Vec2 at) {
  if (s == nullptr) return {};
  const RoadLane& lane = network.lane(s->lane);
  if (lane.junction) return {RoadCover::Junction, {}};
  const double share = share_of(lane, s->point, at);
  const double heading =
      lane.heading[s->point] + share * (lane.heading[s->point + 1] - lane.heading[s->point]);
  const Rot2 turn = Rot2::of(heading);
  return {RoadCover::Lane, {turn.c, turn.s}};
}

}  // namespace

RoadGround road_ground_at(const RoadNetwork& network, Vec2 at) {
  return ground_of(network, deciding_stretch(network, at), at);
}

namespace {

/// The stretches of road that a box may lie on, junctions first; each decides what a place on it
/// is.
class BoxGround {
 public:
  BoxGround(const RoadNetwork& network, const Pose2& box, Vec2 half_size) : yaw_(box.yaw) {
    const double reach = length(half_size);
    std::vector<LaneGrid::Stretch> near;
    network.grid.near(position(box), reach, near);
    Bounds2 around;
    around.add(position(box));
    around = around.grown(reach);
    for (const bool junctions : {true, false}) {
      for (const LaneGrid::Stretch& s : near) {
        const RoadLane& lane = network.lane(s.lane);
        const Quad quad = quad_of(lane, s.point);
        if (!is_road(lane.kind) || lane.junction.has_value() != junctions) continue;
        if (bounds_of(quad).overlaps(around)) parts_.push_back({quad, &lane, s.point, junctions});
      }
      if (junctions) first_lane_ = parts_.size();
    }
  }

  enum class Found : std::uint8_t { OffRoad, Fine, OtherLane };
  Found at(Vec2 p) {
    // most samples lie where the one before them did
    const bool sure = first_lane_ == 0 || last_ < first_lane_;
    if (sure && last_ < parts_.size() && covers(parts_[last_].quad, p)) return told(p);
    for (last_ = 0; last_ < parts_.size(); ++last_)
      if (covers(parts_[last_].quad, p)) return told(p);
    return Found::OffRoad;
  }

 private:
  struct Part {
    Quad quad;
    const RoadLane* lane{};
    std::uint32_t point{};
    bool junction{};
  };

  Found told(Vec2 p) const {
    const Part& part = parts_[last_];
    if (part.junction) return Found::Fine;
    const double from = part.lane->heading[part.point], to = part.lane->heading[part.point + 1];
    const double heading =
        from == to ? from : from + share_of(*part.lane, part.point, p) * (to - from);
    return std::fabs(wrap_angle(heading - yaw_)) > kPi / 2 ? Found::OtherLane : Found::Fine;
  }

  double yaw_;
  std::vector<Part> parts_;
  std::size_t first_lane_{}, last_{};
};

}  // namespace

Trespass trespass_of(const RoadNetwork& network, const Pose2& world_from_box, Vec2 half_size,
                     double step) {
  const Rot2 turn = Rot2::of(world_from_box.yaw);
  const Vec2 middle = position(world_from_box);
  // samples from one edge up to, not including, the other
  const auto count = [&](double half) {
    return std::max(1, static_cast<int>(std::ceil(2 * half / step - 1e-9)));
  };
  const int columns = count(half_size.x), rows = count(half_size.y);
  BoxGround ground(network, world_from_box, half_size);
  int off_road = 0, other_lane = 0;
  for (int i = 0; i < columns; ++i) {
    for (int k = 0; k < rows; ++k) {
      const auto found =
          ground.at(middle + turn * Vec2{i * step - half_size.x, half_size.y - k * step});
      off_road += found == BoxGround::Found::OffRoad;
      other_lane += found == BoxGround::Found::OtherLane;
    }
  }
  const double all = static_cast<double>(columns) * rows;
  return {off_road / all, other_lane / all};
}

namespace {

/// Of all that cover a place a lane of the road, else the highest; null where none does.
const RoadLane* top_lane(const RoadNetwork& network, Vec2 at) {
  const RoadLane* top = nullptr;
  for (const LaneGrid::Stretch& s : network.grid.near(at)) {
    const RoadLane& lane = network.lane(s.lane);
    if (!covers(quad_of(lane, s.point), at)) continue;
    if (is_road(lane.kind)) return &lane;
    if (top == nullptr || lane.height > top->height) top = &lane;
  }
  return top;
}

}  // namespace

std::optional<LaneKind> lane_kind_at(const RoadNetwork& network, Vec2 at) {
  const RoadLane* top = top_lane(network, at);
  return top != nullptr ? std::optional(top->kind) : std::nullopt;
}

double road_height_at(const RoadNetwork& network, Vec2 at) {
  const RoadLane* top = top_lane(network, at);
  return top != nullptr && !is_road(top->kind) ? top->height : 0;
}

}  // namespace paddock
