// paddock replay: a recording run again, every hash compared that can be.
#include <fmt/format.h>

#include "apps/paddock/print.h"
#include "apps/paddock/verbs.h"
#include "paddock/record/replay.h"

namespace paddock {
namespace {

struct ReplayResult {
  std::string differs;
  double wall{};
};

Result<ReplayResult> play(Replay& replay, Session& session, const ReplayOptions& options) {
  const Clock& clock = session.world().clock;
  const auto from = static_cast<std::int64_t>(options.from / clock.tick_seconds());
  if (auto sought = replay.seek(session, Tick{std::max(from, count(replay.begin()))}); !sought)
    return tl::unexpected(sought.error());
  ReplayResult result;
  const double began = now_seconds();
  ProgressBar bar(options.file, "ticks", count(replay.end()));
  while (session.state.tick < replay.end() && result.differs.empty()) {
    replay.feed(session);
    advance(session);
    result.differs = replay.check(session);
    if (count(session.state.tick) % 256 == 0) bar.show(count(session.state.tick));
  }
  result.wall = now_seconds() - began;
  return result;
}

}  // namespace

int replay_recording(const ReplayOptions& options) {
  auto read = read_recording(options.file);
  if (!read) return complain(read.error().message);
  const auto recording = std::make_shared<const Recording>(std::move(*read));
  auto session = open_recorded(*recording);
  if (!session) return complain(session.error().message);
  Replay replay(recording);
  const auto result = play(replay, *session, options);
  if (!result) return complain(result.error().message);

  const double seconds =
      session->world().clock.seconds(Tick{count(replay.end()) - count(replay.begin())});
  if (options.json) {
    print_json(Json::object()
                   .set("level", recording->head.level)
                   .set("seed", recording->head.spec.seed)
                   .set("vehicles", recording->head.spec.vehicles.size())
                   .set("simulated_s", seconds)
                   .set("complete", recording->complete)
                   .set("comparable", recording->comparable)
                   .set("hashes_compared", replay.hashes_compared())
                   .set("exact", recording->comparable ? Json(result->differs.empty()) : Json())
                   .set("hash", hash_text(hash_of(session->state)))
                   .set("run_hash", hash_text(hash_of(*session))));
    return result->differs.empty() ? kOk : kFailed;
  }
  fmt::print("{}, seed {}: {:.2f} s of {} {}{}\n", recording->head.level, recording->head.spec.seed,
             seconds, recording->head.spec.vehicles.size(),
             recording->head.spec.vehicles.size() == 1 ? "vehicle" : "vehicles",
             recording->complete ? "" : "; the recording was cut off there");
  if (!result->differs.empty()) return complain(result->differs);
  if (recording->comparable)
    fmt::print("Played again in {:.2f} s, {} hashes compared, all equal\n", result->wall,
               replay.hashes_compared());
  else
    fmt::print(
        "Played again in {:.2f} s; no hash compared: those of this file are over an IMU's memory "
        "as "
        "versions before 3 kept it\n",
        result->wall);
  fmt::print("hash {}\n", hash_text(hash_of(session->state)));
  return kOk;
}

}  // namespace paddock
