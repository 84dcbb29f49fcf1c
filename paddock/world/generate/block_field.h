// The block field of EES-PEES: its world generation, number for number, so that a seed means the
// same world here as there. Cells count from a corner; their (x, z) are our (y, x).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "paddock/core/error.h"
#include "paddock/core/pose.h"
#include "paddock/core/vec.h"

namespace paddock {

/// The C library's rand() as glibc publishes it: additive feedback over 31 words, 310 thrown away.
class GlibcRandom {
 public:
  explicit GlibcRandom(std::uint32_t seed);
  std::uint32_t next();  // 31 bits

 private:
  std::array<std::uint32_t, 31> words_{};
  std::size_t at_{3};  // the word that is 31 back
};

struct FieldCell {
  int x{}, z{};
  bool operator==(const FieldCell&) const = default;
};

struct FieldStart {
  FieldCell cell;
  int yaw_deg{};
  bool operator==(const FieldStart&) const = default;
};

struct FieldSize {
  int cells{8};  // along each side
  int blocks{10};
  int robots{1};
};

struct BlockField {
  int cells{8};
  FieldCell target;
  FieldStart start;
  std::vector<FieldCell> blocks;    // in the order they were drawn
  std::vector<FieldStart> further;  // starts of more robots: ours, drawn after all the rest
};

/// Fails when blocks and robots cannot all find a free cell.
Result<BlockField> draw_block_field(std::uint32_t seed, const FieldSize& size);

/// Cells from start to target, each beside the next; empty when there is no way or both are one.
std::vector<FieldCell> shortest_way(const BlockField& field);

/// Middle of a cell in our frame, for cells of `scale` metres.
Vec2 middle_of(FieldCell cell, double scale);

/// Where a robot starts, in our frame: in the middle of its cell, as in the original, unless it
/// would touch a block or a wall beside the cell: then it is moved off that by as much as it takes,
/// or half-way between two. In cells of 0.29 m and more that never happens.
Pose2 start_pose(const BlockField& field, const FieldStart& start, double scale);

}  // namespace paddock
