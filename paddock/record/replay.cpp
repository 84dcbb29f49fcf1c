#include "paddock/record/replay.h"

#include <algorithm>

namespace paddock {

Result<Session> open_recorded(const Recording& recording) {
  const RecordingHead& head = recording.head;
  LevelReading reading =
      read_level_text(head.text, "no_folder/" + head.level + ".toml", head.spec.seed);
  if (!reading.ok())
    return fail(ErrorCode::Invalid, "the recorded level is not one this Paddock reads: ",
                reading.problems.front().text());
  auto session = open_session(build_level(std::move(reading.spec)), head.spec);
  if (!session) return session;
  if (auto put_back = restore(*session, recording.checkpoints.front().snapshot); !put_back)
    return tl::unexpected(put_back.error());
  return session;
}

void Replay::feed(Session& session) {
  const auto& entries = recording_->entries;
  for (; next_ < entries.size() && entries[next_].tick <= session.state.tick; ++next_) {
    const auto* command = std::get_if<Command>(&entries[next_].what);
    if (command == nullptr) continue;
    // it was obeyed when it was recorded; were it refused now, the next hash would tell
    const auto obeyed = apply(session, *command);
    static_cast<void>(obeyed);
  }
}

std::string Replay::check(const Session& session) {
  const auto& entries = recording_->entries;
  for (; next_ < entries.size() && entries[next_].tick <= session.state.tick; ++next_) {
    if (std::holds_alternative<Command>(entries[next_].what)) return "";
    const auto* mark = std::get_if<HashMark>(&entries[next_].what);
    if (mark == nullptr || entries[next_].tick != session.state.tick) continue;
    if (!recording_->comparable) continue;
    ++compared_;
    if (diverged_ || mark->hash == hash_of(session)) continue;
    ++next_, diverged_ = true;
    return concat("tick ", count(session.state.tick),
                  ": the state is not the one recorded; this Paddock moves things differently");
  }
  return "";
}

Result<void> Replay::seek(Session& session, Tick tick) {
  const auto& checkpoints = recording_->checkpoints;
  auto after = std::upper_bound(
      checkpoints.begin(), checkpoints.end(), tick,
      [](Tick t, const RecordingCheckpoint& c) { return t < c.snapshot.state.tick; });
  const RecordingCheckpoint& from = after == checkpoints.begin() ? *after : *std::prev(after);
  if (auto put_back = restore(session, from.snapshot); !put_back) return put_back;
  if (recording_->comparable && hash_of(session) != from.hash)
    return fail(ErrorCode::Invalid, "the checkpoint at tick ", count(session.state.tick),
                " does not have the hash it was written with");
  next_ = from.next_entry;
  while (session.state.tick < std::min(tick, end())) {
    feed(session);
    advance(session);
    check(session);
  }
  return {};
}

Playback playback_of(std::shared_ptr<const Recording> recording) {
  // shared: the functions of a playback are copied together
  const auto replay = std::make_shared<Replay>(std::move(recording));
  return {.end = replay->end(),
          .feed = [replay](Session& session) { replay->feed(session); },
          .check = [replay](const Session& session) { return replay->check(session); },
          .seek = [replay](Session& session, Tick tick) { return replay->seek(session, tick); }};
}

}  // namespace paddock
