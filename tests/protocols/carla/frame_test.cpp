// What frames tell against the town itself: every triangle of it, met by plain rays in double, and
// the plan of its streets.
#include "paddock/protocols/carla/frame.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

#include "paddock/world/world_look.h"
#include "tests/protocols/carla/house.h"

namespace paddock::carla {
namespace {

constexpr double kNothing = std::numeric_limits<double>::infinity();

struct Met {
  double way{kNothing};  // in lengths of the ray's direction
  SemanticTag tag{};
};

/// All that stands in a town without traffic.
class Truth {
 public:
  enum class Eye { Camera, Lidar };

  explicit Truth(Eye eye) {
    const auto world = load_world(PADDOCK_SOURCE_DIR "/levels/town/town02.toml", 1);
    const auto undrawn = [](const Material&, Color) { return std::shared_ptr<const Texture>(); };
    for (const LookPart& part : looks_of(*world, undrawn)) {
      if (eye == Eye::Camera ? !part.seen_by.camera : !part.seen_by.lidar) continue;
      for (const auto& corners : part.look.triangles) {
        const auto at = [&](std::size_t i) {
          return part.scene_from_part * part.look.points[corners[i]];
        };
        triangles_.push_back({at(0), at(1) - at(0), at(2) - at(0), part.tag});
      }
    }
  }

  /// The nearest triangle that a ray meets, whichever side of it (Moeller and Trumbore).
  Met nearest(Vec3 from, Vec3 along) const {
    Met met;
    for (const Triangle& t : triangles_) {
      const Vec3 p = cross(along, t.to_third);
      const double area = dot(t.to_second, p);
      if (std::fabs(area) < 1e-12) continue;  // seen edge on
      const Vec3 off = from - t.first;
      const double u = dot(off, p) / area;
      if (u < 0 || u > 1) continue;
      const Vec3 q = cross(off, t.to_second);
      const double v = dot(along, q) / area;
      if (v < 0 || u + v > 1) continue;
      const double way = dot(t.to_third, q) / area;
      if (way > 0 && way < met.way) met = {way, t.tag};
    }
    return met;
  }

 private:
  struct Triangle {
    Vec3 first, to_second, to_third;
    SemanticTag tag{};
  };
  std::vector<Triangle> triangles_;
};

Pose3 world_from_player(const PlayerMeasurements& player) {
  return pose_from(player.transform.location, player.transform.rotation);
}

constexpr int kWidth = 24, kHeight = 16;
constexpr Vector3 kEye{1.5F, 0.5F, 1.6F}, kHead{0.2F, 0, 2.5F};

/// A frame of the town with depth, labels and a lidar, in this order.
struct Sight {
  PlayerMeasurements player;
  std::map<std::uint32_t, std::string> sensors;
};
Sight look() {
  House house;
  StandInClient client(house.door->port());
  EXPECT_TRUE(client.begin(
      concat(kEmptyTown,
             "[CARLA/Sensor]\nSensors=depth,labels,lidar\nSensorType=CAMERA\nImageSizeX=", kWidth,
             "\nImageSizeY=", kHeight,
             "\nFOV=100\nPositionX=1.5\nPositionY=0.5\nPositionZ=1.6\nRotationYaw=20\n"
             "[CARLA/Sensor/depth]\nPostProcessing=Depth\n[CARLA/Sensor/labels]\n"
             "PostProcessing=SemanticSegmentation\n[CARLA/Sensor/lidar]\n"
             "SensorType=LIDAR_RAY_CAST\nChannels=8\nPointsPerSecond=3000\nPositionX=0.2\n"
             "PositionY=0\nPositionZ=2.5\nRange=60\n"),
      3));
  const auto measured = next_message(*client.stream);
  return {decode_measurements(*measured)->player, sensors_of(client)};
}

void expect_true_pictures(const Sight& sight) {
  const std::string_view depths = decode_image(sight.sensors.at(1))->pixels;
  const std::string_view labels = decode_image(sight.sensors.at(2))->pixels;
  const Truth truth(Truth::Eye::Camera);
  const Pose3 eye = world_from_player(sight.player) * pose_from(kEye, {.yaw = 20});
  const double focal = kWidth / 2.0 / std::tan(50 * kPi / 180);
  // along the axis a metre, so that ways are depths
  const auto ray = [&](double x, double y) {
    return eye.turn * Vec3{1, (kWidth / 2.0 - x) / focal, (kHeight / 2.0 - y) / focal};
  };
  int edges = 0;
  for (int row = 0; row < kHeight; ++row)
    for (int column = 0; column < kWidth; ++column) {
      const std::size_t at = 4 * static_cast<std::size_t>(row * kWidth + column);
      const double seen = depth_of(depths.substr(at, 4));
      const int label = static_cast<unsigned char>(labels[at + 2]);
      const auto agrees = [&](double x, double y) {
        const Met met = truth.nearest(eye.at, ray(x, y));
        const double depth = std::min(met.way, 1000.0);
        return std::fabs(seen - depth) <= 1e-3 * depth && label == static_cast<int>(met.tag);
      };
      const double x = column + 0.5, y = row + 0.5;
      if (agrees(x, y)) continue;
      // a hundredth of a pixel aside may be another thing
      ++edges;
      EXPECT_TRUE(agrees(x - 0.01, y) || agrees(x + 0.01, y) || agrees(x, y - 0.01) ||
                  agrees(x, y + 0.01))
          << "pixel " << column << ", " << row << ": " << seen << " m, label " << label;
    }
  EXPECT_LT(edges, kWidth * kHeight / 50);
}

void expect_true_points(const Sight& sight) {
  const auto scan = decode_lidar(sight.sensors.at(3));
  ASSERT_TRUE(scan.has_value());
  const Truth truth(Truth::Eye::Lidar);
  const Pose3 head = world_from_player(sight.player) * pose_from(kHead, {.yaw = 20});
  const Vec3 ahead = head.turn * Vec3{1, 0, 0};
  const Quat world_from_scan = Quat::from_yaw_pitch_roll(det::atan2(ahead.y, ahead.x), 0, 0);
  std::size_t walls = 0;
  for (const Vector3& p : scan->points) {
    const Vec3 along = world_from_scan * Vec3{-p.y, -p.x, -p.z};  // theirs: right, backward, down
    const Met met = truth.nearest(head.at, along);
    EXPECT_NEAR(met.way * length(along), length(along), 0.01) << p.x << ", " << p.y << ", " << p.z;
    walls += met.tag == SemanticTag::Building || met.tag == SemanticTag::Wall ? 1 : 0;
  }
  EXPECT_GT(scan->points.size(), 150U);  // of 300 rays; the others meet the sky
  EXPECT_GT(walls, 20U);
}

TEST(CarlaFrame, PicturesAndPointsAreThoseOfEveryTriangleOfTheTown) {
  const Sight sight = look();  // one for all: it takes seconds to make
  expect_true_pictures(sight);
  expect_true_points(sight);
}

// --- measurements -------------------------------------------------------------------------------

/// Frames of a drive from a spot, with a control for each.
template <class Controls>
std::vector<Measurements> drive(std::uint32_t spot, int frames, int fps, Controls&& control) {
  House house({.port = 0, .map = "Town02", .fps = fps});
  StandInClient client(house.door->port());
  EXPECT_TRUE(client.begin(kEmptyTown, spot));
  std::vector<Measurements> film;
  for (int i = 0; i < frames; ++i) {
    const auto frame = client.frame();
    EXPECT_TRUE(frame.has_value());
    if (!frame) break;
    film.push_back(*frame);
    client.drive(control(i, frame->player));
  }
  return film;
}

Vec3 of(const Vector3& v) { return {v.x, v.y, v.z}; }

/// Acceleration is what forward speed along the unit vector ahead gained in a frame, and places
/// follow from speeds.
void expect_lawful(const std::vector<Measurements>& film, double dt) {
  for (std::size_t i = 1; i < film.size(); ++i) {
    const PlayerMeasurements &was = film[i - 1].player, &is = film[i].player;
    const Vec3 ahead = of(is.transform.orientation), before = of(was.transform.orientation);
    const Vec3 gained = (1 / dt) * (is.forward_speed * ahead - was.forward_speed * before);
    EXPECT_LT(length(of(is.acceleration) - gained), 2e-3) << i;  // floats of a speed over dt
    const double yaw = is.transform.rotation.yaw * kPi / 180;
    EXPECT_NEAR(ahead.x, std::cos(yaw), 1e-4);
    EXPECT_NEAR(ahead.y, std::sin(yaw), 1e-4);
    const double way = length(of(is.transform.location) - of(was.transform.location));
    const double speed = (is.forward_speed + was.forward_speed) / 2.0;
    EXPECT_NEAR(way, std::fabs(speed) * dt, 0.02 + 0.02 * way) << i;  // m: the body also pitches
  }
}

TEST(CarlaFrame, AStraightDriveGoesAsFarAsItsSpeedSays) {
  const auto film =
      drive(3, 40, 10, [](int, const PlayerMeasurements&) { return Control{.throttle = 0.6F}; });
  ASSERT_EQ(film.size(), 40U);
  expect_lawful(film, 0.1);
  EXPECT_GT(film.back().player.forward_speed, 3);
  EXPECT_NEAR(film.back().player.transform.location.x, film[0].player.transform.location.x, 0.05);
}

TEST(CarlaFrame, ATurnToTheRightAndOneToTheLeftAreMirrored) {
  const auto turn = [](float steer) {
    return drive(3, 25, 10, [steer](int i, const PlayerMeasurements&) {
      return Control{.steer = i < 8 ? 0 : steer, .throttle = 0.4F};
    });
  };
  const auto right = turn(0.1F), left = turn(-0.1F);
  ASSERT_EQ(right.size(), 25U);
  ASSERT_EQ(left.size(), 25U);
  expect_lawful(right, 0.1);
  expect_lawful(left, 0.1);
  const Transform from = right[0].player.transform;
  const Transform &to_right = right.back().player.transform,
                  &to_left = left.back().player.transform;
  // it looks towards smaller y, so that right is towards greater x, and clockwise is positive
  EXPECT_GT(to_right.rotation.yaw, from.rotation.yaw + 5);
  EXPECT_NEAR(to_right.rotation.yaw + to_left.rotation.yaw, 2 * from.rotation.yaw, 0.05);
  EXPECT_GT(to_right.location.x, from.location.x + 0.1);
  EXPECT_NEAR(to_right.location.x + to_left.location.x, 2 * from.location.x, 0.02);
}

/// The share of the box's samples every 0.1 m for which `counts` says so of their place.
template <class Counts>
double share_of(const PlayerMeasurements& player, Counts&& counts) {
  const Vector3 half = player.bounding_box.extent, middle = player.bounding_box.transform.location;
  const double yaw = player.transform.rotation.yaw * kPi / 180;
  int hits = 0, all = 0;
  for (double x = -half.x; x < half.x; x += 0.1)
    for (double y = -half.y; y < half.y; y += 0.1) {
      const double ahead = x + middle.x, right = y + middle.y;
      const double at_x =
          player.transform.location.x + ahead * std::cos(yaw) - right * std::sin(yaw);
      hits += counts(at_x) ? 1 : 0, ++all;
    }
  return static_cast<double>(hits) / all;
}

// the street of spots 2 to 5, along y, by the plan of Town02: node 17 of tiles of 8.215 m
constexpr double kMiddle = 17 * 8.21511 - 5.44, kLane = 4.025;

TEST(CarlaFrame, AWheelOverTheKerbIsOffTheRoadByItsShareOfTheBox) {
  const auto film = drive(3, 36, 10, [](int i, const PlayerMeasurements&) {
    return Control{.steer = i < 12 ? 0 : 0.06F, .throttle = 0.6F};
  });
  double most = 0;
  for (const Measurements& frame : film) {
    const double off = share_of(frame.player, [](double x) { return x > kMiddle + kLane; });
    EXPECT_NEAR(frame.player.intersection_offroad, off, 0.02) << frame.game_timestamp;
    EXPECT_EQ(frame.player.intersection_otherlane, 0);
    most = std::max(most, off);
  }
  EXPECT_GT(most, 0.1);
}

TEST(CarlaFrame, AWheelOverTheCentreLineIsInTheOtherLaneByItsShareOfTheBox) {
  const auto film = drive(3, 36, 10, [](int i, const PlayerMeasurements&) {
    return Control{.steer = i < 12 ? 0 : -0.06F, .throttle = 0.6F};
  });
  double most = 0;
  for (const Measurements& frame : film) {
    const double other = share_of(frame.player, [](double x) { return x < kMiddle; });
    EXPECT_NEAR(frame.player.intersection_otherlane, other, 0.02) << frame.game_timestamp;
    EXPECT_EQ(frame.player.intersection_offroad, 0);
    most = std::max(most, other);
  }
  EXPECT_GT(most, 0.1);
}

TEST(CarlaFrame, ACollisionAddsTheMomentumThatItTakes) {
  const double mass = SedanParams<double>{}.chassis.mass;
  // straight into the house at the end of its street
  const auto film =
      drive(26, 560, 100, [](int, const PlayerMeasurements&) { return Control{.throttle = 0.6F}; });
  std::size_t hit = 1;
  while (hit < film.size() && film[hit].player.collision_other == 0) ++hit;
  ASSERT_LT(hit, film.size());
  const PlayerMeasurements &before = film[hit - 1].player, &after = film[hit].player;
  const double taken = mass * (before.forward_speed - after.forward_speed);

  EXPECT_GT(before.forward_speed, 10);
  EXPECT_NEAR(after.collision_other, taken, 0.01 * taken);  // in that frame the engine pushes on
  EXPECT_EQ(after.collision_vehicles, 0);
  EXPECT_EQ(after.collision_pedestrians, 0);
}

}  // namespace
}  // namespace paddock::carla
