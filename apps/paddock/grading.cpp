#include "apps/paddock/grading.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <filesystem>

#include "apps/paddock/interrupt.h"
#include "apps/paddock/print.h"
#include "apps/paddock/process_tree.h"
#include "apps/paddock/programs.h"
#include "apps/paddock/senses.h"
#include "paddock/core/wall_clock.h"
#include "paddock/protocols/racecar/grading.h"
#include "paddock/protocols/racecar/server.h"
#include "paddock/record/recorder.h"

namespace paddock {
namespace {

namespace fs = std::filesystem;

constexpr double kSlowest = 20;            // times its limit, a trial may take
constexpr double kTooBusy = 10;            // times what a program may take, of wall time
constexpr double kSimulatorAway = 5;       // s at once, in which no reply is sent
constexpr double kLastDatagrams = 0.3;     // s in which those of a program that ended arrive
constexpr std::size_t kLongestWord = 160;  // characters in a verdict
constexpr double kLookAgain = 0.02;        // s between two looks at the program
constexpr double kMeasureAgain = 0.1;      // s between two looks at what it uses
constexpr const char* kAway = "the simulator was kept from running when the program ended";
constexpr int kLastWords_ms = 3000;              // for who told the door that it ends
constexpr std::size_t kBubblewrapProcesses = 2;  // one outside, one that is the first inside
constexpr std::uint64_t kMegabyte = 1'000'000;
constexpr std::array<std::string_view, 6> kEnds{"running", "done",    "failed",
                                                "time_up", "skipped", "program_failed"};

double seconds_of(Nanos nanos) { return static_cast<double>(nanos) / 1e9; }

StageOptions stage_options_of(const GradeJob& job,
                              const std::shared_ptr<racecar::LockStepServer>& door) {
  StageOptions stage;
  stage.seed = job.options.seed;
  stage.settings =
      racecar::with_trial({}, static_cast<std::size_t>(std::max(1, job.options.trial)));
  stage.pace = {.paused = true, .factor = 0};
  stage.peers.push_back(door);
  stage.open = [job](std::uint64_t seed, const LevelSettings& settings) {
    SessionSpec spec{
        .vehicles = {{.kind = "", .driver = "program"}}, .seed = seed, .settings = settings};
    spec.ideal_sensors = job.options.senses.ideal;
    spec.mode = PlayMode::Trial;
    return open_session(job.level, spec);
  };
  return stage;
}

RunLog no_log() {
  return {.name = {},
          .command = [](const Session&, const Command&) {},
          .tick = [](const Session&) {},
          .flush = [] { return std::string(); }};
}

/// A recording for each trial that was asked for; those of an earlier grading make room.
OpenLog recording_each(const GradeJob& job, std::vector<std::string>& files) {
  return [&job, &files](Session& session, const std::string&) -> Result<RunLog> {
    if (job.options.trial > 0 && !files.empty()) return no_log();
    auto head = recording_head(job.level, session.spec);
    if (!head) return tl::unexpected(head.error());
    const std::string name = recording_name(job.name, fs::path(job.level).stem().string(),
                                            racecar::trial_of(session.spec.settings));
    const std::string path = (fs::path(job.options.record) / name).string();
    std::error_code ignored;
    fs::create_directories(job.options.record, ignored);
    fs::remove(path, ignored);
    auto recorder = Recorder::begin(path, std::move(*head), session);
    if (!recorder) return tl::unexpected(recorder.error());
    files.push_back(path);
    return log_to(std::move(*recorder), name);
  };
}

/// Keeps where the car goes in each trial, beside what `inner` writes of it.
OpenLog tracing_each(OpenLog inner, bool one_trial, std::vector<TrialPath>& paths) {
  return [inner = std::move(inner), one_trial, &paths](Session& session,
                                                       const std::string& name) -> Result<RunLog> {
    auto log = inner ? inner(session, name) : no_log();
    if (!log || (one_trial && !paths.empty())) return log;
    paths.emplace_back();
    log->tick = [under = std::move(log->tick), &paths, trial = paths.size() - 1,
                 over = false](const Session& run) mutable {
      under(run);
      if (over) return;
      over = run.referee.end != TrialEnd::Running;
      const VehicleFrame car = frame_of(run, 0);
      const Nanos clock = clock_of(run.world(), run.referee, run.state.tick);
      paths[trial].add(seconds_of(clock), {position(car.pose), car.speed});
    };
    return log;
  };
}

/// Why a program is given up.
struct GivenUp {
  std::string why;  // empty: there is hope
  bool too_busy{};  // the machine is to blame
};

/// Looks whether a program still does what it should.
class Watch {
 public:
  Watch(Program& program, const racecar::LockStepServer& door, double patience,
        const Confinement& confinement)
      : program_(program),
        door_(door),
        patience_(patience),
        bounds_(confinement.bounds),
        around_(confinement.bubblewrap ? kBubblewrapProcesses : 0) {
    clock_.pass(0, use_ = tree_.measure());
    called_ = now_seconds();
    trial_ = moved_ = at_ = {.wall = called_, .counted = clock_.seconds()};
  }

  GivenUp look(const Stage& stage, std::size_t trials_over) {
    const double now = now_seconds();
    away_ = std::max(away_, now - called_), called_ = now;
    if (now - looked_ < kLookAgain) return {};
    looked_ = now;
    if (now - at_.wall >= kMeasureAgain) measure(now);
    const Session& session = stage.session();
    const Moment here{.wall = now, .counted = at_.counted};
    if (trials_over != over_) trial_ = here;
    if (trials_over != over_ || session.state.tick != tick_)
      over_ = trials_over, tick_ = session.state.tick, moved_ = here, away_ = 0;

    if (!program_.running()) return ended(now);
    connected_ = connected_ || door_.connected() > 0;
    if (std::string why = too_much(); !why.empty()) return {.why = std::move(why)};
    if (GivenUp late = later_than(patience_, moved_, now); !late.why.empty()) {
      if (!late.too_busy)
        late.why = connected_ ? fmt::format("one update took longer than {:g} s", patience_)
                              : fmt::format("the program did not connect within {:g} s", patience_);
      return late;
    }
    return later_than(kSlowest * session.world().trial->limit + patience_, trial_, now);
  }

  /// Since time last passed it did nothing for so long that a program may have waited for a reply
  /// in vain.
  bool simulator_was_away() const {
    return std::max(away_, now_seconds() - called_) > kSimulatorAway;
  }

 private:
  /// What two clocks say.
  struct Moment {
    double wall{};
    double counted{};  // against the program
  };

  void measure(double now) {
    use_ = tree_.measure();
    clock_.pass(now - at_.wall, use_);
    at_ = {.wall = now, .counted = clock_.seconds()};
  }

  GivenUp ended(double now) {
    if (ended_ == 0) ended_ = now;
    if (now - ended_ < kLastDatagrams) return {};
    if (simulator_was_away()) return {.why = kAway, .too_busy = true};
    return {.why = concat("the program ended with ", program_.how_it_ended(),
                          connected_ || door_.connected() > 0 ? " in the middle of the trial"
                                                              : " before it connected")};
  }

  /// Of what it may use.
  std::string too_much() {
    if (program_.printed() > bounds_.printed)
      return concat("the program printed more than ", bounds_.printed / kMegabyte, " MB");
    if (use_.tasks > bounds_.processes + around_)
      return concat("the program has more than ", bounds_.processes, " processes and threads");
    if (use_.resident > bounds_.memory && tree_.memory() > bounds_.memory)
      return concat("the program uses more than ", bounds_.memory / kMegabyte, " MB of memory");
    return {};
  }

  /// Since a moment it has taken longer than it may, or all the world has.
  GivenUp later_than(double most, const Moment& since, double now) const {
    if (std::min(at_.counted - since.counted, now - since.wall) > most)
      return {.why = fmt::format("the trial took longer than {:g} s", most)};
    if (now - since.wall > kTooBusy * most)
      return {.why = fmt::format("in {:.0f} s the program could run for {:.1f} s", now - since.wall,
                                 at_.counted - since.counted),
              .too_busy = true};
    return {};
  }

  Program& program_;
  const racecar::LockStepServer& door_;
  double patience_;
  Bounds bounds_;
  std::size_t around_;  // processes that are not its own
  ProcessTree tree_;
  FairClock clock_;
  TreeUse use_;
  Moment at_;     // when use was measured
  Moment trial_;  // when this trial began
  Moment moved_;  // when simulated time last passed
  double called_{}, looked_{}, ended_{};
  double away_{};  // s, the longest time between two calls since then
  std::size_t over_{};
  Tick tick_{};
  bool connected_{};
};

/// All trials, or the one that was asked for.
void run_trials(const GradeJob& job, Stage& stage, EventLoop& loop, racecar::LockStepServer& door,
                Program& program, const std::function<void(const TrialResult&)>& report,
                Grade& grade) {
  Watch watch(program, door, job.options.timeout, job.confinement);
  std::vector<TrialResult>& trials = grade.trials;
  std::uint32_t run = stage.run();
  while (!interrupted()) {
    const Nanos next = stage.work(steady_now());
    // time stands still until the program is there: what follows depends on nobody's clock
    if (stage.pace().paused && door.connected() > 0) stage.set_pace({.paused = false, .factor = 0});
    if (run != stage.run() || door.graded()) {
      run = stage.run();
      const PeerStatus status = door.status();
      for (std::size_t i = trials.size(); i < status.results.size(); ++i) {
        trials.push_back(status.results[i]);
        report(trials.back());
      }
    }
    if (door.graded() || (job.options.trial > 0 && !trials.empty())) break;
    if (GivenUp given_up = watch.look(stage, trials.size());
        !given_up.why.empty() && grade.ended.empty()) {
      grade.ended = given_up.why;
      grade.last_words = program.last_words();  // before it hears that it is over
      grade.too_busy = given_up.too_busy;
      // it may be in the middle of taking more than it may
      program.kill();
      end_descendants();
      if (grade.too_busy) return;
      door.give_up(stage, std::move(given_up.why));
    }
    const Nanos pause = std::min<Nanos>(next - steady_now(), 10'000'000);
    if (pause > 0) loop.wait(pause);
  }
  // it told the door itself that it failed: perhaps because no reply came
  if (!trials.empty() && trials.back().end == TrialEnd::ProgramFailed && grade.ended.empty() &&
      watch.simulator_was_away())
    grade.ended = kAway, grade.too_busy = true;
}

/// A program failed: why, as it looks from where it was started.
void explain_failure(Program& program, Grade& grade) {
  TrialResult& last = grade.trials.back();
  if (grade.ended.empty()) {
    // it told the door, and is about to end; the system knows how
    grade.ended = program.ends_within(kLastWords_ms) && program.how_it_ended() != "status 0"
                      ? concat("the program ended with ", program.how_it_ended())
                      : last.why;
    grade.last_words = program.last_words();
  }
  last.why = grade.ended;
  if (const std::string word = program.last_error(); !word.empty())
    last.why += concat(": ", std::string_view(word).substr(0, kLongestWord));
}

}  // namespace

Grade grade_program(const GradeJob& job, const std::function<void(const TrialResult&)>& report) {
  Grade grade;
  const auto refuse = [&](const Error& error) {
    grade.problem = error.message;
    return grade;
  };
  racecar::DoorOptions door_options;
  if (!job.confinement.bubblewrap) door_options.async_port = door_options.sync_port = 0;
  door_options.senses = senses_of(job.options.senses);
  door_options.start = door_options.grade = door_options.watched_over = true;
  door_options.user = job.options.user;
  EventLoop loop;
  const auto door = racecar::LockStepServer::open(loop, door_options);
  if (!door) return refuse(door.error());
  Stage stage(stage_options_of(job, *door));
  if (auto started = stage.start(steady_now()); !started) return refuse(started.error());
  OpenLog log;
  if (!job.options.record.empty()) log = recording_each(job, grade.recordings);
  if (!job.options.report.empty()) log = tracing_each(log, job.options.trial > 0, grade.paths);
  if (log)
    if (auto ok = stage.record(log, ""); !ok) return refuse(ok.error());
  stage.work(steady_now());  // what takes its time happens before anybody knocks
  auto program = Program::start({.file = job.program,
                                 .library = job.options.library,
                                 .python = job.options.python,
                                 .async_port = (*door)->async_port(),
                                 .sync_port = (*door)->sync_port(),
                                 .confinement = &job.confinement,
                                 .reply_within = std::max(10.0, job.options.timeout)},
                                {});
  if (!program) return refuse(program.error());

  const double began = now_seconds();
  run_trials(job, stage, loop, **door, **program, report, grade);
  grade.wall = now_seconds() - began;
  if (job.options.trial == 0) grade.score_code = (*door)->status().score_code;
  if (!grade.trials.empty() && grade.trials.back().end == TrialEnd::ProgramFailed)
    explain_failure(**program, grade);
  grade.library = (*program)->imported();
  if (grade.too_busy) {
    grade.problem = concat("the machine was too busy: ", grade.ended);
  } else if (!(*program)->running() && !(*program)->began() && job.confinement.bubblewrap) {
    grade.problem = concat("the program could not be run: ", (*program)->last_error());
  }
  if (!grade.problem.empty()) grade.trials.clear(), grade.score_code.clear();
  (*door)->end_programs();
  stage.end("the grading is over");
  return grade;
}

std::string recording_name(const std::string& program, const std::string& lab, std::size_t trial) {
  std::string name = program.ends_with(".py") ? program.substr(0, program.size() - 3) : program;
  for (char& c : name) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '-' || c == '.';
    if (!plain) c = '_';
  }
  const std::size_t first = name.find_first_not_of('.');
  return concat(first == std::string::npos ? "program" : name.substr(first), "-", lab, "-", trial,
                ".paddock");
}

// --- JSON ---------------------------------------------------------------------------------------

namespace {

const Json& at(const Json& json, std::string_view key) {
  static const Json nothing;
  const Json* found = json.find(key);
  return found != nullptr ? *found : nothing;
}

Json texts(const std::vector<std::string>& list) {
  Json json = Json::array();
  for (const std::string& text : list) json.add(text);
  return json;
}

std::vector<std::string> texts_from(const Json& json) {
  std::vector<std::string> list;
  for (const Json& item : json.items()) list.push_back(item.text());
  return list;
}

}  // namespace

Json json_of(const TrialResult& trial) {
  return Json::object()
      .set("title", trial.title)
      .set("points", trial.points)
      .set("of", trial.of)
      .set("time_s", seconds_of(trial.time))
      .set("end", kEnds[static_cast<std::size_t>(trial.end)])
      .set("why", trial.why)
      .set("hash", hash_text(trial.hash));
}

TrialResult trial_from(const Json& json) {
  TrialResult trial{.title = at(json, "title").text(),
                    .points = at(json, "points").number(),
                    .of = at(json, "of").number(),
                    .time = std::llround(at(json, "time_s").number() * 1e9),
                    .why = at(json, "why").text()};
  for (std::size_t i = 0; i < kEnds.size(); ++i)
    if (at(json, "end").text() == kEnds[i]) trial.end = static_cast<TrialEnd>(i);
  const std::string& hash = at(json, "hash").text();
  std::from_chars(hash.data(), hash.data() + hash.size(), trial.hash, 16);
  return trial;
}

Json json_of(const Grade& grade) {
  Json trials = Json::array();
  for (const TrialResult& trial : grade.trials) trials.add(json_of(trial));
  Json paths = Json::array();
  for (const TrialPath& path : grade.paths) paths.add(json_of(path));
  return Json::object()
      .set("problem", grade.problem)
      .set("trials", std::move(trials))
      .set("recordings", texts(grade.recordings))
      .set("paths", std::move(paths))
      .set("ended", grade.ended)
      .set("last_words", texts(grade.last_words))
      .set("score_code", grade.score_code)
      .set("too_busy", grade.too_busy)
      .set("library", grade.library)
      .set("wall_s", grade.wall);
}

Grade grade_from(const Json& json) {
  Grade grade;
  grade.problem = at(json, "problem").text();
  for (const Json& trial : at(json, "trials").items()) grade.trials.push_back(trial_from(trial));
  grade.recordings = texts_from(at(json, "recordings"));
  for (const Json& path : at(json, "paths").items()) grade.paths.push_back(path_from(path));
  grade.ended = at(json, "ended").text();
  grade.last_words = texts_from(at(json, "last_words"));
  grade.score_code = at(json, "score_code").text();
  grade.too_busy = at(json, "too_busy").truth();
  grade.library = at(json, "library").text();
  grade.wall = at(json, "wall_s").number();
  return grade;
}

// --- words --------------------------------------------------------------------------------------

bool has_full_points(const TrialResult& trial) { return trial.points >= trial.of; }

std::string verdict_of(const TrialResult& trial) {
  switch (trial.end) {
    case TrialEnd::Done:
      if (trial.points == trial.of) return "passed";
      return fmt::format("passed, {:+g} {}", trial.points - trial.of,
                         trial.of > 0 ? "for the time" : "on top");
    case TrialEnd::Failed:
      return concat("failed: ", trial.why);
    case TrialEnd::TimeUp:
      return "time is up";
    case TrialEnd::Skipped:
      return "skipped";
    case TrialEnd::ProgramFailed:
      return trial.why;
    case TrialEnd::Running:
      break;
  }
  return "broken off";
}

}  // namespace paddock
