// The sweep finds what asking all against all finds, once each.
#include "paddock/physics/broad_phase.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "paddock/core/random.h"

namespace paddock {
namespace {

std::vector<IndexPair> swept_pairs(std::vector<SweptBounds> items) {
  std::vector<IndexPair> pairs;
  sweep_overlaps(items, [&](IndexPair two) { pairs.push_back(two); });
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

std::vector<IndexPair> all_pairs(const std::vector<SweptBounds>& items) {
  std::vector<IndexPair> pairs;
  for (std::size_t k = 0; k < items.size(); ++k)
    for (std::size_t i = 0; i < k; ++i)
      if (items[i].bounds.overlaps(items[k].bounds))
        pairs.push_back({items[i].index, items[k].index});
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

/// Bounds of all sizes on a square: many a coordinate is met twice, some are points, some empty.
std::vector<SweptBounds> random_layout(std::uint64_t seed) {
  DrawSequence draws({.seed = seed, .stream = Stream::RandomInput, .entity = 0});
  const auto count = static_cast<std::uint32_t>(draws.between(0, 80));
  const double across = draws.between(1, 40), largest = draws.between(0, 6);
  std::vector<SweptBounds> items;
  for (std::uint32_t i = 0; i < count; ++i) {
    const Vec2 low{std::floor(draws.between(0, across)), std::floor(draws.between(0, across))};
    const Vec2 size{draws.between(0, largest), std::floor(draws.between(0, largest))};
    SweptBounds item{{}, i};
    if (draws.between(0, 1) < 0.95) item.bounds = {low, low + size};
    items.push_back(item);
  }
  return items;
}

TEST(BroadPhase, FindsTheOverlapsOfAllAgainstAllInAThousandLayouts) {
  std::size_t found = 0;
  for (std::uint64_t seed = 1; seed <= 1000; ++seed) {
    const std::vector<SweptBounds> items = random_layout(seed);

    const auto pairs = swept_pairs(items);

    ASSERT_EQ(pairs, all_pairs(items)) << "seed " << seed;
    found += pairs.size();
  }
  EXPECT_GT(found, 10000u);
}

TEST(BroadPhase, BoundsThatTouchAtAnEdgeOverlap) {
  const std::vector<SweptBounds> items{{{{0, 0}, {1, 1}}, 0}, {{{1, 1}, {2, 2}}, 1}};
  const std::vector<IndexPair> both{{0, 1}};

  EXPECT_EQ(swept_pairs(items), both);
}

TEST(BroadPhase, WhatIsNoNumberOverlapsNothing) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<SweptBounds> items{
      {{{nan, 0}, {nan, 1}}, 0}, {{{0, nan}, {1, nan}}, 1}, {{{0, 0}, {1, 1}}, 2}};

  EXPECT_TRUE(swept_pairs(items).empty());
}

}  // namespace
}  // namespace paddock
