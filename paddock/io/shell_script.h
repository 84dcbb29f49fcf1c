// Scripts that start this program under another's name.
#pragma once

#include <string>
#include <string_view>

#include "paddock/core/error.h"

namespace paddock {

/// Where this program lies.
std::string own_binary();

/// A script that everybody may run, in a folder that exists; its path.
Result<std::string> write_script(const std::string& folder, std::string_view name,
                                 std::string_view text);

}  // namespace paddock
