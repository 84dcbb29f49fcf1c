// Builds the model of rigid physics from a World: what stands, what is pushed about, what goes its
// own way, and the cars.
#include <algorithm>
#include <cmath>

#include "paddock/core/check.h"
#include "paddock/physics/rigid.h"
#include "paddock/physics/rigid_car.h"
#include "paddock/world/pieces/kinds.h"

namespace paddock {
namespace {

constexpr int kRollingSides = 16;  // of a cylinder that moves

constexpr double kBounce = 0.1;  // restitution of a prop, unless its material says more

// --- cars ---------------------------------------------------------------------------------------

constexpr double kAntiRoll = 1;         // of the bars, over the springs'
constexpr double kRelaxation = 0.45;    // of the tyres, over the wheel radius
constexpr double kRollInertia = 0.4;    // over the yaw inertia
constexpr double kPitchInertia = 0.95;  // the same
constexpr double kNoSubstep = 1;        // s: nothing of it rings

RigidVehicle build_car(const RigidSetup& setup, double gravity) {
  const ChassisParams<double>& chassis = *chassis_of(setup.params);
  const VehicleType& type = type_of(kind_of(setup.params));
  const RigidTraits& build = *type.rigid;
  RigidVehicle car;
  car.params = setup.params;
  car.start = setup.start;
  car.start_z = setup.z;
  car.mass = chassis.mass;
  car.inertia = {kRollInertia * chassis.inertia, kPitchInertia * chassis.inertia, chassis.inertia};
  car.height = chassis.height;
  car.surface = {.friction = build.shell, .restitution = type.bumper.restitution};
  car.wheelbase = chassis.front + chassis.rear;
  car.wheel_radius = build.wheel_radius;
  car.travel = build.travel * build.wheel_radius;
  car.most_load = build.most_load;
  car.dead_stop = build.dead_stop;
  car.relaxation = kRelaxation * build.wheel_radius;

  for (const BodyBox& box : build.boxes)
    car.boxes.push_back({.half = box.half, .middle = box.middle - Vec3{0, 0, chassis.height}});

  const double sag = build.sag * build.wheel_radius;
  const double mount_height =
      build.top;  // inside the chassis: no landing gets a ray's start underground
  for (std::size_t i = 0; i < 4; ++i) {
    const bool front = i < 2, left = i % 2 == 0;
    RigidWheel& wheel = car.wheels[i];
    wheel.mount = {front ? chassis.front : -chassis.rear,
                   left ? build.half_track : -build.half_track, mount_height - chassis.height};
    wheel.load =
        chassis.mass * gravity * (front ? chassis.rear : chassis.front) / car.wheelbase / 2;
    wheel.spring = wheel.load / sag;
    wheel.damper = 2 * build.damping * wheel.load / gravity * std::sqrt(gravity / sag);
    wheel.anti_roll = kAntiRoll * wheel.spring;
    wheel.free = mount_height + sag;
    wheel.steers = front;
    wheel.tire = front ? chassis.front_tire : chassis.rear_tire;
  }
  car.substep = longest_substep(car, gravity);
  car.whole_ticks = build.whole_ticks;
  return car;
}

/// Upright in a capsule, whatever hits it.
RigidVehicle build_on_feet(const RigidSetup& setup) {
  const VehicleType& type = type_of(kind_of(setup.params));
  const double radius = type.outline.radius;
  RigidVehicle walker;
  walker.params = setup.params;
  walker.on_feet = true;
  walker.start = setup.start;
  walker.start_z = setup.z;
  walker.mass = 1 / body_of(setup.params, state_at(type.kind, {})).inv_mass;
  walker.height = type.feet->tall / 2;
  walker.boxes = {{.half = {radius, radius, walker.height}, .middle = {}}};
  // feet hold, the rest of it slips along walls
  walker.surface = {.friction = 0, .restitution = type.bumper.restitution};
  walker.substep = kNoSubstep;
  return walker;
}

RigidVehicle build_vehicle(const RigidSetup& setup, double gravity) {
  return type_of(kind_of(setup.params)).feet ? build_on_feet(setup) : build_car(setup, gravity);
}

// --- pieces -------------------------------------------------------------------------------------

RigidSurface surface_of(const WorldPiece& piece) {
  return {.friction = piece.material->friction, .restitution = 1};  // the other's bounce decides
}

double bounce_of(const WorldPiece& piece) {
  if (piece.material->name == "rubber") return 0.4;
  return kBounce;
}

/// A level that gives a mass means it, whatever the size.
bool grows_heavier(const PieceShape& shape) {
  return std::visit(
      [](const auto& s) {
        if constexpr (requires { s.mass.has_value(); }) return !s.mass.has_value();
        return false;
      },
      shape);
}

void add_prop(const WorldPiece& piece, PieceId id, RigidModel& model) {
  std::vector<PlacedShape> shapes = shapes_of(piece);
  const double foot = shapes[0].piece_from_shape.at.z;
  // Bullet pushes a lying round cylinder along; one with sides rolls and comes to rest
  if (RigidShape& shape = shapes[0].shape; shape.kind == RigidShapeKind::Cylinder)
    shape =
        hull_shape(make_frustum(shape.radius, shape.radius, 2 * foot, kRollingSides), {0, 0, foot});
  const PieceTraits traits = traits_of(piece.shape);
  std::optional<RigidShape> disc;
  if (shapes.size() > 1) disc = std::move(shapes[1].shape);
  model.props.push_back({.piece = id,
                         .shape = std::move(shapes[0].shape),
                         .disc = std::move(disc),
                         .foot = foot,
                         .mass = mass_of(piece.shape),
                         .start = piece.world_from_piece * Pose3{{0, 0, foot}, {}},
                         .surface = {traits.friction.value_or(piece.material->friction),
                                     traits.bounce.value_or(bounce_of(piece))},
                         .grows_heavier = grows_heavier(piece.shape)});
}

void add_statics(const WorldPiece& piece, PieceId id, RigidModel& model) {
  for (PlacedShape& placed : shapes_of(piece))
    model.statics.push_back({.piece = id,
                             .ground = traits_of(piece.shape).ground.has_value(),
                             .shape = std::move(placed.shape),
                             .world_from_shape = piece.world_from_piece * placed.piece_from_shape,
                             .surface = surface_of(piece),
                             .piece_from_shape = placed.piece_from_shape});
}

void add_movers(const WorldPiece& piece, PieceId id, RigidModel& model) {
  RigidMover mover{.piece = id,
                   .part = 0,
                   .solid = piece.solid,
                   .shape = {},
                   .surface = surface_of(piece),
                   .line = {},
                   .change = {}};
  const auto* train = std::get_if<TrainSpec>(&piece.shape);
  if (const auto* elevator = std::get_if<ElevatorSpec>(&piece.shape))
    mover.shape = box_shape(elevator->size);
  if (const auto* door = std::get_if<DoorSpec>(&piece.shape)) mover.shape = box_shape(door->size);
  if (train == nullptr) return model.movers.push_back(mover);
  mover.shape = box_shape(train->car_size);
  mover.line = std::make_shared<const TrainLine>(make_train_line(*train));
  for (; mover.part < mover.line->cars; ++mover.part) model.movers.push_back(mover);
}

/// Which of them commands change, and where their states stand.
void note_changes(RigidModel& model) {
  const std::vector<PieceId> changing = changing_pieces(*model.world);
  for (RigidStatic& fixed : model.statics)
    if (fixed.piece) fixed.change = change_of(changing, *fixed.piece);
  for (RigidMover& mover : model.movers) mover.change = change_of(changing, mover.piece);
  for (RigidProp& prop : model.props) prop.change = change_of(changing, prop.piece);
}

double lowest_ground(const World& world) {
  double lowest = 0;
  for (const HeightField& field : world.terrains)
    for (const double height : field.heights) lowest = std::min(lowest, field.base + height);
  return lowest;
}

}  // namespace

Result<RigidModel> make_rigid_model(std::shared_ptr<const World> world,
                                    std::span<const RigidSetup> vehicles) {
  RigidModel model;
  model.world = std::move(world);
  model.lowest = lowest_ground(*model.world) - model.world->rigid.fall_depth;
  for (PlacedShape& placed : floor_shapes(*model.world))
    model.statics.push_back({.piece = {},
                             .ground = true,
                             .shape = std::move(placed.shape),
                             .world_from_shape = placed.piece_from_shape,
                             .surface = {model.world->ground_material->friction, 1}});
  for (std::size_t i = 0; i < model.world->pieces.size(); ++i) {
    const WorldPiece& piece = model.world->pieces[i];
    const PieceId id{static_cast<std::uint32_t>(i)};
    if (is_mover(piece.shape))
      add_movers(piece, id, model);
    else if (piece.solid && piece.moves)
      add_prop(piece, id, model);
    else if (piece.solid)
      add_statics(piece, id, model);
  }
  note_changes(model);
  for (const RigidSetup& setup : vehicles)
    if (auto set = set_vehicle(model, model.vehicles.size(), setup); !set)
      return tl::unexpected(set.error());
  return model;
}

Result<void> set_vehicle(RigidModel& model, std::size_t slot, const RigidSetup& setup) {
  PADDOCK_ASSERT(slot <= model.vehicles.size(), "slot ", slot);
  const VehicleType& type = type_of(kind_of(setup.params));
  if (!is_rigid(type))
    return fail(ErrorCode::Invalid, "rigid physics moves ", list_kinds(is_rigid), ", got ",
                type.name);
  if (slot == model.vehicles.size()) model.vehicles.emplace_back();
  model.vehicles[slot] = build_vehicle(setup, model.world->rigid.gravity);
  ++model.revision;
  return {};
}

void drop_slots(RigidModel& model, std::size_t count) {
  if (count >= model.vehicles.size()) return;
  model.vehicles.resize(count);
  ++model.revision;
}

void set_params(RigidModel& model, std::size_t vehicle, const VehicleParams& params) {
  RigidVehicle& car = model.vehicles[vehicle];
  PADDOCK_ASSERT(kind_of(params) == kind_of(car.params), "vehicle ", vehicle);
  car = build_vehicle({params, car.start, car.start_z}, model.world->rigid.gravity);
  ++model.revision;
}

void place_car(const RigidModel& model, std::size_t vehicle, const Pose2& pose, PlanarState& flat,
               RigidState& state, double z) {
  const RigidVehicle& car = model.vehicles[vehicle];
  RigidCarState& s = state.cars[vehicle];
  s = {};
  Pose3 ground = pose_on_ground(*model.world, pose, z);
  if (car.on_feet) ground.turn = Quat::from_yaw_pitch_roll(pose.yaw, 0, 0);
  s.body.pose = ground * Pose3{{0, 0, car.height}, {}};
  for (std::size_t i = 0; i < 4 && !car.on_feet; ++i) {
    s.wheels[i].load = car.wheels[i].load;
    s.wheels[i].length = car.wheels[i].mount.z + car.height;
  }
  flat.vehicles[vehicle] = state_at(kind_of(car.params), pose);
  flat.frozen[vehicle] = 0;
  see_from_above(s.body, flat.vehicles[vehicle]);
}

void place_at_start(const RigidModel& model, std::size_t vehicle, PlanarState& flat,
                    RigidState& state) {
  const RigidVehicle& car = model.vehicles[vehicle];
  place_car(model, vehicle, car.start, flat, state, car.start_z);
}

RigidState start_rigid(const RigidModel& model, PlanarState& flat) {
  RigidState state;
  state.cars.resize(model.vehicles.size());
  flat.vehicles.resize(model.vehicles.size());
  flat.frozen.assign(model.vehicles.size(), 0);
  flat.present.assign(model.vehicles.size(), 1);
  for (std::size_t v = 0; v < model.vehicles.size(); ++v) place_at_start(model, v, flat, state);
  for (const RigidProp& prop : model.props) {
    RigidBodyState body;
    body.pose = prop.start;
    state.props.push_back(body);
  }
  return state;
}

void place_prop(const RigidModel& model, std::size_t prop, Vec2 at, RigidState& state, double scale,
                double yaw) {
  const Pose3& start = model.props[prop].start;
  const double foot = model.props[prop].foot;
  const double above = start.at.z - ground_height(*model.world, xy(start.at));
  const Quat turn = yaw == 0 ? start.turn : Quat::from_yaw_pitch_roll(yaw, 0, 0) * start.turn;
  state.props[prop] = {};
  state.props[prop].pose = {
      {at.x, at.y, ground_height(*model.world, at) + above + (scale - 1) * foot}, turn};
}

void remove_prop(const RigidModel& model, std::size_t prop, RigidState& state) {
  state.props[prop] = {};
  state.props[prop].pose = model.props[prop].start;
  state.props[prop].pose.at.z = model.lowest - 1;
  state.props[prop].frozen = true;
}

bool in_world(const RigidModel& model, std::size_t prop, const RigidState& state) {
  return !state.props[prop].frozen || state.props[prop].pose.at.z >= model.lowest;
}

Pose3 car_pose(const RigidModel& model, const RigidState& state, std::size_t vehicle) {
  return state.cars[vehicle].body.pose * Pose3{{0, 0, -model.vehicles[vehicle].height}, {}};
}

Pose3 prop_pose(const RigidModel& model, const RigidState& state, std::size_t prop, double scale) {
  return state.props[prop].pose * Pose3{{0, 0, -scale * model.props[prop].foot}, {}};
}

double prop_scale(const RigidModel& model, std::span<const PieceState> pieces, std::size_t prop) {
  const auto& change = model.props[prop].change;
  return change ? pieces[*change].scale : 1;
}

std::optional<Pose3> mover_pose(const RigidModel& model, std::size_t mover, double seconds) {
  const RigidMover& m = model.movers[mover];
  const auto place = own_place(*model.world, m.piece, m.part, m.line.get(), seconds);
  if (!place) return std::nullopt;
  return *place * Pose3{{0, 0, m.shape.half.z}, {}};
}

}  // namespace paddock
