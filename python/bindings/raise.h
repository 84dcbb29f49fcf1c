// Our errors as Python's.
#pragma once

#include <nanobind/nanobind.h>

#include <type_traits>
#include <utility>

#include "paddock/core/error.h"

namespace paddock {

/// Raises what the caller of Python expects: OSError for the system, ValueError for the rest.
[[noreturn]] inline void raise(const Error& error) {
  PyErr_SetString(error.code == ErrorCode::Io ? PyExc_OSError : PyExc_ValueError,
                  error.message.c_str());
  throw nanobind::python_error();
}

template <class T>
T value_or_raise(Result<T> result) {
  if (!result) raise(result.error());
  if constexpr (!std::is_void_v<T>) return std::move(*result);
}

}  // namespace paddock
