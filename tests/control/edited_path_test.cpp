#include "paddock/control/edited_path.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace paddock {
namespace {

constexpr PathGround kGround{.center = {3, 2}, .size = 4};

PathEdit add(Vec2 point) { return {.act = PathAct::Add, .points = {point}}; }
PathEdit at(PathAct act, std::uint32_t index, std::vector<Vec2> points = {}) {
  return {.act = act, .index = index, .points = std::move(points)};
}

EditedPath path_of(std::vector<PathEdit> edits) {
  EditedPath path;
  for (const PathEdit& edit : edits) EXPECT_TRUE(edit_path(edit, kGround, path));
  return path;
}

TEST(EditedPath, WaypointsAreAddedInsertedMovedAndDeleted) {
  const EditedPath path = path_of({add({0, 0}), add({2, 0}), at(PathAct::Insert, 1, {{1, 1}}),
                                   at(PathAct::Move, 2, {{3, 0}}), at(PathAct::Delete, 0)});

  EXPECT_EQ(path.points, (std::vector<Vec2>{{1, 1}, {3, 0}}));
}

TEST(EditedPath, EveryEditIsUndoneInTurn) {
  EditedPath path = path_of({add({0, 0}),
                             add({2, 0}),
                             at(PathAct::Delete, 0),
                             {.act = PathAct::Set, .points = {{5, 5}}, .closed = true},
                             {.act = PathAct::Clear}});
  const std::vector<std::vector<Vec2>> were{{{5, 5}}, {{2, 0}}, {{0, 0}, {2, 0}}, {{0, 0}}, {}};
  for (const auto& points : were) {
    ASSERT_TRUE(edit_path({.act = PathAct::Undo}, kGround, path));
    EXPECT_EQ(path.points, points);
    EXPECT_EQ(path.closed, points == were.front());
  }
  EXPECT_FALSE(edit_path({.act = PathAct::Undo}, kGround, path));
}

TEST(EditedPath, ADragIsOneEdit) {
  EditedPath path = path_of({add({0, 0}), add({2, 0})});
  for (int i = 0; i < 100; ++i)
    ASSERT_TRUE(edit_path(at(PathAct::Move, 1, {{2, 0.01 * i}}), kGround, path));
  ASSERT_TRUE(edit_path({.act = PathAct::Undo}, kGround, path));

  EXPECT_EQ(path.points, (std::vector<Vec2>{{0, 0}, {2, 0}}));
}

TEST(EditedPath, WhatCannotBeDoneChangesNothingAndSaysWhy) {
  EditedPath path = path_of({add({0, 0})});
  const EditedPath before = path;
  const double nan = std::nan("");
  const auto words = [&](const PathEdit& edit) {
    const auto done = edit_path(edit, kGround, path);
    EXPECT_EQ(path, before);
    return done ? std::string() : done.error().message;
  };

  EXPECT_EQ(words({.act = PathAct::Add}), "to add a waypoint takes one point, got 0");
  EXPECT_EQ(words({.act = PathAct::Delete}), "to delete a waypoint takes its index");
  EXPECT_EQ(words(at(PathAct::Delete, 1)), "there is no waypoint 1 to delete; the path has 1");
  EXPECT_NE(words(add({nan, 0})), "");
  EXPECT_NE(words(add({0, std::numeric_limits<double>::infinity()})), "");
  EXPECT_NE(words({.act = PathAct::Set, .points = std::vector<Vec2>(kMaxPathPoints + 1)}), "");
  EXPECT_NE(words({.act = PathAct::Shape, .size = nan}), "");
}

TEST(EditedPath, UndoKeepsABoundedPast) {
  EditedPath path;
  for (int i = 0; i < 500; ++i) ASSERT_TRUE(edit_path(add({0.01 * i, 0}), kGround, path));

  std::size_t kept = 0;
  for (const auto& version : path.before) kept += version.points.size();
  EXPECT_LE(path.before.size(), EditedPath::kMostUndone);
  EXPECT_LE(kept, EditedPath::kMostKept);
  EXPECT_GE(path.before.size(), 4u);
}

TEST(EditedPath, ReadyMadePathsFitTheirGround) {
  for (std::size_t shape = 0; shape < std::size(kPathShapes); ++shape)
    for (const std::uint64_t seed : {1u, 2u, 3u}) {
      const auto path = ready_made(static_cast<PathShape>(shape), seed, {3, 2}, 4);
      ASSERT_GE(path.points.size(), 5u);
      for (std::size_t i = 0; i < path.points.size(); ++i) {
        EXPECT_LE(distance(path.points[i], {3, 2}), 0.62 * 4) << kPathShapes[shape];
        if (i > 0) {
          EXPECT_GT(distance(path.points[i], path.points[i - 1]), 0.01);
        }
      }
    }
  EXPECT_EQ(ready_made(PathShape::Random, 7, {}, 4).points,
            ready_made(PathShape::Random, 7, {}, 4).points);
  EXPECT_NE(ready_made(PathShape::Random, 7, {}, 4).points,
            ready_made(PathShape::Random, 8, {}, 4).points);
}

}  // namespace
}  // namespace paddock
