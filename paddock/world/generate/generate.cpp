// The table of generators.
#include "paddock/world/generate/generate.h"

#include <algorithm>
#include <array>

#include "paddock/world/generate/kinds.h"

namespace paddock {

std::span<const Generator> generators() {
  static const std::array kAll{kOval, kSplineTrack, kSlalom, kMaze, kBlockGrid, kTown};
  return kAll;
}

const Generator* find_generator(std::string_view kind) {
  const auto all = generators();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Generator& g) { return g.kind == kind; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace paddock
