// What came from outside and is wrong, as a value: where, what must hold, what was found.
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <utility>
#include <vector>

#include "paddock/core/text.h"

namespace paddock {

enum class ErrorCode {
  Invalid,   // the content breaks a rule
  NotFound,  // a file, level or name does not exist
  Io,        // the system refused
  Limit,     // larger than we accept
  Held,      // somebody else has it
};

/// Where a thing stands in the files, so that every complaint can point at it.
struct SourceLine {
  std::string file;
  int line{};
  /// Always equal: where a thing was written does not change what it is.
  bool operator==(const SourceLine&) const { return true; }
};

/// One mistake in a file: "levels/oval.toml:12: track.width must be positive, got -1.5".
struct Problem {
  SourceLine where;
  std::string message;
  std::string field{};  // "track.width"; empty where no single one is meant

  std::string text() const {
    const std::string place = where.line > 0 ? concat(where.file, ':', where.line) : where.file;
    return concat(place, ": ", message);
  }
};

struct Error {
  ErrorCode code{ErrorCode::Invalid};
  std::string message;
  std::vector<Problem> problems{};  // of a file: what the message says, one by one

  /// The same error, saying in which part it happened.
  Error within(std::string_view where) const {
    return {code, concat(where, ": ", message), problems};
  }
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
