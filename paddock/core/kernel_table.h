// Choosing a table of kernels by SIMD target. Each target compiles its own table into a namespace
// of its own; the file that uses this macro, in namespace paddock, gets the functions
// `choose(SimdTarget)` and `choose()`, the latter for the target of this process.
#pragma once

#include "paddock/core/check.h"
#include "paddock/core/simd_target.h"

#if defined(__x86_64__)
#define PADDOCK_WIDE_TABLES(Table, table) \
  namespace v3 {                          \
  extern const Table table;               \
  }                                       \
  namespace v4 {                          \
  extern const Table table;               \
  }
#define PADDOCK_WIDE_CASES(table) \
  case SimdTarget::V4:            \
    return v4::table;             \
  case SimdTarget::V3:            \
    return v3::table;
#else
#define PADDOCK_WIDE_TABLES(Table, table)
#define PADDOCK_WIDE_CASES(table)
#endif

#define PADDOCK_CHOOSE_KERNELS(Table, table, choose)               \
  namespace scalar {                                               \
  extern const Table table;                                        \
  }                                                                \
  namespace v2 {                                                   \
  extern const Table table;                                        \
  }                                                                \
  PADDOCK_WIDE_TABLES(Table, table)                                \
  const Table& choose(SimdTarget target) {                         \
    PADDOCK_ASSERT(supported(target), "target ", name_of(target)); \
    switch (target) {                                              \
      PADDOCK_WIDE_CASES(table)                                    \
      case SimdTarget::V2:                                         \
        return v2::table;                                          \
      default:                                                     \
        return scalar::table;                                      \
    }                                                              \
  }                                                                \
  const Table& choose() { return choose(simd_target()); }
