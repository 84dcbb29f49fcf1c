#include "paddock/world/pieces/schedule.h"

#include "paddock/world/level_complaints.h"

namespace paddock {

void check_jitter(double jitter, double wait_time, Examined& piece) {
  piece.must(jitter >= 0 && jitter <= wait_time, "jitter", "be between 0 and wait_time, got ",
             figure(jitter), " with wait_time ", figure(wait_time));
}

}  // namespace paddock
