// What happened in a tick, as events that people and doors are told.
#pragma once

#include "paddock/stage/session.h"

namespace paddock {

/// Appends to `session.events` the gates, laps, finishes, touches, triggers and mishaps of the tick
/// whose output the session holds.
void report_tick(Session& session);

}  // namespace paddock
