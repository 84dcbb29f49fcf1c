// Everything of Embree. Version 4 differs here in the header's folder and in how a trace is told
// its flags (RTCIntersectArguments instead of RTCIntersectContext); nothing else.
#include "paddock/raycast/ray_scene.h"

#include <embree3/rtcore.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "paddock/core/check.h"
#include "paddock/raycast/sun_cover.h"
#include "paddock/raycast/surfaces.h"

namespace paddock {

class RayDevice {
 public:
  explicit RayDevice(RTCDevice device) : device_(device) {}
  ~RayDevice() { rtcReleaseDevice(device_); }
  RayDevice(const RayDevice&) = delete;
  RayDevice& operator=(const RayDevice&) = delete;
  RTCDevice get() const { return device_; }

 private:
  RTCDevice device_;
};

namespace {

struct SceneRelease {
  void operator()(RTCScene scene) const { rtcReleaseScene(scene); }
};
struct GeometryRelease {
  void operator()(RTCGeometry geometry) const { rtcReleaseGeometry(geometry); }
};
using SceneHandle = std::unique_ptr<RTCSceneTy, SceneRelease>;
using GeometryHandle = std::unique_ptr<RTCGeometryTy, GeometryRelease>;

constexpr std::uint32_t mask_of(SeenBy seen) {
  return (seen.camera ? static_cast<std::uint32_t>(RayKind::Camera) : 0u) |
         (seen.lidar ? static_cast<std::uint32_t>(RayKind::Lidar) : 0u);
}

/// Triangles as Embree wants them.
struct TriangleSoup {
  std::vector<std::array<float, 3>> points;
  std::vector<std::array<std::uint32_t, 3>> triangles;

  void add(const Look& look, std::span<const std::uint32_t> order, const Pose3& frame_from_look) {
    const auto first = static_cast<std::uint32_t>(points.size());
    for (const Vec3 p : look.points) {
      const Vec3 at = frame_from_look * p;
      points.push_back(
          {static_cast<float>(at.x), static_cast<float>(at.y), static_cast<float>(at.z)});
    }
    for (const std::uint32_t index : order) {
      const auto& t = look.triangles[index];
      triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
    }
  }
};

GeometryHandle make_geometry(RTCDevice device, const TriangleSoup& soup) {
  GeometryHandle geometry(rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE));
  void* points =
      rtcSetNewGeometryBuffer(geometry.get(), RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3,
                              sizeof soup.points[0], soup.points.size());
  std::memcpy(points, soup.points.data(), soup.points.size() * sizeof soup.points[0]);
  void* triangles =
      rtcSetNewGeometryBuffer(geometry.get(), RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                              sizeof soup.triangles[0], soup.triangles.size());
  std::memcpy(triangles, soup.triangles.data(), soup.triangles.size() * sizeof soup.triangles[0]);
  rtcSetGeometryMask(geometry.get(), 3);
  return geometry;
}

/// Coherent packets are traced twice as fast through what stands still. Through what is placed they
/// are not, and there Embree 3.13.5 can run for ever on AVX-512.
RTCIntersectContext context_for(bool coherent) {
  RTCIntersectContext context;
  rtcInitIntersectContext(&context);
  if (coherent) context.flags = RTC_INTERSECT_CONTEXT_FLAG_COHERENT;
  return context;
}

/// Lanes of -1 where a ray is wanted.
struct alignas(64) Wanted {
  int lanes[16];
  explicit Wanted(std::uint32_t bits) {
    for (int i = 0; i < 16; ++i) lanes[i] = -static_cast<int>(bits >> i & 1u);
  }
};

struct Sphere {
  Vec3 center;
  double radius{};
};

Sphere sphere_around(const Look& look) {
  Vec3 low{1e30, 1e30, 1e30}, high{-1e30, -1e30, -1e30};
  for (const Vec3 p : look.points) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  Sphere sphere{0.5 * (low + high), 0};
  for (const Vec3 p : look.points)
    sphere.radius = std::max(sphere.radius, length(p - sphere.center));
  return sphere;
}

/// A sphere around two.
Sphere around(const Sphere& a, const Sphere& b) {
  const double apart = length(b.center - a.center);
  if (apart + b.radius <= a.radius) return a;
  if (apart + a.radius <= b.radius) return b;
  const double radius = (apart + a.radius + b.radius) / 2;
  return {a.center + ((radius - a.radius) / apart) * (b.center - a.center), radius};
}

/// Adds a sphere to the few that hold all of them: parts of one body overlap, and when there are
/// many bodies, one of the spheres holds the rest.
void add_sphere(std::vector<Sphere>& spheres, const Sphere& sphere) {
  constexpr std::size_t kMost = 6;
  for (Sphere& known : spheres) {
    const bool overlap = length(known.center - sphere.center) <= known.radius;
    if (!overlap && spheres.size() < kMost) continue;
    known = around(known, sphere);
    return;
  }
  spheres.push_back(sphere);
}

void fill(const RayPacket& rays, RayKind kind, RTCRay16& to) {
  std::memcpy(to.org_x, rays.ox, sizeof rays.ox);
  std::memcpy(to.org_y, rays.oy, sizeof rays.oy);
  std::memcpy(to.org_z, rays.oz, sizeof rays.oz);
  std::memcpy(to.dir_x, rays.dx, sizeof rays.dx);
  std::memcpy(to.dir_y, rays.dy, sizeof rays.dy);
  std::memcpy(to.dir_z, rays.dz, sizeof rays.dz);
  std::memcpy(to.tnear, rays.near, sizeof rays.near);
  std::memcpy(to.tfar, rays.far, sizeof rays.far);
  for (int i = 0; i < 16; ++i) {
    to.time[i] = 0;
    to.mask[i] = static_cast<unsigned>(kind);
    to.id[i] = 0, to.flags[i] = 0;
  }
}

}  // namespace

Result<std::shared_ptr<RayDevice>> open_ray_device(RayIsa isa) {
  // one device a process and instruction set, closed with the last scene that uses it
  static std::mutex mutex;
  static std::array<std::weak_ptr<RayDevice>, 3> open;
  constexpr std::array kSettings{"threads=1", "threads=1,isa=avx2", "threads=1,isa=sse4.2"};
  const std::lock_guard lock(mutex);
  const auto index = static_cast<std::size_t>(isa);
  if (auto device = open[index].lock()) return device;
  // our own threads split pictures; Embree's would trip the thread sanitizer
  RTCDevice device = rtcNewDevice(kSettings[index]);
  if (device == nullptr)
    return fail(ErrorCode::Io, "Embree does not start: error ",
                static_cast<int>(rtcGetDeviceError(nullptr)));
  if (rtcGetDeviceProperty(device, RTC_DEVICE_PROPERTY_RAY_MASK_SUPPORTED) == 0) {
    rtcReleaseDevice(device);
    return fail(ErrorCode::Io, "this Embree was built without ray masks, which sensors need");
  }
  auto made = std::make_shared<RayDevice>(device);
  open[index] = made;
  return made;
}

/// A geometry of a scene: whose triangles they are and where they stand.
struct Member {
  std::int32_t first_triangle{};
  std::int32_t frame{};
};

struct Shape {
  SceneHandle scene;
  std::int32_t first_triangle{}, triangles{};
  std::int32_t first_cluster{}, clusters{};
  Sphere bounds;
};

struct Placed {
  GeometryHandle geometry;
  ShapeId shape{};
  std::int32_t frame{};
  std::uint32_t mask{};
  Sphere bounds;  // in its own frame
  bool shown{};
  bool placed{};
  bool changed{};  // since Embree was told
};

struct RayScene::Parts {
  std::shared_ptr<RayDevice> device;
  SceneHandle still;   // built once, as well as Embree can
  SceneHandle moving;  // what is placed, joined anew with each commit
  Surfaces surfaces;
  std::vector<Member> still_members;  // by the geometry's id in its scene
  std::vector<Member> moving_members;
  std::vector<Shape> shapes;
  std::vector<Placed> placed;
  int shown{};  // how many placed things can be seen
  std::vector<Sphere> spheres;
  std::vector<SurfaceReach> reaches;  // the same for kernels
  std::vector<SurfaceGroup> groups;   // what stands still, then what is shown
  std::size_t still_groups{};
  std::optional<SunCover> cover;
  std::vector<CoverBall> balls;  // what is shown, one by one
  bool changed{true};
  // Embree's scene of what moves is made by the first ray that may meet it: pictures that are drawn
  // and have no shadows trace none
  std::mutex join;
  std::atomic<bool> joined{};
};

RayScene::RayScene(std::shared_ptr<RayDevice> device, std::span<const LookPart> still)
    : parts_(std::make_unique<Parts>()) {
  parts_->device = std::move(device);
  RTCDevice rtc = parts_->device->get();
  // two scenes, traced one after the other: in one dynamic scene Embree builds the trees of what
  // stands still without splitting triangles, and depth pictures take 15 % longer
  parts_->still.reset(rtcNewScene(rtc));
  rtcSetSceneBuildQuality(parts_->still.get(), RTC_BUILD_QUALITY_HIGH);
  parts_->moving.reset(rtcNewScene(rtc));

  // one geometry for all that the same sensors see
  for (std::uint32_t mask = 1; mask <= 3; ++mask) {
    TriangleSoup soup;
    const auto first = static_cast<std::int32_t>(parts_->surfaces.triangle_count());
    const auto first_cluster = static_cast<std::int32_t>(parts_->surfaces.cluster_count());
    for (const LookPart& part : still) {
      if (mask_of(part.seen_by) != mask) continue;
      const std::vector<std::uint32_t> order = neighbours_in_order(part.look);
      soup.add(part.look, order, part.scene_from_part);
      parts_->surfaces.add(part.look, order, part.scene_from_part,
                           parts_->surfaces.add_part(part.instance, part.tag));
    }
    if (soup.triangles.empty()) continue;
    const GeometryHandle geometry = make_geometry(rtc, soup);
    rtcSetGeometryMask(geometry.get(), mask);
    rtcSetGeometryBuildQuality(geometry.get(), RTC_BUILD_QUALITY_HIGH);
    rtcCommitGeometry(geometry.get());
    rtcAttachGeometryByID(parts_->still.get(), geometry.get(),
                          static_cast<unsigned>(parts_->still_members.size()));
    parts_->still_members.push_back({first, 0});
    parts_->groups.push_back(
        {first, static_cast<std::int32_t>(parts_->surfaces.triangle_count()) - first, 0, mask,
         first_cluster,
         static_cast<std::int32_t>(parts_->surfaces.cluster_count()) - first_cluster});
  }
  parts_->still_groups = parts_->groups.size();
  rtcCommitScene(parts_->still.get());
  commit();
}

RayScene::~RayScene() = default;
RayScene::RayScene(RayScene&&) noexcept = default;
RayScene& RayScene::operator=(RayScene&&) noexcept = default;

ShapeId RayScene::add_shape(const Look& look) {
  RTCDevice rtc = parts_->device->get();
  TriangleSoup soup;
  const std::vector<std::uint32_t> order = neighbours_in_order(look);
  soup.add(look, order, {});
  const auto first_cluster = static_cast<std::int32_t>(parts_->surfaces.cluster_count());
  const auto first = static_cast<std::int32_t>(parts_->surfaces.add(look, order, {}, 0));
  Shape shape{
      .scene = SceneHandle(rtcNewScene(rtc)),
      .first_triangle = first,
      .triangles = static_cast<std::int32_t>(look.triangles.size()),
      .first_cluster = first_cluster,
      .clusters = static_cast<std::int32_t>(parts_->surfaces.cluster_count()) - first_cluster,
      .bounds = sphere_around(look)};
  rtcSetSceneBuildQuality(shape.scene.get(), RTC_BUILD_QUALITY_HIGH);
  const GeometryHandle geometry = make_geometry(rtc, soup);
  rtcCommitGeometry(geometry.get());
  rtcAttachGeometryByID(shape.scene.get(), geometry.get(), 0);
  rtcCommitScene(shape.scene.get());
  parts_->shapes.push_back(std::move(shape));
  return ShapeId{static_cast<std::uint32_t>(parts_->shapes.size() - 1)};
}

PlacedId RayScene::add_placed(ShapeId id, const PlacedSpec& spec) {
  const Shape& shape = parts_->shapes[static_cast<std::size_t>(id)];
  Placed placed{
      .geometry = GeometryHandle(rtcNewGeometry(parts_->device->get(), RTC_GEOMETRY_TYPE_INSTANCE)),
      .shape = id,
      .frame = static_cast<std::int32_t>(parts_->surfaces.frames.size()),
      .mask = mask_of(spec.seen_by),
      .bounds = shape.bounds};
  rtcSetGeometryInstancedScene(placed.geometry.get(), shape.scene.get());
  PlacedFrame frame;
  frame.part = parts_->surfaces.add_part(spec.instance, spec.tag);
  parts_->surfaces.frames.push_back(frame);
  // attached at once, so that ids have no gaps, though nothing sees it yet
  rtcSetGeometryMask(placed.geometry.get(), 0);
  rtcCommitGeometry(placed.geometry.get());
  rtcAttachGeometryByID(parts_->moving.get(), placed.geometry.get(),
                        static_cast<unsigned>(parts_->moving_members.size()));
  parts_->moving_members.push_back({shape.first_triangle, placed.frame});
  parts_->changed = true;
  parts_->placed.push_back(std::move(placed));
  return PlacedId{static_cast<std::uint32_t>(parts_->placed.size() - 1)};
}

void RayScene::light_from(Vec3 to_sun, double sun_radius) {
  parts_->cover.emplace(parts_->surfaces.view(), parts_->groups, to_sun, sun_radius);
  parts_->changed = true;
}

void RayScene::place(PlacedId id, const Pose3& scene_from_shape, double scale) {
  Placed& placed = parts_->placed[static_cast<std::size_t>(id)];
  PlacedFrame& frame = parts_->surfaces.frames[static_cast<std::size_t>(placed.frame)];
  PlacedFrame moved = frame;
  const auto turn = matrix_of(scene_from_shape.turn);
  std::transform(turn.begin(), turn.end(), moved.turn, [&](double x) { return scale * x; });
  moved.shrink = 1 / scale;
  moved.at[0] = scene_from_shape.at.x, moved.at[1] = scene_from_shape.at.y,
  moved.at[2] = scene_from_shape.at.z;
  const bool same = std::equal(std::begin(moved.turn), std::end(moved.turn), frame.turn) &&
                    std::equal(std::begin(moved.at), std::end(moved.at), frame.at);
  if (!same) {
    frame = moved;
    placed.changed = true;
    parts_->changed = true;
  }
  // the first time makes it visible
  if (!placed.placed) show(id, true);
  placed.placed = true;
}

void RayScene::show(PlacedId id, bool shown) {
  Placed& placed = parts_->placed[static_cast<std::size_t>(id)];
  if (placed.shown == shown) return;
  placed.shown = shown;
  parts_->shown += shown ? 1 : -1;
  placed.changed = true;
  parts_->changed = true;
}

void RayScene::commit() {
  if (!parts_->changed) return;
  parts_->joined = false;
  parts_->spheres.clear(), parts_->reaches.clear(), parts_->balls.clear();
  parts_->groups.resize(parts_->still_groups);
  for (const Placed& placed : parts_->placed) {
    if (!placed.shown) continue;
    const Shape& shape = parts_->shapes[static_cast<std::size_t>(placed.shape)];
    parts_->groups.push_back({shape.first_triangle, shape.triangles, placed.frame, placed.mask,
                              shape.first_cluster, shape.clusters});
    const PlacedFrame& f = parts_->surfaces.frames[static_cast<std::size_t>(placed.frame)];
    const Vec3 c = placed.bounds.center;
    const Vec3 center{f.at[0] + f.turn[0] * c.x + f.turn[1] * c.y + f.turn[2] * c.z,
                      f.at[1] + f.turn[3] * c.x + f.turn[4] * c.y + f.turn[5] * c.z,
                      f.at[2] + f.turn[6] * c.x + f.turn[7] * c.y + f.turn[8] * c.z};
    const double radius = placed.bounds.radius / f.shrink;
    add_sphere(parts_->spheres, {center, radius});
    parts_->balls.push_back({center, radius});
  }
  if (parts_->cover) parts_->cover->place(parts_->balls);
  for (const Sphere& sphere : parts_->spheres) {
    const double room = 1.001 * sphere.radius + 1e-4;  // for rounding
    parts_->reaches.push_back(
        {static_cast<float>(sphere.center.x), static_cast<float>(sphere.center.y),
         static_cast<float>(sphere.center.z), static_cast<float>(room * room)});
  }
  parts_->changed = false;
}

void RayScene::join_moving() const {
  if (parts_->joined.load(std::memory_order_acquire)) return;
  const std::lock_guard lock(parts_->join);
  if (parts_->joined.load(std::memory_order_relaxed)) return;
  for (Placed& placed : parts_->placed) {
    if (!placed.changed) continue;
    const PlacedFrame& frame = parts_->surfaces.frames[static_cast<std::size_t>(placed.frame)];
    std::array<float, 12> columns{};
    for (std::size_t column = 0; column < 3; ++column)
      for (std::size_t row = 0; row < 3; ++row)
        columns[3 * column + row] = static_cast<float>(frame.turn[3 * row + column]);
    for (std::size_t row = 0; row < 3; ++row) columns[9 + row] = static_cast<float>(frame.at[row]);
    rtcSetGeometryTransform(placed.geometry.get(), 0, RTC_FORMAT_FLOAT3X4_COLUMN_MAJOR,
                            columns.data());
    rtcSetGeometryMask(placed.geometry.get(), placed.shown ? placed.mask : 0);
    rtcCommitGeometry(placed.geometry.get());
    placed.changed = false;
  }
  rtcCommitScene(parts_->moving.get());
  parts_->joined.store(true, std::memory_order_release);
}

void RayScene::intersect(RayKind kind, const RayPacket& rays, RayHits& hits) const {
  PADDOCK_ASSERT(!parts_->changed, "commit() comes before intersect()");
  RTCRayHit16 traced;
  fill(rays, kind, traced.ray);
  for (int i = 0; i < 16; ++i) {
    traced.hit.geomID[i] = RTC_INVALID_GEOMETRY_ID;
    traced.hit.instID[0][i] = RTC_INVALID_GEOMETRY_ID;
  }
  const Wanted wanted(rays.wanted);
  RTCIntersectContext context = context_for(true);
  rtcIntersect16(wanted.lanes, parts_->still.get(), &context, &traced);
  if (parts_->shown > 0 && rays.may_meet_placed) {
    join_moving();
    context = context_for(false);
    rtcIntersect16(wanted.lanes, parts_->moving.get(), &context, &traced);
  }

  const Member* still = parts_->still_members.data();
  const Member* moving = parts_->moving_members.data();
  for (int i = 0; i < 16; ++i) {
    if (traced.hit.geomID[i] == RTC_INVALID_GEOMETRY_ID) {
      hits.triangle[i] = -1, hits.frame[i] = 0;
      continue;
    }
    const unsigned placed = traced.hit.instID[0][i];
    const Member& member =
        placed != RTC_INVALID_GEOMETRY_ID ? moving[placed] : still[traced.hit.geomID[i]];
    hits.triangle[i] = member.first_triangle + static_cast<std::int32_t>(traced.hit.primID[i]);
    hits.frame[i] = member.frame;
  }
}

std::uint32_t RayScene::occluded(RayKind kind, const RayPacket& rays) const {
  PADDOCK_ASSERT(!parts_->changed, "commit() comes before occluded()");
  const auto met_in = [&](RTCScene scene, bool coherent, std::uint32_t wanted) {
    RTCRay16 traced;
    fill(rays, kind, traced);
    const Wanted lanes(wanted);
    RTCIntersectContext context = context_for(coherent);
    rtcOccluded16(lanes.lanes, scene, &context, &traced);
    std::uint32_t met = 0;
    for (int i = 0; i < 16; ++i) met |= static_cast<std::uint32_t>(traced.tfar[i] < 0) << i;
    return met & wanted;
  };
  const std::uint32_t met = met_in(parts_->still.get(), true, rays.wanted);
  const std::uint32_t open = rays.wanted & ~met;
  if (parts_->shown == 0 || open == 0 || !rays.may_meet_placed) return met;
  join_moving();
  return met | met_in(parts_->moving.get(), false, open);
}

SurfaceView RayScene::surfaces() const {
  SurfaceView view = parts_->surfaces.view();
  view.reaches = parts_->reaches.data();
  view.reach_count = static_cast<std::int32_t>(parts_->reaches.size());
  view.groups = parts_->groups.data();
  view.group_count = static_cast<std::int32_t>(parts_->groups.size());
  if (parts_->cover) view.cover = parts_->cover->view();
  return view;
}
std::size_t RayScene::triangle_count() const { return parts_->surfaces.triangle_count(); }
std::size_t RayScene::cluster_count() const { return parts_->surfaces.cluster_count(); }

}  // namespace paddock
