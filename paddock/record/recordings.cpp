#include "paddock/record/recordings.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "paddock/core/hash.h"

namespace paddock {
namespace fs = std::filesystem;
namespace {

constexpr std::string_view kEnding = ".paddock";
constexpr std::size_t kMaxListed = 2000;
// of one file: what is written between two looks stays far below the rest
constexpr std::uint64_t kLongest = kRecordingLimit - (std::uint64_t{32} << 20);

/// Letters, digits, _ - and ., not first: no name leads out of the folder.
bool safe(std::string_view name) {
  return !name.empty() && name.size() <= 128 && name.front() != '.' &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                  c == '_' || c == '-' || c == '.';
         });
}

double megabytes(std::uint64_t bytes) { return std::round(static_cast<double>(bytes) * 1e-5) / 10; }

}  // namespace

Recordings::Recordings(std::string folder, RecordingsQuota quota)
    : folder_(std::move(folder)),
      quota_(quota),
      used_(std::make_shared<std::atomic<std::uint64_t>>(0)) {}

std::vector<Recordings::File> Recordings::files() const {
  std::vector<File> files;
  std::error_code ignored;
  std::uint64_t used = 0;
  for (const auto& file : fs::directory_iterator(folder_, ignored)) {
    std::string name = file.path().filename().string();
    if (!name.ends_with(kEnding) || !file.is_regular_file(ignored)) continue;
    files.push_back({file.last_write_time(ignored), std::move(name), file.file_size(ignored)});
    used += files.back().bytes;
  }
  used_->store(used);
  return files;
}

std::optional<RecordingSummary> Recordings::read(const File& file) const {
  const auto outline = read_outline((fs::path(folder_) / file.name).string());
  if (!outline) return std::nullopt;
  const RecordingHead& head = outline->head;
  // many recordings are of one level, and reading a level takes longer than all the rest
  Hasher hash;
  hash.add(std::string_view(head.text));
  const auto [facts, unknown] = levels_.try_emplace(hash.value());
  if (unknown) {
    const LevelReading reading =
        read_level_text(head.text, "no_folder/" + head.level + ".toml", head.spec.seed);
    facts->second = {reading.spec.papers.title, reading.spec.clock};
  }
  const Tick length{count(outline->end) - count(outline->begin)};
  return RecordingSummary{.name = file.name,
                          .level = head.level,
                          .title = facts->second.title,
                          .seed = head.spec.seed,
                          .vehicles = head.spec.vehicles.size(),
                          .duration = facts->second.clock.seconds(length),
                          .bytes = file.bytes,
                          .complete = outline->complete};
}

std::vector<RecordingSummary> Recordings::list() const {
  std::vector<File> found = files();
  std::sort(found.begin(), found.end(), [](const File& a, const File& b) {
    return a.time != b.time ? a.time > b.time : a.name < b.name;
  });
  const std::lock_guard lock(mutex_);
  std::map<std::string, Known> known;
  std::vector<RecordingSummary> summaries;
  for (const File& file : found) {
    if (summaries.size() == kMaxListed) break;
    const auto before = known_.find(file.name);
    const bool same = before != known_.end() && before->second.time == file.time &&
                      before->second.bytes == file.bytes;
    Known now = same ? std::move(before->second) : Known{file.time, file.bytes, read(file)};
    if (now.summary) summaries.push_back(*now.summary);
    known.emplace(file.name, std::move(now));
  }
  known_ = std::move(known);  // files that are gone are forgotten
  return summaries;
}

Result<void> Recordings::check_quota() const {
  const std::size_t count = files().size();
  if (count >= quota_.files)
    return fail(ErrorCode::Limit, "there are ", count,
                " recordings, as many as may be; delete some, or start Paddock with a larger "
                "--recordings-quota");
  if (used_->load() >= quota_.bytes)
    return fail(ErrorCode::Limit, "recordings take ", megabytes(used_->load()), " of ",
                megabytes(quota_.bytes),
                " MB; delete some, or start Paddock with a larger --recordings-quota");
  return {};
}

Result<RunLog> Recordings::record(std::string_view name, RecordingHead head,
                                  Session& session) const {
  if (auto free = check_quota(); !free) return tl::unexpected(free.error());
  const auto path = new_path(name, session.world().name);
  if (!path) return tl::unexpected(path.error());
  auto recorder = Recorder::begin(*path, std::move(head), session);
  if (!recorder) return tl::unexpected(recorder.error());
  const auto why_full = [used = used_, quota = quota_,
                         before = std::uint64_t{0}](std::uint64_t bytes) mutable -> std::string {
    const std::uint64_t all = used->fetch_add(bytes - before) + (bytes - before);
    before = bytes;
    if (bytes > kLongest) return concat("it takes ", megabytes(bytes), " MB, as much as one may");
    if (all < quota.bytes) return "";
    return concat("recordings take all of the ", megabytes(quota.bytes),
                  " MB they may; delete some to record again");
  };
  return log_to(std::move(*recorder), fs::path(*path).filename().string(), why_full);
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
