#include "paddock/vehicles/vehicle_assembly.h"

#include <memory>
#include <string>
#include <utility>

#include "paddock/core/text.h"
#include "paddock/geom/lettering.h"

namespace paddock {

void add_box(Look& look, Vec3 low, Vec3 high, const Finish& finish) {
  const Vec3 middle = (low + high) / 2;
  dress(look, make_box(high - low), at(middle.x, middle.y, low.z), {finish});
}

void add_cylinder(Look& look, Vec3 foot, double radius, double height, const Finish& finish,
                  int sides) {
  dress(look, make_frustum(radius, radius, height, sides), at(foot.x, foot.y, foot.z), {finish});
}

void add_lidar(Look& look, Vec3 foot, double radius, double height) {
  add_cylinder(look, foot, radius, 0.3 * height, paint(kCarbon));
  add_cylinder(look, {foot.x, foot.y, foot.z + 0.3 * height}, 0.92 * radius, 0.5 * height,
               paint({18, 20, 26}, 0.8));
  add_cylinder(look, {foot.x, foot.y, foot.z + 0.8 * height}, radius, 0.2 * height,
               paint(kSilver, 0.4));
}

Finish number_plate(std::size_t number) {
  auto texture = std::make_shared<Texture>();
  const std::string text = concat(number);
  constexpr int kEdge = 96;
  texture->name = concat("number-", number);
  texture->repeats = false;
  texture->image = Image::blank(kEdge, kEdge);
  for (int i = 0; i < kEdge * kEdge; ++i) {
    std::uint8_t* pixel = texture->image.at(i % kEdge, i / kEdge);
    pixel[0] = kChalk.r, pixel[1] = kChalk.g, pixel[2] = kChalk.b;
  }
  const double capital = text.size() > 1 ? 44 : 60;
  draw_text(texture->image, {(kEdge - text_width(text, capital)) / 2, kEdge / 2 + capital / 2},
            capital, text, kCarbon);
  Finish finish{.name = texture->name, .color = {255, 255, 255}, .texture = nullptr};
  finish.texture = std::move(texture);
  return finish;
}

VehicleAssembly::VehicleAssembly(VehicleId id, SemanticTag tag, const CarColors& colors)
    : id_(id), tag_(tag), colors_(colors), coat_(paint(colors.back, 0.4)) {}

void VehicleAssembly::add(std::string_view name, Look look, const Pose3& body_from_part,
                          PartTurn turns) {
  LookPart part{.name = concat("vehicle-", number(), '-', name),
                .look = std::move(look),
                .scene_from_part = body_from_part,
                .instance = kFirstVehicleInstance + static_cast<std::uint32_t>(id_),
                .tag = tag_,
                .seen_by = {},
                .moves = true};
  parts.push_back({std::move(part), turns});
}

void VehicleAssembly::add_wheels(const WheelSize& size, const WheelPlaces& places,
                                 const Finish& rim) {
  const Look one = wheel_look(size, rim);
  const auto [front, rear, side] = places;
  add("wheel-front-left", one, at(front, side, size.radius), {.share = 1});
  add("wheel-front-right", one, at(front, -side, size.radius), {.share = 1});
  add("wheel-rear-left", one, at(rear, side, size.radius));
  add("wheel-rear-right", one, at(rear, -side, size.radius));
}

}  // namespace paddock
