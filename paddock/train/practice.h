// Worlds to learn in, side by side: actions in, inputs and rewards out. What a learner needs to
// know of a task.
#pragma once

#include <cstdint>
#include <span>

#include "paddock/train/tile.h"

namespace paddock {

enum class Over : std::uint8_t {
  No,
  Done,  // nothing more was to come
  Cut,   // time ran out: what was to come still counts
};

/// What a step reads and writes. Inputs lie in tiles: tiles x inputs x kTile, a world a lane.
struct PracticeStep {
  std::span<const float> actions;  // worlds x actions
  std::span<float> inputs;         // seen after the step, of the next episode where one is over
  std::span<float> rewards;
  std::span<Over> over;
};

class Practice {
 public:
  virtual ~Practice() = default;
  virtual int worlds() const = 0;  // a multiple of kTile
  virtual int inputs() const = 0;
  virtual int actions() const = 0;
  /// Starts every world; writes what is seen first.
  virtual void begin(std::span<float> inputs) = 0;
  virtual void step(const PracticeStep& step) = 0;
};

}  // namespace paddock
