#include "paddock/record/recordings.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "paddock/io/file.h"

namespace paddock {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view kEnding = ".paddock";
constexpr std::size_t kMaxListed = 200;

/// Letters, digits, _ - and ., not first: no name leads out of the folder.
bool safe(std::string_view name) {
  return !name.empty() && name.size() <= 128 && name.front() != '.' &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '_' || c == '-' || c == '.';
         });
}

RecordingSummary summary_of(const std::string& name, const Recording& recording,
                            std::uint64_t bytes) {
  const RecordingHead& head = recording.head;
  RecordingSummary summary{.name = name,
                           .level = head.level,
                           .title = {},
                           .seed = head.spec.seed,
                           .vehicles = head.spec.vehicles.size(),
                           .duration = 0,
                           .bytes = bytes,
                           .complete = recording.complete};
  const LevelReading reading =
      read_level_text(head.text, "no_folder/" + head.level + ".toml", head.spec.seed);
  summary.title = reading.spec.title;
  const Tick begin = recording.checkpoints.front().snapshot.state.tick;
  summary.duration = reading.spec.clock.seconds(Tick{count(recording.end) - count(begin)});
  return summary;
}

}  // namespace

std::vector<RecordingSummary> Recordings::list() const {
  struct Found {
    fs::file_time_type time;
    std::string name;
    std::uint64_t bytes{};
  };
  std::vector<Found> files;
  std::error_code ignored;
  for (const auto& file : fs::directory_iterator(folder_, ignored)) {
    std::string name = file.path().filename().string();
    if (!name.ends_with(kEnding) || !file.is_regular_file(ignored)) continue;
    files.push_back({file.last_write_time(ignored), std::move(name), file.file_size(ignored)});
  }
  std::sort(files.begin(), files.end(), [](const Found& a, const Found& b) {
    return a.time != b.time ? a.time > b.time : a.name < b.name;
  });
  std::vector<RecordingSummary> summaries;
  for (const Found& file : files) {
    if (summaries.size() == kMaxListed) break;
    if (const auto recording = read_recording((fs::path(folder_) / file.name).string()))
      summaries.push_back(summary_of(file.name, *recording, file.bytes));
  }
  return summaries;
}

Result<std::string> Recordings::find(std::string_view name) const {
  const std::string path = (fs::path(folder_) / name).string();
  std::error_code ignored;
  if (!safe(name) || !name.ends_with(kEnding) || !fs::is_regular_file(path, ignored))
    return fail(ErrorCode::NotFound, "there is no recording \"", name, "\"");
  return path;
}

Result<std::string> Recordings::new_path(std::string_view name, std::string_view level) const {
  std::error_code wrong;
  fs::create_directories(folder_, wrong);
  if (wrong) return fail(ErrorCode::Io, folder_, ": must be a folder, got ", wrong.message());
  if (!name.empty()) {
    std::string wanted(name);
    if (!name.ends_with(kEnding)) wanted += kEnding;
    if (!safe(wanted))
      return fail(ErrorCode::Invalid, "a recording's name holds letters, digits, _, - and .");
    const std::string path = (fs::path(folder_) / wanted).string();
    if (fs::exists(path, wrong))
      return fail(ErrorCode::Invalid, "there is a recording \"", wanted, "\" already");
    return path;
  }
  for (int number = 1; number < 100'000; ++number) {
    char digits[16];
    std::snprintf(digits, sizeof digits, "-%04d", number);
    const std::string path =
        (fs::path(folder_) / concat(safe(level) ? level : "run", std::string_view(digits), kEnding))
            .string();
    if (!fs::exists(path, wrong)) return path;
  }
  return fail(ErrorCode::Limit, folder_, ": too many recordings of ", level);
}

}  // namespace paddock
