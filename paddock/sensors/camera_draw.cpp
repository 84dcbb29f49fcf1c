#include "paddock/sensors/camera_draw.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "paddock/sensors/camera.h"

namespace paddock {
namespace {

constexpr std::size_t kRoom = 16;  // kernels read sixteen at once
constexpr int kBandRows = 8;       // of tiles
constexpr int kSmallRows = 16;     // pictures of so many are one band

/// How far from the middle of its pixel a ray of several may pass, px.
float spread_of(const CameraSpec& spec) { return spec.color.samples == 1 ? 0 : 0.375f; }

/// optical_from_group, of what stands still or is placed.
DrawGroup group_of(const CameraShot& shot, const DrawView& view, const SurfaceGroup& from,
                   const PlacedFrame& frame) {
  DrawGroup group;
  group.frame = from.frame;
  const double away[3]{frame.at[0] - shot.at[0], frame.at[1] - shot.at[1],
                       frame.at[2] - shot.at[2]};
  double size = 1;
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column)
      for (int k = 0; k < 3; ++k)
        group.exact_turn[3 * row + column] += shot.turn[3 * k + row] * frame.turn[3 * k + column];
    for (int k = 0; k < 3; ++k) group.exact_at[row] += shot.turn[3 * k + row] * away[k];
    size += std::fabs(group.exact_at[row]);
  }
  for (int k = 0; k < 9; ++k) group.turn[k] = static_cast<float>(group.exact_turn[k]);
  for (int k = 0; k < 3; ++k) group.at[k] = static_cast<float>(group.exact_at[k]);
  group.scale = static_cast<float>(1 / frame.shrink);
  group.share = 2e-6f * view.widest;
  group.room = group.share * static_cast<float>(size);
  return group;
}

/// For each step from `from` to `to`, which of a row of tiles its rays may lie in: the first whose
/// most, or that of one before, reaches it, to the last whose least, or that of one after, does.
void tabulate(const std::vector<float>& least, const std::vector<float>& most, float from, float to,
              std::vector<std::int32_t>& first, std::vector<std::int32_t>& last) {
  const std::size_t count = least.size();
  std::vector<float> reached(most), begun(least);
  for (std::size_t i = 1; i < count; ++i) reached[i] = std::max(reached[i], reached[i - 1]);
  for (std::size_t i = count - 1; i > 0; --i) begun[i - 1] = std::min(begun[i - 1], begun[i]);
  const float step = (to - from) / kLensSteps;
  for (int k = 0; k < kLensSteps; ++k) {
    // a step more on each side than rounding can take
    const float low = from + step * static_cast<float>(k - 1),
                high = from + step * static_cast<float>(k + 2);
    const auto a = std::lower_bound(reached.begin(), reached.end(), low) - reached.begin();
    const auto b = std::upper_bound(begun.begin(), begun.end(), high) - begun.begin();
    first.push_back(static_cast<std::int32_t>(a));
    last.push_back(static_cast<std::int32_t>(b) - 1);
  }
}

}  // namespace

// --- TileRays -----------------------------------------------------------------------------------

TileRays::TileRays(const CameraParams& params, const float* xs, const float* ys) {
  const CameraSpec& spec = params.spec;
  DrawView& v = numbers_;
  v.width = spec.width, v.height = spec.height;
  v.columns = (spec.width + 3) / 4, v.rows = (spec.height + 3) / 4;
  v.near = static_cast<float>(spec.near), v.far = static_cast<float>(spec.far);
  v.fx = static_cast<float>(params.fx), v.fy = static_cast<float>(params.fy);
  v.cx = static_cast<float>(params.cx), v.cy = static_cast<float>(params.cy);
  v.spare = 0.05f + spread_of(spec);
  v.lens = spec.lens == LensDistortion{} ? 0 : 1;
  v.x_rows = v.lens != 0 ? v.columns : 0;
  v.y_rows = v.lens != 0 ? v.columns : 1, v.y_columns = v.lens != 0 ? 1 : 0;

  const auto bounds = [](const float* rays, std::size_t tiles, double f, float spread,
                         std::vector<float>& least, std::vector<float>& most) {
    const float aside = spread / static_cast<float>(f);
    for (std::size_t tile = 0; tile < tiles; ++tile) {
      const auto [low, high] = std::minmax_element(rays + 16 * tile, rays + 16 * (tile + 1));
      least.push_back(*low - aside), most.push_back(*high + aside);
    }
  };
  const auto columns = static_cast<std::size_t>(v.columns), rows = static_cast<std::size_t>(v.rows);
  const std::size_t all = columns * rows;
  bounds(xs, v.lens != 0 ? all : columns, params.fx, spread_of(spec), left_, right_);
  bounds(ys, v.lens != 0 ? all : rows, params.fy, spread_of(spec), top_, bottom_);
  v.left = *std::min_element(left_.begin(), left_.end());
  v.right = *std::max_element(right_.begin(), right_.end());
  v.top = *std::min_element(top_.begin(), top_.end());
  v.bottom = *std::max_element(bottom_.begin(), bottom_.end());
  v.widest =
      1 + std::max({std::fabs(v.left), std::fabs(v.right), std::fabs(v.top), std::fabs(v.bottom)});
  v.band_rows = v.rows <= kSmallRows ? v.rows : kBandRows;

  if (v.lens != 0) {
    // the bounds of whole columns and rows of tiles
    std::vector<float> left(columns, 1e30f), right(columns, -1e30f), top(rows, 1e30f),
        bottom(rows, -1e30f);
    for (std::size_t row = 0; row < rows; ++row)
      for (std::size_t column = 0; column < columns; ++column) {
        const std::size_t tile = row * columns + column;
        left[column] = std::min(left[column], left_[tile]);
        right[column] = std::max(right[column], right_[tile]);
        top[row] = std::min(top[row], top_[tile]);
        bottom[row] = std::max(bottom[row], bottom_[tile]);
      }
    tabulate(left, right, v.left, v.right, first_column_, last_column_);
    tabulate(top, bottom, v.top, v.bottom, first_row_, last_row_);
    v.per_x = kLensSteps / std::max(1e-9f, v.right - v.left);
    v.per_y = kLensSteps / std::max(1e-9f, v.bottom - v.top);
  }
  for (auto* values : {&left_, &right_, &top_, &bottom_}) values->resize(values->size() + kRoom);
}

DrawView TileRays::view(const float* xs, const float* ys) const {
  DrawView v = numbers_;
  v.xs = xs, v.ys = ys;
  v.tile_left = left_.data(), v.tile_right = right_.data();
  v.tile_top = top_.data(), v.tile_bottom = bottom_.data();
  v.first_column = first_column_.data(), v.last_column = last_column_.data();
  v.first_row = first_row_.data(), v.last_row = last_row_.data();
  return v;
}

// --- Drawing ------------------------------------------------------------------------------------

bool Drawing::serves(const CameraParams& params, const RayScene& scene) {
  const CameraSpec& spec = params.spec;
  const auto pixels = static_cast<std::size_t>(spec.width) * static_cast<std::size_t>(spec.height);
  return scene.cluster_count() <= pixels;
}

void Drawing::begin(const CameraKernels& kernels, const DrawView& view, const RayScene& scene,
                    RayKind rays, const CameraShot& shot) {
  scene_ = scene.surfaces(), view_ = view;
  groups_.clear();
  std::size_t made = 0;
  for (std::int32_t g = 0; g < scene_.group_count; ++g) {
    const SurfaceGroup& from = scene_.groups[g];
    if ((from.seen_by & static_cast<std::uint32_t>(rays)) == 0) continue;
    const auto most = made + static_cast<std::size_t>(from.cluster_count) + kRoom;
    if (found_.size() < most) found_.resize(most);
    const auto index = static_cast<std::int32_t>(groups_.size());
    groups_.push_back(group_of(shot, view_, from, scene_.frames[from.frame]));
    made += static_cast<std::size_t>(kernels.cull(scene_, view_, groups_.back(), index,
                                                  from.first_cluster, from.cluster_count,
                                                  found_.data() + made));
  }
  sort_by_depth(made);

  // by bands, each from near to far
  const auto bands = static_cast<std::size_t>((view_.rows + view_.band_rows - 1) / view_.band_rows);
  first_.assign(bands + 1, 0);
  const auto each_band = [&](std::size_t i, auto&& call) {
    for (int b = clusters_[i].top / view_.band_rows; b <= clusters_[i].bottom / view_.band_rows;
         ++b)
      call(static_cast<std::size_t>(b));
  };
  for (std::size_t i = 0; i < made; ++i) each_band(i, [&](std::size_t b) { ++first_[b + 1]; });
  most_ = static_cast<std::size_t>(*std::max_element(first_.begin(), first_.end()));
  for (std::size_t b = 1; b < first_.size(); ++b) first_[b] += first_[b - 1];
  bands_.resize(static_cast<std::size_t>(first_.back()));
  next_.assign(first_.begin(), first_.end() - 1);
  for (std::size_t i = 0; i < made; ++i)
    each_band(i, [&](std::size_t b) {
      bands_[static_cast<std::size_t>(next_[b]++)] = static_cast<std::int32_t>(i);
    });
}

/// By the first bits of their depths: what is nearly as near may be drawn in any order, as long as
/// it is always the same.
void Drawing::sort_by_depth(std::size_t count) {
  constexpr int kLastBits = 18;  // that do not matter; 32 steps for each doubling
  const auto key = [](float nearness) {
    return std::bit_cast<std::uint32_t>(nearness) >> kLastBits;
  };
  const std::uint32_t low = key(0.5f / view_.far), high = key(2 / view_.near);
  const auto step = [&](const DrawCluster& c) {
    return static_cast<std::size_t>(high - std::clamp(key(c.nearness), low, high));
  };
  places_.assign(static_cast<std::size_t>(high - low) + 2, 0);
  for (std::size_t i = 0; i < count; ++i) ++places_[step(found_[i]) + 1];
  for (std::size_t k = 1; k < places_.size(); ++k) places_[k] += places_[k - 1];
  if (clusters_.size() < count) clusters_.resize(found_.size());
  for (std::size_t i = 0; i < count; ++i)
    clusters_[static_cast<std::size_t>(places_[step(found_[i])]++)] = found_[i];
}

void Drawing::make_room(std::size_t layers, BandCanvas& canvas) const {
  const auto columns = static_cast<std::size_t>(view_.columns);
  const auto rows = static_cast<std::size_t>(view_.band_rows);
  const std::size_t pixels = 16 * rows * columns;
  canvas.layers.resize(std::max(canvas.layers.size(), layers));
  for (BandCanvas::Layer& layer : canvas.layers) {
    layer.nearest.resize(std::max(layer.nearest.size(), pixels));
    layer.hit.resize(layer.nearest.size());
    layer.least.resize(std::max(layer.least.size(), rows * (columns + kRoom)));
    const std::size_t hits = most_ * kClusterTriangles + 1;
    layer.triangle.resize(std::max(layer.triangle.size(), hits));
    layer.frame.resize(layer.triangle.size());
  }
}

void Drawing::draw(const CameraKernels& kernels, int band, float off_x, float off_y,
                   BandCanvas::Layer& layer) const {
  DrawTarget& target = layer.target;
  target = {.nearest = layer.nearest.data(),
            .hit = layer.hit.data(),
            .least = layer.least.data(),
            .triangle = layer.triangle.data(),
            .frame = layer.frame.data(),
            .first_row = band * view_.band_rows,
            .last_row = std::min(view_.rows, (band + 1) * view_.band_rows) - 1,
            .stride = view_.columns + static_cast<std::int32_t>(kRoom),
            .off_x = off_x,
            .off_y = off_y};
  const auto pixels = static_cast<std::ptrdiff_t>(16 * view_.band_rows * view_.columns);
  std::fill_n(layer.nearest.begin(), pixels, 1 / view_.far);
  std::fill_n(layer.hit.begin(), pixels, -1);
  std::fill_n(layer.least.begin(), static_cast<std::ptrdiff_t>(view_.band_rows) * target.stride,
              1 / view_.far);
  const auto b = static_cast<std::size_t>(band);
  kernels.draw(scene_, view_, groups_.data(), clusters_.data(), bands_.data() + first_[b],
               first_[b + 1] - first_[b], target);
}

}  // namespace paddock
