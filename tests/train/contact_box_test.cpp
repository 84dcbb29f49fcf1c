// The contact box is where the original's silhouette was recorded.
#include "paddock/train/contact_box.h"

#include <gtest/gtest.h>

namespace paddock {
namespace {

std::vector<float> nothing_near() { return std::vector<float>(360, 3.5f); }

TEST(ContactBox, IsWhereTheOriginalsSilhouetteWasRecorded) {
  const ContactBox box(kRenderedLds01);
  // beams of half a degree: 90 looks right, 180 ahead, 270 left, 0 back; depth less 3 cm, stretched
  const double gain = 3.5 / 3.47;
  const std::vector<std::pair<std::size_t, double>> faces{
      {180, 0.07}, {90, 0.09}, {270, 0.09}, {0, 0.11}};
  for (const auto& [beam, depth] : faces) {
    std::vector<float> readings = nothing_near();
    readings[beam] = static_cast<float>(gain * (depth - 0.03));
    EXPECT_NEAR(box.room(readings), 0, 1e-4) << beam;  // half a degree aside
    readings[beam] -= 0.005f;
    EXPECT_NEAR(box.room(readings), -0.005, 1e-4) << beam;
  }
}

TEST(ContactBox, HasRoomWhereNothingIsNear) {
  EXPECT_GT(ContactBox(kRenderedLds01).room(nothing_near()), 3);
}

}  // namespace
}  // namespace paddock
