// JSON as a tree of ours: objects keep the order in which keys were set, numbers print in their
// shortest exact form, so the same tree always gives the same text.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "paddock/core/error.h"

namespace paddock {

enum class JsonKind { Null, Bool, Int, Double, String, Array, Object };

class Json {
 public:
  Json() = default;  // null
  Json(std::same_as<bool> auto truth) : kind_(JsonKind::Bool), integer_(truth) {}
  Json(double number) : kind_(JsonKind::Double), number_(number) {}
  Json(std::string text) : kind_(JsonKind::String), text_(std::move(text)) {}
  Json(std::string_view text) : Json(std::string(text)) {}
  Json(const char* text) : Json(std::string(text)) {}
  /// Whole numbers up to 2^63 - 1; larger ones turn into the nearest double.
  template <std::integral Whole>
  requires(!std::same_as<Whole, bool>) Json(Whole whole) {
    if (std::in_range<std::int64_t>(whole)) {
      kind_ = JsonKind::Int, integer_ = static_cast<std::int64_t>(whole);
    } else {
      kind_ = JsonKind::Double, number_ = static_cast<double>(whole);
    }
  }
  static Json array() { return Json(JsonKind::Array); }
  static Json object() { return Json(JsonKind::Object); }

  /// Appends to an array; null becomes an array first.
  Json& add(Json item);
  /// Sets `key` of an object, in place when it is there already; null becomes an object first.
  Json& set(std::string_view key, Json value);
  /// Appends without looking for `key`: of equal keys the last counts.
  Json& append(std::string key, Json value);

  JsonKind kind() const { return kind_; }
  bool is(JsonKind kind) const { return kind_ == kind; }
  bool truth() const { return kind_ == JsonKind::Bool && integer_ != 0; }
  std::int64_t integer() const { return kind_ == JsonKind::Int ? integer_ : 0; }
  /// Of an Int or a Double; 0 for anything else.
  double number() const;
  const std::string& text() const { return text_; }
  /// Elements of an array, or values of an object in the order of keys().
  std::span<const Json> items() const { return items_; }
  std::span<const std::string> keys() const { return keys_; }
  /// The value of `key` in an object, or nothing.
  const Json* find(std::string_view key) const;

  bool operator==(const Json&) const = default;

 private:
  explicit Json(JsonKind kind) : kind_(kind) {}

  JsonKind kind_{JsonKind::Null};
  std::int64_t integer_{};
  double number_{};
  std::string text_;
  std::vector<std::string> keys_;
  std::vector<Json> items_;
};

/// `indent` spaces a level, one value a line; a single line when it is 0. What JSON cannot say is
/// replaced: NaN and infinities by null, bytes of a string that are not UTF-8 by U+FFFD.
std::string to_text(const Json& json, int indent);

inline constexpr int kJsonDepth = 200;

/// Any bytes are safe; nesting deeper than kJsonDepth is refused.
Result<Json> parse_json(std::string_view text);

}  // namespace paddock
