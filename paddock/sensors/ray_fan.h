// A fan of beams through a RayScene, sixteen neighbours at a time: the way of spinning lidars and
// of a flat lidar that is tilted.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "paddock/core/pose.h"
#include "paddock/raycast/ray_scene.h"
#include "paddock/sensors/ray_fan_layout.h"

namespace paddock {

/// Beams of one turn, each with its bearing and the pose it is sent from.
class RayFan {
 public:
  explicit RayFan(std::size_t beams);
  std::size_t size() const { return beams_; }
  /// Beam `index` leaves `world_from_lidar` at `bearing`, counter-clockwise from its x axis.
  void set(std::size_t index, const Pose3& world_from_lidar, Rot2 bearing);
  FanBeams view() const;

 private:
  std::size_t beams_{};
  std::array<std::vector<double>, 9> numbers_;  // level, up, from
};

/// Traces the beams from `first` to `last`, both included, raised by `rise`, into `echo`, whose
/// rows hold whole blocks of sixteen.
void trace_fan(const RayScene& scene, const RayFan& fan, Rot2 rise, int first, int last,
               const FanShot& shot, const FanEcho& echo);

}  // namespace paddock
