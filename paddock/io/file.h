// Whole files in and out. Only plain files are read: a pipe or a device could block or never end.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "paddock/core/error.h"

namespace paddock {

inline constexpr std::size_t kFileLimit = 64u << 20;

/// All bytes of `path`; an Error when it is no plain file or holds more than `limit` bytes.
Result<std::string> read_file(const std::string& path, std::size_t limit = kFileLimit);

/// Replaces `path` by `bytes`. The old content stays until the new one is complete, so a full disk
/// or a crash never leaves half a file.
Result<void> write_file(const std::string& path, std::string_view bytes);

}  // namespace paddock
