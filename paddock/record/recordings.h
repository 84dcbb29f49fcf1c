// A folder of recordings. Names never leave it, and what is recorded into it stays within a quota.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "paddock/record/recorder.h"
#include "paddock/record/recording.h"

namespace paddock {

struct RecordingSummary {
  std::string name;   // of the file
  std::string level;  // "tracks/oval"
  std::string title;
  std::uint64_t seed{};
  std::size_t vehicles{};
  double duration{};  // s, simulated
  std::uint64_t bytes{};
  bool complete{};
};

/// What a folder of recordings may hold. Nothing is ever deleted: who reaches it is told.
struct RecordingsQuota {
  std::uint64_t bytes{2'000'000'000};
  std::uint64_t files{1000};
};

/// Any thread.
class Recordings {
 public:
  explicit Recordings(std::string folder, RecordingsQuota quota = {});

  /// All that can be read, newest first, at most 2000. A file is read when it is new or has
  /// changed; what was read before is kept.
  std::vector<RecordingSummary> list() const;
  /// The path of an existing recording.
  Result<std::string> find(std::string_view name) const;
  /// A path nobody uses yet, for `name` or for the next number of `level`; makes the folder.
  Result<std::string> new_path(std::string_view name, std::string_view level) const;
  /// Begins a recording under new_path(); refused when the quota is reached, and ended when it is
  /// reached later.
  Result<RunLog> record(std::string_view name, RecordingHead head, Session& session) const;

 private:
  struct File {
    std::filesystem::file_time_type time;
    std::string name;
    std::uint64_t bytes{};
  };
  struct Known {
    std::filesystem::file_time_type time;
    std::uint64_t bytes{};
    std::optional<RecordingSummary> summary;  // none: it cannot be read
  };
  struct LevelFacts {
    std::string title;
    Clock clock;
  };
  std::vector<File> files() const;
  Result<void> check_quota() const;
  std::optional<RecordingSummary> read(const File& file) const;

  const std::string folder_;
  const RecordingsQuota quota_;
  // shared with the recordings under way, which add what they write
  const std::shared_ptr<std::atomic<std::uint64_t>> used_;
  mutable std::mutex mutex_;  // guards what follows
  mutable std::map<std::string, Known> known_;
  mutable std::map<std::uint64_t, LevelFacts> levels_;  // by the hash of their text
};

}  // namespace paddock
