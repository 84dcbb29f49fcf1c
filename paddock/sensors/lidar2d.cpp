#include "paddock/sensors/lidar2d.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numbers>
#include <optional>

#include "paddock/core/check.h"
#include "paddock/sensors/lidar_kernels.h"
#include "paddock/sensors/range_finish.h"

namespace paddock {
namespace {

constexpr double kFewestBeamsATurn =
    8;                     // below that an interval cannot tell which way round it goes
constexpr int kLead = 16;  // floats before beam 0, so that beam -1 exists and 0 is aligned

/// A solid rectangle, as a centre and two half sides; nothing when the loop is no such thing.
std::optional<std::array<Vec2, 3>> as_box(const Loop2& loop) {
  if (loop.points.size() != 4) return std::nullopt;
  const auto& p = loop.points;
  const Vec2 a = p[1] - p[0], b = p[3] - p[0];
  const double size = length(a) + length(b);
  const bool square = std::fabs(dot(a, b)) <= 1e-12 * size * size;
  const bool closed = distance(p[2], p[1] + b) <= 1e-12 * size;
  if (!square || !closed || cross(a, b) <= 0)
    return std::nullopt;  // clockwise: a hole, seen from inside
  return std::array<Vec2, 3>{0.5 * (p[0] + p[2]), 0.5 * a, 0.5 * b};
}

/// Fills chunks with closed lines, sixteen vertices each; a line that goes on starts the next chunk
/// with the vertex that ended the last.
class ChunkWriter {
 public:
  explicit ChunkWriter(std::vector<LidarChunk>& chunks) : chunks_(chunks) {}

  void add_loop(std::span<const Vec2> points) {
    const std::size_t vertices = points.size() + 1;
    if (used_ + vertices > 16 && vertices <= 16) flush();
    put(points[0], false);
    for (std::size_t i = 1; i < vertices; ++i) {
      if (used_ == 16) {
        flush();
        put(points[i - 1], false);
      }
      put(points[i % points.size()], true);
    }
  }

  void flush() {
    if (used_ == 0) return;
    for (std::size_t i = used_; i < 16; ++i)
      chunk_.x[i] = chunk_.x[used_ - 1], chunk_.y[i] = chunk_.y[used_ - 1];
    for (std::size_t i = 0; i < 15; ++i) {
      chunk_.ex[i] = static_cast<float>(chunk_.x[i + 1] - chunk_.x[i]);
      chunk_.ey[i] = static_cast<float>(chunk_.y[i + 1] - chunk_.y[i]);
    }
    chunks_.push_back(chunk_);
    chunk_ = {};
    used_ = 0;
  }

 private:
  void put(Vec2 p, bool joined) {
    if (used_ == 16) flush();
    chunk_.x[used_] = p.x, chunk_.y[used_] = p.y;
    if (joined) chunk_.faces |= 1u << (used_ - 1);
    ++used_;
  }

  std::vector<LidarChunk>& chunks_;
  LidarChunk chunk_;
  std::size_t used_{};
};

void put_box(LidarBoxes& group, const std::array<Vec2, 3>& box) {
  const std::uint32_t i = group.count++;
  group.x[i] = box[0].x, group.y[i] = box[0].y;
  group.ux[i] = box[1].x, group.uy[i] = box[1].y;
  group.vx[i] = box[2].x, group.vy[i] = box[2].y;
}

/// Others of this scan as chunks and circles in scratch.
void place_others(std::span<const PosedOutline> others, Lidar2dScratch& scratch) {
  scratch.others.clear();
  scratch.other_circles.clear();
  ChunkWriter writer(scratch.others);
  for (const PosedOutline& other : others) {
    if (other.corner_count > 0)
      writer.add_loop(other.polygon());
    else
      scratch.other_circles.push_back(
          {other.center.x, other.center.y, static_cast<float>(other.radius)});
  }
  writer.flush();
}

/// The fan's beams between those of a window of reported ones.
BeamWindow fan_window(const Lidar2dScanner& scanner, BeamWindow window) {
  const int n = scanner.params().beams;
  const bool at_repeated = window.first == 0 || window.last == n - 1;
  if (scanner.closed() && at_repeated && window.first < window.last)
    return {0, scanner.fan().beams - 1};
  const int a = scanner.fan_beam(window.first), b = scanner.fan_beam(window.last);
  return {std::min(a, b), std::max(a, b)};
}

void deliver(const Lidar2dScanner& scanner, BeamWindow window, const float* values,
             std::span<float> ranges) {
  if (scanner.plain()) {
    const auto first = static_cast<std::size_t>(window.first);
    const auto count = static_cast<std::size_t>(window.last - window.first + 1);
    std::memcpy(ranges.data() + first, values + first, count * sizeof(float));
    return;
  }
  for (int i = window.first; i <= window.last; ++i)
    ranges[static_cast<std::size_t>(i)] = values[scanner.fan_beam(i)];
}

void scan_into(const Lidar2dScanner& scanner, const Lidar2dMap& map,
               std::span<const PosedOutline> others, const Pose2& world_from_lidar,
               BeamWindow window, LidarFinish finish, Lidar2dScratch& scratch,
               std::span<float> ranges) {
  const Lidar2dParams& p = scanner.params();
  PADDOCK_ASSERT(ranges.size() == static_cast<std::size_t>(p.beams), "ranges ", ranges.size());
  if (window.last < window.first) return;
  const BeamWindow fan = fan_window(scanner, window);
  const Rot2 turn = Rot2::of(world_from_lidar.yaw);
  const LidarShot at{.x = world_from_lidar.x,
                     .y = world_from_lidar.y,
                     .cos_yaw = static_cast<float>(turn.c),
                     .sin_yaw = static_cast<float>(turn.s),
                     .max_range = static_cast<float>(scanner.cast_range()),
                     .first_beam = fan.first,
                     .last_beam = fan.last};
  place_others(others, scratch);
  LidarMapView other_view;
  other_view.chunks = scratch.others.data(), other_view.chunk_count = scratch.others.size();
  other_view.circles = scratch.other_circles.data(),
  other_view.circle_count = scratch.other_circles.size();
  const LidarBuffers buffers = scratch.buffers();
  lidar_kernels().scan(scanner.fan(), at, map.view(), other_view, buffers);

  finish.first_beam = fan.first, finish.last_beam = fan.last;
  finish.background = 1 / at.max_range;
  finish.min_range = static_cast<float>(p.min_range);
  finish.near_value = static_cast<float>(p.near_value),
  finish.far_value = static_cast<float>(p.far_value);
  finish.shortfall = scanner.shortfall();
  finish.gain = static_cast<float>(p.max_range / (p.max_range - p.near_plane));
  finish.max_range = static_cast<float>(p.max_range);
  lidar_kernels().finish(finish, buffers.inverse);
  deliver(scanner, window, buffers.inverse, ranges);
}

/// Rounded up to whole blocks of sixteen.
std::size_t blocks_of(std::size_t floats) { return (floats + 15) / 16; }

}  // namespace

Lidar2dMap::Lidar2dMap(const FlatSlice& slice) {
  ChunkWriter writer(chunks_);
  for (const Loop2& loop : slice.loops) {
    if (loop.points.size() < 2) continue;
    segments_ += loop.points.size();
    if (const auto box = as_box(loop)) {
      if (boxes_.empty() || boxes_.back().count == 16) boxes_.emplace_back();
      put_box(boxes_.back(), *box);
    } else {
      writer.add_loop(loop.points);
    }
  }
  writer.flush();
  for (const SliceCircle& c : slice.circles)
    circles_.push_back({c.circle.center.x, c.circle.center.y, static_cast<float>(c.circle.radius)});

  const std::size_t padded = 16 * blocks_of(chunks_.size());
  bound_x_.assign(padded, 1e6f), bound_y_.assign(padded, 1e6f), bound_radius_.assign(padded, 0.0f);
  for (std::size_t c = 0; c < chunks_.size(); ++c) {
    Bounds2 bounds;
    for (int i = 0; i < 16; ++i) bounds.add({chunks_[c].x[i], chunks_[c].y[i]});
    const Vec2 center = 0.5 * (bounds.low + bounds.high);
    bound_x_[c] = static_cast<float>(center.x), bound_y_[c] = static_cast<float>(center.y);
    // a little more than half the diagonal: the centre is rounded to float
    bound_radius_[c] = static_cast<float>(0.5 * distance(bounds.low, bounds.high) * 1.00001 + 1e-3);
  }
}

LidarMapView Lidar2dMap::view() const {
  return {.chunks = chunks_.data(),
          .chunk_count = chunks_.size(),
          .bound_x = bound_x_.data(),
          .bound_y = bound_y_.data(),
          .bound_radius = bound_radius_.data(),
          .boxes = boxes_.data(),
          .box_groups = boxes_.size(),
          .circles = circles_.data(),
          .circle_count = circles_.size()};
}

Lidar2dScanner::Lidar2dScanner(const Lidar2dParams& params) : params_(params) {
  PADDOCK_ASSERT(params.beams >= 1 && params.beams <= kMaxBeams, "beams ", params.beams);
  PADDOCK_ASSERT(params.max_range > 0, "max_range ", params.max_range);
  PADDOCK_ASSERT(params.near_plane >= 0 && params.near_plane < params.max_range, "near_plane ",
                 params.near_plane);
  const double span = std::fabs(params.span);
  PADDOCK_ASSERT(span <= 2 * kPi * (1 + 1e-9), "span ", params.span);
  const double step = params.beams > 1 ? span / (params.beams - 1) : 2 * kPi / 64;
  PADDOCK_ASSERT(step > 0, "span ", params.span);
  refinement_ = params.beams > 1
                    ? std::max(1, static_cast<int>(std::ceil(step * kFewestBeamsATurn / (2 * kPi))))
                    : 1;
  fan_step_ = step / refinement_;
  closed_ = params.beams > 1 && span >= 2 * kPi * (1 - 1e-9);
  fan_beams_ = (params.beams - 1) * refinement_ + (closed_ ? 0 : 1);
  fan_start_ = wrap_angle(params.span < 0 ? params.start + params.span : params.start);

  const std::size_t blocks = blocks_of(static_cast<std::size_t>(kLead + fan_beams_ + 1)) + 1;
  dx_.resize(blocks), dy_.resize(blocks);
  // on a full turn the beams before the first and after the last are those of the other end, to the
  // bit
  const double period = 2 * kPi / fan_step_;
  const bool full_turn = std::fabs(period - fan_beams_) < 1e-6 * fan_beams_;
  for (int beam = -1; beam <= fan_beams_; ++beam) {
    const int same = full_turn ? (beam + fan_beams_) % fan_beams_ : beam;
    const Rot2 way = Rot2::of(fan_start_ + fan_step_ * same);
    const auto place = static_cast<std::size_t>(kLead + beam);
    dx_[place / 16].at[place % 16] = static_cast<float>(way.c);
    dy_[place / 16].at[place % 16] = static_cast<float>(way.s);
  }
  prepare_shortfall();
}

double Lidar2dScanner::cast_range() const {
  return params_.max_range + (std::numbers::sqrt2 - 1) * params_.near_plane;
}

/// Four pictures of 90 degrees: depth along the nearest axis, less the near plane, stretched so
/// that the far plane stays, then divided by the cosine to that axis.
void Lidar2dScanner::prepare_shortfall() {
  if (params_.near_plane == 0) return;
  const double gain = params_.max_range / (params_.max_range - params_.near_plane);
  shortfall_.resize(static_cast<std::size_t>(4 * (fan_beams_ / 64 + 1)));
  for (int beam = 0; beam < fan_beams_; ++beam) {
    const Rot2 way = Rot2::of(fan_start_ + fan_step_ * beam);
    const double to_axis = std::max(std::fabs(way.c), std::fabs(way.s));
    shortfall_[static_cast<std::size_t>(beam / 16)].at[beam % 16] =
        static_cast<float>(params_.near_plane * gain / to_axis);
  }
}

LidarFan Lidar2dScanner::fan() const {
  const double period = 2 * kPi / fan_step_;
  return {.dx = dx_[1].at,
          .dy = dy_[1].at,
          .beams = fan_beams_,
          .start = static_cast<float>(fan_start_),
          .inv_step = static_cast<float>(1 / fan_step_),
          .period = static_cast<float>(period),
          .seam = static_cast<float>(-0.5 * (period - (fan_beams_ - 1)))};
}

Lidar2dScratch::Lidar2dScratch(const Lidar2dScanner& scanner, const Lidar2dMap& map,
                               std::size_t most_others) {
  const auto beams = static_cast<std::size_t>(scanner.fan().beams);
  const std::size_t faces = map.face_limit() + 16 * (most_others + 1) + 16;
  inverse_.resize(4 * (beams / 64 + 1));  // whole groups of 64, as noise is drawn
  block_least_.resize(blocks_of(beams) + 1);
  nx_.resize(faces), ny_.resize(faces), first_.resize(faces), last_.resize(faces);
  chunk_near_.resize(map.bound_count()), chunk_first_.resize(map.bound_count());
  chunk_last_.resize(map.bound_count()), chunk_far_.resize(map.bound_count());
  others.reserve(most_others + 1);
  other_circles.reserve(most_others);
}

LidarBuffers Lidar2dScratch::buffers() {
  return {.inverse = inverse_[0].at,
          .nx = nx_.data(),
          .ny = ny_.data(),
          .first = first_.data(),
          .last = last_.data(),
          .block_least = block_least_.data(),
          .chunk_near = chunk_near_.data(),
          .chunk_first = chunk_first_.data(),
          .chunk_last = chunk_last_.data(),
          .chunk_far = chunk_far_.data()};
}

std::array<BeamWindow, 2> swept_windows(const Lidar2dParams& params, std::int64_t tick,
                                        double tick_seconds) {
  if (params.turns_per_second <= 0 || params.beams < 2) return {all_beams(params), BeamWindow{}};
  // beams are passed at these turns; both ends of a tick are computed alike, so nothing is lost or
  // doubled
  const auto turned = [&](std::int64_t t) {
    return static_cast<double>(t) * tick_seconds * params.turns_per_second;
  };
  const double from = turned(tick), to = turned(tick + 1);
  if (to - from >= 1) return {all_beams(params), BeamWindow{}};
  const double beams_a_turn = 2 * kPi / std::fabs(params.span) * (params.beams - 1);
  const double whole = std::floor(from);
  const auto first_at = [&](double turn) {
    return static_cast<int>(std::ceil(turn * beams_a_turn));
  };
  const auto kept = [&](int first, int end) {
    return BeamWindow{first, std::min(end, params.beams) - 1};
  };
  if (to - whole <= 1) return {kept(first_at(from - whole), first_at(to - whole)), BeamWindow{}};
  return {kept(first_at(from - whole), params.beams), kept(0, first_at(to - whole - 1))};
}

void scan(const Lidar2dScanner& scanner, const Lidar2dMap& map,
          std::span<const PosedOutline> others, const Pose2& world_from_lidar, BeamWindow window,
          Lidar2dScratch& scratch, std::span<float> ranges) {
  scan_into(scanner, map, others, world_from_lidar, window, {}, scratch, ranges);
}

void scan_with_noise(const Lidar2dScanner& scanner, const Lidar2dMap& map,
                     std::span<const PosedOutline> others, const Pose2& world_from_lidar,
                     BeamWindow window, const RangeNoise& noise, const DrawAddress& address,
                     Lidar2dScratch& scratch, std::span<float> ranges) {
  const LidarFinish finish = finish_with(noise, address, Stream::LidarRange, Stream::LidarDropout);
  scan_into(scanner, map, others, world_from_lidar, window, finish, scratch, ranges);
}

}  // namespace paddock
