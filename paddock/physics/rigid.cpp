// Steps the Bullet world: builds it from model and state, hands every car its wheel forces, reads
// the bodies back, and looks for what went wrong. Debian's Bullet is in float and tuned for things
// of about a metre: inside this file lengths are times RigidSpec::scale.
#include "paddock/physics/rigid.h"

#include <btBulletDynamicsCommon.h>

#include <algorithm>
#include <cmath>

#include "paddock/core/angle.h"
#include "paddock/core/check.h"
#include "paddock/core/det_math.h"
#include "paddock/core/float_state.h"
#include "paddock/physics/rigid_car.h"
#include "paddock/physics/rigid_feet.h"
#include "paddock/world/weather.h"

namespace paddock {
namespace {

constexpr double kHullMargin = 0.02;       // Bullet units that a hull is thicker than its points
constexpr int kIterations = 10;            // of the contact solver; 20 cost a third of the speed
constexpr double kReachPart = 0.5;         // of its half width: how far a car may go in a substep
constexpr double kLongestSubstep = 0.005;  // s
constexpr int kMostSubsteps = 64;
constexpr double kFastest = 1000;     // m/s; past it a body's numbers have left their range
constexpr double kFarthest = 1e5;     // m
constexpr double kSteepest = 0.3;     // cosine of strut to ground past which a wheel has no hold
constexpr double kFootReach = 0.1;    // m below its feet that somebody still stands on
constexpr double kFloorLike = 0.7;    // cosine to the vertical of what one stands on, not runs into
constexpr double kUpsideDown = 0.35;  // cosine between a car's up and the world's
constexpr double kUpsetTime = 1;      // s on its side until a car counts as flipped
// rolling resistance over weight, times the friction of what it rolls on; so that things come to
// rest at last. Contacts of lying cylinders and cones jump about in Bullet and push them along,
// which takes more to overcome.
constexpr double kBallRolling = 0.0008, kRoundRolling = 0.02;

// what a collision object stands for, in its user index; which one, in the second
enum class ObjectKind : int { Static, Mover, Prop, Car };

/// Kinematic bodies have the velocities we set, not differences of rounded positions.
class DynamicsWorld final : public btDiscreteDynamicsWorld {
 public:
  using btDiscreteDynamicsWorld::btDiscreteDynamicsWorld;

 private:
  void saveKinematicState(btScalar) override {}
};

/// Between our metres in double and Bullet's units in float.
struct Scale {
  double units{};  // for each metre

  static float rounded(double x) { return static_cast<float>(x); }
  btVector3 vector(Vec3 v) const {
    return {rounded(v.x * units), rounded(v.y * units), rounded(v.z * units)};
  }
  Vec3 vector(const btVector3& v) const {
    return {static_cast<double>(v.x()) / units, static_cast<double>(v.y()) / units,
            static_cast<double>(v.z()) / units};
  }
  btTransform pose(const Pose3& p) const {
    return btTransform(
        btQuaternion(rounded(p.turn.x), rounded(p.turn.y), rounded(p.turn.z), rounded(p.turn.w)),
        vector(p.at));
  }
  Pose3 pose(const btTransform& t) const {
    const btQuaternion q = t.getRotation();
    return {vector(t.getOrigin()),
            {static_cast<double>(q.w()), static_cast<double>(q.x()), static_cast<double>(q.y()),
             static_cast<double>(q.z())}};
  }
};

btVector3 unscaled(Vec3 v) {
  return {Scale::rounded(v.x), Scale::rounded(v.y), Scale::rounded(v.z)};
}
Vec3 unscaled(const btVector3& v) {
  return {static_cast<double>(v.x()), static_cast<double>(v.y()), static_cast<double>(v.z())};
}

// --- shapes -------------------------------------------------------------------------------------

/// A Bullet shape and what it reads from.
struct ShapeInUse {
  std::unique_ptr<btTriangleMesh> triangles;
  std::vector<std::unique_ptr<btCollisionShape>> parts;
  std::unique_ptr<btCollisionShape> shape;
};

ShapeInUse make_shape(const RigidShape& shape, const Scale& scale) {
  ShapeInUse made;
  switch (shape.kind) {
    case RigidShapeKind::Box:
      made.shape = std::make_unique<btBoxShape>(scale.vector(shape.half));
      break;
    case RigidShapeKind::Ball:
      made.shape = std::make_unique<btSphereShape>(Scale::rounded(shape.radius * scale.units));
      break;
    case RigidShapeKind::Cylinder:
      made.shape = std::make_unique<btCylinderShapeZ>(scale.vector(shape.half));
      break;
    case RigidShapeKind::Hull: {
      auto hull = std::make_unique<btConvexHullShape>();
      for (const Vec3 point : shape.mesh.points) hull->addPoint(scale.vector(point), false);
      hull->recalcLocalAabb();
      hull->setMargin(Scale::rounded(kHullMargin));
      hull->initializePolyhedralFeatures();
      made.shape = std::move(hull);
      break;
    }
    case RigidShapeKind::Triangles:
      made.triangles = std::make_unique<btTriangleMesh>();
      for (const auto& t : shape.mesh.triangles)
        made.triangles->addTriangle(scale.vector(shape.mesh.points[t[0]]),
                                    scale.vector(shape.mesh.points[t[1]]),
                                    scale.vector(shape.mesh.points[t[2]]));
      made.shape = std::make_unique<btBvhTriangleMeshShape>(made.triangles.get(), true);
      break;
  }
  return made;
}

/// A thing of one convex shape, or of two.
ShapeInUse make_prop_shape(const RigidProp& prop, double size, const Scale& scale) {
  ShapeInUse made = make_shape(scaled(prop.shape, size), scale);
  if (!prop.disc) return made;
  auto both = std::make_unique<btCompoundShape>();
  made.parts.push_back(std::move(made.shape));
  made.parts.push_back(std::move(make_shape(scaled(*prop.disc, size), scale).shape));
  for (const auto& part : made.parts) both->addChildShape(btTransform::getIdentity(), part.get());
  made.shape = std::move(both);
  return made;
}

/// The boxes of a car's body, or who stands on feet as a capsule.
ShapeInUse make_car_shape(const RigidVehicle& car, const Scale& scale) {
  ShapeInUse made;
  if (car.on_feet) {
    const Vec3 half = scale.units * car.boxes[0].half;
    made.shape = std::make_unique<btCapsuleShapeZ>(Scale::rounded(half.x),
                                                   Scale::rounded(2 * (half.z - half.x)));
    return made;
  }
  auto all = std::make_unique<btCompoundShape>();
  for (const RigidBox& box : car.boxes) {
    made.parts.push_back(std::make_unique<btBoxShape>(scale.vector(box.half)));
    all->addChildShape(scale.pose(Pose3{box.middle, {}}), made.parts.back().get());
  }
  made.shape = std::move(all);
  return made;
}

/// Moments of inertia in metres, about the shape's own axes.
Vec3 inertia_of(const btCollisionShape& shape, double mass, const Scale& scale) {
  btVector3 units;
  shape.calculateLocalInertia(Scale::rounded(mass), units);
  return 1 / (scale.units * scale.units) * unscaled(units);
}

}  // namespace

// --- the world ----------------------------------------------------------------------------------

struct BulletWorld {
  explicit BulletWorld(const RigidModel& model) : scale{model.world->rigid.scale} {
    for (const RigidStatic& s : model.statics) static_shapes.push_back(make_shape(s.shape, scale));
    for (const RigidMover& m : model.movers) mover_shapes.push_back(make_shape(m.shape, scale));
    for (const RigidProp& p : model.props) prop_shapes.push_back(make_prop_shape(p, 1, scale));
    for (const RigidStatic& s : model.statics) static_poses.push_back(s.world_from_shape);
    static_scales.assign(model.statics.size(), 1);
    prop_scales.assign(model.props.size(), 1);
  }

  Scale scale;
  std::vector<ShapeInUse> static_shapes, mover_shapes, prop_shapes;
  std::vector<ShapeInUse> car_shapes;              // one a slot
  std::vector<Pose3> static_poses;                 // world_from_shape, of all that is there
  std::vector<double> static_scales, prop_scales;  // that the shapes are made for

  /// All that Bullet remembers; made anew on every rebuild.
  struct Live {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    DynamicsWorld dynamics{&dispatcher, &broadphase, &solver, &configuration};
    std::vector<std::unique_ptr<btCollisionObject>> statics;
    std::vector<std::unique_ptr<btRigidBody>> movers, props, cars;

    ~Live() {
      for (const auto* bodies : {&movers, &props, &cars})
        for (const auto& body : *bodies)
          if (body) dynamics.removeRigidBody(body.get());
      for (const auto& object : statics) dynamics.removeCollisionObject(object.get());
    }
  };
  std::unique_ptr<Live> live;
};

RigidScratch::RigidScratch() = default;
RigidScratch::~RigidScratch() = default;
RigidScratch::RigidScratch(RigidScratch&&) noexcept = default;
RigidScratch& RigidScratch::operator=(RigidScratch&&) noexcept = default;

namespace {

void mark(btCollisionObject& object, ObjectKind kind, std::size_t index) {
  object.setUserIndex(static_cast<int>(kind));
  object.setUserIndex2(static_cast<int>(index));
}
bool is_kind(const btCollisionObject& object, ObjectKind kind) {
  return object.getUserIndex() == static_cast<int>(kind);
}
std::size_t index_in(const btCollisionObject& object) {
  return static_cast<std::size_t>(object.getUserIndex2());
}

void set_surface(btCollisionObject& object, const RigidSurface& surface) {
  object.setFriction(Scale::rounded(surface.friction));
  object.setRestitution(Scale::rounded(surface.restitution));
}

/// Puts what commands changed where it is now, as large as it is; false when it is not there.
bool place_static(const RigidModel& model, std::size_t i, std::span<const PieceState> pieces,
                  BulletWorld& world) {
  const RigidStatic& fixed = model.statics[i];
  if (!fixed.change) return true;
  const PieceState& state = pieces[*fixed.change];
  if (!state.present) return false;
  if (world.static_scales[i] != state.scale)
    world.static_shapes[i] = make_shape(scaled(fixed.shape, state.scale), world.scale);
  world.static_scales[i] = state.scale;
  const PartPlace place =
      place_part(*model.world,
                 {.piece = *fixed.piece, .part = 0, .change = fixed.change, .line = {}}, pieces, 0);
  const Pose3 shape{state.scale * fixed.piece_from_shape.at, fixed.piece_from_shape.turn};
  world.static_poses[i] = place.pose * shape;
  return true;
}

void add_statics(const RigidModel& model, std::span<const PieceState> pieces, BulletWorld& world) {
  for (std::size_t i = 0; i < model.statics.size(); ++i) {
    const RigidStatic& fixed = model.statics[i];
    if (!place_static(model, i, pieces, world)) continue;
    auto object = std::make_unique<btCollisionObject>();
    object->setCollisionShape(world.static_shapes[i].shape.get());
    object->setWorldTransform(world.scale.pose(world.static_poses[i]));
    set_surface(*object, fixed.surface);
    mark(*object, ObjectKind::Static, i);
    world.live->dynamics.addCollisionObject(
        object.get(), btBroadphaseProxy::StaticFilter,
        btBroadphaseProxy::AllFilter ^ btBroadphaseProxy::StaticFilter);
    world.live->statics.push_back(std::move(object));
  }
}

void add_movers(const RigidModel& model, BulletWorld& world) {
  for (std::size_t i = 0; i < model.movers.size(); ++i) {
    auto body = std::make_unique<btRigidBody>(
        btRigidBody::btRigidBodyConstructionInfo(0, nullptr, world.mover_shapes[i].shape.get()));
    body->setCollisionFlags(body->getCollisionFlags() | btCollisionObject::CF_KINEMATIC_OBJECT);
    set_surface(*body, model.movers[i].surface);
    mark(*body, ObjectKind::Mover, i);
    world.live->dynamics.addRigidBody(body.get());
    world.live->movers.push_back(std::move(body));
  }
}

struct BodyFigures {
  double mass{};
  Vec3 inertia;
  RigidSurface surface;
};

std::unique_ptr<btRigidBody> make_body(const BodyFigures& figures, btCollisionShape& shape,
                                       const Scale& scale, const RigidBodyState& state) {
  const double mass = state.frozen ? 0 : figures.mass;
  const btVector3 inertia =
      mass > 0 ? unscaled(scale.units * scale.units * figures.inertia) : btVector3(0, 0, 0);
  auto body = std::make_unique<btRigidBody>(
      btRigidBody::btRigidBodyConstructionInfo(Scale::rounded(mass), nullptr, &shape, inertia));
  set_surface(*body, figures.surface);
  body->setWorldTransform(scale.pose(state.pose));
  body->setInterpolationWorldTransform(body->getWorldTransform());
  if (mass > 0) {
    body->setLinearVelocity(scale.vector(state.velocity));
    body->setAngularVelocity(unscaled(state.spin));
    body->setInterpolationLinearVelocity(body->getLinearVelocity());
    body->setInterpolationAngularVelocity(body->getAngularVelocity());
  }
  body->updateInertiaTensor();
  return body;
}

void add_props(const RigidModel& model, std::span<const PieceState> pieces, const RigidState& state,
               BulletWorld& world) {
  world.live->props.resize(model.props.size());
  for (std::size_t i = 0; i < model.props.size(); ++i) {
    const RigidProp& prop = model.props[i];
    if (prop.change && !pieces[*prop.change].present) continue;
    const double size = prop_scale(model, pieces, i);
    if (world.prop_scales[i] != size)
      world.prop_shapes[i] = make_prop_shape(prop, size, world.scale);
    world.prop_scales[i] = size;
    btCollisionShape& shape = *world.prop_shapes[i].shape;
    const double mass = prop.grows_heavier ? size * size * size * prop.mass : prop.mass;
    auto body = make_body({mass, inertia_of(shape, mass, world.scale), prop.surface}, shape,
                          world.scale, state.props[i]);
    // a small fast thing is swept, so that it cannot jump through a wall
    const double units = size * world.scale.units;
    const double inner =
        units * std::min({prop.shape.half.x, prop.shape.half.y, prop.shape.half.z});
    if (inner > 0) {
      body->setCcdMotionThreshold(Scale::rounded(inner));
      body->setCcdSweptSphereRadius(Scale::rounded(0.5 * inner));
    }
    const double arm = units * prop.shape.half.x;  // as a length, as Bullet wants it
    if (prop.shape.kind == RigidShapeKind::Ball)
      body->setRollingFriction(Scale::rounded(kBallRolling * arm));
    else if (prop.shape.kind != RigidShapeKind::Box)
      body->setRollingFriction(Scale::rounded(kRoundRolling * arm));
    mark(*body, ObjectKind::Prop, i);
    world.live->dynamics.addRigidBody(body.get());
    body->forceActivationState(static_cast<int>(state.props[i].activity));
    body->setDeactivationTime(Scale::rounded(state.props[i].still_for));
    world.live->props[i] = std::move(body);
  }
}

void add_cars(const RigidModel& model, const PlanarState& flat, const RigidState& state,
              BulletWorld& world) {
  world.live->cars.resize(model.vehicles.size());
  for (std::size_t i = 0; i < model.vehicles.size(); ++i) {
    if (flat.present[i] == 0) continue;
    const RigidVehicle& car = model.vehicles[i];
    auto body = make_body({car.mass, car.inertia, car.surface}, *world.car_shapes[i].shape,
                          world.scale, state.cars[i].body);
    mark(*body, ObjectKind::Car, i);
    world.live->dynamics.addRigidBody(body.get());
    body->forceActivationState(DISABLE_DEACTIVATION);
    world.live->cars[i] = std::move(body);
  }
}

void rebuild(const RigidModel& model, const PlanarState& flat, const RigidState& state,
             RigidScratch& scratch) {
  if (!scratch.world) scratch = make_rigid_scratch(model);
  BulletWorld& world = *scratch.world;
  world.live.reset();
  if (scratch.revision != model.revision) {
    world.car_shapes.clear();
    for (const RigidVehicle& car : model.vehicles)
      world.car_shapes.push_back(make_car_shape(car, world.scale));
    scratch.revision = model.revision;
  }
  world.live = std::make_unique<BulletWorld::Live>();
  DynamicsWorld& dynamics = world.live->dynamics;
  dynamics.setGravity(world.scale.vector(Vec3{0, 0, -model.world->rigid.gravity}));
  dynamics.getDispatchInfo().m_deterministicOverlappingPairs = true;
  dynamics.getSolverInfo().m_numIterations = kIterations;
  add_statics(model, flat.pieces, world);
  add_movers(model, world);
  add_props(model, flat.pieces, state, world);
  add_cars(model, flat, state, world);
  scratch.last = state;
  scratch.present = flat.present;
  scratch.pieces = flat.pieces;
}

// --- wheels on the ground -----------------------------------------------------------------------

/// The nearest thing under a wheel, not the car itself. Boxes and hulls are met in double.
struct WheelRay final : btBroadphaseRayCallback {
  const RigidModel& model;
  const BulletWorld& world;
  const btCollisionObject* self{};
  Vec3 from, way;
  double reach{};
  const btCollisionObject* object{};
  Vec3 normal;

  WheelRay(const RigidModel& m, const BulletWorld& w, const btCollisionObject* car, Vec3 start,
           Vec3 direction, double longest)
      : model(m), world(w), self(car), from(start), way(direction), reach(longest) {
    const btVector3 unit = unscaled(way);
    for (int axis = 0; axis < 3; ++axis) {
      const float part = unit[axis];
      m_rayDirectionInverse[axis] = part == 0 ? BT_LARGE_FLOAT : 1 / part;
      m_signs[axis] = m_rayDirectionInverse[axis] < 0;
    }
    m_lambda_max = Scale::rounded(reach * world.scale.units);
  }

  bool process(const btBroadphaseProxy* proxy) override {
    auto* other = static_cast<btCollisionObject*>(proxy->m_clientObject);
    if (other == self) return true;
    const std::vector<Plane3>* planes = planes_of(*other);
    if (planes != nullptr && !planes->empty())
      meet_planes(*other, *planes);
    else
      meet_shape(*other);
    return true;
  }

 private:
  const std::vector<Plane3>* planes_of(const btCollisionObject& other) const {
    const std::size_t i = index_in(other);
    if (is_kind(other, ObjectKind::Static)) return &model.statics[i].shape.planes;
    if (is_kind(other, ObjectKind::Mover)) return &model.movers[i].shape.planes;
    if (is_kind(other, ObjectKind::Prop)) return &model.props[i].shape.planes;
    return nullptr;
  }

  void meet_planes(const btCollisionObject& other, const std::vector<Plane3>& planes) {
    const std::size_t i = index_in(other);
    const bool fixed = is_kind(other, ObjectKind::Static);
    const Pose3 world_from_shape =
        fixed ? world.static_poses[i] : world.scale.pose(other.getWorldTransform());
    const Pose3 shape_from_world = inverse(world_from_shape);
    // in the shape's own size
    const double size = fixed                              ? world.static_scales[i]
                        : is_kind(other, ObjectKind::Prop) ? world.prop_scales[i]
                                                           : 1;
    auto hit =
        cast_ray(planes, shape_from_world * from / size, shape_from_world.turn * way, reach / size);
    if (hit) hit->along *= size;
    if (!hit || (hit->along >= reach && object != nullptr)) return;
    reach = hit->along, object = &other;
    normal = world_from_shape.turn * hit->normal;
  }

  void meet_shape(btCollisionObject& other) {
    const btVector3 a = world.scale.vector(from), b = world.scale.vector(from + reach * way);
    btCollisionWorld::ClosestRayResultCallback result(a, b);
    btCollisionWorld::rayTestSingle(btTransform(btQuaternion::getIdentity(), a),
                                    btTransform(btQuaternion::getIdentity(), b), &other,
                                    other.getCollisionShape(), other.getWorldTransform(), result);
    if (!result.hasHit()) return;
    reach *= static_cast<double>(result.m_closestHitFraction), object = &other;
    normal = unscaled(result.m_hitNormalWorld);
  }
};

double friction_under(const RigidModel& model, const btCollisionObject& object, Vec3 point) {
  const std::size_t i = index_in(object);
  if (is_kind(object, ObjectKind::Static))
    return wet_share(model.wetness) * (model.statics[i].ground
                                           ? ground_friction(*model.world, xy(point))
                                           : model.statics[i].surface.friction);
  if (is_kind(object, ObjectKind::Mover)) return model.movers[i].surface.friction;
  if (is_kind(object, ObjectKind::Prop)) return model.props[i].surface.friction;
  return model.vehicles[i].surface.friction;
}

struct FoundGround {
  std::array<WheelGround, 4> wheels;
  std::array<btRigidBody*, 4> bodies{};  // what feels the wheel's force in turn
};

FoundGround find_ground(const RigidModel& model, BulletWorld& world, std::size_t vehicle,
                        const RigidBodyState& body) {
  FoundGround found;
  const Vec3 down = body.pose.turn * Vec3{0, 0, -1};
  for (std::size_t i = 0; i < 4; ++i) {
    const RigidWheel& wheel = model.vehicles[vehicle].wheels[i];
    const Vec3 mount = body.pose * wheel.mount;
    WheelRay ray(model, world, world.live->cars[vehicle].get(), mount, down, wheel.free);
    world.live->broadphase.rayTest(world.scale.vector(mount),
                                   world.scale.vector(mount + wheel.free * down), ray);
    if (ray.object == nullptr || dot(ray.normal, down) > -kSteepest) continue;
    WheelGround& ground = found.wheels[i];
    ground.touches = true;
    ground.length = ray.reach;
    ground.point = mount + ray.reach * down;
    ground.normal = ray.normal;
    ground.friction = friction_under(model, *ray.object, ground.point);
    if (is_kind(*ray.object, ObjectKind::Static)) continue;
    // what lies under a wheel may move, and is pushed in turn
    auto* under = const_cast<btRigidBody*>(btRigidBody::upcast(ray.object));
    const btVector3 arm = world.scale.vector(ground.point) - under->getWorldTransform().getOrigin();
    ground.velocity = world.scale.vector(under->getVelocityInLocalPoint(arm));
    if (under->getInvMass() > 0) found.bodies[i] = under;
  }
  return found;
}

void push(btRigidBody& body, Vec3 force, Vec3 point, const Scale& scale) {
  body.applyForce(scale.vector(force), scale.vector(point) - body.getWorldTransform().getOrigin());
}

void read_body(const btRigidBody& body, const Scale& scale, RigidBodyState& state) {
  if (state.frozen) return;
  state.pose = scale.pose(body.getWorldTransform());
  state.velocity = scale.vector(body.getLinearVelocity());
  state.spin = unscaled(body.getAngularVelocity());
}

/// What somebody on feet stands on; nothing: it is in the air.
std::optional<Footing> find_footing(const RigidModel& model, const BulletWorld& world,
                                    std::size_t vehicle, const RigidBodyState& body) {
  const double reach = model.vehicles[vehicle].height + kFootReach;
  const Vec3 from = body.pose.at, down{0, 0, -1};
  WheelRay ray(model, world, world.live->cars[vehicle].get(), from, down, reach);
  world.live->broadphase.rayTest(world.scale.vector(from), world.scale.vector(from + reach * down),
                                 ray);
  if (ray.object == nullptr || ray.normal.z < kSteepest) return std::nullopt;
  const Vec3 point = from + ray.reach * down;
  Footing footing{.normal = ray.normal, .friction = friction_under(model, *ray.object, point)};
  if (const btRigidBody* under = btRigidBody::upcast(ray.object)) {
    const btVector3 arm = world.scale.vector(point) - under->getWorldTransform().getOrigin();
    footing.velocity = world.scale.vector(under->getVelocityInLocalPoint(arm));
  }
  return footing;
}

/// Who is in the air goes on as it left the ground.
void walk(const RigidModel& model, std::size_t v, const VehicleInput& input, double dt,
          PlanarState& flat, RigidCarState& car, BulletWorld& world) {
  const RigidVehicle& walker = model.vehicles[v];
  btRigidBody& body = *world.live->cars[v];
  const auto footing = find_footing(model, world, v, car.body);
  if (!footing) return;
  const Vec3 hold =
      walk_on(walker, *footing, model.world->rigid.gravity, input, dt, car.body, flat.vehicles[v]);
  body.setLinearVelocity(world.scale.vector(car.body.velocity));
  body.setAngularVelocity(unscaled(car.body.spin));
  body.applyCentralForce(world.scale.vector(hold));
}

void drive_cars(const RigidModel& model, std::span<const VehicleInput> inputs, double dt,
                PlanarState& flat, RigidState& state, BulletWorld& world) {
  for (std::size_t v = 0; v < model.vehicles.size(); ++v) {
    RigidCarState& car = state.cars[v];
    if (flat.present[v] == 0 || car.body.frozen) continue;
    const RigidVehicle& figures = model.vehicles[v];
    const VehicleKind kind = kind_of(figures.params);
    const VehicleInput input = usable(inputs[v], kind) ? inputs[v] : idle_input(kind);
    btRigidBody& body = *world.live->cars[v];
    read_body(body, world.scale, car.body);
    if (figures.on_feet) {
      walk(model, v, input, dt, flat, car, world);
      continue;
    }
    follow_controls(figures, input, dt, flat.vehicles[v]);
    const FoundGround found = find_ground(model, world, v, car.body);
    const CarForces forces = forces_on(figures, model.world->rigid.gravity, input, flat.vehicles[v],
                                       found.wheels, dt, car);
    body.applyCentralForce(world.scale.vector(forces.air));
    for (std::size_t i = 0; i < 4; ++i) {
      if (!found.wheels[i].touches) continue;
      push(body, forces.wheel[i], found.wheels[i].point, world.scale);
      if (found.bodies[i] == nullptr) continue;
      found.bodies[i]->activate();
      push(*found.bodies[i], -forces.wheel[i], found.wheels[i].point, world.scale);
    }
  }
}

// --- movers -------------------------------------------------------------------------------------

/// Where an absent mover is kept: farther than anything else gets, so that nothing meets it.
constexpr Pose3 kAway{{0, 0, -4 * kFarthest}, {}};

struct Motion {
  Vec3 velocity, spin;
};

/// What brings a mover from one pose to the next. One that vanishes, or a train's car that begins
/// anew at the other end, carries nothing along.
Motion motion_of(const RigidMover& mover, const std::optional<Pose3>& now,
                 const std::optional<Pose3>& then, double dt) {
  if (!now || !then) return {};
  const Vec3 way = then->at - now->at;
  if (mover.line && length(way) > mover.line->route.length / 2) return {};
  const Quat turn = then->turn * inverse(now->turn);
  const double sign = turn.w < 0 ? -1 : 1;
  return {way / dt, (2 * sign / dt) * Vec3{turn.x, turn.y, turn.z}};
}

/// At `seconds`, with the velocity that brings them where they are `dt` later.
void move_movers(const RigidModel& model, std::span<const PieceState> pieces, double seconds,
                 double dt, BulletWorld& world) {
  for (std::size_t i = 0; i < model.movers.size(); ++i) {
    const RigidMover& mover = model.movers[i];
    const auto place = [&](double t) {
      const bool there = mover.solid && (!mover.change || pieces[*mover.change].present);
      return there ? mover_pose(model, i, t) : std::nullopt;
    };
    const std::optional<Pose3> now = place(seconds);
    const Motion motion = motion_of(mover, now, place(seconds + dt), dt);
    btRigidBody& body = *world.live->movers[i];
    body.setWorldTransform(world.scale.pose(now.value_or(kAway)));
    body.setInterpolationWorldTransform(body.getWorldTransform());
    body.setLinearVelocity(world.scale.vector(motion.velocity));
    body.setAngularVelocity(unscaled(motion.spin));
    const bool moves = !(motion.velocity == Vec3{} && motion.spin == Vec3{});
    body.forceActivationState(moves ? ACTIVE_TAG : ISLAND_SLEEPING);
  }
}

// --- contacts -----------------------------------------------------------------------------------

/// Adds what `self`, a car, felt from `other` in a substep to what it felt before in this tick.
void report(const RigidModel& model, const btCollisionObject& self, const btCollisionObject& other,
            RigidContact contact, RigidEvents& events) {
  // feet are as wheels: what they stand on is no bump
  if (model.vehicles[index_in(self)].on_feet && contact.normal.z > kFloorLike) return;
  contact.vehicle = vehicle_id(index_in(self));
  const std::size_t i = index_in(other);
  if (is_kind(other, ObjectKind::Car)) contact.other = vehicle_id(i);
  if (is_kind(other, ObjectKind::Static)) contact.piece = model.statics[i].piece;
  if (is_kind(other, ObjectKind::Mover)) contact.piece = model.movers[i].piece;
  if (is_kind(other, ObjectKind::Prop)) contact.piece = model.props[i].piece;
  for (RigidContact& known : events.contacts) {
    if (known.vehicle != contact.vehicle || known.other != contact.other ||
        known.piece != contact.piece)
      continue;
    if (contact.impulse > known.impulse) known.point = contact.point, known.normal = contact.normal;
    known.impulse += contact.impulse;
    return;
  }
  events.contacts.push_back(contact);
}

void collect_contacts(const RigidModel& model, BulletWorld& world, RigidEvents& events) {
  const Scale& scale = world.scale;
  for (int m = 0; m < world.live->dispatcher.getNumManifolds(); ++m) {
    const btPersistentManifold& manifold = *world.live->dispatcher.getManifoldByIndexInternal(m);
    const btCollisionObject *a = manifold.getBody0(), *b = manifold.getBody1();
    if (!is_kind(*a, ObjectKind::Car) && !is_kind(*b, ObjectKind::Car)) continue;
    RigidContact contact;  // by a; Bullet's normals point from b to a
    double hardest = 0;
    for (int p = 0; p < manifold.getNumContacts(); ++p) {
      const btManifoldPoint& point = manifold.getContactPoint(p);
      const double impulse = static_cast<double>(point.getAppliedImpulse()) / scale.units;
      contact.impulse += impulse;
      if (impulse <= hardest) continue;
      hardest = impulse;
      contact.point = scale.vector(point.getPositionWorldOnB());
      contact.normal = unscaled(point.m_normalWorldOnB);
    }
    if (contact.impulse <= 0) continue;
    if (is_kind(*a, ObjectKind::Car)) report(model, *a, *b, contact, events);
    contact.normal = -contact.normal;
    if (is_kind(*b, ObjectKind::Car) && !is_kind(*a, ObjectKind::Car))
      report(model, *b, *a, contact, events);
  }
}

// --- what went wrong ----------------------------------------------------------------------------

bool in_range(const RigidBodyState& body) {
  bool finite = true;
  RigidBodyState::fields(
      body, [&](const char*, const auto& x) { finite &= std::isfinite(static_cast<double>(x)); });
  const Vec3 at = body.pose.at;
  return finite && length(body.velocity) < kFastest &&
         std::max({std::fabs(at.x), std::fabs(at.y), std::fabs(at.z)}) < kFarthest;
}

/// At rest where it was last seen, for good.
void freeze(const RigidBodyState& last_good, RigidBodyState& body) {
  body = {};
  body.pose = last_good.pose;
  body.frozen = true;
}

/// A body that came in with unusable numbers: those it started with stand in.
void refuse_bad_state(const RigidModel& model, PlanarState& flat, RigidState& state,
                      RigidEvents& events) {
  for (std::size_t v = 0; v < state.cars.size(); ++v) {
    if (flat.present[v] == 0) continue;
    bool good = in_range(state.cars[v].body);
    RigidCarState::fields(state.cars[v], [&](const char*, const auto& x) {
      good &= std::isfinite(static_cast<double>(x));
    });
    if (good) continue;
    place_at_start(model, v, flat, state);
    const RigidBodyState start = state.cars[v].body;
    freeze(start, state.cars[v].body);
    flat.frozen[v] = 1;
    events.froze.push_back(vehicle_id(v));
  }
  for (std::size_t i = 0; i < state.props.size(); ++i) {
    if (in_range(state.props[i])) continue;
    RigidBodyState start;
    start.pose = model.props[i].start;
    freeze(start, state.props[i]);
    events.lost.push_back(model.props[i].piece);
  }
}

/// True when the car is no longer where Bullet has it.
bool treat_upset(const RigidModel& model, std::size_t vehicle, AfterUpset treatment,
                 PlanarState& flat, RigidState& state) {
  if (treatment == AfterUpset::Reset) place_at_start(model, vehicle, flat, state);
  if (treatment == AfterUpset::Freeze) {
    const RigidBodyState here = state.cars[vehicle].body;
    freeze(here, state.cars[vehicle].body);
    flat.frozen[vehicle] = 1;
  }
  return treatment != AfterUpset::Report;
}

bool judge_car(const RigidModel& model, std::size_t v, const RigidBodyState& before, double dt,
               PlanarState& flat, RigidState& state, RigidEvents& events) {
  RigidCarState& car = state.cars[v];
  if (car.body.frozen) return false;
  const VehicleId id{static_cast<std::uint32_t>(v)};
  if (!in_range(car.body)) {
    car = {};
    freeze(before, car.body);
    flat.vehicles[v] = state_at(kind_of(model.vehicles[v].params), {});
    flat.frozen[v] = 1;
    events.froze.push_back(id);
    return true;
  }
  if (car.body.pose.at.z < model.lowest) {
    events.fell.push_back(id);
    return treat_upset(model, v, model.world->rigid.after_fall, flat, state);
  }
  const double was_upset = car.upset_for;
  const bool upset = (car.body.pose.turn * Vec3{0, 0, 1}).z < kUpsideDown;
  car.upset_for = upset ? was_upset + dt : 0;
  if (was_upset >= kUpsetTime || car.upset_for < kUpsetTime) return false;
  events.flipped.push_back(id);
  return treat_upset(model, v, model.world->rigid.after_flip, flat, state);
}

/// True when something is no longer where Bullet has it.
bool judge(const RigidModel& model, const RigidState& before, double dt, PlanarState& flat,
           RigidState& state, RigidEvents& events) {
  bool moved = false;
  for (std::size_t v = 0; v < state.cars.size(); ++v)
    moved |=
        flat.present[v] != 0 && judge_car(model, v, before.cars[v].body, dt, flat, state, events);
  for (std::size_t i = 0; i < state.props.size(); ++i) {
    RigidBodyState& prop = state.props[i];
    const bool good = in_range(prop);
    if (prop.frozen || (good && prop.pose.at.z >= model.lowest)) continue;
    const RigidBodyState last = good ? prop : before.props[i];
    freeze(last, prop);
    events.lost.push_back(model.props[i].piece);
    moved = true;
  }
  return moved;
}

// --- the tick -----------------------------------------------------------------------------------

/// Short enough for the springs, and for the fastest car not to jump into a wall past its middle.
int count_substeps(const RigidModel& model, const PlanarState& flat, const RigidState& state,
                   double tick) {
  double parts = std::ceil(tick / kLongestSubstep - 1e-9);
  for (std::size_t v = 0; v < state.cars.size(); ++v) {
    if (flat.present[v] == 0) continue;
    const Vec3 half = model.vehicles[v].boxes[0].half;
    const double reach = kReachPart * std::min(half.x, half.y);
    parts = std::max(parts, std::ceil(tick / model.vehicles[v].substep));
    parts = std::max(parts, std::ceil(length(state.cars[v].body.velocity) * tick / reach));
  }
  return std::clamp(static_cast<int>(parts), 1, kMostSubsteps);
}

void read_back(const BulletWorld& world, RigidState& state) {
  for (std::size_t v = 0; v < state.cars.size(); ++v)
    if (world.live->cars[v]) read_body(*world.live->cars[v], world.scale, state.cars[v].body);
  for (std::size_t i = 0; i < state.props.size(); ++i) {
    if (!world.live->props[i]) continue;
    const btRigidBody& body = *world.live->props[i];
    RigidBodyState& prop = state.props[i];
    read_body(body, world.scale, prop);
    if (prop.frozen) continue;
    prop.still_for = static_cast<double>(body.getDeactivationTime());
    prop.activity = body.getActivationState();
  }
}

bool touches_anything(const RigidEvents& events, VehicleId vehicle) {
  return std::any_of(events.contacts.begin(), events.contacts.end(), [&](const RigidContact& c) {
    return c.vehicle == vehicle || c.other == vehicle;
  });
}

/// Over ground, a car of whole ticks goes on to where its last velocity brings it in a tick; one
/// that touches something stays where that left it.
void finish_whole_ticks(const RigidModel& model, const RigidState& before, double tick,
                        const RigidEvents& events, BulletWorld& world, RigidState& state) {
  const auto yaw_of = [](const RigidBodyState& body) {
    const Vec3 forward = body.pose.turn * Vec3{1, 0, 0};
    return det::atan2(forward.y, forward.x);
  };
  for (std::size_t v = 0; v < state.cars.size(); ++v) {
    RigidBodyState& body = state.cars[v].body;
    if (!world.live->cars[v] || !model.vehicles[v].whole_ticks || body.frozen) continue;
    if (touches_anything(events, vehicle_id(v))) continue;
    const RigidBodyState& old = before.cars[v].body;
    const Vec3 rest = tick * body.velocity - (body.pose.at - old.pose.at);
    const double turn = tick * body.spin.z - wrap_angle(yaw_of(body) - yaw_of(old));
    const Pose3 there{body.pose.at + Vec3{rest.x, rest.y, 0},
                      Quat::from_yaw_pitch_roll(turn, 0, 0) * body.pose.turn};
    btRigidBody& moved = *world.live->cars[v];
    moved.setWorldTransform(world.scale.pose(there));
    moved.setInterpolationWorldTransform(moved.getWorldTransform());
    moved.updateInertiaTensor();
    read_body(moved, world.scale, body);
  }
}

}  // namespace

RigidScratch make_rigid_scratch(const RigidModel& model) {
  RigidScratch scratch;
  scratch.world = std::make_unique<BulletWorld>(model);
  return scratch;
}

void forget(RigidScratch& scratch) {
  if (scratch.world) scratch.world->live.reset();
}

void step_rigid(const RigidModel& model, std::span<const VehicleInput> inputs, Tick tick,
                PlanarState& flat, RigidState& state, RigidScratch& scratch, RigidEvents& events) {
  PADDOCK_ASSERT(inputs.size() == state.cars.size(), "inputs ", inputs.size());
  const DefaultFloatState exact;
  const Clock& clock = model.world->clock;
  refuse_bad_state(model, flat, state, events);
  if (!scratch.world || !scratch.world->live || scratch.revision != model.revision ||
      scratch.present != flat.present || scratch.pieces != flat.pieces || !(scratch.last == state))
    rebuild(model, flat, state, scratch);

  const int parts = count_substeps(model, flat, state, clock.tick_seconds());
  const double dt = clock.tick_seconds() / parts;
  BulletWorld& world = *scratch.world;
  for (int part = 0; part < parts; ++part) {
    move_movers(model, flat.pieces, clock.seconds(tick) + part * dt, dt, world);
    drive_cars(model, inputs, dt, flat, state, world);
    world.live->dynamics.stepSimulation(Scale::rounded(dt), 0);
    collect_contacts(model, world, events);
  }
  read_back(world, state);
  finish_whole_ticks(model, scratch.last, clock.tick_seconds(), events, world, state);

  if (judge(model, scratch.last, clock.tick_seconds(), flat, state, events)) world.live.reset();
  for (std::size_t v = 0; v < state.cars.size(); ++v)
    if (flat.present[v] != 0) see_from_above(state.cars[v].body, flat.vehicles[v]);
  scratch.last = state;
}

}  // namespace paddock
