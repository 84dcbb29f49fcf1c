// Best times: the fastest run of every level, in a file of SQLite. What was accepted is on the disk
// when offer() returns, so kill -9 loses nothing.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "paddock/core/error.h"
#include "paddock/core/tick.h"

struct sqlite3;

namespace paddock {

/// Its name in the folder of recordings.
inline constexpr std::string_view kBestTimesFile = "best_times.sqlite";

struct BestTime {
  std::string level;          // "racecar/lab4b"
  std::string user;           // who drove
  Nanos total{};              // penalties included
  std::vector<Nanos> splits;  // one an interval between key points
  bool operator==(const BestTime&) const = default;
};

class BestTimes {
 public:
  /// Makes the file, and its folder, when they are not there.
  static Result<std::unique_ptr<BestTimes>> open(const std::string& path);
  ~BestTimes();
  BestTimes(const BestTimes&) = delete;
  BestTimes& operator=(const BestTimes&) = delete;

  /// Keeps `time` when its level has none or a slower one; true when it did. Any thread, and other
  /// processes may do the same.
  Result<bool> offer(const BestTime& time);
  /// The level's, or nothing. Any thread.
  Result<std::optional<BestTime>> best(std::string_view level) const;
  /// All of them, by level. Any thread.
  Result<std::vector<BestTime>> list() const;

 private:
  explicit BestTimes(sqlite3* file) : file_(file) {}
  Result<std::vector<BestTime>> read(std::string_view level) const;  // empty: of all levels

  mutable std::mutex mutex_;  // a transaction is several calls
  sqlite3* file_{};
};

/// Times on the clock at each key point of a level, -1 where one was left out, the last at the
/// finish; true when they are the best of their level, and kept.
using KeepTimes = std::function<bool(const std::string& level, const std::vector<Nanos>& times)>;

/// Keeps best times in the file of `folder`, under the name `user`. What cannot be written is
/// logged.
KeepTimes keep_best_times(const std::string& folder, std::string user);

}  // namespace paddock
