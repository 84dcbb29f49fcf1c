// Collects the rules that a level breaks; the words of every rule that more than one thing has.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "paddock/world/level_check.h"
#include "paddock/world/level_words.h"

namespace paddock {

/// One thing under examination: rules are named "kind.key".
class Examined {
 public:
  Examined(const SourceLine& where, std::string_view kind, const KeyLines& lines,
           std::vector<Problem>& problems)
      : where_(where), kind_(kind), lines_(lines), problems_(problems) {}

  /// Complains that `key` must … unless it `holds`; `rule` ends with what was found.
  template <class... Parts>
  void must(bool holds, std::string_view key, const Parts&... rule) {
    if (holds) return;
    wrong_.push_back(key);
    if (lines_.spoiled(where_, key)) return;
    std::string field = concat(kind_, kind_.empty() ? "" : ".", key);
    problems_.push_back(
        {lines_.find(where_, key), concat(field, " must ", rule...), std::move(field)});
  }

  /// Whether nothing was wrong with `key` so far.
  bool sound(std::string_view key) const {
    return !lines_.spoiled(where_, key) &&
           std::find(wrong_.begin(), wrong_.end(), key) == wrong_.end();
  }

  void between(std::string_view key, double value, double low, double high) {
    must(value >= low && value <= high, key, "be between ", figure(low), " and ", figure(high),
         ", got ", figure(value));
  }
  void positive(std::string_view key, double value, double most) {
    must(value > 0, key, "be positive, got ", figure(value));
    must(!(value > most), key, "be at most ", figure(most), ", got ", figure(value));
  }
  void positive(std::string_view key, Vec2 v, double most) {
    must(v.x > 0 && v.y > 0, key, "be positive in x and y, got ", describe(v));
    must(!(v.x > most || v.y > most), key, "be at most ", figure(most), " in x and y, got ",
         describe(v));
  }
  void positive(std::string_view key, Vec3 v, double most) {
    must(v.x > 0 && v.y > 0 && v.z > 0, key, "be positive in x, y and z, got ", describe(v));
    must(!(v.x > most || v.y > most || v.z > most), key, "be at most ", figure(most),
         " in x, y and z, got ", describe(v));
  }
  template <class Vec>
  void near(std::string_view key, Vec place) {
    must(is_near(place), key, "lie within 100000 m of the origin, got ", describe(place));
  }
  void angle(std::string_view key, double radians) {
    must(std::fabs(radians) <= paddock::radians(720), key, "be at most two turns, got ", radians,
         " rad");
  }
  /// How many points, where, and that neighbours differ. True when the line is sound.
  bool line(std::string_view key, const std::vector<Vec2>& points, bool closed, std::size_t most);
  void name(std::string_view key, std::string_view text, std::size_t most);
  void material(std::string_view key, std::string_view text);

 private:
  static bool is_near(Vec2 v) { return std::fabs(v.x) <= kFarthest && std::fabs(v.y) <= kFarthest; }
  static bool is_near(Vec3 v) { return is_near(xy(v)) && std::fabs(v.z) <= kFarthest; }

  const SourceLine& where_;
  std::string_view kind_;
  const KeyLines& lines_;
  std::vector<Problem>& problems_;
  std::vector<std::string_view> wrong_;  // keys
};

/// The rules of all pieces, level_check_pieces.cpp.
void check_pieces(const LevelSpec& spec, const KeyLines& lines, std::vector<Problem>& problems);
/// The rules of all sensors, level_sensors.cpp.
void check_sensors(const LevelSpec& spec, const KeyLines& lines, std::vector<Problem>& problems);

}  // namespace paddock
