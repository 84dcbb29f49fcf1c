// The version of Paddock, as `paddock --version` says it.
#pragma once

namespace paddock {

inline constexpr const char* kVersion = "0.1.0";

}  // namespace paddock
