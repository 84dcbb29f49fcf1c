// What came from outside and is wrong, as a value: where, what must hold, what was found.
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>

#include "paddock/core/text.h"

namespace paddock {

enum class ErrorCode {
  Invalid,   // the content breaks a rule
  NotFound,  // a file, level or name does not exist
  Io,        // the system refused
  Limit,     // larger than we accept
};

struct Error {
  ErrorCode code{ErrorCode::Invalid};
  std::string message;

  /// The same error, saying in which part it happened.
  Error within(std::string_view where) const { return {code, concat(where, ": ", message)}; }
};

/// A value, or the reason why there is none.
template <class T>
class [[nodiscard]] Result : public tl::expected<T, Error> {
 public:
  using tl::expected<T, Error>::expected;
};

template <class... Parts>
tl::unexpected<Error> fail(ErrorCode code, const Parts&... parts) {
  return tl::unexpected(Error{code, concat(parts...)});
}

}  // namespace paddock
