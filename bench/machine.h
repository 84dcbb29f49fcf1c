// Where a figure was measured.
#pragma once

#include <string>

namespace paddock {

/// The processor's own name for itself.
std::string machine_name();
std::string compiler_name();
/// The commit this binary was built from, as far as git knew it.
std::string commit_name();
/// True when the last minute's load leaves less than one core free.
bool machine_is_busy();

}  // namespace paddock
