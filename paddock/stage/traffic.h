// Traffic of a level's own: flows bring vehicles and walkers to the beginning of an open route,
// which leave at its end. It follows from the seed, the tick and who is there, so that recordings
// need not keep it.
#pragma once

#include "paddock/stage/session.h"

namespace paddock {

/// Between two ticks: who came to an end leaves, and who is due comes where there is room.
void run_flows(Session& session);

}  // namespace paddock
