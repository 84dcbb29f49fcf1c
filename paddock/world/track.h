// Tracks: a few control points make a centre line, walls, kerbs, route, gates and a starting grid.
// The same pieces serve `[[track]]` in a level file and the track generators.
#pragma once

#include <string>
#include <vector>

#include "paddock/core/error.h"
#include "paddock/geom/shape.h"
#include "paddock/world/level.h"

namespace paddock {

/// What stands along both sides: walls, or single things that follow hilly ground.
enum class TrackBorder { Walls, Tyres, Cones, None };

struct TrackSpec {
  SourceLine where;
  std::vector<Vec2> points;  // in the order of travel; the start line crosses the first one
  bool closed{true};
  double width{2.4};  // free between the walls
  TrackBorder border{TrackBorder::Walls};
  double wall_height{0.3};     // or of a tyre stack or cone
  double wall_thickness{0.1};  // or the radius of a tyre stack or cone
  int gates{8};                // evenly spaced, the first at the start line
  int starts{4};               // poses in a staggered grid behind the start line
  bool kerbs{true};            // on the inside of corners
  std::string verge{};         // material shown beyond the walls; nobody drives there
};

/// Radius of the tightest corner a centre line of this track may have.
double smallest_radius(const TrackSpec& track);

/// Adds the track's pieces, route, gates and starts, and grows the ground to carry them. Fails when
/// a number is out of range, or when the track would fold in a corner or run into itself.
Result<void> add_track(const TrackSpec& track, LevelSpec& into);

/// How close the points of a centre line lie to each other.
double line_spacing(const TrackSpec& track);

/// The same along a finished centre line, evenly spaced, an even number of steps; `track.points` is
/// not used.
Result<void> add_track_along(const TrackSpec& track, const std::vector<Vec2>& line,
                             LevelSpec& into);

/// Makes the ground cover `bounds` and `margin` around: one the level has sized is never made
/// smaller, one it has not is made to fit.
void grow_ground(LevelSpec& level, const Bounds2& bounds, double margin);

}  // namespace paddock
