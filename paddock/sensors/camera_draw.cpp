#include "paddock/sensors/camera_draw.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "paddock/sensors/camera.h"

namespace paddock {
namespace {

constexpr std::size_t kLanes16Room = 16;  // kernels take sixteen at once

/// How far from the middle of its pixel a ray of several may pass, at z = 1.
float spread(const CameraSpec& spec, double f) {
  return spec.color.samples == 1 ? 0 : static_cast<float>(0.375 / f);
}

/// The rays of a part of the picture, at z = 1. Floats, as tiles have them: what is outside for
/// these corners is outside for every ray between them, whatever is rounded.
struct Rays {
  float left{}, right{}, top{}, bottom{};
};

Rays rays_of(const Camera& camera, int first_column, int last_column, int first_row, int last_row) {
  const CameraParams& p = camera.params();
  const int row = std::min(last_row, camera.tile_rows() - 1);
  const int column = std::min(last_column, camera.tile_columns() - 1);
  return {camera.tile_x(first_row, first_column)[0] - spread(p.spec, p.fx),
          camera.tile_x(row, column)[15] + spread(p.spec, p.fx),
          camera.tile_y(first_row, first_column)[0] - spread(p.spec, p.fy),
          camera.tile_y(row, column)[15] + spread(p.spec, p.fy)};
}

/// optical_from_group, of what stands still or is placed.
DrawGroup group_of(const CameraShot& shot, const DrawView& window, const SurfaceGroup& from,
                   const PlacedFrame& frame) {
  DrawGroup group;
  group.first = from.first, group.count = from.count, group.frame = from.frame;
  const double away[3]{frame.at[0] - shot.at[0], frame.at[1] - shot.at[1],
                       frame.at[2] - shot.at[2]};
  double size = 1;
  for (int row = 0; row < 3; ++row) {
    for (int column = 0; column < 3; ++column)
      for (int k = 0; k < 3; ++k)
        group.turn[3 * row + column] += shot.turn[3 * k + row] * frame.turn[3 * k + column];
    for (int k = 0; k < 3; ++k) group.at[row] += shot.turn[3 * k + row] * away[k];
    size += std::fabs(group.at[row]);
  }
  const float widest = std::max({1.0f, std::fabs(window.left), std::fabs(window.right),
                                 std::fabs(window.top), std::fabs(window.bottom)});
  group.share = 2e-6f * widest;
  group.room = group.share * static_cast<float>(size);
  return group;
}

}  // namespace

bool Drawing::serves(const Camera& camera, const RayScene& scene) {
  const CameraSpec& spec = camera.params().spec;
  const auto pixels = static_cast<std::size_t>(spec.width) * static_cast<std::size_t>(spec.height);
  return spec.lens == LensDistortion{} && scene.triangle_count() <= pixels;
}

void Drawing::begin(const CameraKernels& kernels, const Camera& camera, const RayScene& scene,
                    const CameraShot& shot, bool drawn) {
  const CameraParams& p = camera.params();
  const Rays all = rays_of(camera, 0, camera.tile_columns() - 1, 0, camera.tile_rows() - 1);
  window_ = {.left = all.left,
             .right = all.right,
             .top = all.top,
             .bottom = all.bottom,
             .near = shot.near,
             .far = shot.far,
             .fx = p.fx,
             .fy = p.fy,
             .cx = p.cx,
             .cy = p.cy,
             .bands = (camera.tile_rows() + kBandTiles - 1) / kBandTiles,
             .blocks = (camera.tile_columns() + kBlockTiles - 1) / kBlockTiles};
  if (!drawn) return;
  const SurfaceView view = scene.surfaces();
  std::size_t made = 0;
  for (std::int32_t g = 0; g < view.group_count; ++g) {
    if ((view.groups[g].seen_by & static_cast<std::uint32_t>(p.spec.rays)) == 0) continue;
    const DrawGroup group =
        group_of(shot, window_, view.groups[g], view.frames[view.groups[g].frame]);
    const auto most = static_cast<std::size_t>(group.count) + kLanes16Room;
    if (kept_.size() < most) kept_.resize(most);
    const int kept = kernels.cull(view, window_, group, kept_.data());
    for (int k = kept; k < kept + static_cast<int>(kLanes16Room); ++k)
      kept_[static_cast<std::size_t>(k)] = group.first;
    if (outlines_.size() < made + static_cast<std::size_t>(kept))
      outlines_.resize(made + static_cast<std::size_t>(kept));
    made += static_cast<std::size_t>(
        kernels.outline(view, window_, group, kept_.data(), kept, outlines_.data() + made));
  }

  // by bands, each in the order of the scene
  const auto bands = static_cast<std::size_t>(window_.bands);
  first_.assign(bands + 1, 0), next_.assign(bands, 0);
  for (std::size_t i = 0; i < made; ++i) {
    const Outline& o = outlines_[i];
    for (auto b = static_cast<std::size_t>(o.first_band);
         b <= static_cast<std::size_t>(o.last_band); ++b)
      ++first_[b + 1], next_[b] += o.last_block - o.first_block + 1;
  }
  most_ = static_cast<std::size_t>(*std::max_element(next_.begin(), next_.end()));
  for (std::size_t b = 1; b < first_.size(); ++b) first_[b] += first_[b - 1];
  bands_.resize(static_cast<std::size_t>(first_.back()));
  next_.assign(first_.begin(), first_.end() - 1);
  for (std::size_t i = 0; i < made; ++i) {
    const Outline& o = outlines_[i];
    for (auto b = static_cast<std::size_t>(o.first_band);
         b <= static_cast<std::size_t>(o.last_band); ++b)
      bands_[static_cast<std::size_t>(next_[b]++)] = static_cast<std::int32_t>(i);
  }
}

void Drawing::make_room(BandLists& lists) const {
  const auto blocks = static_cast<std::size_t>(window_.blocks);
  lists.pairs.reserve(most_), lists.outlines.reserve(most_);
  lists.first.reserve(blocks + 1), lists.sides.reserve(blocks);
}

void Drawing::sort_band(const Camera& camera, int band, BandLists& lists) const {
  make_room(lists);
  const auto blocks = static_cast<std::size_t>(window_.blocks);
  Rays rays;
  lists.sides.clear();
  for (int block = 0; block < window_.blocks; ++block) {
    rays = rays_of(camera, block * kBlockTiles, (block + 1) * kBlockTiles - 1, band * kBandTiles,
                   (band + 1) * kBandTiles - 1);
    lists.sides.push_back({rays.left, rays.right});
  }

  // which triangles reach into which blocks
  lists.pairs.clear(), lists.first.assign(blocks + 1, 0);
  for (auto k = static_cast<std::size_t>(first_[static_cast<std::size_t>(band)]);
       k < static_cast<std::size_t>(first_[static_cast<std::size_t>(band) + 1]); ++k) {
    const Outline& o = outlines_[static_cast<std::size_t>(bands_[k])];
    std::array<float, 3> rest{};
    for (std::size_t e = 0; e < 3; ++e)
      rest[e] = std::max(o.edge[e][1] * rays.top, o.edge[e][1] * rays.bottom) + o.edge[e][2];
    for (std::int32_t block = o.first_block; block <= o.last_block; ++block) {
      const auto& sides = lists.sides[static_cast<std::size_t>(block)];
      const auto most = [&](std::size_t e) {
        return std::max(o.edge[e][0] * sides.first, o.edge[e][0] * sides.second) + rest[e];
      };
      if (most(0) < 0 || most(1) < 0 || most(2) < 0) continue;
      lists.pairs.push_back({block, bands_[k]});
      ++lists.first[static_cast<std::size_t>(block) + 1];
    }
  }

  // block by block
  for (std::size_t block = 1; block <= blocks; ++block)
    lists.first[block] += lists.first[block - 1];
  lists.outlines.resize(lists.pairs.size());
  for (const auto& [block, outline] : lists.pairs)
    lists.outlines[static_cast<std::size_t>(lists.first[static_cast<std::size_t>(block)]++)] =
        outline;
  // each first was moved on to its end, which is where the next begins
  for (std::size_t block = blocks; block > 0; --block) lists.first[block] = lists.first[block - 1];
  lists.first[0] = 0;
}

}  // namespace paddock
