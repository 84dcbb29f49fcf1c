#include "python/bindings/raise.h"

#include <nanobind/nanobind.h>

namespace paddock {

void raise(const Error& error) {
  PyErr_SetString(error.code == ErrorCode::Io ? PyExc_OSError : PyExc_ValueError,
                  error.message.c_str());
  throw nanobind::python_error();
}

}  // namespace paddock
