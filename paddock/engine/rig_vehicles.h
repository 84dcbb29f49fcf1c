// The vehicles of a run in a ray scene: shapes are shared by kind and colours, and each slot has
// its own placed parts of them. It follows who comes and goes.
#pragma once

#include <optional>
#include <vector>

#include "paddock/engine/model.h"
#include "paddock/engine/state.h"
#include "paddock/sensors/camera.h"
#include "paddock/vehicles/vehicle_look.h"

namespace paddock {

class RigVehicles {
 public:
  /// Has parts for every slot, of whoever stands there.
  void follow(const Model& model, RayScene& scene);
  /// Puts them where the vehicles are. Hidden ones are placed too, so that another observer of this
  /// instant needs no more than show().
  void place(const Model& model, const State& state, RayScene& scene);
  /// The vehicle in slot `self` is seen or not, the others are seen or not.
  void show(const State& state, std::size_t self, bool own, bool others, RayScene& scene);

  std::size_t shape_count() const { return shapes_.size(); }

 private:
  /// What decides how a vehicle looks.
  struct Key {
    VehicleKind kind{};
    CarColors colors;
    bool chosen{};         // by somebody, rather than by its number
    std::size_t number{};  // where it bears one, or looks of its own
    bool operator==(const Key&) const = default;
  };
  struct Shape {
    Key key;
    std::vector<VehiclePart> parts;
    std::vector<ShapeId> ids;  // one a part
  };
  /// The parts of one shape that stand for one slot.
  struct Body {
    std::size_t slot{}, shape{};
    std::vector<PlacedId> placed;  // in the order of the shape's parts
  };
  static Key key_of(const VehicleSetup& setup, std::size_t slot);
  std::size_t find_shape(const VehicleSetup& setup, std::size_t slot, RayScene& scene);
  std::size_t find_body(std::size_t slot, std::size_t shape, RayScene& scene);

  std::vector<Shape> shapes_;
  std::vector<Body> bodies_;
  std::vector<std::size_t> body_of_;  // of each slot, the one it has now
};

}  // namespace paddock
