// The generators, one a file; generate.cpp puts them into the table.
#pragma once

#include "paddock/world/generate/generate.h"

namespace paddock {

extern const Generator kBlockGrid;
extern const Generator kMaze;
extern const Generator kOval;
extern const Generator kSlalom;
extern const Generator kSplineTrack;
extern const Generator kTown;

}  // namespace paddock
