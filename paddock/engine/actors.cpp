#include "paddock/engine/actors.h"

#include <algorithm>
#include <cmath>

#include "paddock/core/check.h"
#include "paddock/engine/places.h"
#include "paddock/engine/sensing.h"
#include "paddock/world/level_words.h"

namespace paddock {
namespace {

constexpr double kAboveLidar = 0.05;  // m that a body reaches above its lidar

/// The heights between which something stands. World frame, metres.
struct Span {
  double bottom{}, top{};
  bool overlaps(const Span& other) const { return bottom < other.top && other.bottom < top; }
};

Span body_span(VehicleKind kind, double foot) {
  return {foot, foot + type_of(kind).sensors.lidar_height + kAboveLidar};
}

Outline2 outline_from_above(const RigidShape& shape) {
  if (shape.kind == RigidShapeKind::Box)
    return Outline2::rectangle({-shape.half.x, -shape.half.y}, {shape.half.x, shape.half.y});
  return Outline2::circle(std::max(shape.half.x, shape.half.y));
}

Pose2 pose_from_above(const Pose3& pose) {
  const Vec3 ahead = pose.turn * Vec3{1, 0, 0};
  return {pose.at.x, pose.at.y, det::atan2(ahead.y, ahead.x)};
}

/// A solid piece with a life that stands there now.
std::optional<PieceId> live_piece_at(const Model& model, const State& state,
                                     const PosedOutline& body, VehicleKind kind) {
  const std::span<const LivePart> parts = model.physics.parts;
  std::vector<PosedOutline> outlines;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    LiveCuts cuts;
    outlines.clear();
    add_outlines(*model.world, parts.subspan(p, 1), state.physics.pieces,
                 model.world->clock.seconds(state.tick), type_of(kind).bumper.height,
                 LiveFor::Contact, cuts, outlines);
    if (!outlines.empty() && overlap(body, outlines[0])) return parts[p].piece;
  }
  return std::nullopt;
}

/// The slot that is taken next: the first empty one, else a new one.
std::size_t next_slot(const State& state) {
  for (std::size_t slot = 0; slot < state.physics.present.size(); ++slot)
    if (state.physics.present[slot] == 0 && state.generations[slot] + 1 < kMostGenerations)
      return slot;
  return state.physics.present.size();
}

/// Room in every list for one more slot.
void add_slot(const Model& model, State& state) {
  state.physics.vehicles.emplace_back();
  state.physics.frozen.push_back(0);
  state.physics.present.push_back(0);
  state.generations.push_back(0);
  state.laps.emplace_back();
  if (model.rigid) state.rigid.cars.emplace_back();
}

/// Buffers as large as the model needs, where it got more slots.
void fit_buffers(const Model& model, Scratch& scratch, Output& out) {
  if (scratch.physics.before.size() == model.vehicles.size()) return;
  scratch.physics = make_planar_scratch(model.physics);
  scratch.lidars.clear();
  out = make_output(model);
}

}  // namespace

bool is_present(const State& state, VehicleId actor) {
  const std::size_t slot = index_of(actor);
  return slot < state.physics.present.size() && state.physics.present[slot] != 0 &&
         state.generations[slot] == generation_of(actor);
}

std::size_t count_present(const State& state) {
  const auto& present = state.physics.present;
  return static_cast<std::size_t>(std::count(present.begin(), present.end(), std::uint8_t{1}));
}

Result<VehicleId> next_id(const Model& model, const State& state) {
  const std::size_t slot = next_slot(state);
  if (slot >= model.capacity)
    return fail(ErrorCode::Limit, "the run is full: it has room for ", model.capacity, " actors");
  return vehicle_id(slot, slot < state.generations.size() ? state.generations[slot] + 1 : 0);
}

Result<void> check_room(Model& model, const State& state, const VehicleSetup& setup) {
  const World& world = *model.world;
  const VehicleKind kind = kind_of(setup.params);
  const PosedOutline body = place(outline_of(kind), setup.start);
  const Span span = body_span(kind, pose_on_ground(world, setup.start, setup.z).at.z);

  // walls are met at the height of the bumper: whoever comes above that has none there
  const double bumper = type_of(kind).bumper.height;
  const bool among_walls = setup.z <= bumper;
  const ContactMap& walls = contact_map(model.physics, bumper);
  if (among_walls && walls.solid_at(body.center))
    return fail(ErrorCode::Held, "something solid stands there");
  ContactList touches;
  if (among_walls) walls.collect(body, touches);
  if (touches.count > 0)
    return fail(ErrorCode::Held, quote(world.pieces[index_of(touches.items[0].piece)].name),
                " stands there");

  if (const auto piece = live_piece_at(model, state, body, kind); among_walls && piece)
    return fail(ErrorCode::Held, quote(world.pieces[index_of(*piece)].name), " stands there");

  for (std::size_t v = 0; v < state.physics.vehicles.size(); ++v) {
    if (state.physics.present[v] == 0) continue;
    const VehicleKind other = kind_of(model.vehicles[v].params);
    if (overlap(body,
                place(model.physics.vehicles[v].outline, pose_of(state.physics.vehicles[v]))) &&
        span.overlaps(body_span(other, vehicle_pose(model, state, v).at.z)))
      return fail(ErrorCode::Held, type_of(other).name, " ", v + 1, " stands there");
  }
  if (!model.rigid) return {};
  for (std::size_t i = 0; i < model.rigid->props.size(); ++i) {
    const RigidProp& prop = model.rigid->props[i];
    const RigidShape shape = scaled(prop.shape, prop_scale(*model.rigid, state.physics.pieces, i));
    const Pose3& pose = state.rigid.props[i].pose;
    if (prop_place(model, state, i).present &&
        overlap(body, place(outline_from_above(shape), pose_from_above(pose))) &&
        span.overlaps({pose.at.z - shape.half.z, pose.at.z + shape.half.z}))
      return fail(ErrorCode::Held, quote(world.pieces[index_of(prop.piece)].name), " stands there");
  }
  return {};
}

Result<VehicleId> spawn(const VehicleSetup& setup, Model& model, State& state, Scratch& scratch,
                        Output& out) {
  const auto id = next_id(model, state);
  if (!id) return id;
  if (auto room = check_room(model, state, setup); !room) return tl::unexpected(room.error());
  const std::size_t slot = index_of(*id);
  if (auto set = set_vehicle(model, slot, setup); !set) return tl::unexpected(set.error());
  if (slot == state.physics.vehicles.size()) add_slot(model, state);
  state.generations[slot] = generation_of(*id);
  state.physics.present[slot] = 1;
  state.laps[slot] = {};
  place_vehicle(model, *id, setup.start, setup.z, state);
  fit_buffers(model, scratch, out);
  return *id;
}

void despawn(VehicleId actor, Model& model, State& state, Scratch& scratch) {
  PADDOCK_ASSERT(is_present(state, actor), "actor ", static_cast<std::uint32_t>(actor));
  for (std::size_t i = model.sensors.size(); i-- > 0;)
    if (model.sensors[i].vehicle == actor)
      unmount_sensor(actor, std::string(model.sensors[i].spec.name), model, state, scratch);
  std::erase_if(scratch.lidars, [&](const LidarInUse& lidar) { return lidar.vehicle == actor; });
  const std::size_t slot = index_of(actor);
  state.physics.vehicles[slot] = {};
  state.physics.frozen[slot] = 0;
  state.physics.present[slot] = 0;
  state.laps[slot] = {};
  if (model.rigid) state.rigid.cars[slot] = {};
}

std::vector<ActorSlot> slots_of(const Model& model, const State& state) {
  std::vector<ActorSlot> slots;
  for (std::size_t v = 0; v < model.vehicles.size(); ++v)
    slots.push_back({.generation = state.generations[v],
                     .present = state.physics.present[v] != 0,
                     .setup = model.vehicles[v]});
  return slots;
}

Result<void> set_slots(std::span<const ActorSlot> slots, Model& model, Scratch& scratch,
                       Output& out) {
  if (slots.size() > model.capacity)
    return fail(ErrorCode::Limit, "the run has room for ", model.capacity, " actors, got ",
                slots.size());
  for (std::size_t slot = 0; slot < slots.size(); ++slot)
    if (auto set = set_vehicle(model, slot, slots[slot].setup); !set) return set;
  drop_slots(model, slots.size());
  fit_buffers(model, scratch, out);
  return {};
}

}  // namespace paddock
