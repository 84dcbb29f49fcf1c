// What pieces that go their own way have in common: when they leave and how long they take.
#pragma once

#include "paddock/world/pieces/piece_field.h"

namespace paddock {

class Examined;

inline constexpr PieceField kTravelTimeField =
    positive_field("travel_time", "s", Scaling::None, 3600);
inline constexpr PieceField kWaitTimeField = ranged_field("wait_time", "s", Scaling::None, 0, 3600);
inline constexpr PieceField kPhaseField = ranged_field("phase", "s", Scaling::None, 0, kMostPhase);
inline constexpr PieceField kJitterField = free_field("jitter", "s", Scaling::None);

/// A departure is late by no more than the wait before it.
void check_jitter(double jitter, double wait_time, Examined& piece);

}  // namespace paddock
