#include "paddock/stage/lock_step.h"

namespace paddock {

Result<void> LockStepPeer::act(Stage&, std::string_view act, VehicleId) {
  return fail(ErrorCode::Invalid, "programs of this room know no \"", act, "\"");
}

Result<void> LockStepPeer::set(Stage&, const PeerSettings& settings) {
  if (settings.empty()) return {};
  return fail(ErrorCode::Invalid, "programs of this room know no \"", settings.front().first, "\"");
}

}  // namespace paddock
