// Vehicles look like what physics moves: within their outline, on the ground, wheels that steer.
#include "paddock/vehicles/vehicle_look.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/support/look_checks.h"

namespace paddock {
namespace {

std::vector<VehiclePart> look_of_kind(VehicleKind kind) { return vehicle_look(kind, VehicleId{2}); }

/// How far a point lies outside an outline; negative inside.
double outside(const Outline2& outline, Vec2 p) {
  if (outline.is_circle()) return length(p) - outline.radius;
  double most = -1e9;
  const auto corners = outline.polygon();
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Vec2 a = corners[i], b = corners[(i + 1) % corners.size()];
    most = std::fmax(most, -cross(normalized(b - a), p - a));
  }
  return most;
}

TEST(VehicleLook, EveryKindIsSoundModestAndUniquelyNamed) {
  for (const VehicleType& type : vehicle_types()) {
    const VehicleKind kind = type.kind;
    std::set<std::string> names;
    std::size_t triangles = 0;
    for (const VehiclePart& p : look_of_kind(kind)) {
      expect_sound(p.part.look, p.part.name);
      EXPECT_TRUE(names.insert(p.part.name).second) << p.part.name;
      EXPECT_EQ(p.part.name.substr(0, 10), "vehicle-3-");
      EXPECT_EQ(p.part.instance, kFirstVehicleInstance + 2);
      EXPECT_EQ(p.part.tag, type.look.tag);
      triangles += p.part.look.triangles.size();
    }
    EXPECT_GT(triangles, 500u) << type_of(kind).name;
    EXPECT_LT(triangles, 8000u) << type_of(kind).name;
  }
}

TEST(VehicleLook, StaysWithinTheOutlineAndTouchesTheGround) {
  for (const VehicleType& type : vehicle_types()) {
    const VehicleKind kind = type.kind;
    const Outline2 outline = outline_of(kind);
    const double slack = 0.09 * outline.radius;  // mirrors, hoops, the round back drawn round
    double lowest = 1e9, farthest = -1e9, reach = 0;
    for (const VehiclePart& p : look_of_kind(kind)) {
      for (const Vec3 point : p.part.look.points) {
        const Vec3 at = p.part.scene_from_part * point;
        lowest = std::fmin(lowest, at.z);
        farthest = std::fmax(farthest, outside(outline, xy(at)));
        reach = std::fmax(reach, length(xy(at)));
      }
    }
    EXPECT_LT(farthest, slack) << type_of(kind).name;
    EXPECT_GT(reach, 0.85 * outline.radius) << type_of(kind).name;
    if (kind == kind_of<Quad2d>()) {
      EXPECT_GT(lowest, 0.05);  // it flies
    } else {
      EXPECT_NEAR(lowest, 0, 1e-6) << type_of(kind).name;
    }
  }
}

TEST(VehicleLook, FrontWheelsTurnWithTheSteeringAndTheRestDoesNot) {
  RacecarState<double> car;
  car.steer = 0.3;
  const Pose3 scene_from_body{{1, 2, 0}, {}};
  for (const VehiclePart& p : look_of_kind(kind_of<Racecar>())) {
    const Vec3 ahead =
        pose_of_part(p, RacecarParams<double>{}, car, scene_from_body).turn * Vec3{1, 0, 0};
    const bool front = p.part.name.find("front") != std::string::npos;
    EXPECT_NEAR(det::atan2(ahead.y, ahead.x), front ? 0.3 : 0, 1e-12) << p.part.name;
  }
}

TEST(VehicleLook, RearBlockOfTheRoverTurnsAboutItsPivot) {
  RoverState<double> rover;
  rover.steer = 0.5;
  const auto parts = look_of_kind(kind_of<Rover>());
  const VehiclePart& block = parts.back();
  const Pose3 pose = pose_of_part(block, RoverParams<double>{}, rover, {});
  // the driven axle lies 4 cm behind the pivot, along the turned block
  const Vec3 axle = pose * Vec3{-0.04, 0, 0};
  EXPECT_NEAR(axle.x, -0.04 - 0.04 * det::cos(0.5), 1e-12);
  EXPECT_NEAR(axle.y, -0.04 * det::sin(0.5), 1e-12);
}

TEST(VehicleColor, NeighboursDiffer) {
  for (std::uint32_t i = 0; i < 8; ++i) {
    EXPECT_NE(vehicle_color(VehicleId{i}), vehicle_color(VehicleId{i + 1}));
  }
}

}  // namespace
}  // namespace paddock
