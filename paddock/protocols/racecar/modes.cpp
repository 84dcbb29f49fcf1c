// The game around the programs: levels and trials begin and end, START and BACK, what the referee
// saw. docs/racecar_rules.md.
#include <algorithm>

#include "paddock/core/check.h"
#include "paddock/core/wall_clock.h"
#include "paddock/game/score.h"
#include "paddock/protocols/racecar/grading.h"
#include "paddock/protocols/racecar/server.h"

namespace paddock::racecar {
namespace {

constexpr std::size_t kConsoleLines = 200, kConsoleWidth = 400;

/// "12.34 s"
std::string seconds_text(Nanos time) {
  const std::int64_t hundredths = (time + 5'000'000) / 10'000'000;
  const std::int64_t rest = hundredths % 100;
  return concat(hundredths / 100, rest < 10 ? ".0" : ".", rest, " s");
}

/// Time on the clock at the finish, penalties included.
Nanos race_time(const RefereeCar& car) {
  return car.passed.empty() ? 0 : car.passed.back() + car.penalty;
}

}  // namespace

// --- levels and trials --------------------------------------------------------------------------

/// A level, or the same once more: scripts of the one before have to be started again.
void LockStepServer::begin_level(Stage& stage) {
  end_programs();
  if (options_.grade) {
    // begun again in the middle of a grading: from its first trial
    const SessionSpec spec = stage.session().spec;
    const std::size_t trial = trial_of(spec.settings);
    if (trial != trial_) first_trial_ = trial;
    if (trial != first_trial_)
      if (auto done = stage.restart(spec.seed, with_trial(spec.settings, first_trial_)); !done)
        say(2, done.error().message);
  }
  const std::size_t there = stage.session().model.vehicles.size();
  vehicles_ = options_.vehicles;
  if (vehicles_.empty())
    for (std::size_t v = 0; v < there; ++v) vehicles_.push_back(vehicle_id(v));
  PADDOCK_ASSERT(std::all_of(vehicles_.begin(), vehicles_.end(),
                             [&](VehicleId vehicle) { return index_of(vehicle) < there; }),
                 there, " vehicles");
  programs_.emplace(vehicles_.size(), static_cast<Cars&>(*this), options_.admission,
                    options_.watched_over);
  status_.results.clear();
  status_.score_code.clear();
  armed_ = options_.start;
  waiting_since_ = now_;
  begin_scene(stage);
  const LevelPapers& papers = *stage.session().papers;
  if (!papers.help.empty()) say(0, papers.help, NoticeAbout::Help);
}

/// Everything as at the beginning, but for the programs.
void LockStepServer::begin_scene(Stage& stage) {
  const Session& session = stage.session();
  const World& world = session.world();
  const std::size_t cars = vehicles_.size();
  run_ = stage.run();
  frame_ = stage.frames();
  frames_ = 0;
  called_ = 0;
  play_ = session.spec.mode;
  mode_ = play_ == PlayMode::Explore ? Mode::DefaultDrive : Mode::Wait;
  drives_.assign(cars, {});
  to_apply_.clear();
  delta_time_ = static_cast<float>(static_cast<double>(world.clock.grid_per_frame) /
                                   static_cast<double>(world.clock.grid_hz));
  failure_.clear(), lost_.clear();
  new_best_ = false;
  trial_ = trial_of(session.spec.settings);
  const LevelPapers& papers = *session.papers;
  script_ = papers.trial ? PadScript(papers.trial->pad) : PadScript();
  // in races and trials the cars have stood at their starts: a turn of the lidar, a calm IMU
  if (auto done = mount(stage, course_sensors(options_.senses, play_ != PlayMode::Explore)); !done)
    say(2, done.error().message);
  if (play_ == PlayMode::Trial)
    say(0, concat("Trial ", trial_, " of ", papers.trials.size(), ": ", papers.trial->title),
        NoticeAbout::Trial);
}

/// On each of its cars, in place of what is there by the same names.
Result<void> LockStepServer::mount(Stage& stage, const std::vector<SensorSpec>& sensors) const {
  for (const VehicleId vehicle : vehicles_)
    for (const SensorSpec& sensor : sensors)
      if (auto done = stage.command(MountSensor{{vehicle, sensor}}); !done) return done;
  return {};
}

void LockStepServer::restart(Stage& stage) {
  const SessionSpec spec = stage.session().spec;
  const LevelSettings settings =
      options_.grade ? with_trial(spec.settings, first_trial_) : spec.settings;
  if (auto done = stage.restart(spec.seed, settings); !done) say(2, done.error().message);
  begin_level(stage);
}

void LockStepServer::trial_over(Stage& stage, Nanos now) {
  apply(stage);  // the hash of the result holds what the last call asked for
  const Session& session = stage.session();
  const bool lost = session.referee.end == TrialEnd::ProgramFailed;
  const bool started = session.referee.running && programs_->connected() > 0;
  const TrialResult result = result_of(session, vehicles_.front(), lost ? lost_ : failure_);
  status_.results.push_back(result);
  if (!options_.grade) {
    say(result.why.empty() ? 0 : 1, concat("The trial is over: ", result.points, " of ", result.of,
                                           " points", result.why.empty() ? "" : ": ", result.why));
    return stop_cars(Mode::Finished);
  }
  if (!goes_on(session, result)) return grading_over(stage);
  // the next one on the same connection; opening it is no silence of the program's
  const Nanos began = steady_now();
  const SessionSpec spec = session.spec;
  if (auto done = stage.restart(spec.seed, with_trial(spec.settings, trial_ + 1)); !done) {
    say(2, done.error().message);
    return grading_over(stage);
  }
  begin_scene(stage);
  if (started) start_programs(stage, now + steady_now() - began);
}

void LockStepServer::grading_over(Stage& stage) {
  const LevelPapers& papers = *stage.session().papers;
  const TrialResult& last = status_.results.back();
  const bool whole = status_.results.size() + first_trial_ == papers.trials.size() + 1 &&
                     last.end != TrialEnd::ProgramFailed;
  say(last.end == TrialEnd::ProgramFailed ? 2 : whole ? 0 : 1, summary_of(papers, status_.results));
  status_.score_code = paddock::score_code(papers.code, points_of(status_.results),
                                           most_points(papers), options_.user);
  stop_cars(Mode::Finished);
  end_programs();
}

/// Cars that nobody drives any more are not waited for.
bool LockStepServer::race_is_over(const Session& session) const {
  if (play_ != PlayMode::Race) return false;
  bool any = false;
  for (std::size_t car = 0; car < vehicles_.size(); ++car) {
    const bool finished = judged(session, car).finished;
    if (!finished && programs_->script_of(car)) return false;
    any = any || finished;
  }
  return any;
}

void LockStepServer::race_over(Stage& stage) {
  const Session& session = stage.session();
  if (vehicles_.size() == 1) {
    const RefereeCar& car = judged(session, 0);
    std::vector<Nanos> times = car.passed;
    if (!times.empty()) times.back() += car.penalty;
    new_best_ =
        options_.keep_times && !options_.cheat && options_.keep_times(session.world().name, times);
    say(0, concat(new_best_ ? "New best time: " : "Mission accomplished: ",
                  seconds_text(race_time(car))));
  } else {
    std::optional<std::size_t> first;
    for (std::size_t car = 0; car < vehicles_.size(); ++car)
      if (judged(session, car).finished &&
          (!first || race_time(judged(session, car)) < race_time(judged(session, *first))))
        first = car;
    say(0, concat("Mission accomplished: ", title_of(*first), " was first, in ",
                  seconds_text(race_time(judged(session, *first)))));
  }
  stop_cars(Mode::Finished);
}

// --- START and BACK -----------------------------------------------------------------------------

void LockStepServer::press_start(Stage& stage, Nanos now) {
  if (stage.pace().paused) stage.set_pace({.paused = false, .factor = stage.pace().factor});
  if (mode_ == Mode::UserProgram) return;
  if (mode_ == Mode::Finished)
    return say(1, "It is over; START and BACK together begin the level again");
  const std::size_t there = programs_->connected(), cars = programs_->cars();
  if (there == 0)
    return say(1, cars == 1
                      ? std::string("No program is connected yet; start one, then press START")
                      : concat("None of the ", cars,
                               " cars has a program yet; start one, then press START"));
  if (play_ == PlayMode::Race && there < cars)
    say(1, concat("The race begins with ", there, " of ", cars, " cars: ", cars - there,
                  cars - there == 1 ? " has" : " have", " no program"));
  start_programs(stage, now);
}

void LockStepServer::start_programs(Stage& stage, Nanos now) {
  armed_ = false;
  mode_ = Mode::UserProgram;
  if (play_ != PlayMode::Explore && !stage.session().referee.running)
    if (auto done = stage.command(StartClock{}); !done) say(2, done.error().message);
  run_programs(true, now);
}

void LockStepServer::press_back(Stage& stage) {
  if (mode_ != Mode::UserProgram) return;
  if (play_ == PlayMode::Race)
    return stage.set_pace({.paused = !stage.pace().paused, .factor = stage.pace().factor});
  stop_cars(play_ == PlayMode::Trial ? Mode::Wait : Mode::DefaultDrive);
}

/// The last program has left.
void LockStepServer::without_program(Stage& stage) {
  if (play_ != PlayMode::Trial)
    return stop_cars(play_ == PlayMode::Race ? Mode::Wait : Mode::DefaultDrive);
  if (stage.session().referee.end != TrialEnd::Running) return;
  if (auto done = stage.command(EndTrial{TrialEnd::ProgramFailed}); !done)
    say(2, done.error().message);
}

void LockStepServer::stop_cars(Mode mode) {
  mode_ = mode;
  for (CourseDrive& drive : drives_) drive = {};
  to_apply_ = drives_;
}

// --- what the referee saw -----------------------------------------------------------------------

void LockStepServer::happened(const StageEvent& event) {
  const auto index = car_of(VehicleId{static_cast<std::uint32_t>(event.vehicle)});
  if (!index) return;
  const bool several = vehicles_.size() > 1;
  std::string car = title_of(*index);
  car[0] = 'C';  // it begins a sentence
  switch (event.kind) {
    case EventKind::KeyPoint:
      if (play_ == PlayMode::Trial) return;
      say(0, concat(several ? car + ": " : std::string(),
                    event.yes ? std::string("Finish") : concat("Checkpoint ", event.number + 1),
                    play_ == PlayMode::Race ? ", " + seconds_text(event.duration) : std::string()));
      return;
    case EventKind::Failed:
      failure_ = event.text;
      if (play_ == PlayMode::Explore)
        say(1, concat("Failure: ", event.text));
      else if (play_ == PlayMode::Trial)
        say(2, concat("Failure: ", event.text, "; the trial is over"));
      else if (!several)
        say(2, concat("Failure: ", event.text,
                      "; nothing counts any more. START and BACK together begin again"));
      return;  // of several cars the reset follows
    case EventKind::Reset:
      say(1, concat(several ? car : std::string("The car"),
                    " is back at its last key point: ", event.text));
      return;
    case EventKind::Penalty:
      say(1, concat(several ? car + ": " : std::string(), event.duration / 1'000'000'000,
                    " s are added: ", event.text));
      return;
    default:
      return;
  }
}

// --- what people ask for ------------------------------------------------------------------------

Result<void> LockStepServer::set(Stage& stage, const PeerSettings& settings) {
  const auto senses = with_settings(options_.senses, settings);
  if (!senses) return tl::unexpected(senses.error());
  const std::vector<SensorSpec> before = course_sensors(options_.senses, true);
  std::vector<SensorSpec> changed = course_sensors(*senses, true);
  std::erase_if(changed, [&](const SensorSpec& sensor) {
    return std::find(before.begin(), before.end(), sensor) != before.end();
  });
  options_.senses = *senses;
  if (run_ != stage.run()) return {};  // they are mounted when the level begins
  return mount(stage, changed);
}

Result<void> LockStepServer::act(Stage& stage, std::string_view act, VehicleId vehicle) {
  if (act == "skip_trial") return skip_trial(stage);
  const bool next = act == "next_checkpoint";
  if (!next && act != "last_checkpoint")
    return fail(ErrorCode::NotFound, "programs of the robot car do no \"", act,
                "\"; there are next_checkpoint, last_checkpoint and skip_trial");
  if (!car_of(vehicle))
    return fail(ErrorCode::NotFound, "vehicle ", index_of(vehicle) + 1,
                " is no robot car that programs drive");
  return next ? next_checkpoint(stage, vehicle) : last_checkpoint(stage, vehicle);
}

/// Only while a level is explored.
Result<void> LockStepServer::next_checkpoint(Stage& stage, VehicleId vehicle) {
  if (play_ == PlayMode::Race)
    return fail(ErrorCode::Invalid, "in a race a car drives to its next checkpoint itself");
  if (play_ == PlayMode::Trial)
    return fail(ErrorCode::Invalid, "in a trial a car drives itself; the trial can be skipped");
  return stage.command(ResetVehicle{.vehicle = vehicle, .next = true});
}

/// While a level is explored, and in races of several cars.
Result<void> LockStepServer::last_checkpoint(Stage& stage, VehicleId vehicle) {
  if (play_ == PlayMode::Trial || (play_ == PlayMode::Race && vehicles_.size() == 1))
    return fail(ErrorCode::Invalid, "a car that drives against the clock alone is not put back; ",
                "START and BACK together begin again");
  return stage.command(ResetVehicle{.vehicle = vehicle});
}

Result<void> LockStepServer::skip_trial(Stage& stage) {
  if (play_ != PlayMode::Trial || mode_ == Mode::Finished)
    return fail(ErrorCode::Invalid, "there is no trial to skip");
  return stage.command(EndTrial{TrialEnd::Skipped});
}

void LockStepServer::give_up(Stage& stage, std::string why) {
  if (mode_ == Mode::Finished) return;
  end_programs();
  say(2, why);
  lost_ = std::move(why);
  without_program(stage);
}

void LockStepServer::console_line(std::string_view line) {
  while (!line.empty() && (line.back() == '\n' || line.back() == '\r')) line.remove_suffix(1);
  std::string text(line.substr(0, kConsoleWidth));
  if (line.size() > kConsoleWidth) text += "...";
  std::vector<std::string>& lines = status_.console;
  if (lines.size() >= kConsoleLines) lines.erase(lines.begin());
  lines.push_back(std::move(text));
}

}  // namespace paddock::racecar
