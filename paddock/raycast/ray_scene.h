// RayScene: triangles that stand still and shapes that are placed anew each frame; packets of
// sixteen rays in, the names of the triangles they meet out. Scene frame, metres. Embree stays in
// ray_scene.cpp.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "paddock/core/error.h"
#include "paddock/core/pose.h"
#include "paddock/geom/look.h"
#include "paddock/raycast/ray_packet.h"
#include "paddock/raycast/surface.h"

namespace paddock {

/// Who asks: a triangle answers only to sensors that see it.
enum class RayKind : std::uint32_t { Camera = 1, Lidar = 2 };

/// The instruction set rays are traced with. Narrower ones are for tests.
enum class RayIsa { Widest, Avx2, Sse42 };

/// Embree's device: one for all scenes that ask for the same instruction set.
class RayDevice;
Result<std::shared_ptr<RayDevice>> open_ray_device(RayIsa isa = RayIsa::Widest);

enum class ShapeId : std::uint32_t {};
enum class PlacedId : std::uint32_t {};

/// What the part of a placed shape reports.
struct PlacedSpec {
  std::uint32_t instance{};
  SemanticTag tag{};
  SeenBy seen_by{};
};

class RayScene {
 public:
  /// A scene of what stands still. Shapes that move are added afterwards.
  RayScene(std::shared_ptr<RayDevice> device, std::span<const LookPart> still);
  ~RayScene();
  RayScene(RayScene&&) noexcept;
  RayScene& operator=(RayScene&&) noexcept;

  /// A shape that can be placed any number of times.
  ShapeId add_shape(const Look& look);
  /// One more of `shape`, hidden until it is placed.
  PlacedId add_placed(ShapeId shape, const PlacedSpec& spec);

  /// Prepares for shadows of this sun, `sun_radius` in rad: most need no rays then.
  void light_from(Vec3 to_sun, double sun_radius);

  /// `scale` is about the shape's origin.
  void place(PlacedId id, const Pose3& scene_from_shape, double scale = 1);
  void show(PlacedId id, bool shown);
  /// Makes what changed since the last time visible to rays; free when nothing did.
  void commit();

  /// Any number of threads may trace between two commits.
  void intersect(RayKind kind, const RayPacket& rays, RayHits& hits) const;
  /// One bit for each wanted ray that meets anything.
  std::uint32_t occluded(RayKind kind, const RayPacket& rays) const;

  SurfaceView surfaces() const;
  std::size_t triangle_count() const;
  /// Of triangles that stand together: what a picture is drawn from.
  std::size_t cluster_count() const;

 private:
  /// Embree's scene of what moves, as it stands since the last commit. Any thread.
  void join_moving() const;

  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace paddock
