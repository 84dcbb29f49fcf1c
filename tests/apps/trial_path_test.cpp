#include "apps/paddock/trial_path.h"

#include <gtest/gtest.h>

#include <limits>

namespace paddock {
namespace {

/// A car on the x axis, seen each 20 ms.
TrialPath straight(double speed, double seconds) {
  TrialPath path;
  for (int tick = 0; tick * 0.02 <= seconds + 1e-9; ++tick)
    path.add(tick * 0.02, {{speed * tick * 0.02, 0}, speed});
  return path;
}

TEST(TrialPath, KeepsATenthOfASecondAndTheLastPlace) {
  const TrialPath path = straight(2, 1.04);

  ASSERT_EQ(path.places.size(), 12u);
  for (std::size_t i = 0; i <= 10; ++i) EXPECT_NEAR(path.places[i].at.x, 0.2 * double(i), 1e-9);
  EXPECT_TRUE(path.loose);
  EXPECT_NEAR(path.places.back().at.x, 2.08, 1e-9);
}

TEST(TrialPath, StaysWithinItsBoundHoweverLongATrialTakes) {
  const TrialPath path = straight(1, 1000);

  EXPECT_LE(path.places.size(), kMostPlaces + 1);
  EXPECT_GE(path.places.size(), kMostPlaces / 2);
  EXPECT_NEAR(path.places[100].at.x, 100 * path.interval, 1e-9);
  EXPECT_NEAR(driven(path), 1000, 1e-6);
}

TEST(TrialPath, LeavesOutPlacesThatAreNoNumbers) {
  TrialPath path;
  path.add(0, {{1, 2}, 0});
  path.add(0.1, {{std::numeric_limits<double>::quiet_NaN(), 0}, 0});

  EXPECT_EQ(path.places.size(), 1u);
}

TEST(TrialPath, ACarThatIsPutBackDidNotDriveThere) {
  TrialPath path = straight(1, 1);
  path.add(1.1, {{0, 0}, 0});

  EXPECT_FALSE(jumps(path, 3));
  EXPECT_TRUE(jumps(path, 10));
  EXPECT_NEAR(driven(path), 1, 1e-9);
  EXPECT_EQ(top_speed(path), 1);
}

TEST(TrialPath, ComesThroughJsonToTheMillimetre) {
  const TrialPath path = straight(-1.25, 2.06);

  const auto json = parse_json(to_text(json_of(path), 0));
  ASSERT_TRUE(json);
  const TrialPath back = path_from(*json);

  ASSERT_EQ(back.places.size(), path.places.size());
  EXPECT_EQ(back.loose, path.loose);
  EXPECT_EQ(back.interval, path.interval);
  for (std::size_t i = 0; i < path.places.size(); ++i) {
    EXPECT_NEAR(back.places[i].at.x, path.places[i].at.x, 0.0006);  // half a millimetre
    EXPECT_NEAR(back.places[i].speed, path.places[i].speed, 0.0006);
  }
}

TEST(TrialPath, AnyJsonIsAPath) {
  for (const char* text : {"null", "[]", "{}", R"({"places":[1]})", R"({"places":["a","b","c"]})"})
    EXPECT_LE(path_from(*parse_json(text)).places.size(), 1u) << text;
}

}  // namespace
}  // namespace paddock
