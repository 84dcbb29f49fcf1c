// Our errors as Python's.
#pragma once

#include <type_traits>
#include <utility>

#include "paddock/core/error.h"

namespace paddock {

/// Raises what the caller of Python expects: OSError for the system, ValueError for the rest.
[[noreturn]] void raise(const Error& error);

template <class T>
T value_or_raise(Result<T> result) {
  if (!result) raise(result.error());
  if constexpr (!std::is_void_v<T>) return std::move(*result);
}

}  // namespace paddock
