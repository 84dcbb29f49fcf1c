// The marker tables are whole, and boards are drawn as detectors expect them.
#include "paddock/world/marker.h"

#include <gtest/gtest.h>

#include <bit>
#include <set>

namespace paddock {
namespace {

/// The cells turned a quarter turn.
std::uint64_t turned(std::uint64_t code, int cells) {
  std::uint64_t out = 0;
  for (int row = 0; row < cells; ++row) {
    for (int column = 0; column < cells; ++column) {
      const int from = cells * cells - 1 - (column * cells + cells - 1 - row);
      out = out << 1 | (code >> static_cast<unsigned>(from) & 1u);
    }
  }
  return out;
}

TEST(MarkerCodes, HaveTheSizeAndTheDistanceOfTheirFamily) {
  // least number of cells in which two markers differ, however they are turned
  const struct {
    MarkerFamily family;
    std::size_t count;
    int distance;
  } families[] = {{MarkerFamily::AprilTag36h11, 587, 11},
                  {MarkerFamily::Aruco5x5, 250, 6},
                  {MarkerFamily::Aruco6x6, 250, 11}};
  for (const auto& f : families) {
    const auto codes = marker_codes(f.family);
    const int cells = marker_cells(f.family);
    ASSERT_EQ(codes.size(), f.count);
    int least = 99;
    for (std::size_t i = 0; i < codes.size(); ++i) {
      EXPECT_LT(codes[i], std::uint64_t{1} << (cells * cells));
      std::uint64_t code = codes[i];
      for (int turn = 0; turn < 4; ++turn, code = turned(code, cells)) {
        for (std::size_t k = 0; k < i; ++k) least = std::min(least, std::popcount(code ^ codes[k]));
      }
    }
    EXPECT_GE(least, f.distance);
  }
}

TEST(DrawMarker, HasAWhiteRimABlackFrameAndItsCells) {
  for (const MarkerFamily family :
       {MarkerFamily::AprilTag36h11, MarkerFamily::Aruco5x5, MarkerFamily::Aruco6x6}) {
    const MarkerSpec marker{family, 11, 0.2};
    const Image image = draw_marker(marker);
    const int cells = marker_cells(family), edge = image.width / (cells + 4);
    const auto white = [&](int column, int row) {
      return image.at(column * edge + edge / 2, row * edge + edge / 2)[0] == 255;
    };
    std::uint64_t code = 0;
    for (int row = 2; row < cells + 2; ++row) {
      for (int column = 2; column < cells + 2; ++column)
        code = code << 1 | (white(column, row) ? 1u : 0u);
    }

    EXPECT_EQ(image.width, image.height);
    EXPECT_EQ(code, marker_codes(family)[11]);
    for (int i = 0; i < cells + 4; ++i) {
      EXPECT_TRUE(white(i, 0) && white(0, i) && white(i, cells + 3) && white(cells + 3, i));
    }
    for (int i = 1; i < cells + 3; ++i) {
      EXPECT_FALSE(white(i, 1) || white(1, i) || white(i, cells + 2) || white(cells + 2, i));
    }
    EXPECT_NEAR(marker_board_size(marker) * (cells + 2) / (cells + 4), 0.2, 1e-12);
  }
}

TEST(DrawSign, WritesDarkOnLightAndLightOnDark) {
  const auto extremes = [](Color board) {
    const Image image = draw_sign({"42", {0.6, 0.3}}, board);
    int low = 255, high = 0;
    for (const std::uint8_t p : image.pixels)
      low = std::min<int>(low, p), high = std::max<int>(high, p);
    return std::pair(low, high);
  };

  EXPECT_LT(extremes({240, 240, 240}).first, 40);
  EXPECT_GT(extremes({20, 20, 60}).second, 220);
}

TEST(DrawSign, LongTextStaysOnTheBoard) {
  const Image image =
      draw_sign({"a rather long text for a small board", {0.3, 0.3}}, {255, 255, 255});
  for (int y = 0; y < image.height; ++y) {
    EXPECT_EQ(image.at(0, y)[0], 255);
    EXPECT_EQ(image.at(image.width - 1, y)[0], 255);
  }
}

}  // namespace
}  // namespace paddock
