// The rules every level keeps, whoever made its spec: a file, a generator, an importer.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "paddock/world/level.h"
#include "paddock/world/level_limits.h"

namespace paddock {

/// Lines of single keys, so that a complaint points at the key and not only at its table.
class KeyLines {
 public:
  void add(const SourceLine& thing, std::string_view key, int line);
  /// Marks a key that was complained about already: its value means nothing.
  void spoil(const SourceLine& thing, std::string_view key);
  bool spoiled(const SourceLine& thing, std::string_view key) const;
  /// Keys that `thing` does not write are looked for at `other` from now on.
  void inherit(const SourceLine& thing, const SourceLine& other);
  /// Where `key` of `thing` stands; the thing itself when the key is not written.
  SourceLine find(const SourceLine& thing, std::string_view key) const;

 private:
  struct Entry {
    int line{};
    bool spoiled{};
  };
  using Address = std::tuple<std::string, int, std::string>;
  struct Found {
    SourceLine where;
    Entry entry;
  };
  std::optional<Found> look_up(const SourceLine& thing, std::string_view key) const;

  std::map<Address, Entry, std::less<>> entries_;
  SourceLine heir_, inherited_;
};

/// All rules a level breaks, in no order. `top` stands for the level as a whole.
std::vector<Problem> check_level(const LevelSpec& spec, const SourceLine& top = {},
                                 const KeyLines& lines = {});

}  // namespace paddock
