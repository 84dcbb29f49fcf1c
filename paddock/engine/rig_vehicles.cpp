#include "paddock/engine/rig_vehicles.h"

#include <algorithm>
#include <utility>

#include "paddock/engine/places.h"

namespace paddock {

RigVehicles::Key RigVehicles::key_of(const VehicleSetup& setup, std::size_t slot) {
  const Color own = setup.colors ? Color{} : vehicle_color(vehicle_id(slot));
  return {.kind = kind_of(setup.params),
          .colors = setup.colors.value_or(CarColors{.front = own, .back = own}),
          .chosen = setup.colors.has_value(),
          .number = look_number(kind_of(setup.params), vehicle_id(slot))};
}

std::size_t RigVehicles::find_shape(const VehicleSetup& setup, std::size_t slot, RayScene& scene) {
  const Key key = key_of(setup, slot);
  const auto known = std::find_if(shapes_.begin(), shapes_.end(),
                                  [&](const Shape& shape) { return shape.key == key; });
  if (known != shapes_.end()) return static_cast<std::size_t>(known - shapes_.begin());
  Shape shape{
      .key = key, .parts = vehicle_look(key.kind, vehicle_id(slot), setup.colors), .ids = {}};
  for (const VehiclePart& part : shape.parts) shape.ids.push_back(scene.add_shape(part.part.look));
  shapes_.push_back(std::move(shape));
  return shapes_.size() - 1;
}

std::size_t RigVehicles::find_body(std::size_t slot, std::size_t shape, RayScene& scene) {
  const auto known = std::find_if(bodies_.begin(), bodies_.end(), [&](const Body& body) {
    return body.slot == slot && body.shape == shape;
  });
  if (known != bodies_.end()) return static_cast<std::size_t>(known - bodies_.begin());
  Body body{.slot = slot, .shape = shape, .placed = {}};
  const auto instance = kFirstVehicleInstance + static_cast<std::uint32_t>(slot);
  for (std::size_t i = 0; i < shapes_[shape].parts.size(); ++i) {
    const LookPart& part = shapes_[shape].parts[i].part;
    body.placed.push_back(
        scene.add_placed(shapes_[shape].ids[i], {instance, part.tag, part.seen_by}));
  }
  bodies_.push_back(std::move(body));
  return bodies_.size() - 1;
}

void RigVehicles::follow(const Model& model, RayScene& scene) {
  body_of_.resize(model.vehicles.size());
  for (std::size_t slot = 0; slot < model.vehicles.size(); ++slot) {
    const std::size_t has = body_of_[slot];
    if (has < bodies_.size() && bodies_[has].slot == slot &&
        shapes_[bodies_[has].shape].key == key_of(model.vehicles[slot], slot))
      continue;
    body_of_[slot] = find_body(slot, find_shape(model.vehicles[slot], slot, scene), scene);
  }
}

void RigVehicles::place(const Model& model, const State& state, RayScene& scene) {
  for (std::size_t slot = 0; slot < body_of_.size(); ++slot) {
    if (state.physics.present[slot] == 0) continue;
    const Body& body = bodies_[body_of_[slot]];
    const Pose3 scene_from_body = vehicle_pose(model, state, slot);
    for (std::size_t i = 0; i < body.placed.size(); ++i)
      scene.place(body.placed[i],
                  pose_of_part(shapes_[body.shape].parts[i], model.vehicles[slot].params,
                               state.physics.vehicles[slot], scene_from_body));
  }
}

void RigVehicles::show(const State& state, std::size_t self, bool own, bool others,
                       RayScene& scene) {
  for (std::size_t b = 0; b < bodies_.size(); ++b) {
    const std::size_t slot = bodies_[b].slot;
    const bool shown = slot < body_of_.size() && body_of_[slot] == b &&
                       state.physics.present[slot] != 0 && (slot == self ? own : others);
    for (const PlacedId placed : bodies_[b].placed) scene.show(placed, shown);
  }
}

}  // namespace paddock
