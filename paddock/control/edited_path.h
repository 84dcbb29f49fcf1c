// A path that people edit while somebody follows it: waypoints added, moved, taken away, drawn or
// ready-made, each edit with its way back. SI, world frame.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "paddock/core/error.h"
#include "paddock/core/vec.h"

namespace paddock {

inline constexpr std::size_t kMaxPathPoints = 512;

/// What is done to a path.
enum class PathAct : std::uint8_t {
  Add,       // point, at its end
  Insert,    // point, before `index`
  Move,      // waypoint `index` to point
  Delete,    // waypoint `index`
  Undo,      // the last edit
  Clear,     // every waypoint
  Set,       // all points, in place of what there was
  Shape,     // a ready-made path
  FlyAgain,  // from where this flight began, at rest
};
enum class PathShape : std::uint8_t { FigureEight, Spiral, Star, Square, Random };

inline constexpr std::string_view kPathActs[] = {"add",   "insert", "move",  "delete",   "undo",
                                                 "clear", "set",    "shape", "fly_again"};
inline constexpr std::string_view kPathShapes[] = {"figure_eight", "spiral", "star", "square",
                                                   "random"};

struct PathEdit {
  PathAct act{};
  std::optional<std::uint32_t> index{};  // of a waypoint, from 0
  std::vector<Vec2> points{};            // one, or for Set all of them
  std::optional<bool> closed{};          // whether it goes on from the last to the first
  PathShape shape{};
  std::uint64_t seed{1};         // of what is random
  std::optional<Vec2> center{};  // of a ready-made path; none: the middle of the world
  double size{};                 // m across; 0: as fits the world
  bool operator==(const PathEdit&) const = default;
};

/// A path, and what it was before its last edits.
struct EditedPath {
  struct Version {
    std::vector<Vec2> points;
    bool closed{};
    bool operator==(const Version&) const = default;
  };
  static constexpr std::size_t kMostUndone = 32;  // edits, and their points at most kMostKept
  static constexpr std::size_t kMostKept = 4 * kMaxPathPoints;

  std::vector<Vec2> points;
  bool closed{};
  std::vector<Version> before;  // the oldest first
  std::optional<std::uint32_t>
      moved{};  // waypoint of the last edit, if that moved one: a drag is one edit
  bool operator==(const EditedPath&) const = default;
};

/// Where ready-made paths go that are not told where.
struct PathGround {
  Vec2 center;
  double size{};  // m across
};

/// Edits the path; an Error says what cannot be done, and nothing has changed.
Result<void> edit_path(const PathEdit& edit, const PathGround& ground, EditedPath& path);

/// A ready-made path, open: one that goes round ends where it began.
EditedPath::Version ready_made(PathShape shape, std::uint64_t seed, Vec2 center, double size);

}  // namespace paddock
