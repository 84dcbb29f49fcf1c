// Typed access to one table of a level file. Every wrong value is a complaint with its line and
// leaves the field as it was, so that one reading finds all mistakes.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "paddock/io/toml.h"
#include "paddock/world/level.h"
#include "paddock/world/level_check.h"
#include "paddock/world/level_expression.h"
#include "paddock/world/level_words.h"

namespace paddock {

/// A part file while it is read: what its places pass on to what stands in it.
struct PartContext {
  std::optional<Color> color;      // in place of "part"
  std::optional<Penalty> penalty;  // of slalom triggers that name none
};

/// What all parts of one reading share.
struct Reading {
  LevelSpec spec;
  const LevelSettings* settings{};  // from outside; lives as long as the reading
  Variables variables;
  KeyLines lines;
  std::vector<Problem> problems;
  std::vector<std::string> files;      // in the order they were opened
  std::size_t points_left{4'000'000};  // points and grid points that copies may still take
  int generators{};                    // run so far, tracks included
  std::size_t tables{};                // of pieces and things, parts counted each time
  std::optional<PartContext> part;     // while a part is read
  /// Reads the part file that `name`, written in `from`, stands for into the spec; what must hold
  /// of the name when it cannot be, else nothing.
  std::function<std::string(const SourceLine& from, const std::string& name)> read_part;
  bool full{};  // a limit of the whole level was reached and reported

  void complain(const SourceLine& where, std::string message, std::string field = "");
  /// So many complaints that more are not kept.
  bool crowded() const;
};

class TableReader {
 public:
  /// `label` names the table in messages ("wall", "clock"); `thing` is what its keys belong to, and
  /// `prefix` what their names begin with there.
  TableReader(Reading& reading, const TomlValue& table, SourceLine thing, std::string label,
              std::string prefix = {});

  Reading& reading() const { return reading_; }
  const SourceLine& where() const { return thing_; }
  const std::string& label() const { return label_; }

  /// The value of `key`, which is a known key from now on; nothing when it is not written.
  const TomlValue* take(std::string_view key);
  /// Complains when `key` is not written.
  bool require(std::string_view key);

  void number(std::string_view key, double& into);
  void number(std::string_view key, std::optional<double>& into);
  void whole(std::string_view key, int& into);
  void text(std::string_view key, std::string& into);
  void texts(std::string_view key, std::vector<std::string>& into);
  void truth(std::string_view key, bool& into);
  void vec2(std::string_view key, Vec2& into);
  void vec3(std::string_view key, Vec3& into);
  /// [w, x, y, z], of any length.
  void quat(std::string_view key, Quat& into);
  /// [x, y] or [x, y, z].
  void place(std::string_view key, Vec3& into);
  void places(std::string_view key, std::vector<Vec3>& into);
  /// Rows of two to four numbers, the rest 0; `must` says what they are.
  void rows(std::string_view key, std::string_view must, std::vector<std::array<double, 4>>& into);
  void points(std::string_view key, std::vector<Vec2>& into);
  void loops(std::string_view key, std::vector<std::vector<Vec2>>& into);
  /// `key`_deg in degrees, or `key` in radians as tools write it.
  void angle(std::string_view key, double& into);
  void angle(std::string_view key, std::string_view in_degrees, double& into);
  /// "#rrggbb", { of = index, from = [colours] }, or in a part "part": as its place says.
  void color(std::string_view key, std::optional<Color>& into);
  /// The number of the word in `words`.
  void choice(std::string_view key, std::span<const std::string_view> words, std::size_t& into);
  /// The table under `key`; nothing when it is not written or no table.
  std::optional<TableReader> table(std::string_view key);

  /// Each table of the array under `key`, with its unknown keys refused after `read`.
  void tables(std::string_view key, const std::function<void(TableReader&)>& read);

  /// False when `when` is written and comes to 0: the thing is not there.
  bool present();

  /// A finite number, written or computed; `path` names it in complaints.
  std::optional<double> number_of(const TomlValue& value, std::string_view key,
                                  const std::string& path);
  /// Complains about `value` under `key`: "label.path must …, got …".
  void refuse(const TomlValue& value, std::string_view key, const std::string& path,
              std::string_view must);
  /// Complains about `key`, if it is written, that it must be left out `why`.
  void leave_out(std::string_view key, std::string_view why);
  /// Complains about a key as a whole.
  void refuse(std::string_view key, std::string_view message);

  /// Keys nobody asked for.
  std::vector<const TomlValue*> unknown() const;
  const std::vector<std::string_view>& known() const { return known_; }
  /// Complains about all unknown keys, each with the nearest known one.
  void finish();

 private:
  std::string path_of(std::string_view key) const;
  bool numbers(const TomlValue& value, std::string_view key, const std::string& path,
               std::span<double> into);
  void color_of(const TomlValue& value, std::string_view key, const std::string& path,
                std::optional<Color>& into);
  void color_by_number(std::string_view key, std::optional<Color>& into);
  bool place_of(const TomlValue& value, std::string_view key, const std::string& path, Vec3& into);
  bool points_of(const TomlValue& value, std::string_view key, const std::string& path,
                 std::vector<Vec2>& into);

  Reading& reading_;
  const TomlValue& table_;
  SourceLine thing_;
  std::string label_, prefix_;
  std::vector<std::string_view> known_;
};

}  // namespace paddock
