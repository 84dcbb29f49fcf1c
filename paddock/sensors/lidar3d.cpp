#include "paddock/sensors/lidar3d.h"

#include <algorithm>
#include <cmath>

#include "paddock/core/check.h"
#include "paddock/core/float_state.h"
#include "paddock/sensors/lidar_kernels.h"
#include "paddock/sensors/range_finish.h"

namespace paddock {
namespace {

/// Between two poses: places on a straight line, turns on the short way round.
Pose3 between(const Pose3& a, const Pose3& b, double part) {
  const Quat p = a.turn, q = b.turn;
  const double same = p.w * q.w + p.x * q.x + p.y * q.y + p.z * q.z < 0 ? -1 : 1;
  const Quat sum{p.w + part * (same * q.w - p.w), p.x + part * (same * q.x - p.x),
                 p.y + part * (same * q.y - p.y), p.z + part * (same * q.z - p.z)};
  const double norm = std::sqrt(sum.w * sum.w + sum.x * sum.x + sum.y * sum.y + sum.z * sum.z);
  return {a.at + part * (b.at - a.at), {sum.w / norm, sum.x / norm, sum.y / norm, sum.z / norm}};
}

bool finite_pose(const Pose3& pose) {
  const Quat q = pose.turn;
  return std::isfinite(pose.at.x + pose.at.y + pose.at.z) &&
         std::fabs(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z - 1) < 1e-6;
}

/// Says which number is wrong.
Result<void> check_noise(const RangeNoise& noise) {
  const auto fine = [](float figure) { return figure >= 0 && std::isfinite(figure); };
  if (!fine(noise.sigma) || !fine(noise.relative) || !fine(noise.quantum))
    return fail(ErrorCode::Invalid,
                "lidar sigma, relative and quantum must be finite and at least 0, got ",
                noise.sigma, ", ", noise.relative, " and ", noise.quantum);
  if (!(noise.dropout >= 0 && noise.dropout <= 1))
    return fail(ErrorCode::Invalid, "lidar dropout must be 0 to 1, got ", noise.dropout);
  return {};
}

}  // namespace

Result<Lidar3dParams> check_lidar3d(const Lidar3dSpec& spec) {
  if (spec.channels < 1 || spec.channels > kMaxChannels)
    return fail(ErrorCode::Invalid, "lidar channels must be 1 to ", kMaxChannels, ", got ",
                spec.channels);
  if (!(spec.lower >= -kPi / 2 && spec.upper <= kPi / 2 && spec.lower <= spec.upper))
    return fail(ErrorCode::Invalid, "lidar angles must be -pi/2 <= lower <= upper <= pi/2, got ",
                spec.lower, " and ", spec.upper);
  if (!(spec.turns_per_second > 0 && spec.turns_per_second <= 1000))
    return fail(ErrorCode::Invalid, "lidar turns_per_second must be above 0 and at most 1000, got ",
                spec.turns_per_second);
  if (!(spec.min_range >= 0 && spec.max_range > spec.min_range && spec.max_range <= 1e4))
    return fail(ErrorCode::Invalid,
                "lidar ranges must be 0 <= min_range < max_range <= 10000 m, got ", spec.min_range,
                " and ", spec.max_range);
  if (!(spec.attenuation >= 0 && spec.attenuation <= 10))
    return fail(ErrorCode::Invalid, "lidar attenuation must be 0 to 10 / m, got ",
                spec.attenuation);
  if (!finite_pose(spec.body_from_lidar))
    return fail(ErrorCode::Invalid, "lidar pose must be finite, with a unit quaternion");
  if (auto fine = check_noise(spec.noise); !fine) return tl::unexpected(fine.error());
  const double columns = spec.points_per_second / (spec.channels * spec.turns_per_second);
  if (!(columns >= 1 && columns <= kMaxColumns))
    return fail(ErrorCode::Invalid,
                "lidar points_per_second / (channels * turns_per_second) must be 1 to ",
                kMaxColumns, " firings a turn, got ", columns);
  return Lidar3dParams{.spec = spec, .columns = static_cast<int>(columns + 0.5)};
}

ColumnWindow whole_turn(const Lidar3dParams& params) { return {0, params.columns}; }

ColumnWindow swept_columns(const Lidar3dParams& params, std::int64_t tick, double tick_seconds) {
  // both ends of a tick are computed alike, so nothing is lost or doubled
  const auto fired = [&](std::int64_t t) {
    return static_cast<std::int64_t>(std::floor(static_cast<double>(t) * tick_seconds *
                                                params.spec.turns_per_second * params.columns));
  };
  const std::int64_t from = fired(tick), count = fired(tick + 1) - from;
  const auto first = static_cast<int>((from % params.columns + params.columns) % params.columns);
  return {first, static_cast<int>(std::min<std::int64_t>(count, params.columns))};
}

Lidar3d::Lidar3d(const Lidar3dParams& params)
    : params_(params),
      fan_(static_cast<std::size_t>(params.columns)),
      stride_((params.columns + 63) / 64 * 64) {
  for (int column = 0; column < params.columns; ++column)
    bearings_.push_back(Rot2::of(2 * kPi * column / params.columns));
  const int channels = params.spec.channels;
  for (int channel = 0; channel < channels; ++channel) {
    const double part = channels > 1 ? static_cast<double>(channel) / (channels - 1) : 0;
    rises_.push_back(Rot2::of(params.spec.upper + part * (params.spec.lower - params.spec.upper)));
  }
  const auto beams = static_cast<std::size_t>(stride_) * static_cast<std::size_t>(channels);
  range_.assign(beams, kFanNothing), intensity_.resize(beams), tag_.resize(beams),
      instance_.resize(beams);
}

void Lidar3d::measure(const RayScene& scene, const SweptPose& world_from_lidar, ColumnWindow window,
                      const DrawAddress& noise, Workers& workers, Lidar3dReading& reading) {
  PADDOCK_ASSERT(window.first >= 0 && window.first < params_.columns && window.count >= 0 &&
                     window.count <= params_.columns,
                 "columns ", window.first, " + ", window.count);
  const DefaultFloatState exact;
  const Lidar3dSpec& spec = params_.spec;
  for (int k = 0; k < window.count; ++k) {
    const auto column = static_cast<std::size_t>((window.first + k) % params_.columns);
    const double part = static_cast<double>(k) / std::max(window.count, 1);
    fan_.set(column,
             world_from_lidar.start == world_from_lidar.end
                 ? world_from_lidar.start
                 : between(world_from_lidar.start, world_from_lidar.end, part),
             bearings_[column]);
  }
  // a window that passes the last column is two
  const int until = window.first + window.count;
  const int first_end = std::min(until, params_.columns), rest = until - first_end;

  const FanShot shot{.surfaces = scene.surfaces(),
                     .max_range = static_cast<float>(spec.max_range),
                     .attenuation = static_cast<float>(spec.attenuation)};
  const bool noisy = spec.noise != RangeNoise{};
  LidarFinish finish = finish_with(spec.noise, noise, Stream::Lidar3dRange, Stream::Lidar3dDropout);
  finish.background = 1 / static_cast<float>(spec.max_range);
  finish.min_range = static_cast<float>(spec.min_range);
  finish.near_value = finish.far_value = kFanNothing;
  workers.run(spec.channels, [&](int, int channel) {
    const DefaultFloatState exact_here;
    const int row = channel * stride_;
    const FanEcho echo{range_.data() + row, intensity_.data() + row, tag_.data() + row,
                       instance_.data() + row};
    const Rot2 rise = rises_[static_cast<std::size_t>(channel)];
    if (window.count > 0) trace_fan(scene, fan_, rise, window.first, first_end - 1, shot, echo);
    if (rest > 0) trace_fan(scene, fan_, rise, 0, rest - 1, shot, echo);
    if (!noisy) return;
    // the flat lidar's own noise, which works on inverse ranges
    for (int column = 0; column < stride_; ++column) echo.range[column] = 1 / echo.range[column];
    LidarFinish here = finish;
    here.first_beam = row, here.last_beam = row + params_.columns - 1;
    lidar_kernels().finish(here, range_.data());
  });

  reading.points.clear();
  reading.points_of_channel.assign(static_cast<std::size_t>(spec.channels), 0);
  const auto min_range = static_cast<float>(spec.min_range);
  for (std::size_t channel = 0; channel < rises_.size(); ++channel) {
    const std::size_t before = reading.points.size();
    for (int k = 0; k < window.count; ++k) {
      const int at = window.first + k, column = at >= params_.columns ? at - params_.columns : at;
      const std::size_t beam =
          channel * static_cast<std::size_t>(stride_) + static_cast<std::size_t>(column);
      const float range = range_[beam];
      if (range >= kFanNothing || range < min_range) continue;
      const Rot2 bearing = bearings_[static_cast<std::size_t>(column)], rise = rises_[channel];
      const auto level = static_cast<float>(rise.c) * range;
      reading.points.push_back({.x = level * static_cast<float>(bearing.c),
                                .y = level * static_cast<float>(bearing.s),
                                .z = static_cast<float>(rise.s) * range,
                                .intensity = intensity_[beam],
                                .channel = static_cast<std::uint16_t>(channel),
                                .column = static_cast<std::uint16_t>(column),
                                .tag = tag_[beam],
                                .instance = instance_[beam]});
    }
    reading.points_of_channel[channel] = static_cast<std::uint32_t>(reading.points.size() - before);
  }
  reading.bearing = 2 * kPi * (until % params_.columns) / params_.columns;
}

}  // namespace paddock
