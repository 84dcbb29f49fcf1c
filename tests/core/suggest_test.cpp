#include "paddock/core/suggest.h"

#include <gtest/gtest.h>

#include <array>

namespace paddock {
namespace {

TEST(Suggest, DistanceCountsLettersPutInLeftOutChangedAndSwapped) {
  EXPECT_EQ(edit_distance("", ""), 0u);
  EXPECT_EQ(edit_distance("", "oval"), 4u);
  EXPECT_EQ(edit_distance("gran_prix", "grand_prix"), 1u);
  EXPECT_EQ(edit_distance("--lapz", "--laps"), 1u);
  EXPECT_EQ(edit_distance("rnu", "run"), 1u);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
}

TEST(Suggest, DistanceIsSymmetricAndZeroForEqualWordsAlone) {
  constexpr std::array<std::string_view, 6> words{"", "a", "oval", "vola", "lab1", "grand_prix"};
  for (const std::string_view a : words)
    for (const std::string_view b : words) {
      EXPECT_EQ(edit_distance(a, b), edit_distance(b, a)) << a << " " << b;
      EXPECT_EQ(edit_distance(a, b) == 0, a == b) << a << " " << b;
    }
}

TEST(Suggest, NearestNamesComeFirstAndFarOnesNotAtAll) {
  constexpr std::array<std::string_view, 5> levels{"grand_prix_2020", "grand_prix", "lab1", "lab2",
                                                   "oval"};
  EXPECT_EQ(nearest_names("gran_prix", levels), (std::vector<std::string_view>{"grand_prix"}));
  EXPECT_EQ(nearest_names("Grand Prix", levels), (std::vector<std::string_view>{"grand_prix"}));
  EXPECT_EQ(nearest_names("lab3", levels), (std::vector<std::string_view>{"lab1", "lab2"}));
  EXPECT_EQ(nearest_names("lab2", levels).front(), "lab2");
  EXPECT_TRUE(nearest_names("moon", levels).empty());
  EXPECT_TRUE(nearest_names(std::string(100'000, 'x'), levels).empty());
}

TEST(Suggest, SaysWhatWasMeant) {
  constexpr std::array<std::string_view, 4> names{"lab1", "lab2", "lab4", "lab5"};
  EXPECT_EQ(did_you_mean_names("lab3", names), "; did you mean lab1, lab2 or lab4?");
  EXPECT_EQ(did_you_mean_names("lab", std::span(names).first(1)), "; did you mean lab1?");
  EXPECT_EQ(did_you_mean_names("moon", names), "");
}

}  // namespace
}  // namespace paddock
