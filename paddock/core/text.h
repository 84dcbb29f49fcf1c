// Building messages from parts, without locale: numbers print in their shortest exact form.
#pragma once

#include <charconv>
#include <concepts>
#include <string>
#include <string_view>

namespace paddock {

inline void append_part(std::string& out, std::string_view part) { out += part; }
inline void append_part(std::string& out, char part) { out += part; }
template <class Number>
requires(std::integral<Number> || std::floating_point<Number>) void append_part(std::string& out,
                                                                                Number number) {
  char digits[64];
  const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
  out.append(digits, end);
}

/// All parts, one after the other.
template <class... Parts>
std::string concat(const Parts&... parts) {
  std::string out;
  (append_part(out, parts), ...);
  return out;
}

}  // namespace paddock
