#include "paddock/core/check.h"

#include <cstdio>
#include <cstdlib>

namespace paddock {

void assertion_failed(const char* condition, const char* file, int line,
                      const std::string& values) {
  std::fprintf(stderr, "%s:%d: this must hold: %s (%s)\n", file, line, condition, values.c_str());
  std::abort();
}

}  // namespace paddock
