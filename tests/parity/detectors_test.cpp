// Real detectors read our markers: libapriltag on pictures of our camera, over distance, angle and
// every number of a family.
#include <apriltag/apriltag.h>
#include <apriltag/apriltag_pose.h>
#include <apriltag/tag36h11.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <memory>
#include <optional>

#include "paddock/core/angle.h"
#include "paddock/sensors/camera.h"
#include "paddock/world/world_look.h"

namespace paddock {
namespace {

constexpr double kTag = 0.10;  // metres, edge of the black square

/// 640 x 480 pixels, 42.5 degrees high, as the robot cars carry it.
CameraParams race_camera() {
  CameraSpec spec;
  spec.vertical_fov = radians(42.5);
  spec.color.samples = 4;
  return check_camera(spec).value();
}

struct Place {
  double distance{1}, turn{}, aside{}, tilt{};  // metres, radians: about z, off the axis, about y
};

/// The tag seen by a camera at the origin, 1 m above the floor, that looks along x.
Image photograph(int id, const Place& place, double elevation) {
  LevelSpec level;
  level.scene.sun.elevation = elevation;
  level.scene.sun.azimuth = kPi;  // behind the camera
  PieceSpec tag;
  const MarkerSpec marker{MarkerFamily::AprilTag36h11, id, kTag};
  tag.shape = marker;
  // the board turns about the middle of its front
  const Quat turn = Quat::from_yaw_pitch_roll(kPi + place.turn, place.tilt, 0);
  const Vec3 foot = turn * Vec3{-0.0026, 0, -marker.size * 10 / 8 / 2};
  tag.at = Vec3{place.distance, place.aside, 1} + foot;
  tag.yaw = kPi + place.turn, tag.pitch = place.tilt;
  level.pieces.push_back(tag);
  const World world = build_world(level);

  Finishes finishes;
  const WorldPiece& board = world.pieces[0];
  const LookPart part{.name = "tag",
                      .look = look_of(board, finishes),
                      .scene_from_part = board.world_from_piece,
                      .instance = 1,
                      .tag = board.tag,
                      .seen_by = {}};
  RayScene scene(open_ray_device().value(), std::span(&part, 1));
  scene.commit();
  Workers workers(1);
  CameraReading picture;
  const Pose3 camera{{0, 0, 1}, {}};
  take_picture(Camera(race_camera()), scene, light_of(world.scene.sun), camera, {}, workers,
               picture);
  return std::move(picture.color);
}

struct Found {
  int id{};
  Vec3 at;  // optical frame
};

std::optional<Found> detect(const Image& picture) {
  std::unique_ptr<apriltag_family_t, void (*)(apriltag_family_t*)> family(tag36h11_create(),
                                                                          tag36h11_destroy);
  std::unique_ptr<apriltag_detector_t, void (*)(apriltag_detector_t*)> detector(
      apriltag_detector_create(), apriltag_detector_destroy);
  detector->quad_decimate = 1;
  apriltag_detector_add_family(detector.get(), family.get());
  std::vector<std::uint8_t> grey(picture.pixels.size() / 3);
  for (std::size_t i = 0; i < grey.size(); ++i) grey[i] = picture.pixels[3 * i + 1];
  image_u8_t image{picture.width, picture.height, picture.width, grey.data()};
  zarray_t* list = apriltag_detector_detect(detector.get(), &image);
  std::optional<Found> found;
  if (zarray_size(list) == 1) {
    apriltag_detection_t* tag = nullptr;
    zarray_get(list, 0, &tag);
    const CameraParams camera = race_camera();
    // its pixels begin at their corners, ours at their middles
    apriltag_detection_info_t info{
        tag, kTag, camera.fx, camera.fy, camera.cx + 0.5, camera.cy + 0.5};
    apriltag_pose_t pose{};
    estimate_tag_pose(&info, &pose);
    found = Found{tag->id, {MATD_EL(pose.t, 0, 0), MATD_EL(pose.t, 1, 0), MATD_EL(pose.t, 2, 0)}};
    std::free(pose.R), std::free(pose.t);  // one calloc each; matd_destroy() is not exported
  }
  apriltag_detections_destroy(list);
  return found;
}

TEST(AprilTag, IsReadFromThirtyCentimetresToThreeMetres) {
  for (double distance = 0.3; distance <= 3.01; distance += 0.15) {
    const auto found = detect(photograph(7, {.distance = distance}, 0.9));
    ASSERT_TRUE(found) << distance << " m";
    EXPECT_EQ(found->id, 7);
    EXPECT_NEAR(found->at.z, distance, 0.015 * distance) << distance;
  }
}

// the sun stands low behind the camera: in its own shade, white paper is darker than what is around
TEST(AprilTag, IsReadUpToSixtyDegreesFromTheSide) {
  for (int degree = -60; degree <= 60; degree += 10) {
    for (const double distance : {0.4, 1.0}) {
      const auto sideways =
          detect(photograph(42, {.distance = distance, .turn = radians(degree)}, 0.3));
      ASSERT_TRUE(sideways) << degree << " degrees, " << distance << " m";
      EXPECT_EQ(sideways->id, 42);
      const auto tilted =
          detect(photograph(42, {.distance = distance, .tilt = radians(degree)}, 0.3));
      ASSERT_TRUE(tilted) << degree << " degrees tilted, " << distance << " m";
      EXPECT_EQ(tilted->id, 42);
    }
  }
}

TEST(AprilTag, PoseIsWithinOnePercentAtOneMetre) {
  for (const double aside : {-0.3, 0.0, 0.25}) {
    for (const int degree : {-30, 0, 20}) {
      const auto found =
          detect(photograph(3, {.distance = 1, .turn = radians(degree), .aside = aside}, 0.9));
      ASSERT_TRUE(found);
      EXPECT_NEAR(found->at.z, 1, 0.01) << aside << ' ' << degree;
      EXPECT_NEAR(found->at.x, -aside, 0.01) << aside << ' ' << degree;
      EXPECT_NEAR(found->at.y, 0, 0.01) << aside << ' ' << degree;
    }
  }
}

TEST(AprilTag, EveryNumberIsReadAsItself) {
  for (int id = 0; id < 587; id += 13) {
    const auto found = detect(photograph(id, {.distance = 0.5}, 0.9));
    ASSERT_TRUE(found) << id;
    EXPECT_EQ(found->id, id);
  }
}

TEST(AprilTag, IsReadUnderALowSun) {
  const auto found = detect(photograph(11, {.distance = 1.2, .turn = 0.5}, 0.1));

  ASSERT_TRUE(found);
  EXPECT_EQ(found->id, 11);
}

}  // namespace
}  // namespace paddock
