// The block field of EES-PEES: its world generation, number for number, so that a seed means the
// same world here as there. Cells count from a corner; their (x, z) are our (y, x).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "paddock/core/error.h"
#include "paddock/world/level.h"

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

struct BlockField {
  int cells{8};
  FieldCell target, start;
  int yaw_deg{};
  std::vector<FieldCell> blocks;  // in the order they were drawn
};

/// Fails when the blocks cannot all find a free cell.
Result<BlockField> draw_block_field(std::uint32_t seed, int cells, int blocks);

/// True when start and target differ and free cells, side by side, join them.
bool solvable(const BlockField& field);

/// Middle of a cell in our frame, for cells of `scale` metres.
Vec2 middle_of(FieldCell cell, double scale);

/// Walls around, blocks inside, the rover's start, the target as a trigger; 32 ms a tick.
LevelSpec level_of(const BlockField& field, double scale);

}  // namespace paddock
