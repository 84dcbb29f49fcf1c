// Traffic of a level's own: flows bring vehicles and walkers to the beginning of an open route,
// which leave at its end; [traffic] keeps streets as full as it says. It follows from the seed, the
// tick and who is there, so that recordings need not keep it.
#pragma once

#include "paddock/stage/session.h"

namespace paddock {

/// Between two ticks: who came to an end leaves, and who is due comes where there is room.
void run_flows(Session& session);

/// Between two ticks: at the beginning all of [traffic] come; later who got stuck goes where nobody
/// sees it, and one who is missing comes there.
void run_traffic(Session& session);

/// Fills in the scene for those who heed others; false where nobody does.
bool look_around(Session& session);

}  // namespace paddock
