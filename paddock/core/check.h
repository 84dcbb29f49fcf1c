// PADDOCK_ASSERT guards our own logic; what comes from outside is a Result (error.h).
#pragma once

#include <string>

#include "paddock/core/text.h"

namespace paddock {
[[noreturn]] void assertion_failed(const char* condition, const char* file, int line,
                                   const std::string& values);
}

#ifdef PADDOCK_ASSERTS
/// PADDOCK_ASSERT(width > 0, "width ", width)
#define PADDOCK_ASSERT(condition, ...)                                       \
  ((condition) ? void()                                                      \
               : ::paddock::assertion_failed(#condition, __FILE__, __LINE__, \
                                             ::paddock::concat(__VA_ARGS__)))
#else
#define PADDOCK_ASSERT(condition, ...) void()
#endif
