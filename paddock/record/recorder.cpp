#include "paddock/record/recorder.h"

#include <cmath>
#include <filesystem>

#include "paddock/core/log.h"
#include "paddock/core/text.h"
#include "paddock/io/file.h"
#include "paddock/world/level_files.h"

namespace paddock {
namespace {

constexpr std::size_t kMaxWaiting = 4096;  // entries; then they are written without being asked

bool at_hash(const Session& session) {
  const auto period = std::max<std::int64_t>(
      1, std::llround(Recorder::kHashSeconds / session.world().clock.tick_seconds()));
  return count(session.state.tick) % period == 0;
}

/// What a replay finds out by itself from the commands is not kept.
bool worth_keeping(EventKind kind) {
  return kind != EventKind::NewDriver && kind != EventKind::Clicked &&
         kind != EventKind::NewValue && kind != EventKind::Placed;
}

}  // namespace

Result<std::unique_ptr<Recorder>> Recorder::begin(const std::string& path, RecordingHead head,
                                                  Session& session) {
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored))
    return fail(ErrorCode::Io, path, ": a file of that name exists; choose another");
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  std::unique_ptr<Recorder> recorder(new Recorder(std::move(file), path));
  head.spec = session.spec;
  recorder->write(encode_start(head));
  recorder->write_policies(session);
  recorder->begin_ = recorder->end_ = session.state.tick;
  checkpoint(session);
  recorder->write_checkpoint(session);
  recorder->file_.flush();
  if (!recorder->file_) {
    recorder->broken_ = true;
    return fail(ErrorCode::Io, path, ": must be writable");
  }
  return recorder;
}

Recorder::~Recorder() {
  flush();
  if (broken_) return;
  write(encode_end(end_));
  file_.flush();
}

void Recorder::write(std::string_view bytes) {
  file_.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes_ += bytes.size();
}

/// Those that drive now and are not in the file yet, so that it is played without theirs.
void Recorder::write_policies(const Session& session) {
  for (const Seat& seat : session.seats)
    if (const auto* driver = std::get_if<PolicyDriver>(&seat.driver))
      if (policies_.insert(seat.name).second) write(encode_policy(seat.name, *driver->policy));
}

void Recorder::write_checkpoint(const Session& session) {
  write(encode_checkpoint(snapshot_of(session), hash_of(session)));
}

void Recorder::command(const Session& session, const Command& command) {
  end_ = session.state.tick;
  entries_.push_back({session.state.tick, command});
  if (std::holds_alternative<SetDriver>(command)) write_policies(session);
}

void Recorder::tick(const Session& session) {
  end_ = session.state.tick;
  for (const StageEvent& event : session.events)
    if (worth_keeping(event.kind)) entries_.push_back({end_, event});
  const bool at_checkpoint = is_checkpoint(session.world().clock, end_);
  if (at_hash(session)) entries_.push_back({end_, HashMark{hash_of(session)}});
  if (at_checkpoint || entries_.size() >= kMaxWaiting) flush();
  if (at_checkpoint && !broken_) write_checkpoint(session);
}

std::string Recorder::flush() {
  constexpr std::string_view kBroken = "its file cannot be written; look whether the disk is full";
  if (broken_) return std::string(kBroken);
  if (entries_.empty() && end_ == begin_) return "";
  write(encode_entries(entries_, begin_, end_));
  entries_.clear();
  begin_ = end_;
  file_.flush();
  if (file_) return "";
  broken_ = true;
  log(LogLevel::Error, concat(path_, ": the recording ends here, the file cannot be written"));
  return std::string(kBroken);
}

Result<RecordingHead> recording_head(const std::string& level_path, const SessionSpec& spec) {
  const std::filesystem::path path(level_path);
  RecordingHead head;
  head.spec = spec;
  const LevelReading reading = read_level(level_path, spec.seed, spec.settings);
  if (!reading.ok()) return fail(ErrorCode::Invalid, reading.problems.front().text());
  // as much of the path as its collection is known by
  const bool grading = path.parent_path().filename() == kTrialsFolder;
  head.level = concat(reading.spec.papers.collection, '/', grading ? kTrialsFolder : "",
                      grading ? "/" : "", reading.spec.name);
  auto text = read_file(level_path);
  if (!text) return tl::unexpected(text.error());
  // without its folder it must still be the same level
  const LevelReading alone = read_level_text(*text, "no_folder/" + head.level + ".toml", spec.seed);
  head.spec.settings.clear();  // the text has them
  head.text = alone.ok() && alone.spec == reading.spec ? *text : write_level(reading.spec);
  return head;
}

RunLog log_to(std::unique_ptr<Recorder> recorder, std::string name, WhyFull why_full) {
  // shared: the three functions of a log are copied together
  const std::shared_ptr<Recorder> shared = std::move(recorder);
  return {.name = std::move(name),
          .command = [shared](const Session& s, const Command& c) { shared->command(s, c); },
          .tick = [shared](const Session& s) { shared->tick(s); },
          .flush =
              [shared, why_full = std::move(why_full)] {
                std::string why = shared->flush();
                return why.empty() && why_full ? why_full(shared->bytes()) : why;
              }};
}

}  // namespace paddock
