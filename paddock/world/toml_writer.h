// Keys of level files, a line each; what a thing has by default is left out.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "paddock/core/image.h"
#include "paddock/core/text.h"
#include "paddock/core/vec.h"
#include "paddock/world/level_words.h"
#include "paddock/world/pieces/piece_field.h"

namespace paddock {

std::string toml_text(std::string_view text);
std::string toml_color(Color color);
std::string toml_points(std::span<const Vec2> points);
std::string toml_loops(std::span<const std::vector<Vec2>> loops);
/// Degrees that read back as exactly `angle`, when there are such: the product with pi / 180 skips
/// about one double in ten.
std::optional<double> exact_degrees(double angle);

class TomlWriter {
 public:
  std::string out;

  void line(std::string_view key, std::string_view value) {
    out += concat(key, " = ", value, '\n');
  }
  void header(std::string_view kind) { out += concat("\n[[", kind, "]]\n"); }
  void section(std::string_view name) { out += concat("\n[", name, "]\n"); }

  void text(std::string_view key, std::string_view value, std::string_view fallback = "") {
    if (value != fallback) line(key, toml_text(value));
  }
  /// Left out when there are none.
  void texts(std::string_view key, std::span<const std::string> list) {
    std::string out_list;
    for (const std::string& text : list)
      out_list += concat(out_list.empty() ? "[" : ", ", toml_text(text));
    if (!list.empty()) line(key, out_list + ']');
  }
  void number(std::string_view key, double value, double fallback) {
    if (value != fallback) line(key, concat(value));
  }
  void optional(std::string_view key, std::optional<double> value) {
    if (value) line(key, concat(*value));
  }
  void truth(std::string_view key, bool value, bool fallback) {
    if (value != fallback) line(key, value ? "true" : "false");
  }
  void color(std::string_view key, Color value, Color fallback) {
    if (value != fallback) line(key, toml_color(value));
  }
  template <class Vec>
  void vec(std::string_view key, Vec value, Vec fallback) {
    if (value != fallback) line(key, describe(value));
  }
  void place(std::string_view key, Vec3 value) {
    line(key, value.z == 0 ? describe(xy(value)) : describe(value));
  }
  void angle(std::string_view key, double value, double fallback = 0) {
    if (value != fallback) turn(key, value);
  }
  /// In degrees where those read back exactly.
  void turn(std::string_view key, double value) {
    if (const auto exact = exact_degrees(value))
      line(concat(key, "_deg"), concat(*exact));
    else
      line(key, concat(value));
  }
  /// Whatever a piece has, in the unit of files.
  void field(const PieceField& f, double value) {
    if (f.in_degrees.empty())
      line(f.key, concat(value));
    else
      turn(f.key, value);
  }
  void field(const PieceField& f, const std::optional<double>& value) { optional(f.key, value); }
  void field(const PieceField& f, int value) { line(f.key, concat(value)); }
  void field(const PieceField& f, bool value) { line(f.key, value ? "true" : "false"); }
  void field(const PieceField& f, const std::string& value) { line(f.key, toml_text(value)); }
  void field(const PieceField& f, Vec2 value) { line(f.key, describe(value)); }
  void field(const PieceField& f, Vec3 value) { line(f.key, describe(value)); }
  void field(const PieceField& f, const std::vector<Vec2>& value) {
    line(f.key, toml_points(value));
  }
  void field(const PieceField& f, const std::vector<std::vector<Vec2>>& value) {
    line(f.key, toml_loops(value));
  }
  void field(const PieceField&, const std::vector<double>&) {}  // the kind's own
  template <class Word>
  requires std::is_enum_v<Word>
  void field(const PieceField& f, Word value) {
    line(f.key, toml_text(f.words[static_cast<std::size_t>(value)]));
  }
  /// Of vehicles and sensors: a table of numbers by name.
  template <class Figure>
  void figures(std::string_view key, const std::vector<Figure>& list) {
    if (list.empty()) return;
    std::string table;
    for (const Figure& figure : list)
      table += concat(table.empty() ? "{ " : ", ", figure.name, " = ", figure.value);
    line(key, table + " }");
  }
};

}  // namespace paddock
