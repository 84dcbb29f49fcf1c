#include "paddock/sensors/painter.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/scenes.h"

namespace paddock {
namespace {

struct Fixture {
  RayScene scene{*open_ray_device(),
                 std::vector{part_of("floor", look_of(make_mat({20, 20}), paint_of({90, 120, 60})),
                                     {{0, 0, -0.5}, {}}, 1, SemanticTag::Road),
                             part_of("ball", ball_look(0.5, 48, paint_of({200, 60, 40})),
                                     {{3, 0.4, -0.5}, {}}, 2, SemanticTag::Other)}};
  Camera camera{[] {
    CameraSpec spec;
    spec.width = 322, spec.height = 201, spec.vertical_fov = 0.9;
    return *check_camera(spec);
  }()};
  CameraReading whole;

  Fixture() {
    Workers one(1);
    take_picture(camera, scene, {}, {}, {}, one, whole);
  }
};

TEST(Painter, PaintsThePictureThatIsTakenAtOnce) {
  Fixture f;
  for (const int helpers : {0, 1, 3}) {
    Painter painter(helpers);
    CameraReading picture;
    for (int round = 0; round < 5; ++round) {
      picture.color.pixels.assign(picture.color.pixels.size(), 0);
      painter.begin(f.camera, f.scene, {}, {}, picture);
      if (round % 2 == 0)
        while (painter.paint_one()) {
        }
      painter.finish();
      EXPECT_EQ(picture.color.pixels, f.whole.color.pixels) << helpers << " helpers";
    }
  }
}

TEST(Painter, RowsThatWereWaitedForAreThereBeforeTheRest) {
  Fixture f;
  Painter painter(1);
  CameraReading picture;
  painter.begin(f.camera, f.scene, {}, {}, picture);
  for (const int rows : {1, 15, 30, 31, 120, 201}) {
    painter.wait_for(rows);
    const auto end = static_cast<std::ptrdiff_t>(rows) * 322 * 3;
    EXPECT_TRUE(std::equal(picture.color.pixels.begin(), picture.color.pixels.begin() + end,
                           f.whole.color.pixels.begin()))
        << rows << " rows";
  }
  painter.finish();
}

TEST(Painter, WhatWasStoppedIsLeftAndTheNextIsWhole) {
  Fixture f;
  Painter painter(2);
  CameraReading left, picture;
  for (int round = 0; round < 20; ++round) {
    painter.begin(f.camera, f.scene, {}, {}, left);
    painter.stop();
    EXPECT_FALSE(painter.paint_one());
  }
  painter.begin(f.camera, f.scene, {}, {}, picture);
  painter.finish();

  EXPECT_EQ(picture.color.pixels, f.whole.color.pixels);
}

}  // namespace
}  // namespace paddock
