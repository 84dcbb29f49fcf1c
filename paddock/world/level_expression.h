// Small sums in level files: "$gap*2", "-$gap", "($a+$b)/2". Numbers, variables, + - * / and
// parentheses, nothing else.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "paddock/core/error.h"

namespace paddock {

using Variables = std::map<std::string, double, std::less<>>;

/// The value of `text`; always finite. Any text is safe: length and nesting are bounded. The error
/// says what must hold and what was found, without naming the key.
Result<double> evaluate(std::string_view text, const Variables& variables);

/// Letters, digits and underscores, not starting with a digit: what may follow a "$".
bool is_variable_name(std::string_view name);

}  // namespace paddock
