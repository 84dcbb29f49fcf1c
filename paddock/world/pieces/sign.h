// A board with a word or number on it.
#pragma once

#include <string>

#include "paddock/core/vec.h"
#include "paddock/world/pieces/piece_kind.h"

namespace paddock {

struct SignSpec {  // a board with a word or number on it; faces its own x
  std::string text;
  Vec2 size{0.6, 0.3};  // width and height

  static void fields(auto&& visit) {
    visit(&SignSpec::text, text_field("text"));
    visit(&SignSpec::size, positive_field("size", "m", Scaling::Whole, 100));
  }
  static const PieceKind<SignSpec> kind;
  bool operator==(const SignSpec&) const = default;
};

}  // namespace paddock
