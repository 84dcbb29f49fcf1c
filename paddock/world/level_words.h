// How messages about levels spell what they found, and which known word was probably meant.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "paddock/core/vec.h"
#include "paddock/io/toml.h"

namespace paddock {

/// In quotes, shortened, control characters replaced: safe to print whatever a file holds.
std::string quote(std::string_view text);

/// "3", "\"wood\"", "an array of 2", …
std::string describe(const TomlValue& value);

/// Shortest exact form; whole numbers without exponent: "20000", "0.5".
std::string figure(double number);

/// "[1, 2]"
std::string describe(Vec2 v);
std::string describe(Vec3 v);

/// " (did you mean \"wall\"?)" when one of `known` is close to `word`, else nothing.
std::string did_you_mean(std::string_view word, std::span<const std::string_view> known);

}  // namespace paddock
