// The kinds of pieces: one row each, in the order in which their names are listed to people.
#pragma once

#include <variant>

#include "paddock/world/pieces/area.h"
#include "paddock/world/pieces/ball.h"
#include "paddock/world/pieces/block.h"
#include "paddock/world/pieces/box.h"
#include "paddock/world/pieces/capsule.h"
#include "paddock/world/pieces/cone.h"
#include "paddock/world/pieces/cylinder.h"
#include "paddock/world/pieces/door.h"
#include "paddock/world/pieces/elevator.h"
#include "paddock/world/pieces/marker.h"
#include "paddock/world/pieces/mat.h"
#include "paddock/world/pieces/prism.h"
#include "paddock/world/pieces/ramp.h"
#include "paddock/world/pieces/sign.h"
#include "paddock/world/pieces/tape.h"
#include "paddock/world/pieces/terrain.h"
#include "paddock/world/pieces/train.h"
#include "paddock/world/pieces/tyres.h"
#include "paddock/world/pieces/wall.h"

namespace paddock {

// clang-format off
using PieceShape = std::variant<
    BoxSpec,
    WallSpec,
    RampSpec,
    CylinderSpec,
    ConeSpec,
    TapeSpec,
    MatSpec,
    MarkerSpec,
    TerrainSpec,
    BlockSpec,
    BallSpec,
    TyresSpec,
    ElevatorSpec,
    TrainSpec,
    PrismSpec,
    SignSpec,
    DoorSpec,
    CapsuleSpec,
    AreaSpec>;
// clang-format on

}  // namespace paddock
